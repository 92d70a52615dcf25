//! Markers, lines, tracks, hands, battles and tables.

use std::collections::BTreeMap;

use crate::scene::{Battle, Hand, Pairing, Scene, Throw, Track};
use crate::text::layout::{table, wrap};

/// More boxes than this are not all named.
const MOST_BOXES: usize = 30;

/// All lists of a scene, each with its head.
pub fn lists(scene: &Scene) -> Vec<Vec<String>> {
    let mut lists = vec![
        headed("Groups", scene.groups.iter().flat_map(|group| item(&group.text)).collect()),
        headed("Markers", markers(scene)),
        headed(
            "Lines",
            scene.lines.iter().flat_map(|line| item(&stroke(&line.text, &line.spaces))).collect(),
        ),
        headed("Tracks", scene.tracks.iter().flat_map(|track| item(&standing(track))).collect()),
        headed("Hands", scene.hands.iter().flat_map(|hand| item(&cards(hand))).collect()),
        headed("Battles", scene.battles.iter().flat_map(|battle| rows(scene, battle)).collect()),
    ];
    for small in &scene.tables {
        let columns: Vec<&str> = small.columns.iter().map(String::as_str).collect();
        lists.push(headed(&small.name, table(&columns, &small.rows)));
    }
    lists
}

fn headed(head: &str, lines: Vec<String>) -> Vec<String> {
    if lines.is_empty() { lines } else { std::iter::once(head.to_owned()).chain(lines).collect() }
}

fn item(text: &str) -> Vec<String> {
    wrap(text, 2)
}

/// The spaces of each kind of marker.
fn markers(scene: &Scene) -> Vec<String> {
    let mut kinds: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for marker in &scene.markers {
        let count = if marker.count > 1 { format!(" x{}", marker.count) } else { String::new() };
        kinds.entry(&marker.kind).or_default().push(format!("{}{count}", marker.space));
    }
    kinds.iter().flat_map(|(kind, spaces)| item(&format!("{kind}: {}", spaces.join(", ")))).collect()
}

/// `Bismarck fires on Hood (1208 to 1115)`.
fn stroke(text: &str, spaces: &[String]) -> String {
    match (spaces.first(), spaces.last()) {
        (Some(from), Some(to)) if from != to => format!("{text} ({from} to {to})"),
        (Some(at), _) => format!("{text} ({at})"),
        _ => text.to_owned(),
    }
}

/// The boxes of a track; those that something stands on in brackets.
fn standing(track: &Track) -> String {
    let on = |at: usize| {
        let names = track.standing.iter().filter(|(_, stands)| usize::from(*stands) == at);
        names.map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ")
    };
    let boxes = track.boxes.iter().enumerate().filter_map(|(at, name)| match on(at).as_str() {
        "" if track.boxes.len() > MOST_BOXES => None,
        "" => Some(name.clone()),
        standing => Some(format!("[{name}: {standing}]")),
    });
    format!("{}: {}", track.name, boxes.collect::<Vec<_>>().join(" "))
}

/// The cards that are seen, and how many are not.
fn cards(hand: &Hand) -> String {
    let seen = hand.cards.iter().map(|card| {
        let number = if card.count == 1 { String::new() } else { format!("{} ", card.count) };
        let used = if card.done { ", used" } else { "" };
        match card.text.as_str() {
            "" => format!("{number}{}{used}", card.name),
            text => format!("{number}{} ({}{used})", card.name, text.trim_end_matches('.')),
        }
    });
    let mut cards: Vec<String> = seen.collect();
    let known: usize = hand.cards.iter().map(|card| usize::from(card.count)).sum();
    let unseen = usize::from(hand.count).saturating_sub(known);
    if unseen > 0 {
        cards.push(format!("{unseen} hidden"));
    }
    if cards.is_empty() {
        cards.push("none".into());
    }
    format!("{}: {}", hand.name, cards.join(", "))
}

/// A battle with those who face each other in it.
fn rows(scene: &Scene, battle: &Battle) -> Vec<String> {
    let mut lines = item(&format!("{}: {}", battle.name, battle.text));
    lines.extend(battle.pairings.iter().flat_map(|pairing| wrap(&facing(scene, pairing), 4)));
    lines
}

/// `Texas, Montgomery against Oquendo; 6 5 2 1; disabled`, with totals where strengths are summed up.
fn facing(scene: &Scene, pairing: &Pairing) -> String {
    let names = |keys: &[String]| {
        let name = |key: &String| {
            let piece = scene.pieces.iter().find(|piece| piece.key == *key);
            piece.map_or_else(|| key.clone(), |piece| piece.name.clone())
        };
        if keys.is_empty() {
            "nobody".to_owned()
        } else {
            keys.iter().map(name).collect::<Vec<_>>().join(", ")
        }
    };
    let dice =
        |throw: &Throw| throw.dice.iter().map(|die| die.face.to_string()).collect::<Vec<_>>().join(" ");
    let pair = format!("{} against {}", names(&pairing.left), names(&pairing.right));
    let totals: Vec<String> = pairing.tallies.iter().map(|tally| tally.total.to_string()).collect();
    let after = pairing.throws.iter().map(dice).chain([totals.join(" to "), pairing.text.clone()]);
    std::iter::once(pair).chain(after).filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
}
