//! Review of a whole game: every turn judged by the engine, a graph of the win chance, totals, and another try at each
//! mistake.

use mohreh_games::{Seat, Status};
use mohreh_review::{CERTAIN, Fault, Judged, Review, Summary, Verdict};
use reactive_graph::owner::on_cleanup;
use web_sys::{KeyboardEvent, MouseEvent};

use super::server_review::server_review;
use super::verdict::{better_turn, index_at, points};
use super::{Analysis, Study};
use crate::dom;
use crate::engine::{Engine, Reply};
use crate::notice::{Notice, notify};
use crate::say::{Say, say};
use crate::share;
use crate::signal::{Memo, Signal, Stored, effect};
use crate::store;
use crate::view::{View, Views, bind, on, show, view};

/// Nodes for each turn.
const NODES: u64 = 100_000;
/// Name of the draft that may hold another number.
const DRAFT: &str = "review";
/// Size of the graph, in its own units.
const WIDTH: u32 = 300;
const HEIGHT: u32 = 90;

/// Another try at a turn.
#[derive(Clone, PartialEq)]
pub(super) struct Attempt {
    verdict: Verdict,
    best: Vec<String>,
    state: AttemptState,
}

#[derive(Clone, Copy, PartialEq)]
enum AttemptState {
    Asked,
    Judging,
    /// The best turn, or one as good.
    Right {
        is_best: bool,
    },
    /// The turn of the game again, or another that gives chances away, in ten thousandths.
    Wrong {
        loss: u32,
    },
}

#[derive(Clone, Copy)]
struct Panel {
    analysis: Analysis,
    /// Turns that are judged, of how many.
    progress: Signal<Option<(usize, usize)>>,
    judged: Stored<Vec<Judged>>,
    /// Chance after the turn of an attempt, by the deepest search so far.
    latest: Stored<Option<u32>>,
    generation: Stored<u32>,
}

pub(super) fn review_panel(analysis: Analysis) -> View {
    let say = Say::global();
    let panel = Panel {
        analysis,
        progress: Signal::new(None),
        judged: Stored::new(Vec::new()),
        latest: Stored::new(None),
        generation: Stored::new(0),
    };
    analysis.review.set(analysis.study.with_untracked(|study| Review::of(study.record())));
    on_cleanup(|| Engine::reviewer().interrupt());
    watch_attempts(panel);
    let fragment = dom::window().and_then(|window| window.location().hash().ok());
    if fragment.is_some_and(|fragment| fragment.starts_with(share::REVIEW))
        && analysis.review.with_untracked(Option::is_none)
    {
        panel.start();
    }
    let review = analysis.review;
    let has_turns =
        Memo::new(move || analysis.study.with(|study| !study.record().turns().is_empty()));
    let idle = move || panel.progress.with(Option::is_none) && review.with(Option::is_none);
    let progress_text = move || {
        let (done, all) = panel.progress.get().unwrap_or_default();
        say.with("say-reviewed", &[("step", (done as u32).into()), ("all", (all as u32).into())])
    };
    view! {
        <section class="review" aria-label=say!(say, "say-review")>
            {show(move || idle() && has_turns.get(), move || view! {
                <button type="button" class="button plain" data-act="review" on:click=on(move |_| panel.start())>
                    {say!(say, "say-review-game")}
                </button>
            })}
            {show(move || panel.progress.with(Option::is_some), move || view! {
                <div class="row">
                    <progress
                        max=bind(move || panel.progress.get().map_or(1, |(_, all)| all).to_string())
                        value=bind(move || panel.progress.get().map_or(0, |(done, _)| done).to_string())
                        aria-label=say!(say, "say-review")
                    ></progress>
                    <span class="quiet" role="status">{bind(progress_text)}</span>
                    <button type="button" class="plain" on:click=on(move |_| panel.stop())>{say!(say, "say-stop-search")}</button>
                </div>
            })}
            {server_review(analysis, Memo::new(move || idle() && has_turns.get()))}
            {move || review.get().map(|review| summary_view(analysis, &review))}
            {verdict_view(panel)}
        </section>
    }
}

