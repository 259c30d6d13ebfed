//! Aiken: a stem, options under letters, and a line `ANSWER: B`.

use super::{
    FileBody, FileItem, Format, ItemKind, Written,
    source::{ParsedFile, ReadError, Rows},
};
use crate::{
    bank::{identity::normal, sheet::normalise},
    html,
};

/// The parts that this format cannot hold for any question.
pub(super) const NOT_HELD: &str = "Aiken holds no ids, titles, topics and sections.";

/// The question whose lines are being read.
struct Pending<'a> {
    line: u32,
    stem: Vec<&'a str>,
    options: Vec<&'a str>,
    /// The problems of the question, by line.
    wrong: Option<(u32, &'static str)>,
}

/// Reads questions.
///
/// # Errors
/// [`ReadError`] for a file without questions, or beyond the limits.
pub(super) fn read(text: &str, kind: ItemKind) -> Result<ParsedFile, ReadError> {
    if kind == ItemKind::Essay {
        return Err(ReadError::broken(Format::Aiken, "this format holds no theory questions"));
    }
    let mut rows = Rows::of_items(kind)?;
    let mut pending: Option<Pending<'_>> = None;
    for (line, words) in (1..).zip(text.lines()) {
        let words = words.trim();
        if let Some(answer) = answer(words) {
            let asked = pending.take().unwrap_or(Pending { line, stem: vec![], options: vec![], wrong: None });
            finish(&mut rows, asked, line, Some(answer))?;
        } else if words.is_empty() {
            // A stem may contain blank lines; options may not.
            if pending.as_ref().is_some_and(|asked| !asked.options.is_empty())
                && let Some(asked) = pending.take()
            {
                finish(&mut rows, asked, line, None)?;
            }
        } else {
            let asked = pending.get_or_insert_with(|| Pending { line, stem: vec![], options: vec![], wrong: None });
            asked.add(line, words);
        }
    }
    if let Some(asked) = pending {
        let line = asked.line;
        finish(&mut rows, asked, line, None)?;
    }
    Ok(ParsedFile { is_plain: true, ..rows.done(Format::Aiken)? })
}

impl<'a> Pending<'a> {
    fn add(&mut self, line: u32, words: &'a str) {
        match option(words) {
            Some((letter, text)) if self.is_option(letter, words) => {
                if usize::from(letter) == self.options.len() {
                    self.options.push(text);
                } else {
                    self.wrong.get_or_insert((line, "The letters of the options are not in order."));
                }
            }
            _ if self.options.is_empty() => self.stem.push(words),
            _ => {
                self.wrong.get_or_insert((line, "The line is neither an option nor an answer."));
            }
        }
    }
}

impl Pending<'_> {
    /// Whether a line that begins like the option of this letter is one. Without a space after its label it is either
    /// the next option or part of the stem, such as `A.D. 70`.
    fn is_option(&self, letter: u8, words: &str) -> bool {
        let (label, text) = (words.as_bytes()[1], &words[2..]);
        let is_set_apart = text.starts_with(char::is_whitespace);
        let is_initial = label == b'.' && text.chars().nth(1) == Some('.');
        let is_next = usize::from(letter) == self.options.len() && !is_initial;
        (!self.stem.is_empty() || !self.options.is_empty()) && (is_set_apart || is_next)
    }
}

fn finish(rows: &mut Rows, asked: Pending<'_>, line: u32, answer: Option<&str>) -> Result<(), ReadError> {
    if let Some((line, why)) = asked.wrong {
        return rows.source.refuse(line, "question", why);
    }
    let Some(answer) = answer else {
        return rows.source.refuse(asked.line, "rightAnswer", "The question has no line “ANSWER:” with its letter.");
    };
    if asked.options.is_empty() {
        return rows.source.refuse(line, "option1", "The answer has no options above it.");
    }
    let place = match answer.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => usize::from(letter.to_ascii_uppercase() - b'A'),
        _ => usize::MAX,
    };
    if place >= asked.options.len() {
        return rows.source.refuse(line, "rightAnswer", "The answer is not the letter of an option.");
    }
    rows.item(&FileItem {
        line: asked.line,
        question: asked.stem.join("\n"),
        body: FileBody::Choice {
            options: asked.options.into_iter().map(str::to_owned).collect(),
            correct: place,
            description: String::new(),
        },
        is_text: true,
        ..FileItem::default()
    })
}

/// The index of the letter, and the text after it.
fn option(words: &str) -> Option<(u8, &str)> {
    let [letter @ b'A'..=b'Z', b'.' | b')', ..] = words.as_bytes() else { return None };
    Some((letter - b'A', words[2..].trim_start()))
}

fn answer(words: &str) -> Option<&str> {
    let (word, answer) = words.split_at_checked("ANSWER:".len())?;
    word.eq_ignore_ascii_case("ANSWER:").then(|| answer.trim())
}

/// The text of a question, and its losses.
pub(super) fn write(item: &FileItem) -> Written {
    let mut written = Written::default();
    let FileBody::Choice { options, correct, description } = &item.body else { return written };
    for (column, given) in [
        ("passage", !item.passage.is_empty()),
        ("answerDesc", !description.is_empty()),
        ("image", !item.image.is_empty()),
    ] {
        if given {
            written.lose(column, "Aiken has no place for it.");
        }
    }
    // As plain text, unless the markup has a meaning: 10<sup>-3</sup> is not 10-3.
    let mut line = |column: &'static str, html: &str| {
        let plain = html::text_of(html);
        let read = html::clean(&plain);
        if normal(&read) != normal(html) {
            written.lose(column, "Aiken holds no pictures and no raised, lowered or underlined signs.");
            return None;
        }
        if read != normalise(html) {
            written.lose(column, "Aiken holds no markup and no line breaks; the plain text was written.");
        }
        Some(plain)
    };
    let stem = line("question", &item.question);
    let columns = ["option1", "option2", "option3", "option4", "option5"];
    let options: Vec<Option<String>> =
        columns.into_iter().zip(options).map(|(column, html)| line(column, html)).collect();
    let options: Option<Vec<String>> = options.into_iter().collect();
    let is_stem = |stem: &String| option(stem).is_none() && answer(stem).is_none();
    let (Some(stem), Some(options)) = (stem.filter(is_stem), options) else {
        written.lose("question", "The question was left out, because Aiken cannot hold it.");
        return written;
    };
    written.text = stem;
    for (letter, option) in ('A'..).zip(&options) {
        written.text.push_str(&format!("\n{letter}. {option}"));
    }
    let letter = ('A'..).nth(*correct).unwrap_or('A');
    written.text.push_str(&format!("\nANSWER: {letter}\n\n"));
    written
}
