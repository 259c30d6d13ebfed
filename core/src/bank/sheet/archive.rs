//! Unpacks a workbook within the limits of ruling 18, before the spreadsheet library reads it.
//!
//! The result is a new, uncompressed archive with only the XML parts. Its sizes are true, its names unique, and
//! counts for which a reader would allocate memory are checked.

use std::{
    borrow::Cow,
    io::{Cursor, Read, Seek, Write},
};

use zip::{
    CompressionMethod, ZipArchive, ZipWriter, read::Config, result::ZipResult, unstable::read::ZipIterable,
    write::SimpleFileOptions,
};

use super::{runs::marked_up, workbook::WorkbookError};

pub(in crate::bank) const MAX_BYTES: usize = 20 * 1024 * 1024;
const MAX_ENTRIES: usize = 200;
const MAX_UNZIPPED: usize = 60 * 1024 * 1024;
/// Elements that a part may repeat, each of which costs the reader memory: shared texts and styles. Excel itself writes
/// at most 65,490 cell formats.
const MAX_ELEMENTS: [(&str, &str, usize); 6] = [
    ("sharedstrings.xml", "si", 1_000_000),
    ("styles.xml", "xf", 150_000),
    ("styles.xml", "font", 70_000),
    ("styles.xml", "fill", 70_000),
    ("styles.xml", "border", 70_000),
    ("styles.xml", "numFmt", 70_000),
];

/// A workbook that is safe to read.
pub(in crate::bank) struct Repacked {
    /// A stored (uncompressed) archive of its XML parts.
    pub bytes: Vec<u8>,
    /// Whether a sheet may have formulas, so that a second pass is needed.
    pub may_hold_formulas: bool,
    /// Whether a sheet may have merged cells.
    pub may_hold_merges: bool,
    /// Whether a sheet may have hidden rows, drawings or embedded objects.
    pub may_hold_more: bool,
}

/// Checks the limits by inflating every entry, and repacks the XML parts.
pub(in crate::bank) fn repack(bytes: &[u8]) -> Result<Repacked, WorkbookError> {
    if bytes.len() > MAX_BYTES {
        return Err(too_large("the file is larger than 20 MiB"));
    }
    recognise(bytes)?;
    let opened = open(Cursor::new(bytes), MAX_ENTRIES).map_err(|_| broken())?;
    let mut archive = opened.ok_or_else(|| too_large("it holds more than 200 parts"))?;
    recognise_parts(&archive)?;
    let mut out = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let (mut total, mut may_hold_formulas, mut may_hold_merges, mut may_hold_more) = (0, false, false, false);
    let mut part = Vec::new();
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).map_err(|_| broken())?;
        let name = entry.name().map_err(|_| broken())?.into_owned();
        part.clear();
        let left = MAX_UNZIPPED - total;
        // The size in the header is not trusted: reading stops one byte beyond the limit.
        let read = entry.by_ref().take(left as u64 + 1).read_to_end(&mut part);
        read.map_err(|_| broken())?;
        if part.len() > left {
            return Err(too_large("it unpacks to more than 60 MiB"));
        }
        total += part.len();
        // Some programs write `\` in names, as Windows does.
        let name = name.replace('\\', "/");
        let lower = name.to_ascii_lowercase();
        if !(lower.ends_with(".xml") || lower.ends_with(".rels")) {
            continue;
        }
        check_part(&lower, &part)?;
        if lower.contains("worksheets/") {
            may_hold_formulas |= contains(&part, "<f") || contains(&part, ":f");
            may_hold_merges |= contains(&part, "mergeCell");
            may_hold_more |= contains(&part, "hidden=") || contains(&part, "drawing") || contains(&part, "oleObject");
        }
        let formatted = contains(&part, "rPr");
        let written = if formatted { marked_up(&part) } else { Cow::Borrowed(part.as_slice()) };
        total += written.len().saturating_sub(part.len());
        if total > MAX_UNZIPPED {
            return Err(too_large("it unpacks to more than 60 MiB"));
        }
        out.start_file(name, options).map_err(|_| broken())?;
        out.write_all(&written).map_err(|_| broken())?;
    }
    let bytes = out.finish().map_err(|_| broken())?.into_inner();
    Ok(Repacked { bytes, may_hold_formulas, may_hold_merges, may_hold_more })
}

