//! The times of one turn in which clocks stood still.

use crate::event::Moment;

/// Times apart from each other, in any order. What is told twice, or in parts and then as a whole, counts once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Stood(Vec<(Moment, Moment)>);

impl Stood {
    /// The milliseconds of a time that are not among these.
    pub(crate) fn missing(&self, from: Moment, to: Moment) -> u64 {
        let here = |&(began, ended): &(Moment, Moment)| ended.min(to).since(began.max(from));
        to.since(from) - self.0.iter().map(here).sum::<u64>()
    }

    /// Takes a time in. Gives the milliseconds that are new.
    pub(crate) fn add(&mut self, from: Moment, to: Moment) -> u64 {
        let new = self.missing(from, to);
        if new > 0 {
            let (mut whole_from, mut whole_to) = (from, to);
            self.0.retain(|&(began, ended)| {
                let apart = ended < from || to < began;
                if !apart {
                    whole_from = whole_from.min(began);
                    whole_to = whole_to.max(ended);
                }
                apart
            });
            self.0.push((whole_from, whole_to));
        }
        new
    }

    /// Another turn begins.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_twice_or_in_parts_counts_once() {
        let mut stood = Stood::default();
        let mut add = |from, to| stood.add(Moment(from), Moment(to));
        assert_eq!(add(10, 20), 10);
        assert_eq!(add(10, 20), 0);
        assert_eq!(add(12, 15), 0);
        assert_eq!(add(40, 50), 10);
        assert_eq!(add(20, 25), 5);
        // The whole of which two parts are known.
        assert_eq!(add(5, 60), 30);
        assert_eq!(add(0, 100), 45);
        assert_eq!(add(7, 7), 0);
        assert_eq!(add(9, 3), 0);
        assert_eq!(stood.0, [(Moment(0), Moment(100))]);
    }
}
