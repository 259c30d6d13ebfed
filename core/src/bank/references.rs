//! Finds texts that name options by their place: "Both A and B", "All of the above", "Option C is correct". They become
//! wrong when the options are shuffled.

use crate::html;

/// The longest option that is examined, in bytes. Longer ones do not refer to others.
const MAX_OPTION_BYTES: usize = 160;

/// How an option refers to the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reference {
    /// By letters: all options must keep their places.
    Letters,
    /// It sums them up ("all of the above"): it must stay last.
    SumsUp,
    /// By numbers ("1 and 2"), which may mean options or statements of the question.
    Numbers,
}

/// How an option refers to the others, if it does.
pub(crate) fn reference(option: &str) -> Option<Reference> {
    if option.len() > MAX_OPTION_BYTES {
        return None;
    }
    let text = html::text_of(option);
    let lower = text.to_lowercase();
    let words = words(&lower);
    if names_letters(&words) {
        Some(Reference::Letters)
    } else if sums_up(&words, &lower) {
        Some(Reference::SumsUp)
    } else if names_numbers(&words) {
        Some(Reference::Numbers)
    } else {
        None
    }
}

/// Whether these options can be shuffled, if those that sum up the others stay last.
pub(crate) fn can_shuffle<'a>(mut options: impl Iterator<Item = &'a str>) -> bool {
    !options.any(|option| reference(option) == Some(Reference::Letters))
}

/// An option that may be wrong once the options are shuffled: its index, and a message for an editor. `question` is the
/// stem.
pub(crate) fn doubt<'a>(question: &str, options: impl Iterator<Item = &'a str> + Clone) -> Option<(usize, String)> {
    if !can_shuffle(options.clone()) {
        return None;
    }
    let asked = html::text_of(question);
    let asked: Vec<String> = words(&asked.to_lowercase()).into_iter().map(str::to_owned).collect();
    let is_asked = |option: &str| {
        let text = html::text_of(option).to_lowercase();
        words(&text).into_iter().filter(|word| is_number(word)).all(|word| asked.iter().any(|one| one == word))
    };
    let found =
        options.enumerate().find(|(_, option)| reference(option) == Some(Reference::Numbers) && !is_asked(option));
    found.map(|(place, option)| {
        let option = html::text_of(option);
        let words = format!("“{option}” may name other options, which stand elsewhere when options are shuffled. Name them by their letters, and they stay in place.");
        (place, words)
    })
}

/// The letter by which an explanation names one of these options. `None` if they are not shuffled, or if the letter is
/// the text of an option.
pub(crate) fn named_letter<'a>(explanation: &str, options: impl Iterator<Item = &'a str> + Clone) -> Option<char> {
    if explanation.is_empty() || !can_shuffle(options.clone()) {
        return None;
    }
    let text = html::text_of(explanation);
    let letter = letter_in(&text)?;
    let mut texts = options.map(html::text_of);
    let is_text = texts.any(|option| option.eq_ignore_ascii_case(letter.encode_utf8(&mut [0; 4])));
    (!is_text).then_some(letter)
}

/// The message that an explanation names an option by this letter.
pub(crate) fn letter_named(letter: char) -> String {
    format!(
        "The explanation names option {letter} by its letter, which is another option's when options are shuffled. \
         Name it by its text."
    )
}

fn words(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '&').filter(|word| !word.is_empty()).collect()
}

fn is_letter(word: &str) -> bool {
    matches!(word, "a" | "b" | "c" | "d" | "e")
}

fn is_number(word: &str) -> bool {
    matches!(word, "1" | "2" | "3" | "4" | "5" | "i" | "ii" | "iii" | "iv" | "v")
}

/// Whether a word means options.
fn is_noun(word: &str) -> bool {
    matches!(word, "option" | "options" | "answer" | "answers" | "choice" | "choices" | "alternative" | "alternatives")
}

/// "All of the above", "None of these", "Both of the options", "All the options are correct", "None".
fn sums_up(words: &[&str], text: &str) -> bool {
    let is_plain = |word: &&str| {
        ["all", "none", "no", "of", "the", "are", "is", "given", "listed", "correct", "right", "true", "wrong", "false"]
            .contains(word)
            || is_noun(word)
    };
    match *words {
        [] => false,
        ["all" | "none"] => true,
        ["all" | "none" | "no", ..] if words.iter().any(|word| is_noun(word)) && words.iter().all(is_plain) => true,
        [first, .., last] => {
            ["all", "none", "any", "both", "either", "neither", "some"].contains(&first)
                && (matches!(last, "above" | "these" | "them" | "options")
                    || text.contains("of the above")
                    || text.contains("of the options"))
        }
        _ => false,
    }
}

