//! `galet arena`: matches that tell how strong players are.

use crate::args::Start;
use crate::console::{Complaint, Console, STRONG};
use crate::failure::{Deed, Failure};
use crate::said::Wrong;
use galet_arena::game::End;
use galet_arena::opening::OpeningPlan;
use galet_arena::player::Patience;
use galet_arena::{
    Estimate, MatchPlan, PairReport, PlayerSpec, Sprt, SprtDecision, Standing, ladder,
    read_duration,
};
use galet_engine::Level;
use galet_games::record;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Play matches between levels, settings, older builds and other programs.
///
/// Games begin with a few random moves that leave both sides with equal chances, and each such
/// opening is played twice, with both colours. Our rules are the referee: an illegal move, a
/// crash, silence or a time overrun loses the game and is told. With players that are bounded by
/// nodes, the same seed plays the same match.
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
    /// A game that lasts so many plies is a draw
    #[arg(long, value_name = "N", default_value_t = 400)]
    max_plies: usize,
    /// How much longer than its time a move may take
    #[arg(long, value_name = "TIME", default_value = "200ms", value_parser = duration)]
    grace: Duration,
    /// How long to wait for a move that has no time of its own
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration)]
    patience: Duration,
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
  galet arena --game abalone --ladder --games 60 --top full:nodes=500k
  galet arena --game avalam --ladder --from expert-1 --top full:nodes=300k";

