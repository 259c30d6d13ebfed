//! Tables, formatted for a terminal, or as tab-separated lines for a pipe.
//!
//! On a narrow terminal, long cells are cut and end in `…`, and the rightmost columns are left out; ids are never cut.
//! A last column of messages is wrapped between words instead.

use std::io::{self, IsTerminal as _};

use console::Term;
use sabi_tui::text::{columns, fit, fit_left, plain};

/// The assumed width of a terminal of unknown width.
const UNKNOWN: usize = 80;
/// The gap between two columns.
const GAP: usize = 2;
/// The minimum width of a cut cell.
const NARROWEST: usize = 12;
/// The minimum width of a wrapped message.
const NARROWEST_MESSAGE: usize = 24;

/// The destination of a table.
#[derive(Debug, Clone, Copy)]
pub enum Shown {
    /// Fits the table to a terminal with this number of columns.
    Terminal(usize),
    /// For a program.
    Pipe,
}

impl Shown {
    /// The destination of stdout.
    pub fn stdout() -> Self {
        Self::of(io::stdout().is_terminal(), &Term::stdout())
    }

    /// The destination of stderr.
    pub fn stderr() -> Self {
        Self::of(io::stderr().is_terminal(), &Term::stderr())
    }

    fn of(is_terminal: bool, terminal: &Term) -> Self {
        let columns = || terminal.size_checked().map_or(UNKNOWN, |(_, columns)| usize::from(columns));
        if is_terminal { Self::Terminal(columns()) } else { Self::Pipe }
    }
}

/// The content of the last column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Last {
    /// Cells like the others.
    Cells,
    /// Messages, which are wrapped.
    Messages,
}

/// Lays rows out under headings.
pub fn layout(heads: &[String], rows: &[Vec<String>], last: Last, shown: Shown) -> String {
    match shown {
        Shown::Pipe => {
            let line = |cells: &Vec<String>| cells.iter().map(|cell| one_line(cell)).collect::<Vec<_>>().join("\t");
            [heads.to_vec()].iter().chain(rows).map(line).collect::<Vec<_>>().join("\n")
        }
        Shown::Terminal(width) => on_terminal(heads, rows, last, width),
    }
}

/// Removes characters that would end the cell or the line.
fn one_line(cell: &str) -> String {
    cell.replace(['\t', '\n', '\r'], " ")
}

/// Whether the cells of this column must not be cut, because half an id is useless.
fn is_whole(head: &str) -> bool {
    head == "ID" || head.ends_with(" ID")
}

fn on_terminal(heads: &[String], rows: &[Vec<String>], last: Last, width: usize) -> String {
    let widths = widths(heads, rows, last, width);
    let line = |cells: &[String]| {
        let shown = cells.iter().zip(&widths).filter(|(_, width)| **width > 0);
        let padded = shown.map(|(cell, width)| {
            let cell = fit(cell, *width);
            let room = width.saturating_sub(columns(&cell));
            format!("{cell}{}", " ".repeat(room))
        });
        padded.collect::<Vec<_>>().join(&" ".repeat(GAP)).trim_end().to_owned()
    };
    let shown: Vec<_> = widths.iter().copied().filter(|width| *width > 0).collect();
    let rule = shown.iter().map(|width| "─".repeat(*width)).collect::<Vec<_>>().join(&" ".repeat(GAP));
    let head = heads.iter().any(|head| !head.is_empty()).then(|| [line(heads), rule]);
    let row = |row: &Vec<String>| match (last, row.split_last(), widths.last()) {
        (Last::Messages, Some((message, before)), Some(room)) => {
            let mut lines = wrapped(message, *room).into_iter();
            let mut cells = before.to_vec();
            cells.push(lines.next().unwrap_or_default());
            let first = line(&cells);
            cells.iter_mut().for_each(String::clear);
            let more = lines.map(|text| {
                cells.pop();
                cells.push(text);
                line(&cells)
            });
            [first].into_iter().chain(more.collect::<Vec<_>>()).collect::<Vec<_>>()
        }
        _ => vec![line(row)],
    };
    fit_lines(head.into_iter().flatten().chain(rows.iter().flat_map(row)), width)
}

/// A message wrapped to this width, between words.
fn wrapped(message: &str, width: usize) -> Vec<String> {
    let width = u16::try_from(width).unwrap_or(u16::MAX);
    plain(message, width).iter().map(ToString::to_string).collect()
}

/// The lines, cut to the width of the terminal.
fn fit_lines(lines: impl Iterator<Item = String>, width: usize) -> String {
    lines.map(|line| fit_left(&line, width)).collect::<Vec<_>>().join("\n")
}

