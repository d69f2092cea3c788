//! The whole history against its laws: who may have made each entry, dice, clocks, ends, and what everybody sees once
//! all is well again.

use mohreh_games::Seat;
use mohreh_protocol::{Act, Clock, Dice, Log, LogEvent, Phase, Sitter};

use super::Plan;
use super::world::{Intent, TABLE, World};
use crate::store::simulated::{Commit, Contents, MAX_REQUESTS};
use crate::store::{HEARTBEAT_GAP_MS, PlyRow};
use crate::table::{Head, merge_spans};

/// Lag compensation per turn, as docs/api.md promises.
const LAG_CREDIT_MS: u64 = 500;
/// Time for the first turn, after which the server may abort a game.
const FIRST_TURN_MS: u64 = 5 * 60 * 1000;
/// How long after its time has run out a player is flagged at the latest, if all is well.
const FLAG_WITHIN_MS: u64 = 3_000;

/// Checks a history that has come to rest.
pub(super) fn check(world: &World) -> Result<(), String> {
    if world.memory.requests() > MAX_REQUESTS {
        return Err("the nodes ask the database without end".to_string());
    }
    let contents = world.memory.contents();
    let row = contents.tables.get(TABLE).ok_or("no table")?;
    let head = Head::from_row(row).map_err(|why| why.to_string())?;
    let no_faults = !world.plan.crashes && !world.plan.database_faults;
    if no_faults && !world.plan.jumps && !contents.outages.is_empty() {
        return Err(format!("an outage, although all was well: {:?}", contents.outages));
    }
    check_seats(&contents, &head)?;
    let mut replay = Replay::new(world, &contents, &head)?;
    for commit in &contents.commits {
        replay.commit(commit)?;
    }
    replay.at_rest(world.now())?;
    check_views(world, &contents, &head)?;
    check_chat(world, &contents)
}

/// A person sits once at most, and seats do not change once the game has begun.
fn check_seats(contents: &Contents, head: &Head) -> Result<(), String> {
    let people = |head: &Head| {
        let mut people: Vec<String> = Vec::new();
        for sitter in &head.seats {
            if let Sitter::Person(person) = sitter {
                people.push(person.id.clone());
            }
        }
        people.sort();
        people
    };
    let mut ids = people(head);
    ids.dedup();
    if ids != people(head) {
        return Err(format!("somebody sits twice: {:?}", head.seats));
    }
    let heads = contents.commits.iter().filter_map(|commit| commit.write_set.table.as_ref());
    let mut before: Option<Head> = None;
    for row in heads {
        let after = Head::from_row(row).map_err(|why| why.to_string())?;
        if let Some(before) = before {
            let begun = before.phase != Phase::Waiting;
            if begun && (after.seats != before.seats || after.setup != before.setup) {
                return Err("seats or setup have changed in the game".to_string());
            }
            if before.phase == Phase::Over {
                return Err("the head has changed after the end".to_string());
            }
            if people(&before).iter().any(|person| !people(&after).contains(person)) {
                return Err("somebody has lost their seat".to_string());
            }
        }
        before = Some(after);
    }
    Ok(())
}

/// Everybody sees the whole log, the head and who is there.
fn check_views(world: &World, contents: &Contents, head: &Head) -> Result<(), String> {
    let kept = contents.plies.get(TABLE).map(Vec::as_slice).unwrap_or_default();
    for view in &world.views {
        let view = view.lock().unwrap();
        let who = &view.person.id;
        if view.entries.len() != kept.len() {
            return Err(format!("{who} sees {} of {} entries", view.entries.len(), kept.len()));
        }
        if view.phase() != Some(head.phase) {
            return Err(format!("{who} sees {:?}, it is {:?}", view.phase(), head.phase));
        }
        let there: Vec<bool> = head.seats.iter().map(|sitter| *sitter != Sitter::Open).collect();
        if view.present != there {
            return Err(format!("{who} sees {:?} present, it is {there:?}", view.present));
        }
    }
    Ok(())
}

