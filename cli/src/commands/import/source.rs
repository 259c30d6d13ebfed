//! Reads workbooks and pictures from files, folders and stdin, within limits.

use std::{
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
};

use sabi_api::client::WorkbookSource;
use sabi_core::bank::import::{MAX_PICTURES, MAX_TOTAL, is_picture_name};
use sabi_core::files::ShownPath as _;

use crate::exit::{self, failure};

/// The largest workbook (ruling 18), in bytes.
const MAX_WORKBOOK_BYTES: u64 = 20 * 1024 * 1024;
/// Maximum nesting of folders with pictures.
const MAX_FOLDER_DEPTH: usize = 8;

/// A workbook's name and source. Anything but a regular file is read here, up to the limit.
pub fn read(path: &Path) -> anyhow::Result<(String, WorkbookSource)> {
    if path.as_os_str() == "-" {
        return Ok(("stdin.xlsx".into(), WorkbookSource::Bytes(bounded("stdin", io::stdin().lock())?)));
    }
    let shown = path.shown().to_string();
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let file = File::open(path).map_err(|error| unreadable(path, &error))?;
    let about = file.metadata().map_err(|error| unreadable(path, &error))?;
    let is_bundle = about.is_file() && path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip"));
    if !is_bundle {
        return Ok((name, WorkbookSource::Bytes(bounded(&shown, file)?)));
    }
    if about.len() > MAX_TOTAL {
        return Err(failure(exit::NOT_A_WORKBOOK, format!("{shown} is larger than 1 GiB.")));
    }
    Ok((name, WorkbookSource::At(path.to_owned())))
}

fn bounded(shown: &str, from: impl Read) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = from.take(MAX_WORKBOOK_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(|error| unreadable(Path::new(shown), &error))?;
    if bytes.len() as u64 > MAX_WORKBOOK_BYTES {
        return Err(failure(exit::NOT_A_WORKBOOK, format!("{shown} is larger than 20 MiB.")));
    }
    Ok(bytes)
}

/// The pictures of a folder and its subfolders, by relative path. Links to folders are not followed, because they could
/// form a cycle.
pub fn pictures(folder: &Path) -> anyhow::Result<Vec<(String, PathBuf)>> {
    let mut found = Vec::new();
    gather(folder, "", 0, &mut found)?;
    if found.len() > MAX_PICTURES {
        let words = format!("{} contains more than {MAX_PICTURES} pictures.", folder.shown());
        return Err(failure(exit::NOT_A_WORKBOOK, words));
    }
    found.sort();
    Ok(found)
}

fn gather(folder: &Path, before: &str, depth: usize, found: &mut Vec<(String, PathBuf)>) -> anyhow::Result<()> {
    for entry in fs::read_dir(folder).map_err(|error| unreadable(folder, &error))? {
        let entry = entry.map_err(|error| unreadable(folder, &error))?;
        let kind = entry.file_type().map_err(|error| unreadable(&entry.path(), &error))?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let inner = format!("{before}{name}");
        if kind.is_dir() && depth < MAX_FOLDER_DEPTH && !name.starts_with('.') {
            gather(&entry.path(), &format!("{inner}/"), depth + 1, found)?;
        } else if !kind.is_dir() && is_picture_name(&name) && entry.path().is_file() {
            found.push((inner, entry.path()));
        }
        if found.len() > MAX_PICTURES {
            break;
        }
    }
    Ok(())
}

fn unreadable(path: &Path, error: &io::Error) -> anyhow::Error {
    failure(exit::NO_INPUT, format!("{}: {error}.", path.shown()))
}
