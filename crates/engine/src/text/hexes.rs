//! The map of a hex board.

use std::collections::{BTreeMap, BTreeSet};

use crate::scene::{Board, Place, Scene};
use crate::text::codes::Codes;
use crate::text::layout::{WIDTH, spread, wrap};

/// Hexes around the outermost counters that are still shown.
const MARGIN: u8 = 2;
/// The most rows that are drawn hex by hex.
const MOST_ROWS: u8 = 40;
/// Room for the row numbers.
const GUTTER: usize = 4;

/// What is to be seen in a hex.
#[derive(Default)]
struct Sight<'a> {
    counters: Vec<&'a str>,
    marker: Option<&'a str>,
    terrain: Option<&'a str>,
}

/// A part of the sheet: first and last column, first and last row.
#[derive(Clone, Copy)]
struct Window {
    columns: (u8, u8),
    rows: (u8, u8),
}

impl Window {
    fn width(self) -> u8 {
        self.columns.1 - self.columns.0 + 1
    }

    fn holds(self, (column, row): (u8, u8)) -> bool {
        (self.columns.0..=self.columns.1).contains(&column) && (self.rows.0..=self.rows.1).contains(&row)
    }

    fn height(self) -> u8 {
        self.rows.1 - self.rows.0 + 1
    }
}

/// How the hexes of a sheet are called.
#[derive(Clone, Copy)]
enum Numbers {
    /// Two digits for the column, two for the row.
    ColumnRow,
    /// The other way round.
    RowColumn,
    /// The column in letters, then the row.
    Lettered,
}

impl Numbers {
    /// Column and row of a printed number.
    fn hex_of(self, key: &str) -> Option<(u8, u8)> {
        if let Self::Lettered = self {
            let at = key.find(|letter: char| !letter.is_ascii_uppercase())?;
            return Some((column_of(&key[..at])?, key[at..].parse().ok()?));
        }
        let (first, second) = key.split_at_checked(2).filter(|(_, second)| second.len() == 2)?;
        let (column, row) = if let Self::RowColumn = self { (second, first) } else { (first, second) };
        Some((column.parse().ok()?, row.parse().ok()?))
    }

    /// A column as it is printed.
    fn column(self, column: u8) -> String {
        let Self::Lettered = self else { return format!("{column:02}") };
        letters(column)
    }
}

const LETTERS: u8 = 26;

/// The number of a column that is printed in letters.
fn column_of(letters: &str) -> Option<u8> {
    let digits = letters.bytes().map(|letter| letter - b'A' + 1);
    digits
        .into_iter()
        .try_fold(0u8, |sum, digit| sum.checked_mul(LETTERS)?.checked_add(digit))
        .filter(|column| *column > 0)
}

/// A column in letters: `A` to `Z`, then `AA`.
fn letters(column: u8) -> String {
    let last = char::from(b'A' + (column - 1) % LETTERS);
    let before = (column - 1) / LETTERS;
    if before == 0 { last.into() } else { format!("{}{last}", letters(before)) }
}

struct Sheet<'a> {
    flat_top: bool,
    even_shoved: bool,
    rows_up: bool,
    numbers: Numbers,
    sights: BTreeMap<(u8, u8), Sight<'a>>,
    window: Window,
}

/// Draws the part of the board where something is; a coarser overview where that is too much.
pub fn map(scene: &Scene, board: &Board, codes: &Codes) -> Vec<String> {
    let Board::Hexes {
        key, name, columns, rows, flat_top, even_shoved, rows_up, north, spaces, shores, ..
    } = board
    else {
        return Vec::new();
    };
    let numbers = match board {
        Board::Hexes { lettered: true, .. } => Numbers::Lettered,
        Board::Hexes { row_first: true, .. } => Numbers::RowColumn,
        _ => Numbers::ColumnRow,
    };
    let mut sights = occupied(scene, key, codes, numbers);
    let ends = scene.lines.iter().filter(|line| line.board == *key).flat_map(|line| &line.spaces);
    let ends = ends.filter_map(|end| numbers.hex_of(end));
    let seen: BTreeSet<(u8, u8)> = sights.keys().copied().chain(ends).collect();
    for space in spaces {
        if let Some(hex) = numbers.hex_of(&space.key) {
            sights.entry(hex).or_default().terrain = Some(&space.terrain);
        }
    }
    let window = window(&seen, *columns, *rows);
    let (flat_top, even_shoved, rows_up) = (*flat_top, *even_shoved, *rows_up);
    let sheet = Sheet { flat_top, even_shoved, rows_up, numbers, sights, window };

    let mut lines = vec![caption(name, numbers, window, (*columns, *rows))];
    lines.extend(if sheet.fits() { sheet.draw() } else { sheet.overview() });
    lines.extend(spread(&sheet.legend()));
    if *north != 1 {
        lines.push(format!("North is side {north} of a hex, counted clockwise from the top."));
    }
    if !shores.is_empty() {
        lines.extend(wrap(&format!("Edges that nothing crosses: {}.", shores.join(", ")), 0));
    }
    lines
}

