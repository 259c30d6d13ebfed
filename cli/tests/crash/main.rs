//! Crash tests: processes are killed, disks fail, the power is cut, and every record that was
//! acknowledged must be there afterwards, byte for byte, or the store says loudly that it is not.
//!
//! `cargo test` runs the short form; `make test-crash` the long one. Words on the command line choose
//! scenarios by their names; `--seed=N` repeats the random choices of a run, `--engine=NAME` opens the
//! store at `NAME://`, for an engine that was compiled in.
//!
//! The tests have a `main` of their own because their binary is also the process whose power is cut,
//! and because their figures are what they are run for.

#![cfg(test)]

mod attempt;
mod damage;
mod disk;
mod driver;
mod faults;
mod kills;
mod memory;
mod offline;
mod power;
mod shim;
mod site;
mod student;
#[path = "../support/mod.rs"]
mod support;
mod trace;

use std::{
    env,
    pin::Pin,
    process::ExitCode,
    sync::{Arc, OnceLock},
    time::{Duration, Instant},
};

use rand::RngExt as _;
use shim::Library;
use support::{
    Sandbox,
    hall::{Hall, blocking},
};

/// How much is done, and what all scenarios share.
pub struct Plan {
    /// The source of all random choices.
    seed: u64,
    /// The scheme of the store's address.
    engine: String,
    shim: Library,
    /// The data folder that scenarios copy.
    hall: OnceLock<(Sandbox, Hall)>,
    size: Size,
}

/// How much is done.
struct Size {
    /// How often the server is killed.
    kills: usize,
    /// Bytes of sheets that are written meanwhile.
    killed_bytes: usize,
    /// Bytes of sheets before the kill with a long log.
    logged_bytes: usize,
    /// Bytes of sheets before SIGTERM.
    closed_bytes: usize,
    /// How often a disk fails.
    faults: usize,
    /// Commits of the recording in which the power is cut.
    commits: u64,
    /// Points at which it is cut, for each kind of moment.
    cuts: usize,
    /// Ways in which it is cut at a point.
    ways: usize,
    /// States that must come of it at least.
    states: usize,
    /// The longest start after a kill. The promise of five seconds holds on a machine that does nothing else.
    start: Duration,
    /// The longest stop after SIGTERM.
    stop: Duration,
}

const MB: usize = 1_000_000;

/// Some ten minutes on two cores.
const LONG: Size = Size {
    kills: 50,
    killed_bytes: 600 * MB,
    logged_bytes: 500 * MB,
    closed_bytes: 200 * MB,
    faults: 3,
    commits: 24_000,
    cuts: 40,
    ways: 3,
    states: 300,
    start: Duration::from_secs(5),
    stop: Duration::from_secs(10),
};

/// About one minute. It runs on a machine that may be busy, so starts and stops only have the limit of a hang.
const SHORT: Size = Size {
    kills: 6,
    killed_bytes: 110 * MB,
    logged_bytes: 60 * MB,
    closed_bytes: 12 * MB,
    faults: 1,
    commits: 5_000,
    cuts: 3,
    ways: 2,
    states: 12,
    start: site::PATIENCE,
    stop: site::PATIENCE,
};

/// How many students there are.
pub const SEATS: usize = 16;

impl Plan {
    /// A new data folder with students in it, and the tests that they take.
    fn hall(&self) -> (Sandbox, Hall) {
        let (sandbox, hall) = self.hall.get_or_init(|| Hall::build(SEATS));
        (sandbox.copy(), hall.clone())
    }
}

/// One thing that happens to a store.
struct Scenario {
    name: &'static str,
    /// The output on the engine before RocksDB, or on this one before the fix.
    showed: &'static str,
    run: for<'a> fn(&'a Plan) -> Pin<Box<dyn Future<Output = String> + 'a>>,
}

