//! Stores unsent grades on this machine: one file per console, in the user's own folder.

use std::{
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Sender, channel},
    },
    thread::JoinHandle,
};

use sabi_core::files::{make_private_folder, write_private};
use sha2::{Digest as _, Sha256};

use crate::habits::Habits;

/// Maximum number of consoles of one account that run at the same time.
const MAX_CONSOLES: usize = 20;

/// The file of this console. A separate thread writes it, so that keys do not wait for the disk.
pub struct OutboxFile {
    /// The unsent work of an earlier console.
    pub left_behind: String,
    writer: Option<(Sender<String>, JoinHandle<()>)>,
    /// Why the latest state is not on disk.
    failure: Arc<Mutex<Option<io::Error>>>,
    /// Held while this console runs, so that no other one uses its file.
    _lock: File,
}

impl OutboxFile {
    /// Opens the first unused file of this account at this server.
    ///
    /// # Errors
    /// If the folder cannot be written, or an earlier console's file cannot be read.
    pub fn open(folder: &Path, account: &str) -> io::Result<Self> {
        let folder = folder.join("console");
        make_private_folder(&folder)?;
        let name = file_stem(account);
        for place in 0..MAX_CONSOLES {
            let path = folder.join(format!("{name}-{place}.json"));
            let lock = private_file(&path.with_extension("lock"))?;
            match lock.try_lock() {
                Ok(()) => return Self::of(path, lock),
                Err(TryLockError::WouldBlock) => {}
                Err(TryLockError::Error(error)) => return Err(error),
            }
        }
        Err(io::Error::other("too many consoles of this account run on this machine"))
    }

    fn of(path: PathBuf, lock: File) -> io::Result<Self> {
        let left_behind = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            read => read?,
        };
        let failure = Arc::<Mutex<_>>::default();
        let last = failure.clone();
        let (sender, latest_states) = channel::<String>();
        let writer = std::thread::spawn(move || {
            while let Ok(mut latest) = latest_states.recv() {
                while let Ok(later) = latest_states.try_recv() {
                    latest = later;
                }
                // The work continues without the copy: grades are still sent to the server, and quitting before that
                // shows a warning.
                *last.lock().unwrap_or_else(PoisonError::into_inner) = write_private(&path, latest.as_bytes()).err();
            }
        });
        Ok(Self { left_behind, writer: Some((sender, writer)), failure, _lock: lock })
    }

    /// Why the latest state is not on disk.
    pub fn failure(&self) -> Option<String> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).as_ref().map(ToString::to_string)
    }

    /// Replaces the stored text.
    pub fn save(&self, text: String) {
        if let Some((sender, _)) = &self.writer {
            let _ = sender.send(text);
        }
    }
}

/// Opens or creates a file that only its owner can read.
fn private_file(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.create(true).append(true).open(path)
}

impl Drop for OutboxFile {
    /// Everything is on disk when this returns.
    fn drop(&mut self) {
        if let Some((sender, writer)) = self.writer.take() {
            drop(sender);
            let _ = writer.join();
        }
    }
}

/// The file of an account's [`Habits`]. The last console that changes them wins.
pub struct HabitsFile(PathBuf);

impl HabitsFile {
    /// The account's file and its content; defaults if it is missing or cannot be read.
    pub fn open(folder: &Path, account: &str) -> (Self, Habits) {
        let path = folder.join("console").join(format!("{}.habits.json", file_stem(account)));
        let habits = fs::read_to_string(&path).map(|json| Habits::from_json(&json)).unwrap_or_default();
        (Self(path), habits)
    }

    /// Replaces the content of the file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, json: &str) -> io::Result<()> {
        write_private(&self.0, json.as_bytes())
    }
}

/// A file name that is different for each account without containing its name.
fn file_stem(account: &str) -> String {
    hex::encode(&Sha256::digest(account)[..16])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_storing_and_reading_grades_are_reported() {
        let folder = tempfile::tempdir().unwrap();
        let outbox_file = OutboxFile::open(folder.path(), "bola@sabi.test").unwrap();
        let lock = fs::read_dir(folder.path().join("console")).unwrap().next().unwrap().unwrap().path();
        let file = lock.with_extension("json");
        // A folder in the place of the file.
        fs::create_dir(&file).unwrap();
        outbox_file.save("new".into());
        let failure = outbox_file.failure.clone();
        drop(outbox_file);
        assert!(failure.lock().unwrap().is_some());
        assert!(
            OutboxFile::open(folder.path(), "bola@sabi.test").is_err(),
            "it cannot be read, and must not be written over"
        );
    }

    #[test]
    fn habits_are_kept_by_account() {
        let folder = tempfile::tempdir().unwrap();
        let _first = OutboxFile::open(folder.path(), "bola@sabi.test").unwrap();
        let (file, habits) = HabitsFile::open(folder.path(), "bola@sabi.test");
        assert_eq!(habits, Habits::default());
        let habits = Habits { advance: Some(true), ..Habits::default() };
        file.write(&habits.to_json()).unwrap();
        assert_eq!(HabitsFile::open(folder.path(), "bola@sabi.test").1, habits);
        assert_eq!(HabitsFile::open(folder.path(), "ada@sabi.test").1, Habits::default());
    }

    #[test]
    fn stored_grades_are_read_by_exactly_one_later_console() {
        let folder = tempfile::tempdir().unwrap();
        let first = OutboxFile::open(folder.path(), "bola@sabi.test").unwrap();
        assert_eq!(first.left_behind, "");
        let second = OutboxFile::open(folder.path(), "bola@sabi.test").unwrap();
        first.save("old".into());
        first.save("new".into());
        second.save("other".into());
        drop(first);
        assert_eq!(OutboxFile::open(folder.path(), "bola@sabi.test").unwrap().left_behind, "new");
        for other in ["someone else", "bola-sabi.test", "bola@sabi-test"] {
            assert_eq!(OutboxFile::open(folder.path(), other).unwrap().left_behind, "");
        }
        drop(second);
    }
}
