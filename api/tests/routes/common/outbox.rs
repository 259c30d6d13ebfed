//! The mails that a server has written to its outbox.

use std::fs;

use mail_parser::MessageParser;
use sabi_core::mail::MailKind;

use super::Server;

/// A mail that left.
#[derive(Debug)]
pub struct Mail {
    pub to: String,
    pub subject: String,
    pub text: String,
    pub html: String,
}

impl Server {
    /// Sends what is due, and takes what lies in the outbox.
    pub async fn take_mails(&self) -> Vec<Mail> {
        self.app.finish_background_work().await;
        while self.app.send_mails().await.unwrap() > 0 {}
        let mut mails = Vec::new();
        for entry in fs::read_dir(self.data().join("outbox")).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|end| end == "eml") {
                mails.push(Mail::parse(&fs::read(&path).unwrap()));
                fs::remove_file(path).unwrap();
            }
        }
        mails
    }

    /// The one mail in the outbox, those about new devices aside, which must be to this address.
    #[track_caller]
    pub fn only_mail(mut mails: Vec<Mail>, to: &str) -> Mail {
        mails.retain(|mail| mail.subject != MailKind::NewDevice.subject());
        let [mail] = <[Mail; 1]>::try_from(mails).unwrap_or_else(|all| panic!("not one mail but {all:?}"));
        assert_eq!(mail.to, to);
        mail
    }

    /// The token of the one mail in the outbox, whose link leads to `page`.
    pub async fn take_token(&self, to: &str, page: &str) -> String {
        Self::only_mail(self.take_mails().await, to).token(page)
    }
}

impl Mail {
    fn parse(bytes: &[u8]) -> Self {
        let message = MessageParser::default().parse(bytes).expect("a mail");
        let part = |body: Option<std::borrow::Cow<'_, str>>| body.expect("both parts").into_owned();
        Self {
            to: message.to().unwrap().first().unwrap().address().unwrap().to_owned(),
            subject: message.subject().unwrap().to_owned(),
            text: part(message.body_text(0)),
            html: part(message.body_html(0)),
        }
    }

    /// The token at the end of the link to this page, which both parts hold.
    #[track_caller]
    pub fn token(&self, page: &str) -> String {
        let after = |text: &str| {
            let (_, rest) = text.split_once(&format!("/{page}/")).unwrap_or_else(|| panic!("no link: {self:?}"));
            rest.chars().take_while(char::is_ascii_alphanumeric).collect::<String>()
        };
        assert_eq!(after(&self.text), after(&self.html));
        after(&self.html)
    }
}
