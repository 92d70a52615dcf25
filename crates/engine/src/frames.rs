//! The boxes of a game as one enum, and the dispatch to them.

use std::fmt::Debug;

use serde::{Deserialize, Serialize};

use crate::{Cx, Next, Prompt, Refusal, Rules, Seat, SeatSet, Secret};

/// A choice that cannot be made: for boxes that ask nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Never {}

/// All boxes of a game. Implemented by [`frames!`](crate::frames); see [`Step`](crate::Step) for what the methods do.
#[expect(missing_docs, reason = "each method is that of `Step`, handed on")]
pub trait Frame<G: Rules>: Clone + Debug + PartialEq + Serialize + Send + Sync + 'static {
    fn name(&self) -> &'static str;
    fn enter(self, table: &mut G::Table, cx: &mut Cx<G>) -> Next<G>;
    fn waiting(&self, table: &G::Table) -> SeatSet;
    fn prompt(&self, table: &G::Table, seat: Seat) -> Prompt;
    fn candidates(&self, table: &G::Table, seat: Seat, each: &mut impl FnMut(G::Choice));
    fn legal(&self, table: &G::Table, seat: Seat, each: &mut impl FnMut(G::Choice));
    fn canonical_legal(&self, table: &G::Table, seat: Seat, each: &mut impl FnMut(G::Choice));
    fn has_several(&self, table: &G::Table, seat: Seat) -> bool;
    fn check(&self, table: &G::Table, seat: Seat, choice: &G::Choice) -> Result<(), Refusal>;
    fn canonical(&self, table: &G::Table, seat: Seat, choice: &G::Choice) -> bool;
    fn automatic(&self) -> bool;
    fn choose(self, table: &mut G::Table, seat: Seat, choice: G::Choice, cx: &mut Cx<G>) -> Next<G>;
    fn resume(self, child: Self, table: &mut G::Table, cx: &mut Cx<G>) -> Next<G>;
    fn secrets(&mut self, each: &mut dyn FnMut(&mut dyn Secret));
}

