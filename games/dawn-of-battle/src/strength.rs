//! Melee strength, adjustment by adjustment (10.2.3, 10.2.4), from the facts of a melee. Nothing here looks at the table.

use sandtable_engine::{RuleRef, rule};
use serde::Serialize;

use crate::data::{EventId, Kind, Terrain, clash, limits};

/// One adjustment: what it is, what it adds, and the rule.
pub type Term = (&'static str, i8, RuleRef);

/// From where a unit is attacked (10.2.3.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Vector {
    /// One of its front hexes.
    #[default]
    Front,
    /// One of the hexes to its left and right.
    Flank,
    /// One of the hexes behind it.
    Rear,
}

impl Vector {
    /// In a word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Front => "front",
            Self::Flank => "flank",
            Self::Rear => "rear",
        }
    }
}

/// A unit, or a leader on his own, as it goes into the sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact that stands for itself")]
pub struct Fighter {
    /// Its type; none for a leader who fights alone (15.12.2).
    pub kind: Option<Kind>,
    /// The strength printed on the side that shows (2.6.3), or a lone leader's combat bonus (15.12.2).
    pub strength: u8,
    /// Whether it is charging towards the other (7.11).
    pub charging: bool,
    /// Whether barbarians triple their strength this turn (15.4).
    pub barbarian: bool,
    /// Whether it has lost restraint (15.5.1.2).
    pub impetuous: bool,
    /// Whether it bears Done!.
    pub done: bool,
    /// Whether chargers find no doubling against it by the scenario: stakes (S4), a wall of shields (S5).
    pub guarded: bool,
    /// The ground it stands on.
    pub ground: Terrain,
    /// The best combat bonus of the leaders with it (10.2.4.1).
    pub leader: i8,
    /// Points spent on exertion (10.2.3.6).
    pub exertion: u8,
}

/// Events that have been played on a melee, by attacker and defender.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Played {
    /// Champion's Hour: how often each side has played it.
    pub champion: [u8; 2],
    /// Worn Blades: how often each side has played it against the other.
    pub worn: [u8; 2],
    /// Drive Home.
    pub drive: u8,
    /// Locked Shields.
    pub locked: bool,
    /// Sharpened Stakes.
    pub stakes: u8,
    /// Fighting Blind.
    pub blind: bool,
    /// ex Machina.
    pub machina: bool,
}

/// All that a melee strength depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contest {
    /// Who attacks.
    pub attacker: Fighter,
    /// Who is attacked.
    pub defender: Fighter,
    /// From where.
    pub from: Vector,
    /// Whether the attacker splits its strength over both front hexes (15.7).
    pub split: bool,
    /// Events.
    pub played: Played,
}

/// What the sizes add for the first: nothing if they are equal, one if it is larger, the ratio if it is at least double; the same
/// against it if it is smaller (10.2.3.1).
pub const fn size_ratio(one: u8, other: u8) -> i8 {
    const fn larger(high: u8, low: u8) -> i8 {
        let times = high / if low == 0 { 1 } else { low };
        if times == 0 { 1 } else { times as i8 }
    }
    if one > other {
        larger(one, other)
    } else if one < other {
        -larger(other, one)
    } else {
        0
    }
}

impl Contest {
    /// Whether elephants fight: then only shields, direction, their own leaders and events count (15.8.1).
    #[inline]
    pub fn elephants(&self) -> bool {
        self.attacker.kind == Some(Kind::El) || self.defender.kind == Some(Kind::El)
    }

    /// The strengths that are compared: doubled by a charge, except against pikemen (7.11, 7.11.2), stakes, a wall of shields or an event; tripled
    /// by barbarians (15.4, R43); halved, rounding up, in a double attack, and then reckoned like any other
    /// (15.7, R46). An elephant has its enemy's (15.8.1).
    pub fn strengths(&self) -> (u8, u8) {
        let limits = limits();
        let multiplied = |own: &Fighter, enemy: &Fighter, stopped: bool| {
            let charge = own.charging && enemy.kind != Some(Kind::Pk) && !enemy.guarded && !stopped;
            let charge = if charge { limits.charge_factor } else { 1 };
            let barbarian = if own.barbarian { limits.barbarian_factor } else { 1 };
            own.strength * charge * barbarian
        };
        let stopped = self.played.locked || self.played.stakes > 0;
        let mut attacker = multiplied(&self.attacker, &self.defender, stopped);
        if self.split {
            attacker = attacker.div_ceil(2);
        }
        let defender = multiplied(&self.defender, &self.attacker, false);
        match (self.attacker.kind, self.defender.kind) {
            (Some(Kind::El), _) => (defender, defender),
            (_, Some(Kind::El)) => (attacker, attacker),
            _ => (attacker, defender),
        }
    }

