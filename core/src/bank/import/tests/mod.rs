//! Workbooks through the importer, good ones and evil ones.

mod cases;
mod files;
mod pending;
mod rows;
mod values;

use std::io::{Cursor, Write};

use rust_xlsxwriter::{Workbook, Worksheet};
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

use super::*;
use crate::bank::{ChoiceBody, EssayBody, ItemBody, ItemKind};

/// Reads a workbook of choice items that nothing came with.
fn questions(bytes: &[u8]) -> Result<Parsed<ChoiceBody>, WorkbookError> {
    read_rows(bytes, &Reading::default())
}

/// Reads a workbook of essay items that nothing came with.
fn theories(bytes: &[u8]) -> Result<Parsed<EssayBody>, WorkbookError> {
    read_rows(bytes, &Reading::default())
}

const HEADERS: [&str; 8] = ["question", "option1", "option2", "option3", "option4", "rightAnswer", "passage", "group"];

/// A workbook whose one sheet `fill` writes.
fn book(fill: impl FnOnce(&mut Worksheet)) -> Vec<u8> {
    let mut book = Workbook::new();
    fill(book.add_worksheet());
    book.save_to_buffer().unwrap()
}

/// A workbook of text cells.
fn sheet(rows: &[&[&str]]) -> Vec<u8> {
    book(|sheet| {
        for (row, cells) in (0_u32..).zip(rows) {
            for (column, cell) in (0_u16..).zip(*cells).filter(|(_, cell)| !cell.is_empty()) {
                sheet.write_string(row, column, *cell).unwrap();
            }
        }
    })
}

/// A workbook with [`HEADERS`] and these rows below.
fn bank(rows: &[&[&str]]) -> Parsed<ChoiceBody> {
    let rows: Vec<&[&str]> = std::iter::once(HEADERS.as_slice()).chain(rows.iter().copied()).collect();
    questions(&sheet(&rows)).unwrap()
}

/// Row and column of each problem.
fn places<B: ItemBody>(parsed: &Parsed<B>) -> Vec<(u32, &str)> {
    parsed.problems.iter().map(|problem| (problem.row, problem.column.as_str())).collect()
}

/// An archive of these parts.
fn archive(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (name, bytes) in parts {
        zip.start_file(*name, options).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

const TYPES: &str = r#"<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>"#;
const RELS: &str = r#"<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#;
const BOOK: &str = r#"<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="s1"/></sheets></workbook>"#;
const BOOK_RELS: &str = r#"<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="s1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>"#;

/// A hand-made workbook around the XML of its sheet, with further parts.
fn raw(sheet: &str, more: &[(&str, &[u8])]) -> Vec<u8> {
    let mut parts: Vec<(&str, &[u8])> = vec![
        ("[Content_Types].xml", TYPES.as_bytes()),
        ("_rels/.rels", RELS.as_bytes()),
        ("xl/workbook.xml", BOOK.as_bytes()),
        ("xl/_rels/workbook.xml.rels", BOOK_RELS.as_bytes()),
        ("xl/worksheets/sheet1.xml", sheet.as_bytes()),
    ];
    parts.extend(more);
    archive(&parts)
}

/// The XML of a sheet around its rows.
fn data(rows: &str) -> String {
    format!(
        r#"<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>{rows}</sheetData></worksheet>"#
    )
}

/// A cell of inline text.
fn inline(place: &str, text: &str) -> String {
    format!(r#"<c r="{place}" t="inlineStr"><is><t>{text}</t></is></c>"#)
}

/// The XML of a header row with question, option1, option2 and rightAnswer in A to D.
fn header() -> String {
    let cells: String = ["question", "option1", "option2", "rightAnswer"]
        .iter()
        .zip(["A1", "B1", "C1", "D1"])
        .map(|(name, place)| inline(place, name))
        .collect();
    format!(r#"<row r="1">{cells}</row>"#)
}

#[test]
fn samples_import_without_a_word() {
    let parsed = questions(&sample::sample(ItemKind::Choice).unwrap()).unwrap();
    assert_eq!((parsed.problems, parsed.warnings), (vec![], vec![]));
    assert_eq!(parsed.rows.len(), 4);
    assert_eq!(parsed.rows.iter().map(|row| row.body.correct).collect::<Vec<_>>(), [1, 2, 1, 1]);
    assert_eq!(parsed.rows[1].body.passage, parsed.rows[2].body.passage);
    assert!(parsed.rows[1].body.passage.is_some() && parsed.rows[3].question.contains(r"\(x &lt; 3\)"));
    let parsed = theories(&sample::sample(ItemKind::Essay).unwrap()).unwrap();
    assert_eq!((parsed.problems, parsed.warnings), (vec![], vec![]));
    assert_eq!(parsed.rows.len(), 2);
}
