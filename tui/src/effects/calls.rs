//! Makes the API calls.

use chrono::{Days, SecondsFormat};
use sabi_api::client::{Client, ClientError};
use sabi_core::{
    clock::{Clock as _, SystemClock, midnight},
    records::{ListQuery, Page},
    reports::{DecideReport, Report, ReportDetail},
    store::Id,
};

use crate::wire::{
    Asked, Call, Choices, Content, Counters, Failure, FailureKind, PageRequest, QuestionId, Statistics, Task,
};

/// Maximum rows that are scanned for a filter that the list does not have.
const MAX_SCANNED: u64 = 1000;

pub(super) async fn answer(client: &Client, call: Call) -> Result<Content, ClientError> {
    Ok(match call {
        Call::Submissions(ask) => Content::Submissions(submissions(client, ask).await?),
        Call::Reports(ask) => {
            let filters = [("state".to_owned(), ask.tab.to_owned())].into();
            Content::Reports(client.list_reports(&ListQuery { filters, ..query(&ask) }).await?)
        }
        Call::Requests(ask) => Content::Requests(requests(client, &ask).await?),
        Call::Messages(ask) => Content::Messages(client.list_contacts(&query(&ask)).await?),
        Call::Choices => Content::Choices(choices(client).await?),
        Call::Counters => Content::Counters(counters(client).await?),
        Call::Statistics => Content::Statistics(Box::new(statistics(client).await?)),
        Call::Claim(id) => Content::Grading(Box::new(client.claim_grading(&id).await?)),
        Call::Read(id) => Content::Grading(Box::new(client.find_grading(&id).await?)),
        Call::Save(id, grades) => Content::Grading(Box::new(client.save_grades(&id, &grades).await?)),
        Call::Declare(id) => Content::Grading(Box::new(client.declare_grading(&id).await?)),
        Call::Release(id) => {
            client.release_grading(&id).await?;
            Content::Released
        }
        Call::Question(report) => Content::Question(question(client, &report).await?),
        Call::CorrectKey(id, ask) => Content::Rekeyed(Box::new(client.correct_key(&id, &ask).await?)),
        Call::Prove(proof) => {
            client.prove(&proof).await?;
            Content::Proved
        }
        Call::Reword { report, question: id, text, version } => {
            match &id {
                QuestionId::Objective(id) => client.reword_item(id, &text, version).await?,
                QuestionId::Theory(id) => client.reword_item(id, &text, version).await?,
            }
            Content::Question(question(client, &report).await?)
        }
        Call::Decide(id, decision) => Content::Decided(Box::new(client.decide_report(&id, &decision).await?)),
        Call::DecideAll { report, question, decision } => {
            let decided = client.decide_report(&report, &decision).await?;
            let others = decide_others(client, question, decision).await?;
            Content::DecidedAll(Box::new(decided), others)
        }
        Call::Approve(save) => {
            client.save_subjects(&save).await?;
            Content::Approved
        }
        Call::Refuse(id, ask) => {
            client.refuse_subjects_change(&id, &ask).await?;
            Content::Refused
        }
        Call::Replies(id) => Content::Replies(client.list_contact_replies(&id).await?),
        Call::Reply(id, words) => {
            client.reply_to_contact(&id, words).await?;
            Content::Replied
        }
    })
}

