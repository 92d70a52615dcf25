//! One melee, from its declaration to Done! (10.2): the steps, in their order.
//!
//! A melee has one bout, or two in a double attack (15.7, reckoned by the rules and not by the printed sum, R46), whose effects are carried out when both are over. Relief, withdrawal and gunfire come first; then
//! points, events, and the cards; then checks and harm (10.2.5), advance and continuance (`advance.rs`); then both are Done! (10.2.8).

use sandtable_engine::{Cx, Next, Prompt, Refusal, Seat, SeatSet, Step, Viewer, rule};
use serde::Serialize;

use crate::bout::{Bout, MeleeChoice, Stage};
use crate::contest::{self, Party, check_attack, defender_of};
use crate::data::{CardId, EventId};
use crate::draw::Draw;
use crate::field::Hex;
use crate::fight_events::FightEvent;
use crate::fight_odds::foreseen;
use crate::gunpowder::Guns;
use crate::ids::{HexId, UnitId};
use crate::melee_checks as checks;
use crate::sequence::roar;
use crate::strength::Contest;
use crate::table::{Marker, Table};
use crate::withdrawal;
use crate::{DawnOfBattle, Frame};

/// A melee.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Melee {
    pub(crate) attacker: Party,
    /// Where the attack comes from, on the map or beside it (7.8).
    #[serde(skip)]
    pub(crate) from: Hex,
    /// Who decides and draws for attacker and defender: their sides, but the enemy for an elephant that runs among friends (15.8.3).
    pub(crate) seats: [Seat; 2],
    pub(crate) stage: Stage,
    pub(crate) bouts: [Bout; 2],
    /// How many bouts there are.
    pub(crate) count: u8,
    /// The bout under way.
    pub(crate) now: u8,
    /// Who is asked, where both are in turn.
    pub(crate) asked: Seat,
    /// Passes since an event was last played.
    pub(crate) passes: u8,
    pub(crate) guns: Guns,
    /// An elephant out of hand (15.8.3).
    pub(crate) rampage: bool,
    /// Whether this is the second attack of a charge (10.2.7).
    pub(crate) continued: bool,
    /// The hex that the attacker has advanced into.
    pub(crate) advanced: HexId,
    /// How many of the vacated hexes have been looked at for leaders.
    pub(crate) settled: u8,
    /// Where the attacker stood that loots now (11.4).
    pub(crate) looted: HexId,
}

impl Melee {
    fn new(attacker: Party, from: Hex, target: Party, hex: HexId) -> Self {
        let bout = Bout::new(target, hex);
        Self {
            attacker,
            from,
            seats: [attacker.side(), target.side()],
            stage: Stage::Declared,
            bouts: [bout; 2],
            count: 1,
            now: 0,
            asked: attacker.side(),
            passes: 0,
            guns: Guns::NONE,
            rampage: false,
            continued: false,
            advanced: HexId::NOWHERE,
            settled: 0,
            looted: HexId::NOWHERE,
        }
    }

    /// A party attacks the enemy in a hex; [`check_attack`] has allowed it.
    pub fn attack(table: &Table, attacker: Party, hex: HexId) -> Self {
        let target = defender_of(table, attacker.side(), hex).expect("there is an enemy in the hex");
        Self::new(attacker, attacker.hex(table).hex(), target, hex)
    }

    /// A unit attacks both of its front hexes (15.7).
    pub fn double(table: &Table, unit: UnitId) -> Self {
        let [left, right] = checks::front(table, unit);
        let mut melee = Self::attack(table, Party::Unit(unit), left);
        let target = defender_of(table, unit.side(), right).expect("there is an enemy in the other hex");
        melee.bouts[1] = Bout::new(target, right);
        melee.count = 2;
        melee
    }

    /// A reinforcement attacks whoever blocks its entry, from a hex beside the map (7.8).
    pub fn from_edge(table: &Table, unit: UnitId, hex: HexId) -> Self {
        let off = |next: &Hex| HexId::of(*next).is_none_or(|next| !table.map().contains(next));
        let from = hex.hex().neighbours().into_iter().find(off).unwrap_or(hex.hex());
        let target = defender_of(table, unit.side(), hex).expect("the entry is blocked");
        Self::new(Party::Unit(unit), from, target, hex)
    }

