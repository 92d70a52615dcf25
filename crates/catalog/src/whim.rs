//! Where whims come from: the seed of the match, which is secret until the match is over.

use sandtable_engine::Seat;
use sandtable_engine::chance::{Fast, Seed, Seeded};

/// The whims of the bot at a seat in a match between bots. They come from the match's seed and tell nothing of the dice.
pub fn whim(seed: &Seed, seat: usize) -> Fast {
    let first = |bytes: &Seed| u64::from_le_bytes(*bytes.first_chunk().expect("a seed has 32 bytes"));
    Fast::new(first(&Seeded::of_series(first(seed), seat as u64)))
}

/// The seed on which the bot of a seat thinks about a question at a table.
///
/// It comes from the match's seed under a key of its own and tells nothing of the dice. While that seed is secret nobody can have the
/// same bot think the same beforehand, and once the record has published it everybody can derive this one anew.
pub fn bot_whim(seed: &Seed, seat: Seat, question: u32) -> u64 {
    derived("sandtable whims of bots 2", seed, seat, question)
}

/// The seed on which a hint for a seat's question is thought of at a table, from the match's seed like a bot's.
pub fn hint_whim(seed: &Seed, seat: Seat, question: u32) -> u64 {
    derived("sandtable whims of hints 2", seed, seat, question)
}

fn derived(purpose: &str, seed: &Seed, seat: Seat, question: u32) -> u64 {
    let mut hasher = blake3::Hasher::new_derive_key(purpose);
    hasher.update(seed);
    hasher.update(&[seat.0]);
    hasher.update(&question.to_le_bytes());
    u64::from_le_bytes(*hasher.finalize().as_bytes().first_chunk().expect("a hash has 32 bytes"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whims_at_a_table_are_frozen() {
        // Written down once: with other ones the seeds in the records that there are would look made up.
        assert_eq!(bot_whim(&[7; 32], Seat(1), 3), 0x474f_c215_2dee_fc33);
    }

    #[test]
    fn every_byte_of_the_seed_the_seat_the_question_and_the_purpose_count() {
        let mut other = [7; 32];
        other[31] ^= 1;
        let all = [
            bot_whim(&[7; 32], Seat(0), 0),
            bot_whim(&other, Seat(0), 0),
            bot_whim(&[7; 32], Seat(1), 0),
            bot_whim(&[7; 32], Seat(0), 1),
            hint_whim(&[7; 32], Seat(0), 0),
        ];
        for (number, one) in all.iter().enumerate() {
            assert!(!all[..number].contains(one), "{number}");
        }
    }
}
