//! What is seen, and what can be clicked.

use super::{Player, golden, level};
use crate::commands::play::screen::cursor::Direction;
use crate::commands::play::screen::draw::Target;
use crate::commands::play::screen::state::{Command, Event};
use crate::commands::play::seats::{PEOPLE, against};
use galet_core::Side;
use galet_core::random::SplitMix64;
use galet_scene::terminal::Colours;
use galet_scene::{CellId, Language};
use ratatui::crossterm::event::KeyCode;

#[test]
fn screens_are_the_ones_we_looked_at() {
    for game in galet_games::all() {
        let mut player = Player::new(*game, against(level(4), Side::First), Some("10m+5s"));
        let mut random = SplitMix64::new(4);
        for _ in 0..3 {
            let list = player.state.game.progress().legal_moves(200).texts;
            player.taps(&list[random.below(list.len())]);
            player.waits(3);
            player.computer_plays();
            player.waits(5);
        }
        // A half-made move: its first cell is chosen.
        let text = player.state.game.progress().legal_moves(60).texts.pop().unwrap();
        let first = player.state.game.progress().gesture(&text).unwrap()[0];
        player.happens(Event::Tap(first));
        let name = game.name();
        golden(&format!("play-{name}.txt"), &player.picture(90, 26));
        player.state.language = Language::French;
        player.does(Command::Flip);
        golden(&format!("play-{name}-narrow.txt"), &player.picture(56, 22));
    }
    let mut player = Player::new(galet_games::all()[0], PEOPLE, None);
    player.key(KeyCode::Char('?'));
    golden("play-help.txt", &player.picture(80, 24));
    player.state.language = Language::French;
    golden("play-help-fr.txt", &player.picture(80, 24));
}

#[test]
fn earlier_positions_can_be_looked_at() {
    for game in galet_games::all() {
        let mut player = Player::new(*game, PEOPLE, None);
        let start = player.picture(90, 26);
        player.taps(&player.first_move());
        player.taps(&player.first_move());
        let now = player.picture(90, 26);
        player.key(KeyCode::Char(','));
        player.key(KeyCode::Char(','));
        player.key(KeyCode::Char(','));
        let board = |picture: &str| -> Vec<String> {
            picture
                .lines()
                .take(18)
                .map(|line| line.chars().take(50).collect::<String>().trim_end().to_owned())
                .collect()
        };
        assert_eq!(board(&player.picture(90, 26)), board(&start));
        // A cell that is chosen leads back and does nothing else.
        player.key(KeyCode::Enter);
        assert_eq!(player.state.looking_at, None);
        assert_eq!(board(&player.picture(90, 26)), board(&now));
        assert_eq!(player.moves().len(), 2);
    }
}

#[test]
fn every_cell_can_be_clicked_and_the_keys_too() {
    for game in galet_games::all() {
        for flipped in [false, true] {
            for (width, height) in [(90, 26), (120, 40), (60, 20)] {
                let mut player = Player::new(*game, PEOPLE, None);
                player.state.flipped = flipped;
                let (_, targets) = player.draw(width, height, Colours::True);
                let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
                let hit: Vec<Target> = places.filter_map(|(x, y)| targets.at(x, y)).collect();
                for cell in 0..player.state.scene().cells.len() {
                    let cell = Target::Cell(CellId(cell as u8));
                    assert!(hit.iter().filter(|&&target| target == cell).count() >= 3);
                }
                assert!(hit.contains(&Target::Command(Command::Quit)));
                player.key(KeyCode::Char('?'));
                let (_, targets) = player.draw(width, height, Colours::True);
                assert_eq!(targets.at(1, 1), Some(Target::Command(Command::Back)));
            }
        }
    }
}

#[test]
fn the_cursor_is_seen_with_and_without_colours() {
    for game in galet_games::all() {
        let mut player = Player::new(*game, PEOPLE, None);
        for colours in [Colours::Plain, Colours::Palette, Colours::True] {
            let (before, _) = player.draw(90, 26, colours);
            player.does(Command::Go(Direction::Up));
            let (after, _) = player.draw(90, 26, colours);
            let changed = before.diff(&after);
            let styles = |y: u16| {
                changed
                    .iter()
                    .any(|&(_, row, cell)| row == y && cell.style() != before[(0, 0)].style())
            };
            let lines = (0..20).filter(|&y| styles(y)).count();
            assert!(lines >= 1, "{}: nothing changes on the board", game.name());
            player.does(Command::Go(Direction::Down));
        }
    }
}

#[test]
fn windows_of_any_size_are_drawn() {
    for game in galet_games::all() {
        let mut player = Player::new(*game, against(level(1), Side::First), Some("5m"));
        for overlay in [None, Some('?'), Some('s'), Some('q')] {
            player.state.overlay = None;
            overlay.into_iter().for_each(|key| player.key(KeyCode::Char(key)));
            for width in (1..140).step_by(7) {
                for height in (1..60).step_by(3) {
                    player.draw(width, height, Colours::True);
                }
            }
        }
    }
}
