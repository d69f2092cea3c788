//! `mohreh play`: a game in the terminal, between people or against the engine.

mod computer;
mod local_game;

use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex};

use computer::Computer;
use mohreh_engine::Level;
use mohreh_games::record::RecordError;
use mohreh_games::{AnyGame, Game, Kind, Record, Seat, Show, Status, with_game, with_kind};

use crate::args::{SetupArgs, check_lots, kinds};
use crate::chance::{Chance, new_seed};
use crate::failure::{Failure, Result};
use crate::files::{check_new, read_text, records, write_atomic};
use crate::show::draw;
use crate::terminal::{laid_out, language, notation, tell, text, texts, with, wrong};
use local_game::LocalGame;
use mohreh_texts::Language;

/// Type `help` while playing for what can be typed.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Which game. Left out, you are asked.
    #[arg(value_name = "KIND", value_parser = kinds(), ignore_case = true)]
    kind: Option<Kind>,
    #[command(flatten)]
    setup: SetupArgs,
    /// Draw the set-up by lot (the arrangement of tzaar).
    #[arg(long, conflicts_with_all = ["setup", "board"])]
    draw: bool,
    /// Go on with the game in this file, and keep it there.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["setup", "board", "draw"])]
    from: Option<PathBuf>,
    /// Keep the game in this new file, written anew after every step.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Play against the computer, at a level from 1 (for beginners) to 8 (full strength).
    #[arg(long, value_name = "LEVEL")]
    against: Option<Level>,
    /// Your seat against the computer; seat 1 starts.
    #[arg(long, requires = "against", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=4))]
    seat: u8,
    /// Dice and lots come from this seed, and what the computer prefers where several turns are as good;
    /// the same seed plays the same.
    #[arg(long)]
    seed: Option<u64>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<ExitCode> {
    let mut input = io::stdin().lock();
    let begun = args.from.as_deref().map(read_single_record).transpose()?;
    let kind = match (&begun, args.kind) {
        (Some(record), Some(kind)) if record.kind() != kind => {
            let args = [("found", notation(record.kind().name())), ("kind", notation(kind.name()))];
            return Err(Failure::new(with("cli-from-other", &args)));
        }
        (Some(record), _) => record.kind(),
        (None, Some(kind)) => kind,
        (None, None) => match ask_kind(&mut input, out)? {
            Some(kind) => kind,
            None => return Ok(ExitCode::SUCCESS),
        },
    };
    let played = begun.as_ref().map_or(0, |record| record.steps().len() as u64);
    // Offset by the steps played, so that a resumed game does not repeat its first rolls.
    let seed = args.seed.map_or_else(new_seed, Ok)?.wrapping_add(played << 32);
    let mut chance = Chance::new(seed);
    let local = LocalGame::new(match begun {
        Some(record) => record,
        None => Record::new(kind, &setup(args, kind, &mut chance)?)?,
    });
    let seats = local.game().seats();
    let computer = match args.against {
        None => None,
        Some(_) if usize::from(args.seat) > seats => {
            return Err(Failure::new(with("cli-no-seat", &[("count", (seats as u32).into())])));
        }
        Some(level) => Some(Computer::new(level, Seat::new(usize::from(args.seat) - 1), seed)),
    };
    let mut session = Session { local, chance, computer, path: None, unsaved: Arc::default() };
    session.name_computer_seats()?;
    match (&args.save, &args.from) {
        (Some(path), from) if from.as_ref() != Some(path) => {
            check_new(path)?;
            session.save_to(path.clone())?;
        }
        (_, Some(path)) => session.save_to(path.clone())?,
        _ => {}
    }
    session.run(&mut input, out)?;
    Ok(ExitCode::SUCCESS)
}

/// The setup text of a new game.
fn setup(args: &Args, kind: Kind, chance: &mut Chance) -> Result<String> {
    with_kind!(kind, G => {
        if args.draw {
            check_lots::<G>()?;
            Ok(G::draw_setup(&mut |n| chance.below(n)).to_string())
        } else {
            Ok(args.setup.parse::<G>()?.to_string())
        }
    })
}

fn read_single_record(path: &Path) -> Result<Record> {
    let with_path = |failure: Failure| failure.context(&path.display().to_string());
    let mut all = records(&read_text(path)?);
    match (all.pop(), all.is_empty()) {
        (Some(record), true) => record.map_err(|error| with_path(error.into())),
        _ => Err(with_path(Failure::new(text("cli-several-games")))),
    }
}

fn ask_kind(input: &mut impl BufRead, out: &mut impl Write) -> Result<Option<Kind>> {
    tell(out, &text("cli-which-game"))?;
    for (number, kind) in (1..).zip(Kind::ALL) {
        let title = texts().text(&format!("{kind}-title"));
        match language() {
            Language::English => writeln!(out, "  {number}  {kind}")?,
            Language::Persian => {
                let name = language().isolate(kind.name());
                tell(
                    out,
                    &format!("  {}  {title} ({name})", language().digits(&number.to_string())),
                )?;
            }
        }
    }
    while let Some(line) = ask(input, out, "")? {
        let line = line.to_lowercase();
        if matches!(line.as_str(), "quit" | "exit") {
            break;
        }
        let chosen = line.parse::<usize>().ok().and_then(|n| Kind::ALL.get(n.checked_sub(1)?));
        match chosen.copied().map_or_else(|| line.parse(), Ok) {
            Ok(kind) => return Ok(Some(kind)),
            Err(error) => tell(out, &wrong(&error.into()))?,
        }
    }
    Ok(None)
}

