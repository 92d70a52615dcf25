//! Reads a scenario file and says everything that is wrong with it.

use sandtable_engine::{Faults, NoteCard, Problem, ReadScenario, ScenarioCard, Setup, SetupError, SideCard};
use toml::Spanned;

use super::file::{ForceFile, ScenarioFile, Word};
use super::{Begins, Due, Force, Options, Scenario};
use crate::data::{self, Nation, chart, tables};
use crate::ids::{AREAS, LeaderId, Order, OrderKind, PORTS, ShipId, ShipSet, Side, Space};

/// The format of the files that this program reads.
const FORMAT: u32 = 1;

struct Reader<'a> {
    faults: Faults<'a>,
    /// Ships that have been named.
    ships: ShipSet,
    /// Leaders that have been named, a bit each.
    leaders: u8,
}

impl Reader<'_> {
    fn problem<T>(&mut self, at: &Spanned<T>, field: &str, what: &str) -> &mut Problem {
        self.faults.at(&at.span(), field, what)
    }

    fn space(&mut self, word: &Word, field: &str) -> Space {
        chart().space(word.get_ref()).unwrap_or_else(|| {
            let what = format!("the chart has no `{}`", word.get_ref());
            self.problem(word, field, &what).allowed =
                Space::all().map(|space| chart().code(space).to_owned()).collect();
            Space(0)
        })
    }

    fn ship(&mut self, word: &Word, field: &str) -> Option<ShipId> {
        let Some(ship) = data::ship_of(word.get_ref()) else {
            let what = format!("no ship is called `{}`", word.get_ref());
            self.problem(word, field, &what).allowed =
                data::ships().map(|ship| data::ship(ship).id.clone()).collect();
            return None;
        };
        if self.ships.contains(ship) {
            let what = format!("`{}` is named twice", word.get_ref());
            self.problem(word, field, &what);
            return None;
        }
        self.ships.insert(ship);
        Some(ship)
    }

    fn leader(&mut self, word: &Word, field: &str) -> Option<LeaderId> {
        let Some(leader) = data::leader_of(word.get_ref()) else {
            let what = format!("no leader is called `{}`", word.get_ref());
            self.problem(word, field, &what).allowed =
                data::leaders().map(|leader| data::leader(leader).id.clone()).collect();
            return None;
        };
        if self.leaders >> leader.number() & 1 != 0 {
            let what = format!("`{}` is named twice", word.get_ref());
            self.problem(word, field, &what);
            return None;
        }
        self.leaders |= 1 << leader.number();
        Some(leader)
    }

    fn force(&mut self, force: &ForceFile, begins: Begins) -> Option<Force> {
        let at = self.space(&force.at, "force.at");
        let ships: Vec<ShipId> =
            force.ships.iter().filter_map(|word| self.ship(word, "force.ships")).collect();
        let leaders: Vec<LeaderId> =
            force.leaders.iter().filter_map(|word| self.leader(word, "force.leaders")).collect();
        let Some(first) = ships.first() else {
            self.problem(&force.at, "force.ships", "a force needs a ship");
            return None;
        };
        let side = first.side();
        if ships.iter().any(|ship| ship.side() != side) || leaders.iter().any(|leader| leader.side() != side)
        {
            self.problem(&force.at, "force.ships", "all of a force belong to one side");
        }
        if chart().owner(at) == Some(side.enemy()) {
            self.problem(&force.at, "force.at", "this is a port of the enemy");
        }
        if force.transits > tables().transit_turns {
            self.problem(&force.at, "force.transits", "no ship is in transit for so many turns");
        }
        let order = self.order(force, side, begins);
        Some(Force {
            side,
            at,
            ships,
            leaders,
            last: force.last,
            transits: force.transits,
            since: force.since,
            order,
        })
    }

    fn order(&mut self, force: &ForceFile, side: Side, begins: Begins) -> Option<Order> {
        let Some(kind) = force.order else {
            if begins != Begins::Orders && force.ships.len() > 1 {
                self.problem(
                    &force.at,
                    "force.order",
                    "play begins after the orders: this squadron needs one",
                );
            }
            return None;
        };
        if begins == Begins::Orders {
            self.problem(
                &force.at,
                "force.order",
                "orders are given when play begins; `last` is for the turn before",
            );
        }
        let target = match &force.target {
            Some(word) => self.space(word, "force.target"),
            None => Space::NOWHERE,
        };
        let fits = if kind.has_target() {
            chart().owner(target) == Some(side.enemy())
        } else {
            target == Space::NOWHERE
        };
        if !fits {
            self.problem(
                &force.at,
                "force.target",
                "Raid and Blockade, and only they, are aimed at an enemy port",
            );
        }
        Some(Order { kind, target })
    }
}

/// Whether a ship is in a game with these switches (11.J, 11.L; ruling R51: the American one comes as a reinforcement).
fn takes_part(ship: ShipId, options: &Options) -> bool {
    let card = data::ship(ship);
    (options.extra_warships || !card.extra) && (options.germans || card.nation != Nation::De)
}

/// All counters where they are printed (9.6): Anchor orders in the turn before, Patrol in the East Coast area.
fn printed(options: &Options) -> (Vec<Force>, Vec<Due>) {
    let mut forces: Vec<Force> = Vec::new();
    let mut due = Vec::new();
    for ship in data::ships().filter(|ship| takes_part(*ship, options)) {
        let card = data::ship(ship);
        let at = chart().space(&card.start).expect("a test looks at every start");
        if card.turn > 0 {
            due.push(Due { ship, turn: card.turn, at });
            continue;
        }
        let side = ship.side();
        if let Some(force) = forces.iter_mut().find(|force| force.side == side && force.at == at) {
            force.ships.push(ship);
            continue;
        }
        let last = if at.is_area() { OrderKind::Patrol } else { OrderKind::Anchor };
        let leaders = side.leaders().filter(|leader| {
            let card = data::leader(*leader);
            chart().space(&card.start) == Some(at) && (options.germans || card.nation != Nation::De)
        });
        let leaders = leaders.collect();
        forces.push(Force { side, at, ships: vec![ship], leaders, last, transits: 0, since: 0, order: None });
    }
    (forces, due)
}

