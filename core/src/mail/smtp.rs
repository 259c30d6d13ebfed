//! A mail server: its address as a setting, and one SMTP exchange with it.

use std::{fmt, path::Path, time::Duration};

use lettre::{
    Message,
    transport::smtp::{
        Error,
        authentication::{Credentials, DEFAULT_MECHANISMS},
        client::{AsyncSmtpConnection, Certificate, TlsParameters},
        extension::ClientId,
    },
};
use percent_encoding::percent_decode_str;
use tokio::time::timeout;
use url::{Host, Url};

use super::SendError;

/// Time to connect, for each address of the server's name.
const CONNECT_LIMIT: Duration = Duration::from_secs(15);
/// Time for the whole exchange; the library has no limit for a server that stops responding.
const EXCHANGE_LIMIT: Duration = Duration::from_secs(90);
/// Time for QUIT, when the mail is already accepted.
const QUIT_LIMIT: Duration = Duration::from_secs(5);

/// Why the address of the mail server cannot be used. No message contains a part that could be a password.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// Not a URL, usually because the password is not percent-encoded.
    #[error(
        "it must look like smtp://user:password@host:port ({0}); percent-encode characters such as @ : / ? # % in the user and the password"
    )]
    Malformed(url::ParseError),
    /// An unknown scheme.
    #[error("it must begin with smtp:// or smtps://")]
    Scheme,
    /// A missing or invalid host.
    #[error("it has no host that can be reached")]
    Host,
    /// Anything unknown after host and port.
    #[error(
        "only ?tls=none may follow host and port; percent-encode characters such as / ? # in the user and the password"
    )]
    Tail,
    /// `smtps://…?tls=none`.
    #[error("smtps:// and tls=none cannot be combined")]
    Contradiction,
    /// A user without a password, or a password without a user.
    #[error("it needs a user and a password, or neither")]
    Credentials,
    /// A user or password that is not text, or contains line breaks.
    #[error("its user or its password is not text once percent-decoded")]
    Encoding,
    /// A password without TLS to another machine.
    #[error("with tls=none the password would cross the network unencrypted; this is only allowed to this machine")]
    Exposed,
    /// The private certificate authority.
    #[error("the certificates in {0} cannot be used: {1}")]
    Certificates(String, String),
}

impl AddressError {
    /// Whether the file of certificate authorities is the problem.
    pub(crate) fn is_of_certificates(&self) -> bool {
        matches!(self, Self::Certificates(..))
    }
}

/// How the connection is protected.
enum Security {
    None,
    StartTls(TlsParameters),
    Tls(TlsParameters),
}

/// A mail server with its credentials. One connection per mail.
pub struct Smtp {
    host: String,
    port: u16,
    security: Security,
    credentials: Option<Credentials>,
    pub(super) limit: Duration,
}

impl fmt::Debug for Smtp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let security = match self.security {
            Security::None => "no TLS",
            Security::StartTls(_) => "STARTTLS",
            Security::Tls(_) => "TLS",
        };
        write!(f, "Smtp({}:{}, {security})", self.host, self.port)
    }
}

impl Smtp {
    /// Parses `smtp://user:password@host:port` (STARTTLS is required), `smtps://…` (TLS from the start) or
    /// `smtp://…?tls=none`. `ca` is a PEM file of certificate authorities to trust in addition to the system's.
    pub(crate) fn parse(address: &str, ca: Option<&Path>) -> Result<Self, AddressError> {
        let url = Url::parse(address).map_err(AddressError::Malformed)?;
        let is_tls = match url.scheme() {
            "smtps" => true,
            "smtp" => false,
            _ => return Err(AddressError::Scheme),
        };
        if !matches!(url.path(), "" | "/") || url.fragment().is_some() {
            return Err(AddressError::Tail);
        }
        let is_plain = match url.query() {
            None | Some("") => false,
            Some("tls=none") => true,
            Some(_) => return Err(AddressError::Tail),
        };
        // Parsed like an https address: for other schemes, the library does not normalise the host.
        let host = match url.host() {
            Some(Host::Domain(name)) => Host::parse(name).map_err(|_| AddressError::Host)?,
            Some(host) => host.to_owned(),
            None => return Err(AddressError::Host),
        };
        let (host, is_here) = match host {
            Host::Domain(name) => (name.clone(), name == "localhost"),
            Host::Ipv4(ip) => (ip.to_string(), ip.is_loopback()),
            Host::Ipv6(ip) => (ip.to_string(), ip.is_loopback()),
        };
        let credentials = match (url.username(), url.password()) {
            ("", None) => None,
            ("", _) | (_, None | Some("")) => return Err(AddressError::Credentials),
            (user, Some(password)) => Some(Credentials::new(decode(user)?, decode(password)?)),
        };
        let (security, default_port) = match (is_tls, is_plain) {
            (true, true) => return Err(AddressError::Contradiction),
            (false, true) if credentials.is_some() && !is_here => return Err(AddressError::Exposed),
            (false, true) => (Security::None, 25),
            (false, false) => (Security::StartTls(tls(&host, ca)?), 587),
            (true, false) => (Security::Tls(tls(&host, ca)?), 465),
        };
        let port = url.port().unwrap_or(default_port);
        Ok(Self { host, port, security, credentials, limit: EXCHANGE_LIMIT })
    }

