//! GIFT: `::title::stem { =right ~wrong #### explanation }`, with categories and comments.
//!
//! Reads it like Moodle: blank lines separate questions, lines that begin with `//` are comments, and `\` escapes
//! `~ = # { } :`. An id is in a comment, `// [id:sabi-…]`.
//!
//! Formulas are the exception: Moodle reads `\(a \neq b\)` as a line break and "eq". See [`text::unescaped`].

mod text;

use super::{
    FileBody, FileItem, Format, ItemKind, Written, marks,
    moodle::{TRUE_FALSE, category, id_of, path_of, tagged},
    source::{ParsedFile, ReadError, Rows},
};
use text::{ESCAPE, Style, find, find_any, is_special};

/// The character that begins an answer.
const ANSWERS: [char; 2] = ['=', '~'];
/// Maximum number of options that are read, so that a hostile file cannot fill the memory.
const MAX_OPTIONS: usize = 10_000;

/// The comment that Moodle writes before each exported question.
const EXPORTED: &str = "question: ";

/// The lines between two blank lines, without comments.
#[derive(Default)]
struct Block {
    line: u32,
    text: String,
    id: String,
    /// Whether a program exported the block. Such programs escape every special character, also inside formulas.
    is_exported: bool,
}

/// Reads questions.
///
/// # Errors
/// [`ReadError`] for a file without questions, or beyond the limits.
pub(super) fn read(text: &str, kind: ItemKind) -> Result<ParsedFile, ReadError> {
    let mut rows = Rows::of_items(kind)?;
    let mut block = Block::default();
    let mut place = (String::new(), String::new());
    for (line, words) in (1..).zip(text.lines().chain([""])) {
        let trimmed = words.trim();
        if let Some(comment) = trimmed.strip_prefix("//") {
            let id = comment.split_once("[id:").and_then(|(_, rest)| rest.split_once(']'));
            if let Some(id) = id.and_then(|(id, _)| id_of(id)) {
                (block.id, block.is_exported) = (id, true);
            }
            block.is_exported |= comment.trim_start().starts_with(EXPORTED);
        } else if let Some(path) = trimmed.strip_prefix("$CATEGORY:").filter(|_| block.text.is_empty()) {
            place = category(path);
        } else if !trimmed.is_empty() {
            if block.text.is_empty() {
                block.line = line;
            } else {
                block.text.push('\n');
            }
            block.text.push_str(trimmed);
        } else if !block.text.is_empty() {
            let done = std::mem::take(&mut block);
            question(&mut rows, kind, &done, &place)?;
        }
    }
    rows.done(Format::Gift)
}

