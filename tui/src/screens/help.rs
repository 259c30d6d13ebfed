//! The help: the whole table of keys.

use ratatui::{
    style::{Modifier, Style},
    text::{Line, Span},
};

use crate::{config::Config, keys::Context, rubric, text};

/// The lines of the help, those of the current screen first.
pub fn lines(asked_on: Context, width: u16, config: &Config, is_admin: bool) -> Vec<Line<'static>> {
    let widest = config.keys.all().iter().map(|binding| text::columns(&binding.label())).max().unwrap_or(0);
    let indent = widest + 4;
    let room = width.saturating_sub(u16::try_from(indent).unwrap_or(0));
    let mut contexts = Context::ALL;
    contexts.sort_by_key(|context| *context != asked_on);
    let mut lines = Vec::new();
    for context in contexts {
        if !lines.is_empty() {
            lines.push(Line::default());
        }
        lines.push(Line::styled(context.title(), config.theme.brand));
        for binding in config.keys.of(context).filter(|binding| is_admin || !binding.is_for_administrators()) {
            let mut key = format!("  {}", binding.label());
            for words in text::plain(binding.help, room) {
                let gap = " ".repeat(indent - text::columns(&key));
                let bold = Style::new().add_modifier(Modifier::BOLD);
                let mut line = Line::from(vec![Span::styled(std::mem::take(&mut key), bold), Span::raw(gap)]);
                line.extend(words);
                lines.push(line);
            }
        }
    }
    lines.extend([Line::default(), Line::styled("The grades", config.theme.brand)]);
    for (place, (grade, words)) in rubric::STEPS.iter().enumerate() {
        lines.push(Line::raw(text::fit_left(&format!("  {place}  {grade:>3} %  {words}"), width.into())));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::Depth;

    #[test]
    fn the_grades_stand_in_columns() {
        let config = Config::parse("", Depth::None).unwrap();
        let lines = lines(Context::Submission, 80, &config, false);
        let grades = lines.iter().rev().take(5).map(|line| line.to_string()[.."  4  100 %".len()].to_owned());
        let grades: Vec<_> = grades.collect();
        assert_eq!(grades, ["  4  100 %", "  3   75 %", "  2   50 %", "  1   25 %", "  0    0 %"]);
    }
}
