//! Changes a text so that it can still be read: whole figures, whole words, whole paragraphs.

use std::ops::Range;

use sandtable_engine::chance::Fast;

/// Figures at which arithmetic goes wrong, and figures that are merely odd.
const FIGURES: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "5",
    "6",
    "7",
    "8",
    "9",
    "12",
    "13",
    "15",
    "16",
    "20",
    "21",
    "40",
    "48",
    "64",
    "98",
    "99",
    "100",
    "127",
    "128",
    "200",
    "254",
    "255",
    "256",
    "999",
    "1000",
    "32767",
    "32768",
    "65535",
    "65536",
    "2147483647",
    "4294967295",
    "9223372036854775807",
    "-1",
    "-2",
    "-20",
    "-21",
    "-99",
    "-127",
    "-128",
    "-129",
    "-32768",
    "-32769",
    "0.5",
    "1e9",
];

/// Changes the first `size` bytes of `data` and gives their new number, or `None` where nothing came of it.
pub fn mutate(data: &mut [u8], size: usize, seed: u32) -> Option<usize> {
    let mut fast = Fast::new(u64::from(seed));
    let mut text = std::str::from_utf8(&data[..size]).ok()?.to_owned();
    // Mostly one change: a text with many is mostly refused for one of them.
    for _ in 0..=fast.below(4) / 3 {
        text = change(&text, &mut fast)?;
    }
    let room = data.get_mut(..text.len())?;
    room.copy_from_slice(text.as_bytes());
    Some(text.len())
}

fn change(text: &str, fast: &mut Fast) -> Option<String> {
    match fast.below(8) {
        0..=2 => {
            let figure = FIGURES[fast.below(FIGURES.len() as u32) as usize];
            Some(replaced(text, any(&figures(text), fast)?, figure))
        }
        3..=4 => {
            let words = words(text);
            let (old, new) = (any(&words, fast)?, any(&words, fast)?);
            Some(replaced(text, old, &text[new]))
        }
        5 => Some(replaced(text, any(&paragraphs(text), fast)?, "")),
        6 => {
            let paragraphs = paragraphs(text);
            let (from, to) = (any(&paragraphs, fast)?, any(&paragraphs, fast)?);
            Some(replaced(text, to.start..to.start, &text[from]))
        }
        _ => {
            let lines = lines(text);
            let (from, to) = (any(&lines, fast)?, any(&lines, fast)?);
            Some(replaced(text, to.start..to.start, &text[from]))
        }
    }
}

fn any(places: &[Range<usize>], fast: &mut Fast) -> Option<Range<usize>> {
    if places.is_empty() { None } else { Some(places[fast.below(places.len() as u32) as usize].clone()) }
}

fn replaced(text: &str, place: Range<usize>, new: &str) -> String {
    format!("{}{new}{}", &text[..place.start], &text[place.end..])
}

/// Runs of digits with their sign, also within words: hexes and turns are figures too.
fn figures(text: &str) -> Vec<Range<usize>> {
    runs(text, |byte| byte.is_ascii_digit() || byte == b'-')
        .into_iter()
        .filter(|run| text[run.clone()].bytes().any(|byte| byte.is_ascii_digit()))
        .collect()
}

/// Words in quotation marks, with the marks.
fn words(text: &str) -> Vec<Range<usize>> {
    let marks: Vec<usize> = text.match_indices('"').map(|(at, _)| at).collect();
    marks.chunks_exact(2).map(|pair| pair[0]..pair[1] + 1).collect()
}

/// What stands between empty lines.
fn paragraphs(text: &str) -> Vec<Range<usize>> {
    pieces(text, "\n\n")
}

fn lines(text: &str) -> Vec<Range<usize>> {
    pieces(text, "\n")
}

/// The pieces of a text, each with the separator behind it.
fn pieces(text: &str, separator: &str) -> Vec<Range<usize>> {
    let mut start = 0;
    let mut pieces = Vec::new();
    for (at, _) in text.match_indices(separator) {
        pieces.push(start..at + separator.len());
        start = at + separator.len();
    }
    pieces.push(start..text.len());
    pieces
}

fn runs(text: &str, fits: impl Fn(u8) -> bool) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for at in text.bytes().enumerate().filter(|(_, byte)| fits(*byte)).map(|(at, _)| at) {
        match runs.last_mut() {
            Some(run) if run.end == at => run.end += 1,
            _ => runs.push(at..at + 1),
        }
    }
    runs
}
