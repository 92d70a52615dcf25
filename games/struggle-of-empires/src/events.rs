//! What happened, and what a page shows beside the words. `narration.rs` has the words.

use sandtable_engine::{Annotation, Die};
use serde::Serialize;

use crate::chart::chart;
use crate::ids::{Area, CounterId, Kind, Power, Space, Tile};
use crate::phases::voyage::Landfall;

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "`narration.rs` tells what each one means")]
pub enum Event {
    First {
        power: Power,
    },
    Appeared {
        counter: CounterId,
    },
    Claimed {
        power: Power,
        counter: CounterId,
    },
    Placed {
        power: Power,
        unit: Kind,
        area: Area,
    },
    War {
        war: u8,
    },
    Bid {
        power: Power,
        gold: i16,
        first: Option<Power>,
        second: Option<Power>,
    },
    PassedBid {
        power: Power,
    },
    Allied {
        power: Power,
        gold: i16,
        first: Option<Power>,
        second: Option<Power>,
    },
    Round {
        war: u8,
        round: u8,
    },
    Acts {
        power: Power,
    },
    Paid {
        power: Power,
        gold: i16,
    },
    Borrowed {
        power: Power,
        gold: i16,
        unrest: i16,
    },
    Passed {
        power: Power,
    },
    Bought {
        power: Power,
        tile: Tile,
    },
    Reformed {
        power: Power,
        unrest: i16,
    },
    Industry {
        power: Power,
        points: i16,
        unrest: i16,
    },
    Used {
        power: Power,
        tile: Tile,
    },
    Collected {
        power: Power,
        tile: Tile,
        area: Area,
        gold: i16,
    },
    Blockaded {
        power: Power,
        area: Area,
    },
    BlockadeLifted {
        power: Power,
        area: Area,
    },
    Built {
        power: Power,
        unit: Kind,
    },
    Destroyed {
        power: Power,
        unit: Kind,
        at: Space,
    },
    Raised {
        power: Power,
        area: Area,
    },
    Moved {
        power: Power,
        unit: Kind,
        from: Space,
        to: Space,
    },
    Sailed {
        power: Power,
        unit: Kind,
        from: Space,
        to: Space,
        first: u8,
        second: u8,
        landfall: Landfall,
    },
    Colonised {
        power: Power,
        counter: CounterId,
    },
    Enslaved {
        power: Power,
        counter: CounterId,
    },
    Attacked {
        power: Power,
        area: Area,
        against: Power,
    },
    AttackedCountry {
        power: Power,
        counter: CounterId,
    },
    Raided {
        power: Power,
        tile: Tile,
        area: Area,
        against: Power,
    },
    Surprised {
        power: Power,
    },
    Asked {
        power: Power,
        helper: Power,
        gold: i16,
    },
    Answered {
        power: Power,
        helper: Power,
        navies: u8,
        armies: u8,
        gold: i16,
    },
    Symbol {
        power: Power,
        navy: bool,
    },
    DeclinedBattle {
        power: Power,
    },
    Supported {
        power: Power,
    },
    BlockadeSupports {
        power: Power,
    },
    Fought {
        at_sea: bool,
        area: Area,
        power: Power,
        raider: Option<Tile>,
        against: Option<Power>,
        counter: Option<CounterId>,
        attack: i16,
        defence: i16,
        dice: [u8; 4],
    },
    Reserve {
        power: Power,
    },
    Withdrew {
        power: Power,
    },
    Lost {
        power: Power,
        unit: Kind,
        area: Area,
    },
    Seized {
        power: Power,
        from: Power,
        area: Area,
    },
    Conquered {
        power: Power,
        counter: CounterId,
        area: Area,
        gold: i16,
        points: i16,
    },
    RaidersStay {
        tile: Tile,
        area: Area,
        against: Power,
    },
    RaidersGone {
        tile: Tile,
        area: Area,
    },
    Income {
        power: Power,
        gold: i16,
        upkeep: i16,
    },
    Grew {
        power: Power,
        population: u8,
    },
    Scored {
        power: Power,
        area: Area,
        points: i16,
    },
    WarEnded {
        war: u8,
    },
    Revealed {
        power: Power,
        unrest: i16,
    },
    Revolution {
        power: Power,
    },
    Penalty {
        power: Power,
        points: i16,
    },
}

/// The side, the dice, and whether a line begins a round.
pub fn annotate(event: &Event) -> Annotation {
    let side = |power: Power| Some(chart().power_key(power).to_owned());
    let mut notes = Annotation::default();
    match *event {
        Event::War { .. } | Event::Round { .. } => notes.heading = true,
        Event::Fought { power, attack, defence, dice, .. } => {
            notes.side = side(power);
            let [a, b, c, d] = dice;
            let thrown = [
                (a, attack >= defence),
                (b, attack >= defence),
                (c, defence >= attack),
                (d, defence >= attack),
            ];
            notes.dice = thrown.map(|(face, good)| Die::of(face, good)).into();
        }
        Event::Sailed { power, first, second, landfall, .. } => {
            notes.side = side(power);
            let good = landfall == Landfall::Arrived;
            let dice = [first, second].into_iter().filter(|face| *face > 0);
            notes.dice = dice.map(|face| Die::of(face, good)).collect();
        }
        _ => notes.side = actor(event).and_then(side),
    }
    notes
}

/// The power that a line is about.
fn actor(event: &Event) -> Option<Power> {
    match *event {
        Event::First { power }
        | Event::Claimed { power, .. }
        | Event::Placed { power, .. }
        | Event::Bid { power, .. }
        | Event::PassedBid { power }
        | Event::Allied { power, .. }
        | Event::Acts { power }
        | Event::Paid { power, .. }
        | Event::Borrowed { power, .. }
        | Event::Passed { power }
        | Event::Bought { power, .. }
        | Event::Reformed { power, .. }
        | Event::Industry { power, .. }
        | Event::Used { power, .. }
        | Event::Collected { power, .. }
        | Event::Blockaded { power, .. }
        | Event::BlockadeLifted { power, .. }
        | Event::Built { power, .. }
        | Event::Destroyed { power, .. }
        | Event::Raised { power, .. }
        | Event::Moved { power, .. }
        | Event::Colonised { power, .. }
        | Event::Enslaved { power, .. }
        | Event::Attacked { power, .. }
        | Event::AttackedCountry { power, .. }
        | Event::Raided { power, .. }
        | Event::Surprised { power }
        | Event::Asked { power, .. }
        | Event::Symbol { power, .. }
        | Event::DeclinedBattle { power }
        | Event::Supported { power }
        | Event::BlockadeSupports { power }
        | Event::Reserve { power }
        | Event::Withdrew { power }
        | Event::Lost { power, .. }
        | Event::Seized { power, .. }
        | Event::Conquered { power, .. }
        | Event::Income { power, .. }
        | Event::Grew { power, .. }
        | Event::Scored { power, .. }
        | Event::Revealed { power, .. }
        | Event::Revolution { power }
        | Event::Penalty { power, .. } => Some(power),
        Event::Answered { helper, .. } => Some(helper),
        _ => None,
    }
}