    /// An elephant out of hand falls upon whoever is in a hex; among friends the enemy leads it (15.8.3).
    pub fn rampage(table: &Table, elephant: UnitId, hex: HexId) -> Self {
        let target = Party::Unit(table.unit_at(hex).expect("somebody stands in the hex"));
        let mut melee = Self::new(Party::Unit(elephant), table.units[elephant].hex.hex(), target, hex);
        melee.seats = [target.side().opponent(), target.side()];
        melee.rampage = true;
        melee
    }

    /// The bout under way.
    pub const fn bout(&self) -> &Bout {
        &self.bouts[self.now as usize]
    }

    pub(crate) const fn bout_mut(&mut self) -> &mut Bout {
        &mut self.bouts[self.now as usize]
    }

    /// The bouts.
    pub fn all_bouts(&self) -> &[Bout] {
        &self.bouts[..usize::from(self.count)]
    }

    /// Who attacks.
    pub const fn attacker(&self) -> Party {
        self.attacker
    }

    /// The step.
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// Who decides for attacker and defender.
    pub const fn seats(&self) -> [Seat; 2] {
        self.seats
    }

    /// Whether an elephant runs wild.
    pub const fn is_rampage(&self) -> bool {
        self.rampage
    }

    /// The facts of the bout under way, as somebody knows them.
    pub fn contest(&self, table: &Table, viewer: Viewer) -> Contest {
        let Bout { target, hex, exertion, played, .. } = *self.bout();
        contest::contest(
            table,
            (self.attacker, self.from, exertion[0], self.rampage),
            (target, hex, exertion[1]),
            self.count == 2,
            played,
            viewer,
        )
    }

    /// Spends points in the step that asks for them, to reckon with it.
    pub const fn exert(&mut self, points: u8) {
        let side = matches!(self.stage, Stage::Resistance) as usize;
        self.bout_mut().exertion[side] = points;
    }

    /// Counts an event as played, to reckon with it.
    pub fn foresee(&mut self, seat: Seat, card: CardId) {
        let side = usize::from(seat != self.seats[0]);
        foreseen(&mut self.bout_mut().played, side, card.event());
    }

    /// Goes to a step.
    pub(crate) const fn at(mut self, stage: Stage) -> Self {
        self.stage = stage;
        self
    }

    /// Plays on from the present step to the next question.
    pub(crate) fn run(mut self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        loop {
            let step = match self.stage {
                Stage::Declared => self.declared(table),
                Stage::Cannon => return self.cannon(table, cx),
                Stage::Withdrawal => self.withdrawal(table, Stage::Gunfire),
                Stage::Gunfire => return self.gunfire(table, cx),
                Stage::Aimed => return self.aimed(table, cx),
                Stage::AfterFire => self.after_fire(table),
                Stage::BreakOff => self.break_off(table),
                Stage::Exertion => self.exertion(table, cx, 0),
                Stage::Resistance => self.exertion(table, cx, 1),
                Stage::Events => self.events(table, Stage::Cards),
                Stage::Cards => {
                    self.turn_over(table, cx);
                    self.begin_asking(table);
                    self.stage = Stage::Replies;
                    continue;
                }
                Stage::Replies => self.events(table, Stage::Machina),
                Stage::Machina => return self.settle_cells(table, cx),
                Stage::CheckDefender => self.morale_check(table, 1),
                Stage::CheckAttacker => self.morale_check(table, 0),
                Stage::Harm => return self.harm(table, cx),
                Stage::Leaders => return self.attackers_leaders(table, cx),
                Stage::Advance => self.advance(table, cx),
                Stage::Overrun => return self.overrun(table, cx),
                Stage::Capture => return self.capture(table, cx),
                Stage::Continuance => self.continuance(table),
                Stage::Afterwards => self.afterwards(table),
                Stage::Over => return Next::done(self),
            };
            match step {
                Flow::On(melee) => self = melee,
                Flow::Ask(melee) => return Next::ask(melee),
                Flow::Call(melee, draw) => return Next::call(melee, draw),
            }
        }
    }

    /// Infantry may be relieved by an event. A cannon alone neither withdraws nor fights: all it can do is fire (8.7.2, 8.7.2.10).
    fn declared(mut self, table: &Table) -> Flow {
        let target = self.bout().target;
        if let Some(unit) = target.unit() {
            if table.guns.contains(unit) {
                return Flow::On(self.at(Stage::Gunfire));
            }
            if table.units[unit].kind.is_infantry() && table.army(self.seats[1]).deck.held > 0 {
                self.asked = self.seats[1];
                return Flow::Ask(self);
            }
        } else if !table.scenario.options.honour {
            // A lone leader is overrun without cards (R59).
            return Flow::On(self.at(Stage::Advance));
        }
        Flow::On(self.at(Stage::Withdrawal))
    }

