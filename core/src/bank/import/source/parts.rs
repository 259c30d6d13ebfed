//! Files with several subjects or years of an exam: splits their rows by the columns `subject` and `year`.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::ImportFiles;
use crate::{
    Error, Result,
    bank::{
        ItemKind, formats,
        sheet::{
            Cell,
            workbook::{Sheet, SheetRow},
        },
    },
    text::folded,
};

/// The rows in which the headers are looked for.
const HEADERS: usize = 20;

/// The rows of a file that name one subject and year.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FilePart {
    /// The subject as written in the rows: empty if they name none, `None` if the file has no such column.
    pub subject: Option<String>,
    /// The year as written in the rows, by the same rule.
    pub year: Option<String>,
    /// The numbers of the rows with this subject and year.
    pub rows: Vec<u32>,
}

/// The columns that name the subject and year of rows.
struct Places {
    /// The index of the header row.
    header: usize,
    subject: Option<u32>,
    year: Option<u32>,
}

impl Places {
    /// `None` if the sheet has neither column.
    fn of(sheet: &Sheet) -> Option<Self> {
        let column = |row: &SheetRow, name: &str| {
            let is_named = |cell: &Cell| folded(cell.text()) == name;
            row.cells.iter().find(|(_, cell)| is_named(cell)).map(|(column, _)| *column)
        };
        sheet.rows.iter().take(HEADERS).enumerate().find_map(|(header, row)| {
            let (subject, year) = (column(row, "subject"), column(row, "year"));
            (subject.is_some() || year.is_some()).then_some(Self { header, subject, year })
        })
    }

    fn subject_of(&self, row: &SheetRow) -> String {
        text(row, self.subject)
    }

    /// Spreadsheets may write a number with its decimals.
    fn year_of(&self, row: &SheetRow) -> String {
        let year = text(row, self.year);
        year.strip_suffix(".0").map_or(year.clone(), str::to_owned)
    }
}

fn text(row: &SheetRow, column: Option<u32>) -> String {
    let cell = column.and_then(|column| row.cells.get(&column));
    cell.map(|cell| cell.text().trim().to_owned()).unwrap_or_default()
}

/// The parts of a file by subject and year, in the order of their first rows; none if it has neither column.
///
/// # Errors
/// As an import of the file.
pub fn parts_of(files: ImportFiles, kind: ItemKind) -> Result<Vec<FilePart>> {
    let unpacked = files.unpack().map_err(Error::internal)??;
    let sheet = formats::read(&unpacked.bank, kind)?.sheet;
    let Some(places) = Places::of(&sheet) else { return Ok(Vec::new()) };
    let mut parts: Vec<FilePart> = Vec::new();
    let mut known: BTreeMap<(String, String), usize> = BTreeMap::new();
    for row in sheet.rows.iter().skip(places.header + 1) {
        let (subject, year) = (places.subject_of(row), places.year_of(row));
        let place = *known.entry((folded(&subject), year.clone())).or_insert(parts.len());
        match parts.get_mut(place) {
            Some(part) => part.rows.push(row.number),
            None => parts.push(FilePart {
                subject: places.subject.map(|_| subject),
                year: places.year.map(|_| year),
                rows: vec![row.number],
            }),
        }
    }
    Ok(parts)
}

/// Keeps only the rows of a sheet that name this subject and year, and removes both columns.
pub(in crate::bank) fn retain_part(sheet: &mut Sheet, subject: &str, year: i64) {
    let Some(places) = Places::of(sheet) else { return };
    let (subject, year) = (folded(subject), year.to_string());
    let is_meant = |row: &SheetRow| {
        (places.subject.is_none() || folded(&places.subject_of(row)) == subject)
            && (places.year.is_none() || places.year_of(row) == year)
    };
    let mut place = 0;
    sheet.rows.retain(|row| {
        place += 1;
        place <= places.header + 1 || is_meant(row)
    });
    for row in &mut sheet.rows {
        for column in [places.subject, places.year].into_iter().flatten() {
            row.cells.remove(&column);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "subject,year,question,option1,option2,rightAnswer\n\
        Physics,2019,P1,a,b,A\nPhysics,2020,P2,a,b,A\nUse of English,2019,E1,a,b,A\n physics ,2019.0,P3,a,b,A\n,2019,N,a,b,A\n";

    fn file() -> ImportFiles {
        ImportFiles::from(FILE.as_bytes().to_vec()).named("all.csv")
    }

    #[test]
    fn a_file_is_taken_apart_by_subject_and_year() {
        let parts = parts_of(file(), ItemKind::Choice).unwrap();
        let parts: Vec<_> =
            parts.iter().map(|part| (part.subject.as_deref(), part.year.as_deref(), &*part.rows)).collect();
        assert_eq!(
            parts,
            [
                (Some("Physics"), Some("2019"), &[2, 5][..]),
                (Some("Physics"), Some("2020"), &[3]),
                (Some("Use of English"), Some("2019"), &[4]),
                (Some(""), Some("2019"), &[6])
            ]
        );
        let plain = ImportFiles::from(b"question,option1,option2,rightAnswer\nQ,a,b,A\n".to_vec()).named("one.csv");
        assert_eq!(parts_of(plain, ItemKind::Choice).unwrap(), []);
    }

    #[test]
    fn only_the_rows_of_a_part_are_left_with_their_numbers() {
        let unpacked = file().unpack().unwrap().unwrap();
        let mut sheet = formats::read(&unpacked.bank, ItemKind::Choice).unwrap().sheet;
        retain_part(&mut sheet, "PHYSICS", 2019);
        let left: Vec<_> = sheet.rows.iter().map(|row| (row.number, row.cells.len())).collect();
        assert_eq!(left, [(1, 4), (2, 4), (5, 4)]);
    }
}
