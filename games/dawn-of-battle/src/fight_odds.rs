//! Sums behind shots and melees, term by term, with what the cards that are left promise; and what a player would say of a difference.

use sandtable_engine::odds::Likelihood;
use sandtable_engine::{Reckoning, Seat, State, Sum, Viewer, rule};

use crate::bout::{MeleeChoice, Stage};
use crate::chances::{self, Side};
use crate::contest::{Party, unknown_leader};
use crate::data::{CardSet, EventId};
use crate::fire::{Volley, VolleyChoice};
use crate::ids::{LeaderId, SIDES};
use crate::melee::Melee;
use crate::melee_checks::name;
use crate::melee_cycle::MeleeCycleChoice;
use crate::shot::{cover, cover_terms};
use crate::strength::{Contest, Term};
use crate::table::{Fate, Table};
use crate::{Choice, DawnOfBattle, Frame};

fn sum(term: Term) -> Sum {
    let (what, figure, rule) = term;
    Sum { what: what.into(), figure: i16::from(figure), rule }
}

/// The cards that a side may draw, as somebody knows them: what is left without the hand if he knows it, else all that he has not seen.
pub fn pool(table: &Table, side: Seat, viewer: Viewer) -> CardSet {
    let deck = &table.army(side).deck;
    let unseen = CardSet::ALL.minus(deck.discards);
    deck.hand.seen_by(viewer).map_or(unseen, |hand| unseen.minus(*hand))
}

/// The sum behind a choice of fire or melee.
pub fn reckoning(state: &State<DawnOfBattle>, seat: Seat, choice: &Choice) -> Option<Reckoning> {
    let (table, viewer) = (&state.table, Viewer::Seat(seat));
    match (state.frame()?, choice) {
        (Frame::Volley(volley), Choice::Volley(choice)) => {
            let mut volley = *volley;
            match choice {
                VolleyChoice::Target(target) if target.exists() && table.field.contains(*target) => {
                    volley.aim_at(*target);
                }
                VolleyChoice::Support(unit) if unit.exists() => volley.joined_by(*unit),
                VolleyChoice::Fire => {}
                _ => return None,
            }
            volley.target().map(|_| shot(table, &volley, viewer))
        }
        (Frame::MeleeCycle(_), Choice::MeleeCycle(MeleeCycleChoice::Attack { unit, at })) => {
            let attacks = crate::contest::check_attack(table, *unit, *at).is_ok();
            attacks.then(|| melee(table, &Melee::attack(table, Party::Unit(*unit), *at), viewer))
        }
        (Frame::Melee(fight), Choice::Melee(choice)) => {
            let mut fight = *fight;
            match choice {
                MeleeChoice::Exert(points) if *points <= table.army(seat).points => fight.exert(*points),
                MeleeChoice::Card(id) if id.exists() && fight.stage() == Stage::Events => {
                    fight.foresee(seat, *id);
                }
                MeleeChoice::Stand | MeleeChoice::GoOn => {}
                _ => return None,
            }
            Some(melee(table, &fight, viewer))
        }
        _ => None,
    }
}

/// The terms of a shot's value: the dice explain themselves, then support and events.
pub fn shot_terms(table: &Table, volley: &Volley) -> Vec<Sum> {
    let mut terms = Vec::new();
    if let Some(target) = volley.target() {
        let dice = volley.dice_at(table, target);
        let what = if dice == 1 { "One die".into() } else { format!("The best of {dice} dice") };
        terms.push(Sum { what, figure: 0, rule: rule!("8.5.2") });
    }
    volley.bonus_terms(table, &mut |term| terms.push(sum(term)));
    terms
}

/// The terms of the defence against it.
pub fn guard_terms(table: &Table, volley: &Volley) -> Vec<Sum> {
    let mut terms = vec![Sum { what: "One die".into(), figure: 0, rule: rule!("8.5.3") }];
    if let Some(target) = volley.target() {
        cover_terms(table, target, &mut |term| terms.push(sum(term)));
    }
    terms
}

