//! True certificates are accepted, damaged ones refused.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use galet_core::{Game, ManualTime, Notation, Side, Symmetric};
use galet_qawale::{Cell, Direction, Move, Position, Setup};
use galet_qawale_check::verify::{self, Checker, Findings, Lines};
use galet_qawale_check::{
    Book, Certificate, CertificateError, Claim, Deeper, Entry, Gap, Log, LogError, Search, Stored,
    Wins, canonical,
};

fn claim(pebbles: u8, attacker: Side, by: u32) -> Claim {
    Claim::new(Position::start(&Setup::with_pebbles(pebbles).unwrap()), attacker, by).unwrap()
}

/// The first reply that the checker's own search finds to hold.
fn holding_reply(claim: &Claim, wins: &Wins, position: &Position) -> Option<Move> {
    let stop = AtomicBool::new(false);
    let mut search = Search::new(wins, claim.attacker(), &stop);
    position.moves().into_iter().find(|&m| {
        let after = position.play(m).unwrap();
        after.outcome().is_none() && search.holds(&after, claim.attacks(&after)).unwrap()
    })
}

/// A true certificate, found by the checker's own search.
fn true_certificate(claim: &Claim, levels: usize, wins: &Wins) -> Stored {
    Book::record(claim, levels, wins, |position| {
        holding_reply(claim, wins, position).map(|m| (m, true))
    })
    .unwrap()
}

