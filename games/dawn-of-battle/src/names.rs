//! Keys and names of pieces: `a-hi-3` and what it is called.

use sandtable_engine::{Roll, Seat, Viewer};

use crate::ids::{LeaderId, MOST_LEADERS, MOST_UNITS, PostId, UnitId, side_key};
use crate::table::Table;

impl Table {
    /// What a unit is called: its own name, or that of its type.
    pub fn name(&self, unit: UnitId) -> &str {
        let list = &self.scenario.armies[unit.side().index()].units;
        match list.get(unit.place()) {
            Some(line) if !line.name.is_empty() => &line.name,
            _ => &self.units[unit].kind.card().name,
        }
    }

    /// What a leader is called; one whose counter has left the map in the middle of a melee has no name any more.
    pub fn leader_name(&self, leader: LeaderId) -> &str {
        if !leader.exists() {
            return "A leader";
        }
        let list = &self.scenario.armies[leader.side().index()].leaders;
        list.get(leader.place()).map_or("Dummy", |line| &line.name)
    }

    /// What an army is called.
    pub fn army_name(&self, side: Seat) -> &str {
        &self.scenario.armies[side.index()].name
    }
}

/// The key of a unit: side, type and number; a cannon that was taken has its place for a number.
pub fn unit_key(table: &Table, unit: UnitId) -> String {
    if !unit.exists() {
        return String::new();
    }
    let side = side_key(unit.side());
    let list = &table.scenario.armies[unit.side().index()].units;
    let Some(line) = list.get(unit.place()) else { return format!("{side}-taken-{}", unit.place()) };
    let number = list[..=unit.place()].iter().filter(|other| other.kind == line.kind).count();
    format!("{side}-{}-{number}", line.kind.key())
}

/// The key of a leader.
pub fn leader_key(table: &Table, leader: LeaderId) -> String {
    if !leader.exists() {
        return String::new();
    }
    let side = side_key(leader.side());
    let list = &table.scenario.armies[leader.side().index()].leaders;
    match list.get(leader.place()) {
        Some(line) => format!("{side}-{}", line.key),
        None if leader.place() == list.len() => format!("{side}-dummy"),
        None => format!("{side}-nobody-{}", leader.place()),
    }
}

/// The key of a leader's counter for a viewer: who does not know who lies there sees a counter and its number.
pub fn post_key(table: &Table, post: PostId, viewer: Viewer) -> String {
    match table.posts[post].who.seen_by(viewer) {
        Some(leader) => leader_key(table, *leader),
        None => format!("{}-leader-{}", side_key(post.side()), post.index() % MOST_LEADERS + 1),
    }
}

/// The names of all pieces by their numbers: units, then leaders.
pub fn roll(table: &Table) -> Roll {
    let units = UnitId::all().map(|unit| unit_key(table, unit));
    let leaders = LeaderId::all().map(|leader| leader_key(table, leader));
    Roll::new(units.chain(leaders))
}

/// A place in a side's list that is nobody's: for a cannon that it takes (8.7.2.10).
pub fn free_place(table: &Table, side: Seat) -> Option<UnitId> {
    let used = table.scenario.armies[side.index()].units.len();
    let taken = table.field.or(table.waiting).or(table.dead).or(table.gone);
    (used..MOST_UNITS).map(|place| UnitId::of(side, place)).find(|unit| !taken.contains(*unit))
}
