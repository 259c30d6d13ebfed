//! Keeps a copy of a store before it is upgraded.

use std::{
    fs::{self, File},
    io,
    path::Path,
};

use super::space;

/// Copies the folder of a closed store to `copy`, whole or not at all. Tables and files of large values
/// never change once they are written, so they are linked and cost no room until the store drops them. A
/// copy that is there already gives way to this one, which has all that was written since.
pub(super) fn copy(store: &Path, copy: &Path) -> io::Result<()> {
    let partial = space::beside(store, "copying");
    if partial.exists() {
        fs::remove_dir_all(&partial)?;
    }
    space::make_private(&partial)?;
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
    space::sync_parent(copy)
}
