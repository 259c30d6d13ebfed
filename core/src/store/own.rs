//! Whether settings name the store of their own data folder.

use std::path::Path;

use super::Store;
use crate::Settings;

impl Settings {
    /// Whether the store lies in the data folder: either the settings name no store, or they name that one, for example
    /// with options that lower its memory.
    pub fn has_own_store(&self) -> bool {
        let Some(url) = &self.store else { return true };
        let real = |path: &Path| path.canonicalize().or_else(|_| std::path::absolute(path)).ok();
        let own = real(&self.data.join("store"));
        own.is_some() && Store::folder_of(url).and_then(|folder| real(&folder)) == own
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_own_store_is_known_also_where_it_is_named() {
        let data = tempfile::tempdir().unwrap();
        let mut settings = Settings::in_memory(data.path());
        let folder = data.path().display();
        let of = |settings: &mut Settings, store: Option<String>| {
            settings.store = store;
            settings.has_own_store()
        };
        for is_there in [false, true] {
            if is_there {
                std::fs::create_dir(data.path().join("store")).unwrap();
            }
            assert!(of(&mut settings, None));
            assert!(of(&mut settings, Some(format!("rocksdb://{folder}/store?sync=every&memory=96"))));
            assert!(of(&mut settings, Some(format!("rocksdb:{folder}/store/"))));
            assert!(!of(&mut settings, Some(format!("rocksdb://{folder}/other"))));
            assert!(!of(&mut settings, Some("mem://".into())));
            assert!(!of(&mut settings, Some("no address".into())));
        }
    }
}
