//! Where a move can get to.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A space that can be got to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached<S> {
    /// A hex or an area.
    pub space: S,
    /// The least that it takes to get there.
    pub cost: u8,
}

/// The spaces that a move can get to; a buffer that the caller keeps and each search fills anew.
#[derive(Clone, Debug)]
pub struct Reach<S> {
    limit: u8,
    reached: Vec<Reached<S>>,
    /// The least cost known so far, by the place of the space on its map.
    least: Vec<Option<u8>>,
    /// Cost, space and its place; entries that have been bettered since are still among them.
    frontier: BinaryHeap<Reverse<(u8, S, usize)>>,
}

impl<S: Copy + Ord> Reach<S> {
    /// An empty buffer.
    pub fn new() -> Self {
        Self { limit: 0, reached: Vec::new(), least: Vec::new(), frontier: BinaryHeap::new() }
    }

    /// The spaces in the order of their cost, the start first at no cost.
    ///
    /// Among equals the order is that of the spaces, except that a step for nothing comes after the space it was
    /// taken from.
    pub fn reached(&self) -> &[Reached<S>] {
        &self.reached
    }

    /// What it takes to get to the given space, if it was reached.
    pub fn cost(&self, space: S) -> Option<u8> {
        self.reached.iter().find(|reached| reached.space == space).map(|reached| reached.cost)
    }

    /// Begins a search on a map with so many places.
    pub(crate) fn begin(&mut self, places: usize, limit: u8) {
        self.limit = limit;
        self.reached.clear();
        self.least.clear();
        self.least.resize(places, None);
        self.frontier.clear();
    }

    /// Notes a way to a space that takes one more step, unless it costs too much or a way as cheap is known.
    pub(crate) fn find(&mut self, space: S, place: usize, spent: u8, step: u8) {
        let Some(cost) = spent.checked_add(step).filter(|&cost| cost <= self.limit) else { return };
        if self.least[place].is_none_or(|known| cost < known) {
            self.least[place] = Some(cost);
            self.frontier.push(Reverse((cost, space, place)));
        }
    }

    /// Settles the cheapest space found so far and gives it back, for the search to go on from there.
    pub(crate) fn settle(&mut self) -> Option<Reached<S>> {
        while let Some(Reverse((cost, space, place))) = self.frontier.pop() {
            if self.least[place] == Some(cost) {
                let reached = Reached { space, cost };
                self.reached.push(reached);
                return Some(reached);
            }
        }
        None
    }
}

impl<S: Copy + Ord> Default for Reach<S> {
    fn default() -> Self {
        Self::new()
    }
}
