// Made from the Rust types by `GALET_REWRITE=1 cargo test -p galet-wire`; a test proves
// it current. Do not edit.

/**
 * Everything there is to see of a position, in a plane where neighbouring cells are one unit
 * apart, x grows to the right and y grows downwards.
 */
export type Scene = { 
/**
 * The name of the game.
 */
game: string, 
/**
 * The name of the [`Theme`](crate::Theme) it is drawn with.
 */
theme: string, 
/**
 * The board under the cells.
 */
board: Board, 
/**
 * Whether pieces may stand on each other.
 */
stacking: boolean, 
/**
 * How pieces get from cell to cell.
 */
motion: Motion, 
/**
 * The cells, in the order of their [`CellId`].
 */
cells: Array<Cell>, 
/**
 * Coordinates written beside the board.
 */
labels: Array<Label>, 
/**
 * What deserves attention.
 */
markers: Array<Marker>, 
/**
 * The way the last move took.
 */
trail: Trail | null, 
/**
 * Figures beside the board: score, ejected marbles, pebbles left.
 */
counters: Array<Counter>, 
/**
 * The two players' colours, the first player first.
 */
players: [Player, Player], 
/**
 * Who is to move; nobody when the game is over.
 */
turn: Owner | null, 
/**
 * How the game ended.
 */
ending: Ending | null, };

/**
 * The board: its outline and the shape of its cells.
 */
export type Board = { 
/**
 * The corners, in order.
 */
outline: Array<Point>, 
/**
 * How round the corners are, in units of the plane.
 */
rounding: number, 
/**
 * The shape of each cell.
 */
cell: CellShape, };

/**
 * The line around a cell, in units of the plane.
 */
export type CellShape = { "type": "round", 
/**
 * From its middle to its edge.
 */
radius: number, } | { "type": "square", 
/**
 * Half its side.
 */
half: number, 
/**
 * The radius of its corners.
 */
rounding: number, };

/**
 * How pieces get from cell to cell.
 */
export type Motion = "roll" | "lift" | "sow";

/**
 * A cell, by its place in [`Scene::cells`].
 */
export type CellId = number;

/**
 * A place on the plane.
 */
export type Point = { 
/**
 * To the right.
 */
x: number, 
/**
 * Downwards.
 */
y: number, };

/**
 * A cell and what stands on it.
 */
export type Cell = { 
/**
 * Its name in the notation of the game: `e5`.
 */
name: string, 
/**
 * Its centre.
 */
at: Point, 
/**
 * The pieces on it, bottom first; empty for a free cell.
 */
stack: Array<Piece>, };

/**
 * A piece: how it looks and whose it is.
 */
export type Piece = { 
/**
 * Its colour.
 */
tint: Tint, 
/**
 * Whose it is.
 */
owner: Owner, };

/**
 * The colour of a piece. Which player has which is another matter: see [`Owner`].
 */
export type Tint = "light" | "dark" | "neutral" | "unknown";

/**
 * Whose a piece, a counter or a turn is.
 */
export type Owner = "first" | "second" | "nobody";

/**
 * A player as the set of the game knows them: by colour.
 */
export type Player = { 
/**
 * The colour of this player's pieces.
 */
tint: Tint, 
/**
 * The player's name by colour, as a sentence begins with it: "Black", "Noir".
 */
name: Phrase, };

/**
 * A text on the plane, for coordinates.
 */
export type Label = { 
/**
 * The centre of the text.
 */
at: Point, 
/**
 * The text.
 */
text: string, };

/**
 * Something about a cell that deserves attention.
 */
export type Marker = { 
/**
 * The cell.
 */
cell: CellId, 
/**
 * What about it.
 */
kind: MarkerKind, };

/**
 * What is worth seeing about a cell.
 */
export type MarkerKind = "last-from" | "last-to" | "safe" | "threatened" | "winning-line";

/**
 * The way a move took, from cell to cell.
 */
export type Trail = { 
/**
 * The points of the way, at least two.
 */
points: Array<Point>, };

/**
 * A figure beside the board.
 */
export type Counter = { 
/**
 * What kind of figure it is.
 */
kind: CounterKind, 
/**
 * Whose figure it is.
 */
owner: Owner, 
/**
 * What it counts, in words: "Ejected", "Éjectées".
 */
label: Phrase, 
/**
 * The figure.
 */
value: number, 
/**
 * The figure to reach or that it began with, if there is one.
 */
of: number | null, };

/**
 * What a counter counts.
 */
export type CounterKind = "captured" | "supply" | "figure";

/**
 * How a game ended, as a person is told.
 */
export type Ending = { 
/**
 * The winner; nobody for a draw.
 */
winner: Owner, 
/**
 * The stable name of the reason.
 */
reason: string, 
/**
 * The whole sentence: "Black wins: six marbles ejected."
 */
words: Phrase, };

/**
 * A sentence in English and in French. It exists in both or not at all, so that no language
 * can fall behind.
 */
export type Phrase = { 
/**
 * In English.
 */
en: string, 
/**
 * In French.
 */
fr: string, };

/**
 * A language that Galet speaks.
 */
export type Language = "en" | "fr";

/**
 * A move as steps that follow each other. Carried out on the stacks of the scene before the
 * move, they give the stacks of the scene after it.
 */
export type Animation = { 
/**
 * The steps, in order.
 */
steps: Array<Step>, };

/**
 * What happens at the same time.
 */
export type Step = { 
/**
 * The pieces that travel. All are taken off before any is put down.
 */
travels: Array<Travel>, };

/**
 * Pieces that travel together, keeping their order.
 */
export type Travel = { 
/**
 * The place they leave. From a cell they are the topmost, from the hand the lowest pieces.
 */
from: Place, 
/**
 * The place they go to; they end on top there.
 */
to: Place, 
/**
 * The pieces, bottom first.
 */
pieces: Array<Piece>, };

/**
 * Where pieces can be.
 */
export type Place = { "cell": CellId } | { "supply": Owner } | { "lost": Owner } | { "hand": CellId };

/**
 * What can follow a prefix of taps.
 *
 * A position can have millions of moves, so they are never all listed: each tap is answered
 * by the next few choices.
 */
export type Continuations<M> = { 
/**
 * The cells that can be tapped next, each once.
 */
choices: Array<Choice>, 
/**
 * The move that these taps make, when they make one. There may be choices all the same.
 */
complete: M | null, 
/**
 * The cells that are lifted or selected so far.
 */
selected: Array<CellId>, 
/**
 * The selected cells by which the selection can be dragged: a tap on one of them takes hold
 * of it there, and the choices after that are where this cell can go. Moves are made without,
 * too: whoever only taps needs none of them.
 */
grabs: Array<CellId>, 
/**
 * The pieces in hand, the next one to drop first.
 */
hand: Array<Piece>, 
/**
 * The pieces dropped so far, in order.
 */
dropped: Array<Dropped>, };

/**
 * A cell that can be tapped next.
 */
