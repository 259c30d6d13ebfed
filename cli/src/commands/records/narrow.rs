//! Filters of a list. Records can be named by title, slug or address, which are looked up.

use std::collections::{BTreeMap, BTreeSet};

use futures::future::{BoxFuture, FutureExt as _};
use sabi_api::client::{Client, Deed, Fields, Kind, Narrowing};
use sabi_core::{
    catalogue::{Exam, Subject},
    people::{User, email_key},
    records::ListQuery,
    store::Record as _,
};
use serde_json::Value;

use crate::{
    exit::{self, failure},
    suggest,
};

/// The fields by which people identify a record.
const NAMED_BY: [&str; 8] = ["slug", "title", "section_name", "name", "year", "email", "page_url", "reference"];

/// Maximum number of records listed if none matches.
const MAX_NAMED: usize = 20;

/// The ids for a list's [`Kind::places`], in order.
type Ids = Vec<Option<String>>;

/// The selected lists and filters.
pub struct Narrowed {
    /// One list; or one per subject of the exam, if an exam was given and the list can only be filtered by subject.
    pub lists: Vec<Ids>,
    /// The other filters, for each list.
    pub filters: BTreeMap<String, String>,
}

/// Converts `exam=jamb-utme` and the like to the API's filters. A filter that the list does not have narrows the
/// records that others name: `exam` selects among subjects with the same title.
pub async fn narrow(client: &Client, kind: &Kind, given: &[(String, String)]) -> anyhow::Result<Narrowed> {
    let mut search = Search { client, given: given.iter().cloned().collect(), used: BTreeSet::new() };
    let mut lists: Vec<Ids> = vec![Vec::new()];
    for place in &kind.places {
        let id = search.named(place.name, Some(place.table)).await?;
        let has_own_exam = kind.narrowings().any(|one| one.name == "exam");
        if id.is_none() && place.table == Subject::TABLE && !has_own_exam && search.has("exam") {
            let subjects = search.subjects().await?;
            lists = lists.iter().flat_map(|ids| subjects.iter().map(|subject| with(ids, Some(subject)))).collect();
            continue;
        }
        if id.is_none() && !place.any {
            let or_exam = if place.table == Subject::TABLE { ", or the exam: --filter exam=…" } else { "" };
            let words = format!("Name the {0} too: --filter {0}=…{or_exam}.", place.name);
            return Err(failure(exit::USAGE, words));
        }
        lists = lists.iter().map(|ids| with(ids, id.as_ref())).collect();
    }
    let mut filters = BTreeMap::new();
    for narrowing in kind.narrowings().filter(|one| kind.places.iter().all(|place| place.name != one.name)) {
        if let Some(value) = search.named(narrowing.name, narrowing.table).await? {
            check_words(&narrowing, &value)?;
            filters.insert(narrowing.name.to_owned(), value);
        }
    }
    let Search { given, used, .. } = search;
    if let Some(unknown) = given.keys().find(|name| !used.contains(*name)) {
        let known: Vec<_> = kind.narrowings().map(|one| one.name).collect();
        let known = if known.is_empty() { String::new() } else { format!(", only by {}", known.join(", ")) };
        let words = format!("{} cannot be filtered by {unknown}{known}.", kind.name);
        return Err(failure(exit::USAGE, words));
    }
    Ok(Narrowed { lists, filters })
}

fn with(ids: &Ids, id: Option<&String>) -> Ids {
    ids.iter().cloned().chain([id.cloned()]).collect()
}

/// The id of the only record with this id, slug, title or address; `given` narrows the search.
pub async fn find(client: &Client, kind: &Kind, text: &str, given: &[(String, String)]) -> anyhow::Result<String> {
    let mut search = Search { client, given: given.iter().cloned().collect(), used: BTreeSet::new() };
    let id = match kind.table {
        User::TABLE => search.person(text.to_owned()).await?,
        _ => search.record_of(kind, text.to_owned()).await?,
    };
    let Search { given, used, .. } = search;
    match given.keys().find(|name| !used.contains(*name)) {
        Some(unknown) => {
            let noun = kind.noun.to_lowercase();
            Err(failure(exit::USAGE, format!("A {noun} cannot be found by {unknown}.")))
        }
        None => Ok(id),
    }
}

/// Checks a value of a filter with a fixed set of values.
fn check_words(narrowing: &Narrowing, value: &str) -> anyhow::Result<()> {
    let Some(words) = narrowing.words else { return Ok(()) };
    let given: Vec<_> = if narrowing.is_many { value.split(',').collect() } else { vec![value] };
    match given.into_iter().find(|one| !words.contains(one)) {
        None => Ok(()),
        Some(strange) => {
            let is_one = if narrowing.is_many { "takes some of" } else { "is one of" };
            let message = format!("{} {is_one} {}, not {strange}.", narrowing.name, words.join(", "));
            Err(failure(exit::USAGE, message))
        }
    }
}

struct Search<'a> {
    client: &'a Client,
    given: BTreeMap<String, String>,
    /// The names that were used.
    used: BTreeSet<String>,
}