impl Panel {
    fn start(self) {
        let nodes = store::draft(DRAFT).parse().unwrap_or(NODES);
        let (line, all) = self.analysis.study.with_untracked(|study| {
            let record = study.record();
            let has_dice = !study.scene().dice.is_empty();
            // Each roll is followed by a choice.
            let turns =
                if has_dice { record.playthrough().rolls().len() } else { record.turns().len() };
            (record.to_line(), turns.max(1))
        });
        self.generation.update(|generation| *generation += 1);
        let generation = self.generation.get();
        self.judged.set(Vec::new());
        self.progress.set(Some((0, all)));
        Engine::reviewer().review(nodes, &line, move |reply| {
            if self.generation.try_get() != Some(generation) {
                return;
            }
            match reply {
                Reply::Judged(one) => {
                    self.judged.update(|judged| judged.push(one));
                    let done = self.judged.with(Vec::len);
                    self.progress.set(Some((done, all.max(done))));
                }
                Reply::Done => {
                    self.progress.set(None);
                    self.finish(nodes);
                }
                _ => {
                    self.progress.set(None);
                    notify(Notice::new("say-engine-failed"));
                }
            }
        });
    }

    fn stop(self) {
        Engine::reviewer().interrupt();
        self.generation.update(|generation| *generation += 1);
        self.progress.set(None);
    }

    fn finish(self, nodes: u64) {
        let judged = self.judged.get();
        self.analysis.edit(|study| study.keep_review(nodes, &judged));
        let review = self.analysis.study.with_untracked(|study| Review::of(study.record()));
        self.analysis.review.set(review);
        let said = Say::global().text("say-review-done");
        self.analysis.announcement.set(said);
    }
}

fn percent(ten_thousandths: u32) -> u32 {
    (ten_thousandths + 50) / 100
}

/// Graph and totals.
fn summary_view(analysis: Analysis, review: &Review) -> View {
    let say = Say::global();
    let kind = analysis.kind();
    let seats = analysis.study.with_untracked(|study| study.game().seats());
    let summaries: Vec<_> = (0..seats).map(|seat| review.summary(Seat::new(seat))).collect();
    let row = move |(seat, summary): (usize, Summary)| {
        let luck = summary.luck.map(|luck| {
            let key = if luck < 0 { "say-luck-bad" } else { "say-luck-good" };
            let points = percent(luck.unsigned_abs());
            view! { <td>{bind(move || say.with(key, &[("percent", points.into())]))}</td> }
        });
        let count = |count: u32| view! { <td>{bind(move || say.number(count))}</td> };
        view! {
            <tr>
                <th scope="row">{bind(move || say.seat_name(kind, seat))}</th>
                <td class="strong">{bind(move || say.with("say-percent", &[("percent", summary.accuracy.into())]))}</td>
                {summary.faults.into_iter().map(count).views()}
                {luck}
            </tr>
        }
    };
    let has_luck = summaries.iter().any(|summary| summary.luck.is_some());
    let head = |key: &'static str| view! { <th scope="col">{say!(say, key)}</th> };
    let faults: Vec<_> = review.faults().filter_map(|(verdict, _)| verdict.node).collect();
    let next_fault = move |_| {
        let here = analysis.study.with_untracked(Study::ply);
        let next = analysis.study.with_untracked(|study| {
            let after = |node: &&_| study.tree().ply(**node) > here;
            faults.iter().find(after).or(faults.first()).copied()
        });
        if let Some(node) = next {
            analysis.go(node);
        }
    };
    let has_faults = review.faults().next().is_some();
    view! {
        {(seats == 2).then(|| graph(analysis, review))}
        <table class="totals">
            <thead>
                <tr>
                    <td></td>
                    {head("say-accuracy")}
                    {head("say-inaccuracies")}
                    {head("say-mistakes")}
                    {head("say-blunders")}
                    {has_luck.then(|| head("say-luck"))}
                </tr>
            </thead>
            <tbody>{summaries.into_iter().enumerate().map(row).views()}</tbody>
        </table>
        {has_faults.then(|| view! {
            <button type="button" class="button plain" data-act="next-fault" on:click=on(next_fault)>{say!(say, "say-next-fault")}</button>
        })}
    }
}

