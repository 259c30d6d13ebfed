//! Questions and theories out, in each format that takes them in.
//!
//! An export is read twice: once for what the format cannot hold, which callers learn first, and once as a
//! stream, whose next rows are read when the last were taken. A workbook is put together whole, within the
//! most rows that an import takes.

use std::collections::HashMap;

use async_stream::try_stream;
use bytes::Bytes;
use futures::Stream;
use serde::{Deserialize, Serialize};
use tokio::task::spawn_blocking;
use utoipa::ToSchema;

use super::{
    Entry, ImportAsk, Question, Theory,
    formats::{Body, Format, Item, Kind, MAX_BYTES, Writer, workbook_of},
    import::{Target, workbook::MAX_ROWS},
};
use crate::{
    App, Error, Result,
    catalogue::{Section, Topic},
    store::Id,
};

/// Rows that are read at once.
const PAGE: usize = 200;

/// Which questions are exported, and how.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExportAsk {
    /// The exam's slug.
    pub exam: String,
    /// The subject's title.
    pub subject: String,
    pub year: i64,
    /// The university's title; for POST UTME only, and needed there.
    pub university: Option<String>,
    pub format: Format,
}

/// Something that a format cannot hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ExportLoss)]
pub struct Loss {
    /// Which question of the file it is, from 1; none where it is every one.
    pub row: Option<u32>,
    /// The question's id.
    pub id: Option<String>,
    /// The column by its name in an import.
    pub column: Option<String>,
    /// What is lost, and what was written instead.
    pub message: String,
}

/// What an export holds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ExportReport {
    /// How many questions there are.
    pub rows: u64,
    /// What the format cannot hold of them.
    pub losses: Vec<Loss>,
}

/// A kind of question that is exported.
trait Exported: Entry {
    const KIND: Kind;

    /// What the formats know of it; topic and section by their names.
    fn item(self, names: &Names) -> Item;
}

/// The names of a subject's topics and sections.
struct Names {
    topics: HashMap<Id<Topic>, String>,
    sections: HashMap<Id<Section>, String>,
}

/// An export that is about to be read.
pub struct Export {
    app: App,
    kind: Kind,
    format: Format,
    /// What the file is to be called.
    pub file_name: String,
    names: Names,
    ids: Vec<String>,
}

impl App {
    /// Opens the questions of a year and format.
    ///
    /// # Errors
    /// [`Error::Invalid`] for an ask that names nothing, and where the format cannot hold the questions.
    pub async fn export_questions(&self, ask: &ExportAsk) -> Result<Export> {
        self.export::<Question>(ask).await
    }

    /// Opens the theory questions, likewise.
    pub async fn export_theories(&self, ask: &ExportAsk) -> Result<Export> {
        self.export::<Theory>(ask).await
    }

    async fn export<E: Exported>(&self, ask: &ExportAsk) -> Result<Export> {
        if ask.format == Format::Aiken && E::KIND == Kind::Theories {
            return Err(Error::field("format", "Aiken holds no theory questions"));
        }
        let ExportAsk { exam, subject, year, university, format } = ask.clone();
        let place = ImportAsk { exam, subject, year, university, ..ImportAsk::default() };
        let target = self.import_target(&place).await?;
        let ids = self.exported_ids::<E>(&target).await?;
        if ids.len() > MAX_ROWS {
            return Err(Error::field("year", "This year has more than 20,000 questions; a file holds no more"));
        }
        let sql = "SELECT * FROM topic WHERE subject = $subject; SELECT * FROM section WHERE topic.subject = $subject;";
        let mut results = self.store.query(sql).bind(("subject", target.subject.clone())).checked().await?;
        let (topics, sections): (Vec<Topic>, Vec<Section>) = (results.take(0)?, results.take(1)?);
        let names = Names {
            topics: topics.into_iter().map(|topic| (topic.id, topic.title)).collect(),
            sections: sections.into_iter().map(|section| (section.id, section.section_name)).collect(),
        };
        let university = place.university.as_deref().unwrap_or_default();
        let kind = if E::KIND == Kind::Theories { "theories" } else { "" };
        let name = format!("{} {} {university} {} {kind}", place.exam, place.subject, place.year);
        let file_name = format!("{}.{}", slug::slugify(name), format.ending());
        Ok(Export { app: self.clone(), kind: E::KIND, format, file_name, names, ids })
    }

    /// The keys of the questions, in the order of their year.
    async fn exported_ids<E: Exported>(&self, target: &Target) -> Result<Vec<String>> {
        let sql = format!(
            "SELECT VALUE id FROM (SELECT id, position FROM {} WHERE year = $year AND university = $university \
             ORDER BY position, id)",
            E::TABLE
        );
        let call = self.store.query(&sql).bind(("year", target.year_id.clone()));
        let ids: Vec<Id<E>> = call.bind(("university", target.universities.clone())).all().await?;
        Ok(ids.into_iter().map(|id| id.to_string()).collect())
    }
}

