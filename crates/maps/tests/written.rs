//! Hexes, sides and corners as they are written and read.

use proptest::prelude::*;
use sandtable_maps::{Corner, Edge, FlatEvenLow, Grid, Hex, PointyOddRight, Side};

type Sea = Hex<FlatEvenLow>;

fn refusal(text: &str) -> String {
    text.parse::<Sea>().expect_err("not a hex number").to_string()
}

#[test]
fn a_hex_is_written_as_four_digits() {
    let hex = Sea::at(9, 11).expect("a hex");
    assert_eq!(format!("{hex} {hex:?}"), "0911 0911");
    assert_eq!(serde_json::to_string(&hex).expect("JSON"), "\"0911\"");
    assert_eq!(serde_json::from_str::<Sea>("\"0911\"").expect("a hex"), hex);
}

#[test]
fn a_hex_is_stored_as_two_bytes() {
    let hex = Sea::at(9, 11).expect("a hex");
    let bytes = postcard::to_stdvec(&hex).expect("bytes");
    assert_eq!(bytes, [9, 6]);
    assert_eq!(postcard::from_bytes::<Sea>(&bytes).expect("a hex"), hex);
}

#[test]
fn a_refusal_names_the_text_and_the_form() {
    assert_eq!(
        refusal("9x11"),
        "\"9x11\" is not a hex number: expected four digits, two for the column and two for the row, such as 0911"
    );
    for text in ["", "911", "00911", "+911", "09 1", "०9"] {
        assert!(refusal(text).starts_with(&format!("\"{text}\" is not a hex number")));
    }
    let error = serde_json::from_str::<Sea>("911").expect_err("a number, not a text").to_string();
    assert!(error.contains("a hex number of four digits, such as \"0911\""), "{error}");
    let error = serde_json::from_str::<Sea>("\"911\"").expect_err("three digits").to_string();
    assert!(error.contains("\"911\" is not a hex number"), "{error}");
}

#[test]
fn the_rim_of_the_sheet_can_be_written_and_nothing_farther() {
    let rim = Sea::at(1, 5).expect("a hex").step(Side::ALL[4]);
    assert_eq!(serde_json::to_string(&rim).expect("JSON"), "\"0005\"");
    let beyond = rim.step(Side::ALL[5]);
    let error = serde_json::to_string(&beyond).expect_err("too far off").to_string();
    assert_eq!(error, "column -1, row 5 is too far off the sheet to have a hex number");
    postcard::to_stdvec(&beyond).expect_err("too far off");
    postcard::from_bytes::<Sea>(&[0xFF, 0x05]).expect_err("too far off");
}

#[test]
fn sides_and_corners_are_written_as_printed() {
    assert_eq!(serde_json::to_string(&Side::ALL).expect("JSON"), "[1,2,3,4,5,6]");
    assert_eq!(serde_json::to_string(&Corner::ALL).expect("JSON"), "[1,2,3,4,5,6]");
    assert_eq!(serde_json::from_str::<Side>("6").expect("a side"), Side::ALL[5]);
    assert_eq!(serde_json::from_str::<Corner>("1").expect("a corner"), Corner::ALL[0]);
    let error = serde_json::from_str::<Side>("0").expect_err("no such side").to_string();
    assert!(error.contains("there is no side 0: expected a number from 1 to 6"), "{error}");
    let error = serde_json::from_str::<Corner>("7").expect_err("no such corner").to_string();
    assert!(error.contains("there is no corner 7: expected a number from 1 to 6"), "{error}");
}

#[test]
fn edges_are_written_as_words() {
    assert_eq!(serde_json::to_string(&Edge::North).expect("JSON"), "\"north\"");
}

#[test]
fn every_hex_of_the_largest_sheet_survives_both_ways() {
    for hex in Grid::<PointyOddRight>::new(99, 99).expect("the largest sheet").hexes() {
        assert_eq!(hex.to_string().parse(), Ok(hex));
        let bytes = postcard::to_stdvec(&hex).expect("bytes");
        assert_eq!(postcard::from_bytes(&bytes), Ok(hex));
    }
}

proptest! {
    #[test]
    fn no_text_makes_reading_panic(text in ".{0,6}") {
        let four_digits = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
        prop_assert_eq!(text.parse::<Sea>().is_ok(), four_digits);
    }
}
