//! Exports everything stored about a person as a stream of rows, so that neither a long history nor a slow reader
//! costs memory.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError},
};

use async_stream::try_stream;
use bytes::Bytes;
use futures::Stream;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use surrealdb::types::{RecordId, ToSql as _};
use utoipa::ToSchema;

use crate::{
    App, Error, Refusal, Result,
    clock::Instant,
    exam::{Attempt, MarkedItems, engine::ItemId, student_totals::LastAnswer},
    inbox::Subscriber,
    messages,
    people::{AccountLimit, Actor, OpenSessions, SecondFactor, User, UserView},
    reports::ReportState,
    store::Id,
};

/// Rows per read; an attempt has tens of kilobytes.
const PAGE: usize = 20;
/// The `Retry-After` of the refusal while an export runs, in seconds.
const RETRY_AFTER: u64 = 60;

/// Everything stored about one person. Texts of mails are deleted when they are sent.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonalData {
    pub exported_at: Instant,
    pub account: UserView,
    /// The open sessions, and when a second factor became required.
    #[schema(value_type = Vec<Object>)]
    pub sessions: Vec<Value>,
    #[schema(value_type = Vec<Object>)]
    pub second_factor: Vec<Value>,
    #[schema(value_type = Vec<Object>)]
    pub registrations: Vec<Value>,
    #[schema(value_type = Vec<Object>)]
    pub subscriptions: Vec<Value>,
    /// Payments with the gateway's responses.
    #[schema(value_type = Vec<Object>)]
    pub payments: Vec<Value>,
    #[schema(value_type = Vec<Object>)]
    pub attempts: Vec<Value>,
    /// The answers of each attempt, under the attempt's id.
    #[schema(value_type = Vec<Object>)]
    pub answers: Vec<Value>,
    #[schema(value_type = Vec<Object>)]
    pub results: Vec<Value>,
    /// Photographs of the working, each with its file in base64; without one if it was removed.
    #[schema(value_type = Vec<Object>)]
    pub photographs: Vec<Value>,
    /// Question reports.
    #[schema(value_type = Vec<Object>)]
    pub reports: Vec<Value>,
    /// Grades and remarks that this person gave as a moderator.
    #[schema(value_type = Vec<Object>)]
    pub gradings: Vec<Value>,
    /// Comments on questions, written in the back office.
    #[schema(value_type = Vec<Object>)]
    pub comments: Vec<Value>,
    /// The sums of the results in each exam.
    #[schema(value_type = Vec<Object>)]
    pub progress: Vec<Value>,
    /// The last choice for each question of a subject.
    #[schema(value_type = Vec<Object>)]
    pub last_answers: Vec<Value>,
    /// Scores with the questions for visitors.
    #[schema(value_type = Vec<Object>)]
    pub visitor_scores: Vec<Value>,
    /// The number of questions downloaded on the last day with downloads, for exams that limit them.
    #[schema(value_type = Vec<Object>)]
    pub downloads: Vec<Value>,
    /// Links through which others read this person's progress.
    #[schema(value_type = Vec<Object>)]
    pub progress_links: Vec<Value>,
    /// The decision about the weekly mail.
    #[schema(value_type = Vec<Object>)]
    pub weekly_mail: Vec<Value>,
    /// The hour of the daily reminder.
    #[schema(value_type = Vec<Object>)]
    pub reminder: Vec<Value>,
    /// The devices that get it.
    #[schema(value_type = Vec<Object>)]
    pub push_devices: Vec<Value>,
    #[schema(value_type = Vec<Object>)]
    pub mails: Vec<Value>,
    /// Contact messages from this address.
    #[schema(value_type = Vec<Object>)]
    pub messages: Vec<Value>,
    #[schema(value_type = Vec<Object>)]
    pub newsletter: Vec<Value>,
    /// Changes by this person, and changes of this account by others.
    #[schema(value_type = Vec<Object>)]
    pub changes: Vec<Value>,
}

/// A list of [`PersonalData`]: its rows, their order by time, and their projection.
struct ListSource {
    name: &'static str,
    rows: &'static str,
    time: &'static str,
    select: &'static str,
}

