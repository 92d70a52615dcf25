//! The outermost box: the turn (2.1). Fifteen of them at most, from 22 June (2.2, R23).

use sandtable_engine::{Cx, Never, Next, Step, rule};
use serde::Serialize;

use crate::events::{End, Event};
use crate::ids::{Force, UnitSet};
use crate::phases::deployment::Deployment;
use crate::phases::fire::Fire;
use crate::phases::landing::Landing;
use crate::phases::movement::Movement;
use crate::phases::shock::Shock;
use crate::phases::{events, fever, surrender, withdrawal};
use crate::table::{Phase, Table};
use crate::{Frame, Santiago, victory};

/// A turn, with the step that is being made.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Turn {
    step: TurnStep,
}

/// The steps of a turn, and what comes before the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
enum TurnStep {
    #[default]
    Begin,
    DeployEs,
    DeployCu,
    Checks,
    Fever,
    Event,
    CubanMovement,
    UsMovement,
    CubanFire,
    UsFire,
    CubanShock,
    UsShock,
    SpanishMovement,
    SpanishFire,
    SpanishShock,
}

impl TurnStep {
    /// The step with which a scenario begins.
    fn of(phase: Phase) -> Self {
        match phase {
            Phase::SetUp => Self::DeployEs,
            Phase::Administration => Self::Checks,
            Phase::CubanMovement => Self::CubanMovement,
            Phase::UsMovement => Self::UsMovement,
            Phase::CubanFire => Self::CubanFire,
            Phase::UsFire => Self::UsFire,
            Phase::CubanShock => Self::CubanShock,
            Phase::UsShock => Self::UsShock,
            Phase::SpanishMovement => Self::SpanishMovement,
            Phase::SpanishFire => Self::SpanishFire,
            Phase::SpanishShock => Self::SpanishShock,
        }
    }

    const fn next(self) -> Option<Self> {
        Some(match self {
            Self::Begin => Self::DeployEs,
            Self::DeployEs => Self::DeployCu,
            Self::Checks => Self::Fever,
            Self::Fever => Self::Event,
            Self::DeployCu | Self::Event => Self::CubanMovement,
            Self::CubanMovement => Self::UsMovement,
            Self::UsMovement => Self::CubanFire,
            Self::CubanFire => Self::UsFire,
            Self::UsFire => Self::CubanShock,
            Self::CubanShock => Self::UsShock,
            Self::UsShock => Self::SpanishMovement,
            Self::SpanishMovement => Self::SpanishFire,
            Self::SpanishFire => Self::SpanishShock,
            Self::SpanishShock => return None,
        })
    }

    const fn phase(self) -> Phase {
        match self {
            Self::Begin | Self::DeployEs | Self::DeployCu => Phase::SetUp,
            Self::Checks | Self::Fever | Self::Event => Phase::Administration,
            Self::CubanMovement => Phase::CubanMovement,
            Self::UsMovement => Phase::UsMovement,
            Self::CubanFire => Phase::CubanFire,
            Self::UsFire => Phase::UsFire,
            Self::CubanShock => Phase::CubanShock,
            Self::UsShock => Phase::UsShock,
            Self::SpanishMovement => Phase::SpanishMovement,
            Self::SpanishFire => Phase::SpanishFire,
            Self::SpanishShock => Phase::SpanishShock,
        }
    }
}

impl Turn {
    /// Makes steps until a box has to be asked: administration (2.1b), the American player's turn (2.1c, 2.1d), the Spanish player's (2.1e).
    fn from(mut self, step: TurnStep, table: &mut Table, cx: &mut Cx<Santiago>) -> Next<Santiago> {
        let mut step = Some(step);
        loop {
            let Some(now) = step else { return Self::end(table, cx) };
            self.step = now;
            table.phase = now.phase();
            let child: Option<Frame> = match now {
                TurnStep::Begin => None,
                TurnStep::DeployEs => Some(Deployment::of(Force::Es).into()),
                TurnStep::DeployCu => Some(Deployment::of(Force::Cu).into()),
                TurnStep::Checks => {
                    if let Some(winner) = surrender::check(table, cx) {
                        return victory::over(table, winner, End::Surrender, cx);
                    }
                    if let Some(winner) = withdrawal::check(table, cx) {
                        return victory::over(table, winner, End::Withdrawal, cx);
                    }
                    None
                }
                TurnStep::Fever => fever::check(table, cx).map(Frame::from),
                TurnStep::Event => events::check(table, cx).map(Frame::from),
                TurnStep::CubanMovement => Some(Movement::of(Force::Cu).into()),
                TurnStep::UsMovement => Some(Landing::default().into()),
                TurnStep::CubanFire => Some(Fire::of(Force::Cu).into()),
                TurnStep::UsFire => Some(Fire::of(Force::Us).into()),
                TurnStep::CubanShock => Some(Shock::of(Force::Cu).into()),
                TurnStep::UsShock => Some(Shock::of(Force::Us).into()),
                TurnStep::SpanishMovement => Some(Movement::of(Force::Es).into()),
                TurnStep::SpanishFire => Some(Fire::of(Force::Es).into()),
                TurnStep::SpanishShock => Some(Shock::of(Force::Es).into()),
            };
            match child {
                Some(child) => return Next::call(self, child),
                None => step = now.next(),
            }
        }
    }

    /// The end of a day: disorganisation goes, the turn marker advances (2.1f), and after the last turn the campaign is over (4.4).
    fn end(table: &mut Table, cx: &mut Cx<Santiago>) -> Next<Santiago> {
        table.dis = UnitSet::NONE;
        table.landed = UnitSet::NONE;
        table.ashore = 0;
        table.heroic = false;
        table.bad_weather = false;
        table.guns_fired = false;
        if table.turn >= table.scenario.turns {
            let (winner, how) = victory::at_the_end(table);
            return victory::over(table, winner, how, cx);
        }
        table.turn += 1;
        cx.log(rule!("2.1"), || Event::Turn { turn: table.turn });
        Self::default().from(TurnStep::Checks, table, cx)
    }
}

impl Step<Santiago> for Turn {
    type Choice = Never;

    /// The first turn has no administration (2.1a); a scenario may begin anywhere.
    fn enter(self, table: &mut Table, cx: &mut Cx<Santiago>) -> Next<Santiago> {
        let turn = table.turn;
        cx.log(rule!("2.1"), || Event::Turn { turn });
        let first = if table.scenario.set_up { Phase::SetUp } else { table.scenario.begins };
        self.from(TurnStep::of(first), table, cx)
    }

    fn resume(self, _: Frame, table: &mut Table, cx: &mut Cx<Santiago>) -> Next<Santiago> {
        match self.step.next() {
            Some(step) => self.from(step, table, cx),
            None => Self::end(table, cx),
        }
    }
}
