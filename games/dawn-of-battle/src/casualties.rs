//! Leaders in danger (6.4).
//!
//! A leader whose unit is disrupted against its will or eliminated is checked with his own side's die: a six, and then black, kills him; anything else does nothing (R49). One whom
//! the enemy finds alone is checked with the enemy's: a six, and then gray, kills him; in every other case he is away for two turns.

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, require, rule};
use serde::{Deserialize, Serialize};

use crate::data::{CardId, Colour, EventId, limits};
use crate::draw::{Draw, Purpose};
use crate::fight_events::FightEvent;
use crate::ids::{HexId, HexSet, LeaderId, PostId};
use crate::table::{Fate, Post, Table};
use crate::{DawnOfBattle, Frame};

/// What has happened to the leaders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Danger {
    /// Their unit was disrupted or eliminated, and no enemy came in.
    Struck,
    /// An enemy has entered or gone through, and they are alone.
    Overrun,
    /// They are with a unit that loots (11.4).
    Looting,
}

/// Leaders of a side in a hex, or in those that a unit has ridden through, checked one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Casualty {
    side: Seat,
    hexes: HexSet,
    danger: Danger,
    /// Counters that were looked at, a bit for each.
    seen: u16,
    current: Option<PostId>,
    /// His die, which was fatal; now the colour is drawn.
    fatal: Option<u8>,
}

/// Whether the guard saves him.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CasualtyChoice {
    /// Household Guard.
    Card(CardId),
    /// Let it come.
    Pass,
}

impl Casualty {
    const fn new(side: Seat, hexes: HexSet, danger: Danger) -> Self {
        Self { side, hexes, danger, seen: 0, current: None, fatal: None }
    }

    /// The unit of these leaders was disrupted against its will, or eliminated.
    pub fn struck(side: Seat, hex: HexId) -> Self {
        Self::jostled(side, HexSet::one(hex))
    }

    /// The units of leaders in these hexes were disrupted by friends who had to go through them.
    pub const fn jostled(side: Seat, hexes: HexSet) -> Self {
        Self::new(side, hexes, Danger::Struck)
    }

    /// A unit of the given side has entered hexes with leaders of the other alone.
    pub const fn overrun(hexes: HexSet, by: Seat) -> Self {
        Self::new(by.opponent(), hexes, Danger::Overrun)
    }

    /// The unit of these leaders loots a camp (11.4).
    pub fn looting(side: Seat, hex: HexId) -> Self {
        Self::new(side, HexSet::one(hex), Danger::Looting)
    }

    /// The leader who is checked now.
    fn leader(self, table: &Table) -> Option<LeaderId> {
        self.current.map(|post| *table.posts[post].who.truth())
    }

    /// The next leader of the hexes; dummies fall away when they are turned up (15.13).
    fn next(mut self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        (self.current, self.fatal) = (None, None);
        for post in PostId::all_of(self.side) {
            let bit = 1 << post.index();
            if self.seen & bit != 0 || !self.hexes.contains(table.posts[post].hex) {
                continue;
            }
            self.seen |= bit;
            table.reveal(post, cx);
            if !table.posts[post].hex.exists() {
                continue;
            }
            self.current = Some(post);
            let guarded = self.danger != Danger::Looting && table.army(self.side).deck.held > 0;
            return if guarded { Next::ask(self) } else { self.draw() };
        }
        Next::done(self)
    }

    fn draw(self) -> Next<DawnOfBattle> {
        let draw = match self.danger {
            Danger::Struck => Draw::die(self.side, Purpose::Leader),
            Danger::Overrun => Draw::die(self.side.opponent(), Purpose::Leader),
            Danger::Looting => Draw::check(self.side, 0, Purpose::Loot),
        };
        Next::call(self, draw)
    }

    /// Takes him off the map until a later turn.
    fn send_away(table: &mut Table, post: PostId, turns: u8) -> u8 {
        let leader = *table.posts[post].who.truth();
        let back = table.turn + turns;
        table.leaders[leader].fate = Fate::Away(back);
        table.posts[post] = Post::NONE;
        back
    }

