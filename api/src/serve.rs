//! Runs the server and its background workers, and shuts down without losing anything.

use std::{
    net::{Ipv4Addr, SocketAddr},
    panic::AssertUnwindSafe,
    time::Duration,
};

use futures::FutureExt as _;
use sabi_core::{App, Error, Result};
use tokio::{
    net::TcpListener,
    signal::unix::{SignalKind, signal},
    sync::Notify,
    time,
};
use tokio_util::sync::CancellationToken;

use crate::{
    listen::{Patience, listen},
    server_note::ServerNote,
    tls::Tls,
};

/// Interval between checks for overdue attempts.
const SWEEP: Duration = Duration::from_secs(5);
/// Interval between checks for results that wait for the statistics.
const AGGREGATE_INTERVAL: Duration = Duration::from_secs(5);
/// Interval between checks for accepted imports that nobody is writing.
const IMPORTS: Duration = Duration::from_secs(30);
/// Interval between checks for mails that wait for another attempt.
const MAILS: Duration = Duration::from_secs(10);
/// Interval between checks for due payments.
const PAYMENTS: Duration = Duration::from_secs(15);
/// Interval between checks whether a backup is due.
const BACKUPS: Duration = Duration::from_secs(30);
/// Interval between checks whether weekly mails are due.
const WEEKLY_MAILS: Duration = Duration::from_secs(300);
/// Interval between checks whether reminders are due.
const REMINDERS: Duration = Duration::from_secs(60);
/// The interval of [`maintain_hourly`].
const MAINTENANCE_PERIOD: Duration = Duration::from_secs(3600);
/// Interval between attempts to write `server.json`.
const NOTE: Duration = Duration::from_secs(1);
/// Time limit after the stop for background work, and then for mails in transfer.
const STOP_TIMEOUT: Duration = Duration::from_secs(2);
/// The pause of a background worker after a panic.
const REST: Duration = Duration::from_secs(1);

/// A server that listens on its address. It serves once it is run.
pub struct Ready {
    listener: TcpListener,
    /// TLS for its connections, unless a proxy terminates it.
    tls: Option<Tls>,
    /// A plain HTTP listener for this machine only, through which the command line finds a server whose own address
    /// uses TLS.
    plain: Option<TcpListener>,
    /// The separate listener for metrics.
    metrics: Option<TcpListener>,
    app: App,
    note: ServerNote,
}

impl Ready {
    /// Listens on the address of the settings, and writes `server.json`.
    pub async fn bind(app: App) -> Result<Self> {
        let wrong =
            |error: std::io::Error| Error::Unavailable(format!("cannot listen on {}: {error}", app.settings.listen));
        let listener = TcpListener::bind(app.settings.listen).await.map_err(wrong)?;
        let metrics = match app.settings.metrics_listen {
            Some(own) => Some(
                TcpListener::bind(own)
                    .await
                    .map_err(|error| Error::Unavailable(format!("cannot listen for metrics on {own}: {error}")))?,
            ),
            None => None,
        };
        app.compare_secret().await?;
        let tls = Tls::open(&app.settings)?;
        let plain = match tls {
            Some(_) => {
                // From here on, SIGHUP reloads the certificate instead of ending the process.
                drop(signal(SignalKind::hangup()).map_err(Error::internal)?);
                Some(TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.map_err(wrong)?)
            }
            None => None,
        };
        let address = listener.local_addr().map_err(wrong)?;
        app.set_listening_address(plain.as_ref().unwrap_or(&listener).local_addr().map_err(wrong)?);
        if address.ip().is_unspecified() && app.settings.public_url.is_none() {
            let url = app.public_url();
            tracing::warn!(
                "links in mails will start with {url}, which only works on this machine: set --public-url to the \
                 address that people use"
            );
        }
        if let Some(warning) = app.payment_warning() {
            tracing::warn!("{warning}");
        }
        let url = app.listening_url().as_str().trim_end_matches('/').to_owned();
        let mut note = ServerNote::new(&app.settings.data, url)?;
        match note.write() {
            // The server can still be read without the file. `retry_note` writes it later.
            Err(error) if !app.store.condition().takes_changes() => {
                tracing::warn!(
                    "{}: {error}; until it can be written, commands on this machine need --server {}",
                    note.path().display(),
                    note.url()
                );
            }
            written => written.map_err(wrong)?,
        }
        Ok(Self { listener, tls, plain, metrics, app, note })
    }

    /// The address at which the server listens.
    pub fn address(&self) -> Result<SocketAddr> {
        self.listener.local_addr().map_err(Error::internal)
    }

    /// Whether it speaks HTTPS there.
    pub fn is_https(&self) -> bool {
        self.tls.is_some()
    }

