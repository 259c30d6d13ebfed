//! What a list is narrowed to: records may be named as people know them, and are looked up.

use std::collections::{BTreeMap, BTreeSet};

use futures::future::{BoxFuture, FutureExt as _};
use sabi_api::client::{Client, Fields, Kind};
use sabi_core::{
    accounts::{User, email_key},
    records::ListQuery,
    store::Record as _,
};
use serde_json::Value;

use crate::{
    exit::{self, failure},
    suggest,
};

/// The fields by which people name a record.
const NAMED_BY: [&str; 5] = ["slug", "title", "section_name", "name", "year"];

/// The ids of a list's places, in order, and its other filters.
type Narrowed = (Vec<Option<String>>, BTreeMap<String, String>);

/// Turns `exam=jamb-utme` and the like into what the API takes. A filter that the list does not have narrows the
/// records that others name: `exam` says which of several subjects of one title is meant.
pub async fn narrow(client: &Client, kind: &Kind, given: &[(String, String)]) -> anyhow::Result<Narrowed> {
    let mut search = Search { client, given: given.iter().cloned().collect(), used: BTreeSet::new() };
    let mut ids = Vec::new();
    for place in &kind.places {
        let id = search.named(place.name, Some(place.table)).await?;
        if id.is_none() && !place.any {
            let words = format!("Name the {0} too, as --filter {0}=….", place.name);
            return Err(failure(exit::USAGE, words));
        }
        ids.push(id);
    }
    let mut filters = BTreeMap::new();
    for narrowing in kind.narrowings().filter(|one| kind.places.iter().all(|place| place.name != one.name)) {
        if let Some(value) = search.named(narrowing.name, narrowing.table).await? {
            filters.insert(narrowing.name.to_owned(), value);
        }
    }
    let Search { given, used, .. } = search;
    if let Some(unknown) = given.keys().find(|name| !used.contains(*name)) {
        let known: Vec<_> = kind.narrowings().map(|one| one.name).collect();
        let known = if known.is_empty() { "nothing".to_owned() } else { known.join(", ") };
        let words = format!("{} cannot be filtered by {unknown}; they can by {known}.", kind.name);
        return Err(failure(exit::USAGE, words));
    }
    Ok((ids, filters))
}

struct Search<'a> {
    client: &'a Client,
    given: BTreeMap<String, String>,
    /// The names that were of use.
    used: BTreeSet<String>,
}

impl Search<'_> {
    /// The value that was given under this name: the id of the record of the table that it names, or itself.
    fn named<'a>(
        &'a mut self,
        name: &'a str,
        table: Option<&'static str>,
    ) -> BoxFuture<'a, anyhow::Result<Option<String>>> {
        async move {
            let Some(text) = self.given.get(name).cloned() else { return Ok(None) };
            self.used.insert(name.to_owned());
            match table {
                _ if text == "all" || text.is_empty() => Ok(None),
                Some(User::TABLE) => self.person(text).await.map(Some),
                Some(table) => self.record(table, text).await.map(Some),
                None => Ok(Some(text)),
            }
        }
        .boxed()
    }

    async fn person(&self, text: String) -> anyhow::Result<String> {
        if !text.contains('@') {
            return Ok(text);
        }
        let filters = BTreeMap::from([("email".to_owned(), email_key(&text))]);
        let query = ListQuery { filters, ..ListQuery::default() };
        for kind in Kind::all().iter().filter(|kind| kind.table == User::TABLE) {
            if let Some(user) = self.client.list_kind(kind, &[], &query).await?.rows.first() {
                return Ok(id(user));
            }
        }
        Err(failure(exit::REFUSED, format!("Nobody has the address {text}.")))
    }

    async fn record(&mut self, table: &str, text: String) -> anyhow::Result<String> {
        let Some(kind) = Kind::of_table(table).filter(|kind| kind.list.whole) else { return Ok(text) };
        let mut ids = Vec::new();
        for place in &kind.places {
            let found = self.named(place.name, Some(place.table)).await?;
            if found.is_none() && !place.any {
                // Without that its list cannot be read: what was given has to be an id.
                return self.known(kind, text, place.name).await;
            }
            ids.push(found);
        }
        let mut filters = BTreeMap::new();
        for narrowing in kind.narrowings().filter(|one| one.table.is_some_and(|of| of != table)) {
            if kind.places.iter().all(|place| place.name != narrowing.name)
                && let Some(id) = self.named(narrowing.name, narrowing.table).await?
            {
                filters.insert(narrowing.name.to_owned(), id);
            }
        }
        let query = ListQuery { limit: Some(0), filters, ..ListQuery::default() };
        let rows = self.client.list_kind(kind, &ids, &query).await?.rows;
        chosen(kind, &rows, &text)
    }

    /// What was given, where it is the id of a record.
    async fn known(&self, kind: &Kind, text: String, needed: &str) -> anyhow::Result<String> {
        match self.client.find_kind(kind, &text).await {
            Ok(_) => Ok(text),
            Err(error) if error.refusal().is_some_and(|refused| refused.status == 404) => {
                let noun = kind.noun.to_lowercase();
                let words = format!(
                    "There is no {noun} with the id {text}. To name one by its title, name the {needed} too, as --filter {needed}=…."
                );
                Err(failure(exit::USAGE, words))
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// The id of the one record that is called so.
fn chosen(kind: &Kind, rows: &[Fields], text: &str) -> anyhow::Result<String> {
    if rows.iter().any(|row| id(row) == text) {
        return Ok(text.to_owned());
    }
    let wanted = fold(text);
    let alike: Vec<_> = rows.iter().filter(|row| names(row).any(|name| fold(&name) == wanted)).collect();
    match alike.as_slice() {
        [one] => Ok(id(one)),
        [] => {
            let hint = suggest::did_you_mean(text, rows.iter().flat_map(names));
            Err(failure(exit::USAGE, format!("There is no {} called {text}.{hint}", kind.noun.to_lowercase())))
        }
        several => {
            let words = format!(
                "{} {} are called {text}; give the id of one: {}.",
                several.len(),
                kind.name,
                several.iter().map(|row| id(row)).collect::<Vec<_>>().join(", ")
            );
            Err(failure(exit::USAGE, words))
        }
    }
}

fn id(row: &Fields) -> String {
    row.get("_id").and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn names(row: &Fields) -> impl Iterator<Item = String> {
    NAMED_BY.iter().filter_map(|name| row.get(*name)).filter_map(|value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    })
}

fn fold(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_record_is_named_by_id_slug_or_title_and_never_guessed() {
        let rows = [
            json!({ "_id": "s1", "slug": "physics", "title": "Physics" }),
            json!({ "_id": "s2", "slug": "use-of-english", "title": "Use of English" }),
            json!({ "_id": "s3", "slug": "physics-2", "title": "Physics" }),
        ]
        .map(|row| row.as_object().cloned().unwrap());
        let subjects = Kind::named("subjects").unwrap();
        let of = |text: &str| chosen(subjects, &rows, text).map_err(|error| error.to_string());
        for text in ["s2", "use-of-english", " USE  of english"] {
            assert_eq!(of(text).as_deref(), Ok("s2"), "{text}");
        }
        assert_eq!(of("physics").unwrap_err(), "2 subjects are called physics; give the id of one: s1, s3.");
        assert_eq!(
            of("Use of Englsh").unwrap_err(),
            "There is no subject called Use of Englsh. Did you mean Use of English?"
        );
        assert_eq!(of("zzz").unwrap_err(), "There is no subject called zzz.");
    }
}
