//! Changes a text so that it can still be read: whole figures, whole words, whole paragraphs.

use std::ops::Range;

use sandtable_engine::chance::Fast;

use crate::any_of;

/// Figures at which arithmetic goes wrong, and figures that are merely odd.
const FIGURES: &str = "0 1 2 3 6 7 8 9 12 15 20 21 40 99 100 127 128 255 256 9999 32767 65536 \
    4294967295 9223372036854775807 -1 -20 -21 -128 -9999 0.5";

/// One in so many changes is left to libFuzzer, which thinks of what nobody meant.
const BLIND: u64 = 4;

/// Changes the first `size` bytes of `data` into at most `max_size` others, and says how many they are.
pub fn mutate(data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    let mut fast = Fast::new(u64::from(seed));
    let changed = if fast.word().is_multiple_of(BLIND) { None } else { changed(&data[..size], &mut fast) };
    match changed {
        Some(text) if text.len() <= max_size => {
            data[..text.len()].copy_from_slice(text.as_bytes());
            text.len()
        }
        _ => libfuzzer_sys::fuzzer_mutate(data, size, max_size),
    }
}

fn changed(data: &[u8], fast: &mut Fast) -> Option<String> {
    let text = change(std::str::from_utf8(data).ok()?, fast)?;
    // Mostly one change: a text with many is mostly refused for one of them.
    if fast.below(4) == 0 { change(&text, fast) } else { Some(text) }
}

fn change(text: &str, fast: &mut Fast) -> Option<String> {
    match fast.below(10) {
        0..=4 => {
            let odd: Vec<&str> = FIGURES.split(' ').collect();
            Some(replaced(text, any_of(&figures(text), fast)?, any_of(&odd, fast)?))
        }
        5..=6 => {
            let words = words(text);
            let (old, new) = (any_of(&words, fast)?, any_of(&words, fast)?);
            Some(replaced(text, old, &text[new.clone()]))
        }
        7 => Some(replaced(text, any_of(&paragraphs(text), fast)?, "")),
        8 => {
            let paragraphs = paragraphs(text);
            let (from, to) = (any_of(&paragraphs, fast)?, any_of(&paragraphs, fast)?);
            Some(replaced(text, &(to.start..to.start), &text[from.clone()]))
        }
        _ => {
            let lines = lines(text);
            let (from, to) = (any_of(&lines, fast)?, any_of(&lines, fast)?);
            Some(replaced(text, &(to.start..to.start), &text[from.clone()]))
        }
    }
}

fn replaced(text: &str, place: &Range<usize>, new: &str) -> String {
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
