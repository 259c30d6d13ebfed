//! Renders a mail from its template (subject, HTML and text), and checks templates.

use std::collections::BTreeMap;

use minijinja::{AutoEscape, Environment, Error, HtmlEscape, UndefinedBehavior, Value, context, escape_formatter};

use super::{
    language::{Problem, placeholders},
    text::plain_text,
};
use crate::html::is_deeper_than;

const SUBJECT: &str = "subject";
const CONTENT: &str = "content";
const FRAME: &str = "frame";
/// The maximum nesting of elements. Converting them to text takes quadratic time.
const MAX_DEPTH: usize = 100;

/// A mail that is ready to be queued.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendered {
    /// One line.
    pub subject: String,
    /// A complete document without external resources.
    pub html: String,
    /// The same text for readers without HTML.
    pub text: String,
}

/// Why a template cannot be rendered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TemplateError {
    /// The template is invalid: it was saved without [`check`].
    #[error("the {} of the template: {}", .0.field, .0.message)]
    Template(Problem),
    /// The template uses a placeholder that has no value.
    #[error("the {field} of the template uses {{{{ {placeholder} }}}}, which has no value")]
    Undefined {
        /// `subject` or `content`.
        field: &'static str,
        /// Its name.
        placeholder: String,
    },
    /// The HTML (of the template or of a value) cannot be converted to text.
    #[error("the mail cannot be converted to text: {0}")]
    Text(String),
}

/// The values of the placeholders. Text is escaped and keeps its line breaks. HTML must be clean (ruling 25) and is
/// inserted unchanged.
#[derive(Debug, Clone, Default)]
pub struct Values {
    named: BTreeMap<&'static str, Value>,
    unsubscribe: Option<String>,
}

impl Values {
    /// Sets the text for `name`.
    #[must_use]
    pub fn text(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.named.insert(name, Value::from(value.into()));
        self
    }

    /// Sets clean HTML for `name`.
    #[must_use]
    pub fn html(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.named.insert(name, Value::from_safe_string(value.into()));
        self
    }

    /// Sets the address that unsubscribes from such mails. It is in the footer, whatever the template, and in the
    /// headers.
    #[must_use]
    pub fn unsubscribe(mut self, url: impl Into<String>) -> Self {
        self.unsubscribe = Some(url.into());
        self
    }

    /// The address that unsubscribes, if there is one.
    pub fn unsubscribe_url(&self) -> Option<&str> {
        self.unsubscribe.as_deref()
    }
}

/// Renders `subject` and `content` (HTML) with `values`, in Sabi's frame. `why` is the reason in its footer.
///
/// # Errors
/// For an invalid template, and for a placeholder without a value, with its name.
pub fn render(subject: &str, content: &str, why: &str, values: &Values) -> Result<Rendered, TemplateError> {
    for (field, source) in [(SUBJECT, subject), (CONTENT, content)] {
        for used in parse(field, source).map_err(TemplateError::Template)? {
            if !values.named.contains_key(used.name) {
                return Err(TemplateError::Undefined { field, placeholder: used.name.to_owned() });
            }
        }
    }
    let env = environment();
    let fill = |name, source, values: &Value| {
        let rendered = env.template_from_named_str(name, source).and_then(|template| template.render(values));
        rendered.map_err(|error| TemplateError::Template(problem(name, &error)))
    };
    let (named, unsubscribe) = (Value::from_serialize(&values.named), values.unsubscribe_url());
    let subject = one_line(&fill(SUBJECT, subject, &named)?);
    let body = fill(CONTENT, content, &named)?;
    let mut text = format!("{}\n\n-- \nSabi\n{}\n", to_text(&body)?, to_text(why)?);
    if let Some(url) = unsubscribe {
        text.push_str(&format!("Unsubscribe:\n{url}\n"));
    }
    let frame = context! { subject, body => Value::from_safe_string(body), why, unsubscribe };
    let html = fill(FRAME, include_str!("frame.html"), &frame)?;
    Ok(Rendered { subject, html, text })
}

/// Checks a template before it is saved: syntax, tags other than placeholders and `if`, placeholders that are not
/// `allowed`, and missing `required` ones.
pub fn check(subject: &str, content: &str, allowed: &[&str], required: &[&str]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (field, source) in [(SUBJECT, subject), (CONTENT, content)] {
        let uses = match parse(field, source) {
            Ok(uses) => uses,
            Err(problem) => {
                problems.push(problem);
                continue;
            }
        };
        problems.extend(uses.iter().filter(|used| !allowed.contains(&used.name)).map(|used| {
            let (line, name, known) = (used.line, used.name, allowed.join(", "));
            let message = format!("Line {line}: {{{{ {name} }}}} is not a placeholder of this template. Use: {known}");
            Problem { field, line, placeholder: Some(name.to_owned()), message }
        }));
        let missing = required.iter().filter(|name| field == CONTENT && uses.iter().all(|used| used.name != **name));
        problems.extend(missing.map(|name| Problem {
            field,
            line: 1,
            placeholder: Some((*name).to_owned()),
            message: format!("The placeholder {{{{ {name} }}}} is missing. The mail cannot work without it"),
        }));
        if field == CONTENT && is_deeper_than(source, MAX_DEPTH) {
            let message = format!("Elements are nested more than {MAX_DEPTH} deep");
            problems.push(Problem { field, line: 1, placeholder: None, message });
        }
    }
    problems
}

fn parse<'a>(field: &'static str, source: &'a str) -> Result<Vec<super::language::Use<'a>>, Problem> {
    environment().template_from_named_str(field, source).map_err(|error| problem(field, &error))?;
    placeholders(field, source)
}

/// No loader, filters, functions or tests: a template can use only its values.
fn environment() -> Environment<'static> {
    let mut env = Environment::empty();
    env.set_undefined_behavior(UndefinedBehavior::Strict);
    env.set_auto_escape_callback(|name| if name == SUBJECT { AutoEscape::None } else { AutoEscape::Html });
    env.set_formatter(|out, state, value| match value.as_str() {
        Some(text) if !value.is_safe() && state.auto_escape() == AutoEscape::Html => {
            out.write_str(&escape(text)).map_err(Error::from)
        }
        _ => escape_formatter(out, state, value),
    });
    env
}

/// Escapes for HTML and keeps line breaks.
fn escape(text: &str) -> String {
    // A slash is harmless, and addresses stay readable in the source of the mail.
    let escaped = HtmlEscape(text).to_string().replace("&#x2f;", "/");
    escaped.replace("\r\n", "\n").replace('\r', "\n").replace('\n', "<br>")
}

/// Prevents a value from starting another header.
fn one_line(subject: &str) -> String {
    let spaced: String = subject.chars().map(|char| if char.is_control() { ' ' } else { char }).collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn to_text(html: &str) -> Result<String, TemplateError> {
    if is_deeper_than(html, MAX_DEPTH) {
        return Err(TemplateError::Text(format!("elements are nested more than {MAX_DEPTH} deep")));
    }
    plain_text(html).map_err(|error| TemplateError::Text(error.to_string()))
}

fn problem(field: &'static str, error: &Error) -> Problem {
    let line = error.line().unwrap_or(1);
    let what = error.detail().map_or_else(|| error.kind().to_string(), str::to_owned);
    Problem { field, line, placeholder: None, message: format!("Line {line}: {what}") }
}