    /// Whether the defender has neither flank nor rear: pikemen (7.11.2), camps and war wagons (11.1), leaders alone (15.12.2).
    fn all_front(&self) -> bool {
        match self.defender.kind {
            None => true,
            Some(kind) => kind == Kind::Pk || kind.is_camp(),
        }
    }

    /// What the direction adds: flank one, rear two, and more by Drive Home (10.2.3.3).
    fn vector(&self) -> i8 {
        let figure = match self.from {
            Vector::Front => 0,
            Vector::Flank => limits().flank,
            Vector::Rear => limits().rear,
        };
        if self.all_front() { 0 } else { figure }
    }

    /// Calls `each` with every adjustment for the attacker, in the order of the rules; those of nothing are left out, but for size
    /// and shields (10.2.3.1 to 10.2.3.7).
    pub fn base_terms(&self, each: &mut impl FnMut(Term)) {
        let (attacker, defender, elephants) = (&self.attacker, &self.defender, self.elephants());
        let (own, other) = self.strengths();
        if elephants {
            each(("Elephants: strength as the enemy's", 0, rule!("15.8.1")));
        } else {
            each(("Size", size_ratio(own, other), rule!("10.2.3.1")));
        }
        if let (Some(own), Some(other)) = (attacker.kind, defender.kind) {
            each(("Clash of shields", clash(own, other), rule!("10.2.3.2")));
        }
        let vector = self.vector();
        match self.from {
            Vector::Front => {}
            _ if self.all_front() => each((
                "No flank, no rear",
                0,
                if defender.kind == Some(Kind::Pk) { rule!("7.11.2") } else { rule!("11.1") },
            )),
            Vector::Flank => each(("Into the flank", vector, rule!("10.2.3.3"))),
            Vector::Rear => each(("Into the rear", vector, rule!("10.2.3.3"))),
        }
        if vector > 0 && self.played.drive > 0 {
            each(("Drive Home", self.played.drive as i8 * EventId::DriveHome.figure(), rule!("E3")));
        }
        if elephants {
            return;
        }
        if !self.played.blind {
            let (from, into) = (attacker.ground.card(), defender.ground.card());
            for (what, figure) in [
                ("Attacking out of its ground", from.out_of),
                ("Attacking into this ground", into.into),
                ("Defender on bad ground", -into.inside),
            ] {
                if figure != 0 {
                    each((what, figure, rule!("10.2.3.4")));
                }
            }
        }
        if defender.done {
            each(("Defender is Done!", limits().tired, rule!("10.2.3.5")));
        }
        if attacker.exertion > 0 {
            each(("Exertion", attacker.exertion as i8, rule!("10.2.3.6")));
        }
        if defender.exertion > 0 {
            each(("Defender's exertion", -(defender.exertion as i8), rule!("10.2.3.6")));
        }
        if attacker.impetuous {
            each(("Impetuous attacker", limits().impetuous, rule!("15.5.1.2")));
        }
        if defender.impetuous {
            each(("Impetuous defender", -limits().impetuous, rule!("15.5.1.2")));
        }
    }

    /// The attacker's base strength; the defender's is its opposite (10.2.3, R27).
    pub fn base(&self) -> i8 {
        let mut sum = 0;
        self.base_terms(&mut |(_, figure, _)| sum += figure);
        sum
    }

    /// Calls `each` with what only one side has: its leader (10.2.4.1) and events (10.2.4.2). Against elephants only their own leaders
    /// count (15.8.1). Side 0 attacks.
    pub fn own_terms(&self, side: usize, each: &mut impl FnMut(Term)) {
        let fighter = if side == 0 { &self.attacker } else { &self.defender };
        if fighter.leader != 0 && (!self.elephants() || fighter.kind == Some(Kind::El)) {
            each(("Leader", fighter.leader, rule!("10.2.4.1")));
        }
        let Played { champion, worn, stakes, .. } = self.played;
        if champion[side] > 0 {
            each(("Champion's Hour", champion[side] as i8 * EventId::ChampionsHour.figure(), rule!("E1")));
        }
        if worn[1 - side] > 0 {
            each(("Worn Blades", worn[1 - side] as i8 * EventId::WornBlades.figure(), rule!("E2")));
        }
        if side == 0 && stakes > 0 {
            each(("Sharpened Stakes", stakes as i8 * EventId::SharpenedStakes.figure(), rule!("E22")));
        }
    }