    /// What the dice say of the present leader.
    fn settle(self, draw: &Draw, table: &mut Table, cx: &mut Cx<DawnOfBattle>) {
        // Elephants that ran meanwhile may have driven him off.
        let Some(post) = self.current.filter(|post| table.posts[*post].hex.exists()) else { return };
        let leader = *table.posts[post].who.truth();
        let die = self.fatal.unwrap_or(draw.face());
        if self.danger == Danger::Looting {
            // Two turns, or as many as the check was failed by, if that is more (11.4).
            let failed_by = (draw.total() - table.morale(self.side) as i8).max(0) as u8;
            let turns =
                if draw.passed() { limits().leader_away } else { failed_by.max(limits().leader_away) };
            let back = Self::send_away(table, post, turns);
            cx.log(rule!("11.4"), || FightEvent::LeaderLoots { leader, die, back }.into());
            return;
        }
        let deadly = match self.danger {
            Danger::Struck => Colour::Black,
            _ => Colour::Gray,
        };
        if self.fatal.is_some() && draw.colour() == deadly {
            bury(table, post);
            cx.log(rule!("6.4"), || FightEvent::LeaderKilled { leader, die }.into());
        } else if self.danger == Danger::Overrun {
            let back = Self::send_away(table, post, limits().leader_away);
            cx.log(rule!("6.4"), || FightEvent::LeaderDriven { leader, die, back }.into());
        } else {
            cx.log(rule!("6.4"), || FightEvent::LeaderUnhurt { leader, die }.into());
        }
    }

    /// The guard saves the leader: no check; if the enemy is in his hex he gets away to the nearest friends (E35).
    fn save(self, table: &mut Table) {
        let Some(post) = self.current else { return };
        if self.danger != Danger::Overrun {
            return;
        }
        let from = table.posts[post].hex;
        let nearest = table
            .units_of(self.side)
            .iter()
            .map(|unit| table.units[unit].hex)
            .min_by_key(|hex| (hex.distance(from), hex.0));
        match nearest {
            Some(hex) => table.posts[post].hex = hex,
            None => drop(Self::send_away(table, post, limits().leader_away)),
        }
    }
}

/// Takes a leader out of the game; he counts as a loss at the end (13.3).
fn bury(table: &mut Table, post: PostId) {
    let leader = *table.posts[post].who.truth();
    let limits = limits();
    let worth = limits.leader_loss + limits.command_loss * table.leaders[leader].values.command;
    table.leaders[leader].fate = Fate::Dead;
    table.army_mut(post.side()).leader_losses += u16::from(worth);
    table.posts[post] = Post::NONE;
}

/// A leader who fought alone falls (15.12.2).
pub fn kill(table: &mut Table, post: PostId, cx: &mut Cx<DawnOfBattle>) {
    let leader = *table.posts[post].who.truth();
    bury(table, post);
    cx.log(rule!("15.12.2"), || FightEvent::LeaderKilled { leader, die: 0 }.into());
}

impl Step<DawnOfBattle> for Casualty {
    type Choice = CasualtyChoice;

    fn enter(self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        self.next(table, cx)
    }

    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(self.side)
    }

    fn prompt(&self, table: &Table, _: Seat) -> Prompt {
        let name = self.leader(table).map_or("A leader", |leader| table.leader_name(leader));
        let prompt =
            Prompt::new(rule!("6.4"), format!("{name} is in danger: does a guard save him?")).interrupt();
        match self.leader(table) {
            Some(leader) => prompt.about(crate::offers::leader_key(table, leader)),
            None => prompt,
        }
    }

    fn candidates(&self, table: &Table, seat: Seat, each: &mut impl FnMut(CasualtyChoice)) {
        table.army(seat).deck.cards().iter().for_each(|card| each(CasualtyChoice::Card(card)));
        each(CasualtyChoice::Pass);
    }

    fn check(&self, table: &Table, seat: Seat, choice: &CasualtyChoice) -> Result<(), Refusal> {
        if let CasualtyChoice::Card(card) = choice {
            require!(table.army(seat).deck.cards().contains(*card), "14.2", "that card is not in your hand");
            require!(card.event() == EventId::HouseholdGuard, "14.2", "this event saves no leader");
        }
        Ok(())
    }

    fn automatic(&self) -> bool {
        false
    }

    fn choose(
        self,
        table: &mut Table,
        seat: Seat,
        choice: CasualtyChoice,
        cx: &mut Cx<DawnOfBattle>,
    ) -> Next<DawnOfBattle> {
        match choice {
            CasualtyChoice::Pass => self.draw(),
            CasualtyChoice::Card(card) => {
                table.army_mut(seat).deck.discard(card);
                cx.log(rule!("E35"), || FightEvent::EventPlayed { side: seat, card, on: None }.into());
                self.save(table);
                self.next(table, cx)
            }
        }
    }

    /// On a six another die is drawn for its colour.
    fn resume(mut self, child: Frame, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        let Frame::Draw(draw) = child else { unreachable!("a leader is checked with a die") };
        if draw.purpose() == Purpose::Leader && draw.total() >= limits().fatal {
            self.fatal = Some(draw.face());
            return Next::call(self, Draw::die(draw.side(), Purpose::Death));
        }
        self.settle(&draw, table, cx);
        self.next(table, cx)
    }
}