const fn part(name: &'static str, rows: &'static str, time: &'static str) -> ListSource {
    ListSource { name, rows, time, select: "*" }
}

/// The lists of [`PersonalData`], each found by an index.
const PARTS: [ListSource; 24] = [
    ListSource {
        select: "id, sessions.{ began_at, used_at, device, address } AS sessions",
        ..part("sessions", "[$sessions]", "id")
    },
    ListSource { select: "id, since", ..part("secondFactor", "[$factor]", "id") },
    part("registrations", "(SELECT VALUE id FROM registration WHERE user = $user)", "created_at"),
    part("subscriptions", "(SELECT VALUE id FROM subscription WHERE user = $user)", "subscribed_at"),
    part("payments", "(SELECT VALUE id FROM payment WHERE user = $user)", "created_at"),
    part("attempts", "(SELECT VALUE id FROM attempt WHERE user = $user)", "started_at"),
    part("answers", "(SELECT VALUE id FROM sheet WHERE user = $user)", "started_at"),
    ListSource {
        // How the statistics of questions count the result is not personal data.
        select: "* OMIT folded, counted_by",
        ..part("results", "(SELECT VALUE id FROM quiz WHERE user = $user)", "created_at")
    },
    ListSource {
        select: "*, IF file != NONE { encoding::base64::encode(file.jpeg) } AS jpeg OMIT file",
        ..part("photographs", "(SELECT VALUE id FROM photograph WHERE user = $user)", "added_at")
    },
    part("reports", "(SELECT VALUE id FROM report WHERE user = $user)", "created_at"),
    part("gradings", "(SELECT VALUE id FROM grading WHERE user = $user)", "claimed_at"),
    part(
        "comments",
        "array::union((SELECT VALUE id FROM question_comment WHERE by = $user), \
            (SELECT VALUE id FROM theory_comment WHERE by = $user))",
        "created_at",
    ),
    part("progress", "(SELECT VALUE id FROM progress WHERE user = $user)", "id"),
    part("lastAnswers", "(SELECT VALUE id FROM last_answers WHERE user = $user)", "id"),
    part("visitorScores", "(SELECT VALUE id FROM visitor_score WHERE user = $user)", "created_at"),
    part("downloads", "(SELECT VALUE id FROM pack_downloads WHERE user = $user)", "day"),
    ListSource {
        select: "* OMIT hash",
        ..part("progressLinks", "(SELECT VALUE id FROM progress_link WHERE user = $user)", "created_at")
    },
    part("weeklyMail", "(SELECT VALUE id FROM weekly_mail WHERE user = $user)", "due_at"),
    part("reminder", "(SELECT VALUE id FROM reminder WHERE user = $user)", "due_at"),
    ListSource {
        select: "* OMIT p256dh, auth, session",
        ..part("pushDevices", "(SELECT VALUE id FROM push_device WHERE user = $user)", "created_at")
    },
    ListSource {
        name: "mails",
        // Replies and test mails go to an address without an account.
        rows: "array::union((SELECT VALUE id FROM mail WHERE user = $user), \
            (SELECT VALUE id FROM mail WHERE to_key = $email))",
        time: "queued_at",
        select: "* OMIT html, text, unsubscribe, to_key",
    },
    ListSource {
        name: "messages",
        rows: "(SELECT VALUE id FROM contact WHERE email_key = $email)",
        time: "created_at",
        // The person who replied is not the subject of this export.
        select: "*, replies.{ reply_message, created_at } AS replies",
    },
    part("newsletter", "[$subscriber]", "created_at"),
    part(
        "changes",
        "array::union((SELECT VALUE id FROM audit WHERE user = $user), \
            (SELECT VALUE id FROM audit WHERE entity = 'user' AND record = $key))",
        "at",
    ),
];

/// The people with a running export.
#[derive(Clone, Default)]
pub struct Exports(Arc<Mutex<HashSet<Id<User>>>>);

/// A person's permit for one export, returned on drop.
struct Permit(Exports, Id<User>);

