//! A scene as a picture: one SVG document that needs nothing but itself.
//!
//! ```
//! # fn show<G: galet_scene::Scenic>(game: &galet_core::Progress<G>) -> String {
//! use galet_scene::svg::{self, ColourScheme, Options};
//! let options = Options { scheme: ColourScheme::Dark, ..Options::default() };
//! svg::draw(&G::scene(game), G::theme(), &options)
//! # }
//! ```
//!
//! The light comes from the upper left and every object throws one shadow. What cells and pieces
//! look like is in the theme. The same scene and theme give the same text on every machine. There
//! are no scripts and no references to anything outside.

mod art;
mod board;
mod caption;
mod letters;
mod marks;
mod markup;
mod moving;
mod pieces;
mod style;

pub use moving::{Played, draw_moves};

use crate::framed::Framed;
use crate::{Highlights, Language, OWN_BOARD, Owner, Scene, Theme, Tint, words};
use caption::Strip;
use markup::{Anchor, Line, Markup, Styled, UNIT, num};

/// How a scene is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The colours of the table and of the text on it.
    pub scheme: ColourScheme,
    /// The language of captions, title and description.
    pub language: Language,
    /// Whose letters captions, figures and coordinates have.
    pub letters: Letters,
    /// Whether coordinates are written beside the board.
    pub coordinates: bool,
    /// Whether the last move is shown: its trail and where it began and ended.
    pub trail: bool,
    /// Whether the board is seen from the other side of the table.
    pub flipped: bool,
    /// Whether there is a table under the board; without it the picture is transparent.
    pub table: bool,
    /// Whether the players, the figures and the end are written above and below the board: too
    /// small to read in a small picture.
    pub captions: bool,
    /// The width of the picture in pixels where nothing else decides it. The height follows.
    pub width: u32,
    /// What all ids and classes begin with. Pictures that share a page need different ones.
    pub id_prefix: String,
    /// The description for people who do not see the picture, for instance
    /// [`Scenic::say_position`](crate::Scenic::say_position); without one, the cells are listed.
    pub description: Option<String>,
    /// A half-made move.
    pub highlights: Highlights,
    /// The board under the pieces: one of the [`boards`](crate::boards()), by its name.
    /// Any other word is the set's own.
    pub board: String,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            scheme: ColourScheme::Auto,
            language: Language::English,
            letters: Letters::Font,
            coordinates: true,
            trail: true,
            flipped: false,
            table: true,
            captions: true,
            width: 720,
            id_prefix: "galet".to_owned(),
            description: None,
            highlights: Highlights::default(),
            board: OWN_BOARD.to_owned(),
        }
    }
}

/// The colours of the table and of the text on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ColourScheme {
    /// A light table.
    Light,
    /// A dark table.
    Dark,
    /// As the reader's system wishes.
    #[default]
    Auto,
}

/// Whose letters a picture has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Letters {
    /// The reader's own font.
    #[default]
    Font,
    /// Lines of ours: for painters that know no fonts, and the same on every machine. Enough for
    /// English and French.
    Drawn,
}

/// The picture of a scene in its theme, a whole SVG document.
pub fn draw(scene: &Scene, theme: &Theme, options: &Options) -> String {
    let theme = &*theme.on_board(&options.board);
    let view = Framed::new(scene, &options.highlights, options.flipped, options.trail);
    let frame = Frame::new(&view, options);
    let mut out = begin(scene, &[&view], theme, &frame, options, "");
    paint_ground(&mut out, &view, theme, &frame, options);
    paint_pieces(&mut out, &view, theme, &frame);
    if options.coordinates {
        paint_labels(&mut out, &view, &frame);
    }
    paint_captions(&mut out, &view, &frame, options);
    out.add("</svg>");
    out.finish()
}