/// The hexes with counters or markers.
fn occupied<'a>(
    scene: &'a Scene,
    board: &str,
    codes: &'a Codes,
    numbers: Numbers,
) -> BTreeMap<(u8, u8), Sight<'a>> {
    let mut sights: BTreeMap<(u8, u8), Sight> = BTreeMap::new();
    for piece in &scene.pieces {
        if let Place::Space { board: on, space } = &piece.place
            && on == board
            && let Some(hex) = numbers.hex_of(space)
        {
            sights.entry(hex).or_default().counters.push(codes.get(piece).unwrap_or("??"));
        }
    }
    for marker in scene.markers.iter().filter(|marker| marker.board == board) {
        if let Some(hex) = numbers.hex_of(&marker.space) {
            sights.entry(hex).or_default().marker = Some(&marker.kind);
        }
    }
    sights
}

fn caption(name: &str, numbers: Numbers, window: Window, (columns, rows): (u8, u8)) -> String {
    if (window.width(), window.height()) == (columns, rows) {
        return name.to_owned();
    }
    let ((left, right), (top, bottom)) = (window.columns, window.rows);
    if let Numbers::Lettered = numbers {
        let (left, right) = (letters(left), letters(right));
        return format!("{name}, columns {left} to {right} of {columns}, rows {top} to {bottom} of {rows}");
    }
    format!("{name}, columns {left} to {right} of {columns}, rows {top} to {bottom} of {rows}")
}

/// What holds all that is to be seen and a margin; the whole sheet where there is nothing.
fn window(seen: &BTreeSet<(u8, u8)>, columns: u8, rows: u8) -> Window {
    let range = |all: Vec<u8>, last: u8| match (all.iter().min(), all.iter().max()) {
        (Some(low), Some(high)) => {
            let low = low.saturating_sub(MARGIN).clamp(1, last);
            (low, high.saturating_add(MARGIN).clamp(low, last))
        }
        _ => (1, last),
    };
    Window {
        columns: range(seen.iter().map(|hex| hex.0).collect(), columns.max(1)),
        rows: range(seen.iter().map(|hex| hex.1).collect(), rows.max(1)),
    }
}

