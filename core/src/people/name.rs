//! Names of people. They appear in mails to addresses that anybody can enter, so a name must not contain a link.

use unicode_normalization::UnicodeNormalization as _;

use crate::{FieldErrors, messages};

/// The longest name, in characters.
pub(super) const MAX_NAME_CHARS: usize = 60;

/// Requires a person's name: no link, markup or host name, and no control of text direction.
pub(crate) fn check_name(errors: &mut FieldErrors, field: &str, label: &str, name: &str) {
    errors.title(field, label, name, MAX_NAME_CHARS);
    errors.check(is_name(name), field, messages::no_name(label));
}

/// Whether a text is a name without a link. Characters that mail programs treat as a dot, a slash or nothing are read
/// the same way.
fn is_name(text: &str) -> bool {
    let plain = text.nfkc().filter(|sign| !is_invisible(*sign)).flat_map(char::to_lowercase);
    let plain: String = plain.map(|sign| if sign == '\u{3002}' { '.' } else { sign }).collect();
    let leads = plain.contains(['/', ':', '@', '<', '>']) || ["www.", "http"].iter().any(|part| plain.contains(part));
    !leads && !holds_host(&plain)
}

/// Whether a text holds a host name: a word, a dot and a top-level domain.
fn holds_host(text: &str) -> bool {
    let is_part = |sign: char| sign.is_alphanumeric() || sign == '-';
    text.match_indices('.').any(|(at, dot)| {
        let (before, after) = (&text[..at], &text[at + dot.len()..]);
        let end = after.find(|sign| !is_part(sign)).unwrap_or(after.len());
        before.ends_with(is_part) && is_top_level(&after[..end])
    })
}

fn is_top_level(label: &str) -> bool {
    !label.is_empty() && idna::domain_to_ascii(label).is_ok_and(|ascii| tld::exist(&ascii))
}

/// Whether a character is invisible, so that it can hide inside a host name.
fn is_invisible(sign: char) -> bool {
    matches!(sign, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(name: &str) -> Vec<String> {
        let mut errors = FieldErrors::default();
        check_name(&mut errors, "name", "Name", name);
        errors.iter().map(|(_, message)| message.to_owned()).collect()
    }

    #[test]
    fn people_keep_their_names() {
        for name in [
            "Ọlá",
            "Adé-Bọ́lá O\u{2019}Neil",
            "O. J. Ade",
            "A.C. Okafor",
            "St.Mary",
            "Jr.",
            "Nwosu, PhD.",
            "d'Almeida",
            "عبد الله",
            "\u{200f}عبد\u{200e} الله\u{61c}",
            "Ngozi N. Okonjo",
            "... com",
        ] {
            assert_eq!(problems(name), [""; 0], "{name}");
        }
    }

    #[test]
    fn no_name_leads_anywhere() {
        for name in [
            "sabi-prize.com",
            "Win at SABI-PRIZE.NG now",
            "www.example",
            "httpexample",
            "x.xyz!",
            "prize\u{ff0e}com",
            "prize\u{3002}com",
            "prize\u{ff61}com",
            "prize\u{2024}com",
            "prize.c\u{200b}om",
            "prize.c\u{ad}om",
            "прізе.рф",
            "奖.中国",
            "javascript:x",
            "a@b",
            "<b>",
            "prize\u{ff0f}x",
        ] {
            assert_eq!(problems(name), [messages::no_name("Name")], "{name:?}");
        }
    }

    #[test]
    fn no_name_turns_the_text_around_it() {
        for sign in
            ['\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}', '\u{202e}', '\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}']
        {
            assert_eq!(problems(&format!("Ada{sign}gnp")), ["Name contains a character that is not allowed."]);
        }
    }
}
