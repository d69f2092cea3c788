//! The rules of each game as static HTML from the Markdown in `texts/LANGUAGE/rules/`, readable without JavaScript and
//! in print.
//!
//! Two extensions of Markdown: `{Z5 Z6}` at the end of a paragraph lists the rule ids it covers, and a fenced block
//! `board` is rendered as a diagram.

use std::collections::BTreeSet;

use mohreh_draw::{Diagram, Escaped, Palette, Style};
use mohreh_games::Kind;
use mohreh_texts::{Language, Texts};
use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use crate::files::Files;
use crate::pages::AssetUrls;
use crate::shell::{Page, bar, foot, html, rules_links};
use crate::{Result, root};

pub(crate) fn add(files: &mut Files, links: &AssetUrls) -> Result<()> {
    for language in Language::ALL {
        let texts = Texts::new(language);
        let code = language.code();
        let title = texts.text("say-rules");
        let body = format!(
            "{}<main class=\"prose\" id=\"main\" tabindex=\"-1\"><h1>{}</h1><p>{}</p>{}</main>{}",
            bar(&texts, "rules/"),
            Escaped(&title),
            Escaped(&texts.text("say-rules-about")),
            rules_links(&texts),
            foot(&texts)
        );
        let description = texts.text("say-rules-about");
        let page = Page {
            path: "rules/",
            title: &title,
            description: &description,
            app: false,
            body: &body,
        };
        files.add(format!("{code}/rules/index.html"), html(&texts, links, &page));
        for &kind in Kind::ALL {
            let path = format!("texts/{code}/rules/{kind}.md");
            let from = root().join(&path);
            let text =
                std::fs::read_to_string(&from).map_err(|error| format!("{path}: {error}"))?;
            let rendered = render(&text).map_err(|why| format!("{path}: {why}"))?;
            let key = format!("{kind}-title");
            let path = format!("rules/{kind}/");
            let body = format!(
                concat!(
                    "{}<main class=\"rules\" id=\"main\" tabindex=\"-1\">{}<nav class=\"contents\" aria-label=\"{}\">{}</nav>",
                    "<div class=\"prose\">{}<p class=\"noprint\"><a class=\"button\" href=\"/{}/new/{}\">{}</a></p></div></main>{}"
                ),
                bar(&texts, &path),
                rendered.title,
                Escaped(&texts.text("say-contents")),
                rendered.contents,
                rendered.body,
                code,
                kind,
                Escaped(&texts.text("say-play")),
                foot(&texts)
            );
            let title = format!("{}: {}", texts.text(&key), texts.text("say-rules"));
            let page = Page {
                path: &path,
                title: &title,
                description: &texts.about(&key),
                app: false,
                body: &body,
            };
            files.add(format!("{code}/{path}index.html"), html(&texts, links, &page));
        }
    }
    Ok(())
}

struct RenderedRules {
    /// The `h1`.
    title: String,
    contents: String,
    body: String,
}

fn render(text: &str) -> Result<RenderedRules> {
    let mut contents = String::from("<ol>");
    let mut events: Vec<Event<'_>> = Vec::new();
    // Text of the open `board` block, and of the open heading.
    let (mut board, mut heading): (Option<String>, Option<String>) = (None, None);
    let mut number = 0;
    let mut ids = BTreeSet::new();
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(kind))) if &*kind == "board" => {
                board = Some(String::new());
            }
            Event::Text(text) if board.is_some() => {
                board.get_or_insert_default().push_str(&text);
            }
            Event::End(TagEnd::CodeBlock) if board.is_some() => {
                let drawn = diagram(&board.take().unwrap_or_default())?;
                events.push(Event::Html(drawn.into()));
            }
            Event::Start(Tag::Heading { level: HeadingLevel::H2, .. }) => {
                number += 1;
                heading = Some(String::new());
                events.push(Event::Html(format!("<h2 id=\"part-{number}\">").into()));
            }
            Event::End(TagEnd::Heading(HeadingLevel::H2)) => {
                let text = heading.take().unwrap_or_default();
                contents += &format!("<li><a href=\"#part-{number}\">{}</a></li>", Escaped(&text));
                events.push(Event::Html("</h2>\n".into()));
            }
            Event::Code(code) => {
                let code = format!("<bdi dir=\"ltr\"><code>{}</code></bdi>", Escaped(&code));
                events.push(Event::InlineHtml(code.into()));
            }
            Event::Text(text) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&text);
                }
                events.push(with_ids(text, &mut ids));
            }
            other => events.push(other),
        }
    }
    let mut body = String::new();
    pulldown_cmark::html::push_html(&mut body, events.into_iter());
    // Wide tables scroll, by the keyboard too.
    let body = body.replace("<table>", "<table tabindex=\"0\">");
    let (title, body) = body.split_once("</h1>").ok_or("there is no title")?;
    Ok(RenderedRules {
        title: format!("{title}</h1>"),
        contents: contents + "</ol>",
        body: body.to_string(),
    })
}

/// Renders `… {Z5 Z6}` with links to the rule ids; the first mention of an id is its anchor.
fn with_ids<'a>(text: CowStr<'a>, known: &mut BTreeSet<String>) -> Event<'a> {
    let Some((before, rest)) = text.split_once('{') else { return Event::Text(text) };
    let Some((ids, after)) = rest.split_once('}') else { return Event::Text(text) };
    let ids: String = ids
        .split_ascii_whitespace()
        .map(|id| {
            let anchor = known.insert(id.to_string()).then(|| format!("id=\"{}\" ", Escaped(id)));
            let anchor = anchor.unwrap_or_default();
            format!("<a {anchor}href=\"#{0}\">{0}</a>", Escaped(id))
        })
        .collect();
    // A no-break space: the ids do not begin a line.
    let html = format!(
        "{}\u{a0}<small class=\"ids\" dir=\"ltr\">{ids}</small>{}",
        Escaped(before.trim_end()),
        Escaped(after)
    );
    Event::InlineHtml(html.into())
}

/// Renders a `board` block as a figure with a caption.
fn diagram(text: &str) -> Result<String> {
    let diagram = Diagram::parse(text)?;
    let style = Style { palette: Palette::Page, ..Style::default() };
    let drawn = mohreh_draw::picture(&diagram.scene, &style, &diagram.marks);
    Ok(format!(
        "<figure>{}<figcaption>{}</figcaption></figure>\n",
        drawn.trim(),
        with_code(&diagram.caption)
    ))
}

/// Caption as HTML; text in backticks becomes left-to-right `<code>`.
fn with_code(text: &str) -> String {
    let part = |(n, part): (usize, &str)| match n % 2 {
        0 => Escaped(part).to_string(),
        _ => format!("<bdi dir=\"ltr\"><code>{}</code></bdi>", Escaped(part)),
    };
    text.split('`').enumerate().map(part).collect()
}
