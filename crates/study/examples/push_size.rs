//! How many bytes travel: `cargo run -p galet-study --example push_size`.
//!
//! For each game, eight plies of a fixed game without any thought: the mean of what is pushed to
//! an onlooker and to the player whose turn comes, and what comes once.

use galet_core::random::SplitMix64;
use galet_games::{AnyProgress, SetupText, all};
use galet_scene::Owner;
use galet_wire::socket::Message;
use galet_wire::table::{
    Act, ClockTerms, ClockView, Happening, MoveView, OfferKind, SeatView, Sitter, TableState,
};
use serde::Serialize;

const PLIES: usize = 8;

fn main() {
    println!("game      pushed  to the mover  scene  info");
    let infos = galet_study::games_info(|_| None, |_| 0, |_| &[]);
    for (game, info) in all().iter().zip(&infos) {
        let mut progress = game.start(&SetupText::default()).expect("the default setup");
        let scene = size(&progress.scene());
        let mut random = SplitMix64::new(1);
        let (mut onlooker, mut mover) = (0, 0);
        for ply in 0..PLIES {
            let legal = progress.legal_moves(1000).texts;
            let text = &legal[random.below(legal.len())];
            let played = MoveView {
                text: text.clone(),
                say: progress.say_move(text).expect("legal"),
                left: None,
            };
            let change = galet_study::change(progress.as_ref(), text).expect("legal");
            progress.play(text).expect("legal");
            let happening = Happening::Moved { played, change };
            let table = "k3v9q2zx".to_owned();
            let state = state(ply as u32 + 1, progress.as_ref());
            mover += size(&Message::Happened {
                table: table.clone(),
                happening: happening.clone(),
                state: state.clone(),
            });
            let state = TableState { continuations: None, may: Vec::new(), ..state };
            onlooker += size(&Message::Happened { table, happening, state });
        }
        let [onlooker, mover] = [onlooker, mover].map(|sum| sum / PLIES);
        println!("{:8} {onlooker:7} {mover:13} {scene:6} {:5}", game.name(), size(info));
    }
}

fn size(what: &impl Serialize) -> usize {
    serde_json::to_vec(what).expect("plain data").len()
}

/// A friend against a friend, without a clock.
fn state(ply: u32, game: &dyn AnyProgress) -> TableState {
    let seat = |name: &str, you| SeatView {
        sitter: Sitter::Guest { name: name.to_owned() },
        you,
        present: true,
    };
    TableState {
        seq: ply + 2,
        ply,
        seats: [seat("Ada", true), seat("Grace", false)],
        clock: ClockView { terms: ClockTerms::None, left: None, running: None },
        turn: Some(Owner::from(game.turn())),
        thinking: false,
        notice: None,
        offers: Vec::new(),
        ending: None,
        rematch: None,
        may: vec![Act::Resign, Act::Offer { of: OfferKind::Draw }],
        away: None,
        continuations: game.continuations(&[]).ok(),
        watchers: 0,
    }
}
