//! A question for the formats: the importer's columns by name.

use crate::{
    bank::{
        identity::normal,
        import::{QUESTION_COLUMNS, THEORY_COLUMNS, tidy},
    },
    html,
};

/// Most options of a question (spec 3 §9).
const MAX_OPTIONS: usize = 5;

/// Which kind of question a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Multiple choice.
    Questions,
    /// Answered in writing.
    Theories,
}

impl Kind {
    /// The importer's columns, in the order of [`Item::cells`].
    pub(crate) fn columns(self) -> impl Iterator<Item = &'static str> {
        let columns = match self {
            Self::Questions => QUESTION_COLUMNS,
            Self::Theories => THEORY_COLUMNS,
        };
        columns.iter().map(|column| column.name)
    }
}

/// One question. What is empty is not given.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Item {
    /// The line in which it begins; on the way out, its number.
    pub line: u32,
    /// The key under which the bank stores it.
    pub id: String,
    /// Plain text.
    pub title: String,
    /// The text that its group is about, HTML.
    pub passage: String,
    /// The group's name, plain text.
    pub group: String,
    /// The stem, HTML.
    pub question: String,
    /// The address of its picture.
    pub image: String,
    /// Plain text.
    pub topic: String,
    /// Plain text.
    pub section: String,
    /// Whether the bank has it in use; `None` where the file does not say.
    pub status: Option<bool>,
    /// Whether its texts are read as cells that a person typed, in which a tag may be a word.
    pub is_text: bool,
    /// What is asked for.
    pub body: Body,
}

/// The answer part of a question; texts are HTML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Body {
    /// By an option.
    Choice {
        options: Vec<String>,
        /// The index of the right one.
        correct: usize,
        /// The explanation.
        description: String,
    },
    /// In writing.
    Essay {
        /// The model answer in short.
        answer: String,
        /// The model answer in full.
        detailed: String,
    },
}

impl Default for Body {
    fn default() -> Self {
        Self::Essay { answer: String::new(), detailed: String::new() }
    }
}

impl Item {
    /// Which kind of question it is.
    pub(crate) fn kind(&self) -> Kind {
        match self.body {
            Body::Choice { .. } => Kind::Questions,
            Body::Essay { .. } => Kind::Theories,
        }
    }

    /// What a row cannot express.
    pub(super) fn misfit(&self) -> Option<String> {
        match &self.body {
            Body::Choice { options, .. } if options.len() > MAX_OPTIONS => {
                Some(format!("The question has {} options; at most {MAX_OPTIONS} are allowed.", options.len()))
            }
            _ => None,
        }
    }

    /// A text as a cell in which the importer reads the same text.
    fn rich(&self, text: &str, about_tags: bool) -> String {
        if self.is_text { text.to_owned() } else { html::declared(text, about_tags).into_owned() }
    }

    /// Its cells by column, in the order of [`Kind::columns`].
    pub(crate) fn cells(&self) -> Vec<(&'static str, String)> {
        let about_tags = html::speaks_of_tags(&self.question);
        let rich = |text: &str| self.rich(text, about_tags);
        let of = |column| match (column, &self.body) {
            ("id", _) => self.id.clone(),
            ("title", _) => plain(&self.title),
            ("passage", _) => rich(&self.passage),
            ("group", _) => plain(&self.group),
            ("question", _) => rich(&self.question),
            ("image", _) => self.image.clone(),
            ("topic", _) => plain(&self.topic),
            ("section", _) => plain(&self.section),
            ("status", _) => self.status.map_or("", |is_on| if is_on { "active" } else { "inactive" }).to_owned(),
            ("rightAnswer", Body::Choice { options, correct, .. }) => key_word(options, *correct),
            ("answerDesc", Body::Choice { description, .. }) => rich(description),
            (option, Body::Choice { options, .. }) => {
                let place = option.strip_prefix("option").and_then(|place| place.parse::<usize>().ok());
                let text = place.and_then(|place| options.get(place.checked_sub(1)?));
                text.map(|text| rich(text)).unwrap_or_default()
            }
            ("answer", Body::Essay { answer, .. }) => rich(answer),
            ("detailedAnswer", Body::Essay { detailed, .. }) => rich(detailed),
            (_, Body::Essay { .. }) => String::new(),
        };
        self.kind().columns().map(|column| (column, of(column))).collect()
    }
}

/// Plain text as a cell in which the importer reads the same text.
pub(super) fn plain(text: &str) -> String {
    if html::text(text) == text { text.to_owned() } else { escaped(text) }
}

/// Plain text as HTML.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// How the right option is named: its letter, unless an import would read that as the text of another
/// option.
fn key_word(options: &[String], correct: usize) -> String {
    let letter = char::from(b'A' + u8::try_from(correct.min(25)).unwrap_or(25));
    let number = correct + 1;
    let forms = [
        letter.to_string(),
        number.to_string(),
        format!("Option {letter}"),
        format!("Option {number}"),
        format!("({letter})"),
        format!("({number})"),
    ];
    let texts: Vec<String> = options.iter().map(|option| normal(&html::clean(&tidy(option))).to_lowercase()).collect();
    let is_free = |form: &String| !texts.contains(&form.to_lowercase());
    forms.into_iter().find(is_free).unwrap_or_else(|| letter.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_named_by_what_no_option_says() {
        let of = |options: &[&str], correct| {
            key_word(&options.iter().map(|&option| option.to_owned()).collect::<Vec<_>>(), correct)
        };
        assert_eq!(of(&["Lagos", "Abuja"], 1), "B");
        assert_eq!(of(&["<p>b</p>", "a"], 1), "2");
        assert_eq!(of(&["b", "2"], 1), "Option B");
        assert_eq!(of(&["B\u{200b}", "a"], 1), "2", "an import drops what is not seen");
    }

    #[test]
    fn plain_text_comes_back_as_it_is() {
        for text in ["a < b", "x<y>z", "Use of <p>", "&lt;", "R&D", "<script>x</script>"] {
            assert_eq!(html::text(&plain(text)), text);
        }
        assert_eq!(plain("a < b"), "a < b");
    }
}
