//! The sentences of the leaflet and of the rules, one test each.

use galet_core::{Game, Notation, Outcome, PerSide, Progress, Setup as _, Side};
use galet_qawale::{
    Cell, Direction, Move, MoveFault, Pebble, Position, PositionFault, Setup, Stack, Unplayable,
    Warning, reason,
};
use std::ops::ControlFlow;

fn start() -> Position {
    Position::start(&Setup::default())
}

#[track_caller]
fn read(text: &str) -> Position {
    match Position::parse_position(text, &Setup::default()) {
        Ok(checked) => checked.position,
        Err(fault) => panic!("{text}: {fault}"),
    }
}

#[track_caller]
fn played(position: Position, moves: &str) -> Position {
    moves.split_whitespace().fold(position, |position, text| {
        let m = position.parse_move(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        position.play(m).unwrap_or_else(|e| panic!("{e}"))
    })
}

#[track_caller]
fn refused(position: Position, text: &str) -> (std::ops::Range<usize>, MoveFault) {
    let fault = position.parse_move(text).expect_err(text);
    (fault.at, fault.why)
}

fn cell(name: &str) -> Cell {
    Cell::named(name).unwrap()
}

mod setting_up {
    use super::*;

    #[test]
    fn two_neutral_pebbles_lie_on_each_corner_and_each_player_takes_eight() {
        let start = start();
        for cell in Cell::ALL {
            let corner = ["a1", "d1", "a4", "d4"].contains(&cell.to_string().as_str());
            assert_eq!(start.stack(cell).to_string(), if corner { "nn" } else { "" });
        }
        assert_eq!((start.left(Side::First), start.left(Side::Second)), (8, 8));
        assert_eq!(start.position_text(), "nn,,,nn/,,,/,,,/nn,,,nn o 8 8");
    }

    #[test]
    fn light_moves_first() {
        assert_eq!(start().turn(), Side::First);
        assert_eq!(Pebble::of(Side::First), Pebble::Light);
    }

    #[test]
    fn one_to_ten_pebbles_a_player_can_be_agreed() {
        for pebbles in 1..=10 {
            let setup = Setup::read(None, [("pebbles", pebbles.to_string().as_str())]).unwrap();
            assert_eq!(Position::start(&setup).left(Side::Second), pebbles);
        }
        for wrong in ["0", "11", "-1", "eight"] {
            assert!(Setup::read(None, [("pebbles", wrong)]).is_err());
        }
    }
}

mod moving {
    use super::*;

    #[test]
    fn a_pebble_never_goes_on_an_empty_cell() {
        let (at, why) = refused(start(), "b2ne");
        assert_eq!((at, why), (0..2, MoveFault::EmptyCell { cell: cell("b2") }));
        let m = Move::new(cell("b2"), [Direction::North]).unwrap();
        assert!(!start().is_legal(m));
    }

    #[test]
    fn a_single_pebble_is_a_stack() {
        let after = played(start(), "a1nne");
        assert_eq!(after.stack(cell("a2")).to_string(), "n");
        assert_eq!(played(after, "a2es").position_text(), "nn,,,nn/n,o,,/,n,,/,x,,nn o 7 7");
    }

    #[test]
    fn the_bottom_pebble_is_dropped_first_and_the_own_one_last() {
        let position = read(",,,/,nxo,,/,,,/,,, x 4 5");
        assert_eq!(played(position, "b3nwss").position_text(), "x,n,,/o,,,/x,,,/,,, o 4 4");
    }

    #[test]
    fn the_first_pebble_falls_beside_the_stack_and_never_on_its_own_cell() {
        let position = start();
        for m in position.moves() {
            assert_ne!(m.cells().next(), Some(m.origin()));
            let mut after = position;
            after.play_unchecked(m);
            assert!(after.stack(m.origin()).is_empty());
        }
    }

    #[test]
    fn every_pebble_falls_on_an_orthogonal_neighbour_of_the_one_before() {
        for m in start().moves() {
            let mut before = m.origin();
            for cell in m.cells() {
                let apart =
                    cell.file().abs_diff(before.file()) + cell.rank().abs_diff(before.rank());
                assert_eq!(apart, 1);
                before = cell;
            }
        }
    }

    #[test]
    fn a_walk_never_leaves_the_board() {
        let (at, why) = refused(start(), "a1wnn");
        let off = MoveFault::OffTheBoard { from: cell("a1"), step: Direction::West };
        assert_eq!((at, why), (2..3, off));
        // West of a2 is not d1, though its number is one less.
        let m = Move::new(cell("a1"), [Direction::North, Direction::West, Direction::North]);
        assert!(!start().is_legal(m.unwrap()));
    }

    #[test]
    fn a_walk_never_goes_straight_back() {
        let back = MoveFault::StraightBack { from: cell("a3"), to: cell("a2") };
        assert_eq!(refused(start(), "a1nns"), (4..5, back));
    }

    #[test]
    fn the_second_pebble_never_goes_back_to_the_origin() {
        let (at, why) = refused(start(), "a1nsn");
        let back = MoveFault::StraightBack { from: cell("a2"), to: cell("a1") };
        assert_eq!((at, why.clone()), (3..4, back));
        assert!(why.to_string().contains("straight back over the step just made"));
        assert_ne!(start().count_moves(), 48);
        assert_eq!(start().count_moves(), 40);
    }

    #[test]
    fn a_walk_comes_back_to_any_cell_by_a_loop_the_origin_included() {
        let position = read(",,,/,nnn,,/,,,/,,,n o 8 8");
        let after = played(position, "b3nesw");
        assert_eq!(after.position_text(), ",n,n,/,o,n,/,,,/,,,n x 7 8");
        let longer = read(",,,/,nnnn,,/,,,/,,,n o 8 8");
        assert_eq!(played(longer, "b3neswn").position_text(), ",no,n,/,n,n,/,,,/,,,n x 7 8");
    }

    #[test]
    fn the_number_of_steps_is_the_height_after_adding_the_pebble() {
        assert_eq!(
            refused(start(), "a1nn"),
            (4..4, MoveFault::TooFewSteps { found: 2, needed: 3 })
        );
        assert_eq!(refused(start(), "a1nnee"), (5..6, MoveFault::TooManySteps { needed: 3 }));
        assert!(start().moves().iter().all(|m| m.step_count() == 3));
        let short = Move::new(cell("a1"), [Direction::North, Direction::North]).unwrap();
        let long = Move::new(cell("a1"), [Direction::North; 4]).unwrap();
        assert!(!start().is_legal(short) && !start().is_legal(long));
    }

    #[test]
    fn a_move_costs_one_pebble_and_passes_the_turn() {
        let after = played(start(), "d4wws");
        assert_eq!((after.turn(), after.left(Side::First), after.left(Side::Second)), {
            (Side::Second, 7, 8)
        });
    }

    #[test]
    fn an_illegal_move_hands_the_position_back() {
        let back = Move::new(cell("a1"), [Direction::North, Direction::South, Direction::North]);
        let refused = start().play(back.unwrap()).unwrap_err();
        assert_eq!(*refused.position, start());
    }
}

mod ending {
    use super::*;

    #[track_caller]
    fn ends(text: &str, expected: Outcome) {
        let position = read(text);
        assert_eq!(position.outcome(), Some(expected), "{text}");
        assert_eq!(position.count_moves(), 0);
        assert!(position.visit_moves(|_| ControlFlow::Break(())).is_continue());
    }

    #[test]
    fn four_visible_pebbles_in_a_row_a_column_or_a_diagonal_win() {
        let mut lines = 0;
        for line in galet_qawale::Line::ALL {
            let mut stacks = [Stack::EMPTY; 16];
            for cell in line.cells() {
                stacks[cell.index()] = Stack::new(&[Pebble::Neutral, Pebble::Light]).unwrap();
            }
            let position = Position::new(stacks, Side::Second, PerSide::new(4, 4)).unwrap();
            assert_eq!(position.outcome(), Some(Outcome::win(Side::First, reason::LINE_OF_FOUR)));
            assert_eq!(position.score(), PerSide::new(1, 0));
            lines += 1;
        }
        assert_eq!(lines, 10);
    }

    #[test]
    fn other_diagonals_and_crooked_lines_do_not_win() {
        assert_eq!(read(",o,,/,,o,/,,,o/o,n,, x 4 5").outcome(), None);
        assert_eq!(read("o,o,o,/,,,o/,,,/n,,, x 4 5").outcome(), None);
        assert_eq!(read(",o,o,o/o,,,/,,,/n,,, x 4 5").outcome(), None);
    }

    #[test]
    fn neutral_pebbles_make_no_line() {
        assert_eq!(read("n,n,n,n/,,,/,,,/,,n,o x 7 8").outcome(), None);
        assert_eq!(read("o,o,o,n/,,,/,,,/,,n,o x 4 8").outcome(), None);
    }

    #[test]
    fn only_tops_count_and_height_does_not_matter() {
        ends("nxnno,o,xo,nnnno/,,,/,,,/,,, x 4 5", Outcome::win(Side::First, reason::LINE_OF_FOUR));
        assert_eq!(read("o,o,o,on/,,,/,,,/,,,o x 4 5").outcome(), None);
    }

    #[test]
    fn four_equal_pebbles_in_one_stack_are_no_line() {
        assert_eq!(read("oooo,,,/,,,/,,,/,,,nn x 4 4").outcome(), None);
    }

    #[test]
    fn a_line_counts_only_after_the_whole_move() {
        // The light pebble on d4 completes row 4 for a moment, then the dark one covers c4.
        let position = read("o,o,o,/,,,/,,,no/,,, x 3 5");
        let after = played(position, "d2nnw");
        assert_eq!(after.position_text(), "o,o,ox,o/,,,n/,,,/,,, o 3 4");
        assert_eq!(after.outcome(), None);
    }

    #[test]
    fn the_movers_line_wins_also_when_the_same_move_lines_up_the_opponent() {
        let after = played(read("o,o,,/x,x,oox,/,,,/,,, x 4 5"), "c3nesw");
        assert_eq!(after.position_text(), "o,o,o,o/x,x,x,x/,,,/,,, o 4 4");
        assert_eq!(after.outcome(), Some(Outcome::win(Side::Second, reason::LINE_OF_FOUR)));
    }

    #[test]
    fn when_both_colours_are_lined_up_the_side_that_just_moved_wins() {
        let both = "o,o,o,o/x,x,x,x/,,,/,,,n";
        ends(&format!("{both} x 4 4"), Outcome::win(Side::First, reason::LINE_OF_FOUR));
        ends(&format!("{both} o 4 4"), Outcome::win(Side::Second, reason::LINE_OF_FOUR));
    }

    #[test]
    fn a_move_that_lines_up_only_the_opponent_loses() {
        let before = read(",,nnx,x/,oon,n,/,n,no,o/x,n,, x 4 5");
        let after = played(before, "b3swse");
        let lost = Outcome::win(Side::First, reason::LINE_FOR_THE_OPPONENT);
        assert_eq!(after.outcome(), Some(lost));
        assert_eq!(after.score(), PerSide::new(1, 0));
    }

    #[test]
    fn the_game_is_drawn_when_both_have_played_all_their_pebbles() {
        ends("nn,x,,nn/,o,,/n,,n,/n,,,n o 0 0", Outcome::draw(reason::PEBBLES_PLAYED));
        let game = "a1nne d4ssw d1wne c2nnw d2wnn d3ww c3wwse b3eenw d3wn b4es c4swsese b2swn \
                    a3ess c1nes c3ssenw";
        let before = played(start(), game);
        assert_eq!(before.outcome(), None, "one pebble is left to dark");
        let after = played(before, "a2sene");
        assert_eq!(after.outcome(), Some(Outcome::draw(reason::PEBBLES_PLAYED)));
        assert_eq!(after.score(), PerSide::new(0, 0));
    }

    #[test]
    fn a_line_made_with_the_last_pebble_wins() {
        ends("nn,,,nn/x,x,x,x/n,,n,/n,,,n o 0 0", Outcome::win(Side::Second, reason::LINE_OF_FOUR));
    }

    #[test]
    fn nobody_ever_passes() {
        // From an edited position one side can run out first: then nobody can go on.
        let position = read("nn,,,nn/,,,/,,,/nn,,,nn o 1 3");
        let after = played(position, "a1nne a4ees");
        assert_eq!(after.left(Side::Second), 2);
        assert_eq!(after.outcome(), Some(Outcome::draw(reason::PEBBLES_PLAYED)));
        // Every position of a game has a move: a walk that may not turn back never gets stuck.
        let mut game = Progress::<Position>::new(Setup::default());
        while game.outcome().is_none() {
            assert!(game.position().count_moves() > 0);
            let m = *game.position().moves().last().unwrap();
            game.play(m).unwrap();
        }
    }

    /// A line needs four pebbles of one colour, and the first player's fourth is played on the
    /// seventh ply. Here is a game that does it.
    #[test]
    fn the_earliest_line_is_on_ply_seven() {
        let six = "a4see a1nen c3sw a2ne b2sen c2nnw";
        let mut position = start();
        for (ply, text) in (1..).zip(six.split(' ')) {
            position = played(position, text);
            assert_eq!(position.outcome(), None, "ply {ply}");
        }
        let after = played(position, "a3see");
        assert_eq!(after.outcome(), Some(Outcome::win(Side::First, reason::LINE_OF_FOUR)));
    }

    #[test]
    fn a_finished_game_takes_no_move() {
        let over = read("nn,,,nn/x,x,x,x/n,,n,/n,,,n o 3 3");
        let (at, why) = refused(over, " a1nne ");
        let won = Outcome::win(Side::Second, reason::LINE_OF_FOUR);
        assert_eq!((at, why), (1..6, MoveFault::GameOver(won)));
    }
}

mod texts {
    use super::*;

    #[track_caller]
    fn fault(text: &str) -> (&str, PositionFault) {
        let fault = Position::parse_position(text, &Setup::default()).expect_err(text);
        (&text[fault.at], fault.why)
    }

    fn warnings(text: &str) -> Vec<Warning> {
        Position::parse_position(text, &Setup::default()).unwrap().warnings
    }

    #[test]
    fn white_space_around_a_text_does_no_harm() {
        let spaced = "\t nn,,,nn/,,,/,,,/nn,,,nn  o 8   8\n";
        assert_eq!(read(spaced), start());
        assert_eq!(start().parse_move("  a1nne\n"), start().parse_move("a1nne"));
    }

    #[test]
    fn what_is_missing_is_named() {
        use galet_qawale::Part;
        let whole = "nn,,,nn/,,,/,,,/nn,,,nn o 8 8";
        let parts = [Part::Board, Part::Turn, Part::Left(Side::First), Part::Left(Side::Second)];
        for (words, part) in parts.into_iter().enumerate() {
            let text = whole.split(' ').take(words).collect::<Vec<_>>().join(" ");
            assert_eq!(fault(&text), ("", PositionFault::Missing(part)));
        }
        assert_eq!(fault(&format!("{whole} 3 more ")), ("3 more", PositionFault::TooLong));
    }

    #[test]
    fn a_wrong_letter_is_shown_where_it_stands() {
        let no_pebble = |letter| PositionFault::NoPebble { letter };
        assert_eq!(fault("nn,,,nn/,,é,/,,,/nn,,,nn o 8 8"), ("é", no_pebble('é')));
        assert_eq!(fault("nn,,,nn/,,,/,,,/nn,,,nN o 8 8"), ("N", no_pebble('N')));
        let no_side = PositionFault::NoSide { found: "w".to_owned() };
        assert_eq!(fault("nn,,,nn/,,,/,,,/nn,,,nn w 8 8"), ("w", no_side));
        for count in ["-1", "+8", "29", "1000", "x", "8.0"] {
            let text = format!("nn,,,nn/,,,/,,,/nn,,,nn o 8 {count}");
            assert_eq!(fault(&text), (count, PositionFault::NoCount { found: count.to_owned() }));
        }
    }

    #[test]
    fn a_board_has_four_ranks_of_four_cells() {
        assert_eq!(
            fault("nn,,,nn/,,,/nn,,,nn o 8 8"),
            ("nn,,,nn/,,,/nn,,,nn", PositionFault::Ranks { found: 3 })
        );
        assert_eq!(
            fault("nn,,,nn/,,,/o,,,,/nn,,,nn o 8 8"),
            ("o,,,,", PositionFault::Cells { rank: 2, found: 5 })
        );
    }

    #[test]
    fn more_pebbles_than_a_game_has_are_refused() {
        let many = |pebbles| PositionFault::from(Unplayable::TooManyPebbles { pebbles });
        let text = format!("{},,,nn/,,,/,,,/,,,nn o 2 2", "n".repeat(21));
        assert_eq!(fault(&text), (text.as_str(), many(29)));
        let board = format!("{},,,/,,,/,,,/,,,", "xo".repeat(40));
        assert_eq!(fault(&format!("{board} o 2 2")), (board.as_str(), many(80)));
        assert!(fault(&text).1.to_string().contains("at most 28"));
        // The most there can be, in one stack.
        let tallest = read(&format!("{},,,/,,,/,,,/,,, o 1 0", "n".repeat(27)));
        assert_eq!(tallest.stack(cell("a4")).height(), 27);
        assert!(tallest.count_moves() > 100_000_000);
        let first = tallest.visit_moves(|m| {
            let mut after = tallest;
            after.play_unchecked(m);
            assert_eq!(after.key(), after.fresh_key());
            assert_eq!(after.on_board(Pebble::Neutral), 27);
            assert_eq!(m.step_count(), 28);
            ControlFlow::Break(())
        });
        assert!(first.is_break());
    }

    #[test]
    fn an_empty_board_gives_nothing_to_put_a_pebble_on() {
        assert_eq!(fault(",,,/,,,/,,,/,,, o 8 8"), (",,,/,,,/,,,/,,,", Unplayable::NoStack.into()));
        assert_eq!(
            read(",,,/,,,/,,,/,,, o 0 0").outcome(),
            Some(Outcome::draw(reason::PEBBLES_PLAYED))
        );
    }

    #[test]
    fn positions_of_games_come_without_warnings() {
        assert_eq!(warnings("nn,,,nn/,,,/,,,/nn,,,nn o 8 8"), []);
        assert_eq!(warnings(",x,o,nn/,nxx,o,/n,n,o,/,n,o,nn x 4 5"), []);
    }

    #[test]
    fn odd_positions_are_read_with_warnings() {
        let start = "nn,,,nn/,,,/,,,/nn,,,nn";
        let (eight, turn) = (8, Side::First);
        assert_eq!(
            warnings(&format!("{start} o 5 8")),
            [
                Warning::PlayerPebbles { side: turn, on_board: 0, left: 5, pebbles: eight },
                Warning::Turns { turn, left: PerSide::new(5, 8) },
            ]
        );
        assert_eq!(warnings("nn,,,nn/,,,/,,,/nnn,,,n o 8 8"), [Warning::NoStart]);
        assert_eq!(
            warnings("nn,,,nn/on,n,,/,,,/,,,nn x 7 8"),
            [Warning::LastPebbleHidden { mover: Side::First }]
        );
        assert_eq!(
            warnings("nn,,,n/n,n,,/,,,/o,,,n x 7 8"),
            [Warning::NeutralPebbles { on_board: 6 }]
        );
        let idle = warnings("nn,,,n/n,n,,/,,,/x,,,nn o 0 7");
        assert!(idle.contains(&Warning::NothingToPlay { turn, left: 7 }), "{idle:?}");
        let told: Vec<String> = idle.iter().map(ToString::to_string).collect();
        assert!(
            told.contains(
                &"light is to move without a pebble while dark has 7: nobody ever passes, \
              so this is a draw"
                    .to_owned()
            )
        );
    }

    #[test]
    fn a_move_text_that_names_no_cell_or_no_step_is_refused() {
        let no_cell = |found: &str| MoveFault::NoCell { found: found.to_owned() };
        assert_eq!(refused(start(), ""), (0..0, no_cell("")));
        assert_eq!(refused(start(), "e1nn"), (0..2, no_cell("e1")));
        assert_eq!(refused(start(), "é1nn"), (0..3, no_cell("é1")));
        assert_eq!(refused(start(), "a1nxn"), (3..4, MoveFault::NoStep { letter: 'x' }));
        assert_eq!(refused(start(), "A1nne").1, no_cell("A1"));
    }
}

#[test]
fn the_standard_traits_speak_the_notation() {
    assert_eq!(Position::default(), Position::start(&Setup::default()));
    galet_core::random::walk::<Position>(20, 40, 31, |position, _| {
        assert_eq!(position.to_string(), position.position_text());
        // The pebbles left are part of the text, and so the option needs no telling.
        assert_eq!(position.to_string().parse(), Ok(*position));
        for m in position.moves().into_iter().take(200) {
            assert_eq!(m.to_string(), position.move_text(m));
            assert_eq!(m.to_string().parse(), Ok(m));
        }
    });
    assert!("nonsense".parse::<Position>().is_err());
    let of_28 = format!(" a1{}", "n".repeat(28));
    assert_eq!(of_28.parse::<Move>().map(Move::step_count), Ok(28));
    let fault = format!("{of_28}n").parse::<Move>().unwrap_err();
    assert_eq!((fault.at, fault.why), (3..32, MoveFault::NoWalk { found: 29 }));
    assert_eq!("a1".parse::<Move>().unwrap_err().why, MoveFault::NoWalk { found: 0 });
    assert_eq!("a1nx".parse::<Move>().unwrap_err().at, 3..4);
}
