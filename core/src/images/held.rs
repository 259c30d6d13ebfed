//! Pictures from a form, between their check and the commit of the record that uses them. A refused form stores none.

use std::time::Duration;

use moka::{policy::EvictionPolicy, sync::Cache};

use super::Picture;

/// How long a form's picture waits for its record.
const HOLD_TIME: Duration = Duration::from_secs(120);
/// Total bytes of waiting pictures, at most.
const CAPACITY: u64 = 64 * 1024 * 1024;

/// Checked pictures by their future name.
#[derive(Debug, Clone)]
pub(crate) struct Held(Cache<String, Picture>);

impl Held {
    pub(crate) fn new() -> Self {
        Self::with_capacity(CAPACITY)
    }

    /// The newest picture is always accepted; by default the cache would reject an entry that was never requested.
    fn with_capacity(bytes: u64) -> Self {
        let weigh = |_: &String, picture: &Picture| u32::try_from(picture.bytes.len()).unwrap_or(u32::MAX);
        let builder = Cache::builder().max_capacity(bytes).weigher(weigh).time_to_live(HOLD_TIME);
        Self(builder.eviction_policy(EvictionPolicy::lru()).build())
    }

    /// Holds a picture; returns its name.
    pub(crate) fn hold(&self, picture: Picture) -> String {
        let name = picture.file_name();
        self.0.insert(name.clone(), picture);
        name
    }

    /// The picture of this name, if it is waiting for its record.
    pub(crate) fn get(&self, name: &str) -> Option<Picture> {
        self.0.get(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::images::PictureFormat;

    fn picture(shade: u8) -> Picture {
        Picture {
            bytes: vec![shade; 100].into(),
            kind: PictureFormat::Png,
            hash: format!("{shade:064}"),
            width: 1,
            height: 1,
        }
    }

    #[test]
    fn the_picture_that_came_last_waits_however_often_the_others_were_asked_for() {
        let held = Held::with_capacity(1_000);
        for shade in 0..10 {
            let name = held.hold(picture(shade));
            for _ in 0..20 {
                held.get(&name);
            }
        }
        for shade in 10..50 {
            let name = held.hold(picture(shade));
            held.0.run_pending_tasks();
            assert!(held.get(&name).is_some(), "{shade}");
        }
        assert!(held.0.weighted_size() <= 1_000);
    }
}
