//! Statistics: gradings, their duration, and the queue.

use ratatui::{Frame, layout::Rect, text::Line};
use sabi_core::clock::Instant;

use crate::{
    chrome,
    config::Config,
    keys::{Action, Context},
    screen::{Look, Screen, ScreenContext, Want},
    text,
    widgets::scroll::ScrollText,
    wire::{Call, Content, Failure, Response, Statistics},
};

/// The statistics.
#[derive(Debug, Default)]
pub struct StatisticsScreen {
    statistics: Option<Statistics>,
    failure: Option<String>,
    text: ScrollText,
    awaited: Option<u64>,
}

impl StatisticsScreen {
    fn lay_out(&mut self, cx: &ScreenContext) {
        let Some(statistics) = &self.statistics else { return };
        let lines = lines(statistics, cx.room.width, cx.config);
        self.text.fill(lines, cx.room.height);
    }

    fn fetch(&mut self, cx: &mut ScreenContext) {
        self.failure = None;
        self.awaited = Some(cx.ask(Call::Statistics));
    }
}

fn lines(statistics: &Statistics, width: u16, config: &Config) -> Vec<Line<'static>> {
    let theme = &config.theme;
    let head = format!(
        "{:<24} {:>5} {:>6} {:>7} {:>6} {:>8} {:>5} {:>7}",
        "Moderator", "today", "7 days", "30 days", "all", "declared", "held", "median"
    );
    let mut lines = vec![Line::styled("Graded", theme.brand), Line::styled(head, theme.quiet)];
    for one in &statistics.graders {
        let name = one.user.as_ref().map(|user| format!("{} {}", user.first_name, user.last_name));
        let name = text::fit(&name.unwrap_or_else(|| "the operator".to_owned()), 24);
        let gap = " ".repeat(24_usize.saturating_sub(text::columns(&name)));
        let median =
            one.median_seconds.map_or("–".to_owned(), |seconds| format!("{}:{:02}", seconds / 60, seconds % 60));
        lines.push(Line::raw(format!(
            "{name}{gap} {:>5} {:>6} {:>7} {:>6} {:>8} {:>5} {median:>7}",
            one.today, one.last7_days, one.last30_days, one.graded, one.declared, one.held
        )));
    }
    let graded: Vec<u64> =
        (0..7).map(|day| statistics.graders.iter().filter_map(|one| one.week.get(day)).sum()).collect();
    lines.push(Line::raw(format!("The last seven days, today last: {}", sparkline(&graded))));
    lines.push(Line::styled("The median is the minutes per submission, over the last hundred.", theme.quiet));
    lines.extend([Line::default(), Line::styled("Waiting by exam", theme.brand)]);
    let most = statistics.exams.iter().map(|(_, n)| *n).max().unwrap_or(0);
    for (exam, n) in statistics.exams.iter().filter(|(_, n)| *n > 0) {
        lines.push(bar(exam, *n, most, width));
    }
    if most == 0 {
        lines.push(Line::raw("Nothing is waiting."));
    }
    lines.extend([Line::default(), Line::styled("Waiting by age", theme.brand)]);
    let names = ["today", "yesterday", "2 days", "3 days", "4 days", "5 days", "6 days", "a week or more"];
    let most = statistics.ages.iter().copied().max().unwrap_or(0);
    for (name, n) in names.iter().zip(statistics.ages) {
        lines.push(bar(name, n, most, width));
    }
    lines
}

fn bar(name: &str, n: u64, most: u64, width: u16) -> Line<'static> {
    let room = u64::from(width.saturating_sub(36)).min(60);
    let long = usize::try_from((n * room).div_ceil(most.max(1))).unwrap_or(0);
    let name = text::fit(name, 26);
    let gap = " ".repeat(26_usize.saturating_sub(text::columns(&name)));
    Line::raw(format!("{name}{gap} {n:>6} {}", "█".repeat(long)))
}

/// Numbers as a line of block characters.
fn sparkline(numbers: &[u64]) -> String {
    const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let most = numbers.iter().copied().max().unwrap_or(0).max(1);
    numbers.iter().filter_map(|n| BLOCKS.get(usize::try_from(n * 7 / most).unwrap_or(0))).collect()
}

impl Screen for StatisticsScreen {
    fn context(&self) -> Context {
        Context::Statistics
    }

    fn title(&self, _: Instant) -> String {
        "Statistics".to_owned()
    }

    fn opened(&mut self, cx: &mut ScreenContext) {
        self.fetch(cx);
    }

    fn act(&mut self, action: Action, cx: &mut ScreenContext) {
        match action {
            Action::Refresh => self.fetch(cx),
            Action::Back => cx.wants.push(Want::Close),
            _ => self.text.act(action),
        }
    }

    fn answered(&mut self, answer: Response, cx: &mut ScreenContext) -> Option<Response> {
        if self.awaited.take_if(|awaited| *awaited == answer.number).is_none() {
            return Some(answer);
        }
        match answer.outcome {
            Ok(Content::Statistics(statistics)) => {
                self.statistics = Some(*statistics);
                self.lay_out(cx);
            }
            Ok(_) => {}
            Err(Failure { words, .. }) => self.failure = Some(text::line(&words)),
        }
        None
    }

    fn resized(&mut self, cx: &mut ScreenContext) {
        self.lay_out(cx);
    }

    fn draw(&self, frame: &mut Frame, area: Rect, look: &Look) {
        match (&self.failure, &self.statistics) {
            (Some(failure), None) => chrome::message(frame, area, failure, look.config.theme.wrong, ""),
            (None, None) => chrome::message(frame, area, "Counting…", look.config.theme.quiet, ""),
            (_, Some(_)) => self.text.draw(frame, area),
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_sparkline_is_as_high_as_its_numbers() {
        assert_eq!(super::sparkline(&[0, 1, 7, 14, 3]), "▁▁▄█▂");
        assert_eq!(super::sparkline(&[0, 0]), "▁▁");
    }
}
