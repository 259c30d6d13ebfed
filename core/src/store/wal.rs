//! Trims what a killed process left half written at the end of the embedded engine's log.
//!
//! The engine (surrealkv 0.21) writes a large commit in several pieces, and a process that is killed
//! between two of them leaves the first ones at the end of the log. Where they end with a fragment, the
//! engine takes that for the end on the next start and appends behind it; on the start after that it
//! meets the open chain, takes it for damage, and drops everything behind it. Where they end within one,
//! it repairs the log at once by putting a new file in its place, but goes on writing into the old one,
//! which is gone then. Both lose what was acknowledged. So what is half written is cut off before the
//! engine sees it. It was never acknowledged itself: only whole commits are.
//!
//! A log is blocks of 32 KiB, each of physical records: CRC (4 bytes), length (2, big endian), type (1)
//! and data; a block's last 6 bytes or fewer are padding. Anything that does not read like this is left
//! to the engine, which repairs it by itself.

use std::{
    fs::{self, File},
    io,
    path::Path,
};

const BLOCK: usize = 32 * 1024;
const HEADER: usize = 7;

/// The types of physical records.
const FULL: u8 = 1;
const FIRST: u8 = 2;
const MIDDLE: u8 = 3;
const LAST: u8 = 4;
/// Tells how the records behind it are compressed; whole by itself.
const COMPRESSION: u8 = 9;

/// Trims the newest segment of the store at `path`, if it ends in the middle of a commit. Returns how
/// many bytes were cut off.
pub(super) fn trim(path: &Path) -> io::Result<usize> {
    let folder = match fs::read_dir(path.join("wal")) {
        Ok(folder) => folder,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(0),
        Err(error) => return Err(error),
    };
    let segments = folder.filter_map(|entry| entry.ok().map(|entry| entry.path()));
    // Their names are numbers of one length, so the last by name is the newest.
    let Some(newest) = segments.filter(|path| path.extension().is_some_and(|end| end == "wal")).max() else {
        return Ok(0);
    };
    let log = fs::read(&newest)?;
    let Some(end) = end_of_whole_commits(&log).filter(|end| *end < log.len()) else { return Ok(0) };
    let file = File::options().write(true).open(&newest)?;
    file.set_len(end as u64)?;
    file.sync_all()?;
    Ok(log.len() - end)
}

