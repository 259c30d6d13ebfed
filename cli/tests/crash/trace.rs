//! The trace that the shim writes: every change below a folder, in the order in which it was made.

use std::{fs, path::Path};

/// A file on the disk that the trace is of. Names come and go; a file has its number for good.
pub type Inode = u64;

/// One change, or one piece of what the process said.
#[derive(Debug)]
pub enum Event<'a> {
    Create { path: &'a str, inode: Inode },
    Resize { inode: Inode, length: usize },
    Write { inode: Inode, offset: usize, bytes: &'a [u8] },
    Sync { inode: Inode },
    SyncFolder { path: &'a str },
    Rename { from: &'a str, to: &'a str },
    Link { from: &'a str, to: &'a str },
    Unlink { path: &'a str },
    MakeFolder { path: &'a str },
    RemoveFolder { path: &'a str },
    Said(&'a str),
}

/// A trace as it was written.
pub struct Trace(Vec<u8>);

/// Kind, inode, offset, length, and the lengths of both paths.
const HEADER: usize = 1 + 3 * 8 + 2 * 4;

impl Trace {
    /// Reads a trace.
    pub fn read(path: &Path) -> Self {
        Self(fs::read(path).unwrap())
    }

    /// The events in order.
    pub fn events(&self) -> Vec<Event<'_>> {
        let (mut rest, mut events) = (self.0.as_slice(), Vec::new());
        while rest.len() >= HEADER {
            let (header, after) = rest.split_at(HEADER);
            let long = |at: usize| u64::from_le_bytes(header[at..at + 8].try_into().unwrap());
            let short = |at: usize| u32::from_le_bytes(header[at..at + 4].try_into().unwrap()) as usize;
            let (inode, offset, length) = (long(1), long(9) as usize, long(17) as usize);
            let (path, after) = after.split_at(short(25));
            let (to, after) = after.split_at(short(29));
            // The process may have been killed while it wrote the last one.
            let Some((bytes, after)) = after.split_at_checked(length) else { break };
            let text = |bytes| std::str::from_utf8(bytes).unwrap();
            let (path, to) = (text(path), text(to));
            events.push(match header[0] {
                b'C' => Event::Create { path, inode },
                b'T' => Event::Resize { inode, length: offset },
                b'W' => Event::Write { inode, offset, bytes },
                b'S' => Event::Sync { inode },
                b'D' => Event::SyncFolder { path },
                b'R' => Event::Rename { from: path, to },
                b'L' => Event::Link { from: path, to },
                b'U' => Event::Unlink { path },
                b'K' => Event::MakeFolder { path },
                b'X' => Event::RemoveFolder { path },
                b'M' => Event::Said(text(bytes)),
                other => panic!("the trace has a record of kind {other}"),
            });
            rest = after;
        }
        events
    }
}

impl Event<'_> {
    /// Whether a table, or a file of large values, is born here.
    pub fn makes_table(&self) -> bool {
        matches!(self, Self::Create { path, .. } if path.ends_with(".sst") || path.ends_with(".blob"))
    }

    /// Whether a table ends here, as one does that a compaction has merged into others.
    pub fn ends_table(&self) -> bool {
        matches!(self, Self::Unlink { path } if path.ends_with(".sst"))
    }

    /// Whether a log ends here, as one does whose memtables have been flushed.
    pub fn ends_log(&self) -> bool {
        matches!(self, Self::Unlink { path } | Self::Rename { from: path, .. } if path.ends_with(".log"))
    }
}
