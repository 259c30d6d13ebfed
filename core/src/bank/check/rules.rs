//! The rules for a question, and over the questions of a year.

use std::collections::{BTreeSet, HashMap, hash_map::Entry as Slot};

use super::FaultKind;
use crate::{
    bank::{
        Entry, Question, Theory,
        identity::{identity, normal},
        references,
    },
    html::{self, maths},
    images::refer,
    store::Id,
};

/// From so many questions on the letters of a year's keys are compared: were each of four letters as likely, one
/// year of twenty questions in sixty would have one letter more than half the time, and a longer one hardly ever.
const COMPARED: u32 = 20;

/// The state of a year's check.
#[derive(Default)]
pub(super) struct Rules {
    /// The first question of each stem.
    stems: HashMap<String, Id<Question>>,
    /// The first theory question of each stem.
    theories: HashMap<String, Id<Theory>>,
    /// How often each letter is the key.
    letters: [u32; 5],
}

/// The problems of a question.
pub(super) type Found = Vec<(FaultKind, String)>;

/// A kind of question that is looked at.
pub(super) trait Looked: Entry {
    /// Its id, as that of the one or the other kind.
    fn named(&self) -> (Option<Id<Question>>, Option<Id<Theory>>);
    /// Its rich texts, each with its name.
    fn texts(&self) -> Vec<(String, &str)>;
    /// Its problems in comparison with others of the year.
    fn look_at(&self, rules: &mut Rules) -> Found;
}

impl Looked for Question {
    fn named(&self) -> (Option<Id<Question>>, Option<Id<Theory>>) {
        (Some(self.id.clone()), None)
    }

    fn texts(&self) -> Vec<(String, &str)> {
        let mut texts = vec![("stem".to_owned(), self.question.as_str())];
        texts.extend(self.passage.as_deref().map(|passage| ("passage".to_owned(), passage)));
        let options = self.options.iter().enumerate();
        texts.extend(options.map(|(place, choice)| (format!("option {}", letter(place)), choice.option.as_str())));
        texts.push(("explanation".to_owned(), &self.description));
        texts
    }

    fn look_at(&self, rules: &mut Rules) -> Found {
        rules.look_at(self)
    }
}

impl Looked for Theory {
    fn named(&self) -> (Option<Id<Question>>, Option<Id<Theory>>) {
        (None, Some(self.id.clone()))
    }

    fn texts(&self) -> Vec<(String, &str)> {
        let texts = [("stem", &self.question), ("answer", &self.answer), ("detailed answer", &self.detailed_answer)];
        texts.map(|(name, text)| (name.to_owned(), text.as_str())).into()
    }

    fn look_at(&self, rules: &mut Rules) -> Found {
        let mut found = Found::new();
        let stem = identity(&self.university, &self.question, [], self.logo.as_deref());
        found.extend(repeated(&mut rules.theories, stem, &self.id));
        found.extend(torn(self));
        found.extend(sourceless(self));
        found
    }
}

/// A stem that stands in the year already.
fn repeated<T: Clone>(stems: &mut HashMap<String, Id<T>>, stem: String, id: &Id<T>) -> Option<(FaultKind, String)> {
    match stems.entry(stem) {
        Slot::Occupied(first) => {
            Some((FaultKind::DuplicateStem, format!("It has the stem of the question {}", first.get())))
        }
        Slot::Vacant(slot) => {
            slot.insert(id.clone());
            None
        }
    }
}

/// The texts whose maths is torn.
fn torn(entry: &impl Looked) -> Found {
    let fault = |(name, source): (String, &str)| {
        let fault = maths::fault(&html::text_of(source))?;
        Some((FaultKind::TornMaths, format!("The maths of the {name} {fault}")))
    };
    entry.texts().into_iter().filter_map(fault).collect()
}

/// The texts that show a picture without a source.
fn sourceless(entry: &impl Looked) -> Found {
    let shown = entry.texts().into_iter().filter(|(_, source)| html::lacks_source(source));
    let words = |name| format!("A picture of the {name} was never uploaded");
    shown.map(|(name, _)| (FaultKind::PictureWithoutSource, words(name))).collect()
}

