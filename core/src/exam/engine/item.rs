//! The key of an item in a paper: a question or a theory question.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::bank::{Question, Theory};
use crate::store::Id;

/// An item of a paper. Written `question:ID` or `theory:ID`, so that it can be a map's key anywhere.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum ItemId {
    /// An objective question.
    Question(Id<Question>),
    /// A theory question.
    Theory(Id<Theory>),
}

/// The text is not a valid item key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an item must be question:ID or theory:ID")]
pub struct NotAnItem;

impl ItemId {
    /// `question` or `theory`: the field name in requests.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Question(_) => "question",
            Self::Theory(_) => "theory",
        }
    }

    /// The bare id, as callers use it.
    pub fn key(&self) -> &str {
        match self {
            Self::Question(id) => id.as_str(),
            Self::Theory(id) => id.as_str(),
        }
    }
}

impl From<Id<Question>> for ItemId {
    fn from(id: Id<Question>) -> Self {
        Self::Question(id)
    }
}

impl From<Id<Theory>> for ItemId {
    fn from(id: Id<Theory>) -> Self {
        Self::Theory(id)
    }
}

impl fmt::Display for ItemId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.kind(), self.key())
    }
}

impl FromStr for ItemId {
    type Err = NotAnItem;

    fn from_str(text: &str) -> Result<Self, NotAnItem> {
        match text.split_once(':') {
            Some(("question", key)) => Ok(Self::Question(Id::new(key))),
            Some(("theory", key)) => Ok(Self::Theory(Id::new(key))),
            _ => Err(NotAnItem),
        }
    }
}

impl From<ItemId> for String {
    fn from(item: ItemId) -> Self {
        item.to_string()
    }
}

impl TryFrom<String> for ItemId {
    type Error = NotAnItem;

    fn try_from(text: String) -> Result<Self, NotAnItem> {
        text.parse()
    }
}
