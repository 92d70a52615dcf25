//! An attack, step by step.
//!
//! The attacker names an area and a target in it (10.1a) and pays two gold before any dice (10.2). Then, in this order: a Surprise Attack
//! (R34), helpers of the attacker, helpers of the defender, tiles with two symbols (15.22b, one choice for the whole attack, R25), the
//! fight at sea, a Blockade behind the naval support, the fight on land, and what the winner gains.

use sandtable_engine::{Cx, Never, Next, Seat, SeatSet, Step, rule};
use serde::Serialize;

use crate::data::limits;
use crate::ids::{Area, POWERS, Tile};
use crate::phases::asking::{self, Asking};
use crate::phases::combat::Combat;
use crate::phases::decision::{Decision, DecisionChoice, Query};
use crate::phases::sea_fight::SeaFight;
use crate::phases::{raiders, spoils};
use crate::questions::strength::{self, waters};
use crate::questions::targets::{self, Objective};
use crate::table::{Assault, Part, Table};
use crate::{Event, Frame, StruggleOfEmpires, treasury};

/// The steps of an attack, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    Surprise,
    AttackersHelpers,
    DefendersHelpers,
    AttackersTile,
    DefendersTile,
    AtSea,
    Blockade,
    OnLand,
    Spoils,
}

/// An attack that is being fought out; what it is about lies on the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Attack {
    stage: Stage,
}

fn assault(attacker: Seat, area: Area) -> Assault {
    Assault {
        attacker,
        defender: None,
        counter: None,
        raider: None,
        area,
        on_land: true,
        surprise: false,
        withdrawn: false,
        as_navy: [false; 2],
        asked: SeatSet::NONE,
        offers: [0; POWERS],
        navies: [0; POWERS],
        armies: [0; POWERS],
        support: None,
        blockade: false,
        sea_settled: false,
        dice: [0; 4],
        at_sea: false,
        totals: [0; 2],
        winner: None,
        sea: None,
    }
}

/// An attack on a target before anything has happened; none on a target that is not there.
pub fn planned(table: &Table, seat: Seat, objective: Objective) -> Option<Assault> {
    let mut plan = match objective {
        Objective::Power { area, power } => {
            Assault { defender: Some(table.seat_of(power)?), ..assault(seat, area) }
        }
        Objective::Country(counter) => {
            Assault { counter: Some(counter), ..assault(seat, table.area_of(counter)?) }
        }
    };
    plan.on_land = plan.defender.is_none_or(|defender| targets::on_land(table, seat, defender, plan.area));
    Some(plan)
}

impl Attack {
    /// Declares an attack and pays for it, unless the War Office does (15.1).
    pub fn declare(
        table: &mut Table,
        seat: Seat,
        objective: Objective,
        fee: bool,
        cx: &mut Cx<StruggleOfEmpires>,
    ) -> Self {
        let power = table.power(seat);
        let plan = planned(table, seat, objective).expect("`check` has seen the target on the map");
        let area = plan.area;
        table.attack = Some(plan);
        cx.log(rule!("10.1a"), || match objective {
            Objective::Power { power: against, .. } => Event::Attacked { power, area, against },
            Objective::Country(counter) => Event::AttackedCountry { power, counter },
        });
        if fee {
            treasury::pay(table, seat, limits().attack_fee, rule!("10.2"), cx);
        }
        Self { stage: Stage::Surprise }
    }

    /// An attack by Pirates or a Slave Revolt: neither fee nor own units nor helpers, and one combat alone. Who let them loose is
    /// the attacker, and may attack by surprise (15.19, R34).
    pub fn raid(table: &mut Table, seat: Seat, tile: Tile, area: Area, defender: Seat) -> Self {
        let at_sea = tile == Tile::Pirates;
        let mut plan = Assault { defender: Some(defender), raider: Some(tile), ..assault(seat, area) };
        plan.on_land = !at_sea;
        plan.sea_settled = !at_sea;
        // Only a power of its own can have support here, and its navies are not fought (R52).
        if !at_sea && table.empires[defender].navies[area.place()] > 0 {
            plan.support = Some(Part::Defender);
        }
        plan.as_navy = [at_sea; 2];
        table.attack = Some(plan);
        Self { stage: Stage::Surprise }
    }

    /// Where the attack stands.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Whether a Surprise Attack would change anything (R34).
    fn may_surprise(table: &Table) -> bool {
        let assault = table.assault();
        assault.defender.is_some_and(|defender| {
            table.empires[assault.attacker].tiles[Tile::SurpriseAttack] > 0
                && !asking::possible(table, defender).is_empty()
        })
    }

    /// Whether a power has to choose a symbol: only where both a fight at sea and one on land may count it (15.22b).
    fn must_choose(table: &Table, part: Part) -> Option<Seat> {
        let assault = table.assault();
        let seat = assault.seat(part)?;
        let open = assault.raider.is_none()
            && assault.on_land
            && may_fight_at_sea(table)
            && strength::has_choice(table, assault, seat);
        open.then_some(seat)
    }

