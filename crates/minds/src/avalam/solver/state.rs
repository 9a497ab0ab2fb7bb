//! What is still to be decided in a position: large components on the board, small ones as games.

use super::games::{GameId, Games, SMALL, Shape, TOWER, settled};
use galet_avalam::{Cell, Cells, Colour, Position};
use galet_core::random::SplitMix64;
use std::sync::LazyLock;

/// More components with a move than any position has: each needs two of the 49 holes.
const MAX_GAMES: usize = 24;

/// The towers of large components, by holes.
#[derive(Clone, Copy, Default)]
pub(super) struct Towers {
    /// The heights in binary: the holes whose height has a 1, a 2, a 4 in it.
    heights: [u64; 3],
    dark: u64,
}

impl Towers {
    #[inline]
    pub(super) fn occupied(&self) -> u64 {
        self.heights[0] | self.heights[1] | self.heights[2]
    }

    #[inline]
    pub(super) fn dark(&self) -> u64 {
        self.dark
    }

    #[inline]
    pub(super) fn height(&self, hole: u32) -> u32 {
        let [ones, twos, fours] = self.heights.map(|plane| (plane >> hole & 1) as u32);
        ones | twos << 1 | fours << 2
    }

    #[inline]
    fn is_dark(&self, hole: u32) -> bool {
        self.dark >> hole & 1 != 0
    }

    /// The holes with towers low enough to join one of height `h`, at index `h`.
    #[inline]
    pub(super) fn partners_by_height(&self) -> [u64; 6] {
        let [ones, twos, fours] = self.heights;
        let one = ones & !(twos | fours);
        let two = one | twos & !ones;
        let three = one | twos;
        let four = three | fours & !ones;
        [0, four, three, two, one, 0]
    }

    #[inline]
    fn remove(&mut self, holes: u64) {
        for plane in &mut self.heights {
            *plane &= !holes;
        }
        self.dark &= !holes;
    }

    #[inline]
    fn put(&mut self, hole: u32, height: u32, dark: bool) {
        self.remove(1 << hole);
        for (n, plane) in self.heights.iter_mut().enumerate() {
            *plane |= u64::from(height >> n & 1) << hole;
        }
        self.dark |= u64::from(dark) << hole;
    }
}

/// The neighbours of each hole and the random numbers that states are hashed with.
pub(super) struct Board {
    pub(super) neighbours: [u64; 64],
    towers: Box<[[u128; 16]; 64]>,
    pub(super) tempo: u128,
    pub(super) dark_to_move: u128,
}

/// The one board.
pub(super) static BOARD: LazyLock<Board> = LazyLock::new(|| {
    let mut random = SplitMix64::new(0x736f_6c76_6572); // "solver"
    let mut number = || u128::from(random.next()) << 64 | u128::from(random.next());
    let mut board = Board {
        neighbours: [0; 64],
        towers: Box::new([[0; 16]; 64]),
        tempo: number(),
        dark_to_move: number(),
    };
    for cell in Cell::ALL {
        board.neighbours[hole_of(cell)] = cell.neighbours().bits();
    }
    for numbers in board.towers.iter_mut() {
        numbers.fill_with(&mut number);
    }
    board
});

/// The number of a hole's bit.
pub(super) fn hole_of(cell: Cell) -> usize {
    Cells::from(cell).bits().trailing_zeros() as usize
}

/// All that a position's future depends on. What is settled already is a score beside it.
#[derive(Clone, Copy)]
pub(super) struct State {
    pub(super) towers: Towers,
    tower_key: u128,
    games: [GameId; MAX_GAMES],
    game_count: u8,
    game_key: u128,
    /// Whether there is a move that changes nothing else.
    pub(super) tempo: bool,
}

impl State {
    /// The state of a position with the score, for Light, that nothing can change any more.
    pub(super) fn of(position: &Position, games: &mut Games, five: i32) -> (State, i32) {
        let mut state = State {
            towers: Towers::default(),
            tower_key: 0,
            games: [0; MAX_GAMES],
            game_count: 0,
            game_key: 0,
            tempo: false,
        };
        for cell in position.occupied() {
            if let Some(tower) = position.tower(cell) {
                let dark = tower.colour() == Colour::Dark;
                state.towers.put(hole_of(cell) as u32, u32::from(tower.height()), dark);
            }
        }
        let holes = state.towers.occupied();
        for hole in bits(holes) {
            state.tower_key ^= state.tower_number(hole);
        }
        let score = state.take_apart(holes, games, five);
        (state, score)
    }

    #[inline]
    pub(super) fn games(&self) -> &[GameId] {
        &self.games[..usize::from(self.game_count)]
    }

    /// Identifies the state together with who is to move.
    #[inline]
    pub(super) fn key(&self, light: bool) -> u128 {
        let tempo = if self.tempo { BOARD.tempo } else { 0 };
        let turn = if light { 0 } else { BOARD.dark_to_move };
        self.tower_key.wrapping_add(self.game_key) ^ tempo ^ turn
    }

