//! Who plays, and who starts.

use std::rc::Rc;

use super::draft::{Draft, First, Who};
use super::elsewhere::elsewhere;
use crate::dom;
use crate::say::{Say, say};
use crate::session::Player;
use crate::state::{Derived, State};
use crate::view::{View, Views, on, show, truth, view, words};

/// Radio buttons in a row.
pub fn choices<T: Copy + PartialEq + 'static>(
    name: &'static str,
    all: &'static [(T, &'static str)],
    get: impl Fn() -> T + 'static,
    set: impl Fn(T) + 'static,
) -> View {
    let keys = all.iter().map(|(_, key)| *key).collect();
    let is: Rc<dyn Fn(usize) -> bool> = Rc::new(move |n| get() == all[n].0);
    let set: Rc<dyn Fn(usize)> = Rc::new(move |n| set(all[n].0));
    choices_of(name, keys, &is, &set)
}

fn choices_of(
    name: &'static str,
    keys: Vec<&'static str>,
    is: &Rc<dyn Fn(usize) -> bool>,
    set: &Rc<dyn Fn(usize)>,
) -> View {
    let say = Say::here();
    let choice = |(n, key)| {
        let (is, set) = (is.clone(), set.clone());
        view! {
            <label class="choice">
                <input type="radio" name=name prop:checked=truth(move || is(n)) on:change=on(move |_| set(n)) />
                <span class="name">{say!(say, key)}</span>
            </label>
        }
    };
    view! { <div class="choices">{keys.into_iter().enumerate().map(choice).views()}</div> }
}

/// Who sits at the table.
pub fn who_plays(draft: State<Draft>, seats: Derived<usize>) -> View {
    const WHO: &[(Who, &str)] = &[
        (Who::Computer, "say-who-computer"),
        (Who::People, "say-who-people"),
        (Who::Online, "say-who-online"),
        (Who::Mixed, "say-who-mixed"),
    ];
    const FIRST: &[(First, &str)] = &[
        (First::Lot, "say-first-lot"),
        (First::Me, "say-first-me"),
        (First::Other, "say-first-other"),
    ];
    let say = Say::here();
    let who = Derived::new(move || draft.with(|draft| draft.who));
    let seat = move |n: usize| {
        let value = move || {
            draft.with(|draft| match draft.seats[n] {
                Player::Person | Player::Elsewhere => 0,
                Player::Computer(level) => level,
            })
        };
        view! {
            <label class="seat-choice">
                <span>{words(move || say.with("say-player", &[("seat", (n as u32 + 1).into())]))}</span>
                <select
                    on:change=on(move |event| {
                        let level: u8 = dom::value(&event).parse().unwrap_or(0);
                        draft.update(|draft| {
                            draft.seats[n] =
                                if level == 0 { Player::Person } else { Player::Computer(level.min(8)) };
                        });
                    })
                >
                    <option value="0" selected=truth(move || value() == 0)>{say!(say, "say-person")}</option>
                    {(1..=8u8).map(|level| view! {
                        <option value=level selected=truth(move || value() == level)>
                            {words(move || say.with("say-computer-level", &[("level", level.into())]))}
                        </option>
                    }).views()}
                </select>
            </label>
        }
    };
    view! {
        <fieldset>
            <legend>{say!(say, "say-who")}</legend>
            {choices("who", WHO, move || draft.with(|draft| draft.who), move |who| draft.update(|draft| draft.who = who))}
            {show(move || who.get() == Who::Computer, move || view! {
                {levels(draft)}
                <div class="first">
                    <span class="name">{say!(say, "say-first")}</span>
                    {choices("first", FIRST, move || draft.with(|draft| draft.first), move |first| draft.update(|draft| draft.first = first))}
                </div>
            })}
            {show(move || who.get() == Who::Online, move || elsewhere(draft, seats))}
            {show(move || who.get() == Who::Mixed, move || view! {
                <div class="mixed">{move || (0..seats.get()).map(seat).views()}</div>
            })}
        </fieldset>
    }
}

/// How strong the computer is.
pub fn levels(draft: State<Draft>) -> View {
    let say = Say::here();
    let level = move |n: u8| {
        view! {
            <label class="level">
                <input type="radio" name="level" value=n
                    prop:checked=truth(move || draft.with(|draft| draft.level == n))
                    on:change=on(move |_| draft.update(|draft| draft.level = n)) />
                <span>{words(move || say.number(n))}</span>
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
            <div class="scale">{(1..=8u8).map(level).views()}</div>
            <span class="about">{level_about}</span>
        </div>
    }
}
