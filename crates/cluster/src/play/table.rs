//! One game after the other at one place of the hall.

use super::person::Person;
use super::{Hall, Kind, Known, SHORT};
use crate::clocks::TOLERANCE;
use crate::{FaultError, broken};
use galet_core::Side;
use galet_core::random::SplitMix64;
use galet_games::AnyProgress;
use galet_test_client::Client;
use galet_wire::socket::Answer;
use galet_wire::table::{Act, OfferKind, TableView};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// A position can have millions of moves; so many are drawn from.
const CHOICES: usize = 30;
/// Games end after so many moves at the latest: hundreds are to be opened, too.
const LONGEST: usize = 60;
/// No flag falls before its player had the whole time: between the server's clock and the moment at which a page shows
/// something there is the way.
const WHOLE: Duration = Duration::from_millis(SHORT).saturating_sub(TOLERANCE);

/// What can be seen of a table from outside.
pub(super) struct Progress {
    kind: Kind,
    seen: Mutex<Seen>,
}

struct Seen {
    moved_at: Instant,
    rests: bool,
    doing: String,
}

impl Progress {
    pub(super) fn new(kind: Kind) -> Self {
        let seen = Seen { moved_at: Instant::now(), rests: false, doing: "begins".to_owned() };
        Progress { kind, seen: Mutex::new(seen) }
    }

    fn change(&self, change: impl FnOnce(&mut Seen)) {
        change(&mut self.seen.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn moved(&self) {
        self.change(|seen| seen.moved_at = Instant::now());
    }

    fn does(&self, what: impl Into<String>) {
        let what = what.into();
        self.change(|seen| seen.doing = what);
    }

    pub(super) fn moved_at(&self) -> Instant {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).moved_at
    }

    pub(super) fn rests(&self) -> bool {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).rests
    }

    pub(super) fn tells(&self) -> String {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        format!("{:?} {}", self.kind, seen.doing)
    }
}

/// Plays for ever; ends only when something is as it must not be.
pub(super) async fn play(
    hall: Arc<Hall>,
    number: usize,
    progress: Arc<Progress>,
) -> Result<(), FaultError> {
    let mut random = SplitMix64::new(hall.seed.wrapping_mul(1_000_003).wrapping_add(number as u64));
    let kind = Kind::of(number);
    // Not all at the same moment.
    sleep(hall.pace.mul_f64(random.below(1000) as f64 / 1000.0)).await;
    let mut people = vec![Person::new(Client::new(hall.address))];
    if kind.two_people() {
        people.push(Person::new(Client::new(hall.address)));
    }
    loop {
        rest(&hall, &progress).await;
        let mut game = Game::begin(&hall, kind, people, &mut random, &progress).await?;
        game.play(&mut random).await?;
        people = game.end();
    }
}

/// Rests while everybody does.
async fn rest(hall: &Hall, progress: &Progress) {
    let mut plays = hall.plays.clone();
    if *plays.borrow() {
        return;
    }
    progress.change(|seen| seen.rests = true);
    let _ = plays.wait_for(|plays| *plays).await;
    progress.change(|seen| seen.rests = false);
}

struct Game<'a> {
    hall: &'a Hall,
    progress: &'a Progress,
    people: Vec<Person>,
    known: Arc<Mutex<Known>>,
    id: String,
    kind: Kind,
    position: Box<dyn AnyProgress>,
    over: bool,
}

impl<'a> Game<'a> {
    /// Opens a table, and both sit down.
    async fn begin(
        hall: &'a Hall,
        kind: Kind,
        mut people: Vec<Person>,
        random: &mut SplitMix64,
        progress: &'a Progress,
    ) -> Result<Self, FaultError> {
        let all = galet_games::all();
        let game = all[random.below(all.len())];
        let position = game.start(&Default::default());
        let position = position.or_else(|error| broken(format!("{}: {error}", game.name())))?;
        progress.does("opens");
        let id = loop {
            match people[0].open(&kind.request(game.name())).await {
                Ok(id) => break id,
                Err(_) => sleep(Duration::from_millis(200)).await,
            }
        };
        let known = Known::new(&id, game.name(), kind);
        let known = Arc::new(Mutex::new(known));
        let mut game = Game { hall, progress, people, known, id, kind, position, over: false };
        for seat in 0..game.people.len() {
            game.sit(seat).await?;
        }
        let clients = game.people.iter().map(|person| person.client.clone()).collect();
        let diaries = game.people.iter().map(|person| person.diary.clone()).collect();
        game.know(|known| (known.people, known.diaries) = (clients, diaries));
        hall.add(&game.known);
        progress.moved();
        Ok(game)
    }

