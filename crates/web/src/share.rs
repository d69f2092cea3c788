//! Import and export of games and positions: links, files, SVG, PNG, GIF.

use std::cell::RefCell;
use std::rc::Rc;

use mohreh_draw::{Marks, Style};
use mohreh_games::record::RecordError;
use mohreh_games::show::Scene;
use mohreh_games::{AnyGame, Kind, ParseError, Record};
use mohreh_texts::Language;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, HtmlImageElement};

use crate::dom;
use crate::engine::{Engine, Reply};
use crate::navigation::replace_url;
use crate::notice::{Notice, notify};
use crate::route::Route;
use crate::store::{self, SavedGame};

const PNG_WIDTH_PX: u32 = 1200;
const GIF_WIDTH_PX: u32 = 420;
const GIF_FRAME_MS: u32 = 900;
const MAX_GIF_FRAMES: usize = 240;

/// A link that contains the whole game in its fragment, with variations and comments.
pub(crate) fn link(record: &Record, language: Language) -> String {
    address(&format!("game={}", escape(&record.to_tree_line())), language)
}

fn address(fragment: &str, language: Language) -> String {
    let origin = dom::window().and_then(|window| window.location().origin().ok());
    format!("{}{}#{fragment}", origin.unwrap_or_default(), Route::Replay(None).path(language))
}

/// Encodes a line for a URL fragment; the most common characters stay readable.
fn escape(line: &str) -> String {
    let line = line.replace(' ', "_").replace('|', "~");
    String::from(js_sys::encode_uri(&line))
}

/// Inverse of [`escape`].
fn unescape(escaped: &str) -> String {
    let plain = js_sys::decode_uri(escaped).map_or_else(|_| escaped.to_string(), String::from);
    plain.replace('_', " ").replace('~', "|")
}

/// Beginning of a URL fragment that holds a position.
const POSITION: &str = "position";

/// Fragment of the URL of a game that is to be reviewed.
pub(crate) const REVIEW: &str = "#review";

/// Separates the step on display from the rest of a fragment.
const PLY: &str = "&ply=";

/// A URL with the place to open a game at, a path in its tree; without one, at the end of the game.
pub(crate) fn at_ply(url: &str, ply: Option<&str>) -> String {
    let url = url.split(PLY).next().unwrap_or_default().trim_end_matches('#');
    match ply {
        None => url.to_string(),
        Some(ply) if url.contains('#') => format!("{url}{PLY}{ply}"),
        Some(ply) => format!("{url}#{PLY}{ply}"),
    }
}

/// The place in the URL of a game.
pub(crate) fn ply_in_url() -> Option<String> {
    let fragment = dom::window()?.location().hash().ok()?;
    fragment.split(PLY).nth(1).map(ToString::to_string)
}

pub(crate) fn set_ply_in_url(ply: Option<&str>) {
    let url = dom::window().and_then(|window| window.location().href().ok()).unwrap_or_default();
    let next = at_ply(&url, ply);
    if next != url {
        replace_url(&next);
    }
}

/// URL fragment of a position.
pub(crate) fn position_fragment(kind: Kind, position: &str) -> String {
    format!("{POSITION}={}", escape(&format!("{kind}|{position}")))
}

/// A link that opens a position for analysis.
pub(crate) fn position_link(kind: Kind, position: &str, language: Language) -> String {
    address(&position_fragment(kind, position), language)
}

/// Name of the game and text of the position in a link, or in text that was copied; neither is checked.
pub(crate) fn position_of(text: &str) -> Option<(String, String)> {
    let fragment = text.trim().split_once(&format!("#{POSITION}=")).map(|(_, line)| unescape(line));
    let line = fragment.unwrap_or_else(|| text.trim().to_string());
    let (kind, position) = line.split_once('|')?;
    Some((kind.trim().to_string(), position.trim().to_string()))
}

/// The position in the URL of this page.
pub(crate) fn position_in_url() -> Option<(String, String)> {
    position_of(&dom::window()?.location().hash().ok()?)
}

/// Parses a URL fragment; `None` if it is empty.
pub(crate) fn from_fragment(fragment: &str) -> Option<Result<Vec<Record>, RecordError>> {
    let fragment = fragment.trim_start_matches(REVIEW).trim_start_matches('#').split(PLY).next()?;
    if fragment.is_empty() {
        return None;
    }
    let (content_type, escaped) = fragment.split_once('=').unwrap_or_default();
    let line = unescape(escaped);
    match content_type {
        "game" => Some(Record::from_line(&line).map(|record| vec![record])),
        POSITION => Some(position(&line)),
        _ => Some(Err(RecordError::new("wrong-link"))),
    }
}