impl Sheet<'_> {
    /// Whether the window can be drawn hex by hex.
    fn fits(&self) -> bool {
        let hex = if self.flat_top { 3 } else { 4 };
        usize::from(self.window.width()) * hex + GUTTER + 3 <= WIDTH && self.window.height() <= MOST_ROWS
    }

    /// Whether a column of flat tops, or a row of pointed ones, lies half a hex off.
    fn is_shoved(&self, line: u8) -> bool {
        line.is_multiple_of(2) == self.even_shoved
    }

    /// How many rows of the window lie above a row.
    fn down(&self, row: u8) -> u8 {
        if self.rows_up { self.window.rows.1 - row } else { row - self.window.rows.0 }
    }

    fn draw(&self) -> Vec<String> {
        let mut canvas = Canvas::default();
        let Window { columns: (left, right), rows: (top, bottom) } = self.window;
        let place = |column: u8, row: u8| {
            let (x, y) = (usize::from(column - left), usize::from(self.down(row)));
            if self.flat_top {
                (GUTTER + 3 * x, 1 + 2 * y + usize::from(self.is_shoved(column)))
            } else {
                (GUTTER + 4 * x + 2 * usize::from(self.is_shoved(row)), 1 + 2 * y)
            }
        };
        for column in left..=right {
            canvas.put(
                place(column, if self.rows_up { bottom } else { top }).0 + 1,
                0,
                &self.numbers.column(column),
            );
        }
        for row in top..=bottom {
            canvas.put(0, place(left, row).1 + 1, &format!("{row:02}"));
            for column in left..=right {
                let (x, y) = place(column, row);
                let sight = self.sights.get(&(column, row));
                let (counter, ground) = (counter(sight), ground(sight));
                if self.flat_top {
                    canvas.put(x + 1, y, "__");
                    canvas.put(x, y + 1, &format!("/{}\\", counter.unwrap_or_else(|| land(sight, "  "))));
                    canvas.put(x, y + 2, &format!("\\{}/", ground.unwrap_or_else(|| "__".into())));
                } else {
                    let ground = ground.map_or(' ', |ground| ground.chars().next().unwrap_or(' '));
                    let counter = counter.unwrap_or_else(|| land(sight, "  "));
                    canvas.put(x + 1, y, "/");
                    canvas.put(x + 3, y, "\\");
                    canvas.put(x, y + 1, &format!("|{counter}{ground}|"));
                    canvas.put(x + 1, y + 2, "\\");
                    canvas.put(x + 3, y + 2, "/");
                }
            }
        }
        if self.flat_top {
            self.mend_tops(&mut canvas, place);
        }
        canvas.lines()
    }

    /// The upper edge of a hex is the ground of the one above, which may have been drawn over.
    fn mend_tops(&self, canvas: &mut Canvas, place: impl Fn(u8, u8) -> (usize, usize)) {
        for (&(column, row), sight) in &self.sights {
            if let (true, Some(ground)) = (self.window.holds((column, row)), ground(Some(sight))) {
                let (x, y) = place(column, row);
                canvas.put(x + 1, y + 2, &ground);
            }
        }
    }

    /// A mark for each square of hexes.
    fn overview(&self) -> Vec<String> {
        let Window { columns: (left, right), rows: (top, bottom) } = self.window;
        let across = (WIDTH - GUTTER) / 3;
        let wide = usize::from(self.window.width()).div_ceil(across);
        let high = usize::from(self.window.height()).div_ceil(MOST_ROWS.into());
        let step = wide.max(high);
        let mut lines = vec![format!("Each mark stands for {step} x {step} hexes.")];
        let heads: Vec<String> = (left..=right)
            .step_by(step)
            .map(|column| format!("{:<2}", self.numbers.column(column)))
            .collect();
        lines.push(format!("    {}", heads.join(" ")));
        let mut firsts: Vec<u8> = (top..=bottom).step_by(step).collect();
        if self.rows_up {
            firsts.reverse();
        }
        for first_row in firsts {
            let marks = (left..=right).step_by(step).map(|first_column| {
                let hexes = (first_column..=right).take(step).flat_map(|column| {
                    (first_row..=bottom).take(step).filter_map(move |row| self.sights.get(&(column, row)))
                });
                merged(hexes)
            });
            lines.push(format!("{first_row:02}  {}", marks.collect::<Vec<_>>().join(" ")));
        }
        lines
    }

    /// What is to be seen within the window.
    fn shown(&self) -> impl Iterator<Item = &Sight<'_>> {
        self.sights.iter().filter(|(hex, _)| self.window.holds(**hex)).map(|(_, sight)| sight)
    }

    fn legend(&self) -> Vec<String> {
        let mut marks = BTreeSet::new();
        for sight in self.shown() {
            marks.extend(sight.terrain.map(|terrain| (mark_of(terrain), terrain)));
            marks.extend(sight.marker.map(|marker| (mark_of(marker), marker)));
        }
        let mut legend: Vec<String> = marks.iter().map(|(mark, what)| format!("{mark} {what}")).collect();
        if self.shown().any(|sight| sight.counters.len() > 1) {
            legend.push("*2 two counters".into());
        }
        legend
    }
}

/// A single counter, or how many there are.
fn counter(sight: Option<&Sight>) -> Option<String> {
    match sight?.counters.as_slice() {
        [] => None,
        [code] => Some((*code).to_owned()),
        several if several.len() < 10 => Some(format!("*{}", several.len())),
        _ => Some("*+".into()),
    }
}

/// Markers and terrain in the lower half of a hex.
fn ground(sight: Option<&Sight>) -> Option<String> {
    let sight = sight?;
    sight.marker.or(sight.terrain).map(mark_of)
}

fn land(sight: Option<&Sight>, otherwise: &str) -> String {
    let is_land = sight.is_some_and(|sight| sight.terrain == Some("land"));
    if is_land { "##".into() } else { otherwise.into() }
}

/// Two letters for a kind of terrain or marker.
fn mark_of(kind: &str) -> String {
    match kind {
        "land" => "##".into(),
        "smoke" => "~~".into(),
        other => format!("{:_<2}", other.chars().take(2).collect::<String>().to_lowercase()),
    }
}

/// The mark of several hexes: their counters before their markers before their terrain.
fn merged<'a>(hexes: impl Iterator<Item = &'a Sight<'a>>) -> String {
    let mut all = Sight::default();
    for sight in hexes {
        all.counters.extend(&sight.counters);
        all.marker = all.marker.or(sight.marker);
        all.terrain = all.terrain.or(sight.terrain);
    }
    counter(Some(&all)).or_else(|| ground(Some(&all))).unwrap_or_else(|| " .".into())
}

/// Characters that can be written anywhere.
#[derive(Default)]
struct Canvas(Vec<Vec<char>>);

impl Canvas {
    fn put(&mut self, x: usize, y: usize, text: &str) {
        if self.0.len() <= y {
            self.0.resize(y + 1, Vec::new());
        }
        let line = &mut self.0[y];
        for (at, letter) in (x..).zip(text.chars()) {
            if line.len() <= at {
                line.resize(at + 1, ' ');
            }
            line[at] = letter;
        }
    }

    fn lines(&self) -> Vec<String> {
        self.0.iter().map(|line| line.iter().collect::<String>().trim_end().to_owned()).collect()
    }
}
