//! What a game implements: its rules, and one step for each box of its sequence of play.

use std::fmt::Debug;
use std::hash::Hash;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::chance::Chance;
use crate::frames::Frame;
use crate::odds::Likelihood;
use crate::scene::Scene;
use crate::{
    Annotation, Cx, Offer, OptionCard, Outcome, Prompt, Reckoning, Refusal, Roll, ScenarioCard, Seat,
    SeatSet, Secret, Setup, SetupError, State, Thing, Viewer,
};

/// What never changes about a game.
#[derive(Debug)]
pub struct GameInfo {
    /// The short name, as in files and addresses.
    pub id: &'static str,
    /// The name on the box.
    pub title: &'static str,
    /// One sentence for people who choose a game.
    pub summary: &'static str,
    /// How to play it, in a minute: paragraphs parted by blank lines, for somebody who has read nothing.
    pub introduction: &'static str,
    /// The fewest and the most seats.
    pub seats: (u8, u8),
    /// Counts up with every change that makes old records play differently.
    pub rules_version: u32,
    /// The rules in our own words, as Markdown with a heading for each number.
    pub rules: &'static str,
    /// Every numbered rule with its status, as TOML.
    pub rule_list: &'static str,
}

/// The rules of one game. Implemented by a unit struct; everything that changes is in [`State`].
pub trait Rules: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// Map, pieces, decks, tracks: what lies on the table.
    type Table: Clone + Debug + PartialEq + Serialize + Send + Sync + 'static;
    /// Where play stands; made by [`frames!`](crate::frames).
    type Frame: Frame<Self>;
    /// One small decision; made by [`frames!`](crate::frames).
    type Choice: Clone + Debug + Eq + Ord + Hash + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// A line of the game log.
    type Event: Clone + Debug + PartialEq + Serialize + Send + Sync + 'static;

    /// Name, seats, version.
    const INFO: &'static GameInfo;

    /// How many [turns](Self::turn) it takes until every seat has had one: more than one where each has a turn of its own.
    const ROUND: u16 = 1;

    /// How many rounds of turns ahead a choice is played on by whoever has the time, before the judge speaks: more than one where what is
    /// begun now bears fruit later, and the judge is late to see it.
    const FAR: u16 = 1;

    /// Whether an admiral beats captains clearly with only a handful of imagined continuations. He then plays no more than those, so that
    /// the levels are a step apart and a grand-admiral still has something to find.
    const FEW_SUFFICE: bool = false;

    /// How far a captain's opinion of a choice is off as a rule, in thousandths of a chance to win. Where a battle has hundreds of small
    /// decisions none of them is off by much, and somebody who plays choices on must not take luck for insight.
    const DOUBT: u16 = 30;

    /// The switches that every scenario of the game has.
    fn options() -> Vec<OptionCard>;
    /// The scenarios that come with the game.
    fn scenarios() -> Vec<ScenarioCard>;
    /// A digest of the data of a shipped scenario: a record made with other data says so. Empty for an unknown one.
    fn scenario_digest(id: &str) -> String;
    /// Reads a scenario file, a user's own or a shipped one, and says what is wrong with it.
    fn read_scenario(file: &str, text: &str) -> Result<ScenarioCard, SetupError>;
    /// Lays out the table and says with which box play begins.
    fn set_up(setup: &Setup, cx: &mut Cx<Self>) -> Result<(Self::Table, Self::Frame), SetupError>;
    /// How many seats this table has.
    fn seats(table: &Self::Table) -> u8;
    /// The turn that is played; whatever the game calls it, it counts up. A player that imagines continuations judges them where a turn
    /// begins: in the midst of one, whoever acted last looks better than he is.
    fn turn(state: &State<Self>) -> u16;

    /// What a viewer sees. Built from nothing, field by field; never a state with fields taken out.
    fn scene(state: &State<Self>, viewer: Viewer) -> Scene;
    /// How a choice looks on the board: what is clicked, what it is called.
    fn offer(state: &State<Self>, seat: Seat, choice: &Self::Choice) -> Offer;
    /// The sum behind a choice, term by term, where there is one.
    fn reckoning(state: &State<Self>, seat: Seat, choice: &Self::Choice) -> Option<Reckoning>;
    /// The key that scenes use for a piece or a space.
    fn key(table: &Self::Table, thing: Thing) -> String;
    /// A line of the log in words.
    fn narrate(table: &Self::Table, event: &Self::Event) -> String;
    /// What a page shows beside those words: the side, the pieces, the dice.
    fn annotate(_: &Self::Table, _: &Self::Event) -> Annotation {
        Annotation::default()
    }
    /// The names of the pieces.
    fn roll(table: &Self::Table) -> Roll;

    /// Calls `each` with every secret on the table.
    fn secrets(table: &mut Self::Table, each: &mut dyn FnMut(&mut dyn Secret));
    /// Settles every forgotten fact at random, in agreement with all that is known.
    fn deal(state: &mut State<Self>, chance: &mut dyn Chance);

    /// Checks what must always hold: piece counts, stacking, conservation. For tests.
    fn audit(state: &State<Self>) -> Result<(), String>;
    /// Calls `each` with every choice that could be thought of in this position, legal or not. For tests.
    fn universe(state: &State<Self>, seat: Seat, each: &mut dyn FnMut(Self::Choice));

    /// How good the position is for a seat, in hundredths of a point of the game's own score. A game that reckons with
    /// chances of victory counts a certain one as 500 points, a certain defeat as 500 less than nothing.
    fn judge(state: &State<Self>, seat: Seat) -> i32;
    /// Tells what [`judge`](Self::judge) would say after a choice, on average over its dice, where the game can tell without
    /// throwing them. A game that can tell the average for one choice of a menu tells it for all of them.
    fn forecast(state: &State<Self>, seat: Seat) -> Option<Foresight<'_, Self::Choice>> {
        let _ = (state, seat);
        None
    }
    /// How well a seat stands on the way to victory, in the measure of [`judge`](Self::judge). Who looks one choice ahead needs a judge
    /// that sees what is being prepared; who weighs chances of victory wants to know who wins, and a game may tell the two apart.
    fn outlook(state: &State<Self>, seat: Seat) -> i32 {
        Self::judge(state, seat)
    }
    /// The lead by [`outlook`](Self::outlook) that makes victory *e* times as likely as that of another seat, as things stand on this
    /// table: where much is still to come it says less. Fitted to games between captains; a player that weighs chances of victory
    /// reckons with it.
    fn lead(table: &Self::Table) -> i32;
    /// By how much the first of two seats stands better than [`outlook`](Self::outlook) sees, in thousandths of the logarithm of its
    /// odds. A judge is the same for all scenarios; what it cannot see of one is fitted to games between captains.
    fn edge(table: &Self::Table) -> i16 {
        let _ = table;
        0
    }
    /// What a player would say of the difference between two positions: `Some damage`, `Hood sinks`.
    fn remarks(before: &State<Self>, after: &State<Self>, each: &mut dyn FnMut(&str));
    /// Exact odds of a choice where the game can tell them faster than by trying all dice.
    fn exact_odds(state: &State<Self>, seat: Seat, choice: &Self::Choice) -> Option<Vec<Likelihood>> {
        let _ = (state, seat, choice);
        None
    }
}