export type Choice = { 
/**
 * The cell.
 */
cell: CellId, 
/**
 * What tapping it does.
 */
role: Role, 
/**
 * The cell next to it from which a piece steps there, where the direction is worth showing.
 */
from: CellId | null, };

/**
 * A fact that speaks for a move.
 */
export type MoveReason = { 
/**
 * Which fact it is, as a stable name for programs and tests.
 */
kind: string, 
/**
 * The fact as a sentence.
 */
words: Phrase, 
/**
 * The cells where it can be seen; where things move, those after the move unless the
 * sentence speaks of the past.
 */
cells: Array<CellId>, };

/**
 * What tapping a cell does.
 */
export type Role = "select" | "extend" | "drop" | "finish";

/**
 * A piece dropped on a cell by a half-made move.
 */
export type Dropped = { 
/**
 * The cell.
 */
cell: CellId, 
/**
 * The piece.
 */
piece: Piece, };

/**
 * The look and the sound of a set: board, cells, pieces, marks, and how they are written in a
 * terminal.
 */
export type Theme = { 
/**
 * The name by which scenes call it: small letters, digits and `-`, unlike that of any other
 * game's theme.
 */
name: string, 
/**
 * The board under the cells.
 */
board: BoardLook, 
/**
 * The colours of marks and of letters on the board.
 */
marks: MarkColours, 
/**
 * The gradients that shapes name.
 */
gradients: Array<Gradient>, 
/**
 * An empty cell, around its middle.
 */
cell: Array<Shape>, 
/**
 * The pieces, one for each tint that the game uses.
 */
pieces: Array<PieceArt>, 
/**
 * How pieces lie on each other.
 */
pile: PileShape, 
/**
 * What is heard when a piece is put down, all at once.
 */
knock: Array<Sound>, 
/**
 * The theme of a terminal.
 */
terminal: TerminalLook, };

/**
 * The surface of a board. Colours are `#rgb` or `#rrggbb`.
 */
export type BoardLook = { 
/**
 * From the lit corner to the one in shade.
 */
surface: [string, string], 
/**
 * The same for printed pictures on a dark table.
 */
dimmed: [string, string], 
/**
 * The lines of the grain, for wood.
 */
grain: string | null, };

/**
 * A board that the pieces of a set can lie on instead of their own.
 */
export type BoardStyle = { 
/**
 * Its name in settings and addresses: small letters.
 */
name: string, 
/**
 * Its name as people read it.
 */
label: Phrase, 
/**
 * The board under the cells.
 */
board: BoardLook, 
/**
 * The colours of marks and of letters on the board.
 */
marks: MarkColours, 
/**
 * The gradients that take the place of those with the same name.
 */
gradients: Array<Gradient>, };

/**
 * Colours that stand out from the board. They are `#rgb` or `#rrggbb`.
 */
export type MarkColours = { 
/**
 * Marks.
 */
accent: string, 
/**
 * What sets a mark off from whatever is below it.
 */
casing: string, 
/**
 * Coordinates that are written on the board.
 */
label: string, };

/**
 * A piece of one tint, around its middle.
 */
export type PieceArt = { 
/**
 * The tint.
 */
tint: Tint, 
/**
 * What can be seen of it under another piece, too.
 */
body: Array<Shape>, 
/**
 * What only a piece on top of a stack shows, painted over the body.
 */
top: Array<Shape>, 
/**
 * The piece as a character.
 */
glyph: Glyph, };

/**
 * How pieces lie on each other, in hundredths of the distance between two cells.
 */
export type PileShape = { 
/**
 * From the middle of a piece to its side.
 */
halfWidth: number, 
/**
 * From the middle of a piece to its far or near edge, seen slightly from above.
 */
halfDepth: number, 
/**
 * How far the side of a piece shows below its top.
 */
thickness: number, 
/**
 * How much higher each piece lies, as long as there is room.
 */
step: number, 
/**
 * How far pieces lie beside the middle, by chance; then they are turned by chance, too.
 */
looseness: number, 
/**
 * The height of the tallest stack of full-sized pieces.
 */
fullSizeUpTo: number, 
/**
 * The height from which on stacks are no slimmer.
 */
slimmestFrom: number, 
/**
 * By which share of their size the slimmest pieces are smaller, from 0 to 1.
 */
slimming: number, };

/**
 * A part of a sound. Frequencies are hertz; gains are from 0 to 1.
 */
export type Sound = { 
/**
 * What kind of sound.
 */
kind: SoundKind, 
/**
 * Its pitch.
 */
frequency: number, 
/**
 * How loud it begins.
 */
gain: number, 
/**
 * How long until it has died away.
 */
seconds: number, };

/**
 * What a part of a sound is.
 */
export type SoundKind = "touch" | "ring";

/**
 * How a set is written in a terminal.
 */
export type TerminalLook = { 
/**
 * The board itself.
 */
ground: [number, number, number], 
/**
 * Lines and free cells on it.
 */
faint: [number, number, number], 
/**
 * Marks on it.
 */
accent: [number, number, number], 
/**
 * The ground of cells that the last move touched or that won.
 */
trace: [number, number, number], 
/**
 * What is written of a stack.
 */
stacks: StackText, };

/**
 * What is written of a stack on its cell.
 */
export type StackText = "pieces" | "height";

/**
 * A piece as a character.
 */
export type Glyph = { 
/**
 * In ASCII, for pipes and plain terminals, and before the height of a stack.
 */
letter: string, 
/**
 * Where there are colours. Shapes differ as well as colours do.
 */
sign: string, 
/**
 * Its colour.
 */
ink: [number, number, number], 
/**
 * The colour of letters on a ground of its colour.
 */
on_ink: [number, number, number], };

/**
 * A run of colours, named within its theme.
 */
export type Gradient = { 
/**
 * Its name: small letters, digits and `-`.
 */
name: string, 
/**
 * Along what the colours run.
 */
run: Run, 
/**
 * The colours, in order.
 */
stops: Array<Stop>, };

/**
 * Along what the colours of a gradient run. Places are shares of the width and height of the
 * shape that is painted: (0, 0) is its upper left corner, (1, 1) its lower right one.
 */
export type Run = { "type": "linear", 
/**
 * Where the first colour is.
 */
from: Point, 
/**
 * Where the last colour is.
 */
to: Point, } | { "type": "radial", 
/**
 * The middle of the circle.
 */
centre: Point, 
/**
 * Its radius.
 */
radius: number, 
/**
 * Where the first colour is.
 */
focus: Point, };

/**
 * A colour on the way of a gradient.
 */
export type Stop = { 
/**
 * At which share of the way, from 0 to 1.
 */
at: number, 
/**
 * The colour: `#rgb` or `#rrggbb`.
 */
colour: string, 
/**
 * How opaque, from 0 to 1; 1 when missing.
 */
opacity?: number, };

/**
 * A form with what fills it and the line around it.
 */
export type Shape = { 
/**
 * Where it is.
 */
form: Form, 
/**
 * What fills it; `None` for a mere line.
 */
fill?: Fill, 
/**
 * The line around it; `None` for none.
 */
stroke?: Stroke, };

