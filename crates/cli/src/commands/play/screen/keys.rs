//! Which key means what.

use super::cursor::Direction;
use super::state::{Command, Event, State};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// What a key means now: letters are commands, unless somebody is typing.
pub(super) fn event(key: KeyEvent, state: &State) -> Option<Event> {
    if key.kind == KeyEventKind::Release {
        return None;
    }
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        let leaves = matches!(key.code, KeyCode::Char('c' | 'd' | 'q'));
        return leaves.then_some(Event::Command(Command::QuitAtOnce));
    }
    let command = match key.code {
        KeyCode::Char(letter) if state.is_typing() => return Some(Event::Letter(letter)),
        KeyCode::Backspace if state.is_typing() => return Some(Event::Delete),
        KeyCode::Left => Command::Go(Direction::Left),
        KeyCode::Right => Command::Go(Direction::Right),
        KeyCode::Up => Command::Go(Direction::Up),
        KeyCode::Down => Command::Go(Direction::Down),
        KeyCode::Tab => Command::NextChoice,
        KeyCode::Enter | KeyCode::Char(' ') => Command::Enter,
        KeyCode::Esc | KeyCode::Backspace => Command::Back,
        KeyCode::PageUp => Command::Earlier,
        KeyCode::PageDown => Command::Later,
        KeyCode::F(1) => Command::Help,
        KeyCode::Char(letter) => match letter.to_ascii_lowercase() {
            'u' => Command::Undo,
            'h' => Command::Hint,
            'e' => Command::Evaluate,
            'f' => Command::Flip,
            ',' | '<' => Command::Earlier,
            '.' | '>' => Command::Later,
            'm' | ':' => Command::TypeMove,
            'o' => Command::Opponent,
            's' => Command::Save,
            'l' => Command::Load,
            'r' => Command::Resign,
            'd' => Command::Draw,
            'n' => Command::New,
            '?' => Command::Help,
            'q' => Command::Quit,
            _ => return None,
        },
        _ => return None,
    };
    Some(Event::Command(command))
}
