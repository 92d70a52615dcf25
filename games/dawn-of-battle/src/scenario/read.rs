//! Reads a scenario file and says everything that is wrong with it.
//!
//! The ground is that of the file (16.1, 17.3.1), the units stand where it says (16.2), victory points are given as it says (16.6), and panic
//! levels are taken as they are given, whatever half of the strength would be (R47).

use std::collections::BTreeMap;

use sandtable_engine::{
    Faults, NoteCard, Problem, ReadScenario, ScenarioCard, Seat, Setup, SetupError, SideCard,
};
use toml::Spanned;

use super::file::{LeaderFile, ScenarioFile, SideFile, UnitFile, Word};
use super::rules::{rule_number, switches};
use super::{
    ArmyList, BattleKind, Build, LeaderLine, Options, Scenario, Start, Station, UnitLine, UsualArmy, columns,
};
use crate::data::{CARDS, Kind, KindSet, Terrain, limits};
use crate::ids::{Facing, HexId, HexSet, MOST_LEADERS, MOST_LISTED, SIDES, facing, side_key};
use crate::muster::draft::Draft;
use crate::table::Marker;

/// The format of the files that this program reads.
const FORMAT: u32 = 1;
/// Facings of the sides where a file says nothing: up the map, and down.
const FACINGS: [u8; 2] = [1, 4];

/// The date of a battle that belongs to no day.
const ANY_DAY: &str = "any";

/// What has been read of the field.
pub(super) struct Field {
    pub(super) epic: bool,
    pub(super) terrain: BTreeMap<HexId, Terrain>,
    pub(super) closed: HexSet,
    /// Who stands where.
    taken: BTreeMap<HexId, Vec<(Seat, Kind)>>,
}

impl Field {
    fn contains(&self, hex: HexId) -> bool {
        hex.column() < u16::from(columns(self.epic))
    }

    fn ground(&self, hex: HexId) -> Terrain {
        self.terrain.get(&hex).copied().unwrap_or_default()
    }

    /// Whether one more unit may stand there: with a cannon a light unit or another cannon, else nobody (7.9, 8.7.2.6).
    fn has_room(&self, hex: HexId, side: Seat, kind: Kind) -> bool {
        match self.taken.get(&hex).map_or(&[][..], Vec::as_slice) {
            [] => true,
            [(other, there)] if *other == side => {
                let goes = |kind: Kind| kind == Kind::Ay || kind.card().is_light();
                (kind == Kind::Ay || *there == Kind::Ay) && goes(kind) && goes(*there)
            }
            _ => false,
        }
    }
}

/// A leader's part of a key: `d'Albret` is `d-albret`.
pub(crate) fn key_of(name: &str) -> String {
    let letters = name.to_lowercase();
    let words = letters.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

pub(super) struct Reader<'a>(Faults<'a>);

