//! Hex numbers as they are printed, read and stored.

use crate::{Digits, Hex, Numbering};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};
use std::error::Error;
use std::fmt::{Debug, Display, Formatter, Result as Written};
use std::marker::PhantomData;
use std::str::FromStr;

/// A text that should have been a hex number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAHexNumber {
    text: String,
    digits: Digits,
}

impl Display for NotAHexNumber {
    fn fmt(&self, f: &mut Formatter) -> Written {
        let order = match self.digits {
            Digits::ColumnRow => "two for the column and two for the row",
            Digits::RowColumn => "two for the row and two for the column",
        };
        write!(f, "\"{}\" is not a hex number: expected four digits, {order}, such as 0911", self.text)
    }
}

impl Error for NotAHexNumber {}

/// Prints the four digits. Beyond 99, and before 0, it takes more of them, or a minus.
impl<N: Numbering> Display for Hex<N> {
    fn fmt(&self, f: &mut Formatter) -> Written {
        let (first, second) = self.as_printed();
        write!(f, "{first:02}{second:02}")
    }
}

impl<N: Numbering> Debug for Hex<N> {
    fn fmt(&self, f: &mut Formatter) -> Written {
        Display::fmt(self, f)
    }
}

/// Reads exactly four digits. `00` is taken too: it is the rim just off the sheet, where a step may lead.
impl<N: Numbering> FromStr for Hex<N> {
    type Err = NotAHexNumber;

    fn from_str(text: &str) -> Result<Self, NotAHexNumber> {
        let [tens, ones, more_tens, more_ones] = text.as_bytes() else {
            return Err(not_a_hex_number::<N>(text));
        };
        let first = two_digits(*tens, *ones).ok_or_else(|| not_a_hex_number::<N>(text))?;
        let second = two_digits(*more_tens, *more_ones).ok_or_else(|| not_a_hex_number::<N>(text))?;
        Ok(match N::DIGITS {
            Digits::ColumnRow => Self::from_offset(first, second),
            Digits::RowColumn => Self::from_offset(second, first),
        })
    }
}

/// Writes the four digits as text where people may read it, and otherwise the two bytes.
///
/// A hex farther off the sheet than its rim has no such number; writing it fails.
impl<N: Numbering> Serialize for Hex<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !has_four_digits(*self) {
            let (column, row) = self.offset();
            return Err(ser::Error::custom(format_args!(
                "column {column}, row {row} is too far off the sheet to have a hex number"
            )));
        }
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            self.axial().serialize(serializer)
        }
    }
}

impl<'de, N: Numbering> Deserialize<'de> for Hex<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            return deserializer.deserialize_str(FourDigits(PhantomData));
        }
        let (q, r) = Deserialize::deserialize(deserializer)?;
        let hex = Self::from_axial(q, r);
        if has_four_digits(hex) {
            Ok(hex)
        } else {
            Err(de::Error::custom(format_args!("the bytes {q} and {r} are not a hex on or beside a sheet")))
        }
    }
}

/// Reads a hex from text.
struct FourDigits<N>(PhantomData<N>);

impl<N: Numbering> de::Visitor<'_> for FourDigits<N> {
    type Value = Hex<N>;

    fn expecting(&self, f: &mut Formatter) -> Written {
        f.write_str("a hex number of four digits, such as \"0911\"")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Hex<N>, E> {
        text.parse().map_err(E::custom)
    }
}

fn has_four_digits<N: Numbering>(hex: Hex<N>) -> bool {
    let (column, row) = hex.offset();
    (0..=99).contains(&column) && (0..=99).contains(&row)
}

fn two_digits(tens: u8, ones: u8) -> Option<i16> {
    let digit = |byte: u8| byte.is_ascii_digit().then(|| i16::from(byte - b'0'));
    Some(10 * digit(tens)? + digit(ones)?)
}

fn not_a_hex_number<N: Numbering>(text: &str) -> NotAHexNumber {
    NotAHexNumber { text: text.to_owned(), digits: N::DIGITS }
}
