//! The options that the other end may set.

use super::clock::Clock;
use crate::typed::TABLE_MEGABYTES;
use crate::{Level, NoSuchLevel};
use galet_search::{Parameter, Tuning};

/// What an option is called and which numbers it may be; all of ours are numbers.
struct Spin {
    name: &'static str,
    default: u32,
    min: u32,
    max: u32,
}

const THREADS: Spin = Spin { name: "Threads", default: 1, min: 1, max: 256 };
/// More could be asked for than a machine has, and that would end the program.
const HASH: Spin = Spin { name: "Hash", default: TABLE_MEGABYTES as u32, min: 1, max: 4096 };
const MULTI_PV: Spin = Spin { name: "MultiPV", default: 1, min: 1, max: 100 };
/// Numbered as everywhere: 10 is full strength, and after it come the experts that the game has.
const LEVEL: Spin = Spin { name: "Level", default: 10, min: 1, max: 10 };
const SEED: Spin = Spin { name: "Seed", default: 0, min: 0, max: 1_000_000_000 };

const ALL: [&Spin; 5] = [&THREADS, &HASH, &MULTI_PV, &LEVEL, &SEED];

/// The option that chooses what time is measured by.
const CLOCK: &str = "Clock";

/// The option that chooses the evaluation: see [`crate::Evaluation::read`].
pub(crate) const EVAL_FILE: &str = "EvalFile";

/// The options as they are set. They count from the next `go` on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Options {
    pub(crate) threads: usize,
    /// Memory for searches, in megabytes.
    pub(crate) hash: usize,
    /// How many best lines to show.
    pub(crate) lines: usize,
    pub(crate) level: Level,
    /// What the time of a search is measured by.
    pub(crate) clock: Clock,
    /// How many expert levels the game has.
    experts: u8,
    /// What levels below the highest draw their moves with; `None` is different in every game.
    pub(crate) seed: Option<u64>,
}

impl Options {
    /// The options as they are at first, for a game with so many expert levels.
    pub(crate) fn new(experts: u8) -> Self {
        Options {
            threads: THREADS.default as usize,
            hash: HASH.default as usize,
            lines: MULTI_PV.default as usize,
            level: Level::FULL,
            clock: Clock::default(),
            experts,
            seed: None,
        }
    }

    /// The largest number that an option may be.
    fn max(&self, spin: &Spin) -> u32 {
        if spin.name == LEVEL.name { spin.max + u32::from(self.experts) } else { spin.max }
    }

    /// The lines by which the options are made known.
    pub(crate) fn describe(&self) -> impl Iterator<Item = String> {
        let spins = ALL.into_iter().map(|spin @ Spin { name, default, min, .. }| {
            let max = self.max(spin);
            format!("option name {name} type spin default {default} min {min} max {max}")
        });
        let clocks: String = Clock::all().map(|(name, _)| format!(" var {name}")).collect();
        spins.chain([
            format!("option name {CLOCK} type combo default wall{clocks}"),
            format!("option name {EVAL_FILE} type string default <empty>"),
        ])
    }

    /// Sets an option; capital letters in its name do not matter. Nothing changes if it is wrong.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        if name.eq_ignore_ascii_case(CLOCK) {
            let clock = Clock::all().find(|(name, _)| name.eq_ignore_ascii_case(value));
            let wrong = || OptionError::Clock { value: value.to_owned() };
            self.clock = clock.map(|(_, clock)| clock).ok_or_else(wrong)?;
            return Ok(());
        }
        let spin = ALL
            .into_iter()
            .find(|spin| spin.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| OptionError::Unknown { name: name.to_owned() })?;
        if spin.name == LEVEL.name
            && let Ok(level) = value.parse::<Level>()
        {
            self.level = level.of_game(self.experts)?;
            return Ok(());
        }
        let max = self.max(spin);
        let digits = value.bytes().all(|byte| byte.is_ascii_digit());
        let number = digits.then(|| value.parse().ok()).flatten();
        let number = number.filter(|number| (spin.min..=max).contains(number)).ok_or(
            OptionError::Value { name: spin.name, value: value.to_owned(), min: spin.min, max },
        )?;
        let size = number as usize;
        match spin.name {
            name if name == THREADS.name => self.threads = size,
            name if name == HASH.name => self.hash = size,
            name if name == MULTI_PV.name => self.lines = size,
            name if name == LEVEL.name => {
                self.level = Level::new(number as u8).unwrap_or(Level::FULL);
            }
            _ => self.seed = (number > 0).then_some(u64::from(number)),
        }
        Ok(())
    }
}

/// The parameters of the search as options: they are there for who measures, and listed only after `debug on`.
pub(crate) struct Parameters;

