//! The rules for a question, and over the questions of a year.

use std::collections::{BTreeSet, HashMap, hash_map::Entry};

use super::FaultKind;
use crate::{
    bank::{
        ChoiceBody, Item, ItemBody, ItemKind,
        identity::{identity, normal},
        letter, references,
    },
    html::{self, maths},
    images::references::names_in,
};

/// The letters of a year's keys are compared from this number of questions on. If four letters were equally likely, one
/// of them would be the key of more than half of twenty questions in only one of sixty years, and in longer years
/// hardly ever.
const COMPARED: u32 = 20;

/// The state of a year's check.
#[derive(Default)]
pub(super) struct Rules {
    /// The id of the first item of each kind and stem.
    stems: HashMap<(ItemKind, String), String>,
    /// How often each letter is the key.
    letters: [u32; 5],
}

/// The problems of an item.
pub(super) type Found = Vec<(FaultKind, String)>;

impl Rules {
    /// The problems of the next item of the year.
    pub fn check<B: ItemBody>(&mut self, item: &Item<B>) -> Found {
        let mut found = Found::new();
        let choice = item.body.as_choice();
        if choice.is_some_and(|choice| html::comparable(&choice.description).is_empty()) {
            found.push((FaultKind::NoExplanation, "It has no explanation".into()));
        }
        // With another passage, "What does the writer mean?" is another question.
        let passage = choice.and_then(|choice| choice.passage.as_deref());
        let stem = identity(&item.university, &item.question, passage, item.logo.as_deref());
        match self.stems.entry((B::KIND, stem)) {
            Entry::Occupied(first) => {
                found.push((FaultKind::DuplicateStem, format!("It has the stem of the question {}", first.get())));
            }
            Entry::Vacant(slot) => {
                slot.insert(item.id.to_string());
            }
        }
        if let Some(choice) = choice {
            self.check_options(&item.question, choice, item.status, &mut found);
        }
        for (name, source) in texts(item) {
            if let Some(fault) = maths::fault(&html::text_of(source)) {
                found.push((FaultKind::TornMaths, format!("The maths of the {name} {fault}")));
            }
        }
        let sourceless = texts(item).filter(|(_, source)| html::lacks_source(source));
        let words = |name| format!("A picture of the {name} was never uploaded");
        found.extend(sourceless.map(|(name, _)| (FaultKind::PictureWithoutSource, words(name))));
        found
    }

    fn check_options(&mut self, question: &str, choice: &ChoiceBody, is_in_use: bool, found: &mut Found) {
        if let Some((one, other)) = alike(choice) {
            found.push((
                FaultKind::OptionsAlike,
                format!("The options {} and {} are alike", letter(one), letter(other)),
            ));
        }
        let options = choice.options.iter().map(|choice| choice.option.as_str());
        if let Some(letter) = references::named_letter(&choice.description, options.clone()) {
            found.push((FaultKind::LetterInExplanation, references::letter_named(letter)));
        }
        found.extend(references::doubt(question, options).map(|(_, why)| (FaultKind::OptionsNamed, why)));
        // Students see only active questions, so only their keys count.
        let key = choice.key().filter(|_| is_in_use);
        if let Some(count) = key.and_then(|key| self.letters.get_mut(key)) {
            *count += 1;
        }
    }

    /// The finding about the distribution of keys.
    pub fn lopsided(&self) -> Option<String> {
        let all: u32 = self.letters.iter().sum();
        let (place, most) = self.letters.iter().enumerate().max_by_key(|(_, count)| **count)?;
        let is_odd = all >= COMPARED && most * 2 > all;
        is_odd.then(|| format!("{} is the key of {most} of {all} questions", letter(place)))
    }
}

/// The texts of an item, each with its name.
fn texts<B: ItemBody>(item: &Item<B>) -> impl Iterator<Item = (&'static str, &str)> {
    [("stem", item.question.as_str())].into_iter().chain(item.body.texts())
}

/// The names of the pictures that an item shows.
pub(super) fn pictures<B: ItemBody>(item: &Item<B>) -> BTreeSet<String> {
    let texts = texts(item).map(|(_, text)| text).chain(item.logo.as_deref());
    texts.flat_map(names_in).map(str::to_owned).collect()
}

