//! Measures how many durable writes a disk can take.

use std::{fs::File, io, io::Write as _, path::Path, time::Instant};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How many writes are timed.
const WRITES: u32 = 200;
/// Bytes per write: about a saved answer sheet in the engine's log.
const BLOCK: usize = 4096;

/// The duration of sequential durable writes.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DiskSpeed {
    /// The number of writes; each was on disk before the next began.
    pub writes: u32,
    /// Their total duration, in seconds.
    pub seconds: f64,
    /// Saves per second that the disk can take. Concurrent saves share a write, so a server can take more.
    pub saves_per_second: u64,
}

impl DiskSpeed {
    /// Times writes to an unnamed temporary file in this folder.
    pub(crate) fn of(folder: &Path) -> io::Result<Self> {
        Self::timed(tempfile::tempfile_in(folder)?)
    }

    fn timed(mut file: File) -> io::Result<Self> {
        let block = [7; BLOCK];
        let begun = Instant::now();
        for _ in 0..WRITES {
            file.write_all(&block)?;
            file.sync_data()?;
        }
        Ok(Self::from_seconds(begun.elapsed().as_secs_f64()))
    }

    fn from_seconds(seconds: f64) -> Self {
        let rate = f64::from(WRITES) / seconds.max(f64::EPSILON);
        Self { writes: WRITES, seconds, saves_per_second: rate.round() as u64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saves_per_second_follow_from_the_time_that_the_writes_took() {
        for (seconds, saves) in [(0.1, 2_000), (1.0, 200), (4.0, 50), (400.0, 1)] {
            assert_eq!(DiskSpeed::from_seconds(seconds).saves_per_second, saves, "{seconds} s");
        }
        assert!(DiskSpeed::from_seconds(0.0).saves_per_second > 1_000_000);
    }

    #[test]
    fn each_write_reaches_the_file_and_nothing_of_it_stays() {
        let folder = tempfile::tempdir().unwrap();
        let file = tempfile::tempfile_in(folder.path()).unwrap();
        let speed = DiskSpeed::timed(file.try_clone().unwrap()).unwrap();
        assert_eq!(file.metadata().unwrap().len(), u64::from(WRITES) * BLOCK as u64);
        assert!(speed.writes == 200 && speed.seconds > 0.0 && speed.saves_per_second > 0, "{speed:?}");
        DiskSpeed::of(folder.path()).unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
