//! How many moves a game will probably still have, for a clock that does not say.

use galet_core::random::SplitMix64;
use galet_games::AnyProgress;

/// Games played out to find it.
const GAMES: usize = 4;
/// Nobody looks further ahead than this many plies.
const HORIZON: usize = 80;
/// Moves to choose among: a position can have millions.
const CHOICES: usize = 40;
/// Never plan for fewer moves of one's own than this.
const LEAST: u32 = 4;

/// The moves of its own that the side to move probably has left: half the plies of the longest of
/// a few games played out at random. Games end by themselves or go on as long as anybody plans,
/// so this knows the length of a game without knowing the game. Players who mean it last longer
/// than random ones, hence the longest.
pub fn moves_to_go(game: &dyn AnyProgress) -> u32 {
    let mut random = SplitMix64::new(1);
    let mut longest = 0;
    for _ in 0..GAMES {
        let mut game = game.clone_box();
        let mut plies = 0;
        while plies < HORIZON && game.outcome().is_none() {
            let mut choices = game.legal_moves(CHOICES).texts;
            if choices.is_empty() {
                break;
            }
            let choice = choices.swap_remove(random.below(choices.len()));
            if game.play(&choice).is_err() {
                break;
            }
            plies += 1;
        }
        longest = longest.max(plies);
        if longest == HORIZON {
            break;
        }
    }
    (longest.div_ceil(2) as u32).max(LEAST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use galet_games::SetupText;

    #[test]
    fn long_games_are_told_from_short_ones() {
        for (name, expected) in [("abalone", 30..=40), ("avalam", 14..=24), ("qawale", 4..=8)] {
            let game = galet_games::find(name).unwrap().start(&SetupText::default()).unwrap();
            let moves = moves_to_go(&*game);
            assert!(expected.contains(&moves), "{name}: {moves}");
        }
    }
}
