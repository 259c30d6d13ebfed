//! `sabi serve`: opens the store, reports when it is ready, and shuts down without losing anything.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    process::ExitCode,
};

use sabi_api::{Ready, client::Client};
use sabi_core::{App, Error, Settings, tls::CertificateFiles};
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

use super::seed;
use crate::{
    exit, global_args, log, output,
    settings::{DemoArg, ServeArgs},
};

/// The default log filter; RUST_LOG overrides it.
const LOGGED: &str = "info,surrealdb=warn,surrealdb_core=warn";

impl ServeArgs {
    /// Serves until SIGTERM or SIGINT. A second signal ends it immediately.
    pub async fn run(self, settings: Settings) -> anyhow::Result<ExitCode> {
        log::start(LOGGED, self.log_format);
        // Files that the server writes are readable by its owner only.
        rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o077));
        let stop = CancellationToken::new();
        watch_signals(stop.clone())?;
        tokio::select! {
            ready = self.open(settings) => {
                let (app, ready) = ready?;
                let scheme = if ready.is_https() { "https" } else { "http" };
                output::line(format!("Sabi is ready at {scheme}://{}", here(ready.address()?)));
                if let Some(own) = ready.metrics_address() {
                    output::line(format!("Metrics are at http://{}/metrics", here(own)));
                }
                ready.run(stop).await?;
                drop(app);
            }
            () = stop.cancelled() => {}
        }
        tracing::info!("closed");
        Ok(ExitCode::SUCCESS)
    }

    async fn open(&self, settings: Settings) -> anyhow::Result<(App, Ready)> {
        // Checked before anything is opened or created.
        if let Some(files) = CertificateFiles::of(&settings)? {
            files.read()?;
        }
        if settings.is_store_password_in_clear() {
            tracing::warn!("the store's password crosses the network unencrypted: its address is ws://, not wss://");
        }
        let app = App::open(settings.clone()).await.map_err(|error| global_args::explain(&settings, error))?;
        if let DemoArg(Some(demo)) = self.demo {
            let report = seed::seed(&Client::in_process(app.clone())?, Some(demo)).await?;
            if report.accounts.iter().any(|account| account.password.is_some()) {
                output::note(seed::logins(&report));
            }
        }
        let ready = Ready::bind(app.clone()).await.map_err(|error| match error {
            Error::Unavailable(words) => exit::failure(exit::UNAVAILABLE, format!("{words}.")),
            other => other.into(),
        })?;
        Ok((app, ready))
    }
}

/// An address that a browser on this machine can open, if the server listens on all addresses.
fn here(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

/// Cancels `stop` at the first SIGTERM or SIGINT; the second one ends the process immediately.
fn watch_signals(stop: CancellationToken) -> anyhow::Result<()> {
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    tokio::spawn(async move {
        for _ in 0..2 {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
            if stop.is_cancelled() {
                std::process::exit(1);
            }
            tracing::info!("closing");
            stop.cancel();
        }
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::here;

    #[test]
    fn the_printed_address_opens_in_a_browser() {
        for (bound, shown) in
            [("0.0.0.0:8080", "127.0.0.1:8080"), ("[::]:8080", "[::1]:8080"), ("192.168.1.7:80", "192.168.1.7:80")]
        {
            assert_eq!(here(bound.parse().unwrap()).to_string(), shown);
        }
    }
}
