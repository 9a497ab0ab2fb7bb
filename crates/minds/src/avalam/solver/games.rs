//! Small components as games of their own, whatever their place on the board.
//!
//! A component is a group of towers joined by possible moves. What it is worth in a sum with
//! others depends only on its moves, the towers that settle on the way, and what is left after
//! each: its *choices*. Components with the same choices are one game here, found by the choices
//! themselves and not by a hash of them.
//!
//! Four reductions, each exact in every sum:
//! - **Constant.** A game in which every choice leads to the same score and the same number of
//!   tempi is that score and one tempo more.
//! - **Two tempi are none.** A *tempo* is a move that changes nothing else. Whoever is answered
//!   tempo by tempo has gained nothing, also when these are the last moves of the game.
//! - **Choices that differ by score only.** Light takes the highest, Dark the lowest, and those
//!   between are never played.
//! - **Mirrors.** A game and its colour-swapped copy cancel if whoever must begin in them,
//!   nothing else being left, does not lose by it, and if the same holds for everything that they
//!   can become. Then each player can go on as if the two were not there and answer every move in
//!   one with its mirror in the other. The condition is needed, because players may not pass: it
//!   is checked by playing the pair out.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The points of a tower. More than twice the fives that fit on a board, so that no number of
/// fives outweighs it.
pub(super) const TOWER: i32 = 128;

/// Components of up to this many towers are games; larger ones stay on the board.
pub(super) const SMALL: usize = 5;

/// Larger mirrors are not looked for: playing the pair out would cost more than it saves.
const LARGEST_MIRROR: u8 = 3;

/// The number of a game. 0 is the game without moves.
pub(super) type GameId = u32;

/// What a component is worth in any sum: a score for Light, perhaps a tempo, perhaps a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Worth {
    pub(super) score: i32,
    pub(super) tempo: bool,
    pub(super) game: GameId,
}

/// What a move in a game leads to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Choice {
    /// The games that are left, in order, 0 for none.
    pub(super) rest: [GameId; 3],
    /// Whether a tempo is left as well.
    pub(super) tempo: bool,
    /// The score that this brings if Light moves, and if Dark does.
    pub(super) light: i32,
    pub(super) dark: i32,
}

/// What is known about a game.
pub(super) struct Game {
    pub(super) choices: Box<[Choice]>,
    /// The same game with the colours exchanged.
    negative: GameId,
    /// The lowest and the highest score that any sequence of moves leads to.
    pub(super) least: i32,
    pub(super) most: i32,
    /// By how many towers a move of Dark can lower the highest score, and one of Light raise the lowest:
    /// 0, 1 or 2.
    pub(super) costs: [u8; 2],
    /// The score when it is played alone: Light begins, Dark begins; then the same with a tempo.
    pub(super) alone: [i32; 4],
    /// The number of towers of the component that it was first found as.
    towers: u8,
    cancels: Option<bool>,
    pub(super) hash: u128,
}

/// A component without its place: towers and which of them may be joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Shape {
    count: usize,
    heights: [u8; SMALL],
    dark: [bool; SMALL],
    /// For each tower a bit per partner.
    partners: [u8; SMALL],
}

impl Shape {
    /// Adds a tower that nothing is joined with yet.
    pub(super) fn push(&mut self, height: u8, dark: bool) {
        self.heights[self.count] = height;
        self.dark[self.count] = dark;
        self.count += 1;
    }

    /// Lets two towers be joined.
    pub(super) fn join(&mut self, a: usize, b: usize) {
        self.partners[a] |= 1 << b;
        self.partners[b] |= 1 << a;
    }

    /// The number of moves.
    pub(super) fn moves(&self) -> i32 {
        self.partners.iter().map(|partners| partners.count_ones() as i32).sum()
    }

    /// All there is to know, as a number: four bits per tower, one per pair.
    fn number(&self) -> u64 {
        let mut number = self.count as u64;
        for n in 0..self.count {
            let tower = u64::from(self.heights[n]) | u64::from(self.dark[n]) << 3;
            number = number << 4 | tower;
            number = number << n | u64::from(self.partners[n]) & ((1 << n) - 1);
        }
        number
    }

    /// The shape after the tower `from` was put onto `to`: not connected any more, perhaps.
    fn after(&self, from: usize, to: usize) -> Shape {
        let mut next = *self;
        next.heights[to] += self.heights[from];
        next.dark[to] = self.dark[from];
        next.partners[from] = 0;
        next.heights[from] = 0;
        for n in 0..self.count {
            next.partners[n] &= !(1 << from);
            if next.partners[n] >> to & 1 != 0 && next.heights[n] + next.heights[to] > 5 {
                next.partners[n] &= !(1 << to);
                next.partners[to] &= !(1 << n);
            }
        }
        next
    }

