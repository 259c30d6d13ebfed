//! Extensions of the OpenAPI document that the server reads back from it.

/// The access level of an operation.
pub const ACCESS_KEY: &str = "x-access";
/// How a property is used; see [`PropertyUse`].
pub(crate) const PROPERTY_USE_KEY: &str = "x-taken";

/// How a property that is not in the type is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PropertyUse {
    /// Ignored.
    Unread,
    /// Must equal the id in the path.
    OwnId,
    /// Must equal the current value.
    AsRead,
}

impl PropertyUse {
    const ALL: [(Self, &str); 3] = [(Self::Unread, "unread"), (Self::OwnId, "own-id"), (Self::AsRead, "as-read")];

    /// The word in the document.
    pub(crate) fn name(self) -> &'static str {
        Self::ALL.into_iter().find(|(one, _)| *one == self).map_or("", |(_, name)| name)
    }

    /// The variant of a word in the document.
    pub(crate) fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(_, name)| *name == word).map(|(one, _)| one)
    }
}