/**
 * The outline of a shape.
 */
export type Form = { "type": "ellipse", 
/**
 * Its middle; the origin when missing.
 */
at?: Point, 
/**
 * Half its width.
 */
rx: number, 
/**
 * Half its height.
 */
ry: number, 
/**
 * By how many degrees it is turned clockwise around its middle; 0 when missing.
 */
turn?: number, } | { "type": "square", 
/**
 * Half its side.
 */
half: number, 
/**
 * The radius of its corners.
 */
rounding: number, } | { "type": "path", 
/**
 * In the notation of SVG.
 */
d: string, };

/**
 * What fills a shape.
 */
export type Fill = { 
/**
 * With which colour.
 */
paint: Paint, 
/**
 * How opaque, from 0 to 1; 1 when missing.
 */
opacity?: number, };

/**
 * The line around a shape.
 */
export type Stroke = { 
/**
 * With which colour.
 */
paint: Paint, 
/**
 * How opaque, from 0 to 1; 1 when missing.
 */
opacity?: number, 
/**
 * How wide.
 */
width: number, 
/**
 * Whether its ends are round instead of cut off; they are not when missing.
 */
round?: boolean, };

/**
 * A colour, or a run of colours.
 */
export type Paint = { "colour": string } | { "gradient": string };

/**
 * One of the games, as the page that begins one needs it (`GET /api/games`).
 */
export type GameInfo = { 
/**
 * The name in addresses and texts.
 */
name: string, 
/**
 * The name on the box.
 */
title: string, 
/**
 * What the game is, in a sentence.
 */
about: Phrase, 
/**
 * A moment of a game that shows it.
 */
glimpse: GameLine, 
/**
 * The two players, the one who begins first.
 */
players: [Player, Player], 
/**
 * How the set looks and sounds. Scenes of the game only name it.
 */
theme: Theme, 
/**
 * The start layouts, the default first. `GET /api/games/{name}/layouts/{layout}.svg` is a
 * picture of one.
 */
layouts: Array<string>, 
/**
 * Layouts as people read them, where the game has its own words for them.
 */
layoutNames: { [key in string]: Phrase }, 
/**
 * The rule options.
 */
options: Array<RuleOption>, 
/**
 * Whether anything is known of it beyond the leaflet: lessons there are.
 */
lessons: number, 
/**
 * What is proven about the game with its default layout and options, and full strength plays
 * by, if anything is.
 */
proven: Phrase | null, 
/**
 * How many expert levels it has, between level 9 and full strength. Levels have numbers: 1 to
 * 9, 10 for full strength, 11 and up for the experts.
 */
experts: number, 
/**
 * How strong the levels are, in the order of strength (1 to 9, experts, full strength), in Elo
 * above level 1; that of the last is the least that is known. Nothing where nobody has measured
 * it.
 */
elo: Array<number>, };

/**
 * A rule option.
 */
export type RuleOption = { 
/**
 * Its key.
 */
key: string, 
/**
 * What it means.
 */
label: Phrase, 
/**
 * The default value.
 */
default: string, 
/**
 * What it may be set to.
 */
values: RuleValues, };

/**
 * What a rule option may be set to.
 */
export type RuleValues = { "type": "one-of", 
/**
 * The words.
 */
words: Array<RuleWord>, } | { "type": "number", 
/**
 * The smallest.
 */
min: number, 
/**
 * The largest.
 */
max: number, 
/**
 * Whether it may be `off`, too.
 */
off: boolean, };

/**
 * A word that a rule option may be set to.
 */
export type RuleWord = { 
/**
 * The word in setups.
 */
word: string, 
/**
 * As people read it, where the game has its own word for it. Others are colours, `on` and
 * `off`.
 */
label: Phrase | null, };

/**
 * How a game begins: a layout and options, or a position.
 */
export type Setup = { 
/**
 * The layout; the default one when missing.
 */
layout?: string, 
/**
 * Rule options that differ from the default, as key and value.
 */
options: Array<[string, string]>, 
/**
 * A position to begin from instead of the layout.
 */
position?: string, };

/**
 * A request for a new table (`POST /api/tables`, answered by [`Opened`]).
 */
export type NewTable = { 
/**
 * The name of the game.
 */
game: string, 
/**
 * How it begins.
 */
setup: Setup, 
/**
 * Moves already played, for going on from an analysed position.
 */
moves: Array<string>, 
/**
 * Who sits where, the player who begins first.
 */
seats: [SeatRequest, SeatRequest], 
/**
 * The clock.
 */
clock: ClockTerms, };

/**
 * Who shall sit on a seat.
 */
export type SeatRequest = { "type": "me" } | { "type": "friend" } | { "type": "computer", 
/**
 * From 1 to 9, 10 for full strength, 11 and up for the experts of the game.
 */
level: number, };

/**
 * A table has been opened.
 */
export type Opened = { 
/**
 * Its name in addresses: `/t/{id}`.
 */
id: string, };

/**
 * The time that players have. All amounts are milliseconds, days apart.
 */
export type ClockTerms = { "type": "none" } | { "type": "sudden-death", 
/**
 * At the start.
 */
initial: number, } | { "type": "fischer", 
/**
 * At the start.
 */
initial: number, 
/**
 * With every move.
 */
increment: number, } | { "type": "days", 
/**
 * How many.
 */
days: number, };

/**
 * Everything about a table, as one visitor sees it (`GET /api/tables/{id}`, and the answer to
 * `watch`).
 */
export type TableView = { 
/**
 * Its name in addresses.
 */
id: string, 
/**
 * The name of the game.
 */
game: string, 
/**
 * How it began.
 */
setup: Setup, 
/**
 * The moves played.
 */
moves: Array<MoveView>, 
/**
 * The picture of the game now.
 */
scene: Scene, 
/**
 * What changes all the time.
 */
state: TableState, };

/**
 * What changes at a table besides the picture, as one visitor sees it. It comes whole with
 * every push.
 */
export type TableState = { 
/**
 * How many events the table has seen: larger is newer.
 */
seq: number, 
/**
 * How many moves are played.
 */
ply: number, 
/**
 * The seats, the player who begins first.
 */
seats: [SeatView, SeatView], 
/**
 * The clocks.
 */
clock: ClockView, 
/**
 * Whose turn it is; nobody before everybody is seated and after the end.
 */
turn: Owner | null, 
/**
 * Whether the computer is thinking about its move.
 */
thinking: boolean, 
/**
 * Why the game cannot go on as it should, and what can be done about it.
 */
notice: Phrase | null, 
/**
 * Offers that wait for an answer.
 */
offers: Array<Offer>, 
/**
 * How it ended: by the rules, by resignation, by time, by agreement, by a claim, or called
 * off.
 */
ending: Ending | null, 
/**
 * The table of the rematch.
 */
rematch: string | null, 
/**
 * What this visitor may do now, moving apart.
 */
may: Array<Act>, 
/**
 * A player who is away: from when on the game may be claimed or called off.
 */
away: Away | null, 
/**
 * What can be tapped first, for a visitor whose turn it is.
 */
continuations: Continuations<string> | null, 
/**
 * How many people look on.
 */
watchers: number, };

