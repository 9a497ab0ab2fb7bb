//! The TypeScript definitions in the web app are those of the Rust types.
//! `GALET_REWRITE=1 cargo test -p galet-wire` writes them anew.

use galet_wire::{door, guest, lesson, scene, setup, socket, study, table};
use ts_rs::{Config, TS};

fn definitions() -> String {
    let config = Config::default();
    let mut text = String::from(
        "// Made from the Rust types by `GALET_REWRITE=1 cargo test -p galet-wire`; a test proves\n\
         // it current. Do not edit.\n",
    );
    macro_rules! export {
        ($($path:ty),* $(,)?) => {$(
            let docs = <$path>::docs().unwrap_or_default();
            let declaration = <$path>::decl(&config);
            text.push('\n');
            text.push_str(&docs);
            text.push_str("export ");
            text.push_str(&declaration);
            text.push('\n');
        )*};
    }
    export!(
        scene::Scene,
        scene::Board,
        scene::CellShape,
        scene::Motion,
        scene::CellId,
        scene::Point,
        scene::Cell,
        scene::Piece,
        scene::Tint,
        scene::Owner,
        scene::Player,
        scene::Label,
        scene::Marker,
        scene::MarkerKind,
        scene::Trail,
        scene::Counter,
        scene::CounterKind,
        scene::Ending,
        scene::Phrase,
        scene::Language,
        scene::Animation,
        scene::Step,
        scene::Travel,
        scene::Place,
        scene::Continuations<String>,
        scene::Choice,
        scene::MoveReason,
        scene::Role,
        scene::Dropped,
        scene::Theme,
        scene::BoardLook,
        scene::BoardStyle,
        scene::MarkColours,
        scene::PieceArt,
        scene::PileShape,
        scene::Sound,
        scene::SoundKind,
        scene::TerminalLook,
        scene::StackText,
        scene::Glyph,
        scene::art::Gradient,
        scene::art::Run,
        scene::art::Stop,
        scene::art::Shape,
        scene::art::Form,
        scene::art::Fill,
        scene::art::Stroke,
        scene::art::Paint,
        setup::GameInfo,
        setup::RuleOption,
        setup::RuleValues,
        setup::RuleWord,
        setup::Setup,
        table::NewTable,
        table::SeatRequest,
        table::Opened,
        table::ClockTerms,
        table::TableView,
        table::TableState,
        table::SeatView,
        table::Sitter,
        table::ClockView,
        table::MoveView,
        table::Offer,
        table::OfferKind,
        table::Act,
        table::Away,
        table::Happening,
        table::Change,
        study::GameLine,
        study::Look,
        study::LastMove,
        study::AnalysisRequest,
        study::AnalysisView,
        study::LineView,
        study::ScoreView,
        study::ReviewView,
        study::MoveReviewView,
        study::SideReviewView,
        study::Judgement,
        study::Hint,
        study::RecordTree,
        study::RecordNode,
        study::RecordsText,
        study::RecordsRead,
        study::Arrangement,
        study::Arranged,
        scene::Part,
        lesson::LessonView,
        lesson::StageView,
        lesson::Judged,
        lesson::LessonAnswer,
        lesson::Attempt,
        guest::Me,
        guest::Rename,
        guest::Device,
        guest::DeviceLink,
        guest::Reach,
        guest::MyResult,
        guest::TableCard,
        guest::TablePage,
        guest::Tally,
        guest::OpponentResults,
        guest::GameResults,
        guest::Results,
        socket::Ask,
        socket::Question,
        socket::Message,
        socket::Answer,
        socket::ErrorInfo,
        door::Call,
        door::Told,
        door::Written,
        door::StoredCard,
        door::Errand,
        door::Task,
        door::Found,
        door::Report,
        door::MirroredEvents,
        door::Mirrored,
        door::GamesTaken,
    );
    text
}

#[test]
fn the_definitions_are_current() {
    galet_golden::check!("../../web/src/lib/wire.ts", definitions());
}
