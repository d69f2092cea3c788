//! `mohreh completions` and `mohreh man`: shell completions and manual pages, generated from the clap definitions.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use crate::failure::{Failure, Result};
use crate::terminal::{notation, tell, with};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:\n  \
  mohreh completions bash > ~/.local/share/bash-completion/completions/mohreh\n  \
  mohreh completions zsh  > ~/.zfunc/_mohreh      (a folder in your $fpath)\n  \
  mohreh completions fish > ~/.config/fish/completions/mohreh.fish")]
pub(crate) struct CompletionsArgs {
    /// Which shell.
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

#[derive(clap::Args)]
pub(crate) struct ManArgs {
    /// The folder for the pages, such as ~/.local/share/man/man1; it is made if it is not there.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

pub(crate) fn completions(
    args: &CompletionsArgs,
    mut program: Command,
    out: &mut impl Write,
) -> Result<ExitCode> {
    let name = program.get_name().to_string();
    // The generator panics on a write error such as a broken pipe, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, name, &mut script);
    out.write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn man(args: &ManArgs, program: Command, out: &mut impl Write) -> Result<ExitCode> {
    let named = |path: &Path, error| Failure::from(error).context(&path.display().to_string());
    std::fs::create_dir_all(&args.folder).map_err(|error| named(&args.folder, error))?;
    let pages = pages(program)?;
    for (name, page) in &pages {
        let path = args.folder.join(name);
        std::fs::write(&path, page).map_err(|error| named(&path, error))?;
    }
    let folder = notation(&args.folder.display().to_string());
    tell(out, &with("cli-man", &[("count", (pages.len() as u64).into()), ("folder", folder)]))?;
    Ok(ExitCode::SUCCESS)
}

/// Manual pages (file name, roff) of the program and of each visible command.
fn pages(program: Command) -> Result<Vec<(String, Vec<u8>)>> {
    let mut program = program
        .disable_help_subcommand(true)
        .subcommand_help_heading("COMMANDS")
        .subcommand_value_name("COMMAND");
    program.build();
    let source = format!("{} {}", program.get_name(), program.get_version().unwrap_or_default());
    let commands = program.get_subcommands().filter(|command| !command.is_hide_set()).cloned();
    let all = std::iter::once(program.clone()).chain(commands);
    all.map(|command| page(command, &source)).collect()
}

fn page(command: Command, source: &str) -> Result<(String, Vec<u8>)> {
    let more = command.get_after_long_help().or_else(|| command.get_after_help());
    let more = more.map(ToString::to_string).unwrap_or_default();
    let has_commands = command.has_subcommands();
    let man = Man::new(command).source(source).manual("Mohreh");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    if has_commands {
        man.render_subcommands_section(&mut page)?;
    }
    man.render_options_section(&mut page)?;
    if !more.is_empty() {
        page.extend(notes(&more).into_bytes());
    }
    Ok((man.get_filename(), page))
}

/// NOTES section from the `after_help` text. Indented lines are examples in columns and stay unfilled; other lines
/// are filled into paragraphs.
fn notes(text: &str) -> String {
    let mut roff = Roff::default();
    roff.control("SH", ["NOTES"]);
    let mut in_columns = false;
    for line in text.lines() {
        let is_indented = line.starts_with(' ');
        if is_indented != in_columns && !line.is_empty() {
            roff.control(if is_indented { "nf" } else { "fi" }, []);
            in_columns = is_indented;
        }
        if line.is_empty() {
            roff.control("PP", []);
        } else {
            roff.text([roman(line)]);
        }
    }
    if in_columns {
        roff.control("fi", []);
    }
    roff.render()
}
