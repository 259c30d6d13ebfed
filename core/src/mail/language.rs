//! The template language: only `{{ placeholder }}` and `{% if placeholder %}`.
//!
//! minijinja also has loops, assignments, includes and arithmetic. With `{% set a = a ~ a %}`, forty lines exhaust the
//! memory despite any limit on instructions. So everything that mails do not need is refused when a template is saved
//! and again before it is rendered. What remains runs in one pass.

/// A problem of a template, for its editor.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Problem {
    /// `subject` or `content`.
    pub field: &'static str,
    /// Counted from 1.
    pub line: usize,
    /// The unknown or missing placeholder, if that is the problem.
    pub placeholder: Option<String>,
    /// A sentence that names the line and the placeholder.
    pub message: String,
}

/// A placeholder that a template uses.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Use<'a> {
    pub name: &'a str,
    pub line: usize,
}

/// Every placeholder that `source` uses. minijinja checks the syntax before this.
///
/// # Errors
/// The first tag that is neither a placeholder nor an `if` over placeholders.
pub(super) fn placeholders<'a>(field: &'static str, source: &'a str) -> Result<Vec<Use<'a>>, Problem> {
    let mut found = Vec::new();
    let (mut at, mut counted, mut line) = (0, 0, 1);
    while let Some(start) = source[at..].find('{').map(|offset| at + offset) {
        line += source[counted..start].matches('\n').count();
        counted = start;
        let close = match source.as_bytes().get(start + 1) {
            Some(b'{') => "}}",
            Some(b'%') => "%}",
            Some(b'#') => "#}",
            _ => {
                at = start + 1;
                continue;
            }
        };
        let refused = || Problem { field, line, placeholder: None, message: refusal(line) };
        let inside = start + 2;
        let length = source[inside..].find(close).ok_or_else(refused)?;
        // `-` and `+` at the edges are whitespace control.
        let words = source[inside..inside + length].trim_start_matches(['-', '+']).trim_end_matches(['-', '+']);
        let words: Vec<&str> = words.split_ascii_whitespace().collect();
        let names = match (close, words.as_slice()) {
            ("#}", _) | ("%}", ["else" | "endif"]) => &[],
            ("}}", names @ [_]) | ("%}", ["if" | "elif", names @ ..]) => names,
            _ => return Err(refused()),
        };
        for name in names.iter().filter(|name| close == "}}" || !matches!(**name, "not" | "and" | "or")) {
            if !is_name(name) {
                return Err(refused());
            }
            found.push(Use { name, line });
        }
        at = inside + length + close.len();
    }
    Ok(found)
}

/// Words of minijinja's language that would not be looked up among the values.
const RESERVED: &[&str] = &[
    "and", "elif", "else", "false", "False", "if", "in", "is", "loop", "none", "None", "not", "or", "self", "super",
    "true", "True",
];

fn is_name(word: &str) -> bool {
    let mut chars = word.chars();
    chars.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && chars.all(|char| char.is_ascii_alphanumeric() || char == '_')
        && !RESERVED.contains(&word)
}

fn refusal(line: usize) -> String {
    format!(
        "Line {line}: only {{{{ placeholder }}}} and {{% if placeholder %}} … {{% else %}} … {{% endif %}} can be used"
    )
}
