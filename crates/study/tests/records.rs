//! Texts of records and trees of variations.

use galet_core::StopAtLook;
use galet_games::record;
use galet_study::{
    MAX_NODES, MAX_TEXT, StudyError, read_records, read_records_until, write_record,
};
use galet_wire::setup::Setup;
use galet_wire::study::{RecordNode, RecordTree, RecordsText};
use proptest::prelude::*;

fn text(text: &str) -> RecordsText {
    RecordsText { text: text.to_owned(), game: None, extension: None }
}

fn node(parent: u32, text: &str) -> RecordNode {
    RecordNode { parent: Some(parent), text: text.to_owned(), ..RecordNode::default() }
}

fn tree(nodes: Vec<RecordNode>) -> RecordTree {
    RecordTree {
        game: "qawale".to_owned(),
        setup: Setup::default(),
        tags: Vec::new(),
        result: None,
        nodes: [RecordNode::default()].into_iter().chain(nodes).collect(),
    }
}

const ANNOTATED: &str = "[First \"Ada\"]\n[Game \"qawale\"]\n\n{Corners first.} 1. a1nne! \
    ({or} 1. a4sse $6 {slower} 1... d1nnn) (1. d4sss) 1... d4sss {a long way} 2. d1nnnw *";

#[test]
fn a_record_keeps_its_variations_comments_and_marks() {
    let read = read_records(&text(ANNOTATED)).unwrap();
    assert_eq!(read.faults, []);
    let [tree] = &read.records[..] else { panic!("one record") };
    assert_eq!(tree.tags, [("First".to_owned(), "Ada".to_owned())]);
    let texts: Vec<_> =
        tree.nodes.iter().map(|n| (n.parent, n.text.as_str(), n.nags.as_slice())).collect();
    assert_eq!(texts[0], (None, "", &[][..]));
    assert!(texts.contains(&(Some(0), "a1nne", &[1])));
    assert!(texts.contains(&(Some(0), "a4sse", &[6])));
    assert_eq!(tree.nodes[0].comment.as_deref(), Some("Corners first."));
    for (index, node) in tree.nodes.iter().enumerate().skip(1) {
        assert!((node.parent.unwrap() as usize) < index);
    }
    // There and back again it is the same record.
    let written = write_record(tree).unwrap();
    assert_eq!(record::read_one(&written), record::read_one(ANNOTATED));
    assert_eq!(read_records(&text(&written)).unwrap().records[0], *tree);
}

#[test]
fn other_peoples_records_are_read() {
    let apgn = "[Black \"Ada\"]\n[White \"Bob\"]\n[Variant \"belgian\"]\n\
                [Notation \"Aba-Pro\"]\n\n1. a1b2 a4b4 *";
    let request = RecordsText { extension: Some("apgn".to_owned()), ..text(apgn) };
    let read = read_records(&request).unwrap();
    assert_eq!(read.faults, []);
    assert_eq!(read.records[0].setup.layout.as_deref(), Some("belgian-daisy"));
    assert_eq!(read.records[0].nodes.len(), 3);
    assert_eq!(read.records[0].tags[0], ("First".to_owned(), "Ada".to_owned()));
}

#[test]
fn a_bad_record_does_not_hide_the_good_ones() {
    let both = format!("[Game \"qawale\"]\n\n1. a1zzz *\n\n{ANNOTATED}\n");
    let read = read_records(&text(&both)).unwrap();
    assert_eq!((read.records.len(), read.faults.len()), (1, 1));
    assert!(read.faults[0].en.starts_with("Line 3, column 4:"), "{:?}", read.faults[0]);
    assert!(read.faults[0].fr.starts_with("Ligne 3, colonne 4"), "{:?}", read.faults[0]);
    assert_eq!(read_records(&text("")).unwrap().faults.len(), 1);
    // Records that do not say which game they are of.
    let bare = RecordsText { game: Some("qawale".to_owned()), ..text("1. a1nne *") };
    assert_eq!(read_records(&bare).unwrap().records.len(), 1);
}

