//! Help and errors of the command line in other languages than English. The English is in the definitions of the
//! arguments; the messages `help-COMMAND` and `help-COMMAND-ARGUMENT` replace it.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Command};

use crate::terminal::{is_right_to_left, laid_out, notation, text, text_width, texts, with};

/// Words of clap itself, with the keys of what replaces them.
const WORDS: [(&str, &str); 4] = [
    ("Print this message or the help of the given subcommand(s)", "help-subcommand"),
    ("[default: ", "help-default"),
    ("[possible values: ", "help-values"),
    ("[env: ", "help-env"),
];

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
    program
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
        command.about(text(&about)).long_about(None).after_help(None)
    } else {
        command
    };
    command.mut_args(|arg| {
        let key = format!("help-{name}-{}", arg.get_id());
        let general = format!("help-{}", arg.get_id());
        let key = [key, general].into_iter().find(|key| texts().has(key));
        let heading = if arg.is_positional() { arguments } else { options };
        let arg: Arg = arg.help_heading(heading);
        // The orders are explained in the help.
        let arg = if arg.get_id() == "bidi" { arg.hide_possible_values(true) } else { arg };
        match key {
            Some(key) => arg.help(text(&key)).long_help(None),
            None => arg,
        }
    })
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
            let mut help = english;
            for (word, key) in WORDS {
                help = help.replace(word, &text(key));
            }
            // Lines were broken without regard to isolates.
            let help = help.replace(['\u{2066}', '\u{2069}'], "");
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
        Some(ContextValue::Strings(texts)) => texts.join(" "),
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
    let args = [
        ("what", notation(&found(about))),
        ("value", notation(&found(ContextKind::InvalidValue))),
        ("known", notation(&found(ContextKind::ValidValue))),
    ];
    with(key, &args)
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

    use super::isolate_latin;
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
    fn options_are_isolated() {
        assert_eq!(isolate_latin("  -h, --help  راهنما"), "  \u{2066}-h, --help\u{2069}  راهنما");
        assert_eq!(isolate_latin("راهنما"), "راهنما");
        assert_eq!(isolate_latin("[آ: 1]"), "[آ: \u{2066}1\u{2069}]");
        assert_eq!(isolate_latin("play [KIND]"), "\u{2066}play [KIND]\u{2069}");
        assert_eq!(isolate_latin("  a  b"), "  \u{2066}a\u{2069}  \u{2066}b\u{2069}");
    }
}
