//! What the application's pages show until the wasm runs: header, footer, and a first picture of the page. It has the
//! markup of `crates/web`, so that nothing moves when the application replaces it; browser tests compare the two.

use mohreh_draw::{Escaped, Palette, Style};
use mohreh_games::{AnyGame, Kind, Record};
use mohreh_texts::{Language, Texts};

use crate::Result;
use crate::shell::foot;

/// Icons of the header (`crates/web/src/icons.rs`).
const SOUND: &str = "M4 10v4h3l5 4V6l-5 4zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11";
const SETTINGS: &str = "M4 7h10M18 7h2M4 17h2M10 17h10M14 7a2 2 0 1 0 4 0 2 2 0 1 0-4 0M6 17a2 2 0 1 0 4 0 2 2 0 1 0-4 0";
/// Where the demo games start, in percent of their scenes (`crates/web/src/home.rs`).
const DEMO_START_PERCENT: usize = 35;

/// The home page.
pub(crate) fn home(texts: &Texts) -> Result<String> {
    let code = texts.language().code();
    let say = |key: &str| Escaped(&texts.text(key)).to_string();
    let mut main = format!(
        concat!(
            "<main class=\"home\"><header class=\"welcome\"><h1>{0}</h1><p>{1}</p>",
            "<p class=\"row\"><a class=\"button\" href=\"/{2}/learn\" data-way=\"learn\">{3}</a>",
            "<a class=\"button plain\" href=\"/{2}/puzzles\" data-way=\"puzzles\">{5}</a>",
            "<a class=\"button plain\" href=\"/{2}/online\" data-way=\"online\">{4}</a></p></header><div class=\"games\">"
        ),
        say("say-welcome"),
        say("say-welcome-about"),
        code,
        say("say-learn"),
        say("say-play-online"),
        say("say-puzzles")
    );
    for &kind in Kind::ALL {
        main += &card(texts, kind)?;
    }
    main += &format!(
        concat!(
            "</div><p class=\"row bring\"><a class=\"plain\" href=\"/{code}/replay\">{bring}</a>",
            "<a class=\"plain\" href=\"/{code}/editor/{kind}\">{editor}</a></p></main>"
        ),
        code = code,
        bring = say("say-bring"),
        kind = Kind::ALL[0],
        editor = say("say-editor")
    );
    Ok(page(texts, &main))
}

/// Card of one game.
fn card(texts: &Texts, kind: Kind) -> Result<String> {
    let code = texts.language().code();
    let say = |key: &str| Escaped(&texts.text(key)).to_string();
    let key = format!("{kind}-title");
    let new = format!("/{code}/new/{kind}?with=");
    Ok(format!(
        concat!(
            "<article class=\"card\"><a class=\"look\" href=\"{new}computer\" tabindex=\"-1\" aria-hidden=\"true\">{board}</a>",
            "<h2>{title}</h2><p class=\"about\">{about}</p><p class=\"ways\">",
            "<a class=\"button calm\" href=\"{new}computer\" data-way=\"computer\">{computer}</a>",
            "<a class=\"button plain\" href=\"{new}people\" data-way=\"people\">{here}</a>",
            "<a class=\"plain\" href=\"/{code}/learn/{kind}\" data-way=\"learn\">{learn}</a>",
            "<a class=\"plain\" href=\"/{code}/rules/{kind}/\">{rules}</a></p></article>"
        ),
        new = new,
        board = board(texts, kind)?,
        title = say(&key),
        about = Escaped(&texts.about(&key)),
        computer = say("say-play-computer"),
        here = say("say-play-here"),
        code = code,
        kind = kind,
        learn = say("say-learn-this"),
        rules = say("say-rules"),
    ))
}

/// The first picture of a demo game.
fn board(texts: &Texts, kind: Kind) -> Result<String> {
    let wrong = |error: &dyn std::fmt::Display| format!("demo of {kind}: {error}");
    let record = Record::from_line(kind.demo().trim_end()).or_else(|_| Record::new(kind, ""));
    let record = record.map_err(|error| wrong(&error))?;
    let mut game = AnyGame::start(kind, record.setup()).map_err(|error| wrong(&error))?;
    let scenes = record.steps().len() + 1;
    for step in record.steps().iter().take(scenes * DEMO_START_PERCENT / 100) {
        game.play(step).map_err(|error| wrong(&error))?;
    }
    let style = Style { palette: Palette::Page, names: false, ..Style::default() };
    let drawn = mohreh_draw::board(&game.scene(), &style);
    let [left, top, width, height] = drawn.view.map(f32::round);
    Ok(format!(
        concat!(
            "<svg class=\"board small\" viewBox=\"{} {} {} {}\" direction=\"ltr\" role=\"img\" aria-label=\"{}\">",
            "<defs>{}</defs><g class=\"ground\">{}</g><g class=\"pieces\">{}</g></svg>"
        ),
        left,
        top,
        width,
        height,
        Escaped(&texts.text(&format!("{kind}-title"))),
        drawn.defs,
        drawn.ground,
        drawn.pieces
    ))
}

/// Any other page: the place of the board at a table, otherwise nothing but header and footer.
pub(crate) fn route(texts: &Texts, route: &str) -> String {
    let main = match route {
        "table" => concat!(
            "<main class=\"table\" aria-busy=\"true\"><div class=\"seats\"><div class=\"seat\"></div>",
            "<div class=\"seat\"></div></div><div class=\"middle\"><div class=\"hold\"></div></div></main>"
        ),
        _ => "<main class=\"waiting\" aria-busy=\"true\"></main>",
    };
    page(texts, main)
}

fn page(texts: &Texts, main: &str) -> String {
    format!(
        "<div class=\"page\" data-shell><a class=\"skip\" href=\"#main\">{}</a>{}{main}{}</div>",
        Escaped(&texts.text("say-skip")),
        header(texts),
        foot(texts)
    )
}

/// Header of the application.
fn header(texts: &Texts) -> String {
    let code = texts.language().code();
    let say = |key: &str| Escaped(&texts.text(key)).to_string();
    let icon = |path: &str| {
        format!(
            "<svg class=\"icon\" viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"{path}\"/></svg>"
        )
    };
    let mut header = format!(
        concat!(
            "<header class=\"bar\"><a class=\"brand\" href=\"/{code}/\">{name}</a><nav>",
            "<a href=\"/{code}/online\">{online}</a><a href=\"/{code}/games\">{games}</a>",
            "<a href=\"/{code}/rules/\">{rules}</a>",
            "<button class=\"bare roomy\" aria-label=\"{sound}\">{sound_icon}</button>",
            "<a class=\"bare\" href=\"/{code}/settings\" aria-label=\"{settings}\">{settings_icon}</a>"
        ),
        code = code,
        name = say("say-name"),
        online = say("say-online"),
        games = say("say-games"),
        rules = say("say-rules"),
        sound = say("say-setting-sound"),
        sound_icon = icon(SOUND),
        settings = say("say-settings"),
        settings_icon = icon(SETTINGS),
    );
    for other in Language::ALL.into_iter().filter(|other| *other != texts.language()) {
        // To its home: what follows the route, only the application knows.
        header += &format!(
            "<a class=\"language\" lang=\"{0}\" href=\"/{0}/\">{1}</a>",
            other.code(),
            other.own_name()
        );
    }
    header + "</nav></header>"
}
