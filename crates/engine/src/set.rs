//! Sets of pieces: one bit for each.

/// Makes a set of up to 64 ids made by [`piece_id!`](crate::piece_id): `piece_set!(/// Some ships. ShipSet(ShipId));`.
/// A game with more pieces says how many bits it needs: `piece_set!(/// Some units. UnitSet(UnitId): u128);`.
///
/// People read it as a list of names, records and hashes as one number.
#[macro_export]
macro_rules! piece_set {
    ($(#[$doc:meta])* $set:ident($id:ident)) => {
        $crate::piece_set!($(#[$doc])* $set($id): u64);
    };
    ($(#[$doc:meta])* $set:ident($id:ident): $bits:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
        pub struct $set(pub $bits);

        impl $set {
            /// Nobody.
            pub const NONE: Self = Self(0);

            /// Just one.
            #[inline]
            pub const fn one(id: $id) -> Self {
                Self(1 << id.0)
            }

            /// Those from one number up to, but not including, another.
            #[inline]
            pub const fn range(from: usize, to: usize) -> Self {
                Self(((1 << to) - 1) & !((1 << from) - 1))
            }

            /// Whether it is among them. A number from outside may be too large for any set.
            #[inline]
            pub const fn contains(self, id: $id) -> bool {
                (id.0 as u32) < $bits::BITS && self.0 >> id.0 & 1 != 0
            }

            /// Puts one in.
            #[inline]
            pub const fn insert(&mut self, id: $id) {
                self.0 |= 1 << id.0;
            }

            /// Takes one out.
            #[inline]
            pub const fn remove(&mut self, id: $id) {
                self.0 &= !(1 << id.0);
            }

            /// Those in both.
            #[inline]
            #[must_use]
            pub const fn and(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }

            /// Those in either.
            #[inline]
            #[must_use]
            pub const fn or(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }

            /// Those not in the other.
            #[inline]
            #[must_use]
            pub const fn minus(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }

            /// Whether there is none.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// How many.
            #[inline]
            pub const fn len(self) -> u32 {
                self.0.count_ones()
            }

            /// The lowest of them.
            #[inline]
            pub const fn first(self) -> Option<$id> {
                if self.0 == 0 { None } else { Some($id(self.0.trailing_zeros() as u8)) }
            }

            /// All of them, lowest first.
            #[inline]
            pub fn iter(self) -> impl Iterator<Item = $id> + Clone {
                let mut left = self;
                ::std::iter::from_fn(move || {
                    let id = left.first()?;
                    left.0 &= left.0 - 1;
                    Some(id)
                })
            }
        }

        impl FromIterator<$id> for $set {
            fn from_iter<I: IntoIterator<Item = $id>>(ids: I) -> Self {
                let mut set = Self::NONE;
                ids.into_iter().for_each(|id| set.insert(id));
                set
            }
        }

        impl ::std::fmt::Debug for $set {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.debug_set().entries(self.iter().map(|id| id.0)).finish()
            }
        }

        impl $crate::macros::serde::Serialize for $set {
            fn serialize<S: $crate::macros::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if serializer.is_human_readable() {
                    serializer.collect_seq(self.iter())
                } else {
                    $crate::macros::serde::Serialize::serialize(&self.0, serializer)
                }
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use crate::piece_id;

    piece_id!(
        /// A piece of the test.
        Piece(u8)
    );
    piece_set!(
        /// Some of them.
        Pieces(Piece)
    );

    #[test]
    fn sets_are_walked_lowest_first() {
        let set: Pieces = [Piece(5), Piece(0), Piece(47)].into_iter().collect();
        assert_eq!(set.iter().map(|piece| piece.0).collect::<Vec<_>>(), [0, 5, 47]);
        assert_eq!(Pieces::range(1, 3).iter().map(|piece| piece.0).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(serde_json::to_string(&set).expect("plain"), "[0,5,47]");
    }

    piece_set!(
        /// Some of very many.
        Crowd(Piece): u128
    );

    #[test]
    fn a_large_set_holds_more_than_sixty_four() {
        let set: Crowd = [Piece(100), Piece(3)].into_iter().collect();
        assert_eq!(set.iter().map(|piece| piece.0).collect::<Vec<_>>(), [3, 100]);
        assert!(set.contains(Piece(100)) && !set.contains(Piece(128)) && set.minus(set).is_empty());
        let late = Crowd::range(90, 127);
        assert_eq!((late.len(), set.and(late)), (37, Crowd::one(Piece(100))));
        let mut both = set.or(late);
        both.remove(Piece(100));
        assert_eq!(both.len(), 37);
    }

    #[test]
    fn a_number_beyond_every_set_is_in_none() {
        assert!(!Pieces(u64::MAX).contains(Piece(64)));
        assert!(Pieces(u64::MAX).contains(Piece(63)));
    }

    #[test]
    fn sets_meet_join_and_part() {
        let (low, high) = (Pieces::range(0, 4), Pieces::range(2, 6));
        assert_eq!(low.and(high), Pieces::range(2, 4));
        assert_eq!(low.or(high), Pieces::range(0, 6));
        assert_eq!(low.minus(high), Pieces::range(0, 2));
        let mut set = low.minus(low);
        assert!(set.is_empty());
        set.insert(Piece(9));
        assert_eq!(set, Pieces::one(Piece(9)));
        assert_eq!((set.len(), set.first()), (1, Some(Piece(9))));
        set.remove(Piece(9));
        assert_eq!(set, Pieces::NONE);
    }
}
