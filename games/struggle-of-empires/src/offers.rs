//! How choices look on the board.

use sandtable_engine::{Offer, Seat, State, Target, Thing};

use crate::chart::chart;
use crate::data::{self, tile_card};
use crate::ids::{Area, CounterId, Kind, Place, Power, Space, Tile};
use crate::narration::{place, tile_name};
use crate::odds;
use crate::phases::answers::AnswersChoice;
use crate::phases::asking::AskingChoice;
use crate::phases::auction::AuctionChoice;
use crate::phases::building::{Builder, BuildingChoice};
use crate::phases::decision::DecisionChoice;
use crate::phases::free_actions::FreeActionChoice;
use crate::phases::losses::LossesChoice;
use crate::phases::marching::{March, MarchingChoice};
use crate::phases::proposal::ProposalChoice;
use crate::phases::raiders::RaidersChoice;
use crate::phases::turn::TurnChoice;
use crate::phases::voyage;
use crate::questions::targets::Objective;
use crate::table::Table;
use crate::{Choice, Frame, StruggleOfEmpires};

/// The key of a piece or a space that is in the way.
pub fn key(thing: Thing) -> String {
    match thing {
        Thing::Piece(number) => counter_key(CounterId(number as u8)),
        Thing::Space(number) => {
            Space::ALL.get(usize::from(number)).map_or(String::new(), |space| chart().key(*space).to_owned())
        }
    }
}

/// The key of a counter.
pub fn counter_key(counter: CounterId) -> String {
    if counter.exists() { data::counter(counter).id.clone() } else { String::new() }
}

/// The key of a pile of units.
pub fn pile_key(power: Power, kind: Kind, at: Space) -> String {
    format!("{}-{}-{}", chart().power_key(power), kind.word(), chart().key(at))
}

/// The key of the counters of a kind that are not on the map.
pub fn supply_key(power: Power, kind: Kind) -> String {
    format!("{}-{}-supply", chart().power_key(power), kind.word())
}

/// The key of a power's tokens in an area.
pub fn control_key(power: Power, area: Area) -> String {
    format!("{}-control-{}", chart().power_key(power), chart().key(area.space()))
}

/// The key of a tile that a power holds.
pub fn held_key(power: Power, tile: Tile) -> String {
    format!("{}-{}", chart().power_key(power), tile_card(tile).key)
}

fn button(key: impl Into<String>, label: impl Into<String>) -> Offer {
    Offer::new(Target::Button(key.into()), label)
}

fn space(space: Space, label: String) -> Offer {
    Offer::new(Target::Space(chart().key(space).into()), label)
}

fn an(kind: Kind) -> &'static str {
    match kind {
        Kind::Army => "an army",
        Kind::Navy => "a navy",
        Kind::Fort => "a fort",
    }
}

/// What a tile costs, in words.
pub fn price(tile: Tile) -> String {
    let card = tile_card(tile);
    let parts = [(card.gold, "gold"), (card.unrest, "unrest"), (card.population.into(), "Population")];
    let parts: Vec<String> =
        parts.iter().filter(|(cost, _)| *cost > 0).map(|(cost, what)| format!("{cost} {what}")).collect();
    if parts.is_empty() { "free".into() } else { parts.join(", ") }
}

fn march(table: &Table, seat: Seat, march: March) -> Offer {
    let power = table.power(seat);
    let March { unit, from, to } = march;
    let offer = space(to, format!("Move {} from {} to {}", an(unit), place(from), place(to)))
        .by(pile_key(power, unit, from));
    at_sea(table, seat, from.place(power), to.place(power), offer)
}

/// The odds of the sea on an offer that crosses it.
fn at_sea(table: &Table, seat: Seat, from: Option<Place>, to: Option<Place>, offer: Offer) -> Offer {
    match (from, to) {
        (Some(from), Some(to)) if voyage::needs_check(from, to) => {
            let arrives = odds::landfall(table, seat)[0] * 100.0;
            offer.figure(format!("sea {arrives:.0}%"))
        }
        _ => offer,
    }
}

fn build(table: &Table, seat: Seat, unit: Kind, to: Space) -> Offer {
    let power = table.power(seat);
    let label = if to == power.home() {
        format!("Build {} at home", an(unit))
    } else {
        format!("Build {} for {}", an(unit), place(to))
    };
    let offer = space(to, label).by(supply_key(power, unit));
    at_sea(table, seat, Some(Place::HOME), to.place(power), offer)
}

