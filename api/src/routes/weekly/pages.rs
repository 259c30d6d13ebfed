//! The pages behind the links: a student's week, and the end of the weekly mail. Without scripts and pictures, so that
//! they are small and work in every browser.

use axum::{
    extract::State,
    http::{HeaderValue, StatusCode, header},
    response::{Html, IntoResponse, Response},
};
use minijinja::{Environment, Value, context};
use sabi_core::{
    App, Error,
    catalogue::{ExamType, Mode},
    clock::{Instant, west_africa},
    exam::RecentTest,
    people::User,
    statistics::{Forecast, ScoreRange},
    store::Id,
    text::counted,
    weekly::{ExamWeek, SharedWeek, Suggestion},
};

use crate::{extract::PathIds, gate::Peer, web::unlisted};

/// The pages. The ending of their names enables HTML escaping.
const PROGRESS: (&str, &str) = ("progress.html", include_str!("progress.html"));
const UNSUBSCRIBE: (&str, &str) = ("unsubscribe.html", include_str!("unsubscribe.html"));
const STYLE: (&str, &str) = ("style.css", include_str!("style.css"));
/// No scripts and no pictures; forms may only be sent here.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; \
    frame-ancestors 'none'";

/// A student's week, for the bearer of a link.
pub async fn progress(State(app): State<App>, Peer(from): Peer, path: PathIds) -> Response {
    match app.open_progress_link(path.last(), from).await {
        Ok(shared) => page(PROGRESS, StatusCode::OK, &of_week(&shared, app.now())),
        Err(Error::Conflict(refusal)) => {
            page(PROGRESS, StatusCode::GONE, &context! { problem => refusal.message, ask => true })
        }
        Err(error) => failed(PROGRESS, &error, "This link does not work. It was revoked, or part of it is missing."),
    }
}

/// Asks whether to end the weekly mail. Mail scanners follow links, so reading this page ends nothing.
pub async fn unsubscribe_form(State(app): State<App>, Peer(from): Peer, path: PathIds) -> Response {
    match app.check_unsubscribe_link(&Id::<User>::new(path.first()), path.last(), from) {
        Ok(()) => page(UNSUBSCRIBE, StatusCode::OK, &context! { is_done => false }),
        Err(error) => failed(UNSUBSCRIBE, &error, BROKEN),
    }
}

/// Ends the weekly mail: for the form, and for mail programs (RFC 8058). Needs no login, and its body is not read.
pub async fn unsubscribe(State(app): State<App>, Peer(from): Peer, path: PathIds) -> Response {
    match app.unsubscribe(&Id::<User>::new(path.first()), path.last(), from).await {
        Ok(()) => page(UNSUBSCRIBE, StatusCode::OK, &context! { is_done => true }),
        Err(error) => failed(UNSUBSCRIBE, &error, BROKEN),
    }
}

const BROKEN: &str = "This link does not work. Log in to Sabi and turn off the weekly email in your profile.";

/// The page of an error.
fn failed(template: (&str, &str), error: &Error, not_found: &str) -> Response {
    let (status, problem) = match error {
        Error::NotFound(_) => (StatusCode::NOT_FOUND, not_found),
        Error::TooMany { .. } => {
            (StatusCode::TOO_MANY_REQUESTS, "Too many wrong links from your network. Try again in a few minutes.")
        }
        other => {
            tracing::warn!(error = %other, "a page of a link could not be shown");
            (StatusCode::SERVICE_UNAVAILABLE, "Sabi is busy. Please try again in a moment.")
        }
    };
    let mut response = page(template, status, &context! { problem, ask => status == StatusCode::NOT_FOUND });
    if let Error::TooMany { retry_after, .. } = error {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(*retry_after));
    } else if status == StatusCode::SERVICE_UNAVAILABLE {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
    }
    response
}

fn page((name, source): (&str, &str), status: StatusCode, shown: &Value) -> Response {
    let shown = context! { style => Value::from_safe_string(STYLE.1.into()), ..shown.clone() };
    let page = Environment::new().render_named_str(name, source, shown);
    let Ok(page) = page.inspect_err(|error| tracing::error!(%error, name, "a page of a link")) else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let headers = [
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
        (header::CACHE_CONTROL, HeaderValue::from_static("private, no-store")),
    ];
    unlisted((status, headers, Html(page)).into_response())
}

