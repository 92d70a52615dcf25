//! How choices look on the chart.

use sandtable_engine::{Offer, Seat, State, Target, Thing};

use crate::data::{self, chart};
use crate::ids::{LEADERS, LeaderId, SHIPS, ShipId, Side, Space};
use crate::phases::battle::BattleChoice;
use crate::phases::bidding::BiddingChoice;
use crate::phases::deployment::DeploymentChoice;
use crate::phases::gather::GatherChoice;
use crate::phases::movement::MovementChoice;
use crate::phases::orders::OrdersChoice;
use crate::phases::pursuit::PursuitChoice;
use crate::phases::voyage::{Voyage, VoyageChoice};
use crate::scene::{group_key, squadron_name};
use crate::table::{Fleet, NO_STACK, Table};
use crate::{Choice, DawnOfEmpire, Frame};

/// The key of a piece or a space.
pub fn key(thing: Thing) -> String {
    match thing {
        Thing::Piece(number) => match usize::from(number) {
            ship if ship < SHIPS => data::ship(ShipId(ship as u8)).id.clone(),
            leader if leader < SHIPS + LEADERS => data::leader(LeaderId(leader as u8)).id.clone(),
            _ => String::new(),
        },
        Thing::Space(number) => chart().code(Space(number as u8)).to_owned(),
    }
}

fn ship_key(ship: ShipId) -> String {
    if ship.exists() { data::ship(ship).id.clone() } else { String::new() }
}

fn ship_name(ship: ShipId) -> &'static str {
    if ship.exists() { &data::ship(ship).name } else { "no ship" }
}

fn leader_key(leader: LeaderId) -> String {
    key(Thing::Piece(u16::from(leader.0)))
}

fn leader_name(leader: LeaderId) -> &'static str {
    let known = leader.belongs_to(Side::Us) || leader.belongs_to(Side::Es);
    if known { &data::leader(leader).name } else { "no leader" }
}

fn button(key: &str) -> Target {
    Target::Button(key.into())
}

fn space(space: Space) -> Target {
    Target::Space(chart().code(space).to_owned())
}

/// A stack by its leading ship: a group, or the ship if it is by itself.
struct Stack<'a> {
    fleet: &'a Fleet,
    side: Side,
    number: u8,
    front: ShipId,
}

impl<'a> Stack<'a> {
    fn of(table: &'a Table, side: Side, front: ShipId) -> Self {
        let fleet = table.fleet(side);
        let number = if front.belongs_to(side) { fleet.berth(front).stack } else { NO_STACK };
        Self { fleet, side, number, front }
    }

    fn is_squadron(&self) -> bool {
        self.number != NO_STACK && self.fleet.count(self.number) > 1
    }

    fn key(&self) -> String {
        if self.is_squadron() { group_key(self.side, self.number) } else { ship_key(self.front) }
    }

    fn target(&self) -> Target {
        if self.is_squadron() { Target::Group(self.key()) } else { Target::Piece(self.key()) }
    }

    fn name(&self) -> String {
        if self.is_squadron() {
            squadron_name(self.fleet, self.side, self.number)
        } else {
            ship_name(self.front).to_owned()
        }
    }
}

/// A choice as people see it.
pub fn offer(state: &State<DawnOfEmpire>, seat: Seat, choice: &Choice) -> Offer {
    let table = &state.table;
    let side = table.side(seat);
    match (state.frame(), choice) {
        (_, Choice::Bidding(choice)) => match choice {
            BiddingChoice::Bid(points) => {
                Offer::new(button(&format!("bid-{points}")), format!("Bid {points}")).sealing()
            }
            BiddingChoice::Play(side) => {
                Offer::new(button(&format!("play-{}", side.key())), format!("Play {}", side.name())).sealing()
            }
        },
        (_, Choice::Deployment(choice)) => deployment(*choice),
        (_, Choice::Orders(choice)) => orders(table, side, *choice),
        (_, Choice::Movement(MovementChoice::Take(ship))) => {
            let stack = Stack::of(table, side, *ship);
            Offer::new(stack.target(), format!("Move {}", stack.name()))
        }
        (_, Choice::Movement(MovementChoice::Done)) => {
            Offer::new(button("done"), "End your movement").sealing()
        }
        (Some(Frame::Voyage(voyage)), Choice::Voyage(choice)) => sail(table, voyage, *choice),
        (_, Choice::Gather(GatherChoice::Keep(ship))) => {
            let stack = Stack::of(table, side, *ship);
            Offer::new(stack.target(), format!("The order of {} stands", stack.name()))
        }
        (_, Choice::Gather(GatherChoice::Place(ship))) => {
            Offer::new(Target::Piece(ship_key(*ship)), format!("{} is next in the line", ship_name(*ship)))
        }
        (_, Choice::Gather(GatherChoice::Stand)) => {
            Offer::new(button("stand"), "Let the line stand").closing()
        }
        (_, Choice::Combat(choice)) => {
            Offer::new(space(choice.0), format!("Combat in the {}", chart().name(choice.0)))
        }
        (_, Choice::Battle(choice)) => battle(*choice),
        (_, Choice::Bombardment(_)) => Offer::new(button("bombard"), "Open fire on the port"),
        (_, Choice::Homing(choice)) => Offer::new(space(choice.0), format!("To {}", chart().name(choice.0))),
        (_, Choice::Pursuit(choice)) => match choice {
            PursuitChoice::Chase { ship, speed } => {
                let label = format!("{} goes after the enemies of speed {speed}", ship_name(*ship));
                Offer::new(button(&format!("chase-{speed}")), label).by(ship_key(*ship))
            }
            PursuitChoice::Enough => Offer::new(button("enough"), "Let the others go").closing(),
        },
        (_, Choice::Repair(choice)) => {
            let damage = if choice.0.exists() { table.damage[choice.0.index()] } else { 0 };
            Offer::new(Target::Piece(ship_key(choice.0)), format!("Repair {}", ship_name(choice.0)))
                .figure(format!("{damage} damage"))
        }
        (_, Choice::Upkeep(choice)) => {
            Offer::new(Target::Piece(ship_key(choice.0)), format!("{} suffers", ship_name(choice.0)))
        }
        // A choice of another box can be shown, but leads nowhere.
        (_, other) => Offer::new(button("none"), format!("{other:?}")),
    }
}

