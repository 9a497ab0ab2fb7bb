//! Files of games: what is written reads back, and nothing from outside panics or passes.

mod common;

use common::{GAMES, read, small_file};
use galet_datagen::check::{CheckError, Checked, Wrong, check};
use galet_datagen::pack::{PackError, Packer};
use galet_datagen::shuffle::Pool;
use galet_datagen::stats::Stats;
use galet_datagen::{Appender, Ending, Header, Opponent, Ply, ReadError, Reader, StoredGame};
use proptest::prelude::*;
use std::io::Cursor;
use std::sync::LazyLock;

static FILES: LazyLock<Vec<Vec<u8>>> =
    LazyLock::new(|| GAMES.iter().map(|game| small_file(game, 5)).collect());

/// A file with this header and these games.
fn file_of(header: &Header, games: &[StoredGame]) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.dat");
    let (mut file, _) = Appender::open(&path, header).unwrap();
    games.iter().for_each(|game| file.add(game).unwrap());
    drop(file);
    std::fs::read(&path).unwrap()
}

/// The header of a file with a second mind, whose scores count for a tenth of the first one's.
fn against_another(header: &Header) -> Header {
    let mut header = header.clone();
    let source = &mut header.sources[0];
    source.clear_lead = 100;
    let (mind, fingerprint) = ("other.net".to_owned(), "0123456789abcdef".to_owned());
    source.against = Some(Opponent { mind, fingerprint, clear_lead: 1_000 });
    header
}

/// The rows of a pack of one file, and how long its boards are.
fn packed(file: &[u8]) -> (Vec<Vec<u8>>, usize) {
    let mut bytes = Cursor::new(Vec::new());
    let mut packer = Packer::new(&mut bytes).unwrap();
    packer.add(Reader::new(file).unwrap()).unwrap();
    packer.finish().unwrap();
    let bytes = bytes.into_inner();
    let word = |at: usize| usize::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]));
    (bytes[64..].chunks(word(12)).map(<[u8]>::to_vec).collect(), word(10))
}

/// As files of games began before there were second minds.
#[test]
fn a_header_without_a_second_mind_is_read_and_written_as_ever() {
    let text = r#"{"game":"avalam","options":[],"layouts":["standard"],"sources":[{"seed":7,"nodes":40,"openings":{"least":1,"most":5,"imbalance_percent":40},"max_plies":60,"mind":"by hand","fingerprint":"0123456789abcdef","clear_lead":300,"program":"0.1.0"}]}"#;
    let header: Header = serde_json::from_str(text).unwrap();
    assert_eq!(header.sources[0].against, None);
    assert_eq!(serde_json::to_string(&header).unwrap(), text);
    assert_eq!(read(&header.to_bytes()).0, header);
    let two = against_another(&header);
    assert_eq!(read(&two.to_bytes()).0, two);
}

/// In games of even numbers the second mind has the second side, in those of odd numbers the first.
#[test]
fn scores_count_in_the_terms_of_whoever_gave_them() {
    let (header, games) = read(&FILES[1]);
    let ahead = |ply: &Ply| Ply { score: 100, ..*ply };
    let changed: Vec<_> = games
        .iter()
        .map(|game| StoredGame { plies: game.plies.iter().map(ahead).collect(), ..game.clone() })
        .collect();
    let file = file_of(&against_another(&header), &changed);
    let (rows, board) = packed(&file);
    let mut rows = rows.iter();
    let mut matches = [0; 3];
    for game in &games {
        let own_side = game.number % 2;
        for ply in 0..game.plies.len() {
            let side = (game.opening.len() + ply) as u64 % 2;
            let row = rows.next().unwrap();
            let chances = f64::from(u16::from_le_bytes([row[board], row[board + 1]])) / 65_535.0;
            let expected = if side == own_side { 0.75 } else { 1.0 / (1.0 + 3_f64.powf(-0.1)) };
            assert!((chances - expected).abs() < 1e-4, "game {}, ply {ply}", game.number);
        }
        match (game.ending, own_side) {
            (Ending::FirstWins, 0) | (Ending::SecondWins, 1) => matches[0] += 1,
            (Ending::Draw, _) => matches[1] += 1,
            (Ending::FirstWins | Ending::SecondWins, _) => matches[2] += 1,
            (Ending::CutOff, _) => {}
        }
    }
    let mut stats = Stats::default();
    stats.add(Reader::new(&file[..]).unwrap()).unwrap();
    assert_eq!(stats.matches, matches);
    assert!(matches.iter().sum::<u64>() > 0);
    let mut alone = Stats::default();
    alone.add(Reader::new(&FILES[1][..]).unwrap()).unwrap();
    assert_eq!(alone.matches, [0; 3], "self-play is no match");
}