    fn know<T>(&self, change: impl FnOnce(&mut Known) -> T) -> T {
        change(&mut self.known.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Looks until there is an answer.
    async fn look(&mut self, seat: usize) -> TableView {
        loop {
            if let Ok(view) = self.people[seat].look(&self.id).await {
                return view;
            }
        }
    }

    async fn sit(&mut self, seat: usize) -> Result<(), FaultError> {
        self.progress.does(format!("{} sits down", self.id));
        loop {
            let view = self.look(seat).await;
            if view.state.seats[seat].you {
                return Ok(());
            }
            if let Ok(Answer::Refused { error }) =
                self.people[seat].act(&self.id, 0, Act::Sit).await
                && !may_pass(&error.code)
                // Perhaps an answer was lost, and the seat is taken by the one who asks.
                && !self.look(seat).await.state.seats[seat].you
            {
                return broken(format!("{}: no seat: {}", self.id, error.words.en));
            }
        }
    }

    /// Takes in what a view shows beyond what is known; what was known must be there.
    fn learn(&mut self, view: &TableView) -> Result<(), FaultError> {
        let known = self.know(|known| known.moves.clone());
        if view.moves.len() < known.len() {
            return broken(format!(
                "{}: {} moves were acknowledged, {} are shown",
                self.id,
                known.len(),
                view.moves.len()
            ));
        }
        for (ply, there) in view.moves.iter().enumerate() {
            match known.get(ply) {
                Some(played) if played.text == there.text => {}
                Some(played) => {
                    let (id, was, is) = (&self.id, &played.text, &there.text);
                    return broken(format!("{id}: move {ply} was {was}, and {is} is shown"));
                }
                None => self.add(&there.text, None)?,
            }
        }
        self.over |= view.state.ending.is_some();
        Ok(())
    }

    /// A move more.
    fn add(&mut self, text: &str, thought: Option<Duration>) -> Result<(), FaultError> {
        if let Err(error) = self.position.play(text) {
            return broken(format!(
                "{}: {text} is there, which cannot be played: {error}",
                self.id
            ));
        }
        self.know(|known| known.played(text, thought));
        self.progress.moved();
        Ok(())
    }

    fn plies(&self) -> usize {
        self.position.plies()
    }

    /// Who is to move, if it is a person.
    fn mover(&self) -> Option<usize> {
        let seat = match self.position.turn() {
            Side::First => 0,
            Side::Second => 1,
        };
        (seat < self.people.len()).then_some(seat)
    }

    async fn play(&mut self, random: &mut SplitMix64) -> Result<(), FaultError> {
        while !self.over && self.plies() < LONGEST && self.position.outcome().is_none() {
            // Whoever is to move is shown the position; then there may be a rest.
            let Some(seat) = self.mover() else {
                self.hear_from_the_computer().await?;
                continue;
            };
            self.is_shown(seat).await?;
            let shown = Instant::now();
            if self.over {
                break;
            }
            if self.kind == Kind::Flag && self.plies() == 3 {
                return self.let_the_flag_fall(seat, shown).await;
            }
            if self.kind != Kind::Flag {
                rest(self.hall, self.progress).await;
                sleep(self.hall.pace.mul_f64(0.5 + random.below(1000) as f64 / 1000.0)).await;
                if random.below(20) == 0 && seat == 0 {
                    self.offer(seat).await;
                }
            }
            let mut texts = self.position.legal_moves(CHOICES).texts;
            let text = texts.swap_remove(random.below(texts.len()));
            self.move_on(seat, &text, shown).await?;
        }
        Ok(())
    }

    /// Waits until a person sees all that was played.
    async fn is_shown(&mut self, seat: usize) -> Result<(), FaultError> {
        self.progress.does(format!("{}: {seat} waits to be shown move {}", self.id, self.plies()));
        let plies = self.plies();
        while !self.people[seat].sees(plies) && !self.over {
            match self.people[seat].hear(&self.id).await {
                Ok(Some(news)) => self.over |= news.state.ending.is_some(),
                // Nothing happened for a while, or the page is closed: there is no harm in looking.
                Ok(None) | Err(_) => {
                    let view = self.look(seat).await;
                    self.learn_or_wait(&view, plies)?;
                }
            }
        }
        Ok(())
    }

    /// Another node may not have heard of the last move yet; it must have all before it.
    fn learn_or_wait(&mut self, view: &TableView, plies: usize) -> Result<(), FaultError> {
        if view.moves.len() + 1 == plies { Ok(()) } else { self.learn(view) }
    }

    /// Sends a move until it is there.
    async fn move_on(&mut self, seat: usize, text: &str, shown: Instant) -> Result<(), FaultError> {
        let ply = self.plies();
        let first = Instant::now();
        let thought = Some(first - shown);
        let mut said = String::new();
        for attempt in 0.. {
            let id = &self.id;
            self.progress.does(format!("{id}: {seat} sends move {ply}, attempt {attempt} {said}"));
            let sent = Instant::now();
            match self.people[seat].try_move(&self.id, ply, text).await {
                Ok(Answer::Done) => {
                    self.add(text, thought)?;
                    self.hall.counts().acknowledged(sent.elapsed());
                    return Ok(());
                }
                Ok(Answer::Refused { error }) => {
                    self.hall.counts().refused(&error.code);
                    said = format!("after {}", error.code);
                    sleep(Duration::from_millis(200)).await;
                    if may_pass(&error.code) {
                        // The page stays open and says that it goes on by itself.
                        continue;
                    }
                    if attempt == 0 && error.code != "stale" && error.code != "game-over" {
                        let (id, words) = (&self.id, error.words.en);
                        return broken(format!("{id}, move {ply}, {text}: refused: {words}"));
                    }
                }
                Ok(other) => {
                    return broken(format!("{}: a move is answered by {other:?}", self.id));
                }
                Err(error) => said = format!("after {error}"),
            }
            // Nobody knows what became of it: look.
            let view = self.look(seat).await;
            if view.moves.len() < ply {
                said = format!("shown only {} moves", view.moves.len());
            }
            self.over |= view.state.ending.is_some();
            match view.moves.get(ply) {
                Some(there) if there.text == text => {
                    self.add(text, thought)?;
                    self.hall.counts().unheard += 1;
                    // The computer may have answered meanwhile.
                    return self.learn(&view);
                }
                Some(there) => {
                    let (id, other) = (&self.id, &there.text);
                    return broken(format!("{id}: somebody played {other} on another's seat"));
                }
                None if self.over => return Ok(()),
                None => {}
            }
        }
        Ok(())
    }

    /// Waits for the computer's move.
    async fn hear_from_the_computer(&mut self) -> Result<(), FaultError> {
        let (ply, start) = (self.plies(), Instant::now());
        self.progress.does(format!("{}: waits for the computer's move {ply}", self.id));
        while self.plies() == ply && !self.over {
            match self.people[0].hear(&self.id).await {
                Ok(Some(news)) => {
                    self.over |= news.state.ending.is_some();
                    match news.text {
                        Some(text) if news.state.ply as usize == ply + 1 => {
                            self.add(&text, None)?;
                        }
                        _ if news.state.ply as usize > ply => {
                            let view = self.look(0).await;
                            self.learn(&view)?;
                        }
                        _ => {}
                    }
                }
                Ok(None) | Err(_) => {
                    let view = self.look(0).await;
                    self.learn(&view)?;
                }
            }
        }
        self.hall.counts().computer_answered(start.elapsed());
        Ok(())
    }

    /// Does nothing until the time is over.
    async fn let_the_flag_fall(&mut self, seat: usize, shown: Instant) -> Result<(), FaultError> {
        self.progress.does(format!("{}: {seat} lets the flag fall", self.id));
        while !self.over {
            match self.people[seat].hear(&self.id).await {
                Ok(Some(news)) => self.over |= news.state.ending.is_some(),
                Ok(None) | Err(_) => self.over |= self.look(seat).await.state.ending.is_some(),
            }
        }
        let after = shown.elapsed();
        if after < WHOLE {
            return broken(format!(
                "{}: the flag fell {after:?} after the position was shown",
                self.id
            ));
        }
        self.hall.counts().flag_fell(after);
        Ok(())
    }

    /// Offers a draw, once: whatever becomes of it, it is there once at most.
    async fn offer(&mut self, seat: usize) {
        let offer = Act::Offer { of: OfferKind::Draw };
        let plies = self.plies();
        let answer = self.people[seat].act(&self.id, plies, offer).await;
        self.know(|known| match answer {
            Ok(Answer::Done) => known.offers += 1,
            Ok(_) => {}
            Err(_) => known.unheard_offers += 1,
        });
    }

    fn end(self) -> Vec<Person> {
        let over = self.over || self.position.outcome().is_some();
        self.know(|known| (known.over, known.left) = (over, true));
        let mut people = self.people;
        // The next game is played on other connections: every person gets to every node.
        people.iter_mut().for_each(Person::go);
        people
    }
}

/// Refusals of a server that cannot do its work just now, or that has not heard yet that the other
/// has sat down at another node.
fn may_pass(code: &str) -> bool {
    matches!(code, "storage" | "busy" | "too-fast" | "waiting-for-opponent")
}
