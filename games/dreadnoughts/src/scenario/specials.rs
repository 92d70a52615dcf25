//! The special rules of a scenario file (chapter 9).

use super::file::ScenarioFile;
use super::limits;
use super::reader::{Names, Reader};
use super::{AirAttacks, HoldFire, MistakenIdentity, PowerFailure, Signal, Specials};

/// The special rules of a file.
pub(super) fn specials(reader: &mut Reader, names: &Names, read: &ScenarioFile) -> Specials {
    let mut specials = Specials::default();
    for part in &read.flash {
        reader.remark("9.3", [&part.why, &part.note]);
        specials.flash = specials.flash.or(names.selection(reader, &part.ships, "flash.ships"));
    }
    for part in &read.hold_fire {
        reader.remark("9.4", [&part.why, &part.note]);
        specials.hold_fire.push(HoldFire {
            ships: names.selection(reader, &part.ships, "hold-fire.ships"),
            weapon: part.weapon,
            turns: reader.span(&part.turns, "hold-fire.turns"),
            combat_alone: part.combat_alone,
            released_by: part.released_by,
        });
    }
    for part in &read.no_evasion {
        reader.remark("9.5", [&part.why, &part.note]);
        let ships = names.selection(reader, &part.ships, "no-evasion.ships");
        specials.no_evasion.push((ships, reader.span(&part.turns, "no-evasion.turns")));
    }
    for part in &read.speed_cap {
        reader.remark("9.6", [&part.why, &part.note]);
        let ships = names.selection(reader, &part.ships, "speed-cap.ships");
        let odd = reader.number(&part.odd, "speed-cap.odd", &limits::SPEED);
        specials.speed_caps.push((ships, odd, reader.number(&part.even, "speed-cap.even", &limits::SPEED)));
    }
    for part in &read.squadron {
        reader.remark("9.7", [&part.why, &part.note]);
        let ships = names.selection(reader, &part.ships, "squadron.ships");
        specials.squadrons.push((ships, names.ship(reader, &part.leader, "squadron.leader")));
    }
    for part in &read.signal {
        reader.remark("9.8", [&part.why, &part.note]);
        specials.signals.push(Signal {
            flagship: names.ship(reader, &part.flagship, "signal.flagship"),
            ships: names.selection(reader, &part.ships, "signal.ships"),
            target: names.ship(reader, &part.target, "signal.target"),
            within: reader.number(&part.within, "signal.within", &limits::HEXES),
        });
    }
    for part in &read.mistaken_identity {
        reader.remark("9.9", [&part.why, &part.note]);
        specials.mistaken.push(MistakenIdentity {
            ship: names.ship(reader, &part.ship, "mistaken-identity.ship"),
            target: names.ship(reader, &part.target, "mistaken-identity.target"),
            instead: names.ship(reader, &part.instead, "mistaken-identity.instead"),
            turns: reader.span(&part.turns, "mistaken-identity.turns"),
            on: reader.faces(&part.on, "mistaken-identity.on"),
        });
    }
    for part in &read.teething {
        reader.remark("9.10", [&part.why, &part.note]);
        let ship = names.ship(reader, &part.ship, "teething.ship");
        if specials.teething.iter().any(|(other, ..)| *other == ship) {
            reader.problem(&part.ship, "teething.ship", "this ship has teething troubles already");
        }
        let on = reader.faces(&part.on, "teething.on");
        specials.teething.push((ship, on, reader.number(&part.dice, "teething.dice", &limits::TEETHING)));
    }
    for part in &read.power_failure {
        reader.remark("9.11", [&part.why, &part.note]);
        specials.power_failures.push(PowerFailure {
            ship: names.ship(reader, &part.ship, "power-failure.ship"),
            turn: reader.turn(&part.turn, "power-failure.turn"),
            on: reader.faces(&part.on, "power-failure.on"),
            sight: reader.number(&part.sight, "power-failure.sight", &limits::HEXES),
            lasts: reader.span(&part.lasts, "power-failure.lasts"),
        });
    }
    movement_specials(reader, names, read, &mut specials);
    air_specials(reader, names, read, &mut specials);
    specials
}

fn movement_specials(reader: &mut Reader, names: &Names, read: &ScenarioFile, specials: &mut Specials) {
    for part in &read.ammunition {
        reader.remark("9.12", [&part.why, &part.note]);
        let ships = names.selection(reader, &part.ships, "ammunition.ships");
        let attacks = reader.number(&part.gun_attacks, "ammunition.gun-attacks", &limits::GUN_ATTACKS);
        specials.ammunition.push((ships, attacks));
    }
    for part in &read.limit_line {
        reader.remark("9.13", [&part.why, &part.note]);
        let ships = names.selection(reader, &part.ships, "limit-line.ships");
        specials
            .limit_lines
            .push((ships, reader.number(&part.last_row, "limit-line.last-row", &limits::SHEET)));
    }
    for part in &read.withdrawal {
        reader.remark("9.14", [&part.why, &part.note]);
        let ship = names.ship(reader, &part.ship, "withdrawal.ship");
        specials.withdrawals.push((ship, reader.turn(&part.after_turn, "withdrawal.after-turn")));
    }
    for part in &read.rudder {
        reader.remark("9.15", [&part.why, &part.note]);
        let ship = names.ship(reader, &part.ship, "rudder.ship");
        let port = reader.faces(&part.port, "rudder.port");
        specials.rudders.push((ship, port, reader.faces(&part.starboard, "rudder.starboard")));
    }
}

fn air_specials(reader: &mut Reader, names: &Names, read: &ScenarioFile, specials: &mut Specials) {
    if let Some(part) = &read.thin_hulls {
        reader.remark("9.16", [&part.why, &part.note]);
    }
    if let Some(part) = &read.air_attacks {
        reader.remark("9.17", [&part.why, &part.note]);
    }
    if let Some(part) = &read.harassment {
        reader.remark("9.18", [&part.why, &part.note]);
    }
    if let Some(part) = &read.recall {
        reader.remark("9.19", [&part.why, &part.note]);
    }
    specials.thin_hulls = read.thin_hulls.as_ref().map(|part| {
        let weight = reader.number(&part.weight, "thin-hulls.weight", &limits::WEIGHT);
        (weight, reader.number(&part.integrity, "thin-hulls.integrity", &limits::INTEGRITY))
    });
    specials.air_attacks = read.air_attacks.as_ref().map(|part| AirAttacks {
        side: names.side(reader, &part.side, "air-attacks.side"),
        from_turn: reader.turn(&part.from_turn, "air-attacks.from-turn"),
        targets: reader.number(&part.targets, "air-attacks.targets", &limits::AIR_TARGETS),
        dice: reader.number(&part.dice, "air-attacks.dice", &limits::AIR_DICE),
        weight: reader.number(&part.weight, "air-attacks.weight", &limits::WEIGHT),
        carriers: names.carriers(reader, &part.carriers, "air-attacks.carriers"),
        beyond: reader.number(&part.beyond, "air-attacks.beyond", &limits::BEYOND),
    });
    specials.harassment = read.harassment.as_ref().map(|part| {
        let side = names.side(reader, &part.side, "harassment.side");
        let from_turn = reader.turn(&part.from_turn, "harassment.from-turn");
        (side, from_turn, names.carriers(reader, &part.carriers, "harassment.carriers"))
    });
    specials.recall = read.recall.as_ref().map(|part| {
        let ships = names.selection(reader, &part.ships, "recall.ships");
        (reader.turn(&part.from_turn, "recall.from-turn"), ships)
    });
}
