//! Random sequences of events from two devices, compared with a model that keeps a log of arrivals.

use proptest::prelude::*;

use super::*;

const ITEMS: usize = 3;

/// The possible next events. A device is 0 or 1; `item` is a question's number.
#[derive(Clone, Debug)]
enum Step {
    /// The student answers or clears on a device whose clock is `skew` seconds off.
    Give { device: usize, item: usize, choice: Option<usize>, skew: i64 },
    /// The device sends everything unacknowledged; the acknowledgement may get lost. In study it may mark at once what
    /// it sends.
    Send { device: usize, lost: bool, marks: bool },
    /// The device reads the attempt again.
    Reload { device: usize },
    /// An invalid save.
    Junk { device: usize },
    /// Time passes.
    Wait { seconds: i64 },
    /// The student reveals an answer.
    Reveal { item: usize },
    /// The device submits, with everything unacknowledged.
    Submit { device: usize },
    /// The student cancels the test.
    Cancel,
    /// The sweeper runs.
    Expire,
}

fn step() -> impl Strategy<Value = Step> {
    let device = 0..2_usize;
    let choice = prop::option::weighted(0.8, 0..4_usize);
    prop_oneof![
        12 => (device.clone(), 0..ITEMS, choice, -40..40_i64)
            .prop_map(|(device, item, choice, skew)| Step::Give { device, item, choice, skew }),
        12 => (device.clone(), any::<bool>(), any::<bool>())
            .prop_map(|(device, lost, marks)| Step::Send { device, lost, marks }),
        4 => device.clone().prop_map(|device| Step::Reload { device }),
        2 => device.clone().prop_map(|device| Step::Junk { device }),
        6 => (0..25_i64).prop_map(|seconds| Step::Wait { seconds }),
        2 => (0..ITEMS).prop_map(|item| Step::Reveal { item }),
        1 => device.prop_map(|device| Step::Submit { device }),
        1 => Just(Step::Cancel),
        2 => Just(Step::Expire),
    ]
}

fn mode() -> impl Strategy<Value = Mode> {
    prop_oneof![Just(Mode::Study), Just(Mode::Practice), Just(Mode::Mock)]
}

/// A phone or a tab: the revision that it last saw, and its unacknowledged writes.
#[derive(Default)]
struct Device {
    revision: u64,
    queue: Vec<Write>,
}

/// A write that the engine accepted, and its time of arrival.
struct Arrival {
    write: Write,
    second: i64,
    settled: bool,
}

struct World {
    run: Run,
    devices: [Device; 2],
    second: i64,
    /// Every write of every accepted save and submit, in the order of arrival.
    log: Vec<Arrival>,
    shown: BTreeSet<ItemId>,
    /// Questions that a save marked at once.
    marked: BTreeSet<ItemId>,
    results: usize,
    endings: usize,
}

impl World {
    fn new(mode: Mode) -> Self {
        Self {
            run: Run::new(mode),
            devices: [Device::default(), Device::default()],
            second: 1,
            log: vec![],
            shown: BTreeSet::new(),
            marked: BTreeSet::new(),
            results: 0,
            endings: 0,
        }
    }

    /// Applies an event, checks the invariants, and counts endings.
    fn apply(&mut self, event: Event) -> Result<Outcome, EventRefused> {
        let before = self.run.sheet.clone();
        let is_save = matches!(event, Event::Save { .. });
        let outcome = self.run.step(event, self.second);
        let after = &self.run.sheet;
        match &outcome {
            Ok(Outcome::Stored { .. }) if is_save => {
                assert_eq!(after.revision, before.revision + 1);
            }
            Ok(Outcome::Unchanged) => assert_eq!(*after, before),
            _ => assert_eq!(after.revision, before.revision),
        }
        if before.state != State::Running {
            assert_eq!(*after, before, "a closed sheet never changes");
        }
        match outcome {
            Ok(Outcome::Submitted) => (self.results, self.endings) = (self.results + 1, self.endings + 1),
            Ok(Outcome::Cancelled) => self.endings += 1,
            _ => {}
        }
        outcome
    }

    fn record(&mut self, writes: Vec<Write>) {
        let practice = self.run.terms.mode == Mode::Practice;
        for write in writes {
            let settled = practice && self.shown.contains(&write.item) || self.marked.contains(&write.item);
            let second = self.second;
            self.log.push(Arrival { write, second, settled });
        }
    }

