//! A combat at sea or on land.
//!
//! Each side throws two dice and adds their difference (10.7a), the attacker first; somebody throws for a counter (10.7b). The higher total
//! wins (10.7c). After the dice attacker and defender, nobody else (15.9b), may send in a Reserve, and all dice are thrown again
//! (15.9a): in turn, until both decline in a row (R32). A tie takes no token (10.10c) and leaves a counter where it is (10.10d).

use sandtable_engine::{Cx, Never, Next, Seat, Step, rule};
use serde::Serialize;

use crate::ids::Tile;
use crate::phases::decision::{Decision, DecisionChoice, Query};
use crate::phases::losses::Losses;
use crate::questions::strength::{field, strength};
use crate::table::{Part, Table};
use crate::{Event, Frame, StruggleOfEmpires};

/// A combat.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Combat {
    at_sea: bool,
    /// Who is asked next for a Reserve.
    next: Part,
    /// How many have declined in a row.
    declined: u8,
}

impl Combat {
    /// A combat before its dice.
    pub fn new(at_sea: bool) -> Self {
        Self { at_sea, next: Part::Attacker, declined: 0 }
    }

    /// Throws all four dice (10.7a, 10.7b).
    fn throw(&self, table: &mut Table, cx: &mut Cx<StruggleOfEmpires>) {
        let dice = std::array::from_fn(|_| cx.die(rule!("10.7a")));
        let assault = table.assault_mut();
        assault.dice = dice;
        assault.at_sea = self.at_sea;
        let [attack, defence] = totals(table, self.at_sea);
        table.assault_mut().totals = [attack, defence];
        table.assault_mut().winner = match attack.cmp(&defence) {
            std::cmp::Ordering::Greater => Some(Part::Attacker),
            std::cmp::Ordering::Less => Some(Part::Defender),
            std::cmp::Ordering::Equal => None,
        };
        let assault = table.assault();
        let (area, at_sea) = (field(assault, self.at_sea), self.at_sea);
        let (power, raider, counter) = (table.power(assault.attacker), assault.raider, assault.counter);
        let against = assault.defender.map(|seat| table.power(seat));
        cx.log(rule!("10.7a"), || Event::Fought {
            at_sea,
            area,
            power,
            raider,
            against,
            counter,
            attack,
            defence,
            dice,
        });
    }

    /// The power that may send in a Reserve (15.9a, 15.9b).
    fn reserve(table: &Table, part: Part) -> Option<Seat> {
        table.assault().seat(part).filter(|seat| table.empires[*seat].ready(Tile::Reserve) > 0)
    }

    /// Asks for Reserves until both decline in a row (R32), then for losses.
    fn proceed(mut self, table: &mut Table, cx: &mut Cx<StruggleOfEmpires>) -> Next<StruggleOfEmpires> {
        while self.declined < 2 {
            if let Some(seat) = Self::reserve(table, self.next) {
                let query = Query::Reserve(self.next);
                return Next::call(self, Decision::of(seat, query));
            }
            self.declined += 1;
            self.next = self.next.other();
        }
        let assault = table.assault();
        // 15.18a: the defender may use it once the dice are known.
        if let Some(defender) = assault.defender
            && !assault.withdrawn
            && table.empires[defender].tiles[Tile::FightingWithdrawal] > 0
            && Losses::of(table, self.at_sea).touch(table, Part::Defender)
        {
            return Next::call(self, Decision::of(defender, Query::Withdraw));
        }
        self.suffer(table, cx)
    }

    /// Both sides take their losses.
    fn suffer(self, table: &mut Table, _: &mut Cx<StruggleOfEmpires>) -> Next<StruggleOfEmpires> {
        let losses = Losses::of(table, self.at_sea);
        Next::call(self, losses)
    }
}

/// What both sides have with the dice as they lie (10.7c).
pub fn totals(table: &Table, at_sea: bool) -> [i16; 2] {
    let assault = table.assault();
    let [a, b, c, d] = assault.dice;
    let [attack, defence] = Part::BOTH.map(|part| strength(table, assault, part, at_sea).total());
    [attack + i16::from(a.abs_diff(b)), defence + i16::from(c.abs_diff(d))]
}

impl Step<StruggleOfEmpires> for Combat {
    type Choice = Never;

    fn enter(self, table: &mut Table, cx: &mut Cx<StruggleOfEmpires>) -> Next<StruggleOfEmpires> {
        self.throw(table, cx);
        self.proceed(table, cx)
    }

    fn resume(
        mut self,
        child: Frame,
        table: &mut Table,
        cx: &mut Cx<StruggleOfEmpires>,
    ) -> Next<StruggleOfEmpires> {
        let Frame::Decision(decision) = child else { return Next::done(self) };
        let seat = decision.seat();
        let power = table.power(seat);
        match decision.answer() {
            DecisionChoice::Reserve => {
                table.empires[seat].used[Tile::Reserve] += 1;
                cx.log(rule!("15.9a"), || Event::Reserve { power });
                self.throw(table, cx);
                self.declined = 0;
                self.next = self.next.other();
                self.proceed(table, cx)
            }
            DecisionChoice::Withdraw => {
                table.spend(seat, Tile::FightingWithdrawal);
                table.assault_mut().withdrawn = true;
                cx.log(rule!("15.18a"), || Event::Withdrew { power });
                self.suffer(table, cx)
            }
            _ if decision.query() == Query::Withdraw => self.suffer(table, cx),
            _ => {
                self.declined += 1;
                self.next = self.next.other();
                self.proceed(table, cx)
            }
        }
    }
}