/// Parses `KIND|POSITION`.
fn position(line: &str) -> Result<Vec<Record>, RecordError> {
    let parts = line.split_once('|');
    let (kind, position) = parts.ok_or_else(|| ParseError::new(line, "wrong-position"))?;
    let game = AnyGame::parse(kind.trim().parse()?, position.trim())?;
    // Played on from there.
    Ok(vec![Record::starting(game.kind(), &game.to_string())?])
}

/// Parses pasted text: records in either form, a position, or a link.
pub(crate) fn read(text: &str) -> Result<Vec<Record>, RecordError> {
    let text = text.trim();
    if let Some((_, fragment)) = text.split_once("replay#")
        && let Some(imported) = from_fragment(fragment)
    {
        return imported;
    }
    if !text.contains('\n') {
        match text.split('|').count() {
            3 => return Ok(vec![Record::from_line(text)?]),
            2 => return position(text),
            _ => {}
        }
    }
    match text.lines().next() {
        Some(first) if first.split('|').count() == 3 => lines(text),
        _ => Record::read(text),
    }
}

/// Records in one line each.
fn lines(text: &str) -> Result<Vec<Record>, RecordError> {
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    let read = |(line, number): (&str, usize)| {
        Record::from_line(line).map_err(|error| RecordError { line: Some(number), ..error })
    };
    lines.map(read).collect()
}

/// Reads records of ours and of other sites, with the first thing that was left out of them. What cannot be read does not
/// keep the rest from being shown.
pub(crate) fn read_any(text: &str) -> Result<(Vec<Record>, Option<RecordError>), RecordError> {
    let Some(games) = mohreh_foreign::read(text) else {
        return read(text).map(|records| (records, None));
    };
    let (mut records, mut wrong) = (Vec::new(), None);
    for game in games {
        match game {
            Ok(game) => {
                records.push(game.record);
                wrong = wrong.or_else(|| game.left_out.into_iter().next());
            }
            Err(why) => wrong = wrong.or(Some(why)),
        }
    }
    match (records.is_empty(), wrong) {
        (true, Some(why)) => Err(why),
        (_, wrong) => Ok((records, wrong)),
    }
}

/// Downloads all saved games as one file.
pub(crate) fn save_all() {
    let text = |saved: SavedGame| match saved {
        SavedGame::Game(model) => model.to_text(),
        SavedGame::Corrupt { text, .. } => text,
    };
    let all: Vec<String> = store::games().into_iter().map(text).collect();
    dom::save_text("mohreh-games.txt", &all.join("\n"));
}

fn style() -> Style {
    Style::default()
}

pub(crate) fn save_svg(scene: &Scene, name: &str) {
    dom::save_text(name, &mohreh_draw::picture(scene, &style(), &Marks::default()));
}

/// SVG with explicit width and height, and that height.
fn sized(scene: &Scene, width: u32) -> (String, u32) {
    let svg = mohreh_draw::picture(scene, &style(), &Marks::default());
    let view = svg.split("viewBox=\"").nth(1).and_then(|rest| rest.split('"').next());
    // The fraction does not matter here.
    let integer = |number: &str| number.split('.').next().unwrap_or_default().parse().ok();
    let numbers: Vec<i32> = view.unwrap_or_default().split(' ').filter_map(integer).collect();
    let height = match numbers.as_slice() {
        [_, _, w, h] if *w > 0 => (width * h.unsigned_abs()).div_ceil(w.unsigned_abs()),
        _ => width,
    };
    let size = format!("<svg width=\"{width}\" height=\"{height}\" ");
    (svg.replacen("<svg ", &size, 1), height)
}

/// Rasterises an SVG asynchronously, on an opaque background, and passes the canvas to `then`; `None` if the
/// browser cannot.
fn paint(svg: &str, width: u32, height: u32, then: Box<dyn FnOnce(Option<Painted>)>) {
    let Ok(image) = HtmlImageElement::new() else { return then(None) };
    let inner = image.clone();
    // `load` or `error`.
    let ended = Closure::once_into_js(move |event: web_sys::Event| {
        let loaded = event.type_() == "load";
        then(loaded.then(|| draw_image(&inner, width, height)).flatten());
    });
    image.set_onload(Some(ended.unchecked_ref()));
    image.set_onerror(Some(ended.unchecked_ref()));
    let encoded = String::from(js_sys::encode_uri_component(svg));
    image.set_src(&format!("data:image/svg+xml,{encoded}"));
}

/// A canvas and its context.
type Painted = (HtmlCanvasElement, CanvasRenderingContext2d);

