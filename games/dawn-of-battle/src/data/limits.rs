//! Figures that the rules name in passing.

use std::sync::OnceLock;

use serde::Deserialize;

use super::parse;

pub(super) const FILE: &str = include_str!("../../data/limits.toml");

/// Figures that the rules name in passing; `data/limits.toml` says what each is.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the file says what each is")]
pub struct Limits {
    pub turns: u8,
    pub columns: u8,
    pub epic_columns: u8,
    pub rows: u8,
    pub chits: u8,
    pub epic_chits: u8,
    pub most_deduction: u8,
    pub melee_bound: i8,
    pub charge_run: u8,
    pub charge_factor: u8,
    pub barbarian_factor: u8,
    pub sidestep: u8,
    pub leader_away: u8,
    pub leader_loss: u8,
    pub command_loss: u8,
    pub sudden_death: u8,
    pub marginal: u8,
    pub substantial: u8,
    pub decisive: u8,
    pub tired: i8,
    pub flank: i8,
    pub rear: i8,
    pub impetuous: i8,
    pub panic_fire: i8,
    pub heads_disrupted: i16,
    pub heads_eliminated: i16,
    pub fatal: i8,
    pub honour_ride: u8,
    pub elephant_calm: u8,
    pub elephant_balks: u8,
    pub elephant_fright: u8,
    pub deployment: DeploymentLimits,
    pub build: BuildLimits,
}

/// Distances of free deployment (15.1).
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the file says what each is")]
pub struct DeploymentLimits {
    pub camp_nearest: u8,
    pub camp_farthest: u8,
    pub around: u8,
    pub shift: u8,
}

/// Figures of design your own (17).
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the file says what each is")]
pub struct BuildLimits {
    pub points: u16,
    pub attacker_more: u16,
    pub most_command: u8,
    pub firepower_cost: u8,
    pub most_firepower: u8,
    pub panic_share: u16,
    pub command_cost: u8,
    pub range_cost: u8,
    pub combat_cost: u8,
    pub most_units: u8,
}

/// The figures.
#[inline]
pub fn limits() -> &'static Limits {
    static LIMITS: OnceLock<Limits> = OnceLock::new();
    LIMITS.get_or_init(|| parse("limits.toml", FILE))
}
