//! Prevents the engine from silently dropping a damaged log.
//!
//! RocksDB replays its write-ahead logs up to the first unreadable record, continues without the rest, and deletes
//! the files. Only its own `LOG` reports this. A record cut off at the end of its file is normal: a kill or a power
//! cut leaves it, and its commit was never acknowledged. Anything else may be a disk fault that lost acknowledged
//! commits. So the logs are hard-linked aside before the engine opens, and kept if the engine reports more than such
//! a tail.

use std::{
    fmt, fs, io,
    path::{Path, PathBuf},
    time::SystemTime,
};

use chrono::{DateTime, Utc};

use super::space;
use crate::files::folder_of;

/// The engine's messages for a record cut off at the end of its file.
const TORN_TAIL: [&str; 3] =
    ["truncated header", "truncated record body", "error reading trailing data due to encountering EOF"];

/// Prefix of folders with kept logs, after the store's name.
const PREFIX: &str = "damaged-";

/// The logs of a store, linked into a folder beside it.
pub(super) struct LogCopies(PathBuf);

/// The loss beyond a torn last record.
#[derive(Debug, PartialEq)]
pub(super) struct Damage {
    /// The minimum and the maximum that was dropped, in bytes.
    bytes: (u64, u64),
    /// The engine's messages.
    words: Vec<String>,
    /// The folder with the kept logs.
    kept: PathBuf,
}

impl LogCopies {
    /// Links the logs of the store aside. Copies that are already there belong to an opening that did not finish;
    /// they are examined first.
    pub fn set_aside(store: &Path) -> io::Result<(Self, Option<Damage>)> {
        let earlier = Self(space::beside(store, "opening")).keep_if_damaged(store)?;
        let copies = Self(space::beside(store, "opening"));
        for log in files(store, is_log)? {
            fs::create_dir_all(&copies.0)?;
            if let Some(name) = log.file_name() {
                fs::hard_link(&log, copies.0.join(name))?;
            }
        }
        Ok((copies, earlier))
    }

    /// Their folder.
    pub fn folder(&self) -> &Path {
        &self.0
    }

    /// Deletes them, or keeps them if the engine reports a loss.
    pub fn keep_if_damaged(self, store: &Path) -> io::Result<Option<Damage>> {
        let Some(since) = changed(&self.0)? else { return Ok(None) };
        // Each opening starts a new LOG, so an older one belongs to another opening.
        let log = match changed(&store.join("LOG"))? {
            Some(at) if at >= since => fs::read(store.join("LOG"))?,
            _ => Vec::new(),
        };
        let log = String::from_utf8_lossy(&log);
        let words: Vec<_> = log.lines().filter(|line| reports_loss(line)).map(str::to_owned).collect();
        if words.is_empty() {
            fs::remove_dir_all(&self.0)?;
            return Ok(None);
        }
        let at = DateTime::<Utc>::from(since).format("%Y%m%dT%H%M%S%3f");
        let kept = space::beside(store, &format!("{PREFIX}{at}"));
        fs::rename(&self.0, &kept)?;
        let most = files(&kept, is_log)?.iter().map(|log| Ok(fs::metadata(log)?.len())).sum::<io::Result<u64>>()?;
        let least = words.iter().filter_map(|line| dropped(line)).sum();
        Ok(Some(Damage { bytes: (least, most), words, kept }))
    }
}

/// The folders of kept logs beside a store, oldest first.
pub(super) fn damaged_logs(store: &Path) -> io::Result<Vec<PathBuf>> {
    let begin = space::beside(store, PREFIX);
    let Some(begin) = begin.file_name().and_then(|name| name.to_str()) else { return Ok(Vec::new()) };
    let mut kept = files(folder_of(store), |name| name.starts_with(begin))?;
    kept.sort_unstable();
    Ok(kept)
}

impl fmt::Display for Damage {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (least, most) = self.bytes;
        let (first, more) = self.words.split_first().map_or(("", 0), |(first, more)| (first.as_str(), more.len()));
        write!(
            out,
            "The store's log is damaged: {least} to {most} bytes of the last changes could not be read and are \
             now missing, possibly acknowledged ones. The power failed while they were being written, or the disk \
             lost them. The untouched logs are in {}: copy them away before you do anything else, check the disk, \
             and restore the last backup if answers are missing. The engine says: {first}",
            self.kept.display()
        )?;
        if more > 0 { write!(out, " (and {more} more such lines in its LOG)") } else { Ok(()) }
    }
}

/// Files of a folder by name; none if the folder does not exist.
fn files(folder: &Path, wanted: impl Fn(&str) -> bool) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let paths = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    let is_wanted = |path: &PathBuf| path.file_name().and_then(|name| name.to_str()).is_some_and(&wanted);
    Ok(paths.into_iter().filter(is_wanted).collect())
}

