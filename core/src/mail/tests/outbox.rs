//! The outbox folder.

use std::{fs, path::Path};

use super::{assert_whole, mail, parse};
use crate::mail::{Mail, MailKind, SendError, Transport};

fn files(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[tokio::test]
async fn a_mail_becomes_one_file_however_often_it_is_sent() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().join("deep").join("outbox");
    let transport = Transport::open(None, None, &folder).unwrap();
    let mail = Mail { reply_to: Some("help@sabi.example".into()), ..mail() };
    transport.send(&mail).await.unwrap();
    transport.send(&mail).await.unwrap();
    assert_eq!(files(&folder), ["20260302T120000000Z-m4il-1.eml"]);
    assert_whole(&fs::read(folder.join("20260302T120000000Z-m4il-1.eml")).unwrap(), &mail);
}

#[cfg(unix)]
#[tokio::test]
async fn nobody_else_reads_the_outbox() {
    use std::os::unix::fs::PermissionsExt as _;
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().join("outbox");
    fs::create_dir(&folder).unwrap();
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
    let transport = Transport::open(None, None, &folder).unwrap();
    transport.send(&mail()).await.unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&folder), 0o700);
    assert_eq!(mode(&folder.join(&files(&folder)[0])), 0o600);
}

#[tokio::test]
async fn a_folder_that_went_away_is_worth_another_try() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().join("outbox");
    let transport = Transport::open(None, None, &folder).unwrap();
    fs::remove_dir(&folder).unwrap();
    assert!(matches!(transport.send(&mail()).await, Err(SendError::Temporary(_))));
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("file");
    fs::write(&file, "").unwrap();
    let error = Transport::open(None, None, &file.join("outbox")).unwrap_err();
    assert!(error.to_string().contains("outbox"), "{error}");
}

#[tokio::test]
async fn a_mail_that_can_never_be_sent_is_reported_as_such() {
    let data = tempfile::tempdir().unwrap();
    let transport = Transport::open(None, None, data.path()).unwrap();
    let wrong = [
        Mail { to: "nobody".into(), ..mail() },
        Mail { to: "a@b.example, c@d.example".into(), ..mail() },
        Mail { to: "Ada <ada@b.example>".into(), ..mail() },
        Mail { to: "a@b.example\r\nBcc: c@d.example".into(), ..mail() },
        Mail { to: format!("{}@b.example", "a".repeat(300)), ..mail() },
        Mail { from: "nobody".into(), ..mail() },
        Mail { reply_to: Some("a@b\r\nX: y".into()), ..mail() },
        Mail { subject: "a\r\nBcc: c@d.example".into(), ..mail() },
        Mail { id: "../../etc/x".into(), ..mail() },
        Mail { id: String::new(), ..mail() },
    ];
    for mail in wrong {
        let sent = transport.send(&mail).await;
        assert!(matches!(sent, Err(SendError::Permanent(_))), "{mail:?}: {sent:?}");
    }
    assert!(files(data.path()).is_empty());
}

#[tokio::test]
async fn a_link_can_be_copied_from_the_file() {
    let data = tempfile::tempdir().unwrap();
    let transport = Transport::open(None, None, data.path()).unwrap();
    let kind = MailKind::Activation;
    let link = format!("http://127.0.0.1:8080/activate-account/{}", "a1B2".repeat(20));
    let made = kind
        .render(
            kind.subject(),
            kind.content(),
            &"https://sabi.example".parse().unwrap(),
            &kind.samples().text("link", &link),
        )
        .unwrap();
    let mail = Mail { subject: made.subject, html: made.html, text: made.text, ..mail() };
    transport.send(&mail).await.unwrap();
    let bytes = fs::read(data.path().join(&files(data.path())[0])).unwrap();
    assert_whole(&bytes, &mail);
    assert!(String::from_utf8(bytes).unwrap().lines().any(|line| line == link));
}

#[tokio::test]
async fn line_ends_are_those_of_mail() {
    let data = tempfile::tempdir().unwrap();
    let transport = Transport::open(None, None, data.path()).unwrap();
    let mail = Mail { text: "a\rb\nc\r\nd\n".into(), html: "<p>a\rb\nc\r\nd</p>".into(), ..mail() };
    transport.send(&mail).await.unwrap();
    let bytes = fs::read(data.path().join(&files(data.path())[0])).unwrap();
    let ends = |what: u8| bytes.iter().filter(|byte| **byte == what).count();
    assert_eq!(ends(b'\r'), ends(b'\n'));
    assert_eq!(String::from_utf8_lossy(&bytes).matches("\r\n").count(), ends(b'\n'));
    assert_eq!(parse(&bytes).body_text(0).unwrap().trim_end(), "a\r\nb\r\nc\r\nd");
}
