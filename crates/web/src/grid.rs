//! Editor for custom boards: paint cells, add and remove rows and columns, save to and load from a file.

use mohreh_games::show::{Figure, Grid, Ground, Name, Scene, Spot};

use crate::board::{figure_label, style, view_box};
use crate::dom;
use crate::notice::{Notice, notify};
use crate::say::{Say, say};
use crate::settings::Settings;
use crate::signal::{Memo, Signal};
use crate::view::{View, Views, bind, bind_bool, on, view};

fn parse_cells(text: &str) -> Vec<Vec<String>> {
    text.split('/').map(|row| row.split(',').map(ToString::to_string).collect()).collect()
}

fn format_cells(cells: &[Vec<String>]) -> String {
    cells.iter().map(|row| row.join(",")).collect::<Vec<_>>().join("/")
}

/// TOML of a board: `rows = ["H 3 5 S", …]`, top row first.
fn to_file(text: &str) -> String {
    let rows: Vec<String> =
        parse_cells(text).iter().map(|row| format!("    \"{}\",\n", row.join(" "))).collect();
    format!("rows = [\n{}]\n", rows.concat())
}

/// Parses the subset of TOML that [`to_file`] writes: each quoted string after `rows` is a row.
fn from_file(file: &str) -> Option<String> {
    let plain: String = file
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default())
        .collect::<Vec<_>>()
        .join("\n");
    let rows = plain.split_once("rows")?.1.trim_start().strip_prefix('=')?;
    let rows = rows.split_once('[')?.1.split_once(']')?.0;
    let rows: Vec<String> = rows
        .split(['"', '\''])
        .skip(1)
        .step_by(2)
        .map(|row| row.split_whitespace().collect::<Vec<_>>().join(","))
        .collect();
    (!rows.is_empty() && rows.iter().all(|row| !row.is_empty())).then(|| rows.join("/"))
}

/// SVG of one cell.
fn cell_svg(figure: Option<Figure>, settings: &Settings) -> String {
    figure.map_or_else(String::new, |figure| ground_svg(Ground::Cell(figure), settings))
}

/// SVG of a part of a board.
pub(crate) fn ground_svg(ground: Ground, settings: &Settings) -> String {
    let Some(name) = Name::new("a1") else { return String::new() };
    let scene = Scene::of(vec![Spot { name, x: 0.0, y: 0.0, ground }]);
    let style = mohreh_draw::Style { names: false, turned: false, ..style(settings) };
    let board = mohreh_draw::board(&scene, &style);
    format!(
        r#"<svg viewBox="{}" aria-hidden="true"><defs>{}</defs>{}</svg>"#,
        view_box(board.view),
        board.defs,
        board.ground
    )
}

