//! `Id<T>`: a record's key that knows its table.

use std::{fmt, hash, marker::PhantomData, ops::Bound};

use compact_str::CompactString;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use surrealdb::types::{Error, Kind, RecordId, RecordIdKey, RecordIdKeyRange, SurrealValue, Value};

use crate::random;

/// A type that is stored as the rows of one table.
pub trait Record: Sized + Send + Sync + 'static {
    /// The table's name.
    const TABLE: &'static str;
    /// Definitions that only the database can enforce: references, uniqueness, indexes. Applied at every start, so
    /// each statement must be repeatable.
    const SCHEMA: &'static str = "";
}

/// The key of a `T`: an opaque string on the wire, a record link in the store. A paper holds hundreds of them, so
/// short keys are stored inline.
pub struct Id<T>(CompactString, PhantomData<fn() -> T>);

impl<T> Id<T> {
    /// The id with this key.
    pub fn new(key: impl Into<CompactString>) -> Self {
        Self(key.into(), PhantomData)
    }

    /// A new random id: 16 characters, 80 bits.
    pub fn random() -> Self {
        Self::new(random::letters::<CompactString>(16))
    }

    /// The key.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The same key in another table, for records that share keys.
    pub fn cast<U>(&self) -> Id<U> {
        Id(self.0.clone(), PhantomData)
    }
}

impl<T: Record> Id<T> {
    /// The store's link to the record.
    pub fn link(&self) -> RecordId {
        RecordId::new(T::TABLE, self.0.to_string())
    }

    /// The keys of the records that belong to `owner`: those that begin with its key and a hyphen. For `FROM $range`:
    /// reading a range takes half the time of an index.
    pub(crate) fn key_range_of<U>(owner: &Id<U>) -> RecordId {
        let key = |end: char| RecordIdKey::String(format!("{owner}{end}"));
        // The full stop follows the hyphen in the order of keys.
        let range = RecordIdKeyRange { start: Bound::Included(key('-')), end: Bound::Excluded(key('.')) };
        RecordId { table: T::TABLE.into(), key: RecordIdKey::Range(Box::new(range)) }
    }
}

impl<T> Clone for Id<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone(), PhantomData)
    }
}
impl<T> fmt::Debug for Id<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}
impl<T> fmt::Display for Id<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}
impl<T> PartialEq for Id<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}
impl<T> Eq for Id<T> {}
impl<T> PartialOrd for Id<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl<T> Ord for Id<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.cmp(&other.0)
    }
}
impl<T> hash::Hash for Id<T> {
    fn hash<H: hash::Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}
impl<T> From<&str> for Id<T> {
    fn from(key: &str) -> Self {
        Self::new(key)
    }
}
impl<T> std::str::FromStr for Id<T> {
    type Err = std::convert::Infallible;
    fn from_str(key: &str) -> Result<Self, Self::Err> {
        Ok(Self::new(key))
    }
}

impl<T: Record> SurrealValue for Id<T> {
    fn kind_of() -> Kind {
        <RecordId as SurrealValue>::kind_of()
    }
    fn into_value(self) -> Value {
        self.link().into_value()
    }
    fn from_value(value: Value) -> Result<Self, Error> {
        match RecordId::from_value(value)?.key {
            RecordIdKey::String(key) => Ok(Self::new(key.to_string())),
            key => Err(Error::serialization(format!("{} has a key of another kind: {key:?}", T::TABLE), None)),
        }
    }
}

impl<T> Serialize for Id<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.0)
    }
}
impl<'de, T> Deserialize<'de> for Id<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from).map(Self::new)
    }
}