/// The chance that a shot hits, as somebody knows the decks.
pub fn hit_chance(table: &Table, volley: &Volley, viewer: Viewer) -> Option<f64> {
    let target = volley.target()?;
    let own = pool(table, volley.lead().side(), viewer);
    let other = pool(table, target.side(), viewer);
    let (dice, bonus) = (volley.dice_at(table, target), volley.bonus(table));
    Some(chances::hit((own, dice, bonus), (other, cover(table, target))))
}

fn percent(chance: f64) -> String {
    format!("{:.0}%", chance * 100.0)
}

fn shot(table: &Table, volley: &Volley, viewer: Viewer) -> Reckoning {
    let target = volley.target().expect("a shot is reckoned once it has a target");
    let distance = table.units[volley.lead()].hex.distance(table.units[target].hex);
    let hexes = if distance == 1 { "1 hex".to_owned() } else { format!("{distance} hexes") };
    let effect = if table.units[target].disrupted { "Eliminated" } else { "Disrupted" };
    let hit = hit_chance(table, volley, viewer).unwrap_or_default();
    Reckoning {
        title: format!("{} shoot at {}", table.name(volley.lead()), table.name(target)),
        subtitle: hexes,
        terms: shot_terms(table, volley),
        unit: "On the best die".into(),
        total: i16::from(volley.bonus(table)),
        footnote: format!("Against a die and {:+}. {effect}: {}.", cover(table, target), percent(hit)),
    }
}

/// The terms of a side's melee strength; side 0 attacks. The defender's base is the opposite of the attacker's (10.2.3).
pub fn melee_terms(contest: &Contest, side: usize) -> Vec<Sum> {
    let mut terms = Vec::new();
    if side == 0 {
        contest.base_terms(&mut |term| terms.push(sum(term)));
    } else {
        let base = Sum {
            what: "The attacker's base turned round".into(),
            figure: -i16::from(contest.base()),
            rule: rule!("10.2.3"),
        };
        terms.push(base);
    }
    contest.own_terms(side, &mut |term| terms.push(sum(term)));
    terms
}

/// The chances of every pair of fates as somebody knows the decks, attacker's first.
pub fn melee_chances(table: &Table, fight: &Melee, viewer: Viewer) -> [[f64; 3]; 3] {
    let contest = fight.contest(table, viewer);
    let strengths = contest.totals();
    let parties = [fight.attacker(), fight.bout().target];
    let seats = fight.seats();
    let side = |at: usize| Side {
        pool: pool(table, seats[at], viewer),
        strength: strengths[at],
        morale: table.morale(seats[at]) as i8,
        checks: table.weariness(seats[at]) + fight.shelter(table, at),
        disrupted: parties[at].disrupted(table),
    };
    chances::melee(side(0), side(1), fight.bout().played.machina)
}

/// The chances as lines, each for itself.
pub fn melee_lines(table: &Table, fight: &Melee, viewer: Viewer) -> Vec<Likelihood> {
    let odds = melee_chances(table, fight, viewer);
    let parties = [fight.attacker(), fight.bout().target];
    let mut lines = Vec::new();
    for (at, party) in parties.into_iter().enumerate() {
        let army = table.army_name(party.side());
        for (fate, word) in [(1, "disrupted"), (2, "eliminated")] {
            let chance =
                (0..3).map(|other| if at == 0 { odds[fate][other] } else { odds[other][fate] }).sum();
            if chance > 0.0 {
                let what = format!("{} ({army}): {word}", name(table, party));
                lines.push(Likelihood { what, chance, error: 0.0 });
            }
        }
    }
    lines.push(Likelihood { what: "Nothing happens".into(), chance: odds[0][0], error: 0.0 });
    lines.sort_by(|a, b| b.chance.total_cmp(&a.chance));
    lines
}

