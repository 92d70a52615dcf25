//! Clash of Shields (10.2.3.2): which kind of troops does well against which.
//!
//! Rows by attacker: light infantry C1, medium C2, heavy C3, phalanx C4, pikemen C5, mixed missiles C6, light archers C7, heavy archers C8, light gunners C9,
//! heavy gunners C10, light cavalry C11, heavy C12, mounted archers C13, cataphracts C14, heavy cataphracts C15, knights C16, camelry C17, chariots C18,
//! battle chariots C19, elephants C20.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::units::Kind;

pub(super) const TEXT: &str = include_str!("../../data/clash.toml");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    defenders: Vec<Kind>,
    attackers: BTreeMap<Kind, Vec<i8>>,
}

type Shields = [[i8; Kind::COUNT]; Kind::COUNT];

fn read(text: &str) -> Result<Shields, String> {
    let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
    let mut table = [[0; Kind::COUNT]; Kind::COUNT];
    for (attacker, row) in &file.attackers {
        if row.len() != file.defenders.len() {
            return Err(format!("the row of {attacker:?} has {} cells", row.len()));
        }
        for (defender, figure) in file.defenders.iter().zip(row) {
            table[*attacker as usize][*defender as usize] = *figure;
        }
    }
    Ok(table)
}

static SHIELDS: LazyLock<Shields> = LazyLock::new(|| read(TEXT).expect("clash.toml is tested"));

/// What the kinds of troops add for the attacker (10.2.3.2).
#[inline]
pub fn clash(attacker: Kind, defender: Kind) -> i8 {
    SHIELDS[attacker as usize][defender as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r10_2_3_2_the_two_printed_cells() {
        assert_eq!(clash(Kind::Px, Kind::Mm), 2);
        assert_eq!(clash(Kind::Kt, Kind::Pk), -2);
    }

    #[test]
    fn the_table_is_whole_and_modest() {
        let file: File = toml::from_str(TEXT).expect("it reads");
        assert_eq!((file.attackers.len(), file.defenders.len()), (20, 22));
        assert!(file.attackers.values().flatten().all(|figure| (-2..=2).contains(figure)));
        for never in [Kind::Cp, Kind::Ww, Kind::Ay] {
            assert!(!file.attackers.contains_key(&never), "{never:?} never attack");
        }
    }

    #[test]
    fn a_row_that_is_too_short_is_found() {
        assert!(read("defenders = [\"li\", \"mi\"]\n[attackers]\nli = [1]").is_err());
    }
}
