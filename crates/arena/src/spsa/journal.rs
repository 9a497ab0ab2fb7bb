//! A climb as lines of JSON: the plan, then the result of each trial. What was tried follows from these.

use super::{Climb, SpsaPlan, TrialResult};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A trial that is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Done {
    trial: u64,
    #[serde(flatten)]
    result: TrialResult,
}

/// The first line of a journal, with its end.
pub fn head(plan: &SpsaPlan) -> String {
    line(plan)
}

/// The line of a trial, with its end.
pub fn result(trial: u64, result: TrialResult) -> String {
    line(&Done { trial, result })
}

fn line(value: &impl Serialize) -> String {
    let mut line = serde_json::to_string(value).expect("numbers and texts can be written");
    line.push('\n');
    line
}

/// Takes a climb up where its journal ends. A last line without its end was cut short and does not count; `whole` is
/// where the lines before it end.
pub fn resume(plan: SpsaPlan, text: &str) -> Result<Resumed, JournalError> {
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let mut lines = text[..whole].lines().enumerate();
    let mut climb = Climb::new(plan);
    if let Some((_, first)) = lines.next() {
        compare(&climb.plan, first)?;
    }
    for (index, line) in lines {
        let number = index + 1;
        let wrong = |why| JournalError { line: number, why };
        let done: Done = serde_json::from_str(line).map_err(|why| wrong(Wrong::NoTrial(why)))?;
        if done.trial != climb.done() || climb.trial().is_none() {
            let wanted = climb.trial().map(|trial| trial.number);
            return Err(wrong(Wrong::Order { found: done.trial, wanted }));
        }
        climb.take(done.result);
    }
    Ok(Resumed { climb, whole })
}

/// A climb taken up.
#[derive(Clone, PartialEq, Debug)]
pub struct Resumed {
    /// The climb as it stands.
    pub climb: Climb,
    /// The length of the journal's whole lines; 0 if it has none, not even that of the plan.
    pub whole: usize,
}

/// Whether a first line is that of our plan.
fn compare(plan: &SpsaPlan, line: &str) -> Result<(), JournalError> {
    let wrong = |why| JournalError { line: 1, why };
    let found: SpsaPlan = serde_json::from_str(line).map_err(|why| wrong(Wrong::NoPlan(why)))?;
    let fields = |plan: &SpsaPlan| match serde_json::to_value(plan) {
        Ok(Value::Object(fields)) => fields,
        _ => unreachable!("a plan is an object"),
    };
    let (found, wanted) = (fields(&found), fields(plan));
    for (name, wanted) in &wanted {
        let found = found.get(name).unwrap_or(&Value::Null);
        if found != wanted {
            let [found, wanted] = [found, wanted].map(Value::to_string);
            return Err(wrong(Wrong::OtherPlan { what: name.clone(), found, wanted }));
        }
    }
    Ok(())
}

/// A journal that does not belong to a climb.
#[derive(Debug, thiserror::Error)]
#[error("line {line} of the journal: {why}")]
pub struct JournalError {
    /// Which line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub why: Wrong,
}

/// What is wrong with a line.
#[derive(Debug, thiserror::Error)]
pub enum Wrong {
    /// The first is no plan.
    #[error("this is no journal of a tuning: {0}")]
    NoPlan(serde_json::Error),
    /// Another tuning was kept there.
    #[error("this is the journal of another tuning: {what} is {found} there, and {wanted} here")]
    OtherPlan {
        /// What differs.
        what: String,
        /// As it stands there.
        found: String,
        /// As it should be.
        wanted: String,
    },
    /// A line that is no trial.
    #[error("this is no trial: {0}")]
    NoTrial(serde_json::Error),
    /// Trials follow each other.
    #[error(
        "this is trial {found}, and {} was to follow",
        .wanted.map_or_else(|| "nothing".to_owned(), |wanted| format!("trial {wanted}"))
    )]
    Order {
        /// The trial that stands there.
        found: u64,
        /// The one that should.
        wanted: Option<u64>,
    },
}

#[cfg(test)]
mod tests {
    use super::super::tests::plan;
    use super::*;

    fn some_result(trial: u64) -> TrialResult {
        TrialResult { won: 3 + trial % 4, drawn: trial % 3, lost: 5 - trial % 5 }
    }

    #[test]
    fn a_climb_goes_on_exactly_where_it_was() {
        let (mut journal, mut climb) = (head(&plan(30)), Climb::new(plan(30)));
        for cut in 0..=30 {
            let resumed = resume(plan(30), &journal).expect("our own journal");
            assert_eq!((resumed.climb, resumed.whole), (climb.clone(), journal.len()));
            // A line that was cut short does not count.
            let torn = format!("{journal}{{\"trial\":{cut},\"wo");
            let resumed = resume(plan(30), &torn).expect("our own journal");
            assert_eq!((resumed.climb, resumed.whole), (climb.clone(), journal.len()));
            if cut < 30 {
                journal += &result(cut, some_result(cut));
                climb.take(some_result(cut));
            }
        }
        assert_eq!(climb.trial(), None);
        assert_eq!(resume(plan(30), "").expect("nothing yet").climb, Climb::new(plan(30)));
    }

    #[test]
    fn the_journal_of_another_tuning_is_refused_with_line_and_reason() {
        let refused = |journal: &str| resume(plan(3), journal).expect_err(journal).to_string();
        let other = head(&SpsaPlan { seed: 9, ..plan(3) });
        assert_eq!(
            refused(&other),
            "line 1 of the journal: this is the journal of another tuning: seed is 9 there, and 3 here"
        );
        let mut knobs = plan(3).knobs;
        knobs.pop();
        let fewer = refused(&head(&SpsaPlan { knobs, ..plan(3) }));
        assert!(fewer.contains("another tuning: knobs is [{"), "{fewer}");
        assert!(refused("{}\n").contains("line 1 of the journal: this is no journal of a tuning"));
        let good = head(&plan(3)) + &result(0, some_result(0));
        assert!(refused(&format!("{good}x\n")).contains("line 3 of the journal: this is no trial"));
        let twice = refused(&(good.clone() + &result(0, some_result(0))));
        assert!(twice.contains("line 3 of the journal: this is trial 0, and trial 1"), "{twice}");
        let more = (1..4).map(|n| result(n, some_result(n))).collect::<String>();
        assert!(refused(&(good + &more)).contains("line 5"));
    }
}
