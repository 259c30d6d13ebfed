//! The marked objective questions of a result, stored as one compact text.
//!
//! In results of earlier releases, each question is an object that repeats the field names and the ids of subject and
//! topic. These results are packed in the background ([`App::pack_results`]). Until then, both forms are read.

use serde::{Deserialize, Serialize};
use surrealdb::types::{Error as TypeError, Kind, RecordId, RecordIdKey, SurrealValue, Value};

use super::{QuizResult, score::Key};
use crate::{
    App, Result,
    bank::{Choice, Question},
    catalogue::{Subject, Topic},
    metrics::Pace,
    store::{Id, Record, retry_tx},
};

/// One marked objective question, with the key and the answer at that moment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MarkedItem {
    pub subject: Id<Subject>,
    pub question: Id<Question>,
    pub chosen: Option<Id<Choice>>,
    pub correct: Id<Choice>,
    /// The question's topic at the time of marking. Results of earlier releases have none.
    #[serde(default)]
    pub topic: Option<Id<Topic>>,
    /// Whether the right answer was shown before the student chose, which only study allows. False if the choice came
    /// first and was marked at once. `None` in results of earlier releases.
    #[serde(default)]
    pub shown: Option<bool>,
    /// Whether the question was withdrawn, so that it does not count.
    #[serde(default, skip_serializing_if = "is_false")]
    pub withdrawn: bool,
    /// Whether the student marked it for review.
    #[serde(default, skip_serializing_if = "is_false")]
    pub doubted: bool,
    /// Whether its answer took more than twice the median time of the test.
    #[serde(default, skip_serializing_if = "is_false")]
    pub slow: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(value: &bool) -> bool {
    !value
}

impl MarkedItem {
    /// The fields that marking needs.
    pub(super) fn key(&self) -> Key<'_> {
        Key { question: &self.question, subject: &self.subject, correct: &self.correct, withdrawn: self.withdrawn }
    }

    /// Whether the right option was chosen.
    pub fn is_right(&self) -> bool {
        self.chosen.as_ref() == Some(&self.correct)
    }
}

/// The marked questions of a result, in the paper's order.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MarkedItems(Vec<MarkedItem>);

/// The stored form. Items refer to their subject and topic by number.
#[derive(Default, Serialize, Deserialize)]
struct StoredItems {
    subjects: Vec<Id<Subject>>,
    topics: Vec<Id<Topic>>,
    items: Vec<StoredItem>,
}

/// A stored item, without the names of its fields: the number of its subject, the question, the chosen and the right
/// option, the number of its topic, whether its answer was shown, and its [flags](flags).
#[derive(Serialize, Deserialize)]
struct StoredItem(usize, Id<Question>, Option<Id<Choice>>, Id<Choice>, Option<usize>, Option<bool>, u8);

/// The bits of the flags of a [`StoredItem`].
mod flags {
    pub const WITHDRAWN: u8 = 1;
    pub const DOUBTED: u8 = 2;
    pub const SLOW: u8 = 4;
}

/// The index of an id in the list, after appending the id if it is missing. The search is linear, because a result has
/// few subjects and topics.
fn number<T>(list: &mut Vec<Id<T>>, id: &Id<T>) -> usize {
    list.iter().position(|one| one == id).unwrap_or_else(|| {
        list.push(id.clone());
        list.len() - 1
    })
}

impl MarkedItems {
    fn to_text(&self) -> String {
        let mut stored = StoredItems::default();
        for item in &self.0 {
            let subject = number(&mut stored.subjects, &item.subject);
            let topic = item.topic.as_ref().map(|topic| number(&mut stored.topics, topic));
            let bit = |is_set: bool, bit: u8| if is_set { bit } else { 0 };
            let flags =
                bit(item.withdrawn, flags::WITHDRAWN) | bit(item.doubted, flags::DOUBTED) | bit(item.slow, flags::SLOW);
            let (question, chosen, correct) = (item.question.clone(), item.chosen.clone(), item.correct.clone());
            stored.items.push(StoredItem(subject, question, chosen, correct, topic, item.shown, flags));
        }
        // Ids and numbers always serialise. If they did not, reading would reject the empty text.
        serde_json::to_string(&stored).unwrap_or_default()
    }

    /// Reads the stored form.
    ///
    /// # Errors
    /// A message that says what is wrong with the text.
    pub(crate) fn from_text(text: &str) -> Result<Self, String> {
        let StoredItems { subjects, topics, items } = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let item = |StoredItem(subject, question, chosen, correct, topic, shown, flags): StoredItem| {
            let topic = match topic {
                Some(number) => Some(topics.get(number).cloned().ok_or("a topic is missing")?),
                None => None,
            };
            Ok(MarkedItem {
                subject: subjects.get(subject).cloned().ok_or("a subject is missing")?,
                question,
                chosen,
                correct,
                topic,
                shown,
                withdrawn: flags & flags::WITHDRAWN != 0,
                doubted: flags & flags::DOUBTED != 0,
                slow: flags & flags::SLOW != 0,
            })
        };
        items.into_iter().map(item).collect::<Result<_, &str>>().map(Self).map_err(str::to_owned)
    }
}

impl SurrealValue for MarkedItems {
    fn kind_of() -> Kind {
        String::kind_of()
    }

    fn into_value(self) -> Value {
        self.to_text().into_value()
    }

