//! Reads the special rules of a scenario (16.5) and the switches that it sets.

use std::collections::BTreeMap;

use sandtable_engine::{OptionValue, Setup};

use super::file::{RuleFile, RuleKind, ScenarioFile};
use super::read::{Field, Reader};
use super::{Ground, Options, SideSpecial, Special};
use crate::data::{Kind, KindSet};
use crate::ids::{HexId, SIDES};

impl Reader<'_> {
    /// Special rules (16.5).
    pub(super) fn special(&mut self, read: &ScenarioFile, field: &mut Field, options: &Options) -> Special {
        let mut special = Special::default();
        for rule in &read.rule {
            self.rule(rule, field, &mut special);
        }
        for (side, own) in SIDES.into_iter().zip(&mut special.sides) {
            // What players switch on for a side comes to what its scenario says.
            let more = |on: bool, kinds: KindSet| if on { kinds } else { KindSet::NONE };
            own.barbarian =
                own.barbarian.or(more(options.barbarians.is(side), KindSet::from_iter([Kind::Li])));
            let chargers = Kind::ALL.into_iter().filter(|kind| kind.card().charges).collect();
            own.impetuous = own.impetuous.or(more(options.impetuous.is(side), chargers));
            own.disciplined = own.disciplined.or(more(options.disciplined.is(side), KindSet::ALL));
        }
        special.closed.sort_unstable();
        special.closed.dedup();
        field.closed = special.closed.iter().copied().collect();
        special
    }

    fn rule(&mut self, rule: &RuleFile, field: &Field, special: &mut Special) {
        let kind = *rule.kind.get_ref();
        let kinds = self.kinds(&rule.types, "rule.types");
        let hexes: Vec<HexId> =
            rule.hexes.iter().filter_map(|word| self.hex(field, word, "rule.hexes")).collect();
        let lacks = |what: &str| format!("a rule of this kind has {what}");
        match kind {
            RuleKind::NoEntry if hexes.is_empty() => {
                self.problem(&rule.kind, "rule.hexes", &lacks("`hexes`"));
            }
            RuleKind::NoEntry => special.closed.extend(hexes),
            RuleKind::NoCrossing => {
                let Some(terrain) = rule.terrain else {
                    self.problem(&rule.kind, "rule.terrain", &lacks("`terrain`"));
                    return;
                };
                special.closed.extend(
                    field.terrain.iter().filter(|(_, ground)| **ground == terrain).map(|(hex, _)| *hex),
                );
            }
            RuleKind::Ground => match (rule.side, rule.points) {
                (Some(side), Some(points)) if !hexes.is_empty() => {
                    special.ground.push(Ground { side: side.seat(), hexes, points });
                }
                _ => {
                    self.problem(&rule.kind, "rule", &lacks("`side`, `hexes` and `points`"));
                }
            },
            _ => {
                let Some(side) = rule.side else {
                    self.problem(&rule.kind, "rule.side", &lacks("a `side`")).allowed =
                        vec!["a".into(), "b".into()];
                    return;
                };
                if kinds.is_empty() {
                    self.problem(&rule.kind, "rule.types", &lacks("`types`"));
                }
                let own = &mut special.sides[side.seat().index()];
                if let Err(what) = side_rule(own, rule, kinds) {
                    self.problem(&rule.kind, "rule", &lacks(what));
                }
            }
        }
    }
}

/// A rule about the units of one side; the error says what it lacks.
fn side_rule(own: &mut SideSpecial, rule: &RuleFile, kinds: KindSet) -> Result<(), &'static str> {
    match rule.kind.get_ref() {
        RuleKind::Barbarian => own.barbarian = own.barbarian.or(kinds),
        RuleKind::Impetuous => own.impetuous = own.impetuous.or(kinds),
        RuleKind::Disciplined => own.disciplined = own.disciplined.or(kinds),
        RuleKind::Stakes => own.stakes = own.stakes.or(kinds),
        RuleKind::RapidFire => {
            own.rapid_fire =
                (kinds, rule.shots.filter(|shots| (2..=3).contains(shots)).ok_or("`shots`, 2 or 3")?);
        }
        RuleKind::ShieldWall => own.shield_wall = (kinds, rule.terrain.ok_or("`terrain`")?),
        RuleKind::Movement => {
            own.movement = (kinds, rule.points.ok_or("`points`")?, rule.through.ok_or("`through`, a turn")?);
        }
        RuleKind::NoEntry | RuleKind::NoCrossing | RuleKind::Ground => {}
    }
    Ok(())
}

/// The number of a kind of rule.
pub(super) const fn rule_number(kind: RuleKind) -> &'static str {
    match kind {
        RuleKind::Barbarian => "15.4",
        RuleKind::Impetuous => "15.5",
        RuleKind::Disciplined => "15.6",
        RuleKind::RapidFire => "8.6",
        RuleKind::NoEntry => "S1",
        RuleKind::NoCrossing => "S2",
        RuleKind::Movement => "S3",
        RuleKind::Stakes => "S4",
        RuleKind::ShieldWall => "S5",
        RuleKind::Ground => "S7",
    }
}

/// The switches that a scenario sets.
pub(super) fn switches(reader: &mut Reader, read: &ScenarioFile) -> BTreeMap<String, OptionValue> {
    let cards = Options::cards();
    let mut set = BTreeMap::new();
    for (id, value) in &read.switches {
        let field = format!("switches.{id}");
        let Some(card) = cards.iter().find(|card| card.id == *id) else {
            reader.problem(value, &field, "there is no such switch").allowed =
                cards.iter().map(|card| card.id.clone()).collect();
            continue;
        };
        let found = match value.get_ref() {
            toml::Value::Boolean(on) => Some(OptionValue::Switch(*on)),
            toml::Value::String(word) => Some(OptionValue::Word(word.clone())),
            _ => None,
        };
        let setup = found.clone().map(|found| Setup::shipped("").with(id, found));
        match (found, setup.is_some_and(|setup| setup.check_options(&cards).is_ok())) {
            (Some(found), true) => {
                set.insert(id.clone(), found);
            }
            _ => {
                reader.problem(value, &field, "this is no value of the switch").allowed = card.kind.allowed();
            }
        }
    }
    set
}
