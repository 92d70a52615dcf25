//! Plays a match at random and looks at all that a program may show of it.

use sandtable_bots::Terms;
use sandtable_catalog::Game;
use sandtable_engine::chance::Fast;
use sandtable_engine::erased::AnySession;
use sandtable_engine::odds::Effort;
use sandtable_engine::text::render;
use sandtable_engine::{Seat, Viewer};

use crate::any_of;

/// The longest menu that a page can show and a bot can think about.
const MENU: usize = 512;

/// Every so many decisions a bot decides, and everything is looked at.
const NOW_AND_THEN: u32 = 25;

/// Makes up to `most` decisions and audits the position after each. A match in good order never comes to a halt.
pub fn play_on(game: &dyn Game, session: &mut dyn AnySession, fast: &mut Fast, most: u32) {
    let mut captain = game.player("captain").expect("there is such a bot");
    sound(session);
    for number in 0..most {
        let Some(seat) = session.waiting().lowest() else { break };
        let menu = session.menu(seat);
        assert!((1..=MENU).contains(&menu.len()), "{seat} has a menu of {}", menu.len());
        let chosen = &any_of(&menu, fast).expect("the menu is not empty").choice;
        let choice = if number % NOW_AND_THEN == 0 {
            look(session);
            let effort = Effort { outcomes: 50, samples: 5 };
            session.reckoning(seat, chosen).expect("the menu's choices can be read");
            session.odds(seat, chosen, effort).expect("the menu's choices are legal");
            // A long menu would keep a bot busy for seconds.
            if menu.len() <= 40 {
                captain.think(session, seat, &Terms::untimed(fast.word())).expect("the seat is asked").choice
            } else {
                chosen.clone()
            }
        } else {
            chosen.clone()
        };
        let question = session.question(seat);
        session.submit(seat, question, &choice).expect("the menu's choices are legal");
        sound(session);
        if number % 7 == 0 && session.can_undo(seat) {
            session.undo(seat).expect("it can be taken back");
            sound(session);
        }
    }
    if session.waiting().is_empty() {
        assert!(session.outcome().is_some(), "nobody is asked, and the match is not over");
    }
    look(session);
}

fn sound(session: &dyn AnySession) {
    if let Err(fault) = session.audit() {
        panic!("the position is not sound: {fault}");
    }
}

/// Everything that a server or a program may show of a position.
fn look(session: &dyn AnySession) {
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator, Viewer::Umpire] {
        let scene = session.scene(viewer);
        serde_json::to_string(&scene).expect("scenes can be written");
        render(&scene);
        session.log(viewer, 0);
    }
    for seat in session.waiting().iter() {
        session.prompt(seat).expect("who is asked is asked something");
        session.refused(seat);
    }
    session.position();
    session.hash();
    session.record().write();
}
