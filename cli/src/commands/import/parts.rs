//! Imports a file in parts, if it names subjects and years itself.

use sabi_api::client::{Client, ImportUpload};
use sabi_core::{
    bank::{
        ImportReport, ImportRequest, ItemKind,
        import::{FilePart, parts_of},
    },
    messages, random,
    text::folded,
};

use super::{
    ImportOutcome,
    args::ImportArgs,
    files_of,
    whole::{Whole, wrong_place},
};
use crate::{
    exit::{self, failure},
    interrupt::Interrupts,
};

impl ImportArgs {
    /// Imports a file, or each of its parts if it has columns for subject and year.
    pub(super) async fn import_file(
        &self,
        client: &Client,
        kind: ItemKind,
        upload: &ImportUpload,
        interrupts: &mut Interrupts,
    ) -> anyhow::Result<ImportOutcome> {
        let parts = match parts_of(files_of(upload, self.format), kind) {
            // The place is given, so the server can say what is wrong with the file.
            Err(_) if self.subject.is_some() && self.year.is_some() => Vec::new(),
            parts => parts?,
        };
        if parts.is_empty() {
            let (Some(subject), Some(year)) = (&self.subject, self.year) else {
                let words = "The file has no columns for subject and year: use --subject and --year.";
                return Err(failure(exit::USAGE, words));
            };
            return self.import(client, kind, upload.clone(), self.ask(subject, year, false), interrupts).await;
        }
        if self.all_or_nothing && !self.dry_run {
            // Each part is written separately, so all of them are checked first.
            let checked = self.import_parts(client, kind, upload, &parts, true, interrupts).await?;
            if let Some(report) = refusal(checked)? {
                return Ok(ImportOutcome::Done(report));
            }
        }
        self.import_parts(client, kind, upload, &parts, self.dry_run, interrupts).await
    }

    /// Imports the parts of a file, each into its subject and year.
    async fn import_parts(
        &self,
        client: &Client,
        kind: ItemKind,
        upload: &ImportUpload,
        parts: &[FilePart],
        dry_run: bool,
        interrupts: &mut Interrupts,
    ) -> anyhow::Result<ImportOutcome> {
        let mut whole = Whole::new(dry_run);
        for part in parts {
            let (subject, year) = match self.place_of(part) {
                Ok(Some(place)) => place,
                // Another subject or year than requested.
                Ok(None) => continue,
                Err((column, words)) => {
                    whole.reject(part, column, &words);
                    continue;
                }
            };
            let upload = ImportUpload { id: random::token(), ..upload.clone() };
            let ask = ImportRequest { dry_run, ..self.ask(&subject, year, true) };
            match self.import(client, kind, upload, ask, interrupts).await {
                Ok(ImportOutcome::Done(report)) => whole.add(report),
                Ok(ImportOutcome::TooLate(report)) => {
                    whole.add(report);
                    return Ok(ImportOutcome::TooLate(whole.report()));
                }
                Err(error) => match wrong_place(&error) {
                    Some((column, words)) => whole.reject(part, column, &words),
                    None => return Err(error),
                },
            }
        }
        Ok(ImportOutcome::Done(whole.report()))
    }

    /// The subject and year of a part; `None` if others were requested.
    ///
    /// # Errors
    /// The column that is missing or wrong, and why.
    fn place_of(&self, part: &FilePart) -> Result<Option<(String, i64)>, (&'static str, String)> {
        let asked_year = self.year.map(|year| year.to_string());
        if is_other(self.subject.as_deref(), part.subject.as_deref())
            || is_other(asked_year.as_deref(), part.year.as_deref())
        {
            return Ok(None);
        }
        let subject = part.subject.clone().or_else(|| self.subject.clone()).unwrap_or_default();
        if subject.is_empty() {
            return Err(("subject", "The row has no subject.".into()));
        }
        let year = part.year.clone().or(asked_year).unwrap_or_default();
        if year.is_empty() {
            return Err(("year", "The row has no year.".into()));
        }
        let year = year.parse().map_err(|_| ("year", format!("“{year}” is not a year.")))?;
        Ok(Some((subject, year)))
    }
}

/// Whether rows that name this subject or year are not requested. A name is requested in any case, with or without its
/// marks.
fn is_other(asked: Option<&str>, named: Option<&str>) -> bool {
    match (asked, named) {
        (Some(asked), Some(named)) => !named.is_empty() && folded(named) != folded(asked),
        _ => false,
    }
}

/// The report on rejected rows, if the check of a file found any.
///
/// # Errors
/// If Ctrl-C was pressed during the check: it ended anyway, but nothing may be written now.
fn refusal(checked: ImportOutcome) -> anyhow::Result<Option<ImportReport>> {
    match checked {
        ImportOutcome::Done(report) if report.rejected == 0 => Ok(None),
        ImportOutcome::Done(report) => Ok(Some(ImportReport { dry_run: false, ..report })),
        ImportOutcome::TooLate(_) => Err(failure(exit::CANCELLED, messages::IMPORT_CANCELLED)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_a_subject_are_found_without_its_marks() {
        assert!(!is_other(Some(" yoruba "), Some("Yorùbá")));
        assert!(!is_other(Some("Ẹ̀kọ́"), Some("EKO")));
        assert!(is_other(Some("Physics"), Some("Chemistry")));
        assert!(!is_other(None, Some("Chemistry")));
        assert!(!is_other(Some("Physics"), None));
        assert!(!is_other(Some("Physics"), Some("")), "such rows are rejected with their number");
    }

    #[test]
    fn only_a_check_that_was_not_cancelled_and_rejects_nothing_lets_the_import_follow() {
        let checked = |rejected| ImportReport { dry_run: true, rejected, ..ImportReport::default() };
        assert_eq!(refusal(ImportOutcome::Done(checked(0))).unwrap(), None);
        let report = refusal(ImportOutcome::Done(checked(2))).unwrap().unwrap();
        assert_eq!((report.dry_run, report.rejected), (false, 2));
        let cancelled = refusal(ImportOutcome::TooLate(checked(0))).unwrap_err();
        assert_eq!(exit::code(&cancelled), exit::CANCELLED);
    }
}
