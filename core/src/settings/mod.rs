//! All settings in one struct. They come from the command line, the environment or a file (read by `sabi-cli`).

use std::{
    net::{IpAddr, SocketAddr},
    os::unix::ffi::OsStrExt as _,
    path::PathBuf,
};

use clap::{ArgAction, Args, ValueEnum, builder::FalseyValueParser, value_parser};
use ipnet::IpNet;
use url::{Host, Url, form_urlencoded::byte_serialize};

/// Paystack's API.
const PAYSTACK: &str = "https://api.paystack.co";
/// The longest name or address of an operator, in characters.
const MAX_LINE_CHARS: usize = 300;

/// The roles that must have a second factor.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum RequireSecondFactor {
    #[default]
    Nobody,
    Admins,
    Staff,
}

/// The settings of an operator. Each is an option of the command line, a variable and a key of the settings file, with
/// the same name. A setting that hides its variable's value is a secret, which may be in a file of its own.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Settings")]
pub struct Settings {
    /// Folder of the embedded store, the secrets and the uploads
    #[arg(long, env = "SABI_DATA", default_value = "./data", global = true, value_name = "DIR")]
    pub data: PathBuf,

    /// Address of the store: rocksdb://PATH, mem://, ws://HOST or wss://HOST [default: the
    /// embedded store in the data folder]
    #[arg(long, env = "SABI_STORE", global = true, value_name = "URL", hide_env_values = true)]
    pub store: Option<String>,

    /// Certificate authorities to trust for a store at wss://, in addition to the system's (PEM)
    #[arg(long, env = "SABI_STORE_CA", global = true, hide = true, value_name = "FILE")]
    pub store_ca: Option<PathBuf>,

