//! `sabi top`: live metrics of a server. It polls `/metrics` and shows the difference of two readings.

mod reading;
mod view;
mod words;

use std::time::Duration;

use anyhow::Context as _;
use crossterm::event::{KeyCode, KeyModifiers};
use sabi_api::client::{Client, ClientError};
use sabi_core::clock::{Clock as _, SystemClock};
use tokio::time::{Instant, sleep};

pub use reading::{Figures, Reading};
pub use words::text;

use crate::{
    app::Msg,
    terminal::{Inputs, Screen},
    theme::Theme,
};
use view::View;

/// The options of `sabi top`.
pub struct Watch {
    pub client: Client,
    /// The server's name.
    pub place: String,
    /// The time between two readings.
    pub every: Duration,
}

impl Watch {
    async fn read(&self) -> Result<(Reading, Instant), ClientError> {
        let text = self.client.metrics().await?;
        Ok((Reading::parse(&text), Instant::now()))
    }

    /// The figures of one interval.
    ///
    /// # Errors
    /// If the server cannot be reached, or refuses.
    pub async fn once(&self) -> Result<Figures, ClientError> {
        let (earlier, begun) = self.read().await?;
        sleep(self.every).await;
        let (later, ended) = self.read().await?;
        Ok(figures(&earlier, &later, ended - begun))
    }

    /// Shows the live screen on this process's terminal until its user quits.
    ///
    /// # Errors
    /// If the first reading or the terminal fails. Later errors of the server are shown on the screen, and it is asked
    /// again.
    pub async fn run(self, theme: Theme) -> anyhow::Result<()> {
        let (mut last, mut at) = self.read().await?;
        let mut screen =
            Screen::enter(false, theme.depth).context("the live screen needs a terminal; use --once without one")?;
        let mut inputs = Inputs::new()?;
        let mut view = View::new(self.place.clone());
        let next = async || {
            sleep(self.every).await;
            self.read().await
        };
        let mut reading = Box::pin(next());
        loop {
            screen.draw(|frame| view.draw(frame, &theme))?;
            tokio::select! {
                read = &mut reading => {
                    match read {
                        Ok((later, ended)) => {
                            view.take(figures(&last, &later, ended - at));
                            (last, at) = (later, ended);
                        }
                        Err(error) => view.fail(error.to_string()),
                    }
                    reading.set(next());
                }
                msg = inputs.next() => match msg? {
                    Msg::Ended => return Ok(()),
                    Msg::Key(key) => match key.code {
                        KeyCode::Char('q') | KeyCode::Esc => return Ok(()),
                        KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => return Ok(()),
                        KeyCode::Char('l') if key.modifiers.contains(KeyModifiers::CONTROL) => screen.clear()?,
                        _ => {}
                    },
                    _ => {}
                },
            }
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "seconds since 1970 are far below what a double holds")]
fn figures(earlier: &Reading, later: &Reading, between: Duration) -> Figures {
    Figures::of(earlier, later, between, SystemClock.now().timestamp() as f64)
}