    pub(super) async fn send(&self, message: &Message) -> Result<(), SendError> {
        match timeout(self.limit, self.exchange(message)).await {
            Ok(Ok(mut connection)) => {
                // The server has accepted the mail, so errors of QUIT do not matter.
                let _ = timeout(QUIT_LIMIT, connection.quit()).await;
                Ok(())
            }
            Ok(Err(error)) => Err(error),
            Err(_) => Err(self.temporary("it did not answer in time")),
        }
    }

    async fn exchange(&self, message: &Message) -> Result<AsyncSmtpConnection, SendError> {
        // Errors before the mail itself is offered are not about the mail.
        let server = (self.host.as_str(), self.port);
        let (hello, limit) = (ClientId::default(), Some(CONNECT_LIMIT));
        let at_once = match &self.security {
            Security::Tls(tls) => Some(tls.clone()),
            _ => None,
        };
        let connecting = AsyncSmtpConnection::connect_tokio1(server, limit, &hello, at_once, None);
        let mut connection = connecting.await.map_err(|error| self.temporary(&error.to_string()))?;
        if let Security::StartTls(tls) = &self.security {
            // Fails if the server does not offer STARTTLS, so that nothing is sent unencrypted.
            let upgraded = connection.starttls(tls.clone(), &hello).await;
            upgraded.map_err(|error| self.temporary(&error.to_string()))?;
        }
        if let Some(credentials) = &self.credentials {
            // Some servers repeat what they were sent, so their response is left out.
            connection.auth(DEFAULT_MECHANISMS, credentials).await.map_err(|error| match error.status() {
                Some(code) => self.temporary(&format!("it rejected the user or password ({code})")),
                None if error.is_client() => self.temporary("it offers no supported login method"),
                None => self.temporary("it disconnected during login"),
            })?;
        }
        let bytes = message.formatted();
        connection.send(message.envelope(), &bytes).await.map_err(|error| self.judge(&error))?;
        Ok(connection)
    }

    /// Turns an SMTP error into the outcome of the sending.
    fn judge(&self, error: &Error) -> SendError {
        match error.status().map(u16::from) {
            // Not logged in, or not sufficiently (RFC 4954 §6): a problem of the settings, not of the mail.
            Some(530 | 534 | 535 | 538) => self.temporary(&error.to_string()),
            Some(500..) => SendError::Permanent(self.sentence(&error.to_string())),
            // A non-ASCII address that the server does not accept.
            None if error.is_client() => SendError::Permanent(self.sentence(&error.to_string())),
            _ => self.temporary(&error.to_string()),
        }
    }

    fn temporary(&self, what: &str) -> SendError {
        SendError::Temporary(self.sentence(what))
    }

    /// One short line, because it goes into a log and a table.
    fn sentence(&self, what: &str) -> String {
        let words: String = what.chars().map(|char| if char.is_control() { ' ' } else { char }).take(300).collect();
        format!("mail server {}:{}: {words}", self.host, self.port)
    }
}

fn decode(part: &str) -> Result<String, AddressError> {
    let decoded = percent_decode_str(part).decode_utf8().map_err(|_| AddressError::Encoding)?;
    if decoded.contains(char::is_control) { Err(AddressError::Encoding) } else { Ok(decoded.into_owned()) }
}

fn tls(host: &str, ca: Option<&Path>) -> Result<TlsParameters, AddressError> {
    let unusable = |reason: String| {
        let path = ca.map_or_else(|| "this system".to_owned(), |path| path.display().to_string());
        AddressError::Certificates(path, reason)
    };
    let mut builder = TlsParameters::builder(host.to_owned());
    if let Some(path) = ca {
        let pem = std::fs::read(path).map_err(|error| unusable(error.to_string()))?;
        // The library reads a file without certificates as an empty list.
        if !pem.windows(27).any(|window| window == b"-----BEGIN CERTIFICATE-----") {
            return Err(unusable("it contains no certificate in PEM format".to_owned()));
        }
        builder =
            builder.add_root_certificate(Certificate::from_pem(&pem).map_err(|error| unusable(error.to_string()))?);
    }
    builder.build().map_err(|error| unusable(error.to_string()))
}