/// Win chance of the first seat over the turns.
fn graph(analysis: Analysis, review: &Review) -> View {
    let (say, kind) = (Say::global(), analysis.kind());
    let all = points(review);
    let end = all.len().saturating_sub(1);
    let last = end.max(1) as u32;
    let x = move |n: usize| n as u32 * WIDTH / last;
    let y = |chance: u32| HEIGHT - chance * HEIGHT / CERTAIN;
    let places: Vec<String> =
        all.iter().enumerate().map(|(n, (_, chance))| format!("{} {}", x(n), y(*chance))).collect();
    let line = format!("M{}", places.join("L"));
    let area = format!("{line}L{} {HEIGHT}L0 {HEIGHT}Z", x(end));
    // Where a turn at fault has led to.
    let dot = |(verdict, fault): (&Verdict, Fault)| {
        let n = index_at(&all, verdict.end);
        let (_, chance) = all.get(n)?;
        Some(view! {
            <circle class=format!("dot {}", fault.name()) cx=x(n).to_string() cy=y(*chance).to_string() r="4" />
        })
    };
    let dots: Vec<View> = review.faults().filter_map(dot).collect();
    let verdicts = Stored::new(review.clone());
    let all = Stored::new(all);
    let at = Memo::new(move || {
        let ply = analysis.study.with(|study| {
            // In a variation: where it leaves the game.
            let line = study.tree().line_to(study.node());
            line.iter().filter(|node| study.tree().is_main(**node)).count() - 1
        });
        all.with(|all| index_at(all, ply))
    });
    let text = move |n: usize| {
        let Some((_, chance)) = all.with(|all| all.get(n).copied()) else { return String::new() };
        let args = [
            ("turn", (n as u32 + 1).into()),
            ("name", say.seat_name(kind, 0).into()),
            ("percent", percent(chance).into()),
        ];
        say.with("say-graph-at", &args)
    };
    let words = move || {
        verdicts.with(|review| {
            let chance = |point: Option<&(usize, u32)>| {
                percent(point.map_or(CERTAIN / 2, |(_, chance)| *chance))
            };
            let (before, after) = all.with(|all| (chance(all.first()), chance(all.last())));
            let args = [
                ("name", say.seat_name(kind, 0).into()),
                ("first", before.into()),
                ("last", after.into()),
            ];
            let mut sentences = vec![say.with("say-graph-words", &args)];
            let worst = review.faults().max_by_key(|(verdict, _)| verdict.loss());
            sentences.extend(worst.map(|(verdict, fault)| verdict_text(say, kind, verdict, fault)));
            sentences.join(" ")
        })
    };
    let go = move |n: usize| {
        let ply = all.with(|all| all.get(n).map(|(ply, _)| *ply));
        analysis.look(|study| {
            let node = ply.and_then(|ply| study.tree().main_line().get(ply).copied());
            if let Some(node) = node {
                study.go(node);
            }
        });
    };
    let click = move |event: MouseEvent| {
        let Some(area) = dom::closest(&event, "svg").map(|svg| svg.get_bounding_client_rect())
        else {
            return;
        };
        let share = (f64::from(event.client_x()) - area.x()) / area.width().max(1.0);
        go((share.clamp(0.0, 1.0) * f64::from(last) + 0.5) as usize);
    };
    let key = move |event: KeyboardEvent| {
        let here = at.get_untracked();
        match event.key().as_str() {
            "ArrowRight" | "ArrowUp" => go((here + 1).min(end)),
            "ArrowLeft" | "ArrowDown" => go(here.saturating_sub(1)),
            "Home" => go(0),
            "End" => go(end),
            _ => return,
        }
        event.prevent_default();
    };
    view! {
        <p class="unseen">{bind(words)}</p>
        <svg
            class="graph"
            viewBox=format!("0 -4 {WIDTH} {}", HEIGHT + 8)
            preserveAspectRatio="none"
            role="slider"
            tabindex="0"
            aria-label=say!(say, "say-graph")
            aria-valuemin="0"
            aria-valuemax=end
            aria-valuenow=bind(move || at.get().to_string())
            aria-valuetext=bind(move || text(at.get()))
            on:click=on(click)
            on:keydown=on(key)
        >
            <path class="upper" d=format!("M0 0H{WIDTH}V{HEIGHT}H0Z") />
            <path class="area" d=area />
            <path class="middle-line" d=format!("M0 {0}H{WIDTH}", HEIGHT / 2) />
            <path class="curve" d=line />
            <path class="now" d=bind(move || format!("M{} 0V{HEIGHT}", x(at.get()))) />
            {dots}
        </svg>
    }
}

