//! The cases of the game.

use sandtable_dawn_of_battle::DawnOfBattle;

sandtable_cases::book_tests!(DawnOfBattle);
