//! The store's disk: free space and permissions.

use std::{
    fs::{self, File},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use crate::files::folder_of;

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

/// Creates a folder if it does not exist, and makes it accessible to its owner only. A new folder is durable when
/// this returns.
pub(crate) fn make_private(folder: &Path) -> io::Result<()> {
    if !folder.exists() {
        if let Some(parent) = folder.parent().filter(|parent| !parent.as_os_str().is_empty() && !parent.exists()) {
            make_private(parent)?;
        }
        match fs::create_dir(folder) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            other => other?,
        }
        sync_parent(folder)?;
    }
    close_to_others(folder)
}

/// Makes the contents of a folder accessible to its owner only. A missing folder is not an error.
pub(crate) fn make_contents_private(folder: &Path) -> io::Result<()> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        if entry.file_type()?.is_symlink() {
            continue;
        }
        match close_to_others(&entry.path()) {
            // The owner may be at work in it.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            other => other?,
        }
        if entry.file_type()?.is_dir() {
            make_contents_private(&entry.path())?;
        }
    }
    Ok(())
}

/// A path beside a store's folder: `store.lock` beside `store`. It contains the folder's whole name, so that a copy
/// `store.version-3` has a lock and copies of its own.
pub(super) fn beside(folder: &Path, end: &str) -> PathBuf {
    let mut name = folder.file_name().unwrap_or_default().to_owned();
    name.push(".");
    name.push(end);
    folder.with_file_name(name)
}

/// Syncs the directory entry of `path` to disk.
pub(super) fn sync_parent(path: &Path) -> io::Result<()> {
    File::open(folder_of(path))?.sync_all()
}

/// Removes all permissions of group and others from a file or folder.
#[cfg(unix)]
fn close_to_others(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = fs::metadata(path)?.permissions().mode();
    if mode & 0o077 == 0 {
        return Ok(());
    }
    match fs::set_permissions(path, fs::Permissions::from_mode(mode & !0o077)) {
        // On a read-only file system it stays as it is; the doctor reports it.
        Err(error) if error.kind() == io::ErrorKind::ReadOnlyFilesystem => Ok(()),
        done => done,
    }
}

#[cfg(not(unix))]
fn close_to_others(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn others_may_look_into_no_folder_and_no_file() {
        let data = tempfile::tempdir().unwrap();
        let store = data.path().join("new/store");
        make_private(&store).unwrap();
        assert_eq!((mode(&store), mode(&data.path().join("new"))), (0o700, 0o700));

        // As an earlier version left it.
        let table = store.join("000001.sst");
        fs::write(&table, "hashes").unwrap();
        fs::set_permissions(&table, fs::Permissions::from_mode(0o644)).unwrap();
        fs::set_permissions(&store, fs::Permissions::from_mode(0o755)).unwrap();
        make_private(&store).unwrap();
        make_contents_private(&store).unwrap();
        assert_eq!((mode(&store), mode(&table)), (0o700, 0o600));
    }

    #[test]
    fn what_lies_beside_a_folder_has_its_whole_name() {
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