/**
 * A seat.
 */
export type SeatView = { 
/**
 * Who sits there.
 */
sitter: Sitter, 
/**
 * Whether it is this visitor.
 */
you: boolean, 
/**
 * Whether they are connected; the computer always is.
 */
present: boolean, };

/**
 * Who sits on a seat.
 */
export type Sitter = { "type": "nobody" } | { "type": "guest", 
/**
 * The name they chose, free text; empty when they chose none.
 */
name: string, } | { "type": "computer", 
/**
 * From 1 to 9, 10 for full strength, 11 and up for the experts of the game.
 */
level: number, };

/**
 * The clocks at one moment.
 */
export type ClockView = { 
/**
 * The terms.
 */
terms: ClockTerms, 
/**
 * The milliseconds that both have left now, if there is a clock.
 */
left: [number, number] | null, 
/**
 * Whose clock runs.
 */
running: Owner | null, };

/**
 * A move that was played.
 */
export type MoveView = { 
/**
 * As text.
 */
text: string, 
/**
 * As a sentence.
 */
say: Phrase, 
/**
 * The milliseconds its player had left after it, if there is a clock.
 */
left: number | null, };

/**
 * An offer that waits for an answer.
 */
export type Offer = { 
/**
 * Of what.
 */
of: OfferKind, 
/**
 * By whom.
 */
by: Owner, };

/**
 * What can be offered.
 */
export type OfferKind = "draw" | "takeback" | "rematch";

/**
 * What a player does besides moving.
 */
export type Act = { "type": "sit" } | { "type": "offer", 
/**
 * What.
 */
of: OfferKind, } | { "type": "accept", 
/**
 * What.
 */
of: OfferKind, } | { "type": "decline", 
/**
 * What.
 */
of: OfferKind, } | { "type": "withdraw", 
/**
 * What.
 */
of: OfferKind, } | { "type": "resign" } | { "type": "claim" } | { "type": "call-off" };

/**
 * A player who is away.
 */
export type Away = { 
/**
 * Who.
 */
side: Owner, 
/**
 * The milliseconds until the other may claim the game; 0 when they may.
 */
claimIn: number, };

/**
 * What happened at a table. Everybody there gets it, in order; `state.seq` tells whether one
 * was missed, and then the table is asked for whole.
 */
export type Happening = { "type": "moved", 
/**
 * The move.
 */
played: MoveView, 
/**
 * What it changes in the picture.
 */
change: Change, } | { "type": "took-back", 
/**
 * How many moves.
 */
plies: number, 
/**
 * The picture now.
 */
scene: Scene, } | { "type": "other" };

/**
 * What a move changes in a picture: the animation, carried out on the stacks of the scene
 * before it, gives the stacks after it; the rest replaces what was there.
 */
export type Change = { 
/**
 * How the pieces travel.
 */
animation: Animation, 
/**
 * The markers after the move.
 */
markers: Array<Marker>, 
/**
 * The trail of the move.
 */
trail: Trail | null, 
/**
 * The counters after the move.
 */
counters: Array<Counter>, 
/**
 * Whose turn it is.
 */
turn: Owner | null, 
/**
 * How the game ended.
 */
ending: Ending | null, };

/**
 * A game as it stands: where it began and its moves.
 */
export type GameLine = { 
/**
 * The name of the game.
 */
game: string, 
/**
 * How it begins.
 */
setup: Setup, 
/**
 * The moves so far.
 */
moves: Array<string>, };

/**
 * A game as it stands, to look at and to play on.
 */
export type Look = { 
/**
 * The picture.
 */
scene: Scene, 
/**
 * The position as text.
 */
position: string, 
/**
 * The game in sentences: whose turn it is, or how it ended, and the position.
 */
say: Phrase, 
/**
 * The last move, in its own words, and what it changed in the picture before it.
 */
last: LastMove | null, 
/**
 * What can be tapped first; nothing once the game is over.
 */
continuations: Continuations<string>, 
/**
 * What is odd about the position it began from.
 */
warnings: Array<Phrase>, };

/**
 * The last move of a line.
 */
export type LastMove = { 
/**
 * As text.
 */
text: string, 
/**
 * As a sentence.
 */
say: Phrase, 
/**
 * What it changed in the picture before it.
 */
change: Change, };

/**
 * What is asked of the engine about a line.
 */
export type AnalysisRequest = { 
/**
 * The game as it stands.
 */
line: GameLine, 
/**
 * How many best lines, 1 to 5.
 */
lines: number, 
/**
 * On how many threads; the server has the last word.
 */
threads: number, };

/**
 * What the engine found out so far.
 */
export type AnalysisView = { 
/**
 * The depth that has been finished.
 */
depth: number, 
/**
 * Positions looked at.
 */
nodes: number, 
/**
 * The milliseconds it took.
 */
elapsed: number, 
/**
 * The best lines, the best first.
 */
lines: Array<LineView>, 
/**
 * The proven result in words, if there is one: "win by 2 towers".
 */
solved: Phrase | null, 
/**
 * Whether the engine has stopped: no more will come.
 */
done: boolean, };

/**
 * A line of best play.
 */
export type LineView = { 
/**
 * How good it is, for the player who began the game.
 */
score: ScoreView, 
/**
 * The moves as text.
 */
moves: Array<string>, 
/**
 * The taps that make the first move: for an arrow.
 */
gesture: Array<CellId>, };

/**
 * How good a position is, for the player who began the game.
 */
export type ScoreView = { 
/**
 * The chances of the player who began, 0 (lost) to 1 (won).
 */
chances: number, 
/**
 * In words as short as they get: `+1.3`, `win in 5`, `draw`.
 */
words: Phrase, 
/**
 * Whether it is proven.
 */
proven: boolean, };

/**
 * A finished game as the engine sees it.
 */
export type ReviewView = { 
/**
 * How good each position was: one more than there are moves.
 */
scores: Array<ScoreView>, 
/**
 * The moves.
 */
moves: Array<MoveReviewView>, 
/**
 * How each side played, the one who began first.
 */
sides: [SideReviewView, SideReviewView], };

/**
 * A move as the engine sees it.
 */
export type MoveReviewView = { 
/**
 * Who played it.
 */
by: Owner, 
/**
 * The chances that it gave away, 0 to 1.
 */
loss: number, 
/**
 * What it cost on the board, in the unit of the game.
 */
cost: number, 
/**
 * The same in words, if it is worth saying: "2 towers", "about 0.5 marbles".
 */
costWords: Phrase | null, 
/**
 * `!!`, `!`, `?!`, `?` or `??`.
 */
mark: string | null, 
/**
 * The better line, if it was not the best.
 */
better: Array<string> | null, 
/**
 * The taps that make the first move of the better line: for an arrow.
 */
betterGesture: Array<CellId>, 
/**
 * Whether the game changed hands here.
 */
turningPoint: boolean, 
/**
 * Why a move that was not the best is worse, in words.
 */
why: Phrase | null, 
/**
 * What speaks for the first move of the better line, or for the move itself where it was the
 * best; at most three facts, the most telling first.
 */
reasons: Array<MoveReason>, };

