//! The moderators' console.
