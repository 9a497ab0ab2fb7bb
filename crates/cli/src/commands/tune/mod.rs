//! `galet tune`: weights of an evaluation from self-play, parameters of the search from short matches.

mod search;

use crate::console::{Complaint, Console};
use crate::failure::Failure;
use crate::long_work;
use crate::said::Wrong;
use galet_arena::read_count;
use galet_arena::tune::{TunePlan, tune};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::time::Duration;

/// Tune the weights of an evaluation, or the parameters of the search, by self-play.
///
/// The engine plays against itself, and the weights are fitted to the results of the games by
/// logistic regression. Drawn games are left out: they do not tell good weights from bad.
///
/// The standard output holds the new weights as a list in Rust, for `weights.rs` of that game;
/// the losses before and after are told on the standard error. Every tenth game is kept back to
/// check. New weights that lower the loss still have to win their match in `galet arena`.
///
/// With --search it is the parameters of the search that are tuned, all at once (SPSA): in every trial
/// each of them is moved a little up or down by chance, the two that come out so play a few games
/// against each other, and all parameters go a little towards the winner. It takes thousands of short
/// games. With --journal it can be ended at any time (Ctrl-C) and goes on where it was when it is begun
/// again; the same seed finds the same values. New values still have to win their match in `galet
/// arena`, where players take them as settings.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  galet tune abalone --games 200
  galet tune qawale --games 2000 --nodes 5k --seed 7
  galet tune abalone --search --list
  galet tune abalone --search --games 20000 --nodes 2k --setup belgian-daisy \\
      --option move-limit=200 --opening-plies 6 --journal abalone-search.jsonl
  galet tune avalam --search --only late_move_reduction,futility --journal avalam.jsonl")]
pub(crate) struct Args {
    /// The game, by its name in `galet games`
    game: String,
    /// Games to play
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// Positions to look at for each move, as 3000 or 3k
    #[arg(long, value_name = "N", default_value = "2000", value_parser = count)]
    nodes: u64,
    /// On how many threads [default: as many as the machine has]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Decides the games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Tune the parameters of the search instead of the weights
    #[arg(long)]
    search: bool,
    #[command(flatten)]
    how: search::How,
}

fn count(text: &str) -> Result<u64, Wrong> {
    let wrong = || Wrong::new("a count is written 3000 or 3k", "un nombre s’écrit 3000 ou 3k");
    read_count(text).filter(|&n| n > 0).ok_or_else(wrong)
}

pub(crate) fn run(args: &Args, console: &mut Console) -> Result<(), Failure> {
    if args.search {
        return search::run(args, console);
    }
    args.how.is_for_the_search()?;
    let plan = TunePlan {
        games: args.games,
        nodes: args.nodes,
        threads: long_work::threads(args.threads),
        seed: args.seed,
    };
    let watched = std::io::stderr().is_terminal();
    let target = if watched { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(args.games), target);
    let style = "{bar:36} {pos}/{len} games, {elapsed}, about {eta} left";
    bar.set_style(ProgressStyle::with_template(style).expect("the template is well formed"));
    bar.enable_steady_tick(Duration::from_millis(250));
    let tuned = tune(&args.game, &plan, &|done| bar.set_position(done));
    bar.finish_and_clear();
    let tuned = tuned.map_err(|error| Failure::input(&error))?;
    let [won, drawn, lost] = tuned.results;
    write!(console, "{}", tuned.to_rust())?;
    console.flush()?;
    let [before, after] = tuned.loss;
    let [checked_before, checked_after] = tuned.checked_loss;
    for note in [
        format!("{} games: {won} won by the first player, {drawn} drawn, {lost} lost", args.games),
        format!(
            "{} positions learned from: loss {before:.5} before, {after:.5} after",
            tuned.positions
        ),
        format!(
            "{} positions kept back: loss {checked_before:.5} before, {checked_after:.5} after",
            tuned.checked
        ),
    ] {
        console.complain(Complaint::Note, &note);
    }
    Ok(())
}
