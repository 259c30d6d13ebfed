//! The four lists.

use ratatui::layout::Constraint;
use sabi_core::{
    clock::{Instant, west_africa},
    inbox::ContactView,
    records::Page,
    registration::RegistrationView,
    reports::{Reason, ReportState, ReportView},
};

use super::{Column, ListKind};
use crate::{
    chrome::age,
    screen::{Destination, PinnedQuestion},
    text,
    wire::{Call, Content, PageRequest, Task},
};

fn column<R>(heading: &'static str, width: Constraint, cell: fn(&R, Instant) -> String) -> Column<R> {
    Column { heading, width, cell }
}

/// Theory submissions: waiting ones in the order of the queue (mocks first, then the oldest), declared ones with the
/// newest first.
#[derive(Debug)]
pub struct Submissions;

impl ListKind for Submissions {
    type Row = Task;
    const TITLE: &'static str = "Theory submissions";
    const TABS: &'static [(&'static str, &'static str)] = &[
        ("waiting", "No theory submissions are waiting."),
        ("free", "No theory submissions are unclaimed."),
        ("mine", "You have claimed no submissions."),
        ("declared", "No theory submission has been declared yet."),
    ];
    const SEARCHED: &'static str = "exam or subject";
    const FILTERED: bool = true;

    fn call(ask: PageRequest) -> Call {
        Call::Submissions(ask)
    }

    fn take(content: Content) -> Result<Page<Task>, Content> {
        match content {
            Content::Submissions(page) => Ok(page),
            other => Err(other),
        }
    }

    fn id(row: &Task) -> &str {
        row.id.as_str()
    }

    fn open(row: &Task) -> Destination {
        Destination::Submission(Box::new(row.clone()))
    }

    fn is_skipped(row: &Task) -> bool {
        row.held_by.is_some()
    }

    fn can_have(row: &Task, question: &PinnedQuestion) -> bool {
        row.year == question.year && row.subject_ids.contains(&question.subject)
    }

    fn columns(width: u16) -> Vec<Column<Task>> {
        let wide = width >= 110;
        let mut columns = vec![
            column("Exam", Constraint::Fill(3), |row: &Task, _| row.exam.clone()),
            column("Subjects", Constraint::Fill(5), |row, _| row.subjects.join(", ")),
            column("Year", Constraint::Length(4), |row, _| row.year.map(|year| year.to_string()).unwrap_or_default()),
            column(if wide { "Answered" } else { "Ans." }, Constraint::Length(if wide { 8 } else { 5 }), |row, _| {
                format!("{}/{}", row.answered_count, row.theory_count)
            }),
            column("Submitted", Constraint::Length(10), |row, now| age(row.submitted_at, now)),
            column("Held by", Constraint::Length(if wide { 24 } else { 12 }), held),
        ];
        if wide {
            let at = column("At (WAT)", Constraint::Length(17), |row: &Task, _| {
                west_africa(row.submitted_at).format("%-d %b %Y %H:%M").to_string()
            });
            columns.insert(5, at);
        }
        columns
    }
}

fn held(row: &Task, _: Instant) -> String {
    match &row.held_by {
        _ if row.is_declared => "declared".to_owned(),
        Some(name) => name.clone(),
        None if row.is_mine => match row.reserved_until {
            // Reserved for a worksheet. The key x releases it, like any other claim.
            Some(until) => format!("you, {}", west_africa(until).format("%-d %b")),
            None => "you".to_owned(),
        },
        None => String::new(),
    }
}

/// Question reports, oldest first.
#[derive(Debug)]
pub struct Reports;

