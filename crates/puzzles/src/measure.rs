//! How hard something is, by who solved it.

use crate::set::Head;

/// From 1 to 5 by how many levels solve it in at least half of their tries: the harder, the fewer.
pub fn class(solved: &[u8], tries: u8) -> u8 {
    let able = solved.iter().filter(|&&times| 2 * u32::from(times) >= u32::from(tries)).count();
    5 - (able * 5 / solved.len().max(1)).min(4) as u8
}

/// The strength at which the tries were as likely as they can be, if each was a game between a level and the puzzle:
/// there the levels' expected points are what they got. `elo` is how much stronger each level is than level 1.
pub fn rating(solved: &[u8], tries: u8, elo: &[u32]) -> u16 {
    let got: f64 = solved.iter().map(|&times| f64::from(times) / f64::from(tries)).sum();
    let expected = |rating: f64| -> f64 {
        elo.iter().map(|&elo| 1.0 / (1.0 + 10_f64.powf((rating - f64::from(elo)) / 400.0))).sum()
    };
    let strongest = elo.last().copied().unwrap_or_default();
    // Beyond the levels nothing was measured.
    let (mut low, mut high) = (-400.0, f64::from(strongest) + 400.0);
    for _ in 0..40 {
        let middle = (low + high) / 2.0;
        if expected(middle) > got { low = middle } else { high = middle }
    }
    (f64::from(Head::WEAKEST) + low).round() as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRIES: u8 = 20;

    #[test]
    fn harder_classes_are_solved_by_fewer_levels() {
        let classes: Vec<u8> = (0..=10)
            .map(|able| {
                class(&(0..10).map(|n| if n < able { TRIES } else { 9 }).collect::<Vec<_>>(), TRIES)
            })
            .collect();
        assert_eq!(classes, [5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 1]);
    }

    #[test]
    fn a_puzzle_is_as_strong_as_the_level_that_solves_every_other_try() {
        let elo = [0, 300, 600, 900];
        let near = rating(&[0, 0, 20, 20], TRIES, &elo);
        assert!((1_200..=1_300).contains(&near), "{near}");
        let ratings: Vec<u16> = (0..=4)
            .map(|able| rating(&[20, 20, 20, 20, 0, 0, 0, 0][4 - able..8 - able], TRIES, &elo))
            .collect();
        assert!(ratings.is_sorted_by(|a, b| a > b), "{ratings:?}");
        assert_eq!((ratings[0], ratings[4]), (2_100, 400));
    }
}
