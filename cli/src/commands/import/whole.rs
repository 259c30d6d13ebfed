//! The report on a file that was imported in parts, by subject and year.

use std::collections::BTreeMap;

use sabi_api::client::ClientError;
use sabi_core::bank::{
    ImportReport,
    import::{FilePart, Problem, Warning},
};

/// Merges the reports of a file's parts.
pub struct Whole {
    report: ImportReport,
    /// Warnings without a row, and how many parts gave each: a warning of one part, such as an unused picture, may not
    /// be true for the whole file.
    about_no_row: BTreeMap<String, (usize, Warning)>,
    parts: usize,
}

impl Whole {
    /// An empty report.
    pub fn new(dry_run: bool) -> Self {
        let report = ImportReport { dry_run, ..ImportReport::default() };
        Self { report, about_no_row: BTreeMap::new(), parts: 0 }
    }

    /// Rejects all rows of a part for one reason.
    pub fn reject(&mut self, part: &FilePart, column: &str, words: &str) {
        let problem = |row: &u32| Problem { row: *row, column: column.into(), message: words.into() };
        self.report.problems.extend(part.rows.iter().map(problem));
        self.report.rejected += part.rows.len() as u64;
        self.report.rows += part.rows.len() as u64;
    }

    /// Adds the report of a part.
    pub fn add(&mut self, part: ImportReport) {
        let report = &mut self.report;
        report.written |= part.written;
        report.rows += part.rows;
        report.new += part.new;
        report.changed += part.changed;
        report.unchanged += part.unchanged;
        report.rejected += part.rejected;
        for problem in part.problems {
            // Every part repeats the problems that the reader found.
            if !report.problems.contains(&problem) {
                report.problems.push(problem);
            }
        }
        for warning in part.warnings {
            if warning.row.is_some() {
                if !report.warnings.contains(&warning) {
                    report.warnings.push(warning);
                }
                continue;
            }
            let count = self.about_no_row.entry(warning.message.clone()).or_insert((0, warning));
            count.0 += 1;
        }
        self.parts += 1;
    }

    /// The report of the whole file.
    pub fn report(self) -> ImportReport {
        let Self { mut report, about_no_row, parts } = self;
        let of_all = about_no_row.into_values().filter(|(count, _)| *count == parts).map(|(_, warning)| warning);
        report.warnings.extend(of_all);
        report.problems.sort_by_key(|problem| problem.row);
        report.warnings.sort_by_key(|warning| warning.row);
        report
    }
}

/// The column that prevents a part from being placed, and why, if that is the error.
pub fn wrong_place(error: &anyhow::Error) -> Option<(&'static str, String)> {
    let refused = error.downcast_ref::<ClientError>()?.refusal().filter(|refused| refused.reason == "invalid")?;
    let mut fields = refused.fields();
    let (field, words) = fields.next()?;
    let column = ["subject", "year"].into_iter().find(|column| *column == field)?;
    fields.next().is_none().then(|| (column, words.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reports_of_parts_are_one() {
        let part =
            |rows: &[u32]| FilePart { subject: Some("Physics".into()), year: Some("2019".into()), rows: rows.to_vec() };
        let warning = |row: Option<u32>, message: &str| Warning { row, column: None, message: message.into() };
        let mut whole = Whole::new(false);
        let report = |new, warnings: &[Warning]| ImportReport {
            new,
            rows: new,
            written: true,
            warnings: warnings.to_vec(),
            ..ImportReport::default()
        };
        whole.add(report(2, &[warning(None, "in all"), warning(None, "in one"), warning(Some(4), "x")]));
        whole.reject(&part(&[3]), "year", "“20x9” is not a year.");
        whole.add(report(1, &[warning(None, "in all")]));
        let report = whole.report();
        assert_eq!((report.rows, report.new, report.rejected, report.written), (4, 3, 1, true));
        assert_eq!(report.problems[0].row, 3);
        let told: Vec<_> = report.warnings.iter().map(|one| one.message.as_str()).collect();
        assert_eq!(told, ["in all", "x"]);
    }
}
