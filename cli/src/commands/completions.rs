//! `sabi completions`: what a shell needs to complete commands and options.

use std::{io, process::ExitCode};

use clap_complete::Shell;

/// The arguments of `sabi completions`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Which shell
    shell: Shell,
}

impl Args {
    /// Prints them.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut crate::cli(), "sabi", &mut script);
        let _ = io::Write::write_all(&mut io::stdout(), &script);
        Ok(ExitCode::SUCCESS)
    }
}
