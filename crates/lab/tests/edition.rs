//! The bots' edition grows whenever one of them thinks otherwise: audits of older records lean on it.

use std::fmt::Write;

use sandtable_bots::{BOTS, BotCard, EDITION};
use sandtable_catalog::{GAMES, Game, Keep, Match};
use sandtable_engine::Setup;
use sandtable_engine::chance::Seeded;
use sandtable_engine::record::Entry;

/// So many decisions of a game tell one way of thinking from another; fewer of those who think long.
const DECISIONS: u32 = 60;
const LONG_THOUGHT: u32 = 6;

/// The digest of what a bot chooses in a game's first scenario, at all seats.
fn manner(game: &dyn Game, bot: &BotCard) -> String {
    let scenario = game.scenarios().remove(0);
    let setup = Setup::shipped(&scenario.id);
    let bots = vec![bot.id; scenario.sides.len()];
    let plan = Match {
        setup: &setup,
        bots: &bots,
        seed: Seeded::of_series(5, 0),
        most_decisions: if bot.seconds > 2 { LONG_THOUGHT } else { DECISIONS },
        keep: Keep::Record,
    };
    let record = game.play_out(&plan).expect("it is shipped").record.expect("it is kept");
    let mut digest = blake3::Hasher::new();
    for entry in &record.decisions {
        let Entry::Choice { choice, .. } = entry else { panic!("bots take nothing back") };
        digest.update(choice.get().as_bytes());
    }
    digest.finalize().to_hex()[..16].to_owned()
}

/// Where this fails, bots think otherwise than they did: raise `EDITION`, and `INSTA_UPDATE=always` keeps the new manners. Where
/// rules were changed and their version was raised, the manners of this edition are kept anew.
#[test]
fn bots_of_an_edition_keep_their_manners() {
    let mut manners = String::new();
    for game in GAMES {
        for bot in BOTS {
            let info = game.info();
            writeln!(manners, "{} {}: {}", info.id, bot.id, manner(*game, bot)).expect("text takes it");
        }
    }
    insta::assert_snapshot!(format!("edition-{EDITION}"), manners);
}
