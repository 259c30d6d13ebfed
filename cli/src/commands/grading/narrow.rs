//! Filters of submissions: by exam and subject.

use std::collections::BTreeMap;

use sabi_api::client::{Client, Kind};

use crate::{commands::records::find, complete};

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
    pub async fn filters(&self, client: &Client) -> anyhow::Result<BTreeMap<String, String>> {
        let mut filters = BTreeMap::new();
        if let (Some(exam), Some(kind)) = (&self.exam, Kind::named("exams")) {
            filters.insert("exam".to_owned(), find(client, kind, exam, &[]).await?);
        }
        if let (Some(subject), Some(kind)) = (&self.subject, Kind::named("subjects")) {
            let of: Vec<_> = filters.iter().map(|(name, id)| (name.clone(), id.clone())).collect();
            filters.insert("subject".to_owned(), find(client, kind, subject, &of).await?);
        }
        Ok(filters)
    }
}
