//! `sabi show`: one record, whole.

use std::process::ExitCode;

use sabi_api::client::{Deed, Kind};

use super::kinds;
use crate::{output, place::Place, yaml};

/// The arguments of `sabi show`.
#[derive(Debug, clap::Args)]
pub struct Show {
    /// What it is
    #[arg(value_name = "RESOURCE", value_parser = kinds(Deed::Show), hide_possible_values = true)]
    kind: &'static Kind,

    /// Its id
    id: String,

    /// Print a JSON object instead of YAML
    #[arg(long)]
    json: bool,
}

impl Show {
    /// Prints it.
    pub async fn run(self, place: &Place) -> anyhow::Result<ExitCode> {
        let record = place.connect().await?.client.find_kind(self.kind, &self.id).await?;
        if self.json {
            output::json(&record)?;
        } else {
            output::line(yaml::write(&record)?.trim_end());
        }
        Ok(ExitCode::SUCCESS)
    }
}
