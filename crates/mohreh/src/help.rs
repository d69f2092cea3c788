//! Help and errors of the command line in other languages than English. The English is in the definitions of the
//! arguments; the messages `help-COMMAND` and `help-COMMAND-ARGUMENT` replace it.

use std::error::Error;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Command};
use mohreh_texts::Texts;

use crate::terminal::{is_right_to_left, laid_out, notation, text, text_width, texts, with};

/// The program with its help in the language of the terminal.
pub(crate) fn translated(program: Command) -> Command {
    if !is_right_to_left() {
        return program;
    }
    // Clap keeps headings for as long as the program runs.
    let [commands, arguments, options] = ["help-commands", "help-arguments", "help-options"]
        .map(|key| -> &'static str { String::leak(text(key)) });
    let of = |command, name: &str| of_command(command, name, [arguments, options]);
    let names: Vec<String> =
        program.get_subcommands().map(|command| command.get_name().to_string()).collect();
    let version = flag("version", 'V', ArgAction::Version).help(text("help-version"));
    let mut program = of(program, "mohreh")
        .disable_version_flag(true)
        .arg(version.help_heading(options))
        .subcommand_help_heading(commands)
        .after_help(text("help-examples"));
    for name in names {
        program = program.mut_subcommand(&name, |command| of(command, &name));
    }
    // Clap adds its own command when it builds the program.
    program.build();
    program.mut_subcommand("help", |help| help.about(text("help-subcommand")))
}

fn of_command(command: Command, name: &str, [arguments, options]: [&'static str; 2]) -> Command {
    let about = format!("help-{name}");
    let usage = text("help-usage");
    let command = command.term_width(text_width()).disable_colored_help(true).help_template(
        format!("{{about-with-newline}}\n{usage} {{usage}}\n\n{{all-args}}{{after-help}}"),
    );
    let help = flag("help", 'h', ArgAction::Help).help(text("help-long")).help_heading(options);
    let command = command.disable_help_flag(true).arg(help);
    let command = if texts().has(&about) {
        let examples = format!("help-{name}-examples");
        let command = command.about(text(&about)).long_about(None);
        match texts().has(&examples) {
            true => command.after_help(text(&examples)),
            false => command.after_help(None),
        }
    } else {
        command
    };
    command.mut_args(|arg| {
        let heading = if arg.is_positional() { arguments } else { options };
        let about = key_of(name, &arg, &texts()).map(|key| text(&key));
        let about = about.or_else(|| arg.get_help().map(ToString::to_string)).unwrap_or_default();
        let help = [about, notes(&arg)].join(" ");
        let arg: Arg = arg.help_heading(heading).help(help.trim_end().to_string()).long_help(None);
        let takes_value = arg.get_action().takes_values();
        arg.hide_env(true).hide_default_value(takes_value).hide_possible_values(takes_value)
    })
}

/// The key of the help of an argument: its own in this command, or the one that it has in all.
fn key_of(command: &str, arg: &Arg, texts: &Texts) -> Option<String> {
    let keys = [format!("help-{command}-{}", arg.get_id()), format!("help-{}", arg.get_id())];
    keys.into_iter().find(|key| texts.has(key))
}

/// What clap adds to the help of an argument, in the language of the terminal. Clap would add it in English, and break
/// the line within it.
fn notes(arg: &Arg) -> String {
    let default = || {
        let values = arg.get_default_values().iter();
        values.map(|value| value.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
    };
    let values = || {
        let values = arg.get_possible_values().into_iter();
        values.map(|value| value.get_name().to_string()).collect::<Vec<_>>().join(", ")
    };
    let variable = || arg.get_env().map(|name| name.to_string_lossy().into_owned());
    // The orders are explained in the help.
    let has_values = !arg.is_hide_possible_values_set() && arg.get_id() != "bidi";
    let takes_value = arg.get_action().takes_values();
    let notes = [
        ("help-default", (takes_value && !arg.is_hide_default_value_set()).then(default)),
        ("help-values", (takes_value && has_values).then(values)),
        ("help-env", if arg.is_hide_env_set() { None } else { variable() }),
    ];
    let note = |(key, what): (&str, Option<String>)| {
        let what = what.filter(|what| !what.is_empty())?;
        Some(with(key, &[("what", notation(&what))]))
    };
    notes.into_iter().filter_map(note).collect::<Vec<_>>().join(" ")
}

fn flag(name: &'static str, short: char, action: ArgAction) -> Arg {
    Arg::new(name).short(short).long(name).action(action)
}

/// What clap prints: help, version or an error.
pub(crate) fn rendered(error: &clap::Error) -> String {
    let english = error.render().to_string();
    match error.kind() {
        ErrorKind::DisplayVersion => english.trim_end().to_string(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            // Lines were broken without regard to isolates.
            let help = english.replace(['\u{2066}', '\u{2069}'], "");
            let lines: Vec<String> = help.trim_end().lines().map(isolate_latin).collect();
            laid_out(&lines.join("\n"))
        }
        kind => laid_out(&with("cli-error", &[("why", complaint(error, kind).into())])),
    }
}

/// An error of the command line as a sentence.
fn complaint(error: &clap::Error, kind: ErrorKind) -> String {
    let found = |kind: ContextKind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(", "),
        _ => String::new(),
    };
    let (key, about) = match kind {
        ErrorKind::InvalidSubcommand => ("help-wrong-command", ContextKind::InvalidSubcommand),
        ErrorKind::UnknownArgument => ("help-wrong-unknown", ContextKind::InvalidArg),
        ErrorKind::MissingRequiredArgument => ("help-wrong-missing", ContextKind::InvalidArg),
        ErrorKind::ArgumentConflict => ("help-wrong-conflict", ContextKind::InvalidArg),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            ("help-wrong-value", ContextKind::InvalidArg)
        }
        _ => ("help-wrong", ContextKind::InvalidArg),
    };
    let known = match found(ContextKind::ValidValue) {
        known if known.is_empty() => String::new(),
        known => with("help-wrong-values", &[("known", notation(&known))]),
    };
    let args = [
        ("what", notation(&found(about))),
        ("value", notation(&found(ContextKind::InvalidValue))),
        ("known", known.into()),
    ];
    let said = with(key, &args);
    // Our own parsers say why in the language of the terminal, those of clap in English.
    let why = error.source().map(ToString::to_string).unwrap_or_default();
    match why.contains(is_persian) {
        true => format!("{said}: {why}"),
        false => said,
    }
}

fn is_persian(letter: char) -> bool {
    matches!(letter, '\u{600}'..='\u{6ff}')
}

/// Isolates the options, values and commands of a line, which are written from left to right.
fn isolate_latin(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii()).unwrap_or(rest.len());
        let (run, after) = rest.split_at(end);
        // A bracket whose other half is Persian text is not part of the run.
        let is_outer = |c: char| match c {
            ']' => !run.contains('['),
            '[' => !run.contains(']'),
            ')' => !run.contains('('),
            '(' => !run.contains(')'),
            c => " .:;,".contains(c),
        };
        let inner = run.trim_matches(is_outer);
        if inner.bytes().any(|byte| byte.is_ascii_alphanumeric()) {
            let (before, behind) = run.split_once(inner).unwrap_or((run, ""));
            let inner = gaps_apart(inner);
            out += &format!("{before}{inner}{behind}");
        } else {
            out += run;
        }
        let next = after.find(|c: char| c.is_ascii()).unwrap_or(after.len());
        out += &after[..next];
        rest = &after[next..];
    }
    out
}

