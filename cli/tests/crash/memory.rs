//! A server that is not given the memory that it needs: the kernel ends it, as the unit's `MemoryMax=` has it.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use rand::{SeedableRng as _, rngs::StdRng};

use crate::{
    Plan,
    site::{Memory, PATIENCE, Site},
    support::hall,
};

/// How many bytes the server may use beyond its present memory: practically none.
const BOUND: u64 = 4 * 1024 * 1024;

/// A control group with a bound of memory, removed with the test.
struct Group {
    folder: PathBuf,
    is_second: bool,
}

impl Group {
    /// A new one, in whichever version of control groups this machine has.
    fn make() -> io::Result<Self> {
        let root = Path::new("/sys/fs/cgroup");
        let is_second = root.join("cgroup.controllers").exists();
        let root = if is_second { root.to_owned() } else { root.join("memory") };
        let group = Self { folder: root.join(format!("sabi-crash-{}", std::process::id())), is_second };
        fs::create_dir(&group.folder)?;
        let is_counted = group.folder.join(group.names().0).exists();
        if is_counted { Ok(group) } else { Err(io::Error::other("the kernel's groups do not count memory")) }
    }

    /// The files of the bound, and of the one with swap.
    fn names(&self) -> (&str, &str) {
        match self.is_second {
            true => ("memory.max", "memory.swap.max"),
            false => ("memory.limit_in_bytes", "memory.memsw.limit_in_bytes"),
        }
    }

    fn write(&self, file: &str, number: u64) -> io::Result<()> {
        fs::write(self.folder.join(file), number.to_string())
    }

    /// Takes a process in, and lets it take no more than this.
    fn bound(&self, process: u32, bytes: u64) -> io::Result<()> {
        let (bound, with_swap) = self.names();
        self.write(bound, bytes)?;
        // Not every kernel counts it.
        let _ = self.write(with_swap, if self.is_second { 0 } else { bytes });
        self.write("cgroup.procs", process.into())
    }

    /// How many of its processes the kernel has ended for want of memory.
    fn ended(&self) -> u64 {
        let file = if self.is_second { "memory.events" } else { "memory.oom_control" };
        let told = fs::read_to_string(self.folder.join(file)).unwrap();
        let count = told.lines().find_map(|line| line.strip_prefix("oom_kill "));
        count.unwrap_or_else(|| panic!("the kernel does not count: {told}")).trim().parse().unwrap()
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let _ = fs::remove_dir(&self.folder);
    }
}

/// The kernel ends the server for its memory, while students sit; what was acknowledged is there after the next start.
pub async fn limit(plan: &Plan) -> String {
    let group = match Group::make() {
        Ok(group) => group,
        Err(error) => {
            return format!("SKIPPED: no control group of memory can be made here, which takes root: {error}");
        }
    };
    let mut rng = StdRng::seed_from_u64(plan.seed);
    let mut site = Site::open(plan, Memory::Small);
    let mut sitting = site.sit(&mut rng).await;
    site.write(&mut sitting, 2_000_000).await;
    group.bound(site.process(), BOUND).unwrap();
    let took = site.falls(&sitting, PATIENCE).await;
    assert_eq!(group.ended(), 1, "it ended otherwise: {}", site.log());
    site.kill(sitting).await;

    let started = site.start(Memory::Small);
    site.check_all().await.unwrap();
    site.terminate();
    hall::whole(site.sandbox.data()).await;
    format!("ended by the kernel {took:.1?} after the bound, ready again after {started:.1?}, nothing lost")
}
