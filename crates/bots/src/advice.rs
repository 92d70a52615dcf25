//! Hints: what a search would choose for a seat, and why.

use sandtable_engine::advice::{Hint, Suggestion};
use sandtable_engine::chance::Fast;
use sandtable_engine::odds::{Effort, Forecast, MARGIN, forecast};
use sandtable_engine::{Cx, Knowledge, Rules, Seat, Session, State, Viewer};

use crate::appraisal::outlook;
use crate::levels::COUNSEL;
use crate::worth::Dealer;
use crate::{Captain, CaptainEffort, Player, Question, Search, SearchEffort, Terms, Weighed};

/// How many choices a hint names.
const SUGGESTIONS: usize = 3;

/// Continuations for a hint: with the admiral's own, two hints at one position may say chances that lie far apart.
const CONTINUATIONS: u32 = 128;

/// How closely it is looked at what a choice leads to at once: somebody waits.
const LOOK: Effort = Effort { outcomes: 2_000, samples: 500 };

/// Worlds in which the likely reply to a choice is asked for.
const REPLIES: u32 = 5;

/// What is less likely than this is not worth a word.
const WORTH_A_WORD: f64 = 0.1;

/// Steps without a choice that are looked past.
const PASSED: usize = 16;

/// The best choices of a seat by a search over what the seat knows; `None` where it has nothing to decide.
pub fn hint<G: Rules>(session: &Session<G>, seat: Seat, terms: &Terms) -> Option<Hint> {
    let state = session.state();
    let mut menu = Vec::new();
    let question = Question::put(state, seat, &mut menu)?;
    // People want to know how good choices are, and not only which is the best.
    let effort = SearchEffort { playouts: CONTINUATIONS, little: 0.0, ..COUNSEL };
    let mut thought = Search::new(effort).think(&question, terms);
    let mut playouts = playouts_of(&thought.weighed);
    let mut afterwards = None;
    thought.weighed.truncate(SUGGESTIONS);
    if thought.weighed.is_empty() {
        let ahead = Ahead::of(&question.knowledge(), thought.choice.clone(), effort, terms);
        playouts = ahead.playouts;
        let (chance, error) = (ahead.chance, ahead.error);
        thought.weighed.push(Weighed { choice: thought.choice, chance, error, apart: 0.0, playouts });
        afterwards = ahead.choice.map(|choice| format!("Then: {choice}."));
    }
    let weighed = thought.weighed;
    let suggestions = weighed.iter().enumerate().map(|(number, one)| {
        let forecast = forecast(state, seat, &one.choice, LOOK);
        let rival = if number == 0 { weighed.get(1) } else { None };
        let why = [
            brings(&forecast),
            afterwards.clone(),
            reply(&question.knowledge(), &one.choice),
            rival.map(|rival| compare(one, rival, &label(state, seat, &rival.choice))),
        ];
        Suggestion {
            choice: session.write_choice(&one.choice),
            offer: G::offer(state, seat, &one.choice),
            chance: one.chance,
            error: one.error,
            apart: if number == 0 { 0.0 } else { one.apart_from(&weighed[0]) },
            forecast,
            why: why.into_iter().flatten().collect(),
        }
    });
    Some(Hint { suggestions: suggestions.collect(), playouts })
}

fn playouts_of<C>(weighed: &[Weighed<C>]) -> u32 {
    weighed.iter().map(|one| one.playouts).sum()
}

/// How a seat stands that has nothing to choose now: by its next choice, if it comes before anything else happens.
struct Ahead {
    chance: f64,
    error: f64,
    playouts: u32,
    /// What it would choose then.
    choice: Option<String>,
}

