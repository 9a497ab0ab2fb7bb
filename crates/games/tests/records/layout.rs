//! Reading forgives how a record is laid out, and a bad game leaves the others alone.

use crate::{main_line, one, read};
use galet_games::record::{self, GameResult, Reader, Record, RecordFault, write};

const CANONICAL: &str = "[Event \"Club\"]\n[Result \"1-0\"]\n[Game \"avalam\"]\n[Setup \"standard\"]\n\
                         \n1. c9d8 d9c8 $1 {well} 2. i5i6 1-0\n";

#[test]
fn layout_does_not_matter() {
    let record = one(CANONICAL);
    assert_eq!(write(&record), CANONICAL);
    for other in [
        // No numbers, everything in one line, other order of tags.
        "[Result \"1-0\"][Game \"avalam\"][Event \"Club\"]c9d8 d9c8!{well}i5i6 1-0",
        // Numbers that are wrong or stand apart, points of all kinds.
        "[Event \"Club\"]\n[Game \"avalam\"]\n1 . c9d8 7...d9c8 $1{well} 1. ... … 33.i5i6 1-0",
        // Empty lines inside the tags and the moves; spaces inside the tags.
        "\n\n [ Event   \"Club\" ]\n\n[Game\t\"avalam\"  ]\n\n\n1.c9d8\n\nd9c8 !\n{\nwell\n}\n\n2.i5i6\n\n1-0",
        // A comment to the end of the line, an escaped line, a closing bracket forgotten.
        "[Event \"Club\"\n[Game \"avalam\"]\n1. c9d8\n%c9d8 c9d8\nd9c8! ;well\ni5i6 1-0",
        // The result in one of two places only, or unknown in the other; names in any case.
        "[event \"Club\"]\n[GAME \"Avalam\"]\n[result \"1-0\"]\n1. c9d8 d9c8 $1 {well} 2. i5i6",
        "[Event \"Club\"]\n[Game \"avalam\"]\n[Result \"1-0\"]\n1. c9d8 d9c8 $1 {well} 2. i5i6 *",
        "[Event \"Club\"]\n[Game \"avalam\"]\n[Result \"?\"]\n1. c9d8 d9c8 $1 {well} 2. i5i6 1-0",
        // Annotated twice, and a comment in two pieces around a variation that says nothing.
        "[Event \"Club\"]\n[Game \"avalam\"]\n1. c9d8 d9c8 ! $1 {} ( {well} ) 2. i5i6 1-0 1-0",
        // The default layout by its name, a byte order mark, lines of an old system.
        "\u{feff}[Event \"Club\"]\r[Game \"avalam\"]\r[Setup \"standard\"]\r1.c9d8 d9c8!{well} i5i6 1-0",
    ] {
        assert_eq!(one(other), record, "{other}");
    }
}

#[test]
fn all_signs_become_numbers() {
    let text = "[Game \"avalam\"] c9d8! d9c8? i5i6!! h4h5?? g3h3!? f1g1?! e2f3!!! e3e4???";
    let record = one(text);
    let nags: Vec<_> = record.main_line().map(|id| record.node(id).nags()[0]).collect();
    assert_eq!(nags, [1, 2, 3, 4, 5, 6, 3, 4]);
}

#[test]
fn a_draw_is_written_in_three_ways() {
    for draw in ["1/2-1/2", "1/2", "½-½"] {
        let record = one(&format!("[Game \"avalam\"] 1. c9d8 {draw}"));
        assert_eq!(record.result(), GameResult::Draw);
    }
}

#[test]
fn quotes_that_nobody_escaped_belong_to_the_value() {
    let record =
        one("[Event \"The \"big\" one\"] [Game \"avalam\"]\n[Site \"C:\\temp \\\\ \\\"x\\\"\"] *");
    assert_eq!(record.tag("Event"), Some("The \"big\" one"));
    assert_eq!(record.tag("Site"), Some("C:\\temp \\ \"x\""));
}

#[test]
fn tags_that_nobody_knows_are_kept() {
    let text = "[Zeta \"1\"]\n[Game \"avalam\"]\n[Second \"Bo\"]\n[Termination \"time\"]\n[Zeta \"2\"]\n\
                [First \"Al\"]\n\n1. c9d8 0-1";
    let record = one(text);
    let tags: Vec<_> = record.tags().iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
    let expected =
        [("First", "Al"), ("Second", "Bo"), ("Zeta", "1"), ("Termination", "time"), ("Zeta", "2")];
    assert_eq!(tags, expected);
    assert_eq!(one(&write(&record)), record);
}

#[test]
fn a_position_may_be_announced_as_in_chess() {
    let position = "5/6/7/8/6bbw/8/7/6/5 b 0 5";
    let text = format!("[Game \"abalone\"]\n[SetUp \"1\"]\n[FEN \"{position}\"]\n\n1. e7e8 *");
    assert_eq!(one(&text).setup().position.as_deref(), Some(position));
}

