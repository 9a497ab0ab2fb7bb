//! What is still to be decided in a position: large components on the board, small ones as games.

use super::bounds::Store;
use super::games::{GameId, Games, SMALL, Shape, TOWER, settled};
use super::towers::{BOARD, Links, Towers, bits, hole_of};
use galet_avalam::{Colour, Position};

/// More components with a move than any position has: each needs two of the 49 holes.
const MAX_GAMES: usize = 24;

/// All that a position's future depends on. What is settled already is a score beside it.
#[derive(Clone, Copy)]
pub(super) struct State {
    pub(super) towers: Towers,
    tower_key: u128,
    games: [GameId; MAX_GAMES],
    game_count: u8,
    game_key: u128,
    /// Whether there is a move that changes nothing else.
    tempo: bool,
    /// The number of moves in large components.
    pub(super) freedom: i32,
}

/// A move in a state, in a few bits: the tempo, a choice in a game, or towers that are joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Step(pub(super) u32);

const JOIN: u32 = 1 << 31;
const CHOICE_BITS: u32 = 5;

impl Step {
    /// The move that changes nothing else.
    const TEMPO: Step = Step(0);

    #[inline]
    fn choose(game: GameId, choice: usize) -> Step {
        Step(game << CHOICE_BITS | choice as u32)
    }

    #[inline]
    fn join(from: u32, to: u32) -> Step {
        Step(JOIN | from << 6 | to)
    }

