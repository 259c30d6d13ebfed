//! Reads YAML written by people, within limits.

use std::{collections::BTreeMap, fmt};

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{IgnoredAny, MapAccess, SeqAccess, Visitor},
};
use serde_json::Value;
use serde_saphyr::{Error, Spanned, budget::BudgetBreach};

/// Maximum number of values.
const NODES: usize = 100_000;
/// Maximum nesting.
const DEPTH: usize = 16;
/// Shorter texts stay on one line.
const UNFOLDED: usize = 1_000_000;

/// Parses a text. A value with a leading zero is text, such as the minutes 00.
///
/// # Errors
/// A readable message.
pub fn read(text: &str) -> Result<Value, String> {
    let options = serde_saphyr::options! {
        // An alias counts as often as it is used.
        budget: serde_saphyr::budget! {
            max_anchors: 0,
            max_aliases: 0,
            max_merge_keys: 0,
            max_depth: DEPTH,
            max_nodes: NODES,
            max_documents: 1,
        },
        leading_zero_numbers_as_strings: true,
        with_snippet: false,
    };
    serde_saphyr::from_str_with_options(text, options).map_err(|error| words(&error))
}

/// Writes a value.
pub fn write(value: &impl Serialize) -> anyhow::Result<String> {
    let options = serde_saphyr::ser_options! { prefer_block_scalars: true, min_fold_chars: UNFOLDED };
    Ok(serde_saphyr::to_string_with_options(value, options)?)
}

/// The lines of a text's values.
#[derive(Debug)]
pub struct YamlLines(Option<Spanned<Node>>);

/// A value with its children.
#[derive(Debug)]
enum Node {
    Fields(BTreeMap<String, Spanned<Node>>),
    List(Vec<Spanned<Node>>),
    /// A value without children; with its content if it is a text.
    Leaf(Option<String>),
}

/// The position of a value: its line, and the title of the nearest enclosing entry.
#[derive(Debug, PartialEq, Eq)]
pub struct Spot {
    pub line: u64,
    pub title: Option<String>,
}

impl YamlLines {
    /// The lines of a text that was parsed before.
    pub fn of(text: &str) -> Self {
        Self(serde_saphyr::from_str(text).ok())
    }

    /// The position of the value at this path, such as `exams[2].subjects[0].title`, or of the nearest enclosing value
    /// if it is missing.
    pub fn spot(&self, place: &str) -> Option<Spot> {
        let mut node = self.0.as_ref()?;
        let mut title = None;
        let steps = place.split(['.', '[']).map(|step| step.trim_end_matches(']'));
        for step in steps.filter(|step| !step.is_empty()) {
            let below = match &node.value {
                Node::Fields(fields) => fields.get(step),
                Node::List(entries) => step.parse::<usize>().ok().and_then(|number| entries.get(number)),
                Node::Leaf(_) => None,
            };
            let Some(below) = below else { break };
            node = below;
            if let Node::Fields(fields) = &node.value {
                title = fields.get("title").and_then(|title| match &title.value {
                    Node::Leaf(text) => text.clone(),
                    Node::Fields(_) | Node::List(_) => None,
                });
            }
        }
        Some(Spot { line: node.referenced.line(), title })
    }
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NodeVisitor)
    }
}

struct NodeVisitor;

impl<'de> Visitor<'de> for NodeVisitor {
    type Value = Node;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
        let mut fields = BTreeMap::new();
        while let Some((name, value)) = map.next_entry()? {
            fields.insert(name, value);
        }
        Ok(Node::Fields(fields))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Node, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = seq.next_element()? {
            entries.push(entry);
        }
        Ok(Node::List(entries))
    }

    fn visit_str<E>(self, text: &str) -> Result<Node, E> {
        Ok(Node::Leaf(Some(text.to_owned())))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Node, E> {
        Ok(Node::Leaf(None))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Node, E> {
        Ok(Node::Leaf(Some(number.to_string())))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Node, E> {
        Ok(Node::Leaf(Some(number.to_string())))
    }

    fn visit_f64<E>(self, _: f64) -> Result<Node, E> {
        Ok(Node::Leaf(None))
    }

    fn visit_unit<E>(self) -> Result<Node, E> {
        Ok(Node::Leaf(None))
    }

    fn visit_none<E>(self) -> Result<Node, E> {
        Ok(Node::Leaf(None))
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Node, D::Error> {
        Node::deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Node, D::Error> {
        IgnoredAny::deserialize(deserializer).map(|_| Node::Leaf(None))
    }
}

fn words(error: &Error) -> String {
    let (what, location) = match error {
        Error::Budget { breach, location } => (bound(breach).to_owned(), location),
        Error::DuplicateMappingKey { key: Some(key), location } => (format!("{key} is there twice"), location),
        other => return format!("{other}."),
    };
    format!("{what} (line {}, column {}).", location.line(), location.column())
}

fn bound(breach: &BudgetBreach) -> &'static str {
    match breach {
        BudgetBreach::Anchors { .. } | BudgetBreach::Aliases { .. } => "Anchors and aliases are not accepted",
        BudgetBreach::Depth { .. } => "It is nested too deeply",
        BudgetBreach::Documents { .. } => "It contains more than one document",
        _ => "It is too large",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_found_on_its_line_with_the_title_around_it() {
        let text = "exams:\n  - title: NECO\n    subjects:\n      - title: Physics\n        mandatory: yes\n      - title: \"00\"\n\
                    \n        courses: [Law, Arts]\n  -\n    slug: b\n";
        let lines = YamlLines::of(text);
        let spot = |place: &str| lines.spot(place).map(|spot| (spot.line, spot.title.unwrap_or_default()));
        for (place, line, title) in [
            ("exams[0].title", 2, "NECO"),
            ("exams[0].subjects[0].mandatory", 5, "Physics"),
            ("exams[0].subjects[1].courses[1]", 8, "00"),
            // A missing value is reported where it should be.
            ("exams[0].subjects[1].topics", 6, "00"),
            ("exams[1].title", 10, ""),
        ] {
            assert_eq!(spot(place), Some((line, title.to_owned())), "{place}");
        }
    }
}
