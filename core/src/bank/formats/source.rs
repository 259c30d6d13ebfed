//! The output of a reader: the importer's sheet, the problems of missing questions, and pictures.

use std::collections::{BTreeMap, HashMap};

use super::{FileItem, Format, ItemKind};
use crate::{
    Error, Refusal,
    bank::sheet::{
        Problem, Unit, Warning, WorkbookError, from_text,
        workbook::{MAX_CELLS, MAX_COLUMNS, MAX_ROWS, MAX_TEXT, Sheet, SheetRow},
    },
    messages,
};

/// Why a file was not read at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// A workbook that cannot be read.
    #[error(transparent)]
    Workbook(#[from] WorkbookError),
    /// Not of the expected format, or cut off.
    #[error("This {format} cannot be read: {why}.")]
    Broken {
        /// The expected format, as part of a sentence.
        format: &'static str,
        /// The reason, with the line if known, as the end of a sentence.
        why: String,
    },
    /// Larger than ruling 18 allows.
    #[error("This file is too large: {what}.")]
    TooLarge {
        /// The limit that it exceeds, as the end of a sentence.
        what: String,
    },
}

impl ReadError {
    pub(super) fn broken(format: Format, why: impl Into<String>) -> Self {
        Self::Broken { format: format.name(), why: why.into() }
    }

    pub(super) fn broken_at(format: Format, line: u32, why: &str) -> Self {
        Self::broken(format, format!("in line {line}, {why}"))
    }

    pub(super) fn too_large(what: &str) -> Self {
        Self::TooLarge { what: what.into() }
    }
}

impl From<WorkbookError> for Error {
    fn from(error: WorkbookError) -> Self {
        ReadError::from(error).into()
    }
}

impl From<ReadError> for Error {
    fn from(error: ReadError) -> Self {
        let words = error.to_string();
        match error {
            ReadError::Workbook(WorkbookError::NotAWorkbook { .. }) => {
                Self::Unsupported(Refusal::new("not-a-workbook", format!("{} {words}", messages::NOT_EXCEL)))
            }
            ReadError::Broken { .. } => Self::Unsupported(Refusal::new("not-a-bank", words)),
            ReadError::Workbook(WorkbookError::TooLarge { .. }) | ReadError::TooLarge { .. } => {
                Self::TooLarge(Refusal::new("too-large", words))
            }
        }
    }
}

/// A file that was read.
#[derive(Debug, Default)]
pub(crate) struct ParsedFile {
    /// Its rows, below a row of headers.
    pub sheet: Sheet,
    /// The problems of questions that are missing in the sheet, by line.
    pub problems: Vec<Problem>,
    /// Notices by line.
    pub warnings: Vec<Warning>,
    /// The number of questions that are missing in the sheet.
    pub left_out: usize,
    /// The pictures inside the file, by the name that cells use for them (see [`super::pictures`]).
    pub pictures: BTreeMap<String, Vec<u8>>,
    /// The names of these pictures in the file.
    pub file_names: HashMap<String, String>,
    /// Whether the format has no markup.
    pub is_plain: bool,
}

impl From<Sheet> for ParsedFile {
    fn from(sheet: Sheet) -> Self {
        Self { sheet, ..Self::default() }
    }
}

impl ParsedFile {
    /// Adds a problem: a question of the file that cannot be imported.
    pub(super) fn refuse(&mut self, line: u32, column: &str, message: impl Into<String>) -> Result<(), ReadError> {
        self.left_out += 1;
        if self.left_out > MAX_ROWS {
            return Err(ReadError::too_large("it has more than 20,000 questions"));
        }
        self.problems.push(Problem { row: line, column: column.into(), message: message.into() });
        Ok(())
    }

    /// Adds a notice about a line.
    pub(super) fn warn(&mut self, line: u32, message: impl Into<String>) {
        self.warnings.push(Warning { row: Some(line), column: None, message: message.into() });
    }
}

/// Fills a source with rows, within the importer's limits.
pub(super) struct Rows {
    pub source: ParsedFile,
    cells: usize,
    text: usize,
}

impl Rows {
    /// For rows with these headers, which are a line of the file.
    pub(super) fn under<'a>(line: u32, headers: impl IntoIterator<Item = &'a str>) -> Result<Self, ReadError> {
        let mut rows = Self { source: ParsedFile::default(), cells: 0, text: 0 };
        rows.push(line, (0..).zip(headers))?;
        Ok(rows)
    }

    /// For rows with the importer's own columns, for formats without headers.
    pub(super) fn of_items(kind: ItemKind) -> Result<Self, ReadError> {
        Ok(Self::under(1, kind.columns().iter().map(|column| column.name))?.of_lines())
    }

    /// Makes the line the unit of row numbers, for a format whose questions are numbered by line.
    pub(super) fn of_lines(mut self) -> Self {
        self.source.sheet.unit = Unit::Line;
        self
    }

    /// Adds a row, unless it is empty.
    pub(super) fn push<'a>(
        &mut self,
        line: u32,
        cells: impl IntoIterator<Item = (u32, &'a str)>,
    ) -> Result<(), ReadError> {
        let mut row = SheetRow { number: line, ..SheetRow::default() };
        for (column, text) in cells {
            let Some(cell) = from_text(text) else { continue };
            if column >= MAX_COLUMNS {
                return Err(ReadError::too_large("it has more than 1,000 columns"));
            }
            self.cells += 1;
            self.text += cell.text().len();
            if self.cells > MAX_CELLS {
                return Err(ReadError::too_large("more than 1,000,000 of its cells are filled"));
            }
            if self.text > MAX_TEXT {
                return Err(ReadError::too_large("it holds more than 60 MiB of text"));
            }
            row.cells.insert(column, cell);
        }
        if !row.cells.is_empty() {
            self.source.sheet.rows.push(row);
        }
        if self.source.sheet.rows.len() > MAX_ROWS + 1 {
            return Err(ReadError::too_large(match self.source.sheet.unit {
                Unit::Row => "it has more than 20,000 rows",
                Unit::Line => "it has more than 20,000 questions",
            }));
        }
        Ok(())
    }

    /// Adds a question.
    pub(super) fn item(&mut self, item: &FileItem) -> Result<(), ReadError> {
        if let Some(why) = item.misfit() {
            return self.source.refuse(item.line, "option5", why);
        }
        let cells = item.cells();
        self.push(item.line, (0..).zip(cells.iter().map(|(_, text)| text.as_str())))
    }

    /// The result.
    ///
    /// # Errors
    /// [`ReadError`] if nothing was read.
    pub(super) fn done(self, format: Format) -> Result<ParsedFile, ReadError> {
        if self.source.sheet.rows.len() < 2 && self.source.left_out == 0 {
            return Err(ReadError::broken(format, "it holds no question"));
        }
        Ok(self.source)
    }
}
