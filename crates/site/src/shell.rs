//! The HTML skeleton of every page: head, header and footer.

use mohreh_draw::Escaped;
use mohreh_games::Kind;
use mohreh_texts::{Language, Texts};

use crate::pages::AssetUrls;

/// The parts of a page that vary.
pub(crate) struct Page<'a> {
    /// Path without the language prefix, such as `rules/`.
    pub path: &'a str,
    pub title: &'a str,
    pub description: &'a str,
    /// Rendered client-side by wasm.
    pub app: bool,
    pub body: &'a str,
}

/// Renders a complete HTML document.
pub(crate) fn html(texts: &Texts, links: &AssetUrls, page: &Page<'_>) -> String {
    let language = texts.language();
    let (code, direction) = (language.code(), language.direction().code());
    let name = texts.text("say-name");
    let title = match page.title {
        "" => name.clone(),
        title => format!("{title} · {name}"),
    };
    let mut head = format!(
        concat!(
            "<!doctype html>\n<html lang=\"{}\" dir=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n",
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1, viewport-fit=cover\">\n",
            "<title>{}</title>\n<meta name=\"description\" content=\"{}\">\n",
            "<meta name=\"color-scheme\" content=\"light dark\">\n",
            "<meta name=\"theme-color\" content=\"#f6f1e7\" media=\"(prefers-color-scheme: light)\">\n",
            "<meta name=\"theme-color\" content=\"#14191f\" media=\"(prefers-color-scheme: dark)\">\n",
            "<link rel=\"stylesheet\" href=\"{}\">\n<script src=\"{}\"></script>\n{}",
            "<link rel=\"icon\" href=\"{}\" type=\"image/svg+xml\">\n",
            "<link rel=\"apple-touch-icon\" href=\"{}\">\n",
            "<link rel=\"manifest\" href=\"/{}/manifest.webmanifest\">\n"
        ),
        code,
        direction,
        Escaped(&title),
        Escaped(page.description),
        links.style,
        links.early,
        preload_fonts(links),
        links.icon,
        links.icon_small,
        code
    );
    for other in Language::ALL.into_iter().filter(|_| !page.app) {
        head += &format!(
            "<link rel=\"alternate\" hreflang=\"{0}\" href=\"/{0}/{1}\">\n",
            other.code(),
            page.path
        );
    }
    if page.app {
        head += &format!(
            concat!(
                "<meta name=\"mohreh-engine\" content=\"{}\">\n",
                "<meta name=\"mohreh-words\" content=\"{}\">\n",
                "<meta name=\"mohreh-lessons\" content=\"{}\">\n",
                "<meta name=\"mohreh-puzzles\" content=\"{}\">\n",
                "<link rel=\"modulepreload\" href=\"{}\">\n",
                "<link rel=\"preload\" href=\"{}\" as=\"fetch\" type=\"application/wasm\" fetchpriority=\"low\" crossorigin>\n",
            ),
            links.engine,
            links.later_words,
            links.lessons,
            links.puzzles,
            links.page_script,
            links.page_wasm
        );
    }
    head += &format!("<script type=\"module\" src=\"{}\"></script>\n</head>\n", links.boot);
    let class = if page.app { "" } else { " class=\"static\"" };
    format!("{head}<body{class}>\n{}\n</body>\n</html>\n", page.body)
}

/// Both fonts are on every page: spaces are in one, the name of the other language is in the other.
fn preload_fonts(links: &AssetUrls) -> String {
    let preload = |font: &String| {
        format!(
            "<link rel=\"preload\" href=\"{font}\" as=\"font\" type=\"font/woff2\" crossorigin>\n"
        )
    };
    links.fonts.iter().map(preload).collect()
}

/// Header of static pages.
pub(crate) fn bar(texts: &Texts, path: &str) -> String {
    let code = texts.language().code();
    let mut bar = format!(
        "<a class=\"skip\" href=\"#main\">{}</a><header class=\"bar\"><a class=\"brand\" href=\"/{code}/\">{}</a><nav>",
        Escaped(&texts.text("say-skip")),
        Escaped(&texts.text("say-name"))
    );
    bar += &format!("<a href=\"/{code}/rules/\">{}</a>", Escaped(&texts.text("say-rules")));
    for other in Language::ALL.into_iter().filter(|other| *other != texts.language()) {
        bar += &format!(
            "<a href=\"/{0}/{path}\" lang=\"{0}\" hreflang=\"{0}\">{1}</a>",
            other.code(),
            other.own_name()
        );
    }
    bar + "</nav></header>"
}

/// Footer with the credits.
pub(crate) fn foot(texts: &Texts) -> String {
    format!(
        "<footer class=\"foot\"><p>{}</p><p>{}</p></footer>",
        Escaped(&texts.text("say-credits")),
        Escaped(&texts.text("say-unofficial"))
    )
}

/// List of links to the rules of all games.
pub(crate) fn rules_links(texts: &Texts) -> String {
    let code = texts.language().code();
    let link = |kind: &Kind| {
        let key = format!("{kind}-title");
        format!(
            "<li><a href=\"/{code}/rules/{kind}/\"><strong>{}</strong><span>{}</span></a></li>",
            Escaped(&texts.text(&key)),
            Escaped(&texts.about(&key))
        )
    };
    let links: String = Kind::ALL.iter().map(link).collect();
    format!("<ul class=\"list\">{links}</ul>")
}
