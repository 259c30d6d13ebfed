//! Pictures that a form brought, between their check and the commit of the record that shows them: what is
//! refused stores none.

use std::time::Duration;

use moka::sync::Cache;

use super::Picture;

/// For how long a form's picture waits for its record.
const PATIENCE: Duration = Duration::from_secs(120);
/// The most bytes that wait at once.
const CAPACITY: u64 = 64 * 1024 * 1024;

/// Checked pictures by the name under which they would be kept.
#[derive(Debug, Clone)]
pub(crate) struct Held(Cache<String, Picture>);

impl Held {
    pub(crate) fn new() -> Self {
        let weigh = |_: &String, picture: &Picture| u32::try_from(picture.bytes.len()).unwrap_or(u32::MAX);
        Self(Cache::builder().max_capacity(CAPACITY).weigher(weigh).time_to_live(PATIENCE).build())
    }

    /// Holds a picture; returns its name.
    pub(crate) fn hold(&self, picture: Picture) -> String {
        let name = picture.file_name();
        self.0.insert(name.clone(), picture);
        name
    }

    /// The picture of this name, if it waits.
    pub(crate) fn get(&self, name: &str) -> Option<Picture> {
        self.0.get(name)
    }
}
