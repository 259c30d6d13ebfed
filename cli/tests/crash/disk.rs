//! The states that a disk may have after a power cut, rebuilt from the events of a trace.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    fs,
    path::Path,
};

use rand::{RngExt as _, rngs::StdRng, seq::IndexedRandom as _};

use super::trace::{Event, Inode};

/// The unit in which memory reaches a disk.
const PAGE: usize = 4096;

/// The fate of bytes that no fsync has made durable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bytes {
    /// They were written all the same.
    Kept,
    /// None was written.
    Lost,
    /// The first so many were.
    Prefix,
    /// Some pages were, in any order, and perhaps the length.
    SomePages,
    /// The length was, but none of the pages: what is new reads as zeros.
    Zeros,
}

/// The fate of names that no fsync of their folder has made durable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Names {
    /// They were written all the same.
    Kept,
    /// None was written.
    Lost,
    /// All up to the last fsync of anything were, and perhaps some more, as a journal has it.
    Journal,
}

/// Every way in which a cut is tried.
pub const WAYS: [(Bytes, Names); 7] = [
    (Bytes::Kept, Names::Kept),
    (Bytes::Lost, Names::Kept),
    (Bytes::Lost, Names::Lost),
    (Bytes::Lost, Names::Journal),
    (Bytes::Prefix, Names::Kept),
    (Bytes::SomePages, Names::Kept),
    (Bytes::Zeros, Names::Kept),
];

enum Change<'a> {
    Write(usize, &'a [u8]),
    Resize(usize),
}

impl Change<'_> {
    fn apply(&self, to: &mut Vec<u8>) {
        match *self {
            Self::Write(offset, bytes) => {
                let end = offset + bytes.len();
                if to.len() < end {
                    to.resize(end, 0);
                }
                to[offset..end].copy_from_slice(bytes);
            }
            Self::Resize(length) => to.resize(length, 0),
        }
    }
}

#[derive(Default)]
struct File<'a> {
    /// As the process sees it.
    current: Vec<u8>,
    /// As the last fsync left it.
    safe: Vec<u8>,
    /// The events since then.
    unsafe_changes: Vec<Change<'a>>,
}

impl<'a> File<'a> {
    fn change(&mut self, change: Change<'a>) {
        change.apply(&mut self.current);
        self.unsafe_changes.push(change);
    }

    fn sync(&mut self) {
        for change in self.unsafe_changes.drain(..) {
            change.apply(&mut self.safe);
        }
    }

    fn after_cut(&self, bytes: Bytes, rng: &mut StdRng) -> Vec<u8> {
        match bytes {
            _ if self.unsafe_changes.is_empty() => self.current.clone(),
            Bytes::Kept => self.current.clone(),
            Bytes::Lost => self.safe.clone(),
            Bytes::Prefix => self.prefix(rng),
            Bytes::SomePages => {
                let pages = self.pages();
                let lost: Vec<usize> = pages.iter().copied().filter(|_| rng.random()).collect();
                let mut left = self.without(&lost);
                if rng.random_ratio(1, 3)
                    && let Some(page) = pages.choose(rng)
                {
                    left.truncate(self.safe.len().max((page + 1) * PAGE));
                }
                left
            }
            Bytes::Zeros => self.without(&self.pages()),
        }
    }

    fn prefix(&self, rng: &mut StdRng) -> Vec<u8> {
        let size = |change: &Change| if let Change::Write(_, bytes) = change { bytes.len() } else { 0 };
        let mut left = rng.random_range(0..=self.unsafe_changes.iter().map(size).sum::<usize>());
        let mut out = self.safe.clone();
        for change in &self.unsafe_changes {
            match *change {
                Change::Write(offset, bytes) if bytes.len() > left => {
                    Change::Write(offset, &bytes[..left]).apply(&mut out);
                    break;
                }
                _ => change.apply(&mut out),
            }
            left -= size(change);
        }
        out
    }

    /// The pages that were written since the last fsync.
    fn pages(&self) -> Vec<usize> {
        let written = self.unsafe_changes.iter().filter_map(|change| match change {
            Change::Write(offset, bytes) if !bytes.is_empty() => Some((*offset, offset + bytes.len() - 1)),
            _ => None,
        });
        let pages: BTreeSet<usize> = written.flat_map(|(first, last)| first / PAGE..=last / PAGE).collect();
        pages.into_iter().collect()
    }

    /// As the process sees it, but for pages that hold what they held before.
    fn without(&self, lost: &[usize]) -> Vec<u8> {
        let mut out = self.current.clone();
        for page in lost {
            let first = page * PAGE;
            for (at, byte) in out.iter_mut().enumerate().skip(first).take(PAGE) {
                *byte = self.safe.get(at).copied().unwrap_or(0);
            }
        }
        out
    }
}

#[derive(Clone)]
enum Naming {
    Add(String, usize),
    Link(String, String),
    Rename(String, String),
    Remove(String),
    AddFolder(String),
    RemoveFolder(String),
}

impl Naming {
    /// The folder that must be synced to make it safe.
    fn folder(&self) -> &str {
        let (Self::Add(path, _)
        | Self::Link(_, path)
        | Self::Rename(_, path)
        | Self::Remove(path)
        | Self::AddFolder(path)
        | Self::RemoveFolder(path)) = self;
        path.rsplit_once('/').map_or("", |(folder, _)| folder)
    }
}

