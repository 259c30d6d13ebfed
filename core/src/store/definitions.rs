//! Checks the definitions that a restore takes from a backup. A backup may come from anywhere, so its definitions
//! must not run code: no events, no views, and only the functions and computed fields of Sabi's own releases.

use serde_json::Value as Json;

use super::{Store, upgrade};
use crate::{Error, Result};

/// The exact definitions of Sabi's releases that go beyond the plain forms below.
const RELEASED: [&str; 8] = [
    "DEFINE ANALYZER IF NOT EXISTS english TOKENIZERS class FILTERS lowercase, ascii, snowball(english)",
    "DEFINE ANALYZER IF NOT EXISTS words TOKENIZERS class FILTERS lowercase, ascii, edgengram(1, 12)",
    "DEFINE ANALYZER IF NOT EXISTS unmarked_english FUNCTION fn::unmarked TOKENIZERS class FILTERS lowercase, ascii, \
     snowball(english)",
    "DEFINE FUNCTION IF NOT EXISTS fn::unmarked($text: string) { string::replace($text, /\\p{M}/, '') }",
    "DEFINE FIELD IF NOT EXISTS change_requested ON registration VALUE array::len(subjects_update) > 0",
    "DEFINE FIELD IF NOT EXISTS is_reply ON contact VALUE array::len(replies) > 0",
    "DEFINE INDEX IF NOT EXISTS question_open ON question COUNT WHERE university = []",
    "DEFINE INDEX IF NOT EXISTS theory_open ON theory COUNT WHERE university = []",
];

/// The kinds of definitions allowed in `INFO FOR DB` after a restore.
const KINDS: [&str; 3] = ["tables", "analyzers", "functions"];
/// The kinds allowed in `INFO FOR TABLE`.
const KINDS_OF_A_TABLE: [&str; 2] = ["fields", "indexes"];

/// Refuses definitions that could run code.
///
/// # Errors
/// [`Error::Conflict`] with reason `not-a-backup`, naming the first of them.
pub(crate) fn check(definitions: &[String]) -> Result<()> {
    let Some(strange) = definitions.iter().find(|text| !is_harmless(text)) else { return Ok(()) };
    let shown: String =
        strange.chars().take(200).map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    let words = format!(
        "The file is not a Sabi backup, or it was tampered with: it defines something that Sabi does not ({shown})."
    );
    Err(Error::conflict("not-a-backup", words))
}

/// Whether a definition is a schemaless table, a field type or an index, in Sabi's form.
pub(crate) fn is_harmless(definition: &str) -> bool {
    if RELEASED.contains(&definition) {
        return true;
    }
    let words: Vec<&str> = definition.split(' ').collect();
    match words[..] {
        ["DEFINE", "TABLE", "IF", "NOT", "EXISTS", table, "SCHEMALESS"] => is_name(table),
        ["DEFINE", "FIELD", "IF", "NOT", "EXISTS", field, "ON", table, "TYPE", kind, ref rest @ ..] => {
            let is_reference = matches!(
                rest,
                [] | ["REFERENCE"] | ["REFERENCE", "ON", "DELETE", "REJECT" | "CASCADE" | "IGNORE" | "UNSET"]
            );
            is_path(field) && is_name(table) && is_type(kind) && is_reference
        }
        ["DEFINE", "INDEX", "IF", "NOT", "EXISTS", index, "ON", table, ref rest @ ..] => {
            is_name(index) && is_name(table) && is_index(rest)
        }
        _ => false,
    }
}

/// `COUNT`, or `FIELDS one, other [UNIQUE | FULLTEXT ANALYZER name]`.
fn is_index(words: &[&str]) -> bool {
    let fields = match words {
        ["COUNT"] => return true,
        ["FIELDS", fields @ .., "UNIQUE"] => fields,
        ["FIELDS", fields @ .., "FULLTEXT", "ANALYZER", analyzer] if is_name(analyzer) => fields,
        ["FIELDS", fields @ ..] => fields,
        _ => return false,
    };
    let Some((last, before)) = fields.split_last() else { return false };
    is_path(last) && before.iter().all(|field| field.strip_suffix(',').is_some_and(is_path))
}

/// A lower-case name, like all of Sabi's.
fn is_name(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_lowercase())
        && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}

/// A field, a nested field, or the entries of a list: `years.*`.
fn is_path(word: &str) -> bool {
    word.split('.').enumerate().all(|(depth, part)| is_name(part) || (depth > 0 && part == "*"))
}

/// A type such as `option<record<user>>`.
fn is_type(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_lowercase() || matches!(byte, b'_' | b'<' | b'>' | b'|'))
}