/// Whether a file is a write-ahead log: `000123.log`.
fn is_log(name: &str) -> bool {
    name.strip_suffix(".log").is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// When a file or folder was last changed; `None` if it does not exist.
fn changed(path: &Path) -> io::Result<Option<SystemTime>> {
    match fs::metadata(path) {
        Ok(found) => found.modified().map(Some),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Whether a line of the engine's `LOG` reports a loss beyond a torn last record.
fn reports_loss(line: &str) -> bool {
    dropped(line).is_some() && !TORN_TAIL.iter().any(|reason| line.trim_end().ends_with(reason))
}

/// The number of dropped bytes in a line: `….log: dropping 1234 bytes; Corruption: checksum mismatch`.
fn dropped(line: &str) -> Option<u64> {
    let (_, rest) = line.split_once(".log: dropping ")?;
    rest.split_once(" bytes")?.0.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TORN: &str = "2026/11/21-12:00:00.1 7 [WARN] [db/db_impl/db_impl_open.cc:1120] /d/store/000012.log: dropping 97 bytes; Corruption: truncated record body";
    const FLIPPED: &str = "2026/11/21-12:00:00.1 7 [WARN] [db/db_impl/db_impl_open.cc:1120] /d/store/000012.log: dropping 30011 bytes; Corruption: checksum mismatch";
    const WHOLE: &str =
        "2026/11/21-12:00:00.1 7 [WARN] [db/db_impl/db_impl_open.cc:1269] /d/store/000013.log: dropping 500 bytes";

    /// A store that was opened, and its logs set aside before.
    fn opened(log: &str) -> (tempfile::TempDir, PathBuf, LogCopies) {
        let data = tempfile::tempdir().unwrap();
        let store = data.path().join("store");
        fs::create_dir(&store).unwrap();
        for (name, text) in [("000012.log", "twelve"), ("000013.log", "thirteen"), ("000014.sst", "table")] {
            fs::write(store.join(name), text).unwrap();
        }
        let (copies, earlier) = LogCopies::set_aside(&store).unwrap();
        assert_eq!((files(copies.folder(), |_| true).unwrap().len(), earlier), (2, None), "the logs, and nothing else");
        // The engine opens: it deletes the logs that it has read, and reports what it dropped.
        fs::remove_file(store.join("000012.log")).unwrap();
        fs::write(store.join("LOG"), log).unwrap();
        (data, store, copies)
    }

    #[test]
    fn nothing_is_kept_of_a_log_that_was_read_to_its_end() {
        for log in ["", "options and so on", TORN] {
            let (_data, store, copies) = opened(log);
            assert_eq!(copies.keep_if_damaged(&store).unwrap(), None, "{log}");
            assert!(!store.with_extension("opening").exists());
        }
    }

    #[test]
    fn a_log_that_lost_more_than_its_tail_is_kept_and_reported() {
        for (log, least) in [(FLIPPED.to_owned(), 30011), (format!("{TORN}\n{FLIPPED}\n{WHOLE}"), 30511)] {
            let (_data, store, copies) = opened(&log);
            assert_eq!(damaged_logs(&store).unwrap(), [""; 0].map(PathBuf::from));
            let damage = copies.keep_if_damaged(&store).unwrap().unwrap();
            assert_eq!(damaged_logs(&store).unwrap(), std::slice::from_ref(&damage.kept));
            assert_eq!(damage.bytes, (least, "twelve".len() as u64 + "thirteen".len() as u64));
            assert_eq!(fs::read(damage.kept.join("000012.log")).unwrap(), b"twelve");
            assert!(!store.with_extension("opening").exists(), "the next opening begins with none");
            let told = damage.to_string();
            assert!(told.contains(&least.to_string()) && told.contains("checksum mismatch"), "{told}");
        }
    }

    #[test]
    fn one_line_of_damage_is_quoted_and_the_others_counted() {
        let (_data, store, copies) = opened(&[FLIPPED; 40].join("\n"));
        let told = copies.keep_if_damaged(&store).unwrap().unwrap().to_string();
        assert_eq!(told.matches("dropping").count(), 1, "{told}");
        assert!(told.ends_with("(and 39 more such lines in its LOG)"), "{told}");
    }

    #[test]
    fn an_opening_that_was_cut_off_is_judged_by_the_next() {
        let (_data, store, _cut_off) = opened(FLIPPED);
        let (copies, damage) = LogCopies::set_aside(&store).unwrap();
        assert_eq!(fs::read(damage.unwrap().kept.join("000012.log")).unwrap(), b"twelve");
        assert!(copies.folder().join("000013.log").exists());
        assert!(!copies.folder().join("000012.log").exists());
    }

    #[test]
    fn damage_that_was_reported_is_not_reported_again() {
        let (_data, store, copies) = opened(FLIPPED);
        copies.keep_if_damaged(&store).unwrap().unwrap();
        let (copies, earlier) = LogCopies::set_aside(&store).unwrap();
        assert_eq!(earlier, None);
        fs::rename(store.join("LOG"), store.join("LOG.old.1")).unwrap();
        fs::write(store.join("LOG"), "").unwrap();
        assert_eq!(copies.keep_if_damaged(&store).unwrap(), None);
    }
}