impl Rules {
    /// The problems of the next question of the year.
    fn look_at(&mut self, question: &Question) -> Found {
        let mut found = Found::new();
        if html::comparable(&question.description).is_empty() {
            found.push((FaultKind::NoExplanation, "It has no explanation".into()));
        }
        // "What does the writer mean?" is another question on another passage.
        let (university, passage) = (&question.university, question.passage.as_deref());
        let stem = identity(university, &question.question, passage, question.logo.as_deref());
        found.extend(repeated(&mut self.stems, stem, &question.id));
        if let Some((one, other)) = alike(question) {
            found.push((
                FaultKind::OptionsAlike,
                format!("The options {} and {} are alike", letter(one), letter(other)),
            ));
        }
        let options = question.options.iter().map(|choice| choice.option.as_str());
        if let Some(letter) = references::named_letter(&question.description, options.clone()) {
            found.push((FaultKind::LetterInExplanation, references::letter_named(letter)));
        }
        found.extend(references::doubt(&question.question, options).map(|(_, why)| (FaultKind::OptionsNamed, why)));
        found.extend(torn(question));
        found.extend(sourceless(question));
        // Keys are compared among the questions that students meet.
        let key = question.options.iter().position(|choice| choice.id == question.correct && question.status);
        if let Some(count) = key.and_then(|key| self.letters.get_mut(key)) {
            *count += 1;
        }
        found
    }

    /// The finding about the distribution of keys.
    pub fn lopsided(&self) -> Option<String> {
        let all: u32 = self.letters.iter().sum();
        let (place, most) = self.letters.iter().enumerate().max_by_key(|(_, count)| **count)?;
        let is_odd = all >= COMPARED && most * 2 > all;
        is_odd.then(|| format!("{} is the key of {most} of {all} questions", letter(place)))
    }
}

/// The names of the pictures that a question shows.
pub(super) fn pictures(entry: &impl Looked) -> BTreeSet<String> {
    let texts = entry.texts().into_iter().map(|(_, text)| text).chain(entry.picture());
    texts.flat_map(refer::shown).map(str::to_owned).collect()
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
            for_visitors: false,
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
        let on = |passage: &str| Question {
            passage: Some(passage.into()),
            ..question(passage, "What is it?", ["1", "2", "3", "4"], 0)
        };
        for passage in ["The sea.", "The sky."] {
            assert_eq!(rules.look_at(&on(passage)), [], "another passage asks something else");
        }
        assert_eq!(kinds(&rules.look_at(&on("The  sea."))), [FaultKind::DuplicateStem]);
        let found = rules.look_at(&question("c", "How fast?", ["5 m/s", "6", "5m/s.", "7"], 0));
        assert_eq!(found, [(FaultKind::OptionsAlike, "The options A and C are alike".into())]);
        let found = rules.look_at(&question("d", r"Find \(x", ["1", "$$2", "3", "4"], 0));
        assert_eq!(kinds(&found), [FaultKind::TornMaths, FaultKind::TornMaths]);
        assert!(found[1].1.starts_with("The maths of the option B has a $$"), "{found:?}");
        let pasted = Question {
            passage: Some("<p>See <img alt=\"Fig. 1\"></p>".into()),
            ..question("f", "How?", ["1", "<img width=\"4\">", "3", "4"], 0)
        };
        let found = rules.look_at(&pasted);
        assert_eq!(kinds(&found), [FaultKind::PictureWithoutSource; 2]);
        assert_eq!(found[1].1, "A picture of the option B was never uploaded");
        let bare = Question { description: "<p> </p>".into(), ..question("e", "Why?", ["1", "2", "3", "4"], 0) };
        assert_eq!(kinds(&rules.look_at(&bare)), [FaultKind::NoExplanation]);
        let lettered = Question {
            description: "Option B is the only metal.".into(),
            ..question("g", "Which is a metal?", ["Sulphur", "Iron", "Chlorine", "Neon"], 1)
        };
        assert_eq!(kinds(&rules.look_at(&lettered)), [FaultKind::LetterInExplanation]);
        let numbered = question("h", "Which dissolve?", ["Salt", "Sand", "Sugar", "1 and 3"], 3);
        assert_eq!(kinds(&rules.look_at(&numbered)), [FaultKind::OptionsNamed]);
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
