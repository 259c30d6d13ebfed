//! The first content.