/// Prompts and reads a line; `None` at end of input.
fn ask(input: &mut impl BufRead, out: &mut impl Write, who: &str) -> Result<Option<String>> {
    write!(out, "{who}> ")?;
    out.flush()?;
    let mut line = Vec::new();
    if input.read_until(b'\n', &mut line)? == 0 {
        writeln!(out)?;
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&line).trim().to_string()))
}

struct Session {
    local: LocalGame,
    chance: Chance,
    computer: Option<Computer>,
    /// File that the game is saved to after every step.
    path: Option<PathBuf>,
    /// One-line record of the game while no file has it; printed by the Ctrl-C handler.
    unsaved: Arc<Mutex<Option<String>>>,
}

/// What the main loop does after an input line.
enum Next {
    /// Redraw: the board has changed.
    Draw,
    /// Prompt again: nothing has changed.
    Ask,
    Quit,
}

impl Session {
    fn game(&self) -> &AnyGame {
        self.local.game()
    }

    fn run(&mut self, input: &mut impl BufRead, out: &mut impl Write) -> Result<()> {
        self.print_unsaved_on_interrupt();
        tell(out, &text("cli-type-help"))?;
        writeln!(out)?;
        let mut next = Next::Draw;
        // The legend is printed once, and again by `show`.
        let mut explain = true;
        loop {
            if self.roll(out)? {
                self.save(out)?;
            }
            if self.computer_plays(out)? {
                next = Next::Draw;
                continue;
            }
            if let Next::Draw = next {
                draw(self.game().kind(), &self.game().scene(), explain, out)?;
                explain = false;
                tell(out, &texts().say(&self.game().prompt()))?;
                if let Status::Over(_) = self.game().status() {
                    tell(out, &text("cli-after-end"))?;
                }
            }
            let who = match self.game().status() {
                Status::ToMove(seat) => seat.to_string(),
                Status::ToRoll | Status::Over(_) => String::new(),
            };
            let Some(line) = ask(input, out, &who)? else { break };
            next = self.answer(&line, out)?;
            if let Next::Quit = next {
                break;
            }
        }
        match (self.unsaved(), &self.path) {
            (Some(line), _) => {
                tell(out, &text("cli-so-far"))?;
                writeln!(out, "{line}")?;
            }
            (None, Some(path)) => {
                tell(out, &with("cli-kept", &[("path", notation(&path.display().to_string()))]))?;
            }
            (None, None) => {}
        }
        Ok(())
    }

    /// Prints the unsaved game on Ctrl-C before exiting.
    fn print_unsaved_on_interrupt(&self) {
        let unsaved = Arc::clone(&self.unsaved);
        let handler = move || {
            if let Some(line) = unsaved.lock().ok().and_then(|line| line.clone()) {
                let said = laid_out(&text("cli-so-far"));
                let _ = writeln!(io::stderr(), "\n{said}\n{line}");
            }
            std::process::exit(130);
        };
        // Without a handler Ctrl-C still ends the program.
        let _ = ctrlc::set_handler(handler);
    }

    fn unsaved(&self) -> Option<String> {
        self.unsaved.lock().ok().and_then(|line| line.clone())
    }

    /// Rolls while the status is `ToRoll`; returns whether any dice were rolled.
    fn roll(&mut self, out: &mut impl Write) -> Result<bool> {
        let mut fell = false;
        while let Some(fall) = self.local.game().roll(&mut |n| self.chance.below(n)) {
            tell(out, &with("cli-dice-fall", &[("dice", notation(fall.trim_start_matches('=')))]))?;
            self.local.play(&fall)?;
            fell = true;
        }
        Ok(fell)
    }