const SCENARIOS: [Scenario; 12] = [
    Scenario {
        name: "kills",
        showed: "one kill after a memtable rotated lost the commit that rotated it",
        run: |plan| Box::pin(kills::kills(plan)),
    },
    Scenario {
        name: "terminate",
        showed: "the engine was not closed; all of its log was left to be read",
        run: |plan| Box::pin(kills::terminate(plan)),
    },
    Scenario {
        name: "long-log",
        showed: "of a log larger than a memtable, the second half was lost when it was read again",
        run: |plan| Box::pin(kills::long_log(plan)),
    },
    Scenario {
        name: "power-cuts",
        showed: "a torn page lost all that followed it; files of large values were never synced",
        run: |plan| Box::pin(async { power::cuts(plan) }),
    },
    Scenario {
        name: "power-cuts-are-seen",
        showed: "a disk that does not sync loses acknowledged commits",
        run: |plan| Box::pin(async { power::cuts_are_seen(plan) }),
    },
    Scenario {
        name: "no-space",
        showed: "commits were acknowledged after the failed one, and gone at the next start",
        run: |plan| Box::pin(faults::no_space(plan)),
    },
    Scenario {
        name: "full-disk",
        showed: "commits were acknowledged after the failed one, and gone at the next start",
        run: |plan| Box::pin(faults::full_disk(plan)),
    },
    Scenario {
        name: "read-only-disk",
        showed: "nothing: it came when the engine was guarded",
        run: |plan| Box::pin(faults::read_only(plan)),
    },
    Scenario {
        name: "failed-fsync",
        showed: "commits were acknowledged after the failed one, and gone at the next start",
        run: |plan| Box::pin(faults::failed_fsync(plan)),
    },
    Scenario {
        name: "memory-limit",
        showed: "nothing: it came when the engine was guarded",
        run: |plan| Box::pin(memory::limit(plan)),
    },
    Scenario {
        name: "flipped-bit",
        showed: "the log was dropped from the bit on, without a word",
        run: |plan| Box::pin(damage::flipped_bit(plan)),
    },
    Scenario { name: "damaged-table", showed: "opening could hang", run: |plan| Box::pin(damage::damaged_table(plan)) },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["driver", ..] => {
            let arguments = arguments[1..].to_vec();
            blocking(|| driver::run(arguments)).unwrap();
            ExitCode::SUCCESS
        }
        _ => scenarios(&arguments),
    }
}

/// Runs the scenarios that were asked for; one that fails does not keep the others.
fn scenarios(arguments: &[String]) -> ExitCode {
    let value = |name: &str| arguments.iter().find_map(|argument| argument.strip_prefix(name)?.strip_prefix('='));
    let seed = value("--seed").map_or_else(|| rand::rng().random::<u32>().into(), |seed| seed.parse().unwrap());
    let engine = value("--engine").unwrap_or("rocksdb").to_owned();
    let long = arguments.iter().any(|argument| argument == "--long");
    // Flags of the usual test harness mean nothing here.
    let wanted: Vec<_> = arguments.iter().filter(|argument| !argument.starts_with('-')).collect();
    let size = if long { LONG } else { SHORT };
    let plan = Arc::new(Plan { seed, engine, shim: Library::compile(), hall: OnceLock::new(), size });
    let form = if long { "long" } else { "short" };
    println!("\ncrash tests, the {form} form; the random choices come from --seed={seed}");
    let mut failed = 0;
    for Scenario { name, showed, run } in SCENARIOS {
        if !wanted.is_empty() && !wanted.iter().any(|word| name.contains(word.as_str())) {
            continue;
        }
        let (plan, started) = (plan.clone(), Instant::now());
        let figures = blocking(move || async move { run(&plan).await });
        let (verdict, figures) = match figures {
            Ok(figures) => ("ok", figures),
            Err(_) => ("FAILED", "what is above says why".into()),
        };
        failed += usize::from(verdict != "ok");
        println!("{verdict:<6} {name:<20} {:>6.1} s  {figures}", started.elapsed().as_secs_f64());
        if long {
            println!("{:38}before: {showed}", "");
        }
    }
    println!();
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
