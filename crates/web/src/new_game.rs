//! A new game: everything that can be agreed on, each with a sentence, and who plays.

use leptos::prelude::*;
use mohreh_games::show::{Choice, Grid, Offer, Part, Way, setup_of};
use mohreh_games::{AnyGame, Kind};

use crate::app::{Notice, go};
use crate::board::small_board;
use crate::grid::grid_editor;
use crate::route::Route;
use crate::say::{Say, say};
use crate::session::{Pace, Player, Session};
use crate::settings::switch;
use crate::state::{Derived, State};
use crate::view::{View, Views, on, show, truth, view, words};
use crate::{dom, store};

/// Who plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Who {
    /// One person against the computer.
    Computer,
    /// People at this screen.
    People,
    /// Chosen seat by seat.
    Mixed,
}

/// Who starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum First {
    Lot,
    Me,
    Other,
}

const PACES: [(&str, Option<Pace>); 4] = [
    ("say-clock-none", None),
    ("say-clock-quick", Some(Pace { seconds: 180, more: 3 })),
    ("say-clock-usual", Some(Pace { seconds: 600, more: 10 })),
    ("say-clock-long", Some(Pace { seconds: 1800, more: 20 })),
];

/// What is chosen so far.
#[derive(Clone, PartialEq, Debug)]
struct Draft {
    /// For each offer, which way, or whether the word stands.
    chosen: Vec<usize>,
    /// The grid of one's own.
    grid: String,
    who: Who,
    level: u8,
    first: First,
    seats: Vec<Player>,
    pace: usize,
}

impl Draft {
    fn new(kind: Kind) -> Draft {
        let mut draft = Draft {
            chosen: vec![0; kind.offers().len()],
            grid: grid_of(kind).map(|grid| grid.start.to_string()).unwrap_or_default(),
            who: Who::Computer,
            level: 2,
            first: First::Lot,
            seats: vec![Player::Person; mohreh_games::Seat::MOST],
            pace: 0,
        };
        for (key, value) in
            store::draft(kind.name()).lines().filter_map(|line| line.split_once('='))
        {
            match key {
                "chosen" => {
                    let read: Vec<usize> =
                        value.split(',').filter_map(|part| part.parse().ok()).collect();
                    let fits = |(offer, n): (&Offer, &usize)| match offer.choice {
                        Choice::OneOf(ways) => *n < ways.len(),
                        Choice::Word(_) => *n < 2,
                    };
                    if read.len() == draft.chosen.len() && kind.offers().iter().zip(&read).all(fits)
                    {
                        draft.chosen = read;
                    }
                }
                "grid" if !value.is_empty() => draft.grid = value.to_string(),
                "level" => draft.level = value.parse().unwrap_or(2).clamp(1, 8),
                "pace" => draft.pace = value.parse().unwrap_or(0).min(PACES.len() - 1),
                _ => {}
            }
        }
        draft
    }

    fn keep(&self, kind: Kind) {
        let chosen: Vec<String> = self.chosen.iter().map(ToString::to_string).collect();
        let text = format!(
            "chosen={}\ngrid={}\nlevel={}\npace={}\n",
            chosen.join(","),
            self.grid,
            self.level,
            self.pace
        );
        store::keep_draft(kind.name(), &text);
    }

    /// The ways that are chosen.
    fn ways(&self, kind: Kind) -> impl Iterator<Item = Way> {
        let chosen = kind.offers().iter().zip(&self.chosen);
        chosen.filter_map(|(offer, n)| match offer.choice {
            Choice::OneOf(ways) => ways.get(*n).copied(),
            Choice::Word(_) => None,
        })
    }

    /// Whether a way that is chosen brings this word along.
    fn brings(&self, kind: Kind, word: &str) -> bool {
        self.ways(kind).any(|way| match way.setup {
            Part::Words(words) => words.split(' ').any(|other| other == word),
            _ => false,
        })
    }

    /// The setup text. What is drawn by lot is drawn with `below`; without it, the usual stands there.
    fn setup(&self, kind: Kind, below: Option<mohreh_games::Below<'_>>) -> String {
        let mut words: Vec<String> = Vec::new();
        let mut lot = false;
        for way in self.ways(kind) {
            match way.setup {
                Part::Words(text) => words.push(text.to_string()),
                Part::Lot => lot = true,
                Part::Grid(grid) => words.push(format!("{}={}", grid.word, self.grid)),
            }
        }
        for (offer, n) in kind.offers().iter().zip(&self.chosen) {
            if let Choice::Word(word) = offer.choice
                && *n == 1
            {
                words.push(word.to_string());
            }
        }
        match below {
            Some(below) if lot => words.push(kind.draw_setup(below)),
            _ => {}
        }
        setup_of(words.iter().map(String::as_str))
    }

