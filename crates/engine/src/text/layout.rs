//! Lines and tables of plain text.

/// How wide the text may be.
pub const WIDTH: usize = 100;
/// A last column is never squeezed into less.
const LEAST: usize = 24;

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

/// The lines of each row of a table, the head first, indented by two.
pub fn table_rows(columns: &[&str], rows: &[Vec<String>]) -> Vec<Vec<String>> {
    let filled = |at: &usize| rows.iter().any(|row| row.get(*at).is_some_and(|cell| !cell.is_empty()));
    let used: Vec<usize> = (0..columns.len()).filter(filled).collect();
    let Some((last, others)) = used.split_last() else { return Vec::new() };
    let cell = |row: &Vec<String>, at: usize| row.get(at).cloned().unwrap_or_default();
    let widest =
        |at: usize| rows.iter().map(|row| width(&cell(row, at))).fold(width(columns[at]), usize::max);
    let widths: Vec<(usize, usize)> = others.iter().map(|at| (*at, widest(*at))).collect();
    // A wide table is set closer.
    let all = 2 + widths.iter().map(|(_, width)| width + 2).sum::<usize>() + widest(*last).min(LEAST);
    let gap = if all > WIDTH { 1 } else { 2 };
    let indent = 2 + widths.iter().map(|(_, width)| width + gap).sum::<usize>();
    let room = WIDTH.saturating_sub(indent).max(LEAST);
    let head = columns.iter().map(|head| (*head).to_owned()).collect();
    let lines = |row: &Vec<String>| {
        let cells = widths.iter().map(|(at, width)| format!("{:<1$}", cell(row, *at), width + gap));
        let mut line = String::from("  ") + &cells.collect::<Vec<_>>().concat();
        let tail = cell(row, *last);
        let mut tail = fill(tail.split_whitespace(), " ", room).into_iter();
        line += &tail.next().unwrap_or_default();
        let rest = tail.map(|rest| " ".repeat(indent) + &rest);
        std::iter::once(line.trim_end().to_owned()).chain(rest).collect()
    };
    std::iter::once(&head).chain(rows).map(lines).collect()
}
