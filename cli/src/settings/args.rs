//! The server's settings as arguments of the command line.

use std::{
    net::{IpAddr, SocketAddr},
    ops::Deref,
    path::PathBuf,
};

use clap::{
    ArgAction, ArgMatches, Args, Command, FromArgMatches,
    builder::{FalseyValueParser, PossibleValuesParser, TypedValueParser},
    value_parser,
};
use ipnet::IpNet;
use sabi_core::{
    Settings,
    settings::{PAYSTACK_URL, RequireSecondFactor},
};
use strum::VariantNames as _;
use url::Url;

/// The longest name or address of an operator, in characters.
const MAX_LINE_CHARS: usize = 300;

/// The settings, read from the command line and its defaults.
#[derive(Debug, Clone)]
pub struct SettingsArgs(Settings);

/// The settings as arguments. Each is an option of the command line, a variable and a key of the settings file, with
/// the same name. A setting that hides its variable's value is a secret, which may be in a file of its own.
#[derive(Args)]
#[command(next_help_heading = "Settings")]
struct Declared {
    /// Folder of the embedded store, the secrets and the uploads
    #[arg(long, env = "SABI_DATA", default_value = "./data", global = true, value_name = "DIR")]
    data: PathBuf,

    /// Address of the store: rocksdb://PATH, mem://, ws://HOST or wss://HOST [default: the
    /// embedded store in the data folder]
    #[arg(long, env = "SABI_STORE", global = true, value_name = "URL", hide_env_values = true)]
    store: Option<String>,

    /// Certificate authorities to trust for a store at wss://, in addition to the system's (PEM)
    #[arg(long, env = "SABI_STORE_CA", global = true, hide = true, value_name = "FILE")]
    store_ca: Option<PathBuf>,

