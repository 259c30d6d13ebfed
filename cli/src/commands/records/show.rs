//! `sabi show`: shows a whole record.

use std::process::ExitCode;

use sabi_api::{
    cells,
    client::{Deed, Kind},
};

use super::{edit::id_of, kinds, list::pair, narrow::find};
use crate::{complete, global_args::GlobalArgs, output, yaml};

/// The arguments of `sabi show`.
#[derive(Debug, clap::Args)]
pub struct Show {
    /// The kind of record
    #[arg(value_name = "RESOURCE", value_parser = kinds(Deed::Show), hide_possible_values = true)]
    kind: &'static Kind,

    /// Its id, slug, title or email address; leave it out if only one exists
    #[arg(value_name = "ID")]
    id: Option<String>,

    /// Where to look for a title, such as exam=jamb-utme
    #[arg(long = "filter", value_name = "NAME=VALUE", value_parser = pair, add = complete::filter())]
    filters: Vec<(String, String)>,

    /// Print a JSON object instead of YAML
    #[arg(long, conflicts_with = "csv")]
    json: bool,

    /// Print CSV: field names, then values
    #[arg(long)]
    csv: bool,
}

impl Show {
    /// Runs the command.
    pub async fn run(self, global: &GlobalArgs) -> anyhow::Result<ExitCode> {
        let id = id_of(self.kind, self.id)?;
        let client = global.connect().await?.client;
        let id = if self.kind.is_single() { id } else { find(&client, self.kind, &id, &self.filters).await? };
        let record = client.find_kind(self.kind, &id).await?;
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
