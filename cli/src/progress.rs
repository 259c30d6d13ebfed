//! The one bar style. It draws on stderr, and only where that is a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use sabi_core::bank::import::Stage;

const STYLE: &str = "{msg:>10} {bar:30.green} {pos}/{len} {elapsed}";

/// A bar that shows one stage after the other.
pub struct Bar(ProgressBar);

impl Bar {
    /// A bar that shows nothing yet.
    pub fn new() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template(STYLE) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Self(bar)
    }

    /// Shows that a stage has come so far.
    pub fn show(&self, stage: impl Into<String>, done: u64, total: u64) {
        self.0.set_message(stage.into());
        self.0.set_length(total);
        self.0.set_position(done);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// The name of a stage, as people read it.
pub fn stage(stage: Stage) -> &'static str {
    match stage {
        Stage::Reading => "reading",
        Stage::Checking => "checking",
        Stage::Writing => "writing",
        Stage::Keeping => "keeping",
    }
}
