//! Real exchanges with a test mail server.

use std::{fs, time::Duration};

use super::{
    assert_whole, mail,
    smtp_server::{Protection, Setup, SmtpServer},
};
use crate::mail::{Mail, SendError, Transport};

const USER: &str = "sabi@school.example";
const PASSWORD: &str = "pw-secret/@:#%";
const ENCODED: &str = "sabi%40school.example:pw-secret%2F%40%3A%23%25";

fn account() -> Option<(String, String)> {
    Some((USER.into(), PASSWORD.into()))
}

/// A transport to `server` that trusts its certificate.
fn open(server: &SmtpServer, scheme: &str, userinfo: &str, tail: &str) -> Transport {
    let folder = tempfile::tempdir().unwrap();
    let ca = folder.path().join("ca.pem");
    fs::write(&ca, &server.certificate).unwrap();
    let at = if userinfo.is_empty() { "" } else { "@" };
    let url = format!("{scheme}://{userinfo}{at}localhost:{}{tail}", server.port);
    Transport::open(Some(&url), Some(&ca), folder.path()).unwrap()
}

fn plain(server: &SmtpServer) -> Transport {
    open(server, "smtp", "", "?tls=none")
}

#[track_caller]
fn assert_temporary(sent: &Result<(), SendError>, part: &str) {
    let Err(SendError::Temporary(message)) = sent else { panic!("{sent:?}") };
    assert!(message.contains(part), "{message}");
    assert!(!message.contains("secret"), "{message}");
}

#[tokio::test]
async fn a_mail_arrives_whole_over_every_kind_of_connection() {
    let table = [
        (Protection::None, "smtp", "?tls=none", false),
        (Protection::StartTls, "smtp", "", true),
        (Protection::Tls, "smtps", "", true),
    ];
    for (protection, scheme, tail, is_protected) in table {
        let server = SmtpServer::start(Setup { protection, account: account(), ..Setup::default() });
        let transport = open(&server, scheme, ENCODED, tail);
        let mail = Mail { reply_to: Some("help@sabi.example".into()), ..mail() };
        transport.send(&mail).await.unwrap();
        let [received] = server.mails().try_into().unwrap();
        assert_whole(&received.data, &mail);
        assert_eq!((received.from.as_str(), received.to), ("no-reply@sabi.example", vec![mail.to]));
        assert_eq!((received.user.as_deref(), received.is_protected), (Some(USER), is_protected), "{protection:?}");
        let unprotected = server.commands().into_iter().filter(|(is_protected, _)| !is_protected);
        let verbs: Vec<_> = unprotected.map(|(_, line)| line.split(' ').next().unwrap().to_owned()).collect();
        match protection {
            Protection::None => assert_eq!(verbs, ["EHLO", "AUTH", "MAIL", "RCPT", "DATA", "QUIT"]),
            Protection::StartTls => assert_eq!(verbs, ["EHLO", "STARTTLS"]),
            Protection::Tls => assert!(verbs.is_empty()),
        }
    }
}

#[tokio::test]
async fn a_mail_that_can_be_stopped_says_so_to_mail_programs() {
    let server = SmtpServer::start(Setup::default());
    let transport = plain(&server);
    let stop = "https://sabi.example/unsubscribe/u1/0123";
    transport.send(&Mail { unsubscribe: Some(stop.into()), ..mail() }).await.unwrap();
    transport.send(&mail()).await.unwrap();
    let broken = Mail { unsubscribe: Some("https://sabi.example/>\r\nBcc: x".into()), ..mail() };
    assert!(matches!(transport.send(&broken).await, Err(SendError::Permanent(_))));
    let [with, without] = server.mails().try_into().unwrap();
    let (with, without) = (String::from_utf8(with.data).unwrap(), String::from_utf8(without.data).unwrap());
    assert!(with.contains(&format!("\r\nList-Unsubscribe: <{stop}>\r\n")), "{with}");
    assert!(with.contains("\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"), "{with}");
    assert!(!without.contains("List-Unsubscribe"), "{without}");
}

#[tokio::test]
async fn a_mail_sent_twice_is_recognised_as_one() {
    let server = SmtpServer::start(Setup::default());
    let transport = plain(&server);
    transport.send(&mail()).await.unwrap();
    transport.send(&mail()).await.unwrap();
    let [first, second] = server.mails().try_into().unwrap();
    assert_eq!(super::parse(&first.data).message_id(), super::parse(&second.data).message_id());
}

#[tokio::test]
async fn long_ascii_and_dots_arrive_as_they_were() {
    let server = SmtpServer::start(Setup::default());
    let line = "word ".repeat(180);
    let mail =
        Mail { text: format!(".\n..\n.{line}\nend\n"), html: format!("<p>.\n{}</p>", line.repeat(20)), ..mail() };
    plain(&server).send(&mail).await.unwrap();
    assert_whole(&server.mails()[0].data, &mail);
    assert!(server.mails()[0].data.split(|byte| *byte == b'\n').all(|line| line.len() <= 999));
}

