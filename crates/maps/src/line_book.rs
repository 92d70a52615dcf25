//! All lines up to a reach, worked out once.

use crate::{Cube, Hex, Line, LineCell, Numbering};
use std::marker::PhantomData;

/// The lines from one hex to every other within a reach. They are the same from any hex, so that looking one up and
/// moving it into place is all that is left to do in a game.
#[derive(Clone, Debug)]
pub struct LineBook<N: Numbering> {
    reach: u8,
    /// Where each line begins in `cells`, by the way it goes; the next entry is where it ends.
    starts: Vec<u32>,
    /// The hexes of each cell, as ways from the line's start; a cell inside a hex has that hex twice.
    cells: Vec<[(i8, i8); 2]>,
    numbering: PhantomData<N>,
}

impl<N: Numbering> LineBook<N> {
    /// Works out all lines of up to `reach` hexes, at most 49.
    pub fn new(reach: u8) -> Self {
        let reach = reach.min(49);
        let mut book = Self { reach, starts: Vec::new(), cells: Vec::new(), numbering: PhantomData };
        let span = i16::from(reach);
        let from = Hex::<N>::from_offset(50, 50);
        for x in -span..=span {
            for z in -span..=span {
                book.starts.push(book.cells.len() as u32);
                let way = Cube::new(x, z);
                if way.length() <= reach {
                    book.cells.extend(Line::new(from, from.after(way)).map(|cell| Self::ways(from, cell)));
                }
            }
        }
        book.starts.push(book.cells.len() as u32);
        book
    }

    /// The hexes of a cell as ways from the start of the line.
    fn ways(from: Hex<N>, cell: LineCell<N>) -> [(i8, i8); 2] {
        let way = |hex: Hex<N>| {
            let Cube { x, z, .. } = from.difference(hex);
            (x as i8, z as i8)
        };
        match cell {
            LineCell::Through(hex) => [way(hex); 2],
            LineCell::Between(left, right) => [way(left), way(right)],
        }
    }

    /// All that the line from centre to centre meets, from the near end to the far, as [`Line`] gives it. Lines beyond
    /// the reach of the book have no cells; ask [`Line`] for those.
    #[inline]
    pub fn cells(&self, from: Hex<N>, to: Hex<N>) -> impl Iterator<Item = LineCell<N>> {
        let way = from.difference(to);
        let cells: &[[(i8, i8); 2]] = if way.length() <= self.reach {
            let span = i16::from(self.reach);
            let at = ((way.x + span) * (2 * span + 1) + way.z + span) as usize;
            &self.cells[self.starts[at] as usize..self.starts[at + 1] as usize]
        } else {
            &[]
        };
        cells.iter().map(move |&[first, second]| {
            let place = |(x, z): (i8, i8)| from.after(Cube::new(i16::from(x), i16::from(z)));
            if first == second {
                LineCell::Through(place(first))
            } else {
                LineCell::Between(place(first), place(second))
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FlatEvenLow, Grid, PointyOddRight};

    fn agrees<N: Numbering>(reach: u8) {
        let book = LineBook::<N>::new(reach);
        let grid = Grid::<N>::new(24, 24).expect("a sheet");
        let from = Hex::<N>::at(7, 12).expect("a hex");
        for to in grid.hexes() {
            let read: Vec<_> = book.cells(from, to).collect();
            let drawn: Vec<_> = Line::new(from, to).collect();
            let expected = if from.distance(to) <= reach { drawn } else { Vec::new() };
            assert_eq!(read, expected, "{from} to {to}");
        }
    }

    #[test]
    fn the_book_has_the_lines_that_would_be_drawn() {
        agrees::<FlatEvenLow>(18);
        agrees::<PointyOddRight>(5);
    }
}
