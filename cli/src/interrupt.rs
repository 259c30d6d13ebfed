//! Ctrl-C in commands that write: stops the work and reports its outcome.

use std::{io, pin::pin};

use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::{
    exit::{self, failure},
    output,
};

/// Ctrl-C presses. While one of these exists, Ctrl-C does not end the process.
pub struct Interrupts(Signal);

impl Interrupts {
    /// Handles Ctrl-C from now on.
    pub fn hear() -> io::Result<Self> {
        Ok(Self(signal(SignalKind::interrupt())?))
    }

    /// Waits for the next Ctrl-C.
    pub async fn next(&mut self) {
        self.0.recv().await;
    }

    /// Runs work until Ctrl-C, which drops it; then returns `None`.
    pub async fn until<T>(&mut self, work: impl Future<Output = T>) -> Option<T> {
        tokio::select! {
            biased;
            _ = self.0.recv() => None,
            done = work => Some(done),
        }
    }

    /// Waits for work that continues on the server anyway: after Ctrl-C it still waits for the outcome, after a second
    /// one it does not. Returns the outcome and whether Ctrl-C was pressed.
    ///
    /// # Errors
    /// After the second Ctrl-C.
    pub async fn outcome<T>(&mut self, what: &str, work: impl Future<Output = T>) -> anyhow::Result<(T, bool)> {
        let mut work = pin!(work);
        if let Some(done) = self.until(&mut work).await {
            return Ok((done, false));
        }
        output::fault(format!("Waiting for the outcome of {what}; Ctrl-C again stops waiting."));
        match self.until(work).await {
            Some(done) => Ok((done, true)),
            None => Err(unheard(what)),
        }
    }
}

/// The error if somebody did not wait for the outcome.
pub fn unheard(what: &str) -> anyhow::Error {
    failure(exit::CANCELLED, format!("The outcome of {what} is unknown, because you did not wait."))
}

#[cfg(test)]
mod tests {
    use std::{future::pending, process};

    use super::*;

    #[tokio::test]
    async fn work_goes_on_until_somebody_does_not_want_it_any_more() {
        let mut interrupts = Interrupts::hear().unwrap();
        assert_eq!(interrupts.until(async { 1 }).await, Some(1));
        let press = || {
            let pressed = process::Command::new("kill").args(["-INT", &process::id().to_string()]).status();
            assert!(pressed.unwrap().success());
        };
        press();
        assert_eq!(interrupts.until(pending::<()>()).await, None);
        assert_eq!(interrupts.outcome("it", async { 1 }).await.unwrap(), (1, false));
        // Sent repeatedly, because two concurrent signals may be delivered as one.
        let pressing = interrupts.outcome("it", async {
            loop {
                press();
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            }
        });
        let unheard: anyhow::Result<((), bool)> = pressing.await;
        assert_eq!(unheard.unwrap_err().to_string(), "The outcome of it is unknown, because you did not wait.");
    }
}