    /// Who sits where, the seat that starts first.
    fn players(&self, seats: usize) -> Vec<Player> {
        let mut players: Vec<Player> = match self.who {
            Who::People => vec![Player::Person; seats],
            Who::Mixed => self.seats.iter().copied().cycle().take(seats).collect(),
            Who::Computer => {
                let mut players = vec![Player::Computer(self.level); seats];
                players[0] = Player::Person;
                players
            }
        };
        let turn = match (self.who, self.first) {
            (Who::People | Who::Mixed, _) | (Who::Computer, First::Me) => 0,
            (Who::Computer, First::Other) => 1,
            (Who::Computer, First::Lot) => dom::chance(seats as u32) as usize,
        };
        players.rotate_right(turn % seats.max(1));
        players
    }
}

fn grid_of(kind: Kind) -> Option<Grid> {
    kind.offers().iter().find_map(|offer| match offer.choice {
        Choice::OneOf(ways) => ways.iter().find_map(|way| match way.setup {
            Part::Grid(grid) => Some(grid),
            _ => None,
        }),
        Choice::Word(_) => None,
    })
}

/// Begins a game and opens its table.
fn begin(kind: Kind, setup: &str, players: &[Player], pace: Option<Pace>) -> Result<(), String> {
    let id = store::new_id();
    let session =
        Session::new(id.clone(), kind, setup, players, dom::new_seed(), pace, &dom::now())?;
    let notice: Option<State<Option<Notice>>> = use_context();
    if let (Err(why), Some(notice)) = (store::keep(&session), notice) {
        notice.set(Some(Notice::new(why.key())));
        return Err(String::new());
    }
    go(&Route::Table(id));
    Ok(())
}

/// The same once more: seats move on by one, and what is drawn by lot is drawn anew.
pub fn rematch(session: &Session) {
    let kind = session.kind();
    let drawn = kind.offers().iter().any(|offer| match offer.choice {
        Choice::OneOf(ways) => ways.iter().any(|way| way.setup == Part::Lot),
        Choice::Word(_) => false,
    });
    let setup = session.record.setup();
    let setup = if drawn && !setup.is_empty() {
        kind.draw_setup(&mut dom::chance)
    } else {
        setup.to_string()
    };
    let mut players = session.players.clone();
    players.rotate_right(1);
    // A setup that was played can be played again.
    let _ = begin(kind, &setup, &players, session.pace);
}

pub fn new_game(kind: Kind) -> View {
    let say = Say::here();
    let draft = State::new(Draft::new(kind));
    let query = dom::window().and_then(|window| window.location().search().ok());
    match query.as_deref() {
        Some("?with=people") => draft.update(|draft| draft.who = Who::People),
        Some("?with=computer") => draft.update(|draft| draft.who = Who::Computer),
        _ => {}
    }
    let start = Derived::new(move || {
        draft.with(|draft| {
            let setup = draft.setup(kind, None);
            AnyGame::start(kind, &setup).map_err(|error| error.to_string())
        })
    });
    let seats = Derived::new(move || start.with(|start| start.as_ref().map_or(2, AnyGame::seats)));
    let last_good = State::new(AnyGame::start(kind, "").ok().map(|game| game.scene()));
    Effect::new(move |_| {
        if let Ok(game) = start.get() {
            last_good.set(Some(game.scene()));
        }
    });
    let refused = State::new(String::new());
    let go_on = move |_| {
        let draft = draft.get_untracked();
        draft.keep(kind);
        let setup = draft.setup(kind, Some(&mut dom::chance));
        let players = draft.players(seats.get_untracked());
        if let Err(why) = begin(kind, &setup, &players, PACES[draft.pace].1) {
            refused.set(why);
        }
    };
    let has_grid = Derived::new(move || {
        draft.with(|draft| {
            draft.ways(kind).find_map(|way| match way.setup {
                Part::Grid(grid) => Some(grid),
                _ => None,
            })
        })
    });
    let wrong = move || start.with(|start| start.as_ref().err().cloned());
    let title = format!("{kind}-title");
    let about = title.clone();
    let notes = move || {
        let notes =
            last_good.with(|scene| scene.as_ref().map(|s| s.notes.clone()).unwrap_or_default());
        notes.into_iter().map(|note| view! { <p class="note">{say!(say, note)}</p> }).views()
    };
    view! {
        <main class="new">
            <header>
                <h1>{words(move || say.text(&title))}</h1>
                <p>{words(move || say.about(&about))}</p>
            </header>
            <div class="preview">
                {move || last_good.get().map(|scene| view! {
                    {small_board(kind, Derived::new(move || scene.clone()))}
                })}
                {notes}
            </div>
            <form on:submit=on(move |event: web_sys::SubmitEvent| { event.prevent_default(); go_on(()); })>
                {who_plays(draft, seats)}
                {kind.offers().iter().enumerate().map(|(n, offer)| offer_view(kind, n, *offer, draft)).views()}
                {move || has_grid.get().map(|grid| {
                    let text = Derived::new(move || draft.with(|draft| draft.grid.clone()));
                    grid_editor(grid, text, move |text| draft.update(|draft| draft.grid = text))
                })}
                <fieldset>
                    <legend>{say!(say, "say-clock")}</legend>
                    <div class="choices">
                        {PACES.into_iter().enumerate().map(|(n, (key, _))| view! {
                            <label class="choice">
                                <input type="radio" name="clock"
                                    prop:checked=truth(move || draft.with(|draft| draft.pace == n))
                                    on:change=on(move |_| draft.update(|draft| draft.pace = n)) />
                                <span class="name">{say!(say, key)}</span>
                            </label>
                        }).views()}
                    </div>
                </fieldset>
                {move || wrong().map(|why| view! {
                    <p class="wrong" role="alert">{say!(say, "say-setup-wrong")} " " <bdi dir="ltr">{why}</bdi></p>
                })}
                {move || (!refused.get().is_empty()).then(|| view! {
                    <p class="wrong" role="alert"><bdi dir="ltr">{refused.get()}</bdi></p>
                })}
                <p class="begin">
                    <button class="button big" type="submit" disabled=truth(move || wrong().is_some())>
                        {say!(say, "say-begin")}
                    </button>
                </p>
            </form>
        </main>
    }
}

