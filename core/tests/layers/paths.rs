//! The paths of a Rust file that begin with `crate`, `sabi_core`, `super` or `self`, without a full parser.

/// A path, as segments, with the names of the inline modules around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path {
    pub line: usize,
    /// The inline modules around the path, outermost first.
    pub inside: Vec<String>,
    pub segments: Vec<String>,
}

/// A token with its line. Only words and the signs `::`, `{`, `}`, `,` and `;` matter; others are one character.
type Token<'a> = (&'a str, usize);

/// All such paths of a file. A group `a::{b, c}` gives one path for each of its members.
pub fn paths(source: &str) -> Vec<Path> {
    let tokens = tokens(source);
    let mut found = Vec::new();
    let mut inside: Vec<(String, usize)> = Vec::new();
    let mut depth = 0;
    let mut at = 0;
    while let Some(&(token, _)) = tokens.get(at) {
        let next = |ahead: usize| tokens.get(at + ahead).map(|(token, _)| *token);
        match token {
            "{" => depth += 1,
            "}" => {
                depth -= 1;
                inside.retain(|(_, opened)| *opened <= depth);
            }
            "mod" if next(2) == Some("{") => inside.push((next(1).unwrap_or_default().to_owned(), depth + 1)),
            "crate" | "sabi_core" | "super" | "self"
                if next(1) == Some("::") && (at == 0 || tokens[at - 1].0 != "::") =>
            {
                let modules: Vec<String> = inside.iter().map(|(name, _)| name.clone()).collect();
                let mut leaves = Vec::new();
                at = leaf_paths(&tokens, at, &[], &mut leaves);
                found.extend(leaves.into_iter().map(|(segments, line)| Path {
                    line,
                    inside: modules.clone(),
                    segments,
                }));
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// Reads one path or group from `at` on. Returns the place after it.
fn leaf_paths(tokens: &[Token<'_>], mut at: usize, before: &[String], found: &mut Vec<(Vec<String>, usize)>) -> usize {
    let mut path = before.to_vec();
    while let Some(&(token, line)) = tokens.get(at) {
        if token == "{" {
            at += 1;
            while tokens.get(at).is_some_and(|(token, _)| *token != "}") {
                let member = leaf_paths(tokens, at, &path, found);
                // Over `as NAME` and the comma.
                at = member.max(at + 1);
                while tokens.get(at).is_some_and(|(token, _)| !matches!(*token, "," | "}")) {
                    at += 1;
                }
                if tokens.get(at).is_some_and(|(token, _)| *token == ",") {
                    at += 1;
                }
            }
            return at + 1;
        }
        if !is_word(token) && token != "*" {
            break;
        }
        path.push(token.to_owned());
        at += 1;
        let goes_on = tokens.get(at).is_some_and(|(token, _)| *token == "::");
        let follows = tokens.get(at + 1).is_some_and(|(token, _)| is_word(token) || matches!(*token, "{" | "*"));
        if !(goes_on && follows) {
            found.push((path, line));
            return at;
        }
        at += 1;
    }
    at
}

fn is_word(token: &str) -> bool {
    token.starts_with(|sign: char| sign.is_alphabetic() || sign == '_')
}

/// The tokens of a file, without comments, texts and characters.
fn tokens(source: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut line = 1;
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            'r' | 'b' | '"' if text(rest).is_some() => text(rest).unwrap_or(1),
            '\'' => character(rest),
            ':' if rest.starts_with("::") => {
                found.push((&rest[..2], line));
                2
            }
            _ if first.is_alphanumeric() || first == '_' => {
                let end = rest.find(|sign: char| !(sign.is_alphanumeric() || sign == '_')).unwrap_or(rest.len());
                found.push((&rest[..end], line));
                end
            }
            _ => {
                if !first.is_whitespace() {
                    found.push((&rest[..first.len_utf8()], line));
                }
                first.len_utf8()
            }
        };
        line += rest[..length].matches('\n').count();
        rest = &rest[length..];
    }
    found
}

/// The length of the text literal at the beginning, if there is one: `"…"`, `b"…"`, `r#"…"#`.
fn text(rest: &str) -> Option<usize> {
    let prefix = rest.find(|sign| sign != 'b' && sign != 'r')?;
    let is_raw = rest[..prefix].contains('r');
    let hashes = rest[prefix..].find(|sign| sign != '#')?;
    let begin = prefix + hashes;
    if prefix > 2 || (hashes > 0 && !is_raw) || !rest[begin..].starts_with('"') {
        return None;
    }
    if is_raw {
        let end = format!("\"{}", "#".repeat(hashes));
        return rest[begin + 1..].find(&end).map(|at| begin + 1 + at + end.len());
    }
    let mut escaped = false;
    rest[begin + 1..].char_indices().find_map(|(at, sign)| match sign {
        _ if escaped => {
            escaped = false;
            None
        }
        '\\' => {
            escaped = true;
            None
        }
        '"' => Some(begin + 1 + at + 1),
        _ => None,
    })
}

/// The length of a character literal, or of the sign of a lifetime.
fn character(rest: &str) -> usize {
    let mut signs = rest.char_indices().skip(1);
    match signs.next() {
        Some((_, '\\')) => rest[3..].find('\'').map_or(1, |at| at + 4),
        Some(_) => signs.next().filter(|(_, sign)| *sign == '\'').map_or(1, |(at, _)| at + 1),
        None => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::paths;

    /// The paths of a text, each with its line.
    fn read(source: &str) -> Vec<String> {
        paths(source).into_iter().map(|path| format!("{} {}", path.line, path.segments.join("::"))).collect()
    }

    #[test]
    fn groups_are_read_member_by_member() {
        let source = "use crate::{\n    A, b::{self, C as D},\n    e::*,\n};\nuse super::super::f::G;\nuse std::fmt;";
        assert_eq!(
            read(source),
            ["2 crate::A", "2 crate::b::self", "2 crate::b::C", "3 crate::e::*", "5 super::super::f::G"]
        );
    }

    #[test]
    fn paths_inside_the_code_are_read() {
        let source = "fn a() -> crate::b::C<'static> {\n    crate::d::e::<u8>('\\'', crate::F { g })\n}";
        assert_eq!(read(source), ["1 crate::b::C", "2 crate::d::e", "2 crate::F"]);
    }

    #[test]
    fn comments_and_texts_are_not_read() {
        let source = "// crate::a\n/* crate::b */\n/// [crate::c]\nconst A: &str = r#\"crate::d \" \"#;\n\
            const B: &str = \"\\\" crate::e\";\nconst C: char = '\"'; use crate::f;";
        assert_eq!(read(source), ["6 crate::f"]);
    }

    #[test]
    fn inline_modules_are_named() {
        let found = paths("mod tests {\n    mod deeper { use super::a; }\n    use super::b;\n}\nuse super::c;");
        let inside: Vec<_> = found.into_iter().map(|path| path.inside.join("/")).collect();
        assert_eq!(inside, ["tests/deeper", "tests", ""]);
    }
}
