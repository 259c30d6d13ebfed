//! SIGKILL at any moment, SIGTERM, and the starts after them.

use std::{fs, sync::atomic::Ordering, time::Duration};

use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use tokio::time::sleep;

use crate::{
    Plan,
    site::{Memory, PATIENCE, Site},
    support::hall,
};

/// Bytes of a log that is half of what the engine keeps before it writes a table.
const LONG_LOG: u64 = 50_000_000;

/// One store is killed at random moments under load, by turns with little memory and with much.
pub async fn kills(plan: &Plan) -> String {
    let mut rng = StdRng::seed_from_u64(plan.seed);
    let mut site = Site::open(plan, Memory::Small);
    let mut slowest = Duration::ZERO;
    for kill in 1..=plan.size.kills {
        let mut sitting = site.sit(&mut rng).await;
        site.write(&mut sitting, rng.random_range(0..2 * plan.size.killed_bytes / plan.size.kills)).await;
        sleep(Duration::from_micros(rng.random_range(0..20_000))).await;
        site.kill(sitting).await;

        let memory = [Memory::Small, Memory::Usual, Memory::Small, Memory::Large][kill % 4];
        let took = site.start(memory);
        assert!(took < plan.size.start, "after kill {kill} it was ready only after {took:?}");
        slowest = slowest.max(took);
        site.check().await.unwrap_or_else(|loss| panic!("after kill {kill}: {loss:#}"));
    }
    while site.bytes() < plan.size.killed_bytes {
        let mut sitting = site.sit(&mut rng).await;
        site.write(&mut sitting, plan.size.killed_bytes - site.bytes()).await;
        site.kill(sitting).await;
        site.start(Memory::Small);
    }
    site.check_all().await.unwrap();
    let seen = site.evidence.assert_all();
    site.terminate();
    hall::whole(site.sandbox.data()).await;
    format!(
        "{} kills over {} saves of {} MB, {} submits and {} tests taken offline; {} tables written, {} merged, {} files of large values; slowest start {slowest:.1?}",
        plan.size.kills,
        site.tally.saves.load(Ordering::Relaxed),
        site.bytes() / 1_000_000,
        site.tally.submits.load(Ordering::Relaxed),
        site.tally.handed_in.load(Ordering::Relaxed),
        seen.tables,
        seen.merged,
        seen.large,
    )
}

/// A kill with a long log, and the start that must read it.
pub async fn long_log(plan: &Plan) -> String {
    let mut rng = StdRng::seed_from_u64(plan.seed);
    let mut site = Site::open(plan, Memory::Large);
    let mut sitting = site.sit(&mut rng).await;
    site.write(&mut sitting, plan.size.logged_bytes).await;
    // A log that has just been flushed to a table is short.
    let length = || site.logs().iter().filter_map(|log| fs::metadata(log).ok()).map(|log| log.len()).sum::<u64>();
    site.wait(&mut sitting, PATIENCE, "long log", || length() > LONG_LOG).await;
    let log = length();
    site.kill(sitting).await;
    let took = site.start(Memory::Large);
    assert!(took < plan.size.start, "with {log} bytes of log it was ready only after {took:?}");
    site.check_all().await.unwrap();
    format!("{} MB written, {} MB of log, ready after {took:.1?}", site.bytes() / 1_000_000, log / 1_000_000)
}

/// SIGTERM under load closes the engine: all is in tables, and no log is left to read.
pub async fn terminate(plan: &Plan) -> String {
    let mut rng = StdRng::seed_from_u64(plan.seed);
    let mut site = Site::open(plan, Memory::Usual);
    let mut sitting = site.sit(&mut rng).await;
    site.write(&mut sitting, plan.size.closed_bytes).await;
    let logged = |site: &Site| -> u64 { site.logs().iter().map(|log| fs::metadata(log).unwrap().len()).sum() };
    let before = logged(&site);
    assert!(before > 0, "there is nothing to flush");
    let took = site.terminate();
    assert!(took < plan.size.stop, "it ended only after {took:?}");
    // The students find the server gone.
    site.kill(sitting).await;
    let left = logged(&site);
    assert_eq!(left, 0, "{left} bytes of log are left to read");
    site.start(Memory::Usual);
    site.check_all().await.unwrap();
    format!("{} MB of log flushed and closed in {took:.1?}", before / 1_000_000)
}