fn question(rows: &mut Rows, kind: ItemKind, block: &Block, place: &(String, String)) -> Result<(), ReadError> {
    let mut refuse = |column: &str, why: &str| rows.source.refuse(block.line, column, why);
    let style = Style::of(block.is_exported);
    let (title, text) = match block.text.strip_prefix("::").and_then(|rest| Some((rest, find(rest, "::")?))) {
        Some((rest, end)) => (style.words(&rest[..end]), rest[end + 2..].trim_start()),
        None => (String::new(), block.text.as_str()),
    };
    let Some(open) = find(text, "{") else {
        return refuse("question", "This is a text without answers; only questions are imported.");
    };
    let after = &text[open + 1..];
    let Some(close) = find(after, "}") else {
        return refuse("question", "The answers are not closed by a }.");
    };
    let (stem, answers, rest) = (&text[..open], after[..close].trim(), after[close + 1..].trim());
    if find(rest, "{").is_some() {
        return refuse("question", "There are two groups of answers; put a blank line between two questions.");
    }
    let (answers, general) = match find(answers, "####") {
        Some(at) => (answers[..at].trim_end(), &answers[at + 4..]),
        None => (answers, ""),
    };
    // Answers inherit the format of the question, unless they name another.
    let (style, stem) = style.taken(stem);
    // Text after the answers: in Moodle, the answers then mark a gap within the sentence.
    let stem = match rest {
        "" => style.html_of(stem),
        rest => style.html_of(&format!("{} _____ {rest}", stem.trim_end())),
    };
    let mut item = FileItem {
        line: block.line,
        id: block.id.clone(),
        title,
        topic: place.0.clone(),
        section: place.1.clone(),
        is_text: style.is_text(),
        ..FileItem::default()
    };
    marks::take_stem(&mut item, &stem);
    let sort = sort(answers);
    let kind_of = match (kind, &sort) {
        (ItemKind::Choice, Sort::Choice | Sort::TrueFalse(_)) | (ItemKind::Essay, Sort::Essay) => None,
        (ItemKind::Choice, Sort::Essay) => {
            Some("This is a question that is answered in writing; import it as a theory question.")
        }
        (ItemKind::Essay, Sort::Choice | Sort::TrueFalse(_)) => {
            Some("This is a multiple-choice question, not a theory question.")
        }
        (_, Sort::Other(what)) => Some(*what),
    };
    if let Some(why) = kind_of {
        return refuse("question", why);
    }
    if kind == ItemKind::Essay {
        item.body = tagged(&style.html(general));
        return rows.item(&item);
    }
    let read = match sort {
        Sort::TrueFalse(is_true) => {
            rows.source.warn(block.line, TRUE_FALSE);
            Ok(true_false(style, is_true, answers, general))
        }
        _ => choice(style, answers, general),
    };
    match read {
        Ok((body, lost)) => {
            item.body = body;
            if lost {
                rows.source.warn(block.line, "The feedback on other options was left out; the explanation is kept.");
            }
            rows.item(&item)
        }
        Err(why) => rows.source.refuse(block.line, "rightAnswer", why),
    }
}

/// The kind of question, from its answers.
enum Sort {
    Choice,
    /// True or false, with whether the statement is true.
    TrueFalse(bool),
    Essay,
    /// Any other kind, with the reason why it is not imported.
    Other(&'static str),
}

fn sort(answers: &str) -> Sort {
    let first = answers.split('#').next().unwrap_or_default().trim();
    if answers.is_empty() {
        Sort::Essay
    } else if answers.starts_with('#') {
        Sort::Other("Numerical questions are not imported; make it one with options.")
    } else if ["T", "TRUE"].contains(&first) {
        Sort::TrueFalse(true)
    } else if ["F", "FALSE"].contains(&first) {
        Sort::TrueFalse(false)
    } else if find(answers, "~").is_some() {
        Sort::Choice
    } else if find(answers, "->").is_some() {
        Sort::Other("Matching questions are not imported; make it one with options.")
    } else if find(answers, "=").is_some() {
        Sort::Other("Short-answer questions are not imported; make it one with options.")
    } else {
        Sort::Other("The answers are not understood; write =right and ~wrong.")
    }
}

/// The two options of a true-false question, and whether feedback was lost: `{T#when wrong#when right}`.
fn true_false(style: Style, is_true: bool, answers: &str, general: &str) -> (FileBody, bool) {
    let mut feedback = Vec::new();
    let mut rest = answers;
    while let Some(at) = find(rest, "#") {
        rest = &rest[at + 1..];
        feedback.push(style.html(&rest[..find(rest, "#").unwrap_or(rest.len())]));
    }
    let mut feedback = feedback.into_iter();
    let (wrong, right) = (feedback.next().unwrap_or_default(), feedback.next().unwrap_or_default());
    let general = style.html(general);
    let lost = !wrong.is_empty() || !general.is_empty() && !right.is_empty() || feedback.any(|more| !more.is_empty());
    let description = if general.is_empty() { right } else { general };
    let options = vec!["True".into(), "False".into()];
    (FileBody::Choice { options, correct: usize::from(!is_true), description }, lost)
}

/// The options, and whether feedback was lost.
fn choice(style: Style, answers: &str, general: &str) -> Result<(FileBody, bool), &'static str> {
    let (mut options, mut right, mut explained) = (Vec::new(), Vec::new(), String::new());
    let (mut others, mut parts) = (false, false);
    let mut from = find_any(answers, &ANSWERS).filter(|&at| answers[..at].trim().is_empty());
    if from.is_none() {
        return Err("There is text before the first option.");
    }
    while let Some(start) = from {
        if options.len() == MAX_OPTIONS {
            return Err("There are more than 10,000 options.");
        }
        let rest = &answers[start + 1..];
        let next = find_any(rest, &ANSWERS).map(|at| start + 1 + at);
        let text = answers[start + 1..next.unwrap_or(answers.len())].trim();
        from = next;
        let (weight, text) = weight(text);
        let is_right = match weight {
            Some(weight) => weight >= 100.0,
            None => answers[start..].starts_with('='),
        };
        parts |= !is_right && weight.is_some_and(|weight| weight > 0.0);
        let (text, feedback) = match find(text, "#") {
            Some(at) => (&text[..at], text[at + 1..].trim()),
            None => (text, ""),
        };
        if is_right {
            right.push(options.len());
            explained = style.html(feedback);
        } else {
            others |= !feedback.is_empty();
        }
        options.push(style.html(text));
    }
    if right.is_empty() && parts {
        return Err("No option is worth 100 %; exactly one may be right, and it must be worth all marks.");
    }
    if parts {
        return Err("Several options earn marks; exactly one may be right.");
    }
    let [correct] = *right.as_slice() else {
        return Err("Exactly one option must be right: one begins with =, the others with ~.");
    };
    let general = style.html(general);
    let lost = others || !general.is_empty() && !explained.is_empty();
    let description = if general.is_empty() { explained } else { general };
    Ok((FileBody::Choice { options, correct, description }, lost))
}