    /// Both melee strengths, attacker first, each between -6 and +6 (10.2.4).
    pub fn totals(&self) -> [i8; 2] {
        let base = self.base();
        let bound = limits().melee_bound;
        [base, -base].iter().enumerate().fold([0; 2], |mut totals, (side, base)| {
            let mut sum = *base;
            self.own_terms(side, &mut |(_, figure, _)| sum += figure);
            totals[side] = sum.clamp(-bound, bound);
            totals
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(kind: Kind) -> Fighter {
        Fighter {
            kind: Some(kind),
            strength: kind.card().good.strength,
            charging: false,
            barbarian: false,
            impetuous: false,
            done: false,
            guarded: false,
            ground: Terrain::Clear,
            leader: 0,
            exertion: 0,
        }
    }

    fn melee(attacker: Kind, defender: Kind) -> Contest {
        Contest {
            attacker: unit(attacker),
            defender: unit(defender),
            from: Vector::Front,
            split: false,
            played: Played::default(),
        }
    }

    fn figure(contest: &Contest, number: &str) -> i8 {
        let mut found = 0;
        contest.base_terms(&mut |(_, figure, rule)| {
            if rule.0 == number {
                found += figure;
            }
        });
        found
    }

    #[test]
    fn r10_2_3_1_sizes_as_printed() {
        let pairs = [(6, 3), (6, 4), (4, 4), (3, 6), (9, 3), (10, 3), (4, 6)];
        assert_eq!(pairs.map(|(one, other)| size_ratio(one, other)), [2, 1, 0, -2, 3, 3, -1]);
        assert_eq!(figure(&melee(Kind::Px, Kind::Mm), "10.2.3.1"), 2);
        assert_eq!(figure(&melee(Kind::Px, Kind::Mi), "10.2.3.1"), 1);
    }

    #[test]
    fn r10_2_3_2_phalanx_against_mixed_missiles() {
        let contest = melee(Kind::Px, Kind::Mm);
        assert_eq!(figure(&contest, "10.2.3.2"), 2);
        assert_eq!(contest.totals(), [4, -4]);
    }

    #[test]
    fn r10_2_3_6_exertion_on_both_sides() {
        let mut contest = melee(Kind::Px, Kind::Mm);
        contest.defender.exertion = 2;
        assert_eq!(contest.totals(), [2, -2]);
        contest.attacker.exertion = 3;
        assert_eq!(contest.totals(), [5, -5]);
    }

    #[test]
    fn r10_2_4_leader_and_events_work_for_one_side() {
        // Two medium infantry with a base of two for the first: a Done! enemy and a point of exertion.
        let mut contest = melee(Kind::Mi, Kind::Mi);
        (contest.defender.done, contest.attacker.exertion) = (true, 1);
        contest.attacker.leader = 1;
        assert_eq!(contest.totals(), [3, -2]);
        contest.played.champion[1] = 1;
        contest.played.worn[1] = 1;
        assert_eq!(contest.totals(), [2, 0]);
    }

    #[test]
    fn r10_2_3_3_flank_and_rear_but_not_of_pikes_and_camps() {
        let cases = [
            (Vector::Front, Kind::Mi, 0),
            (Vector::Flank, Kind::Mi, 1),
            (Vector::Rear, Kind::Mi, 2),
            (Vector::Flank, Kind::Pk, 0),
            (Vector::Rear, Kind::Cp, 0),
        ];
        for (from, defender, expected) in cases {
            let contest = Contest { from, ..melee(Kind::Mi, defender) };
            let plain = Contest { from: Vector::Front, ..contest };
            assert_eq!(contest.base() - plain.base(), expected, "{defender:?} from the {from:?}");
            let mut driven = contest;
            driven.played.drive = 1;
            let more = i8::from(expected > 0);
            assert_eq!(driven.base() - contest.base(), more, "Drive Home at {defender:?} from the {from:?}");
        }
    }

    #[test]
    fn r10_3_the_comprehensive_example() {
        let mut contest = Contest { from: Vector::Flank, ..melee(Kind::Kt, Kind::Pk) };
        contest.defender.strength = Kind::Pk.card().disrupted.strength;
        (contest.attacker.leader, contest.defender.leader) = (2, 1);
        assert_eq!(contest.base(), -1);
        contest.attacker.exertion = 2;
        assert_eq!(contest.base(), 1);
        contest.played.champion[1] = 1;
        assert_eq!(contest.totals(), [3, 2]);
    }

    #[test]
    fn r7_11_a_charge_doubles_except_against_pikes() {
        let mut contest = melee(Kind::Kt, Kind::Mi);
        contest.attacker.charging = true;
        assert_eq!((contest.strengths(), figure(&contest, "10.2.3.1")), ((10, 4), 2));
        contest.played.locked = true;
        assert_eq!(contest.strengths(), (5, 4));
        let mut pikes = melee(Kind::Kt, Kind::Pk);
        pikes.attacker.charging = true;
        assert_eq!((pikes.strengths(), figure(&pikes, "10.2.3.1")), ((5, 4), 1));
        let mut stakes = melee(Kind::Kt, Kind::La);
        (stakes.attacker.charging, stakes.played.stakes) = (true, 1);
        let mut own = 0;
        stakes.own_terms(0, &mut |(_, figure, _)| own += figure);
        assert_eq!((stakes.strengths(), own), ((5, 2), -1));
        // A charging defender is doubled too, if attacked through its front.
        let mut met = melee(Kind::Hi, Kind::Kt);
        met.defender.charging = true;
        assert_eq!(met.strengths(), (5, 10));
        met.attacker = unit(Kind::Pk);
        assert_eq!(met.strengths(), (4, 5));
    }

    #[test]
    fn r15_4_barbarians_are_tripled_in_attack_and_defence() {
        let mut contest = melee(Kind::Li, Kind::Mi);
        contest.attacker.barbarian = true;
        assert_eq!(contest.strengths(), (9, 4));
        let mut defence = melee(Kind::Mi, Kind::Li);
        defence.defender.barbarian = true;
        assert_eq!(defence.strengths(), (4, 9));
    }

    #[test]
    fn r2_4_ground_as_the_chart_has_it() {
        use Terrain::{Bridge, Church, Clear, Ford, Hill, Rough, Stream, Town, Woods};
        let cases = [
            (Clear, Hill, -1),
            (Hill, Hill, -1),
            (Bridge, Clear, -2),
            (Ford, Clear, -1),
            (Rough, Clear, -1),
            (Clear, Rough, 1),
            (Stream, Clear, -2),
            (Clear, Stream, 2),
            (Clear, Town, -2),
            (Clear, Church, -1),
            (Clear, Woods, -1),
            (Woods, Clear, 0),
        ];
        for (from, into, expected) in cases {
            let mut contest = melee(Kind::Mi, Kind::Mi);
            (contest.attacker.ground, contest.defender.ground) = (from, into);
            assert_eq!(contest.base(), expected, "{from:?} into {into:?}");
            contest.played.blind = true;
            assert_eq!(contest.base(), 0, "blind: {from:?} into {into:?}");
        }
    }

    #[test]
    fn r15_7_a_split_attack_halves_rounding_up() {
        let mut contest = Contest { split: true, ..melee(Kind::Px, Kind::Mm) };
        assert_eq!(contest.strengths(), (3, 3));
        assert_eq!(contest.totals()[0], 2);
        contest.defender.strength = 2;
        assert_eq!(contest.totals()[0], 3);
        contest.attacker.leader = 1;
        assert_eq!(contest.totals()[0], 4);
        contest.attacker.strength = 5;
        assert_eq!(contest.strengths().0, 3);
    }

    #[test]
    fn r15_8_1_elephants_count_shields_direction_own_leaders_and_events() {
        let mut contest = Contest { from: Vector::Flank, ..melee(Kind::El, Kind::Hc) };
        (contest.defender.done, contest.attacker.exertion, contest.defender.ground) =
            (true, 3, Terrain::Hill);
        (contest.attacker.leader, contest.defender.leader) = (1, 2);
        assert_eq!(contest.base(), 2 + 1);
        assert_eq!(contest.totals(), [4, -3]);
        contest.played.champion[1] = 1;
        assert_eq!(contest.totals(), [4, -1]);
    }

    #[test]
    fn r10_2_4_nobody_is_stronger_than_six() {
        let mut contest = Contest { from: Vector::Rear, ..melee(Kind::Ht, Kind::La) };
        contest.attacker.charging = true;
        contest.attacker.exertion = 4;
        assert_eq!(contest.totals(), [6, -6]);
    }

    #[test]
    fn r15_5_1_2_impetuous_units_fight_worse() {
        let mut contest = melee(Kind::Mi, Kind::Mi);
        contest.attacker.impetuous = true;
        assert_eq!(contest.base(), -1);
        contest.defender.impetuous = true;
        assert_eq!(contest.base(), 0);
    }

    #[test]
    fn r15_12_2_a_leader_alone_has_his_bonus_for_strength_and_no_flank() {
        let mut contest = Contest { from: Vector::Rear, ..melee(Kind::Mi, Kind::Mi) };
        (contest.defender.kind, contest.defender.strength) = (None, 2);
        assert_eq!(contest.base(), 2);
    }
}