/// What training takes to know how far through its game a position is.
#[test]
fn rows_of_a_game_stand_together_in_its_order() {
    for file in &FILES[..2] {
        let mut pool = Pool::default();
        pool.add(Reader::new(&file[..]).unwrap()).unwrap();
        let mut shuffled = Vec::new();
        pool.write(3, usize::MAX, &mut shuffled).unwrap();
        let (rows, board) = packed(&shuffled);
        let game = board + 2..board + 6;
        let runs: Vec<_> = rows.chunk_by(|a, b| a[game.clone()] == b[game.clone()]).collect();
        let lengths: Vec<_> = runs.iter().map(|run| run.len()).collect();
        let games = read(&shuffled).1;
        assert_eq!(lengths, games.iter().map(|game| game.plies.len()).collect::<Vec<_>>());
        let in_order = packed(file).0;
        for run in runs {
            assert!(in_order.windows(run.len()).any(|part| part == run));
        }
    }
}

#[test]
fn every_game_passes_the_check() {
    for (file, name) in FILES.iter().zip(GAMES) {
        let (_, games) = read(file);
        let moves = games.iter().map(|game| (game.opening.len() + game.plies.len()) as u64).sum();
        let checked = check(Reader::new(&file[..]).unwrap()).unwrap();
        assert_eq!(checked, Checked { games: 5, moves }, "{name}");
    }
}

#[test]
fn the_check_finds_what_is_wrong() {
    for file in FILES.iter() {
        let (header, games) = read(file);
        let finished = games.iter().find(|game| game.ending != Ending::CutOff);
        let good = finished.unwrap_or(&games[0]).clone();
        let wrong = |change: &dyn Fn(&mut StoredGame)| {
            let mut game = good.clone();
            change(&mut game);
            match check(Reader::new(&file_of(&header, &[game])[..]).unwrap()) {
                Err(CheckError::Wrong { wrong, .. }) => wrong,
                other => panic!("{other:?}"),
            }
        };
        let no_move = wrong(&|game| game.plies[1].choice = u32::MAX);
        assert!(matches!(no_move, Wrong::NoSuchMove { place: u32::MAX, .. }), "{no_move}");
        let ply = good.opening.len() + 2;
        assert!(no_move.to_string().starts_with(&format!("ply {ply}: ")), "{no_move}");
        assert!(matches!(wrong(&|game| game.layout = 99), Wrong::Unlisted { what: "layout", .. }));
        assert!(matches!(wrong(&|game| game.source = 1), Wrong::Unlisted { what: "source", .. }));
        let shorter = wrong(&|game| game.plies.truncate(game.plies.len() - 1));
        assert!(matches!(shorter, Wrong::Ending { .. } | Wrong::CutEarly { .. }), "{shorter}");
        let other = Ending::ALL[(good.ending as usize + 1) % 4];
        let ending = wrong(&|game| game.ending = other);
        assert_eq!(ending, Wrong::Ending { stored: other, found: good.ending });
        if good.ending != Ending::CutOff {
            let longer = wrong(&|game| game.plies.push(Ply { choice: 0, score: 0 }));
            assert!(matches!(longer, Wrong::TooLate { .. }), "{longer}");
        }
    }
}

