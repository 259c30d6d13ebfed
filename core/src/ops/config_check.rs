//! Checks settings before anything is started: errors that would stop the server, and facts that an operator should
//! know.

use std::{
    fs, io,
    net::SocketAddr,
    path::{Path, PathBuf},
};

use lettre::message::Mailbox;
use rustix::fs::{Access, access};

use crate::{
    Error, Settings,
    images::Images,
    mail::Smtp,
    metrics::Token,
    plans,
    settings::is_of_this_machine,
    store::Store,
    tls::{self, CertificateFiles},
};

/// A finding about a setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The setting's key.
    pub setting: &'static str,
    /// The problem or the fact, without a full stop and without secrets.
    pub words: String,
    /// Whether the setting prevents the server from starting or from working as intended.
    pub is_wrong: bool,
}

impl Settings {
    /// Errors and notes about these settings. Nothing is opened, created or changed.
    pub fn findings(&self) -> Vec<Finding> {
        let wrong = |setting, words: String| Finding { setting, words, is_wrong: true };
        let note = |setting, words: &str| Finding { setting, words: words.into(), is_wrong: false };
        let mut found = Vec::new();
        found.extend(unwritable(&self.data).map(|words| wrong("data", words)));
        if let Some(words) = self.store.as_ref().and_then(|url| Store::check_address(url).err()).map(message_of) {
            found.push(wrong("store", words));
        }
        if let Some(file) = &self.store_ca {
            let is_of_use = self.store.as_ref().is_some_and(|url| url.starts_with("wss://"));
            match tls::trusting(Some(file)) {
                Err(error) => found.push(wrong("store_ca", message_of(error))),
                Ok(_) if !is_of_use => found.push(note("store_ca", "it has no effect without a store at wss://")),
                Ok(_) => {}
            }
        }
        if let Some(url) = &self.mail_url
            && let Err(error) = Smtp::parse(url, self.mail_ca.as_deref())
        {
            let setting = if error.is_of_certificates() { "mail_ca" } else { "mail_url" };
            found.push(wrong(setting, error.to_string()));
        }
        if self.mail_url.is_none()
            && let Some(file) = &self.mail_ca
        {
            let words = match fs::read(file) {
                Err(error) => wrong("mail_ca", format!("{}: {error}", file.display())),
                Ok(_) => note("mail_ca", "it has no effect without mail_url"),
            };
            found.push(words);
        }
        if let Err(Error::Setting { name, problem }) =
            CertificateFiles::of(self).and_then(|files| files.map(|files| files.read()).transpose())
        {
            let setting = match name {
                "public-url" => "public_url",
                "tls-cert" => "tls_cert",
                _ => "tls_key",
            };
            found.push(wrong(setting, problem));
        }
        if self.mail_from.as_ref().is_some_and(|from| from.parse::<Mailbox>().is_err()) {
            found.push(wrong("mail_from", "it is not an address such as Sabi <no-reply@sabi.example>".into()));
        }
        if let Some(address) = &self.images
            && let Err(error) = Images::open(Some(address), self.images_keys(), Path::new(""))
        {
            found.push(wrong("images", error.to_string()));
        }
        if self.images_key.is_some() != self.images_secret.is_some() {
            let lacks = if self.images_key.is_none() { "images_key" } else { "images_secret" };
            found.push(wrong(lacks, "the bucket needs both the key and the secret".into()));
        }
        if let Err(Error::Setting { name, problem }) = plans::check(self) {
            let setting = if name == "paystack-url" { "paystack_url" } else { "paystack_key" };
            found.push(wrong(setting, problem));
        }
        if let Some(Err(Error::Setting { problem, .. })) = self.metrics_token_file.as_deref().map(Token::read) {
            found.push(wrong("metrics_token_file", problem));
        }
        if self.metrics_listen.is_some_and(|own| own.port() != 0 && meet(own, self.listen)) {
            found.push(wrong("metrics_listen", "it is the address of the server itself (listen)".into()));
        }
        found.extend(self.notes().into_iter().map(|(setting, words)| note(setting, words)));
        found
    }

    /// Settings that work but may not be what was intended.
    fn notes(&self) -> Vec<(&'static str, &'static str)> {
        let has_key = self.paystack_key.as_ref().is_some_and(|key| !key.is_empty());
        let is_open = !self.listen.ip().is_loopback();
        let is_plain = self.public_url.as_ref().is_some_and(|url| url.scheme() == "http" && !is_of_this_machine(url));
        let is_shared = self.store.as_ref().is_some_and(|url| url.starts_with("ws://") || url.starts_with("wss://"));
        let open_metrics = self.metrics_listen.is_some_and(|own| !own.ip().is_loopback());
        [
            (is_plain, "public_url", "people's passwords cross the network unencrypted: it is not an https:// address"),
            (
                self.is_store_password_in_clear(),
                "store",
                "the store's password crosses the network unencrypted: the address is ws://, not wss://",
            ),
            (
                self.public_url.is_none() && is_open,
                "public_url",
                "without it, links in mails only work on this machine",
            ),
            (
                self.is_https() && !has_key && !self.allow_sandbox,
                "paystack_key",
                "no payments can be made: without a key there is only the sandbox, which is closed on https://",
            ),
            (
                !has_key && self.allow_sandbox && (self.is_https() || is_open),
                "allow_sandbox",
                "payments are play money: the sandbox gives plans away for free",
            ),
            (
                self.is_https() && !is_open && self.tls_cert.is_none() && self.trusted_proxies.is_empty(),
                "trusted_proxies",
                "behind a proxy all callers share one address, and its limits, until the proxy's network is set",
            ),
            (
                is_shared && self.images.is_none(),
                "images",
                "other servers on this store cannot see this server's pictures: set a bucket, or let all servers \
                 share the folder",
            ),
            (self.mail_url.is_none(), "mail_url", "no mail is sent: mails are written to the data folder's outbox"),
            (
                open_metrics && self.metrics_token_file.is_none(),
                "metrics_listen",
                "anyone who reaches this address can read the metrics: set metrics_token_file",
            ),
        ]
        .into_iter()
        .filter(|(is, ..)| *is)
        .map(|(_, setting, words)| (setting, words))
        .collect()
    }
}