    /// A number below 4096 for where a tower goes in a large component; 0 for any other move.
    #[inline]
    pub(super) fn on_board(self) -> usize {
        if self.0 & JOIN == 0 { 0 } else { (self.0 & 0xfff) as usize }
    }
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
            freedom: 0,
        };
        for cell in position.occupied().unordered() {
            if let Some(tower) = position.tower(cell) {
                let dark = tower.colour() == Colour::Dark;
                state.towers.put(hole_of(cell) as u32, u32::from(tower.height()), dark);
            }
        }
        let holes = state.towers.occupied();
        for hole in bits(holes) {
            state.tower_key ^= state.tower_number(hole);
        }
        state.freedom = Links::of(&state.towers).moves();
        let (mut score, mut left) = (0, holes);
        while left != 0 {
            // All of them wanted: no component is left before it was seen whole.
            let part = Links::of(&state.towers).component(left.trailing_zeros(), holes);
            left &= !part;
            score += state.take_out(part, games, five);
        }
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
        BOARD.towers[hole as usize % 64][(self.towers.height(hole) | dark) as usize % 16]
    }

    fn drop_game(&mut self, at: usize, games: &Games) {
        self.game_key = self.game_key.wrapping_sub(games.get(self.games[at]).hash);
        self.game_count -= 1;
        self.games[at] = self.games[usize::from(self.game_count)];
    }

    /// Adds a game, unless it cancels with one that is there.
    fn add_game(&mut self, game: GameId, games: &mut Games) {
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

    /// Whether there is such a move.
    fn has(&self, step: Step, links: &Links<'_>) -> bool {
        if step.0 & JOIN != 0 {
            let (from, to) = (step.0 >> 6 & 63, step.0 & 63);
            return links.at(from) >> to & 1 != 0;
        }
        if step == Step::TEMPO {
            self.tempo
        } else {
            self.games().contains(&(step.0 >> CHOICE_BITS))
        }
    }

    /// Hands over all moves, until it is told to stop; those of `first` that there are before all others.
    #[inline]
    pub(super) fn visit(
        &self,
        games: &mut Games,
        first: [Option<Step>; 3],
        mut visit: impl FnMut(Step, &mut Games) -> bool,
    ) {
        let links = Links::of(&self.towers);
        for n in 0..3 {
            if let Some(step) = first[n]
                && !first[..n].contains(&first[n])
                && self.has(step, &links)
                && visit(step, games)
            {
                return;
            }
        }
        let fresh = |step: Step| !first.contains(&Some(step));
        if self.tempo && fresh(Step::TEMPO) && visit(Step::TEMPO, games) {
            return;
        }
        for from in bits(self.towers.occupied()) {
            for to in bits(links.at(from)) {
                let step = Step::join(from, to);
                if fresh(step) && visit(step, games) {
                    return;
                }
            }
        }
        for (n, &game) in self.games().iter().enumerate() {
            if self.games()[..n].contains(&game) {
                continue;
            }
            for choice in 0..games.get(game).choices.len() {
                let step = Step::choose(game, choice);
                if fresh(step) && visit(step, games) {
                    return;
                }
            }
        }
    }

    /// The state after a move, and what settles by it as a score for Light.
    #[inline]
    pub(super) fn after(
        &self,
        step: Step,
        light: bool,
        games: &mut Games,
        five: i32,
    ) -> (State, i32) {
        if step.0 & JOIN != 0 {
            return self.joined(step.0 >> 6 & 63, step.0 & 63, games, five);
        }
        let mut next = *self;
        if step == Step::TEMPO {
            next.tempo = false;
            return (next, 0);
        }
        let game = step.0 >> CHOICE_BITS;
        if let Some(at) = self.games().iter().position(|&g| g == game) {
            next.drop_game(at, games);
        }
        let choice = games.get(game).choices[(step.0 & ((1 << CHOICE_BITS) - 1)) as usize];
        next.tempo ^= choice.tempo;
        for rest in choice.rest.into_iter().filter(|&rest| rest != 0) {
            next.add_game(rest, games);
        }
        (next, if light { choice.light } else { choice.dark })
    }

    /// Moves a tower of a large component onto another.
    #[inline]
    fn joined(&self, from: u32, to: u32, games: &mut Games, five: i32) -> (State, i32) {
        let mut next = *self;
        next.tower_key ^= self.tower_number(from) ^ self.tower_number(to);
        let height = self.towers.height(from) + self.towers.height(to);
        next.towers.put(to, height, self.towers.is_dark(from));
        next.towers.remove(1 << from);
        next.tower_key ^= next.tower_number(to);

        let links = Links::of(&self.towers);
        let (near_from, near_to) = (links.at(from), links.at(to));
        let after = next.towers;
        let links = Links::of(&after);
        // The pair that is joined is in both.
        let lost = near_from.count_ones() + near_to.count_ones() - 1;
        next.freedom += 2 * (links.at(to).count_ones() as i32 - lost as i32);

        // Whatever was connected is so still, or with one of the towers around that were touched: no
        // other pair has changed.
        let (mut score, mut left) = (0, (near_from | near_to | 1 << to) & !(1 << from));
        while left != 0 {
            let part = links.component(left.trailing_zeros(), left);
            left &= !part;
            score += next.take_out(part, games, five);
        }
        (next, score)
    }

    /// Takes a component off the board if it is small: a single tower becomes score, others a game.
    #[inline]
    fn take_out(&mut self, part: u64, games: &mut Games, five: i32) -> i32 {
        let count = part.count_ones() as usize;
        if count > SMALL {
            return 0;
        }
        for hole in bits(part) {
            self.tower_key ^= self.tower_number(hole);
        }
        let score;
        if count == 1 {
            let hole = part.trailing_zeros();
            score = settled(self.towers.height(hole), self.towers.is_dark(hole), five);
        } else {
            let shape = self.shape(part);
            self.freedom -= shape.moves();
            let worth = games.worth(&shape);
            score = worth.score;
            self.tempo ^= worth.tempo;
            if worth.game != 0 {
                self.add_game(worth.game, games);
            }
        }
        self.towers.remove(part);
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

    /// A bound on the score for `light`, or for Dark: what the side gets at most if it is to move, or not.
    #[inline]
    pub(super) fn most(&self, light: bool, to_move: bool, games: &Games, five: i32) -> i32 {
        let dark = self.towers.dark();
        let own = if light { self.towers.occupied() & !dark } else { dark };
        let fives = own.count_ones().min(self.towers.pieces() / 5);
        let mut most = own.count_ones() as i32 * TOWER + fives as i32 * five;
        let (fives, pairs) = Links::of(&self.towers).pairs(own);
        let mut store = Store { pairs, fives, ..Store::default() };
        for &id in self.games() {
            let game = games.get(id);
            most += if light { game.most } else { -game.least };
            let cost = game.costs[usize::from(!light)];
            store.singles += usize::from(cost == 1);
            store.doubles += usize::from(cost == 2);
        }
        most - store.towers(!to_move) * TOWER
    }

    /// The value for Light where no search is needed.
    #[inline]
    pub(super) fn at_sight(&self, light: bool, games: &Games) -> Option<i32> {
        if self.towers.occupied() != 0 {
            return None;
        }
        match *self.games() {
            [] => Some(0),
            [game] => {
                Some(games.get(game).alone[usize::from(!light) + 2 * usize::from(self.tempo)])
            }
            _ => None,
        }
    }

    /// A guess at the score for Light: games by what they bring on average, the hottest taken in
    /// turn; towers of large components by their number.
    #[inline]
    pub(super) fn promise(&self, light: bool, games: &Games) -> i32 {
        let (holes, dark) = (self.towers.occupied(), self.towers.dark());
        let towers = holes.count_ones() as i32 - 2 * dark.count_ones() as i32;
        let mut twice = 2 * towers * TOWER * 13 / 16;
        let mut hottest = 0;
        for &game in self.games() {
            let [light, dark, ..] = games.get(game).alone;
            twice += light + dark;
            hottest = hottest.max(light - dark);
        }
        (if light { twice + hottest } else { twice - hottest }) / 2
    }
}