/// Makes `enum Frame`, `enum Choice` and the dispatch for a game's boxes: `frames!(Toy: Turn, Bid, March);`. Attributes before the game
/// are those of `Frame`.
#[macro_export]
macro_rules! frames {
    ($(#[$attribute:meta])* $game:ty: $($step:ident),+ $(,)?) => {
        /// Where play stands: one box of the sequence of play.
        #[derive(Clone, Debug, PartialEq, $crate::macros::serde::Serialize)]
        $(#[$attribute])*
        #[serde(crate = "sandtable_engine::macros::serde", rename_all = "kebab-case")]
        #[expect(missing_docs, reason = "the boxes are documented where they are written")]
        pub enum Frame {
            $($step($step)),+
        }

        /// A decision: the box it belongs to, and what is decided.
        #[derive(
            Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash,
            $crate::macros::serde::Serialize, $crate::macros::serde::Deserialize,
        )]
        #[serde(crate = "sandtable_engine::macros::serde", rename_all = "kebab-case")]
        #[expect(missing_docs, reason = "the choices are documented where they are written")]
        pub enum Choice {
            $($step(<$step as $crate::Step<$game>>::Choice)),+
        }

        $(impl From<$step> for Frame {
            #[inline]
            fn from(step: $step) -> Self {
                Self::$step(step)
            }
        })+

        impl $crate::Frame<$game> for Frame {
            fn name(&self) -> &'static str {
                match self {
                    $(Self::$step(_) => stringify!($step)),+
                }
            }

            #[inline]
            fn enter(self, table: &mut <$game as $crate::Rules>::Table, cx: &mut $crate::Cx<$game>) -> $crate::Next<$game> {
                match self {
                    $(Self::$step(step) => $crate::Step::<$game>::enter(step, table, cx)),+
                }
            }

            #[inline]
            fn waiting(&self, table: &<$game as $crate::Rules>::Table) -> $crate::SeatSet {
                match self {
                    $(Self::$step(step) => $crate::Step::<$game>::waiting(step, table)),+
                }
            }

            fn prompt(&self, table: &<$game as $crate::Rules>::Table, seat: $crate::Seat) -> $crate::Prompt {
                match self {
                    $(Self::$step(step) => $crate::Step::<$game>::prompt(step, table, seat)),+
                }
            }

            fn candidates(
                &self,
                table: &<$game as $crate::Rules>::Table,
                seat: $crate::Seat,
                each: &mut impl FnMut(Choice),
            ) {
                match self {
                    $(Self::$step(step) => {
                        $crate::Step::<$game>::candidates(step, table, seat, &mut |choice| each(Choice::$step(choice)))
                    })+
                }
            }

            #[inline]
            fn legal(
                &self,
                table: &<$game as $crate::Rules>::Table,
                seat: $crate::Seat,
                each: &mut impl FnMut(Choice),
            ) {
                match self {
                    $(Self::$step(step) => {
                        $crate::Step::<$game>::legal(step, table, seat, &mut |choice| each(Choice::$step(choice)))
                    })+
                }
            }

            #[inline]
            fn canonical_legal(
                &self,
                table: &<$game as $crate::Rules>::Table,
                seat: $crate::Seat,
                each: &mut impl FnMut(Choice),
            ) {
                match self {
                    $(Self::$step(step) => {
                        $crate::Step::<$game>::canonical_legal(step, table, seat, &mut |choice| {
                            each(Choice::$step(choice))
                        })
                    })+
                }
            }

            #[inline]
            fn has_several(&self, table: &<$game as $crate::Rules>::Table, seat: $crate::Seat) -> bool {
                match self {
                    $(Self::$step(step) => $crate::Step::<$game>::has_several(step, table, seat)),+
                }
            }

            #[inline]
            fn check(
                &self,
                table: &<$game as $crate::Rules>::Table,
                seat: $crate::Seat,
                choice: &Choice,
            ) -> Result<(), $crate::Refusal> {
                match (self, choice) {
                    $((Self::$step(step), Choice::$step(choice)) => {
                        $crate::Step::<$game>::check(step, table, seat, choice)
                    })+
                    #[allow(unreachable_patterns, reason = "a game of one box has no other")]
                    _ => Err($crate::Refusal::new($crate::rule!("0"), "play stands in another box of the sequence of play")),
                }
            }

            #[inline]
            fn canonical(
                &self,
                table: &<$game as $crate::Rules>::Table,
                seat: $crate::Seat,
                choice: &Choice,
            ) -> bool {
                match (self, choice) {
                    $((Self::$step(step), Choice::$step(choice)) => {
                        $crate::Step::<$game>::canonical(step, table, seat, choice)
                    })+
                    #[allow(unreachable_patterns, reason = "a game of one box has no other")]
                    _ => false,
                }
            }

            #[inline]
            fn automatic(&self) -> bool {
                match self {
                    $(Self::$step(step) => $crate::Step::<$game>::automatic(step)),+
                }
            }

            #[inline]
            fn choose(
                self,
                table: &mut <$game as $crate::Rules>::Table,
                seat: $crate::Seat,
                choice: Choice,
                cx: &mut $crate::Cx<$game>,
            ) -> $crate::Next<$game> {
                match (self, choice) {
                    $((Self::$step(step), Choice::$step(choice)) => {
                        $crate::Step::<$game>::choose(step, table, seat, choice, cx)
                    })+
                    #[allow(unreachable_patterns, reason = "a game of one box has no other")]
                    _ => unreachable!("`check` refuses a choice of another box"),
                }
            }

            #[inline]
            fn resume(
                self,
                child: Self,
                table: &mut <$game as $crate::Rules>::Table,
                cx: &mut $crate::Cx<$game>,
            ) -> $crate::Next<$game> {
                match self {
                    $(Self::$step(step) => $crate::Step::<$game>::resume(step, child, table, cx)),+
                }
            }

            fn secrets(&mut self, each: &mut dyn FnMut(&mut dyn $crate::Secret)) {
                match self {
                    $(Self::$step(step) => $crate::Step::<$game>::secrets(step, each)),+
                }
            }
        }
    };
}
