//! The file of a backup: a gzipped tar archive. Its entries are `sabi-backup.json` (the description),
//! `rows/TABLE/NUMBER`, `pictures/NAME`, `contents.json` (the checksums), and `signature`, made with the
//! installation's key over `contents.json`.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{self, BufReader, Read as _},
    path::Path,
};

use bytes::Bytes;
use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use surrealdb::types::{Value, decode, encode};
use utoipa::ToSchema;

use crate::{
    Error, Result,
    clock::Instant,
    files::ShownPath as _,
    store::{StoredSchema, definitions},
};

/// The version of the file format. A version that older code cannot read gets a higher number.
///
/// Format 1 had no signature.
pub(super) const FORMAT: u32 = 2;
const HEADER: &str = "sabi-backup.json";
const CONTENTS: &str = "contents.json";
const SIGNATURE: &str = "signature";
const ROWS: &str = "rows/";
const PICTURES: &str = "pictures/";
/// The rows of an entry are written once they have this many bytes.
const FULL: usize = 1024 * 1024;
/// The longest signature that is accepted, in bytes.
const MAX_SIGNATURE_BYTES: u64 = 256;
/// The longest entry that is accepted, in bytes. A row may be long, but a longer entry is not from us.
const MAX_ENTRY_BYTES: u64 = 256 * 1024 * 1024;

/// The description of a backup.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BackupHeader {
    pub format: u32,
    /// The version of Sabi that made it.
    pub sabi: String,
    /// The time of the snapshot.
    pub at: Instant,
    #[serde(rename = "shape")]
    pub(crate) schema: StoredSchema,
}

/// The checksums of a backup.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Contents {
    pub tables: BTreeMap<String, Amount>,
    pub pictures: Amount,
    /// SHA-256 (hex) over the names, lengths and bytes of all previous entries.
    pub sha256: String,
}

/// The number of rows or pictures, and their checksum.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Amount {
    pub count: u64,
    /// Their total length, in bytes.
    pub bytes: u64,
    /// SHA-256 over them in order, each prefixed with its length.
    pub sha256: String,
}

/// Computes an [`Amount`].
#[derive(Default)]
pub(super) struct Sum {
    count: u64,
    bytes: u64,
    hash: Sha256,
}

impl Sum {
    fn add(&mut self, parts: &[&[u8]]) {
        self.count += 1;
        for part in parts {
            self.bytes += part.len() as u64;
            self.hash.update((part.len() as u64).to_be_bytes());
            self.hash.update(part);
        }
    }

    pub(super) fn add_row(&mut self, row: &Value) -> Result<()> {
        self.add(&[&encode(row).map_err(Error::internal)?]);
        Ok(())
    }

    pub(super) fn add_picture(&mut self, name: &str, bytes: &[u8]) {
        self.add(&[name.as_bytes(), bytes]);
    }

    pub(super) fn amount(self) -> Amount {
        Amount { count: self.count, bytes: self.bytes, sha256: hex::encode(self.hash.finalize()) }
    }
}

/// Writes a backup into memory, from where it is taken in pieces.
pub(super) struct Writer {
    tar: tar::Builder<GzEncoder<Vec<u8>>>,
    /// The modification time of all entries, in seconds since 1970.
    at: u64,
    hash: Sha256,
    contents: Contents,
    /// The sum of the table or the pictures being written.
    sum: Sum,
    /// The rows of the next entry.
    rows: Vec<u8>,
    entries: u32,
}

