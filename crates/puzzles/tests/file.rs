//! The file of puzzles: what was written is read, and nothing else.

use galet_puzzles::{MAX_BYTES, PuzzleSet, ReadFault, WrongPuzzle};

const SHIPPED: [&str; 3] = [
    include_str!("../../../puzzles/abalone.txt"),
    include_str!("../../../puzzles/avalam.txt"),
    include_str!("../../../puzzles/qawale.txt"),
];

/// The first puzzles of a game.
fn few() -> PuzzleSet {
    let mut set = PuzzleSet::read(SHIPPED[1]).expect("it ships");
    set.puzzles.truncate(3);
    set
}

/// The line and the fault of a file that is refused.
fn refused(text: &str) -> (usize, ReadFault) {
    let error = PuzzleSet::read(text).expect_err("something is wrong with it");
    let words = error.words();
    assert!(words.en.starts_with(&format!("line {}: ", error.line)), "{words:?}");
    assert!(words.fr.starts_with(&format!("ligne {}\u{a0}: ", error.line)), "{words:?}");
    (error.line, error.fault)
}

/// The place of a puzzle in a file, counted from 1.
fn line_of(text: &str, puzzle: usize) -> usize {
    let head = text.lines().position(|line| line.starts_with("puzzles ")).expect("a head");
    head + 2 + puzzle
}

#[test]
fn what_ships_is_read_and_written_as_it_is() {
    for text in SHIPPED {
        assert_eq!(PuzzleSet::read(text).expect("it ships").write(), text);
    }
}

#[test]
fn not_a_byte_can_be_changed() {
    let text = few().write();
    for at in 0..text.len() {
        for other in ["0", "|", "\n", "x", ""] {
            if !text.is_char_boundary(at)
                || !text.is_char_boundary(at + 1)
                || text[at..=at] == *other
            {
                continue;
            }
            let changed = format!("{}{other}{}", &text[..at], &text[at + 1..]);
            refused(&changed);
        }
    }
}

#[test]
fn a_file_that_was_cut_off_is_refused() {
    let text = few().write();
    for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
        let (line, _) = refused(&text[..end]);
        assert!(line <= text[..end].lines().count() + 1, "{line} in {end} bytes");
    }
    let without_sum = &text[..text.rfind("checksum").expect("it has one")];
    assert_eq!(refused(without_sum), (text.lines().count(), ReadFault::Truncated));
}

#[test]
fn a_wrong_checksum_is_told_with_the_right_one() {
    let text = few().write();
    let at = text.rfind(' ').expect("a checksum") + 1;
    let right = text[at..].trim_end();
    let wrong = format!("{}{}\n", &text[..at], "0123456789abcdef");
    let (line, fault) = refused(&wrong);
    assert_eq!(line, text.lines().count());
    assert!(fault.to_string().contains(right), "{fault}");
}

/// Whoever changes a file and its checksum does not get past the rules.
#[test]
fn a_forged_file_is_refused_by_the_rules() {
    let mut set = few();
    set.puzzles[1].line = vec!["a1a1".to_owned()];
    let text = set.write();
    let (line, fault) = refused(&text);
    assert_eq!(line, line_of(&text, 1));
    let ReadFault::Puzzle(wrong) = fault else { panic!("{fault}") };
    assert!(matches!(*wrong, WrongPuzzle::Move { number: 1, .. }), "{wrong}");

    let mut set = few();
    set.puzzles[2].setup.position = Some("2/4/6/8/9/8/6/4/2 o".to_owned());
    let (line, fault) = refused(&set.write());
    assert_eq!(line, line_of(&set.write(), 2));
    assert!(matches!(fault, ReadFault::Puzzle(_)), "{fault}");

    let mut set = few();
    let again = set.puzzles[0].clone();
    set.puzzles.push(again);
    assert_eq!(refused(&set.write()).1, ReadFault::Twice);

    for (change, what) in [
        (("class", 0), "class"),
        (("themes", 0), "theme of the head"),
        (("line", 2), "line of one to five moves to find"),
        (("solved", 1), "list of tries"),
    ] {
        let mut set = few();
        let puzzle = &mut set.puzzles[0];
        match change {
            ("class", _) => puzzle.difficulty.class = 6,
            ("themes", _) => puzzle.themes.push("luck".to_owned()),
            ("line", n) => puzzle.line = vec![puzzle.line[0].clone(); n],
            _ => puzzle.difficulty.solved[0] = set.head.tries + 1,
        }
        let (line, fault) = refused(&set.write());
        assert_eq!(line, line_of(&set.write(), 0));
        assert!(matches!(fault, ReadFault::Part { what: told, .. } if told == what), "{fault}");
    }
}

#[test]
fn the_head_says_how_many_there_are() {
    let text = few().write();
    assert!(matches!(
        refused(&text.replace("puzzles 3", "puzzles 2")),
        (_, ReadFault::Count { found: 3, expected: 2 })
    ));
    assert!(matches!(
        refused(&text.replace("puzzles 3", "puzzles 4")),
        (_, ReadFault::Count { found: 3, expected: 4 })
    ));
    let (line, fault) = refused(&text.replace("game avalam", "game chess"));
    assert_eq!((line, matches!(fault, ReadFault::Game(_))), (2, true));
    assert_eq!(refused("galet puzzles 2\n"), (1, ReadFault::Version));
    let longer = format!("{text}more\n");
    assert_eq!(refused(&longer).1, ReadFault::TooLong);
}

/// As much as may come, and more, of what could take long: each ends at once.
#[test]
fn hostile_files_take_no_longer_than_they_are_long() {
    let text = few().write();
    let (head, _) = text.split_at(text.find("puzzles 3").expect("a head"));
    let much = |part: &str| part.repeat((MAX_BYTES - head.len() - 100) / part.len());
    let hostile = [
        format!("{head}puzzles 20000\n{}\n", much("|")),
        format!("{head}puzzles 20000\n{}", much("|\n")),
        format!("{head}{}", much("theme a|b|c\n")),
        format!("{head}puzzles 20000\n0123456789abcdef|{}|", much("a=b ")),
        format!("{head}puzzles 20000\n0123456789abcdef||{}|", much("9/")),
        much("\n"),
        much("é"),
    ];
    for text in hostile {
        refused(&text);
    }
    let too_large = " ".repeat(MAX_BYTES + 1);
    assert_eq!(refused(&too_large), (1, ReadFault::TooLarge { most: MAX_BYTES, bytes: true }));
}