    /// A unit that may withdraw and has somewhere to go is asked (10.2.2), also one before an elephant of its own side (15.8.3).
    fn withdrawal(mut self, table: &Table, next: Stage) -> Flow {
        let bout = self.bout();
        if let Some(unit) = bout.target.unit()
            && withdrawal::check_withdrawal(table, unit, self.attacker).is_ok()
            && withdrawal::has_refuge(table, unit, self.from)
        {
            self.asked = self.seats[1];
            return Flow::Ask(self);
        }
        Flow::On(self.at(next))
    }

    /// Light gunners in good order who have fired may go now (8.7.2.4).
    fn after_fire(self, table: &Table) -> Flow {
        let gunner = self.bout().target.unit().is_some_and(|unit| {
            table.field.contains(unit)
                && table.units[unit].kind.card().is_light()
                && table.units[unit].kind.card().gunpowder
        });
        if gunner && self.guns.defender_fired() {
            return self.withdrawal(table, Stage::BreakOff);
        }
        Flow::On(self.at(Stage::BreakOff))
    }

    /// An attacker disrupted by panic fire may break off (15.9); one disrupted by guns must go on (8.7.2.2, R22).
    fn break_off(mut self, table: &Table) -> Flow {
        if self.guns.panic_hit() && self.attacker.lives(table) {
            self.asked = self.seats[0];
            return Flow::Ask(self);
        }
        Flow::On(self.at(Stage::Exertion))
    }

    /// Points of the attacker, then of the defender (5.5); leaders are turned up before (R50). Against elephants points are of no use (R44).
    fn exertion(mut self, table: &mut Table, cx: &mut Cx<DawnOfBattle>, side: usize) -> Flow {
        let next = if side == 0 { Stage::Resistance } else { Stage::Events };
        if side == 0 {
            self.reveal(table, cx);
            if !self.attacker.lives(table) || !self.bout().target.lives(table) {
                // Under the counter was nobody (15.13).
                self.bout_mut().killed = self.attacker.lives(table);
                return Flow::On(self.at(Stage::Harm));
            }
        }
        if side == 1 {
            self.begin_asking(table);
        }
        if self.contest(table, Viewer::Spectator).elephants() || table.army(self.seats[side]).points == 0 {
            return Flow::On(self.at(next));
        }
        self.asked = self.seats[side];
        Flow::Ask(self)
    }

    fn reveal(&self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) {
        table.reveal_leaders(self.attacker.side(), self.attacker.hex(table), cx);
        let bout = self.bout();
        table.reveal_leaders(bout.target.side(), bout.hex, cx);
    }

    /// The holder of the initiative is asked first (14.2).
    pub(crate) fn begin_asking(&mut self, table: &Table) {
        (self.asked, self.passes) = (table.initiative, 0);
    }

    /// Both are asked in turn as long as one of them plays. Before the cards the barbarians in the melee may still charge (15.4).
    fn events(mut self, table: &mut Table, next: Stage) -> Flow {
        while self.passes < 2 {
            let roars = self.stage == Stage::Events && checks::check_roar(&self, table, self.asked).is_ok();
            if table.army(self.asked).deck.held > 0 || roars {
                return Flow::Ask(self);
            }
            self.passes += 1;
            self.asked = self.asked.opponent();
        }
        Flow::On(self.at(next))
    }

    /// Attacker and defenders are Done! (10.2.8), leaders who fought alone too (15.12.2).
    pub(crate) fn exhaust(&self, table: &mut Table) {
        let targets = self.all_bouts().iter().map(|bout| bout.target);
        for party in targets.chain([self.attacker]) {
            match party {
                Party::Unit(unit) if table.field.contains(unit) => table.units[unit].marker = Marker::Done,
                Party::Leader(post) if party.lives(table) => table.posts[post].done = true,
                _ => {}
            }
        }
    }

    /// An event may let the attacker attack again (E6).
    fn afterwards(mut self, table: &mut Table) -> Flow {
        self.exhaust(table);
        let fit = self
            .attacker
            .unit()
            .is_some_and(|unit| table.field.contains(unit) && !table.units[unit].disrupted && !self.rampage);
        if fit && table.army(self.seats[0]).deck.held > 0 {
            self.asked = self.seats[0];
            return Flow::Ask(self);
        }
        Flow::On(self.at(Stage::Over))
    }

