//! What the targets share: a mutator that keeps texts readable, play at random, and matches that give up in time.

mod bounded;
mod mutate;
mod play;

pub use bounded::Bounded;
pub use mutate::mutate;
pub use play::play_on;

use sandtable_engine::chance::Fast;

/// The generator of an input: the same bytes always play the same game.
pub fn fast(data: &[u8]) -> Fast {
    // Fowler, Noll and Vo's hash: short, and good enough to tell inputs apart.
    let hash = data.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    Fast::new(hash)
}

/// One of the things, each as likely.
pub fn any_of<'a, T>(things: &'a [T], fast: &mut Fast) -> Option<&'a T> {
    let count = u32::try_from(things.len()).unwrap_or(u32::MAX);
    things.get(fast.below(count) as usize)
}
