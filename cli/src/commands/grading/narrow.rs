//! Filters of submissions: by exam and subject.

use std::collections::BTreeMap;

use sabi_api::client::{Client, ClientError, Fields, Kind};
use sabi_core::records::ListQuery;
use serde::Serialize;

use crate::{commands::records::chosen, complete};

/// Narrows submissions.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Narrow {
    /// Only this exam, by its slug or title
    #[arg(long, value_name = "SLUG", add = complete::exam())]
    exam: Option<String>,

    /// Only with this subject, by its title
    #[arg(long, value_name = "TITLE", add = complete::subject())]
    subject: Option<String>,
}

impl Narrow {
    /// The filters of the queue.
    ///
    /// # Errors
    /// If the exam or subject does not exist; the message lists the existing ones.
    pub async fn filters(&self, client: &Client) -> anyhow::Result<BTreeMap<String, String>> {
        let mut filters = BTreeMap::new();
        if let (Some(exam), Some(kind)) = (&self.exam, Kind::named("exams")) {
            let rows = rows(&client.list_exam_types().await?)?;
            filters.insert("exam".to_owned(), chosen(kind, &rows, exam)?);
        }
        if let (Some(subject), Some(kind)) = (&self.subject, Kind::named("subjects")) {
            let rows = subjects(client, kind, &filters).await?;
            filters.insert("subject".to_owned(), chosen(kind, &rows, subject)?);
        }
        Ok(filters)
    }
}

/// All subjects for administrators. Moderators cannot list them, so for them the subjects in the queue.
async fn subjects(client: &Client, kind: &Kind, filters: &BTreeMap<String, String>) -> anyhow::Result<Vec<Fields>> {
    let all = ListQuery { limit: Some(0), filters: filters.clone(), ..ListQuery::default() };
    match client.list_kind(kind, &[], &all).await {
        Ok(page) => Ok(page.rows),
        Err(ClientError::Refused(refused)) if refused.status == 403 => {
            let query =
                ListQuery { limit: Some(ListQuery::MAX_LIMIT), filters: filters.clone(), ..ListQuery::default() };
            let waiting = client.list_grading_queue(&query).await?.rows;
            let subjects = waiting.into_iter().flat_map(|task| task.subjects);
            let by_id: BTreeMap<_, _> = subjects.map(|subject| (subject.id.to_string(), subject)).collect();
            rows(&by_id.into_values().collect::<Vec<_>>())
        }
        Err(error) => Err(error.into()),
    }
}

/// Records in the form of the API.
fn rows<T: Serialize>(records: &[T]) -> anyhow::Result<Vec<Fields>> {
    Ok(serde_json::from_value(serde_json::to_value(records)?)?)
}
