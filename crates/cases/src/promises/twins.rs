//! The same seed and the same decisions give the same game.

use sandtable_engine::{Rules, Seat, Session, Setup};

use super::walk::{begin, walk};
use super::{Broken, Kept, Trial};

/// Two matches from one seed, decided alike, show the same positions, menus and logs all the way.
pub fn twins<G: Rules>(setup: &Setup, trial: Trial) -> Result<Kept, Broken> {
    let mut twin: Option<Twin<G>> = None;
    let (mut menu, mut twin_menu) = (Vec::new(), Vec::new());
    walk::<G>("the same seed gives the same game", setup, trial, |point| {
        let other = match twin.take() {
            Some(Twin { session: mut other, next: Some((seat, choice)) }) if point.decision > 0 => {
                let taken = other.submit(seat, choice.clone());
                taken.map_err(|_| format!("{choice:?} is legal in one game and not in its twin"))?;
                other
            }
            _ => begin::<G>(point.setup, point.seed)?,
        };
        if other.state() != point.session.state() || other.state().hash() != point.session.state().hash() {
            return Err("two games from one seed come to different positions".to_owned());
        }
        if other.log().len() != point.session.log().len() || other.log().last() != point.session.log().last()
        {
            return Err("two games from one seed have different logs".to_owned());
        }
        for seat in other.state().waiting().iter() {
            menu.clear();
            twin_menu.clear();
            point.session.state().menu(seat, &mut menu);
            other.state().menu(seat, &mut twin_menu);
            if menu != twin_menu {
                return Err("two games from one seed have different menus".to_owned());
            }
        }
        twin = Some(Twin { session: other, next: point.next.clone() });
        Ok(())
    })
}

/// The other match, and what is to be decided in it.
struct Twin<G: Rules> {
    session: Session<G>,
    next: Option<(Seat, G::Choice)>,
}
