//! The arguments of `sabi serve`, which a settings file can set too.

use std::str::FromStr;

use sabi_core::seed::Demo;

use crate::log::LogFormat;

/// The arguments of `sabi serve`; the others are settings.
#[derive(Debug, clap::Args)]
pub struct ServeArgs {
    /// Write the demo content first, if it is missing, and print its logins; `small` writes fewer banks
    #[arg(long, env = "SABI_DEMO", num_args = 0..=1, require_equals = true, default_value = "no", default_missing_value = "full", value_name = "SIZE", hide_default_value = true)]
    pub demo: DemoArg,

    /// Format of the log on stderr, for people or for programs; RUST_LOG sets its content
    #[arg(long, env = "SABI_LOG_FORMAT", value_name = "FORMAT", default_value = "text")]
    pub log_format: LogFormat,
}

/// The value of `--demo` and `SABI_DEMO`: `small`, `full`, or a word for yes (which means `full`) or no.
#[derive(Debug, Clone, Copy)]
pub struct DemoArg(pub Option<Demo>);

impl FromStr for DemoArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.to_ascii_lowercase().as_str() {
            "" | "no" | "n" | "false" | "f" | "off" | "0" => Ok(Self(None)),
            "full" | "yes" | "y" | "true" | "t" | "on" | "1" => Ok(Self(Some(Demo::Full))),
            "small" => Ok(Self(Some(Demo::Small))),
            _ => Err("use small, full or no".into()),
        }
    }
}