    /// The steps of an event played on the bout.
    fn play(&mut self, seat: Seat, card: CardId, table: &mut Table, cx: &mut Cx<DawnOfBattle>) {
        table.army_mut(seat).deck.discard(card);
        let on = self.attacker.unit();
        cx.log(rule!("14.2"), || FightEvent::EventPlayed { side: seat, card, on }.into());
        let side = usize::from(seat != self.seats[0]);
        let event = card.event();
        let bout = self.bout_mut();
        match event {
            EventId::FreshHand => {
                let fresh = table.army_mut(seat).deck.turn_over(rule!("E5"), cx);
                cx.log(rule!("E5"), || FightEvent::FreshCard { side: seat, card: fresh }.into());
                self.lay(side, fresh);
            }
            EventId::DigInHeels => bout.cells[side] = bout.cells[side].milder(),
            EventId::NoQuarter => bout.cells[1 - side] = bout.cells[1 - side].harsher(event.figure()),
            EventId::PressOn => {
                if let Some(unit) = on {
                    table.units[unit].marker = Marker::None;
                }
            }
            _ => foreseen(&mut bout.played, side, event),
        }
        (self.passes, self.asked) = (0, seat.opponent());
    }
}

/// Where a step leads.
pub(crate) enum Flow {
    /// To the step that is set.
    On(Melee),
    /// To a question.
    Ask(Melee),
    /// To a die.
    Call(Melee, Draw),
}

impl Step<DawnOfBattle> for Melee {
    type Choice = MeleeChoice;

    fn enter(self, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        if self.stage == Stage::Declared && self.now == 0 {
            let (attacker, target) = (self.attacker, self.bout().target);
            cx.log(rule!("10.2.1"), || {
                FightEvent::Attacked { unit: attacker.unit(), at: target.unit() }.into()
            });
        }
        self.run(table, cx)
    }

    fn waiting(&self, _: &Table) -> SeatSet {
        SeatSet::one(self.asked)
    }

    fn prompt(&self, table: &Table, seat: Seat) -> Prompt {
        checks::prompt(self, table, seat)
    }

    fn candidates(&self, table: &Table, seat: Seat, each: &mut impl FnMut(MeleeChoice)) {
        checks::candidates(self, table, seat, each);
    }

    fn check(&self, table: &Table, seat: Seat, choice: &MeleeChoice) -> Result<(), Refusal> {
        checks::check(self, table, seat, *choice)
    }

    /// Where a unit can withdraw to is looked up once, not again for each hex.
    fn legal(&self, table: &Table, seat: Seat, each: &mut impl FnMut(MeleeChoice)) {
        self.candidates(table, seat, &mut |choice| {
            if matches!(choice, MeleeChoice::Withdraw(_)) || self.check(table, seat, &choice).is_ok() {
                each(choice);
            }
        });
    }

    fn canonical_legal(&self, table: &Table, seat: Seat, each: &mut impl FnMut(MeleeChoice)) {
        self.legal(table, seat, each);
    }

    /// Only units that have somewhere to go are asked whether they withdraw.
    fn has_several(&self, table: &Table, seat: Seat) -> bool {
        match self.stage {
            Stage::Withdrawal
            | Stage::AfterFire
            | Stage::Gunfire
            | Stage::BreakOff
            | Stage::Cannon
            | Stage::Capture => true,
            Stage::Exertion | Stage::Resistance => table.army(seat).points > 0,
            _ => false,
        }
    }

    /// Where events may be played, a choice that took itself would tell that none is in hand.
    fn automatic(&self) -> bool {
        !self.stage.asks_for_events()
    }

