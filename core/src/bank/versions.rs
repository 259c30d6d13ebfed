//! Earlier versions of items, which an editor can compare and restore. The latest fifty of each item are stored.

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::{Item, ItemBody, ItemKind, Question, Theory};
use crate::{
    App, Error, Result,
    clock::Instant,
    people::User,
    records::{Change, Entity as _},
    store::{Id, Packed, Record},
};

/// The number of stored versions of each item.
const KEPT: i64 = 50;

/// An item before a change of its content. The key consists of the item's key and a slot of its ring of [`KEPT`]
/// versions. Each kind has a table of its own.
#[derive(Debug, Clone, SurrealValue)]
pub(crate) struct ItemVersion<B: ItemBody> {
    id: Id<ItemVersion<B>>,
    /// The question or theory question.
    question: Id<Item<B>>,
    version: i64,
    /// When it was replaced. `by` is the person who replaced it.
    at: Instant,
    by: Option<Id<User>>,
    content: Packed<B::Version>,
}

impl<B: ItemBody> Record for ItemVersion<B> {
    const TABLE: &'static str = match B::KIND {
        ItemKind::Choice => "question_version",
        ItemKind::Essay => "theory_version",
    };
    const SCHEMA: &'static str = match B::KIND {
        ItemKind::Choice => {
            "DEFINE FIELD IF NOT EXISTS question ON question_version TYPE record<question> REFERENCE ON DELETE CASCADE;\
            DEFINE INDEX IF NOT EXISTS question_version_question ON question_version FIELDS question, version;"
        }
        ItemKind::Essay => {
            "DEFINE FIELD IF NOT EXISTS question ON theory_version TYPE record<theory> REFERENCE ON DELETE CASCADE;\
            DEFINE INDEX IF NOT EXISTS theory_version_question ON theory_version FIELDS question, version;"
        }
    };
}

/// The content of an earlier version of a question.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ChoiceVersion {
    pub title: String,
    /// HTML.
    pub passage: Option<String>,
    pub group: Option<String>,
    /// The stem, HTML.
    pub question: String,
    /// HTML, in order.
    pub options: Vec<String>,
    /// The number of the right option, from 1.
    pub correct: i64,
    /// The explanation, HTML.
    pub description: String,
    /// The address of the picture.
    pub logo: Option<String>,
}

/// The content of an earlier version of a theory question.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct EssayVersion {
    pub title: String,
    /// HTML.
    pub question: String,
    /// The answer in short, HTML.
    #[serde(rename = "description")]
    pub answer: String,
    /// The answer in full, HTML.
    pub detailed_answer: String,
    /// The address of the picture.
    pub logo: Option<String>,
}

/// An earlier version of an item, for administrators.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EarlierVersion<C> {
    pub version: i64,
    /// When it was replaced.
    pub replaced_at: Instant,
    /// The name of the person who replaced it; none for the operator.
    pub replaced_by: Option<String>,
    #[serde(flatten)]
    pub content: C,
}

#[derive(SurrealValue)]
struct Row<B: ItemBody> {
    version: i64,
    at: Instant,
    first_name: Option<String>,
    last_name: Option<String>,
    content: Packed<B::Version>,
}

impl ChoiceVersion {
    pub(super) fn of(item: &Question) -> Self {
        let content = item.body.content();
        Self {
            title: item.title.clone(),
            passage: content.passage,
            group: content.group,
            question: item.question.clone(),
            options: content.options,
            correct: item.body.key().and_then(|key| i64::try_from(key + 1).ok()).unwrap_or_default(),
            description: content.description,
            logo: item.logo.clone(),
        }
    }
}

impl EssayVersion {
    pub(super) fn of(item: &Theory) -> Self {
        Self {
            title: item.title.clone(),
            question: item.question.clone(),
            answer: item.body.answer.clone(),
            detailed_answer: item.body.detailed_answer.clone(),
            logo: item.logo.clone(),
        }
    }
}

impl Change<'_> {
    /// Stores the earlier versions of those items whose content changes, given as (old, new).
    pub(crate) async fn keep_versions<B: ItemBody>(&self, changed: &[(Item<B>, Item<B>)]) -> Result<()> {
        let by = self.cause().and_then(|cause| cause.user.clone());
        let at = self.app().now();
        let replaced = changed.iter().filter(|(old, new)| old.says_other_than(new));
        let version = |(old, _): &(Item<B>, Item<B>)| ItemVersion::<B> {
            id: Id::new(format!("{}-{}", old.id, old.version.rem_euclid(KEPT))),
            question: old.id.clone(),
            version: old.version,
            at,
            by: by.clone(),
            content: Packed(B::version_of(old)),
        };
        let rows: Vec<ItemVersion<B>> = replaced.map(version).collect();
        if rows.is_empty() {
            return Ok(());
        }
        let write = self.query("FOR $row IN $rows { UPSERT ONLY $row.id CONTENT $row RETURN NONE }");
        write.bind(("rows", rows)).done().await
    }
}

impl App {
    /// The earlier versions of an item, the latest first.
    pub async fn item_versions<B: ItemBody>(&self, id: &Id<Item<B>>) -> Result<Vec<EarlierVersion<B::Version>>> {
        self.load(id).await?.ok_or(Error::NotFound(Item::<B>::NOUN)).map(|_: Item<B>| ())?;
        let sql = format!(
            "SELECT version, at, by.first_name AS first_name, by.last_name AS last_name, content \
             FROM {} WHERE question = $question ORDER BY version DESC",
            ItemVersion::<B>::TABLE
        );
        let rows: Vec<Row<B>> = self.store.query(&sql).bind(("question", id.clone())).all().await?;
        let view = |Row { version, at, first_name, last_name, content }: Row<B>| {
            let replaced_by = first_name.zip(last_name).map(|(first, last)| format!("{first} {last}"));
            EarlierVersion { version, replaced_at: at, replaced_by, content: content.0 }
        };
        Ok(rows.into_iter().map(view).collect())
    }
}
