//! The message of a queued mail: headers, a text and an HTML part.

use chrono::{DateTime, Utc};
use lettre::{
    Address, Message,
    message::{
        Body, Mailbox, MultiPart, SinglePart,
        header::{ContentTransferEncoding, ContentType, Header, HeaderName, HeaderValue},
    },
};
use url::Host;

use super::SendError;

/// The longest line that SMTP allows, without its end (RFC 5321 §4.5.3.1.6).
const MAX_LINE_CHARS: usize = 998;

/// One mail to one recipient.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    /// Letters, digits, `-` and `_`. Message-ID and file name are derived from it, so that a mail that is sent twice
    /// because the server stopped in between is recognised as a duplicate.
    pub id: String,
    /// When the change was made that caused it: the mail's Date.
    pub queued_at: DateTime<Utc>,
    /// `no-reply@sabi.example` or `Sabi <no-reply@sabi.example>`.
    pub from: String,
    /// The bare address. A name could contain anything, because people choose it themselves.
    pub to: String,
    /// The Reply-To address, if not `from`; in the same form.
    pub reply_to: Option<String>,
    /// The address that unsubscribes with one POST (RFC 8058), for mails that somebody asked for.
    pub unsubscribe: Option<String>,
    /// One line.
    pub subject: String,
    /// A complete HTML document.
    pub html: String,
    /// The same as plain text.
    pub text: String,
}

impl Mail {
    /// The message.
    ///
    /// # Errors
    /// `Permanent` for an address that cannot be used, or an id or subject that does not fit a header.
    pub(super) fn message(&self) -> Result<Message, SendError> {
        let is_plain = |char: char| char.is_ascii_alphanumeric() || char == '-' || char == '_';
        if self.id.is_empty() || !self.id.chars().all(is_plain) {
            return Err(permanent("the mail's id is not made of letters and digits"));
        }
        if self.subject.contains(char::is_control) {
            return Err(permanent("the subject is more than one line"));
        }
        let from: Mailbox = self.from.parse().map_err(|_| permanent("the sender's address cannot be used"))?;
        let message_id = format!("<{}@{}>", self.id, from.email.domain());
        let mut message = Message::builder()
            .from(from)
            .to(Mailbox::new(None, address(&self.to)?))
            .subject(self.subject.clone())
            .date(self.queued_at.into())
            .message_id(Some(message_id))
            .header(AutoSubmitted);
        if let Some(reply_to) = &self.reply_to {
            message = message.reply_to(reply_to.parse().map_err(|_| permanent("the reply address cannot be used"))?);
        }
        if let Some(url) = &self.unsubscribe {
            if !url.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'>') {
                return Err(permanent("the address that unsubscribes cannot be used"));
            }
            message = message.header(ListUnsubscribe(format!("<{url}>"))).header(ListUnsubscribePost);
        }
        let text = SinglePart::builder().header(ContentType::TEXT_PLAIN).body(text_body(&self.text));
        let html = SinglePart::builder().header(ContentType::TEXT_HTML).body(Body::new(unix_lines(&self.html)));
        let parts = MultiPart::alternative().singlepart(text).singlepart(html);
        message.multipart(parts).map_err(|error| permanent(&format!("the message cannot be made: {error}")))
    }
}

/// RFC 3834: prevents automatic replies such as out-of-office messages.
#[derive(Clone)]
struct AutoSubmitted;

impl Header for AutoSubmitted {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("Auto-Submitted")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "auto-generated".to_owned())
    }
}

/// RFC 2369: how to unsubscribe.
#[derive(Clone)]
struct ListUnsubscribe(String);

impl Header for ListUnsubscribe {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("List-Unsubscribe")
    }

    fn parse(text: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self(text.to_owned()))
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), self.0.clone())
    }
}

/// RFC 8058: a POST to that address is enough, without another question.
#[derive(Clone)]
struct ListUnsubscribePost;

impl Header for ListUnsubscribePost {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("List-Unsubscribe-Post")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "List-Unsubscribe=One-Click".to_owned())
    }
}

/// The address with its domain in ASCII, which every mail server accepts (`münchen.de` is `xn--mnchen-3ya.de`).
fn address(to: &str) -> Result<Address, SendError> {
    let unusable = || permanent("the address cannot be used");
    let address: Address = to.parse().map_err(|_| unusable())?;
    if address.domain().is_ascii() {
        return Ok(address);
    }
    let domain = Host::parse(address.domain()).map_err(|_| unusable())?;
    Address::new(address.user(), domain.to_string()).map_err(|_| unusable())
}

/// ASCII text is sent unencoded, so that its links are readable in the source. By default the library would encode it
/// if a line, such as a long link, has more than 76 columns.
fn text_body(text: &str) -> Body {
    let text = unix_lines(text);
    let is_plain = |char: char| char == '\n' || char == '\t' || char == ' ' || char.is_ascii_graphic();
    if text.chars().all(is_plain) && text.lines().all(|line| line.len() <= MAX_LINE_CHARS) {
        let lines = text.replace('\n', "\r\n").into_bytes();
        return Body::dangerous_pre_encoded(lines, ContentTransferEncoding::SevenBit);
    }
    Body::new(text)
}

/// Replaces lone carriage returns, which servers interpret differently.
fn unix_lines(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

fn permanent(message: &str) -> SendError {
    SendError::Permanent(message.to_owned())
}