/// The first two options that differ only by white space or a full stop at the end.
fn alike(choice: &ChoiceBody) -> Option<(usize, usize)> {
    let plain = |text: &str| -> String {
        normal(text).trim_end().trim_end_matches('.').chars().filter(|letter| !letter.is_whitespace()).collect()
    };
    let texts: Vec<_> = choice.options.iter().map(|one| plain(&one.option)).collect();
    (0..texts.len()).find_map(|other| {
        let one = texts[..other].iter().position(|text| *text == texts[other])?;
        Some((one, other))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bank::Question;

    /// The question with another passage and another explanation, where one is given.
    fn with(question: Question, passage: Option<&str>, description: Option<&str>) -> Question {
        let passage = passage.map(str::to_owned);
        let description = description.map_or_else(|| question.body.description.clone(), str::to_owned);
        Question { body: ChoiceBody { passage, description, ..question.body }, ..question }
    }

    fn kinds(found: &Found) -> Vec<FaultKind> {
        found.iter().map(|(kind, _)| *kind).collect()
    }

    #[test]
    fn a_good_question_is_passed_over() {
        let mut rules = Rules::default();
        for (id, stem) in [("a", r"Find \(x\)"), ("b", r"Find \(X\)"), ("c", "TT crosses Tt")] {
            assert_eq!(rules.check(&Question::sample(id, stem, ["TT", "Tt", "tt", "T T t"], 0)), []);
        }
    }

    #[test]
    fn each_fault_is_named() {
        let mut rules = Rules::default();
        rules.check(&Question::sample("a", "What is it?", ["1", "2", "3", "4"], 0));
        let found = rules.check(&Question::sample("b", "<p>What  is it?</p>", ["1", "2", "3", "4"], 0));
        assert_eq!(found, [(FaultKind::DuplicateStem, "It has the stem of the question a".into())]);
        let on = |passage: &str| {
            with(Question::sample(passage, "What is it?", ["1", "2", "3", "4"], 0), Some(passage), None)
        };
        for passage in ["The sea.", "The sky."] {
            assert_eq!(rules.check(&on(passage)), [], "another passage asks something else");
        }
        assert_eq!(kinds(&rules.check(&on("The  sea."))), [FaultKind::DuplicateStem]);
        let found = rules.check(&Question::sample("c", "How fast?", ["5 m/s", "6", "5m/s.", "7"], 0));
        assert_eq!(found, [(FaultKind::OptionsAlike, "The options A and C are alike".into())]);
        let found = rules.check(&Question::sample("d", r"Find \(x", ["1", "$$2", "3", "4"], 0));
        assert_eq!(kinds(&found), [FaultKind::TornMaths, FaultKind::TornMaths]);
        assert!(found[1].1.starts_with("The maths of the option B has a $$"), "{found:?}");
        let pasted = Question::sample("f", "How?", ["1", "<img width=\"4\">", "3", "4"], 0);
        let pasted = with(pasted, Some("<p>See <img alt=\"Fig. 1\"></p>"), None);
        let found = rules.check(&pasted);
        assert_eq!(kinds(&found), [FaultKind::PictureWithoutSource; 2]);
        assert_eq!(found[1].1, "A picture of the option B was never uploaded");
        let bare = with(Question::sample("e", "Why?", ["1", "2", "3", "4"], 0), None, Some("<p> </p>"));
        assert_eq!(kinds(&rules.check(&bare)), [FaultKind::NoExplanation]);
        let lettered = Question::sample("g", "Which is a metal?", ["Sulphur", "Iron", "Chlorine", "Neon"], 1);
        let lettered = with(lettered, None, Some("Option B is the only metal."));
        assert_eq!(kinds(&rules.check(&lettered)), [FaultKind::LetterInExplanation]);
        let numbered = Question::sample("h", "Which dissolve?", ["Salt", "Sand", "Sugar", "1 and 3"], 3);
        assert_eq!(kinds(&rules.check(&numbered)), [FaultKind::OptionsNamed]);
    }

    #[test]
    fn pictures_are_found_in_every_text() {
        let name = |letter: &str| format!("{}.png", letter.repeat(64));
        let image = |letter: &str| format!("<img src=\"/uploads/{}\">", name(letter));
        let (a, b) = (image("a"), image("b"));
        let shown = with(Question::sample("a", &a, ["1", &b, "3", "4"], 0), Some(&image("c")), Some(&image("a")));
        let shown = Question { logo: Some(format!("/uploads/{}", name("d"))), ..shown };
        assert_eq!(pictures(&shown), ["a", "b", "c", "d"].map(name).into());
    }

    #[test]
    fn keys_are_lopsided_from_twenty_on_and_past_the_half() {
        let of = |counts: [u32; 4]| {
            let mut rules = Rules::default();
            for (key, count) in counts.into_iter().enumerate() {
                for n in 0..count {
                    rules.check(&Question::sample(
                        &format!("{key}-{n}"),
                        &format!("{key} {n}"),
                        ["1", "2", "3", "4"],
                        key,
                    ));
                }
            }
            rules.lopsided()
        };
        assert_eq!(of([19, 0, 0, 0]), None, "too few to say");
        assert_eq!(of([5, 10, 5, 0]), None, "half is not more than half");
        assert_eq!(of([5, 11, 4, 0]).as_deref(), Some("B is the key of 11 of 20 questions"));
    }
}
