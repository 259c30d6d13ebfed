//! Copies a store before an upgrade.

use std::{
    fs::{self, File},
    io,
    path::Path,
};

use super::space;
use crate::files;

/// Copies the folder of a closed store to `copy`, completely or not at all. Tables and files of large values never
/// change, so they are linked and need no space until the store deletes them. An existing copy is replaced, because
/// this one has everything written since.
pub(super) fn copy(store: &Path, copy: &Path) -> io::Result<()> {
    let partial = space::beside(store, "copying");
    if partial.exists() {
        fs::remove_dir_all(&partial)?;
    }
    files::make_private(&partial)?;
    for entry in fs::read_dir(store)? {
        let from = entry?.path();
        let Some(name) = from.file_name() else { continue };
        let to = partial.join(name);
        if from.extension().is_some_and(|end| end == "sst" || end == "blob") {
            fs::hard_link(&from, &to)?;
        } else {
            fs::copy(&from, &to)?;
            File::open(&to)?.sync_all()?;
        }
    }
    File::open(&partial)?.sync_all()?;
    if copy.exists() {
        fs::remove_dir_all(copy)?;
    }
    fs::rename(&partial, copy)?;
    files::sync_parent(copy)
}