/// Foretells choices of one position, one after the other: what they have in common is worked out once.
pub type Foresight<'a, C> = Box<dyn FnMut(&C) -> Option<i32> + 'a>;

/// One box of the sequence-of-play flow chart, in its own file with its own choices.
pub trait Step<G: Rules>: Sized + Into<G::Frame> {
    /// What may be decided here; [`Never`](crate::Never) for a box that asks nothing.
    type Choice: Clone + Debug + Eq + Ord + Hash + Serialize + DeserializeOwned;

    /// Comes first. The default goes straight to the question.
    #[inline]
    fn enter(self, table: &mut G::Table, cx: &mut Cx<G>) -> Next<G> {
        let _ = (table, cx);
        Next::ask(self)
    }

    /// Who may answer now: one seat, or several in secret.
    #[inline]
    fn waiting(&self, table: &G::Table) -> SeatSet {
        let _ = table;
        SeatSet::NONE
    }

    /// What is asked.
    fn prompt(&self, table: &G::Table, seat: Seat) -> Prompt {
        let _ = (table, seat);
        Prompt::default()
    }

    /// Every choice worth a look: all legal ones, and near misses whose refusal teaches something.
    #[inline]
    fn candidates(&self, table: &G::Table, seat: Seat, each: &mut impl FnMut(Self::Choice)) {
        let _ = (table, seat, each);
    }

    /// The one place where this box says what is allowed. Anything may arrive here, also from outside.
    fn check(&self, table: &G::Table, seat: Seat, choice: &Self::Choice) -> Result<(), Refusal> {
        let _ = (table, seat, choice);
        Err(Refusal::new(crate::rule!("0"), "nothing is asked here"))
    }