impl Store {
    /// Checks that the store contains only these definitions.
    ///
    /// # Errors
    /// [`Error::Conflict`] with reason `not-a-backup`, naming what else is defined.
    pub(super) async fn check_defined(&self, definitions: &[String]) -> Result<()> {
        let strange = |what: String| {
            let words = format!("The backup defines something in the store that Sabi does not: {what}.");
            Err(Error::conflict("not-a-backup", words))
        };
        let known = |kind: &str, name: &str, table: Option<&str>| {
            // The database itself defines the entries of a typed list.
            let base = name.split(['.', '[']).next().unwrap_or(name);
            let is_this = |text: &String| {
                upgrade::named(text)
                    .is_some_and(|(of, one, place)| of == kind && place == table && (one == name || one == base))
            };
            definitions.iter().any(is_this)
        };
        let info: Json = self.query("INFO FOR DB").first().await?.unwrap_or_default();
        if let Some(what) = first_beside(&info, &KINDS) {
            return strange(what);
        }
        if let Some(name) = names(&info, "analyzers").find(|name| !known("ANALYZER", name, None)) {
            return strange(format!("analyzer {name}"));
        }
        if let Some(name) = names(&info, "functions").find(|name| !known("FUNCTION", &format!("fn::{name}"), None)) {
            return strange(format!("function {name}"));
        }
        for table in names(&info, "tables") {
            let info: Json = self.query(format!("INFO FOR TABLE `{table}`")).first().await?.unwrap_or_default();
            if let Some(what) = first_beside(&info, &KINDS_OF_A_TABLE) {
                return strange(format!("{what} of {table}"));
            }
            for (kind, list) in [("FIELD", "fields"), ("INDEX", "indexes")] {
                if let Some(name) = names(&info, list).find(|name| !known(kind, name, Some(table))) {
                    return strange(format!("{} {name} of {table}", kind.to_lowercase()));
                }
            }
        }
        Ok(())
    }
}

/// The first definition of a kind that is not listed.
fn first_beside(info: &Json, kinds: &[&str]) -> Option<String> {
    let others = info.as_object()?.iter().filter(|(kind, _)| !kinds.contains(&kind.as_str()));
    let mut found = others.filter_map(|(kind, all)| Some(format!("{kind} {}", all.as_object()?.keys().next()?)));
    found.next()
}

fn names<'a>(info: &'a Json, kind: &str) -> impl Iterator<Item = &'a str> {
    info[kind].as_object().into_iter().flat_map(|all| all.keys().map(String::as_str))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_of_earlier_releases_can_be_restored() {
        for definition in [
            "DEFINE INDEX IF NOT EXISTS attempt_years ON attempt FIELDS years.*",
            "DEFINE INDEX IF NOT EXISTS question_title ON question FIELDS title FULLTEXT ANALYZER words",
            "DEFINE INDEX IF NOT EXISTS subject_title ON subject FIELDS exam, title UNIQUE",
            "DEFINE FIELD IF NOT EXISTS user ON grading TYPE option<record<user>> REFERENCE ON DELETE REJECT",
        ] {
            assert!(is_harmless(definition), "{definition}");
        }
    }

    #[test]
    fn nothing_that_runs_is_taken() {
        for definition in [
            "",
            "DEFINE",
            "REMOVE TABLE user",
            "DEFINE EVENT IF NOT EXISTS e ON user WHEN true THEN (UPDATE user SET is_super_admin = true)",
            "DEFINE FUNCTION IF NOT EXISTS fn::loop() { LOOP {} }",
            "DEFINE FUNCTION IF NOT EXISTS fn::unmarked($text: string) { UPDATE user }",
            "DEFINE PARAM IF NOT EXISTS $p VALUE 1",
            "DEFINE USER IF NOT EXISTS root ON ROOT PASSWORD 'x' ROLES OWNER",
            "DEFINE ACCESS IF NOT EXISTS a ON DATABASE TYPE RECORD",
            "DEFINE ANALYZER IF NOT EXISTS mine TOKENIZERS class FILTERS lowercase",
            "DEFINE TABLE IF NOT EXISTS user SCHEMALESS; UPDATE user SET is_super_admin = true",
            "DEFINE TABLE IF NOT EXISTS spy SCHEMALESS AS SELECT * FROM user",
            "DEFINE TABLE IF NOT EXISTS user;UPDATE SCHEMALESS",
            "DEFINE TABLE OVERWRITE user SCHEMALESS",
            "DEFINE FIELD IF NOT EXISTS role ON user VALUE 'admin'",
            "DEFINE FIELD IF NOT EXISTS role ON user TYPE string VALUE 'admin'",
            "DEFINE FIELD IF NOT EXISTS role ON user TYPE string DEFAULT fn::x()",
            "DEFINE FIELD IF NOT EXISTS role ON user TYPE string REFERENCE ON DELETE THEN {}",
            "DEFINE FIELD IF NOT EXISTS role ON user TYPE string;UPDATE",
            "DEFINE FIELD IF NOT EXISTS is_reply ON contact VALUE array::len(replies) > 1",
            "DEFINE INDEX IF NOT EXISTS i ON user FIELDS email; UPDATE user",
            "DEFINE INDEX IF NOT EXISTS i ON user FIELDS http::get('x')",
            "DEFINE INDEX IF NOT EXISTS i ON user FIELDS",
            "DEFINE INDEX IF NOT EXISTS i ON user COUNT WHERE (UPDATE user)",
            "define table if not exists user schemaless",
            "DEFINE TABLE IF NOT EXISTS user\u{0}x SCHEMALESS",
        ] {
            assert!(!is_harmless(definition), "{definition}");
            assert!(check(&[definition.to_owned()]).is_err());
        }
    }
}
