//! What is beside the board: tools, history, numbers of pieces, whose turn it is.

use mohreh_games::edit::{Brush, Counter, Selector, Thing};
use mohreh_games::show::{Choice, Role, SetupPart};
use mohreh_games::{Kind, Seat};

use super::bench::{Bench, Tool};
use crate::board::{piece_label, style};
use crate::dom;
use crate::grid::ground_svg;
use crate::icons::{Icon, icon};
use crate::say::{Say, say};
use crate::settings::Settings;
use crate::signal::Memo;
use crate::tray::role_label;
use crate::view::{View, Views, bind, bind_bool, on, view};

/// More values than this are in a list that unfolds.
const MAX_CHOICES: usize = 4;

/// What can be put on the board, and the hand that takes off.
pub(super) fn tools(bench: Bench) -> View {
    let say = Say::global();
    let settings = Settings::global();
    let kind = bench.kind;
    let brushes = Memo::new(move || bench.draft.with(|draft| draft.layout().brushes.clone()));
    let brush = move |brush: Brush| {
        let label = move || match brush.thing {
            Thing::Piece(look) => piece_label(say, kind, look),
            Thing::Ground(_) => say.text(&format!("{kind}-edit-ground")),
        };
        let picture = move || match brush.thing {
            Thing::Piece(look) => mohreh_draw::piece(look, &style(&settings.get())),
            Thing::Ground(ground) => ground_svg(ground, &settings.get()),
        };
        let tool = Tool::Put(brush.letter);
        view! {
            <button
                type="button" class="brush" data-spot=tool.name()
                class:chosen=bind_bool(move || bench.tool.get() == tool)
                aria-pressed=bind(move || if bench.tool.get() == tool { "true" } else { "false" })
                title=bind(label)
            >
                <span class="unseen">{bind(label)}</span>
                <span class="piece" aria-hidden="true" inner_html=picture></span>
            </button>
        }
    };
    view! {
        <div class="brushes" role="group" aria-label=say!(say, "say-edit-tools")>
            {move || brushes.get().into_iter().map(brush).views()}
            <button
                type="button" class="brush" data-spot=Tool::Take.name()
                class:chosen=bind_bool(move || bench.tool.get() == Tool::Take)
                aria-pressed=bind(move || if bench.tool.get() == Tool::Take { "true" } else { "false" })
                aria-label=say!(say, "say-edit-erase") title=say!(say, "say-edit-erase")
            >
                {icon(Icon::Close)}
            </button>
        </div>
    }
}

/// Undo, redo, and whole boards.
pub(super) fn history(bench: Bench) -> View {
    let say = Say::global();
    let has_lot = bench.kind.offers().iter().any(|offer| match offer.choice {
        Choice::OneOf(all) => all.iter().any(|variant| variant.setup == SetupPart::Random),
        Choice::Word(_) => false,
    });
    view! {
        <p class="actions">
            <button type="button" class="action" data-act="undo" disabled=bind_bool(move || bench.past.with(Vec::is_empty)) on:click=on(move |_| bench.undo())>
                {icon(Icon::Undo)} {say!(say, "say-edit-undo")}
            </button>
            <button type="button" class="action" data-act="redo" disabled=bind_bool(move || bench.future.with(Vec::is_empty)) on:click=on(move |_| bench.redo())>
                {icon(Icon::Redo)} {say!(say, "say-edit-redo")}
            </button>
            <button type="button" class="action" data-act="clear" on:click=on(move |_| bench.change(&|draft| draft.clear()))>
                {icon(Icon::Stop)} {say!(say, "say-edit-clear")}
            </button>
            <button type="button" class="action" data-act="start" on:click=on(move |_| bench.restart())>
                {icon(Icon::Again)} {say!(say, "say-edit-start")}
            </button>
            {has_lot.then(|| view! {
                <button type="button" class="action" data-act="mix" on:click=on(move |_| bench.mix())>
                    {icon(Icon::Turn)} {say!(say, "say-mix")}
                </button>
            })}
        </p>
    }
}

/// Numbers of pieces beside the board, by owner.
pub(super) fn counters(bench: Bench) -> View {
    let (say, kind) = (Say::global(), bench.kind);
    let all = Memo::new(move || bench.draft.with(|draft| draft.layout().counters.clone()));
    let group = move |(owner, role): (Option<Seat>, Role)| {
        let label = move || {
            let owner = owner.map(|owner| say.seat_name(kind, owner.index()));
            let role = role_label(say, role);
            owner.into_iter().chain([role]).collect::<Vec<_>>().join(&say.text("say-comma"))
        };
        let here = all.get_untracked().into_iter().enumerate();
        let here = here.filter(|(_, counter)| (counter.owner, counter.role) == (owner, role));
        view! {
            <div class="counters" role="group" aria-label=bind(label)>
                <span class="name">{bind(label)}</span>
                {here.map(|(n, counter)| counter_view(bench, n, counter)).views()}
            </div>
        }
    };
    view! {
        {move || {
            let mut groups: Vec<(Option<Seat>, Role)> = Vec::new();
            for counter in all.get() {
                if !groups.contains(&(counter.owner, counter.role)) {
                    groups.push((counter.owner, counter.role));
                }
            }
            groups.into_iter().map(group).views()
        }}
    }
}