/// Isolates the parts between gaps of several blanks, which separate columns.
fn gaps_apart(run: &str) -> String {
    let isolate = |part: &str| {
        if part.is_empty() { String::new() } else { format!("\u{2066}{part}\u{2069}") }
    };
    match run.split_once("  ") {
        None => isolate(run),
        Some((first, rest)) => {
            let gap = rest.len() - rest.trim_start_matches(' ').len();
            format!("{}  {}{}", isolate(first), " ".repeat(gap), gaps_apart(rest.trim_start()))
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;
    use mohreh_texts::{Language, Texts};

    use super::{isolate_latin, key_of};
    use crate::Cli;

    #[test]
    fn every_command_has_help_in_persian() {
        let texts = Texts::new(Language::Persian);
        for command in Cli::command().get_subcommands() {
            let key = format!("help-{}", command.get_name());
            assert!(texts.has(&key), "{key}");
        }
    }

    #[test]
    fn every_argument_has_help_in_persian() {
        let texts = Texts::new(Language::Persian);
        let program = Cli::command();
        let commands: Vec<String> = program
            .get_subcommands()
            .map(|command| format!("help-{}", command.get_name()))
            .collect();
        for command in program.get_subcommands() {
            for arg in command.get_arguments().filter(|arg| !arg.is_hide_set()) {
                let about = format!("{} {}", command.get_name(), arg.get_id());
                let key = key_of(command.get_name(), arg, &texts).expect(&about);
                assert!(!commands.contains(&key), "{about} would have the help of a command");
            }
        }
    }

    #[test]
    fn options_are_isolated() {
        assert_eq!(isolate_latin("  -h, --help  راهنما"), "  \u{2066}-h, --help\u{2069}  راهنما");
        assert_eq!(isolate_latin("راهنما"), "راهنما");
        assert_eq!(isolate_latin("[آ: 1]"), "[آ: \u{2066}1\u{2069}]");
        assert_eq!(isolate_latin("play [KIND]"), "\u{2066}play [KIND]\u{2069}");
        assert_eq!(isolate_latin("  a  b"), "  \u{2066}a\u{2069}  \u{2066}b\u{2069}");
    }
}