#[test]
fn what_is_wrong_with_a_record_is_said_in_both_languages() {
    let game = "[Game \"qawale\"]\n";
    let cases = [
        ("1. a1nne *", "rien ne dit de quel jeu il s’agit"),
        ("[Game \"chess\"]\n1. e4 *", "le jeu «\u{a0}chess\u{a0}» n’existe pas"),
        ("[Game qawale]\n1. a1nne *", "n’est pas entre guillemets"),
        ("[Game \"qawale]\n1. a1nne *", "ne se ferment jamais"),
        ("[Ga me \"qawale\"]\n1. a1nne *", "lettres, de chiffres"),
        (&format!("{game}[Result \"2-0\"]\n1. a1nne *"), "n’est pas un résultat"),
        (&format!("{game}[Result \"1-0\"]\n1. a1nne 0-1"), "un des deux est de trop"),
        (&format!("{game}[Options \"pebbles\"]\n1. a1nne *"), "écrivez clé=valeur"),
        (&format!("{game}[Options \"pebbles=0\"]\n1. a1nne *"), "un nombre de 1 à 10"),
        (&format!("{game}[FEN \"nn\"]\n1. a1nne *"), "la position est fausse"),
        (&format!("{game}[FEN \"nn\"]\n[FEN \"n\"]\n*"), "donné deux fois"),
        (&format!("{game}1. a1nn *"), "ne peut pas être joué. 2 pas sur 3"),
        (&format!("{game}1. a1nne {{never closed"), "n’est jamais fermé"),
        (&format!("{game}1. a1nne (1. a4sse"), "n’est jamais fermée"),
        (&format!("{game}1. a1nne )"), "ne ferme aucune variante"),
        (&format!("{game}(1. a4sse) 1. a1nne *"), "une variante remplace"),
        (&format!("{game}! 1. a1nne *"), "annote le coup"),
        (&format!("{game}1. a1nne $999 *"), "n’est pas une annotation"),
    ];
    for (record, expected) in cases {
        let read = read_records(&text(record)).unwrap();
        let words = read.faults.first().unwrap_or_else(|| panic!("{record} {expected}"));
        assert!(words.fr.contains(expected), "{words:?}");
        assert!(words.fr.starts_with("Ligne ") && words.fr.ends_with('.'), "{words:?}");
        assert!(!words.fr.contains(" the ") && !words.fr.contains(" is "), "{words:?}");
    }
}

#[test]
fn trees_that_are_none_are_refused() {
    let code = |nodes| write_record(&tree(nodes)).unwrap_err();
    assert_eq!(code(vec![node(1, "a1nne")]), StudyError::NoTree { node: 1 });
    assert_eq!(code(vec![node(7, "a1nne")]), StudyError::NoTree { node: 1 });
    assert_eq!(
        code(vec![RecordNode { parent: None, ..node(0, "a1nne") }]),
        StudyError::NoTree { node: 1 }
    );
    assert!(matches!(
        code(vec![node(0, "a1nne"), node(1, "e9")]),
        StudyError::Node { node: 2, .. }
    ));
    assert_eq!(
        write_record(&RecordTree { nodes: Vec::new(), ..tree(Vec::new()) }),
        Err(StudyError::NoTree { node: 0 })
    );
    assert_eq!(code(vec![node(0, "a1nne"); MAX_NODES + 1]).code(), "too-many");
    let tagged = |name: &str| {
        let tags = vec![(name.to_owned(), "x".to_owned())];
        write_record(&RecordTree { tags, ..tree(Vec::new()) })
    };
    assert_eq!(tagged("FEN").unwrap_err().code(), "wrong-record");
    assert_eq!(tagged("a b\"]").unwrap_err().code(), "wrong-record");
    assert!(tagged("Event").is_ok());
    let won = RecordTree { result: Some("2-0".to_owned()), ..tree(Vec::new()) };
    assert_eq!(write_record(&won).unwrap_err().code(), "wrong-record");
    assert_eq!(read_records(&text(&" ".repeat(MAX_TEXT + 1))).unwrap_err().code(), "too-many");
}

#[test]
fn a_text_is_read_up_to_its_limits_and_the_rest_is_told() {
    let game = |moves: usize| {
        let round = ["a1b2", "i9h8", "b2a1", "h8i9"].into_iter().cycle().take(moves);
        let moves = round.collect::<Vec<_>>().join(" ");
        format!("[Game \"abalone\"]\n[Options \"repetition=off\"]\n\n{moves} *\n\n")
    };
    let many = read_records(&text(&game(1).repeat(201))).unwrap();
    assert_eq!((many.records.len(), many.faults.len()), (200, 1));
    assert!(many.faults[0].en.contains("200") && many.faults[0].fr.contains("200"));
    let long = read_records(&text(&game(9_000).repeat(20))).unwrap();
    assert_eq!((long.records.len(), long.faults.len()), (6, 1), "{:?}", long.faults);
    let one = read_records(&text(&game(MAX_NODES + 1))).unwrap();
    assert_eq!((one.records.len(), one.faults.len()), (0, 1));
    assert!(one.faults[0].en.contains("10000"), "{:?}", one.faults);
    let stopped = read_records_until(&text(&game(100).repeat(50)), &StopAtLook::new(500)).unwrap();
    assert!(stopped.records.len() < 6);
}

