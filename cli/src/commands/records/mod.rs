//! `sabi list`, `show`, `add`, `edit` and `delete`: records of any kind that the API declares.

mod delete;
mod edit;
mod form;
mod list;
mod narrow;
mod show;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use sabi_api::client::{Deed, Fields, Kind};
use serde_json::Value;

pub use delete::Delete;
pub use edit::{Add, Edit};
pub use list::List;
pub use show::Show;

/// Takes the name of a kind that can be dealt with so.
fn kinds(deed: Deed) -> impl TypedValueParser<Value = &'static Kind> {
    let names = Kind::all().iter().filter(move |kind| kind.can(deed));
    let values = names.map(|kind| PossibleValue::new(kind.name.as_str()));
    PossibleValuesParser::new(values).try_map(|name| Kind::named(&name).ok_or("there is no such kind"))
}

/// What a record is called in a sentence: by its title where it has one.
fn called(kind: &Kind, record: &Fields) -> String {
    let noun = kind.noun.to_lowercase();
    let text = |name: &str| record.get(name).and_then(Value::as_str).filter(|text| !text.is_empty());
    match ["title", "name", "section_name", "email"].into_iter().find_map(text) {
        Some(title) => format!("the {noun} “{title}”"),
        None => format!("the {noun}"),
    }
}