    fn step(&mut self, step: Step) {
        match step {
            Step::Wait { seconds } => self.second += seconds,
            Step::Reload { device } => self.devices[device].revision = self.run.sheet.revision,
            Step::Give { device, item, choice, skew } => {
                let write = choice.map_or_else(|| clear(item), |choice| pick(item, choice));
                let write = write.on(self.second + skew);
                self.devices[device].queue.push(write);
            }
            Step::Send { device, lost, marks } => {
                let writes = self.devices[device].queue.clone();
                let marks = marks && self.run.terms.mode == Mode::Study;
                let mark: Vec<_> = writes.iter().filter(|_| marks).map(|write| write.item.clone()).collect();
                match self.apply(save_and_mark(self.devices[device].revision, writes.clone(), mark.clone())) {
                    Ok(_) => {
                        self.record(writes);
                        // Only a choice that stands can be marked.
                        let stands = |item: &ItemId| self.expected(item).is_some();
                        let marked: Vec<_> = mark.into_iter().filter(stands).collect();
                        self.marked.extend(marked);
                        assert_eq!(self.run.sheet.marked, self.marked);
                        assert!(self.marked.is_subset(&self.run.sheet.revealed));
                        if !lost {
                            self.devices[device].queue.clear();
                            self.devices[device].revision = self.run.sheet.revision;
                        }
                    }
                    Err(EventRefused::StaleRevision { current }) => {
                        assert_eq!(current, self.run.sheet.revision);
                        self.devices[device].revision = current;
                    }
                    Err(refusal) => {
                        assert!(matches!(refusal, EventRefused::TimeUp | EventRefused::Closed { .. }), "{refusal}")
                    }
                }
            }
            Step::Junk { device } => {
                let mut writes = self.devices[device].queue.clone();
                writes.push(pick(ITEMS, 0));
                let revision = self.devices[device].revision;
                assert!(self.apply(save(revision, writes)).is_err());
            }
            Step::Reveal { item } => {
                let item = question(item);
                if self.apply(Event::Reveal { item: item.clone() }).is_ok() {
                    self.shown.insert(item);
                }
            }
            Step::Submit { device } => {
                let answers = self.devices[device].queue.clone();
                let running = self.run.sheet.state == State::Running;
                let outcome = self.apply(Event::Submit { answers: answers.clone(), forced: false, ended_at: None });
                assert!(outcome.is_ok());
                if running {
                    self.record(answers);
                }
            }
            Step::Cancel => {
                let _ = self.apply(Event::Cancel);
            }
            Step::Expire => {
                let _ = self.apply(Event::Expire);
            }
        }
    }

    /// The expected answer, computed from the log: of the writes that arrived in time and before an answer was
    /// revealed or marked, the one with the greatest time; if equal, the last to arrive.
    fn expected(&self, item: &ItemId) -> Option<Response> {
        let in_time = |second| self.run.terms.deadline.is_none_or(|end| at(second) <= end);
        self.log
            .iter()
            .filter(|arrival| arrival.write.item == *item)
            .filter(|arrival| in_time(arrival.second) && !arrival.settled)
            .max_by_key(|arrival| {
                let given = arrival.write.at.expect("devices tell the time");
                given.max(at(0)).min(at(arrival.second))
            })?
            .write
            .response
            .clone()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn one_result_and_no_acknowledged_answer_lost(
        mode in mode(),
        steps in prop::collection::vec(step(), 0..60),
    ) {
        let mut world = World::new(mode);
        for step in steps {
            world.step(step);
            let World { run, .. } = &world;
            for n in 0..ITEMS {
                let item = question(n);
                let stands = run.sheet.answers.get(&item).and_then(|given| given.response.clone());
                prop_assert_eq!(stands, world.expected(&item), "item {}", n);
            }
        }
        // The test always ends: by the sweeper with a clock, by the student in study.
        world.second += 1_000;
        let _ = world.apply(Event::Expire);
        for device in [0, 1, 0] {
            world.step(Step::Submit { device });
        }
        let sheet = &world.run.sheet;
        prop_assert_eq!(world.endings, 1);
        prop_assert_eq!(world.results, usize::from(sheet.state == State::Submitted));
        prop_assert!(sheet.closed_at.is_some());
        prop_assert!(sheet.closed_at <= world.run.terms.deadline.or(sheet.closed_at));
        if sheet.state == State::Submitted {
            prop_assert!(sheet.answered().next().is_some());
        }
    }
}
