//! Where output goes: in which language, with or without colour, to a person or to a pipe.

use crate::args::Manner;
use anstream::AutoStream;
use anstyle::{AnsiColor, Style};
use galet_scene::Language;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};

/// The command's output and how to write it.
///
/// Styles can be written always: they are taken out where there is no colour.
pub(crate) struct Console {
    out: BufWriter<AutoStream<Stdout>>,
    /// The language of sentences.
    pub(crate) language: Language,
    /// Whether colours reach the output.
    pub(crate) colour: bool,
    choice: anstream::ColorChoice,
}

/// How bad it is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Complaint {
    Error,
    Warning,
    Note,
}

/// What stands out: titles, names to type.
pub(crate) const STRONG: Style = Style::new().bold();
/// What steps back: notes, units.
pub(crate) const QUIET: Style = Style::new().dimmed();
/// What was refused.
pub(crate) const WRONG: Style = AnsiColor::Red.on_default().bold();

impl Console {
    /// The standard output as a person wishes it.
    pub(crate) fn new(manner: Manner) -> Self {
        let choice = match manner.color {
            clap::ColorChoice::Auto => anstream::ColorChoice::Auto,
            clap::ColorChoice::Always => anstream::ColorChoice::Always,
            clap::ColorChoice::Never => anstream::ColorChoice::Never,
        };
        let stream = AutoStream::new(io::stdout(), choice);
        let colour = stream.current_choice() != anstream::ColorChoice::Never;
        Console {
            out: BufWriter::new(stream),
            language: manner.lang.unwrap_or_else(language_of_environment),
            colour,
            choice,
        }
    }

    /// Whether a person is looking at the output.
    pub(crate) fn is_terminal(&self) -> bool {
        io::stdout().is_terminal()
    }

    /// Whether a person is typing and looking.
    pub(crate) fn is_dialogue(&self) -> bool {
        self.is_terminal() && io::stdin().is_terminal()
    }

    /// One line on the standard error: `error: …`, `warning: …` or `note: …`.
    ///
    /// A closed standard error is nobody's concern, so failing to write there is ignored.
    pub(crate) fn complain(&self, what: Complaint, message: &str) {
        let (colour, english, french) = match what {
            Complaint::Error => (AnsiColor::Red, "error:", "erreur\u{a0}:"),
            Complaint::Warning => (AnsiColor::Yellow, "warning:", "attention\u{a0}:"),
            Complaint::Note => (AnsiColor::Cyan, "note:", "note\u{a0}:"),
        };
        let word = match self.language {
            Language::English => english,
            Language::French => french,
        };
        let style = colour.on_default().bold();
        let mut err = AutoStream::new(io::stderr(), self.choice);
        let _ = writeln!(err, "{style}{word}{style:#} {message}");
    }
}

impl Write for Console {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// French where the environment is French, English elsewhere. The first variable that is set
/// decides, as everywhere on such systems.
pub(crate) fn language_of_environment() -> Language {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"];
    let value = names.iter().filter_map(std::env::var_os).find(|value| !value.is_empty());
    match value {
        Some(value) if value.to_string_lossy().starts_with("fr") => Language::French,
        _ => Language::English,
    }
}