    /// The towers connected with tower `n`, as bits.
    fn connected(&self, n: usize) -> u8 {
        let (mut group, mut fresh) = (1_u8 << n, 1_u8 << n);
        while fresh != 0 {
            let n = fresh.trailing_zeros() as usize;
            fresh &= fresh - 1;
            let more = self.partners[n] & !group;
            group |= more;
            fresh |= more;
        }
        group
    }

    /// Only the towers of `group`, which are all that are connected with each other.
    fn part(&self, group: u8) -> Shape {
        let mut part = Shape::default();
        let place = |n: usize| (group & ((1 << n) - 1)).count_ones() as usize;
        for n in (0..self.count).filter(|n| group >> n & 1 != 0) {
            part.push(self.heights[n], self.dark[n]);
            for m in (0..n).filter(|m| self.partners[n] >> m & 1 != 0) {
                part.join(place(n), place(m));
            }
        }
        part
    }
}

/// The points of a settled tower, for Light.
pub(super) fn settled(height: u32, dark: bool, five: i32) -> i32 {
    let points = TOWER + if height == 5 { five } else { 0 };
    if dark { -points } else { points }
}

/// All games met so far.
pub(super) struct Games {
    /// What a tower of five is worth beyond a tower: 1, or 0 where ties are plain.
    five: i32,
    games: Vec<Game>,
    by_shape: HashMap<u64, Worth, BuildHasherDefault<Mix>>,
    by_choices: HashMap<Box<[Choice]>, GameId, BuildHasherDefault<Mix>>,
    /// Values of sums of games that were played out.
    played: HashMap<(Vec<GameId>, bool, bool), i32, BuildHasherDefault<Mix>>,
    /// What was worked out before, for another count.
    before: usize,
}

impl Games {
    /// No game yet but the one without moves.
    pub(super) fn new(five: i32) -> Self {
        let nothing = Game {
            choices: Box::default(),
            negative: 0,
            least: 0,
            most: 0,
            costs: [0; 2],
            alone: [0; 4],
            towers: 0,
            cancels: Some(true),
            hash: 0,
        };
        Games {
            five,
            games: vec![nothing],
            by_shape: HashMap::default(),
            by_choices: HashMap::default(),
            played: HashMap::default(),
            before: 0,
        }
    }

    /// No game yet, after others that did not count towers of five.
    pub(super) fn counting_fives(others: &Games) -> Self {
        Games { before: others.work(), ..Games::new(1) }
    }

    /// How much was worked out so far: games found, and sums played out.
    pub(super) fn work(&self) -> usize {
        self.before + self.games.len() + self.played.len()
    }

    /// A game by its number.
    #[inline]
    pub(super) fn get(&self, id: GameId) -> &Game {
        &self.games[id as usize]
    }

    /// What a connected component is worth.
    pub(super) fn worth(&mut self, shape: &Shape) -> Worth {
        let number = shape.number();
        if let Some(&known) = self.by_shape.get(&number) {
            return known;
        }
        let mut choices: Vec<Choice> = Vec::new();
        for from in 0..shape.count {
            for to in (0..shape.count).filter(|to| shape.partners[from] >> to & 1 != 0) {
                let choice = self.choice(&shape.after(from, to));
                let alike = |c: &&mut Choice| c.rest == choice.rest && c.tempo == choice.tempo;
                match choices.iter_mut().find(alike) {
                    Some(known) => {
                        known.light = known.light.max(choice.light);
                        known.dark = known.dark.min(choice.dark);
                    }
                    None => choices.push(choice),
                }
            }
        }
        choices.sort_unstable();
        let worth = match choices[..] {
            [Choice { rest: [0, 0, 0], tempo, light, dark }] if light == dark => {
                Worth { score: light, tempo: !tempo, game: 0 }
            }
            _ => {
                let game = self.intern(choices, shape.count as u8);
                Worth { score: 0, tempo: false, game }
            }
        };
        self.by_shape.insert(number, worth);
        worth
    }

    /// What is left of a shape after a move in it.
    fn choice(&mut self, shape: &Shape) -> Choice {
        let (mut score, mut tempo) = (0, false);
        let mut rest = Vec::with_capacity(3);
        let mut left: u8 = (0..shape.count).filter(|&n| shape.heights[n] > 0).map(|n| 1 << n).sum();
        while left != 0 {
            let n = left.trailing_zeros() as usize;
            let group = shape.connected(n);
            left &= !group;
            if group.count_ones() == 1 {
                score += settled(u32::from(shape.heights[n]), shape.dark[n], self.five);
                continue;
            }
            let worth = self.worth(&shape.part(group));
            score += worth.score;
            tempo ^= worth.tempo;
            if worth.game != 0 {
                match rest.iter().position(|&other| self.cancel(worth.game, other)) {
                    Some(mirror) => _ = rest.remove(mirror),
                    None => rest.push(worth.game),
                }
            }
        }
        rest.resize(3, 0);
        rest.sort_unstable();
        Choice { rest: [rest[0], rest[1], rest[2]], tempo, light: score, dark: score }
    }