fn attack(table: &Table, seat: Seat, objective: Objective) -> Offer {
    let own = table.power(seat);
    let (target, label, area) = match objective {
        Objective::Country(counter) => {
            let name = if counter.exists() { &data::counter(counter).name } else { "nothing" };
            (counter_key(counter), format!("Attack {name}"), table.area_of(counter).unwrap_or_default())
        }
        Objective::Power { area, power } => {
            let label = format!("Attack {} in {}", chart().power(power), place(area.space()));
            (pile_of(table, power, area), label, area)
        }
    };
    let by = if table.empires[seat].armies[area.place()] > 0 { Kind::Army } else { Kind::Navy };
    let offer = Offer::new(Target::Piece(target), label).by(pile_key(own, by, area.space()));
    match odds::outlook(table, seat, objective) {
        Some([wins, _, _]) => offer.figure(format!("{:.0}%", wins * 100.0)),
        None => offer,
    }
}

/// What of a power is clicked in an area: its tokens, else its units.
fn pile_of(table: &Table, power: Power, area: Area) -> String {
    let Some(seat) = table.seat_of(power) else { return String::new() };
    let empire = &table.empires[seat];
    if empire.tokens[area] > 0 {
        return control_key(power, area);
    }
    let kinds = [Kind::Army, Kind::Fort, Kind::Navy];
    let kind = kinds.into_iter().find(|kind| empire.units(*kind)[area.place()] > 0).unwrap_or_default();
    pile_key(power, kind, area.space())
}

fn turn(table: &Table, seat: Seat, choice: TurnChoice) -> Offer {
    let power = table.power(seat);
    match choice {
        TurnChoice::Buy(tile) => {
            Offer::new(Target::Card(tile_card(tile).key.clone()), format!("Take {}", tile_name(tile)))
                .figure(price(tile))
        }
        TurnChoice::Build { unit, to } => build(table, seat, unit, to),
        TurnChoice::Destroy { unit, at } => Offer::new(
            Target::Piece(supply_key(power, unit)),
            format!("Destroy {} in {} to build it elsewhere", an(unit), place(at)),
        )
        .by(pile_key(power, unit, at))
        .figure("1 unrest"),
        TurnChoice::Move(way) => march(table, seat, way),
        TurnChoice::Attack(objective) => attack(table, seat, objective),
        TurnChoice::Settle(counter) => {
            let pop = data::counter_sets().pop & counter.bit() != 0;
            let name = if counter.exists() { &data::counter(counter).name } else { "nothing" };
            let verb = if pop { "Colonise" } else { "Enslave" };
            let offer = Offer::new(Target::Piece(counter_key(counter)), format!("{verb} {name}"));
            if pop { offer.figure("1 Population") } else { offer }
        }
        TurnChoice::Pass => button("pass", "Let an action pass").closing(),
        TurnChoice::Use(tile) => {
            Offer::new(Target::Card(held_key(power, tile)), format!("Use {}", tile_name(tile)))
        }
        TurnChoice::EndTurn => button("end-turn", "End the turn").closing(),
    }
}

fn building(state: &State<StruggleOfEmpires>, seat: Seat, choice: BuildingChoice) -> Offer {
    let table = &state.table;
    let power = table.power(seat);
    let builder = match state.frame() {
        Some(Frame::Building(building)) => building.builder(),
        _ => Builder::Mercenaries,
    };
    let BuildingChoice::To(to) = choice else {
        let label = if matches!(builder, Builder::NativesMove(_)) { "They stay" } else { "No more armies" };
        return button("stop", label).closing();
    };
    match builder {
        Builder::Natives => {
            space(to, format!("Raise natives in {}", place(to))).by(supply_key(power, Kind::Army))
        }
        Builder::NativesMove(from) => {
            let way = March { unit: Kind::Army, from: from.space(power), to };
            march(table, seat, way)
        }
        Builder::Rebuild(unit) => build(table, seat, unit, to),
        Builder::Pressgangs => build(table, seat, Kind::Navy, to),
        Builder::Militia(_) | Builder::Mercenaries => build(table, seat, Kind::Army, to),
    }
}

fn proposal(state: &State<StruggleOfEmpires>, choice: ProposalChoice) -> Offer {
    let table = &state.table;
    match choice {
        ProposalChoice::Keep => button("keep", "Keep the proposal"),
        ProposalChoice::BoxA => button("box-a", "Box A: the first alliance"),
        ProposalChoice::BoxB => button("box-b", "Box B: the second alliance"),
        ProposalChoice::Propose(power) => {
            let filled = match state.frame() {
                Some(Frame::Proposal(proposal)) => proposal.bid().first.map(|seat| table.power(seat)),
                _ => None,
            };
            let label = match filled {
                None => format!("{} into box A", chart().power(power)),
                Some(_) => format!("{} into box B", chart().power(power)),
            };
            button(format!("propose-{}", chart().power_key(power)), label)
        }
    }
}

