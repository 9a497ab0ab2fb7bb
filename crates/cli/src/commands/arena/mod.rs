//! `galet arena`: matches that tell how strong players are.

mod journal;
mod view;

use crate::args::Start;
use crate::console::{Complaint, Console};
use crate::failure::{Deed, Failure};
use crate::long_work;
use crate::said::Wrong;
use galet_arena::game::End;
use galet_arena::opening::OpeningPlan;
use galet_arena::player::Patience;
use galet_arena::{
    MatchPlan, PairReport, PlayerSpec, Sprt, Standing, ladder, read_count, read_duration,
};
use galet_engine::Level;
use galet_games::{AnyProgress, record};
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use view::{MatchView, summarise};

/// Play matches between levels, settings, older builds and other programs.
///
/// Games begin with a few random moves that leave both sides with equal chances, and each such
/// opening is played twice, with both colours. Our rules are the referee: an illegal move, a
/// crash, silence or a time overrun loses the game and is told. With players that are bounded by
/// nodes, the same seed plays the same match. Ctrl-C ends a match early; what was played counts.
#[derive(clap::Args, Debug)]
#[command(after_help = format!("{}\n\n{EXAMPLES}", PlayerSpec::HELP))]
pub(crate) struct Args {
    /// The game, by its name in `galet games`
    #[arg(long, value_name = "GAME")]
    game: String,
    /// The player whose results are shown
    #[arg(long, value_name = "PLAYER", required_unless_present = "ladder")]
    first: Option<PlayerSpec>,
    /// Its opponent
    #[arg(long, value_name = "PLAYER", required_unless_present = "ladder")]
    second: Option<PlayerSpec>,
    /// How many games; rounded up to pairs
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// Games at once [default: as many as the machine has cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: Option<u16>,
    /// Decides openings and everything that players draw
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Stop as soon as it is clear which of two claims holds, as in elo0=0,elo1=10
    #[arg(long, value_name = "CLAIMS", conflicts_with = "ladder")]
    sprt: Option<Sprt>,
    /// Each level against the one below, and level 1 against random and greedy: a table in
    /// Markdown
    #[arg(long, conflicts_with_all = ["first", "second"])]
    ladder: bool,
    /// With --ladder, every level against random and greedy: for games that good play draws
    #[arg(long, requires = "ladder")]
    weak: bool,
    /// With --ladder, only this level and those above it
    #[arg(long, value_name = "LEVEL", requires = "ladder", default_value_t = Level::LOWEST)]
    from: Level,
    /// With --ladder, who stands above the last level
    #[arg(long, value_name = "PLAYER", default_value = "full:time=200ms")]
    top: PlayerSpec,
    /// Write the records of all games to this file
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Random plies at the beginning of each game; 0 plays every game from the start
    #[arg(long, value_name = "N", default_value_t = 4)]
    opening_plies: usize,
    /// Begin from these layouts of the game in turn, not from one: their names with commas between
    /// them, or all
    #[arg(long, value_name = "NAMES", value_delimiter = ',', conflicts_with_all = ["setup", "fen", "moves"])]
    layouts: Vec<String>,
    /// Look at each opening once more, at so many positions (50k), and play none whose chances are
    /// then uneven
    #[arg(long, value_name = "N", value_parser = count)]
    opening_check: Option<u64>,
    /// How far from 50 % the chances of an opening may be, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 10, value_parser = clap::value_parser!(u8).range(1..=50))]
    opening_margin: u8,
    /// A game that lasts so many plies is a draw
    #[arg(long, value_name = "N", default_value_t = 400)]
    max_plies: usize,
    /// How much longer than its time a move may take
    #[arg(long, value_name = "TIME", default_value = "200ms", value_parser = duration)]
    grace: Duration,
    /// How long to wait for a move that has no time of its own
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration)]
    patience: Duration,
    /// Append a line of JSON about each match to this file: players, results, Elo, seed, command
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// With --journal, what the match is about
    #[arg(long, value_name = "WORDS", requires = "journal")]
    note: Option<String>,
    /// Exit code 1 if any game was lost by an illegal move, a crash, silence or a time overrun
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    start: Start,
}

const EXAMPLES: &str = "\
Examples:
  galet arena --game avalam --first level:3 --second level:2 --games 40
  galet arena --game qawale --first full:nodes=20k --second plain:nodes=20k --save games.pgn
  galet arena --game abalone --first full:time=200ms --sprt elo0=0,elo1=10 \\
      --second \"ugi:./old-galet engine --game abalone;time=200ms\"
  galet arena --game avalam --first full:time=200ms --second full:time=200ms,eval=hand
  galet arena --game abalone --first full:nodes=5k --second full:nodes=5k,eval=new.net \\
      --layouts all --opening-plies 6 --opening-check 50k --journal docs/matches.jsonl
  galet arena --game abalone --ladder --games 60 --top full:nodes=500k
  galet arena --game avalam --ladder --from expert-1 --top full:nodes=300k";

