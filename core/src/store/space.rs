//! The store's disk: free space, and what lies beside its folder.

use std::{
    io::{self, Write as _},
    path::{Path, PathBuf},
};

/// Bytes available to this process on the disk of `folder`.
pub(crate) fn free(folder: &Path) -> io::Result<u64> {
    let disk = rustix::fs::statvfs(folder)?;
    Ok(disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// A number of bytes as text.
pub(crate) fn words(bytes: u64) -> String {
    format!("{} MiB", bytes / (1024 * 1024))
}

/// Writes a byte to an unnamed temporary file in this folder.
pub(crate) fn try_to_write(folder: &Path) -> io::Result<()> {
    tempfile::tempfile_in(folder)?.write_all(b"x")
}

/// Whether an error means that something is read-only.
pub(crate) fn is_read_only(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::ReadOnlyFilesystem | io::ErrorKind::PermissionDenied)
}

/// A path beside a store's folder: `store.lock` beside `store`. It contains the folder's whole name, so that a copy
/// `store.version-3` has a lock and copies of its own.
pub(super) fn beside(folder: &Path, end: &str) -> PathBuf {
    let mut name = folder.file_name().unwrap_or_default().to_owned();
    name.push(".");
    name.push(end);
    folder.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_beside_a_folder_keeps_the_whole_name() {
        for (folder, lock) in [
            ("/data/store", "/data/store.lock"),
            ("/data/store/", "/data/store.lock"),
            ("/data/store.version-3", "/data/store.version-3.lock"),
            ("store", "store.lock"),
        ] {
            assert_eq!(beside(Path::new(folder), "lock"), Path::new(lock));
        }
    }

    #[test]
    fn free_space_is_that_of_the_disk() {
        let data = tempfile::tempdir().unwrap();
        assert!(free(data.path()).unwrap() > 0);
        assert!(free(&data.path().join("nowhere")).is_err());
        assert_eq!(words(300 * 1024 * 1024 + 5), "300 MiB");
    }
}