/// The context for the page of a week, as text.
fn of_week(SharedWeek { name, expires_at, week }: &SharedWeek, now: Instant) -> Value {
    let first_name = &week.first_name;
    let practised = match week.tests {
        0 => "No practice in the last 7 days.".into(),
        tests => {
            let minutes = counted(week.minutes.max(1).unsigned_abs(), "minute");
            format!("{minutes} of practice in the last 7 days, in {}.", counted(tests, "test"))
        }
    };
    let suggestion = match week.suggestion(now) {
        Suggestion::Begin => format!("Ask {first_name} to practise for ten minutes today."),
        Suggestion::Mock { exam } => format!("A full {exam} mock this week would show where {first_name} stands."),
        Suggestion::Practise { topic, subject } => {
            format!("Ask {first_name} to explain {topic} ({subject}) to you, and to practise it.")
        }
        Suggestion::KeepOn => format!("{first_name} is on track. Keep up a session a day."),
    };
    context! {
        name,
        first_name,
        practised,
        suggestion,
        exams => week.exams.iter().map(|exam| of_exam(exam, now)).collect::<Vec<_>>(),
        until => day(*expires_at),
    }
}

fn of_exam(week: &ExamWeek, now: Instant) -> Value {
    let plan = week.plan.as_ref().map(|plan| {
        let days = plan.days.iter().enumerate().map(|(ahead, planned)| {
            let then = now + chrono::TimeDelta::days(i64::try_from(ahead).unwrap_or_default());
            let name = if ahead == 0 { "Today".into() } else { west_africa(then).format("%a %-d %b").to_string() };
            let work = match planned.questions {
                0 => "nothing to repeat".into(),
                questions => {
                    let minutes = counted(planned.minutes.unsigned_abs(), "minute");
                    format!("{} to repeat, about {minutes}", counted(questions, "question"))
                }
            };
            context! { name, work }
        });
        days.collect::<Vec<_>>()
    });
    let left = week.plan.as_ref().and_then(|plan| plan.days_to_exam);
    let weakest = week.weakest.as_ref().map(|weak| {
        format!("{} ({}): {} of {} right", weak.topic.title, weak.subject.title, weak.right, weak.answered)
    });
    context! {
        title => week.exam.title,
        left => left.map(|left| if left == 0 { "The exam is today.".into() } else { format!("{} to the exam.", counted(left, "day")) }),
        plan,
        results => week.latest.iter().map(result).collect::<Vec<_>>(),
        weakest,
        forecast => week.forecast.as_ref().map(forecast),
    }
}

/// "2 Mar: mock in Biology and Physics, 45 of 80 right (56%)".
fn result(test: &RecentTest) -> String {
    let mode = match test.mode {
        Mode::Study => "study",
        Mode::Practice => "practice",
        Mode::Mock => "mock",
    };
    let what = format!("{}: {mode} in {}", day(test.created_at), test.subjects.join(", "));
    let tally = &test.tally;
    if test.exam_type == ExamType::Theory || tally.total == 0 {
        return format!("{what}, written answers submitted");
    }
    format!("{what}, {} of {} right ({:.0}%)", tally.correct, tally.total, tally.accuracy())
}

/// The lines of a forecast.
fn forecast(forecast: &Forecast) -> Vec<String> {
    let range = |score: ScoreRange| {
        format!("about {} of {}, between {} and {}", score.about, score.out_of, score.from, score.to)
    };
    if let Some(score) = forecast.score {
        return vec![format!("In all: {}", range(score))];
    }
    let subjects = forecast.subjects.iter().filter_map(|one| {
        let expected = match (&one.grade, one.score) {
            (Some(grade), _) => format!("about {}, between {} and {}", grade.about, grade.from, grade.to),
            (None, score) => range(score?),
        };
        Some(format!("{}: {expected}", one.subject.title))
    });
    let subjects: Vec<_> = subjects.collect();
    if subjects.is_empty() { vec!["Not enough tests yet.".into()] } else { subjects }
}

/// A day in West Africa Time: `2 Mar 2026`.
fn day(at: Instant) -> String {
    west_africa(at).format("%-d %b %Y").to_string()
}