    fn choose(
        mut self,
        table: &mut Table,
        seat: Seat,
        choice: MeleeChoice,
        cx: &mut Cx<DawnOfBattle>,
    ) -> Next<DawnOfBattle> {
        match choice {
            MeleeChoice::Relief { card, unit } => {
                self.relieve(card, unit, table, cx);
                self.at(Stage::Withdrawal).run(table, cx)
            }
            MeleeChoice::Withdraw(to) => {
                let unit = self.bout().target.unit().expect("only units are asked whether they withdraw");
                self.bout_mut().withdrew = true;
                Next::call(self.at(Stage::Harm), withdrawal::withdraw(table, unit, to, cx))
            }
            MeleeChoice::Stand => {
                let next = if self.stage == Stage::Withdrawal { Stage::Gunfire } else { Stage::BreakOff };
                self.at(next).run(table, cx)
            }
            MeleeChoice::Shoot => self.aimed(table, cx),
            MeleeChoice::HoldFire => {
                self.guns.next();
                self.run(table, cx)
            }
            MeleeChoice::GoOn => self.at(Stage::Exertion).run(table, cx),
            MeleeChoice::BreakOff => self.at(Stage::Harm).run(table, cx),
            MeleeChoice::Exert(points) => {
                let side = usize::from(self.stage == Stage::Resistance);
                table.army_mut(seat).points -= points;
                self.bout_mut().exertion[side] = points;
                if points > 0 {
                    cx.log(rule!("10.2.3.6"), || FightEvent::Exerted { side: seat, points }.into());
                }
                let next = if side == 0 { Stage::Resistance } else { Stage::Events };
                if side == 1 {
                    self.begin_asking(table);
                }
                self.at(next).run(table, cx)
            }
            MeleeChoice::Card(card) if matches!(self.stage, Stage::Gunfire | Stage::Aimed) => {
                self.play_on_shot(seat, card, table, cx);
                self.run(table, cx)
            }
            MeleeChoice::Card(card) => {
                let after = self.stage == Stage::Afterwards;
                self.play(seat, card, table, cx);
                if after {
                    self.stage = Stage::Over;
                }
                self.run(table, cx)
            }
            MeleeChoice::Roar => {
                roar(table, seat, cx);
                (self.passes, self.asked) = (0, seat.opponent());
                self.run(table, cx)
            }
            MeleeChoice::Pass => match self.stage {
                Stage::Declared => self.at(Stage::Withdrawal).run(table, cx),
                Stage::Aimed => self.shoot(table, cx),
                Stage::Afterwards => self.at(Stage::Over).run(table, cx),
                _ => {
                    self.passes += 1;
                    self.asked = self.asked.opponent();
                    self.run(table, cx)
                }
            },
            MeleeChoice::Advance(hex) => self.advance_into(hex, table, cx).at(Stage::Overrun).run(table, cx),
            MeleeChoice::Stay => self.stay().run(table, cx),
            MeleeChoice::Capture | MeleeChoice::Destroy => {
                self.take_guns(choice == MeleeChoice::Capture, table, cx);
                self.run(table, cx)
            }
            MeleeChoice::Continue(hex) => self.go_on_against(hex, table).enter(table, cx),
        }
    }

    fn resume(self, child: Frame, table: &mut Table, cx: &mut Cx<DawnOfBattle>) -> Next<DawnOfBattle> {
        match child {
            Frame::Draw(draw) => self.drawn(&draw, table, cx),
            Frame::Shot(shot) => self.shot(shot, table, cx),
            _ => self.run(table, cx),
        }
    }
}

impl Melee {
    /// Fresh infantry comes up into the hex and stands as the other stood; neither is disrupted by it (E10).
    fn relieve(&mut self, card: CardId, unit: UnitId, table: &mut Table, cx: &mut Cx<DawnOfBattle>) {
        let Some(tired) = self.bout().target.unit() else { return };
        table.army_mut(self.seats[1]).deck.discard(card);
        cx.log(rule!("E10"), || FightEvent::EventPlayed { side: self.seats[1], card, on: Some(unit) }.into());
        checks::change_places(table, tired, unit);
        self.bout_mut().target = Party::Unit(unit);
    }

    /// The attack of a unit that goes on after a charge (10.2.7).
    fn go_on_against(mut self, hex: HexId, table: &mut Table) -> Self {
        let side = self.attacker.side();
        let target = defender_of(table, side, hex)
            .or_else(|| table.posts_in(side.opponent(), hex).next().map(Party::Leader));
        let Some(target) = target else { return self.at(Stage::Afterwards) };
        // Those who were attacked first are Done! (10.2.8); the charge goes on.
        for unit in self.all_bouts().iter().filter_map(|bout| bout.target.unit()) {
            if table.field.contains(unit) {
                table.units[unit].marker = Marker::Done;
            }
        }
        self.from = self.attacker.hex(table).hex();
        self.bouts = [Bout::new(target, hex); 2];
        (self.count, self.now, self.continued) = (1, 0, true);
        self.seats = [side, target.side()];
        self.guns = Guns::NONE;
        (self.advanced, self.settled) = (HexId::NOWHERE, 0);
        self.at(Stage::Declared)
    }
}

/// Whether a unit may attack both hexes before it (15.7).
pub fn check_double(table: &Table, unit: UnitId) -> Result<(), Refusal> {
    checks::check_option_double(table)?;
    for hex in checks::front(table, unit) {
        check_attack(table, unit, hex)?;
    }
    checks::check_both_units(table, unit)
}
