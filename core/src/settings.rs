//! Every setting, in one struct, from the command line or the environment.

use std::{net::SocketAddr, path::PathBuf};

use clap::Args;
use url::Url;

/// What an operator can set. Each is an option of the command line and a variable.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Settings")]
pub struct Settings {
    /// Folder of the embedded store, the secrets and the uploads
    #[arg(long, env = "SABI_DATA", default_value = "./data", global = true, value_name = "DIR")]
    pub data: PathBuf,

    /// Address of the store: surrealkv://PATH, mem://, ws://HOST or wss://HOST [default: the
    /// embedded store in the data folder]
    #[arg(long, env = "SABI_STORE", global = true, value_name = "URL", hide_env_values = true)]
    pub store: Option<String>,

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
    #[arg(long, env = "SABI_PUBLIC_URL", global = true, hide = true, value_name = "URL")]
    pub public_url: Option<Url>,

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

    /// Youngest age in days at registration (BECE pupils are younger than the default)
    #[arg(long, env = "SABI_MIN_AGE_DAYS", default_value_t = 6500, global = true, hide = true, value_name = "DAYS")]
    pub min_age_days: i64,

    /// Folder of the accounts that `sabi login` saves [default: ~/.config/sabi]
    #[arg(long, env = "SABI_CONFIG", global = true, hide = true, value_name = "DIR")]
    pub config: Option<PathBuf>,
}

impl Settings {
    /// The store's address. The embedded one makes each commit durable before it is acknowledged.
    pub fn store_url(&self) -> String {
        match &self.store {
            Some(url) => url.clone(),
            None => format!("surrealkv://{}?sync=every", self.data.join("store").display()),
        }
    }

    /// Where the accounts of `sabi login` are kept.
    pub fn config_dir(&self) -> PathBuf {
        let home = || std::env::home_dir().unwrap_or_default().join(".config/sabi");
        self.config.clone().unwrap_or_else(home)
    }

    /// Settings for tests: everything in memory except the secrets, which lie in `data`.
    pub fn in_memory(data: impl Into<PathBuf>) -> Self {
        Self {
            data: data.into(),
            store: Some("mem://".into()),
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            public_url: None,
            demo_password: None,
            min_age_days: 6500,
            config: None,
        }
    }

    /// Whether people reach this server over https.
    pub fn is_https(&self) -> bool {
        self.public_url.as_ref().is_some_and(|url| url.scheme() == "https")
    }
}