/**
 * How a side played.
 */
export type SideReviewView = { 
/**
 * How close its moves came to the best ones, from 0 to 1; nothing without a move.
 */
accuracy: number | null, 
/**
 * The share of its chances that a move kept, on average.
 */
kept: number | null, 
/**
 * What its moves cost on the board together, in words: "about 3 towers".
 */
costWords: Phrase | null, };

/**
 * The engine's judgement on a second try of a mistake.
 */
export type Judgement = { 
/**
 * Whether it is as good as the best, nearly.
 */
good: boolean, 
/**
 * Whether it is the engine's own choice.
 */
best: boolean, 
/**
 * How good the position is after it.
 */
score: ScoreView, 
/**
 * Why it is not good, in words; this never tells the better move.
 */
why: Phrase | null, };

/**
 * A hint: a good move.
 */
export type Hint = { 
/**
 * As text.
 */
text: string, 
/**
 * As a sentence.
 */
say: Phrase, 
/**
 * The taps that make it.
 */
gesture: Array<CellId>, 
/**
 * What moves: the cells of the piece or the pieces.
 */
piece: Array<CellId>, 
/**
 * What speaks for it; at most three facts, the most telling first, and none where none fits.
 */
reasons: Array<MoveReason>, };

/**
 * A record as a tree (`POST /api/records/write` takes one and gives its text).
 */
export type RecordTree = { 
/**
 * The name of the game.
 */
game: string, 
/**
 * How it begins.
 */
setup: Setup, 
/**
 * Names and values of its tags: players, date, event.
 */
tags: Array<[string, string]>, 
/**
 * `1-0`, `0-1`, `1/2-1/2` or `*`.
 */
result: string | null, 
/**
 * The nodes; the first is the start and has no move. Children come after their parents.
 */
nodes: Array<RecordNode>, };

/**
 * A move in a tree of variations.
 */
export type RecordNode = { 
/**
 * The node before it, by its place; none for the start.
 */
parent: number | null, 
/**
 * The move as text; empty at the start.
 */
text: string, 
/**
 * The marks, as numbers (NAGs).
 */
nags: Array<number>, 
/**
 * A remark in front of the first move of a variation.
 */
before: string | null, 
/**
 * A remark.
 */
comment: string | null, };

/**
 * Texts to be read as records (`POST /api/records/read`, answered by [`RecordsRead`]).
 */
export type RecordsText = { 
/**
 * One or more records.
 */
text: string, 
/**
 * The game of records that do not say which they are of.
 */
game?: string, 
/**
 * What the name of the file ended in, for forms that other programs write: `apgn`.
 */
extension?: string, };

/**
 * The records of a text.
 */
export type RecordsRead = { 
/**
 * Those that could be read, the ones with a bad move as far as that.
 */
records: Array<RecordTree>, 
/**
 * What is wrong with the text, and where.
 */
faults: Array<Phrase>, };

/**
 * A position put together by hand, to become a text (`POST /api/positions`, answered by
 * [`Arranged`]).
 */
export type Arrangement = { 
/**
 * The name of the game.
 */
game: string, 
/**
 * Its options; layout and position play no part.
 */
setup: Setup, 
/**
 * The stack on each cell, bottom first, in the order of the scene's cells.
 */
stacks: Array<Array<Piece>>, 
/**
 * Whose turn it is.
 */
turn: Owner, };

/**
 * What an arrangement is as text.
 */
export type Arranged = { 
/**
 * The position.
 */
position: string, 
/**
 * What is odd about it.
 */
warnings: Array<Phrase>, };

/**
 * What kind of sentence a lesson teaches.
 */
export type Part = "aim" | "must" | "may" | "never" | "task";

/**
 * A lesson (`GET /api/games/{name}/lessons` gives all of a game, in order).
 */
export type LessonView = { 
/**
 * Its name, stable.
 */
id: string, 
/**
 * What kind of sentence it teaches, or `task` for the small puzzles at the end.
 */
part: Part, 
/**
 * Its title, a few words.
 */
title: Phrase, 
/**
 * The rule that it teaches.
 */
rule: Phrase, 
/**
 * The position.
 */
setup: Setup, 
/**
 * What to do, one after the other; at least one.
 */
stages: Array<StageView>, };

/**
 * One thing to do in a lesson.
 */
export type StageView = { 
/**
 * What to do.
 */
task: Phrase, 
/**
 * The cells to look at.
 */
points: Array<CellId>, 
/**
 * Whether it is to try what the rules refuse.
 */
forbidden: boolean, 
/**
 * Taps that do it, for who wants to be shown.
 */
taps: Array<CellId>, 
/**
 * The move that they make, if the rules allow it, and the answer of the other side.
 */
moves: Array<string>, };

/**
 * What came of an attempt.
 */
export type Judged = "done" | "onward" | "again" | "refused";

/**
 * The answer to an attempt (`POST /api/games/{name}/lessons/{id}` with an [`Attempt`]).
 */
export type LessonAnswer = { 
/**
 * What came of it.
 */
judged: Judged, 
/**
 * The stage that is next; the number of stages when the lesson is done.
 */
stage: number, 
/**
 * What to say about it.
 */
words: Phrase, 
/**
 * Moves that the other side answers with, to be played on the board.
 */
replies: Array<string>, };

/**
 * An attempt at a stage of a lesson: either the moves so far, or taps that begin no legal move.
 */
export type Attempt = { 
/**
 * The stage, counted from 0.
 */
stage: number, 
/**
 * The moves so far, replies included; without taps, the last one is the attempt.
 */
moves: Array<string>, 
/**
 * The cells tapped after them, when they make no legal move.
 */
taps: Array<CellId>, };

/**
 * The puzzles of a game.
 */
export type PuzzleShelf = { 
/**
 * How many there are.
 */
puzzles: number, 
/**
 * The ratings of the easiest and the hardest.
 */
ratings: [number, number], 
/**
 * The themes that some of them have, in the order in which people read them.
 */
themes: Array<PuzzleTheme>, 
/**
 * Where somebody begins who has solved none.
 */
newcomer: SolverRating, };

/**
 * What puzzles are about.
 */
export type PuzzleTheme = { 
/**
 * Its name in questions.
 */
name: string, 
/**
 * In words.
 */
words: Phrase, 
/**
 * How many puzzles of the game have it.
 */
puzzles: number, };

/**
 * A puzzle as it is set. Whoever is to move in its position solves it.
 */