/// Decides the open reports of a question, and returns how many. A report that somebody else decides meanwhile stays
/// unchanged.
async fn decide_others(client: &Client, question: String, decision: DecideReport) -> Result<usize, ClientError> {
    let filters = [("question".to_owned(), question), ("state".to_owned(), "open".to_owned())].into();
    let query = ListQuery { page: Some(1), limit: Some(MAX_SCANNED), filters, ..ListQuery::default() };
    let mut decided = 0;
    for report in client.list_reports(&query).await?.rows {
        let decision = DecideReport { version: Some(report.version), ..decision.clone() };
        match client.decide_report(&report.id, &decision).await {
            Ok(_) => decided += 1,
            Err(error) if error.refusal().is_some_and(|refused| refused.status == 409) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(decided)
}

/// The error of a call, as the console shows it.
pub(super) fn failure(error: &ClientError) -> Failure {
    let words = error.to_string();
    match error.refusal() {
        None => Failure { kind: FailureKind::Offline, reason: String::new(), words },
        Some(refused) => {
            let kind = match refused.status {
                401 => FailureKind::SignedOut,
                429 | 502..=504 => FailureKind::Busy,
                _ => FailureKind::Refused,
            };
            let fields: Vec<_> = refused.fields().map(|(_, message)| message).collect();
            let words = if fields.is_empty() { words } else { fields.join(". ") };
            Failure { kind, reason: refused.reason.clone(), words }
        }
    }
}

fn query(ask: &PageRequest) -> ListQuery {
    ListQuery {
        page: Some(ask.page),
        limit: Some(ask.limit),
        q: Some(ask.words.clone()).filter(|words| !words.is_empty()),
        ..ListQuery::default()
    }
}

async fn submissions(client: &Client, ask: PageRequest) -> Result<Page<Task>, ClientError> {
    let mut query = query(&ask);
    let state = Some(ask.tab.to_owned()).filter(|tab| tab != "waiting");
    let given = [("state", state), ("exam", ask.exam), ("subject", ask.subject)];
    query.filters = given.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect();
    if ask.tab == "declared" {
        query.sort = Some("-submittedAt".to_owned());
        return Ok(client.list_user_theories(&query).await?.map(Task::from));
    }
    Ok(client.list_grading_queue(&query).await?.map(Task::from))
}

/// The registrations with a change request.
async fn requests(
    client: &Client,
    ask: &PageRequest,
) -> Result<Page<sabi_core::registration::RegistrationView>, ClientError> {
    let query = ListQuery {
        page: Some(ask.page),
        limit: Some(ask.limit),
        filters: [("changeRequested".to_owned(), "true".to_owned())].into(),
        ..ListQuery::default()
    };
    client.list_registrations(&query).await
}

async fn choices(client: &Client) -> Result<Choices, ClientError> {
    let waiting = ListQuery { page: Some(1), limit: Some(MAX_SCANNED), ..ListQuery::default() };
    let (exams, waiting) = futures::try_join!(client.list_exam_types(), client.list_grading_queue(&waiting))?;
    let exams = exams.into_iter().map(|exam| (exam.id.to_string(), exam.form.title)).collect();
    let subjects = waiting.rows.into_iter().flat_map(|task| task.subjects);
    let mut subjects: Vec<_> = subjects.map(|subject| (subject.id.to_string(), subject.title)).collect();
    subjects.sort_by(|one, other| (&one.1, &one.0).cmp(&(&other.1, &other.0)));
    subjects.dedup();
    Ok(Choices { exams, subjects })
}

/// A query that only counts the rows with these filters.
fn counting(filters: impl IntoIterator<Item = (&'static str, String)>) -> ListQuery {
    let filters = filters.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    ListQuery { page: Some(1), limit: Some(1), filters, ..ListQuery::default() }
}

async fn counters(client: &Client) -> Result<Counters, ClientError> {
    let (all, mine) = (counting([]), counting([("state", "mine".to_owned())]));
    let open = counting([("state", "open".to_owned())]);
    let all = client.list_grading_queue(&all);
    let mine = client.list_grading_queue(&mine);
    let (all, mine, open) = futures::try_join!(all, mine, client.list_reports(&open))?;
    Ok(Counters { waiting: all.total, mine: mine.total, reports: open.total })
}

async fn statistics(client: &Client) -> Result<Statistics, ClientError> {
    let (graders, exams) = futures::try_join!(client.grading_stats(), client.list_exam_types())?;
    let mut statistics = Statistics { graders, ..Statistics::default() };
    for exam in exams {
        let waiting = client.list_grading_queue(&counting([("exam", exam.id.to_string())])).await?;
        statistics.exams.push((exam.form.title, waiting.total));
    }
    statistics.exams.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    // The store counts submissions since a time, so a day's count (West Africa Time) is the difference of two counts.
    let today = midnight(SystemClock.now());
    let mut later = 0;
    for (back, n) in statistics.ages.iter_mut().enumerate() {
        let day = (today - Days::new(back as u64)).to_rfc3339_opts(SecondsFormat::Secs, true);
        let query = if back == 7 { counting([]) } else { counting([("from", day)]) };
        let total = client.list_grading_queue(&query).await?.total;
        *n = total.saturating_sub(later);
        later = total;
    }
    Ok(statistics)
}

async fn question(client: &Client, report: &Id<Report>) -> Result<Option<Box<Asked>>, ClientError> {
    let ReportDetail { item, theory, .. } = client.open_report(report).await?;
    if let Some(found) = item {
        // Only administrators can read the statistics.
        let figures = client.question_figures(&found.id).await.ok();
        let options = found.options.iter().map(|choice| (choice.option.clone(), choice.id == found.correct));
        return Ok(Some(Box::new(Asked {
            options: options.collect(),
            id: QuestionId::Objective(found.id),
            title: found.title,
            passage: found.passage,
            question: found.question,
            answer: found.description,
            version: found.version,
            figures,
        })));
    }
    Ok(theory.map(|found| {
        Box::new(Asked {
            id: QuestionId::Theory(found.id),
            title: found.title,
            passage: None,
            question: found.question,
            options: Vec::new(),
            answer: format!("{}{}", found.answer, found.detailed_answer),
            version: found.version,
            figures: None,
        })
    }))
}
