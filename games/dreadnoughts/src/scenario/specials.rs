//! The special rules of a scenario file (chapter 9).

use super::file::ScenarioFile;
use super::reader::{Names, Reader};
use super::{AirAttacks, Faces, HoldFire, MistakenIdentity, PowerFailure, Signal, Span, Specials};

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
            turns: Span::of(part.turns),
            released_by: part.released_by,
        });
    }
    for part in &read.no_evasion {
        reader.remark("9.5", [&part.why, &part.note]);
        let ships = names.selection(reader, &part.ships, "no-evasion.ships");
        specials.no_evasion.push((ships, Span::of(part.turns)));
    }
    for part in &read.speed_cap {
        reader.remark("9.6", [&part.why, &part.note]);
        let ships = names.selection(reader, &part.ships, "speed-cap.ships");
        specials.speed_caps.push((ships, part.odd.max(1), part.even.max(1)));
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
            within: part.within,
        });
    }
    for part in &read.mistaken_identity {
        reader.remark("9.9", [&part.why, &part.note]);
        specials.mistaken.push(MistakenIdentity {
            ship: names.ship(reader, &part.ship, "mistaken-identity.ship"),
            target: names.ship(reader, &part.target, "mistaken-identity.target"),
            instead: names.ship(reader, &part.instead, "mistaken-identity.instead"),
            turns: Span::of(part.turns),
            on: faces(reader, &part.on, "mistaken-identity.on"),
        });
    }
    for part in &read.teething {
        reader.remark("9.10", [&part.why, &part.note]);
        let ship = names.ship(reader, &part.ship, "teething.ship");
        specials.teething.push((ship, faces(reader, &part.on, "teething.on"), part.dice));
    }
    for part in &read.power_failure {
        reader.remark("9.11", [&part.why, &part.note]);
        specials.power_failures.push(PowerFailure {
            ship: names.ship(reader, &part.ship, "power-failure.ship"),
            turn: part.turn,
            on: faces(reader, &part.on, "power-failure.on"),
            sight: part.sight,
            lasts: Span::of(part.lasts),
        });
    }
    movement_specials(reader, names, read, &mut specials);
    air_specials(reader, names, read, &mut specials);
    if specials.hold_fire.len() > 8 || specials.signals.len() > 1 || specials.power_failures.len() > 8 {
        let what = "a scenario has at most 8 hold-fire groups, 8 power failures and 1 signal";
        reader.plain_problem("hold-fire", what);
    }
    specials
}

fn movement_specials(reader: &mut Reader, names: &Names, read: &ScenarioFile, specials: &mut Specials) {
    for part in &read.ammunition {
        reader.remark("9.12", [&part.why, &part.note]);
        let ships = names.selection(reader, &part.ships, "ammunition.ships");
        specials.ammunition.push((ships, part.gun_attacks));
    }
    for part in &read.limit_line {
        reader.remark("9.13", [&part.why, &part.note]);
        let ships = names.selection(reader, &part.ships, "limit-line.ships");
        specials.limit_lines.push((ships, part.last_row));
    }
    for part in &read.withdrawal {
        reader.remark("9.14", [&part.why, &part.note]);
        let ship = names.ship(reader, &part.ship, "withdrawal.ship");
        specials.withdrawals.push((ship, part.after_turn));
    }
    for part in &read.rudder {
        reader.remark("9.15", [&part.why, &part.note]);
        let ship = names.ship(reader, &part.ship, "rudder.ship");
        let port = faces(reader, &part.port, "rudder.port");
        specials.rudders.push((ship, port, faces(reader, &part.starboard, "rudder.starboard")));
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
    specials.thin_hulls = read.thin_hulls.as_ref().map(|part| (part.weight, part.integrity));
    specials.air_attacks = read.air_attacks.as_ref().map(|part| AirAttacks {
        side: names.side(reader, &part.side, "air-attacks.side"),
        from_turn: part.from_turn,
        targets: part.targets.clamp(1, 8),
        dice: part.dice.min(8),
        weight: part.weight,
        carriers: names.one_selection(reader, &part.carriers, "air-attacks.carriers"),
        beyond: part.beyond,
    });
    specials.harassment = read.harassment.as_ref().map(|part| {
        let carriers = names.one_selection(reader, &part.carriers, "harassment.carriers");
        (names.side(reader, &part.side, "harassment.side"), part.from_turn, carriers)
    });
    specials.recall = read.recall.as_ref().map(|part| {
        let ships = names.selection(reader, &part.ships, "recall.ships");
        (part.from_turn, ships)
    });
}

fn faces(reader: &mut Reader, faces: &[u8], field: &str) -> Faces {
    if faces.iter().any(|face| !(1..=6).contains(face)) {
        reader.plain_problem(field, "a die has the faces 1 to 6");
        return Faces::of(&[]);
    }
    Faces::of(faces)
}
