//! Power cuts: the disk of a process that commits is written down, and rebuilt as a cut could have left it.

use std::{
    collections::BTreeMap,
    env, fs,
    ops::Range,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use rand::{SeedableRng as _, rngs::StdRng, seq::IndexedRandom as _};
use tempfile::TempDir;

use super::{
    Plan,
    disk::{Bytes, Disk, Names, WAYS},
    driver::{Line, Versions},
    shim::Shim,
    site::Memory,
    trace::{Event, Trace},
};

/// How long a driver may take.
const PATIENCE: Duration = Duration::from_secs(300);
/// How many commits a rebuilt store must take before it is killed.
const MORE: u64 = 5;

/// The server's activity when the power is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Moment {
    Commit,
    LargeValue,
    Flush,
    Compaction,
}

const MOMENTS: [Moment; 4] = [Moment::Commit, Moment::LargeValue, Moment::Flush, Moment::Compaction];

/// A driver's run.
struct Run {
    lines: Vec<Line>,
    complaint: String,
}

/// Runs a driver on the store at `url`, below what `prepare` puts between them.
fn drive(url: &str, (seed, commits, close): (u64, u64, bool), prepare: impl FnOnce(&mut Command)) -> Run {
    let scratch = tempfile::tempdir().unwrap();
    let (out, complaints) = (scratch.path().join("out"), scratch.path().join("complaints"));
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["driver", url, &seed.to_string(), &commits.to_string()]).args(close.then_some("close"));
    prepare(&mut command);
    let [into, errors] = [&out, &complaints].map(|path| fs::File::create(path).unwrap());
    let mut driver = command.stdin(Stdio::null()).stdout(into).stderr(errors).spawn().unwrap();
    let started = Instant::now();
    while driver.try_wait().unwrap().is_none() {
        if started.elapsed() > PATIENCE {
            driver.kill().unwrap();
            driver.wait().unwrap();
            return Run { lines: Vec::new(), complaint: format!("no end after {PATIENCE:?}") };
        }
        thread::sleep(Duration::from_millis(5));
    }
    let lines = fs::read_to_string(out).unwrap().lines().filter_map(Line::parse).collect();
    Run { lines, complaint: fs::read_to_string(complaints).unwrap() }
}

impl Run {
    /// The content at the start with the acknowledged changes since; or why not.
    fn versions(&self) -> Result<Versions, String> {
        let mut versions = Versions::new();
        for line in &self.lines {
            match line {
                Line::Have { place, version } | Line::Ack { place, version } => drop(versions.insert(*place, *version)),
                Line::Bad { place, version } => {
                    return Err(format!("place {place} has wrong bytes for version {version}"));
                }
                Line::Refused(why) => return Err(format!("the store refused: {why}")),
                Line::Read | Line::Closed => {}
            }
        }
        if self.lines.contains(&Line::Read) {
            Ok(versions)
        } else {
            Err(format!("it said nothing: {}", self.complaint))
        }
    }

    fn acknowledged(&self) -> usize {
        self.lines.iter().filter(|line| matches!(line, Line::Ack { .. })).count()
    }
}

/// Opens a rebuilt store, lets it commit, kills it, and opens it again: what was acknowledged must be
/// there, byte for byte, and what was in flight may be.
fn try_out(data: &Path, plan: &Plan, acknowledged: &Versions, seed: u64) -> Result<(), String> {
    let shim = Shim::below(data, &plan.shim);
    let memory = [Memory::Small, Memory::Usual, Memory::Large][(seed % 3) as usize];
    let url = memory.address(&plan.engine, data);
    let first = drive(&url, (seed, MORE, false), |command| shim.arm(command));
    let after = first.versions().map_err(|why| format!("at the first start: {why}"))?;
    if first.acknowledged() as u64 != MORE {
        return Err(format!("at the first start only {} commits were taken", first.acknowledged()));
    }
    let mut found = Versions::new();
    for line in &first.lines {
        if let Line::Have { place, version } = line {
            found.insert(*place, *version);
        }
    }
    if let Some(lost) = lost(acknowledged, &found, 1) {
        return Err(format!("at the first start: {lost}"));
    }
    let second = drive(&Memory::Small.address(&plan.engine, data), (seed, 0, false), |command| shim.arm(command));
    let found = second.versions().map_err(|why| format!("at the second start: {why}"))?;
    lost(&after, &found, 0).map_or(Ok(()), |lost| Err(format!("at the second start: {lost}")))
}