#[test]
fn the_largest_tree_is_written_and_one_larger_is_not() {
    // A comb: a long game with ten other moves at each of its plies, the dearest shape for anything
    // that replays. That each move is read once is counted where records are made.
    let rules = galet_games::find("abalone").unwrap();
    let mut game = rules.start(&galet_games::SetupText::default()).unwrap();
    let mut random = galet_core::random::SplitMix64::new(7);
    let mut nodes = Vec::new();
    let mut parent = 0;
    while nodes.len() < MAX_NODES {
        let mut texts = game.legal_moves(usize::MAX).texts;
        let played = texts.swap_remove(random.below(texts.len()));
        game.play(&played).unwrap();
        // A game in which nothing is ever won has no end.
        if game.score().first + game.score().second > 0 {
            game.undo();
            continue;
        }
        nodes.extend(texts.iter().take(10).map(|text| node(parent, text)));
        nodes.push(node(parent, &played));
        parent = nodes.len() as u32;
    }
    nodes.truncate(MAX_NODES);
    let mut tree = RecordTree { game: "abalone".to_owned(), ..tree(nodes) };
    let written = write_record(&tree).unwrap();
    assert_eq!(record::read_one(&written).unwrap().nodes().count(), MAX_NODES + 1);
    tree.nodes.push(node(0, "a1b2"));
    assert_eq!(write_record(&tree).unwrap_err().code(), "too-many");
}

proptest! {
    #[test]
    fn no_text_breaks_the_reader(letters in "[\\PC\\n]{0,300}", extension in "(apgn|pgn|)") {
        let request =
            RecordsText { extension: Some(extension), game: Some("abalone".to_owned()), ..text(&letters) };
        let read = read_records(&request).unwrap();
        for tree in &read.records {
            let written = write_record(tree).unwrap();
            prop_assert_eq!(&read_records(&text(&written)).unwrap().records[0].nodes, &tree.nodes);
        }
    }

    #[test]
    fn no_tree_breaks_the_writer(
        nodes in prop::collection::vec((0..6_u32, "(a1nne|a1n|d4sss|[a-d][1-4][nesw]{1,4}|\\PC{0,5})", "\\PC{0,20}"), 0..8),
    ) {
        let nodes = nodes.into_iter().map(|(parent, text, comment)| RecordNode {
            comment: Some(comment.clone()),
            before: Some(comment),
            nags: vec![parent as u8; 3],
            ..node(parent, &text)
        });
        if let Ok(written) = write_record(&tree(nodes.collect())) {
            prop_assert!(record::read_one(&written).is_ok(), "{}", written);
        }
    }
}

#[test]
fn a_record_with_a_bad_move_is_read_up_to_it() {
    let wrong = "[First \"Ada\"]\n[Game \"qawale\"]\n[Result \"1-0\"]\n\n\
                 1. a1nne {a start} d4sss 2. d1zzz d2nw 1-0\n\n\
                 [Game \"qawale\"]\n\n1. a1nne *";
    let read = read_records(&text(wrong)).unwrap();
    let [fault] = &read.faults[..] else { panic!("{:?}", read.faults) };
    assert!(fault.en.contains("ine 5, column 29") && fault.en.contains("2. d1zzz"), "{fault:?}");
    assert!(fault.en.ends_with("The moves before it have been read."), "{fault:?}");
    assert!(fault.fr.ends_with("Les coups qui le précèdent ont été lus."), "{fault:?}");
    let [cut, whole] = &read.records[..] else { panic!("{:?}", read.records) };
    let moves: Vec<&str> = cut.nodes.iter().skip(1).map(|node| &*node.text).collect();
    assert_eq!(moves, ["a1nne", "d4sss"]);
    assert_eq!(cut.nodes[1].comment.as_deref(), Some("a start"));
    // Nobody knows how a game ended that cannot be read to its end.
    assert_eq!(cut.result.as_deref(), Some("*"));
    assert_eq!(whole.nodes.len(), 2);
    // There is nothing before the first move.
    let nothing = read_records(&text("[Game \"qawale\"]\n\n1. zzz a1nne *")).unwrap();
    assert!(nothing.records.is_empty() && nothing.faults.len() == 1, "{nothing:?}");
}
