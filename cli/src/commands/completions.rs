//! `sabi completions`: shell completions for commands, options, and names of exams and subjects.

use std::process::ExitCode;

use clap_complete::{Shell, env::Shells};

use crate::output;

/// The arguments of `sabi completions`.
#[derive(Debug, clap::Args)]
pub struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

impl CompletionsArgs {
    /// Prints them.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let (shells, mut script) = (Shells::builtins(), Vec::new());
        let shell = self.shell.to_string();
        let shell = shells.completer(&shell).ok_or_else(|| anyhow::anyhow!("Sabi has no completions for {shell}."))?;
        shell.write_registration("COMPLETE", "sabi", "sabi", "sabi", &mut script)?;
        output::print(&script);
        Ok(ExitCode::SUCCESS)
    }
}
