//! Form fields for the players: mode, levels, first move.

use std::rc::Rc;

use mohreh_protocol::{First, limits};

use super::draft::{Draft, PlayMode};
use super::online::online_options;
use crate::dom;
use crate::game_model::Controller;
use crate::say::{Say, say};
use crate::signal::{Memo, Signal};
use crate::view::{View, Views, bind, bind_bool, on, show, view};

/// A row of radio buttons.
pub(super) fn choices<T: Copy + PartialEq + 'static>(
    name: &'static str,
    all: &'static [(T, &'static str)],
    get: impl Fn() -> T + 'static,
    set: impl Fn(T) + 'static,
) -> View {
    let keys = all.iter().map(|(_, key)| *key).collect();
    let is_selected: Rc<dyn Fn(usize) -> bool> = Rc::new(move |n| get() == all[n].0);
    let set: Rc<dyn Fn(usize)> = Rc::new(move |n| set(all[n].0));
    choices_boxed(name, keys, &is_selected, &set)
}

fn choices_boxed(
    name: &'static str,
    keys: Vec<&'static str>,
    is_selected: &Rc<dyn Fn(usize) -> bool>,
    set: &Rc<dyn Fn(usize)>,
) -> View {
    let say = Say::global();
    let choice = |(n, key)| {
        let (is_selected, set) = (is_selected.clone(), set.clone());
        view! {
            <label class="choice">
                <input type="radio" name=name prop:checked=bind_bool(move || is_selected(n)) on:change=on(move |_| set(n)) />
                <span class="name">{say!(say, key)}</span>
            </label>
        }
    };
    view! { <div class="choices">{keys.into_iter().enumerate().map(choice).views()}</div> }
}

pub(super) fn players_view(draft: Signal<Draft>, seats: Memo<usize>) -> View {
    const MODES: &[(PlayMode, &str)] = &[
        (PlayMode::Computer, "say-who-computer"),
        (PlayMode::People, "say-who-people"),
        (PlayMode::Online, "say-who-online"),
        (PlayMode::Mixed, "say-who-mixed"),
    ];
    const FIRST: &[(First, &str)] = &[
        (First::Lot, "say-first-lot"),
        (First::Me, "say-first-me"),
        (First::Other, "say-first-other"),
    ];
    let say = Say::global();
    let mode = Memo::new(move || draft.with(|draft| draft.mode));
    let seat = move |n: usize| {
        let value = move || {
            draft.with(|draft| match draft.seats[n] {
                Controller::Person | Controller::Remote => 0,
                Controller::Computer(level) => level,
            })
        };
        view! {
            <label class="seat-choice">
                <span>{bind(move || say.with("say-player", &[("seat", (n as u32 + 1).into())]))}</span>
                <select
                    on:change=on(move |event| {
                        let level: u8 = dom::event_value(&event).parse().unwrap_or(0);
                        draft.update(|draft| {
                            draft.seats[n] =
                                if level == 0 { Controller::Person } else { Controller::Computer(level.min(8)) };
                        });
                    })
                >
                    <option value="0" selected=bind_bool(move || value() == 0)>{say!(say, "say-person")}</option>
                    {limits::LEVELS.map(|level| view! {
                        <option value=level selected=bind_bool(move || value() == level)>
                            {bind(move || say.with("say-computer-level", &[("level", level.into())]))}
                        </option>
                    }).views()}
                </select>
            </label>
        }
    };
    view! {
        <fieldset>
            <legend>{say!(say, "say-who")}</legend>
            {choices("who", MODES, move || draft.with(|draft| draft.mode), move |mode| draft.update(|draft| draft.mode = mode))}
            {show(move || mode.get() == PlayMode::Computer, move || view! {
                {levels(draft)}
                <div class="first">
                    <span class="name">{say!(say, "say-first")}</span>
                    {choices("starts", FIRST, move || draft.with(|draft| draft.first), move |first| draft.update(|draft| draft.first = first))}
                </div>
            })}
            {show(move || mode.get() == PlayMode::Online, move || online_options(draft, seats))}
            {show(move || mode.get() == PlayMode::Mixed, move || view! {
                <div class="mixed">{move || (0..seats.get()).map(seat).views()}</div>
            })}
        </fieldset>
    }
}

/// Selection of the engine's level.
pub(super) fn levels(draft: Signal<Draft>) -> View {
    let say = Say::global();
    let level = move |n: u8| {
        view! {
            <label class="level">
                <input type="radio" name="level" value=n
                    prop:checked=bind_bool(move || draft.with(|draft| draft.level == n))
                    on:change=on(move |_| draft.update(|draft| draft.level = n)) />
                <span>{bind(move || say.number(n))}</span>
            </label>
        }
    };
    let level_about = move || {
        say.text(match draft.with(|draft| draft.level) {
            1 => "say-level-1",
            2 | 3 => "say-level-2",
            4 | 5 => "say-level-4",
            6 | 7 => "say-level-6",
            _ => "say-level-8",
        })
    };
    view! {
        <div class="levels" role="radiogroup" aria-label=say!(say, "say-level")>
            <span class="name">{say!(say, "say-level")}</span>
            <div class="scale">{limits::LEVELS.map(level).views()}</div>
            <span class="about">{level_about}</span>
        </div>
    }
}
