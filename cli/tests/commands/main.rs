//! The built binary, as people use it: one program, so that what supports it is compiled once.

#![cfg(test)]

mod accounts;
mod backup;
mod connections;
mod console;
mod content;
mod database;
mod export;
mod full_disk;
mod grading;
mod help;
mod import;
mod migrate;
mod ownership;
mod pages;
mod payments;
mod records;
mod settings;
#[path = "../support/mod.rs"]
mod support;
mod tls;
mod top;

/// The JSON output of a command, one value per line.
fn json_lines(printed: &str) -> serde_json::Value {
    printed.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()).collect()
}