impl Writer {
    pub fn new(header: &BackupHeader) -> Result<Self> {
        let tar = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::default()));
        let at = u64::try_from(header.at.timestamp()).unwrap_or_default();
        let (contents, sum, rows) = (Contents::default(), Sum::default(), Vec::new());
        let mut writer = Self { tar, at, hash: Sha256::new(), contents, sum, rows, entries: 0 };
        writer.add(HEADER, &serde_json::to_vec(header).map_err(Error::internal)?)?;
        Ok(writer)
    }

    /// Adds a row of `table`. All rows of a table must be added in sequence.
    pub fn row(&mut self, table: &str, row: &Value) -> Result<()> {
        let bytes = encode(row).map_err(Error::internal)?;
        self.sum.add(&[&bytes]);
        let length = u32::try_from(bytes.len()).map_err(Error::internal)?;
        self.rows.extend_from_slice(&length.to_be_bytes());
        self.rows.extend_from_slice(&bytes);
        if self.rows.len() >= FULL { self.close_entry(table) } else { Ok(()) }
    }

    fn close_entry(&mut self, table: &str) -> Result<()> {
        if self.rows.is_empty() {
            return Ok(());
        }
        self.entries += 1;
        let name = format!("{ROWS}{table}/{:06}", self.entries);
        let rows = std::mem::take(&mut self.rows);
        self.add(&name, &rows)
    }

    /// Ends a table, which may be empty.
    pub fn end_table(&mut self, table: &str) -> Result<()> {
        self.close_entry(table)?;
        self.entries = 0;
        self.contents.tables.insert(table.to_owned(), std::mem::take(&mut self.sum).amount());
        Ok(())
    }

    /// Adds a picture, in order of their names, after all tables.
    pub fn picture(&mut self, name: &str, bytes: &[u8]) -> Result<()> {
        self.sum.add_picture(name, bytes);
        self.add(&format!("{PICTURES}{name}"), bytes)
    }

    /// The bytes written since the last call.
    pub fn take(&mut self) -> Bytes {
        std::mem::take(self.tar.get_mut().get_mut()).into()
    }

    /// Ends and signs the file; returns the last bytes.
    pub fn finish(mut self, sign: impl FnOnce(&[u8]) -> Result<String>) -> Result<Bytes> {
        self.contents.pictures = std::mem::take(&mut self.sum).amount();
        self.contents.sha256 = hex::encode(self.hash.clone().finalize());
        let contents = serde_json::to_vec_pretty(&self.contents).map_err(Error::internal)?;
        self.add(CONTENTS, &contents)?;
        self.add(SIGNATURE, sign(&contents)?.as_bytes())?;
        let compressed = self.tar.into_inner().and_then(GzEncoder::finish).map_err(Error::internal)?;
        Ok(compressed.into())
    }

    fn add(&mut self, name: &str, bytes: &[u8]) -> Result<()> {
        count_in(&mut self.hash, name, bytes);
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o600);
        header.set_mtime(self.at);
        self.tar.append_data(&mut header, name, bytes).map_err(Error::internal)
    }
}

/// The signature of a backup, for checking its origin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SignedContents {
    /// The signed bytes.
    pub contents: Vec<u8>,
    /// The signature; `None` if there is none.
    pub signature: Option<String>,
}

/// The result of reading a whole backup.
#[derive(Debug)]
pub(super) struct ReadBackup {
    pub header: BackupHeader,
    pub contents: Contents,
    pub signed: SignedContents,
}

/// A part of a backup.
#[derive(Debug)]
pub(super) enum BackupPart {
    /// Rows of a table, to be decoded by [`rows`].
    Rows(String, Vec<u8>),
    Picture(String, Bytes),
}