impl Search<'_> {
    /// The value given under this name: the id of the record that it names, or the value itself.
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
        Err(failure(exit::REFUSED, format!("There is no account with the address {text}.")))
    }

    /// Whether a value was given under this name.
    fn has(&self, name: &str) -> bool {
        self.given.get(name).is_some_and(|text| !text.is_empty() && text != "all")
    }

    /// The ids of the subjects of the given exam.
    async fn subjects(&mut self) -> anyhow::Result<Vec<String>> {
        let Some(kind) = Kind::of_table(Subject::TABLE) else { return Ok(Vec::new()) };
        let exam = self.named("exam", Some(Exam::TABLE)).await?;
        let filters = exam.map(|exam| ("exam".to_owned(), exam)).into_iter().collect();
        let query = ListQuery { limit: Some(0), filters, ..ListQuery::default() };
        Ok(self.client.list_kind(kind, &[], &query).await?.rows.iter().map(id).collect())
    }

    async fn record(&mut self, table: &str, text: String) -> anyhow::Result<String> {
        match Kind::of_table(table).filter(|kind| kind.list.whole) {
            Some(kind) => self.record_of(kind, text).await,
            None => Ok(text),
        }
    }

    /// The id of the record of this kind with this name.
    async fn record_of(&mut self, kind: &Kind, text: String) -> anyhow::Result<String> {
        let table = kind.table;
        if !kind.list.whole {
            return self.of_many(kind, text).await;
        }
        let mut ids = Vec::new();
        for place in &kind.places {
            let found = self.named(place.name, Some(place.table)).await?;
            if found.is_none() && !place.any {
                // Without the other filter the list cannot be read, so the value must be an id.
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

    /// The id of a record of a large kind, which is not read completely: by its id or by a search.
    async fn of_many(&self, kind: &Kind, text: String) -> anyhow::Result<String> {
        if kind.can(Deed::Show) {
            match self.client.find_kind(kind, &text).await {
                Ok(_) => return Ok(text),
                Err(error) if error.refusal().is_some_and(|refused| refused.status == 404) => {}
                Err(error) => return Err(error.into()),
            }
        }
        let ids: Ids = kind.places.iter().map(|_| None).collect();
        if !kind.can(Deed::List) || kind.places.iter().any(|place| !place.any) {
            return Ok(text);
        }
        let query = ListQuery { q: Some(text.clone()), limit: Some(ListQuery::MAX_LIMIT), ..ListQuery::default() };
        let rows = self.client.list_kind(kind, &ids, &query).await?.rows;
        let wanted = fold(&text);
        let rows: Vec<_> = rows.into_iter().filter(|row| names(row).any(|name| fold(&name) == wanted)).collect();
        if rows.is_empty() {
            // An id of a kind that cannot be shown singly. If it does not exist, the server reports that.
            return if kind.can(Deed::Show) { chosen(kind, &rows, &text) } else { Ok(text) };
        }
        chosen(kind, &rows, &text)
    }

    /// The given text, if it is the id of a record.
    async fn known(&self, kind: &Kind, text: String, needed: &str) -> anyhow::Result<String> {
        match self.client.find_kind(kind, &text).await {
            Ok(_) => Ok(text),
            Err(error) if error.refusal().is_some_and(|refused| refused.status == 404) => {
                let noun = kind.noun.to_lowercase();
                let words = format!(
                    "There is no {noun} with the id {text}. To use its title, name the {needed} too: --filter {needed}=…."
                );
                Err(failure(exit::USAGE, words))
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// The id of the only record with this name.
pub fn chosen(kind: &Kind, rows: &[Fields], text: &str) -> anyhow::Result<String> {
    if rows.iter().any(|row| id(row) == text) {
        return Ok(text.to_owned());
    }
    let wanted = fold(text);
    let alike: Vec<_> = rows.iter().filter(|row| names(row).any(|name| fold(&name) == wanted)).collect();
    match alike.as_slice() {
        [one] => Ok(id(one)),
        [] => {
            let mut hint = suggest::did_you_mean(text, rows.iter().flat_map(names));
            let known: BTreeSet<_> = rows.iter().filter_map(|row| names(row).next()).collect();
            if hint.is_empty() && !known.is_empty() {
                let more = known.len().saturating_sub(MAX_NAMED);
                let more = if more > 0 { format!(", and {more} more") } else { String::new() };
                let known: Vec<_> = known.into_iter().take(MAX_NAMED).collect();
                hint = format!(" These exist: {}{more}.", known.join(", "));
            }
            Err(failure(exit::USAGE, format!("There is no {} called {text}.{hint}", kind.noun.to_lowercase())))
        }
        several => {
            let place = |row: &Fields| {
                let of = ["exam", "subject", "topic"].iter().find_map(|name| row.get(*name)?.get("title")?.as_str());
                of.map_or_else(|| id(row), |title| format!("{} ({title})", id(row)))
            };
            let words = format!(
                "{} {} are called {text}; give the id of one: {}.",
                several.len(),
                kind.name,
                several.iter().map(|row| place(row)).collect::<Vec<_>>().join(", ")
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
        assert_eq!(
            of("zzz").unwrap_err(),
            "There is no subject called zzz. These exist: physics, physics-2, use-of-english."
        );
    }
}
