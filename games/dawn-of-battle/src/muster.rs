//! Before the first turn: bids for sides, armies that players build, ground by lot, dismounting, free deployment (15.1, 15.2, 15.10, 17.0).
//!
//! Each is a box of its own; [`next_box`] says which is still to be played. Dice before the battle are thrown and not drawn (R72).

pub mod bids;
pub mod deployment;
pub mod dismounting;
pub mod draft;
mod events;
pub mod ground;
pub mod market;
pub mod show;

use sandtable_engine::chance::Chance;
use sandtable_engine::{Audience, Hidden, Seat};

use crate::Frame;
use crate::scenario::BattleKind;
use crate::table::Table;

use bids::Bids;
use deployment::Deployment;
use dismounting::Dismounting;
use draft::Draft;
use ground::GroundLaying;
use market::Mustering;

pub use events::MusterEvent;

/// What is done before the battle, in its order; `Table::prepared` counts what is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Preparation {
    Bids,
    Mustering,
    Ground,
    Dismounting,
    Deployment,
}

impl Preparation {
    const ALL: [Self; 5] = [Self::Bids, Self::Mustering, Self::Ground, Self::Dismounting, Self::Deployment];

    /// Whether this battle has it.
    fn is_due(self, table: &Table) -> bool {
        let scenario = &table.scenario;
        let (options, build) = (&scenario.options, scenario.build);
        match self {
            // Sides that build their own armies are alike, and there is nothing to bid for.
            Self::Bids => options.panic_bids && build.is_none(),
            Self::Mustering => build.is_some(),
            Self::Ground => build.is_some_and(|build| build.kind == BattleKind::Assault),
            Self::Dismounting => options.dismounting,
            Self::Deployment => options.free_deployment || build.is_some(),
        }
    }

    /// Marks it as over.
    pub(crate) fn finish(self, table: &mut Table) {
        table.prepared = self as u8 + 1;
    }
}

/// The next box of the set-up that is still to be played; none when the battle can begin.
pub fn next_box(table: &Table) -> Option<Frame> {
    let due = Preparation::ALL
        .into_iter()
        .skip(usize::from(table.prepared))
        .find(|preparation| preparation.is_due(table))?;
    Some(match due {
        Preparation::Bids => Bids::default().into(),
        Preparation::Mustering => Mustering::default().into(),
        Preparation::Ground => GroundLaying::default().into(),
        Preparation::Dismounting => Dismounting::default().into(),
        Preparation::Deployment => Deployment::default().into(),
    })
}

/// An army that only its side knows.
fn sealed(side: Seat, draft: Draft) -> Hidden<Draft> {
    Hidden::known_to(draft, Audience::one(side))
}

/// Settles what a seat has forgotten of the other's preparations.
pub fn deal(table: &Table, frame: &mut Frame, chance: &mut dyn Chance) {
    match frame {
        Frame::Bids(bids) => bids.deal(table, chance),
        Frame::Mustering(mustering) => mustering.deal(table),
        _ => {}
    }
}
