//! `sabi bank stats --items`: questions by students' answers, the most suspicious first.

use std::process::ExitCode;

use sabi_api::{cells, client::Client};
use sabi_core::{
    catalogue::{Exam, Subject},
    html,
    records::{ListQuery, Resource},
    statistics::RankedQuestion,
};

use crate::{
    exit::{self, failure},
    output::{self, Shape},
    suggest,
};

/// Maximum length of a stem in the table, in characters.
const STEM: usize = 60;

/// The selection and the output.
pub struct Items<'a> {
    /// The exam's slug.
    pub exam: Option<&'a str>,
    /// The subject's title.
    pub subject: Option<&'a str>,
    pub flagged: bool,
    pub limit: u64,
    pub shape: Shape,
}

impl Items<'_> {
    /// Prints the questions.
    pub async fn run(self, client: &Client) -> anyhow::Result<ExitCode> {
        let page = client.question_statistics(&self.query(client).await?).await?;
        let none = if self.shape.is_table() { "-" } else { "" };
        let figure = |figure: Option<f64>| figure.map_or_else(|| none.to_owned(), cells::figure);
        let row = |one: &RankedQuestion| {
            [
                format!("{} {} {}", one.exam.slug, one.subject.title, one.year),
                one.question.id.to_string(),
                html::text_of(&one.question.question).chars().take(STEM).collect(),
                one.attempts.to_string(),
                figure(one.facility),
                figure(one.discrimination),
                if one.flagged { "check the key".into() } else { String::new() },
            ]
        };
        let heads = ["where", "question", "stem", "answers", "facility", "discrimination", ""];
        self.shape.print(heads, &page.rows, row)?;
        if page.rows.is_empty() {
            output::note("No answered question matches.");
        }
        let shown = page.rows.len() as u64;
        if page.total > shown {
            output::note(format!("{} more; --limit shows up to 1000.", page.total - shown));
        }
        Ok(ExitCode::SUCCESS)
    }

    async fn query(&self, client: &Client) -> anyhow::Result<ListQuery> {
        let mut query = ListQuery { limit: Some(self.limit), ..ListQuery::default() };
        if self.flagged {
            query.filters.insert("flagged".into(), "true".into());
        }
        let exams = client.list::<Exam>(&all::<Exam>()).await?.rows;
        if let Some(slug) = self.exam {
            let wanted = slug.trim().to_lowercase();
            let Some(exam) = exams.iter().find(|exam| exam.slug == wanted) else {
                let hint = suggest::did_you_mean(slug, exams.into_iter().map(|exam| exam.slug));
                return Err(failure(exit::USAGE, format!("--exam: there is no exam with this slug.{hint}")));
            };
            query.filters.insert("exam".into(), exam.id.to_string());
        }
        if let Some(title) = self.subject {
            let wanted = title.trim().to_lowercase();
            let mut subjects = client.list::<Subject>(&all::<Subject>()).await?.rows;
            let exam = query.filters.get("exam").cloned();
            subjects.retain(|one| exam.as_ref().is_none_or(|exam| one.exam.id.as_str() == exam));
            let titles: Vec<_> = subjects.iter().map(|one| one.title.clone()).collect();
            subjects.retain(|one| one.title.to_lowercase() == wanted);
            match subjects.as_slice() {
                [subject] => {
                    query.filters.insert("subject".into(), subject.id.to_string());
                }
                [] => {
                    let hint = suggest::did_you_mean(title, titles);
                    return Err(failure(exit::USAGE, format!("--subject: there is no subject with this title.{hint}")));
                }
                _ => {
                    let words = "--subject: several exams have a subject with this title; name one with --exam.";
                    return Err(failure(exit::USAGE, words));
                }
            }
        }
        Ok(query)
    }
}

/// The whole list of a kind that has few records.
fn all<R: Resource>() -> ListQuery {
    ListQuery { limit: R::LIST.whole.then_some(0), ..ListQuery::default() }
}
