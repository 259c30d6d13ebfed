//! A small mail server for tests: it stores the mails it receives, and misbehaves as the test says.

use std::{
    collections::VecDeque,
    net::{Ipv4Addr, TcpListener as StdListener},
    sync::{Arc, Mutex, MutexGuard},
};

use mail_parser::decoders::base64::base64_decode;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{ServerConfig, crypto::aws_lc_rs, pki_types::PrivateKeyDer},
};

/// How connections to the server are protected.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Protection {
    /// Not at all; STARTTLS is neither offered nor known.
    #[default]
    None,
    StartTls,
    Tls,
}

/// The server's behaviour. All of it can be changed while it runs, except for the protection.
#[derive(Debug, Clone, Default)]
pub struct Setup {
    pub protection: Protection,
    /// User and password to ask for.
    pub account: Option<(String, String)>,
    /// Answers to the next RCPT commands, such as `450 busy`, before recipients are accepted again.
    pub recipients: VecDeque<&'static str>,
    /// How many of the next mails it hangs up on, in the middle of their data.
    pub hang_ups: usize,
    /// Greets nobody: `421`.
    pub is_down: bool,
    /// Takes connections and says nothing.
    pub is_silent: bool,
}

/// A mail that the server took.
#[derive(Debug, Clone)]
pub struct Received {
    pub from: String,
    pub to: Vec<String>,
    /// The message, its dots unstuffed.
    pub data: Vec<u8>,
    /// The user who signed in.
    pub user: Option<String>,
    pub is_protected: bool,
}

#[derive(Default)]
struct Shared {
    setup: Setup,
    mails: Vec<Received>,
    commands: Vec<(bool, String)>,
}

/// A server on a port of its own. It stops when dropped.
pub struct SmtpServer {
    pub port: u16,
    /// The certificate that a client has to trust, in PEM form; it is for `localhost`.
    pub certificate: String,
    shared: Arc<Mutex<Shared>>,
    task: JoinHandle<()>,
}

impl SmtpServer {
    pub fn start(setup: Setup) -> Self {
        let listener = StdListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        listener.set_nonblocking(true).expect("a listener");
        let port = listener.local_addr().expect("a bound listener").port();
        let listener = TcpListener::from_std(listener).expect("a runtime");
        let (acceptor, certificate) = tls();
        let shared = Arc::new(Mutex::new(Shared { setup, ..Shared::default() }));
        let for_task = shared.clone();
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (acceptor, shared) = (acceptor.clone(), for_task.clone());
                // A connection that breaks concerns that connection alone.
                tokio::spawn(async move { serve(stream, acceptor, &shared).await.ok() });
            }
        });
        Self { port, certificate, shared, task }
    }

    /// Changes how it behaves from the next command on.
    pub fn change(&self, change: impl FnOnce(&mut Setup)) {
        change(&mut lock(&self.shared).setup);
    }

    /// The mails that it accepted so far.
    pub fn mails(&self) -> Vec<Received> {
        lock(&self.shared).mails.clone()
    }

    /// Each command it was sent, and whether it came over TLS.
    pub fn commands(&self) -> Vec<(bool, String)> {
        lock(&self.shared).commands.clone()
    }
}

impl Drop for SmtpServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().expect("no test panics with it")
}

fn tls() -> (TlsAcceptor, String) {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
    let key = PrivateKeyDer::try_from(made.signing_key.serialize_der()).expect("a key");
    let config = ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_no_client_auth()
        .with_single_cert(vec![made.cert.der().clone()], key)
        .expect("a certificate with its key");
    (TlsAcceptor::from(Arc::new(config)), made.cert.pem())
}

trait Stream: AsyncRead + AsyncWrite + Unpin + Send {}
impl<S: AsyncRead + AsyncWrite + Unpin + Send> Stream for S {}

struct Session<'a> {
    stream: BufReader<Box<dyn Stream>>,
    shared: &'a Mutex<Shared>,
    is_protected: bool,
    user: Option<String>,
}

async fn serve(stream: TcpStream, acceptor: TlsAcceptor, shared: &Mutex<Shared>) -> std::io::Result<()> {
    let setup = lock(shared).setup.clone();
    if setup.is_silent {
        return std::future::pending().await;
    }
    let is_protected = setup.protection == Protection::Tls;
    let stream: Box<dyn Stream> =
        if is_protected { Box::new(acceptor.accept(stream).await?) } else { Box::new(stream) };
    let mut session = Session { stream: BufReader::new(stream), shared, is_protected, user: None };
    if setup.is_down {
        return session.say("421 down for an hour").await;
    }
    session.say("220 localhost ESMTP").await?;
    while session.talk().await? {
        // After the last plain command, everything starts again over TLS.
        let plain = session.stream.into_inner();
        session.stream = BufReader::new(Box::new(acceptor.accept(plain).await?));
        session.is_protected = true;
    }
    Ok(())
}