/// The head of a document and everything that these views refer to.
fn begin(
    scene: &Scene,
    views: &[&Framed],
    theme: &Theme,
    frame: &Frame,
    options: &Options,
    rules: &str,
) -> Markup {
    let mut out = Markup::new(markup::safe_prefix(&options.id_prefix), options.letters);
    let language = options.language;
    let height = f64::from(options.width) * frame.height / frame.width;
    out.add(&format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" class="@-svg" viewBox="{} {} {} {}" width="{}" height="{}" role="img" lang="{language}" aria-labelledby="@-title @-desc">"#,
        num(frame.left),
        num(frame.top),
        num(frame.width),
        num(frame.height),
        options.width,
        num(height.round()),
    ));
    let title = format!("{} — {}", words::title(scene), words::standing(scene, language));
    out.text("title", r#"id="@-title""#, title.trim_end_matches([' ', '—']));
    let description =
        options.description.clone().unwrap_or_else(|| words::description(scene, language));
    out.text("desc", r#"id="@-desc""#, &description);

    out.add(&style::sheet(options.scheme, options.letters, theme, frame, rules));
    out.add("<defs>");
    style::define_table(&mut out);
    board::define(&mut out, views[0], frame.detail);
    pieces::define_shadow(&mut out);
    art::define(&mut out, theme, &tints(views, &options.highlights));
    marks::define(&mut out, views, frame.detail);
    out.add("</defs>");
    out
}

/// The table and the empty board.
fn paint_ground(out: &mut Markup, view: &Framed, theme: &Theme, frame: &Frame, options: &Options) {
    if options.table {
        out.add(&format!(
            r##"<rect x="{}" y="{}" width="{}" height="{}" rx="{}" fill="url(#@-table)"/>"##,
            num(frame.left),
            num(frame.top),
            num(frame.width),
            num(frame.height),
            num(frame.size * 0.8),
        ));
    }
    board::paint(out, view, theme, frame.detail);
}

/// What stands on the board, and the marks under and above it.
fn paint_pieces(out: &mut Markup, view: &Framed, theme: &Theme, frame: &Frame) {
    marks::paint_below(out, view);
    paint_stacks(out, view, theme);
    marks::paint_above(out, view, frame.detail);
    for cell in &view.scene.cells {
        pieces::paint_figure(out, cell, frame.detail);
    }
}

/// The tints that occur, each once, in a fixed order.
fn tints(views: &[&Framed], highlights: &Highlights) -> Vec<Tint> {
    let scenes = || views.iter().map(|view| &view.scene);
    let stacked = scenes().flat_map(|scene| scene.cells.iter().flat_map(|cell| &cell.stack));
    let used: Vec<Tint> = stacked
        .chain(&highlights.hand)
        .map(|piece| piece.tint)
        .chain(scenes().flat_map(|scene| scene.players.iter().map(|player| player.tint)))
        .collect();
    [Tint::Light, Tint::Dark, Tint::Neutral, Tint::Unknown]
        .into_iter()
        .filter(|tint| used.contains(tint))
        .collect()
}

/// Paints the stacks from the far edge of the board to the near one, so that what stands in
/// front covers what stands behind.
fn paint_stacks(out: &mut Markup, view: &Framed, theme: &Theme) {
    let mut order: Vec<usize> = (0..view.scene.cells.len()).collect();
    let place = |index: &usize| view.scene.cells[*index].at;
    galet_core::sort_few(&mut order, |a, b| {
        place(a).y.total_cmp(&place(b).y).then(place(a).x.total_cmp(&place(b).x)).is_lt()
    });
    for index in order {
        pieces::paint(out, &theme.pile, index, &view.scene.cells[index]);
    }
}

fn paint_labels(out: &mut Markup, view: &Framed, frame: &Frame) {
    for label in &view.scene.labels {
        let class = if board::on_board(view, label.at) { "@-label-on" } else { "@-label" };
        let text: String = label.text.chars().take(12).collect();
        let line = Line {
            x: label.at.x * UNIT,
            y: label.at.y * UNIT + frame.size * 0.24,
            size: frame.size * 0.68,
            anchor: Anchor::Middle,
            bold: false,
            class,
            styled: Styled::All,
        };
        out.write(&line, &text);
    }
}

/// Where everything goes, in units of the picture.
struct Frame {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
    /// The size of the letters of captions.
    size: f64,
    /// How large marks and signs are: small boards are drawn large, their marks are not.
    detail: f64,
    /// The end of the game, in lines under the lower player's strip.
    sentence: Vec<String>,
    /// All lines there.
    lines: usize,
}

/// The height of a caption line, in sizes of its letters.
const LINE: f64 = 1.5;
/// The margin around everything, in sizes of letters.
const MARGIN: f64 = 0.9;
/// The height of a player's strip, in sizes of letters.
const STRIP: f64 = 2.6;

impl Frame {
    fn new(view: &Framed, options: &Options) -> Frame {
        let bounds = view.bounds(options.coordinates);
        let (width, height) = (bounds.width() * UNIT, bounds.height() * UNIT);
        let size = (width.max(height) * 0.036).max(8.0);
        let margin = MARGIN * size;
        let sentence = match &view.scene.ending {
            Some(ending) => caption::lines(ending.words.get(options.language), width, size),
            None => Vec::new(),
        };
        let lines = sentence.len()
            + usize::from(!options.highlights.hand.is_empty())
            + usize::from(has_shared_counters(view));
        let (above, below) =
            if options.captions { (STRIP, STRIP + lines as f64 * LINE) } else { (0.0, 0.0) };
        Frame {
            left: bounds.min.x * UNIT - margin,
            top: bounds.min.y * UNIT - margin - above * size,
            width: width + 2.0 * margin,
            height: height + 2.0 * margin + (above + below) * size,
            size,
            detail: (width.max(height) / 1000.0).clamp(0.55, 1.1),
            sentence,
            lines,
        }
    }

    /// A strip whose middle is so many sizes of letters above the lower edge.
    fn strip(&self, from_below: f64) -> Strip {
        let margin = MARGIN * self.size;
        Strip {
            left: self.left + margin,
            right: self.left + self.width - margin,
            middle: self.top + self.height - from_below * self.size,
            size: self.size,
        }
    }

    /// The strip below the board.
    fn lower_strip(&self) -> Strip {
        self.strip(MARGIN + self.lines as f64 * LINE + STRIP * 0.3)
    }

    /// The strip above the board.
    fn upper_strip(&self) -> Strip {
        Strip { middle: self.top + (MARGIN + STRIP * 0.3) * self.size, ..self.strip(0.0) }
    }
}

fn has_shared_counters(view: &Framed) -> bool {
    view.scene.counters.iter().any(|counter| counter.owner == Owner::Nobody)
}

/// The players' strips above and below, then what concerns both.
fn paint_captions(out: &mut Markup, view: &Framed, frame: &Frame, options: &Options) {
    if !options.captions {
        return;
    }
    let language = options.language;
    let (above, below) =
        if options.flipped { (Owner::First, Owner::Second) } else { (Owner::Second, Owner::First) };
    let mut from_below = MARGIN;
    for line in frame.sentence.iter().rev() {
        // Before the end its place is empty.
        if view.scene.ending.is_some() {
            caption::paint_sentence(out, line, &frame.strip(from_below + LINE * 0.4));
        }
        from_below += LINE;
    }
    if has_shared_counters(view) {
        let shared: Vec<_> =
            view.scene.counters.iter().filter(|c| c.owner == Owner::Nobody).collect();
        caption::paint_counters(out, &shared, &frame.strip(from_below + LINE * 0.4), language);
        from_below += LINE;
    }
    let hand = &options.highlights.hand;
    if !hand.is_empty() {
        caption::paint_hand(out, hand, &frame.strip(from_below + LINE * 0.4), language);
    }
    caption::paint_player(out, view, below, &frame.lower_strip(), language);
    caption::paint_player(out, view, above, &frame.upper_strip(), language);
}