/// "A and B", "Both A & C are correct", "All except C", "B and C above", "A, B", "Options A and B".
fn names_letters(words: &[&str]) -> bool {
    let (mut letters, mut joins, mut is_all) = (0, 0, true);
    for word in words {
        match *word {
            word if is_letter(word) => letters += 1,
            "and" | "or" | "nor" | "&" | "only" | "except" | "but" | "not" | "above" | "below" | "option"
            | "options" | "answer" | "answers" | "choice" | "choices" => joins += 1,
            "both" | "either" | "neither" | "all" | "none" | "of" | "the" | "is" | "are" | "correct" | "right"
            | "true" | "false" | "wrong" | "incorrect" | "same" | "as" => {}
            _ => is_all = false,
        }
    }
    if is_all {
        // "A correct answer" has an article, and no letter.
        let is_article =
            letters == 1 && words.first() == Some(&"a") && words.len() > 1 && !matches!(words[1], "only" | "is");
        return letters > 1 || letters == 1 && joins > 0 && !is_article;
    }
    match *words {
        ["both" | "either" | "neither", one, .., last] if is_letter(one) => {
            is_letter(last) && last != one || words[2..].iter().any(|word| is_letter(word) && *word != one)
        }
        ["option" | "options" | "answer" | "answers", one, "and" | "or" | "&", other, ..] => {
            is_letter(one) && is_letter(other)
        }
        _ => false,
    }
}

/// "1 and 2", "I and III only".
fn names_numbers(words: &[&str]) -> bool {
    let numbers = words.iter().filter(|word| is_number(word)).count();
    let is_other = |word: &&&str| {
        !is_number(word)
            && !matches!(
                **word,
                "and" | "or" | "&" | "only" | "both" | "either" | "option" | "options" | "all" | "except"
            )
    };
    let joins = words.iter().any(|word| matches!(*word, "and" | "or" | "&" | "only" | "except" | "option" | "options"));
    numbers > 0 && joins && !words.iter().any(|word| is_other(&word))
}

/// A word of an explanation with its surroundings.
struct Token<'a> {
    word: &'a str,
    /// Whether it is in parentheses.
    is_enclosed: bool,
    /// The character after it, if that is not part of a word.
    after: Option<char>,
}

/// The letter by which a text names an option: "Option C", "the answer is B", "C is right", "(c) follows".
fn letter_in(text: &str) -> Option<char> {
    let tokens = tokens(text);
    for (at, token) in tokens.iter().enumerate() {
        let Some(letter) = letter(token) else { continue };
        let next = tokens.get(at + 1).map(|token| token.word.to_lowercase());
        let next = next.as_deref().unwrap_or_default();
        let is_capital = token.word.starts_with(|sign: char| sign.is_ascii_uppercase());
        // "E. coli", "A triangle", "a gas".
        let is_name = token.after == Some('.')
            && next.starts_with(|sign: char| sign.is_lowercase())
            && !tokens[at + 1..].is_empty()
            && tokens[at + 1].word.starts_with(|sign: char| sign.is_lowercase());
        let stands_apart = token.is_enclosed || is_capital && (next.is_empty() || token.after.is_some() && !is_name);
        let is_judged = matches!(next, "is" | "are" | "was" | "and" | "or") && judges(&tokens[at + 1..]);
        let follows = names_options(&tokens[..at]) && (stands_apart || is_capital && (letter != 'A' || is_verb(next)));
        let begins = at == 0
            && stands_apart
            && (token.is_enclosed || matches!(token.after, Some('.' | ')' | ':' | '-' | '–' | '—')));
        if follows || begins || (is_capital || token.is_enclosed) && is_judged {
            return Some(letter);
        }
    }
    None
}

fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = 0;
    while let Some(found) = text[rest..].find(char::is_alphanumeric) {
        let start = rest + found;
        let length = text[start..].find(|sign: char| !sign.is_alphanumeric()).unwrap_or(text.len() - start);
        let end = start + length;
        let after = text[end..].chars().next().filter(|sign| !sign.is_whitespace());
        let is_enclosed = text[..start].ends_with(['(', '“', '"', '‘']) && matches!(after, Some(')' | '”' | '"' | '’'));
        tokens.push(Token { word: &text[start..end], is_enclosed, after });
        rest = end;
    }
    tokens
}

fn letter(token: &Token<'_>) -> Option<char> {
    match token.word.as_bytes() {
        [letter @ (b'A'..=b'E' | b'a'..=b'e')] => Some(char::from(letter.to_ascii_uppercase())),
        _ => None,
    }
}

