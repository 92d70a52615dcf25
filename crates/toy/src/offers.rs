//! How choices look, and the sum behind an assault.

use sandtable_engine::{Offer, Reckoning, State, Sum, Target, rule};

use crate::data::{Space, UnitId};
use crate::{AnswerChoice, Choice, Frame, MarchChoice, Toy};

/// What is clicked, and what it is called.
pub fn offer(state: &State<Toy>, choice: &Choice) -> Offer {
    let table = &state.table;
    let piece = |id: UnitId| Target::Piece(key(state, id));
    let button = |key: &str| Target::Button(key.into());
    match *choice {
        Choice::Bid(points) => Offer::new(button(&format!("bid-{points}")), format!("Bid {points}")),
        Choice::March(MarchChoice::Take(id)) => {
            Offer::new(piece(id), format!("March with {}", table.name(id)))
        }
        Choice::March(MarchChoice::Step(to)) => {
            let offer = Offer::new(Target::Space(to.0.to_string()), format!("March to space {}", to.0));
            match moving(state) {
                Some(unit)
                    if table.units_at(table.units[unit.index()].side.opponent(), to).next().is_some() =>
                {
                    Offer { label: format!("Attack space {}", to.0), ..offer }
                        .by(key(state, unit))
                        .figure("1 die")
                }
                Some(unit) => offer.by(key(state, unit)),
                None => offer,
            }
        }
        Choice::March(MarchChoice::Done) => Offer::new(button("done"), "Done").closing(),
        Choice::Answer(AnswerChoice::Play) => Offer::new(Target::Card("ambush".into()), "Play the ambush"),
        Choice::Answer(AnswerChoice::Pass) => Offer::new(button("pass"), "Pass").closing(),
        Choice::Losses(id) => Offer::new(piece(id), format!("Lose {}", table.name(id))),
        Choice::Turn(never) | Choice::Assault(never) => match never {},
    }
}

/// The sum of an assault without its dice.
pub fn reckoning(state: &State<Toy>, choice: &Choice) -> Option<Reckoning> {
    let table = &state.table;
    let (unit, at, ambush) = match *choice {
        Choice::March(MarchChoice::Step(to)) => (moving(state)?, to, false),
        Choice::Answer(answer) => {
            let (unit, at) = assault(state)?;
            (unit, at, answer == AnswerChoice::Play)
        }
        _ => return None,
    };
    let defender = table.unit(unit)?.side.opponent();
    let defenders = i16::from(table.count_at(defender, at));
    if defenders == 0 {
        return None;
    }
    let ambush = if ambush { 2 } else { 0 };
    Some(Reckoning {
        title: format!("{} attacks space {}", table.name(unit), at.0),
        subtitle: format!("{defenders} in defence"),
        terms: vec![
            Sum { what: "Attacking unit".into(), figure: 1, rule: rule!("6.1") },
            Sum { what: "Defending units".into(), figure: -defenders, rule: rule!("6.1") },
            Sum { what: "Ambush".into(), figure: -ambush, rule: rule!("5.2") },
        ],
        unit: "Attack less defence, a die each".into(),
        total: 1 - defenders - ambush,
        footnote: "The lower sum loses a unit.".into(),
    })
}

fn key(state: &State<Toy>, id: UnitId) -> String {
    state.table.names().nth(id.index()).unwrap_or_default()
}

/// The unit on the march.
fn moving(state: &State<Toy>) -> Option<UnitId> {
    match state.frame()? {
        Frame::March(march) => march.moving().map(|moving| moving.unit),
        _ => None,
    }
}

/// The unit that attacks, and where.
fn assault(state: &State<Toy>) -> Option<(UnitId, Space)> {
    state.frames().iter().find_map(|frame| match frame {
        Frame::Assault(assault) => Some((assault.unit(), assault.at())),
        _ => None,
    })
}
