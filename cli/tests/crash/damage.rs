//! Damage that no engine can undo: it must be said, what is left must be kept, and opening must end.

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};

use crate::{
    Plan,
    site::{Memory, Site, files},
};

/// The damage done to the tables: its name, and each file with its new bytes.
type Damage = (&'static str, Vec<(PathBuf, Vec<u8>)>);

/// How long a start on a damaged table may take to say how it ends.
const DEADLINE: Duration = Duration::from_secs(90);

/// A bit flips in the middle of a log that was not yet in tables.
pub async fn flipped_bit(plan: &Plan) -> String {
    let mut rng = StdRng::seed_from_u64(plan.seed);
    let mut site = Site::open(plan, Memory::Usual);
    let mut sitting = site.sit(&mut rng).await;
    site.write(&mut sitting, 8_000_000).await;
    site.kill(sitting).await;

    let log = site.logs().remove(0);
    let mut bytes = fs::read(&log).unwrap();
    let at = bytes.len() / 2 + rng.random_range(0..1_000);
    bytes[at] ^= 1 << rng.random_range(0..8);
    fs::write(&log, &bytes).unwrap();
    let said = site.log().len();
    let started = site.try_start(Memory::Usual, DEADLINE);
    let log = site.log().split_off(said);

    let loud = log.lines().find(|line| (line.contains("ERROR") || line.contains("sabi: ")) && line.contains("bytes"));
    let loud = loud.unwrap_or_else(|| panic!("nobody says that the log is damaged: {log}"));
    let copy = below(&site.sandbox.data()).into_iter().find(|path| fs::read(path).is_ok_and(|kept| kept == bytes));
    assert!(copy.is_some(), "the damaged log was not kept");
    // The loss must be noticed: a check that finds nothing missing would find nothing at all.
    if started.is_ok() {
        let lost = site.check_all().await.expect_err("half of a log is gone and the check saw nothing missing");
        return format!("said: {}; missed: {lost:#}", loud.trim());
    }
    format!("refused to start: {}", loud.trim())
}

/// Tables are damaged in several ways; no start hangs, and where something is missing then, it is said.
pub async fn damaged_table(plan: &Plan) -> String {
    let mut rng = StdRng::seed_from_u64(plan.seed);
    let mut site = Site::open(plan, Memory::Small);
    let mut sitting = site.sit(&mut rng).await;
    site.write(&mut sitting, 40_000_000).await;
    site.terminate();
    site.kill(sitting).await;

    let tables = files(&site.sandbox.data().join("store"), "sst");
    let whole = fs::read(&tables[0]).unwrap();
    let middle = whole.len() / 2;
    let noise: Vec<u8> = (0..4096.min(middle)).map(|_| rng.random()).collect();
    let flipped = |path: &PathBuf| {
        let mut bytes = fs::read(path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        (path.clone(), bytes)
    };
    let one = |bytes: Vec<u8>| vec![(tables[0].clone(), bytes)];
    let damages: [Damage; 5] = [
        ("noise in the middle", one([&whole[..middle], &noise, &whole[middle + noise.len()..]].concat())),
        ("no end", one(whole[..middle].to_vec())),
        ("zeros at the end", one([&whole[..whole.len() - 512], &[0; 512][..]].concat())),
        ("nothing", one(Vec::new())),
        ("a flipped bit in each", tables.iter().map(flipped).collect()),
    ];
    let mut ends = Vec::new();
    let backup = site.sandbox.copy();
    for (name, damage) in damages {
        fs::remove_dir_all(site.sandbox.data()).unwrap();
        backup.copy_to(&site.sandbox);
        for (path, bytes) in damage {
            fs::write(path, bytes).unwrap();
        }
        let (asked, said) = (Instant::now(), site.log().len());
        let end = match site.try_start(Memory::Small, DEADLINE) {
            Ok(()) => {
                let sheets = site.check_all().await;
                let doctor = site.doctor();
                site.terminate();
                let log = site.log().split_off(said);
                let is_told = log.contains("a file of the store is damaged") && log.contains("restore the last backup");
                match (sheets, doctor) {
                    (Ok(()), Ok(())) => "opened, and all of it is whole",
                    (sheets, doctor) => {
                        assert!(is_told, "{name}: nobody says that a file is damaged: {sheets:?}, {doctor:?}: {log}");
                        "opened, and said what is damaged"
                    }
                }
            }
            Err(why) => {
                assert!(!why.starts_with("not ready"), "{name}: opening hangs: {why}");
                let log = site.log().split_off(said);
                let sentence = log.lines().find(|line| line.starts_with("sabi: "));
                let sentence = sentence.unwrap_or_else(|| panic!("{name}: no sentence says why: {log}"));
                assert!(sentence.contains("restore the last backup"), "{name}: nothing says what to do: {sentence}");
                "refused"
            }
        };
        ends.push(format!("{name}: {end} after {:.1?}", asked.elapsed()));
    }
    ends.join(", ")
}

/// All files below a folder.
fn below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(below(&path)) } else { found.push(path) }
    }
    found
}
