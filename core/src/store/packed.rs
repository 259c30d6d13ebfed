//! A value that the store keeps whole and never looks into.

use serde::{Serialize, de::DeserializeOwned};
use surrealdb::types::{Error, Kind, SurrealValue, Value};

/// Stored as one JSON text. For what is read and written as a whole and never queried: the store
/// then copies one string instead of walking a tree, which is what a save's speed hangs on.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Packed<T>(pub T);

impl<T: Serialize> Packed<T> {
    /// The stored form of a value that stays with its owner.
    pub fn text(value: &T) -> String {
        // Our own types have string keys and finite numbers, so this cannot fail; if it ever did, the
        // empty text would be refused on reading rather than pass for an empty value.
        serde_json::to_string(value).unwrap_or_default()
    }
}

impl<T: Serialize + DeserializeOwned + 'static> SurrealValue for Packed<T> {
    fn kind_of() -> Kind {
        String::kind_of()
    }

    fn into_value(self) -> Value {
        Self::text(&self.0).into_value()
    }

    fn from_value(value: Value) -> Result<Self, Error> {
        let text = String::from_value(value)?;
        serde_json::from_str(&text).map(Self).map_err(|error| Error::serialization(error.to_string(), None))
    }
}
