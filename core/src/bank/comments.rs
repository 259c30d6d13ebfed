//! Comments of administrators on an item.

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::{Item, ItemBody, ItemKind};
use crate::{
    App, Error, FieldErrors, Result,
    clock::Instant,
    error::is_invisible,
    html, messages,
    people::{Actor, User},
    records::{Entity as _, ListQuery, Page},
    store::{Id, Record, retry_tx},
};

/// The most comments on an item.
const MAX_COMMENTS: usize = 100;
/// The most characters of a comment.
const MAX_COMMENT_CHARS: usize = 2000;
/// Comments per page without a limit.
const USUAL: u64 = 20;

/// A comment on an item. Each kind has a table of its own.
#[derive(Debug, Clone, SurrealValue)]
pub(crate) struct Comment<B: ItemBody> {
    id: Id<Comment<B>>,
    /// The question or theory question.
    question: Id<Item<B>>,
    /// `None` for the operator.
    by: Option<Id<User>>,
    text: String,
    created_at: Instant,
}

impl<B: ItemBody> Record for Comment<B> {
    const TABLE: &'static str = match B::KIND {
        ItemKind::Choice => "question_comment",
        ItemKind::Essay => "theory_comment",
    };
    const SCHEMA: &'static str = match B::KIND {
        ItemKind::Choice => {
            "DEFINE FIELD IF NOT EXISTS question ON question_comment TYPE record<question> REFERENCE ON DELETE CASCADE;\
            DEFINE INDEX IF NOT EXISTS question_comment_question ON question_comment FIELDS question, created_at;\
            DEFINE INDEX IF NOT EXISTS question_comment_by ON question_comment FIELDS by;"
        }
        ItemKind::Essay => {
            "DEFINE FIELD IF NOT EXISTS question ON theory_comment TYPE record<theory> REFERENCE ON DELETE CASCADE;\
            DEFINE INDEX IF NOT EXISTS theory_comment_question ON theory_comment FIELDS question, created_at;\
            DEFINE INDEX IF NOT EXISTS theory_comment_by ON theory_comment FIELDS by;"
        }
    };
}

/// A comment that is written.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WriteComment {
    /// Plain text.
    #[schema(max_length = 2000)]
    pub text: String,
}

/// A comment, for administrators.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = QuestionComment)]
pub struct CommentView {
    #[serde(rename = "_id")]
    #[schema(value_type = String)]
    pub id: String,
    pub text: String,
    /// The name of the author; none for the operator.
    pub author: Option<String>,
    pub created_at: Instant,
    /// Whether the caller may delete it: the author and super admins may.
    pub can_delete: bool,
}

#[derive(SurrealValue)]
struct Row<B: ItemBody> {
    id: Id<Comment<B>>,
    by: Option<Id<User>>,
    first_name: Option<String>,
    last_name: Option<String>,
    text: String,
    created_at: Instant,
}

impl<B: ItemBody> Row<B> {
    fn view(self, actor: &Actor) -> CommentView {
        let author = self.first_name.zip(self.last_name).map(|(first, last)| format!("{first} {last}"));
        let can_delete = may_delete(actor, self.by.as_ref());
        CommentView { id: self.id.to_string(), text: self.text, author, created_at: self.created_at, can_delete }
    }
}

fn may_delete(actor: &Actor, by: Option<&Id<User>>) -> bool {
    actor.is_owner() || by.is_some() && actor.user_id().ok() == by
}