#[test]
fn statistics_count_what_is_there() {
    for file in FILES.iter() {
        let (_, games) = read(file);
        let mut stats = Stats::default();
        stats.add(Reader::new(&file[..]).unwrap()).unwrap();
        let positions: usize = games.iter().map(|game| game.plies.len()).sum();
        assert_eq!((stats.games, stats.positions), (5, positions as u64));
        assert_eq!(stats.endings.iter().sum::<u64>(), 5);
        assert_eq!(stats.proven_wrongly, 0);
        let distinct = stats.distinct;
        // The same games once more: nothing new.
        stats.add(Reader::new(&file[..]).unwrap()).unwrap();
        assert_eq!((stats.games, stats.distinct), (10, distinct));
        let known: u64 = stats.steps.iter().map(|step| step.positions).sum();
        let cut = |game: &&StoredGame| game.ending != Ending::CutOff;
        let expected: usize = games.iter().filter(cut).map(|game| game.plies.len()).sum();
        assert_eq!(known, 2 * expected as u64);
    }
}

/// A win that is proven shortly before a game is cut off was no wrong proof.
#[test]
fn a_game_that_was_cut_off_contradicts_no_proof() {
    let (header, games) = read(&FILES[0]);
    let count = |game: StoredGame| {
        let mut stats = Stats::default();
        stats.add(Reader::new(&file_of(&header, &[game])[..]).unwrap()).unwrap();
        (stats.proven_wrongly, stats.proven_unfinished)
    };
    let mut cut_off = games.into_iter().find(|game| game.ending == Ending::CutOff).unwrap();
    assert_eq!(count(cut_off.clone()), (0, 0));
    cut_off.plies.last_mut().unwrap().score = galet_search::score::win_at(3) as i16;
    assert_eq!(count(cut_off), (0, 1));
}

#[test]
fn shuffling_keeps_every_game_once() {
    let file = &FILES[1];
    let shuffled = |seed, most| {
        let mut pool = Pool::default();
        assert_eq!(pool.add(Reader::new(&file[..]).unwrap()).unwrap(), 0);
        assert_eq!(pool.add(Reader::new(&file[..]).unwrap()).unwrap(), 5, "known already");
        let mut out = Vec::new();
        pool.write(seed, most, &mut out).unwrap();
        out
    };
    let (header, games) = read(file);
    let one = shuffled(1, usize::MAX);
    assert_eq!(one, shuffled(1, usize::MAX));
    assert!((2..9).any(|seed| shuffled(seed, usize::MAX) != one), "the seed decides");
    assert_eq!(read(&shuffled(1, 2)).1, read(&one).1[..2], "a part is a beginning");
    let (new_header, mut again) = read(&one);
    again.sort_by_key(|game| game.number);
    assert_eq!((new_header, again), (header, games));
    check(Reader::new(&one[..]).unwrap()).unwrap();
    let mut pool = Pool::default();
    pool.add(Reader::new(&file[..]).unwrap()).unwrap();
    let error = pool.add(Reader::new(&FILES[0][..]).unwrap()).unwrap_err().to_string();
    assert!(error.contains("game is \"avalam\", not \"abalone\""), "{error}");
}

#[test]
fn files_of_several_seeds_go_together() {
    let (header, games) = read(&FILES[1]);
    let mut other = header.clone();
    other.sources[0].seed = 99;
    other.layouts.insert(0, "another".to_owned());
    let moved: Vec<_> = games.iter().map(|game| StoredGame { layout: 1, ..game.clone() }).collect();
    let mut pool = Pool::default();
    pool.add(Reader::new(&FILES[1][..]).unwrap()).unwrap();
    assert_eq!(pool.add(Reader::new(&file_of(&other, &moved)[..]).unwrap()).unwrap(), 0);
    assert_eq!(pool.len(), 10);
    let mut out = Vec::new();
    pool.write(1, usize::MAX, &mut out).unwrap();
    let (both, all) = read(&out);
    assert_eq!(both.sources.iter().map(|source| source.seed).collect::<Vec<_>>(), [7, 99]);
    assert_eq!(all.iter().filter(|game| game.source == 1).count(), 5);
    assert!(all.iter().all(|game| both.layouts[game.layout as usize] == header.layouts[0]));
}

