//! Mail: texts, transports and retries.

mod exchange;
mod outbox;
mod settings;
#[path = "../../../tests/areas/support/smtp_server.rs"]
mod smtp_server;
mod templates;

use chrono::{DateTime, TimeDelta, TimeZone as _, Utc};
use mail_parser::{Message, MessageParser, MimeHeaders as _};

use super::{Mail, MailKind, next_try};

fn noon() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 3, 2, 12, 0, 0).unwrap()
}

#[test]
fn days_and_moments_are_those_of_west_africa() {
    let late = Utc.with_ymd_and_hms(2026, 11, 24, 23, 5, 0).unwrap();
    assert_eq!((super::day(late), super::moment(late)), ("25 Nov 2026".into(), "25 Nov 2026, 00:05 WAT".into()));
}

fn mail() -> Mail {
    Mail {
        id: "m4il-1".into(),
        queued_at: noon(),
        from: "Sabi <no-reply@sabi.example>".into(),
        to: "ada+exams@school.example".into(),
        reply_to: None,
        unsubscribe: None,
        subject: "Your result: 75 % — très bien, Ọlá!".into(),
        html: "<!doctype html><p>Ẹ káàbọ̀ &amp; welcome</p>".into(),
        text: "Ẹ káàbọ̀ & welcome\n\n.\n.. dots\n".into(),
    }
}

/// Parses a message like a mail program would, and checks all its parts. Used for every transport.
#[track_caller]
fn assert_whole(bytes: &[u8], mail: &Mail) {
    let message = parse(bytes);
    assert_eq!(message.subject(), Some(mail.subject.as_str()));
    let address = |field: Option<&mail_parser::Address<'_>>| {
        field.and_then(|field| field.first()).and_then(|one| one.address()).map(str::to_owned)
    };
    assert!(mail.from.contains(&address(message.from()).unwrap()));
    assert_eq!(address(message.to()).as_deref(), Some(mail.to.as_str()));
    assert_eq!(address(message.reply_to()), mail.reply_to);
    assert_eq!(message.message_id(), Some(format!("{}@sabi.example", mail.id).as_str()));
    assert_eq!(message.header_raw("Auto-Submitted").map(str::trim), Some("auto-generated"));
    assert_eq!(message.date().unwrap().to_timestamp(), mail.queued_at.timestamp());
    assert_eq!((message.text_body_count(), message.html_body_count()), (1, 1));
    assert!(message.is_content_type("multipart", "alternative"));
    let lines = |text: &str| text.replace("\r\n", "\n").trim_end().to_owned();
    assert_eq!(lines(&message.body_text(0).unwrap()), lines(&mail.text));
    assert_eq!(lines(&message.body_html(0).unwrap()), lines(&mail.html));
}

fn parse(bytes: &[u8]) -> Message<'_> {
    MessageParser::default().parse(bytes).expect("a message")
}

#[test]
fn tries_are_further_and_further_apart_and_end_after_three_days() {
    let wait = |failures, age: TimeDelta| {
        let now = noon() + age;
        next_try(failures, noon(), now, TimeDelta::days(3)).map(|at| (at - now).num_seconds())
    };
    let table = [
        (0, Some(30)),
        (1, Some(30)),
        (2, Some(60)),
        (3, Some(120)),
        (4, Some(240)),
        (5, Some(480)),
        (6, Some(960)),
        (7, Some(1920)),
        (8, Some(3600)),
        (9, Some(3600)),
        (u32::MAX, Some(3600)),
    ];
    for (failures, seconds) in table {
        assert_eq!(wait(failures, TimeDelta::zero()), seconds, "after {failures} failures");
    }
    assert_eq!(wait(70, TimeDelta::hours(71)), Some(3600), "the last try is at the end of the third day");
    assert_eq!(wait(70, TimeDelta::hours(71) + TimeDelta::seconds(1)), None);
    assert_eq!(wait(1, TimeDelta::days(30)), None);
    let reset = MailKind::PasswordReset.retried_for();
    let now = noon() + TimeDelta::minutes(20);
    assert_eq!(next_try(4, noon(), now, reset), Some(now + TimeDelta::minutes(4)));
    assert_eq!(next_try(6, noon(), now, reset), None, "its link would not work any more");
}
