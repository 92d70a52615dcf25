//! Hints where a question has a single answer: which unit marches, and where that is settled, how.

use sandtable_bots::{Captain, CaptainEffort, Player, Question, Terms, hint};
use sandtable_engine::chance::{Fast, Seeded};
use sandtable_engine::{Session, Setup};
use sandtable_santiago_1898::Santiago;

#[test]
fn a_hint_where_there_is_no_choice_speaks_of_the_next() {
    let mut session = Session::<Santiago>::seeded(Setup::shipped("las-guasimas"), Seeded::of_series(3, 0))
        .expect("it is shipped");
    let (mut captain, mut whim, mut menu) = (Captain::new(CaptainEffort::FULL), Fast::new(1), Vec::new());
    let (mut looked_past, terms) = (0, Terms::untimed(7));
    while looked_past < 3 {
        let seat = session.state().waiting().lowest().expect("the battle is long enough");
        let question = Question::put(session.state(), seat, &mut menu).expect("the seat is asked");
        let choice = captain.think(&question, &Terms::untimed(whim.word())).choice;
        if menu.len() > 1 {
            session.submit(seat, choice).expect("it is of the menu");
            continue;
        }
        let found = hint(&session, seat, &terms).expect("the seat is asked");
        let [only] = &found.suggestions[..] else { panic!("there is one choice: {found:?}") };
        assert_eq!(session.read_choice(&only.choice).expect("it is written"), choice);
        session.submit(seat, choice).expect("it is of the menu");
        if found.playouts == 0 {
            continue;
        }
        let next = hint(&session, seat, &terms).expect("the seat is asked again at once");
        let then = format!("Then: {}.", next.suggestions[0].offer.label);
        let passed_again = next.suggestions.len() == 1;
        assert!(passed_again || only.why.contains(&then), "{then} {:?}", only.why);
        assert!((only.chance - next.suggestions[0].chance).abs() < 1e-9, "{then}");
        looked_past += 1;
    }
}
