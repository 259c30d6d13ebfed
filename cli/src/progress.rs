//! The progress bar. It draws on stderr, and only if that is a terminal.

use std::time::Duration;

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use sabi_core::bank::import::Stage;

const STYLE: &str = "{prefix:>10} {bar:30.green} {percent:>3}% {msg}{eta} left";
/// The number of parts of a bar.
const WHOLE: u64 = 1000;

/// A bar with several stages, each with its share.
pub struct Bar {
    bar: ProgressBar,
    /// The stages in order, each with its weight.
    stages: Vec<(String, u64)>,
}

impl Bar {
    /// An empty bar with these stages and weights.
    pub fn of(stages: impl IntoIterator<Item = (impl Into<String>, u64)>) -> Self {
        let bar = ProgressBar::with_draw_target(Some(WHOLE), ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template(STYLE) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Self { bar, stages: stages.into_iter().map(|(name, weight)| (name.into(), weight)).collect() }
    }

    /// The bar of an import.
    pub fn of_import() -> Self {
        Self::of([Stage::Reading, Stage::Checking, Stage::Writing, Stage::Keeping].map(|one| (stage(one), weight(one))))
    }

    /// Shows the progress of a stage. The bar never moves backwards: late reports are ignored.
    pub fn show(&self, stage: &str, done: u64, total: u64) {
        let place = self.position(stage, done, total);
        if place < self.bar.position() {
            return;
        }
        self.bar.set_prefix(stage.to_owned());
        self.bar.set_message(match total {
            0 => String::new(),
            _ => format!("{} of {}, ", HumanCount(done), HumanCount(total)),
        });
        self.bar.set_position(place);
    }

    /// The position of the bar, out of [`WHOLE`].
    fn position(&self, stage: &str, done: u64, total: u64) -> u64 {
        let sum = self.stages.iter().map(|(_, weight)| weight).sum::<u64>().max(1);
        let before = self.stages.iter().take_while(|(name, _)| name != stage).map(|(_, weight)| weight).sum::<u64>();
        let weight = self.stages.iter().find(|(name, _)| name == stage).map_or(0, |(_, weight)| *weight);
        let inside = (weight * WHOLE * done.min(total)).checked_div(total).unwrap_or(0);
        ((before * WHOLE + inside) / sum).min(WHOLE)
    }

    /// Prints a line above the bar.
    pub fn say(&self, words: &str) {
        self.bar.suspend(|| crate::output::fault(words));
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// The progress of a transfer of unknown length.
pub struct Transfer(ProgressBar);

impl Transfer {
    /// An empty progress; `what` names the work in one word.
    pub fn of(what: &'static str) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template("{prefix:>10} {spinner} {bytes}, {elapsed}") {
            bar.set_style(style);
        }
        bar.set_prefix(what);
        bar.enable_steady_tick(Duration::from_millis(200));
        Self(bar)
    }

    /// Adds a number of bytes.
    pub fn add(&self, bytes: usize) {
        self.0.inc(bytes as u64);
    }
}

impl Drop for Transfer {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// The readable name of a stage.
pub fn stage(stage: Stage) -> &'static str {
    match stage {
        Stage::Reading => "reading",
        Stage::Checking => "checking",
        Stage::Writing => "writing",
        Stage::Keeping => "keeping",
    }
}

/// The relative duration of a stage.
fn weight(stage: Stage) -> u64 {
    match stage {
        Stage::Reading => 2,
        Stage::Checking => 1,
        Stage::Writing => 3,
        Stage::Keeping => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_never_runs_backwards() {
        let bar = Bar::of_import();
        let mut last = 0;
        for (stage, done, total) in [
            ("reading", 0, 1),
            ("reading", 30, 60),
            // Reading pictures reports another total.
            ("reading", 1, 9),
            ("reading", 1, 1),
            ("checking", 0, 600),
            ("checking", 600, 600),
            ("writing", 250, 600),
            ("checking", 0, 600),
            ("writing", 600, 600),
            ("keeping", 0, 600),
            ("keeping", 700, 600),
        ] {
            bar.show(stage, done, total);
            assert!(bar.bar.position() >= last, "{stage} {done} of {total}");
            last = bar.bar.position();
        }
        assert_eq!(last, WHOLE);
        let empty = Bar::of([("checking", 1)]);
        empty.show("checking", 0, 0);
        assert_eq!(empty.bar.position(), 0);
    }
}
