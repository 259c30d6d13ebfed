//! Counts, with every change, how many records use each picture, and stores a picture when the first record uses it.
//! `references.rs` finds the names in a record.

use std::collections::BTreeMap;

use futures::future::{BoxFuture, FutureExt as _};

use super::references;
use crate::{
    App, Error, Result,
    records::{Change, Counters, SideEffect, StoredFields, Write},
};

/// The side effect of a change on the pictures that its records use.
#[derive(Debug, Default)]
pub(crate) struct PictureUsage {
    /// The missing pictures, if the change may be written without them.
    missing: Option<Vec<MissingPicture>>,
}

/// A picture that a record uses but that is no longer stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MissingPicture {
    /// The key of the record.
    pub record: String,
    /// The first stored field that uses it.
    pub field: String,
    /// The picture's file name.
    pub name: String,
}

impl SideEffect for PictureUsage {
    /// Updates the counters of the pictures that a record uses, and stores those that are used for the first time.
    fn on_write<'a>(
        &'a mut self,
        app: &'a App,
        write: &'a Write<'a>,
        counters: &'a mut Counters<'_>,
    ) -> BoxFuture<'a, Result<()>> {
        let pictures = |record: Option<&dyn StoredFields>| {
            let illustrated = record.filter(|_| write.is_illustrated);
            illustrated.map(|record| references::pictures(&record.to_json())).unwrap_or_default()
        };
        async move {
            let (before, after) = (pictures(write.old), pictures(write.new));
            for (name, field) in after.iter().filter(|(name, _)| !before.contains_key(*name)) {
                if app.images.ensure_stored(name, app.now()).await? {
                    continue;
                }
                match (&mut self.missing, write.new) {
                    (Some(missing), Some(new)) => {
                        let (record, field, name) = (new.key(), field.clone(), name.clone());
                        missing.push(MissingPicture { record, field, name });
                    }
                    _ => return Err(Error::field(field, "This picture no longer exists. Choose it again.")),
                }
            }
            let tallies =
                |pictures: BTreeMap<String, String>| pictures.into_keys().map(|name| references::counter(&name));
            counters.add(tallies(before), -1);
            counters.add(tallies(after), 1);
            Ok(())
        }
        .boxed()
    }
}

impl Change<'_> {
    /// From now on, a record may be written although its picture is missing.
    pub(crate) fn tolerate_missing_pictures(&mut self) {
        self.effect_mut::<PictureUsage>().missing = Some(Vec::new());
    }

    /// The pictures found missing since [`Self::tolerate_missing_pictures`].
    pub(crate) fn missing_pictures(&self) -> &[MissingPicture] {
        let shown: Option<&PictureUsage> = self.effect();
        shown.and_then(|shown| shown.missing.as_deref()).unwrap_or_default()
    }
}
