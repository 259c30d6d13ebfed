//! Reads and checks rows of choice items.

use super::{CheckedRow, SheetBody, check::RowCheck, groups, key};
use crate::bank::{
    ChoiceBody, ChoiceContent,
    identity::normal,
    references,
    sheet::{LONG, OPTION, Unit},
};

const OPTIONS: [&str; 5] = ["option1", "option2", "option3", "option4", "option5"];

impl SheetBody for ChoiceBody {
    fn read(check: &mut RowCheck<'_>, question: &str) -> ChoiceContent {
        let passage = Some(check.rich("passage", LONG)).filter(|passage| !passage.is_empty());
        let group = check.line("group");
        let mut options: Vec<String> = OPTIONS.map(|column| check.rich(column, OPTION)).into();
        let right = check.rich("rightAnswer", OPTION);
        complete_true_false(check, &right, &mut options);
        let description = check.rich("answerDesc", LONG);
        let comparable: Vec<String> = options.iter().map(|option| normal(option)).collect();
        check_options(check, &comparable);
        let correct = check_key(check, &right, &comparable);
        warn_of_labels(check, &comparable);
        warn_of_references(check, question, &options, &description);
        let options = options.into_iter().take_while(|option| !option.is_empty()).collect();
        ChoiceContent { passage, group, options, correct, description }
    }

    fn choice_content(content: &ChoiceContent) -> Option<&ChoiceContent> {
        Some(content)
    }

    fn link(rows: &mut [CheckedRow<Self>], unit: Unit) {
        groups::link(rows, unit);
    }

    fn over(content: &ChoiceContent, stored: &Self, same: &dyn Fn(&str, Option<&str>) -> String) -> ChoiceContent {
        let before = |place: usize| stored.options.get(place).map(|old| old.option.as_str());
        let options = content.options.iter().enumerate().map(|(place, text)| same(text, before(place)));
        let passage = content.passage.as_deref().map(|passage| same(passage, stored.passage.as_deref()));
        ChoiceContent {
            passage: passage.or_else(|| stored.passage.clone()),
            group: content.group.clone().or_else(|| stored.group.clone()),
            options: options.collect(),
            correct: content.correct,
            description: match content.description.as_str() {
                "" => stored.description.clone(),
                text => same(text, Some(&stored.description)),
            },
        }
    }
}

/// Adds the options True and False to a statement without options whose answer is true or false.
fn complete_true_false(check: &mut RowCheck<'_>, right: &str, options: &mut [String]) {
    let is_either = ["true", "false"].contains(&normal(right).to_lowercase().as_str());
    let has_some = options.iter().any(|option| !option.is_empty()) || OPTIONS.iter().any(|one| check.is_faulty(one));
    if is_either && !has_some {
        check.warn("option1", "The statement has no options; it was given the options True and False.");
        for (option, word) in options.iter_mut().zip(["True", "False"]) {
            *option = word.to_owned();
        }
    }
}

/// `options` are comparable texts, as in [`key::read`].
fn check_options(check: &mut RowCheck<'_>, options: &[String]) {
    let filled = |check: &RowCheck<'_>, at: usize| !options[at].is_empty() || check.is_faulty(OPTIONS[at]);
    let last = (0..OPTIONS.len()).rev().find(|&at| filled(check, at));
    for (at, column) in OPTIONS.into_iter().enumerate() {
        if filled(check, at) {
            continue;
        }
        if at < 2 {
            check.problem(column, format!("Option {} is empty; a question needs at least two options.", at + 1));
        } else if let Some(last) = last.filter(|&last| last > at) {
            let cause = match (check.has_column(column), check.unit()) {
                (true, _) => "is empty",
                (false, Unit::Row) => "has no column",
                (false, Unit::Line) => "is missing",
            };
            check.problem(column, format!("Option {} {cause}, but option {} is given.", at + 1, last + 1));
        }
    }
    for (at, option) in options.iter().enumerate().filter(|(_, option)| !option.is_empty()) {
        if let Some(before) = options[..at].iter().position(|other| other == option) {
            check.problem(OPTIONS[at], format!("Option {} is the same as option {}.", at + 1, before + 1));
        }
    }
}

fn check_key(check: &mut RowCheck<'_>, right: &str, options: &[String]) -> usize {
    const COLUMN: &str = "rightAnswer";
    if check.is_faulty(COLUMN) {
        return 0;
    }
    if right.is_empty() {
        check
            .problem(COLUMN, "The right answer is empty. Write the option's number (1 to 5), letter (A to E) or text.");
        return 0;
    }
    let right = normal(right);
    let may_be_refused = key::place(&right).is_none_or(|place| place < OPTIONS.len());
    match key::answer(&right, options, check.key()) {
        Ok(answer) => {
            if let Some(notice) = answer.notice {
                check.warn(COLUMN, notice);
            }
            answer.index
        }
        // The right answer may name an option that was refused.
        Err(_) if may_be_refused && OPTIONS.iter().any(|column| check.is_faulty(column)) => 0,
        Err(message) => {
            check.problem(COLUMN, message);
            0
        }
    }
}

/// Warns of options that begin with their own letter or number, because the label is wrong once they are shuffled.
fn warn_of_labels(check: &mut RowCheck<'_>, options: &[String]) {
    let labelled: Vec<usize> = (0..options.len()).filter(|&at| is_labelled(&options[at], at)).collect();
    if labelled.len() < 2 {
        return;
    }
    for at in labelled {
        let label = options[at].split_whitespace().next().unwrap_or_default().to_owned();
        check.warn(
            OPTIONS[at],
            format!("The option begins with “{label}”, which will be wrong when options are shuffled. Leave it out."),
        );
    }
}

/// Warns of texts that refer to options by position, because the position changes when they are shuffled.
fn warn_of_references(check: &mut RowCheck<'_>, question: &str, options: &[String], description: &str) {
    let options = options.iter().filter(|option| !option.is_empty()).map(String::as_str);
    if let Some((place, why)) = references::doubt(question, options.clone()) {
        check.warn(OPTIONS[place], why);
    }
    if let Some(letter) = references::named_letter(description, options) {
        check.warn("answerDesc", references::letter_named(letter));
    }
}

/// Whether a text begins with the label of the option at this index: "A. ", "(b) ", "3) ".
fn is_labelled(option: &str, at: usize) -> bool {
    let Some((label, rest)) = option.split_once(' ') else { return false };
    let ends = label.ends_with([')', '.', ':']);
    ends && !rest.is_empty() && label.len() <= 4 && key::place(label) == Some(at)
}