    fn from_value(value: Value) -> Result<Self, TypeError> {
        let read = match value {
            Value::String(text) => Self::from_text(&text),
            objects => serde_json::from_value(objects.into_json_value()).map(Self).map_err(|error| error.to_string()),
        };
        read.map_err(|error| TypeError::serialization(error, None))
    }
}

impl From<Vec<MarkedItem>> for MarkedItems {
    fn from(items: Vec<MarkedItem>) -> Self {
        Self(items)
    }
}

impl std::ops::Deref for MarkedItems {
    type Target = Vec<MarkedItem>;

    fn deref(&self) -> &Vec<MarkedItem> {
        &self.0
    }
}

impl std::ops::DerefMut for MarkedItems {
    fn deref_mut(&mut self) -> &mut Vec<MarkedItem> {
        &mut self.0
    }
}

impl IntoIterator for MarkedItems {
    type Item = MarkedItem;
    type IntoIter = std::vec::IntoIter<MarkedItem>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a MarkedItems {
    type Item = &'a MarkedItem;
    type IntoIter = std::slice::Iter<'a, MarkedItem>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<'a> IntoIterator for &'a mut MarkedItems {
    type Item = &'a mut MarkedItem;
    type IntoIter = std::slice::IterMut<'a, MarkedItem>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter_mut()
    }
}

/// Marks that results of earlier releases are not packed yet. Its one row is deleted when they are.
#[derive(Debug, Clone, SurrealValue)]
pub(crate) struct UnpackedResults {
    id: Id<UnpackedResults>,
    /// The key of the last result that is packed.
    #[surreal(default, rename = "behind")]
    after: Option<String>,
}

impl Record for UnpackedResults {
    const TABLE: &'static str = "unpacked_results";
}

/// A result with its marked questions.
#[derive(Debug, Clone, SurrealValue)]
struct MarkedRow {
    id: Id<QuizResult>,
    marked: MarkedItems,
}

impl App {
    /// Packs the results of earlier releases in batches, and pauses while requests are answered. After a restart it
    /// continues where it stopped.
    pub async fn pack_results(&self) -> Result<()> {
        let marker = Id::<UnpackedResults>::new("present");
        let Some(unpacked) = self.load(&marker).await? else { return Ok(()) };
        let results = self.store.snapshot().await?;
        let mut pace = Pace::begin(&self.metrics);
        let mut after = unpacked.after.map(RecordIdKey::String);
        while let Some((rows, last)) = results.rows(QuizResult::TABLE, after).await? {
            let old = rows.iter().filter(|row| !row.get("marked").is_string()).map(|row| row.get("id").clone());
            let old: Vec<Value> = old.collect();
            if !old.is_empty() {
                retry_tx(async || self.pack_lot(&marker, &old, &last).await).await?;
            }
            after = Some(last);
            pace.rest().await;
        }
        self.store.write("DELETE $marker RETURN NONE").bind(("marker", marker)).done().await
    }

    /// Packs these results and records the last one.
    async fn pack_lot(&self, marker: &Id<UnpackedResults>, old: &[Value], last: &RecordIdKey) -> Result<()> {
        let tx = self.store.begin().await?;
        let rows: Vec<MarkedRow> = tx.query("SELECT id, marked FROM $old").bind(("old", old.to_vec())).all().await?;
        let sql = "FOR $row IN $rows { UPDATE $row.id SET marked = $row.marked RETURN NONE }; \
            UPSERT $marker SET behind = record::id($last) RETURN NONE";
        let last = RecordId::new(QuizResult::TABLE, last.clone());
        let call = tx.query(sql).bind(("rows", rows)).bind(("marker", marker.clone())).bind(("last", last));
        call.done().await?;
        tx.commit().await
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn items() -> impl Strategy<Value = Vec<MarkedItem>> {
        let bits = (any::<Option<bool>>(), any::<bool>(), any::<bool>(), any::<bool>());
        let item = (0..4u8, "[a-z]{16}", any::<Option<u8>>(), any::<u8>(), prop::option::of(0..9u8), bits);
        let item = item.prop_map(|(subject, question, chosen, correct, topic, (shown, withdrawn, doubted, slow))| {
            MarkedItem {
                subject: Id::new(format!("s{subject}")),
                question: Id::new(question),
                chosen: chosen.map(|id| Id::new(format!("o{id}"))),
                correct: Id::new(format!("o{correct}")),
                topic: topic.map(|id| Id::new(format!("t{id}"))),
                shown,
                withdrawn,
                doubted,
                slow,
            }
        });
        prop::collection::vec(item, 0..60)
    }

    proptest! {
        #[test]
        fn packed_and_earlier_results_are_read_alike(items in items()) {
            let marked = MarkedItems::from(items.clone());
            prop_assert_eq!(MarkedItems::from_value(marked.clone().into_value()).unwrap(), marked.clone());
            let objects = serde_json::to_value(&items).unwrap().into_value();
            prop_assert_eq!(MarkedItems::from_value(objects).unwrap(), marked);
        }
    }

    #[test]
    fn a_damaged_text_is_refused() {
        for text in ["", "[]", r#"{"subjects":[],"topics":[],"items":[[0,"q",null,"a",null,null,0]]}"#] {
            assert!(MarkedItems::from_value(text.to_owned().into_value()).is_err(), "{text}");
        }
    }
}
