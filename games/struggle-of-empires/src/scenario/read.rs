//! Reads a scenario file and says everything that is wrong with it.

use std::collections::BTreeMap;

use sandtable_engine::{Faults, Problem, ReadScenario, ScenarioCard, Seat, SeatSet, Setup, SetupError};
use toml::Spanned;

use super::file::{EmpireFile, ScenarioFile, Word};
use super::{Scenario, options};
use crate::chart::chart;
use crate::data::{self, Timing, counter_sets, limits, tile_card};
use crate::ids::{Area, CounterId, Kind, POWERS, Place, Power, RAIDERS, Tile, counters};
use crate::sequence::Opening;
use crate::table::{ByPlace, Cordon, Empire};

/// The format of the files that this program reads.
const FORMAT: u32 = 1;
/// The most gold, unrest and points that a file gives a power: beyond it is a slip of the pen.
const MOST_GOLD: i16 = 99;
const MOST_UNREST: i16 = 60;
const MOST_POINTS: i16 = 300;
/// The most powers in a row of the alliance display.
const ROW: usize = 4;

struct Reader<'a> {
    faults: Faults<'a>,
    powers: Vec<Power>,
}

impl Reader<'_> {
    fn problem<T>(&mut self, at: &Spanned<T>, field: &str, what: &str) -> &mut Problem {
        self.faults.at(&at.span(), field, what)
    }

    /// A figure within its limits, or what it is without being named.
    fn figure<T: Copy + PartialOrd + std::fmt::Display>(
        &mut self,
        value: Option<&Spanned<T>>,
        field: &str,
        [least, most]: [T; 2],
        default: T,
    ) -> T {
        let Some(value) = value else { return default };
        let figure = *value.get_ref();
        if figure < least || figure > most {
            let what = format!("{figure} is out of bounds");
            self.problem(value, field, &what).allowed = vec![format!("{least} to {most}")];
            return default;
        }
        figure
    }

    fn read_powers(&mut self, list: &Spanned<Vec<Spanned<Power>>>) {
        for power in list.get_ref() {
            if self.powers.contains(power.get_ref()) {
                self.problem(power, "powers", "this power is named twice");
                continue;
            }
            self.powers.push(*power.get_ref());
        }
        if !(2..=POWERS).contains(&list.get_ref().len()) {
            self.problem(list, "powers", "two to seven powers play");
        }
    }

    fn seat(&mut self, power: &Spanned<Power>, field: &str) -> Option<Seat> {
        let at = self.powers.iter().position(|played| played == power.get_ref());
        if at.is_none() {
            let played = self.powers.iter().map(|power| chart().power_key(*power).to_owned()).collect();
            self.problem(power, field, "nobody plays this power").allowed = played;
        }
        at.map(|at| Seat(at as u8))
    }

    fn counter(&mut self, word: &Word, field: &str) -> Option<CounterId> {
        let found = data::counter_of(word.get_ref()).filter(|counter| counter.raider().is_none());
        if found.is_none() {
            let what = format!("no country counter is called `{}`", word.get_ref());
            let names = counters(counter_sets().all).map(|counter| data::counter(counter).id.clone());
            self.problem(word, field, &what).allowed = names.collect();
        }
        found
    }

    fn counter_set(&mut self, words: &[Word], field: &str, taken: u128) -> u128 {
        let mut set = 0;
        for word in words {
            let Some(counter) = self.counter(word, field) else { continue };
            if (set | taken) & counter.bit() != 0 {
                self.problem(word, field, "this counter is named twice");
            }
            set |= counter.bit();
        }
        set
    }

    fn units(&mut self, map: &BTreeMap<String, Spanned<u8>>, kind: Kind) -> ByPlace {
        let mut units = ByPlace::default();
        let field = format!("empire.{}", kind.words());
        for (name, count) in map {
            let place = match name.as_str() {
                "home" => Some(Place::HOME),
                name => {
                    Area::ALL.iter().find(|area| chart().key(area.space()) == name).map(|area| area.place())
                }
            };
            let Some(place) = place else {
                let what = format!("the map has no `{name}`");
                let names = Area::ALL.iter().map(|area| chart().key(area.space()).to_owned());
                self.problem(count, &field, &what).allowed = names.chain(["home".to_owned()]).collect();
                continue;
            };
            if kind == Kind::Navy && place.area().is_some_and(|area| !chart().has_navies(area)) {
                self.problem(count, &field, "no navy can lie there (9.1b)");
                continue;
            }
            units[place] = *count.get_ref();
        }
        let most = match kind {
            Kind::Army => limits().armies,
            Kind::Navy => limits().navies,
            Kind::Fort => limits().forts,
        };
        let total: u32 = units.0.iter().map(|count| u32::from(*count)).sum();
        if total > u32::from(most) {
            let what = format!("a power has {most} {} (1.8), not {total}", kind.words());
            self.faults.anywhere(&field, &what);
            return ByPlace::default();
        }
        units
    }

    fn tiles(&mut self, list: &[Spanned<Tile>], empire: &mut Empire) {
        for tile in list {
            let card = tile_card(*tile.get_ref());
            if card.timing == Timing::AtOnce {
                self.problem(tile, "empire.tiles", "nobody holds this tile: it works when it is bought");
                continue;
            }
            empire.tiles[card.id] += 1;
        }
    }

    fn empire(&mut self, power: Power, file: &EmpireFile) -> Empire {
        let limits = limits();
        let mut empire = Empire {
            power,
            gold: self.figure(file.gold.as_ref(), "empire.gold", [0, MOST_GOLD], limits.start_gold),
            population: self.figure(
                file.population.as_ref(),
                "empire.population",
                [0, limits.most_population],
                limits.start_population,
            ),
            unrest: self.figure(file.unrest.as_ref(), "empire.unrest", [0, MOST_UNREST], 0),
            points: self.figure(file.points.as_ref(), "empire.points", [-MOST_POINTS, MOST_POINTS], 0),
            armies: self.units(&file.armies, Kind::Army),
            navies: self.units(&file.navies, Kind::Navy),
            forts: self.units(&file.forts, Kind::Fort),
            ..Empire::default()
        };
        for (area, count) in &file.tokens {
            let most = counter_sets().of_area[area.index()].count_ones() as u8;
            empire.tokens[*area] = self.figure(Some(count), "empire.tokens", [0, most], 0);
        }
        self.tiles(&file.tiles, &mut empire);
        for tile in &file.used {
            let kind = *tile.get_ref();
            if tile_card(kind).timing != Timing::OnceAWar {
                self.problem(tile, "empire.used", "only tiles that work once a war are ever used up");
            } else if empire.ready(kind) == 0 {
                self.problem(tile, "empire.used", "the power holds no such tile that could have been used");
            } else {
                empire.used[kind] += 1;
            }
        }
        empire
    }

    fn alliances(&mut self, read: &ScenarioFile) -> [Vec<Seat>; 2] {
        let mut known = SeatSet::NONE;
        let rows = [(&read.first_alliance, "first-alliance"), (&read.second_alliance, "second-alliance")];
        let rows = rows.map(|(list, field)| {
            let mut row = Vec::new();
            for power in list {
                let Some(seat) = self.seat(power, field) else { continue };
                if known.contains(seat) {
                    self.problem(power, field, "this power has an alliance already");
                    continue;
                }
                known = known.with(seat);
                row.push(seat);
            }
            if row.len() > ROW {
                self.faults.anywhere(field, "a row of the display has four boxes");
                row.truncate(ROW);
            }
            row
        });
        let begins = matches!(read.opens_with, Opening::Actions | Opening::WarEnd);
        if begins && known.len() as usize != self.powers.len() {
            self.faults.anywhere(
                "first-alliance",
                "play begins after the auctions: every power needs a place in one of the two alliances",
            );
        }
        rows
    }

    /// Tiles and tokens that all powers share.
    fn shared(&mut self, starts: &[Empire], read: &ScenarioFile) {
        for tile in Tile::ALL {
            let mut held: u32 = starts.iter().map(|empire| u32::from(empire.tiles[*tile])).sum();
            held += match tile {
                Tile::Pirates => read.pirates.len() as u32,
                Tile::SlaveRevolt => u32::from(read.revolt.is_some()),
                Tile::Blockade => u32::from(read.blockade.is_some()),
                _ => 0,
            };
            let card = tile_card(*tile);
            if held > u32::from(card.count) {
                let what = format!("there are {} of {}, not {held}", card.count, card.name);
                self.faults.anywhere("empire.tiles", &what);
            }
        }
    }

    /// The bag: what the file says, or all that is neither on the map nor paid for by a token.
    fn bag(&mut self, starts: &[Empire], read: &ScenarioFile, open: u128) -> u128 {
        let named = read.bag.as_ref().map(|words| self.counter_set(words, "bag", open));
        let mut bag = named.unwrap_or(counter_sets().all & !open);
        for area in Area::ALL {
            let all = counter_sets().of_area[area.index()];
            let raiders = read.pirates.iter().chain(&read.revolt).filter(|at| at.get_ref() == area).count();
            let tokens: usize = starts.iter().map(|empire| usize::from(empire.tokens[*area])).sum();
            let tokens = tokens + raiders;
            let free = (all & !open & !if named.is_some() { bag } else { 0 }).count_ones() as usize;
            if tokens > free {
                let what = format!(
                    "{} has {} counters: {tokens} tokens do not fit beside those on the map and in the bag (4.4)",
                    chart().name(area.space()),
                    all.count_ones()
                );
                self.faults.anywhere("empire.tokens", &what);
                continue;
            }
            if named.is_none() {
                // Tokens stand for the last counters of the area that are left.
                for _ in 0..tokens {
                    let last = bag & all;
                    bag &= !(1u128 << last.ilog2());
                }
            }
        }
        bag
    }

    fn cordon(&mut self, starts: &[Empire], read: &ScenarioFile) -> Option<Cordon> {
        let file = read.blockade.as_ref()?;
        let seat = self.seat(&file.power, "blockade.power")?;
        let there = starts.get(seat.index()).is_some_and(|empire| empire.navies[file.area.place()] > 0);
        if !there || !chart().is_colony(file.area) {
            self.problem(
                &file.power,
                "blockade.area",
                "a Blockade lies under a navy of its owner in a colony (15.20a)",
            );
        }
        Some(Cordon { seat, area: file.area })
    }

    fn raiders(&mut self, read: &ScenarioFile) -> [Option<Area>; RAIDERS] {
        let mut raiders = [None; RAIDERS];
        for (slot, area) in raiders.iter_mut().zip(read.pirates.iter().take(2)) {
            *slot = Some(*area.get_ref());
        }
        let placed = read.pirates.iter().map(|area| (area, Tile::Pirates));
        for (area, tile) in placed.chain(read.revolt.iter().map(|area| (area, Tile::SlaveRevolt))) {
            if tile_card(tile).area_bits & area.get_ref().bit() == 0 {
                self.problem(area, "pirates", "such raiders never come there (15.16a, 15.17b)");
            }
        }
        raiders[RAIDERS - 1] = read.revolt.as_ref().map(|area| *area.get_ref());
        raiders
    }

    /// What a scenario that begins with the draws cannot have.
    fn before_the_draws(&mut self, read: &ScenarioFile, starts: &[Empire]) {
        if read.opens_with != Opening::SetUp {
            return;
        }
        let laid = starts.iter().any(|empire| empire.tokens.total() + empire.strength() > 0)
            || !read.counters.is_empty()
            || read.bag.is_some()
            || !read.pirates.is_empty()
            || read.revolt.is_some()
            || !read.first_alliance.is_empty()
            || !read.second_alliance.is_empty();
        if laid {
            self.faults.anywhere(
                "opens-with",
                "the set-up draws counters and places units: a file that lays them out begins with `placing`, `auction`, \
                 `actions` or `war-end`",
            );
        }
    }
}