/// Opens an archive, unless it has more entries than this. They are counted one by one first, because an open archive
/// keeps all of them in memory.
pub(in crate::bank) fn open<R: Read + Seek>(mut file: R, most: usize) -> ZipResult<Option<ZipArchive<R>>> {
    let mut entries = ZipIterable::try_new(&mut file, Config::default())?;
    if entries.len() > most {
        return Ok(None);
    }
    // If an entry cannot be read, the library might use another directory in the file, whose entries were not counted.
    entries.files()?.try_for_each(|entry| entry.map(drop))?;
    ZipArchive::new(file).map(Some)
}

/// Explains the usual mistakes by the first bytes of the file.
fn recognise(bytes: &[u8]) -> Result<(), WorkbookError> {
    let start = bytes.get(..bytes.len().min(512)).unwrap_or_default();
    let words = String::from_utf8_lossy(start).trim_start_matches('\u{feff}').trim_start().to_ascii_lowercase();
    let why = if bytes.is_empty() {
        "the file is empty"
    } else if start.starts_with(b"PK\x03\x04") || start.starts_with(b"PK\x05\x06") {
        return Ok(());
    } else if start.starts_with(&[0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]) {
        let mark: Vec<u8> = "EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes).collect();
        if bytes.windows(mark.len()).any(|window| window == mark) {
            "it is protected by a password; remove the password and save it again"
        } else {
            "it is an old Excel file (.xls); open it and save it as Excel Workbook (.xlsx)"
        }
    } else if let Some(what) = foreign(start) {
        what
    } else if words.starts_with('<') {
        "it is a web page or XML document; save it as Excel Workbook (.xlsx)"
    } else if !words.contains('\u{fffd}') && !words.contains('\0') {
        "it is a text or CSV file; open it in a spreadsheet and save it as Excel Workbook (.xlsx)"
    } else {
        "it is not an Excel workbook (.xlsx)"
    };
    Err(WorkbookError::NotAWorkbook { why: why.into() })
}

/// Recognises other kinds of archives by their parts.
fn recognise_parts(archive: &ZipArchive<Cursor<&[u8]>>) -> Result<(), WorkbookError> {
    let has = |part: &str| has_part(archive, part);
    let why = if has("content.xml") && has("META-INF/manifest.xml") {
        "it is an OpenDocument file (.ods); open it and save it as Excel Workbook (.xlsx)"
    } else if has("word/document.xml") {
        "it is a Word document; copy its questions into the sample workbook"
    } else if has("xl/workbook.bin") {
        "it is a binary workbook (.xlsb); open it and save it as Excel Workbook (.xlsx)"
    } else if has("Index/Document.iwa") {
        "it is a Numbers spreadsheet; export it as Excel (.xlsx)"
    } else {
        return Ok(());
    };
    Err(WorkbookError::NotAWorkbook { why: why.into() })
}

/// Whether an archive has a part of this name. Names of parts ignore case, and some programs write `\` for `/`.
pub(in crate::bank) fn has_part<R: Read + Seek>(archive: &ZipArchive<R>, part: &str) -> bool {
    let is_it = |name: &str| name.replace('\\', "/").eq_ignore_ascii_case(part);
    archive.file_names().any(|name| name.is_ok_and(|name| is_it(&name)))
}

/// Whether an area is reversed, such as `B2:A1`. The reader would overflow on it.
fn is_backward(area: &str) -> bool {
    let Some((from, to)) = area.split_once(':') else { return false };
    let place = |cell: &str| {
        let cell = cell.trim_matches('$');
        let digits = cell.find(|sign: char| sign.is_ascii_digit())?;
        let letters = cell[..digits].bytes().filter(u8::is_ascii_alphabetic);
        let column =
            letters.take(8).fold(0_u64, |column, letter| column * 26 + u64::from(letter.to_ascii_uppercase() - b'@'));
        Some((column, cell[digits..].parse::<u64>().ok()?))
    };
    match (place(from), place(to)) {
        (Some(from), Some(to)) => to.0 < from.0 || to.1 < from.1,
        // The reader itself refuses everything that is not an area.
        _ => false,
    }
}

