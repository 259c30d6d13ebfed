//! The address of a store and its options.

use std::path::{Path, PathBuf};

use percent_encoding::percent_decode_str;
use url::Url;

use crate::{Error, Result};

/// Default memory of an embedded engine, in MiB.
const MEMORY: u64 = 160;
/// Default disk space that an embedded store leaves free, in MiB.
const RESERVE: u64 = 256;
const MIB: u64 = 1024 * 1024;

/// Where a store is and how it is opened.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Address {
    /// `rocksdb://PATH[?memory=MIB&reserve=MIB&sync=every]`: a folder that this process owns.
    Embedded {
        /// The folder.
        path: PathBuf,
        /// When a commit reaches the disk; `every`: before it is acknowledged.
        sync: String,
        /// Memory for buffers and cache, in MiB.
        memory: u64,
        /// Free disk space below which nothing is written, in bytes.
        reserve: u64,
    },
    /// `mem://`: in the memory of this process. The address may name a log to start from.
    Memory(String),
    /// `ws://[USER:PASSWORD@]HOST`, `wss://…[?ca=FILE]`: a database that other servers may use too.
    Remote {
        /// The address alone.
        url: String,
        /// Name and password.
        credentials: Option<(String, String)>,
        /// Certificate authorities in addition to the system's.
        ca: Option<PathBuf>,
    },
}

impl Address {
    /// Reads an address.
    ///
    /// # Errors
    /// [`Error::Setting`] (`--store`) for an invalid address or an unknown option.
    pub fn parse(text: &str) -> Result<Self> {
        match text.strip_prefix("rocksdb:") {
            Some(rest) => Self::embedded(rest.strip_prefix("//").unwrap_or(rest)),
            None => Self::elsewhere(text),
        }
    }

    fn embedded(rest: &str) -> Result<Self> {
        let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
        if path.is_empty() {
            return Err(wrong("rocksdb:// must be followed by a folder"));
        }
        let (mut sync, mut memory, mut reserve) = (String::from("every"), MEMORY, RESERVE);
        for (key, value) in url::form_urlencoded::parse(query.as_bytes()) {
            let number = |least: u64| match value.parse() {
                Ok(number) if number >= least && number <= 1 << 30 => Ok(number),
                _ => Err(wrong(format!("{key}={value} must be a number of MiB, at least {least}"))),
            };
            match &*key {
                "sync" => sync = value.into_owned(),
                "memory" => memory = number(32)?,
                "reserve" => reserve = number(0)?,
                _ => {
                    return Err(wrong(format!(
                        "an embedded store has no option {key}; it has memory, reserve and sync"
                    )));
                }
            }
        }
        Ok(Self::Embedded { path: path.into(), sync, memory, reserve: reserve * MIB })
    }

    fn elsewhere(text: &str) -> Result<Self> {
        let kind = text.split(':').next().unwrap_or_default();
        if !matches!(kind, "mem" | "ws" | "wss") || !text.contains("://") {
            return Err(wrong("it must be rocksdb://PATH, mem://, ws://HOST or wss://HOST"));
        }
        if kind == "mem" {
            return Ok(Self::Memory(text.into()));
        }
        let mut url = Url::parse(text).map_err(|error| wrong(format!("it is not a URL: {error}")))?;
        let mut ca = None;
        for (key, value) in url.query_pairs() {
            match (&*key, kind) {
                ("ca", "wss") => ca = Some(PathBuf::from(value.into_owned())),
                _ => return Err(wrong(format!("a remote store has no option {key}"))),
            }
        }
        url.set_query(None);
        let decoded = |part: &str| percent_decode_str(part).decode_utf8_lossy().into_owned();
        let is_named = !url.username().is_empty();
        let credentials = is_named.then(|| (decoded(url.username()), decoded(url.password().unwrap_or_default())));
        if is_named {
            url.set_username("").and_then(|()| url.set_password(None)).map_err(|()| wrong("it has no host"))?;
        }
        Ok(Self::Remote { url: url.into(), credentials, ca })
    }

    /// The folder of an embedded store.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            Self::Embedded { path, .. } => Some(path),
            Self::Memory(_) | Self::Remote { .. } => None,
        }
    }

    /// The same store in another folder.
    pub fn at(&self, folder: PathBuf) -> Self {
        match self.clone() {
            Self::Embedded { sync, memory, reserve, .. } => Self::Embedded { path: folder, sync, memory, reserve },
            other => other,
        }
    }

    /// Whether the database is on a server, whose connection may fail.
    pub fn is_remote(&self) -> bool {
        matches!(self, Self::Remote { .. })
    }

    /// The disk space that an embedded store leaves free, in bytes.
    pub fn reserve(&self) -> u64 {
        match self {
            Self::Embedded { reserve, .. } => *reserve,
            Self::Memory(_) | Self::Remote { .. } => 0,
        }
    }

    /// Whether a commit is on disk before it is acknowledged, as far as this process controls it.
    pub fn is_durable(&self) -> bool {
        !matches!(self, Self::Embedded { sync, .. } if sync != "every")
    }
}

fn wrong(problem: impl std::fmt::Display) -> Error {
    Error::setting("store", problem)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn embedded(path: &str, sync: &str, memory: u64, reserve: u64) -> Address {
        Address::Embedded { path: path.into(), sync: sync.into(), memory, reserve: reserve * MIB }
    }

    #[test]
    fn addresses_are_read() {
        let remote = |url: &str, credentials: Option<(&str, &str)>, ca: Option<&str>| Address::Remote {
            url: url.into(),
            credentials: credentials.map(|(name, password)| (name.into(), password.into())),
            ca: ca.map(PathBuf::from),
        };
        for (text, address) in [
            ("rocksdb:///var/lib/sabi/store", embedded("/var/lib/sabi/store", "every", MEMORY, RESERVE)),
            ("rocksdb://data/store?sync=every", embedded("data/store", "every", MEMORY, RESERVE)),
            ("rocksdb:data/my store?memory=64&reserve=0", embedded("data/my store", "every", 64, 0)),
            ("rocksdb://x?sync=never", embedded("x", "never", MEMORY, RESERVE)),
            ("mem://", Address::Memory("mem://".into())),
            ("mem:///log?aol=never", Address::Memory("mem:///log?aol=never".into())),
            ("wss://host:8000", remote("wss://host:8000/", None, None)),
            ("ws://root:se%20cret%40@host:8000", remote("ws://host:8000/", Some(("root", "se cret@")), None)),
            ("wss://host?ca=%2Fetc%2Four+ca.pem", remote("wss://host/", None, Some("/etc/our ca.pem"))),
        ] {
            assert_eq!(Address::parse(text).unwrap(), address, "{text}");
        }
    }

    #[test]
    fn a_wrong_store_address_names_the_setting() {
        for text in [
            "",
            "data",
            "rocksdb://",
            "surrealkv://data",
            "http://host",
            "mem",
            "ws://",
            "rocksdb://x?memory=1",
            "rocksdb://x?cache=9",
            "ws://host?ca=x",
            "wss://host?memory=64",
        ] {
            let error = Address::parse(text).unwrap_err();
            assert!(matches!(error, Error::Setting { name: "store", .. }), "{text}: {error}");
        }
    }

    #[test]
    fn only_the_word_every_is_durable() {
        assert!(Address::parse("rocksdb://x").unwrap().is_durable());
        assert!(Address::parse("mem://").unwrap().is_durable());
        assert!(!Address::parse("rocksdb://x?sync=200ms").unwrap().is_durable());
    }
}