impl ListKind for Reports {
    type Row = ReportView;
    const TITLE: &'static str = "Reports of questions";
    const TABS: &'static [(&'static str, &'static str)] = &[
        ("open", "No report is open."),
        ("accepted", "No report has been accepted yet."),
        ("rejected", "No report has been rejected yet."),
    ];
    const SEARCHED: &'static str = "question or text";

    fn call(ask: PageRequest) -> Call {
        Call::Reports(ask)
    }

    fn take(content: Content) -> Result<Page<ReportView>, Content> {
        match content {
            Content::Reports(page) => Ok(page),
            other => Err(other),
        }
    }

    fn id(row: &ReportView) -> &str {
        row.id.as_str()
    }

    fn open(row: &ReportView) -> Destination {
        Destination::Report(Box::new(row.clone()))
    }

    fn columns(width: u16) -> Vec<Column<ReportView>> {
        let mut columns = vec![
            column("Reason", Constraint::Length(9), |row: &ReportView, _| reason(row.reason).to_owned()),
            column("Subject", Constraint::Fill(2), |row, _| row.question.subject.title.clone()),
            column("Year", Constraint::Length(4), |row, _| row.question.year.to_string()),
            column("Question", Constraint::Fill(4), |row, _| format!("{} {}", row.question.title, row.question.stem)),
            column("Reports", Constraint::Length(7), |row, _| row.reports.to_string()),
            column("Sent", Constraint::Length(10), |row, now| age(row.created_at, now)),
        ];
        if width >= 110 {
            columns.insert(4, column("Words", Constraint::Fill(3), |row: &ReportView, _| row.words.clone()));
        }
        columns
    }
}

/// A reason in a few words.
pub fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::WrongKey => "wrong key",
        Reason::Unclear => "unclear",
        Reason::Typo => "typo",
        Reason::Picture => "picture",
        Reason::Outdated => "outdated",
        Reason::Other => "other",
    }
}

/// A state in one word.
pub fn state(state: ReportState) -> &'static str {
    match state {
        ReportState::Open => "open",
        ReportState::Accepted => "accepted",
        ReportState::Rejected => "rejected",
    }
}

/// Change requests of students.
#[derive(Debug)]
pub struct Requests;

impl ListKind for Requests {
    type Row = RegistrationView;
    const TITLE: &'static str = "Subject changes";
    const TABS: &'static [(&'static str, &'static str)] = &[("asked", "No student has requested other subjects.")];
    const SEARCHED: &'static str = "";

    fn call(ask: PageRequest) -> Call {
        Call::Requests(ask)
    }

    fn take(content: Content) -> Result<Page<RegistrationView>, Content> {
        match content {
            Content::Requests(page) => Ok(page),
            other => Err(other),
        }
    }

    fn id(row: &RegistrationView) -> &str {
        row.id.as_str()
    }

    fn open(row: &RegistrationView) -> Destination {
        Destination::Request(Box::new(row.clone()))
    }

    fn columns(_: u16) -> Vec<Column<RegistrationView>> {
        vec![
            column("Student", Constraint::Fill(2), |row: &RegistrationView, _| {
                format!("{} {}", row.student.first_name, row.student.last_name)
            }),
            column("Exam", Constraint::Fill(2), |row, _| row.exam.title.clone()),
            column("Registered", Constraint::Fill(4), |row, _| {
                row.subjects.iter().map(|subject| subject.title.as_str()).collect::<Vec<_>>().join(", ")
            }),
            column("Asked for", Constraint::Fill(4), |row, _| {
                row.subjects_update.iter().map(|subject| subject.title.as_str()).collect::<Vec<_>>().join(", ")
            }),
            column("Registered", Constraint::Length(10), |row, now| age(row.created_at, now)),
        ]
    }
}

/// Contact messages, newest first.
#[derive(Debug)]
pub struct Messages;

impl ListKind for Messages {
    type Row = ContactView;
    const TITLE: &'static str = "Contact messages";
    const TABS: &'static [(&'static str, &'static str)] = &[("all", "There are no messages yet.")];
    const SEARCHED: &'static str = "name, email, subject or text";

    fn call(ask: PageRequest) -> Call {
        Call::Messages(ask)
    }

    fn take(content: Content) -> Result<Page<ContactView>, Content> {
        match content {
            Content::Messages(page) => Ok(page),
            other => Err(other),
        }
    }

    fn id(row: &ContactView) -> &str {
        row.id.as_str()
    }

    fn open(row: &ContactView) -> Destination {
        Destination::Message(Box::new(row.clone()))
    }

    fn columns(_: u16) -> Vec<Column<ContactView>> {
        vec![
            column("From", Constraint::Fill(2), |row: &ContactView, _| {
                text::line(&format!("{} {}", row.first_name, row.last_name))
            }),
            column("Subject", Constraint::Fill(3), |row, _| row.subject.clone()),
            column("Message", Constraint::Fill(4), |row, _| row.message.clone()),
            column("Answered", Constraint::Length(8), |row, _| if row.is_reply { "yes" } else { "" }.to_owned()),
            column("Sent", Constraint::Length(10), |row, now| age(row.created_at, now)),
        ]
    }
}