impl ReadScenario for Scenario {
    fn read(file: &str, text: &str, setup: &Setup) -> Result<Self, SetupError> {
        let faults = Faults::new(file, text);
        let unreadable = |error: toml::de::Error| faults.unreadable(error.span().as_ref(), error.message());
        let read: ScenarioFile = toml::from_str(text).map_err(unreadable)?;
        let options = Options::read(setup, read.printed)?;
        let mut reader = Reader { faults, ships: ShipSet::NONE, leaders: 0 };
        if read.format != FORMAT {
            reader.faults.anywhere("format", "this program reads format 1");
        }
        let most = tables().turns.most;
        let last = *read.turns.get_ref();
        if last < read.first_turn || read.first_turn == 0 || last > most {
            reader.problem(&read.turns, "turns", "the last turn lies between the first and 9");
        }
        if read.printed && !(read.force.is_empty() && read.due.is_empty()) {
            reader.faults.anywhere("printed", "either the printed places or a list of forces, not both");
        }
        if read.free_deployment && !read.printed {
            reader.faults.anywhere(
                "free-deployment",
                "ships are deployed freely only where the war begins (`printed`)",
            );
        }
        let (forces, due) = if read.printed {
            printed(&options)
        } else {
            let forces = read.force.iter().filter_map(|force| reader.force(force, read.begins)).collect();
            (forces, read_due(&mut reader, &read))
        };
        let damage = read_damage(&mut reader, &read);
        let control = read_control(&mut reader, &read);
        let port_damage = read_port_damage(&mut reader, &read);
        SetupError::unless_empty(reader.faults.problems)?;
        Ok(Self {
            id: read.id,
            title: read.title,
            date: read.date,
            introduction: read.introduction.trim().to_owned(),
            source: read.source,
            notes: read.note.into_iter().map(|note| (note.rule, note.text)).collect(),
            turns: (last + options.extra_turns).min(most),
            first_turn: read.first_turn,
            begins: read.begins,
            free_deployment: read.free_deployment || options.free_deployment,
            points: read.points + options.handicap,
            options,
            forces,
            due,
            damage,
            control,
            port_damage,
        })
    }

    fn card(&self) -> ScenarioCard {
        let ships: usize = self.forces.iter().map(|force| force.ships.len()).sum::<usize>() + self.due.len();
        let turns = self.turns + 1 - self.first_turn;
        let word = if turns == 1 { "turn" } else { "turns" };
        ScenarioCard {
            id: self.id.clone(),
            title: self.title.clone(),
            date: self.date.clone(),
            introduction: self.introduction.clone(),
            size: format!("{turns} {word}, {ships} ships"),
            sides: Side::BOTH.map(|side| SideCard { id: side.key().into(), name: side.name().into() }).into(),
            options: Vec::new(),
            notes: self
                .notes
                .iter()
                .map(|(rule, text)| NoteCard { rule: rule.clone(), text: text.clone() })
                .collect(),
            source: self.source.clone(),
            balance: None,
        }
    }
}

fn read_due(reader: &mut Reader, read: &ScenarioFile) -> Vec<Due> {
    let mut list = Vec::new();
    for due in &read.due {
        let at = reader.space(&due.at, "due.at");
        let Some(ship) = reader.ship(&due.ship, "due.ship") else { continue };
        if chart().owner(at) != Some(ship.side()) {
            reader.problem(&due.at, "due.at", "reinforcements come into a port of their own side");
        }
        if due.turn < read.first_turn || due.turn > tables().turns.most {
            reader.problem(&due.at, "due.turn", "no ship comes in such a turn");
        }
        list.push(Due { ship, turn: due.turn, at });
    }
    list
}

fn read_damage(reader: &mut Reader, read: &ScenarioFile) -> Vec<(ShipId, u8)> {
    let mut list = Vec::new();
    for (name, points) in &read.damage {
        let points_of = *points.get_ref();
        match data::ship_of(name) {
            None => {
                let what = format!("no ship is called `{name}`");
                reader.problem(points, "damage", &what);
            }
            Some(ship) if points_of > data::ship(ship).defence => {
                reader.problem(points, "damage", "with so much damage she has sunk");
            }
            Some(ship) => list.push((ship, points_of)),
        }
    }
    list
}

fn read_control(reader: &mut Reader, read: &ScenarioFile) -> [Option<Side>; AREAS] {
    let mut control = [None; AREAS];
    for (name, side) in &read.control {
        match chart().space(name) {
            Some(area) if area.is_area() => control[area.index()] = Some(*side.get_ref()),
            _ => {
                let what = format!("the chart has no area `{name}`");
                reader.problem(side, "control", &what);
            }
        }
    }
    control
}

fn read_port_damage(reader: &mut Reader, read: &ScenarioFile) -> [u8; PORTS] {
    let mut damage = [0; PORTS];
    for (name, points) in &read.port_damage {
        match chart().space(name) {
            Some(port) if chart().owner(port).is_some() => damage[port.port()] = *points.get_ref(),
            _ => {
                let what = format!("there is no fortified port `{name}`");
                reader.problem(points, "port-damage", &what);
            }
        }
    }
    damage
}