/// The names of a disk.
#[derive(Default, Clone)]
struct Tree {
    files: BTreeMap<String, usize>,
    folders: BTreeSet<String>,
}

impl Tree {
    fn apply(&mut self, naming: &Naming) {
        match naming.clone() {
            Naming::Add(path, file) => drop(self.files.insert(path, file)),
            Naming::Link(from, to) => drop(self.files.get(&from).copied().and_then(|file| self.files.insert(to, file))),
            Naming::Rename(from, to) => drop(self.files.remove(&from).and_then(|file| self.files.insert(to, file))),
            Naming::Remove(path) => drop(self.files.remove(&path)),
            Naming::AddFolder(path) => drop(self.folders.insert(path)),
            Naming::RemoveFolder(path) => drop(self.folders.remove(&path)),
        }
    }
}

struct Pending {
    naming: Naming,
    /// Its folder was synced.
    folder_synced: bool,
    /// Anything was synced.
    journalled: bool,
}

/// A disk after some events of a trace.
#[derive(Default)]
pub struct Disk<'a> {
    files: Vec<File<'a>>,
    inodes: BTreeMap<Inode, usize>,
    /// The names as the process sees them.
    tree: Tree,
    /// Those that are safe.
    safe: Tree,
    /// The changes that lead from the safe ones to the others.
    pending: VecDeque<Pending>,
}

impl<'a> Disk<'a> {
    /// The next event happens.
    pub fn apply(&mut self, event: &Event<'a>) {
        match *event {
            Event::Create { path, inode } => {
                self.inodes.insert(inode, self.files.len());
                self.name(Naming::Add(path.into(), self.files.len()));
                self.files.push(File::default());
            }
            Event::Resize { inode, length } => self.change(inode, Change::Resize(length)),
            Event::Write { inode, offset, bytes } => self.change(inode, Change::Write(offset, bytes)),
            Event::Sync { inode } => {
                if let Some(file) = self.inodes.get(&inode) {
                    self.files[*file].sync();
                }
                self.journal();
            }
            Event::SyncFolder { path } => {
                for pending in self.pending.iter_mut().filter(|pending| pending.naming.folder() == path) {
                    pending.folder_synced = true;
                }
                self.journal();
            }
            Event::Rename { from, to } => self.name(Naming::Rename(from.into(), to.into())),
            Event::Link { from, to } => self.name(Naming::Link(from.into(), to.into())),
            Event::Unlink { path } => self.name(Naming::Remove(path.into())),
            Event::MakeFolder { path } => self.name(Naming::AddFolder(path.into())),
            Event::RemoveFolder { path } => self.name(Naming::RemoveFolder(path.into())),
            Event::Said(_) => {}
        }
    }

    fn change(&mut self, inode: Inode, change: Change<'a>) {
        if let Some(file) = self.inodes.get(&inode) {
            self.files[*file].change(change);
        }
    }

    fn name(&mut self, naming: Naming) {
        self.tree.apply(&naming);
        self.pending.push_back(Pending { naming, folder_synced: false, journalled: false });
    }

    fn journal(&mut self) {
        for pending in &mut self.pending {
            pending.journalled = true;
        }
        while self.pending.front().is_some_and(|first| first.folder_synced) {
            if let Some(first) = self.pending.pop_front() {
                self.safe.apply(&first.naming);
            }
        }
        // Content that no name refers to any more can be dropped.
        if self.pending.is_empty() {
            for (file, content) in self.files.iter_mut().enumerate() {
                if !self.tree.files.values().any(|named| *named == file) {
                    *content = File::default();
                }
            }
        }
    }

    /// Whether a cut now could lose anything at all.
    pub fn is_safe(&self) -> bool {
        self.pending.is_empty() && self.tree.files.values().all(|file| self.files[*file].unsafe_changes.is_empty())
    }

    /// Writes a possible state of this disk after a cut into the folder `to`, which is created again.
    pub fn write(&self, to: &Path, (bytes, names): (Bytes, Names), rng: &mut StdRng) {
        let mut tree = self.safe.clone();
        for pending in &self.pending {
            let kept = match names {
                Names::Kept => true,
                Names::Lost => pending.folder_synced,
                Names::Journal => pending.folder_synced || pending.journalled || rng.random(),
            };
            if kept {
                tree.apply(&pending.naming);
            } else if names == Names::Journal {
                break;
            }
        }
        if to.exists() {
            fs::remove_dir_all(to).unwrap();
        }
        fs::create_dir_all(to).unwrap();
        for folder in &tree.folders {
            fs::create_dir_all(to.join(folder)).unwrap();
        }
        for (path, file) in &tree.files {
            let path = to.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, self.files[*file].after_cut(bytes, rng)).unwrap();
        }
    }

    /// The first difference between this disk and the folder that the process left; `None` if every change was
    /// recorded. The engine's text logs (`LOG`) are written through streams, which are not recorded.
    pub fn difference(&self, folder: &Path) -> Option<String> {
        let seen = |path: &&String| !path.rsplit('/').next().unwrap_or_default().starts_with("LOG");
        for (path, file) in self.tree.files.iter().filter(|(path, _)| seen(path)) {
            match fs::read(folder.join(path)) {
                Ok(bytes) if bytes == self.files[*file].current => {}
                Ok(bytes) => {
                    let known = self.files[*file].current.len();
                    return Some(format!("{path} has {} bytes, {known} are known, or other ones", bytes.len()));
                }
                Err(error) => return Some(format!("{path}: {error}")),
            }
        }
        None
    }
}
