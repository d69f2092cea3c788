//! `mohreh play`: people at one terminal, typing steps.

mod table;

use std::fs;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use mohreh_games::{Game, Kind, Listed, Record, Status, with_kind};

use crate::args::{SetupArgs, kinds};
use crate::chance::{Chance, new_seed};
use crate::failure::{Failure, Result};
use crate::show::draw;
use crate::texts::Texts;
use table::Table;

const HELP: &str = "\
Type a step, or several separated by blanks. Besides:
  steps         what is legal now
  undo          take back a step of the last turn (never a roll of the dice)
  show          draw the board again
  position      the text of this position
  save FILE     write the game into a file, now and after every turn
  help          this
  quit          stop playing
Steps are written like this:";

/// Type `help` while playing for what can be typed.
#[derive(clap::Args)]
pub struct Args {
    /// Which game. Left out, you are asked.
    #[arg(value_name = "KIND", value_parser = kinds())]
    kind: Option<Kind>,
    #[command(flatten)]
    setup: SetupArgs,
    /// Draw the set-up by lot (the arrangement of tzaar).
    #[arg(long, conflicts_with_all = ["setup", "board"])]
    draw: bool,
    /// Go on with the game in this file.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["kind", "setup", "board", "draw"])]
    from: Option<PathBuf>,
    /// Keep the game in this file, written anew after every turn.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Dice and lots come from this seed; the same seed rolls the same dice.
    #[arg(long)]
    seed: Option<u64>,
}

pub fn run(args: &Args, out: &mut impl Write) -> Result<ExitCode> {
    let mut input = io::stdin().lock();
    let begun = args.from.as_deref().map(read_one).transpose()?;
    let kind = match (&begun, args.kind) {
        (Some(record), _) => record.kind(),
        (None, Some(kind)) => kind,
        (None, None) => match ask_kind(&mut input, out)? {
            Some(kind) => kind,
            None => return Ok(ExitCode::SUCCESS),
        },
    };
    with_kind!(kind, G => {
        let mut chance = Chance::new(args.seed.map_or_else(new_seed, Ok)?);
        let table = match begun {
            Some(record) => Table::<G>::resume(record)?,
            None if args.draw => Table::start(&G::draw_setup(&mut |n| chance.below(n)))?,
            None => Table::start(&args.setup.parse::<G>()?)?,
        };
        if let Some(path) = &args.save {
            check_new(path, args.from.as_deref())?;
        }
        Session { table, chance, path: args.save.clone(), texts: Texts::english() }.run(&mut input, out)
    })?;
    Ok(ExitCode::SUCCESS)
}

fn read_one(path: &Path) -> Result<Record> {
    let about = |failure: Failure| failure.about(&path.display().to_string());
    let text = fs::read_to_string(path).map_err(|error| about(error.into()))?;
    let mut records = Record::read(&text).map_err(|error| about(error.into()))?;
    match (records.pop(), records.is_empty()) {
        (Some(record), true) => Ok(record),
        _ => Err(about(Failure::new("the file holds more than one game"))),
    }
}

/// A game must not be written over another one.
fn check_new(path: &Path, from: Option<&Path>) -> Result<()> {
    if path.exists() && from != Some(path) {
        let why = "the file exists already; choose another name, or go on with it by --from";
        return Err(Failure::new(why).about(&path.display().to_string()));
    }
    Ok(())
}

fn ask_kind(input: &mut impl BufRead, out: &mut impl Write) -> Result<Option<Kind>> {
    writeln!(out, "Which game?")?;
    for (number, kind) in (1..).zip(Kind::ALL) {
        writeln!(out, "  {number}  {kind}")?;
    }
    while let Some(line) = ask(input, out, "")? {
        let chosen = line.parse::<usize>().ok().and_then(|n| Kind::ALL.get(n.checked_sub(1)?));
        match chosen.copied().map_or_else(|| line.parse(), Ok) {
            Ok(kind) => return Ok(Some(kind)),
            Err(error) => writeln!(out, "{error}")?,
        }
    }
    Ok(None)
}

/// A line from the person; none when the input has ended.
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

struct Session<G: Listed> {
    table: Table<G>,
    chance: Chance,
    path: Option<PathBuf>,
    texts: Texts,
}

/// What follows from a line that was typed.
enum Next {
    /// The board has changed.
    Draw,
    /// Everything is as it was.
    Ask,
    Quit,
}