/// Lines were said once each, those that were acknowledged are kept, and a line comes after those of the same person that
/// were acknowledged before it was said. One that waits at a slow node may come after the next one at another.
fn check_chat(world: &World, contents: &Contents) -> Result<(), String> {
    let lines = contents.chat.get(TABLE).map(Vec::as_slice).unwrap_or_default();
    let intents = world.intents.lock().unwrap();
    for (n, line) in lines.iter().enumerate() {
        let said = (line.person.clone(), Intent::Chat(line.text.clone()));
        if !intents.contains(&said) {
            return Err(format!("nobody said `{}`", line.text));
        }
        if lines[..n].iter().any(|other| other.text == line.text) {
            return Err(format!("`{}` was said once and is there twice", line.text));
        }
    }
    for view in &world.views {
        let view = view.lock().unwrap();
        let place = |text: &String| lines.iter().position(|line| line.text == *text);
        if view.said.iter().any(|text| place(text).is_none()) {
            return Err("a line that was acknowledged is lost".to_string());
        }
        for (text, before) in &view.says {
            let is_later = |other: &String| place(text).is_some_and(|at| place(other) > Some(at));
            if before.iter().any(is_later) {
                return Err(format!("lines of {} are in another order", view.person.id));
            }
        }
    }
    Ok(())
}

/// By how much jumps that look like drift may change the time between two runs: from -700 ms to 700 ms. A gap between
/// heartbeats that is longer than [`HEARTBEAT_GAP_MS`] by less than that may be taken for none, so a person may be charged
/// for 7.5 s in which nobody could play.
fn small_jumps_ms(plan: &Plan) -> u64 {
    if plan.jumps { 1_500 } else { 0 }
}

/// Time that lies in spans.
fn covered(spans: &[(u64, u64)], from: u64, to: u64) -> u64 {
    let part = |(since, until): &(u64, u64)| (*until).min(to).saturating_sub((*since).max(from));
    spans.iter().map(part).sum()
}

/// The log, entry by entry.
struct Replay<'a> {
    plan: &'a Plan,
    contents: &'a Contents,
    head: &'a Head,
    log: Log,
    /// What was asked for and has not been found in the log yet.
    intents: Vec<(String, Intent)>,
    /// Clocks after the last entry.
    left: Vec<u64>,
    /// True time of the last entry, or of the start.
    at_ms: u64,
    begun: bool,
    /// Time of this turn that was not charged although it was no outage, and that passed.
    turn: (i64, u64),
    /// True times between heartbeats that were outages whatever the nodes could know, and when the next heartbeat was.
    outages: Vec<((u64, u64), u64)>,
}

