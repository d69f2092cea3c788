//! [`Session`]: the command loop.

use std::cell::{Cell, RefCell};
use std::io::{self, Write};
use std::time::{Duration, Instant};

use mohreh_games::{AnyGame, Status, with_game};

use crate::limits::{Limits, MAX_COUNT};
use crate::position::{Position, forced_turn};
use crate::queue::CommandQueue;
use crate::{Line, Report, Thinker};

/// What the commands of a session have set.
pub(crate) struct Session<T> {
    thinker: T,
    position: Option<Position>,
    /// Default of `lines`.
    lines: usize,
    /// Whether the commands that not every program knows have been announced.
    has_announced: bool,
}

/// Commands beyond `position`, `go`, `stop` and `quit`, with the limit `clock`. Announced in an `info` line, which
/// every client skips, because a client that tries one out on a program that does not know it gets an error.
const ANNOUNCED: &str = "newgame option options show clock";
const COMMANDS: &str = "position, go, stop, newgame, option, options, show, quit";
/// The option of the session itself.
const LINES: &str = "lines";

impl<T: Thinker> Session<T> {
    pub(crate) fn new(thinker: T) -> Session<T> {
        Session { thinker, position: None, lines: 1, has_announced: false }
    }

    /// Obeys commands until `quit` or the end of the input.
    pub(crate) fn run(&mut self, commands: &CommandQueue, out: &mut impl Write) -> io::Result<()> {
        while let Some(line) = commands.next() {
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
            let rest = rest.trim();
            let done = match word {
                "" => Ok(()),
                "quit" => break,
                // No search is running.
                "stop" => Ok(()),
                // An invalid position leaves the previous one in place.
                "position" => Position::read(rest, T::KINDS).map(|read| self.position = Some(read)),
                "show" => match self.set_position() {
                    Ok(position) => {
                        writeln!(out, "show {position}")?;
                        Ok(())
                    }
                    Err(why) => Err(why),
                },
                "newgame" => {
                    self.thinker.new_game();
                    Ok(())
                }
                "option" => self.set_option(rest),
                "options" => {
                    let options = self.options();
                    let texts = options.iter().map(|(name, value)| format!("{name}={value}"));
                    writeln!(out, "options {}", texts.collect::<Vec<_>>().join(" "))?;
                    Ok(())
                }
                "go" => match self.parse_go(rest) {
                    Ok((game, limits)) => {
                        self.go(&game, &limits, commands, out)?;
                        Ok(())
                    }
                    Err(why) => Err(why),
                },
                _ => Err(format!("unknown command `{word}`; known are: {COMMANDS}")),
            };
            if let Err(why) = done {
                writeln!(out, "error {why}")?;
            }
            out.flush()?;
        }
        Ok(())
    }

    fn set_position(&self) -> Result<&Position, String> {
        let none = "no position yet; send `position KIND|SETUP|STEPS` first";
        self.position.as_ref().ok_or_else(|| none.to_string())
    }

    /// Parses `go` and checks that a position is set and a seat is to move.
    fn parse_go(&self, limits: &str) -> Result<(AnyGame, Limits), String> {
        let limits = Limits::read(limits, self.lines)?;
        let game = &self.set_position()?.game;
        match game.status() {
            Status::ToMove(_) => Ok((game.clone(), limits)),
            status => Err(format!("nobody is to move here: {status}")),
        }
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        let mut options = self.thinker.options();
        options.push((LINES, self.lines.to_string()));
        options
    }

