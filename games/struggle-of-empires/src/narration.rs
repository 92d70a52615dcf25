//! Events in words.

use crate::Event;
use crate::chart::chart;
use crate::data::{self, limits, tile_card};
use crate::ids::{Area, CounterId, Kind, Power, Space, Tile};
use crate::phases::voyage::Landfall;

fn name(power: Power) -> &'static str {
    match power {
        Power::Provinces => "the United Provinces",
        _ => chart().power(power),
    }
}

/// The name at the beginning of a sentence.
fn title(power: Power) -> &'static str {
    match power {
        Power::Provinces => "The United Provinces",
        _ => chart().power(power),
    }
}

/// A verb after the name of a power: the United Provinces are many.
fn verb<'a>(power: Power, one: &'a str, many: &'a str) -> &'a str {
    if power == Power::Provinces { many } else { one }
}

fn at(area: Area) -> String {
    place(area.space())
}

/// A space as it stands in a sentence.
pub fn place(space: Space) -> String {
    let name = chart().name(space);
    match space {
        Space::Ger | Space::Bal | Space::Med | Space::Ott | Space::Car | Space::Ein | Space::Provinces => {
            format!("the {name}")
        }
        _ => name.to_owned(),
    }
}

fn country(counter: CounterId) -> &'static str {
    &data::counter(counter).name
}

fn points(points: i16) -> String {
    if points == 1 { "1 point".into() } else { format!("{points} points") }
}

fn several(count: u8, kind: Kind) -> String {
    match count {
        1 => format!("1 {}", kind.word()),
        count => format!("{count} {}", kind.words()),
    }
}

fn an(kind: Kind) -> String {
    let article = if kind == Kind::Army { "an" } else { "a" };
    format!("{article} {}", kind.word())
}

fn pairing(first: Option<Power>, second: Option<Power>) -> String {
    match (first, second) {
        (Some(first), Some(second)) => format!("{} against {}", name(first), name(second)),
        (Some(first), None) => format!("{} in the first alliance", name(first)),
        (None, Some(second)) => format!("{} in the second alliance", name(second)),
        (None, None) => "nobody".into(),
    }
}

