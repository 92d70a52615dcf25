//! Area maps.

use sandtable_maps::{AreaError, AreaId, AreaMap, Neighbour, Reach};

const SEA: u8 = 0;
const STRAIT: u8 = 1;

/// A ring of four seas with a tail, and a lake that borders nothing.
fn waters() -> AreaMap {
    AreaMap::new(
        &["Azores", "Biscay", "Cadiz", "Dover", "Elbe", "Lake"],
        &[
            ("Elbe", "Dover", STRAIT),
            ("Dover", "Azores", SEA),
            ("Azores", "Biscay", SEA),
            ("Biscay", "Cadiz", SEA),
            ("Cadiz", "Dover", SEA),
        ],
    )
    .expect("a sound map")
}

fn area(name: &str) -> AreaId {
    waters().area(name).expect("an area of the map")
}

#[test]
fn areas_are_numbered_as_listed() {
    let map = waters();
    assert_eq!(map.len(), 6);
    assert!(!map.is_empty());
    assert_eq!(map.area("Cadiz"), Ok(AreaId(2)));
    assert_eq!(map.name(AreaId(2)), Some("Cadiz"));
    assert_eq!(map.areas().map(|area| area.0).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
}

#[test]
fn neighbours_are_in_the_order_of_the_list() {
    let neighbours = [("Azores", SEA), ("Cadiz", SEA), ("Elbe", STRAIT)]
        .map(|(name, kind)| Neighbour { area: area(name), kind });
    assert_eq!(waters().neighbours(area("Dover")), neighbours);
    assert_eq!(waters().neighbours(area("Lake")), []);
}

#[test]
fn a_border_has_its_kind_from_both_sides() {
    assert_eq!(waters().border(area("Dover"), area("Elbe")), Some(STRAIT));
    assert_eq!(waters().border(area("Elbe"), area("Dover")), Some(STRAIT));
    assert_eq!(waters().border(area("Elbe"), area("Azores")), None);
}

#[test]
fn distance_counts_borders() {
    let distance = |from, to| waters().distance(area(from), area(to));
    assert_eq!(distance("Azores", "Azores"), Some(0));
    assert_eq!(distance("Azores", "Cadiz"), Some(2));
    assert_eq!(distance("Elbe", "Biscay"), Some(3));
    assert_eq!(distance("Biscay", "Elbe"), Some(3));
    assert_eq!(distance("Azores", "Lake"), None);
}

#[test]
fn reach_is_cheapest_first_and_then_as_listed() {
    let mut reach = Reach::new();
    waters().reach(area("Dover"), |_, _, kind| Some(1 + kind), 2, &mut reach);
    let reached: Vec<_> = reach.reached().iter().map(|reached| (reached.space.0, reached.cost)).collect();
    assert_eq!(reached, [(3, 0), (0, 1), (2, 1), (1, 2), (4, 2)]);
}

#[test]
fn reach_goes_no_way_that_is_forbidden() {
    let mut reach = Reach::new();
    waters().reach(area("Elbe"), |_, _, kind| (kind != STRAIT).then_some(1), 9, &mut reach);
    assert_eq!(reach.reached().len(), 1);
    assert_eq!(reach.cost(area("Dover")), None);
}

#[test]
fn reach_asks_for_the_cost_in_the_direction_of_travel() {
    let downstream = |from: AreaId, to: AreaId, _| (from < to).then_some(1);
    let mut reach = Reach::new();
    waters().reach(area("Biscay"), downstream, 9, &mut reach);
    assert_eq!(reach.cost(area("Elbe")), Some(3));
    assert_eq!(reach.cost(area("Azores")), None);
}

#[test]
fn an_area_of_another_map_is_a_stranger() {
    let stranger = AreaId(200);
    let mut reach = Reach::new();
    waters().reach(stranger, |_, _, _| Some(1), 9, &mut reach);
    assert_eq!(reach.reached(), []);
    assert!(!waters().contains(stranger));
    assert_eq!(waters().name(stranger), None);
    assert_eq!(waters().neighbours(stranger), []);
    assert_eq!(waters().distance(AreaId(0), stranger), None);
}

#[test]
fn an_unknown_name_is_told_with_those_allowed() {
    let error =
        AreaMap::new(&["Azores", "Biscay"], &[("Azores", "Bisky", SEA)]).expect_err("a misspelt name");
    assert_eq!(error.to_string(), "there is no area \"Bisky\": expected one of Azores, Biscay");
    assert_eq!(waters().area("Rhine").expect_err("no such area").to_string().matches(", ").count(), 5);
}

#[test]
fn names_and_borders_are_given_once() {
    let error =
        |names: &[&str], borders: &[(&str, &str, u8)]| AreaMap::new(names, borders).expect_err("not a map");
    assert_eq!(error(&["A", "B", "A"], &[]), AreaError::NamedTwice { name: "A".to_owned() });
    assert_eq!(error(&["A"], &[("A", "A", SEA)]), AreaError::BordersItself { name: "A".to_owned() });
    let twice = AreaError::BorderedTwice { one: "B".to_owned(), other: "A".to_owned() };
    assert_eq!(error(&["A", "B"], &[("A", "B", SEA), ("B", "A", STRAIT)]), twice);
}

#[test]
fn a_map_has_at_most_128_areas() {
    let names: Vec<_> = (0..129).map(|number| number.to_string()).collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    let chain: Vec<_> = names[..128].windows(2).map(|pair| (pair[0], pair[1], SEA)).collect();
    let longest = AreaMap::new(&names[..128], &chain).expect("as many as allowed");
    assert_eq!(longest.distance(AreaId(0), AreaId(127)), Some(127));
    assert_eq!(AreaMap::new(&names, &[]), Err(AreaError::TooMany { areas: 129, most: 128 }));
}

#[test]
fn an_area_is_written_as_its_number() {
    assert_eq!(serde_json::to_string(&AreaId(7)).expect("JSON"), "7");
    assert_eq!(serde_json::from_str::<AreaId>("7").expect("an area"), AreaId(7));
}
