//! Converts TeX, as used in school papers, to a line of Unicode: `\frac{1}{2}mv^2` becomes `(1/2)mv²`. Unknown commands
//! stay as they were typed.

mod signs;
#[cfg(test)]
mod tests;

use signs::symbol;
pub use signs::{above, below};

/// Deeper nesting is left as it was typed.
const MAX_DEPTH: usize = 40;

/// A formula, delimiters included, as a line of text.
pub fn readable(formula: &str) -> String {
    let tex = formula
        .strip_prefix("\\(")
        .and_then(|tex| tex.strip_suffix("\\)"))
        .or_else(|| formula.strip_prefix("$$").and_then(|tex| tex.strip_suffix("$$")))
        .unwrap_or(formula);
    let mut reader = Reader { rest: tex, depth: 0 };
    let mut out = String::with_capacity(tex.len());
    while !reader.rest.is_empty() {
        reader.sequence(&mut out);
        // An extra closing brace ends a sequence early.
        if reader.rest.starts_with('}') {
            reader.next();
        }
    }
    out.trim().to_owned()
}

struct Reader<'a> {
    rest: &'a str,
    depth: usize,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<char> {
        let c = self.rest.chars().next()?;
        self.rest = &self.rest[c.len_utf8()..];
        Some(c)
    }

    fn skip(&mut self, text: &str) -> bool {
        let found = self.rest.strip_prefix(text);
        self.rest = found.unwrap_or(self.rest);
        found.is_some()
    }

    /// Reads up to the end or the closing brace, which is not consumed.
    fn sequence(&mut self, out: &mut String) {
        while let Some(c) = self.rest.chars().next() {
            match c {
                '}' => return,
                '\\' => self.command(out),
                '^' | '_' => {
                    self.next();
                    let argument = self.argument();
                    out.push_str(&if c == '^' { above(&argument) } else { below(&argument) });
                }
                '{' => {
                    let group = self.argument();
                    out.push_str(&group);
                }
                '\'' => {
                    self.next();
                    out.push('′');
                }
                '&' => {
                    self.next();
                    out.push(' ');
                }
                _ if c.is_whitespace() || c == '~' => {
                    self.next();
                    space(out);
                }
                _ => {
                    self.next();
                    out.push(c);
                }
            }
        }
    }

    /// The argument of a command or `^`: a group, a command or one character.
    fn argument(&mut self) -> String {
        self.rest = self.rest.trim_start();
        if self.depth == MAX_DEPTH {
            return std::mem::take(&mut self.rest).to_owned();
        }
        self.depth += 1;
        let mut out = String::new();
        if self.rest.starts_with('\\') {
            self.command(&mut out);
        } else if self.skip("{") {
            self.sequence(&mut out);
            self.skip("}");
        } else if !self.rest.starts_with('}') {
            out.extend(self.next());
        }
        self.depth -= 1;
        out.trim().to_owned()
    }

    /// Reads a group literally.
    fn verbatim(&mut self) -> String {
        match self.rest.trim_start().strip_prefix('{').and_then(|rest| rest.split_once('}')) {
            Some((text, rest)) => {
                self.rest = rest;
                text.to_owned()
            }
            None => self.argument(),
        }
    }

    fn command(&mut self, out: &mut String) {
        self.skip("\\");
        let letters = self.rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(self.rest.len());
        if letters == 0 {
            match self.next() {
                Some('\\') => out.push_str("; "),
                Some(',' | ';' | ':' | ' ') => space(out),
                Some('!') | None => {}
                Some('|') => out.push('‖'),
                Some(c) => out.push(c),
            }
            return;
        }
        let (name, rest) = self.rest.split_at(letters);
        self.rest = rest;
        match name {
            "frac" | "dfrac" | "tfrac" | "cfrac" => {
                let (top, bottom) = (single(self.argument()), single(self.argument()));
                self.fraction(&format!("{top}/{bottom}"), out);
            }
            "sqrt" => {
                let mut root = None;
                if let Some((index, rest)) = self.rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
                    root = Some(above(index));
                    self.rest = rest;
                }
                out.push_str(&root.unwrap_or_default());
                out.push('√');
                out.push_str(&single(self.argument()));
            }
            "binom" => {
                let (all, some) = (self.argument(), self.argument());
                out.push_str(&format!("C({all}, {some})"));
            }
            "pmod" => {
                let modulus = self.argument();
                out.push_str(&format!("(mod {modulus})"));
            }
            "text" | "textrm" | "textbf" | "textit" | "mbox" => out.push_str(&self.verbatim()),
            "mathrm" | "mathbf" | "mathit" | "mathsf" | "operatorname" | "boldsymbol" | "boxed" | "underline" => {
                out.push_str(&self.argument());
            }
            "bar" | "overline" => self.over('\u{304}', out),
            "hat" | "widehat" => self.over('\u{302}', out),
            "vec" | "overrightarrow" => self.over('\u{20d7}', out),
            "dot" => self.over('\u{307}', out),
            "left" | "right" | "big" | "Big" | "bigg" | "Bigg" | "bigl" | "bigr" | "Bigl" | "Bigr" => {
                self.skip(".");
            }
            "displaystyle" | "textstyle" | "limits" | "nolimits" => self.rest = self.rest.trim_start(),
            "begin" | "end" => {
                let environment = self.verbatim();
                if name == "begin" && environment == "array" && self.rest.starts_with('{') {
                    self.verbatim();
                }
                out.push_str(bracket(&environment, name == "begin"));
            }
            "quad" | "qquad" => space(out),
            _ => match symbol(name) {
                Some(sign) => out.push_str(sign),
                None => self.word(name, out),
            },
        }
    }

    /// A fraction, separated from its neighbours if they would run together.
    fn fraction(&self, fraction: &str, out: &mut String) {
        let before = out.chars().next_back();
        if before.is_some_and(|c| c.is_ascii_digit()) {
            // 3 1/4, not 31/4.
            out.push(' ');
            out.push_str(fraction);
        } else if before.is_some_and(|c| c.is_alphabetic() || c == ')') || self.goes_on() {
            out.push_str(&format!("({fraction})"));
        } else {
            out.push_str(fraction);
        }
    }

    /// Whether the next character would run together with the number or name before it.
    fn goes_on(&self) -> bool {
        let Some(command) = self.rest.strip_prefix('\\') else {
            return self.rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '(' | '^' | '_' | '{'));
        };
        let name = command.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
        let letter = symbol(name).is_some_and(|sign| sign.chars().all(char::is_alphabetic));
        letter || matches!(name, "left" | "sqrt" | "frac" | "dfrac" | "tfrac" | "bar" | "vec")
    }

    /// Puts a combining character over each letter of the next group.
    fn over(&mut self, sign: char, out: &mut String) {
        for c in self.argument().chars() {
            out.push(c);
            if !c.is_whitespace() {
                out.push(sign);
            }
        }
    }

    /// The name of a function or an unknown command, separated from its neighbours.
    fn word(&self, name: &str, out: &mut String) {
        if out.ends_with(char::is_alphanumeric) {
            out.push(' ');
        }
        out.push_str(name);
        if self.rest.starts_with(|c: char| c.is_alphanumeric() || c == '\\') {
            out.push(' ');
        }
    }
}

/// Adds one space, unless there is one already.
fn space(out: &mut String) {
    if !out.is_empty() && !out.ends_with(' ') {
        out.push(' ');
    }
}

/// Adds parentheses, unless it is a single number or name.
fn single(text: String) -> String {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '.' | '√' | '°' | '₦');
    if text.chars().all(plain) { text } else { format!("({text})") }
}

fn bracket(environment: &str, opens: bool) -> &'static str {
    match (environment, opens) {
        ("pmatrix", true) => "(",
        ("pmatrix", false) => ")",
        ("bmatrix", true) => "[",
        ("bmatrix", false) => "]",
        ("vmatrix", _) => "|",
        ("cases", true) => "{ ",
        _ => "",
    }
}
