//! A full disk and a failing one, under load: nothing that was acknowledged is lost, and the server serves again by
//! itself.

use std::{fs, io::Write as _, path::PathBuf, process::Command, sync::atomic::Ordering, time::Duration};

use rand::{SeedableRng as _, rngs::StdRng};

use crate::{
    Plan,
    shim::Fault,
    site::{Memory, Site},
};

/// How long the server may take to serve again once the fault is gone.
const RECOVERY: Duration = Duration::from_secs(60);
/// The records written before and after the fault.
const BYTES: usize = 4_000_000;

/// The disk is full for a while.
pub async fn no_space(plan: &Plan) -> String {
    let site = Site::open(plan, Memory::Small);
    let (begin, end) = (|site: &Site| site.shim.begin(Fault::Full), |site: &Site| site.shim.end(Fault::Full));
    survive(plan, site, begin, end).await
}

/// The disk can only be read for a while, as the system leaves one that has a fault.
pub async fn read_only(plan: &Plan) -> String {
    let site = Site::open(plan, Memory::Small);
    let (begin, end) = (|site: &Site| site.shim.begin(Fault::ReadOnly), |site: &Site| site.shim.end(Fault::ReadOnly));
    survive(plan, site, begin, end).await
}

/// An fsync fails, and what it was to make safe is lost.
pub async fn failed_fsync(plan: &Plan) -> String {
    let site = Site::open(plan, Memory::Small);
    let (begin, end) = (|site: &Site| site.shim.begin(Fault::Eio), |site: &Site| site.shim.end(Fault::Eio));
    survive(plan, site, begin, end).await
}

/// A separate small file system is filled to the last byte by another process, and emptied again.
pub async fn full_disk(plan: &Plan) -> String {
    let (sandbox, hall) = plan.hall();
    let original = sandbox.copy();
    let Some(_disk) = Tmpfs::mount(sandbox.data()) else {
        return "SKIPPED: mounting a small file system needs root".into();
    };
    original.copy_to(&sandbox);
    let ballast = sandbox.data().join("ballast");
    let site = Site::open_in(plan, sandbox, hall, Memory::Small);
    let fill = |_: &Site| {
        let mut file = fs::File::create(&ballast).unwrap();
        let block = vec![0_u8; 1 << 20];
        while file.write_all(&block).is_ok() {}
        while file.write_all(&block[..4096]).is_ok() {}
    };
    survive(plan, site, fill, |_| fs::remove_file(&ballast).unwrap()).await
}

async fn survive(plan: &Plan, mut site: Site, begin: impl Fn(&Site), end: impl Fn(&Site)) -> String {
    let mut rng = StdRng::seed_from_u64(plan.seed);
    let mut sitting = site.sit(&mut rng).await;
    let (saves, refusals) = (site.tally.clone(), site.tally.clone());
    let mut slowest = Duration::ZERO;
    for _ in 0..plan.size.faults {
        site.write(&mut sitting, BYTES).await;
        begin(&site);
        let before = refusals.refusals.load(Ordering::Relaxed);
        let refused = || refusals.refusals.load(Ordering::Relaxed) > before + 10;
        site.wait(&mut sitting, RECOVERY, "refusal", refused).await;
        assert_eq!(site.readyz(), 503, "it says that it is ready while its disk is not");
        end(&site);
        let before = saves.saves.load(Ordering::Relaxed);
        let saved = || saves.saves.load(Ordering::Relaxed) > before;
        slowest = slowest.max(site.wait(&mut sitting, RECOVERY, "save after the fault", saved).await);
        site.write(&mut sitting, BYTES).await;
        assert_eq!(site.readyz(), 200, "it says that it is not ready while it saves");
    }
    site.kill(sitting).await;
    let loud = site.log().lines().filter(|line| line.contains("ERROR")).count();
    assert!(loud > 0, "the log says nothing of the fault");
    site.start(Memory::Small);
    site.check_all().await.unwrap();
    format!(
        "{} faults, {} calls refused, served again after at most {slowest:.1?}; {} saves stand after a kill",
        plan.size.faults,
        site.tally.refusals.load(Ordering::Relaxed),
        site.tally.saves.load(Ordering::Relaxed),
    )
}

/// A small file system, for as long as this lives.
struct Tmpfs(PathBuf);

impl Tmpfs {
    /// `None` where this user may not mount one.
    fn mount(at: PathBuf) -> Option<Self> {
        fs::create_dir_all(&at).unwrap();
        let mut mount = Command::new("mount");
        // More than the free space below which the server refuses to write, less than fills slowly.
        mount.args(["-t", "tmpfs", "-o", "size=900m,mode=0700", "tmpfs"]).arg(&at);
        mount.output().is_ok_and(|mounted| mounted.status.success()).then_some(Self(at))
    }
}

impl Drop for Tmpfs {
    fn drop(&mut self) {
        // Lazily: a server that a failed test left behind may still have files open.
        let _ = Command::new("umount").arg("-l").arg(&self.0).output();
    }
}
