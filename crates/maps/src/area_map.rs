//! Maps made of named areas.

use crate::{AreaError, AreaId, Neighbour, Reach, Reached};

/// A checked map of areas and the borders between them; borders can be crossed both ways.
///
/// Neighbours are in the order of the list of areas. An [`AreaId`] that is not of this map has no neighbours and
/// reaches nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AreaMap {
    names: Vec<String>,
    neighbours: Vec<Vec<Neighbour>>,
    /// How many borders lie between the area of the row and that of the column.
    distances: Vec<Vec<Option<u8>>>,
}

impl AreaMap {
    /// The most areas that a map can have.
    pub const MOST: u8 = 128;

    /// Makes a map from the names of its areas and its borders: two names, and a kind that the game gives meaning to.
    pub fn new(names: &[&str], borders: &[(&str, &str, u8)]) -> Result<Self, AreaError> {
        let mut map = Self::without_borders(names)?;
        for &(one, other, kind) in borders {
            map.add_border(one, other, kind)?;
        }
        for neighbours in &mut map.neighbours {
            neighbours.sort_by_key(|neighbour| neighbour.area);
        }
        map.distances = map.all_distances();
        Ok(map)
    }

    /// How many areas the map has.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether the map has no areas at all.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// All areas, in the order of the list.
    pub fn areas(&self) -> impl Iterator<Item = AreaId> {
        (0..Self::MOST).take(self.len()).map(AreaId)
    }

    /// Whether the area is of this map.
    #[inline]
    pub fn contains(&self, area: AreaId) -> bool {
        area.index() < self.len()
    }

    /// The area with the given name.
    pub fn area(&self, name: &str) -> Result<AreaId, AreaError> {
        let found = self.areas().find(|&area| self.name(area) == Some(name));
        found.ok_or_else(|| AreaError::Unknown { name: name.to_owned(), allowed: self.names.clone() })
    }

    /// The name of an area of this map.
    #[inline]
    pub fn name(&self, area: AreaId) -> Option<&str> {
        self.names.get(area.index()).map(String::as_str)
    }

    /// The areas beside the given one, in the order of the list.
    #[inline]
    pub fn neighbours(&self, area: AreaId) -> &[Neighbour] {
        self.neighbours.get(area.index()).map_or(&[], Vec::as_slice)
    }

    /// The kind of the border between two areas, if they have one.
    #[inline]
    pub fn border(&self, one: AreaId, other: AreaId) -> Option<u8> {
        let neighbour = self.neighbours(one).iter().find(|neighbour| neighbour.area == other)?;
        Some(neighbour.kind)
    }

    /// How many borders of any kind must be crossed to get from one area to the other, if there is a way.
    #[inline]
    pub fn distance(&self, from: AreaId, to: AreaId) -> Option<u8> {
        *self.distances.get(from.index())?.get(to.index())?
    }

    /// Fills `reach` with every area that can be got to for at most `limit`, and what it costs.
    ///
    /// `cost` says what it takes to go from an area to its neighbour across a border of the given kind; `None`
    /// forbids it.
    pub fn reach(
        &self,
        from: AreaId,
        cost: impl Fn(AreaId, AreaId, u8) -> Option<u8>,
        limit: u8,
        reach: &mut Reach<AreaId>,
    ) {
        reach.begin(self.len(), limit);
        if !self.contains(from) {
            return;
        }
        reach.find(from, from.index(), 0, 0);
        while let Some(Reached { space: area, cost: spent }) = reach.settle() {
            for &Neighbour { area: neighbour, kind } in self.neighbours(area) {
                let Some(step) = cost(area, neighbour, kind) else { continue };
                reach.find(neighbour, neighbour.index(), spent, step);
            }
        }
    }

    fn without_borders(names: &[&str]) -> Result<Self, AreaError> {
        if names.len() > usize::from(Self::MOST) {
            return Err(AreaError::TooMany { areas: names.len(), most: Self::MOST });
        }
        for (place, name) in names.iter().enumerate() {
            if names[..place].contains(name) {
                return Err(AreaError::NamedTwice { name: (*name).to_owned() });
            }
        }
        Ok(Self {
            names: names.iter().map(|&name| name.to_owned()).collect(),
            neighbours: vec![Vec::new(); names.len()],
            distances: Vec::new(),
        })
    }

    fn add_border(&mut self, one: &str, other: &str, kind: u8) -> Result<(), AreaError> {
        let (first, second) = (self.area(one)?, self.area(other)?);
        if first == second {
            return Err(AreaError::BordersItself { name: one.to_owned() });
        }
        if self.border(first, second).is_some() {
            return Err(AreaError::BorderedTwice { one: one.to_owned(), other: other.to_owned() });
        }
        self.neighbours[first.index()].push(Neighbour { area: second, kind });
        self.neighbours[second.index()].push(Neighbour { area: first, kind });
        Ok(())
    }

    fn all_distances(&self) -> Vec<Vec<Option<u8>>> {
        let mut reach = Reach::new();
        let mut distances_from = |from| {
            self.reach(from, |_, _, _| Some(1), Self::MOST, &mut reach);
            self.areas().map(|to| reach.cost(to)).collect()
        };
        self.areas().map(&mut distances_from).collect()
    }
}