/// A line of the log in words.
#[expect(clippy::too_many_lines, reason = "a line for each event")]
pub fn narrate(event: &Event) -> String {
    match *event {
        Event::First { power } => format!("{} {} first.", title(power), verb(power, "is", "are")),
        Event::Appeared { counter } => {
            format!("{} appears in {}.", country(counter), at(data::counter(counter).area))
        }
        Event::Claimed { power, counter } => {
            let (verb, area) = (verb(power, "holds", "hold"), at(data::counter(counter).area));
            format!("{} {verb} {} in {area}.", title(power), country(counter))
        }
        Event::Placed { power, unit, area } => {
            format!("{} {} {} in {}.", title(power), verb(power, "places", "place"), an(unit), at(area))
        }
        Event::War { war } => format!("War {war}"),
        Event::Bid { power, gold, first, second } => {
            format!("{} {} {gold}: {}.", title(power), verb(power, "bids", "bid"), pairing(first, second))
        }
        Event::PassedBid { power } => format!("{} {}.", title(power), verb(power, "passes", "pass")),
        Event::Allied { power, gold, first, second } => {
            let verb = verb(power, "wins", "win");
            format!("{} {verb} the auction for {gold}: {}.", title(power), pairing(first, second))
        }
        Event::Round { war, round } => format!("War {war}, round {round}"),
        Event::Acts { power } => format!("{} {}.", title(power), verb(power, "acts", "act")),
        Event::Paid { power, gold } => {
            format!("{} {} {gold} gold.", title(power), verb(power, "pays", "pay"))
        }
        Event::Borrowed { power, gold, unrest } => {
            let verb = verb(power, "borrows", "borrow");
            format!("{} {verb} {gold} gold, and unrest rises by {unrest}.", title(power))
        }
        Event::Passed { power } => {
            format!("{} {} an action pass.", title(power), verb(power, "lets", "let"))
        }
        Event::Bought { power, tile } => {
            format!("{} {} {}.", title(power), verb(power, "takes", "take"), tile_name(tile))
        }
        Event::Reformed { power, unrest } => {
            format!(
                "{} {} its government: {unrest} unrest less.",
                title(power),
                verb(power, "reforms", "reform")
            )
        }
        Event::Industry { power, points: won, unrest } => {
            format!("Industry grows in {}: {}, and unrest rises by {unrest}.", name(power), points(won))
        }
        Event::Used { power, tile } => {
            format!("{} {} {}.", title(power), verb(power, "uses", "use"), tile_name(tile))
        }
        Event::Collected { power, tile, area, gold } => {
            let verb = verb(power, "earns", "earn");
            format!(
                "{} {verb} {gold} gold in {} through the {}.",
                title(power),
                at(area),
                tile_card(tile).name
            )
        }
        Event::Blockaded { power, area } => {
            format!("{} {} {}.", title(power), verb(power, "blockades", "blockade"), at(area))
        }
        Event::BlockadeLifted { power, area } => {
            format!("The {} blockade of {} is lifted.", chart().people(power), at(area))
        }
        Event::Built { power, unit } => {
            format!("{} {} {}.", title(power), verb(power, "builds", "build"), an(unit))
        }
        Event::Destroyed { power, unit, at } => format!(
            "{} {} {} in {} to build it anew: 1 unrest.",
            title(power),
            verb(power, "destroys", "destroy"),
            an(unit),
            place(at)
        ),
        Event::Raised { power, area } => {
            format!("{} {} natives in {}.", title(power), verb(power, "raises", "raise"), at(area))
        }
        Event::Moved { power, unit, from, to } => {
            format!("A {} {} goes from {} to {}.", chart().people(power), unit.word(), place(from), place(to))
                .replace("A Aus", "An Aus")
        }
        Event::Sailed { power, unit, from, to, landfall, .. } => {
            let who = format!("A {} {}", chart().people(power), unit.word()).replace("A Aus", "An Aus");
            match landfall {
                Landfall::Arrived => format!("{who} sails from {} to {}.", place(from), place(to)),
                Landfall::TurnedBack => {
                    format!("{who} bound for {} turns back to {}.", place(to), place(from))
                }
                Landfall::Lost => format!("{who} is lost at sea between {} and {}.", place(from), place(to)),
            }
        }
        Event::Colonised { power, counter } => {
            let verb = verb(power, "colonises", "colonise");
            format!("{} {verb} {} in {}.", title(power), country(counter), at(data::counter(counter).area))
        }
        Event::Enslaved { power, counter } => {
            let verb = verb(power, "ships", "ship");
            let area = at(data::counter(counter).area);
            format!("{} {verb} slaves to {} in {area}.", title(power), country(counter))
        }
        Event::Attacked { power, area, against } => {
            let verb = verb(power, "attacks", "attack");
            format!("{} {verb} {} in {}.", title(power), name(against), at(area))
        }
        Event::AttackedCountry { power, counter } => {
            format!("{} {} {}.", title(power), verb(power, "attacks", "attack"), country(counter))
        }
        Event::Raided { power, tile: Tile::Pirates, area, against } => {
            let verb = verb(power, "sets", "set");
            format!("{} {verb} pirates on {} in {}.", title(power), name(against), at(area))
        }
        Event::Raided { power, area, against, .. } => {
            let verb = verb(power, "stirs", "stir");
            format!("{} {verb} up a slave revolt against {} in {}.", title(power), name(against), at(area))
        }
        Event::Surprised { power } => {
            let verb = verb(power, "attacks", "attack");
            format!("{} {verb} by surprise: nobody can help the defender.", title(power))
        }
        Event::Asked { power, helper, gold: 0 } => {
            format!("{} {} {} for help.", title(power), verb(power, "asks", "ask"), name(helper))
        }
        Event::Asked { power, helper, gold } => format!(
            "{} {} {} for help and offers {gold} gold.",
            title(power),
            verb(power, "asks", "ask"),
            name(helper)
        ),
        Event::Answered { helper, power, navies: 0, armies: 0, .. } => {
            format!("{} {} nothing to {}.", title(helper), verb(helper, "sends", "send"), name(power))
        }
        Event::Answered { power, helper, navies, armies, gold } => {
            let units = match (navies, armies) {
                (0, armies) => several(armies, Kind::Army),
                (navies, 0) => several(navies, Kind::Navy),
                (navies, armies) => {
                    format!("{} and {}", several(navies, Kind::Navy), several(armies, Kind::Army))
                }
            };
            let paid = if gold > 0 { format!(" for {gold} gold") } else { String::new() };
            format!("{} {} {} with {units}{paid}.", title(helper), verb(helper, "helps", "help"), name(power))
        }
        Event::Symbol { power, navy } => {
            format!("The ally of {} fights {}.", name(power), if navy { "at sea" } else { "on land" })
        }
        Event::DeclinedBattle { power } => {
            format!("{} {} battle at sea.", title(power), verb(power, "declines", "decline"))
        }
        Event::Supported { power } => {
            format!("{} {} naval support.", title(power), verb(power, "has", "have"))
        }
        Event::BlockadeSupports { power } => {
            format!("A blockade makes the naval support of {} worth two.", name(power))
        }
        Event::Fought { at_sea, area, power, raider, against, counter, attack, defence, .. } => {
            let attacker =
                raider.map_or_else(|| title(power).to_owned(), |tile| tile_card(tile).name.clone());
            let defender = match (against, counter) {
                (Some(against), _) => name(against).to_owned(),
                (None, Some(counter)) => country(counter).to_owned(),
                (None, None) => "nobody".into(),
            };
            let stage = if at_sea { "At sea" } else { "On land" };
            let result = match attack.cmp(&defence) {
                std::cmp::Ordering::Greater => "the attack succeeds",
                std::cmp::Ordering::Less => "the attack fails",
                std::cmp::Ordering::Equal => "nobody wins",
            };
            format!("{stage} in {}: {attacker} {attack}, {defender} {defence}; {result}.", at(area))
        }
        Event::Reserve { power } => {
            format!("{} {} in a Reserve: all dice fall again.", title(power), verb(power, "sends", "send"))
        }
        Event::Withdrew { power } => {
            format!(
                "{} {} fighting and {} no unit.",
                title(power),
                verb(power, "withdraws", "withdraw"),
                verb(power, "loses", "lose")
            )
        }
        Event::Lost { power, unit, area } => {
            format!(
                "{} {} {} in {}: 1 unrest.",
                title(power),
                verb(power, "loses", "lose"),
                an(unit),
                at(area)
            )
        }
        Event::Seized { power, from, area } => {
            format!(
                "{} {} control from {} in {}.",
                title(power),
                verb(power, "takes", "take"),
                name(from),
                at(area)
            )
        }
        Event::Conquered { power, counter, area, gold, points: won } => {
            let gold = if gold > 0 { format!(", with {gold} gold") } else { String::new() };
            let won = if won > 0 { format!(", for {}", points(won)) } else { String::new() };
            let verb = verb(power, "conquers", "conquer");
            format!("{} {verb} {} in {}{gold}{won}.", title(power), country(counter), at(area))
        }
        Event::RaidersStay { tile, area, against } => format!(
            "{} take the place of a token of {} in {}.",
            if tile == Tile::Pirates { "Pirates" } else { "Free slaves" },
            name(against),
            at(area)
        ),
        Event::RaidersGone { tile, area } => {
            format!("The {} in {} is over.", if tile == Tile::Pirates { "raid" } else { "revolt" }, at(area))
        }
        Event::Income { power, gold, upkeep } => {
            let verb = verb(power, "collects", "collect");
            format!("{} {verb} {gold} gold and {upkeep} are due for units.", title(power))
        }
        Event::Grew { power, population } => {
            format!("{} {} by {population} Population.", title(power), verb(power, "grows", "grow"))
        }
        Event::Scored { power, area, points: won } => {
            format!("{} {} {} for {}.", title(power), verb(power, "scores", "score"), points(won), at(area))
        }
        Event::WarEnded { war } => format!("War {war} is over."),
        Event::Revealed { power, unrest } => {
            format!("{} {} {unrest} unrest.", title(power), verb(power, "shows", "show"))
        }
        Event::Revolution { power } => {
            format!(
                "Revolution in {}: all points are lost ({} unrest or more).",
                name(power),
                limits().revolution
            )
        }
        Event::Penalty { power, points: lost } => {
            format!("Unrest costs {} {}.", name(power), points(lost))
        }
    }
}

/// A tile as it stands in a sentence.
pub fn tile_name(tile: Tile) -> String {
    let name = &tile_card(tile).name;
    if tile.is_alliance() {
        format!("the alliance with {name}")
    } else if tile.is_company() {
        format!("the {name}")
    } else {
        name.clone()
    }
}
