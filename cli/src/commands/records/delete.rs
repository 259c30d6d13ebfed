//! `sabi delete`: takes one record away, unless something refers to it.

use std::process::ExitCode;

use sabi_api::client::{Deed, Kind};

use super::{called, kinds};
use crate::{
    exit::{self, failure},
    output,
    place::Place,
};

/// The arguments of `sabi delete`.
#[derive(Debug, clap::Args)]
pub struct Delete {
    /// What it is
    #[arg(value_name = "RESOURCE", value_parser = kinds(Deed::Delete), hide_possible_values = true)]
    kind: &'static Kind,

    /// Its id
    id: String,

    /// Do not ask
    #[arg(long)]
    yes: bool,
}

impl Delete {
    /// Asks, and deletes.
    pub async fn run(self, place: &Place) -> anyhow::Result<ExitCode> {
        let client = place.connect().await?.client;
        if !self.yes {
            // Of what is not shown alone only the id is known.
            let what = match self.kind.can(Deed::Show) {
                true => called(self.kind, &client.find_kind(self.kind, &self.id).await?),
                false => format!("the {} {}", self.kind.noun.to_lowercase(), self.id),
            };
            if !output::confirm(&format!("Delete {what} for ever? Type yes: "))? {
                return Err(failure(exit::REFUSED, "Nothing was deleted."));
            }
        }
        output::line(client.delete_kind(self.kind, &self.id).await?);
        Ok(ExitCode::SUCCESS)
    }
}
