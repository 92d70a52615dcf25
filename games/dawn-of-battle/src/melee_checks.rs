//! What may be decided in each step of a melee, and why not (10.2), and small steps that several of them share.

use sandtable_engine::{Cx, Prompt, Refusal, Seat, Thing, Viewer, require, rule};

use crate::DawnOfBattle;
use crate::bout::{MeleeChoice, Stage};
use crate::casualties;
use crate::contest::{Party, defender_of};
use crate::data::{CardId, EventId, Harm};
use crate::hand;
use crate::ids::{HexId, UnitId, UnitSet};
use crate::losses;
use crate::melee::Melee;
use crate::sequence::may_roar;
use crate::strength::{Contest, Vector};
use crate::table::{Marker, Table};
use crate::withdrawal::each_refuge;

/// The two front hexes of a unit; nowhere for one that is not on the field.
pub fn front(table: &Table, unit: UnitId) -> [HexId; 2] {
    if !unit.exists() || !table.field.contains(unit) {
        return [HexId::NOWHERE; 2];
    }
    table.map().front(table.units[unit].hex, table.units[unit].facing)
}

/// Double attacks are an option (15.7).
pub fn check_option_double(table: &Table) -> Result<(), Refusal> {
    require!(table.scenario.options.double_attack, "15.7", "double attacks are not in use");
    Ok(())
}

/// Both hexes hold units that fight, and the attacker has a strength to split: an elephant has none of its own (15.8.1).
pub fn check_both_units(table: &Table, unit: UnitId) -> Result<(), Refusal> {
    let piece = Thing::Piece(u16::from(unit.0));
    require!(table.figures(unit).strength > 1, "15.7", "the unit is too small to split its strength"; blocked piece);
    for hex in front(table, unit) {
        let fights = defender_of(table, unit.side(), hex)
            .and_then(Party::unit)
            .is_some_and(|foe| !table.guns.contains(foe));
        require!(fights, "15.7", "a double attack needs a unit in both front hexes"; blocked Thing::Space(hex.0));
    }
    Ok(())
}

/// Two units of a side change places; each takes over where the other faced, and keeps its marker (E10).
pub fn change_places(table: &mut Table, one: UnitId, other: UnitId) {
    let (first, second) = (table.units[one], table.units[other]);
    table.lift(one);
    table.put(other, first.hex);
    table.put(one, second.hex);
    table.stirred = table.stirred.or(UnitSet::one(one)).or(UnitSet::one(other));
    (table.units[one].facing, table.units[one].marker) = (second.facing, first.marker);
    (table.units[other].facing, table.units[other].marker) = (first.facing, second.marker);
}

/// Carries out what a melee does to a unit or to a leader alone; says whether a unit was disrupted (10.2.5, 15.12.2).
pub fn apply(table: &mut Table, party: Party, harm: Harm, cx: &mut Cx<DawnOfBattle>) -> bool {
    match party {
        Party::Unit(unit) => {
            let disrupted = table.units[unit].disrupted;
            if harm.kills(disrupted) {
                losses::eliminate_by(table, unit, rule!("10.2.5"), cx);
                return false;
            }
            harm.disrupts(disrupted) && losses::strike(table, unit, rule!("10.2.5"), cx)
        }
        Party::Leader(post) => {
            if harm == Harm::Eliminated && table.posts[post].hex.exists() {
                casualties::kill(table, post, cx);
            }
            false
        }
    }
}

