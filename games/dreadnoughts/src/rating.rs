//! Rates a ship from historical figures: the formulae behind the ship list.

use sandtable_engine::{Faults, SetupError};
use serde::Deserialize;

use crate::data::Ratings;

/// What is known of a ship; ships.toml explains the figures.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are explained at the head of ships.toml")]
pub struct History {
    pub displacement: f64,
    pub belt: f64,
    pub deck: f64,
    pub knots: f64,
    pub broadside_guns: f64,
    pub weighted_guns: f64,
    pub calibre_length: f64,
    pub shell: f64,
    pub gun_range: f64,
    pub tubes: u8,
    pub fire_control: i8,
    pub torpedo_protection: bool,
    pub oxygen_torpedoes: bool,
    pub merchant_hull: bool,
}

/// A counter derived from history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rated {
    /// The front.
    pub front: Ratings,
    /// The back, for ships that have one.
    pub back: Option<Ratings>,
    /// The victory points of a lost ship.
    pub value: i16,
}

/// The nearest whole number within limits, halves up.
fn rounded(value: f64, least: i8, most: i8) -> i8 {
    ((value + 0.5).floor()).clamp(f64::from(least), f64::from(most)) as i8
}

/// Derives a counter.
pub fn rate(history: &History) -> Rated {
    let hull = if history.merchant_hull { 0.75 } else { 1.0 } * history.displacement;
    let small = history.displacement < 15_000.0 && history.knots >= 20.0;
    let nimble = history.displacement < 3_000.0 && history.knots >= 20.0;
    let shell = history.shell.log2() - 4.0
        + 0.5 * (history.broadside_guns / 8.0).log2()
        + (history.calibre_length - 45.0) / 30.0;
    let protection = if history.torpedo_protection { 0.3 } else { 0.0 };
    let hull_strength = 0.6 * (hull / 1000.0).log2() + 0.15 * (history.belt + history.deck) + protection;
    let torpedoes = match history.tubes {
        0 => 0,
        tubes => (tubes.div_ceil(3) as i8 + i8::from(history.oxygen_torpedoes)).clamp(1, 6),
    };
    let front = Ratings {
        guns: (rounded(history.weighted_guns / 2.5, 0, 99) + history.fire_control).clamp(1, 6),
        weight: rounded(shell, 1, 9),
        integrity: rounded(hull_strength, 1, 9),
        torpedoes,
        speed: rounded(history.knots / 6.0, 1, 7) as u8,
        manoeuvre: 1 + i8::from(small) + i8::from(nimble),
        range: rounded(history.gun_range / 2025.0, 1, 30) as u8,
    };
    Rated { front, back: back_of(front), value: front.schedule_value() }
}

/// The heavily damaged side of a counter; ships of little integrity have none (2.15).
fn back_of(front: Ratings) -> Option<Ratings> {
    (front.integrity >= 3).then(|| Ratings {
        guns: ((front.guns + 1) / 2).max(1),
        weight: (front.weight - 1).max(1),
        integrity: front.integrity - 1,
        torpedoes: front.torpedoes / 2,
        speed: (front.speed * 6).div_ceil(10).max(1),
        manoeuvre: 1,
        range: front.range,
    })
}

#[derive(Deserialize)]
struct ShipFile {
    name: Option<String>,
    history: History,
}

/// Reads a ship file (a name and a `history` table as in ships.toml) and derives its counter.
pub fn rate_file(file: &str, text: &str) -> Result<(String, Rated), SetupError> {
    let mut faults = Faults::new(file, text);
    let unreadable = |error: toml::de::Error| faults.unreadable(error.span().as_ref(), error.message());
    let ship: ShipFile = toml::from_str(text).map_err(unreadable)?;
    let history = &ship.history;
    let positive = [
        ("displacement", history.displacement),
        ("knots", history.knots),
        ("broadside-guns", history.broadside_guns),
        ("weighted-guns", history.weighted_guns),
        ("calibre-length", history.calibre_length),
        ("shell", history.shell),
        ("gun-range", history.gun_range),
    ];
    for (field, value) in positive {
        if !(value.is_finite() && value > 0.0) {
            let field = format!("history.{field}");
            faults.anywhere(&field, &format!("{value} is not a figure above 0"));
        }
    }
    for (field, value) in [("belt", history.belt), ("deck", history.deck)] {
        if !(value.is_finite() && value >= 0.0) {
            let field = format!("history.{field}");
            faults.anywhere(&field, &format!("{value} is not a figure of 0 or more"));
        }
    }
    if !(-1..=1).contains(&history.fire_control) {
        faults.anywhere("history.fire-control", "this is not a grade of fire control").allowed =
            ["-1", "0", "1"].map(String::from).into();
    }
    SetupError::unless_empty(faults.problems)?;
    Ok((ship.name.unwrap_or_else(|| "The ship".into()), rate(history)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::ships;

    /// Ships whose raw figure lies within a few hundredths of a half: the list governs there.
    fn off_by_one(ours: i8, listed: i8) -> bool {
        (ours - listed).abs() == 1
    }

    #[test]
    fn the_formulae_give_the_list_but_for_near_halves() {
        let mut near_halves = 0;
        for ship in ships() {
            let rated = rate(&ship.history).front;
            let exact = Ratings { weight: ship.front.weight, integrity: ship.front.integrity, ..rated };
            assert_eq!(exact, ship.front, "{}", ship.id);
            for (ours, listed) in [(rated.weight, ship.front.weight), (rated.integrity, ship.front.integrity)]
            {
                assert!(ours == listed || off_by_one(ours, listed), "{}", ship.id);
                near_halves += usize::from(ours != listed);
            }
            assert_eq!(back_of(ship.front), ship.back, "{}", ship.id);
        }
        assert!(near_halves <= 4, "{near_halves} ships differ from the formulae");
    }

    #[test]
    fn a_bad_figure_is_named() {
        let error =
            rate_file("ship.toml", "name = \"X\"\n[history]\ndisplacement = -5.0\n").expect_err("it is bad");
        assert!(error.to_string().contains("ship.toml"), "{error}");
    }
}
