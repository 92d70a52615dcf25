//! The battle panel: a shot or a melee while it is prepared, under way, or just over.

use sandtable_engine::odds::Likelihood;
use sandtable_engine::scene::{Battle, Pairing, Phase, Table as SceneTable, Tally, Throw};
use sandtable_engine::{Die, State, Viewer};

use crate::bout::{Bout, Stage};
use crate::contest::Party;
use crate::data::{Cell, EventId, Harm, card};
use crate::effects::Report;
use crate::fight_odds::{guard_terms, hit_chance, melee_lines, melee_terms, shot_terms};
use crate::fire::{Aim, Volley};
use crate::ids::{HexId, side_key};
use crate::melee::Melee;
use crate::melee_checks::name;
use crate::offers::{post_key, unit_key};
use crate::shot::{Shot, cover};
use crate::table::{Marker, Table};
use crate::{DawnOfBattle, Frame};

/// What is being fought, the innermost first: an elephant may fall upon somebody in the middle of a shot.
enum Fight<'a> {
    Melee(&'a Melee),
    Volley(&'a Volley),
}

fn fight(state: &State<DawnOfBattle>) -> Option<Fight<'_>> {
    state.frames().iter().rev().find_map(|frame| match frame {
        Frame::Melee(melee) => Some(Fight::Melee(melee)),
        Frame::Volley(volley) => Some(Fight::Volley(volley)),
        _ => None,
    })
}

/// The fight under way, or the last one.
pub fn battles(state: &State<DawnOfBattle>, viewer: Viewer) -> Vec<Battle> {
    let table = &state.table;
    match fight(state) {
        Some(Fight::Melee(melee)) => vec![melee_battle(table, melee, viewer)],
        Some(Fight::Volley(volley)) => vec![fire_battle(table, volley, viewer)],
        None => table.effects.report.iter().map(|report| reported(table, report)).collect(),
    }
}

fn steps(names: &[&str], now: Option<usize>) -> Vec<Phase> {
    names.iter().enumerate().map(|(at, name)| Phase { name: (*name).into(), now: Some(at) == now }).collect()
}

const MELEE_STEPS: [&str; 6] = ["Withdraw", "Gunfire", "Exertion", "Events", "Cards", "Results"];

/// The keys of a party and of the leaders with it.
fn keys(table: &Table, party: Party, hex: HexId, viewer: Viewer) -> Vec<String> {
    let mut keys: Vec<String> = party.unit().map(|unit| unit_key(table, unit)).into_iter().collect();
    if hex.exists() {
        keys.extend(table.posts_in(party.side(), hex).map(|post| post_key(table, post, viewer)));
    }
    keys
}

fn title(table: &Table, melee: &Melee) -> String {
    let verb = match melee.attacker() {
        Party::Unit(unit) if table.units[unit].marker == Marker::Charge => "charge",
        _ => "attack",
    };
    format!("{} {verb} {}", name(table, melee.attacker()), name(table, melee.bout().target))
}

fn melee_battle(table: &Table, melee: &Melee, viewer: Viewer) -> Battle {
    let bout = melee.bout();
    let now = match melee.stage() {
        Stage::Declared | Stage::Withdrawal | Stage::Cannon => 0,
        Stage::Gunfire | Stage::Aimed | Stage::AfterFire | Stage::BreakOff => 1,
        Stage::Exertion | Stage::Resistance => 2,
        Stage::Events => 3,
        Stage::Cards | Stage::Replies | Stage::Machina => 4,
        _ => 5,
    };
    let open = melee.stage() <= Stage::Events;
    let contest = melee.contest(table, viewer);
    let totals = if open { contest.totals() } else { bout.strengths };
    let sides = [melee.attacker().side(), bout.target.side()];
    let tallies = (0..2).map(|side| Tally {
        side: side_key(sides[side]).into(),
        terms: if open { melee_terms(&contest, side) } else { Vec::new() },
        total: i16::from(totals[side]),
    });
    let (own, other) = contest.strengths();
    let chances = if open { melee_lines(table, melee, viewer) } else { Vec::new() };
    Battle {
        name: title(table, melee),
        space: bout.hex.to_string(),
        text: format!("Strength {own} against {other}, at the {}", contest.from.word()),
        steps: steps(&MELEE_STEPS, Some(now)),
        pairings: vec![Pairing {
            left: keys(table, melee.attacker(), melee.attacker().hex(table), viewer),
            right: keys(table, bout.target, bout.hex, viewer),
            throws: Vec::new(),
            tallies: tallies.collect(),
            chances,
            now: true,
            text: outcome(bout),
        }],
    }
}

/// What the cards say, once they lie there.
fn outcome(bout: &Bout) -> String {
    if bout.withdrew {
        return "The defender withdraws".into();
    }
    match bout.cards {
        [Some(_), Some(_)] if !bout.by_machina() => {
            format!("Defender: {}. Attacker: {}.", words(bout.cells[1]), words(bout.cells[0]))
        }
        [None, None] if !bout.by_machina() => String::new(),
        _ => "ex Machina settles it by a die each".into(),
    }
}

/// A result in words.
fn words(cell: Cell) -> String {
    let plain = |harm: Harm| match harm {
        Harm::Nothing => "nothing",
        Harm::Disrupted => "disrupted",
        Harm::Special => "disrupted, or eliminated if it is so already",
        Harm::Eliminated => "eliminated",
    };
    match cell.check {
        None => plain(cell.harm).into(),
        Some(figure) => {
            let worse = plain(cell.harm.worse());
            format!("{}; {worse} if a morale check at {figure:+} fails", plain(cell.harm))
        }
    }
}

