//! [`Position`]: what `position` sets and `show` describes. Also [`forced_turn`].

use std::fmt;

use mohreh_games::record::{RecordError, line_parts};
use mohreh_games::{AnyGame, Game, Kind, Record, Status, with_game};

/// A position, and what is known about the turns that led to it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Position {
    pub game: AnyGame,
    /// For each turn that begins in the steps given, the number of steps before it.
    turns: Vec<usize>,
    /// Whether the next step begins a turn; `None` if the position was given without its past.
    begins: Option<bool>,
}

/// First word of a position in the place of steps.
const BY_TEXT: &str = "position";

impl Position {
    /// Parses `KIND|SETUP|STEPS` or `KIND|SETUP|position TEXT|STEPS`, the latter with or without steps.
    pub(crate) fn read(line: &str, kinds: &[Kind]) -> Result<Position, String> {
        let (kind, setup, rest) = line_parts(line).map_err(|error| error.to_string())?;
        if !kinds.contains(&kind) {
            let known: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
            return Err(format!("`{kind}` is not played here, only {}", known.join(", ")));
        }
        let by_text = rest.trim_start().strip_prefix(BY_TEXT).filter(|text| {
            text.is_empty() || text.starts_with(|c: char| c == '|' || c.is_whitespace())
        });
        match by_text {
            Some(text) => {
                let (text, steps) = text.split_once('|').unwrap_or((text, ""));
                Position::by_text(kind, setup, text, steps)
            }
            None => Position::by_steps(line).map_err(|error| error.to_string()),
        }
    }

    fn by_steps(line: &str) -> Result<Position, RecordError> {
        let record = Record::from_line(line)?;
        Ok(Position {
            game: record.game().clone(),
            turns: record.turns().iter().map(|turn| turn.start).collect(),
            begins: Some(record.playthrough().is_turn_due()),
        })
    }

    fn by_text(kind: Kind, setup: &str, text: &str, steps: &str) -> Result<Position, String> {
        let mut game = AnyGame::parse(kind, text.trim()).map_err(|error| error.to_string())?;
        if !setup.trim().is_empty() {
            let start = AnyGame::start(kind, setup).map_err(|error| error.to_string())?;
            let [wanted, found] = [start.to_string(), game.to_string()].map(|text| variant(&text));
            if wanted != found {
                return Err(format!("the setup says `{wanted}`, the position `{found}`"));
            }
        }
        let (mut turns, mut begins) = (Vec::new(), None);
        let mut actor = mover(&game);
        for (ply, step) in steps.split_ascii_whitespace().enumerate() {
            // Leaving begins no turn.
            let leaves = game.leaver(step).is_some();
            if begins == Some(true) && !leaves {
                turns.push(ply);
            }
            game.play(step).map_err(|error| format!("step {}: {error}", ply + 1))?;
            let next = mover(&game);
            begins = match (actor, next) {
                (Some(actor), Some(next)) if actor != next => Some(true),
                _ if leaves => begins,
                _ => begins.map(|_| false),
            };
            actor = next.or(actor);
        }
        Ok(Position { game, turns, begins })
    }
}

/// The answer to `show`.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { game, turns, begins } = self;
        write!(f, "kind={} ", game.kind())?;
        match game.status() {
            Status::ToMove(seat) => {
                let turn = match begins {
                    Some(true) => "begins",
                    Some(false) => "goes-on",
                    None => "unknown",
                };
                let steps = game.steps().len();
                let forced = with_game!(game, game => forced_turn(game).is_some());
                let forced = if forced { "yes" } else { "no" };
                write!(f, "status=to-move seat={seat} turn={turn} steps={steps} forced={forced}")?;
            }
            Status::ToRoll => write!(f, "status=to-roll")?,
            Status::Over(outcome) => {
                let places = outcome.to_string().replace(' ', ",");
                write!(f, "status=over places={places}")?;
            }
        }
        let turns: Vec<String> = turns.iter().map(ToString::to_string).collect();
        write!(f, " begins={} position {game}", turns.join(","))
    }
}

fn mover(game: &AnyGame) -> Option<mohreh_games::Seat> {
    match game.status() {
        Status::ToMove(seat) => Some(seat),
        _ => None,
    }
}

/// The words of a position that say which variant is played: those before the board.
fn variant(position: &str) -> String {
    let words = position.split_ascii_whitespace();
    words.take_while(|word| !word.starts_with("cells=")).collect::<Vec<_>>().join(" ")
}

