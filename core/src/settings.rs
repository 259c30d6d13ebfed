//! The settings of an installation.

use std::{net::SocketAddr, os::unix::ffi::OsStrExt as _, path::PathBuf};

use ipnet::IpNet;
use strum::{EnumString, VariantNames};
use url::{Host, Url, form_urlencoded::byte_serialize};

/// The address of Paystack's API.
pub const PAYSTACK_URL: &str = "https://api.paystack.co";

/// The roles that must have a second factor.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, EnumString, VariantNames)]
#[strum(serialize_all = "lowercase")]
pub enum RequireSecondFactor {
    #[default]
    Nobody,
    Admins,
    Staff,
}

/// The settings of an operator. `sabi-cli` reads them from the command line, the environment and a file.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Folder of the embedded store, the secrets and the uploads.
    pub data: PathBuf,
    /// Address of the store: `rocksdb://PATH`, `mem://`, `ws://HOST` or `wss://HOST`. `None` is the embedded store in the
    /// data folder.
    pub store: Option<String>,
    /// Certificate authorities to trust for a store at `wss://`, in addition to the system's (PEM).
    pub store_ca: Option<PathBuf>,
    /// Address to listen on; port 0 picks a free one.
    pub listen: SocketAddr,
    /// Address under which people reach this server. `None` is the address it listens on.
    pub public_url: Option<Url>,
    /// Certificate chain for HTTPS (PEM). Without one, the server speaks HTTP, for a proxy with a certificate.
    pub tls_cert: Option<PathBuf>,
    /// Key of the certificate (PEM), which must be readable by its owner only.
    pub tls_key: Option<PathBuf>,
    /// Password of the demo accounts, instead of generated ones.
    pub demo_password: Option<String>,
    /// Minimum age at registration, in days.
    pub min_age_days: i64,
    /// Size limit of the question bank's cache, in MiB.
    pub bank_memory: u64,
    /// Mail server: `smtp://USER:PASSWORD@HOST:PORT` (STARTTLS) or `smtps://…`. Without one, mails are .eml files in the
    /// data folder's outbox.
    pub mail_url: Option<String>,
    /// Sender of all mails. `None` is `no-reply@` at the host of the public address.
    pub mail_from: Option<String>,
    /// Certificate authorities to trust for the mail server, in addition to the system's (PEM).
    pub mail_ca: Option<PathBuf>,
    /// Storage of pictures: `s3://BUCKET/PREFIX`. `None` is the data folder's uploads.
    pub images: Option<String>,
    /// Access key of the bucket of pictures. `None` is `AWS_ACCESS_KEY_ID`.
    pub images_key: Option<String>,
    /// Secret of that key. `None` is `AWS_SECRET_ACCESS_KEY`.
    pub images_secret: Option<String>,
    /// Folder for scheduled backups. `None` is the data folder's backups.
    pub backups: Option<PathBuf>,
    /// Secret key of Paystack. Without one, payments go to the sandbox, which takes no money.
    pub paystack_key: Option<String>,
    /// Address of Paystack's API.
    pub paystack_url: Url,
    /// Timeout for Paystack's responses, in seconds.
    pub paystack_timeout: u64,
    /// Push services for reminders, besides those of Chrome, Edge, Firefox and Safari.
    pub push_services: Vec<Url>,
    /// Whether the payment sandbox is open even if the public address is https: plans are then free.
    pub allow_sandbox: bool,
    /// Trusted proxies; the caller's address is taken from their headers.
    pub trusted_proxies: Vec<IpNet>,
    /// Name of the person or organisation that runs this site, for the terms and the privacy policy. `None` is the owner
    /// of the public address.
    pub operator_name: Option<String>,
    /// Postal address of the person or organisation that runs this site, on one line.
    pub operator_address: Option<String>,
    /// Who must set up a second factor before they can use the back office.
    pub require_second_factor: RequireSecondFactor,
    /// Whether a question can be active only after somebody other than its last editor has checked it.
    pub review_required: bool,
    /// Percentage of theory submissions that two moderators grade independently.
    pub second_opinion: u8,
    /// Separate address for `GET /metrics`; port 0 picks a free one. If it is `None`, the main address serves the
    /// metrics to the operator and to callers with the token.
    pub metrics_listen: Option<SocketAddr>,
    /// File with the token for `GET /metrics`, 16 to 512 characters.
    pub metrics_token_file: Option<PathBuf>,
    /// Requests that take at least this many milliseconds are logged as slow; 0 logs none.
    pub slow_request_ms: u64,
    /// Folder for the accounts of `sabi login` and the console's key bindings. `None` is `~/.config/sabi`.
    pub home: Option<PathBuf>,
}

impl Settings {
    /// The store's address. For the embedded store it adds durable commits; for TLS, the trusted authorities.
    pub fn store_url(&self) -> String {
        match (&self.store, &self.store_ca) {
            (Some(url), Some(ca)) if url.starts_with("wss:") => {
                let ca: String = byte_serialize(ca.as_os_str().as_bytes()).collect();
                format!("{url}{}ca={ca}", if url.contains('?') { '&' } else { '?' })
            }
            (Some(url), _) => url.clone(),
            (None, _) => format!("rocksdb://{}?sync=every", self.data.join("store").display()),
        }
    }

    /// Whether the password of a remote store is sent unencrypted.
    pub fn is_store_password_in_clear(&self) -> bool {
        let url = self.store.as_deref().and_then(|url| Url::parse(url).ok());
        url.is_some_and(|url| url.scheme() == "ws" && url.password().is_some() && !is_of_this_machine(&url))
    }

    /// Key and secret for the bucket of pictures, unless they come from the usual variables.
    pub(crate) fn images_keys(&self) -> Option<(&str, &str)> {
        self.images_key.as_deref().zip(self.images_secret.as_deref())
    }

    /// The folder of scheduled backups.
    pub fn backup_folder(&self) -> PathBuf {
        self.backups.clone().unwrap_or_else(|| self.data.join("backups"))
    }

    /// The folder for the accounts of `sabi login` and a person's key bindings of the console.
    pub fn home_dir(&self) -> PathBuf {
        let home = || std::env::home_dir().unwrap_or_default().join(".config/sabi");
        self.home.clone().unwrap_or_else(home)
    }

    /// Settings for tests: everything in memory except the secrets, which are in `data`.
    pub fn in_memory(data: impl Into<PathBuf>) -> Self {
        Self {
            data: data.into(),
            store: Some("mem://".into()),
            store_ca: None,
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            public_url: None,
            tls_cert: None,
            tls_key: None,
            demo_password: None,
            min_age_days: 6500,
            bank_memory: 256,
            mail_url: None,
            mail_from: None,
            mail_ca: None,
            images: None,
            images_key: None,
            images_secret: None,
            backups: None,
            paystack_key: None,
            paystack_url: Url::parse(PAYSTACK_URL).unwrap_or_else(|_| unreachable!("a constant address")),
            paystack_timeout: 15,
            push_services: Vec::new(),
            allow_sandbox: false,
            trusted_proxies: Vec::new(),
            operator_name: None,
            operator_address: None,
            require_second_factor: RequireSecondFactor::Nobody,
            review_required: false,
            second_opinion: 0,
            metrics_listen: None,
            metrics_token_file: None,
            slow_request_ms: 1000,
            home: None,
        }
    }

    /// Whether people reach this server over https.
    pub fn is_https(&self) -> bool {
        self.public_url.as_ref().is_some_and(|url| url.scheme() == "https")
    }
}

/// Whether an address is on this machine, so that no network is involved.
pub fn is_of_this_machine(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        None => false,
    }
}