impl Exports {
    fn begin(&self, id: &Id<User>) -> Result<Permit> {
        let is_first = self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(id.clone());
        if is_first {
            return Ok(Permit(self.clone(), id.clone()));
        }
        let refusal = Refusal::new("export-running", messages::EXPORT_RUNNING);
        Err(Error::TooMany { refusal, retry_after: RETRY_AFTER })
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.1);
    }
}

/// An export that is about to be read.
pub struct PersonalExport {
    app: App,
    reader: Actor,
    account: User,
    _permit: Permit,
}

impl App {
    /// Everything stored about a person, for that person, or for super admins after [`Actor::require_recent_login`].
    /// One at a time and five a day per caller; the operator on the server's machine is not counted.
    ///
    /// # Errors
    /// [`Error::TooMany`] while one runs, and after five in a day.
    pub async fn export_person(&self, actor: &Actor, id: &Id<User>) -> Result<PersonalExport> {
        let own = actor.user_id().is_ok_and(|me| me == id);
        if !own && !actor.is_owner() {
            return Err(Error::forbidden("forbidden", messages::FORBIDDEN));
        }
        if !own {
            actor.require_recent_login()?;
        }
        let account: User = self.load(id).await?.ok_or(Error::NotFound("User"))?;
        let permit = self.exports.begin(id)?;
        if let Ok(me) = actor.user_id() {
            self.count_try(AccountLimit::Export, &export_count(me, id)).await?;
        }
        Ok(PersonalExport { app: self.clone(), reader: actor.clone(), account, _permit: permit })
    }
}

/// The key under which exports of one person by another are counted.
pub(super) fn export_count(by: &Id<User>, of: &Id<User>) -> String {
    format!("{by}-{of}")
}

impl PersonalExport {
    /// Streams [`PersonalData`] as JSON. The next rows are read when the last ones were taken.
    pub fn into_stream(self) -> impl Stream<Item = Result<Bytes>> + Send + 'static {
        try_stream! {
            let account = serde_json::to_string(&UserView::from(self.account.clone())).map_err(Error::internal)?;
            yield Bytes::from(format!("{{\"exportedAt\":{},\"account\":{account}", json!(self.app.now())));
            for part in &PARTS {
                yield Bytes::from(format!(",\"{}\":[", part.name));
                let ids = self.ids(part).await?;
                let mut separator = "";
                for page in ids.chunks(PAGE) {
                    for row in self.rows(part, page).await? {
                        yield Bytes::from(format!("{separator}{row}"));
                        separator = ",";
                    }
                }
                yield Bytes::from_static(b"]");
            }
            yield Bytes::from_static(b"}");
        }
    }

    /// The keys of a list's rows, in order.
    async fn ids(&self, part: &ListSource) -> Result<Vec<RecordId>> {
        let ListSource { rows, time, .. } = part;
        let sql = format!(
            "LET $rows = {rows}; SELECT VALUE id FROM (SELECT id, {time} AS time FROM $rows ORDER BY time, id);"
        );
        let User { id, email, email_key, .. } = &self.account;
        let call = self.app.store.query(&sql).bind(("user", id.clone())).bind(("key", id.to_string()));
        let call = call.bind(("email", email_key.clone())).bind(("subscriber", Subscriber::key(email)));
        let call = call.bind(("sessions", OpenSessions::key(id))).bind(("factor", SecondFactor::key(id)));
        Ok(call.checked().await?.take(1)?)
    }

    async fn rows(&self, part: &ListSource, ids: &[RecordId]) -> Result<Vec<Value>> {
        let sql = format!("SELECT {} FROM $ids", part.select);
        let mut rows: Vec<Value> = self.app.store.query(&sql).bind(("ids", ids.to_vec())).all().await?;
        rows.iter_mut().for_each(unpack);
        let withhold = match part.name {
            "results" => withhold_keys,
            "reports" => withhold_decision,
            "lastAnswers" => withhold_histories,
            "attempts" => {
                let sealed = self.app.sealed_mocks(&self.reader).await?;
                rows.iter_mut().for_each(|row| withhold_paper(row, &sealed));
                return Ok(rows);
            }
            _ => return Ok(rows),
        };
        let hidden = self.app.items_in_mock(&self.reader).await?;
        rows.iter_mut().for_each(|row| withhold(row, &hidden));
        Ok(rows)
    }
}