#[test]
fn packs_hold_every_position() {
    for file in &FILES[..2] {
        let (header, games) = read(file);
        let mut bytes = Cursor::new(Vec::new());
        let mut packer = Packer::new(&mut bytes).unwrap();
        packer.add(Reader::new(&file[..]).unwrap()).unwrap();
        let rows = packer.finish().unwrap();
        let bytes = bytes.into_inner();
        assert!(bytes.starts_with(b"GALETPOS"));
        let word = |at: usize| usize::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]));
        let (board, row) = (word(10), word(12));
        assert_eq!(row, board + 7);
        assert!(bytes[16..32].starts_with(header.game.as_bytes()));
        assert_eq!(bytes[32..40], rows.to_le_bytes());
        assert_eq!(bytes.len(), 64 + rows as usize * row);
        let plies: Vec<_> =
            games.iter().flat_map(|game| game.plies.iter().map(move |ply| (game, ply))).collect();
        assert_eq!(plies.len() as u64, rows);
        for ((game, ply), packed) in plies.into_iter().zip(bytes[64..].chunks(row)) {
            let chances = u16::from_le_bytes([packed[board], packed[board + 1]]);
            assert_eq!(chances > 32_768, ply.score > 0, "{ply:?}");
            let known = packed[row - 1] & 3;
            assert_eq!(known == 3, game.ending == Ending::CutOff);
            assert_eq!(known == 1, game.ending == Ending::Draw);
        }
    }
    let mut packer = Packer::new(Cursor::new(Vec::new())).unwrap();
    let error = packer.add(Reader::new(&FILES[2][..]).unwrap()).unwrap_err();
    assert!(matches!(error, PackError::NoBoard(_)), "{error}");
}

fn any_game() -> impl Strategy<Value = StoredGame> {
    let ply = (any::<u32>(), any::<i16>()).prop_map(|(choice, score)| Ply { choice, score });
    let lists =
        (proptest::collection::vec(any::<u32>(), 0..40), proptest::collection::vec(ply, 0..80));
    (any::<u32>(), any::<u64>(), any::<u32>(), lists, 0..4_usize).prop_map(
        |(source, number, layout, (opening, plies), ending)| StoredGame {
            source,
            number,
            layout,
            opening,
            plies,
            ending: Ending::ALL[ending],
        },
    )
}

proptest! {
    #[test]
    fn games_read_back(games in proptest::collection::vec(any_game(), 0..6)) {
        let header = read(&FILES[0]).0;
        let (again, found) = read(&file_of(&header, &games));
        prop_assert_eq!(again, header);
        prop_assert_eq!(found, games);
    }

    /// A wrong bit anywhere is found: no game is read that was not written.
    #[test]
    fn damage_is_found(which in 0..3_usize, at in any::<proptest::sample::Index>(), bit in 0..8_u8) {
        let mut bytes = FILES[which].clone();
        let at = at.index(bytes.len());
        bytes[at] ^= 1 << bit;
        let written = read(&FILES[which]).1;
        match Reader::new(&bytes[..]) {
            Err(_) => {}
            Ok(reader) => {
                let read: Vec<_> = reader.collect();
                prop_assert!(read.last().is_some_and(Result::is_err), "byte {at} is wrong");
                for (game, expected) in read.iter().flatten().zip(&written) {
                    prop_assert_eq!(game, expected);
                }
            }
        }
    }

    /// Bytes that are no game, under a checksum that is right: never a panic.
    #[test]
    fn hostile_games_are_refused(which in 0..3_usize, game in any_game()) {
        let header = read(&FILES[which]).0;
        let bytes = file_of(&header, &[game]);
        prop_assert!(check(Reader::new(&bytes[..]).unwrap()).is_err());
    }

    #[test]
    fn hostile_bytes_are_refused(start in 0..40_usize, bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let whole: Vec<u8> = FILES[1].iter().copied().take(start).chain(bytes).collect();
        match Reader::new(&whole[..]) {
            Ok(reader) => prop_assert!(reader.count() < 300),
            Err(ReadError::Io(error)) => prop_assert!(false, "{error}"),
            Err(_) => {}
        }
    }
}