    #[inline]
    fn tower_number(&self, hole: u32) -> u128 {
        let dark = if self.towers.is_dark(hole) { 8 } else { 0 };
        BOARD.towers[hole as usize % 64][(self.towers.height(hole) | dark) as usize]
    }

    /// The state without the game at a place, for a move in it.
    pub(super) fn without_game(&self, at: usize, games: &Games) -> State {
        let mut next = *self;
        next.drop_game(at, games);
        next
    }

    fn drop_game(&mut self, at: usize, games: &Games) {
        self.game_key = self.game_key.wrapping_sub(games.get(self.games[at]).hash);
        self.game_count -= 1;
        self.games[at] = self.games[usize::from(self.game_count)];
    }

    /// Adds a game, unless it cancels with one that is there.
    pub(super) fn add_game(&mut self, game: GameId, games: &mut Games) {
        let mirror = (0..usize::from(self.game_count)).find(|&n| games.cancel(game, self.games[n]));
        match mirror {
            Some(at) => self.drop_game(at, games),
            None => {
                self.games[usize::from(self.game_count)] = game;
                self.game_count += 1;
                self.game_key = self.game_key.wrapping_add(games.get(game).hash);
            }
        }
    }

    /// Moves a tower of the large component `part` onto another; what settles by it is returned
    /// as a score for Light.
    #[inline]
    pub(super) fn join(
        &self,
        part: u64,
        from: u32,
        to: u32,
        games: &mut Games,
        five: i32,
    ) -> (State, i32) {
        let mut next = *self;
        next.tower_key ^= self.tower_number(from) ^ self.tower_number(to);
        let height = self.towers.height(from) + self.towers.height(to);
        next.towers.put(to, height, self.towers.is_dark(from));
        next.towers.remove(1 << from);
        next.tower_key ^= next.tower_number(to);
        let score = next.take_apart(part & !(1 << from), games, five);
        (next, score)
    }

    /// Finds the components among `holes`: single towers become score, small components games.
    fn take_apart(&mut self, holes: u64, games: &mut Games, five: i32) -> i32 {
        let partners = self.towers.partners_by_height();
        let mut score = 0;
        let mut left = holes;
        while left != 0 {
            let part = component(&self.towers, &partners, left.trailing_zeros());
            left &= !part;
            let count = part.count_ones() as usize;
            if count > SMALL {
                continue;
            }
            for hole in bits(part) {
                self.tower_key ^= self.tower_number(hole);
            }
            if count == 1 {
                let hole = part.trailing_zeros();
                score += settled(self.towers.height(hole), self.towers.is_dark(hole), five);
            } else {
                let worth = games.worth(&self.shape(part));
                score += worth.score;
                self.tempo ^= worth.tempo;
                if worth.game != 0 {
                    self.add_game(worth.game, games);
                }
            }
            self.towers.remove(part);
        }
        score
    }

    fn shape(&self, part: u64) -> Shape {
        let mut shape = Shape::default();
        let mut holes = [0_u32; SMALL];
        for (n, hole) in bits(part).enumerate() {
            holes[n] = hole;
            let height = self.towers.height(hole);
            shape.push(height as u8, self.towers.is_dark(hole));
            for (m, &other) in holes[..n].iter().enumerate() {
                let near = BOARD.neighbours[hole as usize % 64] >> other & 1 != 0;
                if near && height + self.towers.height(other) <= 5 {
                    shape.join(n, m);
                }
            }
        }
        shape
    }

    /// Bounds on the score for Light, whoever plays what: towers of a colour never get more.
    #[inline]
    pub(super) fn bounds(&self, games: &Games, five: i32) -> (i32, i32) {
        let holes = self.towers.occupied();
        let dark = self.towers.dark();
        let most = |towers: u64| towers.count_ones() as i32 * (TOWER + five);
        let (mut least, mut best) = (-most(dark), most(holes & !dark));
        for &game in self.games() {
            least += games.get(game).least;
            best += games.get(game).most;
        }
        (least, best)
    }
}

/// The holes whose towers are connected with that of `hole` by possible moves.
#[inline]
pub(super) fn component(towers: &Towers, partners: &[u64; 6], hole: u32) -> u64 {
    let mut part = 1 << hole;
    let mut fresh: u64 = part;
    while fresh != 0 {
        let hole = fresh.trailing_zeros();
        fresh &= fresh - 1;
        let height = towers.height(hole) as usize;
        let more = BOARD.neighbours[hole as usize % 64] & partners[height.min(5)] & !part;
        part |= more;
        fresh |= more;
    }
    part
}

/// The numbers of the bits of a word.
#[inline]
pub(super) fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros();
            word &= word - 1;
            bit
        })
    })
}
