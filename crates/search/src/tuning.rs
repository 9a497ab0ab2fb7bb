//! The parameters of the search, each declared once with its name and its bounds.

use crate::score::{INFINITE, Score};

/// A parameter of the search: what options and tuning need to know of it.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name, that of the field of [`Tuning`].
    pub name: &'static str,
    /// The least value that makes sense.
    pub least: i32,
    /// The greatest.
    pub most: i32,
    get: fn(&Tuning) -> i32,
    field: fn(&mut Tuning) -> &mut i32,
}

impl Parameter {
    /// Its value in a tuning.
    pub fn get(&self, tuning: &Tuning) -> i32 {
        (self.get)(tuning)
    }

    /// Sets its value in a tuning, brought within its bounds.
    pub fn set(&self, tuning: &mut Tuning, value: i32) {
        *(self.field)(tuning) = value.clamp(self.least, self.most);
    }
}

/// Declares the fields of [`Tuning`]: what each means, its value in [`Tuning::EXACT`], its bounds.
macro_rules! tuning {
    ($($(#[doc = $doc:literal])+ $name:ident: $exact:expr, $least:literal..=$most:literal;)+) => {
        /// The parameters of the search. Each mind says which of its values a match has chosen and
        /// which are guesses; `docs/strength.md` has the matches.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Tuning {
            $($(#[doc = $doc])+ pub $name: i32,)+
        }

        impl Tuning {
            /// Nothing that could change the value of the tree: for tests and proofs, and what a
            /// mind begins from. The parameters of what is switched off have useful values.
            pub const EXACT: Tuning = Tuning { $($name: $exact,)+ };

            /// All parameters, in the order of their declaration.
            pub const fn parameters() -> &'static [Parameter] {
                &[$(Parameter {
                    name: stringify!($name),
                    least: $least,
                    most: $most,
                    get: |tuning| tuning.$name,
                    field: |tuning| &mut tuning.$name,
                },)+]
            }
        }
    };
}

tuning! {
    /// The half-width of the first window around the expected score, in points of evaluation.
    aspiration: INFINITE, 5..=300;
    /// The depth from which on the first window is narrow.
    aspiration_depth: 4, 2..=10;
    /// By how much a window that was too narrow is widened, in hundredths.
    aspiration_growth: 300, 120..=600;
    /// Late quiet moves are reduced by `log2(depth) × log2(number) × this / 100` plies, before
    /// history and kind of node are looked at; 0 is never.
    late_move_reduction: 0, 0..=120;
    /// A principal node's moves are reduced by so much less, in hundredths of a ply …
    principal_reduction: 100, 0..=300;
    /// … those of a node whose evaluation is not better than two plies before by so much more …
    worsening_reduction: 0, 0..=200;
    /// … and those of a node where one of them is expected to be good enough by so much more.
    cut_reduction: 0, 0..=300;
    /// The depth below which no move is reduced.
    reduction_depth: 3, 2..=6;
    /// So many moves are never reduced.
    unreduced_moves: 3, 1..=8;
    /// The history that takes a ply off a reduction.
    history_per_ply: 6_000, 1_000..=30_000;
    /// At depth d, quiet moves are left out once `this × d²` moves and those of the next
    /// parameter came before them; 0 is never.
    late_move_pruning: 0, 0..=30;
    /// Moves that are not left out, beside those that depend on the depth.
    late_move_pruning_base: 0, 0..=30;
    /// How many of those come before where the evaluation is not better than two plies before, in
    /// hundredths.
    late_move_pruning_worsening: 100, 20..=100;
    /// Quiet moves are left out when their history lies below zero by this much per ply of depth;
    /// 0 is never.
    history_pruning: 0, 0..=12_000;
    /// A node is cut when its evaluation exceeds the window by this much per ply of depth; 0 is
    /// never.
    reverse_futility: 0, 0..=300;
    /// How much less the window must be exceeded where the evaluation is better than two plies before.
    reverse_futility_improving: 0, 0..=200;
    /// The depth up to which a node may be cut by its evaluation alone.
    reverse_futility_depth: 6, 1..=12;
    /// Quiet moves are left out when the evaluation lies below the window by this much per ply
    /// of depth; 0 is never.
    futility: 0, 0..=400;
    /// The depth up to which quiet moves may be left out.
    move_pruning_depth: 4, 1..=10;
    /// Whether (1) or not (0) to try null moves, where [`Mind::pass`](crate::Mind::pass) allows
    /// them.
    null_move: 0, 0..=1;
    /// Less than this depth is too shallow for a null move.
    null_move_depth: 3, 2..=8;
    /// A null move is searched this many plies less deeply …
    null_move_reduction: 3, 2..=6;
    /// … and one more for so many plies of depth.
    null_move_slope: 4, 2..=10;
    /// From this depth on a node without a known best move is searched a ply less deeply.
    internal_reduction_depth: 5, 2..=12;
    /// What is added to the rank of moves that take or threaten something and are not urgent; 0
    /// makes all of them urgent.
    promising_bonus: 0, 0..=40_000;
    /// Whether (1) or not (0) the best line of an iteration that the limits ended counts, where one
    /// line is wanted.
    unfinished_iterations: 0, 0..=1;
    /// By how much a search by a game's clock ends sooner when its best move stays the same, and later when it
    /// changes or its score falls, in hundredths of what was guessed; 0 is never.
    stability: 100, 0..=200;
    /// What the history after the one and two moves before counts, in hundredths of the history.
    continuation_history: 0, 0..=300;
    /// How much of what evaluations of the same structure were off by is added to an evaluation, in hundredths.
    correction_history: 0, 0..=400;
    /// Before so many plies of the move limit the evaluation begins to turn into what the verdict
    /// there looks at; 0 is never.
    limit_horizon: 0, 0..=120;
    /// A move that refuted a node gains history by this, times depth times depth …
    history_bonus: 8, 1..=64;
    /// … but no more than this.
    history_bonus_most: 1_200, 200..=6_000;
}

impl Tuning {
    /// Whether the value of the tree is that of plain negamax.
    pub(crate) const fn is_exact(&self) -> bool {
        self.late_move_reduction == 0
            && self.late_move_pruning == 0
            && self.reverse_futility == 0
            && self.futility == 0
            && self.null_move == 0
    }

    /// The width of a window that was too narrow, the next time.
    pub(crate) fn widened(&self, width: Score) -> Score {
        width.saturating_mul(self.aspiration_growth) / 100
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_sets_its_own_field_within_its_bounds() {
        for (n, parameter) in Tuning::parameters().iter().enumerate() {
            let mut tuning = Tuning::EXACT;
            parameter.set(&mut tuning, i32::MAX);
            assert_eq!(parameter.get(&tuning), parameter.most, "{}", parameter.name);
            parameter.set(&mut tuning, i32::MIN);
            assert_eq!(parameter.get(&tuning), parameter.least, "{}", parameter.name);
            for (other, another) in Tuning::parameters().iter().enumerate() {
                let same = another.get(&tuning) == another.get(&Tuning::EXACT);
                assert!(same || other == n, "{} sets {}", parameter.name, another.name);
            }
        }
    }
}
