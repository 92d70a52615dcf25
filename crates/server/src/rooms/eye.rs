//! Whose eyes a match is seen with.

use sandtable_engine::erased::AnySession;
use sandtable_engine::{Seat, SeatSet, Viewer};
use sandtable_store::{PersonId, SeatRow, Sitter};

/// Whose eyes a match is seen with. All who look with the same eyes are sent the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eye {
    /// A seat.
    Seat(Seat),
    /// Somebody who sits on several seats and did not say as which one to look: the one that is asked.
    Hot(SeatSet),
    /// Anybody who looks on.
    Spectator,
    /// The whole truth, when the match is over.
    Umpire,
}

impl Eye {
    /// The eyes of somebody at the table. `wanted` is the seat that they want to look as; it must be their own.
    pub fn of(seats: &[SeatRow], person: Option<&PersonId>, wanted: Option<u8>) -> Option<Self> {
        let own = own_seats(seats, person);
        match wanted {
            Some(seat) if own.contains(Seat(seat)) => Some(Self::Seat(Seat(seat))),
            Some(_) => None,
            None if own.is_empty() => Some(Self::Spectator),
            None => Some(own.only().map_or(Self::Hot(own), Self::Seat)),
        }
    }

    /// Whose eyes they are in a position.
    pub fn viewer(self, session: &dyn AnySession) -> Viewer {
        match self {
            Self::Seat(seat) => Viewer::Seat(seat),
            Self::Spectator => Viewer::Spectator,
            Self::Umpire => Viewer::Umpire,
            Self::Hot(own) => {
                let waiting = session.waiting();
                let asked = own.iter().find(|seat| waiting.contains(*seat));
                asked.or_else(|| own.lowest()).map_or(Viewer::Spectator, Viewer::Seat)
            }
        }
    }
}

/// The seats of a person.
pub fn own_seats(seats: &[SeatRow], person: Option<&PersonId>) -> SeatSet {
    let Some(person) = person else { return SeatSet::NONE };
    let own = |row: &&SeatRow| matches!(&row.sitter, Sitter::Person(sitter) if sitter.id == *person);
    seats.iter().filter(own).map(|row| Seat(row.seat)).collect()
}

#[cfg(test)]
mod tests {
    use sandtable_store::Person;

    use super::*;

    fn table(sitters: Vec<Sitter>) -> Vec<SeatRow> {
        let row = |(number, sitter)| SeatRow {
            seat: number as u8,
            side: format!("side-{number}"),
            name: format!("Side {number}"),
            sitter,
        };
        sitters.into_iter().enumerate().map(row).collect()
    }

    fn person(id: &PersonId) -> Sitter {
        Sitter::Person(Person { id: id.clone(), name: "somebody".into(), guest: true })
    }

    #[test]
    fn nobody_looks_with_the_eyes_of_another() {
        let (ann, bob) = (PersonId::random(), PersonId::random());
        let seats = table(vec![person(&ann), person(&bob)]);
        assert_eq!(Eye::of(&seats, Some(&ann), None), Some(Eye::Seat(Seat(0))));
        assert_eq!(Eye::of(&seats, Some(&ann), Some(1)), None);
        assert_eq!(Eye::of(&seats, Some(&ann), Some(200)), None);
        assert_eq!(Eye::of(&seats, None, Some(0)), None);
        assert_eq!(Eye::of(&seats, None, None), Some(Eye::Spectator));
        assert_eq!(Eye::of(&seats, Some(&PersonId::random()), None), Some(Eye::Spectator));
    }

    #[test]
    fn who_sits_on_both_seats_sees_one_at_a_time() {
        let ann = PersonId::random();
        let seats = table(vec![person(&ann), Sitter::Bot("captain".into()), person(&ann)]);
        let both = SeatSet::one(Seat(0)).with(Seat(2));
        assert_eq!(Eye::of(&seats, Some(&ann), None), Some(Eye::Hot(both)));
        assert_eq!(Eye::of(&seats, Some(&ann), Some(2)), Some(Eye::Seat(Seat(2))));
        assert_eq!(Eye::of(&seats, Some(&ann), Some(1)), None);
    }
}
