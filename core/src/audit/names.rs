//! Names for the records that audit entries refer to, so that people read names instead of keys.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::Value as Json;
use surrealdb::types::{Number, RecordId, RecordIdKey, SurrealValue, Value};

use super::AuditView;
use crate::{App, Result, html};

/// Tables whose records have a name. Every other table's records are shown by their key.
const NAMED: &[&str] = &[
    "advice",
    "assessment",
    "banner",
    "category",
    "course",
    "email_template",
    "exam",
    "faq",
    "grading_case",
    "instruction",
    "news",
    "page",
    "payment",
    "plan",
    "question",
    "quiz",
    "registration",
    "report",
    "section",
    "subject",
    "subject_year",
    "subscription",
    "testimonial",
    "theory",
    "topic",
    "university",
    "user",
];
/// The number of records of a list that are shown.
const MAX_LISTED: usize = 20;
/// The most characters of a name.
const MAX_NAME_CHARS: usize = 80;

/// The fields from which a name is composed. Each table has some of them.
#[derive(SurrealValue)]
struct NameParts {
    id: RecordId,
    title: Option<String>,
    stem: Option<String>,
    first_name: Option<String>,
    last_name: Option<String>,
    owner_first: Option<String>,
    owner_last: Option<String>,
    of_exam: Option<String>,
    of_subject: Option<String>,
    year: Value,
    plan: Option<String>,
}

const SELECT: &str = "SELECT id, title, question AS stem, first_name, last_name, \
    user.first_name AS owner_first, user.last_name AS owner_last, exam.title AS of_exam, subject.title AS of_subject, year, \
    (plan_name ?? terms.plan_name) AS plan FROM $records";

impl App {
    /// Adds names to entries: of their records, and of the records in their values.
    pub(super) async fn name_audit(&self, entries: &mut [AuditView]) -> Result<()> {
        let mut wanted = BTreeSet::new();
        for entry in &mut *entries {
            entry.shorten_lists();
            wanted.insert((entry.entity.clone(), entry.record.clone()));
            let linked = entry.texts().flat_map(links);
            wanted.extend(linked.map(|(_, table, key)| (table.to_owned(), key.to_owned())));
        }
        let records: Vec<RecordId> = wanted
            .iter()
            .filter(|(table, key)| NAMED.contains(&table.as_str()) && !key.is_empty())
            .map(|(table, key)| RecordId::new(table.as_str(), key.clone()))
            .collect();
        if records.is_empty() {
            return Ok(());
        }
        let found: Vec<NameParts> = self.store.query(SELECT).bind(("records", records)).all().await?;
        let names: HashMap<(String, String), String> = found
            .into_iter()
            .filter_map(|one| match &one.id.key {
                RecordIdKey::String(key) => Some(((one.id.table.to_string(), key.to_string()), one.name()?)),
                _ => None,
            })
            .collect();
        for entry in entries {
            let name = names.get(&(entry.entity.clone(), entry.record.clone())).cloned();
            entry.name = name.or_else(|| entry.old_name());
            let mut used = BTreeMap::new();
            for (whole, table, key) in entry.texts().flat_map(links) {
                if let Some(name) = names.get(&(table.to_owned(), key.to_owned())) {
                    used.insert(whole.to_owned(), name.clone());
                }
            }
            entry.names = used;
        }
        Ok(())
    }
}

impl NameParts {
    fn name(&self) -> Option<String> {
        let year = match self.year {
            Value::Number(Number::Int(year)) => Some(year.to_string()),
            _ => None,
        };
        let title = self.title.clone().filter(|title| !title.is_empty());
        let stem = self.stem.as_deref().map(html::text_of).filter(|stem| !stem.is_empty());
        let person = full_name(self.first_name.as_deref(), self.last_name.as_deref());
        let name = title.or(person).or(stem).unwrap_or_else(|| {
            let owner = full_name(self.owner_first.as_deref(), self.owner_last.as_deref());
            let parts = [owner, self.of_exam.clone(), self.of_subject.clone(), year, self.plan.clone()];
            parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
        });
        (!name.is_empty()).then(|| cut(&name))
    }
}

impl AuditView {
    /// The texts of all values, also those in lists.
    fn texts(&self) -> impl Iterator<Item = &str> {
        let values = self.before.values().chain(self.after.values());
        values
            .flat_map(|value| value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice))
            .filter_map(Json::as_str)
    }

    /// Shortens a list of records that one change wrote to its first entries, with their keys as links. Exports have
    /// the whole list.
    fn shorten_lists(&mut self) {
        let entity = &self.entity;
        for (name, value) in &mut self.after {
            let Some(list) = value.as_array_mut() else { continue };
            let is_longer = list.len() > MAX_LISTED;
            list.truncate(MAX_LISTED);
            // Deleted records are listed by their titles as well.
            if name != "titles" {
                for key in list.iter_mut() {
                    *key = format!("{entity}:{}", key.as_str().unwrap_or_default()).into();
                }
            }
            if is_longer {
                list.push("…".into());
            }
        }
    }

    /// The name that the record had, from the values of the entry, for a record that is gone.
    fn old_name(&self) -> Option<String> {
        let value = |field: &str| self.before.get(field).or_else(|| self.after.get(field))?.as_str();
        let name = value("title").map(str::to_owned).filter(|title| !title.is_empty());
        let name = name.or_else(|| full_name(value("first_name"), value("last_name")));
        name.or_else(|| value("question").map(html::text_of)).filter(|name| !name.is_empty()).map(|name| cut(&name))
    }
}

fn full_name(first: Option<&str>, last: Option<&str>) -> Option<String> {
    let name = format!("{} {}", first.unwrap_or_default(), last.unwrap_or_default()).trim().to_owned();
    (!name.is_empty()).then_some(name)
}

fn cut(name: &str) -> String {
    match name.char_indices().nth(MAX_NAME_CHARS) {
        Some((end, _)) => format!("{}…", name[..end].trim_end()),
        None => name.to_owned(),
    }
}

/// The links to records in a value as it is stored: the whole link, its table and its key.
fn links(text: &str) -> impl Iterator<Item = (&str, &str, &str)> {
    let parts = text.split(|sign: char| sign.is_whitespace() || matches!(sign, '"' | ',' | '[' | ']' | '{' | '}'));
    parts.filter_map(|part| {
        let (table, key) = part.split_once(':')?;
        let key = key.trim_matches(['`', '⟨', '⟩']);
        let is_key =
            !key.is_empty() && key.chars().all(|sign| sign.is_alphanumeric() || matches!(sign, '-' | '_' | '.'));
        (is_key && NAMED.contains(&table)).then_some((part, table, key))
    })
}

#[cfg(test)]
mod tests {
    use super::links;

    #[test]
    fn links_are_found_in_single_values_and_in_lists() {
        for (text, found) in [
            ("exam:jamb", vec![("exam:jamb", "exam", "jamb")]),
            ("subject_year:`s1-2019`", vec![("subject_year:`s1-2019`", "subject_year", "s1-2019")]),
            ("user:⟨1772⟩", vec![("user:⟨1772⟩", "user", "1772")]),
            (r#"["subject:a1","subject:b2"]"#, vec![("subject:a1", "subject", "a1"), ("subject:b2", "subject", "b2")]),
            ("The exam: jamb", vec![]),
            ("https://sabi.test/exam", vec![]),
            ("note:this", vec![]),
            ("exam:", vec![]),
        ] {
            assert_eq!(links(text).collect::<Vec<_>>(), found, "{text}");
        }
    }
}
