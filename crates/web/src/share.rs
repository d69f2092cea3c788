//! Games and positions on their way out and in: links, files, pictures, films.

use std::cell::RefCell;
use std::rc::Rc;

use mohreh_draw::{Marks, Style};
use mohreh_games::record::RecordError;
use mohreh_games::show::Scene;
use mohreh_games::{AnyGame, Record};
use mohreh_texts::Language;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, HtmlImageElement};

use crate::dom;
use crate::engine::{Engine, Said};
use crate::route::Route;
use crate::store::{self, Kept};

/// The width of a picture, and of a film, in pixels.
const PICTURE: u32 = 1200;
const FILM: u32 = 420;
/// How long a film shows each turn, in milliseconds.
const PAUSE: u32 = 900;
/// No film is longer.
const MOST_FRAMES: usize = 240;

/// What a link or a text can bring.
#[derive(Clone, PartialEq, Debug)]
pub enum Brought {
    Games(Vec<Record>),
    Position(Box<AnyGame>),
}

/// A link that holds the whole game.
pub fn link(record: &Record, language: Language) -> String {
    address(&format!("game={}", folded(&record.to_line())), language)
}

pub fn position_link(game: &AnyGame, language: Language) -> String {
    address(&format!("position={}", folded(&format!("{}|{game}", game.kind()))), language)
}

fn address(fragment: &str, language: Language) -> String {
    let origin = dom::window().and_then(|window| window.location().origin().ok());
    format!("{}{}#{fragment}", origin.unwrap_or_default(), Route::Replay(None).path(language))
}

/// Signs that a link can hold as they are.
fn folded(line: &str) -> String {
    let line = line.replace(' ', "_").replace('|', "~");
    String::from(js_sys::encode_uri(&line))
}

/// What a link's fragment brings; none if it brings nothing.
pub fn from_fragment(fragment: &str) -> Option<Result<Brought, String>> {
    let fragment = fragment.trim_start_matches('#');
    let (what, folded) = fragment.split_once('=')?;
    let plain = js_sys::decode_uri(folded).map_or_else(|_| folded.to_string(), String::from);
    let line = plain.replace('_', " ").replace('~', "|");
    match what {
        "game" => Some(
            Record::from_line(&line)
                .map(|record| Brought::Games(vec![record]))
                .map_err(|error| error.to_string()),
        ),
        "position" => Some(position(&line)),
        _ => None,
    }
}

/// `KIND|POSITION`.
fn position(line: &str) -> Result<Brought, String> {
    let (kind, position) = line.split_once('|').ok_or_else(|| line.to_string())?;
    let kind = kind.trim().parse().map_err(|error| format!("{error}"))?;
    let game = AnyGame::parse(kind, position.trim()).map_err(|error| error.to_string())?;
    Ok(Brought::Position(Box::new(game)))
}

/// Reads whatever a person pastes: records in either form, a position, a link.
pub fn read(text: &str) -> Result<Brought, String> {
    let text = text.trim();
    if let Some((_, fragment)) = text.split_once("replay#")
        && let Some(brought) = from_fragment(fragment)
    {
        return brought;
    }
    if !text.contains('\n') {
        match text.split('|').count() {
            3 => {
                let record = Record::from_line(text).map_err(|error| error.to_string())?;
                return Ok(Brought::Games(vec![record]));
            }
            2 => return position(text),
            _ => {}
        }
    }
    let each = Record::read_each(text);
    let wrong: Vec<&RecordError> = each.iter().filter_map(|record| record.as_ref().err()).collect();
    match wrong.first() {
        Some(why) => Err(why.to_string()),
        None => Ok(Brought::Games(each.into_iter().flatten().collect())),
    }
}

/// All games of the device in one file.
pub fn save_all() {
    let text = |kept: Kept| match kept {
        Kept::Game(session) => session.to_text(),
        Kept::Broken { text, .. } => text,
    };
    let all: Vec<String> = store::games().into_iter().map(text).collect();
    dom::save_text("mohreh-games.txt", &all.join("\n"));
}

fn style() -> Style {
    Style::default()
}

pub fn save_svg(scene: &Scene, name: &str) {
    dom::save_text(name, &mohreh_draw::picture(scene, &style(), &Marks::default()));
}