export type PuzzleView = { 
/**
 * Its name; it outlives the set that the puzzle is in.
 */
id: string, 
/**
 * The position, without moves: to look at, and to analyse.
 */
line: GameLine, 
/**
 * Who is to move.
 */
solver: Owner, 
/**
 * What is asked, as a sentence.
 */
task: Phrase, 
/**
 * How many moves are to be found.
 */
moves: number, 
/**
 * How hard it is, from 1 (easy) to 5.
 */
class: number, 
/**
 * How hard it is, on the scale of [`SolverRating`].
 */
rating: number, 
/**
 * Whether every other move is proven to be worse.
 */
proven: boolean, 
/**
 * How it is known that there is one right move: "proven", "checked by long searches".
 */
judged: Phrase, };

/**
 * Which puzzle is meant.
 */
export type PuzzleName = { "type": "set", 
/**
 * Its name.
 */
id: string, } | { "type": "own", 
/**
 * The whole puzzle.
 */
text: string, };

/**
 * Wants puzzles near a strength.
 */
export type PuzzlesNear = { 
/**
 * The solver's rating.
 */
rating: number, 
/**
 * The theme that they shall have.
 */
theme?: string, 
/**
 * Those that are not wanted again, 3000 at most. Names that the set does not have do no harm.
 */
seen: Array<string>, 
/**
 * How many are wanted, 1 to 10.
 */
count: number, 
/**
 * Draws among those that fit: the same number, the same puzzles.
 */
draw: number, };

/**
 * Puzzles near a strength.
 */
export type PuzzlesFound = { 
/**
 * The puzzles; fewer than wanted if there are no more that fit.
 */
puzzles: Array<PuzzleView>, 
/**
 * Whether everything that fits was seen: these come again.
 */
again: boolean, };

/**
 * Wants puzzles by name.
 */
export type PuzzlesWanted = { 
/**
 * Which, 100 at most.
 */
puzzles: Array<PuzzleName>, };

/**
 * What became of a puzzle that is wanted.
 */
export type PuzzleFound = { "type": "here", 
/**
 * The puzzle.
 */
puzzle: PuzzleView, } | { "type": "gone", 
/**
 * Which or what, in words.
 */
why: Phrase, };

/**
 * An attempt at a puzzle.
 */
export type PuzzleAttempt = { 
/**
 * Which.
 */
puzzle: PuzzleName, 
/**
 * The moves of the solver so far, without the replies; the last one is judged. At least one.
 */
moves: Array<string>, };

/**
 * The answer to an attempt.
 */
export type PuzzleAnswer = { 
/**
 * What the last move was.
 */
verdict: PuzzleVerdict, 
/**
 * The game with everything that was right, replies included; a wrong move is not in it.
 */
line: GameLine, 
/**
 * The reply to the last move, which the line has already.
 */
reply: string | null, 
/**
 * How many moves were found.
 */
found: number, 
/**
 * Of how many.
 */
of: number, };

/**
 * What a move at a puzzle was.
 */
export type PuzzleVerdict = "solved" | "goes-on" | "wrong";

/**
 * The solution, for whoever has solved it or gives up.
 */
export type PuzzleSolution = { 
/**
 * The puzzle.
 */
puzzle: PuzzleView, 
/**
 * The moves, the first and every second one after it by the solver.
 */
steps: Array<SolutionStep>, 
/**
 * What is right about it, as a sentence: "Only this line keeps the win."
 */
claim: Phrase, 
/**
 * What it is about.
 */
themes: Array<PuzzleTheme>, 
/**
 * Who found it: the levels that tried, the weakest first. None for one of the visitor's own.
 */
solvers: Array<PuzzleSolver>, };

/**
 * A move of a solution.
 */
export type SolutionStep = { 
/**
 * Who plays it.
 */
by: Owner, 
/**
 * As text.
 */
text: string, 
/**
 * As a sentence.
 */
say: Phrase, 
/**
 * The taps that make it: for an arrow.
 */
gesture: Array<CellId>, 
/**
 * What speaks for it; at most three facts, the most telling first.
 */
reasons: Array<MoveReason>, };

/**
 * How a level did at a puzzle.
 */
export type PuzzleSolver = { 
/**
 * The number of the level.
 */
level: number, 
/**
 * The share of its tries that found it, 0 to 1.
 */
share: number, };

/**
 * How strong a solver is, by Glicko-2 against the puzzles' own ratings.
 */
export type SolverRating = { 
/**
 * The strength; level 1 of every game stands at 800.
 */
rating: number, 
/**
 * How far off it may be.
 */
deviation: number, 
/**
 * How much it goes up and down.
 */
volatility: number, };

/**
 * A solver has tried a puzzle.
 */
export type PuzzleOutcome = { 
/**
 * How strong the solver was.
 */
solver: SolverRating, 
/**
 * The rating of the puzzle.
 */
puzzle: number, 
/**
 * Whether it was solved at the first try.
 */
solved: boolean, };

/**
 * What became of the mistakes of a game.
 */
export type OwnPuzzles = { 
/**
 * Those with one right move.
 */
puzzles: Array<OwnPuzzle>, 
/**
 * The others.
 */
leftOut: Array<LeftOut>, };

/**
 * A puzzle of somebody's own mistake. No set has it: the visitor keeps its text.
 */
export type OwnPuzzle = { 
/**
 * The move that was the mistake, counted from 0.
 */
ply: number, 
/**
 * All of it, the answer included: to be kept, and handed in by [`PuzzleName::Own`].
 */
text: string, 
/**
 * What it is called.
 */
puzzle: OwnPuzzleName, };

/**
 * What a puzzle of one's own is called.
 */
export type OwnPuzzleName = { 
/**
 * Its name; [`PuzzlesWanted`] gives the puzzle as it is set.
 */
id: string, };

/**
 * A mistake that makes no puzzle.
 */
export type LeftOut = { 
/**
 * The move, counted from 0.
 */
ply: number, 
/**
 * Why, as a sentence: "Several moves are as good here."
 */
why: Phrase, };

/**
 * The visitor (`GET /api/me`; `PUT /api/me` with [`Rename`] changes the name).
 */
export type Me = { 
/**
 * The name they chose; empty when they chose none.
 */
name: string, 
/**
 * How many games wait for a move of theirs.
 */
turns: number, };

/**
 * Another name.
 */
export type Rename = { 
/**
 * Free text, 40 characters at most.
 */
name: string, };

/**
 * A browser that carries the visitor's identity (`GET /api/me/devices`).
 */
export type Device = { 
/**
 * Its number: `DELETE /api/me/devices/{device}` signs it out.
 */
device: number, 
/**
 * Browser and system in a few words, or nothing.
 */
about: string, 
/**
 * Whether it is the one that asks.
 */
here: boolean, 
/**
 * Since when it carries the identity, in milliseconds since 1970.
 */
since: number, 
/**
 * When it was last seen, to the day, in milliseconds since 1970.
 */
seen: number, };

/**
 * A link that carries the identity to another device, once (`POST /api/me/link`).
 */
export type DeviceLink = { 
/**
 * The path to open there: `/device/{token}`.
 */
path: string, 
/**
 * The seconds for which it holds.
 */
seconds: number, };

