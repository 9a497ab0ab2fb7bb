//! The state as a screen: the board, the players with the list of moves, what is said, the keys.

use super::board;
use super::panel;
use super::state::{Command, Line, Overlay, Question, State};
use super::words as say;
use crate::words as shared;
use galet_scene::terminal::{Colours, legend, stack_text};
use galet_scene::{CellId, Language};
use galet_table::Moment;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line as TextLine, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

/// Columns of the players and the list of moves beside the board.
const PANEL: u16 = 34;
/// Lines for what is said.
const SAID: u16 = 2;

/// What a click can hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Target {
    Cell(CellId),
    Command(Command),
}

/// What is where on the screen.
#[derive(Clone, Debug, Default)]
pub(super) struct Targets(Vec<(Rect, Target)>);

impl Targets {
    pub(super) fn add(&mut self, area: Rect, target: Target) {
        self.0.push((area, target));
    }

    /// What is at a place.
    pub(super) fn at(&self, column: u16, row: u16) -> Option<Target> {
        let hit = self.0.iter().find(|(area, _)| area.contains((column, row).into()));
        hit.map(|(_, target)| *target)
    }
}

/// Draws the state, and gives what can be clicked.
pub(super) fn draw(frame: &mut Frame<'_>, state: &State, colours: Colours, now: Moment) -> Targets {
    let mut targets = Targets::default();
    let area = frame.area();
    let keys = key_bar(state.language, area.width);
    let below = SAID + 2 + keys.len() as u16;
    let room = Rect { height: area.height.saturating_sub(below), ..area };
    let wide = area.width >= board::narrowest(state) + PANEL;
    let (board_room, panel_room) = if wide {
        let split = area.width - PANEL;
        let panel = Rect { x: split, width: PANEL, ..room };
        (Rect { width: split, ..room }, Some(panel))
    } else {
        let strips = room.height.saturating_sub(2);
        (Rect { y: room.y + 1, height: strips, ..room }, None)
    };
    if !board::draw(frame, board_room, state, colours, &mut targets) {
        let text = Paragraph::new(say::TOO_SMALL.get(state.language)).wrap(Wrap { trim: true });
        frame.render_widget(text, area);
        return targets;
    }
    match panel_room {
        Some(panel) => panel::beside(frame, panel, state, colours, now),
        None => panel::strips(frame, room, state, colours, now),
    }
    let line = |y: u16, height: u16| {
        Rect { y: area.y + room.height + y, height, ..area }.intersection(area)
    };
    draw_said(frame, line(0, SAID), state, colours);
    draw_standing(frame, line(SAID, 1), state, now);
    draw_cell(frame, line(SAID + 1, 1), state, colours);
    draw_keys(frame, line(SAID + 2, keys.len() as u16), &keys, &mut targets);
    draw_overlay(frame, area, state, colours, &mut targets);
    targets
}

fn draw_said(frame: &mut Frame<'_>, area: Rect, state: &State, colours: Colours) {
    let Some(message) = &state.message else { return };
    let mut style = Style::default();
    if message.refusal {
        style = style.add_modifier(Modifier::BOLD);
        if colours != Colours::Plain {
            style = style.fg(Color::LightRed);
        }
    }
    let text = Paragraph::new(message.text.as_str()).style(style).wrap(Wrap { trim: true });
    frame.render_widget(text, inset(area));
}

fn draw_standing(frame: &mut Frame<'_>, area: Rect, state: &State, now: Moment) {
    let style = Style::default().add_modifier(Modifier::BOLD);
    frame.render_widget(Paragraph::new(state.standing(now)).style(style), inset(area));
}

/// The cell under the cursor, what is on it, and what is in hand.
fn draw_cell(frame: &mut Frame<'_>, area: Rect, state: &State, colours: Colours) {
    let language = state.language;
    let (scene, theme) = (state.shown(), state.theme());
    let choices = state.choices();
    let mut parts = Vec::new();
    if let Some(cell) = scene.cells.get(usize::from(state.cursor.cell.0)) {
        let mut text = cell.name.clone();
        // A stack that is lifted is in hand, and no longer there.
        let lifted = choices.as_ref().is_some_and(|next| {
            !next.hand.is_empty() && next.selected.contains(&state.cursor.cell)
        });
        if cell.stack.len() > 1 && !lifted {
            let stack = stack_text(&cell.stack, theme, colours);
            text += &format!(" {} {stack}", say::FROM_BOTTOM.get(language));
        }
        let can = |choice: &galet_scene::Choice| choice.cell == state.cursor.cell;
        if choices.as_ref().is_some_and(|next| next.choices.iter().any(can)) {
            text += &format!("  {}", say::ENTER_TAPS.get(language));
        }
        parts.push(text);
    }
    if let Some(hand) = choices.map(|next| next.hand).filter(|hand| !hand.is_empty()) {
        let stack = stack_text(&hand, theme, colours);
        parts.push(format!("{} {stack}", say::IN_HAND.get(language)));
    }
    frame.render_widget(Paragraph::new(parts.join("   ")), inset(area));
}

/// A key of the bar: where it stands in its line, and what it does.
type BarKey = (u16, &'static str, &'static str, Command);

