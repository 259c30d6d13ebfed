//! Folders that only their owner may read.

use std::{
    fs::{self, File},
    io,
    path::Path,
};

use super::folder_of;

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
            // The owner may be changing the folder concurrently.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            other => other?,
        }
        if entry.file_type()?.is_dir() {
            make_contents_private(&entry.path())?;
        }
    }
    Ok(())
}

/// Syncs the directory entry of `path` to disk.
pub(crate) fn sync_parent(path: &Path) -> io::Result<()> {
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

        // As earlier versions left it.
        let table = store.join("000001.sst");
        fs::write(&table, "hashes").unwrap();
        fs::set_permissions(&table, fs::Permissions::from_mode(0o644)).unwrap();
        fs::set_permissions(&store, fs::Permissions::from_mode(0o755)).unwrap();
        make_private(&store).unwrap();
        make_contents_private(&store).unwrap();
        assert_eq!((mode(&store), mode(&table)), (0o700, 0o600));
    }
}
