//! The order in which the options of a question are shown.

use rand::Rng;
use rand::seq::SliceRandom;

use crate::bank::references::{Reference, can_shuffle, reference};
use crate::bank::{Choice, ChoiceBody};
use crate::store::Id;

/// The option ids in the order shown. Options such as "All of the above" stay last, in their order. If an option names
/// others by letter ("A and B", "C only"), all keep their places, because letters belong to places.
pub fn order(question: &ChoiceBody, shuffle: bool, rng: &mut impl Rng) -> Vec<Id<Choice>> {
    let ids = |choices: &[&Choice]| choices.iter().map(|choice| choice.id.clone()).collect();
    let all: Vec<_> = question.options.iter().collect();
    if !shuffle || !can_shuffle(question.options.iter().map(|choice| choice.option.as_str())) {
        return ids(&all);
    }
    let is_last = |choice: &&Choice| reference(&choice.option) == Some(Reference::SumsUp);
    let (mut last, mut free): (Vec<_>, Vec<_>) = all.into_iter().partition(is_last);
    free.shuffle(rng);
    free.append(&mut last);
    ids(&free)
}
