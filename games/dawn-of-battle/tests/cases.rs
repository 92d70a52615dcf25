//! All cases of the game pass, and every enforced rule has one and is named in its source file.

sandtable_cases::book_tests!(sandtable_dawn_of_battle::DawnOfBattle);