fn fault_key(fault: Fault) -> &'static str {
    match fault {
        Fault::Inaccuracy => "say-inaccuracy",
        Fault::Mistake => "say-mistake",
        Fault::Blunder => "say-blunder",
    }
}

/// What is wrong with a turn, as a sentence.
fn verdict_text(say: Say, kind: mohreh_games::Kind, verdict: &Verdict, fault: Fault) -> String {
    let args = [
        ("turn", (verdict.turn as u32).into()),
        ("name", say.seat_name(kind, verdict.seat.index()).into()),
        ("what", say.text(fault_key(fault)).into()),
        ("percent", percent(verdict.loss()).into()),
    ];
    say.with("say-verdict", &args)
}

/// The word for the fault of a turn, for its label; empty if there is none.
pub(super) fn fault_word(say: Say, fault: Option<Fault>) -> String {
    fault.map(|fault| say.text(fault_key(fault))).unwrap_or_default()
}

/// The verdict on the turn that was played last, with another try; and the try itself.
fn verdict_view(panel: Panel) -> View {
    let (say, analysis) = (Say::global(), panel.analysis);
    let kind = analysis.kind();
    let here = Memo::new(move || analysis.study.with(Study::node));
    let found = Memo::new(move || {
        let node = here.get();
        let verdict = analysis.review.with(|review| review.as_ref()?.verdict(node).cloned())?;
        let fault = verdict.fault()?;
        Some((verdict, fault))
    });
    let retry = move |verdict: Verdict| {
        let best = analysis.study.with_untracked(|study| better_turn(study.tree(), &verdict));
        let start = analysis
            .study
            .with_untracked(|study| study.tree().main_line().get(verdict.ply).copied());
        if let Some(start) = start {
            analysis.go(start);
            analysis.attempt.set(Some(Attempt { verdict, best, state: AttemptState::Asked }));
        }
    };
    let fault_view = move |(verdict, fault): (Verdict, Fault)| {
        let best = analysis.study.with_untracked(|study| better_turn(study.tree(), &verdict));
        let (told, again) = (verdict.clone(), verdict);
        view! {
            <div class=format!("verdict {}", fault.name())>
                <p>{bind(move || verdict_text(say, kind, &told, fault))}</p>
                {(!best.is_empty()).then(|| view! {
                    <p>{say!(say, "say-better-was")} " " <bdi dir="ltr" class="notation">{best.join(" ")}</bdi></p>
                })}
                <button type="button" class="button" data-act="retry" on:click=on(move |_| retry(again.clone()))>{say!(say, "say-retry")}</button>
            </div>
        }
    };
    view! {
        {move || match analysis.attempt.get() {
            Some(attempt) => attempt_view(analysis, attempt, retry),
            None => found.get().map_or_else(View::none, fault_view),
        }}
    }
}

fn attempt_view(
    analysis: Analysis,
    attempt: Attempt,
    retry: impl Fn(Verdict) + Copy + 'static,
) -> View {
    let (say, kind) = (Say::global(), analysis.kind());
    let Attempt { verdict, best, state } = attempt;
    let name = move || say.seat_name(kind, verdict.seat.index());
    let text = move || match state {
        AttemptState::Asked => say.with("say-find-better", &[("name", name().into())]),
        AttemptState::Judging => say.text("say-thinking-short"),
        AttemptState::Right { is_best: true } => say.text("say-found-best"),
        AttemptState::Right { is_best: false } => say.text("say-found-good"),
        AttemptState::Wrong { loss } => {
            say.with("say-found-worse", &[("percent", percent(loss).into())])
        }
    };
    let again = verdict.clone();
    let show_best = move |_| {
        let start = analysis
            .study
            .with_untracked(|study| study.tree().main_line().get(verdict.ply).copied());
        analysis.attempt.set(None);
        if let Some(start) = start {
            analysis.go(start);
            analysis.play(&best);
        }
    };
    let is_wrong = matches!(state, AttemptState::Wrong { .. });
    let is_right = matches!(state, AttemptState::Right { .. });
    let is_judging = state == AttemptState::Judging;
    view! {
        <div class="verdict attempt" class:right=is_right aria-busy=is_judging.to_string()>
            <p role="status">{bind(text)}</p>
            <p class="row">
                {is_wrong.then(|| view! {
                    <button type="button" class="button" data-act="retry" on:click=on(move |_| retry(again.clone()))>{say!(say, "say-retry")}</button>
                })}
                {(!is_right).then(|| view! {
                    <button type="button" class="plain" on:click=on(show_best)>{say!(say, "say-show-best")}</button>
                })}
                <button type="button" class="plain" data-act="end-attempt" on:click=on(move |_| analysis.attempt.set(None))>{say!(say, "say-close")}</button>
            </p>
        </div>
    }
}