/// The problem of a setting, without its name.
fn message_of(error: Error) -> String {
    match error {
        Error::Setting { problem, .. } => problem,
        other => other.to_string(),
    }
}

/// Whether two listeners need the same address.
fn meet(one: SocketAddr, other: SocketAddr) -> bool {
    let (ip, of) = (one.ip(), other.ip());
    one.port() == other.port() && (ip == of || ip.is_unspecified() || of.is_unspecified())
}

/// Why a folder cannot be written or created, if so.
fn unwritable(folder: &Path) -> Option<String> {
    let there = folder.ancestors().map(|path| if path.as_os_str().is_empty() { Path::new(".") } else { path });
    let there: PathBuf = there.into_iter().find(|path| path.exists())?.into();
    if !there.is_dir() {
        return Some(format!("{} is not a folder", there.display()));
    }
    let can = access(&there, Access::READ_OK | Access::WRITE_OK | Access::EXEC_OK);
    can.err().map(|error| format!("{} cannot be written: {}", there.display(), io::Error::from(error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(change: impl FnOnce(&mut Settings)) -> Vec<(&'static str, bool)> {
        let data = tempfile::tempdir().unwrap();
        let mut settings = Settings::in_memory(data.path());
        change(&mut settings);
        settings.findings().into_iter().map(|one| (one.setting, one.is_wrong)).collect()
    }

    #[test]
    fn settings_that_the_server_would_refuse_are_errors() {
        assert_eq!(found(|_| {}), [("mail_url", false)], "a fresh start is right, and mails stay here");
        let url = |text: &str| Some(text.parse().unwrap());
        let wrong = |change: fn(&mut Settings)| {
            let all = found(change);
            all.into_iter().filter(|(_, is_wrong)| *is_wrong).map(|(setting, _)| setting).collect::<Vec<_>>()
        };
        assert_eq!(wrong(|all| all.data = "/proc/version/data".into()), ["data"]);
        assert_eq!(wrong(|all| all.store = Some("postgres://somewhere".into())), ["store"]);
        assert_eq!(wrong(|all| all.store_ca = Some("/nowhere.pem".into())), ["store_ca"]);
        assert_eq!(wrong(|all| all.mail_url = Some("http://mail.example".into())), ["mail_url"]);
        assert_eq!(wrong(|all| all.mail_from = Some("nobody".into())), ["mail_from"]);
        assert_eq!(wrong(|all| all.images = Some("ftp://somewhere".into())), ["images"]);
        assert_eq!(wrong(|all| all.images_key = Some("AKIA".into())), ["images_secret"]);
        assert_eq!(wrong(|all| all.images_secret = Some("secret".into())), ["images_key"]);
        assert_eq!(wrong(|all| all.paystack_key = Some("pk_live_1".into())), ["paystack_key"]);
        assert_eq!(wrong(|all| all.metrics_token_file = Some("/nowhere".into())), ["metrics_token_file"]);
        let both = |all: &mut Settings| {
            all.listen = "0.0.0.0:8080".parse().unwrap();
            all.metrics_listen = Some("127.0.0.1:8080".parse().unwrap());
        };
        assert_eq!(wrong(both), ["metrics_listen"]);
        let authorities = |all: &mut Settings| {
            all.mail_url = Some("smtps://mail.example".into());
            all.mail_ca = Some("/nowhere.pem".into());
        };
        assert_eq!(wrong(authorities), ["mail_ca"]);
        // On https without a key nothing can be paid, and a proxy's callers share one address.
        let https = found(|all| all.public_url = url("https://sabi.example"));
        assert_eq!(https, [("paystack_key", false), ("trusted_proxies", false), ("mail_url", false)]);
        let stored = |at: &'static str| found(move |all| all.store = Some(at.into()))[0];
        assert_eq!(stored("ws://root:secret@db.example:8000"), ("store", false), "the password is in the clear");
        for at in ["ws://root:secret@127.0.0.2:8000", "ws://db.example:8000", "wss://root:secret@db.example"] {
            assert_ne!(stored(at).0, "store", "{at}");
        }
        let plain = found(|all| all.public_url = url("http://sabi.example"));
        assert_eq!(plain, [("public_url", false), ("mail_url", false)]);
    }
}