fn duration(text: &str) -> Result<Duration, Wrong> {
    let wrong = || Wrong::new("a time is written 200ms or 1.5s", "un temps s’écrit 200ms ou 1.5s");
    read_duration(text).ok_or_else(wrong)
}

fn count(text: &str) -> Result<u64, Wrong> {
    let wrong = || Wrong::new("a count is written 50000 or 50k", "un nombre s’écrit 50000 ou 50k");
    read_count(text).filter(|&n| n > 0).ok_or_else(wrong)
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<(), Failure> {
    let stop = long_work::interrupt()?;
    journal::check(args)?;
    let mut records = match &args.save {
        Some(path) => {
            let file =
                File::create(path).map_err(|error| Failure::file(Deed::Write, path, &error))?;
            Some(Records { file, path, written: 0 })
        }
        None => None,
    };
    let mut forfeits = 0;
    if args.ladder {
        let experts = galet_engine::experts(&args.game);
        let rungs = ladder::rungs(&args.top, experts, args.from, args.weak);
        writeln!(console, "{}", ladder::TABLE_HEAD)?;
        for players in rungs.map_err(|error| Failure::input(&error))? {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let standing = play(args, players.clone(), records.as_mut(), &stop, console)?;
            writeln!(console, "{}", ladder::table_row(&players, &standing))?;
            console.flush()?;
            forfeits += standing.forfeits.iter().sum::<u64>();
        }
    } else if let (Some(first), Some(second)) = (&args.first, &args.second) {
        let players = [first.clone(), second.clone()];
        let standing = play(args, players.clone(), records.as_mut(), &stop, console)?;
        summarise(args, &players, &standing, console)?;
        forfeits = standing.forfeits.iter().sum();
    }
    if args.strict && forfeits > 0 {
        console.flush()?;
        return Err(Failure::Told);
    }
    Ok(())
}

/// Where records go.
struct Records<'a> {
    file: File,
    path: &'a PathBuf,
    written: u64,
}

impl Records<'_> {
    fn write(&mut self, pair: &PairReport, players: &[PlayerSpec; 2]) -> Result<(), Failure> {
        for (names, report) in pair.named(players) {
            let round = (self.written + 1).to_string();
            let text = record::write(&report.record(&names, &round));
            let gap = if self.written == 0 { "" } else { "\n" };
            let written = write!(self.file, "{gap}{text}");
            written.map_err(|error| Failure::file(Deed::Write, self.path, &error))?;
            self.written += 1;
        }
        Ok(())
    }
}

/// Plays a match, showing how it goes.
fn play(
    args: &Args,
    players: [PlayerSpec; 2],
    mut records: Option<&mut Records<'_>>,
    stop: &AtomicBool,
    console: &Console,
) -> Result<Standing, Failure> {
    let plan = MatchPlan {
        starts: starts(args, console)?,
        contestants: players,
        pairs: args.games.div_ceil(2),
        concurrency: long_work::threads(args.concurrency),
        seed: args.seed,
        opening: OpeningPlan {
            plies: args.opening_plies,
            check: args.opening_check,
            imbalance: f64::from(args.opening_margin) / 100.0,
            ..OpeningPlan::default()
        },
        patience: Patience { silence: args.patience, grace: args.grace },
        max_plies: args.max_plies,
        sprt: args.sprt,
    };
    let view = MatchView::new(&plan);
    let mut failed = None;
    let standing = plan.play_until(stop, |pair, standing| {
        for (number, (names, report)) in (1..).zip(pair.named(&plan.contestants)) {
            if let End::Forfeit { loser, fault } = &report.end {
                let game = pair.number * 2 + number;
                let (who, ply) = (&names[*loser], report.game.moves().len() + 1);
                let message = format!("game {game}, ply {ply}: {who} ({loser}) loses: {fault}");
                view.aside(|| console.complain(Complaint::Warning, &message));
            }
        }
        if let Some(records) = &mut records
            && failed.is_none()
        {
            failed = records.write(pair, &plan.contestants).err();
        }
        view.show(standing);
    });
    view.close();
    let standing = standing.map_err(|error| Failure::input(&error))?;
    journal::append(args, &plan, &standing)?;
    failed.map_or(Ok(standing), Err)
}

/// The games that openings go on from: one, or one for each layout that is named.
fn starts(args: &Args, console: &Console) -> Result<Vec<Box<dyn AnyProgress>>, Failure> {
    let layouts = match &args.layouts[..] {
        [] => return Ok(vec![args.start.begin(&args.game, console)?]),
        [all] if all == "all" => {
            let layouts = galet_games::find(&args.game)?.layouts();
            layouts.iter().map(|layout| layout.name.to_owned()).collect()
        }
        names => names.to_vec(),
    };
    let begin =
        |layout| Start { setup: Some(layout), ..args.start.clone() }.begin(&args.game, console);
    layouts.into_iter().map(begin).collect()
}