    fn set_option(&mut self, text: &str) -> Result<(), String> {
        let (name, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let value = value.trim();
        let options = self.options();
        if !options.iter().any(|(known, _)| *known == name) {
            let known: Vec<&str> = options.iter().map(|(name, _)| *name).collect();
            return Err(format!("unknown option `{name}`; known are: {}", known.join(", ")));
        }
        if value.is_empty() {
            return Err(format!("option {name}: a value is missing, as in `option {name} VALUE`"));
        }
        let done = match name {
            LINES => count_option(value, 1..=MAX_COUNT).map(|lines| self.lines = lines as usize),
            _ => self.thinker.set_option(name, value),
        };
        done.map_err(|why| format!("option {name}: {why}"))
    }

    fn go(
        &mut self,
        game: &AnyGame,
        limits: &Limits,
        commands: &CommandQueue,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let start = now();
        if !self.has_announced {
            self.has_announced = true;
            writeln!(out, "info knows {ANNOUNCED}")?;
        }
        // There is nothing to decide, and a search that is not needed would give no chances that mean anything.
        let forced = with_game!(game, game => forced_turn(game).map(|turn| texts(&turn)));
        if let Some(turn) = forced.filter(|_| !limits.is_unlimited()) {
            return writeln!(out, "best {}", turn.join(" "));
        }
        let stopped = Cell::new(false);
        let budget = RefCell::new(limits.budget());
        let budget_used = || {
            stopped.set(stopped.get() || commands.should_stop(limits.is_unlimited()));
            match &*budget.borrow() {
                _ if stopped.get() => 1.0,
                Some(budget) => budget.used(start.elapsed()),
                None => 0.0,
            }
        };
        let mut written = Ok(());
        let mut on_report = |report: &Report| {
            if written.is_ok() {
                written = write_report(report, start.elapsed(), out);
            }
            if let (Some(budget), Some(best)) = (&mut *budget.borrow_mut(), report.lines.first()) {
                budget.on_iteration(turn_of(game, &best.steps), best.win, start.elapsed());
            }
        };
        let turn = self.thinker.answer(game, limits, &budget_used, &mut on_report);
        written?;
        // An unlimited search answers only after `stop`.
        while limits.is_unlimited() && budget_used() < 1.0 {
            std::thread::sleep(Duration::from_millis(5));
        }
        writeln!(out, "best {}", turn.join(" "))
    }
}

/// Parses the value of an option that is a number in a range.
pub fn count_option(text: &str, range: std::ops::RangeInclusive<u64>) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| {
        format!("expected a number from {} to {}, not `{text}`", range.start(), range.end())
    })
}

/// The part of a principal variation that belongs to the turn of the seat to move.
fn turn_of<'a>(game: &AnyGame, steps: &'a [String]) -> &'a [String] {
    let (to_move, mut game) = (game.status(), game.clone());
    let played =
        steps.iter().take_while(|step| game.status() == to_move && game.play(step).is_ok());
    &steps[..played.count()]
}

fn texts(steps: &[impl ToString]) -> Vec<String> {
    steps.iter().map(ToString::to_string).collect()
}

fn write_report(report: &Report, time: Duration, out: &mut impl Write) -> io::Result<()> {
    let (depth, nodes, time) = (report.depth, report.nodes, time.as_millis());
    for Line { win, steps } in &report.lines {
        let steps = steps.join(" ");
        writeln!(out, "info depth {depth} nodes {nodes} time {time} win {win:.4} line {steps}")?;
    }
    out.flush()
}