    fn answer(&mut self, line: &str, out: &mut impl Write) -> Result<Next> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word, rest.trim()) {
            ("", _) => Ok(Next::Ask),
            ("quit" | "exit", "") => Ok(Next::Quit),
            ("show", "") => {
                draw(self.game().kind(), &self.game().scene(), true, out)?;
                tell(out, &texts().say(&self.game().prompt()))?;
                Ok(Next::Ask)
            }
            ("help" | "?", _) => {
                tell(out, &text("cli-play-help"))?;
                writeln!(out)?;
                tell(out, &text(&format!("{}-help", self.game().kind())))?;
                Ok(Next::Ask)
            }
            ("steps", "") => {
                match self.game().steps().as_slice() {
                    [] => tell(out, &text("cli-no-steps"))?,
                    steps => writeln!(out, "{}", steps.join(" "))?,
                }
                Ok(Next::Ask)
            }
            ("position", "") => {
                writeln!(out, "{}", self.game())?;
                Ok(Next::Ask)
            }
            ("undo", "") => match self.undo() {
                Ok(()) => {
                    self.save(out)?;
                    Ok(Next::Draw)
                }
                Err(key) => {
                    tell(out, &text(key))?;
                    Ok(Next::Ask)
                }
            },
            ("save", "") => {
                tell(out, &text("cli-save-what"))?;
                Ok(Next::Ask)
            }
            ("save", name) => {
                let path = PathBuf::from(name);
                let again = self.path.as_ref() == Some(&path);
                let free = if again { Ok(()) } else { check_new(&path) };
                match free.and_then(|()| self.save_to(path)) {
                    Ok(()) => tell(out, &text("cli-saved"))?,
                    Err(Failure::Message(why)) => {
                        tell(out, &with("cli-not-saved", &[("why", why.into())]))?;
                    }
                    Err(broken_pipe) => return Err(broken_pipe),
                }
                Ok(Next::Ask)
            }
            _ => self.play(line, out),
        }
    }

    fn undo(&mut self) -> std::result::Result<(), &'static str> {
        match &self.computer {
            None => self.local.undo(),
            Some(computer) => self.local.undo_turn(computer.person()),
        }
    }

    /// Writes the computer's seats into the record headers.
    fn name_computer_seats(&mut self) -> Result<()> {
        let Some(computer) = &self.computer else { return Ok(()) };
        for seat in (0..self.local.game().seats()).map(Seat::new) {
            if computer.plays(seat) {
                self.local.name(seat, &computer.to_string())?;
            }
        }
        Ok(())
    }

    /// Plays the computer's turn if it is to move; returns whether it was.
    fn computer_plays(&mut self, out: &mut impl Write) -> Result<bool> {
        let (Some(computer), Status::ToMove(seat)) = (&self.computer, self.game().status()) else {
            return Ok(false);
        };
        if !computer.plays(seat) {
            return Ok(false);
        }
        let level = with("cli-computer", &[("level", computer.level().into())]);
        let args = |steps: &str| {
            let (seat, who) = (seat.number().into(), level.as_str().into());
            with("cli-computer-plays", &[("seat", seat), ("who", who), ("steps", notation(steps))])
        };
        // In English the line begins while the computer thinks.
        let waits = language() == Language::English;
        if waits {
            write!(out, "{}", args(""))?;
            out.flush()?;
        }
        let steps = computer.choose(self.game());
        match waits {
            true => writeln!(out, "{}", steps.join(" "))?,
            false => tell(out, &args(&steps.join(" ")))?,
        }
        for step in steps {
            self.local.play(&step)?;
        }
        self.save(out)?;
        Ok(true)
    }

    /// Plays all steps of a line, or none and prints why.
    fn play(&mut self, line: &str, out: &mut impl Write) -> Result<Next> {
        match with_game!(self.game(), game => read_steps(game, line)) {
            Err(why) => {
                tell(out, &why)?;
                Ok(Next::Ask)
            }
            Ok(steps) => {
                for step in steps {
                    self.local.play(&step)?;
                }
                self.roll(out)?;
                self.save(out)?;
                Ok(Next::Draw)
            }
        }
    }

    /// Saves the game to a file now and after every step.
    fn save_to(&mut self, path: PathBuf) -> Result<()> {
        write_atomic(&path, &self.local.with_result()?.to_string())?;
        self.path = Some(path);
        self.set_unsaved(None);
        Ok(())
    }

    fn set_unsaved(&self, line: Option<String>) {
        if let Ok(mut unsaved) = self.unsaved.lock() {
            *unsaved = line;
        }
    }

    /// Saves the game after a change. On failure, warns and holds the game in `unsaved`.
    fn save(&self, out: &mut impl Write) -> Result<()> {
        let record = self.local.with_result()?;
        let line = (!record.steps().is_empty()).then(|| record.to_line());
        let Some(path) = &self.path else {
            self.set_unsaved(line);
            return Ok(());
        };
        match write_atomic(path, &record.to_string()) {
            Ok(()) => self.set_unsaved(None),
            Err(Failure::Message(why)) => {
                self.set_unsaved(line);
                tell(out, &with("cli-save-failed", &[("why", why.into())]))?;
            }
            Err(broken_pipe) => return Err(broken_pipe),
        }
        Ok(())
    }
}

/// Parses the steps of a line and checks that they are legal in sequence.
fn read_steps<G: Show>(game: &G, line: &str) -> std::result::Result<Vec<String>, String> {
    let parse = |text: &str| text.parse::<G::Step>().map_err(|error| wrong(&error.into()));
    let steps = line.split_whitespace().map(parse).collect::<std::result::Result<Vec<_>, _>>()?;
    let mut trial = game.clone();
    for &step in &steps {
        if trial.status() == Status::ToRoll {
            return Err(with("cli-see-dice", &[("step", notation(&step.to_string()))]));
        }
        trial.play(step).map_err(|error| {
            let why = wrong(&RecordError::new(&error));
            let asked = texts().say(&trial.prompt());
            with("cli-illegal", &[("why", why.into()), ("asked", asked.into())])
        })?;
    }
    Ok(steps.iter().map(ToString::to_string).collect())
}