/// Removes what reveals the answers of these items from a result, because they are in a running mock of the reader
/// (ruling 29).
fn withhold_keys(result: &mut Value, hidden: &HashSet<ItemId>) {
    let hidden: HashSet<String> = hidden.iter().map(name_in_result).collect();
    for (list, name, secret) in [("marked", "question", "correct"), ("theories", "theory", "remark")] {
        let items = result.get_mut(list).and_then(Value::as_array_mut);
        for item in items.into_iter().flatten().filter_map(Value::as_object_mut) {
            if item.get(name).and_then(Value::as_str).is_some_and(|item| hidden.contains(item)) {
                item.remove(secret);
            }
        }
    }
}

/// The name of an item in a stored result: the key of a question, the link of a theory question.
fn name_in_result(item: &ItemId) -> String {
    match item {
        ItemId::Question(id) => id.to_string(),
        ItemId::Theory(id) => id.link().to_sql(),
    }
}

/// Shows a report of one of these items as undecided, because the decision may reveal the key (ruling 29).
fn withhold_decision(report: &mut Value, hidden: &HashSet<ItemId>) {
    let Some(report) = report.as_object_mut() else { return };
    let question = report.get("question").and_then(Value::as_str).unwrap_or_default();
    if hidden.iter().any(|item| item.key() == question) {
        report.insert("state".into(), json!(ReportState::Open));
        for secret in ["answer", "decided_at", "version"] {
            report.remove(secret);
        }
    }
}

/// Removes the history of the answers to these items, which says whether they were right (ruling 29).
fn withhold_histories(row: &mut Value, hidden: &HashSet<ItemId>) {
    let hidden: HashSet<&str> = hidden.iter().map(ItemId::key).collect();
    let answers = row.get_mut("answers").and_then(Value::as_array_mut);
    for answer in answers.into_iter().flatten().filter_map(Value::as_array_mut) {
        if answer.first().and_then(Value::as_str).is_some_and(|question| hidden.contains(question)) {
            answer.truncate(LastAnswer::WITHOUT_HISTORY);
        }
    }
}

/// Removes the paper of an attempt that its reader has fetched ahead and not opened.
fn withhold_paper(attempt: &mut Value, sealed: &HashSet<Id<Attempt>>) {
    let Some(attempt) = attempt.as_object_mut() else { return };
    let id = attempt.get("id").and_then(Value::as_str).unwrap_or_default();
    if sealed.iter().any(|one| one.link().to_sql() == id) {
        attempt.remove("paper");
    }
}

/// Values that the store keeps as one JSON text, as JSON.
fn unpack(row: &mut Value) {
    let Value::Object(fields) = row else { return };
    for name in ["paper", "sheet", "sums", "answers", "before", "after"] {
        if let Some(Value::String(text)) = fields.get(name)
            && let Ok(value) = serde_json::from_str(text)
        {
            fields.insert(name.into(), value);
        }
    }
    if let Some(Value::String(text)) = fields.get("marked")
        && let Ok(items) = MarkedItems::from_text(text)
    {
        fields.insert("marked".into(), json!(*items));
    }
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::Settings;

    #[tokio::test]
    async fn nobodys_rows_are_looked_for_among_everybodys() {
        let data = tempfile::tempdir().unwrap();
        let app = App::open(Settings::in_memory(data.path())).await.unwrap();
        for part in &PARTS {
            for select in part.rows.split("(SELECT").skip(1) {
                let select = select.split("))").next().unwrap().trim().trim_end_matches([')', ',']);
                let sql = format!("EXPLAIN SELECT {select}");
                let call = app.store.query(&sql).bind(("user", Id::<User>::new("u"))).bind(("key", "u"));
                let plan: Option<Value> = call.bind(("email", "x@y.ng")).checked().await.unwrap().take(0).unwrap();
                let plan = plan.unwrap().to_string();
                assert!(plan.contains("IndexScan") && !plan.contains("TableScan"), "{sql}: {plan}");
            }
        }
    }
}
