//! Finds maths in text: `\( … \)` inline and `$$ … $$` as a block, like KaTeX's auto-render.

/// A part of a text: plain words, or one formula with its delimiters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Text outside formulas.
    Words(&'a str),
    /// One formula, including its delimiters.
    Maths(&'a str),
}

/// The length of the formula at the beginning of `text`, including its delimiters; `None` if there is none, or it is
/// never closed.
///
/// Braces are counted and escaped characters skipped, so `\text{a \) b}` does not end it early. Three or more dollar
/// signs are text.
pub(crate) fn formula_at(text: &str) -> Option<usize> {
    let close = match text.as_bytes() {
        [b'\\', b'(', ..] => *b"\\)",
        [b'$', b'$', b'$', ..] => return None,
        [b'$', b'$', ..] => *b"$$",
        _ => return None,
    };
    let bytes = text.as_bytes();
    let mut depth = 0_i32;
    let mut at = 2;
    while at < bytes.len() {
        if depth <= 0 && bytes[at..].starts_with(&close) {
            return Some(at + 2);
        }
        match bytes[at] {
            b'\\' => at += 1,
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    None
}

/// Splits a text into words and formulas, in order and without loss.
pub fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut out = Vec::new();
    let (mut from, mut at) = (0, 0);
    while let Some(found) = openings(text, at).next() {
        let Some(length) = formula_at(&text[found..]) else {
            break;
        };
        if found > from {
            out.push(Piece::Words(&text[from..found]));
        }
        out.push(Piece::Maths(&text[found..found + length]));
        at = found + length;
        from = at;
    }
    if from < text.len() {
        out.push(Piece::Words(&text[from..]));
    }
    out
}

/// The error in the maths delimiters of `text`, for an editor.
pub fn fault(text: &str) -> Option<&'static str> {
    for piece in pieces(text) {
        if let Piece::Words(words) = piece {
            if words.contains("\\(") {
                return Some("has a \\( without its \\), or braces in between that do not match");
            }
            if openings(words, 0).any(|at| words[at..].starts_with("$$")) {
                return Some("has a $$ without a second $$, or braces in between that do not match");
            }
            if words.contains("\\)") {
                return Some("has a \\) without a \\( before it");
            }
        }
    }
    None
}

/// The positions from `from` on at which formulas may begin.
fn openings(text: &str, from: usize) -> impl Iterator<Item = usize> {
    let mut dollars_end = from;
    text[from..].match_indices(['\\', '$']).map(move |(at, _)| from + at).filter(move |&at| {
        if at < dollars_end || text[at..].starts_with('\\') {
            return text[at..].starts_with("\\(");
        }
        let dollars = text[at..].bytes().take_while(|byte| *byte == b'$').count();
        dollars_end = at + dollars;
        dollars == 2
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_formulas_come_apart() {
        assert_eq!(
            pieces(r"If \(x<2\) then $$y=\text{a \) b}$$."),
            [
                Piece::Words("If "),
                Piece::Maths(r"\(x<2\)"),
                Piece::Words(" then "),
                Piece::Maths(r"$$y=\text{a \) b}$$"),
                Piece::Words("."),
            ]
        );
    }

    #[test]
    fn three_dollars_are_a_word() {
        assert_eq!(formula_at("$$x$$ y"), Some(5));
        assert_eq!(formula_at("$$$x$$$"), None);
        assert_eq!(pieces("A$$$AP B$$$"), [Piece::Words("A$$$AP B$$$")]);
    }

    #[test]
    fn delimiters_without_a_partner_are_named() {
        for good in [
            "",
            "₦5 and $6",
            "A$$$AP",
            "$$$ is a word, $$$$ too",
            "$$$ and $$x$$",
            r"\(a\) \(b\)",
            r"$$\begin{matrix}a\\b\end{matrix}$$",
        ] {
            assert_eq!(fault(good), None, "{good}");
        }
        for bad in [r"\(a", r"a\)", "$$a", "$$a$$b$$", r"\(\frac{a\)", r"\(a\)\)"] {
            assert!(fault(bad).is_some(), "{bad}");
        }
    }
}