impl Reader<'_> {
    pub(super) fn problem<T>(&mut self, at: &Spanned<T>, field: &str, what: &str) -> &mut Problem {
        self.0.at(&at.span(), field, what)
    }

    fn plain(&mut self, field: &str, what: &str) {
        self.0.anywhere(field, what);
    }

    pub(super) fn hex(&mut self, field: &Field, word: &Word, name: &str) -> Option<HexId> {
        let found = HexId::read(word.get_ref()).filter(|hex| field.contains(*hex));
        if found.is_none() {
            let last = if field.epic { "AF15" } else { "P15" };
            self.problem(word, name, &format!("`{}` is no hex of this field", word.get_ref())).allowed =
                vec![format!("A1 to {last}")];
        }
        found
    }

    fn kind(&mut self, word: &Word, name: &str) -> Option<Kind> {
        let found = Kind::read(word.get_ref());
        if found.is_none() {
            self.problem(word, name, &format!("`{}` is no type of unit", word.get_ref())).allowed =
                Kind::ALL.map(|kind| kind.code().to_owned()).into();
        }
        found
    }

    pub(super) fn kinds(&mut self, words: &[Word], name: &str) -> KindSet {
        words.iter().filter_map(|word| self.kind(word, name)).collect()
    }

    fn turn(&mut self, turn: &Spanned<u8>, name: &str) -> u8 {
        let last = limits().turns;
        if !(1..=last).contains(turn.get_ref()) {
            self.problem(turn, name, "there is no such turn").allowed = vec![format!("1 to {last}")];
        }
        *turn.get_ref()
    }

    /// Ground and names of hexes (16.1).
    fn field(&mut self, read: &ScenarioFile) -> Field {
        let mut field =
            Field { epic: read.epic, terrain: BTreeMap::new(), closed: HexSet::NONE, taken: BTreeMap::new() };
        for (terrain, words) in &read.terrain {
            let name = format!("terrain.{}", terrain.word());
            for word in words {
                let Some(hex) = self.hex(&field, word, &name) else { continue };
                if let Some(other) = field.terrain.insert(hex, *terrain) {
                    self.problem(word, &name, &format!("`{hex}` is {} already", other.word()));
                }
            }
        }
        field
    }

    fn names(&mut self, read: &ScenarioFile, field: &Field) -> Vec<(HexId, String)> {
        let mut names = Vec::new();
        for (hex, name) in &read.names {
            match HexId::read(hex).filter(|hex| field.contains(*hex)) {
                Some(hex) => names.push((hex, name.clone())),
                None => self.plain(&format!("names.{hex}"), "there is no such hex on this field"),
            }
        }
        names
    }

    /// The units of one line.
    fn units(
        &mut self,
        unit: &UnitFile,
        side: Seat,
        field: &mut Field,
        deployed: bool,
        list: &mut Vec<UnitLine>,
    ) {
        let name = format!("{}.units", side_key(side));
        let Some(kind) = self.kind(&unit.r#type, &format!("{name}.type")) else { return };
        let looks = self.looks(unit, side, &name);
        let most = limits().build.most_firepower;
        let firepower = unit.firepower.as_ref().map_or(0, |firepower| *firepower.get_ref());
        if (kind == Kind::Ay) != (1..=most).contains(&firepower) {
            self.problem(
                &unit.r#type,
                &format!("{name}.firepower"),
                "a cannon, and only a cannon, has firepower",
            )
            .allowed = vec![format!("1 to {most}")];
        }
        if unit.limbered && kind != Kind::Ay {
            self.problem(&unit.r#type, &format!("{name}.limbered"), "only a cannon is limbered");
        }
        let marker = unit.marker.as_ref().map_or(Marker::None, |marker| *marker.get_ref());
        if let Some(written) = unit.marker.as_ref().filter(|_| marker == Marker::Charge)
            && (!kind.card().charges || unit.disrupted)
        {
            self.problem(
                written,
                &format!("{name}.marker"),
                "only cavalry that may charge does, in good order (7.11)",
            );
        }
        let turns = (unit.enters.as_ref(), unit.placed.as_ref());
        if let (Some(enters), Some(_)) = turns {
            self.problem(
                enters,
                &format!("{name}.enters"),
                "units come in by the edge or are placed, not both",
            );
        }
        let comes = |reader: &mut Self, hex: HexId| match turns {
            (Some(turn), _) => Station::Enters(reader.turn(turn, &format!("{name}.enters")), hex),
            (None, Some(turn)) => Station::Placed(reader.turn(turn, &format!("{name}.placed")), hex),
            (None, None) => Station::On(hex),
        };
        let line = UnitLine {
            kind,
            name: if unit.name.is_empty() { kind.card().name.clone() } else { unit.name.clone() },
            firepower,
            station: Station::Deployed,
            facing: looks,
            disrupted: unit.disrupted || unit.limbered,
            marker,
        };
        if unit.at.is_empty() {
            if !deployed {
                self.problem(&unit.r#type, &format!("{name}.at"), "the unit has no hex");
            }
            list.push(line);
            return;
        }
        for word in &unit.at {
            let Some(hex) = self.hex(field, word, &format!("{name}.at")) else { continue };
            let station = comes(self, hex);
            if let Station::On(_) = station {
                self.stands(field, word, hex, side, kind);
            } else if let Station::Enters(..) = station
                && !is_edge(field.epic, hex)
            {
                self.problem(word, &format!("{name}.at"), "units come in by a hex at the edge (7.8)");
            }
            list.push(UnitLine { station, ..line.clone() });
        }
    }

    fn looks(&mut self, unit: &UnitFile, side: Seat, name: &str) -> Facing {
        let usual = facing(FACINGS[side.index()]).expect("1 and 4 are facings");
        let Some(written) = &unit.facing else { return usual };
        facing(*written.get_ref()).unwrap_or_else(|| {
            self.problem(written, &format!("{name}.facing"), "a unit faces one of six vertices").allowed =
                vec!["1 to 6".into()];
            usual
        })
    }

    /// A unit takes a hex that it can stand in.
    fn stands(&mut self, field: &mut Field, word: &Word, hex: HexId, side: Seat, kind: Kind) {
        let name = format!("{}.units.at", side_key(side));
        if field.ground(hex).card().cost.is_none() || field.closed.contains(hex) {
            self.problem(word, &name, &format!("nobody may enter {hex}"));
        }
        if !field.has_room(hex, side, kind) {
            self.problem(word, &name, &format!("there is a unit in {hex} already (7.9)"));
        }
        field.taken.entry(hex).or_default().push((side, kind));
    }

    fn leader(&mut self, leader: &LeaderFile, side: Seat, field: &Field) -> LeaderLine {
        let name = format!("{}.leaders", side_key(side));
        let at = leader.at.as_ref().and_then(|word| self.hex(field, word, &format!("{name}.at")));
        let values = *leader.values.get_ref();
        if values.command > 4 || values.range > 9 || values.combat > 4 {
            self.problem(&leader.values, &format!("{name}.values"), "no leader is so great").allowed =
                vec!["command 0 to 4".into(), "range 0 to 9".into(), "combat 0 to 4".into()];
        }
        let returns = leader.returns.as_ref().map(|turn| self.turn(turn, &format!("{name}.returns")));
        let enters = leader.enters.as_ref().map(|turn| self.turn(turn, &format!("{name}.enters")));
        if leader.dead && (at.is_some() || returns.is_some()) {
            self.problem(&leader.name, &format!("{name}.dead"), "a dead leader is nowhere");
        }
        LeaderLine {
            key: key_of(leader.name.get_ref()),
            name: leader.name.get_ref().clone(),
            values,
            at,
            returns: returns.or(enters),
            with_reinforcements: enters.is_some(),
            dead: leader.dead,
            shown: leader.shown,
        }
    }

    fn cards(&mut self, numbers: &[Spanned<u8>], seen: &mut Vec<u8>, name: &str) -> Vec<u8> {
        let mut list = Vec::new();
        for number in numbers {
            let card = *number.get_ref();
            if !(1..=CARDS).contains(&card) {
                self.problem(number, name, "there is no such card").allowed = vec![format!("1 to {CARDS}")];
            } else if seen.contains(&card) {
                self.problem(number, name, &format!("card {card} is named twice"));
            } else {
                seen.push(card);
                list.push(card);
            }
        }
        list
    }

    fn usual(&mut self, side: Seat, read: &SideFile) -> Option<UsualArmy> {
        let usual = read.usual.as_ref()?;
        let mut units = Vec::new();
        for (code, count) in &usual.units {
            match Kind::read(code) {
                Some(kind) => units.push((kind, *count)),
                None => self.plain(
                    &format!("{}.usual.units", side_key(side)),
                    &format!("`{code}` is no type of unit"),
                ),
            }
        }
        units.sort_unstable();
        Some(UsualArmy {
            name: usual.name.clone(),
            units,
            firepower: usual.firepower,
            leaders: usual.leaders.clone(),
        })
    }

    /// An army that is proposed is one that its side could buy.
    fn proposals(&mut self, build: Build, armies: &[ArmyList; 2]) {
        for side in SIDES {
            let usual = armies[side.index()].usual.as_ref();
            let bought = usual.map(|usual| Draft::check_usual(usual, build.points[side.index()]));
            if let Some(Err(refusal)) = bought {
                let reason = format!("{} (rule {})", refusal.sentence(), refusal.rule);
                self.plain(&format!("{}.usual", side_key(side)), &reason);
            }
        }
    }

    /// One army (16.2).
    fn army(
        &mut self,
        side: Seat,
        read: &SideFile,
        file: &ScenarioFile,
        field: &mut Field,
        deployed: bool,
    ) -> ArmyList {
        let key = side_key(side);
        let mut units = Vec::new();
        for unit in &read.units {
            self.units(unit, side, field, deployed, &mut units);
        }
        if units.len() > MOST_LISTED {
            self.plain(&format!("{key}.units"), &format!("an army has at most {MOST_LISTED} units"));
        }
        if read.leaders.len() >= MOST_LEADERS {
            self.plain(
                &format!("{key}.leaders"),
                &format!("an army has at most {} leaders", MOST_LEADERS - 1),
            );
        }
        let leaders: Vec<LeaderLine> =
            read.leaders.iter().map(|leader| self.leader(leader, side, field)).collect();
        for (at, leader) in leaders.iter().enumerate() {
            if leaders[..at].iter().any(|other| other.key == leader.key) || leader.key.is_empty() {
                self.problem(
                    &read.leaders[at].name,
                    &format!("{key}.leaders.name"),
                    "each leader has a name of his own",
                );
            }
        }
        let panic = read.panic.as_ref().map_or(0, |panic| *panic.get_ref());
        if panic == 0 && file.build.is_none() {
            self.plain(&format!("{key}.panic"), "an army has a panic level (12.0)");
        }
        if file.build.is_none() && units.is_empty() {
            self.plain(&format!("{key}.units"), "an army has units");
        }
        let most = if file.epic { limits().epic_chits } else { limits().chits };
        let chits = read.chits.as_ref().map_or(most, |chits| *chits.get_ref());
        let points = read.points.as_ref().map_or(0, |points| *points.get_ref());
        for (figure, name) in [(&read.chits, "chits"), (&read.points, "points")] {
            if let Some(written) = figure.as_ref().filter(|written| *written.get_ref() > most) {
                self.problem(written, &format!("{key}.{name}"), "there are not so many chits").allowed =
                    vec![format!("0 to {most}")];
            }
        }
        let mut seen = Vec::new();
        let hand = read.hand.as_ref().map(|hand| self.cards(hand, &mut seen, &format!("{key}.hand")));
        let discards = self.cards(&read.discards, &mut seen, &format!("{key}.discards"));
        ArmyList {
            name: read.name.clone(),
            panic,
            victory_points: read.victory_points,
            units,
            leaders,
            usual: self.usual(side, read),
            losses: read.losses,
            fatigue: read.fatigue,
            panicked: read.panicked,
            camp_lost: read.camp_lost,
            points,
            chits,
            banked: read.banked,
            hand,
            discards,
            heads: read.heads,
        }
    }

    fn start(&mut self, read: &ScenarioFile) -> Start {
        let start = &read.start;
        let turn = start.turn.as_ref().map_or(1, |turn| self.turn(turn, "start.turn"));
        let initiative = start.initiative.seat();
        Start {
            turn,
            begins: start.begins,
            initiative,
            held: start.held,
            acts: start.acts.map_or(initiative, super::file::SideName::seat),
        }
    }

    fn build(&mut self, read: &ScenarioFile) -> Option<Build> {
        let build = read.build.as_ref()?;
        let points = *build.points.get_ref();
        if !(30..=400).contains(&points) {
            self.problem(&build.points, "build.points", "too few or too many points").allowed =
                vec!["30 to 400".into()];
        }
        let more = match build.kind {
            BattleKind::Meeting => 0,
            BattleKind::Assault => (points * limits().build.attacker_more).div_ceil(100),
        };
        Some(Build { kind: build.kind, points: [points + more, points] })
    }
}

fn is_edge(epic: bool, hex: HexId) -> bool {
    let (columns, rows) = (u16::from(columns(epic)), u16::from(limits().rows));
    hex.column() == 0 || hex.row() == 0 || hex.column() + 1 == columns || hex.row() + 1 == rows
}

impl ReadScenario for Scenario {
    fn read(file: &str, text: &str, setup: &Setup) -> Result<Self, SetupError> {
        let faults = Faults::new(file, text);
        let read: ScenarioFile = toml::from_str(text)
            .map_err(|error| faults.unreadable(error.span().as_ref(), error.message()))?;
        let mut reader = Reader(faults);
        if read.format != FORMAT {
            reader.plain("format", "this program reads format 1");
        }
        let switches = switches(&mut reader, &read);
        let options = Options::read(setup, switches)?;
        let mut field = reader.field(&read);
        let names = reader.names(&read, &field);
        let special = reader.special(&read, &mut field, &options);
        let build = reader.build(&read);
        let deployed = options.free_deployment || build.is_some();
        let armies = [(SIDES[0], &read.a), (SIDES[1], &read.b)]
            .map(|(side, army)| reader.army(side, army, &read, &mut field, deployed));
        if let Some(build) = build {
            reader.proposals(build, &armies);
        }
        let start = reader.start(&read);
        SetupError::unless_empty(reader.0.problems)?;
        let mut notes: Vec<(String, String)> = read
            .rule
            .iter()
            .map(|rule| (rule_number(*rule.kind.get_ref()).into(), rule.text.clone()))
            .collect();
        notes.extend(read.note.into_iter().map(|note| (note.rule, note.text)));
        Ok(Self {
            id: read.id,
            title: read.title,
            // A battle of no certain day says so in its file and has no date on the page.
            date: if read.date == ANY_DAY { String::new() } else { read.date },
            introduction: read.introduction.trim().to_owned(),
            source: read.source,
            notes,
            epic: read.epic,
            terrain: field.terrain.into_iter().collect(),
            names,
            armies,
            side_b: SIDES[1],
            special,
            options,
            build,
            start,
        })
    }

    fn card(&self) -> ScenarioCard {
        let units: usize = self.armies.iter().map(|army| army.units.len()).sum();
        let size = match self.build {
            Some(build) if build.points[0] == build.points[1] => {
                format!("{} build points each", build.points[0])
            }
            Some(build) => format!("{} build points against {}", build.points[0], build.points[1]),
            None if self.epic => format!("{units} units, an epic field"),
            None => format!("{units} units"),
        };
        ScenarioCard {
            id: self.id.clone(),
            title: self.title.clone(),
            date: self.date.clone(),
            introduction: self.introduction.clone(),
            size,
            sides: SIDES
                .map(|side| SideCard {
                    id: side_key(side).into(),
                    name: self.armies[side.index()].name.clone(),
                })
                .into(),
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
