//! What a straight line passes, in order.

use crate::touch::touch_of_way;
use crate::{Cube, Hex, Numbering, Touch};

/// Something that a straight line from centre to centre meets on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineCell<N: Numbering> {
    /// The inside of a hex.
    Through(Hex<N>),
    /// The side between two hexes, the one on the left of the line first.
    Between(Hex<N>, Hex<N>),
}

/// Calls `each` with all that the line from centre to centre meets, from the near end to the far, both included.
#[inline]
pub fn line<N: Numbering>(from: Hex<N>, to: Hex<N>, each: &mut impl FnMut(LineCell<N>)) {
    Line::new(from, to).for_each(each);
}

/// The line from centre to centre as an iterator, for those who may stop on the way.
#[derive(Clone, Debug)]
pub struct Line<N: Numbering> {
    from: Hex<N>,
    way: Cube,
    /// The steps that the line may take, the one that points farthest from its way first, the nearest last.
    steps: [Cube; 3],
    next: Option<Place>,
}

/// A place on the line, told by the way from its start to a hex.
#[derive(Clone, Copy, Debug)]
enum Place {
    Inside(Cube),
    /// On the side that begins at the corner by which the line has left the hex.
    Beyond(Cube),
}

impl<N: Numbering> Line<N> {
    /// The line from the centre of one hex to that of another.
    #[inline]
    pub fn new(from: Hex<N>, to: Hex<N>) -> Self {
        let way = from.difference(to);
        Self { from, way, steps: steps_towards(way), next: Some(Place::Inside(Cube::default())) }
    }

    /// Where the line goes on to from the inside of a hex.
    #[inline]
    fn onward(&self, hex: Cube) -> Option<Place> {
        if hex == self.way {
            return None;
        }
        // Where the line cuts a corner, two of these hexes are met; the one farther off its way comes first.
        let mut nearby = self.steps.map(|step| hex.and(step)).into_iter();
        let next = nearby.find(|&next| touch_of_way(self.way, next) == Touch::In);
        Some(next.map_or(Place::Beyond(hex), Place::Inside))
    }
}

impl<N: Numbering> Iterator for Line<N> {
    type Item = LineCell<N>;

    #[inline]
    fn next(&mut self) -> Option<LineCell<N>> {
        match self.next? {
            Place::Inside(hex) => {
                self.next = self.onward(hex);
                Some(LineCell::Through(self.from.after(hex)))
            }
            Place::Beyond(hex) => {
                let [_, near, nearest] = self.steps;
                let (left, right) = if near.aside(self.way) > 0 { (near, nearest) } else { (nearest, near) };
                self.next = Some(Place::Inside(hex.and(left).and(right)));
                Some(LineCell::Between(self.from.after(hex.and(left)), self.from.after(hex.and(right))))
            }
        }
    }
}

/// The three steps nearest to the given way, the farthest of them first.
#[inline]
fn steps_towards(way: Cube) -> [Cube; 3] {
    let mut steps = Cube::STEPS;
    steps.sort_unstable_by_key(|step| step.along(way));
    let [.., far, near, nearest] = steps;
    [far, near, nearest]
}