impl App {
    /// The comments on an item, the latest first.
    ///
    /// # Errors
    /// [`Error::Invalid`] under `page` and `limit`.
    pub async fn list_comments<B: ItemBody>(
        &self,
        actor: &Actor,
        id: &Id<Item<B>>,
        query: &ListQuery,
    ) -> Result<Page<CommentView>> {
        let (page, limit) = (query.page.unwrap_or(1), query.limit.unwrap_or(USUAL));
        let mut errors = FieldErrors::default();
        errors.check((1..=ListQuery::MAX_PAGE).contains(&page), "page", "Page must be from 1 to 1000000.");
        errors.check((1..=MAX_COMMENTS as u64).contains(&limit), "limit", "Limit must be from 1 to 100.");
        errors.done()?;
        self.load(id).await?.ok_or(Error::NotFound(Item::<B>::NOUN)).map(|_: Item<B>| ())?;
        let sql = format!(
            "SELECT id, by, by.first_name AS first_name, by.last_name AS last_name, text, created_at \
             FROM {} WHERE question = $question ORDER BY created_at DESC, id DESC",
            Comment::<B>::TABLE
        );
        let rows: Vec<Row<B>> = self.store.query(&sql).bind(("question", id.clone())).all().await?;
        let total = rows.len() as u64;
        let skipped = usize::try_from((page - 1).saturating_mul(limit)).unwrap_or(usize::MAX);
        let shown = rows.into_iter().skip(skipped).take(usize::try_from(limit).unwrap_or(MAX_COMMENTS));
        Ok(Page { rows: shown.map(|row| row.view(actor)).collect(), total })
    }

    /// Writes a comment on an item.
    ///
    /// # Errors
    /// [`Error::Invalid`] under `text`; [`Error::Conflict`] with reason `too-many-comments`.
    pub async fn add_comment<B: ItemBody>(
        &self,
        actor: &Actor,
        id: &Id<Item<B>>,
        ask: &WriteComment,
    ) -> Result<CommentView> {
        let text = html::text(ask.text.trim());
        let mut errors = FieldErrors::default();
        errors.check(!is_invisible(&text), "text", "Comment is required");
        let is_short = ask.text.chars().count() <= MAX_COMMENT_CHARS;
        errors.check(is_short, "text", format!("Comment cannot exceed {MAX_COMMENT_CHARS} characters"));
        errors.done()?;
        let key = retry_tx(async || {
            let mut change = self.change(actor).await?;
            let item: Item<B> = change.find(id).await?;
            if change.lock(vec![item.id.link()]).await?.is_empty() {
                return Err(Error::Contended);
            }
            let sql = format!("SELECT VALUE id FROM {} WHERE question = $question", Comment::<B>::TABLE);
            let before = change.query(sql).bind(("question", id.clone())).all::<Id<Comment<B>>>().await?;
            if before.len() >= MAX_COMMENTS {
                return Err(Error::conflict("too-many-comments", messages::TOO_MANY_COMMENTS));
            }
            let (key, by) = (Id::random(), actor.user_id().ok().cloned());
            let row = Comment::<B> { id: key, question: id.clone(), by, text: text.clone(), created_at: self.now() };
            let key = row.id.clone();
            change.query("CREATE ONLY $row.id CONTENT $row RETURN NONE").bind(("row", row)).done().await?;
            let entry = change.entry("comment", Item::<B>::TABLE, id).map(|entry| entry.with("comment", text.clone()));
            change.note(entry);
            change.commit().await?;
            Ok(key)
        })
        .await?;
        let sql = "SELECT id, by, by.first_name AS first_name, by.last_name AS last_name, text, created_at FROM $id";
        let row: Option<Row<B>> = self.store.query(sql).bind(("id", key)).first().await?;
        row.map(|row| row.view(actor)).ok_or(Error::NotFound("Comment"))
    }

    /// Deletes a comment on an item.
    ///
    /// # Errors
    /// [`Error::Forbidden`] for everyone but the author and super admins.
    pub async fn delete_comment<B: ItemBody>(&self, actor: &Actor, id: &Id<Item<B>>, comment: &str) -> Result<()> {
        let key: Id<Comment<B>> = Id::new(comment);
        retry_tx(async || {
            let mut change = self.change(actor).await?;
            let found = change.query("SELECT * FROM $id").bind(("id", key.clone())).first::<Comment<B>>().await?;
            let found = found.filter(|one| one.question == *id).ok_or(Error::NotFound("Comment"))?;
            if !may_delete(actor, found.by.as_ref()) {
                return Err(Error::forbidden("not-yours", messages::COMMENT_OF_ANOTHER));
            }
            change.query("DELETE $id RETURN NONE").bind(("id", key.clone())).done().await?;
            let entry = change.entry("delete-comment", Item::<B>::TABLE, id);
            change.note(entry.map(|entry| entry.with("comment", found.text)));
            change.commit().await
        })
        .await
    }
}