/// A picture with its size in it, and that size.
fn sized(scene: &Scene, width: u32) -> (String, u32) {
    let svg = mohreh_draw::picture(scene, &style(), &Marks::default());
    let view = svg.split("viewBox=\"").nth(1).and_then(|rest| rest.split('"').next());
    // Tenths do not matter here.
    let whole = |number: &str| number.split('.').next().unwrap_or_default().parse().ok();
    let numbers: Vec<i32> = view.unwrap_or_default().split(' ').filter_map(whole).collect();
    let height = match numbers.as_slice() {
        [_, _, w, h] if *w > 0 => (width * h.unsigned_abs()).div_ceil(w.unsigned_abs()),
        _ => width,
    };
    let size = format!("<svg width=\"{width}\" height=\"{height}\" ");
    (svg.replacen("<svg ", &size, 1), height)
}

/// Draws a picture and gives the canvas to `then`; the canvas may be given, so that sizes agree.
fn paint(svg: &str, width: u32, height: u32, then: impl FnOnce(&HtmlCanvasElement) + 'static) {
    let Ok(image) = HtmlImageElement::new() else { return };
    let inner = image.clone();
    let loaded = Closure::once_into_js(move || {
        let canvas = dom::document()
            .and_then(|document| document.create_element("canvas").ok())
            .and_then(|canvas| canvas.dyn_into::<HtmlCanvasElement>().ok());
        let Some(canvas) = canvas else { return };
        canvas.set_width(width);
        canvas.set_height(height);
        let context = canvas.get_context("2d").ok().flatten();
        let context = context.and_then(|c| c.dyn_into::<CanvasRenderingContext2d>().ok());
        if let Some(context) = context {
            context.set_fill_style_str("#f6f1e7");
            context.fill_rect(0.0, 0.0, f64::from(width), f64::from(height));
            let _ = context.draw_image_with_html_image_element(&inner, 0.0, 0.0);
            then(&canvas);
        }
    });
    image.set_onload(Some(loaded.unchecked_ref()));
    let encoded = String::from(js_sys::encode_uri_component(svg));
    image.set_src(&format!("data:image/svg+xml,{encoded}"));
}

pub fn save_png(scene: &Scene, name: String) {
    let (svg, height) = sized(scene, PICTURE);
    paint(&svg, PICTURE, height, move |canvas| {
        let got = Closure::once_into_js(move |blob: Option<web_sys::Blob>| {
            if let Some(blob) = blob {
                dom::save_blob(&name, &blob);
            }
        });
        let _ = canvas.to_blob(got.unchecked_ref());
    });
}

/// A film of a game, a frame for each turn. `told` hears how far it is, in percent; 100 is the end.
pub fn save_gif(record: &Record, name: String, told: Rc<dyn Fn(u32)>) {
    let ends = record.turn_starts().iter().copied().chain([record.steps().len()]);
    let scenes: Vec<Scene> = ends
        .filter_map(|ply| record.at(ply).ok())
        .map(|game| game.scene())
        .take(MOST_FRAMES)
        .collect();
    let height = scenes.iter().map(|scene| sized(scene, FILM).1).max().unwrap_or(FILM);
    let film = Rc::new(Film { scenes, height, name, told, frames: RefCell::default() });
    film.next();
}

struct Film {
    scenes: Vec<Scene>,
    height: u32,
    name: String,
    told: Rc<dyn Fn(u32)>,
    frames: RefCell<Vec<Vec<u8>>>,
}

impl Film {
    /// Frame by frame, so that the page stays awake.
    fn next(self: Rc<Film>) {
        let done = self.frames.borrow().len();
        (self.told)((done * 90 / self.scenes.len().max(1)) as u32);
        let Some(scene) = self.scenes.get(done) else { return self.encode() };
        let (svg, _) = sized(scene, FILM);
        let film = self.clone();
        paint(&svg, FILM, self.height, move |canvas| {
            let context = canvas.get_context("2d").ok().flatten();
            let context = context.and_then(|c| c.dyn_into::<CanvasRenderingContext2d>().ok());
            let (width, height) = (f64::from(FILM), f64::from(film.height));
            let pixels = context.and_then(|c| c.get_image_data(0.0, 0.0, width, height).ok());
            film.frames.borrow_mut().push(pixels.map(|p| p.data().0).unwrap_or_default());
            film.clone().next();
        });
    }

    fn encode(self: Rc<Film>) {
        let frames = self.frames.take();
        let (height, film) = (self.height, self.clone());
        Engine::here().film(FILM, height, PAUSE, &frames, move |said| {
            if let Said::Film(bytes) = said {
                let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes.as_slice()));
                let options = web_sys::BlobPropertyBag::new();
                options.set_type("image/gif");
                let blob = web_sys::Blob::new_with_u8_array_sequence_and_options(&parts, &options);
                if let Ok(blob) = blob {
                    dom::save_blob(&film.name, &blob);
                }
            }
            (film.told)(100);
        });
    }
}