/// Whether the words before a letter say that it is an option's: "option", "the answer is", "answer:".
fn names_options(before: &[Token<'_>]) -> bool {
    let before = match before {
        [rest @ .., last] if matches!(last.word.to_lowercase().as_str(), "is" | "are" | "letter") => rest,
        before => before,
    };
    before.last().is_some_and(|token| is_noun(&token.word.to_lowercase()))
}

fn is_verb(word: &str) -> bool {
    matches!(word, "is" | "was" | "and" | "or" | "because" | "since" | "as" | "follows")
}

/// Whether the words after a letter judge it as an answer: "is right", "and D are wrong", "is the answer".
fn judges(after: &[Token<'_>]) -> bool {
    let words: Vec<String> = after.iter().take(6).map(|token| token.word.to_lowercase()).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match *words.as_slice() {
        ["is" | "are" | "was", "the", "correct" | "right" | "best" | "answer" | "key", ..]
        | [
            "is" | "are" | "was",
            "also" | "therefore" | "not" | "clearly",
            "correct" | "right" | "wrong" | "incorrect" | "true" | "false",
            ..,
        ] => true,
        // "B is right angled" is about a triangle.
        ["is" | "are" | "was", "right", next, ..] => !next.starts_with("angle"),
        ["is" | "are" | "was", "correct" | "right" | "wrong" | "incorrect" | "true" | "false", ..] => true,
        ["and" | "or", other, ref rest @ ..] if is_letter(other) => {
            matches!(
                *rest,
                [
                    "are" | "is",
                    "correct" | "right" | "wrong" | "incorrect" | "true" | "false" | "traps" | "distractors",
                    ..
                ]
            )
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_name_others_are_known() {
        use Reference::{Letters, Numbers, SumsUp};
        for (option, what) in [
            ("All of the above", Some(SumsUp)),
            ("<b>None of these.</b>", Some(SumsUp)),
            ("All the options are correct", Some(SumsUp)),
            ("No correct option", Some(SumsUp)),
            ("none", Some(SumsUp)),
            ("A and B", Some(Letters)),
            ("(a) and (b)", Some(Letters)),
            ("Both A and B are correct", Some(Letters)),
            ("A and B are correct", Some(Letters)),
            ("All except C", Some(Letters)),
            ("Options A and C are correct", Some(Letters)),
            ("A, B", Some(Letters)),
            ("A/B", Some(Letters)),
            ("B and C above", Some(Letters)),
            ("Answers A and B", Some(Letters)),
            ("a & b", Some(Letters)),
            ("Only A", Some(Letters)),
            ("Neither A nor B", Some(Letters)),
            ("Both A (Lagos) and B", Some(Letters)),
            ("Both a cat and a dog", None),
            ("Both A and B, not C", Some(Letters)),
            ("Both A and B contain carbon", Some(Letters)),
            ("I and II", Some(Numbers)),
            ("1 and 2 only", Some(Numbers)),
            ("A correct answer", None),
            ("A", None),
            ("AB", None),
            ("Vitamins A and D", None),
            ("a triangle", None),
            ("2", None),
            ("All students", None),
        ] {
            assert_eq!(reference(option), what, "{option}");
        }
    }

    #[test]
    fn options_stay_where_shuffling_would_change_them() {
        for (options, can) in [
            (["Sugar", "Salt", "Sand", "All of the above"], true),
            (["Sugar", "Salt", "Sand", "Both A and B"], false),
            (["Sugar", "All of the above", "Sand", "Clay"], true),
            (["Sugar", "None of these", "Sand", "Clay"], true),
            (["2", "4", "5", "1 and 2"], true),
        ] {
            assert_eq!(can_shuffle(options.into_iter()), can, "{options:?}");
        }
        let options = ["Salt", "Sand", "Clay", "1 and 2 only"];
        assert_eq!(doubt("Which dissolve?", options.into_iter()).map(|(place, _)| place), Some(3));
        assert_eq!(doubt("1. Salt 2. Sand. Which dissolve?", options.into_iter()), None);
    }

    #[test]
    fn explanations_that_name_a_letter_are_known() {
        let options = || ["Lagos", "Abuja", "Kano", "Jos"].into_iter();
        for (text, letter) in [
            ("Option C is correct because it is the third.", Some('C')),
            ("The answer is C.", Some('C')),
            ("The correct answer is (b) because of it.", Some('B')),
            ("Answer: B", Some('B')),
            ("C is right; A and B are traps.", Some('C')),
            ("A and B are wrong.", Some('A')),
            ("(c) follows from the law.", Some('C')),
            ("<p>C. It is the capital.</p>", Some('C')),
            ("The answer is A because it is.", Some('A')),
            ("B is the correct answer", Some('B')),
            ("The answer is a gas.", None),
            ("The answer is A gas.", None),
            ("A triangle has three sides.", None),
            ("E. coli is a bacterium.", None),
            ("Angle B is right angled.", None),
            ("Vitamin C is needed.", None),
            ("Point A is 5 m from B.", None),
            ("The option was dropped.", None),
            ("", None),
        ] {
            assert_eq!(named_letter(text, options()), letter, "{text}");
        }
        assert_eq!(named_letter("Option C", ["A", "B", "C", "AB"].into_iter()), None, "a blood group");
        assert_eq!(named_letter("Option C", ["x", "y", "z", "Both A and B"].into_iter()), None, "they stay in place");
    }
}
