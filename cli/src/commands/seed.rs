//! `sabi seed`: the first content.

use std::process::ExitCode;

use sabi_api::client::Client;

use crate::{output, place::Place, progress::Bar};

/// The arguments of `sabi seed`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A small whole catalogue too, question banks, a student, an admin and a super admin
    #[arg(long)]
    demo: bool,
}

impl Args {
    /// Writes what is not there yet.
    pub async fn run(self, place: &Place) -> anyhow::Result<ExitCode> {
        let client = place.connect().await?.client;
        output::line(seed(&client, self.demo).await?);
        Ok(ExitCode::SUCCESS)
    }
}

/// Seeds through `client` and tells the sign-ins.
pub async fn seed(client: &Client, demo: bool) -> anyhow::Result<String> {
    let bar = Bar::new();
    let v: serde_json::Value = client
        .post_long("/admin/seed", &serde_json::json!({ "demo": demo }), |_: serde_json::Value| bar.show("", 0, 0))
        .await?;
    Ok(v.to_string())
}
