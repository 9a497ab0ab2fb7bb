//! The players with their clocks and figures, and the list of moves.

use super::state::State;
use crate::commands::play::clock;
use galet_core::Side;
use galet_scene::terminal::{Colours, stack_text};
use galet_scene::{Counter, Owner, Piece, Scene};
use galet_table::Moment;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

/// Fewer milliseconds than this are shown strongly.
const HURRY: u64 = 20_000;

/// Players above and below the list of moves, each on their side of the board.
pub(super) fn beside(
    frame: &mut Frame<'_>,
    area: Rect,
    state: &State,
    colours: Colours,
    now: Moment,
) {
    let scene = state.shown();
    let area = Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area };
    let [above, below] = seats(state);
    let mut bottom = player(state, &scene, below, area.width, colours, now);
    let nobodys = figures(state, &scene, Owner::Nobody);
    if !nobodys.is_empty() {
        bottom.push(Line::raw(format!("    {nobodys}")));
    }
    let top = player(state, &scene, above, area.width, colours, now);
    let (head, foot) = (top.len() as u16, bottom.len() as u16);
    let rule = Line::styled("─".repeat(usize::from(area.width)), Modifier::DIM);
    let list = usize::from(area.height.saturating_sub(head + foot + 2));
    let mut lines = top;
    lines.push(rule.clone());
    let mut moves = moves(state, usize::from(area.width), list);
    moves.resize(list, Line::default());
    lines.append(&mut moves);
    lines.push(rule);
    lines.append(&mut bottom);
    frame.render_widget(Paragraph::new(lines), area);
}

/// Where there is no room beside the board: a line above and a line below it.
pub(super) fn strips(
    frame: &mut Frame<'_>,
    area: Rect,
    state: &State,
    colours: Colours,
    now: Moment,
) {
    let scene = state.shown();
    let [above, below] = seats(state);
    for (side, y) in [(above, area.y), (below, area.bottom().saturating_sub(1))] {
        let mut line = head(state, &scene, side, colours);
        let figures = figures(state, &scene, Owner::from(side));
        line.push_span(Span::raw(format!("  {figures}")));
        let line = with_clock(line, state, side, area.width, now);
        frame.render_widget(line, Rect { y, height: 1, ..area });
    }
}

/// Who sits above and who below: the first player's side is the lower one, unless turned.
fn seats(state: &State) -> [Side; 2] {
    if state.flipped { [Side::First, Side::Second] } else { [Side::Second, Side::First] }
}

fn player(
    state: &State,
    scene: &Scene,
    side: Side,
    width: u16,
    colours: Colours,
    now: Moment,
) -> Vec<Line<'static>> {
    let name = with_clock(head(state, scene, side, colours), state, side, width, now);
    vec![name, Line::raw(format!("    {}", figures(state, scene, Owner::from(side))))]
}

/// An arrow for the turn, a piece, the name, and who sits there.
fn head(state: &State, scene: &Scene, side: Side, colours: Colours) -> Line<'static> {
    let player = &scene.players[side.index()];
    let turn = scene.turn == Some(Owner::from(side)) && !state.game.is_over();
    let piece = [Piece { tint: player.tint, owner: Owner::from(side) }];
    let piece = stack_text(&piece, state.theme(), colours);
    let strong = if turn { Modifier::BOLD } else { Modifier::empty() };
    let mut line = Line::from(vec![
        Span::raw(if turn { "> " } else { "  " }),
        Span::raw(format!("{piece} ")),
        Span::styled(player.name.get(state.language).to_owned(), strong),
    ]);
    if let Some(sitter) = state.sitter(side) {
        line.push_span(Span::styled(format!("  {sitter}"), Modifier::DIM));
    }
    line
}

fn with_clock(
    mut line: Line<'static>,
    state: &State,
    side: Side,
    width: u16,
    now: Moment,
) -> Line<'static> {
    let Some(left) = state.game.table().clock(now).left else { return line };
    let left = left[side.index()];
    let shown = clock::shown(left);
    let gap = usize::from(width).saturating_sub(line.width() + shown.len()).max(1);
    let mut style = Style::default().add_modifier(Modifier::BOLD);
    if left < HURRY {
        style = style.add_modifier(Modifier::REVERSED);
    }
    line.push_span(Span::raw(" ".repeat(gap)));
    line.push_span(Span::styled(shown, style));
    line
}

fn figures(state: &State, scene: &Scene, owner: Owner) -> String {
    let figure = |counter: &Counter| {
        let label = counter.label.get(state.language);
        match counter.of {
            Some(of) => format!("{label} {}/{of}", counter.value),
            None => format!("{label} {}", counter.value),
        }
    };
    let own = scene.counters.iter().filter(|counter| counter.owner == owner);
    own.map(figure).collect::<Vec<_>>().join(", ")
}

/// The end of the list of moves, or the part around the position that is looked at.
fn moves(state: &State, width: usize, height: usize) -> Vec<Line<'static>> {
    let game = state.game.progress();
    let texts = game.moves();
    let second_begins = game.at_ply(0).turn().index();
    let widest = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let both = 5 + 2 * (widest + 1) <= width;
    // The move that led to the position shown.
    let current = state.looking_at.unwrap_or(texts.len()).checked_sub(1);
    let cell = |ply: usize, text: &str| {
        let style = match current {
            Some(current) if current == ply && state.looking_at.is_some() => Modifier::REVERSED,
            Some(current) if current == ply => Modifier::BOLD,
            _ => Modifier::empty(),
        };
        Span::styled(text.to_owned(), style)
    };
    let mut lines: Vec<Line<'static>> = Vec::new();
    let mut current_line = 0;
    for (ply, text) in texts.iter().enumerate() {
        let half = ply + second_begins;
        let number = half / 2 + 1;
        match lines.last_mut().filter(|_| both && half % 2 == 1) {
            Some(line) => line.push_span(cell(ply, text)),
            None if half % 2 == 1 => {
                let short: String = text.chars().take(width.saturating_sub(7)).collect();
                let line = vec![Span::raw(format!("{number:3}... ")), cell(ply, &short)];
                lines.push(Line::from(line));
            }
            None => {
                let short: String = text.chars().take(width.saturating_sub(5)).collect();
                let mut line = vec![Span::raw(format!("{number:3}. ")), cell(ply, &short)];
                if both {
                    let gap = widest + 1 - short.chars().count();
                    line.push(Span::raw(" ".repeat(gap)));
                }
                lines.push(Line::from(line));
            }
        }
        if current == Some(ply) {
            current_line = lines.len() - 1;
        }
    }
    let last = (current_line + 1).max(height.min(lines.len()));
    let first = last.saturating_sub(height);
    lines.drain(..first);
    lines.truncate(height);
    lines
}