    /// False for a legal choice that only repeats another in a different order. Search skips it, people may
    /// still make it.
    #[inline]
    fn canonical(&self, table: &G::Table, seat: Seat, choice: &Self::Choice) -> bool {
        let _ = (table, seat, choice);
        true
    }

    /// The candidates that search looks at. A box with many that are not canonical lists the others directly.
    #[inline]
    fn canonical_candidates(&self, table: &G::Table, seat: Seat, each: &mut impl FnMut(Self::Choice)) {
        self.candidates(table, seat, &mut |choice| {
            if self.canonical(table, seat, &choice) {
                each(choice);
            }
        });
    }

    /// The legal choices among the candidates, in their order. A box whose checks share much of their work may list them
    /// directly; the promise `menus` holds the list to `check`.
    #[inline]
    fn legal(&self, table: &G::Table, seat: Seat, each: &mut impl FnMut(Self::Choice)) {
        self.candidates(table, seat, &mut |choice| {
            if self.check(table, seat, &choice).is_ok() {
                each(choice);
            }
        });
    }

    /// The legal choices among those that search looks at. The same holds for it.
    #[inline]
    fn canonical_legal(&self, table: &G::Table, seat: Seat, each: &mut impl FnMut(Self::Choice)) {
        self.canonical_candidates(table, seat, &mut |choice| {
            if self.check(table, seat, &choice).is_ok() {
                each(choice);
            }
        });
    }

    /// Whether search sees two legal choices or more; stops checking at the second. A box that knows without looking says so:
    /// it is asked each time before its question is put. Where it says no, the choices are counted.
    #[inline]
    fn has_several(&self, table: &G::Table, seat: Seat) -> bool {
        self.finds_two(table, seat)
    }

    /// Whether two of the choices that search looks at are legal, found by checking one after the other. Not for boxes to change: for those
    /// that know without looking only at times.
    #[inline]
    fn finds_two(&self, table: &G::Table, seat: Seat) -> bool {
        let mut found = 0u8;
        self.canonical_candidates(table, seat, &mut |choice| {
            if found < 2 && self.check(table, seat, &choice).is_ok() {
                found += 1;
            }
        });
        found > 1
    }

    /// Whether the box takes its only choice by itself. False where that would tell a secret.
    #[inline]
    fn automatic(&self) -> bool {
        true
    }

    /// Carries out a choice that passed `check`.
    fn choose(self, table: &mut G::Table, seat: Seat, choice: Self::Choice, cx: &mut Cx<G>) -> Next<G> {
        let _ = (table, seat, choice, cx);
        unreachable!("`check` refuses every choice of a box that asks nothing")
    }

    /// A called box has returned; its results are in `child`.
    fn resume(self, child: G::Frame, table: &mut G::Table, cx: &mut Cx<G>) -> Next<G> {
        let _ = (child, table, cx);
        unreachable!("this box calls no other")
    }

    /// Secrets the box itself holds, such as sealed answers.
    fn secrets(&mut self, each: &mut dyn FnMut(&mut dyn Secret)) {
        let _ = each;
    }
}

/// Where play goes after a box has done its work.
#[derive(Debug)]
pub enum Next<G: Rules> {
    /// Wait for a choice.
    Ask(G::Frame),
    /// Go down into a box; the parent resumes when it returns.
    Call {
        /// The box that waits.
        parent: G::Frame,
        /// The box that goes first.
        child: G::Frame,
    },
    /// Go on to another box.
    Become(G::Frame),
    /// Done, results included.
    Return(G::Frame),
    /// The match is over.
    Over(Outcome),
}

impl<G: Rules> Next<G> {
    /// Wait for a choice in this box.
    #[inline]
    pub fn ask(step: impl Into<G::Frame>) -> Self {
        Self::Ask(step.into())
    }

    /// Go down into `child`; `parent` resumes when it returns.
    #[inline]
    pub fn call(parent: impl Into<G::Frame>, child: impl Into<G::Frame>) -> Self {
        Self::Call { parent: parent.into(), child: child.into() }
    }

    /// Go on to another box.
    #[inline]
    pub fn go(step: impl Into<G::Frame>) -> Self {
        Self::Become(step.into())
    }

    /// This box is done.
    #[inline]
    pub fn done(step: impl Into<G::Frame>) -> Self {
        Self::Return(step.into())
    }
}
