//! Every reader of text: it answers or refuses with a place inside the text, and what it
//! answers reads back.

use crate::Input;
use galet_games::record::{self, Format, Reader};
use galet_games::{MoveError, SetupText, StartError};
use galet_scene::CellId;

/// A position text is refused with a place inside it, or reads back.
pub(crate) fn position_text(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let game = input.game();
    let text = input.text();
    let setup = SetupText { position: Some(text.clone()), ..SetupText::default() };
    match game.start(&setup) {
        Ok(progress) => {
            let written = SetupText { position: Some(progress.position_text()), ..setup };
            let again = game.start(&written).expect("what was written reads back");
            assert_eq!(again.position_text(), progress.position_text());
            assert_eq!(again.outcome(), progress.outcome());
            // A position that was accepted can be shown, said and played.
            let _ = (progress.scene(), progress.say_position(), progress.say_outcome());
            let moves = progress.legal_moves(20);
            assert_eq!(moves.total == 0, progress.outcome().is_some());
            for text in moves.texts {
                progress.clone_box().play(&text).expect("a legal move");
            }
        }
        Err(StartError::Position(fault)) => {
            assert!(fault.at.start <= fault.at.end && fault.at.end <= text.len());
            assert!(text.is_char_boundary(fault.at.start) && text.is_char_boundary(fault.at.end));
        }
        Err(StartError::Setup(error)) => panic!("the default setup is fine: {error}"),
    }
}

pub(crate) fn position_examples() -> Vec<Vec<u8>> {
    let starts = galet_games::all().iter().enumerate().map(|(index, game)| {
        let start = game.start(&SetupText::default()).expect("the default setup");
        [&[index as u8], start.position_text().as_bytes()].concat()
    });
    starts.collect()
}

/// A move text is refused with a place inside it, or is a legal move whose canonical text means
/// the same. This holds for every notation.
pub(crate) fn move_text(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let progress = input.progress();
    let dialects = progress.game().dialects();
    let dialect = dialects.get(input.below(dialects.len() + 1)).copied();
    let text = input.text();
    match progress.read_move(&text, dialect) {
        Ok(canonical) => {
            assert_eq!(progress.read_move(&canonical, None).as_deref(), Ok(canonical.as_str()));
            progress.clone_box().play(&canonical).expect("a move that was read is legal");
            assert!(!progress.gesture(&canonical).expect("legal").is_empty());
        }
        Err(MoveError::Illegal { fault, .. }) => {
            assert!(fault.at.start <= fault.at.end && fault.at.end <= text.len());
            assert!(text.is_char_boundary(fault.at.start) && text.is_char_boundary(fault.at.end));
        }
        Err(MoveError::GameOver(_)) => assert!(progress.outcome().is_some()),
    }
}

pub(crate) fn move_examples() -> Vec<Vec<u8>> {
    let texts = galet_games::all().iter().enumerate().flat_map(|(index, game)| {
        let start = game.start(&SetupText::default()).expect("the default setup");
        let moves = start.legal_moves(40).texts.into_iter();
        // Game, layout, no moves played, own notation, text.
        moves.map(move |text| [&[index as u8, 0, 0, 0], text.as_bytes()].concat())
    });
    texts.collect()
}

/// A layout name and `key=value` options are refused, or give a setup that reads back.
pub(crate) fn setup_text(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let game = input.game();
    let text = input.text();
    let mut words = text.split(' ');
    let layout = words.next().filter(|w| !w.is_empty()).map(str::to_owned);
    let options = words.filter_map(|w| w.split_once('='));
    let options = options.map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
    if let Ok(progress) = game.start(&SetupText { layout, options, position: None }) {
        let again = game.start(&progress.setup()).expect("a setup reads back");
        assert_eq!(again.setup(), progress.setup());
        assert_eq!(again.position_text(), progress.position_text());
    }
}

pub(crate) fn setup_examples() -> Vec<Vec<u8>> {
    let texts = galet_games::all().iter().enumerate().map(|(index, game)| {
        let mut text = game.layouts()[0].name.to_owned();
        for (option, value) in game.options().iter().zip(game.default_values()) {
            text += &format!(" {}={value}", option.key);
        }
        [&[index as u8], text.as_bytes()].concat()
    });
    texts.collect()
}

/// A file of records gives records and errors, and every record reads back from what is written.
pub(crate) fn record_text(bytes: &[u8]) {
    for record in record::read_all_bytes(bytes).flatten() {
        let text = record::write(&record);
        let again: Vec<_> = record::read_all(&text).collect();
        assert_eq!(again, [Ok(record)], "{text}");
    }
}

/// Other people's files give records and errors, and every record reads back in our own format.
pub(crate) fn foreign_record_text(bytes: &[u8]) {
    for (extension, _) in Format::extensions() {
        let format = Format::by_extension(extension).expect("an extension of the list");
        let reader = Reader { format, ..Reader::default() };
        for record in reader.read_all_bytes(bytes).flatten() {
            let text = record::write(&record);
            let again: Vec<_> = record::read_all(&text).collect();
            assert_eq!(again, [Ok(record)], "{text}");
        }
    }
}

pub(crate) fn foreign_record_examples() -> Vec<Vec<u8>> {
    let mut examples = record_examples();
    examples.push(
        b"[Event \"Club\"]\n[Black \"A\"]\n[White \"B\"]\n[Variant \"belgian\"]\n\
          [Notation \"Aba-Pro\"]\n[Result \"*\"]\n\n1. a1b2 i9h8 2. b2c3 *\n"
            .to_vec(),
    );
    examples
}

pub(crate) fn record_examples() -> Vec<Vec<u8>> {
    let games = galet_games::all().iter().map(|game| {
        let mut progress = game.start(&SetupText::default()).expect("the default setup");
        let mut text = format!("[Game \"{}\"]\n[Event \"An \\\"example\\\"\"]\n\n", game.name());
        for ply in 0..8 {
            let moves = progress.legal_moves(100).texts;
            let chosen = &moves[ply * 7 % moves.len()];
            if ply % 2 == 0 {
                text += &format!("{}. ", ply / 2 + 1);
            }
            text += &format!("{chosen} $1 {{said [%clk 0:01:02.5] [%eval -0.35,7]}} ");
            if let Some(other) = moves.iter().find(|m| *m != chosen) {
                text += &format!("({other} !? ; to the end of the line\n) ");
            }
            progress.play(chosen).expect("a legal move");
        }
        (text + "*\n\n").into_bytes()
    });
    let each: Vec<Vec<u8>> = games.collect();
    let together = each.concat();
    each.into_iter().chain([together]).collect()
}

/// Taps are refused with their number, or lead on; what they complete is a legal move.
pub(crate) fn gesture(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let progress = input.progress();
    let cells = progress.scene().cells.len();
    let mut taps = Vec::new();
    while !input.is_empty() && taps.len() < 64 {
        // Mostly what is offered, now and then anything.
        let choices = progress.continuations(&taps).expect("accepted so far").choices;
        let anything = choices.is_empty() || input.byte() < 32;
        let tap = if anything {
            CellId(input.below(cells + 2) as u8)
        } else {
            choices[input.below(choices.len())].cell
        };
        taps.push(tap);
        match progress.continuations(&taps) {
            Ok(next) => {
                if let Some(text) = next.complete {
                    progress.clone_box().play(&text).expect("a completed gesture is legal");
                }
            }
            Err(fault) => {
                assert_eq!(fault.tap, taps.len() - 1);
                assert!(anything, "a cell that was offered is refused");
                taps.pop();
            }
        }
    }
}