fn fire_battle(table: &Table, volley: &Volley, viewer: Viewer) -> Battle {
    let lead = volley.lead();
    let now = match volley.stage() {
        Aim::Split | Aim::Target => 0,
        Aim::Support => 1,
        Aim::Reply => 2,
        Aim::Shot | Aim::Over => 3,
    };
    let mut left = vec![unit_key(table, lead)];
    left.extend(volley.support().iter().map(|unit| unit_key(table, unit)));
    let mut battle = Battle {
        name: format!("{} shoot", table.name(lead)),
        space: table.units[lead].hex.to_string(),
        text: String::new(),
        steps: steps(&["Target", "Support", "Events", "Shot"], Some(now)),
        pairings: Vec::new(),
    };
    let Some(target) = volley.target().filter(|target| table.field.contains(*target)) else {
        if let Some(shot) = volley.last() {
            battle.pairings.push(shot_pairing(table, shot));
        }
        return battle;
    };
    let space = table.units[target].hex;
    battle.name = format!("{} shoot at {}", table.name(lead), table.name(target));
    battle.space = space.to_string();
    let effect = if table.units[target].disrupted { "eliminated" } else { "disrupted" };
    let what = format!("{} ({}): {effect}", table.name(target), table.army_name(target.side()));
    let chances = hit_chance(table, volley, viewer)
        .map(|chance| vec![Likelihood { what, chance, error: 0.0 }])
        .unwrap_or_default();
    battle.pairings.push(Pairing {
        left,
        right: keys(table, Party::Unit(target), space, viewer),
        throws: vec![Throw {
            side: side_key(lead.side()).into(),
            count: volley.dice_at(table, target),
            dice: Vec::new(),
        }],
        tallies: vec![
            Tally {
                side: side_key(lead.side()).into(),
                terms: shot_terms(table, volley),
                total: i16::from(volley.bonus(table)),
            },
            Tally {
                side: side_key(target.side()).into(),
                terms: guard_terms(table, volley),
                total: i16::from(cover(table, target)),
            },
        ],
        chances,
        now: true,
        text: String::new(),
    });
    battle
}

fn shot_pairing(table: &Table, shot: &Shot) -> Pairing {
    let best = shot.dice.best();
    let dice = shot.dice.faces().iter().map(|face| Die::of(*face, *face == best)).collect::<Vec<_>>();
    let (own, other) = (side_key(shot.firer.side()), side_key(shot.target.side()));
    Pairing {
        left: vec![unit_key(table, shot.firer)],
        right: vec![unit_key(table, shot.target)],
        throws: vec![
            Throw { side: own.into(), count: dice.len() as u8, dice },
            Throw { side: other.into(), count: 1, dice: vec![Die::of(shot.cover, !shot.hits())] },
        ],
        tallies: vec![
            Tally { side: own.into(), terms: Vec::new(), total: i16::from(shot.value) },
            Tally { side: other.into(), terms: Vec::new(), total: i16::from(shot.against) },
        ],
        chances: Vec::new(),
        now: false,
        text: if shot.hits() { "A hit".into() } else { "No effect".into() },
    }
}

/// The last fight, as it was decided.
fn reported(table: &Table, report: &Report) -> Battle {
    match report {
        Report::Shot(shot) => Battle {
            name: format!("{} shot at {}", table.name(shot.firer), table.name(shot.target)),
            space: String::new(),
            text: "The last shot".into(),
            steps: steps(&["Target", "Support", "Events", "Shot"], None),
            pairings: vec![shot_pairing(table, shot)],
        },
        Report::Melee { attacker, bout, .. } => Battle {
            name: format!("{} attacked {}", name(table, *attacker), name(table, bout.target)),
            space: bout.hex.to_string(),
            text: "The last melee".into(),
            steps: steps(&MELEE_STEPS, None),
            pairings: vec![Pairing {
                left: attacker.unit().map(|unit| unit_key(table, unit)).into_iter().collect(),
                right: bout.target.unit().map(|unit| unit_key(table, unit)).into_iter().collect(),
                throws: Vec::new(),
                tallies: [attacker.side(), bout.target.side()]
                    .into_iter()
                    .zip(bout.strengths)
                    .map(|(side, total)| Tally {
                        side: side_key(side).into(),
                        terms: Vec::new(),
                        total: i16::from(total),
                    })
                    .collect(),
                chances: Vec::new(),
                now: false,
                text: outcome(bout),
            }],
        },
    }
}

/// The melee cards that lie on the table: `Melee cards`.
pub fn tables(state: &State<DawnOfBattle>, _: Viewer) -> Vec<SceneTable> {
    let table = &state.table;
    let (seats, bout) = match (fight(state), &table.effects.report) {
        (Some(Fight::Melee(melee)), _) => (melee.seats(), *melee.bout()),
        (None, Some(Report::Melee { seats, bout, .. })) => (*seats, *bout),
        _ => return Vec::new(),
    };
    let [Some(own), Some(other)] = bout.cards else { return Vec::new() };
    let rows = [(0, own), (1, other)].map(|(side, id)| {
        let printed = card(id);
        let machina = printed.event == EventId::ExMachina;
        let cell = bout.cells[1 - side];
        vec![
            table.army_name(seats[side]).to_owned(),
            format!("{} {}", id.0, printed.event.title()),
            format!("{:+}", bout.strengths[side]),
            if machina { "ex Machina".into() } else { cell.to_string() },
            if bout.by_machina() { "a die each settles it".into() } else { words(cell) },
        ]
    });
    let columns = ["Army", "Card", "Row", "Result", "Effect"].map(str::to_owned).into();
    vec![SceneTable { name: "Melee cards".into(), columns, rows: rows.into() }]
}
