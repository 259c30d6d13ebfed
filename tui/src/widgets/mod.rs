//! What several screens are made of.

pub mod choose;
pub mod line;
pub mod sheet;