    /// Address to listen on; port 0 picks a free one
    #[arg(
        long,
        env = "SABI_LISTEN",
        default_value = "127.0.0.1:8080",
        global = true,
        hide = true,
        value_name = "ADDR"
    )]
    listen: SocketAddr,

    /// Address under which people reach this server [default: http://LISTEN]
    #[arg(long, env = "SABI_PUBLIC_URL", global = true, hide = true, value_name = "URL", value_parser = web_address)]
    public_url: Option<Url>,

    /// Certificate chain for HTTPS (PEM) [default: none; the server speaks HTTP, for a proxy with a certificate]
    #[arg(long, env = "SABI_TLS_CERT", global = true, hide = true, value_name = "FILE")]
    tls_cert: Option<PathBuf>,

    /// Key of the certificate (PEM), which must be readable by its owner only
    #[arg(long, env = "SABI_TLS_KEY", global = true, hide = true, value_name = "FILE")]
    tls_key: Option<PathBuf>,

    /// Password of the demo accounts, instead of generated ones
    #[arg(
        long,
        env = "SABI_DEMO_PASSWORD",
        global = true,
        hide = true,
        hide_env_values = true,
        value_name = "PASSWORD"
    )]
    demo_password: Option<String>,

    /// Minimum age in days at registration (BECE pupils are younger than the default)
    #[arg(long, env = "SABI_MIN_AGE_DAYS", default_value_t = 6500, global = true, hide = true, value_name = "DAYS")]
    min_age_days: i64,

    /// Size limit of the question bank's cache, in MiB
    #[arg(long, env = "SABI_BANK_MEMORY", default_value_t = 256, value_parser = value_parser!(u64).range(16..=65536), global = true, hide = true, value_name = "MIB")]
    bank_memory: u64,

    /// Mail server: smtp://USER:PASSWORD@HOST:PORT (STARTTLS) or smtps://… [default: .eml files in
    /// the data folder's outbox]
    #[arg(long, env = "SABI_MAIL_URL", global = true, hide = true, hide_env_values = true, value_name = "URL")]
    mail_url: Option<String>,

    /// Sender of all mails [default: Sabi <no-reply@HOST of the public address>]
    #[arg(long, env = "SABI_MAIL_FROM", global = true, hide = true, value_name = "ADDRESS")]
    mail_from: Option<String>,

    /// Certificate authorities to trust for the mail server, in addition to the system's (PEM)
    #[arg(long, env = "SABI_MAIL_CA", global = true, hide = true, value_name = "FILE")]
    mail_ca: Option<PathBuf>,

    /// Storage of pictures: s3://BUCKET/PREFIX, with the usual AWS_* variables [default: the data folder's uploads]
    #[arg(long, env = "SABI_IMAGES", global = true, hide = true, value_name = "URL")]
    images: Option<String>,

    /// Access key of the bucket of pictures [default: AWS_ACCESS_KEY_ID]
    #[arg(long, env = "SABI_IMAGES_KEY", global = true, hide = true, hide_env_values = true, value_name = "KEY")]
    images_key: Option<String>,

    /// Secret of that key [default: AWS_SECRET_ACCESS_KEY]
    #[arg(long, env = "SABI_IMAGES_SECRET", global = true, hide = true, hide_env_values = true, value_name = "SECRET")]
    images_secret: Option<String>,

    /// Folder for scheduled backups [default: the data folder's backups]
    #[arg(long, env = "SABI_BACKUPS", global = true, hide = true, value_name = "DIR")]
    backups: Option<PathBuf>,

    /// Secret key of Paystack, sk_live_… or sk_test_… [default: none; payments go to the sandbox, which takes
    /// no money]
    #[arg(long, env = "SABI_PAYSTACK_KEY", global = true, hide = true, hide_env_values = true, value_name = "KEY")]
    paystack_key: Option<String>,

    /// Address of Paystack's API
    #[arg(long, env = "SABI_PAYSTACK_URL", default_value = PAYSTACK_URL, global = true, hide = true, value_name = "URL", value_parser = web_address)]
    paystack_url: Url,

    /// Timeout for Paystack's responses, in seconds
    #[arg(long, env = "SABI_PAYSTACK_TIMEOUT", default_value_t = 15, value_parser = value_parser!(u64).range(1..=60), global = true, hide = true, value_name = "SECONDS")]
    paystack_timeout: u64,

    /// Push services for reminders, besides those of Chrome, Edge, Firefox and Safari, as addresses (https://HOST, …)
    #[arg(long, env = "SABI_PUSH_SERVICES", global = true, hide = true, value_delimiter = ',', value_name = "URL", value_parser = web_address)]
    push_services: Vec<Url>,

    /// Open the payment sandbox even if the public address is https: plans are then free
    #[arg(long, env = "SABI_ALLOW_SANDBOX", global = true, hide = true, action = ArgAction::Set, num_args = 0..=1, require_equals = true, default_value_t = false, default_missing_value = "true", value_name = "BOOL", value_parser = FalseyValueParser::new())]
    allow_sandbox: bool,

    /// Trusted proxies, as networks (10.0.0.0/8, …); the caller's address is taken from their headers
    #[arg(long, env = "SABI_TRUSTED_PROXIES", global = true, hide = true, value_delimiter = ',', value_name = "NET", value_parser = network)]
    trusted_proxies: Vec<IpNet>,

    /// Name of the person or organisation that runs this site, for the terms and the privacy policy
    /// [default: the owner of HOST of the public address]
    #[arg(long, env = "SABI_OPERATOR_NAME", global = true, hide = true, value_name = "NAME", value_parser = one_line)]
    operator_name: Option<String>,

    /// Postal address of the person or organisation that runs this site, on one line [default: none]
    #[arg(long, env = "SABI_OPERATOR_ADDRESS", global = true, hide = true, value_name = "ADDRESS", value_parser = one_line)]
    operator_address: Option<String>,

    /// Who must set up a second factor before they can use the back office: nobody, admins, or staff (moderators too)
    #[arg(long, env = "SABI_REQUIRE_SECOND_FACTOR", default_value = "nobody", value_parser = covered_roles(), global = true, hide = true, value_name = "WHO")]
    require_second_factor: RequireSecondFactor,

    /// Whether a question can be active only after somebody other than its last editor has checked it
    #[arg(long, env = "SABI_REVIEW_REQUIRED", global = true, hide = true, action = ArgAction::Set, num_args = 0..=1, require_equals = true, default_value_t = false, default_missing_value = "true", value_name = "BOOL", value_parser = FalseyValueParser::new())]
    review_required: bool,

    /// Percentage of theory submissions that two moderators grade independently
    #[arg(long, env = "SABI_SECOND_OPINION", default_value_t = 0, value_parser = value_parser!(u8).range(0..=100), global = true, hide = true, value_name = "PERCENT")]
    second_opinion: u8,

    /// Separate address for GET /metrics, such as 127.0.0.1:9100; port 0 picks a free one [default: none; /metrics is
    /// on the main address, for the operator and with the token]
    #[arg(long, env = "SABI_METRICS_LISTEN", global = true, hide = true, value_name = "ADDR")]
    metrics_listen: Option<SocketAddr>,

    /// File with the token for GET /metrics (Authorization: Bearer …), 16 to 512 characters [default: none]
    #[arg(long, env = "SABI_METRICS_TOKEN_FILE", global = true, hide = true, value_name = "FILE")]
    metrics_token_file: Option<PathBuf>,

    /// Log requests that take at least this many milliseconds as slow; 0 logs none
    #[arg(long, env = "SABI_SLOW_REQUEST_MS", default_value_t = 1000, global = true, hide = true, value_name = "MS")]
    slow_request_ms: u64,

    /// Folder for the accounts of `sabi login` and the console's key bindings [default: ~/.config/sabi]
    #[arg(long, env = "SABI_HOME", global = true, hide = true, value_name = "DIR", help_heading = "Accounts")]
    home: Option<PathBuf>,
}

