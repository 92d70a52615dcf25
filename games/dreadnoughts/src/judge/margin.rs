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
            let (lower, upper) = (moved(least), moved(most));
            self.least = self.least.min(lower);
            self.most = self.most.max(upper);
            let before = &before[least..=most];
            if upper - lower == most - least {
                for (has, had) in self.chances[lower..=upper].iter_mut().zip(before) {
                    *has += had * chance;
                }
            } else {
                // What lies beyond the rim counts as if it lay on it.
                for (place, had) in before.iter().enumerate() {
                    self.chances[moved(least + place)] += had * chance;
                }
            }
        }
    }
}

/// What each margin from a base is worth.
pub struct Scale {
    base: f32,
    points: [f32; 2 * WIDTH + 1],
    worth: [f32; 2 * WIDTH + 1],
}

impl Scale {
    /// The worth of every margin that one of these may come to. All were reckoned from the same base.
    pub fn new(margins: &[Margin], worth_of: impl Fn(f32) -> f32) -> Self {
        let [mut points, mut worth] = [[0.0; 2 * WIDTH + 1]; 2];
        let base = margins.first().map_or(0.0, |margin| margin.base);
        let least = margins.iter().map(|margin| margin.least).min().unwrap_or(WIDTH);
        let most = margins.iter().map(|margin| margin.most).max().unwrap_or(WIDTH);
        for place in least..=most {
            points[place] = base + f32::from(place as i16 - WIDTH as i16);
            worth[place] = worth_of(points[place]);
        }
        Self { base, points, worth }
    }

    /// The points and the worth of a margin on average.
    pub fn means(&self, margin: &Margin) -> (f32, f32) {
        debug_assert!(margin.base.to_bits() == self.base.to_bits(), "margins of one scale have one base");
        let places = margin.least..=margin.most;
        let mut means = (0.0, 0.0);
        for place in places {
            means.0 += margin.chances[place] * self.points[place];
            means.1 += margin.chances[place] * self.worth[place];
        }
        means
    }
}
