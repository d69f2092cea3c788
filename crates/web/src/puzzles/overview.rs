//! The puzzles of all games: those of today first.

use mohreh_games::Kind;
use reactive_graph::graph::untrack;

use super::Place;
use super::choose::ways;
use super::fetch::{self, Fetched};
use super::progress::Progress;
use crate::say::{Say, say, title, to};
use crate::view::{View, Views, view};

pub(super) fn overview() -> View {
    let say = Say::global();
    let game = move |kind: Kind| {
        let bank = fetch::bank(kind);
        view! {
            <article class="game-puzzles" data-kind=kind.to_string()>
                <h2><a href=to(say, Place::All.route(kind))>{title(say, kind)}</a></h2>
                {move || match bank.get() {
                    Fetched::Ready(bank) => untrack(|| ways(kind, &bank, &Progress::of(kind))),
                    Fetched::Pending => view! { <div class="ways"><p class="quiet hold-line">{say!(say, "say-loading")}</p></div> },
                    Fetched::Failed => view! { <p class="quiet">{say!(say, "puzzle-no-bank")}</p> },
                }}
                <p class="row"><a class="plain" href=to(say, Place::All.route(kind)) data-way="all">{say!(say, "puzzle-choose")}</a></p>
            </article>
        }
    };
    view! {
        <main class="prose wide puzzles">
            <h1>{say!(say, "say-puzzles")}</h1>
            <p class="quiet">{say!(say, "puzzle-about")}</p>
            <div class="all-games">{fetch::kinds().into_iter().map(game).views()}</div>
        </main>
    }
}