    /// Address to listen on; port 0 picks a free one
    #[arg(
        long,
        env = "SABI_LISTEN",
        default_value = "127.0.0.1:8080",
        global = true,
        hide = true,
        value_name = "ADDR"
    )]
    pub listen: SocketAddr,

    /// Address under which people reach this server [default: http://LISTEN]
    #[arg(long, env = "SABI_PUBLIC_URL", global = true, hide = true, value_name = "URL", value_parser = web_address)]
    pub public_url: Option<Url>,

    /// Certificate chain for HTTPS (PEM) [default: none; the server speaks HTTP, for a proxy with a certificate]
    #[arg(long, env = "SABI_TLS_CERT", global = true, hide = true, value_name = "FILE")]
    pub tls_cert: Option<PathBuf>,

    /// Key of the certificate (PEM), which must be readable by its owner only
    #[arg(long, env = "SABI_TLS_KEY", global = true, hide = true, value_name = "FILE")]
    pub tls_key: Option<PathBuf>,

    /// Password of the demo accounts, instead of generated ones
    #[arg(
        long,
        env = "SABI_DEMO_PASSWORD",
        global = true,
        hide = true,
        hide_env_values = true,
        value_name = "PASSWORD"
    )]
    pub demo_password: Option<String>,

    /// Minimum age in days at registration (BECE pupils are younger than the default)
    #[arg(long, env = "SABI_MIN_AGE_DAYS", default_value_t = 6500, global = true, hide = true, value_name = "DAYS")]
    pub min_age_days: i64,

    /// Size limit of the question bank's cache, in MiB
    #[arg(long, env = "SABI_BANK_MEMORY", default_value_t = 256, value_parser = value_parser!(u64).range(16..=65536), global = true, hide = true, value_name = "MIB")]
    pub bank_memory: u64,

    /// Mail server: smtp://USER:PASSWORD@HOST:PORT (STARTTLS) or smtps://… [default: .eml files in
    /// the data folder's outbox]
    #[arg(long, env = "SABI_MAIL_URL", global = true, hide = true, hide_env_values = true, value_name = "URL")]
    pub mail_url: Option<String>,

    /// Sender of all mails [default: Sabi <no-reply@HOST of the public address>]
    #[arg(long, env = "SABI_MAIL_FROM", global = true, hide = true, value_name = "ADDRESS")]
    pub mail_from: Option<String>,

    /// Certificate authorities to trust for the mail server, in addition to the system's (PEM)
    #[arg(long, env = "SABI_MAIL_CA", global = true, hide = true, value_name = "FILE")]
    pub mail_ca: Option<PathBuf>,

    /// Storage of pictures: s3://BUCKET/PREFIX, with the usual AWS_* variables [default: the data folder's uploads]
    #[arg(long, env = "SABI_IMAGES", global = true, hide = true, value_name = "URL")]
    pub images: Option<String>,

    /// Access key of the bucket of pictures [default: AWS_ACCESS_KEY_ID]
    #[arg(long, env = "SABI_IMAGES_KEY", global = true, hide = true, hide_env_values = true, value_name = "KEY")]
    pub images_key: Option<String>,

    /// Secret of that key [default: AWS_SECRET_ACCESS_KEY]
    #[arg(long, env = "SABI_IMAGES_SECRET", global = true, hide = true, hide_env_values = true, value_name = "SECRET")]
    pub images_secret: Option<String>,

    /// Folder for scheduled backups [default: the data folder's backups]
    #[arg(long, env = "SABI_BACKUPS", global = true, hide = true, value_name = "DIR")]
    pub backups: Option<PathBuf>,

    /// Secret key of Paystack, sk_live_… or sk_test_… [default: none; payments go to the sandbox, which takes
    /// no money]
    #[arg(long, env = "SABI_PAYSTACK_KEY", global = true, hide = true, hide_env_values = true, value_name = "KEY")]
    pub paystack_key: Option<String>,

    /// Address of Paystack's API
    #[arg(long, env = "SABI_PAYSTACK_URL", default_value = PAYSTACK, global = true, hide = true, value_name = "URL", value_parser = web_address)]
    pub paystack_url: Url,

    /// Timeout for Paystack's responses, in seconds
    #[arg(long, env = "SABI_PAYSTACK_TIMEOUT", default_value_t = 15, value_parser = value_parser!(u64).range(1..=60), global = true, hide = true, value_name = "SECONDS")]
    pub paystack_timeout: u64,

    /// Push services for reminders, besides those of Chrome, Edge, Firefox and Safari, as addresses (https://HOST, …)
    #[arg(long, env = "SABI_PUSH_SERVICES", global = true, hide = true, value_delimiter = ',', value_name = "URL", value_parser = web_address)]
    pub push_services: Vec<Url>,

    /// Open the payment sandbox even if the public address is https: plans are then free
    #[arg(long, env = "SABI_ALLOW_SANDBOX", global = true, hide = true, action = ArgAction::Set, num_args = 0..=1, require_equals = true, default_value_t = false, default_missing_value = "true", value_name = "BOOL", value_parser = FalseyValueParser::new())]
    pub allow_sandbox: bool,

    /// Trusted proxies, as networks (10.0.0.0/8, …); the caller's address is taken from their headers
    #[arg(long, env = "SABI_TRUSTED_PROXIES", global = true, hide = true, value_delimiter = ',', value_name = "NET", value_parser = network)]
    pub trusted_proxies: Vec<IpNet>,

    /// Name of the person or organisation that runs this site, for the terms and the privacy policy
    /// [default: the owner of HOST of the public address]
    #[arg(long, env = "SABI_OPERATOR_NAME", global = true, hide = true, value_name = "NAME", value_parser = one_line)]
    pub operator_name: Option<String>,

    /// Postal address of the person or organisation that runs this site, on one line [default: none]
    #[arg(long, env = "SABI_OPERATOR_ADDRESS", global = true, hide = true, value_name = "ADDRESS", value_parser = one_line)]
    pub operator_address: Option<String>,

    /// Who must set up a second factor before they can use the back office: nobody, admins, or staff (moderators too)
    #[arg(
        long,
        env = "SABI_REQUIRE_SECOND_FACTOR",
        value_enum,
        default_value_t,
        global = true,
        hide = true,
        value_name = "WHO"
    )]
    pub require_second_factor: RequireSecondFactor,

    /// Whether a question can be active only after somebody other than its last editor has checked it
    #[arg(long, env = "SABI_REVIEW_REQUIRED", global = true, hide = true, action = ArgAction::Set, num_args = 0..=1, require_equals = true, default_value_t = false, default_missing_value = "true", value_name = "BOOL", value_parser = FalseyValueParser::new())]
    pub review_required: bool,

    /// Percentage of theory submissions that two moderators grade independently
    #[arg(long, env = "SABI_SECOND_OPINION", default_value_t = 0, value_parser = value_parser!(u8).range(0..=100), global = true, hide = true, value_name = "PERCENT")]
    pub second_opinion: u8,

    /// Separate address for GET /metrics, such as 127.0.0.1:9100; port 0 picks a free one [default: none; /metrics is
    /// on the main address, for the operator and with the token]
    #[arg(long, env = "SABI_METRICS_LISTEN", global = true, hide = true, value_name = "ADDR")]
    pub metrics_listen: Option<SocketAddr>,

    /// File with the token for GET /metrics (Authorization: Bearer …), 16 to 512 characters [default: none]
    #[arg(long, env = "SABI_METRICS_TOKEN_FILE", global = true, hide = true, value_name = "FILE")]
    pub metrics_token_file: Option<PathBuf>,

    /// Log requests that take at least this many milliseconds as slow; 0 logs none
    #[arg(long, env = "SABI_SLOW_REQUEST_MS", default_value_t = 1000, global = true, hide = true, value_name = "MS")]
    pub slow_request_ms: u64,

    /// Folder for the accounts of `sabi login` and the console's key bindings [default: ~/.config/sabi]
    #[arg(long, env = "SABI_HOME", global = true, hide = true, value_name = "DIR", help_heading = "Accounts")]
    pub home: Option<PathBuf>,
}

/// Parses an http:// or https:// address.
fn web_address(text: &str) -> Result<Url, String> {
    let url: Url = text.parse().map_err(|error| format!("{error}"))?;
    let is_web = matches!(url.scheme(), "http" | "https") && url.has_host();
    is_web.then_some(url).ok_or_else(|| "it is not an http:// or https:// address".into())
}

/// Parses a line of text for a public page.
fn one_line(text: &str) -> Result<String, String> {
    let text = text.trim();
    if text.is_empty() || text.chars().any(char::is_control) {
        return Err("it is not one line of text".into());
    }
    if text.chars().count() > MAX_LINE_CHARS { Err("it is longer than 300 characters".into()) } else { Ok(text.into()) }
}

/// Parses a network or a single address.
fn network(text: &str) -> Result<IpNet, String> {
    let one = || text.parse::<IpAddr>().map(IpNet::from);
    text.parse().or_else(|_| one()).map_err(|_| "it is not an address or a network such as 10.0.0.0/8".into())
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
            paystack_url: Url::parse(PAYSTACK).unwrap_or_else(|_| unreachable!("a constant address")),
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
