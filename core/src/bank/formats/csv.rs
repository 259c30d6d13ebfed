//! CSV. Reads files with commas, semicolons or tabs. Writes UTF-8 with a byte order mark, which all spreadsheets read.

use csv::{QuoteStyle, ReaderBuilder, StringRecord, Terminator, WriterBuilder};

use super::{
    FileItem, Format, ItemKind,
    encoding::LineCounter,
    source::{ParsedFile, ReadError, Rows},
};
use crate::text::{begins_like_formula, is_number};

/// Maximum number of separators: twice the cells of a sheet.
const MAX_SEPARATORS: usize = 2_000_000;
/// The column that marks a file as one of our own exports.
const ID: &str = "id";

/// Reads a sheet whose first row has the headers.
///
/// # Errors
/// [`ReadError`] for a file beyond the limits.
pub(super) fn read(text: &str) -> Result<ParsedFile, ReadError> {
    let (from, delimiter) = delimiter(text);
    let body = &text[from..];
    if body.bytes().filter(|byte| *byte == delimiter).count() > MAX_SEPARATORS {
        return Err(ReadError::too_large("it has more than 2,000,000 cells"));
    }
    let mut reader =
        ReaderBuilder::new().delimiter(delimiter).has_headers(false).flexible(true).from_reader(body.as_bytes());
    let mut lines = LineCounter::default();
    let mut record = StringRecord::new();
    let mut rows: Option<Rows> = None;
    let mut is_ours = false;
    let broken = |error| ReadError::broken(Format::Csv, format!("{error}"));
    while reader.read_record(&mut record).map_err(broken)? {
        // The record's own position may be the end of the previous line.
        let start = record.position().map_or(0, |at| usize::try_from(at.byte()).unwrap_or(0));
        let blank = body[start..].bytes().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        let line = lines.at(text.as_bytes(), from + start + blank);
        let Some(rows) = &mut rows else {
            let headers = Rows::under(line, record.iter())?;
            is_ours = record.iter().any(|header| header.trim().eq_ignore_ascii_case(ID));
            rows = Some(headers).filter(|rows| !rows.source.sheet.rows.is_empty());
            continue;
        };
        let end = usize::try_from(reader.position().byte()).unwrap_or(body.len());
        if end >= body.len() && is_unclosed(&body[start + blank..]) {
            rows.source.refuse(line, "question", "A quotation mark is opened here and never closed.")?;
            break;
        }
        // In a file that was written by hand, apostrophes are part of the text.
        let own = |cell| if is_ours { without_guard(cell) } else { cell };
        rows.push(line, (0..).zip(record.iter().map(own)))?;
    }
    let rows = rows.ok_or_else(|| ReadError::broken(Format::Csv, "it is empty"))?;
    Ok(rows.source)
}

/// Where the sheet begins, and its separator: the one that the file declares in Excel's way, otherwise the one that
/// splits the headers into the most cells.
fn delimiter(text: &str) -> (usize, u8) {
    let start = text.len() - text.trim_start_matches(['\r', '\n']).len();
    let first = text[start..].lines().next().unwrap_or_default();
    if let Some([sign]) = first.strip_prefix("sep=").map(str::as_bytes) {
        return (start + first.len(), *sign);
    }
    let count = |sign: u8| first.bytes().filter(|byte| *byte == sign).count();
    // Of equal counts the comma wins, so that a single column is read with commas.
    let most = [b',', b';', b'\t'].into_iter().rev().max_by_key(|&sign| count(sign));
    (0, most.unwrap_or(b','))
}

/// Whether an unclosed quotation mark made the last record swallow the lines below it. A single quotation mark within
/// one line belongs to the text, such as the one for five inches.
fn is_unclosed(raw: &str) -> bool {
    let marks = raw.bytes().filter(|byte| *byte == b'"').count();
    marks % 2 == 1 && raw.trim_end().contains('\n')
}

/// Escapes a cell so that no spreadsheet executes it (OWASP: CSV injection). [`without_guard`] removes the apostrophe
/// again. A text that already begins with an apostrophe before such a character gets one more.
fn guarded(cell: &str) -> String {
    if is_formula(cell) && !is_number(cell) { format!("'{cell}") } else { cell.to_owned() }
}

fn without_guard(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(rest) if is_formula(rest) => rest,
        _ => cell,
    }
}