/// The weight before an option, such as `%50%`.
fn weight(text: &str) -> (Option<f64>, &str) {
    let weighted = text.strip_prefix('%').and_then(|rest| rest.split_once('%'));
    match weighted.and_then(|(number, rest)| Some((number.trim().parse().ok()?, rest.trim_start()))) {
        Some((weight, rest)) => (Some(weight), rest),
        None => (None, text),
    }
}

fn guarded(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for sign in text.chars().filter(|sign| *sign != '\r') {
        if sign == '\n' {
            out.push_str("\\n");
            continue;
        }
        if is_special(sign) {
            out.push(ESCAPE);
        }
        out.push(sign);
    }
    out
}

/// HTML, with the `[html]` marker if the text could be read as something else.
fn part(html: &str) -> String {
    let format = if html.trim_start().starts_with(['[', '%']) { "[html]" } else { "" };
    format!("{format}{}", guarded(html))
}

/// Writes a question. `moved` starts a new category.
pub(super) fn write(item: &FileItem, moved: bool) -> Written {
    let mut written = Written::default();
    let text = &mut written.text;
    if moved {
        text.push_str(&format!("$CATEGORY: {}\n\n", path_of(item)));
    }
    if !item.id.is_empty() {
        text.push_str(&format!("// [id:{}{}]\n", super::moodle::ID, item.id));
    }
    if !item.title.is_empty() {
        text.push_str(&format!("::{}::", guarded(&item.title)));
    }
    text.push_str(&format!("[html]{}{{\n", guarded(&marks::stem(item))));
    let explanation = match &item.body {
        FileBody::Choice { options, correct, description } => {
            for (at, option) in options.iter().enumerate() {
                let sign = if at == *correct { '=' } else { '~' };
                text.push_str(&format!("\t{sign}{}\n", part(option)));
            }
            description.clone()
        }
        FileBody::Essay { answer, detailed } => marks::marked("answer", "", answer) + detailed,
    };
    if !explanation.is_empty() {
        text.push_str(&format!("\t####{}\n", part(&explanation)));
    }
    text.push_str("}\n\n");
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_escaped_comes_back() {
        let style = Style::of(true);
        for text in [r"\frac{a}{b} = #5 ~ x: \\ y", r"a\nb", "a\nb", r"\(x\)", "%50% off", "[plain] x", r"$$\{1\}$$"] {
            assert_eq!(style.words(&guarded(text)), text);
        }
    }
}
