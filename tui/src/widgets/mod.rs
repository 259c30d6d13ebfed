//! Widgets shared by several screens.

pub mod choose;
pub mod line;
pub mod scroll;