#[expect(clippy::disallowed_methods, reason = "the one place that asks for the time")]
fn now() -> Instant {
    Instant::now()
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use mohreh_games::Kind;

    use super::*;

    /// Plays the first legal steps, and deepens until the budget is used.
    #[derive(Default)]
    struct First {
        speed: u64,
        games: u64,
    }

    impl Thinker for First {
        const KINDS: &'static [Kind] = Kind::ALL;

        fn answer(
            &self,
            game: &AnyGame,
            limits: &Limits,
            budget_used: &dyn Fn() -> f64,
            on_report: &mut dyn FnMut(&Report),
        ) -> Vec<String> {
            let (to_move, mut after) = (game.status(), game.clone());
            let mut turn = Vec::new();
            while after.status() == to_move {
                turn.push(after.steps()[0].clone());
                after.play(&turn[turn.len() - 1]).unwrap();
            }
            for depth in 1..=limits.depth.unwrap_or(u32::MAX) as usize {
                let line = || Line { win: 0.5, steps: turn.clone() };
                let lines = (0..limits.lines).map(|_| line()).collect();
                on_report(&Report { depth, nodes: self.games, lines });
                if budget_used() >= 1.0 {
                    break;
                }
            }
            turn
        }

        fn options(&self) -> Vec<(&'static str, String)> {
            vec![("speed", self.speed.to_string())]
        }

        fn set_option(&mut self, _: &str, value: &str) -> Result<(), String> {
            self.speed = count_option(value, 0..=9)?;
            Ok(())
        }

        fn new_game(&mut self) {
            self.games += 1;
        }
    }

    /// The answers to these commands, one per line.
    fn answers(commands: &str) -> Vec<String> {
        let (sender, receiver) = channel();
        for line in commands.lines() {
            sender.send(line.to_string()).unwrap();
        }
        drop(sender);
        let mut out = Vec::new();
        Session::new(First::default()).run(&CommandQueue::new(receiver), &mut out).unwrap();
        String::from_utf8(out).unwrap().lines().map(str::to_string).collect()
    }

    #[test]
    fn options_are_listed_with_their_values_and_refused_with_reasons() {
        assert_eq!(answers("options"), ["options speed=0 lines=1"]);
        assert_eq!(answers("option speed 7\noption lines 3\noptions"), ["options speed=7 lines=3"]);
        for (wrong, said) in [
            ("option", "unknown option ``; known are: speed, lines"),
            ("option color red", "unknown option `color`; known are: speed, lines"),
            ("option speed", "option speed: a value is missing"),
            ("option speed 10", "option speed: expected a number from 0 to 9, not `10`"),
            ("option lines 0", "option lines: expected a number from 1 to 1000, not `0`"),
        ] {
            let told = answers(&format!("{wrong}\noptions"));
            assert!(told[0].starts_with("error ") && told[0].contains(said), "{told:?}");
            assert_eq!(told[1..], ["options speed=0 lines=1"], "{wrong} changes nothing");
        }
    }

    #[test]
    fn the_option_lines_is_a_default() {
        let infos = |commands: &str| {
            let told = answers(&format!("position yinsh||\n{commands}"));
            told.iter().filter(|line| line.starts_with("info depth 1 ")).count()
        };
        assert_eq!(infos("go depth 1"), 1);
        assert_eq!(infos("option lines 3\ngo depth 1"), 3);
        assert_eq!(infos("option lines 3\ngo depth 1 lines 2"), 2);
    }

    #[test]
    fn a_forced_turn_is_answered_without_a_chance() {
        for limits in ["nodes 1000", "time 60000", "depth 30 lines 2", "clock 60000 60000 0"] {
            let told = answers(&format!("position rotas||\ngo {limits}\ngo {limits}"));
            assert_eq!(told[1..], ["best r", "best r"], "{limits}");
        }
        // An analysis is wanted even so.
        let told = answers("position rotas||\ngo infinite");
        assert!(told.iter().any(|line| line.contains(" win ")), "{told:?}");
    }

    #[test]
    fn what_not_every_program_knows_is_announced_once() {
        let told = answers("position yinsh||\ngo depth 1\ngo depth 1");
        let announced = told.iter().filter(|line| line.starts_with("info knows newgame ")).count();
        assert_eq!((announced, told[0].starts_with("info knows ")), (1, true), "{told:?}");
        assert_eq!(answers("position yinsh||\nnewgame\nstop"), [""; 0]);
    }

    #[test]
    fn a_new_game_is_passed_on() {
        let told = answers("position yinsh||\nnewgame\nnewgame\ngo depth 1");
        assert!(told[1].starts_with("info depth 1 nodes 2 "), "{told:?}");
    }

    #[test]
    fn a_search_by_the_clock_ends_by_itself() {
        let told = answers("position tzaar||\ngo clock 200 200 0\nshow\nfoo");
        let best = told.iter().position(|line| line.starts_with("best ")).unwrap();
        assert!(told[best + 1].starts_with("show kind=tzaar status=to-move seat=1 turn=begins "));
        assert!(told[best + 2].contains("unknown command `foo`; known are: position, go, stop,"));
    }

    #[test]
    fn a_line_is_cut_at_the_end_of_the_turn() {
        let turn = |line: &str, steps: &[&str]| {
            let game = Position::read(line, Kind::ALL).unwrap().game;
            turn_of(&game, &texts(steps)).len()
        };
        assert_eq!(turn("zertz||", &["Wd4", "-a1", "Gd5", "-a2"]), 2);
        assert_eq!(turn("zertz||Wd4", &["-a1", "Gd5"]), 1);
        assert_eq!(turn("yinsh||", &["e5"]), 1);
        assert_eq!(turn("yinsh||", &[]), 0);
    }
}