/// Judges the turn that is played in another try, once it is complete.
fn watch_attempts(panel: Panel) {
    let analysis = panel.analysis;
    let here = Memo::new(move || analysis.study.with(Study::node));
    effect(move || {
        here.get();
        let Some(attempt) = analysis.attempt.get() else { return };
        if attempt.state != AttemptState::Asked {
            return;
        }
        let (ply, seat) = (attempt.verdict.ply, attempt.verdict.seat);
        let tried = analysis.study.with_untracked(|study| {
            let steps = study.played().steps().get(ply..).unwrap_or_default().to_vec();
            let complete = study.game().status() != Status::ToMove(seat);
            (complete && !steps.is_empty()).then_some(steps)
        });
        let Some(steps) = tried else { return };
        if steps == attempt.best {
            return answer(analysis, AttemptState::Right { is_best: true });
        }
        judge(panel, &attempt, &steps);
    });
}

fn answer(analysis: Analysis, state: AttemptState) {
    analysis.attempt.update(|attempt| {
        if let Some(attempt) = attempt {
            attempt.state = state;
        }
    });
}

/// Asks the engine how good a turn is that it did not think of first.
fn judge(panel: Panel, attempt: &Attempt, steps: &[String]) {
    let analysis = panel.analysis;
    let nodes = analysis.review.with_untracked(|review| review.as_ref().map_or(NODES, |r| r.nodes));
    let (best, seat) = (attempt.verdict.best, attempt.verdict.seat);
    let own_step = steps.first().cloned().unwrap_or_default();
    let (line, has_dice, status) = analysis.study.with_untracked(|study| {
        let has_dice = !study.scene().dice.is_empty();
        let line = if has_dice {
            // A choice is worth what the engine says where it is made.
            let before = study.played().steps().get(..attempt.verdict.ply).unwrap_or_default();
            format!("{}|{}|{}", study.kind(), study.record().setup(), before.join(" "))
        } else {
            study.line()
        };
        (line, has_dice, study.game().status())
    });
    let tell = move |chance: u32| {
        let loss = best.saturating_sub(chance);
        let state = match Fault::of_loss(loss) {
            None => AttemptState::Right { is_best: loss == 0 },
            Some(_) => AttemptState::Wrong { loss },
        };
        answer(analysis, state);
    };
    if let Status::Over(outcome) = status {
        return tell(if outcome.winner() == Some(seat) { 10_000 } else { 0 });
    }
    answer(analysis, AttemptState::Judging);
    panel.generation.update(|generation| *generation += 1);
    let generation = panel.generation.get();
    panel.latest.set(None);
    let engine = Engine::reviewer();
    engine.interrupt();
    engine.analyse(if has_dice { 5 } else { 1 }, &line, move |reply| {
        if panel.generation.try_get() != Some(generation) {
            return;
        }
        let done = match reply {
            Reply::Lines(lines) => {
                let of_step = |line: &&crate::engine::Line| {
                    !has_dice || line.steps.first() == Some(&own_step)
                };
                // A choice that is not among the best is at most as good as the last of them.
                let line = lines.lines.iter().find(of_step).or(lines.lines.last());
                let chance = line.map(|line| line.win.ten_thousandths());
                let chance = chance.map(|chance| if has_dice { chance } else { 10_000 - chance });
                panel.latest.set(chance);
                lines.nodes >= nodes
            }
            _ => true,
        };
        if done {
            panel.generation.update(|generation| *generation += 1);
            Engine::reviewer().interrupt();
            match panel.latest.get() {
                Some(chance) => tell(chance),
                None => answer(analysis, AttemptState::Asked),
            }
        }
    });
}