/// Whether a cell begins like a formula, possibly after spaces or apostrophes.
fn is_formula(cell: &str) -> bool {
    begins_like_formula(cell.trim_start_matches(|sign: char| sign == '\'' || sign.is_whitespace()))
}

/// The byte order mark and the headers. Without the mark, Excel assumes an older encoding.
pub(super) fn header(kind: ItemKind) -> String {
    format!("\u{feff}{}", line(kind.columns().iter().map(|column| column.name)))
}

/// A question as a line.
pub(super) fn record(item: &FileItem) -> String {
    line(item.cells().iter().map(|(_, cell)| guarded(cell)))
}

fn line(cells: impl Iterator<Item = impl AsRef<[u8]>>) -> String {
    let mut writer =
        WriterBuilder::new().quote_style(QuoteStyle::Necessary).terminator(Terminator::CRLF).from_writer(Vec::new());
    // Writing to memory cannot fail.
    let written = writer.write_record(cells).ok().and_then(|()| writer.into_inner().ok());
    String::from_utf8(written.unwrap_or_default()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str) -> Vec<(u32, Vec<String>)> {
        let rows = read(text).unwrap().sheet.rows;
        rows.into_iter()
            .map(|row| (row.number, row.cells.values().map(|cell| cell.text().to_owned()).collect()))
            .collect()
    }

    #[test]
    fn separators_are_found_by_the_headers() {
        for sign in [",", ";", "\t"] {
            let text = format!("question{sign}a{sign}b\n\"x{sign}y\"{sign}1{sign}2\n");
            assert_eq!(
                cells(&text)[1],
                (2, vec![format!("x{}y", if sign == "\t" { " " } else { sign }), "1".into(), "2".into()])
            );
        }
        assert_eq!(cells("sep=;\nquestion;a\nx,y;1\n")[1], (3, vec!["x,y".into(), "1".into()]));
        assert_eq!(cells("question\nx\n")[1], (2, vec!["x".into()]));
    }

    #[test]
    fn rows_have_the_number_of_their_line() {
        for end in ["\n", "\r\n"] {
            let text = ["", "question,a", "\"one", "two\",x", "", "\"\"\"three\"\"\",y", "four,5\""].join(end);
            let found: Vec<_> = cells(&text).into_iter().map(|(line, cells)| (line, cells[0].clone())).collect();
            let wanted = [(2, "question"), (3, "one\ntwo"), (6, "\"three\""), (7, "four")];
            assert_eq!(found, wanted.map(|(line, text)| (line, text.to_owned())), "{end:?}");
        }
    }

    #[test]
    fn formulas_sleep_and_come_back() {
        let texts =
            ["=1+1", "+1", "-x", "@a", "'=1", "''-", " =1", "\u{ff1d}1", "'\u{ff20}a", "'quoted'", "a=b", "", "'-1"];
        for text in texts {
            assert_eq!(without_guard(&guarded(text)), text);
            assert!(!begins_like_formula(&guarded(text)));
        }
        for number in ["-1", "-1.50"] {
            assert_eq!((guarded(number).as_str(), without_guard(number)), (number, number));
            assert_eq!(without_guard(&format!("'{number}")), number, "as earlier releases wrote it");
        }
        assert_eq!(without_guard("'tis"), "'tis");
    }

    #[test]
    fn only_our_own_files_have_sleeping_formulas() {
        assert_eq!(cells("id,a\nx,'+\n")[1].1, ["x", "+"]);
        assert_eq!(cells("question,a\nWhich sign adds?,'+'\n")[1].1, ["Which sign adds?", "'+'"]);
    }

    #[test]
    fn an_open_quotation_mark_swallows_nothing_in_silence() {
        let source = read("question,a\nx,1\ny,\"2\nz,3\n").unwrap();
        assert_eq!(source.sheet.rows.len(), 2);
        assert_eq!((source.problems[0].row, source.left_out), (3, 1));
    }

    #[test]
    fn too_much_is_refused() {
        let many = format!("question,a\n{}", "x,1\n".repeat(20_001));
        assert!(matches!(read(&many), Err(ReadError::TooLarge { .. })));
        let wide = format!("question,a\n{}", ",".repeat(2_000_001));
        assert!(matches!(read(&wide), Err(ReadError::TooLarge { .. })));
        let long = format!("question,a\n{},1\n", "x".repeat(19 * 1024 * 1024));
        assert!(cells(&long)[1].1[0].len() <= 40_000, "the column's own limit refuses it");
    }
}