fn melee(table: &Table, fight: &Melee, viewer: Viewer) -> Reckoning {
    let contest = fight.contest(table, viewer);
    let (own, other) = contest.strengths();
    let totals = contest.totals();
    let target = fight.bout().target;
    let odds = melee_chances(table, fight, viewer);
    let dead: f64 = odds.iter().map(|row| row[2]).sum();
    let shaken: f64 = odds.iter().map(|row| row[1]).sum();
    let lost: f64 = odds[2].iter().sum();
    let hurt: f64 = odds[1].iter().sum();
    let hidden = unknown_leader(table, target.side(), fight.bout().hex, viewer);
    let leader = if hidden { " An unknown leader is with them." } else { "" };
    Reckoning {
        title: format!("{} attack {}", name(table, fight.attacker()), name(table, target)),
        subtitle: format!("Strength {own} against {other}, at the {}", contest.from.word()),
        terms: {
            let mut terms = melee_terms(&contest, 0);
            if i16::from(totals[0]) != terms.iter().map(|term| term.figure).sum::<i16>() {
                let over = i16::from(totals[0]) - terms.iter().map(|term| term.figure).sum::<i16>();
                terms.push(Sum { what: "Never beyond six".into(), figure: over, rule: rule!("10.2.4") });
            }
            terms
        },
        unit: "Melee strength".into(),
        total: i16::from(totals[0]),
        footnote: format!(
            "The enemy fights at {:+}. They: disrupted {}, eliminated {}. We: disrupted {}, eliminated {}.{leader}",
            totals[1],
            percent(shaken),
            percent(dead),
            percent(hurt),
            percent(lost),
        ),
    }
}

/// Units disrupted, rallied and eliminated, leaders lost, panic, the end.
pub fn remarks(before: &State<DawnOfBattle>, after: &State<DawnOfBattle>, each: &mut dyn FnMut(&str)) {
    let (was, is) = (&before.table, &after.table);
    let mut silent = true;
    let mut say = |text: &str| {
        silent = false;
        each(text);
    };
    for unit in was.field.iter() {
        let (old, new) = (&was.units[unit], &is.units[unit]);
        let (unit_name, army) = (was.name(unit), was.army_name(unit.side()));
        if is.dead.contains(unit) {
            say(&format!("{unit_name} ({army}): eliminated"));
        } else if is.gone.contains(unit) {
            say(&format!("{unit_name} ({army}): gone"));
        } else if !was.guns.contains(unit) && new.disrupted != old.disrupted {
            let word = if new.disrupted { "disrupted" } else { "in good order again" };
            say(&format!("{unit_name} ({army}): {word}"));
        }
    }
    for leader in LeaderId::all() {
        let (old, new) = (was.leaders[leader].fate, is.leaders[leader].fate);
        match (old, new) {
            (Fate::Ready, Fate::Dead) if !was.leaders[leader].dummy => {
                say(&format!("{} is killed", was.leader_name(leader)));
            }
            (Fate::Ready, Fate::Away(_)) => say(&format!("{} is away", was.leader_name(leader))),
            _ => {}
        }
    }
    for side in SIDES {
        if is.army(side).panicked && !was.army(side).panicked {
            say(&format!("{} panic", was.army_name(side)));
        }
    }
    if let Some(outcome) = after.outcome() {
        match outcome.winners.only() {
            Some(winner) => say(&format!("{} win", is.army_name(winner))),
            None => say("A draw"),
        }
    }
    if silent && is.effects.report.is_some() && is.effects.report != was.effects.report {
        each("No effect");
    }
}

/// An event as it would change the sum, for those who hold it.
pub fn foreseen(played: &mut crate::strength::Played, side: usize, event: EventId) {
    match event {
        EventId::ChampionsHour => played.champion[side] += 1,
        EventId::WornBlades => played.worn[side] += 1,
        EventId::DriveHome => played.drive += 1,
        EventId::LockedShields => played.locked = true,
        EventId::SharpenedStakes => played.stakes += 1,
        EventId::FightingBlind => played.blind = true,
        EventId::ExMachina => played.machina = true,
        _ => {}
    }
}
