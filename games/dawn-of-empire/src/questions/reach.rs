//! Where a patrol can end (5.4).

use crate::data::{Spaces, chart, each_space, tables};
use crate::ids::{AREAS, Space};

/// The areas that a patrol can end in with a movement allowance, having entered so many areas already (5.4, ruling R54).
pub fn patrol_reach(at: Space, allowance: u8, entered: u8) -> Spaces {
    let mut left = [u8::MAX; AREAS];
    let mut reach: Spaces = 0;
    let mut steps = tables().patrol_areas.saturating_sub(entered);
    if at.is_port() {
        for area in each_space(chart().around(at)) {
            left[area.index()] = allowance;
            reach |= 1 << area.0;
        }
    } else {
        left[at.index()] = allowance;
        reach |= 1 << at.0;
    }
    while steps > 0 {
        let before = left;
        for from in each_space(reach) {
            for to in each_space(chart().around(from)).filter(|to| to.is_area()) {
                let cost = chart().cost(to);
                let after = before[from.index()];
                if after != u8::MAX && cost <= after {
                    reach |= 1 << to.0;
                    let best = &mut left[to.index()];
                    *best = if *best == u8::MAX { after - cost } else { (*best).max(after - cost) };
                }
            }
        }
        steps -= 1;
    }
    reach
}
