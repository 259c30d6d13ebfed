//! The moderators' console: queues of theory submissions, reports, change requests and messages; answers are graded
//! beside the model answers.
//!
//! [`app`] holds a stack of [`screens`] and changes it without I/O; [`effects`] carries out what it asks for. `run`
//! connects the two with the terminal.

pub mod app;
mod chrome;
pub mod config;
mod editor;
pub mod effects;
pub mod habits;
pub mod keys;
mod maths;
pub mod outbox;
mod rubric;
pub mod screen;
pub mod screens;
mod terminal;
pub mod text;
pub mod theme;
pub mod top;
#[cfg(test)]
mod trial;
mod widgets;
pub mod wire;

use std::{path::PathBuf, time::Duration};

use anyhow::Context as _;
use app::{Effect, Model, Msg, update};
use config::Config;
use effects::{Came, Effects, HabitsFile, OutboxFile};
use futures::future::BoxFuture;
use sabi_api::client::Client;
use sabi_core::files::ShownPath as _;
use screen::Who;
use terminal::{Inputs, Screen};

pub use terminal::is_there;

/// The console's dependencies.
pub struct Start {
    pub client: Client,
    pub who: Who,
    pub config: Config,
    /// The person's own folder, where grades are stored until the server has them.
    pub folder: PathBuf,
    /// Identifies the account and its server, for the file's name.
    pub account: String,
    /// Connects to the API with the account that is saved then; an error if it is another account.
    pub reconnect: Box<dyn Fn() -> BoxFuture<'static, anyhow::Result<Client>> + Send>,
}

/// Runs the console on this process's terminal until its user quits or the process is asked to end.
///
/// # Errors
/// If the terminal fails, or after a panic anywhere in the process. The terminal is always restored.
pub async fn run(start: Start) -> anyhow::Result<()> {
    let Start { client, who, config, folder, account, reconnect } = start;
    let outbox_file =
        OutboxFile::open(&folder, &account).with_context(|| format!("{} cannot be written", folder.shown()))?;
    let (habits_file, habits) = HabitsFile::open(&folder, &account);
    let mut screen = Screen::enter(config.mouse, config.theme.depth).context("the console needs a terminal")?;
    let mut inputs = Inputs::new()?;
    let mut effects = Effects::new(client);
    let (mut model, mut open) =
        Model::start(who, config, habits, &outbox_file.left_behind, screen.size()?, inputs.now());
    if let Some(aside) = &outbox_file.damaged {
        open.extend(update(&mut model, Msg::Damaged(aside.shown().to_string())));
    }
    loop {
        // The frame is drawn before the effects run, so that a key press is visible first.
        screen.draw(|frame| app::draw(frame, &model))?;
        for effect in std::mem::take(&mut open) {
            match effect {
                Effect::Quit => return Ok(()),
                Effect::Ask(request) => effects.start(request),
                Effect::Save(text) => outbox_file.save(text),
                Effect::Remember(json) => {
                    if let Err(error) = habits_file.write(&json) {
                        open.extend(update(&mut model, Msg::Unremembered(error.to_string())));
                    }
                }
                Effect::Wake(millis) => effects.wake(millis),
                Effect::Copy(text) => screen.copy(&text)?,
                Effect::Mouse(taken) => screen.set_mouse(taken)?,
                Effect::Redraw => screen.clear()?,
                Effect::Reconnect => match reconnect().await {
                    Ok(client) => effects.reconnect(client),
                    Err(error) => open.extend(update(&mut model, Msg::Edited(Err(error.to_string())))),
                },
                Effect::Suspend => {
                    inputs.pause();
                    suspend().await?;
                    screen.resume()?;
                    inputs.resume();
                    open.extend(update(&mut model, Msg::Resized(screen.size()?)));
                    open.extend(update(&mut model, Msg::Tick(inputs.now())));
                }
                Effect::Edit(text) => {
                    inputs.pause();
                    terminal::lend();
                    let edited = editor::edit(&text).await;
                    screen.resume()?;
                    inputs.resume();
                    open.extend(update(&mut model, Msg::Resized(screen.size()?)));
                    open.extend(update(&mut model, Msg::Edited(edited)));
                }
            }
        }
        if !open.is_empty() {
            continue;
        }
        let msg = tokio::select! {
            came = effects.next() => match came? {
                Came::Msg(msg) => msg,
                Came::Woken => Msg::Tick(inputs.now()),
            },
            msg = inputs.next() => msg?,
        };
        if outbox_file.failure() != model.save_failure {
            open = update(&mut model, Msg::SaveFailed(outbox_file.failure()));
        }
        open.extend(update(&mut model, msg));
        // Handles further typed keys before the next frame, unless an effect takes over the terminal: then the
        // following keys belong to the editor, for example.
        while open.iter().all(|effect| matches!(effect, Effect::Ask(_) | Effect::Save(_) | Effect::Wake(_))) {
            let msg = tokio::select! {
                biased;
                msg = inputs.next() => msg?,
                () = std::future::ready(()) => break,
            };
            open.extend(update(&mut model, msg));
        }
    }
}

/// Suspends the process like Ctrl-Z; returns when the shell continues it.
async fn suspend() -> anyhow::Result<()> {
    terminal::lend();
    #[cfg(unix)]
    rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::TSTP)?;
    // The signal may reach another thread, so the process may stop a moment later.
    tokio::time::sleep(Duration::from_millis(50)).await;
    Ok(())
}