impl Ahead {
    fn of<G: Rules>(knowledge: &Knowledge<G>, only: G::Choice, effort: SearchEffort, terms: &Terms) -> Self {
        let seat = knowledge.seat();
        let mut world = knowledge.imagine(&mut Fast::new(0));
        let (mut choice, mut menu) = (only, Vec::new());
        for _ in 0..PASSED {
            let mut dice = Dealer::new(0);
            world.take(seat, choice, &mut Cx::silent(&mut dice));
            if dice.dealt || !world.waiting().contains(seat) {
                break;
            }
            let Some(question) = Question::put(&world, seat, &mut menu) else { break };
            let thought = Search::new(effort).think(&question, terms);
            if let Some(best) = thought.weighed.first() {
                let playouts = playouts_of(&thought.weighed);
                let choice = Some(label(&world, seat, &best.choice));
                return Self { chance: best.chance, error: best.error, playouts, choice };
            }
            choice = thought.choice;
        }
        let (chances, error) = outlook(knowledge, seat);
        Self { chance: chances[seat.index()], error, playouts: 0, choice: None }
    }
}

/// Why a choice would have been better than the one that was taken, in sentences.
pub fn explain<G: Rules>(
    state: &State<G>,
    seat: Seat,
    chosen: &G::Choice,
    better: &G::Choice,
) -> Vec<String> {
    let knowledge = Knowledge::of(seat, state);
    let mut why = Vec::new();
    for choice in [better, chosen] {
        let told = [brings(&forecast(state, seat, choice, LOOK)), reply(&knowledge, choice)];
        let told: Vec<String> = told.into_iter().flatten().collect();
        if !told.is_empty() {
            why.push(format!("{}: {}", label(state, seat, choice), told.join(" ")));
        }
    }
    why
}

fn label<G: Rules>(state: &State<G>, seat: Seat, choice: &G::Choice) -> String {
    G::offer(state, seat, choice).label
}

/// What a choice may well lead to at once.
fn brings(forecast: &Forecast) -> Option<String> {
    let likely = forecast.lines.iter().filter(|line| line.chance >= WORTH_A_WORD).take(3);
    let said = |what: &str, chance: f64| {
        if chance > 0.995 { what.to_owned() } else { format!("{what} ({:.0}%)", 100.0 * chance) }
    };
    let told: Vec<String> = likely.map(|line| said(&line.what, line.chance)).collect();
    if told.is_empty() { None } else { Some(format!("May lead to: {}.", told.join(", "))) }
}

/// What another seat would answer at once, where it would mostly answer the same.
fn reply<G: Rules>(knowledge: &Knowledge<G>, choice: &G::Choice) -> Option<String> {
    let mut replies: Vec<(Seat, String)> = Vec::new();
    for deal in 0..REPLIES {
        let mut dice = Fast::new(deal.into());
        let mut after = knowledge.imagine(&mut dice);
        after.take(knowledge.seat(), choice.clone(), &mut Cx::silent(&mut dice));
        let other = after.waiting().only().filter(|other| *other != knowledge.seat() && after.is_open())?;
        let mut menu = Vec::new();
        let question = Question::put(&after, other, &mut menu)?;
        let answer = Captain::new(CaptainEffort::FULL).think(&question, &Terms::untimed(deal.into())).choice;
        replies.push((other, label(&after, other, &answer)));
    }
    let count = |reply: &(Seat, String)| replies.iter().filter(|other| *other == reply).count();
    let commonest = replies.iter().max_by_key(|reply| count(reply))?;
    if 2 * count(commonest) <= replies.len() {
        return None;
    }
    let (seat, answer) = commonest;
    let scene = G::scene(knowledge.known(), Viewer::Seat(knowledge.seat()));
    let side = scene.sides.iter().find(|side| side.seat == *seat)?;
    Some(format!("The likely reply of {}: {answer}.", side.name))
}

/// How a choice compares with another, with the margin of the difference.
fn compare<C>(one: &Weighed<C>, other: &Weighed<C>, label: &str) -> String {
    let (more, error) = (100.0 * (one.chance - other.chance), 100.0 * MARGIN * one.apart_from(other));
    if more.abs() <= error {
        let sign = if more < 0.0 { '−' } else { '+' };
        format!(
            "As far as the search can tell, as good as “{label}” ({sign}{:.1} ± {error:.1} percentage points).",
            more.abs()
        )
    } else if more > 0.0 {
        format!(
            "The chance of victory is {more:.1} ± {error:.1} percentage points higher than with “{label}”."
        )
    } else {
        format!(
            "The chance of victory is {:.1} ± {error:.1} percentage points lower than with “{label}”.",
            -more
        )
    }
}
