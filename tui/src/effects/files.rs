//! Stores unsent grades on this machine: one file per console, in the user's own folder.

use std::{
    cmp::Reverse,
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

use crate::{habits::Habits, outbox::Outbox};

/// Maximum number of consoles of one account that run at the same time.
const MAX_CONSOLES: usize = 20;

/// The file of this console. A separate thread writes it, so that keys do not wait for the disk.
pub struct OutboxFile {
    /// The unsent work of earlier consoles.
    pub left_behind: String,
    /// Where a file was moved that this version cannot read.
    pub damaged: Option<PathBuf>,
    writer: Option<(Sender<String>, JoinHandle<()>)>,
    /// Why the latest state is not on disk.
    failure: Arc<Mutex<Option<io::Error>>>,
    /// Held while this console runs, so that no other one uses its file.
    _lock: File,
}

impl OutboxFile {
    /// Opens the first unused file of this account at this server, and takes over what earlier consoles left in all
    /// unused files.
    ///
    /// # Errors
    /// If the folder cannot be written, or an earlier console's file cannot be read.
    pub fn open(folder: &Path, account: &str) -> io::Result<Self> {
        let folder = folder.join("console");
        make_private_folder(&folder)?;
        let name = file_stem(account);
        let mut unused = Vec::new();
        for place in 0..MAX_CONSOLES {
            let path = folder.join(format!("{name}-{place}.json"));
            // One place is enough; of the others, those with work matter.
            if !unused.is_empty() && !path.exists() {
                continue;
            }
            let lock = private_file(&path.with_extension("lock"))?;
            match lock.try_lock() {
                Ok(()) => unused.push((path, lock)),
                Err(TryLockError::WouldBlock) => {}
                Err(TryLockError::Error(error)) => return Err(error),
            }
        }
        let (mut texts, mut damaged) = (Vec::new(), None);
        // The newest first, whose grades win.
        let mut newest: Vec<&(PathBuf, File)> = unused.iter().collect();
        newest.sort_by_key(|(path, _)| Reverse(fs::metadata(path).and_then(|file| file.modified()).ok()));
        for (path, _) in newest {
            match read(path)? {
                text if text.is_empty() => {}
                text if Outbox::merged(std::slice::from_ref(&text)).is_ok() => texts.push(text),
                _ => damaged = Some(set_aside(path)?),
            }
        }
        let mut unused = unused.into_iter();
        let Some((path, lock)) = unused.next() else {
            return Err(io::Error::other("too many consoles of this account run on this machine"));
        };
        let left_behind = Outbox::merged(&texts)?;
        // The work of others is deleted only when it is stored here.
        let others: Vec<_> = unused.collect();
        if !others.is_empty() {
            write_private(&path, left_behind.as_bytes())?;
        }
        for (other, _) in &others {
            delete(other)?;
        }
        Ok(Self::of(path, lock, left_behind, damaged))
    }

    fn of(path: PathBuf, lock: File, left_behind: String, damaged: Option<PathBuf>) -> Self {
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
        Self { left_behind, damaged, writer: Some((sender, writer)), failure, _lock: lock }
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

/// The text of a file; empty if there is none.
fn read(path: &Path) -> io::Result<String> {
    match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        read => Ok(String::from_utf8_lossy(&read?).into_owned()),
    }
}

/// Renames a file, so that its content stays when its name is used again. Returns the new path.
fn set_aside(path: &Path) -> io::Result<PathBuf> {
    let names = (1..).map(|n| path.with_extension(format!("damaged-{n}")));
    let aside = names.into_iter().find(|name| !name.exists()).unwrap_or_else(|| path.with_extension("damaged"));
    fs::rename(path, &aside)?;
    Ok(aside)
}

fn delete(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
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
    use serde_json::json;

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

    /// The unsent grade of one answer, as an outbox stores it.
    fn work(answer: &str) -> String {
        let job = json!({
            "id": "quiz", "revision": 1, "then": null, "held_up": null,
            "grades": [{ "number": 1, "grade": grade(answer), "before": grade(answer) }],
        });
        json!([job]).to_string()
    }

    fn grade(answer: &str) -> serde_json::Value {
        json!({ "answerId": answer, "ansGrade": 25, "remark": null })
    }

    #[test]
    fn stored_grades_are_read_by_exactly_one_later_console() {
        let folder = tempfile::tempdir().unwrap();
        let open = |account: &str| OutboxFile::open(folder.path(), account).unwrap();
        let waiting = |file: &OutboxFile| Outbox::restored(&file.left_behind).waiting();
        let first = open("bola@sabi.test");
        assert_eq!(waiting(&first), 0);
        let second = open("bola@sabi.test");
        first.save(work("old"));
        first.save(work("new"));
        second.save(work("other"));
        drop(first);
        let third = open("bola@sabi.test");
        assert!(third.left_behind.contains("new") && waiting(&third) == 1, "the second console still runs");
        for other in ["someone else", "bola-sabi.test", "bola@sabi-test"] {
            assert_eq!(waiting(&open(other)), 0);
        }
        drop(second);
        drop(third);
        let last = open("bola@sabi.test");
        assert!(last.left_behind.contains("new") && last.left_behind.contains("other"), "{}", last.left_behind);
        drop(last);
        let again = open("bola@sabi.test");
        assert_eq!(waiting(&again), 2, "power failed before they were sent");
        assert_eq!(waiting(&open("bola@sabi.test")), 0, "two consoles do not send the same");
    }

    #[test]
    fn a_file_that_cannot_be_read_is_set_aside() {
        let folder = tempfile::tempdir().unwrap();
        let first = OutboxFile::open(folder.path(), "bola@sabi.test").unwrap();
        first.save("[{\"id\": 1}]".into());
        drop(first);
        let second = OutboxFile::open(folder.path(), "bola@sabi.test").unwrap();
        let aside = second.damaged.clone().unwrap();
        second.save(work("new"));
        drop(second);
        assert_eq!(fs::read_to_string(aside).unwrap(), "[{\"id\": 1}]");
        assert_eq!(OutboxFile::open(folder.path(), "bola@sabi.test").unwrap().damaged, None);
    }
}
