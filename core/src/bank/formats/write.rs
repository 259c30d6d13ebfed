//! Writes questions one by one, and names what a format cannot hold.

use std::collections::HashMap;

use bytes::Bytes;

use super::{FileBody, FileItem, Format, ItemKind, aiken, csv, gift, json_lines, moodle, xlsx};
use crate::{
    bank::{
        Review,
        review::SOURCE_COLUMNS,
        sheet::{LONG, OPTION},
    },
    images::references,
};

/// The outcome for a question.
#[derive(Debug, Default)]
pub(crate) struct Written {
    /// Its text in the format; empty if the format cannot hold it, or is written as a whole.
    pub text: String,
    /// The losses by column.
    pub losses: Vec<(&'static str, String)>,
    /// The names of pictures of which the format holds only the address, by column.
    pub left_behind: Vec<(&'static str, String)>,
}

impl Written {
    fn of(text: String) -> Self {
        Self { text, ..Self::default() }
    }

    pub(super) fn lose(&mut self, column: &'static str, message: impl Into<String>) {
        self.losses.push((column, message.into()));
    }
}

/// Writes questions in a format.
pub(crate) struct Writer {
    format: Format,
    /// The last written topic and section, in formats that name them once for several questions.
    place: Option<(String, String)>,
}

impl Writer {
    pub(crate) fn new(format: Format) -> Self {
        Self { format, place: None }
    }

    /// The parts that the format cannot hold for any question.
    pub(crate) fn not_held(&self) -> Option<&'static str> {
        (self.format == Format::Aiken).then_some(aiken::NOT_HELD)
    }

    /// The text before the first question.
    pub(crate) fn head(&self, kind: ItemKind) -> String {
        match self.format {
            Format::Csv => csv::header(kind),
            Format::Xml => moodle::HEAD.to_owned(),
            Format::Xlsx | Format::Aiken | Format::Gift | Format::Jsonl => String::new(),
        }
    }

    /// The text after the last one.
    pub(crate) fn tail(&self) -> &'static str {
        if self.format == Format::Xml { moodle::TAIL } else { "" }
    }

    /// The names of the pictures that the format embeds for a question.
    pub(crate) fn pictures(&self, item: &FileItem) -> Vec<String> {
        if self.format != Format::Xml {
            return Vec::new();
        }
        let mut names: Vec<String> =
            texts(item).flat_map(|(_, text, _)| references::names_in(text)).map(str::to_owned).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Writes a question, with those of its pictures that were found.
    pub(crate) fn write(&mut self, item: &FileItem, pictures: &HashMap<String, Bytes>) -> Written {
        let mut written = match self.format {
            Format::Xlsx => xlsx::losses(item),
            Format::Csv => Written::of(csv::record(item)),
            Format::Aiken => aiken::write(item),
            Format::Gift => gift::write(item, self.moved(item)),
            Format::Xml => moodle::write(item, self.moved(item), pictures),
            Format::Jsonl => Written::of(json_lines::line(item)),
        };
        if !matches!(self.format, Format::Aiken | Format::Xml) {
            let shown =
                texts(item).flat_map(|(column, text, _)| references::names_in(text).map(move |name| (column, name)));
            written.left_behind = shown.map(|(column, name)| (column, name.to_owned())).collect();
        }
        if item.status == Some(false) && matches!(self.format, Format::Aiken | Format::Gift | Format::Xml) {
            written.lose(
                "status",
                "The question is switched off, which this format cannot say; an import as a new one switches it on.",
            );
        }
        let holds_columns = matches!(self.format, Format::Xlsx | Format::Csv | Format::Jsonl);
        if item.review == Some(Review::Checked) && !holds_columns {
            written.lose("review", "The question was checked, which this format cannot say.");
        }
        if !holds_columns {
            for (column, text) in SOURCE_COLUMNS.into_iter().zip(item.provenance.parts()) {
                if text.is_some() {
                    written.lose(column, "The source of the question was left out.");
                }
            }
        }
        for (column, text, limit) in texts(item) {
            if text.len() > limit && text.chars().count() > limit {
                written.lose(column, format!("The text is longer than the {limit} characters that an import takes."));
            }
        }
        written
    }

    /// Whether the question has another topic or section than the previous one.
    fn moved(&mut self, item: &FileItem) -> bool {
        let place = (item.topic.clone(), item.section.clone());
        let moved = self.place.as_ref() != Some(&place);
        self.place = Some(place);
        moved
    }
}

/// The rich texts of a question by column, each with the maximum number of characters that an import accepts.
fn texts(item: &FileItem) -> impl Iterator<Item = (&'static str, &str, usize)> {
    let own = [("passage", &item.passage), ("question", &item.question), ("image", &item.image)];
    let rest: Vec<(&str, &String, usize)> = match &item.body {
        FileBody::Choice { options, description, .. } => {
            let columns = ["option1", "option2", "option3", "option4", "option5"];
            let options = columns.into_iter().zip(options).map(|(column, option)| (column, option, OPTION));
            options.chain([("answerDesc", description, LONG)]).collect()
        }
        FileBody::Essay { answer, detailed } => vec![("answer", answer, LONG), ("detailedAnswer", detailed, LONG)],
    };
    own.into_iter()
        .map(|(column, text)| (column, text, LONG))
        .chain(rest)
        .map(|(column, text, most)| (column, text.as_str(), most))
}
