//! The audit log: every change by an administrator, a moderator or the operator (ruling 28), with who, when, what,
//! short values before and after, and the request id.
//!
//! An entry is written in the same commit as its change, so neither exists without the other.

use std::borrow::Cow;

use serde_json::{Map, Value};
use surrealdb::types::SurrealValue;

mod list;
mod names;
mod trail;

pub use list::AuditView;
pub(crate) use list::last_cause;
pub(crate) use trail::AuditTrail;

use crate::{
    App,
    clock::Instant,
    people::permissions::{Actor, User},
    records::StoredFields,
    request::request_id,
    store::{Id, Packed, Record},
};

/// The longest text of a value in an entry, in characters.
const SHORT: usize = 160;
/// Characters of common text before the difference of two long texts.
const LEAD: usize = 40;

/// Who caused a change, and in which request. Stored with work that continues after its call, so that the work is
/// audited under that person's name.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, SurrealValue)]
pub(crate) struct Cause {
    /// `None` for the operator.
    pub user: Option<Id<User>>,
    pub request: Option<String>,
}

impl Cause {
    /// The actor, in the present request.
    pub(crate) fn of(actor: &Actor) -> Self {
        Self { user: actor.user_id().ok().cloned(), request: request_id() }
    }
}

/// One change.
#[derive(Debug, Clone, SurrealValue)]
pub struct Audit {
    pub id: Id<Audit>,
    pub at: Instant,
    /// Who; `None` for the operator.
    pub user: Option<Id<User>>,
    /// The action in one word: `create`, `update`, `delete`, `import`, `status`, …
    pub action: String,
    /// The table of the record.
    pub entity: String,
    /// The record's key.
    pub record: String,
    /// The changed fields, before; long values are cut.
    pub before: Packed<Map<String, Value>>,
    /// The same fields, after; long values are cut.
    pub after: Packed<Map<String, Value>>,
    pub request: Option<String>,
}

impl Record for Audit {
    const TABLE: &'static str = "audit";
    const SCHEMA: &'static str = "DEFINE INDEX IF NOT EXISTS audit_at ON audit FIELDS at;\
        DEFINE INDEX IF NOT EXISTS audit_entity ON audit FIELDS entity, at;\
        DEFINE INDEX IF NOT EXISTS audit_record ON audit FIELDS record, at;\
        DEFINE INDEX IF NOT EXISTS audit_action ON audit FIELDS action, at;\
        DEFINE INDEX IF NOT EXISTS audit_user ON audit FIELDS user, at;";
}

impl Audit {
    /// An entry of the operator about something without a key.
    pub(crate) fn of_operator(action: &str, entity: &str, at: Instant) -> Self {
        Self {
            id: Id::random(),
            at,
            user: None,
            action: action.into(),
            entity: entity.into(),
            record: String::new(),
            before: Packed::default(),
            after: Packed::default(),
            request: request_id(),
        }
    }

    /// Adds the fields that `is_shown` accepts and that differ. For a new or deleted record, adds all of them.
    pub(crate) fn between(
        mut self,
        is_shown: impl Fn(&str) -> bool,
        before: Option<&dyn StoredFields>,
        after: Option<&dyn StoredFields>,
    ) -> Self {
        let fields = |record: Option<&dyn StoredFields>| record.map(|one| fields(one, &is_shown)).unwrap_or_default();
        let (mut old, mut new) = (fields(before), fields(after));
        let same: Vec<_> =
            old.iter().filter(|(key, value)| new.get(*key) == Some(value)).map(|(key, _)| key.clone()).collect();
        for key in same {
            old.remove(&key);
            new.remove(&key);
        }
        for (fields, record) in [(&mut old, before), (&mut new, after)] {
            for (key, value) in fields {
                if let Some(words) = record.and_then(|record| record.field_in_words(key)) {
                    *value = words.into();
                }
            }
        }
        self.before = Packed(old.iter().map(|(key, value)| (key.clone(), short(value, new.get(key)))).collect());
        self.after = Packed(new.iter().map(|(key, value)| (key.clone(), short(value, old.get(key)))).collect());
        self
    }

    /// Adds a field with its values before and after.
    pub(crate) fn changed(mut self, key: &str, before: impl Into<Value>, after: impl Into<Value>) -> Self {
        let (before, after) = (before.into(), after.into());
        self.before.0.insert(key.into(), short(&before, Some(&after)));
        self.after.0.insert(key.into(), short(&after, Some(&before)));
        self
    }

    /// Adds the whole list of the records that one change wrote.
    pub(crate) fn listing(mut self, key: &str, records: Vec<String>) -> Self {
        self.after.0.insert(key.into(), records.into());
        self
    }

    /// Adds a field with its value after the change.
    pub(crate) fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.after.0.insert(key.into(), short(&value.into(), None));
        self
    }
}

fn fields(record: &dyn StoredFields, is_shown: &impl Fn(&str) -> bool) -> Map<String, Value> {
    match record.to_json() {
        Value::Object(mut fields) => {
            fields.retain(|key, value| is_shown(key) && !value.is_null());
            fields
        }
        _ => Map::new(),
    }
}