#[tokio::test]
async fn a_wrong_mail_password_is_retried_and_not_logged() {
    let server = SmtpServer::start(Setup { protection: Protection::Tls, account: account(), ..Setup::default() });
    let transport = open(&server, "smtps", "sabi%40school.example:other-secret", "");
    let sent = transport.send(&mail()).await;
    assert_temporary(&sent, "it rejected the user or password (535)");
    assert!(!format!("{sent:?} {transport:?}").contains("b3RoZXItc2VjcmV0"), "{sent:?}");
    let anonymous = open(&server, "smtps", "", "").send(&mail()).await;
    assert_temporary(&anonymous, "530");
    server.change(|setup| setup.account = Some((USER.into(), "other-secret".into())));
    transport.send(&mail()).await.unwrap();
    assert_eq!(server.mails().len(), 1);
}

#[tokio::test]
async fn a_server_that_is_busy_takes_it_the_next_time() {
    let server = SmtpServer::start(Setup { recipients: ["450 4.2.1 busy"].into(), ..Setup::default() });
    let transport = plain(&server);
    assert_temporary(&transport.send(&mail()).await, "450");
    assert!(server.mails().is_empty());
    transport.send(&mail()).await.unwrap();
    assert_eq!(server.mails().len(), 1);
}

#[tokio::test]
async fn a_recipient_that_is_refused_is_refused_for_good() {
    let server = SmtpServer::start(Setup { recipients: ["550 5.1.1 nobody here"].into(), ..Setup::default() });
    let sent = plain(&server).send(&mail()).await;
    let Err(SendError::Permanent(message)) = sent else { panic!("{sent:?}") };
    assert!(message.contains("550") && message.contains("nobody here"), "{message}");
    assert!(server.mails().is_empty());
}

#[tokio::test]
async fn a_hang_up_in_the_middle_of_the_data_loses_nothing() {
    let server = SmtpServer::start(Setup { hang_ups: 1, ..Setup::default() });
    let transport = plain(&server);
    // Large enough that most of it has not been sent yet.
    let mail = Mail { html: "<p>long</p>\n".repeat(20_000), ..mail() };
    assert_temporary(&transport.send(&mail).await, "");
    assert!(server.mails().is_empty());
    transport.send(&mail).await.unwrap();
    assert_whole(&server.mails()[0].data, &mail);
}

#[tokio::test]
async fn without_starttls_nothing_is_sent_in_the_clear() {
    let server = SmtpServer::start(Setup { account: account(), ..Setup::default() });
    assert_temporary(&open(&server, "smtp", ENCODED, "").send(&mail()).await, "STARTTLS");
    let verbs: Vec<_> = server.commands().iter().map(|(_, line)| line.split(' ').next().unwrap().to_owned()).collect();
    assert!(verbs.iter().all(|verb| verb == "EHLO" || verb == "QUIT"), "{verbs:?}");
    assert!(server.mails().is_empty());
}

#[tokio::test]
async fn a_certificate_that_nobody_vouches_for_is_refused() {
    let protections = [(Protection::StartTls, "smtp", 2), (Protection::Tls, "smtps", 0)];
    for (protection, scheme, seen) in protections {
        let server = SmtpServer::start(Setup { protection, account: account(), ..Setup::default() });
        let stranger = SmtpServer::start(Setup::default());
        let folder = tempfile::tempdir().unwrap();
        let ca = folder.path().join("ca.pem");
        fs::write(&ca, &stranger.certificate).unwrap();
        let url = format!("{scheme}://{ENCODED}@localhost:{}", server.port);
        let transport = Transport::open(Some(&url), Some(&ca), folder.path()).unwrap();
        assert_temporary(&transport.send(&mail()).await, "certificate");
        assert_eq!(server.commands().len(), seen, "{:?}", server.commands());
        // Trusted, but issued for another name.
        fs::write(&ca, &server.certificate).unwrap();
        let url = format!("{scheme}://{ENCODED}@127.0.0.1:{}", server.port);
        let transport = Transport::open(Some(&url), Some(&ca), folder.path()).unwrap();
        assert_temporary(&transport.send(&mail()).await, "certificate");
        assert!(server.mails().is_empty());
    }
}

#[tokio::test]
async fn a_server_that_is_away_down_or_silent_is_worth_another_try() {
    let server = SmtpServer::start(Setup { is_down: true, ..Setup::default() });
    let mut transport = plain(&server);
    assert_temporary(&transport.send(&mail()).await, "421");
    server.change(|setup| (setup.is_down, setup.is_silent) = (false, true));
    if let Transport::Smtp(smtp) = &mut transport {
        smtp.limit = Duration::from_millis(50);
    }
    assert_temporary(&transport.send(&mail()).await, "did not answer in time");
    server.change(|setup| setup.is_silent = false);
    plain(&server).send(&mail()).await.unwrap();

    // Nobody listens at a port that is only bound, and no other program gets it meanwhile.
    let bound = tokio::net::TcpSocket::new_v4().unwrap();
    bound.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let url = format!("smtp://{}?tls=none", bound.local_addr().unwrap());
    let transport = Transport::open(Some(&url), None, "".as_ref()).unwrap();
    assert_temporary(&transport.send(&mail()).await, "refused");
}

#[tokio::test]
async fn addresses_beyond_ascii() {
    let server = SmtpServer::start(Setup::default());
    let transport = plain(&server);
    transport.send(&Mail { to: "ada@münchen.example".into(), ..mail() }).await.unwrap();
    assert_eq!(server.mails()[0].to, ["ada@xn--mnchen-3ya.example"]);
    // This server does not support SMTPUTF8.
    let sent = transport.send(&Mail { to: "ọlá@school.example".into(), ..mail() }).await;
    assert!(matches!(sent, Err(SendError::Permanent(_))), "{sent:?}");
}
