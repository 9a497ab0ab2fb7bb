//! Which puzzle is next: that of the day, or one by theme and strength.

use crate::hash::fnv;
use crate::puzzle::{Puzzle, PuzzleId};
use crate::set::PuzzleSet;

/// Puzzles that one is drawn from: those nearest to the strength asked for.
const NEAREST: usize = 12;

/// Draws the order in which puzzles have their day; it may never change.
const DAYS: u64 = 1970;

impl PuzzleSet {
    /// The puzzle of a day, counted in days since 1970-01-01 ([`day_number`]): the same for everybody who has this
    /// set. No puzzle comes back before all others have had their day.
    pub fn of_the_day(&self, day: i64) -> Option<&Puzzle> {
        let all = i64::try_from(self.puzzles.len()).ok().filter(|&all| all > 0)?;
        let place = day.rem_euclid(all) as usize;
        let mut order: Vec<(u64, u64)> =
            self.puzzles.iter().map(|puzzle| (mixed(puzzle.id, DAYS), puzzle.id.0)).collect();
        order.sort_unstable();
        self.find(PuzzleId(order.get(place)?.1))
    }

    /// A puzzle near a rating, of a theme if one is asked for, drawn by `number` among the nearest that `fresh`
    /// accepts; among all of the theme when it accepts none.
    pub fn near(
        &self,
        rating: u16,
        theme: Option<&str>,
        fresh: impl Fn(PuzzleId) -> bool,
        number: u64,
    ) -> Option<&Puzzle> {
        let fits = |puzzle: &&Puzzle| {
            theme.is_none_or(|theme| puzzle.themes.iter().any(|name| name == theme))
        };
        let of_theme: Vec<&Puzzle> = self.puzzles.iter().filter(fits).collect();
        let mut near: Vec<&Puzzle> =
            of_theme.iter().copied().filter(|puzzle| fresh(puzzle.id)).collect();
        if near.is_empty() {
            near = of_theme;
        }
        let distance = |puzzle: &Puzzle| (puzzle.difficulty.rating.abs_diff(rating), puzzle.id);
        let mut nearest: Vec<&Puzzle> = Vec::new();
        while nearest.len() < NEAREST && !near.is_empty() {
            let first = (0..near.len()).min_by_key(|&place| distance(near[place]));
            nearest.extend(first.map(|place| near.swap_remove(place)));
        }
        nearest.into_iter().min_by_key(|puzzle| mixed(puzzle.id, number))
    }
}

/// A number that depends on all bits of both.
fn mixed(id: PuzzleId, number: u64) -> u64 {
    fnv(id.0.to_le_bytes().into_iter().chain(number.to_le_bytes())).rotate_left(29)
}

/// The number of a day in the calendar, counted from 1970-01-01; `None` if there is no such day.
///
/// ```
/// use galet_puzzles::day_number;
/// assert_eq!(day_number(1970, 1, 2), Some(1));
/// assert_eq!(day_number(2028, 2, 29), Some(21_243));
/// assert_eq!(day_number(2027, 2, 29), None);
/// ```
pub fn day_number(year: i32, month: u32, day: u32) -> Option<i64> {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let lengths = [31, if leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let before = lengths.get(..month.checked_sub(1)? as usize)?;
    let length = *lengths.get(before.len())?;
    if !(1..=length).contains(&day) {
        return None;
    }
    // Days from the first of January of year 0 to that of this year.
    let years = i64::from(year);
    let before_year = |y: i64| {
        365 * y + (y + 3).div_euclid(4) - (y + 99).div_euclid(100) + (y + 399).div_euclid(400)
    };
    let days = before_year(years) - before_year(1970);
    Some(days + i64::from(before.iter().sum::<u32>()) + i64::from(day) - 1)
}