    /// The number of the game with these choices, and of its negative.
    fn intern(&mut self, choices: Vec<Choice>, towers: u8) -> GameId {
        let choices = choices.into_boxed_slice();
        if let Some(&known) = self.by_choices.get(&choices) {
            return known;
        }
        let mut swapped: Box<[Choice]> = choices.iter().map(|c| self.swapped(c)).collect();
        swapped.sort_unstable();
        let id = self.add(choices.clone(), towers);
        let negative = if swapped == choices { id } else { self.add(swapped, towers) };
        self.games[id as usize].negative = negative;
        self.games[negative as usize].negative = id;
        id
    }

    fn swapped(&self, choice: &Choice) -> Choice {
        let mut rest = choice.rest.map(|game| self.get(game).negative);
        rest.sort_unstable();
        Choice { rest, light: -choice.dark, dark: -choice.light, ..*choice }
    }

    fn add(&mut self, choices: Box<[Choice]>, towers: u8) -> GameId {
        let id = self.games.len() as GameId;
        let over_rest = |c: &Choice, of: fn(&Game) -> i32| -> i32 {
            c.rest.iter().map(|&game| of(self.get(game))).sum()
        };
        let least = choices.iter().map(|c| c.dark + over_rest(c, |g| g.least)).min();
        let most = choices.iter().map(|c| c.light + over_rest(c, |g| g.most)).max();
        let (least, most) = (least.unwrap_or(0), most.unwrap_or(0));
        let lowered = choices.iter().map(|c| most - c.dark - over_rest(c, |g| g.most)).max();
        let raised = choices.iter().map(|c| c.light + over_rest(c, |g| g.least) - least).max();
        let costs = [lowered, raised].map(|by| (by.unwrap_or(0) / TOWER).clamp(0, 2) as u8);
        let mut random = galet_core::random::SplitMix64::new(u64::from(id) << 20);
        let hash = u128::from(random.next()) << 64 | u128::from(random.next());
        self.games.push(Game {
            choices: choices.clone(),
            negative: id,
            least,
            most,
            costs,
            alone: [0; 4],
            towers,
            cancels: None,
            hash,
        });
        self.by_choices.insert(choices, id);
        let alone = [(false, true), (false, false), (true, true), (true, false)];
        self.games[id as usize].alone = alone.map(|(tempo, light)| self.play(&[id], tempo, light));
        id
    }

    /// Whether two games cancel in every sum.
    #[inline]
    pub(super) fn cancel(&mut self, a: GameId, b: GameId) -> bool {
        let game = self.get(a);
        game.negative == b && game.cancels.unwrap_or_else(|| self.cancels(a))
    }

    /// Whether a game cancels its negative: see the mirrors at the top of this file.
    fn cancels(&mut self, id: GameId) -> bool {
        let game = self.get(id);
        if let Some(known) = game.cancels {
            return known;
        }
        let negative = game.negative;
        let mut cancels = game.towers <= LARGEST_MIRROR;
        for n in 0..game.choices.len() {
            cancels =
                cancels && self.get(id).choices[n].rest.into_iter().all(|rest| self.cancels(rest));
        }
        let mut pair = [id, negative];
        pair.sort_unstable();
        cancels =
            cancels && self.play(&pair, false, true) == 0 && self.play(&pair, false, false) == 0;
        self.games[id as usize].cancels = Some(cancels);
        self.games[negative as usize].cancels = Some(cancels);
        cancels
    }

    /// The score of a sum of games, in order of their numbers, by playing it out.
    fn play(&mut self, sum: &[GameId], tempo: bool, light: bool) -> i32 {
        if sum.is_empty() {
            return 0;
        }
        let key = (sum.to_vec(), tempo, light);
        if let Some(&known) = self.played.get(&key) {
            return known;
        }
        let mut best: Option<i32> = None;
        let mut consider = |value: i32| {
            best = Some(best.map_or(value, |b| if light { b.max(value) } else { b.min(value) }));
        };
        if tempo {
            consider(self.play(sum, false, !light));
        }
        for (n, &game) in sum.iter().enumerate() {
            for c in 0..self.get(game).choices.len() {
                let choice = self.get(game).choices[c];
                let mut next: Vec<GameId> = sum.to_vec();
                next.remove(n);
                next.extend(choice.rest.iter().filter(|&&rest| rest != 0));
                next.sort_unstable();
                let score = if light { choice.light } else { choice.dark };
                consider(score + self.play(&next, tempo ^ choice.tempo, !light));
            }
        }
        let value = best.unwrap_or(0);
        self.played.insert(key, value);
        value
    }
}

/// A quick hash: what is hashed here is made by us and not by an enemy.
#[derive(Default)]
pub(super) struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_i32(&mut self, number: i32) {
        self.write_u64(number as u64);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write_u64(&mut self, number: u64) {
        let mixed = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 29;
    }
}