fn counter_view(bench: Bench, n: usize, counter: Counter) -> View {
    let (say, settings, kind) = (Say::global(), Settings::global(), bench.kind);
    let look = counter.look;
    let name = format!("{}-{}", counter.word, counter.place);
    let max = counter.max;
    let count = Memo::new(move || bench.draft.with(|draft| draft.count(&counter)));
    let label = move |key: &str| say.with(key, &[("piece", piece_label(say, kind, look).into())]);
    let set = move |count: u8| {
        bench.change(&|draft| draft.set_count(n, count));
        let told = [("piece", piece_label(say, kind, look).into()), ("count", count.into())];
        bench.announcement.set(say.with("say-edit-count", &told));
    };
    let (less, more) = (
        move |_| set(count.get_untracked().saturating_sub(1)),
        move |_| set(count.get_untracked().saturating_add(1).min(max)),
    );
    view! {
        <span class="counter" data-counter=name>
            <button type="button" class="bare" aria-label=bind(move || label("say-edit-less")) disabled=bind_bool(move || count.get() == 0) on:click=on(less)>
                {icon(Icon::Minus)}
            </button>
            <span class="piece" aria-hidden="true" inner_html=move || mohreh_draw::piece(look, &style(&settings.get()))></span>
            <span class="count">{bind(move || say.number(count.get()))}</span>
            <button type="button" class="bare" aria-label=bind(move || label("say-edit-more")) disabled=bind_bool(move || count.get() >= max) on:click=on(more)>
                {icon(Icon::Plus)}
            </button>
        </span>
    }
}

/// Whose turn it is, its stage, the dice.
pub(super) fn selectors(bench: Bench) -> View {
    let say = Say::global();
    // A die is shown only once it was rolled.
    let all = Memo::new(move || {
        bench.draft.with(|draft| {
            let all = draft.layout().selectors.iter().cloned().enumerate();
            let is_shown = |(_, selector): &(usize, Selector)| match selector.die {
                Some(_) => !draft.value(selector.word).is_empty(),
                None => selector.values.len() > 1,
            };
            all.filter(is_shown).collect::<Vec<_>>()
        })
    });
    view! {
        {move || {
            let (dice, words): (Vec<_>, Vec<_>) =
                all.get().into_iter().partition(|(_, selector)| selector.die.is_some());
            let dice = (!dice.is_empty()).then(|| view! {
                <div class="dice" role="group" aria-label=say!(say, "say-dice")>
                    {dice.into_iter().map(|(n, selector)| die_view(bench, n, selector)).views()}
                </div>
            });
            view! { {words.into_iter().map(|(n, selector)| selector_view(bench, n, selector)).views()} {dice} }
        }}
    }
}

/// A value in words.
fn value_text(say: Say, kind: Kind, word: &str, value: &str) -> String {
    if let Some(seat) = value.parse::<usize>().ok().filter(|seat| word == TURN && *seat > 0) {
        return say.seat_name(kind, seat - 1);
    }
    let is_number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    let text = if is_number { say.digits(value) } else { say.language().isolate(value) };
    let value = if value.is_empty() { "none" } else { value };
    say.with(&format!("{kind}-edit-{word}-is"), &[("value", value.into()), ("text", text.into())])
}

/// The word that tells who is to move.
const TURN: &str = "turn";

fn selector_view(bench: Bench, n: usize, selector: Selector) -> View {
    let (say, kind, word) = (Say::global(), bench.kind, selector.word);
    let values = selector.values.clone();
    let legend = move || match word {
        TURN => say.text("say-edit-turn"),
        word => say.text(&format!("{kind}-edit-{word}")),
    };
    let chosen = Memo::new(move || bench.draft.with(|draft| draft.selected(&selector).to_string()));
    if values.len() > MAX_CHOICES {
        let option = move |value: String| {
            let (shown, this) = (value.clone(), value.clone());
            view! {
                <option value=value selected=bind_bool(move || chosen.get() == this)>
                    {bind(move || value_text(say, kind, word, &shown))}
                </option>
            }
        };
        let select = move |event| {
            let value = dom::event_value(&event);
            bench.change(&|draft| draft.select(n, &value));
        };
        return view! {
            <label class="field">
                <span class="name">{bind(legend)}</span>
                <select name=word on:change=on(select)>{values.into_iter().map(option).views()}</select>
            </label>
        };
    }
    let choice = move |value: String| {
        let (shown, this, set) = (value.clone(), value.clone(), value.clone());
        view! {
            <label class="choice">
                <input type="radio" name=format!("edit-{word}") value=value
                    prop:checked=bind_bool(move || chosen.get() == this)
                    on:change=on(move |_| bench.change(&|draft| draft.select(n, &set))) />
                <span class="name">{bind(move || value_text(say, kind, word, &shown))}</span>
            </label>
        }
    };
    view! {
        <fieldset>
            <legend>{bind(legend)}</legend>
            <div class="choices">{values.into_iter().map(choice).views()}</div>
        </fieldset>
    }
}

/// A die, whose face changes with every touch.
fn die_view(bench: Bench, n: usize, selector: Selector) -> View {
    let (say, settings) = (Say::global(), Settings::global());
    let number = selector.die.unwrap_or(0) as u32 + 1;
    let values = selector.values.clone();
    let face = Memo::new(move || bench.draft.with(|draft| draft.selected(&selector).to_string()));
    let label = move || {
        let face = say.digits(&face.get());
        say.with("say-edit-die", &[("number", number.into()), ("face", face.into())])
    };
    let next = move |_| {
        let now = values.iter().position(|value| *value == face.get_untracked());
        let next = now.map_or(0, |now| (now + 1) % values.len());
        bench.change(&|draft| draft.select(n, &values[next]));
    };
    view! {
        <button type="button" class="die lit" aria-label=bind(label) on:click=on(next)
            inner_html=move || mohreh_draw::die(face.get().parse().ok(), &style(&settings.get()))
        ></button>
    }
}