pub(crate) fn grid_editor(
    grid: Grid,
    text: Memo<String>,
    set: impl Fn(String) + Copy + 'static,
) -> View {
    let say = Say::global();
    let settings = Settings::global();
    let brush = Signal::new(0usize);
    let parsed = Memo::new(move || parse_cells(&text.get()));
    let change = move |work: &dyn Fn(&mut Vec<Vec<String>>)| {
        let mut cells = parsed.get_untracked();
        work(&mut cells);
        set(format_cells(&cells));
    };
    let paint = move |row: usize, column: usize| {
        let token = grid.cells[brush.get_untracked()].0;
        change(&|cells| {
            if let Some(cell) = cells.get_mut(row).and_then(|row| row.get_mut(column)) {
                *cell = token.to_string();
            }
        });
    };
    let figure = move |token: &str| {
        grid.cells.iter().find(|(known, _)| *known == token).and_then(|(_, figure)| *figure)
    };
    let label = move |figure: Option<Figure>| match figure {
        Some(figure) => figure_label(say, figure),
        None => say.text("say-no-cell"),
    };
    let fill = move || grid.cells[0].0.to_string();
    let add_row = move |_| {
        change(&|cells| {
            let width = cells.first().map_or(1, Vec::len);
            if cells.len() < grid.max_side {
                cells.push(vec![fill(); width]);
            }
        });
    };
    let remove_row = move |_| {
        change(&|cells| {
            if cells.len() > 1 {
                cells.pop();
            }
        });
    };
    let add_column = move |_| {
        change(&|cells| {
            for row in cells.iter_mut().filter(|row| row.len() < grid.max_side) {
                row.push(fill());
            }
        });
    };
    let remove_column = move |_| {
        change(&|cells| {
            for row in cells.iter_mut().filter(|row| row.len() > 1) {
                row.pop();
            }
        });
    };
    let load = move |event: web_sys::Event| {
        dom::read_file(&event, move |text| match from_file(&text) {
            Some(text) => set(text),
            None => notify(Notice::new("say-no-board-file")),
        });
    };
    let brushes = grid.cells.iter().enumerate().map(|(n, (_, figure))| {
        let figure = *figure;
        view! {
            <button type="button" class="brush" class:chosen=bind_bool(move || brush.get() == n)
                aria-pressed=bind(move || if brush.get() == n { "true" } else { "false" })
                aria-label=bind(move || label(figure))
                title=bind(move || label(figure))
                on:click=on(move |_| brush.set(n))
                inner_html=move || cell_svg(figure, &settings.get())
            ></button>
        }
    });
    // Rows are rebuilt only when the size changes: a painted cell keeps its button, and thus the focus.
    let sizes =
        Memo::new(move || parsed.with(|rows| rows.iter().map(Vec::len).collect::<Vec<_>>()));
    let rows = move || {
        let rows = sizes.get().into_iter().enumerate();
        rows.map(|(r, width)| {
            let cell = move |c: usize| {
                let shown = Memo::new(move || {
                    parsed
                        .with(|rows| rows.get(r).and_then(|row| row.get(c)).and_then(|t| figure(t)))
                });
                view! {
                    <button type="button" class="cell"
                        aria-label=bind(move || label(shown.get()))
                        on:click=on(move |_| paint(r, c))
                        inner_html=move || cell_svg(shown.get(), &settings.get())
                    ></button>
                }
            };
            view! { <div class="line">{(0..width).map(cell).views()}</div> }
        })
        .views()
    };
    view! {
        <fieldset class="grid" dir="ltr">
            <p class="about" dir="auto">{say!(say, "say-grid-about")}</p>
            <div class="brushes" role="group">{brushes.views()}</div>
            <p class="about" dir="auto">{bind(move || label(grid.cells[brush.get()].1))}</p>
            <div class="cells">{rows}</div>
            <p class="row" dir="auto">
                <button type="button" class="plain" on:click=on(add_row)>{say!(say, "say-row-more")}</button>
                <button type="button" class="plain" on:click=on(remove_row)>{say!(say, "say-row-less")}</button>
                <button type="button" class="plain" on:click=on(add_column)>{say!(say, "say-column-more")}</button>
                <button type="button" class="plain" on:click=on(remove_column)>{say!(say, "say-column-less")}</button>
            </p>
            <p class="row" dir="auto">
                <button type="button" class="plain" on:click=on(move |_| dom::save_text("board.toml", &to_file(&text.get_untracked())))>
                    {say!(say, "say-save-file")}
                </button>
                <label class="plain file">
                    {say!(say, "say-load-file")}
                    <input type="file" accept=".toml,text/plain" on:change=on(load) />
                </label>
            </p>
        </fieldset>
    }
}

#[cfg(test)]
mod tests {
    use super::{from_file, to_file};

    #[test]
    fn board_files_round_trip() {
        let board = "3,4,5,H/P1,.,S,4";
        assert_eq!(from_file(&to_file(board)).as_deref(), Some(board));
        let own = "# mine\nrows = [ 'H 3', # top\n \"5  S\" ]";
        assert_eq!(from_file(own).as_deref(), Some("H,3/5,S"));
        for garbage in ["", "rows", "rows = 3", "rows = []", "rows = [\"\"]", "\0"] {
            assert_eq!(from_file(garbage), None, "{garbage}");
        }
    }
}
