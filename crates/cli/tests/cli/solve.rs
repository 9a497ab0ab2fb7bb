//! Proofs and their certificates, on variants small enough for a test.

use crate::harness::{Folder, galet};

/// The words that lead to a variant of four pebbles a player, and its journal.
fn four<'a>(journal: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let mut args =
        vec!["solve", "qawale", "--pebbles", "4", "--threads", "2", "--journal", journal];
    args.extend(more);
    args
}

#[test]
fn a_variant_is_solved_certified_and_verified() {
    let folder = Folder::new("solve-four");
    let (journal, file) = (folder.path("four.journal"), folder.path("four.certificate"));
    let before = galet(&four(&journal, &["--status"])).fine();
    assert!(before.contains("Value: not settled."), "{before}");
    let solved = galet(&four(&journal, &[])).fine();
    assert_eq!(solved.matches("No, proven").count(), 2, "{solved}");
    assert!(solved.ends_with("Value: a draw.\n"), "{solved}");
    let again = galet(&four(&journal, &["--certificate", &file])).fine();
    assert!(again.ends_with("Value: a draw.\n"), "{again}");

    let verify = ["verify", "qawale", &file, "--threads", "2"];
    let quick = galet(&verify).fine();
    assert_eq!(quick.matches("coverage: whole").count(), 2, "{quick}");
    assert!(quick.contains("whole: none (--all and --units do that)"), "{quick}");
    let units = galet(&[&verify[..], &["--units", "3"]].concat()).fine();
    for whole in ["whole: 3 positions", "whole: 1 positions"] {
        assert!(units.contains(whole), "{units}");
    }
    assert!(!units.contains("so at most"), "so few bound nothing: {units}");
    let log = folder.path("checked.journal");
    let whole = [&verify[..], &["--all", "--sample", "40", "--journal", &log]].concat();
    let first = galet(&whole).fine();
    assert!(first.contains("(0 of them known from its journal"), "{first}");
    assert!(
        first.contains("random lines (seed 1): ") && first.contains("Nothing failed."),
        "{first}"
    );
    let second = galet(&whole).fine();
    assert!(!second.contains("(0 of them known from its journal"), "{second}");

    // One bit of one reply.
    let mut bytes = std::fs::read(&file).unwrap();
    let at = bytes.len() - 12;
    bytes[at] ^= 1;
    let damaged = folder.write("damaged.certificate", &bytes);
    galet(&["verify", "qawale", &damaged]).failed(1, &["damaged.certificate"]);
    let garbage = folder.write("garbage", b"qawale");
    galet(&["verify", "qawale", &garbage]).failed(1, &["this is no certificate"]);
    galet(&["verify", "qawale", &folder.path("nothing")]).failed(3, &["cannot read"]);
}

/// The files of `proofs/` belong together, and what ships is the whole proof.
#[test]
fn the_proof_that_ships_is_whole() {
    let folder = Folder::new("solve-ours");
    let proofs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../proofs/qawale/");
    // A copy: a journal is opened for going on with it.
    let journal = std::fs::read(format!("{proofs}qawale.journal")).unwrap();
    let journal = folder.write("ours.journal", journal);
    let file = folder.path("ours.certificate");
    let behind = format!("{proofs}behind.journal");
    let certify =
        ["solve", "qawale", "--journal", &journal, "--certificate", &file, "--deeper", &behind];
    let said = galet(&certify).fine();
    assert!(said.ends_with("Value: a draw.\n"), "{said}");
    let stored = std::fs::read(format!("{proofs}qawale.certificate")).unwrap();
    assert!(std::fs::read(&file).unwrap() == stored, "write the certificate anew");
    let verified = galet(&["verify", "qawale", "--sample", "200", "--threads", "2"]).fine();
    assert_eq!(verified.matches("coverage: whole").count(), 2, "{verified}");
    assert!(verified.ends_with("Nothing failed.\n"), "{verified}");
}

#[test]
fn an_unfinished_proof_is_not_verified_unless_one_says_so() {
    let folder = Folder::new("solve-partial");
    let (journal, file) = (folder.path("part.journal"), folder.path("part.certificate"));
    let part = galet(&four(&journal, &["--attacker", "first", "--shard", "1/3"])).fine();
    assert!(part.contains("Not settled yet.") && part.contains("remaining: "), "{part}");
    galet(&four(&journal, &["--attacker", "first", "--certificate", &file])).fine();
    let said = galet(&["verify", "qawale", &file]);
    said.failed(1, &["not verified"]);
    assert!(said.out.contains("coverage: NOT whole"), "{said:?}");
    galet(&["verify", "qawale", &file, "--partial", "--sample", "3"]).fine();

    // The other parts, on other machines, and all together.
    let others = ["2/3", "3/3"].map(|shard| {
        let path = folder.path(&format!("{}.journal", &shard[..1]));
        galet(&four(&path, &["--attacker", "first", "--shard", shard])).fine();
        path
    });
    let merge = ["--attacker", "first", "--status", "--merge", &others[0], &others[1]];
    let together = galet(&four(&journal, &merge)).fine();
    assert!(together.contains("No, proven"), "{together}");
    let packed = folder.path("packed.journal");
    let merge = ["--attacker", "first", "--merge", &others[0], &others[1], "--pack", &packed];
    galet(&four(&journal, &merge)).fine();
    let status = galet(&four(&packed, &["--attacker", "first", "--status"])).fine();
    assert!(status.contains("No, proven"), "{status}");

    // A line that says the opposite of another one.
    let text = std::fs::read_to_string(&journal).unwrap();
    let holds = text.lines().find(|line| line.contains("\tholds\t")).unwrap();
    let wrong = folder.write("wrong.journal", holds.replace("\tholds\t", "\tfalls\t") + "\n");
    galet(&four(&journal, &["--attacker", "first", "--status", "--merge", &wrong]))
        .failed(1, &["line 1: the opposite is known"]);
}

#[test]
fn a_forced_line_is_found_and_has_no_certificate() {
    let folder = Folder::new("solve-fen");
    let (journal, file) = (folder.path("a.journal"), folder.path("a.certificate"));
    let fen = ["solve", "qawale", "--fen", "n,,,/,,,/,,n,/o,o,o, o 1 1", "--journal", &journal];
    let solved = galet(&fen).fine();
    assert!(solved.ends_with("Value: the first player wins.\n"), "{solved}");
    galet(&[&fen[..], &["--certificate", &file]].concat()).failed(1, &["there is no defence"]);
}

#[test]
fn the_table_of_variants_is_a_table_of_draws() {
    let table = galet(&["solve", "qawale", "--variants", "3"]).fine();
    let rows: Vec<_> = table.lines().skip(2).collect();
    assert_eq!(rows.len(), 3, "{table}");
    for (pebbles, row) in (1..).zip(rows) {
        assert!(row.starts_with(&format!("| {pebbles} | a draw | ")), "{row}");
    }
}

#[test]
fn what_cannot_be_asked_is_refused() {
    galet(&["solve", "qawale", "--by", "40"]).failed(1, &["by ply 40"]);
    galet(&["solve", "qawale", "--fen", "nn"]).failed(1, &["the position is wrong"]);
    galet(&["solve", "qawale", "--status", "--merge", "no-such.journal"]).failed(3, &["no-such"]);
    assert_eq!(galet(&["solve", "qawale", "--shard", "5/4"]).code, Some(2));
    assert_eq!(galet(&["solve", "abalone"]).code, Some(2));
}