/// The parts of `known` that are missing in `found`, where each place may be up to `ahead` versions further.
fn lost(known: &Versions, found: &Versions, ahead: u64) -> Option<String> {
    let version = |of: &Versions, place: &u64| of.get(place).copied().unwrap_or(0);
    let wrong = known.keys().chain(found.keys()).find(|place| {
        let least = version(known, place);
        !(least..=least + ahead).contains(&version(found, place))
    })?;
    let (knew, has) = (version(known, wrong), version(found, wrong));
    Some(format!("place {wrong} has version {has}, acknowledged was {knew}"))
}

/// A store that was written under the shim, and what became of its disk.
struct Recording {
    _folder: TempDir,
    data: PathBuf,
    trace: Trace,
    commits: usize,
}

impl Recording {
    fn make(plan: &Plan, commits: u64) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        fs::create_dir(&data).unwrap();
        let shim = Shim::below(&data, &plan.shim);
        let mut path = None;
        let run = drive(&Memory::Small.address(&plan.engine, &data), (plan.seed, commits, true), |command| {
            shim.arm(command);
            path = Some(shim.trace(command));
        });
        run.versions().unwrap_or_else(|why| panic!("the recording failed: {why}"));
        assert!(run.lines.contains(&Line::Closed), "the recording did not close: {}", run.complaint);
        Self { data, trace: Trace::read(&path.unwrap()), commits: run.acknowledged(), _folder: folder }
    }
}

/// The stretches of a trace in which something else than commits goes on.
fn stretches<'a>(events: &[Event<'a>], ends: impl Fn(&Event<'a>) -> bool) -> Vec<Range<usize>> {
    let (mut born, mut stretches) = (None, Vec::new());
    for (index, event) in events.iter().enumerate() {
        if event.makes_table() && born.is_none() {
            born = Some(index);
        }
        if ends(event)
            && let Some(born) = born
        {
            stretches.push(born..(index + 3).min(events.len()));
        }
        if event.ends_log() || event.ends_table() {
            born = None;
        }
    }
    stretches
}

/// The places of a trace where the power is cut, each at its moment; the cut comes before the event.
fn points(events: &[Event], each: usize, rng: &mut StdRng) -> BTreeMap<usize, Moment> {
    let mut points = BTreeMap::new();
    for moment in MOMENTS {
        let candidates: Vec<usize> = match moment {
            Moment::Commit => (0..events.len()).collect(),
            Moment::LargeValue => {
                let large = |event: &Event| matches!(event, Event::Write { bytes, .. } if bytes.len() > 5_000);
                (1..events.len()).filter(|index| large(&events[index - 1])).collect()
            }
            Moment::Flush => stretches(events, Event::ends_log).into_iter().flatten().collect(),
            Moment::Compaction => stretches(events, Event::ends_table).into_iter().flatten().collect(),
        };
        assert!(!candidates.is_empty(), "the recording has no {moment:?}");
        // Half of them where a name changes or a file is made safe, which is where orders matter.
        let turns = |index: &&usize| !matches!(events[**index], Event::Write { .. } | Event::Said(_));
        let turning: Vec<usize> = candidates.iter().filter(turns).copied().collect();
        for count in 0..each {
            let from = if count % 2 == 0 && !turning.is_empty() { &turning } else { &candidates };
            // Another moment's point is as good.
            points.insert(*from.choose(rng).unwrap(), moment);
        }
    }
    points
}

/// Remembers what this event acknowledges.
fn note(event: &Event, acknowledged: &mut Versions) {
    let Event::Said(text) = event else { return };
    for line in text.lines().filter_map(Line::parse) {
        if let Line::Ack { place, version } = line {
            acknowledged.insert(place, version);
        }
    }
}

