//! The reference: random legal chess. Anyone can run it, so that figures of two machines can be compared.

use std::hint::black_box;

use cozy_chess::Board;
use sandtable_bots::pick;
use sandtable_catalog::Tally;
use sandtable_engine::chance::Fast;

/// A game longer than this is broken off.
const MOST_PLIES: u32 = 300;

/// Half-moves without a capture or a pawn move after which a game is drawn.
const FIFTY_MOVES: u8 = 100;

/// Plays whole games: lists all legal moves, takes any of them, until `go_on` says no.
pub(super) fn random_play(seed: u64, go_on: &mut dyn FnMut() -> bool) -> Tally {
    let mut whim = Fast::new(seed);
    let mut menu = Vec::new();
    let mut tally = Tally::default();
    let start = Board::default();
    loop {
        let mut board = start.clone();
        for _ in 0..MOST_PLIES {
            menu.clear();
            board.generate_moves(|moves| {
                menu.extend(moves);
                false
            });
            if menu.is_empty() || board.halfmove_clock() >= FIFTY_MOVES {
                break;
            }
            if menu.len() > 1 {
                tally.decisions += 1;
                tally.offered += menu.len() as u64;
            } else {
                tally.forced += 1;
            }
            board.play_unchecked(menu.swap_remove(pick(&mut whim, menu.len())));
        }
        black_box(&board);
        tally.games += 1;
        if !go_on() {
            return tally;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_games_are_as_long_and_as_wide_as_chess_is() {
        let mut left = 50;
        let tally = random_play(1, &mut || {
            left -= 1;
            left > 0
        });
        assert_eq!(tally.games, 50);
        assert!((100..300).contains(&(tally.decisions / tally.games)), "{tally:?}");
        assert!((20..40).contains(&(tally.offered / tally.decisions)), "{tally:?}");
    }
}