impl ReadScenario for Scenario {
    fn read(file: &str, text: &str, setup: &Setup) -> Result<Self, SetupError> {
        let faults = Faults::new(file, text);
        let unreadable = |error: toml::de::Error| faults.unreadable(error.span().as_ref(), error.message());
        let read: ScenarioFile = toml::from_str(text).map_err(unreadable)?;
        setup.check_options(&options())?;
        let mut reader = Reader { faults, powers: Vec::new() };
        if read.format != FORMAT {
            reader.faults.anywhere("format", "this program reads format 1");
        }
        reader.read_powers(&read.powers);
        let powers = reader.powers.clone();
        let limits = limits();
        let few = powers.len() <= usize::from(limits.few_powers);
        let usual = if few { limits.rounds_few } else { limits.rounds_many };
        let wars = reader.figure(read.wars.as_ref(), "wars", [1, limits.most_wars], limits.wars);
        let rounds = reader.figure(read.rounds.as_ref(), "rounds", [1, limits.rounds_few], usual);
        let war = reader.figure(read.war.as_ref(), "war", [1, wars], 1);
        let round = reader.figure(read.round.as_ref(), "round", [1, rounds], 1);
        let units = reader.figure(read.units.as_ref(), "units", [0, limits.start_units], limits.start_units);
        let actions = reader.figure(read.actions.as_ref(), "actions", [0, limits.actions], limits.actions);
        for power in read.empire.keys().filter(|power| !powers.contains(power)) {
            let what = format!("nobody plays {}", chart().power(*power));
            reader.faults.anywhere("empire", &what);
        }
        let none = EmpireFile::default();
        let starts: Vec<Empire> = powers
            .iter()
            .map(|power| reader.empire(*power, read.empire.get(power).unwrap_or(&none)))
            .collect();
        reader.before_the_draws(&read, &starts);
        reader.shared(&starts, &read);
        let open = reader.counter_set(&read.counters, "counters", 0);
        let bag = reader.bag(&starts, &read, open);
        let raiders = reader.raiders(&read);
        let cordon = reader.cordon(&starts, &read);
        let alliances = reader.alliances(&read);
        let first = read.first.as_ref().and_then(|power| reader.seat(power, "first"));
        let turn = read.turn.as_ref().and_then(|power| reader.seat(power, "turn"));
        if let Some(turn) = &read.turn
            && read.opens_with != Opening::Actions
        {
            reader.problem(turn, "turn", "it is somebody's turn only where play begins with `actions`");
        }
        let first = match read.opens_with {
            Opening::SetUp => first,
            _ => Some(first.unwrap_or_default()),
        };
        SetupError::unless_empty(reader.faults.problems)?;
        Ok(Self {
            id: read.id,
            title: read.title,
            date: read.date,
            introduction: read.introduction.trim().to_owned(),
            source: read.source,
            notes: read.note.into_iter().map(|note| (note.rule, note.text)).collect(),
            powers,
            wars,
            rounds,
            war,
            round,
            opening: read.opens_with,
            units,
            turn,
            actions,
            first,
            starts,
            alliances,
            open,
            bag,
            raiders,
            cordon,
            open_unrest: setup.is_on("open-unrest"),
        })
    }

    fn card(&self) -> ScenarioCard {
        self.as_card()
    }
}