/// The keys in as many lines as they need.
fn key_bar(language: Language, width: u16) -> Vec<Vec<BarKey>> {
    let mut lines: Vec<Vec<BarKey>> = vec![Vec::new()];
    let mut column = 1;
    for &(key, ref meaning, command) in say::BAR {
        let meaning = meaning.get(language);
        let length = (key.chars().count() + 1 + meaning.chars().count()) as u16;
        if column + length > width && column > 1 {
            lines.push(Vec::new());
            column = 1;
        }
        if let Some(line) = lines.last_mut() {
            line.push((column, key, meaning, command));
        }
        column += length + 2;
    }
    lines
}

fn draw_keys(frame: &mut Frame<'_>, area: Rect, lines: &[Vec<BarKey>], targets: &mut Targets) {
    for (row, line) in (area.y..area.bottom()).zip(lines) {
        for &(column, key, meaning, command) in line {
            let text = TextLine::from(vec![
                Span::styled(key, Style::default().add_modifier(Modifier::BOLD)),
                Span::raw(format!(" {meaning}")),
            ]);
            let place = Rect { x: column, y: row, width: text.width() as u16, height: 1 };
            let place = place.intersection(area);
            frame.render_widget(text, place);
            targets.add(place, Target::Command(command));
        }
    }
}

fn draw_overlay(
    frame: &mut Frame<'_>,
    area: Rect,
    state: &State,
    colours: Colours,
    targets: &mut Targets,
) {
    let Some(overlay) = &state.overlay else { return };
    // What lies below cannot be clicked.
    *targets = Targets::default();
    let language = state.language;
    match overlay {
        Overlay::Help => {
            let lines = help(language);
            popup(frame, area, say::HELP_TITLE.get(language), &lines, colours);
            targets.add(area, Target::Command(Command::Back));
        }
        Overlay::Ask(question) => {
            let text = match question {
                Question::Resign => say::SURE_TO_RESIGN.get(language).to_owned(),
                Question::Leave => say::SURE_TO_LEAVE.get(language).to_owned(),
                Question::BeginAgain => say::SURE_TO_BEGIN.get(language).to_owned(),
                Question::Overwrite(_) => say::SURE_TO_OVERWRITE.get(language).to_owned(),
                Question::AcceptDraw(side) => shared::accept_draw(language, &state.name(*side)),
            };
            popup(frame, area, "", &[TextLine::from(text)], colours);
        }
        Overlay::Type { line, text } => {
            let prompt = match line {
                Line::Move => say::TYPE_MOVE.clone(),
                Line::Save => say::SAVE_AS.clone(),
                Line::Load => say::LOAD_FROM.clone(),
                Line::Opponent => say::which_opponent(state.game.experts()),
            };
            // Only the end of a long line is seen: that is where somebody types.
            let width = usize::from(area.width.saturating_sub(8));
            let skipped = text.chars().count().saturating_sub(width);
            let tail: String = text.chars().skip(skipped).collect();
            let typed = TextLine::from(format!("{tail}_"));
            popup(frame, area, "", &[TextLine::from(prompt.get(language)), typed], colours);
        }
    }
}

/// Lines in a box in the middle of the screen.
fn popup(frame: &mut Frame<'_>, area: Rect, title: &str, lines: &[TextLine<'_>], colours: Colours) {
    let widest = lines.iter().map(TextLine::width).max().unwrap_or(0) as u16;
    let width = (widest + 4).max(30).min(area.width);
    let wrapped: usize = lines
        .iter()
        .map(|line| line.width().div_ceil(usize::from(width.saturating_sub(4).max(1))).max(1))
        .sum();
    let height = (wrapped as u16 + 2).min(area.height);
    let place = Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    };
    let mut block =
        Block::bordered().title(title).padding(ratatui::widgets::Padding::horizontal(1));
    if colours != Colours::Plain {
        block = block.border_style(Style::default().fg(Color::Cyan));
    }
    frame.render_widget(Clear, place);
    let text = Paragraph::new(lines.to_vec()).block(block).wrap(Wrap { trim: false });
    frame.render_widget(text, place);
}

fn help(language: Language) -> Vec<TextLine<'static>> {
    let strong = Style::default().add_modifier(Modifier::BOLD);
    let mut lines: Vec<TextLine<'_>> = say::KEYS
        .iter()
        .map(|(keys, meaning)| {
            let keys = Span::styled(format!("{:16}", keys.get(language)), strong);
            TextLine::from(vec![keys, Span::raw(meaning.get(language))])
        })
        .collect();
    // Two marks to a line: small screens have few lines.
    let marks: Vec<_> =
        legend(language).map(|(mark, meaning)| format!("{mark} {meaning:<24}")).collect();
    lines.push(TextLine::styled(say::MARKS.get(language), strong));
    lines.extend(marks.chunks(2).map(|pair| TextLine::from(pair.concat().trim_end().to_owned())));
    lines.push(TextLine::styled(say::ANY_KEY.get(language), Modifier::DIM));
    lines
}

/// The area without its first and last column.
fn inset(area: Rect) -> Rect {
    Rect { x: area.x + 1.min(area.width), width: area.width.saturating_sub(2), ..area }
}