impl SettingsArgs {
    /// The settings that core takes.
    pub fn into_inner(self) -> Settings {
        self.0
    }
}

impl From<Declared> for Settings {
    fn from(declared: Declared) -> Self {
        Self {
            data: declared.data,
            store: declared.store,
            store_ca: declared.store_ca,
            listen: declared.listen,
            public_url: declared.public_url,
            tls_cert: declared.tls_cert,
            tls_key: declared.tls_key,
            demo_password: declared.demo_password,
            min_age_days: declared.min_age_days,
            bank_memory: declared.bank_memory,
            mail_url: declared.mail_url,
            mail_from: declared.mail_from,
            mail_ca: declared.mail_ca,
            images: declared.images,
            images_key: declared.images_key,
            images_secret: declared.images_secret,
            backups: declared.backups,
            paystack_key: declared.paystack_key,
            paystack_url: declared.paystack_url,
            paystack_timeout: declared.paystack_timeout,
            push_services: declared.push_services,
            allow_sandbox: declared.allow_sandbox,
            trusted_proxies: declared.trusted_proxies,
            operator_name: declared.operator_name,
            operator_address: declared.operator_address,
            require_second_factor: declared.require_second_factor,
            review_required: declared.review_required,
            second_opinion: declared.second_opinion,
            metrics_listen: declared.metrics_listen,
            metrics_token_file: declared.metrics_token_file,
            slow_request_ms: declared.slow_request_ms,
            home: declared.home,
        }
    }
}

impl FromArgMatches for SettingsArgs {
    fn from_arg_matches(matches: &ArgMatches) -> clap::error::Result<Self> {
        Declared::from_arg_matches(matches).map(|declared| Self(declared.into()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> clap::error::Result<()> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for SettingsArgs {
    fn augment_args(command: Command) -> Command {
        Declared::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Declared::augment_args_for_update(command)
    }
}

impl Deref for SettingsArgs {
    type Target = Settings;

    fn deref(&self) -> &Settings {
        &self.0
    }
}

/// Parses who must have a second factor.
fn covered_roles() -> impl TypedValueParser<Value = RequireSecondFactor> {
    PossibleValuesParser::new(RequireSecondFactor::VARIANTS).try_map(|word| word.parse::<RequireSecondFactor>())
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
