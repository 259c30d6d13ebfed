//! Files with secrets, and their folders.

use std::{
    fmt::{self, Write as _},
    io,
    io::Write as _,
    path::{Path, PathBuf},
};

use tempfile::NamedTempFile;

mod folders;

pub(crate) use folders::{make_contents_private, make_private, sync_parent};

/// Paths for display.
pub trait ShownPath {
    /// The path with control characters and bidirectional marks escaped, so that a file name cannot control a terminal
    /// or fake further lines of output.
    fn shown(&self) -> Shown<'_>;
}

impl ShownPath for Path {
    fn shown(&self) -> Shown<'_> {
        Shown(self)
    }
}

/// A path that is safe to print.
pub struct Shown<'a>(&'a Path);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turns =
            |sign: char| matches!(sign, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        self.0.to_string_lossy().chars().try_for_each(|sign| match sign {
            sign if sign.is_control() => write!(out, "{}", sign.escape_default()),
            sign if turns(sign) => write!(out, "{}", sign.escape_unicode()),
            sign => out.write_char(sign),
        })
    }
}

/// Creates a folder for settings or secrets if it is missing, and makes it accessible to its owner only.
pub fn make_private_folder(folder: &Path) -> io::Result<()> {
    make_private(folder)
}

/// Writes a file that only its owner can read, replacing any existing one. Atomic and durable: it is complete and on
/// disk when this returns, or unchanged.
pub fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let (file, folder) = private(path, bytes)?;
    file.persist(path)?;
    sync(&folder)
}

/// Like [`write_private`], but fails if the file exists.
pub(crate) fn create_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let (file, folder) = private(path, bytes)?;
    file.persist_noclobber(path)?;
    sync(&folder)
}

/// The parent folder of `path`; the current folder if `path` is only a name.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Writes the bytes durably to a temporary file beside `path`, and returns it with their folder.
fn private(path: &Path, bytes: &[u8]) -> io::Result<(NamedTempFile, PathBuf)> {
    let folder = folder_of(path);
    let mut file = unfinished(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    Ok((file, folder.to_owned()))
}

/// A temporary file in this folder, to be renamed once it is complete.
///
/// # Errors
/// The system's error, without the temporary file's name, which means nothing to the user.
pub fn unfinished(folder: &Path) -> io::Result<NamedTempFile> {
    NamedTempFile::with_prefix_in(".unfinished-", folder).map_err(|error| {
        let words = error.to_string();
        let words = words.split(" at path ").next().unwrap_or_default().to_owned();
        io::Error::new(error.kind(), words)
    })
}

/// Syncs the folder's directory entries to disk.
fn sync(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    std::fs::File::open(folder)?.sync_all()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_control_characters_is_shown_escaped() {
        let name = Path::new("a\u{1b}[2J\nb\u{202e}\u{9b}ẹ̀kọ́ c.xlsx");
        assert_eq!(name.shown().to_string(), "a\\u{1b}[2J\\nb\\u{202e}\\u{9b}ẹ̀kọ́ c.xlsx");
    }

    #[test]
    fn no_error_names_a_file_that_nobody_asked_for() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("missing");
        let error = unfinished(&missing).unwrap_err();
        assert!(!error.to_string().contains(".unfinished-"), "{error}");
        assert!(error.to_string().starts_with("No such file"), "{error}");
        assert!(!write_private(&missing.join("x"), b"x").unwrap_err().to_string().contains(".unfinished-"));
    }

    #[test]
    fn a_secret_is_whole_and_its_owners_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("secret");
        create_private(&path, b"one").unwrap();
        assert_eq!(create_private(&path, b"two").unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(std::fs::read(&path).unwrap(), b"one");
        write_private(&path, b"three").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"three");
        #[cfg(unix)]
        {
            let mode = std::os::unix::fs::PermissionsExt::mode(&path.metadata().unwrap().permissions());
            assert_eq!(mode & 0o777, 0o600);
        }
        let left: Vec<_> = std::fs::read_dir(path.parent().unwrap()).unwrap().collect();
        assert_eq!(left.len(), 1, "nothing unfinished is left");
    }
}
