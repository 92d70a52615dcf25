//! The margin that a side may end up with, and how likely each is.

use super::stakes::{Harm, Stakes};

/// Margins are told apart up to so many points to either side of where they began.
const WIDTH: usize = 64;

/// How likely each margin is.
#[derive(Clone)]
pub struct Margin {
    /// What all chances are reckoned from.
    base: f32,
    /// The chance of each number of points beyond it.
    chances: [f32; 2 * WIDTH + 1],
    /// The numbers that are possible.
    least: usize,
    most: usize,
}

impl Margin {
    /// A certain margin.
    pub const fn new(base: f32) -> Self {
        let mut chances = [0.0; 2 * WIDTH + 1];
        chances[WIDTH] = 1.0;
        Self { base, chances, least: WIDTH, most: WIDTH }
    }

    /// Adds what a ship may come to.
    pub fn add(&mut self, stakes: &Stakes, harm: Harm) {
        let mut steps = [(0_i32, 0.0); 24];
        let mut count = 0;
        let now = stakes.now();
        self.base += now;
        stakes.outcomes(harm, &mut |worth, chance| {
            let step = (worth - now) as i32;
            let known = steps[..count].iter().position(|(other, _)| *other == step);
            let place = known.unwrap_or(count).min(steps.len() - 1);
            steps[place] = (step, steps[place].1 + chance);
            count = count.max(place + 1);
        });
        let steps = &steps[..count];
        if let [(0, _)] = steps {
            return;
        }
        let before = self.chances;
        let (least, most) = (self.least, self.most);
        self.chances = [0.0; 2 * WIDTH + 1];
        for (step, chance) in steps {
            let moved = |place: usize| (place as i32 + step).clamp(0, 2 * WIDTH as i32) as usize;
            self.least = self.least.min(moved(least));
            self.most = self.most.max(moved(most));
            for (place, had) in before.iter().enumerate().take(most + 1).skip(least) {
                self.chances[moved(place)] += had * chance;
            }
        }
    }

    /// Each margin and its chance.
    pub fn chances(&self) -> impl Iterator<Item = (f32, f32)> {
        let places = self.least..=self.most;
        places.map(|place| (self.base + f32::from(place as i16 - WIDTH as i16), self.chances[place]))
    }
}
