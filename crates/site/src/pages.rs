//! Everything except the rules: scripts, style sheet, fonts, icons, app shell, 404 pages and service worker.

use std::path::Path;

use mohreh_draw::Escaped;
use mohreh_engine::EngineGame;
use mohreh_games::{Kind, with_kind};
use mohreh_texts::{Language, Texts};

use crate::app_shell;
use crate::compat::{check_classic_script, check_css, check_script};
use crate::files::Files;
use crate::lessons;
use crate::shell::{Page, bar, foot, html, rules_links};
use crate::wasm::Module;
use crate::{Result, root};

/// Client-side routes below the language prefix, which are served the app shell.
const APP_ROUTES: [&str; 10] = [
    "new", "editor", "table", "replay", "games", "online", "archive", "learn", "settings",
    "puzzles",
];

/// URLs of the content-hashed assets.
pub(crate) struct AssetUrls {
    pub style: String,
    pub early: String,
    pub boot: String,
    pub page_script: String,
    pub page_wasm: String,
    /// Parts of the page that are loaded later.
    pub page_parts: Vec<String>,
    pub engine: String,
    pub engine_wasm: String,
    /// Fetched when their games are played.
    pub networks: Vec<String>,
    pub icon: String,
    pub icon_small: String,
    pub icon_large: String,
    pub fonts: Vec<String>,
    /// Translations, by language.
    pub words: Vec<String>,
    /// Those of the pages that are loaded later: `fa=URL en=URL`.
    pub later_words: String,
    /// Banks of puzzles, fetched when they are opened: `KIND=URL …`.
    pub puzzles: String,
    /// Courses: `fa=URL en=URL`.
    pub lessons: String,
}

impl AssetUrls {
    /// Files that a first visit to the Persian page loads or precaches at once. The engine follows in the background.
    pub(crate) fn first_visit(&self) -> impl Iterator<Item = &str> {
        let files =
            [&self.style, &self.early, &self.boot, &self.page_script, &self.page_wasm, &self.icon];
        files
            .into_iter()
            .chain(&self.fonts)
            .chain(self.words.iter().filter(|words| words.contains("words-fa")))
            .map(String::as_str)
            .chain(["fa/index.html", "sw.js"])
    }
}

fn asset(path: &str) -> Result<Vec<u8>> {
    let from = root().join("crates/site/assets").join(path);
    std::fs::read(&from).map_err(|error| format!("{}: {error}", from.display()))
}

fn text_asset(path: &str) -> Result<String> {
    String::from_utf8(asset(path)?).map_err(|error| format!("{path}: {error}"))
}

