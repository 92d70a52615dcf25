//! Where a ship goes that leaves a battle (7.32, 8.2).

use crate::data::{Spaces, chart, each_space};
use crate::ids::{Side, Space};

/// The nearest ports by movement points, ignoring enemies (ruling R21): several where they are equally far. Neutral ports count
/// where they are allowed.
pub fn nearest(side: Side, from: Space, neutral: bool) -> (u8, Spaces) {
    let mut ports = chart().harbours(side);
    if neutral {
        ports |= chart().neutral_ports();
    }
    let way = each_space(ports).map(|port| chart().distance(from, port)).min().unwrap_or(0);
    let best = each_space(ports).filter(|port| chart().distance(from, *port) == way);
    (way, best.fold(0, |set, port| set | 1 << port.0))
}