impl Replay<'_> {
    fn new<'a>(
        world: &'a World,
        contents: &'a Contents,
        head: &'a Head,
    ) -> Result<Replay<'a>, String> {
        let plan = &world.plan;
        let log = Log::new(head.kind, &head.setup).map_err(|why| why.to_string())?;
        let mut beats = contents.beat_times.clone();
        beats.sort_unstable();
        // A node notices the end of an outage by its next heartbeat, which takes a few requests.
        let notice_ms = 8 * plan.delay_ms + if plan.database_faults { 20_000 } else { 0 };
        let gaps =
            beats.windows(2).map(|pair| ((pair[0], pair[1].saturating_sub(notice_ms)), pair[1]));
        let long = |(gap, _): &((u64, u64), u64)| {
            gap.1.saturating_sub(gap.0)
                > HEARTBEAT_GAP_MS + plan.skew_ms() + small_jumps_ms(plan) + 10
        };
        Ok(Replay {
            plan,
            contents,
            head,
            log,
            intents: world.intents.lock().unwrap().clone(),
            left: Vec::new(),
            at_ms: 0,
            begun: false,
            turn: (0, 0),
            outages: gaps.filter(long).collect(),
        })
    }

    fn commit(&mut self, commit: &Commit) -> Result<(), String> {
        let write_set = &commit.write_set;
        if let Some(row) = &write_set.table
            && row.phase != "waiting"
            && !self.begun
        {
            self.begun = true;
            self.at_ms = commit.asked_ms;
            let each = match self.head.clock {
                Clock::Live { main, .. } => Some(u64::from(main) * 1000),
                _ => None,
            };
            self.left = each.map_or(Vec::new(), |each| vec![each; self.head.seats.len()]);
        }
        let Some((_, rows)) = &write_set.plies else { return Ok(()) };
        if !self.begun {
            return Err("an entry before the game has begun".to_string());
        }
        self.check_author(rows)?;
        for row in rows {
            self.entry(row, commit)?;
        }
        let ended = self.log.end().is_some();
        let closes = write_set.table.as_ref().is_some_and(|row| row.phase == "over");
        if ended != closes {
            return Err(format!("the log has ended: {ended}, the head says {closes}"));
        }
        Ok(())
    }

    fn owner(&self, seat: Seat) -> Option<String> {
        match self.head.seats.get(seat.index()) {
            Some(Sitter::Person(person)) => Some(person.id.clone()),
            _ => None,
        }
    }

    fn is_computer(&self, seat: Seat) -> bool {
        self.head.level_of(seat).is_some()
    }

    /// Finds what was asked for, once.
    fn take(&mut self, person: &str, intent: &Intent) -> Result<(), String> {
        let found = self.intents.iter().position(|(who, what)| who == person && what == intent);
        let found = found.ok_or_else(|| format!("{person} never asked for {intent:?}"))?;
        self.intents.swap_remove(found);
        Ok(())
    }

    /// The entries of one commit are what one person asked for, at their seat, with what follows from it.
    fn check_author(&mut self, rows: &[PlyRow]) -> Result<(), String> {
        let first = rows.first().ok_or("a commit without entries")?;
        if !first.what.starts_with('!') {
            let mover = self.log.mover().ok_or("a step, but nobody is to move")?;
            let mut log = self.log.clone();
            let mut steps = Vec::new();
            for row in rows {
                let event: LogEvent = row.what.parse().map_err(|why| format!("{why}"))?;
                if !log.rolls() {
                    steps.push(row.what.clone());
                    if log.mover() != Some(mover) {
                        return Err(format!("`{}` is not of seat {}", row.what, mover.number()));
                    }
                }
                log.apply(&event).map_err(|why| format!("`{}`: {why}", row.what))?;
            }
            return match self.owner(mover) {
                Some(person) => self.take(&person, &Intent::Play { ply: first.ply, steps }),
                None => Ok(()),
            };
        }
        let event: LogEvent = first.what.parse().map_err(|why| format!("{why}"))?;
        let (seat, act) = match event {
            LogEvent::Draw(seat) => (seat, Act::OfferDraw),
            LogEvent::Back(seat, _) => (seat, Act::AskBack),
            LogEvent::Agree(seat) => (seat, Act::Agree),
            LogEvent::Decline(seat) => (seat, Act::Decline),
            LogEvent::Resign(seat) => (seat, Act::Resign),
            LogEvent::Abort(seat) => (seat, Act::Abort),
            // By the server; the clocks are checked below.
            LogEvent::Flag(_) => return Ok(()),
            // By anybody else at the table.
            LogEvent::Gone(gone) => {
                let mut seats = (0..self.head.seats.len()).map(Seat::new).filter(|s| *s != gone);
                let claims = |s: Seat| self.owner(s).filter(|p| self.has_asked(p, Act::Claim));
                let by = seats.find_map(claims).ok_or("nobody claimed the game")?;
                return self.take(&by, &Intent::Act(Act::Claim));
            }
            LogEvent::Step(_) => return Err("a step is no agreement".to_string()),
        };
        let person = self.owner(seat).ok_or("an agreement of a computer by itself")?;
        let asked = self.take(&person, &Intent::Act(act));
        match asked {
            Err(_) if act == Act::Abort && first.at - self.started() >= FIRST_TURN_MS => Ok(()),
            asked => asked,
        }?;
        for row in &rows[1..] {
            let event: LogEvent = row.what.parse().map_err(|why| format!("{why}"))?;
            let fits = match event {
                LogEvent::Agree(seat) | LogEvent::Decline(seat) => self.is_computer(seat),
                // A roll; `entry` compares it with the seed.
                LogEvent::Step(_) => true,
                _ => false,
            };
            if !fits {
                return Err(format!("`{}` after `{}`", row.what, first.what));
            }
        }
        Ok(())
    }

    fn has_asked(&self, person: &str, act: Act) -> bool {
        self.intents.contains(&(person.to_string(), Intent::Act(act)))
    }

    fn started(&self) -> u64 {
        self.head.started.unwrap_or_default()
    }

    /// Applies an entry: in order, after no end, dice as the seed has them, clocks within bounds.
    fn entry(&mut self, row: &PlyRow, commit: &Commit) -> Result<(), String> {
        let about = |why: String| format!("entry {} `{}`: {why}", row.ply, row.what);
        if row.ply != self.log.ply() {
            return Err(about(format!("the log has {} entries", self.log.ply())));
        }
        let event: LogEvent = row.what.parse().map_err(|why| about(format!("{why}")))?;
        if self.log.rolls() && matches!(event, LogEvent::Step(_)) {
            let mut dice =
                Dice::new(&self.head.seed, TABLE, &row.ply.to_string(), &self.head.nonces);
            let fall = self.log.game().roll(&mut |n| dice.below(n));
            if fall.as_ref() != Some(&row.what) {
                return Err(about(format!("the dice have {fall:?}")));
            }
        }
        let (actor, turns) = (self.log.actor(), self.log.turns().len());
        let is_first_turn = turns < self.head.seats.len();
        self.log.apply(&event).map_err(|why| about(why.to_string()))?;
        let is_back = self.log.turns().len() < turns;
        let passed = self.log.actor() != actor;
        self.clocks(row, commit, actor.filter(|_| !is_first_turn), (passed, is_back))
            .map_err(about)?;
        self.at_ms = commit.asked_ms;
        if passed || is_back {
            self.turn = (0, 0);
        }
        Ok(())
    }

    /// Difference between node time and true time that faults explain, over a span.
    fn slack(&self, span_ms: u64) -> u64 {
        let Plan { drift, jumps, nodes, crashes, .. } = *self.plan;
        let slewed = drift || jumps || nodes > 1 || crashes;
        self.plan.skew_ms()
            + small_jumps_ms(self.plan)
            + if slewed { span_ms * 6 / 1000 + 2 } else { 0 }
    }

    /// Outages that the node could know of, in true time.
    fn known_outages(&self, node: usize, now: u64) -> Vec<(u64, u64)> {
        let slack = self.slack(0);
        let known = self.contents.outages.iter();
        let mut spans: Vec<(u64, u64)> =
            known.map(|(from, to)| (from.saturating_sub(slack), to + slack)).collect();
        let beats = self.contents.known_beats.iter();
        let last = beats.filter(|(n, _, answered)| *n == node && *answered <= now);
        let last = last.map(|(_, asked, _)| *asked).max().unwrap_or(0);
        if now.saturating_sub(last) + slack > HEARTBEAT_GAP_MS {
            spans.push((last, now));
        }
        merge_spans(spans)
    }

    fn clocks(
        &mut self,
        row: &PlyRow,
        commit: &Commit,
        charged: Option<Seat>,
        (passed, is_back): (bool, bool),
    ) -> Result<(), String> {
        let Clock::Live { more, .. } = self.head.clock else { return Ok(()) };
        let left = row.left.split('@').next().unwrap_or_default().split(',');
        let left: Option<Vec<u64>> = left.map(|part| part.parse().ok()).collect();
        let left = left.ok_or("unreadable clocks")?;
        let before = std::mem::replace(&mut self.left, left.clone());
        if left.len() != before.len() {
            return Err("clocks of other seats".to_string());
        }
        if is_back {
            // A take-back gives increments back, and never adds time.
            return match left.iter().zip(&before).any(|(left, before)| left > before) {
                true => Err("a take-back has added time".to_string()),
                false => Ok(()),
            };
        }
        for (n, (left, before)) in left.iter().zip(&before).enumerate() {
            if charged.is_none_or(|actor| actor.index() != n)
                && left != before
                // The free first turn of a seat earns its increment.
                && *left != before + u64::from(more) * 1000
            {
                return Err(format!("seat {}: {before} to {left} out of turn", n + 1));
            }
        }
        let Some(actor) = charged else { return Ok(()) };
        let span = commit.asked_ms.saturating_sub(self.at_ms);
        let increment = if passed { u64::from(more) * 1000 } else { 0 };
        let (left, before) = (left[actor.index()], before[actor.index()]);
        let spent = before as i64 + increment as i64 - left as i64;
        // What was charged before a crash was played.
        let over = self.outages.iter().filter(|(_, end)| *end <= commit.asked_ms);
        let outages: Vec<(u64, u64)> = over.map(|(span, _)| *span).collect();
        let outage = covered(&outages, self.at_ms, commit.asked_ms);
        let most = span.saturating_sub(outage) + self.slack(span);
        if spent > most as i64 {
            let (from, to) = (self.at_ms, commit.asked_ms);
            return Err(format!("charged {spent} ms of {span}, {outage} in outages, {from}–{to}"));
        }
        if spent < 0 {
            return Err(format!("{spent} ms were charged"));
        }
        // Whoever has no time left cannot be charged more.
        let is_empty = left == increment;
        if self.plan.jumps || is_empty {
            return Ok(());
        }
        let known = self.known_outages(commit.node, commit.asked_ms);
        let free = covered(&known, self.at_ms, commit.asked_ms);
        self.turn.0 += span as i64 - free as i64 - spent;
        self.turn.1 += span;
        if self.turn.0 > (LAG_CREDIT_MS + self.slack(self.turn.1)) as i64 {
            return Err(format!("{} ms of a turn were not charged", self.turn.0));
        }
        Ok(())
    }

    /// Nothing is left to be done.
    fn at_rest(&self, now: u64) -> Result<(), String> {
        let ended = self.log.end();
        if self.begun && ended.is_some() != (self.head.phase == Phase::Over) {
            return Err(format!("the log: {ended:?}, the head: {:?}", self.head.phase));
        }
        if ended.map(|end| end.to_string()) != self.head.end {
            return Err(format!("the log: {ended:?}, the head: {:?}", self.head.end));
        }
        let playing = self.head.phase == Phase::Playing;
        if let Some(mover) = self.log.mover().filter(|mover| playing && self.is_computer(*mover)) {
            return Err(format!("the computer at seat {} does not play", mover.number()));
        }
        let first_turn = self.log.turns().len() < self.head.seats.len();
        if let Some(actor) = self.log.actor().filter(|_| playing && !first_turn)
            && let Some(left) = self.left.get(actor.index())
            && !self.plan.jumps
        {
            let spans: Vec<(u64, u64)> = self.contents.outages.iter().copied().collect();
            let spans = merge_spans(spans);
            let span = (now - self.at_ms).saturating_sub(covered(&spans, self.at_ms, now));
            let most = left + LAG_CREDIT_MS + self.slack(span) + FLAG_WITHIN_MS;
            if span > most {
                return Err(format!("{span} ms, with {left} ms left, and no flag"));
            }
        }
        Ok(())
    }
}