/// The width of each column; 0 if it is left out.
fn widths(heads: &[String], rows: &[Vec<String>], last: Last, room: usize) -> Vec<usize> {
    let is_message = |place: usize| last == Last::Messages && place + 1 == heads.len();
    let natural = |place: usize| {
        let cells = rows.iter().filter_map(|row| row.get(place)).map(|cell| columns(cell));
        cells.chain([columns(&heads[place])]).max().unwrap_or(0)
    };
    let least = |place: usize| match is_message(place) {
        true => NARROWEST_MESSAGE,
        false => NARROWEST.max(columns(&heads[place])),
    };
    let natural: Vec<usize> = (0..heads.len()).map(natural).collect();
    let mut shown: Vec<usize> = (0..heads.len()).collect();
    loop {
        let mut widths = vec![0; heads.len()];
        shown.iter().for_each(|place| widths[*place] = natural[*place]);
        let gaps = GAP * shown.len().saturating_sub(1);
        // The widest column is narrowed first, until all fit or none can be narrowed.
        loop {
            let over = (widths.iter().sum::<usize>() + gaps).saturating_sub(room);
            let can_shrink = |place: &&usize| !is_whole(&heads[**place]) && widths[**place] > least(**place);
            match shown.iter().filter(can_shrink).max_by_key(|place| widths[**place]).copied() {
                _ if over == 0 => return widths,
                Some(place) => widths[place] = widths[place].saturating_sub(over).max(least(place)),
                None => break,
            }
        }
        let can_go = |place: &usize| !is_whole(&heads[*place]) && !is_message(*place);
        match shown.iter().rposition(can_go).filter(|_| shown.len() > 1) {
            Some(place) => {
                shown.remove(place);
            }
            None => return widths,
        }
    }
}

/// The headings of fields whose documented name is no title.
const TITLES: [(&str, &str); 16] = [
    ("_id", "ID"),
    ("id", "ID"),
    ("btnName", "Button"),
    ("btnUrl", "Button's address"),
    ("expireAt", "Expires"),
    ("isReply", "Answered"),
    ("isSuperAdmin", "Super admin"),
    ("mandetory", "Required"),
    ("max_percentage", "Highest %"),
    ("min_percentage", "Lowest %"),
    ("mobileNo", "Phone"),
    ("mobile_number", "Phone"),
    ("numOfQuestions", "Questions per test"),
    ("page_url", "Address"),
    ("seo_url", "Address"),
    ("usedtime", "Time used"),
];

/// The heading of a field: `createdAt` becomes `Created`.
pub fn heading(field: &str) -> String {
    if let Some((_, title)) = TITLES.iter().find(|(name, _)| *name == field) {
        return (*title).into();
    }
    let field = field.strip_suffix("At").filter(|rest| !rest.is_empty()).unwrap_or(field);
    let mut words = String::new();
    for letter in field.chars() {
        match letter {
            '_' => words.push(' '),
            letter if letter.is_uppercase() && !words.is_empty() => {
                words.push(' ');
                words.extend(letter.to_lowercase());
            }
            letter => words.push(letter),
        }
    }
    capital(&words)
}

/// The text with a capital first letter.
pub fn capital(words: &str) -> String {
    if words == "id" {
        return "ID".into();
    }
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(width: usize) -> String {
        let heads = ["ID", "Title", "Subject", "Created"].map(str::to_owned);
        let row = |id: &str, title: &str| [id, title, "Mathematics", "2026-03-02 09:00"].map(str::to_owned).to_vec();
        let rows = [row("01jab4cdefgh7", "Which of these is a prime number between ten and twenty?"), row("2", "ẹ̀kọ́")];
        layout(&heads, &rows, Last::Cells, Shown::Terminal(width))
    }

    #[test]
    fn a_message_is_whole_on_any_terminal() {
        let heads = ["Row", "Column", "Problem"].map(str::to_owned);
        let message = "The right answer is none of the options: it is written as a number, and there are four of them.";
        let rows = [vec!["12".to_owned(), "rightAnswer".to_owned(), message.to_owned()]];
        for width in [40, 60, 80, 200] {
            let told = layout(&heads, &rows, Last::Messages, Shown::Terminal(width));
            assert!(told.lines().all(|line| columns(line) <= width), "{width}: {told}");
            let words: Vec<_> = told.split_whitespace().collect();
            assert!(message.split(' ').all(|word| words.contains(&word)), "{width}: {told}");
        }
    }

    #[test]
    fn a_table_is_as_wide_as_its_terminal_and_breaks_no_word() {
        for width in [20, 40, 60, 80, 200] {
            let table = table(width);
            assert_eq!(table.lines().count(), 4, "{table}");
            assert!(table.lines().all(|line| columns(line) <= width), "{width}: {table}");
            assert!(table.contains("01jab4cdefgh7"), "an id is whole: {table}");
        }
        assert!(table(200).contains("between ten and twenty?"));
        assert!(table(60).contains('…') && table(60).contains("Title"), "{}", table(60));
        let narrow = table(40);
        let heads: Vec<_> = narrow.lines().next().into_iter().flat_map(str::split_whitespace).collect();
        assert_eq!(heads, ["ID", "Title", "Subject"], "what matters least is left out whole: {narrow}");
    }

    #[test]
    fn a_pipe_receives_whole_cells_between_tabs() {
        let heads = ["ID", "Title"].map(str::to_owned);
        let rows = [vec!["1".to_owned(), format!("a\tb\n{}", "c".repeat(100))]];
        let told = layout(&heads, &rows, Last::Cells, Shown::Pipe);
        assert_eq!(told, format!("ID\tTitle\n1\ta b {}", "c".repeat(100)));
    }

    #[test]
    fn headings_are_words() {
        for (field, words) in [
            ("_id", "ID"),
            ("createdAt", "Created"),
            ("examResult", "Exam result"),
            ("section_name", "Section name"),
            ("at", "At"),
            ("usedtime", "Time used"),
        ] {
            assert_eq!(heading(field), words);
        }
    }
}