/// What a step asks.
pub fn prompt(melee: &Melee, table: &Table, seat: Seat) -> Prompt {
    let (own, other) = (name(table, melee.attacker()), name(table, melee.bout().target));
    let (rule, ask) = match melee.stage() {
        Stage::Declared => (rule!("E10"), format!("{own} attacks {other}: does somebody take over?")),
        Stage::Cannon | Stage::Capture => {
            (rule!("8.7.2.10"), "A cannon falls into your hands: take it for a point, or destroy it?".into())
        }
        Stage::Withdrawal | Stage::AfterFire => {
            (rule!("10.2.2"), format!("{own} attacks {other}: withdraw or stand?"))
        }
        Stage::Gunfire => {
            let firer = melee.opportunity(table).map_or("Somebody", |shot| table.name(shot.firer));
            (rule!("8.7.2"), format!("{firer} can fire before the melee: fire?"))
        }
        Stage::Aimed => {
            let firer = melee.opportunity(table).map_or("Somebody", |shot| table.name(shot.firer));
            (rule!("14.2"), format!("{firer} fires before the melee: play an event?"))
        }
        Stage::BreakOff => {
            (rule!("15.9"), format!("{own} is disrupted by panic fire: go on with the attack?"))
        }
        Stage::Exertion => {
            (rule!("10.2.3.6"), format!("{own} attacks {other}: how many points for the attack?"))
        }
        Stage::Resistance => {
            (rule!("10.2.3.6"), format!("{own} attacks {other}: how many points against it?"))
        }
        Stage::Replies => (rule!("14.2"), "The melee cards lie there: play an event?".into()),
        Stage::Events if check_roar(melee, table, seat).is_ok() => {
            (rule!("15.4"), format!("{own} attacks {other}: barbarian charge, or an event?"))
        }
        Stage::Advance => (rule!("10.2.6"), format!("{own} may advance: where to?")),
        Stage::Continuance => (rule!("10.2.7"), format!("{own} may charge on: against whom?")),
        Stage::Afterwards => (rule!("14.2"), format!("{own} has attacked: play an event?")),
        _ => (rule!("14.2"), format!("{own} attacks {other}: play an event?")),
    };
    let strengths = melee.contest(table, Viewer::Seat(seat)).totals();
    let prompt =
        Prompt::new(rule, ask).hint(format!("Melee strength {:+} against {:+}.", strengths[0], strengths[1]));
    let prompt = if melee.stage().asks_for_events() { prompt.interrupt() } else { prompt };
    match melee.attacker() {
        Party::Unit(unit) => prompt.about(crate::offers::unit_key(table, unit)),
        Party::Leader(_) => prompt,
    }
}

/// A unit by its name, a leader by his if he is known.
pub fn name(table: &Table, party: Party) -> &str {
    match party {
        Party::Unit(unit) => table.name(unit),
        Party::Leader(post) => {
            let known = table.posts[post].who.seen_by(Viewer::Spectator);
            known.map_or("A leader", |leader| table.leader_name(*leader))
        }
    }
}

/// All that could be decided.
pub fn candidates(melee: &Melee, table: &Table, seat: Seat, each: &mut impl FnMut(MeleeChoice)) {
    let deck = &table.army(seat).deck;
    match melee.stage() {
        Stage::Declared => {
            for card in deck.cards().iter() {
                if card.event() != EventId::LineRelief {
                    each(MeleeChoice::Card(card));
                    continue;
                }
                for hex in table.map().around(melee.bout().hex) {
                    if let Some(unit) = table.own_at(seat, *hex) {
                        each(MeleeChoice::Relief { card, unit });
                    }
                }
            }
            each(MeleeChoice::Pass);
        }
        Stage::Withdrawal | Stage::AfterFire => {
            if let Some(unit) = melee.bout().target.unit() {
                each_refuge(table, unit, melee.from, |hex| each(MeleeChoice::Withdraw(hex)));
            }
            each(MeleeChoice::Stand);
        }
        Stage::Gunfire => {
            [MeleeChoice::Shoot, MeleeChoice::HoldFire].into_iter().for_each(&mut *each);
            deck.cards().iter().for_each(|card| each(MeleeChoice::Card(card)));
        }
        Stage::BreakOff => [MeleeChoice::GoOn, MeleeChoice::BreakOff].into_iter().for_each(each),
        Stage::Exertion | Stage::Resistance => {
            (0..=table.army(seat).points).for_each(|points| each(MeleeChoice::Exert(points)));
        }
        Stage::Aimed | Stage::Events | Stage::Replies | Stage::Afterwards => {
            if melee.stage() == Stage::Events && !barbarians(melee, table, seat).is_empty() {
                each(MeleeChoice::Roar);
            }
            deck.cards().iter().for_each(|card| each(MeleeChoice::Card(card)));
            each(MeleeChoice::Pass);
        }
        Stage::Cannon | Stage::Capture => {
            [MeleeChoice::Capture, MeleeChoice::Destroy].into_iter().for_each(each);
        }
        Stage::Advance => {
            melee.each_advance(table, |hex| each(MeleeChoice::Advance(hex)));
            each(MeleeChoice::Stay);
        }
        Stage::Continuance => {
            melee.each_continuance(table, |hex| each(MeleeChoice::Continue(hex)));
            each(MeleeChoice::Stay);
        }
        _ => {}
    }
}