/// Where the last whole commit ends, in a log that is well formed up to its end; `None` otherwise.
fn end_of_whole_commits(log: &[u8]) -> Option<usize> {
    let (mut at, mut end, mut open) = (0, 0, false);
    while at < log.len() {
        let block = BLOCK - at % BLOCK;
        let left = block.min(log.len() - at);
        if left < HEADER {
            // Padding, or a header of which not even that much was written.
            at += left;
            if !open && at % BLOCK == 0 {
                end = at;
            }
            continue;
        }
        let length = usize::from(u16::from_be_bytes([log[at + 4], log[at + 5]]));
        let kind = log[at + 6];
        if HEADER + length > block {
            return None;
        }
        if HEADER + length > left {
            return Some(end);
        }
        at += HEADER + length;
        match (kind, open) {
            (FULL | COMPRESSION, false) | (LAST, true) => (end, open) = (at, false),
            (FIRST, false) | (MIDDLE, true) => open = true,
            _ => return None,
        }
    }
    Some(end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{QueryExt as _, Store};

    fn record(kind: u8, data: &[u8]) -> Vec<u8> {
        let mut out = crc(kind, data).to_be_bytes().to_vec();
        out.extend(u16::try_from(data.len()).unwrap().to_be_bytes());
        out.push(kind);
        out.extend(data);
        out
    }

    /// CRC-32 (IEEE 802.3) over the type and the data, as the engine checks it.
    fn crc(kind: u8, data: &[u8]) -> u32 {
        let bytes = std::iter::once(&kind).chain(data);
        !bytes.fold(!0u32, |sum, byte| {
            (0..8).fold(sum ^ u32::from(*byte), |sum, _| (sum >> 1) ^ (0xEDB8_8320 & (sum & 1).wrapping_neg()))
        })
    }

    #[test]
    fn an_open_chain_is_seen_and_nothing_else() {
        let whole = record(FULL, b"one");
        let full_block = |kind| record(kind, &vec![7; BLOCK - HEADER]);
        let joined = |parts: &[&[u8]]| parts.concat();
        for (what, log, end) in [
            ("nothing", vec![], Some(0)),
            ("whole commits", joined(&[&record(COMPRESSION, &[0]), &whole, &whole]), Some(28)),
            (
                "a long commit",
                joined(&[&full_block(FIRST), &full_block(MIDDLE), &record(LAST, b"x")]),
                Some(2 * BLOCK + 8),
            ),
            ("its first block alone", full_block(FIRST), Some(0)),
            ("two of its three", joined(&[&full_block(FULL), &full_block(FIRST), &full_block(MIDDLE)]), Some(BLOCK)),
            ("part of a header", joined(&[&whole, &[1, 2, 3]]), Some(10)),
            ("a record cut short", joined(&[&whole, &whole[..9]]), Some(10)),
            ("a record longer than its block", joined(&[&full_block(FULL), &[0, 0, 0, 0, 0xFF, 0xFF, FULL]]), None),
            ("a chain that was built upon", joined(&[&full_block(FIRST), &whole]), None),
            ("a type that does not exist", record(5, b"x"), None),
        ] {
            assert_eq!(end_of_whole_commits(&log), end, "{what}");
        }
        let padded = record(FULL, &vec![7; BLOCK - HEADER - 4]);
        assert_eq!(end_of_whole_commits(&joined(&[&padded, &[0; 4]])), Some(BLOCK), "padding belongs to its block");
    }

    /// The store as a process that is killed now leaves it.
    fn killed(path: &Path, to: &Path) {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(path).unwrap() {
            let (from, to) = (entry.as_ref().unwrap().path(), to.join(entry.unwrap().file_name()));
            if from.is_dir() {
                killed(&from, &to);
            } else {
                fs::copy(&from, &to).unwrap();
            }
        }
    }

    /// Commits, is killed while `torn` is half written, starts, commits, is killed, and starts again.
    async fn twice_killed(torn: impl FnOnce(usize) -> Vec<u8>) -> Vec<i64> {
        let data = tempfile::tempdir().unwrap();
        let paths = ["one", "two", "three"].map(|name| data.path().join(name));
        let open = async |path: &Path| Store::open(&format!("surrealkv://{}", path.display())).await.unwrap();
        let first = open(&paths[0]).await;
        first.query("CREATE note:one SET n = 1").done().await.unwrap();
        killed(&paths[0], &paths[1]);

        let log = fs::read_dir(paths[1].join("wal")).unwrap().map(|entry| entry.unwrap().path()).max().unwrap();
        let mut bytes = fs::read(&log).unwrap();
        let left = BLOCK - bytes.len() % BLOCK;
        assert!(left > 3 * HEADER, "the log ends too near to a block's end for this test");
        bytes.extend(torn(left));
        fs::write(&log, &bytes).unwrap();

        let second = open(&paths[1]).await;
        second.query("CREATE note:two SET n = 2").done().await.unwrap();
        killed(&paths[1], &paths[2]);
        let third = open(&paths[2]).await;
        third.query("SELECT VALUE n FROM note ORDER BY n").all().await.unwrap()
    }

    #[tokio::test]
    async fn what_was_committed_after_a_kill_survives_the_next_one() {
        let fragment = |left: usize| record(FIRST, &vec![7; left - HEADER]);
        assert_eq!(twice_killed(|_| Vec::new()).await, [1, 2]);
        assert_eq!(twice_killed(fragment).await, [1, 2], "after a whole fragment");
        assert_eq!(twice_killed(|left| fragment(left)[..left - 9].to_vec()).await, [1, 2], "after a part of one");
        assert_eq!(twice_killed(|left| fragment(left)[..4].to_vec()).await, [1, 2], "after a part of a header");
    }
}