impl Session<'_> {
    async fn say(&mut self, line: &str) -> std::io::Result<()> {
        self.stream.write_all(format!("{line}\r\n").as_bytes()).await?;
        self.stream.flush().await
    }

    async fn line(&mut self) -> std::io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        if self.stream.read_until(b'\n', &mut line).await? == 0 {
            return Ok(None);
        }
        Ok(Some(line))
    }

    /// Until the client leaves (false) or asks for TLS (true).
    async fn talk(&mut self) -> std::io::Result<bool> {
        let (mut from, mut to) = (String::new(), Vec::new());
        while let Some(line) = self.line().await? {
            let command = String::from_utf8_lossy(&line).trim_end().to_owned();
            let setup = {
                let mut shared = lock(self.shared);
                shared.commands.push((self.is_protected, command.clone()));
                shared.setup.clone()
            };
            let offers_tls = setup.protection == Protection::StartTls && !self.is_protected;
            let is_closed = setup.account.is_some() && self.user.is_none();
            let verb = command.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
            match verb.as_str() {
                "EHLO" => {
                    self.say("250-localhost").await?;
                    if offers_tls {
                        self.say("250-STARTTLS").await?;
                    }
                    if setup.account.is_some() {
                        self.say("250-AUTH PLAIN").await?;
                    }
                    self.say("250-8BITMIME").await?;
                    self.say("250 SIZE 1000000").await?;
                }
                "STARTTLS" if offers_tls => {
                    self.say("220 go ahead").await?;
                    return Ok(true);
                }
                "AUTH" => self.log_in(&command, &setup).await?,
                "MAIL" if is_closed => self.say("530 5.7.0 sign in first").await?,
                "MAIL" => {
                    from = path(&command);
                    to.clear();
                    self.say("250 ok").await?;
                }
                "RCPT" => {
                    let reply = lock(self.shared).setup.recipients.pop_front().unwrap_or("250 ok");
                    if reply.starts_with('2') {
                        to.push(path(&command));
                    }
                    self.say(reply).await?;
                }
                "DATA" if to.is_empty() => self.say("503 no recipient").await?,
                "DATA" => {
                    self.say("354 end with a dot").await?;
                    let Some(data) = self.data().await? else { return Ok(false) };
                    let (from, to, user) = (from.clone(), to.clone(), self.user.clone());
                    let mail = Received { from, to, data, user, is_protected: self.is_protected };
                    lock(self.shared).mails.push(mail);
                    self.say("250 taken").await?;
                }
                "NOOP" | "RSET" => self.say("250 ok").await?,
                "QUIT" => {
                    self.say("221 bye").await?;
                    return Ok(false);
                }
                _ => self.say("502 not known").await?,
            }
        }
        Ok(false)
    }

    /// Repeats what it was sent when it refuses, as some servers do.
    async fn log_in(&mut self, command: &str, setup: &Setup) -> std::io::Result<()> {
        let sent = command.strip_prefix("AUTH PLAIN ").unwrap_or_default();
        let decoded = String::from_utf8(base64_decode(sent.as_bytes()).unwrap_or_default()).unwrap_or_default();
        let mut parts = decoded.split('\0').skip(1).map(str::to_owned);
        match (parts.next(), parts.next(), &setup.account) {
            (Some(user), Some(password), Some(account)) if (&user, &password) == (&account.0, &account.1) => {
                self.user = Some(user);
                self.say("235 2.7.0 welcome").await
            }
            _ => self.say(&format!("535 5.7.8 refused: {decoded:?} {sent}")).await,
        }
    }

    /// Up to the dot; `None` where it hangs up instead.
    async fn data(&mut self) -> std::io::Result<Option<Vec<u8>>> {
        let mut data = Vec::new();
        while let Some(line) = self.line().await? {
            let hangs_up = {
                let mut shared = lock(self.shared);
                let wanted = shared.setup.hang_ups > 0;
                shared.setup.hang_ups -= usize::from(wanted);
                wanted
            };
            if hangs_up {
                return Ok(None);
            }
            if line == b".\r\n" {
                return Ok(Some(data));
            }
            data.extend_from_slice(line.strip_prefix(b".").unwrap_or(&line));
        }
        Ok(None)
    }
}

/// The address between the angle brackets.
fn path(command: &str) -> String {
    let inside = command.split_once('<').and_then(|(_, rest)| rest.split_once('>'));
    inside.map(|(address, _)| address.to_owned()).unwrap_or_default()
}