fn with_checker<T>(wins: &Wins, log: Log, work: impl FnOnce(&Checker<'_>) -> T) -> T {
    work(&Checker {
        wins,
        log: &Mutex::new(log),
        threads: 2,
        time: &ManualTime::default(),
        stop: &AtomicBool::new(false),
        progress: &|_, _, _| {},
    })
}

fn all_leaves(book: &Book, wins: &Wins) -> Findings {
    with_checker(wins, Log::default(), |checker| verify::leaves(book, checker)).unwrap()
}

#[test]
fn true_certificates_are_accepted() {
    let wins = Wins::new();
    // Levels: positions after 1, 3, 5 plies when the first player attacks, after 0, 2, 4 otherwise.
    for (claim, positions) in [
        (claim(4, Side::First, 8), vec![5]),
        (claim(4, Side::Second, 8), vec![1]),
        (claim(4, Side::Second, 8), vec![1, 52]),
    ] {
        let stored = true_certificate(&claim, positions.len(), &wins);
        let certificate = Certificate { parts: vec![stored] };
        let read = Certificate::from_bytes(&certificate.to_bytes()).unwrap();
        assert_eq!(read, certificate);
        let book = Book::check(&read.parts[0], &wins).unwrap();
        let found: Vec<_> = book.levels().iter().map(|level| level.positions).collect();
        assert_eq!(found.len(), positions.len());
        assert_eq!(found[0], positions[0]);
        assert!(book.is_complete());
        let leaves = all_leaves(&book, &wins);
        assert!(leaves.failed.is_empty() && leaves.undone() == 0, "{leaves:?}");
        assert_eq!(leaves.proven, leaves.total);
        assert!(leaves.total > 0);
        let lines = with_checker(&wins, Log::default(), |c| {
            verify::lines(&book, Lines { count: 50, seed: 7, attacks: 3 }, c)
        })
        .unwrap();
        assert!(lines.failed.is_empty() && lines.open == 0 && lines.undone() == 0, "{lines:?}");
        assert!(lines.proven > 0);
    }
}

#[test]
fn replies_are_found_whichever_way_the_board_is_turned() {
    let wins = Wins::new();
    let claim = claim(3, Side::First, 6);
    let book = Book::check(&true_certificate(&claim, 1, &wins), &wins).unwrap();
    for m in claim.start().moves() {
        let position = claim.start().play(m).unwrap();
        let (reply, proven) = book.reply(&position).unwrap();
        assert!(proven && position.is_legal(reply));
        for symmetry in 0..8 {
            let image = position.transform(symmetry);
            let after = image.play(book.reply(&image).unwrap().0).unwrap();
            let expected = position.play(reply).unwrap();
            assert_eq!(canonical(&after).position, canonical(&expected).position);
        }
    }
    assert_eq!(book.reply(claim.start()), None, "the attacker needs no reply");
}

/// Two pebbles each from here on, light to move; dark must stop a line at once.
const SHARP: &str = "n,,,n/,,x,/x,,n,/o,o,, o 2 2";

/// Light attacks from a position in which most replies lose.
fn sharp(wins: &Wins) -> (Claim, Stored) {
    let claim = Claim::parse(SHARP, Side::First, 8).unwrap();
    let stored = true_certificate(&claim, 1, wins);
    (claim, stored)
}

/// The representatives of a level in their order.
fn positions(claim: &Claim, levels: usize, wins: &Wins) -> Vec<Position> {
    let mut all = Vec::new();
    let _ = Book::record(claim, levels, wins, |position| {
        all.push(*position);
        None
    });
    all
}

#[test]
fn replies_that_lose_are_refused() {
    let wins = Wins::new();
    let (claim, stored) = sharp(&wins);
    let book = Book::check(&stored, &wins).unwrap();
    assert!(book.is_complete() && all_leaves(&book, &wins).failed.is_empty());
    let stop = AtomicBool::new(false);
    let (mut at_once, mut later) = (0, 0);
    for (i, position) in positions(&claim, 1, &wins).iter().enumerate() {
        for m in position.moves() {
            let mut wrong = stored.clone();
            wrong.levels[0][i] = Entry::Reply { m, proven: true };
            let after = position.play(m).unwrap();
            let mut search = Search::new(&wins, Side::First, &stop);
            match Book::check(&wrong, &wins) {
                Err(gap) => {
                    let text = position.position_text();
                    assert_eq!(gap, Gap::Loses { position: text, m });
                    at_once += 1;
                }
                Ok(book) => {
                    let holds = search.holds(&after, claim.attacks(&after)).unwrap();
                    let failed = all_leaves(&book, &wins).failed;
                    assert_eq!(failed.is_empty(), holds, "{m} in {}", position.position_text());
                    later += usize::from(!holds);
                }
            }
        }
    }
    assert!(at_once > 100, "{at_once} replies lose at once, {later} later");
}

#[test]
fn missing_surplus_illegal_and_wrongly_marked_replies_are_refused() {
    let wins = Wins::new();
    let claim = claim(4, Side::Second, 8);
    let stored = true_certificate(&claim, 2, &wins);
    let check = |change: &dyn Fn(&mut Stored)| {
        let mut wrong = stored.clone();
        change(&mut wrong);
        Book::check(&wrong, &wins)
    };
    assert!(matches!(check(&|s| s.levels[1].truncate(5)), Err(Gap::Missing { ply: 3, .. })));
    assert!(matches!(check(&|s| s.levels[0].clear()), Err(Gap::Missing { ply: 1, .. })));
    assert!(matches!(
        check(&|s| s.levels[1].push(Entry::Open)),
        Err(Gap::Surplus { ply: 3, surplus: 1 })
    ));
    let b2 = Cell::named("b2").unwrap();
    let illegal = Move::new(b2, [Direction::North, Direction::North]).unwrap();
    let entry = Entry::Reply { m: illegal, proven: false };
    assert!(
        matches!(check(&|s| s.levels[0][0] = entry), Err(Gap::Illegal { m, .. }) if m == illegal)
    );
    let Entry::Reply { m, .. } = stored.levels[0][0] else { panic!("the first reply is stored") };
    let marked = Entry::Reply { m, proven: true };
    assert!(matches!(check(&|s| s.levels[0][0] = marked), Err(Gap::Mark { .. })));

    // An open position is no gap, but the certificate is not complete.
    let book = check(&|s| s.levels[1][3] = Entry::Open).unwrap();
    assert!(!book.is_complete());
    assert_eq!((book.levels()[1].open, book.levels()[1].ply), (1, 3));
}

/// The example of docs/qawale-certificate.md.
#[test]
fn the_bytes_are_those_of_the_format_page() {
    use Direction::{East, North};
    let m = Move::new(Cell::named("a1").unwrap(), [North, North, East]).unwrap();
    let claim = claim(8, Side::Second, 16);
    let levels = vec![vec![Entry::Reply { m, proven: true }]];
    let bytes =
        Certificate { parts: vec![Stored { claim, levels, deeper: Vec::new() }] }.to_bytes();
    let start =
        b"qawale-certificate 2\n+\x1dnn,,,nn/,,,/,,,/nn,,,nn o 8 8x\x10\x01\x01\0\0\0\x81\x14\0\0\0\0.";
    assert_eq!(bytes[..start.len()], start[..]);
    assert_eq!(bytes.len(), start.len() + 8);
}

/// Light attacks from the start with three pebbles each; a reply to one of its second moves.
fn with_a_deeper_reply(wins: &Wins) -> Stored {
    let claim = claim(3, Side::First, 6);
    let mut stored = true_certificate(&claim, 1, wins);
    let first = canonical(&claim.start().play(claim.start().moves()[0]).unwrap()).position;
    let book = Book::check(&stored, wins).unwrap();
    let second = first.play(book.reply(&first).unwrap().0).unwrap();
    let position = canonical(&second.play(second.moves()[0]).unwrap()).position;
    let m = holding_reply(&claim, wins, &position).unwrap();
    stored.deeper = vec![Deeper { position, m }];
    stored
}

#[test]
fn single_replies_behind_the_levels_are_kept_found_and_checked() {
    let wins = Wins::new();
    let stored = with_a_deeper_reply(&wins);
    let certificate = Certificate { parts: vec![stored.clone()] };
    assert_eq!(Certificate::from_bytes(&certificate.to_bytes()), Ok(certificate));
    let book = Book::check(&stored, &wins).unwrap();
    let Deeper { position, m } = stored.deeper[0];
    let expected = canonical(&position.play(m).unwrap()).position;
    for symmetry in 0..8 {
        let image = position.transform(symmetry);
        let reply = book.deeper_reply(&image).expect("it is stored");
        assert_eq!(canonical(&image.play(reply).unwrap()).position, expected);
    }
    assert_eq!(book.deeper_reply(stored.claim.start()), None);
    let prove = |book: &Book| {
        with_checker(&wins, Log::default(), |checker| verify::deeper(book, checker)).unwrap()
    };
    assert_eq!((prove(&book).proven, prove(&book).total), (1, 1));

    let check = |deeper: Deeper| {
        Book::check(&Stored { deeper: vec![deeper], ..stored.clone() }, &wins).map(|_| ())
    };
    let turned = (0..8).map(|s| position.transform(s)).find(|image| *image != position).unwrap();
    let attacking = canonical(&position.play(m).unwrap()).position;
    let early = canonical(&stored.claim.start().play(stored.claim.start().moves()[0]).unwrap());
    for position in [turned, attacking, early.position] {
        let wrong = check(Deeper { position, m });
        assert!(matches!(wrong, Err(Gap::Misplaced { .. })), "{wrong:?}");
    }
    let nowhere = Cell::ALL.into_iter().find(|&cell| position.stack(cell).is_empty()).unwrap();
    let illegal = Move::new(nowhere, [Direction::North]).or(Move::new(nowhere, [Direction::South]));
    let wrong = check(Deeper { position, m: illegal.unwrap() });
    assert!(matches!(wrong, Err(Gap::Illegal { .. })), "{wrong:?}");
}

#[test]
fn damaged_files_are_refused() {
    let wins = Wins::new();
    let parts = vec![
        sharp(&wins).1,
        with_a_deeper_reply(&wins),
        true_certificate(&claim(3, Side::First, 6), 1, &wins),
    ];
    let bytes = Certificate { parts }.to_bytes();
    assert!(Certificate::from_bytes(&bytes).is_ok());
    for end in 0..bytes.len() {
        assert!(Certificate::from_bytes(&bytes[..end]).is_err(), "cut after {end} bytes");
    }
    for at in 0..bytes.len() {
        for flip in [1, 0x10, 0x80, 0xff] {
            let mut wrong = bytes.clone();
            wrong[at] ^= flip;
            assert!(Certificate::from_bytes(&wrong).is_err(), "byte {at} changed by {flip}");
        }
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert_eq!(Certificate::from_bytes(&longer), Err(CertificateError::TooLong(1)));
    assert_eq!(Certificate::from_bytes(b"garbage"), Err(CertificateError::Foreign));
    assert_eq!(Certificate::from_bytes(b""), Err(CertificateError::Foreign));
    // A number of entries that no file could hold.
    let mut huge = b"qawale-certificate 2\n+\x1dnn,,,nn/,,,/,,,/nn,,,nn o 8 8o\x10\x01".to_vec();
    huge.extend([0xff; 4]);
    assert!(matches!(Certificate::from_bytes(&huge), Err(CertificateError::Truncated(_))));
}

#[test]
fn the_log_survives_being_cut_and_refuses_contradictions() {
    let wins = Wins::new();
    let book = Book::check(&sharp(&wins).1, &wins).unwrap();
    let path = std::env::temp_dir().join(format!("qawale-check-log-{}", std::process::id()));
    let _ = std::fs::remove_file(&path);
    let run =
        || with_checker(&wins, Log::open(&path).unwrap(), |c| verify::leaves(&book, c)).unwrap();
    let first = run();
    assert_eq!((first.proven, first.proven_before), (first.total, 0));
    // Whoever was killed while writing leaves half a line.
    let mut bytes = std::fs::read(&path).unwrap();
    bytes.truncate(bytes.len() - 5);
    std::fs::write(&path, &bytes).unwrap();
    let second = run();
    assert_eq!((second.proven, second.proven_before), (1, second.total - 1));
    let third = run();
    assert_eq!((third.proven, third.proven_before), (0, third.total));

    let text = std::fs::read_to_string(&path).unwrap();
    let opposite = text.lines().last().unwrap().replace("holds", "falls");
    std::fs::write(&path, format!("{text}{opposite}\n")).unwrap();
    assert!(matches!(Log::open(&path), Err(LogError::Contradiction { .. })));
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn units_are_drawn_once_each_and_proven_whole() {
    let wins = Wins::new();
    let (_, stored) = sharp(&wins);
    let book = Book::check(&stored, &wins).unwrap();
    let all = book.leaf_count();
    let drawn = |count, seed| {
        with_checker(&wins, Log::default(), |c| verify::units(&book, count, seed, c)).unwrap()
    };
    let few = drawn(3, 1);
    assert_eq!((few.total, few.proven, few.undone()), (3, 3, 0));
    // Each once: with more than there are, as many are proven as there are, none twice.
    let whole = drawn(all + 5, 2);
    assert_eq!((whole.total, whole.proven, whole.proven_before), (all, all, 0));
    assert_eq!(drawn(3, 1), few, "the same seed draws the same units");
}

#[test]
fn our_certificate_covers_what_it_says() {
    let wins = Wins::new();
    let ours =
        Certificate::from_bytes(galet_embedded::certificate("qawale").expect("it ships")).unwrap();
    let attackers: Vec<_> = ours.parts.iter().map(|stored| stored.claim.attacker()).collect();
    assert_eq!(attackers, [Side::First, Side::Second]);
    for stored in &ours.parts {
        let start = Position::start(&Setup::default());
        assert_eq!((stored.claim.start(), stored.claim.by()), (&start, 16));
        let book = Book::check(stored, &wins).unwrap();
        assert_eq!(book.levels().len(), 3);
        assert!(book.is_complete() && book.is_proven());
        assert_eq!(stored.claim.start().position_text(), "nn,,,nn/,,,/,,,/nn,,,nn o 8 8");
    }
}
