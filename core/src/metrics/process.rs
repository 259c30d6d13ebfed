//! Resource use of this process.

/// Resource use of this process, from the operating system.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Process {
    /// Resident memory, in bytes.
    pub resident: f64,
    /// Virtual memory, in bytes.
    pub space: f64,
    /// CPU time, in seconds.
    pub cpu: f64,
    pub files: f64,
    pub most_files: f64,
}

/// The resource use of this process; only on Linux.
#[cfg(target_os = "linux")]
pub fn read() -> Option<Process> {
    use std::fs;
    /// Ticks per second in `/proc`, the same on every machine.
    const TICKS: f64 = 100.0;
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The fields after the name, which may contain any character.
    let stat = stat.rsplit_once(')')?.1;
    let ticks = |place: usize| stat.split_whitespace().nth(place)?.parse::<f64>().ok();
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let kib = |name: &str| -> Option<f64> {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse().ok()
    };
    let most = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    Some(Process {
        resident: kib("VmRSS:")? * 1024.0,
        space: kib("VmSize:")? * 1024.0,
        cpu: (ticks(11)? + ticks(12)?) / TICKS,
        files: f64::from(u32::try_from(fs::read_dir("/proc/self/fd").ok()?.count()).ok()?),
        most_files: most.and_then(|most| u32::try_from(most).ok()).map_or(f64::INFINITY, f64::from),
    })
}

/// The resource use of this process; only on Linux.
#[cfg(not(target_os = "linux"))]
pub fn read() -> Option<Process> {
    None
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::read;

    #[test]
    fn the_system_measures_this_process() {
        let told = read().unwrap();
        assert!(told.resident > 1_000_000.0 && told.space >= told.resident, "{told:?}");
        assert!(told.files >= 3.0 && told.most_files > told.files && told.cpu >= 0.0, "{told:?}");
    }
}
