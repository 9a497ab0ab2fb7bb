//! A match as a person sees it: while it goes on, and when it is over.

use super::Args;
use crate::console::{Console, STRONG};
use crate::failure::Failure;
use galet_arena::{Estimate, MatchPlan, PlayerSpec, Sprt, SprtDecision, Standing};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// The results while they come in: a bar for a person, lines now and then for a pipe.
pub(super) struct MatchView<'a> {
    plan: &'a MatchPlan,
    bar: Option<ProgressBar>,
    last_line: std::cell::Cell<Instant>,
}

/// Time between two lines where there is no bar.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

impl<'a> MatchView<'a> {
    pub(super) fn new(plan: &'a MatchPlan) -> Self {
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

    pub(super) fn show(&self, standing: &Standing) {
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
    pub(super) fn aside(&self, say: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(say),
            None => say(),
        }
    }

    pub(super) fn close(&self) {
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
pub(super) fn summarise(
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
    let by_processor = players.iter().all(|player| player.bounds.cpu.is_some());
    let time = if by_processor { "processor time" } else { "time" };
    writeln!(console, "{time} for a move: {} against {}", pace[0], pace[1])?;
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
