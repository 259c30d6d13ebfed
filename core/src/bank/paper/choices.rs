//! The order in which the options of a question are shown.

use rand::Rng;
use rand::seq::SliceRandom;

use crate::bank::{Choice, Question};
use crate::html;
use crate::store::Id;

/// The option ids in the order shown. "All of the above" and its like stay last, in their order; and
/// where an option names others by letter ("A and B", "C only") all stay where they are, since the
/// letters belong to places.
pub fn order(question: &Question, shuffle: bool, rng: &mut impl Rng) -> Vec<Id<Choice>> {
    let ids = |choices: &[&Choice]| choices.iter().map(|choice| choice.id.clone()).collect();
    let all: Vec<_> = question.options.iter().collect();
    if !shuffle {
        return ids(&all);
    }
    let texts: Vec<_> = all.iter().map(|choice| short(&choice.option)).collect();
    if texts.iter().any(|text| names_letters(text)) {
        return ids(&all);
    }
    let (mut free, mut last) = (Vec::new(), Vec::new());
    for (choice, text) in all.into_iter().zip(&texts) {
        let place = if sums_up(text) { &mut last } else { &mut free };
        place.push(choice);
    }
    free.shuffle(rng);
    free.append(&mut last);
    ids(&free)
}

/// The plain text of an option in small letters; none of a long one, which only speaks for itself.
fn short(html: &str) -> String {
    match html.len() <= 160 {
        true => html::text_of(html).to_lowercase(),
        false => String::new(),
    }
}

fn words(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '&').filter(|word| !word.is_empty()).collect()
}

/// "All of the above", "None of these", "Both of the options", "None".
fn sums_up(text: &str) -> bool {
    match *words(text).as_slice() {
        [] => false,
        ["all" | "none"] => true,
        [first, .., last] => {
            ["all", "none", "any", "both", "either", "neither", "some"].contains(&first)
                && (matches!(last, "above" | "these" | "them" | "options")
                    || text.contains("of the above")
                    || text.contains("of the options"))
        }
        _ => false,
    }
}

/// "A and B", "Both A & C", "B only", "A, B and D", "Options A and B".
fn names_letters(text: &str) -> bool {
    let (mut letters, mut joins) = (0, 0);
    for word in words(text) {
        match word {
            "a" | "b" | "c" | "d" | "e" => letters += 1,
            "and" | "or" | "nor" | "&" | "only" => joins += 1,
            "both" | "either" | "neither" | "all" | "none" | "option" | "options" | "of" => {}
            _ => return false,
        }
    }
    letters > 0 && joins > 0
}
