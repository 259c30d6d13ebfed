//! `sabi completions`: what a shell needs to complete commands and options.

use std::process::ExitCode;

use clap_complete::Shell;

use crate::output;

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
        output::print(&script);
        Ok(ExitCode::SUCCESS)
    }
}
