//! The moderators' console: the theory submissions that wait, and each one beside its model answers.
//!
//! [`app`] holds the state and changes it without any I/O; [`effects`] does what it asks for;
//! [`screens`] paints it. `run` joins the three.

pub mod app;
pub mod effects;
pub mod keys;
mod layout;
mod maths;
pub mod screens;
mod terminal;
pub mod text;
#[cfg(test)]
mod trial;

use anyhow::Context as _;
use app::{Effect, Model, update};
use effects::Effects;
use sabi_api::client::Client;
use terminal::{Inputs, Screen};

/// Runs the console on this process's terminal until its user leaves or the process is asked to end.
///
/// # Errors
/// When there is no terminal, when it breaks, or after a panic anywhere in the process; the
/// terminal is restored in each case.
pub async fn run(client: Client) -> anyhow::Result<()> {
    let mut screen = Screen::enter().context("the console needs a terminal")?;
    let mut inputs = Inputs::new()?;
    let mut effects = Effects::new(client);
    let (mut model, first) = Model::start(screen.size()?, inputs.now());
    effects.start(first);
    loop {
        screen.draw(|frame| screens::draw(frame, &model))?;
        let msg = tokio::select! {
            msg = effects.next() => msg?,
            msg = inputs.next() => msg?,
        };
        for effect in update(&mut model, msg) {
            match effect {
                Effect::Quit => return Ok(()),
                Effect::Redraw => screen.clear()?,
                Effect::Ask(ask) => effects.start(ask),
            }
        }
    }
}