/// Cuts the power at `plan.size.cuts` points of each kind and tries what may be left.
pub fn cuts(plan: &Plan) -> String {
    let recording = Recording::make(plan, plan.size.commits);
    let events = recording.trace.events();
    let mut rng = StdRng::seed_from_u64(plan.seed);
    let points = points(&events, plan.size.cuts, &mut rng);
    let (mut disk, mut acknowledged) = (Disk::default(), Versions::new());
    let (mut tally, mut failures) = (BTreeMap::<Moment, usize>::new(), Vec::new());
    let scratch = tempfile::tempdir().unwrap();
    for (index, event) in events.iter().enumerate() {
        if let Some(moment) = points.get(&index) {
            // If nothing can be lost, one try is enough.
            let ways = if disk.is_safe() { &WAYS[..1] } else { &WAYS[..] };
            let ways: Vec<(Bytes, Names)> = ways.sample(&mut rng, plan.size.ways).copied().collect();
            let states: Vec<_> =
                (0..).map(|state: u64| scratch.path().join(format!("state-{state}"))).take(ways.len()).collect();
            for (way, state) in ways.iter().zip(&states) {
                disk.write(state, *way, &mut rng);
            }
            let tried: Vec<_> = thread::scope(|scope| {
                let acknowledged = &acknowledged;
                let tries: Vec<_> = states
                    .iter()
                    .enumerate()
                    .map(|(way, state)| {
                        scope.spawn(move || try_out(state, plan, acknowledged, plan.seed ^ ((index * 8 + way) as u64)))
                    })
                    .collect();
                tries.into_iter().map(|tried| tried.join().unwrap()).collect()
            });
            *tally.entry(*moment).or_default() += tried.len();
            let states: usize = tally.values().sum();
            if states / 50 > (states - tried.len()) / 50 {
                println!("  {states} states tried, at event {index} of {}", events.len());
            }
            for (way, tried) in ways.iter().zip(tried) {
                if let Err(why) = tried {
                    println!("  cut before event {index} ({moment:?}, {way:?}): {why}");
                    failures.push(index);
                }
            }
        }
        disk.apply(event);
        note(event, &mut acknowledged);
    }
    let unseen = disk.difference(&recording.data);
    assert_eq!(unseen, None, "the shim did not see everything that the engine wrote");
    let states: usize = tally.values().sum();
    assert!(states >= plan.size.states, "only {states} states could lose anything");
    assert!(failures.is_empty(), "{} of {states} states lost something", failures.len());
    let kinds: Vec<_> = tally.iter().map(|(moment, states)| format!("{states} {moment:?}")).collect();
    format!("{} commits recorded in {} events, {states} states ({})", recording.commits, events.len(), kinds.join(", "))
}

/// The test of the test: on a disk that only says that it synced, a cut must be seen to lose commits.
pub fn cuts_are_seen(plan: &Plan) -> String {
    let recording = Recording::make(plan, 60);
    let (mut disk, mut acknowledged) = (Disk::default(), Versions::new());
    for event in &recording.trace.events() {
        // The store is opened on a good disk, and committed to on a bad one; it is never closed.
        if matches!(event, Event::Sync { .. }) && !acknowledged.is_empty() {
            continue;
        }
        if acknowledged.values().sum::<u64>() == 60 {
            break;
        }
        disk.apply(event);
        note(event, &mut acknowledged);
    }
    let scratch = tempfile::tempdir().unwrap();
    let mut rng = StdRng::seed_from_u64(plan.seed);
    disk.write(&scratch.path().join("state"), (Bytes::Lost, Names::Kept), &mut rng);
    let tried = try_out(&scratch.path().join("state"), plan, &acknowledged, plan.seed);
    let loss = tried.expect_err("a disk that did not sync was not seen to lose anything");
    assert!(loss.contains("acknowledged was"), "{loss}");
    format!("without fsync, {loss}")
}
