//! What is wrong with a player as text.

use galet_engine::NoSuchLevel;

/// Why a text is no player.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SpecError {
    /// Nobody has that name.
    #[error(
        "'{text}' is not a player: random, greedy, plain:BOUNDS, level:N, trial:SETTINGS, \
         full:BOUNDS or ugi:COMMAND;BOUNDS"
    )]
    UnknownPlayer {
        /// The text.
        text: String,
    },
    /// There is no such level.
    #[error(transparent)]
    Level(#[from] NoSuchLevel),
    /// The highest level needs bounds.
    #[error("full strength is bounded by the clock: write full:time=200ms or the like")]
    FullLevel,
    /// Without bounds it would think for ever.
    #[error("'{text}' needs something that bounds its moves: time=200ms, nodes=20000 or depth=6")]
    Boundless {
        /// The text.
        text: String,
    },
    /// A setting without a value.
    #[error("'{setting}' is not a setting: write key=value")]
    NoValue {
        /// The text.
        setting: String,
    },
    /// A setting that nobody knows.
    #[error(
        "there is no setting '{key}': time, cpu, nodes, depth, hash, threads and eval are settings, and so are the \
         parameters of the search that `galet tune GAME --search --list` prints"
    )]
    UnknownSetting {
        /// Its name.
        key: String,
    },
    /// An evaluation for a player that has no choice.
    #[error(
        "'{text}' cannot choose its evaluation: eval=hand and eval=FILE are for full:BOUNDS; a \
         program that speaks UGI may have an option for it, as ours has EvalFile=hand"
    )]
    Evaluation {
        /// The text.
        text: String,
    },
    /// A setting that levels do not have.
    #[error(
        "a level has no setting '{key}': nodes, depth, candidates, spread, solver, by and \
         drawn are settings"
    )]
    UnknownTrialSetting {
        /// Its name.
        key: String,
    },
    /// A level is bounded by nodes, so that it is the same on every machine.
    #[error("trial: needs nodes=20000 or the like")]
    TrialWithoutNodes,
    /// A setting cannot have that value.
    #[error(
        "'{value}' is not a value of {key}: time=200ms, time=60s+0.5s, cpu=200ms, nodes=20000, hash=16, \
         eval=hand"
    )]
    BadValue {
        /// The setting.
        key: String,
        /// The value.
        value: String,
    },
    /// A parameter of the search cannot have that value.
    #[error("'{value}' is not a value of {name}: it is a number from {least} to {most}")]
    BadParameter {
        /// The parameter.
        name: &'static str,
        /// The value.
        value: String,
        /// The least that it can have.
        least: i32,
        /// The greatest.
        most: i32,
    },
    /// Time by two clocks at once.
    #[error("'{text}' is bounded by time and by processor time: write time=200ms or cpu=200ms")]
    TwoClocks {
        /// The text.
        text: String,
    },
    /// Processor time is that of one thread.
    #[error("'{text}' searches on several threads, and cpu=200ms counts one: write time=200ms")]
    ThreadsByProcessor {
        /// The text.
        text: String,
    },
    /// `ugi:` without a program.
    #[error("ugi: needs the command that starts the program")]
    NoCommand,
}