fn deployment(choice: DeploymentChoice) -> Offer {
    match choice {
        DeploymentChoice::Place { ship, at } => {
            Offer::new(space(at), format!("{} to {}", ship_name(ship), chart().name(at))).by(ship_key(ship))
        }
        DeploymentChoice::Station { leader, at } => {
            Offer::new(space(at), format!("{} to {}", leader_name(leader), chart().name(at)))
                .by(leader_key(leader))
        }
        DeploymentChoice::Done => Offer::new(button("done"), "End your deployment").sealing(),
    }
}

fn orders(table: &Table, side: Side, choice: OrdersChoice) -> Offer {
    match choice {
        OrdersChoice::Join { ship, squadron } => {
            let stack = Stack::of(table, side, squadron);
            let stays = ship.belongs_to(side) && table.fleet(side).berth(ship).stack == stack.number;
            let label = if stays {
                format!("{} stays with {}", ship_name(ship), stack.name())
            } else if stack.is_squadron() {
                format!("{} joins {}", ship_name(ship), stack.name())
            } else {
                format!("{} forms a squadron with {}", ship_name(ship), stack.name())
            };
            Offer::new(stack.target(), label).by(ship_key(ship))
        }
        OrdersChoice::Detach(ship) => {
            Offer::new(button("new-squadron"), format!("{} leaves her squadron", ship_name(ship)))
                .by(ship_key(ship))
        }
        OrdersChoice::Lead(ship) => {
            Offer::new(button("lead"), format!("{} leads the line", ship_name(ship))).by(ship_key(ship))
        }
        OrdersChoice::Board { leader, squadron } => {
            let stack = Stack::of(table, side, squadron);
            let label = format!("{} goes aboard {}", leader_name(leader), stack.name());
            Offer::new(stack.target(), label).by(leader_key(leader))
        }
        OrdersChoice::Give { squadron, order, target } => {
            let stack = Stack::of(table, side, squadron);
            let (key, words) = match target {
                Some(port) => (
                    format!("order-{}-{}", order.key(), chart().code(port)),
                    format!("{} {}", order.word(), chart().name(port)),
                ),
                None => (format!("order-{}", order.key()), order.word().to_owned()),
            };
            let stands = stack.is_squadron() && {
                let given = stack.fleet.berth(stack.front).order;
                given.kind == order && (target.is_none() || target == Some(given.target))
            };
            let offer = Offer::new(button(&key), format!("{}: {words}", stack.name())).by(stack.key());
            if stands { offer.figure("ordered now") } else { offer }
        }
        OrdersChoice::Seal => Offer::new(button("seal"), "Seal the orders").sealing(),
    }
}

fn sail(table: &Table, voyage: &Voyage, choice: VoyageChoice) -> Offer {
    let side = voyage.side();
    let front = table.fleet(side).front(side, voyage.stack()).unwrap_or_default();
    let stack = Stack::of(table, side, front);
    match choice {
        VoyageChoice::Sail(to) if to.exists() => {
            let cost = voyage.cost(table, to);
            Offer::new(space(to), format!("Sail to {}", chart().name(to)))
                .by(stack.key())
                .figure(cost.to_string())
        }
        VoyageChoice::Sail(_) => Offer::new(button("none"), "Sail off the chart"),
        VoyageChoice::Drop(ship) => {
            Offer::new(Target::Piece(ship_key(ship)), format!("Leave {} behind here", ship_name(ship)))
                .by(stack.key())
        }
        VoyageChoice::Land(leader) => {
            let label = format!("{} stays behind with them", leader_name(leader));
            Offer::new(Target::Piece(leader_key(leader)), label).by(stack.key())
        }
        VoyageChoice::Join(front) => {
            let squadron = Stack::of(table, side, front);
            Offer::new(squadron.target(), format!("Join {}", squadron.name())).by(stack.key()).closing()
        }
        VoyageChoice::Halt => Offer::new(button("halt"), "Stay here").by(stack.key()).closing(),
    }
}

fn battle(choice: BattleChoice) -> Offer {
    match choice {
        // Whoever presses the first button without a thought stays in the fight.
        BattleChoice::BreakOff => Offer::new(button("break-off"), "Break off").closing(),
        BattleChoice::Leave(ship) => {
            Offer::new(Target::Piece(ship_key(ship)), format!("{} breaks off", ship_name(ship)))
        }
        BattleChoice::Ahead(ship) => {
            Offer::new(Target::Piece(ship_key(ship)), format!("{} goes first", ship_name(ship)))
        }
        BattleChoice::FightOn => Offer::new(button("fight-on"), "Fight on"),
        BattleChoice::Fire => Offer::new(button("fire"), "Open fire"),
    }
}
