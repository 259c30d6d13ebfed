//! An item as the formats exchange it: the importer's columns by name.

use crate::{
    bank::{
        ChoiceContent, EssayBody, ItemKind, Provenance, Review, identity::normal, letter, review::SOURCE_COLUMNS,
        sheet::normalise,
    },
    html,
};

/// Maximum number of options of a question (spec 3 §9).
const MAX_OPTIONS: usize = 5;

/// An item of a file. An empty field was not given.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct FileItem {
    /// When read, the line in which it begins; when written, its number.
    pub line: u32,
    /// The key under which the bank stores it.
    pub id: String,
    /// Plain text.
    pub title: String,
    /// The passage of its group, HTML.
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
    /// Whether it is in use; `None` if the file does not say.
    pub status: Option<bool>,
    /// Whether somebody has checked it; `None` if the file does not say.
    pub review: Option<Review>,
    /// Plain texts.
    pub provenance: Provenance,
    /// Whether its texts are read like cells that a person typed, in which a tag may be a word.
    pub is_text: bool,
    /// The answer part.
    pub body: FileBody,
}

/// The answer part of an item. Texts are HTML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileBody {
    /// Multiple choice.
    Choice {
        options: Vec<String>,
        /// The index of the right option, from 0.
        correct: usize,
        /// The explanation.
        description: String,
    },
    /// An essay.
    Essay {
        /// The short model answer.
        answer: String,
        /// The full model answer.
        detailed: String,
    },
}

impl Default for FileBody {
    fn default() -> Self {
        Self::Essay { answer: String::new(), detailed: String::new() }
    }
}

impl From<ChoiceContent> for FileBody {
    fn from(content: ChoiceContent) -> Self {
        let ChoiceContent { options, correct, description, .. } = content;
        Self::Choice { options, correct, description }
    }
}

impl From<EssayBody> for FileBody {
    fn from(body: EssayBody) -> Self {
        Self::Essay { answer: body.answer, detailed: body.detailed_answer }
    }
}

impl FileItem {
    /// Its kind.
    pub(crate) fn kind(&self) -> ItemKind {
        match self.body {
            FileBody::Choice { .. } => ItemKind::Choice,
            FileBody::Essay { .. } => ItemKind::Essay,
        }
    }

    /// Why an item does not fit into a row.
    pub(super) fn misfit(&self) -> Option<String> {
        match &self.body {
            FileBody::Choice { options, .. } if options.len() > MAX_OPTIONS => {
                Some(format!("The question has {} options; at most {MAX_OPTIONS} are allowed.", options.len()))
            }
            _ => None,
        }
    }

    /// Writes a text so that the importer reads the same text from the cell.
    fn rich(&self, text: &str, about_tags: bool) -> String {
        if self.is_text { text.to_owned() } else { html::declared(text, about_tags).into_owned() }
    }

    /// Its cells by column, in the order of [`ItemKind::columns`].
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
            ("review", _) => self.review.map_or("", Review::word).to_owned(),
            (source, _) if source.starts_with("source") => {
                let part = SOURCE_COLUMNS.iter().position(|column| *column == source);
                part.and_then(|place| self.provenance.parts()[place]).map(plain).unwrap_or_default()
            }
            ("rightAnswer", FileBody::Choice { options, correct, .. }) => key_word(options, *correct),
            ("answerDesc", FileBody::Choice { description, .. }) => rich(description),
            (option, FileBody::Choice { options, .. }) => {
                let place = option.strip_prefix("option").and_then(|place| place.parse::<usize>().ok());
                let text = place.and_then(|place| options.get(place.checked_sub(1)?));
                text.map(|text| rich(text)).unwrap_or_default()
            }
            ("answer", FileBody::Essay { answer, .. }) => rich(answer),
            ("detailedAnswer", FileBody::Essay { detailed, .. }) => rich(detailed),
            (_, FileBody::Essay { .. }) => String::new(),
        };
        self.kind().columns().iter().map(|column| (column.name, of(column.name))).collect()
    }
}

/// Writes plain text so that the importer reads the same text from the cell.
pub(super) fn plain(text: &str) -> String {
    if html::text(text) == text { text.to_owned() } else { html::escaped(text) }
}

/// The name of the right option: its letter, unless an import would read that as the text of another option.
fn key_word(options: &[String], correct: usize) -> String {
    let letter = letter(correct);
    let number = correct + 1;
    let forms = [
        letter.to_string(),
        number.to_string(),
        format!("Option {letter}"),
        format!("Option {number}"),
        format!("({letter})"),
        format!("({number})"),
    ];
    let texts: Vec<String> =
        options.iter().map(|option| normal(&html::clean(&normalise(option))).to_lowercase()).collect();
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