    /// Who could lay a Blockade behind the naval support (15.20c).
    fn may_blockade(table: &Table) -> Option<Seat> {
        let assault = table.assault();
        if !assault.on_land || assault.raider.is_some() {
            return None;
        }
        let seat = assault.seat(assault.support?)?;
        (table.empires[seat].tiles[Tile::Blockade] > 0).then_some(seat)
    }

    /// Goes on from one step to the next until somebody is asked or dice decide.
    fn advance(mut self, table: &mut Table, cx: &mut Cx<StruggleOfEmpires>) -> Next<StruggleOfEmpires> {
        let (attacker, defender) = (table.assault().attacker, table.assault().defender);
        loop {
            let stage = self.stage;
            match stage {
                Stage::Surprise => {
                    self.stage = Stage::AttackersHelpers;
                    if Self::may_surprise(table) {
                        return Next::call(self, Decision::of(attacker, Query::Surprise));
                    }
                }
                Stage::AttackersHelpers => {
                    self.stage = Stage::DefendersHelpers;
                    if table.assault().raider.is_none() && !asking::possible(table, attacker).is_empty() {
                        return Next::call(self, Asking::new(attacker));
                    }
                }
                Stage::DefendersHelpers => {
                    self.stage = Stage::AttackersTile;
                    if let Some(defender) = defender
                        && !table.assault().surprise
                        && !asking::possible(table, defender).is_empty()
                    {
                        return Next::call(self, Asking::new(defender));
                    }
                }
                Stage::AttackersTile | Stage::DefendersTile => {
                    let (part, next) = match stage {
                        Stage::AttackersTile => (Part::Attacker, Stage::DefendersTile),
                        _ => (Part::Defender, Stage::AtSea),
                    };
                    self.stage = next;
                    if let Some(seat) = Self::must_choose(table, part) {
                        return Next::call(self, Decision::of(seat, Query::Symbol(part)));
                    }
                    // Without a choice the tile counts where there is something to count for.
                    if table.assault().raider.is_none() {
                        let at_sea = !table.assault().on_land;
                        table.assault_mut().as_navy[part.index()] = at_sea;
                    }
                }
                Stage::AtSea => {
                    self.stage = Stage::Blockade;
                    match table.assault().raider {
                        Some(Tile::Pirates) => return Next::call(self, Combat::new(true)),
                        Some(_) => {}
                        None => return Next::call(self, SeaFight::new()),
                    }
                }
                Stage::Blockade => {
                    self.stage = Stage::OnLand;
                    if let Some(seat) = Self::may_blockade(table) {
                        return Next::call(self, Decision::of(seat, Query::Blockade));
                    }
                }
                Stage::OnLand => {
                    self.stage = Stage::Spoils;
                    if table.assault().on_land {
                        return Next::call(self, Combat::new(false));
                    }
                }
                Stage::Spoils => {
                    match table.assault().raider {
                        Some(tile) => raiders::settle(table, tile, cx),
                        None => spoils::award(table, cx),
                    }
                    table.attack = None;
                    return Next::done(self);
                }
            }
        }
    }

    /// Carries out what was decided.
    fn heed(decision: &Decision, table: &mut Table, cx: &mut Cx<StruggleOfEmpires>) {
        let power = table.power(decision.seat());
        match (decision.query(), decision.answer()) {
            (Query::Surprise, DecisionChoice::Surprise) => {
                let seat = decision.seat();
                table.spend(seat, Tile::SurpriseAttack);
                table.assault_mut().surprise = true;
                cx.log(rule!("15.19"), || Event::Surprised { power });
            }
            (Query::Blockade, DecisionChoice::Blockade) => {
                table.spend(decision.seat(), Tile::Blockade);
                table.assault_mut().blockade = true;
                cx.log(rule!("15.20c"), || Event::BlockadeSupports { power });
            }
            (Query::Symbol(part), answer) => {
                let navy = answer == DecisionChoice::AsNavy;
                table.assault_mut().as_navy[part.index()] = navy;
                cx.log(rule!("15.22b"), || Event::Symbol { power, navy });
            }
            _ => {}
        }
    }
}

/// Whether both principals have an own navy in the waters of the attack (10.5f, R58).
pub fn may_fight_at_sea(table: &Table) -> bool {
    let assault = table.assault();
    let (Some(sea), Some(defender)) = (waters(assault.area), assault.defender) else { return false };
    match assault.raider {
        Some(tile) => tile == Tile::Pirates,
        None => [assault.attacker, defender].iter().all(|seat| table.empires[*seat].navies[sea.place()] > 0),
    }
}

impl Step<StruggleOfEmpires> for Attack {
    type Choice = Never;

    fn enter(self, table: &mut Table, cx: &mut Cx<StruggleOfEmpires>) -> Next<StruggleOfEmpires> {
        self.advance(table, cx)
    }

    fn resume(
        self,
        child: Frame,
        table: &mut Table,
        cx: &mut Cx<StruggleOfEmpires>,
    ) -> Next<StruggleOfEmpires> {
        if let Frame::Decision(decision) = &child {
            Self::heed(decision, table, cx);
        }
        self.advance(table, cx)
    }
}