/// The turn of the seat to move, if it has only one: nothing to search for. Up to the next roll in a game with dice.
///
/// ```
/// use mohreh_engine_protocol::forced_turn;
/// use mohreh_games::{Game, rotas::Rotas, yinsh::Yinsh};
///
/// let forced = forced_turn(&Rotas::start(&"".parse()?)).ok_or("a turn begins with a roll")?;
/// assert_eq!(forced[0].to_string(), "r");
/// assert_eq!(forced_turn(&Yinsh::start(&"".parse()?)), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn forced_turn<G: Game>(game: &G) -> Option<Vec<G::Step>> {
    let to_move = game.status();
    let mut game = game.clone();
    let (mut turn, mut steps) = (Vec::new(), Vec::new());
    while matches!(to_move, Status::ToMove(_)) && game.status() == to_move {
        steps.clear();
        game.steps(&mut steps);
        let [only] = steps[..] else { return None };
        game.play_unchecked(only);
        turn.push(only);
    }
    (!turn.is_empty()).then_some(turn)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Position {
        Position::read(line, Kind::ALL).unwrap_or_else(|error| panic!("{line}: {error}"))
    }

    fn error(line: &str) -> String {
        Position::read(line, Kind::ALL).expect_err(line)
    }

    /// Every position of the games to show can be given by steps, by its text, and by an earlier text and steps; the
    /// setup is optional.
    #[test]
    fn texts_and_steps_give_the_same_position() {
        for kind in Kind::ALL {
            let demo = Record::from_line(kind.demo().trim()).unwrap();
            let (setup, steps) = (demo.setup(), demo.steps());
            let middle = steps.len() / 2;
            let earlier = demo.at(middle);
            for ply in (middle..=steps.len()).step_by(5) {
                let by_steps = read(&format!("{kind}|{setup}|{}", steps[..ply].join(" ")));
                assert_eq!(by_steps.game, demo.at(ply));
                let text = by_steps.game.to_string();
                for line in [
                    format!("{kind}||position {text}"),
                    format!("{kind}|{setup}|position {text}|"),
                    format!("{kind}|| position {earlier} | {}", steps[middle..ply].join(" ")),
                ] {
                    assert_eq!(read(&line).game, by_steps.game, "{line}");
                }
            }
        }
    }

    #[test]
    fn turns_are_those_of_the_record() {
        for kind in Kind::ALL {
            let demo = Record::from_line(kind.demo().trim()).unwrap();
            let starts: Vec<usize> = demo.turns().iter().map(|turn| turn.start).collect();
            let steps = demo.steps();
            for ply in 0..steps.len() {
                let position = read(&format!("{kind}|{}|{}", demo.setup(), steps[..ply].join(" ")));
                let passed = starts.iter().copied().filter(|start| *start < ply);
                assert_eq!(position.turns, passed.collect::<Vec<_>>(), "{kind} {ply}");
                let begins = starts.contains(&ply);
                let to_move = mover(&position.game).is_some();
                assert_eq!(position.begins, Some(begins), "{kind} {ply} {to_move}");
            }
            // After a text, are known from the first change of the seat on.
            let begin = demo.at(0);
            let later = read(&format!("{kind}||position {begin}|{}", steps.join(" ")));
            assert_eq!(later.turns, starts[1..], "{kind}");
            assert_eq!(read(&format!("{kind}||position {begin}")).begins, None);
        }
    }

    #[test]
    fn show_says_who_is_to_move_and_where_turns_begin() {
        let show = |line: &str| read(line).to_string();
        let zertz = show("zertz||Wd4 -a1");
        let head = "kind=zertz status=to-move seat=2 turn=begins steps=";
        assert!(zertz.starts_with(head), "{zertz}");
        assert!(zertz.contains(" forced=no begins=0 position "), "{zertz}");
        let middle = show("zertz||Wd4 -a1 Gd5");
        assert!(middle.contains("seat=2 turn=goes-on"), "{middle}");
        assert!(middle.contains(" begins=0,2 position "), "{middle}");
        let (_, text) = middle.split_once(" position ").unwrap();
        let again = show(&format!("zertz||position {text}"));
        assert!(again.contains("seat=2 turn=unknown"), "{again}");
        assert!(again.contains(" begins= position "), "{again}");
        assert!(show("rotas||").contains("steps=1 forced=yes begins= position"));
        assert!(show("rotas||r").starts_with("kind=rotas status=to-roll begins=0 position "));
        let demo = Kind::Yinsh.demo();
        let over = show(demo.trim());
        assert!(over.contains("status=over places="), "{over}");
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let start = |kind, setup| AnyGame::start(kind, setup).unwrap();
        let large = start(Kind::Zertz, "rings=48");
        let said = error(&format!("zertz|rings=61|position {large}"));
        assert!(said.contains("rings=61") && said.contains("rings=48"), "{said}");
        assert!(error("zertz||position").contains("cells"));
        let illegal = error(&format!("zertz||position {large}|Wd4 Wd4"));
        assert!(illegal.contains("step 2") && illegal.contains("Wd4"), "{illegal}");
        assert!(error("chess||position x").contains("chess"));
        let said = Position::read("zertz||", &[Kind::Rotas]).unwrap_err();
        assert!(said.contains("only rotas"), "{said}");
    }

    /// A forced turn is the only one: every other step is illegal all along it.
    #[test]
    fn a_forced_turn_is_legal_and_whole() {
        fn check<G: Game>(game: &G) -> bool {
            let Some(turn) = forced_turn(game) else { return false };
            let (mut game, to_move) = (game.clone(), game.status());
            for step in turn {
                let mut steps = Vec::new();
                game.steps(&mut steps);
                assert_eq!((steps.as_slice(), game.status()), ([step].as_slice(), to_move));
                game.play_unchecked(step);
            }
            assert_ne!(game.status(), to_move);
            true
        }
        let mut found = 0;
        for kind in Kind::ALL {
            let demo = Record::from_line(kind.demo().trim()).unwrap();
            for ply in 0..=demo.steps().len() {
                let game = demo.at(ply);
                found += u32::from(with_game!(&game, game => check(game)));
            }
        }
        assert!(found > 0, "the games to show have forced turns");
    }
}
