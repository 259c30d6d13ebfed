//! `sabi list`, `show`, `add`, `edit` and `delete`: records of any kind that the API declares.

mod delete;
mod edit;
mod form;
mod list;
mod narrow;
mod show;

use std::{
    fs::File,
    io::{self, Read as _},
    path::Path,
};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use sabi_api::client::{Deed, Fields, Kind};
use sabi_core::files::ShownPath as _;
use serde_json::Value;

use crate::exit::{self, failure};

pub use delete::Delete;
pub use edit::{Add, Edit};
pub use list::List;
pub use narrow::{chosen, find};
pub use show::Show;

/// Parses the name of a kind that supports an operation.
fn kinds(deed: Deed) -> impl TypedValueParser<Value = &'static Kind> {
    let names = Kind::all().iter().filter(move |kind| kind.can(deed));
    let values = names.map(|kind| PossibleValue::new(kind.name.as_str()));
    PossibleValuesParser::new(values).try_map(|name| Kind::named(&name).ok_or("this kind of record does not exist"))
}

/// The largest file that is read, in bytes.
const MAX_FILE_BYTES: u64 = 1024 * 1024;

/// The text of a file, or of stdin for `-`.
fn read(path: &Path) -> anyhow::Result<String> {
    let text = match path.to_str() {
        Some("-") => io::read_to_string(io::stdin().lock().take(MAX_FILE_BYTES + 1)),
        _ => File::open(path).and_then(|file| io::read_to_string(file.take(MAX_FILE_BYTES + 1))),
    };
    text.map_err(|error| failure(exit::NO_INPUT, format!("{}: {error}.", path.shown())))
}

/// The records named on the command line, and those in a file, one per line.
fn ids_of(mut named: Vec<String>, file: Option<&Path>) -> anyhow::Result<Vec<String>> {
    if let Some(path) = file {
        let lines = read(path)?;
        if lines.len() as u64 > MAX_FILE_BYTES {
            return Err(failure(exit::USAGE, format!("{} is larger than 1 MiB.", path.shown())));
        }
        named.extend(lines.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned));
    }
    if named.is_empty() {
        return Err(failure(exit::USAGE, "Name at least one record."));
    }
    Ok(named)
}

/// The name of a record in a message: its title if it has one.
fn called(kind: &Kind, record: &Fields) -> String {
    let noun = kind.noun.to_lowercase();
    let text = |name: &str| record.get(name).and_then(Value::as_str).filter(|text| !text.is_empty());
    match ["title", "name", "section_name", "email"].into_iter().find_map(text) {
        Some(title) => format!("the {noun} “{title}”"),
        None => format!("the {noun}"),
    }
}
