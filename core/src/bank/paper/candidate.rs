//! What drawing needs to know of questions and theories.

use sha2::{Digest as _, Sha256};

use super::ExamType;
use crate::bank::{Entry, Question, Theory};

/// What may be drawn into a paper.
pub(super) trait Candidate: Entry {
    /// Whether papers of this type hold entries of this kind.
    fn wanted_in(exam_type: ExamType) -> bool;
    /// The label that links it with others of its subject-year.
    fn group(&self) -> Option<&str>;
    /// The passage of its group, where it is the one to carry it.
    fn passage(&self) -> Option<&str>;

    /// What tells it from others: the normalised stem with its picture, and in a group its passage,
    /// since "What is the best title?" is asked of many. Hashed, because a paper only asks whether two
    /// are alike; it is stored, so it means the same in every version.
    fn likeness(&self, passage: Option<&str>) -> u64 {
        let mut hash = Sha256::new();
        let parts = [Some(stem(self.question())), self.picture().map(str::to_owned), passage.map(plain)];
        for part in parts {
            let length = part.as_ref().map_or(u64::MAX, |part| part.len() as u64);
            hash.update(length.to_be_bytes());
            hash.update(part.unwrap_or_default());
        }
        hash.finalize().iter().take(8).fold(0, |number, &byte| number << 8 | u64::from(byte))
    }
}

impl Candidate for Question {
    fn wanted_in(exam_type: ExamType) -> bool {
        matches!(exam_type, ExamType::Objective | ExamType::Both)
    }
    fn group(&self) -> Option<&str> {
        self.group.as_deref().filter(|label| !label.is_empty())
    }
    fn passage(&self) -> Option<&str> {
        self.passage.as_deref()
    }
}

impl Candidate for Theory {
    fn wanted_in(exam_type: ExamType) -> bool {
        matches!(exam_type, ExamType::Theory | ExamType::Both)
    }
    fn group(&self) -> Option<&str> {
        None
    }
    fn passage(&self) -> Option<&str> {
        None
    }
}

/// Tags that can make another question of the same words: x<sup>2</sup>, the <u>underlined</u> one.
const TELLING: [&str; 8] = ["b", "em", "i", "s", "strong", "sub", "sup", "u"];

/// The text of a piece of HTML in lower case: tags out, white space single. A `<` that opens no tag
/// is kept, as mathematics needs it.
pub(super) fn plain(html: &str) -> String {
    text(html, &[])
}

/// A stem in the form in which it is compared with others.
fn stem(html: &str) -> String {
    text(html, &TELLING)
}

fn text(html: &str, kept: &[&str]) -> String {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        let (before, tag) = rest.split_at(at);
        add(&mut text, before);
        let name = tag[1..].trim_start_matches('/');
        let name = &name[..name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len())];
        match tag.find('>') {
            Some(end) if name.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                let telling = kept.iter().any(|kept| name.eq_ignore_ascii_case(kept));
                add(&mut text, if telling { &tag[..=end] } else { " " });
                rest = &tag[end + 1..];
            }
            _ => {
                text.push('<');
                rest = &tag[1..];
            }
        }
    }
    add(&mut text, rest);
    text.truncate(text.trim_end().len());
    text
}

/// Adds a piece in lower case, with single spaces.
fn add(text: &mut String, piece: &str) {
    for (place, run) in piece.split("&nbsp;").enumerate() {
        let space = (place > 0).then_some(' ');
        for letter in space.into_iter().chain(run.chars()) {
            if !letter.is_whitespace() {
                text.extend(letter.to_lowercase());
            } else if !text.is_empty() && !text.ends_with(' ') {
                text.push(' ');
            }
        }
    }
}
