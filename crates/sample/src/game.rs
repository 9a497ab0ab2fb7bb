//! The rules: steps, captures, passing, and the three ends.

use crate::board::{cells, far_bank, grown};
use crate::position::{Move, Position, stone_key};
use crate::setup::Setup;
use galet_core::{Game, Outcome, PerSide, Reason, Side};
use std::ops::ControlFlow;

/// Why a game of Gué ends.
pub mod reason {
    use galet_core::Reason;

    /// The winner's stones stand on the opposite bank.
    pub const CROSSED: Reason = Reason::new("crossed");
    /// The winner has taken every stone of the opponent.
    pub const STONES_TAKEN: Reason = Reason::new("stones-taken");
    /// The move limit was reached, and the winner has more stones.
    pub const MORE_STONES: Reason = Reason::new("more-stones");
}

impl Game for Position {
    const NAME: &'static str = "gue";
    type Move = Move;
    type Setup = Setup;

    fn start(setup: &Setup) -> Self {
        setup.start()
    }

    fn turn(&self) -> Side {
        self.turn
    }

    /// The side that moved last comes first: in a game nobody else can have reached an end.
    fn outcome(&self) -> Option<Outcome> {
        let sides = [self.turn.other(), self.turn];
        let crossed = sides.into_iter().find(|&side| self.has_crossed(side));
        if let Some(winner) = crossed {
            return Some(Outcome::win(winner, reason::CROSSED));
        }
        let bare = sides.into_iter().find(|&side| self.stones[side] == 0);
        bare.map(|side| Outcome::win(side.other(), reason::STONES_TAKEN))
    }

    /// The stones on the board.
    fn score(&self) -> PerSide<u32> {
        PerSide::new(self.stones.first.count_ones(), self.stones.second.count_ones())
    }

    /// Stone after stone, then the pass.
    fn visit_moves(&self, mut visit: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.outcome().is_some() {
            return ControlFlow::Continue(());
        }
        let own = self.stones[self.turn];
        for from in cells(own) {
            for to in cells(from.neighbours() & !own) {
                visit(Move::Step { from, to })?;
            }
        }
        visit(Move::Pass)
    }

    fn play_unchecked(&mut self, m: Move) {
        let mover = self.turn;
        *self = self.passed();
        let Move::Step { from, to } = m else { return };
        self.key ^= stone_key(mover, from) ^ stone_key(mover, to);
        self.stones[mover] ^= from.bit() | to.bit();
        let taken = &mut self.stones[mover.other()];
        if *taken & to.bit() != 0 {
            *taken ^= to.bit();
            self.key ^= stone_key(mover.other(), to);
        }
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn fresh_key(&self) -> u64 {
        self.key_from_scratch()
    }

    fn verdict_at_move_limit(&self) -> Outcome {
        let PerSide { first, second } = self.score();
        Outcome::by_points(first as i32, second as i32, reason::MORE_STONES, Reason::MOVE_LIMIT)
    }
}

impl Position {
    /// Whether enough stones of a side stand on the opposite bank.
    pub(crate) fn has_crossed(&self, side: Side) -> bool {
        self.crossed(side).count_ones() >= self.crossing.into()
    }

    /// The stones of a side that stand on the opposite bank, as a set.
    pub fn crossed(&self, side: Side) -> u16 {
        self.stones[side] & far_bank(side)
    }

    /// The stones of the side to move's opponent that it could take now, as a set.
    pub fn en_prise(&self) -> u16 {
        self.stones[self.turn.other()] & grown(self.stones[self.turn])
    }

    /// Whether the side to move could end the game now: by a step to the opposite bank that no
    /// stone there makes, or by taking the last stone.
    pub fn can_win_at_once(&self) -> bool {
        let (own, bank) = (self.stones[self.turn], far_bank(self.turn));
        let missing = u32::from(self.crossing).saturating_sub((own & bank).count_ones());
        missing == 1 && grown(own & !bank) & bank & !own != 0
            || self.stones[self.turn.other()].count_ones() == 1 && self.en_prise() != 0
    }
}
