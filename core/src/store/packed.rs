//! A value that the store keeps as one text and never queries.

use serde::{Serialize, de::DeserializeOwned};
use surrealdb::types::{Error, Kind, SurrealValue, Value};

/// Stored as one JSON text, for values that are read and written whole and never queried. The store then copies one
/// string instead of walking a tree; the speed of a save depends on it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Packed<T>(pub T);

impl<T: Serialize> Packed<T> {
    /// The stored form of a borrowed value.
    pub fn text(value: &T) -> String {
        // Our types have string keys and finite numbers, so this cannot fail. If it did, reading would refuse the
        // empty text rather than accept it as an empty value.
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
