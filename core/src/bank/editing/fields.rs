//! The checks that forms of questions and theories share.

use crate::{
    FieldErrors,
    bank::{
        Question,
        identity::normal,
        import::{LONG, OPTION},
    },
    error::is_invisible,
    html::{self, maths},
    messages,
};

/// Rich text, cleaned; empty where there is nothing to see. Adds an error where it is too long, its maths is torn, it
/// shows a picture without a source that is none of the `stored` text's, or it is `required` and empty.
pub(super) fn rich(
    errors: &mut FieldErrors,
    field: &str,
    label: &str,
    source: &str,
    stored: Option<&str>,
    required: bool,
) -> String {
    let limit = if field.contains("option") { OPTION } else { LONG };
    errors.check(source.chars().count() <= limit, field, format!("{label} cannot exceed {limit} characters"));
    let cleaned = html::clean_field(errors, field, source, stored);
    let blank = is_invisible(&html::comparable(&cleaned));
    errors.check(!blank || !required, field, format!("{label} is required"));
    if let Some(fault) = maths::fault(&html::text_of(&cleaned)) {
        errors.add(field, format!("The maths {fault}"));
    }
    if blank { String::new() } else { cleaned }
}

/// The field names of a question in a form.
pub(super) struct Names {
    /// Before each of them.
    pub prefix: String,
    pub question: &'static str,
    /// Before the option's number.
    pub option: &'static str,
    pub right: &'static str,
    pub description: &'static str,
}

/// A question as a form gives it.
pub(super) struct Form<'a> {
    pub question: &'a str,
    /// In order; a blank one is none.
    pub options: [Option<&'a str>; 5],
    /// 1 to 5.
    pub right: Option<i64>,
    pub description: &'a str,
    /// The question that it changes.
    pub old: Option<&'a Question>,
}

/// A question that was checked, cleaned.
pub(super) struct Checked {
    pub question: String,
    pub options: Vec<String>,
    /// The index of the key.
    pub correct: usize,
    pub description: String,
}

impl Form<'_> {
    /// Checks the question; what comes out stands only if no error was added.
    pub(super) fn check(&self, errors: &mut FieldErrors, names: &Names) -> Checked {
        let name = |field: &str| format!("{}{field}", names.prefix);
        let (stem, explanation) = (self.old.map(|old| &*old.question), self.old.map(|old| &*old.description));
        let question = rich(errors, &name(names.question), "Question", self.question, stem, true);
        let description = rich(errors, &name(names.description), "Description", self.description, explanation, false);
        let option_name = |place: usize| format!("{}{}", name(names.option), place + 1);
        let mut options: Vec<String> = Vec::with_capacity(5);
        for (place, option) in self.options.iter().enumerate() {
            let stored = self.old.and_then(|old| old.options.get(place)).map(|old| &*old.option);
            let option = option.unwrap_or_default();
            options.push(rich(errors, &option_name(place), "Option", option, stored, place < 2));
        }
        while options.last().is_some_and(String::is_empty) {
            options.pop();
        }
        let texts: Vec<String> = options.iter().map(|option| normal(option)).collect();
        for (place, text) in texts.iter().enumerate() {
            errors.check(!text.is_empty(), &option_name(place), "Only the last options can be empty.");
            let repeated = !text.is_empty() && texts[..place].contains(text);
            errors.check(!repeated, &option_name(place), "This option is the same as another one");
        }
        let right = self.right.and_then(|right| usize::try_from(right).ok()).and_then(|right| right.checked_sub(1));
        let correct = right.filter(|&right| right < options.len());
        errors.check(correct.is_some(), &name(names.right), messages::NO_CORRECT_ANSWER);
        Checked { question, options, correct: correct.unwrap_or(0), description }
    }
}