/// Whether a decision is allowed in the present step.
pub fn check(melee: &Melee, table: &Table, seat: Seat, choice: MeleeChoice) -> Result<(), Refusal> {
    let stage = melee.stage();
    match (stage, choice) {
        (Stage::Declared, MeleeChoice::Relief { card, unit }) => check_relief(melee, table, seat, card, unit),
        (Stage::Withdrawal | Stage::AfterFire, MeleeChoice::Withdraw(to)) => {
            let unit = melee.bout().target.unit().expect("only units are asked whether they withdraw");
            let mut found = false;
            each_refuge(table, unit, melee.from, |hex| found |= hex == to);
            require!(
                found,
                "10.2.2",
                "a unit withdraws to one of the hexes farthest from the attacker that it can reach"
            );
            Ok(())
        }
        (Stage::Exertion | Stage::Resistance, MeleeChoice::Exert(points)) => {
            let left = table.army(seat).points;
            require!(points <= left, "10.2.3.6", "{0} points are left"; figures i16::from(left), 0);
            Ok(())
        }
        (Stage::Declared, MeleeChoice::Card(card)) => {
            hand::holds(table, seat, card)?;
            require!(false, "14.2", "this event is not played when a melee is declared");
            Ok(())
        }
        (Stage::Gunfire, MeleeChoice::Card(card)) => {
            hand::holds(table, seat, card)?;
            require!(
                card.event() == EventId::DenseVolley,
                "14.2",
                "this event is not played on your own shot"
            );
            let bows = melee.opportunity(table).is_some_and(|shot| shot.panic);
            require!(bows, "E11", "guns cannot use this event");
            Ok(())
        }
        (Stage::Aimed, MeleeChoice::Card(card)) => {
            hand::holds(table, seat, card)?;
            require!(card.event() == EventId::GustingWind, "14.2", "this event does not stop a shot");
            Ok(())
        }
        (Stage::Events, MeleeChoice::Card(card)) => check_event(melee, table, seat, card),
        (Stage::Events, MeleeChoice::Roar) => check_roar(melee, table, seat),
        (Stage::Replies, MeleeChoice::Card(card)) => check_reply(melee, table, seat, card),
        (Stage::Afterwards, MeleeChoice::Card(card)) => {
            hand::holds(table, seat, card)?;
            require!(card.event() == EventId::PressOn, "14.2", "this event is not played after a melee");
            Ok(())
        }
        (Stage::Advance, MeleeChoice::Advance(to)) => {
            let mut found = false;
            melee.each_advance(table, |hex| found |= hex == to);
            require!(found, "10.2.6", "a unit advances into the hex that the enemy has left"; blocked Thing::Space(to.0));
            Ok(())
        }
        (Stage::Advance, MeleeChoice::Stay) => {
            let free =
                melee.attacker().unit().is_some_and(|unit| crate::advance::is_disciplined(table, unit));
            require!(free, "10.2.6", "only disciplined units may stay where they are");
            Ok(())
        }
        (Stage::Continuance, MeleeChoice::Continue(to)) => {
            let mut found = false;
            melee.each_continuance(table, |hex| found |= hex == to);
            require!(found, "10.2.7", "a charge goes on against an enemy in a front hex");
            Ok(())
        }
        (
            Stage::Declared | Stage::Aimed | Stage::Events | Stage::Replies | Stage::Afterwards,
            MeleeChoice::Pass,
        )
        | (Stage::Withdrawal | Stage::AfterFire, MeleeChoice::Stand)
        | (Stage::Gunfire, MeleeChoice::Shoot | MeleeChoice::HoldFire)
        | (Stage::BreakOff, MeleeChoice::GoOn | MeleeChoice::BreakOff)
        | (Stage::Cannon | Stage::Capture, MeleeChoice::Capture | MeleeChoice::Destroy)
        | (Stage::Continuance, MeleeChoice::Stay) => Ok(()),
        _ => Err(Refusal::new(rule!("10.2"), "the melee has not come to that")),
    }
}

/// Units of a seat in the bout under way that may charge like barbarians (15.4).
fn barbarians(melee: &Melee, table: &Table, seat: Seat) -> UnitSet {
    let kinds = table.scenario.special.sides[seat.index()].barbarian;
    let parties = [melee.attacker(), melee.bout().target].into_iter();
    let own = parties.filter_map(Party::unit).filter(|unit| unit.side() == seat);
    own.filter(|unit| kinds.contains(table.units[*unit].kind)).collect()
}

/// Barbarians in the melee may charge until its cards are turned over (15.4).
pub fn check_roar(melee: &Melee, table: &Table, seat: Seat) -> Result<(), Refusal> {
    may_roar(table, seat)?;
    require!(!barbarians(melee, table, seat).is_empty(), "15.4", "none of your barbarians are in this melee");
    Ok(())
}