fn entries(folder: &str) -> Result<Vec<String>> {
    let from = root().join("crates/site/assets").join(folder);
    let wrong = |error| format!("{}: {error}", from.display());
    let mut names = Vec::new();
    for entry in std::fs::read_dir(&from).map_err(wrong)? {
        names.push(entry.map_err(wrong)?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

/// Replaces placeholders in a script.
fn fill_template(script: &str, values: &[(&str, &str)]) -> String {
    values.iter().fold(script.to_string(), |script, (name, value)| script.replace(name, value))
}

/// Starts of the names of the engine's files.
const ENGINE: &str = "engine";
const WORKER: &str = "worker";
const NETWORK: &str = "network";
const PUZZLES: &str = "puzzles-";
/// The part of the page that is loaded when one of its pages is first opened.
pub(crate) const LATER: &str = "later";

/// Adds all content-hashed assets.
pub(crate) fn assets(files: &mut Files, page: &Module, worker: &Module) -> Result<AssetUrls> {
    let mut style = String::new();
    let mut fonts = Vec::new();
    for name in entries("fonts")?.into_iter().filter(|name| name.ends_with(".woff2")) {
        fonts.push(files.add_hashed(&name, asset(&format!("fonts/{name}"))?));
    }
    for name in entries("style")? {
        style += &text_asset(&format!("style/{name}"))?;
    }
    for font in &fonts {
        // The style sheet refers to `/assets/vazirmatn-latin-0123.woff2` as `font:vazirmatn-latin`.
        let stem =
            font.trim_start_matches("/assets/").rsplit_once('-').map_or("", |(stem, _)| stem);
        style = style.replace(&format!("font:{stem}"), font);
    }
    style += &mohreh_draw::theme_css();
    check_css(&style)?;
    for (name, script) in [("page.js", &page.script), ("engine.js", &worker.script)] {
        check_script(name, &String::from_utf8_lossy(script))?;
    }
    let page_wasm = files.add_hashed("page.wasm", page.wasm.clone());
    let mut page_script = String::from_utf8_lossy(&page.script).into_owned();
    let mut page_parts = Vec::new();
    for part in &page.parts {
        let url = files.add_hashed(&format!("{LATER}.wasm"), part.wasm.clone());
        page_script = page_script.replace(&part.url, &url);
        page_parts.push(url);
    }
    let page_script = files.add_hashed("page.js", page_script);
    let engine_wasm = files.add_hashed(&format!("{ENGINE}.wasm"), worker.wasm.clone());
    let engine_script = files.add_hashed(&format!("{ENGINE}.js"), worker.script.clone());
    let networks: Vec<(&Kind, String)> = Kind::ALL
        .iter()
        .filter_map(|kind| with_kind!(*kind, G => G::NETWORK).map(|bytes| (kind, bytes)))
        .map(|(kind, bytes)| {
            (kind, files.add_hashed(&format!("{NETWORK}-{kind}.bin"), bytes.to_vec()))
        })
        .collect();
    let network_list: Vec<String> =
        networks.iter().map(|(kind, address)| format!("{kind}: \"{address}\"")).collect();
    let engine = text_asset("script/engine.js")?;
    check_script("engine.js", &engine)?;
    let engine = fill_template(
        &engine,
        &[
            ("ENGINE_SCRIPT", &engine_script),
            ("ENGINE_WASM", &engine_wasm),
            ("[\"NETWORKS\"]", &format!("{{ {} }}", network_list.join(", "))),
        ],
    );
    let words = Language::ALL.map(|language| {
        let code = language.code();
        (code, files.add_hashed(&format!("words-{code}.txt"), Texts::new(language).pack()))
    });
    let later_words = Language::ALL.map(|language| {
        let code = language.code();
        let pack = Texts::new(language).pack_later();
        format!("{code}={}", files.add_hashed(&format!("{LATER}-words-{code}.txt"), pack))
    });
    let mut puzzles = Vec::new();
    for kind in Kind::ALL {
        // The game of the tests has no bank.
        let bank = root().join(format!("crates/puzzles/banks/{kind}.txt"));
        if let Ok(bank) = std::fs::read(bank) {
            let url = files.add_hashed(&format!("{PUZZLES}{kind}.txt"), bank);
            puzzles.push(format!("{kind}={url}"));
        }
    }
    let lessons = lessons::add(files)?;
    let list = words.iter().map(|(code, address)| format!("{code}: \"{address}\""));
    let list = format!("{{ {} }}", list.collect::<Vec<_>>().join(", "));
    let (boot, early) = (text_asset("script/boot.js")?, text_asset("script/early.js")?);
    check_script("boot.js", &boot)?;
    check_classic_script("early.js", &early)?;
    let boot = fill_template(
        &boot,
        &[("PAGE_SCRIPT", &page_script), ("PAGE_WASM", &page_wasm), ("WORDS", &list)],
    );
    Ok(AssetUrls {
        style: files.add_hashed("style.css", style),
        early: files.add_hashed("early.js", early),
        boot: files.add_hashed("boot.js", boot),
        later_words: later_words.join(" "),
        puzzles: puzzles.join(" "),
        lessons,
        words: words.into_iter().map(|(_, address)| address).collect(),
        page_script,
        page_wasm,
        page_parts,
        engine: files.add_hashed(&format!("{WORKER}.js"), engine),
        engine_wasm,
        networks: networks.into_iter().map(|(_, address)| address).collect(),
        icon: files.add_hashed("icon.svg", asset("icons/icon.svg")?),
        icon_small: files.add_hashed("icon-192.png", asset("icons/icon-192.png")?),
        icon_large: files.add_hashed("icon-512.png", asset("icons/icon-512.png")?),
        fonts,
    })
}

/// Adds per language the app shell with its fallback for browsers without wasm or JavaScript, the 404 page and the web
/// app manifest.
pub(crate) fn add(files: &mut Files, links: &AssetUrls) -> Result<()> {
    for language in Language::ALL {
        let texts = Texts::new(language);
        let code = language.code();
        let say = |key: &str| texts.text(key);
        let without = format!(
            concat!(
                "<div id=\"without\" class=\"plain\" hidden>{}<main class=\"prose\"><h1>{}</h1><p>{}</p>{}</main>{}</div>",
                "<noscript><p class=\"prose\">{}</p>{}</noscript>"
            ),
            bar(&texts, ""),
            Escaped(&say("say-name")),
            Escaped(&say("say-without-wasm")),
            rules_links(&texts),
            foot(&texts),
            Escaped(&say("say-without-script")),
            rules_links(&texts)
        );
        let description = say("say-description");
        let document = |shell: &str| {
            let body = format!("<div id=\"app\">{shell}</div>{without}");
            let page =
                Page { path: "", title: "", description: &description, app: true, body: &body };
            html(&texts, links, &page)
        };
        files.add(format!("{code}/index.html"), document(&app_shell::home(&texts)?));
        for route in APP_ROUTES {
            let shell = app_shell::route(&texts, route);
            files.add(format!("{code}/{route}/app.html"), document(&shell));
        }
        let lost = format!(
            "{}<main class=\"prose\" id=\"main\" tabindex=\"-1\"><h1>{}</h1><p>{}</p><p><a class=\"button\" href=\"/{code}/\">{}</a></p>{}</main>{}",
            bar(&texts, ""),
            Escaped(&say("say-lost")),
            Escaped(&say("say-lost-why")),
            Escaped(&say("say-home")),
            rules_links(&texts),
            foot(&texts)
        );
        let title = say("say-lost");
        let page =
            Page { path: "", title: &title, description: &description, app: false, body: &lost };
        files.add(format!("{code}/404.html"), html(&texts, links, &page));
        files.add(format!("{code}/manifest.webmanifest"), manifest(&texts, links));
    }
    files.add("robots.txt", "User-agent: *\nAllow: /\n");
    Ok(())
}

fn manifest(texts: &Texts, links: &AssetUrls) -> String {
    let language = texts.language();
    let quoted = |key: &str| {
        let text = texts.text(key);
        format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
    };
    format!(
        concat!(
            "{{\"name\":{},\"short_name\":{},\"description\":{},\"lang\":\"{}\",\"dir\":\"{}\",",
            "\"id\":\"/\",\"start_url\":\"/{}/\",\"scope\":\"/\",\"display\":\"standalone\",",
            "\"background_color\":\"#f6f1e7\",\"theme_color\":\"#f6f1e7\",\"categories\":[\"games\"],\"icons\":[",
            "{{\"src\":\"{}\",\"sizes\":\"any\",\"type\":\"image/svg+xml\"}},",
            "{{\"src\":\"{}\",\"sizes\":\"192x192\",\"type\":\"image/png\"}},",
            "{{\"src\":\"{}\",\"sizes\":\"512x512\",\"type\":\"image/png\",\"purpose\":\"any maskable\"}}]}}\n"
        ),
        quoted("say-name"),
        quoted("say-name"),
        quoted("say-description"),
        language.code(),
        language.direction().code(),
        language.code(),
        links.icon,
        links.icon_small,
        links.icon_large
    )
}

/// Adds the service worker. Must be called last, because it lists all other files.
pub(crate) fn service_worker(files: &mut Files) -> Result<()> {
    let script = text_asset("script/sw.js")?;
    let (mut now, mut later) = (Vec::new(), Vec::new());
    for path in files.paths() {
        // Precached after activation: the engine with its networks, rules, and files that the system requests rather
        // than the page.
        let can_wait = [
            ENGINE,
            WORKER,
            NETWORK,
            LATER,
            PUZZLES,
            "/rules/",
            ".png",
            ".webmanifest",
            "404.html",
            "app.html",
        ];
        let list =
            if can_wait.iter().any(|part| path.contains(part)) { &mut later } else { &mut now };
        match Path::new(path).file_name().and_then(|name| name.to_str()) {
            // `index.html` is cached under the URL of its folder.
            Some("index.html") => list.push(format!("/{}", path.trim_end_matches("index.html"))),
            Some("robots.txt") => {}
            // All others are equal to that of `new`.
            Some("app.html")
                if !path.ends_with("table/app.html") && !path.ends_with("new/app.html") => {}
            _ => list.push(format!("/{path}")),
        }
    }
    let quoted = |paths: &[String]| {
        let paths: Vec<String> = paths.iter().map(|path| format!("\"{path}\"")).collect();
        format!("[{}]", paths.join(","))
    };
    let drawn = APP_ROUTES.map(ToString::to_string);
    let script = fill_template(
        &script,
        &[
            ("\"VERSION\"", &format!("\"{}\"", files.version())),
            ("[\"NOW\"]", &quoted(&now)),
            ("[\"LATER\"]", &quoted(&later)),
            ("[\"DRAWN\"]", &quoted(&drawn)),
        ],
    );
    files.add("sw.js", script);
    Ok(())
}
