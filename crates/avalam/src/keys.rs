//! The random numbers that positions are hashed with, made by the compiler.

use galet_core::random::SplitMix64;

/// The numbers of a position's parts; its key is those of what it has, combined by exclusive or.
pub(crate) struct Keys {
    /// By hole and by what stands there (see `position::Square`); 0 for an empty hole.
    pub(crate) towers: [[u64; 16]; 64],
    /// Dark is to move.
    pub(crate) dark_to_move: u64,
    /// Dark is the first player.
    pub(crate) dark_starts: u64,
    /// Equal scores are a draw.
    pub(crate) plain_ties: u64,
}

pub(crate) static KEYS: Keys = {
    let mut random = SplitMix64::new(0x6176_616c_616d); // "avalam"
    let mut towers = [[0; 16]; 64];
    let mut bit = 0;
    while bit < 64 {
        let mut square = 1;
        while square < 16 {
            towers[bit][square] = random.next();
            square += 1;
        }
        bit += 1;
    }
    Keys {
        towers,
        dark_to_move: random.next(),
        dark_starts: random.next(),
        plain_ties: random.next(),
    }
};
