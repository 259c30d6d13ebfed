//! The mail server's address as a setting, and what must never be shown of it.

use std::fs;

use super::smtp_server::{Setup, SmtpServer};
use crate::mail::{OpenError, Transport};

fn open(url: &str) -> Result<Transport, OpenError> {
    Transport::open(Some(url), None, "/nowhere/that/is/needed".as_ref())
}

#[test]
fn addresses_that_can_be_used() {
    let table = [
        ("smtp://user:pw-secret@mail.example.com", "mail.example.com:587, STARTTLS"),
        ("smtp://user:pw-secret@mail.example.com:2525/", "mail.example.com:2525, STARTTLS"),
        ("smtps://user%40x.de:pw-%3Asecret%40@MAIL.example.com", "mail.example.com:465, TLS"),
        ("smtps://mail.example.com", "mail.example.com:465, TLS"),
        ("smtps://münchen.example", "xn--mnchen-3ya.example:465, TLS"),
        ("smtp://127.0.0.1:1025?tls=none", "127.0.0.1:1025, no TLS"),
        ("smtp://user:pw-secret@[::1]?tls=none", "::1:25, no TLS"),
        ("smtp://user:pw-secret@localhost?tls=none", "localhost:25, no TLS"),
        ("smtp://mailpit:1025?tls=none", "mailpit:1025, no TLS"),
    ];
    for (url, shown) in table {
        assert_eq!(format!("{:?}", open(url).unwrap()), format!("Smtp(Smtp({shown}))"), "{url}");
    }
}

#[test]
fn an_error_about_a_mail_url_does_not_contain_its_password() {
    let table = [
        ("pw-secret", "smtp://user:password@host:port"),
        ("", "smtp://user:password@host:port"),
        ("http://user:pw-secret@mail.example.com", "begin with smtp://"),
        ("pw-secret:587", "begin with smtp://"),
        ("smtp://user:pw#secret@mail.example.com", "percent-encode"),
        ("smtp://user:1#pw-secret@mail.example.com", "percent-encode"),
        ("smtp://user:1/pw-secret@mail.example.com", "percent-encode"),
        ("smtp://user:1?pw-secret@mail.example.com", "percent-encode"),
        ("smtp://user:pw-secret@mail.example.com:99999", "port"),
        ("smtp://user:pw-secret@mail.example.com/queue", "only ?tls=none may follow"),
        ("smtp://user:pw-secret@mail.example.com?tls=maybe", "only ?tls=none may follow"),
        ("smtps://localhost?tls=none", "cannot be combined"),
        ("smtp://user:pw-secret@", "host"),
        ("smtp:user:pw-secret@host", "percent-encode"),
        ("smtp://user:pw-secret@ma%20il", "has no host"),
        ("smtp://:pw-secret@mail.example.com", "a user and a password, or neither"),
        ("smtp://user@mail.example.com", "a user and a password, or neither"),
        ("smtp://user:pw-secret%FF@mail.example.com", "is not text"),
        ("smtp://user:pw-secret%0D%0A@mail.example.com", "is not text"),
        ("smtp://user:pw-secret@mail.example.com?tls=none", "unencrypted"),
        ("smtp://user:pw-secret@10.0.0.7?tls=none", "unencrypted"),
    ];
    for (url, part) in table {
        let error = open(url).expect_err(url);
        let (told, debug) = (error.to_string(), format!("{error:?}"));
        assert!(told.contains(part), "{url}: {told}");
        assert!(!told.contains("secret") && !debug.contains("secret"), "{told} {debug}");
    }
}

#[tokio::test]
async fn a_file_of_authorities_has_to_hold_certificates() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ca.pem");
    let open =
        || Transport::open(Some("smtps://localhost"), Some(&file), folder.path()).map_err(|error| error.to_string());
    assert!(open().unwrap_err().contains("ca.pem cannot be used"));
    for wrong in ["", "not a certificate", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"] {
        fs::write(&file, wrong).unwrap();
        assert!(open().unwrap_err().contains("ca.pem cannot be used"), "{wrong}");
    }
    let server = SmtpServer::start(Setup::default());
    fs::write(&file, server.certificate.repeat(2)).unwrap();
    assert!(open().is_ok());
}
