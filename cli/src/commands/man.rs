//! `sabi man`: the manual pages.

use std::{fs, io, path::PathBuf, process::ExitCode};

use sabi_core::files::ShownPath as _;

use crate::exit::{self, failure};

/// The arguments of `sabi man`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder; created if missing
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl Args {
    /// Writes one page per command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let wrong = |error: io::Error| failure(exit::NO_OUTPUT, format!("{}: {error}.", self.folder.shown()));
        fs::create_dir_all(&self.folder).map_err(wrong)?;
        clap_mangen::generate_to(crate::cli(), &self.folder).map_err(wrong)?;
        Ok(ExitCode::SUCCESS)
    }
}
