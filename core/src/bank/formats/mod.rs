//! The file formats of question banks. Each is read into the sheet that the importer checks.
//!
//! A reader knows its format and nothing about the bank: it returns rows with the importer's columns, numbered by
//! their line in the file ([`ParsedFile`]). A writer returns the text of one question and names what the format cannot
//! hold ([`Written`]). Both are pure.

mod aiken;
mod csv;
mod encoding;
mod file_item;
mod gift;
mod guess;
mod json_lines;
mod markdown;
mod marks;
mod moodle;
mod pictures;
mod source;
mod write;
mod xlsx;

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    ItemKind,
    sheet::{foreign, workbook},
};
pub use file_item::FileBody;
pub(crate) use file_item::FileItem;
pub(crate) use source::ParsedFile;
pub use source::ReadError;
pub(crate) use write::{Writer, Written};
pub(crate) use xlsx::{book_of, write as workbook_of};

/// The largest file that is read, in bytes (ruling 18).
pub const MAX_BYTES: usize = 20 * 1024 * 1024;

/// A format of question banks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// An Excel workbook.
    Xlsx,
    /// Comma-separated values, with semicolons and tabs too.
    Csv,
    /// Moodle's plainest text format.
    Aiken,
    /// Moodle's richer text format.
    Gift,
    /// Moodle XML.
    Xml,
    /// A JSON object a line.
    Jsonl,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Xlsx, Self::Csv, Self::Aiken, Self::Gift, Self::Xml, Self::Jsonl];

    /// The word by which callers name it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Xlsx => "xlsx",
            Self::Csv => "csv",
            Self::Aiken => "aiken",
            Self::Gift => "gift",
            Self::Xml => "xml",
            Self::Jsonl => "jsonl",
        }
    }

    /// The file extension of exports, without the dot.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Aiken => "txt",
            other => other.word(),
        }
    }

    /// The file extensions that it can have, without the dot.
    pub const fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Xlsx => &["xlsx"],
            Self::Csv => &["csv", "tsv"],
            Self::Aiken => &["txt"],
            Self::Gift => &["gift"],
            Self::Xml => &["xml"],
            Self::Jsonl => &["jsonl", "ndjson", "json"],
        }
    }

    /// The media type.
    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            Self::Csv => "text/csv; charset=utf-8",
            Self::Aiken | Self::Gift => "text/plain; charset=utf-8",
            Self::Xml => "application/xml; charset=utf-8",
            Self::Jsonl => "application/jsonl; charset=utf-8",
        }
    }

    /// Its name in sentences.
    const fn name(self) -> &'static str {
        match self {
            Self::Xlsx => "workbook",
            Self::Csv => "CSV file",
            Self::Aiken => "Aiken file",
            Self::Gift => "GIFT file",
            Self::Xml => "Moodle XML file",
            Self::Jsonl => "JSON Lines file",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.word())
    }
}

/// The error for a word that names no format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("Format must be xlsx, csv, aiken, gift, xml or jsonl.")]
pub struct UnknownFormat;

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(word: &str) -> Result<Self, UnknownFormat> {
        let word = word.trim().to_lowercase();
        Self::ALL.into_iter().find(|format| format.word() == word).ok_or(UnknownFormat)
    }
}

/// A file to import, and its format.
#[derive(Debug, Clone)]
pub struct File {
    /// Its content.
    pub bytes: Vec<u8>,
    /// The format in which it is read.
    pub format: Format,
}

impl File {
    /// A file in the given format. Without one, it is detected by content, then by name.
    pub fn new(bytes: Vec<u8>, name: &str, format: Option<Format>) -> Self {
        let format = format.unwrap_or_else(|| guess::guess(&bytes, name));
        Self { bytes, format }
    }
}

impl From<Vec<u8>> for File {
    fn from(bytes: Vec<u8>) -> Self {
        Self::new(bytes, "", None)
    }
}

/// Reads a file into the importer's sheet.
///
/// # Errors
/// [`ReadError`] if nothing in the file can be used. An error in one question is a problem of the [`ParsedFile`].
pub(crate) fn read(file: &File, kind: ItemKind) -> Result<ParsedFile, ReadError> {
    if file.format == Format::Xlsx {
        return Ok(ParsedFile::from(workbook::read(&file.bytes)?));
    }
    if file.bytes.len() > MAX_BYTES {
        return Err(ReadError::too_large("it is larger than 20 MiB"));
    }
    if let Some(what) = foreign(&file.bytes) {
        return Err(ReadError::broken(file.format, what));
    }
    let text = encoding::decode(&file.bytes, file.format)?;
    let mut source = match file.format {
        Format::Xlsx | Format::Csv => csv::read(&text.text)?,
        Format::Aiken => aiken::read(&text.text, kind)?,
        Format::Gift => gift::read(&text.text, kind)?,
        Format::Xml => moodle::read(&text.text, kind)?,
        Format::Jsonl => json_lines::read(&text.text)?,
    };
    source.warnings.extend(text.warning);
    Ok(source)
}

#[cfg(test)]
mod tests;