impl Parameters {
    /// The parameter of that name; capital letters do not matter.
    pub(crate) fn find(name: &str) -> Option<&'static Parameter> {
        Tuning::parameters().iter().find(|parameter| parameter.name.eq_ignore_ascii_case(name))
    }

    /// Sets a parameter. Nothing changes if the value is wrong.
    pub(crate) fn set(
        parameter: &'static Parameter,
        value: &str,
        tuning: &mut Tuning,
    ) -> Result<(), OptionError> {
        let bounds = parameter.least..=parameter.most;
        let number = value.parse().ok().filter(|number| bounds.contains(number));
        let wrong = || OptionError::Parameter { parameter, value: value.to_owned() };
        parameter.set(tuning, number.ok_or_else(wrong)?);
        Ok(())
    }

    /// The lines by which they are made known, with the values that hold.
    pub(crate) fn describe(tuning: &Tuning) -> impl Iterator<Item = String> {
        Tuning::parameters().iter().map(|parameter| {
            let Parameter { name, least, most, .. } = parameter;
            let value = parameter.get(tuning);
            format!("option name {name} type spin default {value} min {least} max {most}")
        })
    }
}

/// Why an option cannot be set.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum OptionError {
    #[error("there is no option '{name}'; the options are {}, {CLOCK}, {EVAL_FILE}", ALL.map(|spin| spin.name).join(", "))]
    Unknown { name: String },
    #[error(transparent)]
    Level(#[from] NoSuchLevel),
    #[error("option {name} cannot be '{value}': it is a number from {min} to {max}")]
    Value { name: &'static str, value: String, min: u32, max: u32 },
    #[error(
        "option {CLOCK} cannot be '{value}' here: it is {}",
        Clock::all().map(|(name, _)| name).collect::<Vec<_>>().join(" or ")
    )]
    Clock { value: String },
    #[error("option {} cannot be '{value}': it is a number from {} to {}", .parameter.name, .parameter.least, .parameter.most)]
    Parameter { parameter: &'static Parameter, value: String },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_can_be_set_within_its_range_only() {
        for spin in ALL {
            let mut options = Options::new(2);
            options.set(&spin.name.to_lowercase(), &spin.default.to_string()).unwrap();
            assert_eq!(options, Options::new(2), "{} has another default", spin.name);
            let other = if spin.default == spin.max { spin.min } else { spin.max };
            options.set(spin.name, &other.to_string()).unwrap();
            assert_ne!(options, Options::new(2), "{} changes nothing", spin.name);
            let before = options;
            for wrong in ["", "-1", "+1", "x", "99999999999999", "1000000001"] {
                assert!(options.set(spin.name, wrong).is_err(), "{} = {wrong:?}", spin.name);
            }
            assert_eq!(options, before);
        }
    }

    #[test]
    fn the_clock_is_one_of_those_that_the_machine_has() {
        for (name, clock) in Clock::all() {
            let mut options = Options::new(2);
            options.set("CLOCK", name).unwrap();
            assert_eq!(options, Options { clock, ..Options::new(2) });
        }
        let wrong = Options::new(2).set("Clock", "sun").unwrap_err().to_string();
        assert!(wrong.contains("'sun' here: it is wall"), "{wrong}");
    }

    #[test]
    fn every_parameter_of_the_search_can_be_set_within_its_bounds_only() {
        for parameter in Tuning::parameters() {
            let found = Parameters::find(&parameter.name.to_uppercase()).expect("it has a name");
            let mut tuning = Tuning::EXACT;
            for value in [parameter.least, parameter.most] {
                Parameters::set(found, &value.to_string(), &mut tuning).unwrap();
                assert_eq!(parameter.get(&tuning), value);
            }
            let before = tuning.clone();
            let beyond = [parameter.least - 1, parameter.most + 1].map(|value| value.to_string());
            for wrong in [&beyond[0], &beyond[1], "", "x", "1.5", "99999999999"] {
                let why = Parameters::set(found, wrong, &mut tuning).unwrap_err().to_string();
                assert!(why.contains(parameter.name) && why.contains("from"), "{why}");
            }
            assert_eq!(tuning, before);
        }
        assert_eq!(Parameters::describe(&Tuning::EXACT).count(), Tuning::parameters().len());
    }

    #[test]
    fn levels_are_numbers_or_names_and_ten_is_full_strength() {
        let mut options = Options::new(2);
        for (value, text) in [
            ("3", "3"),
            ("12", "expert-2"),
            ("expert-1", "expert-1"),
            ("10", "full"),
            ("e2", "expert-2"),
        ] {
            options.set("Level", value).unwrap();
            assert_eq!(options.level.to_string(), text);
        }
        let said = |value| Options::new(2).set("Level", value).unwrap_err().to_string();
        assert!(said("13").ends_with("it is a number from 1 to 12"), "{}", said("13"));
        assert!(said("expert-3").contains("expert-1 to expert-2"), "{}", said("expert-3"));
        assert!(
            options
                .describe()
                .any(|line| line == "option name Level type spin default 10 min 1 max 12")
        );
        assert!(Options::new(0).describe().any(|line| line.ends_with("min 1 max 10")));
    }

    #[test]
    fn unknown_options_are_named() {
        let wrong = Options::new(2).set("Ponder", "true").unwrap_err().to_string();
        assert!(wrong.contains("'Ponder'") && wrong.contains("MultiPV"), "{wrong}");
    }
}
