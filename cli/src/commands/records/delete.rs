//! `sabi delete`: deletes records without references.

use std::process::ExitCode;

use sabi_api::client::{Deed, Kind};

use super::{called, ids_of, kinds, list::pair, narrow::find};
use crate::{
    complete,
    exit::{self, Failure, failure},
    global_args::GlobalArgs,
    output,
};

/// The arguments of `sabi delete`.
#[derive(Debug, clap::Args)]
pub struct Delete {
    /// The kind of record
    #[arg(value_name = "RESOURCE", value_parser = kinds(Deed::Delete), hide_possible_values = true)]
    kind: &'static Kind,

    /// Its id, slug, title or email address; give several to delete them one by one
    #[arg(value_name = "ID")]
    ids: Vec<String>,

    /// A file with more of these, one per line; - reads stdin
    #[arg(long, value_name = "FILE", required_unless_present = "ids")]
    from: Option<std::path::PathBuf>,

    /// Where to look for titles, such as exam=jamb-utme
    #[arg(long = "filter", value_name = "NAME=VALUE", value_parser = pair, add = complete::filter())]
    filters: Vec<(String, String)>,

    /// Do not ask for confirmation
    #[arg(long)]
    yes: bool,
}

/// Maximum number of records listed in the confirmation.
const NAMED: usize = 5;

impl Delete {
    /// Asks once, then deletes. Records that cannot be deleted are reported and do not stop the others.
    pub async fn run(self, global: &GlobalArgs) -> anyhow::Result<ExitCode> {
        let names = ids_of(self.ids, self.from.as_deref())?;
        let client = global.connect().await?.client;
        let (mut found, mut refused) = (Vec::new(), 0);
        let are_several = names.len() > 1;
        for name in names {
            match find(&client, self.kind, &name, &self.filters).await {
                Ok(id) if found.iter().any(|(other, _)| *other == id) => {}
                Ok(id) => found.push((id, name)),
                // Among several names, one without a record is reported like a record that cannot be deleted.
                Err(error) if are_several && error.is::<Failure>() => {
                    refused += 1;
                    output::fault(format!("{name}: {error}"));
                }
                Err(error) => return Err(error),
            }
        }
        let all = found.len() + refused;
        if !self.yes && !found.is_empty() {
            let mut what = Vec::new();
            for (id, _) in found.iter().take(NAMED) {
                // A kind that cannot be shown singly is only known by id.
                what.push(match self.kind.can(Deed::Show) {
                    true => called(self.kind, &client.find_kind(self.kind, id).await?),
                    false => format!("the {} {id}", self.kind.noun.to_lowercase()),
                });
            }
            let more = found.len().saturating_sub(NAMED);
            if more > 0 {
                what.push(format!("{more} more"));
            }
            if !output::confirm(&format!("Delete {} permanently? Type yes: ", what.join(", ")))? {
                return Err(failure(exit::REFUSED, "Nothing was deleted."));
            }
        }
        let is_one = all == 1;
        for (id, name) in &found {
            match client.delete_kind(self.kind, id).await {
                Ok(words) if is_one => output::line(words),
                Ok(words) => output::line(format!("{name}: {words}")),
                Err(error) if is_one => return Err(error.into()),
                Err(error) if error.refusal().is_some_and(|refused| refused.status < 500) => {
                    refused += 1;
                    output::fault(format!("{name}: {error}"));
                }
                Err(error) => return Err(error.into()),
            }
        }
        if refused > 0 {
            let words = format!("{refused} of {all} {} were not deleted.", self.kind.name);
            return Err(failure(exit::REFUSED, words));
        }
        Ok(ExitCode::SUCCESS)
    }
}
