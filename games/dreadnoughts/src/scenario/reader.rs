//! Reads words of a scenario file and collects all that is wrong with it.

use sandtable_engine::{Faults, NoteCard, Problem, Seat};
use toml::Spanned;

use super::file::{Number, Selection, Turns, Word};
use super::limits::{self, Limits};
use super::{Faces, Span};
use crate::data;
use crate::ids::{Grid, Hex, ShipId, ShipSet};

/// Reads one file, collecting problems on the way.
pub(super) struct Reader<'a> {
    /// What is wrong so far.
    pub faults: Faults<'a>,
    /// What special rules say in words.
    pub notes: Vec<NoteCard>,
}

impl<'a> Reader<'a> {
    /// A reader of a file.
    pub fn new(faults: Faults<'a>) -> Self {
        Self { faults, notes: Vec::new() }
    }

    /// Notes a problem at a place of the file; the caller may add what is allowed.
    pub fn problem<T>(&mut self, at: &Spanned<T>, field: &str, what: &str) -> &mut Problem {
        self.faults.at(&at.span(), field, what)
    }

    /// Keeps what a special rule says in words, for people who set the battle up.
    pub fn remark(&mut self, rule: &str, words: [&String; 2]) {
        let words: Vec<&str> =
            words.into_iter().map(String::as_str).filter(|words| !words.is_empty()).collect();
        if !words.is_empty() {
            self.notes.push(NoteCard { rule: rule.into(), text: words.join(" ") });
        }
    }

    /// A figure within its limits; one out of bounds is a problem and read as 0.
    pub fn number<N: TryFrom<i64> + Default>(&mut self, number: &Number, field: &str, limits: &Limits) -> N {
        let figure = *number.get_ref();
        if limits.contains(&figure) {
            return N::try_from(figure).unwrap_or_default();
        }
        let what = format!("{figure} is out of bounds");
        self.problem(number, field, &what).allowed = vec![limits::words(limits)];
        N::default()
    }

    /// A figure that may be left out.
    pub fn optional<N: TryFrom<i64> + Default>(
        &mut self,
        number: Option<&Number>,
        field: &str,
        limits: &Limits,
    ) -> Option<N> {
        number.map(|number| self.number(number, field, limits))
    }

    /// A turn.
    pub fn turn(&mut self, number: &Number, field: &str) -> u8 {
        self.number(number, field, &limits::TURN)
    }

    /// From the first to the last of two turns.
    pub fn span(&mut self, turns: &Turns, field: &str) -> Span {
        let [first, last] = *turns.get_ref();
        if !limits::TURN.contains(&first) || !limits::TURN.contains(&last) {
            let what = format!("no game has the turns {first} to {last}");
            self.problem(turns, field, &what).allowed = vec![limits::words(&limits::TURN)];
        } else if first > last {
            self.problem(turns, field, "the first turn must not come after the last");
        }
        let turn = |figure: i64| u8::try_from(figure).unwrap_or_default();
        Span { first: turn(first), last: turn(last) }
    }

    /// Faces of a die.
    pub fn faces(&mut self, faces: &[Number], field: &str) -> Faces {
        let faces = faces.iter().map(|face| self.number::<u8>(face, field, &limits::FACE));
        Faces(faces.fold(0, |set, face| set | 1 << face))
    }

    /// A hex of the map.
    pub fn hex(&mut self, grid: Grid, word: &Word, field: &str) -> Hex {
        match word.get_ref().parse::<Hex>() {
            Ok(hex) if grid.contains(hex) => hex,
            Ok(_) => {
                let what = format!("{} lies off the map", word.get_ref());
                let last = format!("0101 to {:02}{:02}", grid.columns(), grid.rows());
                self.problem(word, field, &what).allowed = vec![last];
                Hex::default()
            }
            Err(error) => {
                self.problem(word, field, &error.to_string());
                Hex::default()
            }
        }
    }
}

/// The names that selections may use.
pub(super) struct Names<'a> {
    /// The sides.
    pub sides: [&'a str; 2],
    /// The ships with their sides and types.
    pub ships: Vec<(&'a str, Seat, &'a str)>,
}

impl Names<'_> {
    /// A side by its name.
    pub fn side(&self, reader: &mut Reader, word: &Word, field: &str) -> Seat {
        if let Some(seat) = self.sides.iter().position(|side| *side == word.get_ref()) {
            return Seat(seat as u8);
        }
        let what = format!("there is no side `{}`", word.get_ref());
        reader.problem(word, field, &what).allowed =
            self.sides.iter().map(|side| (*side).to_owned()).collect();
        Seat(0)
    }

    /// A ship by its name.
    pub fn ship(&self, reader: &mut Reader, word: &Word, field: &str) -> ShipId {
        if let Some(ship) = self.ships.iter().position(|(id, ..)| *id == word.get_ref()) {
            return ShipId(ship as u8);
        }
        let what = format!("no ship of this scenario is called `{}`", word.get_ref());
        reader.problem(word, field, &what).allowed =
            self.ships.iter().map(|(id, ..)| (*id).to_owned()).collect();
        ShipId(0)
    }

    /// The ships that one word selects.
    pub fn one_selection(&self, reader: &mut Reader, word: &Word, field: &str) -> ShipSet {
        let all = |fits: &dyn Fn(Seat, &str) -> bool| -> ShipSet {
            let fitting = self.ships.iter().enumerate().filter(|(_, (_, side, kind))| fits(*side, kind));
            fitting.map(|(number, _)| ShipId(number as u8)).collect()
        };
        let name = word.get_ref().as_str();
        if name == "any" {
            return all(&|_, _| true);
        }
        let (side_name, kind) = name.split_once(':').map_or((name, None), |(side, kind)| (side, Some(kind)));
        let Some(seat) = self.sides.iter().position(|side| *side == side_name) else {
            return ShipSet::one(self.ship(reader, word, field));
        };
        if let Some(kind) = kind {
            check_kind(reader, word, kind, field);
        }
        all(&|side, of| side.index() == seat && kind.is_none_or(|kind| kind == of))
    }

    /// The ships that any of the words selects.
    pub fn selection(&self, reader: &mut Reader, words: &Selection, field: &str) -> ShipSet {
        if words.get_ref().is_empty() {
            reader.problem(words, field, "no ship is named").allowed =
                ["any", "a side", "a ship", "side:TYPE"].map(String::from).into();
        }
        let words = words.get_ref().iter();
        words.fold(ShipSet::NONE, |set, word| set.or(self.one_selection(reader, word, field)))
    }

    /// Ships with aircraft (9.17, 9.18).
    pub fn carriers(&self, reader: &mut Reader, word: &Word, field: &str) -> ShipSet {
        let carriers = self.one_selection(reader, word, field);
        if carriers.len() > limits::CARRIERS {
            let what = format!("{} carriers are too many", carriers.len());
            reader.problem(word, field, &what).allowed = vec![format!("at most {}", limits::CARRIERS)];
        }
        carriers
    }
}

/// Checks that there are ships of a type. That none of them takes part is no fault: a variant may bring one.
fn check_kind(reader: &mut Reader, word: &Word, kind: &str, field: &str) {
    let kinds = data::ships().iter().map(|ship| ship.kind.as_str());
    if kinds.clone().any(|known| known == kind) {
        return;
    }
    let kinds: std::collections::BTreeSet<&str> = kinds.collect();
    reader.problem(word, field, &format!("there is no type of ship `{kind}`")).allowed =
        kinds.into_iter().map(String::from).collect();
}