fn duration(text: &str) -> Result<Duration, Wrong> {
    let wrong = || Wrong::new("a time is written 200ms or 1.5s", "un temps s’écrit 200ms ou 1.5s");
    read_duration(text).ok_or_else(wrong)
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<(), Failure> {
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
            let standing = play(args, players.clone(), records.as_mut(), console)?;
            writeln!(console, "{}", ladder::table_row(&players, &standing))?;
            console.flush()?;
            forfeits += standing.forfeits.iter().sum::<u64>();
        }
    } else if let (Some(first), Some(second)) = (&args.first, &args.second) {
        let players = [first.clone(), second.clone()];
        let standing = play(args, players.clone(), records.as_mut(), console)?;
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
    console: &Console,
) -> Result<Standing, Failure> {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let plan = MatchPlan {
        start: args.start.begin(&args.game, console)?,
        contestants: players,
        pairs: args.games.div_ceil(2),
        concurrency: args.concurrency.map_or_else(cores, usize::from),
        seed: args.seed,
        opening: OpeningPlan { plies: args.opening_plies, ..OpeningPlan::default() },
        patience: Patience { silence: args.patience, grace: args.grace },
        max_plies: args.max_plies,
        sprt: args.sprt,
    };
    let view = MatchView::new(&plan);
    let mut failed = None;
    let standing = plan.play(|pair, standing| {
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
    failed.map_or(Ok(standing), Err)
}

/// The results while they come in: a bar for a person, lines now and then for a pipe.
struct MatchView<'a> {
    plan: &'a MatchPlan,
    bar: Option<ProgressBar>,
    last_line: std::cell::Cell<Instant>,
}

/// Time between two lines where there is no bar.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

impl<'a> MatchView<'a> {
    fn new(plan: &'a MatchPlan) -> Self {
        let bar = io::stderr().is_terminal().then(|| {
            let target = ProgressDrawTarget::stderr();
            let bar = ProgressBar::with_draw_target(Some(plan.pairs * 2), target);
            let style = "{prefix}\n{bar:36} {pos}/{len} games, {elapsed}, about {eta} left\n{msg}";
            bar.set_style(ProgressStyle::with_template(style).expect("it is well formed"));
            let [first, second] = &plan.contestants;
            bar.set_prefix(format!("{first} against {second}"));
            bar.enable_steady_tick(Duration::from_millis(250));
            bar
        });
        MatchView { plan, bar, last_line: std::cell::Cell::new(Instant::now()) }
    }

    fn show(&self, standing: &Standing) {
        let text = brief(self.plan, standing);
        match &self.bar {
            Some(bar) => {
                bar.set_position(standing.tally.games());
                bar.set_message(text);
            }
            None if self.last_line.get().elapsed() >= BETWEEN_LINES => {
                self.last_line.set(Instant::now());
                let [first, second] = &self.plan.contestants;
                let (done, all) = (standing.tally.games(), self.plan.pairs * 2);
                // A closed standard error is nobody's concern.
                let _ =
                    writeln!(io::stderr(), "{done}/{all} games, {first} against {second}: {text}");
            }
            None => {}
        }
    }

    /// Says something beside the bar.
    fn aside(&self, say: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(say),
            None => say(),
        }
    }

    fn close(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// The results in a line.
fn brief(plan: &MatchPlan, standing: &Standing) -> String {
    let tally = &standing.tally;
    let mut text = format!("+{} ={} -{}", tally.wins, tally.draws, tally.losses);
    if let Some(estimate) = tally.estimate() {
        text += &format!(", {:.1} %, {}", estimate.score * 100.0, elo(&estimate));
    }
    if let Some(sprt) = plan.sprt {
        text += &format!(", LLR {}", ratio(&sprt, standing));
    }
    text
}

fn elo(estimate: &Estimate) -> String {
    let Estimate { elo, elo_low, elo_high, .. } = estimate;
    format!("Elo {elo:+.0} ({elo_low:+.0} … {elo_high:+.0})")
}

fn ratio(sprt: &Sprt, standing: &Standing) -> String {
    let (lower, upper) = sprt.bounds();
    format!("{:.2} [{lower:.2}, {upper:.2}]", sprt.log_likelihood_ratio(&standing.tally))
}

/// All that the match says.
fn summarise(
    args: &Args,
    players: &[PlayerSpec; 2],
    standing: &Standing,
    console: &mut Console,
) -> Result<(), Failure> {
    let [first, second] = players;
    let tally = &standing.tally;
    writeln!(
        console,
        "{STRONG}{first}{STRONG:#} against {STRONG}{second}{STRONG:#}: {}, {} games, seed {}",
        args.game,
        tally.games(),
        args.seed
    )?;
    writeln!(console, "won {}, drawn {}, lost {}", tally.wins, tally.draws, tally.losses)?;
    if let Some(estimate) = tally.estimate() {
        writeln!(
            console,
            "score {:.1} % ({:.1} … {:.1} %), {}, likelihood of superiority {:.1} %",
            estimate.score * 100.0,
            estimate.score_low * 100.0,
            estimate.score_high * 100.0,
            elo(&estimate),
            estimate.superiority * 100.0
        )?;
    }
    let [a, b, c, d, e] = tally.pairs;
    writeln!(console, "pairs of 0, ½, 1, 1½, 2 points: {a}, {b}, {c}, {d}, {e}")?;
    if let Some(sprt) = &args.sprt {
        let verdict = match standing.verdict {
            Some(SprtDecision::Accepted) => {
                format!("accepted: the gain is nearer to {}", sprt.elo1)
            }
            Some(SprtDecision::Rejected) => {
                format!("rejected: the gain is nearer to {}", sprt.elo0)
            }
            None => "not decided".to_owned(),
        };
        let Sprt { elo0, elo1, .. } = sprt;
        let ratio = ratio(sprt, standing);
        writeln!(console, "SPRT elo0={elo0},elo1={elo1}: LLR {ratio}, {verdict}")?;
    }
    let pace = standing.spent.map(|spent| {
        let moves = (spent.moves as f64).max(1.0);
        format!("{:.1} ms", spent.time.as_secs_f64() * 1e3 / moves)
    });
    writeln!(console, "time for a move: {} against {}", pace[0], pace[1])?;
    if standing.too_long > 0 {
        writeln!(console, "ended as draws after {} plies: {}", args.max_plies, standing.too_long)?;
    }
    for (player, forfeits) in players.iter().zip(standing.forfeits) {
        if forfeits > 0 {
            writeln!(console, "lost by faults: {player}, {forfeits} games")?;
        }
    }
    Ok(())
}
