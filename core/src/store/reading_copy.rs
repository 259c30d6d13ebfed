//! A copy for reading a store that cannot be written, because its disk is full or its folder read-only. The engine
//! writes whenever it opens, so it opens the copy.

use std::{
    fs, io,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
};

use tempfile::TempDir;

use super::space;

/// An in-memory folder for the copy, if the folder for temporary files has no room.
const MEMORY: &str = "/dev/shm";
/// Bytes for opening a store, in addition to the tables from its log.
const MARGIN: u64 = 32 * 1024 * 1024;

/// Prefix of a copy's name; the id of its process follows.
const PREFIX: &str = "sabi-store-";

/// The copy of a store, deleted on drop.
#[derive(Debug)]
pub(super) struct ReadingCopy(TempDir);

impl ReadingCopy {
    /// Copies a store that nobody writes to. Tables and files of large values never change, so they are linked.
    ///
    /// # Errors
    /// If no folder for temporary files has room, or the store cannot be read.
    pub fn of(store: &Path) -> io::Result<Self> {
        Self::within(store, &[std::env::temp_dir(), MEMORY.into()])
    }

    fn within(store: &Path, places: &[PathBuf]) -> io::Result<Self> {
        places.iter().for_each(|place| drop_left(place));
        let needed = room_to_open(store)?;
        let has_room = |place: &&PathBuf| space::free(place).is_ok_and(|free| free >= needed);
        let made = places.iter().filter(has_room).find_map(|place| {
            tempfile::Builder::new().prefix(&format!("{PREFIX}{}-", std::process::id())).tempdir_in(place).ok()
        });
        let copy = Self(made.ok_or_else(|| {
            let words = format!(
                "reading the store needs {} in a writable folder for temporary files (TMPDIR)",
                space::words(needed)
            );
            io::Error::new(io::ErrorKind::StorageFull, words)
        })?);
        let to = copy.store();
        fs::create_dir(&to)?;
        let from = store.canonicalize()?;
        for entry in fs::read_dir(&from)? {
            let (path, name) = entry.map(|entry| (entry.path(), entry.file_name()))?;
            if is_fixed(&path) {
                symlink(&path, to.join(name))?;
            } else if path.is_file() {
                fs::copy(&path, to.join(name))?;
            }
        }
        Ok(copy)
    }

    /// The folder that the engine opens.
    pub fn store(&self) -> PathBuf {
        self.0.path().join("store")
    }
}

/// Deletes the copies of processes that ended without deleting them.
fn drop_left(place: &Path) {
    for entry in fs::read_dir(place).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let process = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.split('-').next());
        if process.is_some_and(|process| !Path::new("/proc").join(process).exists()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Bytes needed to open this store in place: the engine writes its log to tables before it deletes the log.
pub(super) fn room_to_open(store: &Path) -> io::Result<u64> {
    let mut changing: u64 = 0;
    for entry in fs::read_dir(store)? {
        let entry = entry?;
        if !is_fixed(&entry.path()) {
            changing += entry.metadata()?.len();
        }
    }
    Ok(changing.saturating_mul(2).saturating_add(MARGIN))
}

/// Whether the engine never changes this file once it is written.
fn is_fixed(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "sst" || end == "blob")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_links_what_never_changes_and_goes_with_its_handle() {
        let data = tempfile::tempdir().unwrap();
        let store = data.path().join("store");
        fs::create_dir(&store).unwrap();
        for (name, text) in [("000012.sst", "table"), ("000013.blob", "large"), ("000014.log", "log"), ("CURRENT", "M")]
        {
            fs::write(store.join(name), text).unwrap();
        }
        let elsewhere = tempfile::tempdir().unwrap();
        let copy = ReadingCopy::within(&store, &[data.path().join("nowhere"), elsewhere.path().into()]).unwrap();
        let folder = copy.store();
        assert!(folder.starts_with(elsewhere.path()), "the first place is none");
        for (name, text, is_link) in [
            ("000012.sst", "table", true),
            ("000013.blob", "large", true),
            ("000014.log", "log", false),
            ("CURRENT", "M", false),
        ] {
            assert_eq!(fs::read_to_string(folder.join(name)).unwrap(), text);
            assert_eq!(folder.join(name).is_symlink(), is_link, "{name}");
        }
        fs::remove_file(folder.join("000012.sst")).unwrap();
        fs::write(folder.join("000014.log"), "more").unwrap();
        drop(copy);
        assert!(!folder.exists());
        // A killed process leaves its copy behind.
        let [dead, alive] = [u32::MAX, std::process::id()].map(|id| elsewhere.path().join(format!("{PREFIX}{id}-x")));
        fs::create_dir(&dead).unwrap();
        fs::create_dir(&alive).unwrap();
        ReadingCopy::within(&store, &[elsewhere.path().into()]).unwrap();
        assert_eq!([dead.exists(), alive.exists()], [false, true]);
        assert_eq!(fs::read_to_string(store.join("000012.sst")).unwrap(), "table");
        assert_eq!(fs::read_to_string(store.join("000014.log")).unwrap(), "log");
    }

    #[test]
    fn a_store_without_a_place_for_its_copy_says_what_is_needed() {
        let store = tempfile::tempdir().unwrap();
        fs::write(store.path().join("000014.log"), "log").unwrap();
        let error = ReadingCopy::within(store.path(), &["/proc".into(), "/nowhere".into()]).unwrap_err();
        assert!(error.to_string().contains("32 MiB") && error.to_string().contains("TMPDIR"), "{error}");
    }
}
