//! What is looked at in a question, and over the questions of a year.

use std::collections::{BTreeSet, HashMap};

use super::FaultKind;
use crate::{
    bank::{
        Question,
        identity::{identity, normal},
    },
    html::{self, maths},
    images::refer,
    store::Id,
};

/// From so many questions on the letters of a year's keys are compared: were each of four letters as likely, one
/// year of twenty questions in sixty would have one letter more than half the time, and a longer one hardly ever.
const COMPARED: u32 = 20;

/// What was seen of a year so far.
#[derive(Default)]
pub(super) struct Rules {
    /// The first question of each stem.
    stems: HashMap<String, Id<Question>>,
    /// How often each letter is the key.
    letters: [u32; 5],
}

/// What is wrong with a question, in words.
type Found = Vec<(FaultKind, String)>;

impl Rules {
    /// What is wrong with the next question of the year.
    pub fn look_at(&mut self, question: &Question) -> Found {
        let mut found = Found::new();
        if html::comparable(&question.description).is_empty() {
            found.push((FaultKind::NoExplanation, "It has no explanation".into()));
        }
        let stem = identity(&question.university, &question.question, [], question.logo.as_deref());
        match self.stems.get(&stem) {
            Some(first) => found.push((FaultKind::DuplicateStem, format!("It has the stem of the question {first}"))),
            None => drop(self.stems.insert(stem, question.id.clone())),
        }
        if let Some((one, other)) = alike(question) {
            found.push((
                FaultKind::OptionsAlike,
                format!("The options {} and {} are alike", letter(one), letter(other)),
            ));
        }
        for (name, source) in texts(question) {
            if let Some(fault) = maths::fault(&html::text_of(source)) {
                found.push((FaultKind::TornMaths, format!("The maths of the {name} {fault}")));
            }
        }
        let key = question.options.iter().position(|choice| choice.id == question.correct);
        if let Some(count) = key.and_then(|key| self.letters.get_mut(key)) {
            *count += 1;
        }
        found
    }

    /// What is odd about the keys of all questions that were looked at, in words.
    pub fn lopsided(&self) -> Option<String> {
        let all: u32 = self.letters.iter().sum();
        let (place, most) = self.letters.iter().enumerate().max_by_key(|(_, count)| **count)?;
        let is_odd = all >= COMPARED && most * 2 > all;
        is_odd.then(|| format!("{} is the key of {most} of {all} questions", letter(place)))
    }
}

/// The names of the pictures that a question shows.
pub(super) fn pictures(question: &Question) -> BTreeSet<String> {
    let logo = question.logo.as_deref().unwrap_or_default();
    let texts = texts(question).into_iter().map(|(_, text)| text).chain([logo]);
    texts.flat_map(refer::shown).map(str::to_owned).collect()
}

/// The rich texts of a question, each with its name.
fn texts(question: &Question) -> Vec<(String, &str)> {
    let passage = question.passage.as_deref().map(|passage| ("passage".to_owned(), passage));
    let mut texts = vec![("stem".to_owned(), question.question.as_str())];
    texts.extend(passage);
    let options = question.options.iter().enumerate();
    texts.extend(options.map(|(place, choice)| (format!("option {}", letter(place)), choice.option.as_str())));
    texts.push(("explanation".to_owned(), &question.description));
    texts
}

/// The first two options that differ by white space or a full stop at the end alone.
fn alike(question: &Question) -> Option<(usize, usize)> {
    let plain = |text: &str| -> String {
        normal(text).trim_end().trim_end_matches('.').chars().filter(|letter| !letter.is_whitespace()).collect()
    };
    let texts: Vec<_> = question.options.iter().map(|choice| plain(&choice.option)).collect();
    (0..texts.len()).find_map(|other| {
        let one = texts[..other].iter().position(|text| *text == texts[other])?;
        Some((one, other))
    })
}