fn draw_image(image: &HtmlImageElement, width: u32, height: u32) -> Option<Painted> {
    let canvas: HtmlCanvasElement =
        dom::document()?.create_element("canvas").ok()?.dyn_into().ok()?;
    canvas.set_width(width);
    canvas.set_height(height);
    let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
    context.set_fill_style_str("#f6f1e7");
    context.fill_rect(0.0, 0.0, f64::from(width), f64::from(height));
    context.draw_image_with_html_image_element(image, 0.0, 0.0).ok()?;
    Some((canvas, context))
}

pub(crate) fn save_png(scene: &Scene, name: String) {
    let (svg, height) = sized(scene, PNG_WIDTH_PX);
    let save = move |painted: Option<Painted>| {
        let Some((canvas, _)) = painted else { return export_failed() };
        let on_blob = Closure::once_into_js(move |blob: Option<web_sys::Blob>| match blob {
            Some(blob) => dom::save_blob(&name, &blob),
            None => export_failed(),
        });
        let _ = canvas.to_blob(on_blob.unchecked_ref());
    };
    paint(&svg, PNG_WIDTH_PX, height, Box::new(save));
}

fn export_failed() {
    notify(Notice::new("say-picture-failed"));
}

/// Downloads a GIF of a game, one frame per turn. `on_progress` gets the percentage; 100 when done.
pub(crate) fn save_gif(record: &Record, name: String, on_progress: Rc<dyn Fn(u32)>) {
    let ends = record.turns().iter().map(|turn| turn.start).chain([record.steps().len()]);
    let scenes: Vec<Scene> = ends.map(|ply| record.at(ply).scene()).take(MAX_GIF_FRAMES).collect();
    let height =
        scenes.iter().map(|scene| sized(scene, GIF_WIDTH_PX).1).max().unwrap_or(GIF_WIDTH_PX);
    let job = Rc::new(GifJob { scenes, height, name, on_progress, frames: RefCell::default() });
    job.next();
}

/// A GIF being rendered.
struct GifJob {
    scenes: Vec<Scene>,
    height: u32,
    name: String,
    on_progress: Rc<dyn Fn(u32)>,
    frames: RefCell<Vec<Vec<u8>>>,
}

impl GifJob {
    /// Renders the next frame; asynchronous, so that the page stays responsive.
    fn next(self: Rc<GifJob>) {
        let done = self.frames.borrow().len();
        (self.on_progress)((done * 90 / self.scenes.len().max(1)) as u32);
        let Some(scene) = self.scenes.get(done) else { return self.encode() };
        let (svg, _) = sized(scene, GIF_WIDTH_PX);
        let job = self.clone();
        let add = move |painted: Option<Painted>| {
            let (width, height) = (f64::from(GIF_WIDTH_PX), f64::from(job.height));
            let pixels = painted
                .and_then(|(_, context)| context.get_image_data(0.0, 0.0, width, height).ok());
            match pixels {
                Some(pixels) => {
                    job.frames.borrow_mut().push(pixels.data().0);
                    job.clone().next();
                }
                None => job.finish(None),
            }
        };
        paint(&svg, GIF_WIDTH_PX, self.height, Box::new(add));
    }

    fn encode(self: Rc<GifJob>) {
        let frames = self.frames.take();
        let (height, job) = (self.height, self.clone());
        Engine::background().encode_gif(
            GIF_WIDTH_PX,
            height,
            GIF_FRAME_MS,
            &frames,
            move |reply| {
                let blob = match reply {
                    Reply::Gif(bytes) => {
                        let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes.as_slice()));
                        let options = web_sys::BlobPropertyBag::new();
                        options.set_type("image/gif");
                        web_sys::Blob::new_with_u8_array_sequence_and_options(&parts, &options).ok()
                    }
                    _ => None,
                };
                job.finish(blob);
            },
        );
    }

    /// Downloads the file, or tells that there is none.
    fn finish(&self, blob: Option<web_sys::Blob>) {
        match blob {
            Some(blob) => dom::save_blob(&self.name, &blob),
            None => export_failed(),
        }
        (self.on_progress)(100);
    }
}

#[cfg(test)]
mod tests {
    use super::at_ply;

    #[test]
    fn a_url_has_one_step_or_none() {
        for (url, ply, expected) in [
            ("/fa/replay/k3x", Some("4"), "/fa/replay/k3x#&ply=4"),
            ("/fa/replay/k3x#&ply=4", Some("12.1.3"), "/fa/replay/k3x#&ply=12.1.3"),
            ("/fa/replay/k3x#&ply=4", None, "/fa/replay/k3x"),
            ("/replay#game=k~~a1", Some("0"), "/replay#game=k~~a1&ply=0"),
            ("/replay#game=k~~a1&ply=0", None, "/replay#game=k~~a1"),
        ] {
            assert_eq!(at_ply(url, ply), expected);
        }
    }
}