    /// The separate address of `/metrics`, if there is one.
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics.as_ref()?.local_addr().ok()
    }

    /// Serves until `stop`. Then it accepts no more requests, finishes the running ones and closes the store, within
    /// ten seconds.
    pub async fn run(self, stop: CancellationToken) -> Result<()> {
        let app = &self.app;
        let maintenance =
            tokio::spawn(restart_on_panic("store maintenance", app.clone(), async |app| app.maintain_store().await));
        let sweeper = tokio::spawn(restart_on_panic("overdue-attempt sweeper", app.clone(), sweep));
        let aggregator = tokio::spawn(restart_on_panic("result aggregator", app.clone(), aggregate));
        let imports = restart_on_panic("import worker", app.clone(), finish_imports);
        let imports = tokio::spawn(imports);
        let housekeeping = tokio::spawn(restart_on_panic("housekeeping", app.clone(), maintain_hourly));
        let payments = tokio::spawn(restart_on_panic("payment worker", app.clone(), reconcile));
        let backups = tokio::spawn(restart_on_panic("backup worker", app.clone(), back_up));
        let weekly = tokio::spawn(restart_on_panic("weekly-mail worker", app.clone(), queue_weekly_mails));
        let reminders = tokio::spawn(restart_on_panic("reminder worker", app.clone(), send_reminders));
        let leaving = stop.clone();
        let mut mails = tokio::spawn(restart_on_panic("mail worker", app.clone(), async move |app| {
            send_mails(app, leaving.clone()).await;
        }));
        let proxies = &app.settings.trusted_proxies;
        if let Some(own) = self.metrics {
            let router = crate::request_metrics::own_router(app.clone());
            tokio::spawn(listen(own, None, router, proxies.clone(), Patience::default(), stop.clone()));
        }
        let router = crate::router(app.clone());
        let plain = async {
            if let Some(plain) = self.plain {
                listen(plain, None, router.clone(), proxies.clone(), Patience::default(), stop.clone()).await;
            }
        };
        let renewal = tokio::spawn(restart_on_panic("certificate renewal", app.clone(), {
            let tls = self.tls.clone();
            async move |_| renew(tls.as_ref()).await
        }));
        let own = listen(self.listener, self.tls, router.clone(), proxies.clone(), Patience::default(), stop.clone());
        let mut note = self.note;
        tokio::join!(own, plain, retry_note(app, &mut note, &stop));
        for task in
            [renewal, sweeper, aggregator, imports, housekeeping, maintenance, payments, backups, weekly, reminders]
        {
            task.abort();
        }
        let _ = time::timeout(STOP_TIMEOUT, app.finish_background_work()).await;
        // Give mails in transfer some time, so that they are not sent twice.
        if time::timeout(STOP_TIMEOUT, &mut mails).await.is_err() {
            mails.abort();
        }
        app.store.close().await;
        Ok(())
    }
}

/// Serves `app` until `stop`.
pub async fn serve(app: App, stop: CancellationToken) -> Result<()> {
    Ready::bind(app).await?.run(stop).await
}

/// Runs a worker to its end, and restarts it after a panic.
async fn restart_on_panic(what: &str, app: App, work: impl AsyncFn(&App)) {
    while AssertUnwindSafe(work(&app)).catch_unwind().await.is_err() {
        app.metrics.panics.task.increment(1);
        tracing::error!("{what} panicked and is restarted");
        time::sleep(REST).await;
    }
}

/// Writes the note of a server that could not write it at start, once its store takes changes.
async fn retry_note(app: &App, note: &mut ServerNote, stop: &CancellationToken) {
    while !note.is_written() {
        tokio::select! {
            () = stop.cancelled() => return,
            () = time::sleep(NOTE) => {}
        }
        if app.store.condition().takes_changes()
            && let Err(error) = note.write()
        {
            tracing::warn!("{}: {error}; retrying", note.path().display());
        }
    }
}

/// Reads the certificate anew, every minute and at SIGHUP.
async fn renew(tls: Option<&Tls>) {
    let Some(tls) = tls else { return };
    let asked = Notify::new();
    let hangups = async {
        match signal(SignalKind::hangup()) {
            Ok(mut hangups) => {
                while hangups.recv().await.is_some() {
                    asked.notify_one();
                }
            }
            Err(error) => tracing::warn!(%error, "cannot listen for SIGHUP; the certificate is checked every minute"),
        }
    };
    tokio::join!(tls.renew(&asked), hangups);
}

/// Sends mails as they are queued, and retries failed ones, until the stop.
async fn send_mails(app: &App, stop: CancellationToken) {
    while !stop.is_cancelled() {
        match app.send_mails_while(|| !stop.is_cancelled()).await {
            Ok(0) => {}
            Ok(_) => continue,
            Err(error) => tracing::warn!(%error, "could not look for queued mails"),
        }
        tokio::select! {
            () = stop.cancelled() => {}
            () = app.mail.wait_for_mail() => {}
            () = time::sleep(MAILS) => {}
        }
    }
}

