//! How the captain conducts a campaign with this judge: what a player would see him do.

use sandtable_bots::{Captain, CaptainEffort, Player, Question, Terms};
use sandtable_engine::chance::{Fast, Seeded};
use sandtable_engine::{Cx, Line, Setup, State};

use crate::Santiago;
use crate::data::map;
use crate::events::Event;
use crate::ids::{Force, HexId, HexSet};

/// Captains on both sides; the witness sees the position before each decision and what it brought.
fn watch(scenario: &str, seed: u64, mut witness: impl FnMut(&State<Santiago>, &[Line<Event>])) {
    let mut dice = Seeded::new(Seeded::of_series(seed, 0));
    let mut state: State<Santiago> =
        State::begin(&Setup::shipped(scenario), &mut Cx::silent(&mut dice)).expect("it is shipped");
    let mut whim = Fast::new(seed);
    let mut captain = Captain::new(CaptainEffort::FULL);
    let (mut menu, mut log) = (Vec::new(), Vec::new());
    while let Some(seat) = state.waiting().lowest() {
        let question = Question::put(&state, seat, &mut menu).expect("who is asked has a choice");
        let choice = captain.think(&question, &Terms::untimed(whim.word())).choice;
        let before = state.clone();
        log.clear();
        state.submit(seat, choice, &mut Cx::logged(&mut dice, &mut log)).expect("it is on the menu");
        witness(&before, &log);
    }
}

/// The Spanish steps nearer to Santiago than a place.
fn behind(state: &State<Santiago>, place: HexId) -> u32 {
    let table = &state.table;
    let nearer = |hex: HexId| map().to_santiago[hex.index()] < map().to_santiago[place.index()];
    let units = table.map.and(Force::Es.units());
    units.iter().filter(|unit| nearer(table.at[*unit])).map(|unit| u32::from(table.steps[unit])).sum()
}

#[test]
fn he_lands_and_goes_for_the_city() {
    watch("campaign", 2, |before, _| {
        let table = &before.table;
        let ashore = table.map.and(Force::Us.units());
        if table.turn == 7 {
            assert!(table.due.and(Force::Us.units()).is_empty(), "somebody is still aboard on turn 7");
        }
        // The beaches are nine hexes and more from the city.
        let nearest = ashore.iter().map(|unit| map().to_santiago[table.at[unit].index()]).min();
        if table.turn == 8 {
            assert!(nearest.is_some_and(|hexes| hexes <= 4), "nobody is near the city: {nearest:?} hexes");
        }
    });
}

#[test]
fn he_comes_at_el_caney_from_several_sides() {
    let (mut attacked, mut flanked) = (0, 0);
    for seed in 0..8 {
        let mut from = HexSet::NONE;
        watch("el-caney-san-juan", seed, |before, log| {
            for line in log {
                if let Event::Assaulted { force: Force::Us | Force::Cu, units, target, .. } = &line.event
                    && *target == map().el_caney
                {
                    let hexes: HexSet = units.iter().map(|unit| before.table.at[unit]).collect();
                    from = from.or(&hexes);
                }
            }
        });
        let sides = from.iter().count();
        attacked += u32::from(sides > 0);
        flanked += u32::from(sides > 1);
    }
    assert!(attacked >= 6, "El Caney was attacked in {attacked} games of 8");
    assert!(flanked * 4 >= attacked * 3, "from several sides in {flanked} of {attacked}");
}

#[test]
fn as_spain_he_has_troops_behind_the_first_line() {
    let mut held = Vec::new();
    for seed in 0..8 {
        let mut first = None;
        watch("campaign", seed, |before, log| {
            for line in log {
                if let Event::Assaulted { force: Force::Us, target, .. } = &line.event
                    && first.is_none()
                    && map().objectives.contains(*target)
                {
                    first = Some(behind(before, *target));
                }
            }
        });
        held.push(first.unwrap_or_default());
    }
    held.sort_unstable();
    assert!(held[2] >= 8, "behind the first post that was attacked, in eight games: {held:?} steps");
}

/// Whoever looks a round ahead looks to the same half of the next day, past all that the other side does.
#[test]
fn a_round_is_a_turn_of_either_seat() {
    use sandtable_engine::Rules;
    let mut halves = 0;
    watch("las-guasimas", 3, |state, _| {
        let table = &state.table;
        let spains = table.phase >= crate::table::Phase::SpanishMovement;
        assert_eq!(Santiago::turn(state) % Santiago::ROUND, u16::from(spains), "{:?}", table.phase);
        assert_eq!(Santiago::turn(state) / Santiago::ROUND, u16::from(table.turn));
        halves |= 1 << Santiago::turn(state);
    });
    // Three days, from the third to the fifth.
    assert_eq!(halves, 0b1111_1100_0000);
}
