//! Games of full strength at Qawale against opponents who want it to err, with every one of its moves judged
//! by the prover: for `qawale_pressed` and its test.

use galet_core::random::SplitMix64;
use galet_core::{Game, Notation, Progress, Side, TimeSource};
use galet_engine::{AnyEngine, Request};
use galet_games::SetupText;
use galet_minds::FromResources;
use galet_minds::qawale::Qawale;
use galet_qawale::{Move, Position, Setup};
use galet_qawale_proof::board::Board;
use galet_qawale_proof::search::Search as Prover;
use galet_qawale_proof::tables::Tables;
use galet_qawale_proof::text::{Player, Position as Text};
use galet_search::score::Score;
use galet_search::{Limits, Search, Table};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

static NEVER: AtomicBool = AtomicBool::new(false);

/// Plies after which the prover judges: before that everything is stored.
const JUDGED_FROM: usize = 6;

/// Who plays against full strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Opponent {
    /// Any move, but a line where there is one.
    Random,
    /// Any move that does not leave a line at once.
    Careful,
    /// The engine's search, without proofs, after three random moves.
    Searching,
    /// Careful moves, then those after which few replies hold.
    Pressing,
}

impl Opponent {
    /// All of them.
    pub(crate) const ALL: [Opponent; 4] =
        [Opponent::Random, Opponent::Careful, Opponent::Searching, Opponent::Pressing];

    /// Its move.
    pub(crate) fn choose(self, game: &Progress<Position>, random: &mut SplitMix64) -> Move {
        let position = game.position();
        let moves = position.moves();
        let wins = |&m: &Move| {
            let end = position.play(m).expect("legal").outcome();
            end.is_some_and(|end| end.winner == Some(position.turn()))
        };
        if let Some(m) = moves.iter().copied().find(wins) {
            return m;
        }
        let plies = game.moves().len();
        match self {
            Opponent::Random => moves[random.below(moves.len())],
            Opponent::Searching if plies >= 3 => search(game),
            Opponent::Pressing if plies >= 3 => press(position, random),
            _ => {
                let quiet = quiet_moves(position);
                let choices = if quiet.is_empty() { &moves } else { &quiet };
                choices[random.below(choices.len())]
            }
        }
    }
}

/// The moves that leave the opponent no line and no line at once.
fn quiet_moves(position: &Position) -> Vec<Move> {
    let mut moves = position.moves();
    moves.retain(|&m| {
        let after = position.play(m).expect("legal");
        after.outcome().is_none() && !board(&after).defender.can_win(Tables::get())
    });
    moves
}

fn search(game: &Progress<Position>) -> Move {
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let (mind, table) = (Qawale::by_hand(), Table::new(1));
    Search::new(&mind, &table, &galet_core::MonotonicTime).run(game, &limits, |_| {}).lines[0].moves
        [0]
}

/// Of the quiet moves one of the three after which the fewest replies hold against two attacks.
fn press(position: &Position, random: &mut SplitMix64) -> Move {
    let mut moves: Vec<(usize, Move)> = Vec::new();
    for m in quiet_moves(position) {
        let board = board(&position.play(m).expect("legal"));
        let mut prover = Prover::new(&NEVER);
        let replies = prover.plan(&board, 2, &[]).expect("nobody stops it");
        let mut hold = replies.len();
        if hold < 40 {
            hold = replies
                .iter()
                .filter(|&&reply| prover.attacker_wins(&board.defend(reply), 2) == Ok(false))
                .count();
        }
        moves.push((hold, m));
    }
    moves.sort_by_key(|&(hold, _)| hold);
    match moves.len().min(3) {
        0 => position.moves()[0],
        few => moves[random.below(few)].1,
    }
}

/// The board with the side to move as the defender.
fn board(position: &Position) -> Board {
    let text = Text::parse(&position.position_text()).expect("a position of the real game");
    match text.turn {
        Player::Light => text.board.swapped(),
        Player::Dark => text.board,
    }
}

/// Whether a move of a position leaves the opponent a forced line, by the prover.
pub(crate) fn loses(position: &Position, m: Move) -> bool {
    let after = position.play(m).expect("legal");
    if let Some(end) = after.outcome() {
        return end.winner == Some(after.turn());
    }
    let (own, other) = (after.left(after.turn()), after.left(after.turn().other()));
    let attacks = usize::from(own.min(other + 1));
    let attacking = board(&after).swapped();
    Prover::new(&NEVER).attacker_wins(&attacking, attacks).expect("nobody stops it")
}

/// Whether the side to move can force a line, by the prover.
pub(crate) fn can_be_won(position: &Position) -> bool {
    let (own, other) = (position.left(position.turn()), position.left(position.turn().other()));
    let attacks = usize::from(own.min(other + 1));
    let attacking = board(position).swapped();
    Prover::new(&NEVER).attacker_wins(&attacking, attacks).expect("nobody stops it")
}

/// A mistake of full strength: a position that was not lost, and the move that lost it.
pub(crate) struct Mistake {
    /// Before it.
    pub(crate) game: Progress<Position>,
    /// What was played.
    pub(crate) m: Move,
}

/// How a game ended.
pub(crate) enum End {
    /// As it should: nothing was lost.
    Fine {
        /// Whether full strength has won.
        won: bool,
    },
    /// By a mistake.
    Lost(Mistake),
}

/// Full strength as it ships, by this clock.
pub(crate) fn full_strength(time: Arc<dyn TimeSource>) -> Box<dyn AnyEngine> {
    let mut engine = galet_engine::new(Position::NAME, time).expect("it plays this game");
    engine.set_table_size(1);
    engine
}

/// The move of full strength within these limits.
pub(crate) fn answer(
    engine: &mut dyn AnyEngine,
    game: &Progress<Position>,
    limits: &Limits,
) -> Move {
    judged_answer(engine, game, limits).0
}

/// The same with what it thinks of it.
pub(crate) fn judged_answer(
    engine: &mut dyn AnyEngine,
    game: &Progress<Position>,
    limits: &Limits,
) -> (Move, Score) {
    let setup =
        SetupText { position: Some(game.position().position_text()), ..SetupText::default() };
    let rules = galet_games::find(Position::NAME).expect("a game");
    let same = rules.start(&setup).expect("a position of this game");
    engine.set_game(&*same).expect("a game of this kind");
    engine.forget();
    let analysis = engine.analyse(&Request::new(limits.clone()), &mut |_| {});
    let line = &analysis.lines[0];
    (game.position().parse_move(&line.moves[0]).expect("it plays legal moves"), line.score)
}

/// Plays a game from the start until it is over or full strength, which plays `side`, has made a mistake.
pub(crate) fn play(
    engine: &mut dyn AnyEngine,
    side: Side,
    opponent: Opponent,
    limits: &Limits,
    random: &mut SplitMix64,
) -> End {
    let mut game: Progress<Position> = Progress::new(Setup::default());
    loop {
        if let Some(end) = game.outcome() {
            return End::Fine { won: end.winner == Some(side) };
        }
        let m = if game.turn() == side {
            let m = answer(engine, &game, limits);
            if game.moves().len() >= JUDGED_FROM && loses(game.position(), m) {
                return End::Lost(Mistake { game, m });
            }
            m
        } else {
            opponent.choose(&game, random)
        };
        game.play(m).expect("legal");
    }
}