fn decision(choice: DecisionChoice) -> Offer {
    match choice {
        DecisionChoice::Surprise => button("surprise", "Attack by surprise"),
        DecisionChoice::AsArmy => button("as-army", "As an army"),
        DecisionChoice::AsNavy => button("as-navy", "As a navy"),
        DecisionChoice::Fight => button("fight", "Fight at sea"),
        DecisionChoice::Decline => button("decline", "Decline battle").closing(),
        DecisionChoice::Blockade => button("blockade", "Use the Blockade"),
        DecisionChoice::Reserve => button("reserve", "Send in a Reserve"),
        DecisionChoice::Withdraw => button("withdraw", "Withdraw fighting"),
        DecisionChoice::No => button("no", "No").closing(),
    }
}

fn sent(choice: AnswersChoice) -> String {
    let units = |count: u8, kind: Kind| match count {
        1 => format!("1 {}", kind.word()),
        count => format!("{count} {}", kind.words()),
    };
    match choice {
        AnswersChoice { navies: 0, armies: 0 } => "Send nothing".into(),
        AnswersChoice { navies: 0, armies } => format!("Send {}", units(armies, Kind::Army)),
        AnswersChoice { navies, armies: 0 } => format!("Send {}", units(navies, Kind::Navy)),
        AnswersChoice { navies, armies } => {
            format!("Send {} and {}", units(navies, Kind::Navy), units(armies, Kind::Army))
        }
    }
}

/// What is clicked, and what it is called.
pub fn offer(state: &State<StruggleOfEmpires>, seat: Seat, choice: &Choice) -> Offer {
    let table = &state.table;
    let power = table.power(seat);
    match *choice {
        Choice::Placing(choice) => {
            let label = format!("Place {} in {}", an(choice.unit), place(choice.area.space()));
            space(choice.area.space(), label).by(supply_key(power, choice.unit))
        }
        Choice::Auction(AuctionChoice::Pass) => button("pass", "Pass").closing(),
        Choice::Auction(AuctionChoice::Bid(gold)) => {
            button(format!("bid-{gold}"), format!("Bid {gold} gold")).figure(gold.to_string())
        }
        Choice::Proposal(choice) => proposal(state, choice),
        Choice::Turn(choice) => turn(table, seat, choice),
        Choice::Marching(MarchingChoice::Move(way)) => march(table, seat, way),
        Choice::Marching(MarchingChoice::Stop) => button("stop", "No more moves").closing(),
        Choice::Building(choice) => building(state, seat, choice),
        Choice::FreeAction(FreeActionChoice::Attack(objective)) => attack(table, seat, objective),
        Choice::FreeAction(FreeActionChoice::Take(tile)) => {
            Offer::new(Target::Card(tile_card(tile).key.clone()), format!("Take {}", tile_name(tile)))
                .figure(price(tile))
        }
        Choice::FreeAction(FreeActionChoice::Collect(area)) => {
            let gold = table.empires[seat].tokens[area];
            space(area.space(), format!("Collect {gold} gold in {}", place(area.space())))
                .figure(format!("{gold} gold"))
        }
        Choice::FreeAction(FreeActionChoice::Close(area)) => {
            space(area.space(), format!("Blockade {}", place(area.space())))
        }
        Choice::Raiders(RaidersChoice { area, power }) => {
            let pirates =
                matches!(state.frame(), Some(Frame::Raiders(raiders)) if raiders.tile() == Tile::Pirates);
            let target =
                if pirates { pile_key(power, Kind::Navy, area.space()) } else { control_key(power, area) };
            let label = format!("Attack {} in {}", chart().power(power), place(area.space()));
            Offer::new(Target::Piece(target), label)
        }
        Choice::Decision(choice) => decision(choice),
        Choice::Asking(AskingChoice::NoMore) => button("no-more", "Ask nobody else").closing(),
        Choice::Asking(AskingChoice::Ask { power, gold }) => {
            let key = format!("ask-{}-{gold}", chart().power_key(power));
            button(key, format!("Ask {}, {gold} gold", chart().power(power)))
        }
        Choice::Answers(choice) => {
            button(format!("commit-{}-{}", choice.navies, choice.armies), sent(choice))
        }
        Choice::Losses(LossesChoice { power, unit }) => {
            let at = loss_place(state);
            let label = format!("Lose {} of {}", an(unit), chart().power(power));
            Offer::new(Target::Piece(pile_key(power, unit, at)), label)
        }
        Choice::Campaign(never) | Choice::Attack(never) | Choice::SeaFight(never) | Choice::Combat(never) => {
            match never {}
        }
    }
}

/// Where the units lie that may be lost.
fn loss_place(state: &State<StruggleOfEmpires>) -> Space {
    let Some(assault) = state.table.attack else { return Space::default() };
    let at_sea = matches!(state.frame(), Some(Frame::Losses(losses)) if losses.at_sea());
    let area = if at_sea { chart().sea(assault.area).unwrap_or(assault.area) } else { assault.area };
    area.space()
}
