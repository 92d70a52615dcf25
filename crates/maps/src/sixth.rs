//! What sides and corners share: a number out of six, going round clockwise.

use serde::{Deserialize, Deserializer, Serializer, de::Error};

/// The index after turning by some sixths, positive clockwise.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "a remainder of six is 0 to 5")]
pub const fn turned(index: u8, by: i8) -> u8 {
    (index as i16 + by as i16).rem_euclid(6) as u8
}

/// Writes the index as the printed number, 1 to 6.
pub fn serialize<S: Serializer>(index: u8, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u8(index + 1)
}

/// Reads a printed number, 1 to 6, as the index.
pub fn deserialize<'de, D: Deserializer<'de>>(what: &str, deserializer: D) -> Result<u8, D::Error> {
    let number = u8::deserialize(deserializer)?;
    if (1..=6).contains(&number) {
        Ok(number - 1)
    } else {
        Err(D::Error::custom(format_args!("there is no {what} {number}: expected a number from 1 to 6")))
    }
}
