//! `sabi show`: one record, whole.

use std::process::ExitCode;

use sabi_api::{
    cells,
    client::{Deed, Kind},
};

use super::{edit::id_of, kinds};
use crate::{output, place::Place, yaml};

/// The arguments of `sabi show`.
#[derive(Debug, clap::Args)]
pub struct Show {
    /// What it is
    #[arg(value_name = "RESOURCE", value_parser = kinds(Deed::Show), hide_possible_values = true)]
    kind: &'static Kind,

    /// Its id; none where there is one of it alone
    id: Option<String>,

    /// Print a JSON object instead of YAML
    #[arg(long, conflicts_with = "csv")]
    json: bool,

    /// Print CSV: the names of the fields, and below them what they hold
    #[arg(long)]
    csv: bool,
}

impl Show {
    /// Prints it.
    pub async fn run(self, place: &Place) -> anyhow::Result<ExitCode> {
        let id = id_of(self.kind, self.id)?;
        let record = place.connect().await?.client.find_kind(self.kind, &id).await?;
        if self.json {
            output::json(&record)?;
        } else if self.csv {
            output::csv(record.keys(), [record.values().map(cells::csv)])?;
        } else {
            output::line(yaml::write(&record)?.trim_end());
        }
        Ok(ExitCode::SUCCESS)
    }
}
