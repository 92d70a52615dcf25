//! The roll of names: lets ids of pieces read as words in records, cases and positions.
//!
//! In a position a piece is a small number. People write `"hms-hood"`. While a roll is in force (only on this
//! thread, only within [`Roll::read`]) the ids of [`piece_id!`](crate::piece_id) are written and read as names in
//! human-readable formats, and as numbers everywhere else.

use std::cell::RefCell;
use std::sync::Arc;

use serde::ser::Error as _;

thread_local! {
    static IN_FORCE: RefCell<Option<Roll>> = const { RefCell::new(None) };
}

/// Names of a match's pieces, by their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roll(Arc<[Box<str>]>);

impl Roll {
    /// A roll of these names; the first is number 0.
    pub fn new(names: impl IntoIterator<Item = impl Into<Box<str>>>) -> Self {
        Self(names.into_iter().map(Into::into).collect())
    }

    /// The name of a number.
    pub fn name(&self, number: usize) -> Option<&str> {
        self.0.get(number).map(AsRef::as_ref)
    }

    /// The number of a name.
    pub fn number(&self, name: &str) -> Option<usize> {
        self.0.iter().position(|known| **known == *name)
    }

    /// Runs `work` with this roll in force.
    pub fn read<R>(&self, work: impl FnOnce() -> R) -> R {
        /// Puts the roll that was in force before back, also when `work` panics.
        struct Before(Option<Roll>);
        impl Drop for Before {
            fn drop(&mut self) {
                IN_FORCE.set(self.0.take());
            }
        }
        let _before = Before(IN_FORCE.replace(Some(self.clone())));
        work()
    }
}

/// Writes an id: its name where a roll is in force and the format is for people.
pub fn write<S: serde::Serializer>(number: usize, serializer: S) -> Result<S::Ok, S::Error> {
    let name = if serializer.is_human_readable() {
        IN_FORCE.with_borrow(|roll| roll.as_ref().and_then(|roll| roll.name(number).map(str::to_owned)))
    } else {
        None
    };
    if let Some(name) = name {
        return serializer.serialize_str(&name);
    }
    let number = u16::try_from(number).map_err(|_| S::Error::custom("no piece has so large a number"))?;
    serializer.serialize_u16(number)
}

/// Reads an id: a name of the roll in force, or a number.
pub fn read<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    struct Id;
    impl serde::de::Visitor<'_> for Id {
        type Value = usize;

        fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
            f.write_str("the name of a piece")
        }

        fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<usize, E> {
            usize::try_from(number).map_err(|_| E::custom("no piece has so large a number"))
        }

        fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<usize, E> {
            let number = IN_FORCE.with_borrow(|roll| roll.as_ref().and_then(|roll| roll.number(name)));
            number.ok_or_else(|| E::custom(format_args!("no piece here is called `{name}`")))
        }
    }
    if deserializer.is_human_readable() {
        deserializer.deserialize_any(Id)
    } else {
        deserializer.deserialize_u16(Id)
    }
}

/// Makes a newtype over a small number that reads as a name: `piece_id!(/// A ship. ShipId(u8));`.
#[macro_export]
macro_rules! piece_id {
    ($(#[$doc:meta])* $id:ident($number:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $id(pub $number);

        impl $id {
            /// The number as an index.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl $crate::macros::serde::Serialize for $id {
            fn serialize<S: $crate::macros::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::macros::write_id(self.index(), serializer)
            }
        }

        impl<'de> $crate::macros::serde::Deserialize<'de> for $id {
            fn deserialize<D: $crate::macros::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let number = $crate::macros::read_id(deserializer)?;
                <$number>::try_from(number)
                    .map(Self)
                    .map_err(|_| $crate::macros::serde::de::Error::custom("no piece has so large a number"))
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::Roll;

    piece_id!(
        /// A piece of the test.
        Piece(u8)
    );

    #[test]
    fn ids_read_as_names_only_while_a_roll_is_in_force() {
        let roll = Roll::new(["hood", "bismarck"]);
        let text = roll.read(|| serde_json::to_string(&Piece(1)).expect("plain"));
        assert_eq!(text, "\"bismarck\"");
        assert_eq!(roll.read(|| serde_json::from_str::<Piece>(&text)).expect("known"), Piece(1));
        assert_eq!(serde_json::to_string(&Piece(1)).expect("plain"), "1");
        let unknown = roll.read(|| serde_json::from_str::<Piece>("\"tirpitz\"")).expect_err("not here");
        assert!(unknown.to_string().contains("tirpitz"));
    }
}
