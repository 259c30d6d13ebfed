//! `sabi man`: the manual pages.

use std::{fs, io, path::PathBuf, process::ExitCode};

use clap::Command;
use clap_mangen::Man;
use sabi_core::files::ShownPath as _;

use crate::{
    exit::{self, failure},
    help::GROUPS,
};

/// The arguments of `sabi man`.
#[derive(Debug, clap::Args)]
pub struct ManArgs {
    /// The folder; created if missing
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl ManArgs {
    /// Writes one page per command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let wrong = |error: io::Error| failure(exit::NO_OUTPUT, format!("{}: {error}.", self.folder.shown()));
        fs::create_dir_all(&self.folder).map_err(wrong)?;
        clap_mangen::generate_to(crate::cli(), &self.folder).map_err(wrong)?;
        let overview = overview(&crate::cli().disable_help_subcommand(true)).map_err(wrong)?;
        fs::write(self.folder.join("sabi.1"), overview).map_err(wrong)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The page of `sabi` itself. It lists the commands in groups, as `--help` does.
fn overview(command: &Command) -> io::Result<Vec<u8>> {
    let (page, mut text) = (Man::new(command.clone()), Vec::new());
    page.render_title(&mut text)?;
    page.render_name_section(&mut text)?;
    page.render_synopsis_section(&mut text)?;
    page.render_description_section(&mut text)?;
    page.render_options_section(&mut text)?;
    for (title, names) in GROUPS {
        // Without their options, some of which refer to options of `sabi` itself.
        let about = |name| command.find_subcommand(name).and_then(Command::get_about).cloned();
        let commands = names.iter().filter_map(|name| Some(Command::new(*name).about(about(name)?)));
        let group = Command::new("sabi").disable_help_subcommand(true).subcommand_help_heading(title);
        Man::new(group.subcommands(commands)).render_subcommands_section(&mut text)?;
    }
    page.render_extra_section(&mut text)?;
    page.render_version_section(&mut text)?;
    Ok(text)
}