fn letter(place: usize) -> char {
    char::from(b'A' + u8::try_from(place).unwrap_or(25).min(25))
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;
    use crate::bank::Choice;

    fn question(id: &str, stem: &str, options: [&str; 4], key: usize) -> Question {
        let options: Vec<_> = options
            .iter()
            .enumerate()
            .map(|(n, text)| Choice { id: Id::new(format!("{id}-{n}")), option: (*text).into() })
            .collect();
        Question {
            id: Id::new(id),
            subject: Id::new("s"),
            year: Id::new("y"),
            topic: Id::new("t"),
            section: Id::new("x"),
            university: vec![],
            title: String::new(),
            passage: None,
            group: None,
            question: stem.into(),
            correct: options[key].id.clone(),
            options,
            description: "Because.".into(),
            logo: None,
            status: true,
            position: 1,
            identity: String::new(),
            version: 0,
            created_at: DateTime::UNIX_EPOCH,
        }
    }

    fn kinds(found: &Found) -> Vec<FaultKind> {
        found.iter().map(|(kind, _)| *kind).collect()
    }

    #[test]
    fn a_good_question_is_passed_over() {
        let mut rules = Rules::default();
        for (id, stem) in [("a", r"Find \(x\)"), ("b", r"Find \(X\)"), ("c", "TT crosses Tt")] {
            assert_eq!(rules.look_at(&question(id, stem, ["TT", "Tt", "tt", "T T t"], 0)), []);
        }
    }

    #[test]
    fn each_fault_is_named() {
        let mut rules = Rules::default();
        rules.look_at(&question("a", "What is it?", ["1", "2", "3", "4"], 0));
        let found = rules.look_at(&question("b", "<p>What  is it?</p>", ["1", "2", "3", "4"], 0));
        assert_eq!(found, [(FaultKind::DuplicateStem, "It has the stem of the question a".into())]);
        let found = rules.look_at(&question("c", "How fast?", ["5 m/s", "6", "5m/s.", "7"], 0));
        assert_eq!(found, [(FaultKind::OptionsAlike, "The options A and C are alike".into())]);
        let found = rules.look_at(&question("d", r"Find \(x", ["1", "$$2", "3", "4"], 0));
        assert_eq!(kinds(&found), [FaultKind::TornMaths, FaultKind::TornMaths]);
        assert!(found[1].1.starts_with("The maths of the option B has a $$"), "{found:?}");
        let bare = Question { description: "<p> </p>".into(), ..question("e", "Why?", ["1", "2", "3", "4"], 0) };
        assert_eq!(kinds(&rules.look_at(&bare)), [FaultKind::NoExplanation]);
    }

    #[test]
    fn pictures_are_found_in_every_text() {
        let name = |letter: &str| format!("{}.png", letter.repeat(64));
        let image = |letter: &str| format!("<img src=\"/uploads/{}\">", name(letter));
        let (a, b) = (image("a"), image("b"));
        let shown = Question {
            passage: Some(image("c")),
            logo: Some(format!("/uploads/{}", name("d"))),
            description: image("a"),
            ..question("a", &a, ["1", &b, "3", "4"], 0)
        };
        assert_eq!(pictures(&shown), ["a", "b", "c", "d"].map(name).into());
    }

    #[test]
    fn keys_are_lopsided_from_twenty_on_and_past_the_half() {
        let of = |counts: [u32; 4]| {
            let mut rules = Rules::default();
            for (key, count) in counts.into_iter().enumerate() {
                for n in 0..count {
                    rules.look_at(&question(&format!("{key}-{n}"), &format!("{key} {n}"), ["1", "2", "3", "4"], key));
                }
            }
            rules.lopsided()
        };
        assert_eq!(of([19, 0, 0, 0]), None, "too few to say");
        assert_eq!(of([5, 10, 5, 0]), None, "half is not more than half");
        assert_eq!(of([5, 11, 4, 0]).as_deref(), Some("B is the key of 11 of 20 questions"));
    }
}