/// Reads a whole backup, and passes each part to `take` in order.
///
/// # Errors
/// [`Error::Conflict`] with reason `not-a-backup` if the file is not a backup or damaged, possibly after parts were
/// passed: only the end shows that it is intact. An error of `take` stops reading.
pub(super) fn read(path: &Path, mut take: impl FnMut(BackupPart) -> Result<()>) -> Result<ReadBackup> {
    let file = File::open(path).map_err(|error| unreadable(path, &error))?;
    let mut archive = tar::Archive::new(GzDecoder::new(BufReader::new(file)));
    let (mut header, mut contents, mut signature) = (None, None, None);
    let (mut hash, mut tables, mut pictures) = (Sha256::new(), BTreeMap::new(), Sum::default());
    // Raw: the entries with which archives extend names would be read into memory, whatever their size. We write none.
    for entry in archive.entries().map_err(damaged)?.raw(true) {
        let mut entry = entry.map_err(damaged)?;
        let name = entry.path().map_err(damaged)?.to_string_lossy().into_owned();
        // Only the signature may follow the contents.
        let is_signature = contents.is_some() && signature.is_none() && name == SIGNATURE;
        let longest = if is_signature { MAX_SIGNATURE_BYTES } else { MAX_ENTRY_BYTES };
        if (contents.is_some() && !is_signature) || entry.size() > longest {
            return Err(damaged("it contains something that Sabi did not write"));
        }
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).map_err(damaged)?;
        if is_signature {
            signature = Some(String::from_utf8(bytes).map_err(damaged)?);
            continue;
        }
        if name == CONTENTS {
            let read: Contents = serde_json::from_slice(&bytes).map_err(damaged)?;
            contents = Some((read, bytes));
            continue;
        }
        count_in(&mut hash, &name, &bytes);
        if header.is_none() {
            header = Some(read_header(&name, &bytes)?);
        } else if let Some(table) = name.strip_prefix(ROWS).and_then(|rest| rest.split('/').next()) {
            if table.is_empty() || !table.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_') {
                return Err(damaged("it has a table that Sabi does not know"));
            }
            let sum: &mut Sum = tables.entry(table.to_owned()).or_default();
            split(&bytes, |row| {
                sum.add(&[row]);
                Ok(())
            })?;
            take(BackupPart::Rows(table.to_owned(), bytes))?;
        } else if let Some(picture) = name.strip_prefix(PICTURES) {
            pictures.add_picture(picture, &bytes);
            take(BackupPart::Picture(picture.to_owned(), bytes.into()))?;
        } else {
            return Err(damaged("it contains something that Sabi did not write"));
        }
    }
    // The checksum of the compression follows the end of the archive.
    io::copy(&mut archive.into_inner(), &mut io::sink()).map_err(damaged)?;
    let (Some(header), Some((contents, signed))) = (header, contents) else {
        return Err(damaged("its end is missing"));
    };
    let mut found: BTreeMap<_, _> = tables.into_iter().map(|(table, sum)| (table, sum.amount())).collect();
    // An empty table has no entry.
    for table in contents.tables.keys() {
        found.entry(table.clone()).or_insert_with(|| Sum::default().amount());
    }
    let found = Contents { tables: found, pictures: pictures.amount(), sha256: hex::encode(hash.finalize()) };
    if found != contents {
        return Err(damaged("its checksums do not match"));
    }
    Ok(ReadBackup { header, contents, signed: SignedContents { contents: signed, signature } })
}

fn read_header(name: &str, bytes: &[u8]) -> Result<BackupHeader> {
    if name != HEADER {
        return Err(damaged("it does not begin like a backup"));
    }
    let header: BackupHeader = serde_json::from_slice(bytes).map_err(damaged)?;
    if header.format > FORMAT {
        let words =
            format!("A newer version of Sabi ({}) made this backup. Restore it with that version.", header.sabi);
        return Err(Error::conflict("not-a-backup", words));
    }
    definitions::check(&header.schema.definitions)?;
    Ok(header)
}

/// Decodes the rows of an entry of a verified file.
pub(super) fn rows(bytes: &[u8]) -> Result<Vec<Value>> {
    let mut rows = Vec::new();
    split(bytes, |row| {
        rows.push(decode(row).map_err(damaged)?);
        Ok(())
    })?;
    Ok(rows)
}

/// Passes the bytes of each row to `take`.
fn split<'a>(mut bytes: &'a [u8], mut take: impl FnMut(&'a [u8]) -> Result<()>) -> Result<()> {
    while let Some((length, rest)) = bytes.split_first_chunk::<4>() {
        let row = rest.split_at_checked(u32::from_be_bytes(*length) as usize);
        let (row, rest) = row.ok_or_else(|| damaged("a row is cut off"))?;
        take(row)?;
        bytes = rest;
    }
    if bytes.is_empty() { Ok(()) } else { Err(damaged("a row is cut off")) }
}

fn count_in(hash: &mut Sha256, name: &str, bytes: &[u8]) {
    for part in [name.as_bytes(), bytes] {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
}

fn damaged(cause: impl std::fmt::Display) -> Error {
    Error::conflict("not-a-backup", format!("The file is not a Sabi backup, or it is damaged: {cause}."))
}

fn unreadable(path: &Path, error: &io::Error) -> Error {
    Error::conflict("unreadable", format!("{}: {error}", path.shown()))
}