/// Ends overdue attempts, at start and every few seconds.
async fn sweep(app: &App) {
    let mut ticks = ticks(SWEEP);
    loop {
        ticks.tick().await;
        match app.expire_attempts().await {
            Ok(0) => {}
            Ok(ended) => tracing::info!(ended, "overdue attempts submitted"),
            Err(error) => tracing::warn!(%error, "could not look for overdue attempts"),
        }
    }
}

/// Checks due payments with the gateway: at start, after a webhook, and every few seconds.
async fn reconcile(app: &App) {
    loop {
        match app.reconcile_payments().await {
            // After a batch without failures there may be more. Failed checks must not be repeated without a pause.
            Ok(outcome) if outcome.checked > 0 && outcome.unreachable == 0 => continue,
            Ok(_) => {}
            Err(error) => tracing::warn!(%error, "could not look for open payments"),
        }
        tokio::select! {
            () = app.wait_for_due_payment() => {}
            () = time::sleep(PAYMENTS) => {}
        }
    }
}

/// Adds new results to the statistics of their questions, at start and every few seconds.
async fn aggregate(app: &App) {
    let mut ticks = ticks(AGGREGATE_INTERVAL);
    loop {
        ticks.tick().await;
        if let Err(error) = app.aggregate_results().await {
            tracing::warn!(%error, "results could not be added to the statistics of their questions");
        }
    }
}

/// Finishes accepted imports that nobody is writing.
async fn finish_imports(app: &App) {
    let mut ticks = ticks(IMPORTS);
    loop {
        ticks.tick().await;
        if let Err(error) = app.finish_imports().await {
            tracing::warn!(%error, "an accepted import could not be finished yet; retrying");
        }
    }
}

/// Makes the backups that are due.
async fn back_up(app: &App) {
    let mut ticks = ticks(BACKUPS);
    loop {
        ticks.tick().await;
        if let Err(error) = app.back_up_when_due().await {
            tracing::error!(%error, "a backup could not be made; retrying");
        }
    }
}

/// Queues the weekly mails that are due, at start and every few minutes.
async fn queue_weekly_mails(app: &App) {
    let mut ticks = ticks(WEEKLY_MAILS);
    loop {
        ticks.tick().await;
        match app.queue_weekly_mails().await {
            Ok(0) => {}
            Ok(queued) => tracing::info!(queued, "weekly mails queued"),
            Err(error) => tracing::warn!(%error, "weekly mails could not be queued; retrying"),
        }
    }
}

/// Sends the reminders that are due, at start and every minute.
async fn send_reminders(app: &App) {
    let mut ticks = ticks(REMINDERS);
    loop {
        ticks.tick().await;
        match app.send_reminders().await {
            Ok(0) => {}
            Ok(students) => tracing::info!(students, "reminders sent"),
            Err(error) => tracing::warn!(%error, "reminders could not be sent; retrying"),
        }
    }
}

/// At start and every hour: deletes what has expired, finishes rescoring that a stopped server left, and indexes and packs
/// what earlier releases stored.
async fn maintain_hourly(app: &App) {
    let mut ticks = ticks(MAINTENANCE_PERIOD);
    loop {
        ticks.tick().await;
        if let Err(error) = app.delete_expired_limits().await {
            tracing::warn!(%error, "old counts could not be dropped");
        }
        if let Err(error) = app.delete_expired_links().await {
            tracing::warn!(%error, "old links could not be dropped");
        }
        if let Err(error) = app.delete_expired_progress_links().await {
            tracing::warn!(%error, "expired progress links could not be dropped");
        }
        if let Err(error) = app.delete_expired_idempotency_keys().await {
            tracing::warn!(%error, "old idempotency keys could not be removed");
        }
        if let Err(error) = app.finish_rescoring().await {
            tracing::warn!(%error, "results could not be rescored with a corrected key");
        }
        if let Err(error) = app.index_papers().await {
            tracing::warn!(%error, "the papers of an earlier release could not be indexed yet");
        }
        if let Err(error) = app.pack_results().await {
            tracing::warn!(%error, "the results of an earlier release could not be packed yet");
        }
        if let Err(error) = app.delete_abandoned_imports().await {
            tracing::warn!(%error, "leftovers of imports could not be removed");
        }
        if let Err(error) = app.collect_pictures().await {
            tracing::warn!(%error, "unused pictures could not be removed");
        }
    }
}

/// The first tick comes immediately. A late tick delays the following ones.
fn ticks(period: Duration) -> time::Interval {
    let mut ticks = time::interval(period);
    ticks.set_missed_tick_behavior(time::MissedTickBehavior::Delay);
    ticks
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[tokio::test]
    async fn work_that_panics_is_begun_again() {
        let data = tempfile::tempdir().unwrap();
        let app = App::open(sabi_core::Settings::in_memory(data.path())).await.unwrap();
        let begun = AtomicUsize::new(0);
        let work = async |_: &App| assert!(begun.fetch_add(1, Ordering::SeqCst) == 1, "not yet");
        restart_on_panic("the work", app, work).await;
        assert_eq!(begun.into_inner(), 2);
    }
}