/**
 * Where friends can reach this server (`GET /api/reach`), for the share dialog.
 */
export type Reach = { 
/**
 * Whether only this computer can reach it.
 */
onlyHere: boolean, 
/**
 * Addresses that others can open, the best first: `http://192.168.1.5:4280`. Empty when only
 * this computer can, or behind a proxy, where the page's own address is the one.
 */
addresses: Array<string>, 
/**
 * The command that starts it anew, open to the local network, with the same games. Only a
 * visitor at this computer is told: paths are nobody else's business.
 */
command: string | null, };

/**
 * How a game ended for somebody who played it.
 */
export type MyResult = "won" | "drawn" | "lost";

/**
 * A table in a list (`GET /api/me/tables` gives [`TablePage`] of those of the visitor; query:
 * `state=running|finished`, `game`, `result=won|drawn|lost`, `level=1…9|full|expert-1…|people`, `before` for the
 * next page).
 */
export type TableCard = { 
/**
 * The name of the game.
 */
game: string, 
/**
 * Who plays, the player who begins first.
 */
sitters: [Sitter, Sitter], 
/**
 * The seats of the visitor.
 */
yours: Array<Owner>, 
/**
 * How many moves are played.
 */
ply: number, 
/**
 * Whether the visitor is to move.
 */
yourTurn: boolean, 
/**
 * How it ended, if it did.
 */
ending: Ending | null, 
/**
 * How it ended for the visitor; missing while it runs, where it was called off, and where
 * both seats are theirs.
 */
result: MyResult | null, 
/**
 * When something last happened, in milliseconds since 1970.
 */
at: number, 
/**
 * Where its small picture is: an address that changes with the position.
 */
picture: string, 
/**
 * Its name in addresses: `/t/{id}`.
 */
id: string, };

/**
 * A page of tables.
 */
export type TablePage = { 
/**
 * The tables, the newest first.
 */
tables: Array<TableCard>, 
/**
 * What to ask for `before` to see the next page.
 */
before: string | null, 
/**
 * The names of tables on this page that are damaged on the server's disk.
 */
unreadable: Array<string>, };

/**
 * Games counted by how they ended.
 */
export type Tally = { 
/**
 * Won.
 */
won: number, 
/**
 * Drawn.
 */
drawn: number, 
/**
 * Lost.
 */
lost: number, };

/**
 * How games against one kind of opponent ended.
 */
export type OpponentResults = { 
/**
 * The level of the computer; missing for people.
 */
level: number | null, 
/**
 * How they ended.
 */
tally: Tally, };

/**
 * How the visitor's games of one kind ended.
 */
export type GameResults = { 
/**
 * The name of the game.
 */
game: string, 
/**
 * All of them together.
 */
all: Tally, 
/**
 * By opponent: people first, then the computer by its level, the weakest first.
 */
opponents: Array<OpponentResults>, 
/**
 * The number of the level to try next: the last two games against the computer were won on the one below.
 */
nextLevel: number | null, };

/**
 * How the visitor's finished games ended, all of them (`GET /api/me/results`). Games at one
 * screen and those that were called off do not count.
 */
export type Results = { 
/**
 * All games together.
 */
all: Tally, 
/**
 * How many games they have won in a row, up to the last one.
 */
streak: number, 
/**
 * The most they ever won in a row.
 */
longest: number, 
/**
 * Game by game, in the order of `GET /api/games`; those never finished are left out.
 */
games: Array<GameResults>, };

/**
 * From the browser.
 */
export type Ask = { 
/**
 * The number that the answer carries.
 */
id: number, 
/**
 * What is asked.
 */
what: Question, };

/**
 * What can be asked.
 */
export type Question = { "type": "watch", 
/**
 * Which.
 */
table: string, } | { "type": "leave", 
/**
 * Which.
 */
table: string, } | { "type": "move", 
/**
 * At which table.
 */
table: string, 
/**
 * How many moves were played when this one was chosen.
 */
ply: number, 
/**
 * The move.
 */
text: string, } | { "type": "act", 
/**
 * At which table.
 */
table: string, 
/**
 * How many moves were played when it was chosen.
 */
ply: number, 
/**
 * What.
 */
act: Act, } | { "type": "taps", 
/**
 * At which table.
 */
table: string, 
/**
 * How many moves were played.
 */
ply: number, 
/**
 * The taps so far.
 */
taps: Array<CellId>, } | { "type": "hint", 
/**
 * At which table.
 */
table: string, 
/**
 * How many moves were played.
 */
ply: number, } | { "type": "look", 
/**
 * The game as it stands.
 */
line: GameLine, } | { "type": "look-taps", 
/**
 * The game as it stands.
 */
line: GameLine, 
/**
 * The taps so far.
 */
taps: Array<CellId>, } | { "type": "analyse", 
/**
 * What.
 */
request: AnalysisRequest, } | { "type": "stop-analysis" } | { "type": "review", 
/**
 * The game.
 */
line: GameLine, } | { "type": "make-puzzles", 
/**
 * The game.
 */
line: GameLine, 
/**
 * The moves that were mistakes, by their place in the line, counted from 0; 12 at most.
 */
plies: Array<number>, } | { "type": "judge", 
/**
 * The game with the attempt as its last move.
 */
line: GameLine, };

/**
 * To the browser.
 */
export type Message = { "type": "answer", 
/**
 * The number.
 */
to: number, 
/**
 * The answer.
 */
answer: Answer, } | { "type": "happened", 
/**
 * Where.
 */
table: string, 
/**
 * What.
 */
happening: Happening, 
/**
 * How things stand now.
 */
state: TableState, } | { "type": "analysis", 
/**
 * The number under which it was asked.
 */
to: number, 
/**
 * What it found.
 */
view: AnalysisView, } | { "type": "review-progress", 
/**
 * The number under which it was asked.
 */
to: number, 
/**
 * Positions looked at.
 */
done: number, 
/**
 * Of how many.
 */
of: number, } | { "type": "turns", 
/**
 * How many.
 */
turns: number, } | { "type": "storage", 
/**
 * Whether it can.
 */
working: boolean, 
/**
 * In words.
 */
words: Phrase, } | { "type": "slow", 
/**
 * In words.
 */
words: Phrase, } | { "type": "watchers", 
/**
 * Where.
 */
table: string, 
/**
 * How many.
 */
watchers: number, } | { "type": "goodbye" };

/**
 * An answer.
 */
export type Answer = { "type": "done" } | { "type": "refused", 
/**
 * Why.
 */
error: ErrorInfo, } | { "type": "table", 
/**
 * The table.
 */
view: TableView, } | { "type": "continuations", 
/**
 * The choices.
 */
continuations: Continuations<string>, } | { "type": "hint", 
/**
 * The move.
 */
hint: Hint, } | { "type": "look", 
/**
 * The picture and more.
 */
look: Look, } | { "type": "review", 
/**
 * The review.
 */
review: ReviewView, } | { "type": "puzzles", 
/**
 * The puzzles, and the mistakes that make none.
 */
made: OwnPuzzles, } | { "type": "judgement", 
/**
 * The judgement.
 */
judgement: Judgement, };

