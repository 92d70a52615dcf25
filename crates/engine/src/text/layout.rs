//! Lines and tables of plain text.

/// How wide the text may be.
pub const WIDTH: usize = 100;
/// A last column is never squeezed into less.
const LEAST: usize = 24;
/// How a table is set, from wide to close: how much room the name of a column may claim, and the gap between columns.
const SETTINGS: [(usize, usize); 4] = [(usize::MAX, 2), (4, 2), (4, 1), (2, 1)];

/// How wide a text is.
pub fn width(text: &str) -> usize {
    text.chars().count()
}

/// Items on one line with room between them; on more lines where they do not fit.
pub fn spread(items: &[String]) -> Vec<String> {
    fill(items.iter().map(String::as_str), "   ", WIDTH)
}

/// A sentence on as many lines as it needs, all of them indented.
pub fn wrap(text: &str, indent: usize) -> Vec<String> {
    let lines = fill(text.split_whitespace(), " ", WIDTH - indent);
    lines.into_iter().map(|line| " ".repeat(indent) + &line).collect()
}

fn fill<'a>(items: impl Iterator<Item = &'a str>, gap: &str, room: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for item in items.filter(|item| !item.is_empty()) {
        match lines.last_mut() {
            Some(line) if width(line) + width(gap) + width(item) <= room => {
                line.push_str(gap);
                line.push_str(item);
            }
            _ => lines.push(item.to_owned()),
        }
    }
    lines
}

/// A table with its head. A column without any entry is left out; the last one is wrapped.
pub fn table(columns: &[&str], rows: &[Vec<String>]) -> Vec<String> {
    table_rows(columns, rows).concat()
}

/// The lines of each row of a table, the head first, indented by two. Where the screen is too narrow for the names of the
/// columns side by side, the head has several lines.
pub fn table_rows(columns: &[&str], rows: &[Vec<String>]) -> Vec<Vec<String>> {
    let filled = |at: &usize| rows.iter().any(|row| row.get(*at).is_some_and(|cell| !cell.is_empty()));
    let used: Vec<usize> = (0..columns.len()).filter(filled).collect();
    let Some((last, others)) = used.split_last() else { return Vec::new() };
    let cell = |row: &Vec<String>, at: usize| row.get(at).cloned().unwrap_or_default();
    let widest = |at: usize, most: usize| {
        rows.iter().map(|row| width(&cell(row, at))).fold(width(columns[at]).min(most), usize::max)
    };
    let set = |(most, gap): (usize, usize)| {
        let widths: Vec<(usize, usize)> = others.iter().map(|at| (*at, widest(*at, most))).collect();
        let indent = 2 + widths.iter().map(|(_, width)| width + gap).sum::<usize>();
        (widths, gap, indent)
    };
    let fits = |(_, _, indent): &(_, _, usize)| indent + widest(*last, usize::MAX).min(LEAST) <= WIDTH;
    let settings = SETTINGS.map(set);
    let [.., closest] = &settings;
    let &(ref widths, gap, indent) = settings.iter().find(|set| fits(set)).unwrap_or(closest);
    let room = WIDTH.saturating_sub(indent).max(LEAST);
    let starts = widths.iter().scan(2, |at, (column, width)| {
        let start = *at;
        *at += width + gap;
        Some((start, columns[*column]))
    });
    let head = head(starts.chain([(indent, columns[*last])]));
    let lines = |row: &Vec<String>| {
        let cells = widths.iter().map(|(at, width)| format!("{:<1$}", cell(row, *at), width + gap));
        let mut line = String::from("  ") + &cells.collect::<Vec<_>>().concat();
        let tail = cell(row, *last);
        let mut tail = fill(tail.split_whitespace(), " ", room).into_iter();
        line += &tail.next().unwrap_or_default();
        let rest = tail.map(|rest| " ".repeat(indent) + &rest);
        std::iter::once(line.trim_end().to_owned()).chain(rest).collect()
    };
    std::iter::once(head).chain(rows.iter().map(lines)).collect()
}

/// The names of columns, each where its column starts; one that would run into the name before it stands a line higher.
fn head<'a>(names: impl Iterator<Item = (usize, &'a str)>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (start, name) in names.filter(|(_, name)| !name.is_empty()) {
        let start = start.min(WIDTH.saturating_sub(width(name)));
        let free = lines.iter().position(|line| width(line) < start).unwrap_or(lines.len());
        if free == lines.len() {
            lines.push(String::new());
        }
        let line = &mut lines[free];
        *line = format!("{line:<start$}{name}");
    }
    lines.reverse();
    lines
}
