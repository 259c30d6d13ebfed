//! Background work: either run after the response, to avoid a timing oracle, or shielded from cancellation.

use std::{sync::Arc, time::Duration};

use rand::RngExt as _;
use tokio::{
    sync::{Semaphore, watch},
    task::JoinHandle,
    time::sleep,
};
use tokio_util::task::TaskTracker;
use tracing::Instrument as _;

use crate::{
    App, Error, Result,
    request::{in_request, request_id},
};

/// Concurrent pieces of work that are shielded from cancellation; later callers wait.
const PERMITS: usize = 64;
/// The number of pieces of work that may wait for their delay, or run after a response, at the same time.
const LATER: usize = 1024;
/// The longest delay of work that must stay secret. The work starts at an unpredictable moment, so the timing of the
/// next request does not reveal whether there was any.
const MAX_DELAY: Duration = Duration::from_secs(4);

/// The background work under way, and its limits.
pub struct BackgroundTasks {
    running: TaskTracker,
    permits: Arc<Semaphore>,
    later: Arc<Semaphore>,
    /// Counts the calls of [`App::finish_background_work`], each of which ends all current delays.
    hurry: watch::Sender<u64>,
    /// For tests: secret work waits until [`App::finish_background_work`] is called, so that a test does not depend on
    /// chance.
    #[cfg(test)]
    endless: std::sync::atomic::AtomicBool,
}

impl BackgroundTasks {
    pub(crate) fn new() -> Self {
        Self {
            running: TaskTracker::new(),
            permits: Arc::new(Semaphore::new(PERMITS)),
            later: Arc::new(Semaphore::new(LATER)),
            hurry: watch::Sender::new(0),
            #[cfg(test)]
            endless: std::sync::atomic::AtomicBool::new(false),
        }
    }

    fn secret_delay(&self) -> Duration {
        #[cfg(test)]
        if self.endless.load(std::sync::atomic::Ordering::Relaxed) {
            return Duration::MAX;
        }
        random_delay()
    }

    /// Spawns work that belongs to the current request: its log lines and audit entries carry the request id.
    fn spawn<T: Send + 'static>(&self, work: impl Future<Output = T> + Send + 'static) -> JoinHandle<T> {
        match request_id() {
            Some(id) => self.running.spawn(in_request(id, work).in_current_span()),
            None => self.running.spawn(work.in_current_span()),
        }
    }
}

/// A uniformly random delay of at most [`MAX_DELAY`].
fn random_delay() -> Duration {
    MAX_DELAY.mul_f64(rand::rng().random::<f64>())
}

impl App {
    /// Spawns work that the response does not wait for.
    pub(crate) async fn spawn_detached(&self, work: impl Future<Output = Result<()>> + Send + 'static) -> Result<()> {
        self.spawn_later(Duration::ZERO, work).await
    }

    /// Like [`Self::spawn_detached`], after a random delay: for work whose existence the caller must not learn.
    pub(crate) async fn spawn_detached_after_random_delay(
        &self,
        work: impl Future<Output = Result<()>> + Send + 'static,
    ) -> Result<()> {
        self.spawn_later(self.background.secret_delay(), work).await
    }

    async fn spawn_later(
        &self,
        delay: Duration,
        work: impl Future<Output = Result<()>> + Send + 'static,
    ) -> Result<()> {
        let permit = self.background.later.clone().acquire_owned().await.map_err(Error::internal)?;
        // Work is not delayed while the server closes.
        let delay = if self.background.running.is_closed() { Duration::ZERO } else { delay };
        let mut hurry = self.background.hurry.subscribe();
        let work = async move {
            tokio::select! {
                () = sleep(delay) => {}
                _ = hurry.changed() => {}
            }
            if let Err(error) = work.await {
                tracing::error!(%error, "background work after the response failed");
            }
            drop(permit);
        };
        self.background.spawn(work);
        Ok(())
    }

    /// Runs this work to its end, even if the caller disconnects.
    pub(crate) async fn spawn_uncancelled<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T>> + Send + 'static,
    ) -> Result<T> {
        let permit = self.background.permits.clone().acquire_owned().await.map_err(Error::internal)?;
        let work = async move {
            let done = work.await;
            drop(permit);
            done
        };
        self.background.spawn(work).await.map_err(Error::internal)?
    }

    /// Like [`Self::spawn_uncancelled`] without a limit on concurrency, for short work that hundreds of callers start
    /// at the same moment.
    pub(crate) async fn spawn_uncancelled_unbounded<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T>> + Send + 'static,
    ) -> Result<T> {
        self.background.spawn(work).await.map_err(Error::internal)?
    }

    /// Ends all delays and waits until all background work is done, including work that it starts. The server calls
    /// this before it closes.
    pub async fn finish_background_work(&self) {
        self.background.running.close();
        self.background.hurry.send_modify(|calls| *calls += 1);
        self.background.running.wait().await;
        self.background.running.reopen();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secret_work_begins_at_any_moment_of_four_seconds() {
        let delays: Vec<Duration> = (0..400).map(|_| random_delay()).collect();
        assert!(delays.iter().all(|delay| *delay <= MAX_DELAY));
        for quarter in 0..4 {
            let begin = MAX_DELAY / 4 * quarter;
            let count = delays.iter().filter(|&delay| (begin..begin + MAX_DELAY / 4).contains(delay)).count();
            // A hundred are expected; fewer than forty happen less than once in 10^9 runs.
            assert!(count >= 40, "{count} of 400 in quarter {quarter}");
        }
    }

    #[tokio::test]
    async fn a_server_that_closes_does_what_is_still_delayed() {
        let folder = tempfile::tempdir().unwrap();
        let app = App::open(crate::Settings::in_memory(folder.path())).await.unwrap();
        let (sender, mut receiver) = tokio::sync::mpsc::unbounded_channel();
        for n in 0..20 {
            let sender = sender.clone();
            // An endless delay, so that only the close starts it.
            let work = async move { sender.send(n).map_err(Error::internal) };
            app.spawn_later(Duration::MAX, work).await.unwrap();
        }
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
        assert!(receiver.try_recv().is_err(), "nothing begins before its delay is over");
        app.finish_background_work().await;
        assert_eq!(std::iter::from_fn(|| receiver.try_recv().ok()).count(), 20);
    }

    #[tokio::test]
    async fn asking_for_a_link_does_nothing_that_the_next_request_could_notice() {
        let folder = tempfile::tempdir().unwrap();
        let app = App::open(crate::Settings::in_memory(folder.path())).await.unwrap();
        let email = "ada@example.com";
        let register = crate::people::Register {
            first_name: "Ada".into(),
            last_name: "Obi".into(),
            email: email.into(),
            password: "kerosene lamp 7".into(),
            confirm_password: "kerosene lamp 7".into(),
            mobile_code: "234".into(),
            nationality: "Nigeria".into(),
            ..crate::people::Register::default()
        };
        app.register(register, None).await.unwrap();
        app.finish_background_work().await;
        let mails = async || {
            let ids: Vec<crate::store::Id<crate::mail::QueuedMail>> =
                app.store.query("SELECT VALUE id FROM mail").all().await.unwrap();
            ids.len()
        };
        assert_eq!(mails().await, 1);

        app.background.endless.store(true, std::sync::atomic::Ordering::Relaxed);
        app.forgot_password(email, None, None).await.unwrap();
        app.resend_activation(email, None).await.unwrap();
        for _ in 0..50 {
            assert_eq!(mails().await, 1, "nothing before the delay is over");
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        app.finish_background_work().await;
        assert_eq!(mails().await, 3);
    }
}