/**
 * Why something is refused. HTTP answers carry it too, with a fitting status.
 */
export type ErrorInfo = { 
/**
 * A stable name for programs: `not-your-turn`, `stale`, `illegal-move`, `no-such-table`, ….
 */
code: string, 
/**
 * In words that say what to do next.
 */
words: Phrase, };

/**
 * What the module that keeps the tables is told or asked.
 */
export type Call = { "type": "request", 
/**
 * The number that the answer carries.
 */
to: number, 
/**
 * `GET`, `POST`, `PUT` or `DELETE`.
 */
method: string, 
/**
 * The address from `/api` on, with its query.
 */
path: string, 
/**
 * What is sent along: JSON or plain text.
 */
body: string | null, } | { "type": "ask", 
/**
 * The question with its number.
 */
ask: Ask, } | { "type": "known", 
/**
 * Those tables; others stay as they are.
 */
tables: Array<StoredCard>, 
/**
 * The name that the person here has chosen, wherever it is kept; `null` leaves it as it is. `PUT /api/me`
 * changes it too, and its answer has it as it is to be kept.
 */
name: string | null, } | { "type": "load", 
/**
 * Its name.
 */
table: string, 
/**
 * Its events, the first one first; none if there is no such table.
 */
events: Array<string>, 
/**
 * Until when a page was here to keep its clocks, in milliseconds since 1970: they stand still from then until
 * somebody watches the table or moves there. `null` if a page has been here all the time; in a
 * table that was not here before, they stand since its last event.
 */
awake: number | null, } | { "type": "forget", 
/**
 * Its name.
 */
table: string, } | { "type": "found", 
/**
 * What it was sent for.
 */
errand: number, 
/**
 * What it found.
 */
found: Found, } | { "type": "tick" };

/**
 * What the module says.
 */
export type Told = { "type": "reply", 
/**
 * Its number.
 */
to: number, 
/**
 * As in HTTP.
 */
status: number, 
/**
 * The kind of the body: `application/json`, `image/svg+xml`, ….
 */
kind: string, 
/**
 * The body.
 */
body: string, } | { "type": "say", 
/**
 * The message.
 */
message: Message, } | { "type": "fetch", 
/**
 * Its name.
 */
table: string, 
/**
 * The question: the call as it came.
 */
again: Call, } | { "type": "fetch-puzzles", 
/**
 * The game.
 */
game: string, 
/**
 * The question: the call as it came.
 */
again: Call, } | { "type": "write", 
/**
 * What is written: one table, two when a rematch is made, all that came with a file.
 */
writes: Array<Written>, 
/**
 * What is said when it is stored.
 */
then: Array<Told>, 
/**
 * The call that made this. If a number is taken, load the tables and make the call again; if storage
 * fails, load them, and refuse it.
 */
again: Call, } | { "type": "think", 
/**
 * A number that nothing else has.
 */
errand: number, 
/**
 * What.
 */
what: Task, } | { "type": "drop", 
/**
 * What a thinker was sent for.
 */
errand: number, } | { "type": "wake", 
/**
 * When.
 */
at: number | null, };

/**
 * An event to be stored.
 */
export type Written = { 
/**
 * The table.
 */
table: string, 
/**
 * The number of the first of the events: the opening has 1.
 */
seq: number, 
/**
 * The events, as JSON.
 */
events: Array<string>, 
/**
 * The table as lists have it from then on.
 */
card: StoredCard, };

/**
 * A table as storage lists it.
 */
export type StoredCard = { 
/**
 * As a list shows it; its `table` is the key.
 */
card: TableCard, 
/**
 * How many events there are.
 */
seq: number, 
/**
 * The computer's level where it plays, for counting results.
 */
level: number | null, 
/**
 * When the game was over, in milliseconds since 1970.
 */
over: number | null, };

/**
 * What the module that thinks is told.
 */
export type Errand = { "type": "begin", 
/**
 * Its number.
 */
errand: number, 
/**
 * What.
 */
what: Task, } | { "type": "drop", 
/**
 * Its number.
 */
errand: number, };

/**
 * What a thinker can find out.
 */
export type Task = { "type": "play", 
/**
 * The game as it stands.
 */
line: GameLine, 
/**
 * The number of the level.
 */
level: number, 
/**
 * The milliseconds that its clock has left, and those that come with each move.
 */
clock: [number, number] | null, 
/**
 * What its choice is drawn with, as digits: a page's numbers are too short for it.
 */
seed: string, } | { "type": "hint", 
/**
 * The game as it stands.
 */
line: GameLine, } | { "type": "judge", 
/**
 * The game with it.
 */
line: GameLine, } | { "type": "analyse", 
/**
 * The game as it stands.
 */
line: GameLine, 
/**
 * How many lines.
 */
lines: number, } | { "type": "review", 
/**
 * The game.
 */
line: GameLine, } | { "type": "make-puzzles", 
/**
 * The game.
 */
line: GameLine, 
/**
 * The moves that were mistakes, by their place in the line, counted from 0; 12 at most.
 */
plies: Array<number>, };

/**
 * What a thinker found. All but `analysis` that is not the last and `progress` end the errand.
 */
export type Found = { "type": "move", 
/**
 * The move.
 */
text: string, } | { "type": "hint", 
/**
 * The move.
 */
hint: Hint, } | { "type": "judgement", 
/**
 * The judgement.
 */
judgement: Judgement, } | { "type": "analysis", 
/**
 * What it found.
 */
view: AnalysisView, } | { "type": "progress", 
/**
 * Positions looked at.
 */
done: number, 
/**
 * Of how many.
 */
of: number, } | { "type": "review", 
/**
 * The review.
 */
review: ReviewView, } | { "type": "puzzles", 
/**
 * The puzzles, and the mistakes that make none.
 */
made: OwnPuzzles, } | { "type": "failed", 
/**
 * Why.
 */
error: ErrorInfo, };

/**
 * Something a thinker says: what it was sent for, and what it found.
 */
export type Report = { 
/**
 * What it was sent for.
 */
errand: number, 
/**
 * What it found.
 */
found: Found, };

/**
 * The events of a game that a browser keeps, on their way to a server or back
 * (`POST` and `GET /api/me/tables/{id}/events`). The seats that are the visitor's have the guest 0.
 */
export type MirroredEvents = { 
/**
 * The number of the first of them: the opening has 1.
 */
from: number, 
/**
 * The events, as JSON texts.
 */
events: Array<string>, };

/**
 * How many events of a game a server has.
 */
export type Mirrored = { 
/**
 * So many.
 */
seq: number, };

/**
 * What came of a file of games (`POST /api/me/games.json`).
 */
export type GamesTaken = { 
/**
 * How many games came.
 */
taken: number, 
/**
 * How many were here already, with the same moves.
 */
already: number, };