/// Line Relief: infantry in good order next to the attacked infantry, not Done! (E10), nor attacked itself (15.7); a hex with a cannon is for light
/// units (8.7.2.6).
fn check_relief(melee: &Melee, table: &Table, seat: Seat, card: CardId, unit: UnitId) -> Result<(), Refusal> {
    let piece = Thing::Piece(u16::from(unit.0));
    hand::holds(table, seat, card)?;
    require!(
        card.event() == EventId::LineRelief,
        "14.2",
        "this event is not played when a melee is declared"
    );
    require!(
        unit.exists() && table.field.contains(unit) && unit.side() == seat,
        "E10",
        "only your own infantry takes over"
    );
    let state = &table.units[unit];
    require!(melee.bout().target != Party::Unit(unit) && state.hex.distance(melee.bout().hex) == 1, "E10", "only a unit next to the attacked one takes over"; blocked piece);
    require!(state.kind.is_infantry() && !table.guns.contains(unit), "E10", "only infantry takes over"; blocked piece);
    require!(!state.disrupted, "E10", "a disrupted unit does not take over"; blocked piece);
    require!(state.marker != Marker::Done, "E10", "a unit that bears Done! does not take over"; blocked piece);
    let attacked = melee.all_bouts().iter().any(|bout| bout.target == Party::Unit(unit));
    require!(!attacked, "15.7", "a unit that is attacked itself does not take over"; blocked piece);
    for (comer, hex) in [(Party::Unit(unit), melee.bout().hex), (melee.bout().target, state.hex)] {
        let light = comer.unit().is_some_and(|unit| table.units[unit].kind.card().is_light());
        require!(light || table.guns_at(hex).is_empty(), "8.7.2.6", "only a light unit shares a hex with a cannon"; blocked Thing::Space(hex.0));
    }
    Ok(())
}

/// Events before the cards (10.2.4.2), whether they change anything or not (R79).
fn check_event(melee: &Melee, table: &Table, seat: Seat, card: CardId) -> Result<(), Refusal> {
    hand::holds(table, seat, card)?;
    let contest: Contest = melee.contest(table, Viewer::Seat(seat));
    let attacks = seat == melee.seats()[0];
    let played = &melee.bout().played;
    let defender = melee.bout().target.unit().map(|unit| (&table.units[unit], table.units[unit].kind));
    match card.event() {
        EventId::ChampionsHour | EventId::WornBlades => {}
        EventId::DriveHome => {
            require!(attacks, "E3", "this event is for the attacker");
            let mut driven = contest;
            driven.played.drive += 1;
            require!(
                driven.base() > contest.base(),
                "E3",
                "the attack comes neither at a flank nor at a rear"
            );
        }
        EventId::LockedShields => {
            require!(!attacks, "E4", "this event is for the defender");
            let fit = defender.is_some_and(|(unit, kind)| kind.is_infantry() && !unit.disrupted);
            require!(fit, "E4", "only infantry in good order locks its shields");
            require!(contest.attacker.charging && !played.locked, "E4", "no charge has to be stopped");
        }
        EventId::SharpenedStakes => {
            require!(!attacks, "E22", "this event is for the defender");
            let shooter = defender.is_some_and(|(_, kind)| {
                kind.is_infantry() && (kind.card().good.attack > 0 || kind.card().gunpowder)
            });
            require!(shooter, "E22", "only foot with missiles or guns plants stakes");
            let horse = contest.attacker.kind.is_some_and(crate::data::Kind::is_cavalry);
            require!(
                horse && contest.from == Vector::Front,
                "E22",
                "stakes stop cavalry that comes at the front"
            );
        }
        EventId::FightingBlind => {
            require!(!played.blind && !contest.elephants(), "E9", "the ground changes nothing as it is");
        }
        // E36.
        EventId::ExMachina => require!(!played.machina, "R41", "ex Machina has been played"),
        _ => require!(false, "14.2", "this event is not played before the melee cards"),
    }
    Ok(())
}

/// Events after the cards (E5, E7, E8).
fn check_reply(melee: &Melee, table: &Table, seat: Seat, card: CardId) -> Result<(), Refusal> {
    hand::holds(table, seat, card)?;
    let bout = melee.bout();
    let side = usize::from(seat != melee.seats()[0]);
    let enemy = if side == 0 { bout.target } else { melee.attacker() };
    match card.event() {
        EventId::FreshHand => {
            require!(bout.cards[side].is_some(), "E5", "no melee card of yours lies there");
        }
        EventId::DigInHeels => {
            require!(!bout.by_machina(), "E7", "ex Machina settles this melee");
            require!(bout.cells[side].milder() != bout.cells[side], "E7", "nothing threatens your unit");
        }
        EventId::NoQuarter => {
            require!(!bout.by_machina(), "E8", "ex Machina settles this melee");
            require!(enemy.disrupted(table), "E8", "the enemy is in good order");
            let cell = bout.cells[1 - side];
            require!(cell.harsher(card.event().figure()) != cell, "E8", "your card does not disrupt");
        }
        _ => require!(false, "14.2", "this event is not played after the melee cards"),
    }
    Ok(())
}
