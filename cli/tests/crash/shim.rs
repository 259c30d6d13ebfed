//! The shim between a process and its disk, compiled where the tests run, and its faults.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use tempfile::TempDir;

/// The faults that the shim simulates.
#[derive(Debug, Clone, Copy)]
pub enum Fault {
    /// It is full: writes fail, some after half of their bytes.
    Full,
    /// Written data cannot be made durable, and is lost.
    Eio,
    /// It can only be read: files that are open for writing, too, take nothing.
    ReadOnly,
}

impl Fault {
    fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Eio => "eio",
            Self::ReadOnly => "read-only",
        }
    }
}

/// The compiled shim; the tests need the C compiler that the engine was built with.
pub struct Library {
    folder: TempDir,
}

impl Library {
    pub fn compile() -> Self {
        let library = Self { folder: tempfile::tempdir().unwrap() };
        let source = library.folder.path().join("shim.c");
        fs::write(&source, include_str!("shim.c")).unwrap();
        let mut compiler = Command::new("cc");
        compiler.args(["-shared", "-fPIC", "-O2", "-Wall", "-o"]).arg(library.path()).arg(&source);
        let compiled = compiler.args(["-ldl", "-lpthread"]).status();
        let compiled = compiled.unwrap_or_else(|error| panic!("the crash tests need a C compiler, cc: {error}"));
        assert!(compiled.success(), "the shim does not compile");
        library
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("shim.so")
    }
}

/// A disk of one scenario, below one folder.
pub struct Shim {
    library: PathBuf,
    root: PathBuf,
    folder: TempDir,
}

impl Shim {
    /// Watches the folder `root`, which exists.
    pub fn below(root: &Path, library: &Library) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("faults")).unwrap();
        Self { library: library.path(), root: root.to_owned(), folder }
    }

    /// Puts the shim between this command and its disk.
    pub fn arm(&self, command: &mut Command) {
        command.env("LD_PRELOAD", &self.library).env("CRASH_ROOT", &self.root);
        command.env("CRASH_FAULTS", self.folder.path().join("faults"));
    }

    /// Writes down what this command does to its disk.
    pub fn trace(&self, command: &mut Command) -> PathBuf {
        let trace = self.folder.path().join("trace");
        command.env("CRASH_TRACE", &trace);
        trace
    }

    /// The fault begins.
    pub fn begin(&self, fault: Fault) {
        fs::write(self.flag(fault), "").unwrap();
    }

    /// The fault is over.
    pub fn end(&self, fault: Fault) {
        fs::remove_file(self.flag(fault)).unwrap();
    }

    fn flag(&self, fault: Fault) -> PathBuf {
        self.folder.path().join("faults").join(fault.name())
    }
}