/// Radio buttons in a row.
fn choices<T: Copy + PartialEq + Send + Sync + 'static>(
    say: Say,
    name: &'static str,
    all: &'static [(T, &'static str)],
    get: impl Fn() -> T + Copy + Send + Sync + 'static,
    set: impl Fn(T) + Copy + 'static,
) -> View {
    let choice = move |(value, key): &(T, &'static str)| {
        let (value, key) = (*value, *key);
        view! {
            <label class="choice">
                <input type="radio" name=name prop:checked=truth(move || get() == value) on:change=on(move |_| set(value)) />
                <span class="name">{say!(say, key)}</span>
            </label>
        }
    };
    view! { <div class="choices">{all.iter().map(choice).views()}</div> }
}

fn who_plays(draft: State<Draft>, seats: Derived<usize>) -> View {
    const WHO: &[(Who, &str)] = &[
        (Who::Computer, "say-who-computer"),
        (Who::People, "say-who-people"),
        (Who::Mixed, "say-who-mixed"),
    ];
    const FIRST: &[(First, &str)] = &[
        (First::Lot, "say-first-lot"),
        (First::Me, "say-first-me"),
        (First::Other, "say-first-other"),
    ];
    let say = Say::here();
    let who = Derived::new(move || draft.with(|draft| draft.who));
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
    let seat = move |n: usize| {
        let value = move || {
            draft.with(|draft| match draft.seats[n] {
                Player::Person => 0,
                Player::Computer(level) => level,
            })
        };
        view! {
            <label class="seat-choice">
                <span>{words(move || say.with("say-player", &[("seat", (n as u32 + 1).into())]))}</span>
                <select
                    on:change=on(move |event| {
                        let level: u8 = event_target_value(&event).parse().unwrap_or(0);
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
            {choices(say, "who", WHO, move || draft.with(|draft| draft.who), move |who| draft.update(|draft| draft.who = who))}
            {show(move || who.get() == Who::Computer, move || view! {
                <div class="levels" role="radiogroup" aria-label=say!(say, "say-level")>
                    <span class="name">{say!(say, "say-level")}</span>
                    <div class="scale">{(1..=8u8).map(level).views()}</div>
                    <span class="about">{level_about}</span>
                </div>
                <div class="first">
                    <span class="name">{say!(say, "say-first")}</span>
                    {choices(say, "first", FIRST, move || draft.with(|draft| draft.first), move |first| draft.update(|draft| draft.first = first))}
                </div>
            })}
            {show(move || who.get() == Who::Mixed, move || view! {
                <div class="mixed">{move || (0..seats.get()).map(seat).views()}</div>
            })}
        </fieldset>
    }
}

/// One thing to agree on.
fn offer_view(kind: Kind, n: usize, offer: Offer, draft: State<Draft>) -> View {
    let say = Say::here();
    let key = format!("{kind}-offer-{}", offer.name);
    match offer.choice {
        Choice::OneOf(ways) => {
            let about = key.clone();
            let legend = key.clone();
            let way = move |(m, way): (usize, &Way)| {
                let key = format!("{key}-{}", way.name);
                let about = key.clone();
                view! {
                    <label class="choice way">
                        <input type="radio" name=offer.name
                            value=way.name
                            prop:checked=truth(move || draft.with(|draft| draft.chosen[n] == m))
                            on:change=on(move |_| draft.update(|draft| draft.chosen[n] = m)) />
                        <span class="words">
                            <span class="name">{words(move || say.text(&key))}</span>
                            <span class="about">{words(move || say.about(&about))}</span>
                        </span>
                    </label>
                }
            };
            view! {
                <fieldset>
                    <legend>{words(move || say.text(&legend))}</legend>
                    <p class="about">{words(move || say.about(&about))}</p>
                    <div class="choices ways">{ways.iter().enumerate().map(way).views()}</div>
                </fieldset>
            }
        }
        Choice::Word(word) => {
            let about = key.clone();
            let brought = Derived::new(move || draft.with(|draft| draft.brings(kind, word)));
            switch(
                words(move || say.text(&key)),
                words(move || say.about(&about)),
                truth(move || brought.get() || draft.with(|draft| draft.chosen[n] == 1)),
                truth(move || brought.get()),
                move |on| draft.update(|draft| draft.chosen[n] = usize::from(on)),
            )
        }
    }
}