impl Export {
    /// The media type of the file.
    pub fn content_type(&self) -> &'static str {
        self.format.content_type()
    }

    /// What the file will hold, and what it cannot.
    pub async fn report(&self) -> Result<ExportReport> {
        let mut writer = Writer::new(self.format);
        let general = writer.not_held().filter(|_| !self.ids.is_empty());
        let general = general.map(|message| Loss { row: None, id: None, column: None, message: message.into() });
        let mut losses: Vec<Loss> = general.into_iter().collect();
        let mut length = 0;
        for (at, ids) in self.ids.chunks(PAGE).enumerate() {
            for item in self.items(at * PAGE, ids).await? {
                let mut found = HashMap::new();
                for name in writer.pictures(&item) {
                    if self.app.images.has(&name).await.map_err(unavailable)? {
                        found.insert(name, Bytes::new());
                    }
                }
                let written = writer.write(&item, &found);
                length += written.text.len();
                losses.extend(written.losses.into_iter().map(|(column, message)| Loss {
                    row: Some(item.line),
                    id: Some(item.id.clone()),
                    column: Some(column.into()),
                    message,
                }));
            }
        }
        if length > MAX_BYTES {
            let message = "The file is larger than the 20 MiB that an import takes; a workbook is smaller.";
            losses.push(Loss { row: None, id: None, column: None, message: message.into() });
        }
        Ok(ExportReport { rows: self.ids.len() as u64, losses })
    }

    /// The file, piece by piece.
    pub fn into_stream(self) -> impl Stream<Item = Result<Bytes>> + Send + 'static {
        try_stream! {
            let mut writer = Writer::new(self.format);
            let mut all = Vec::new();
            if self.format != Format::Xlsx {
                yield Bytes::from(writer.head(self.kind));
            }
            for (at, ids) in self.ids.chunks(PAGE).enumerate() {
                let items = self.items(at * PAGE, ids).await?;
                if self.format == Format::Xlsx {
                    all.extend(items);
                    continue;
                }
                for item in items {
                    let pictures = self.pictures(writer.pictures(&item)).await?;
                    yield Bytes::from(writer.write(&item, &pictures).text);
                }
            }
            if self.format == Format::Xlsx {
                let kind = self.kind;
                let written = spawn_blocking(move || workbook_of(kind, &all)).await.map_err(Error::internal)?;
                yield Bytes::from(written.map_err(Error::internal)?);
            } else {
                yield Bytes::from(writer.tail());
            }
        }
    }

    /// The questions with these keys, numbered from behind `before`.
    async fn items(&self, before: usize, ids: &[String]) -> Result<Vec<Item>> {
        let mut items = match self.kind {
            Kind::Questions => self.read::<Question>(ids).await?,
            Kind::Theories => self.read::<Theory>(ids).await?,
        };
        for (at, item) in items.iter_mut().enumerate() {
            item.line = u32::try_from(before + at + 1).unwrap_or(u32::MAX);
        }
        Ok(items)
    }

    async fn read<E: Exported>(&self, ids: &[String]) -> Result<Vec<Item>> {
        let ids: Vec<Id<E>> = ids.iter().map(Id::new).collect();
        let entries: Vec<E> = self.app.store.query("SELECT * FROM $ids").bind(("ids", ids)).all().await?;
        Ok(entries.into_iter().map(|entry| entry.item(&self.names)).collect())
    }

    /// Those of these pictures that are kept.
    async fn pictures(&self, names: Vec<String>) -> Result<HashMap<String, Bytes>> {
        let mut found = HashMap::new();
        for name in names {
            if let Some(kept) = self.app.images.get(&name).await.map_err(unavailable)? {
                found.insert(name, kept.bytes);
            }
        }
        Ok(found)
    }
}

fn unavailable(error: crate::images::KeepError) -> Error {
    Error::Unavailable(format!("pictures: {error}"))
}

/// What questions and theories have in common.
fn common<E: Entry>(entry: &E, title: &str, names: &Names) -> Item {
    Item {
        id: entry.id().to_string(),
        title: title.to_owned(),
        question: entry.question().to_owned(),
        is_off: !entry.status(),
        image: entry.picture().unwrap_or_default().to_owned(),
        topic: names.topics.get(entry.topic()).cloned().unwrap_or_default(),
        section: names.sections.get(entry.section()).cloned().unwrap_or_default(),
        ..Item::default()
    }
}

impl Exported for Question {
    const KIND: Kind = Kind::Questions;

    fn item(self, names: &Names) -> Item {
        let correct = self.options.iter().position(|choice| choice.id == self.correct).unwrap_or_default();
        Item {
            passage: self.passage.clone().unwrap_or_default(),
            group: self.group.clone().unwrap_or_default(),
            body: Body::Choice {
                options: self.options.iter().map(|choice| choice.option.clone()).collect(),
                correct,
                description: self.description.clone(),
            },
            ..common(&self, &self.title, names)
        }
    }
}

impl Exported for Theory {
    const KIND: Kind = Kind::Theories;

    fn item(self, names: &Names) -> Item {
        let body = Body::Essay { answer: self.answer.clone(), detailed: self.detailed_answer.clone() };
        Item { body, ..common(&self, &self.title, names) }
    }
}