#[test]
fn comments_stay_with_their_moves() {
    let text = "[Game \"avalam\"]\n{before all} 1. c9d8 {a} ({b} 1. d9c9 {c} e8d7 (1... b8c7 {d})\n\
                {e} 2. i5i6) {f} 1... d9c8 ; g\n1-0 {h}";
    let record = one(text);
    let comment = |id| record.node(id).comment();
    assert_eq!(comment(Record::ROOT), Some("before all"));
    let main: Vec<_> = record.main_line().collect();
    assert_eq!(main.iter().map(|&id| comment(id)).collect::<Vec<_>>(), [Some("a f"), Some("g h")]);
    let variation = record.node(Record::ROOT).children()[1];
    assert_eq!(record.node(variation).comment_before(), Some("b"));
    assert_eq!(comment(variation), Some("c"));
    assert_eq!(record.node(variation).children().len(), 2);
    assert_eq!(
        write(&record),
        "[Result \"1-0\"]\n[Game \"avalam\"]\n[Setup \"standard\"]\n\n\
         {before all} 1. c9d8 {a f} ({b} 1. d9c9 {c} 1... e8d7 {e} (1... b8c7 {d})\n\
         2. i5i6) 1... d9c8 {g h} 1-0\n"
    );
}

#[test]
fn games_follow_each_other_in_any_way() {
    let text = "[Game \"avalam\"]\n1. c9d8 *\n[Game \"qawale\"]\n1. a1nne\n[Game \"avalam\"]\n\n\
                [Game \"qawale\"]\n*\n[Event \"x\"]\n[Game \"avalam\"] d9c9 1-0";
    let games: Vec<_> = read(text).into_iter().map(|read| read.expect("a good game")).collect();
    let lines: Vec<_> = games.iter().map(|g| (g.game().name(), main_line(g))).collect();
    let expected = [
        ("avalam", "c9d8"),
        ("qawale", "a1nne"),
        ("avalam", ""),
        ("qawale", ""),
        ("avalam", "d9c9"),
    ];
    assert_eq!(lines, expected.map(|(game, line)| (game, line.to_owned())));
}

#[test]
fn games_without_tags_are_read_if_the_game_is_known() {
    let reader = Reader { game: galet_games::find("avalam").ok(), ..Reader::default() };
    let games: Vec<_> = reader.read_all("1. c9d8 d9c8 1-0\n\n1. d9c9 0-1\n").collect();
    let lines: Vec<_> = games.iter().map(|g| main_line(g.as_ref().unwrap())).collect();
    assert_eq!(lines, ["c9d8 d9c8", "d9c9"]);
}

#[test]
fn a_bad_game_does_not_stop_the_rest() {
    let good = "[Event \"good\"]\n[Game \"avalam\"]\n\n1. c9d8 {fine} *\n\n";
    for bad in [
        "[Event \"bad\"]\n[Game \"avalam\"]\n\n1. c9d8 zz {still} (bad) i5i6 1-0\n\n",
        "[Event \"bad\"]\n[Game \"chess\"]\n\n1. e4 *\n\n",
        "[Event \"bad\"]\n[Game \"chess\"]\n\n1. e4\n\n",
        "[Event \"bad\"]\n[Game \"avalam\"]\n\n1. c9d8 {never closed *\n\n",
        "[Event \"bad\"]\n[Game \"avalam\"]\n\n1. c9d8 (1. d9c9 *\n\n",
        "[Event \"bad\"]\n[Game \"avalam\"]\n\n1. c9d8 (1. d9c9\n\n",
        "[Event \"bad\"]\n[Game avalam]\n[Round \"1\"]\n\n1. c9d8 *\n\n",
        "[Event \"bad\"]\n[Game \"avalam\"]\n[Round 1]\n\n",
        "[Event \"bad\"]\n[Game \"avalam\"]\n[Result \"1-0\"]\n\n1. c9d8 0-1\n\n",
        "[Event \"bad\"]\n[Setup \"daisy\"]\n[Game \"avalam\"]\n\n*\n\n",
        "[Event \"bad\"]\n[Game \"avalam\"]\n\n1. c9d8 !?! } ] [ d9c9\n; [Event \"x\"]\n*\n\n",
        "[Event \"bad\"]\n[Game \"avalam\"]\n\n1. zz {[Game \"avalam\"]\n[Game \"avalam\"]\n} *\n\n",
    ] {
        let text = [good, bad, good, bad, good].concat();
        for text in [text.clone(), text.replace('\n', "\r\n")] {
            let games = read(&text);
            let fine: Vec<_> = games.iter().map(Result::is_ok).collect();
            assert_eq!(fine, [true, false, true, false, true], "{bad}");
            assert!(games.iter().flatten().all(|game| write(game) == write(&one(good))));
            let numbers: Vec<_> =
                games.iter().flat_map(|g| g.as_ref().err()).map(|e| e.game).collect();
            assert_eq!(numbers, [2, 4]);
        }
    }
}

#[test]
fn bytes_that_are_no_text_are_replaced_and_reported() {
    let bytes = b"[Event \"Caf\xe9\"]\n[Game \"avalam\"]\n1. c9d8 *";
    let mut records = record::read_all_bytes(bytes);
    let place = records.invalid_utf8().expect("a byte that is no UTF-8");
    assert_eq!((place.line, place.column), (1, 12));
    let game = records.next().unwrap().unwrap();
    assert_eq!(game.tag("Event"), Some("Caf\u{fffd}"));
    assert!(records.next().is_none());
    assert_eq!(record::read_all_bytes(CANONICAL.as_bytes()).invalid_utf8(), None);
    let error =
        record::read_all_bytes(b"[Game \"avalam\"]\n1. c9\xff8").next().unwrap().unwrap_err();
    assert!(matches!(error.fault, RecordFault::Move { text, .. } if text == "c9\u{fffd}8"));
}
