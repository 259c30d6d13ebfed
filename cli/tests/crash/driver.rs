//! The process whose power is cut: it opens a store as the server does, says what it finds, commits
//! some more, and says so of each commit only when it is acknowledged.
//!
//! A store holds a fixed number of places. Each commit overwrites one of them with the place's next version. The bytes
//! follow from both numbers, so every byte can be predicted, and the overwritten versions give compactions their work.

use std::{
    collections::BTreeMap,
    io::Write as _,
    process::{Command, id},
};

use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use sabi_core::store::{Schema, Store};

/// How many places a store has.
pub const PLACES: u64 = 384;
/// How many tasks commit at once. Each has its own places, so no two of them write the same record.
const WRITERS: u64 = 12;

/// The version in each place; places that were never written are missing.
pub type Versions = BTreeMap<u64, u64>;

/// The driver's output, one line each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// This place holds this version, byte for byte.
    Have { place: u64, version: u64 },
    /// This place holds something else than its version says.
    Bad { place: u64, version: u64 },
    /// Every place was read.
    Read,
    /// This commit was acknowledged.
    Ack { place: u64, version: u64 },
    /// The store did not open, or refused a commit.
    Refused(String),
    /// The store was closed.
    Closed,
}

impl Line {
    /// Reads a line; `None` when it is something else.
    pub fn parse(line: &str) -> Option<Self> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let pair = || {
            let (place, version) = rest.split_once(' ')?;
            Some((place.parse().ok()?, version.parse().ok()?))
        };
        match word {
            "have" => pair().map(|(place, version)| Self::Have { place, version }),
            "bad" => pair().map(|(place, version)| Self::Bad { place, version }),
            "ack" => pair().map(|(place, version)| Self::Ack { place, version }),
            "read" => Some(Self::Read),
            "closed" => Some(Self::Closed),
            "refused" => Some(Self::Refused(rest.to_owned())),
            _ => None,
        }
    }

    /// In one write, so that the trace contains it complete, at its moment.
    fn say(&self) {
        let line = match self {
            Self::Have { place, version } => format!("have {place} {version}\n"),
            Self::Bad { place, version } => format!("bad {place} {version}\n"),
            Self::Read => "read\n".into(),
            Self::Ack { place, version } => format!("ack {place} {version}\n"),
            Self::Refused(why) => format!("refused {}\n", why.replace('\n', " ")),
            Self::Closed => "closed\n".into(),
        };
        let mut out = std::io::stdout().lock();
        out.write_all(line.as_bytes()).and_then(|()| out.flush()).unwrap();
    }
}

/// `driver URL SEED COMMITS`: with `close` after it closes the store, otherwise it ends like a
/// process that is killed.
pub async fn run(arguments: Vec<String>) {
    let [url, seed, commits, rest @ ..] = arguments.as_slice() else { panic!("driver URL SEED COMMITS [close]") };
    let (seed, commits): (u64, u64) = (seed.parse().unwrap(), commits.parse().unwrap());
    let schema = Schema { definitions: vec!["DEFINE TABLE IF NOT EXISTS crash SCHEMALESS".into()], migrations: &[] };
    let store = match Store::open(url, &schema).await {
        Ok(store) => store,
        Err(error) => return Line::Refused(error.to_string()).say(),
    };
    let versions = match read(&store).await {
        Ok(versions) => versions,
        Err(error) => return Line::Refused(error.to_string()).say(),
    };
    Line::Read.say();
    let writers = (0..WRITERS.min(commits)).map(|writer| {
        let (store, mut versions) = (store.clone(), versions.clone());
        let mut rng = StdRng::seed_from_u64(seed ^ (writer << 48));
        tokio::spawn(async move {
            for _ in (writer..commits).step_by(WRITERS as usize) {
                let place = rng.random_range(0..PLACES / WRITERS) * WRITERS + writer;
                let version = versions.get(&place).map_or(1, |version| version + 1);
                if let Err(error) = write(&store, place, version).await {
                    return Line::Refused(error.to_string()).say();
                }
                versions.insert(place, version);
                Line::Ack { place, version }.say();
            }
        })
    });
    futures::future::join_all(writers.collect::<Vec<_>>()).await;
    if rest.first().is_some_and(|word| word == "close") {
        store.close().await;
        Line::Closed.say();
    }
    // No more code of this process may run, not even a destructor.
    Command::new("kill").args(["-KILL", &id().to_string()]).status().unwrap();
}

async fn write(store: &Store, place: u64, version: u64) -> sabi_core::Result<()> {
    let sql = "UPSERT type::record('crash', $place) CONTENT { version: $version, text: $text } RETURN NONE";
    let (number, stands) = (place.cast_signed(), version.cast_signed());
    let call = store.write(sql).bind(("place", number)).bind(("version", stands));
    call.bind(("text", text(place, version))).done().await
}

/// Reads every place and prints its version.
async fn read(store: &Store) -> sabi_core::Result<Versions> {
    let mut versions = Versions::new();
    for place in 0..PLACES {
        let sql = "SELECT VALUE string::concat(<string> version, ' ', text) FROM type::record('crash', $place)";
        let Some(held) = store.query(sql).bind(("place", place.cast_signed())).first::<String>().await? else {
            continue;
        };
        let (version, held) = held.split_once(' ').unwrap();
        let version = version.parse().unwrap();
        let whole = held == text(place, version);
        versions.insert(place, version);
        if whole { Line::Have { place, version } } else { Line::Bad { place, version } }.say();
    }
    Ok(versions)
}

/// The bytes of a version of a place: most are small, some are so large that the engine keeps them
/// in files of their own.
pub fn text(place: u64, version: u64) -> String {
    let mut rng = StdRng::seed_from_u64((place << 32) ^ version);
    let length = if rng.random_ratio(2, 3) { rng.random_range(20..3_000) } else { rng.random_range(5_000..60_000) };
    let mut text = String::with_capacity(length + 16);
    while text.len() < length {
        text.push_str(&format!("{:016x}", rng.random::<u64>()));
    }
    text.truncate(length);
    text
}