impl<G: Listed> Session<G> {
    fn run(&mut self, input: &mut impl BufRead, out: &mut impl Write) -> Result<()> {
        writeln!(out, "Type `help` for help.\n")?;
        let mut redraw = true;
        loop {
            self.roll(out)?;
            if redraw {
                draw(&self.table.game, out)?;
                writeln!(out, "{}", self.texts.say(&self.table.game.prompt()))?;
            }
            let who = match self.table.game.status() {
                Status::ToMove(seat) => seat.to_string(),
                Status::ToRoll | Status::Over(_) => String::new(),
            };
            let Some(line) = ask(input, out, &who)? else { break };
            redraw = match self.answer(&line, out)? {
                Next::Draw => true,
                Next::Ask => false,
                Next::Quit => break,
            };
        }
        match &self.path {
            Some(path) => writeln!(out, "The game is kept in {}.", path.display())?,
            None if self.table.is_untouched() => {}
            None => {
                let line = self.table.record()?.to_line();
                writeln!(out, "The game so far, as one line:\n{line}")?;
            }
        }
        Ok(())
    }

    /// Rolls the dice as long as it is their turn.
    fn roll(&mut self, out: &mut impl Write) -> Result<()> {
        while let Some(fall) = self.table.game.roll(&mut |n| self.chance.below(n)) {
            writeln!(out, "The dice fall: {}", fall.to_string().trim_start_matches('='))?;
            self.table.play(fall)?;
        }
        Ok(())
    }

    fn answer(&mut self, line: &str, out: &mut impl Write) -> Result<Next> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word, rest.trim()) {
            ("", _) => Ok(Next::Ask),
            ("quit" | "exit", _) => Ok(Next::Quit),
            ("show", _) => Ok(Next::Draw),
            ("help" | "?", _) => {
                self.help(out)?;
                Ok(Next::Ask)
            }
            ("steps", _) => {
                writeln!(out, "{}", self.table.legal().join(" "))?;
                Ok(Next::Ask)
            }
            ("position", _) => {
                writeln!(out, "{}", self.table.game)?;
                Ok(Next::Ask)
            }
            ("undo", _) => match self.table.undo() {
                Ok(()) => {
                    self.keep(out)?;
                    Ok(Next::Draw)
                }
                Err(why) => {
                    writeln!(out, "{why}")?;
                    Ok(Next::Ask)
                }
            },
            ("save", "") => {
                writeln!(out, "Type the name of a file too, such as: save game.txt")?;
                Ok(Next::Ask)
            }
            ("save", name) => {
                let path = PathBuf::from(name);
                match check_new(&path, self.path.as_deref()) {
                    Ok(()) => {
                        let before = self.path.replace(path);
                        if !self.keep(out)? {
                            self.path = before;
                        } else {
                            writeln!(out, "Saved, and again after every turn.")?;
                        }
                    }
                    Err(Failure::Told(why)) => writeln!(out, "{why}")?,
                    Err(unread) => return Err(unread),
                }
                Ok(Next::Ask)
            }
            _ => self.play(line, out),
        }
    }

    /// Plays what was typed; what follows a mistake is left out.
    fn play(&mut self, line: &str, out: &mut impl Write) -> Result<Next> {
        let mut changed = false;
        for text in line.split_whitespace() {
            let told = match text.parse::<G::Step>() {
                Err(error) => Some(error.to_string()),
                Ok(_) if self.table.game.status() == Status::ToRoll => {
                    Some(format!("`{text}`: the dice must fall first"))
                }
                Ok(step) => self.table.play(step).err().map(|error| {
                    let asked = self.texts.say(&self.table.game.prompt());
                    format!("{error}. {asked} (`steps` lists what is legal.)")
                }),
            };
            if let Some(told) = told {
                writeln!(out, "{told}")?;
                break;
            }
            changed = true;
            self.roll(out)?;
        }
        if !changed {
            return Ok(Next::Ask);
        }
        self.keep(out)?;
        Ok(Next::Draw)
    }

    fn help(&self, out: &mut impl Write) -> Result<()> {
        writeln!(out, "{HELP}")?;
        let legal = self.table.legal();
        let examples: Vec<&str> = legal.iter().map(String::as_str).take(8).collect();
        match examples.as_slice() {
            [] => writeln!(out, "  (the game is over)")?,
            examples => writeln!(out, "  {}", examples.join("  "))?,
        }
        Ok(())
    }

    /// Writes the game to its file, if it has one; false, with the reason said, if that fails.
    fn keep(&self, out: &mut impl Write) -> Result<bool> {
        let Some(path) = &self.path else { return Ok(true) };
        // Written beside it and then renamed: a crash leaves the old file or the new one.
        let beside = path.with_extension("part");
        let written = fs::write(&beside, self.table.record()?.to_string())
            .and_then(|()| fs::rename(&beside, path));
        if let Err(error) = &written {
            writeln!(out, "The game could not be saved in {}: {error}", path.display())?;
        }
        Ok(written.is_ok())
    }
}