fn check_part(name: &str, part: &[u8]) -> Result<(), WorkbookError> {
    // UTF-16 would pass the checks without being read. No spreadsheet program writes it.
    if part.contains(&0) || part.starts_with(&[0xFE, 0xFF]) || part.starts_with(&[0xFF, 0xFE]) {
        return Err(broken());
    }
    for (ending, element, limit) in MAX_ELEMENTS {
        if name.ends_with(ending) && count_elements(part, element, limit) > limit {
            return Err(too_large("it holds too many texts or cell formats"));
        }
    }
    let mut rest = part;
    while let Some(at) = find(rest, "ref") {
        rest = &rest[at + "ref".len()..];
        let value = rest.trim_ascii_start().strip_prefix(b"=").map_or(&[][..], <[u8]>::trim_ascii_start);
        let quote = value.first().copied().filter(|sign| matches!(sign, b'"' | b'\''));
        let value = quote.and_then(|quote| value[1..].split(|sign| *sign == quote).next()).unwrap_or_default();
        if std::str::from_utf8(value).is_ok_and(is_backward) {
            return Err(broken());
        }
    }
    // The reader allocates memory for as many texts as this attribute claims.
    let claims = |claimed: &[u8]| -> Option<usize> {
        let text = String::from_utf8_lossy(&claimed[..claimed.len().min(100)]);
        let value = text.trim_start().strip_prefix('=')?.trim_start();
        let digits: String = value.chars().skip(1).take_while(|sign| !matches!(sign, '"' | '\'')).collect();
        Some(digits.trim().parse().unwrap_or(usize::MAX))
    };
    if name.ends_with("sharedstrings.xml") {
        let mut rest = part;
        while let Some(at) = find(rest, "uniqueCount") {
            rest = &rest[at + "uniqueCount".len()..];
            if claims(rest).is_some_and(|count| count > 1_000_000) {
                return Err(broken());
            }
        }
    }
    Ok(())
}

fn count_elements(part: &[u8], name: &str, limit: usize) -> usize {
    let (mut rest, mut count) = (part, 0);
    while count <= limit {
        let Some(at) = find(rest, name) else { break };
        let before = at.checked_sub(1).and_then(|before| rest.get(before));
        rest = &rest[at + name.len()..];
        let starts = matches!(before, Some(b'<' | b':'));
        let ends = rest.first().is_some_and(|byte| matches!(byte, b'>' | b'/') || byte.is_ascii_whitespace());
        count += usize::from(starts && ends);
    }
    count
}

fn contains(part: &[u8], needle: &str) -> bool {
    find(part, needle).is_some()
}

/// The first position of `needle`. Jumps from one occurrence of its first byte to the next.
fn find(part: &[u8], needle: &str) -> Option<usize> {
    let first = *needle.as_bytes().first()?;
    let mut from = 0;
    loop {
        from += part.get(from..)?.iter().position(|&byte| byte == first)?;
        if part[from..].starts_with(needle.as_bytes()) {
            return Some(from);
        }
        from += 1;
    }
}

fn broken() -> WorkbookError {
    WorkbookError::NotAWorkbook {
        why: "it is damaged or incomplete; open it in a spreadsheet and save it again".into(),
    }
}

fn too_large(what: &str) -> WorkbookError {
    WorkbookError::TooLarge { what: what.into() }
}

/// Recognises by its first bytes a document or picture that no reader accepts, whatever its name. Returns the end of a
/// sentence.
pub(crate) fn foreign(bytes: &[u8]) -> Option<&'static str> {
    let known: [(&[u8], &str); 9] = [
        (b"%PDF", "it is a PDF document"),
        (b"{\\rtf", "it is a Rich Text document (RTF); copy its questions into the sample workbook"),
        (b"\x89PNG", "it is a picture"),
        (b"\xff\xd8\xff", "it is a picture"),
        (b"GIF8", "it is a picture"),
        (b"RIFF", "it is a picture or a recording"),
        (b"Rar!", "it is a .rar archive; make a .zip of the files"),
        (b"7z\xbc\xaf\x27\x1c", "it is a .7z archive; make a .zip of the files"),
        (b"\x1f\x8b", "it is a .gz archive; unpack it first"),
    ];
    known.into_iter().find(|(start, _)| bytes.starts_with(start)).map(|(_, what)| what)
}
