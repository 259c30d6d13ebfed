//! Prints the reports of imports, and writes the workbook of problems and the samples.

use std::{fs, io, path::Path, process::ExitCode};

use sabi_api::client::ImportUpload;
use sabi_core::{
    App,
    bank::{
        ImportReport, ItemKind,
        formats::Format,
        import::{ProblemBook, problem_book},
    },
    files::ShownPath as _,
};

use super::{
    args::{ImportArgs, Sample},
    files_of,
};
use crate::{
    exit::{self, failure},
    output,
};

/// Maximum number of rejected rows and warnings shown on the terminal.
const SHOWN: usize = 50;

impl ImportArgs {
    /// Prints the outcome of a file.
    pub(super) fn print_outcome(&self, file: &Path, report: &ImportReport) -> anyhow::Result<()> {
        if self.json {
            return output::json(report);
        }
        if self.files.len() > 1 {
            output::line(format!("{}:", file.shown()));
        }
        self.print(report);
        Ok(())
    }

    fn print(&self, report: &ImportReport) {
        let counts = [report.new, report.changed, report.unchanged, report.rejected].map(|count| count.to_string());
        output::line(output::table(["new", "changed", "unchanged", "rejected"], [counts]));
        let problems = report.problems.iter();
        let problems = problems.map(|one| [one.row.to_string(), one.column.clone(), one.message.clone()]);
        self.table([report.unit.word(), "column", "problem"], problems.collect());
        let notices = report.warnings.iter().map(|one| {
            let row = one.row.map(|row| row.to_string()).unwrap_or_default();
            [row, one.column.clone().unwrap_or_default(), one.message.clone()]
        });
        self.table([report.unit.word(), "column", "notice"], notices.collect());
        if self.dry_run {
            output::line("This was a dry run: nothing was written.");
        } else if self.all_or_nothing && report.rejected > 0 {
            output::line(format!("Nothing was written, because {}s were rejected.", report.unit.word()));
        } else if !report.written {
            output::line("There was nothing to write.");
        }
    }

    /// Prints the first rows of a table, and the number of further ones.
    fn table(&self, heads: [&str; 3], rows: Vec<[String; 3]>) {
        if rows.is_empty() {
            return;
        }
        let (more, what) = (rows.len().saturating_sub(SHOWN), heads[2]);
        output::line(output::messages(heads, rows.into_iter().take(SHOWN)));
        if more > 0 {
            let all = if self.problems.is_some() { "" } else { "; --problems FILE.xlsx writes them all" };
            output::line(format!("… and {more} more {what}s{all}."));
        }
    }
}

/// Writes the rows with problems into a workbook.
pub(super) fn write_problems(
    path: &Path,
    kind: ItemKind,
    format: Option<Format>,
    reports: &[(ImportUpload, ImportReport)],
) -> anyhow::Result<String> {
    let reports: Vec<_> =
        reports.iter().filter(|(_, report)| !report.problems.is_empty() || !report.warnings.is_empty()).collect();
    if reports.is_empty() {
        return Ok("There are no problems to write.".into());
    }
    let files = reports.into_iter().map(|(upload, report)| (files_of(upload, format), report));
    let ProblemBook { workbook, pictures } = problem_book(kind, files.collect())?;
    fs::write(path, workbook).map_err(|error| unwritten(path, &error))?;
    if pictures.is_empty() {
        return Ok(format!("Wrote {}.", path.shown()));
    }
    let folder = path.with_extension("pictures");
    fs::create_dir_all(&folder).map_err(|error| unwritten(&folder, &error))?;
    for (name, bytes) in &pictures {
        let place = folder.join(name);
        fs::write(&place, bytes).map_err(|error| unwritten(&place, &error))?;
    }
    let (book, folder) = (path.shown(), folder.shown());
    Ok(format!("Wrote {book}, and the pictures of its rows into {folder}: import it with --images {folder}."))
}

impl Sample {
    /// Writes the sample workbook.
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let bytes = App::import_sample(if self.theories { ItemKind::Essay } else { ItemKind::Choice })?;
        let file = self.file.shown();
        if self.file.exists() && !self.yes && !output::confirm(&format!("Overwrite {file}? Type yes: "))? {
            return Err(failure(exit::REFUSED, format!("{file} was not changed.")));
        }
        fs::write(&self.file, bytes).map_err(|error| unwritten(&self.file, &error))?;
        output::note(format!("Wrote {file}."));
        Ok(ExitCode::SUCCESS)
    }
}

fn unwritten(path: &Path, error: &io::Error) -> anyhow::Error {
    failure(exit::NO_OUTPUT, format!("{}: {error}.", path.shown()))
}