/// Numbers and similar values unchanged; everything else as text, cut to where it differs from the other state.
fn short(value: &Value, other: Option<&Value>) -> Value {
    let Some(text) = long(value) else { return value.clone() };
    let other = other.and_then(long).unwrap_or_default();
    let is_whole = text.chars().nth(SHORT).is_none();
    let start = if is_whole || other.is_empty() { 0 } else { first_shown(&text, &other) };
    let rest = &text[start..];
    let end = rest.char_indices().nth(SHORT).map_or(rest.len(), |(end, _)| end);
    let before = if start > 0 { "…" } else { "" };
    let after = if end < rest.len() { "…" } else { "" };
    format!("{before}{}{after}", &rest[..end]).into()
}

/// A value that may be cut, as a text.
fn long(value: &Value) -> Option<Cow<'_, str>> {
    match value {
        Value::String(text) => Some(text.into()),
        Value::Array(_) | Value::Object(_) => Some(value.to_string().into()),
        _ => None,
    }
}

/// Where to start in the first of two texts, so that some common text precedes the difference.
fn first_shown(text: &str, other: &str) -> usize {
    let same = text.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    if same + LEAD <= SHORT {
        return 0;
    }
    let start = text.char_indices().nth(same - LEAD).map_or(0, |(start, _)| start);
    // Do not start inside a tag, which would read as text.
    match (text[..start].rfind('<'), text[..start].rfind('>')) {
        (Some(open), close) if close.is_none_or(|close| close < open) && start - open < LEAD => open,
        _ => start,
    }
}

impl App {
    /// An entry about a record, to be added to a change ([`Change::note`](crate::records::Change::note)).
    pub(crate) fn audit(&self, actor: &Actor, action: &str, entity: &str, record: impl ToString) -> Audit {
        self.audit_by(Cause::of(actor), action, entity, record)
    }

    /// Like [`Self::audit`], for work that may continue after its call has ended.
    pub(crate) fn audit_by(&self, cause: Cause, action: &str, entity: &str, record: impl ToString) -> Audit {
        let Cause { user, request } = cause;
        Audit { user, request, record: record.to_string(), ..Audit::of_operator(action, entity, self.now()) }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn is_shown(field: &str) -> bool {
        ["title", "status", "note"].contains(&field)
    }

    #[derive(Clone, SurrealValue)]
    struct Sample {
        title: String,
        status: bool,
        password: String,
        note: Option<String>,
    }

    impl StoredFields for Sample {
        fn key(&self) -> String {
            "r".into()
        }

        fn to_json(&self) -> Value {
            self.clone().into_value().into_json_value()
        }

        fn field_in_words(&self, field: &str) -> Option<String> {
            (field == "status").then(|| if self.status { "on".into() } else { "off".into() })
        }
    }

    fn row() -> Sample {
        Sample { title: "Maths".into(), status: true, password: "hash-1".into(), note: None }
    }

    fn entry() -> Audit {
        Audit {
            id: Id::new("a"),
            at: chrono::DateTime::UNIX_EPOCH,
            user: None,
            action: "update".into(),
            entity: "row".into(),
            record: "r".into(),
            before: Packed::default(),
            after: Packed::default(),
            request: None,
        }
    }

    #[test]
    fn an_entry_holds_what_changed_of_what_may_be_shown() {
        let old = row();
        let new = Sample {
            title: "Mathematics".into(),
            password: "hash-2".into(),
            note: Some("ọ".repeat(500)),
            ..old.clone()
        };
        let told = entry().between(is_shown, Some(&old), Some(&new));
        assert_eq!(Value::Object(told.before.0), json!({ "title": "Maths" }));
        let note = format!("{}…", "ọ".repeat(SHORT));
        assert_eq!(Value::Object(told.after.0), json!({ "title": "Mathematics", "note": note }));
        let made = entry().between(is_shown, None, Some(&old));
        assert_eq!(Value::Object(made.after.0), json!({ "title": "Maths", "status": "on" }));
        assert!(made.before.0.is_empty());
    }

    #[test]
    fn shortened_values_still_show_the_difference() {
        let note = |note: String| Sample { note: Some(note), ..row() };
        let told = |old: &Sample, new: &Sample| {
            let Audit { before, after, .. } = entry().between(is_shown, Some(old), Some(new));
            [before, after].map(|fields| fields.0["note"].as_str().unwrap().to_owned())
        };
        let same = "ọ".repeat(200);
        let [before, after] = told(&note(format!("{same}one")), &note(format!("{same}two")));
        let lead = "ọ".repeat(LEAD);
        assert_eq!((before, after), (format!("…{lead}one"), format!("…{lead}two")));
        // The shown part starts at the beginning of the texts while it contains the difference.
        let [before, after] = told(&note(format!("one{same}")), &note(format!("two{same}")));
        let rest = "ọ".repeat(SHORT - 3);
        assert_eq!((before, after), (format!("one{rest}…"), format!("two{rest}…")));
        // A tag is shown whole, and an ellipsis marks what was cut after the common beginning.
        let marked = format!("{same}<strong>{}", "x".repeat(LEAD - 2));
        let [before, after] = told(&note(marked.clone()), &note(format!("{marked}!")));
        assert!(before.starts_with("…<strong>x") && after.ends_with("x!"), "{before} {after}");
    }
}
