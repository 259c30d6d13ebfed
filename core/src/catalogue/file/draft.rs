//! Turns entries of a catalogue file into records.

use chrono::TimeDelta;
use serde::Serialize;
use serde_json::Value;
use utoipa::{
    PartialSchema,
    openapi::{RefOr, Schema},
};

use super::{CatalogueEntry, CatalogueReport, Entry, Filed, Titles};
use crate::{App, Error, FieldErrors, Result, records::Change, typed};

/// The record that an entry makes, and the stored record that it replaces.
pub(super) struct Draft<R> {
    /// The entry's path in the file.
    pub place: String,
    pub old: Option<R>,
    pub new: R,
}

/// Turns entries into records and collects their errors.
pub(super) struct Maker<'a> {
    app: &'a App,
    pub errors: &'a mut FieldErrors,
    /// The number of new records.
    made: i64,
}

impl<'a> Maker<'a> {
    pub fn new(app: &'a App, errors: &'a mut FieldErrors) -> Self {
        Self { app, errors, made: 0 }
    }

    /// The record that an entry makes, based on the stored record if there is one. `links` holds the form fields that
    /// the file expresses in its own way. `None` if the form cannot be read.
    pub fn draft<R: Filed>(&mut self, place: &str, entry: &Entry, links: Entry, old: Option<R>) -> Option<Draft<R>> {
        let known = fields_of::<R>();
        let mut form = old.as_ref().map_or_else(R::begin, form_of);
        for (name, value) in entry.iter().filter(|(name, _)| !R::BESIDE.contains(&name.as_str())) {
            let own = own_name::<R>(name);
            if !known.iter().any(|field| field == own) || R::LINKS.contains(&own) {
                self.errors.add(format!("{place}.{name}"), format!("{name} is not a field of this entry"));
                continue;
            }
            form.insert(own.to_owned(), value.clone());
        }
        form.extend(links);
        let is_lacking = |field: &&'static str| form.get(*field).is_none_or(Value::is_null);
        let lacking: Vec<_> = R::MAY_LACK.iter().copied().filter(is_lacking).collect();
        let input = match typed(Value::Object(form)) {
            Ok(input) => input,
            Err(error) => {
                self.refuse::<R>(place, error);
                return None;
            }
        };
        let mut errors = FieldErrors::default();
        let mut new = R::build(self.app, input, old.as_ref(), &mut errors);
        errors.forget(&lacking);
        if let Err(error) = errors.done() {
            self.refuse::<R>(place, error);
        }
        if old.is_none() {
            // One millisecond apart, because lists order records by creation time.
            *new.created_at_mut() += TimeDelta::milliseconds(self.made);
            self.made += 1;
        }
        Some(Draft { place: place.to_owned(), old, new })
    }

    fn refuse<R: Filed>(&mut self, place: &str, error: Error) {
        let Error::Invalid(fields) = at::<R>(place, error) else { return };
        fields.iter().for_each(|(field, words)| self.errors.add(field, words));
    }
}

/// Writes new and changed records, and reports them.
pub(super) async fn write<R: Filed>(
    drafts: Vec<Draft<R>>,
    titles: &Titles,
    change: &mut Change<'_>,
    report: &mut CatalogueReport,
) -> Result<()> {
    for Draft { place, old, mut new } in drafts {
        let entry = difference(&place, old.as_ref(), &new, titles);
        if old.is_some() && entry.after.is_empty() {
            report.unchanged += 1;
            continue;
        }
        let links: Vec<_> = new.references().into_iter().map(|(_, link)| link).collect();
        let held = change.lock(links.clone()).await?;
        if links.iter().any(|link| !held.contains(link)) {
            // A linked record was deleted after the file was read.
            return Err(Error::Contended);
        }
        new.check(change, old.as_ref()).await.map_err(|error| at::<R>(&place, error))?;
        let named = change.resolve_name(old.as_ref(), &mut new).await;
        let written = match (named, &old) {
            (Err(error), _) => Err(taken::<R>(error)),
            (Ok(()), Some(old)) => change.update(old, &new).await,
            (Ok(()), None) => change.create(&new).await,
        };
        written.map_err(|error| match error.is_taken() || matches!(error, Error::Invalid(_)) {
            true => at::<R>(&place, error),
            false => error,
        })?;
        *(if entry.is_new { &mut report.new } else { &mut report.changed }) += 1;
        report.entries.push(entry);
    }
    Ok(())
}

/// The error for a title that is already taken.
fn taken<R: Filed>(error: Error) -> Error {
    match error.is_taken() {
        true => Error::taken(R::UNIQUE, format!("{} with this title already exists.", R::NOUN)),
        false => error,
    }
}

/// Puts an error under its entry's path, with each field under the name that the file uses.
fn at<R: Filed>(place: &str, error: Error) -> Error {
    let mut errors = FieldErrors::default();
    match error {
        Error::Invalid(fields) => {
            for (field, words) in fields.iter() {
                errors.add(format!("{place}.{}", file_name::<R>(field)), words);
            }
        }
        Error::Conflict(refusal) => errors.add(place, refusal.message),
        other => return other,
    }
    Error::Invalid(errors)
}

/// The fields that an entry changes, under the names that the file uses.
fn difference<R: Filed>(place: &str, old: Option<&R>, new: &R, titles: &Titles) -> CatalogueEntry {
    let (stored, mut after) = (old.map(form_of).unwrap_or_default(), form_of(new));
    let title = after.get(own_name::<R>("title")).and_then(Value::as_str).unwrap_or_default().to_owned();
    // A link without a name in the file is the link to the parent.
    let is_parent = |name: &str| R::LINKS.contains(&name) && file_name::<R>(name) == name;
    after.retain(|name, value| !is_parent(name) && stored.get(name).unwrap_or(&Value::Null) != value);
    let before: Entry = after.keys().filter_map(|name| Some((name.clone(), stored.get(name)?.clone()))).collect();
    let shown = |fields: Entry| -> Entry {
        let shown = |(name, value): (String, Value)| (file_name::<R>(&name).to_owned(), titled(value, titles));
        fields.into_iter().map(shown).collect()
    };
    CatalogueEntry {
        place: place.to_owned(),
        entity: R::TABLE.to_owned(),
        title,
        is_new: old.is_none(),
        before: shown(before),
        after: shown(after),
    }
}

/// Replaces the ids of links by titles.
fn titled(value: Value, titles: &Titles) -> Value {
    match value {
        Value::Array(entries) => entries.into_iter().map(|entry| titled(entry, titles)).collect(),
        Value::String(id) => titles.get(&id).cloned().unwrap_or(id).into(),
        other => other,
    }
}

pub(super) fn form_of<R: Filed>(record: &R) -> Entry {
    match to_json(&record.form()) {
        Value::Object(form) => form,
        _ => Entry::new(),
    }
}

fn to_json(form: &impl Serialize) -> Value {
    serde_json::to_value(form).unwrap_or_default()
}

fn fields_of<R: Filed>() -> Vec<String> {
    match R::Input::schema() {
        RefOr::T(Schema::Object(form)) => form.properties.keys().cloned().collect(),
        _ => Vec::new(),
    }
}

/// The form's name for a field of the file.
fn own_name<R: Filed>(name: &str) -> &str {
    R::NAMES.iter().find(|(file, _)| *file == name).map_or(name, |(_, own)| own)
}

/// The file's name for a field of the form.
pub(super) fn file_name<R: Filed>(own: &str) -> &str {
    R::NAMES.iter().find(|(_, form)| *form == own).map_or(own, |(file, _)| file)
}
