//! Exports questions and theory questions, in each format of imports.
//!
//! An export reads the questions twice: first to report what the format cannot hold, then as a stream, whose next
//! rows are read when the last were taken. A workbook is built whole, up to the maximum number of rows of an import.

use std::collections::HashMap;

use async_stream::try_stream;
use bytes::Bytes;
use futures::Stream;
use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
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
/// The replacement for a picture that the format cannot hold.
const KEPT_ADDRESS: &str = "its address was written, which another installation does not know.";

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
    /// Which question of the file it is, from 1; none where it is every one, or one that is not in it.
    pub row: Option<u32>,
    /// The question's id.
    pub id: Option<String>,
    /// The column by its name in an import.
    pub column: Option<String>,
    /// The loss, and the replacement.
    pub message: String,
    /// The name of the picture that stays behind where it can be had at `/uploads/`: an import takes it under
    /// that name beside the file.
    pub picture: Option<String>,
}

impl Loss {
    /// Something that all of the file lacks.
    fn of_file(message: impl Into<String>) -> Self {
        Self { row: None, id: None, column: None, message: message.into(), picture: None }
    }
}

/// The contents of an export.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ExportReport {
    /// The number of questions in the file.
    pub rows: u64,
    /// What the format cannot hold; first notes about the whole file and missing questions.
    pub losses: Vec<Loss>,
}

/// A kind of question that is exported.
trait Exported: Entry {
    const KIND: Kind;

    /// Its form for the formats, with topic and section by name.
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
    /// The file name.
    pub file_name: String,
    names: Names,
    ids: Vec<String>,
    /// Questions that other universities ask too.
    shared: Vec<Shared>,
}

/// A question that a university shares with others, for whom an import would not keep it.
#[derive(SurrealValue)]
struct Shared {
    id: String,
    title: String,
    universities: i64,
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
            return Err(Error::field("format", "The Aiken format cannot contain theory questions."));
        }
        let ExportAsk { exam, subject, year, university, format } = ask.clone();
        let place = ImportAsk { exam, subject, year, university, ..ImportAsk::default() };
        let target = self.import_target(&place).await?;
        let ids = self.exported_ids::<E>(&target).await?;
        let shared = self.shared::<E>(&target).await?;
        if ids.len() > MAX_ROWS {
            return Err(Error::field(
                "year",
                "This year has more than 20,000 questions, which is more than a file can contain.",
            ));
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
        Ok(Export { app: self.clone(), kind: E::KIND, format, file_name, names, ids, shared })
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

impl App {
    /// The questions of the year that a university has in common with others: of all, or of several.
    async fn shared<E: Exported>(&self, target: &Target) -> Result<Vec<Shared>> {
        if target.universities.is_empty() {
            return Ok(Vec::new());
        }
        let sql = format!(
            "SELECT record::id(id) AS id, title, array::len(university) AS universities, position FROM {} \
             WHERE year = $year AND university != $university AND (university = [] OR university CONTAINSALL $university) \
             ORDER BY position, id",
            E::TABLE
        );
        let call = self.store.query(&sql).bind(("year", target.year_id.clone()));
        call.bind(("university", target.universities.clone())).all().await
    }
}

impl Export {
    /// The media type of the file.
    pub fn content_type(&self) -> &'static str {
        self.format.content_type()
    }

    /// The contents of the file, and what it cannot hold.
    pub async fn report(&self) -> Result<ExportReport> {
        let mut writer = Writer::new(self.format);
        let general = writer.not_held().filter(|_| !self.ids.is_empty());
        let mut losses: Vec<Loss> = general.map(Loss::of_file).into_iter().collect();
        losses.extend(self.shared.iter().map(|one| {
            let whose = if one.universities == 0 { "all".to_owned() } else { one.universities.to_string() };
            let words = format!("“{}” is of {whose} universities, and was left out.", one.title);
            Loss { id: Some(one.id.clone()), column: Some("university".into()), ..Loss::of_file(words) }
        }));
        let (mut length, mut missing) = (0, Vec::new());
        for (at, ids) in self.ids.chunks(PAGE).enumerate() {
            for item in self.items(at * PAGE, ids).await? {
                let mut found = HashMap::new();
                for name in writer.pictures(&item) {
                    if let Some(bytes) = self.app.images.size(&name).await? {
                        found.insert(name, Bytes::new());
                        // As base64, by which four signs hold three bytes.
                        length += bytes.div_ceil(3) * 4;
                    }
                }
                let written = writer.write(&item, &found);
                length += written.text.len() as u64;
                // A workbook is put together whole, and holds every question.
                if written.text.is_empty() && self.format != Format::Xlsx {
                    missing.push(item.line);
                }
                let loss = |column: &str, message: String, picture: Option<String>| {
                    let (row, id) = (Some(item.line), Some(item.id.clone()));
                    Loss { row, id, column: Some(column.into()), message, picture }
                };
                losses.extend(written.losses.into_iter().map(|(column, message)| loss(column, message, None)));
                for (column, name) in written.left_behind {
                    losses.push(match self.app.images.has(&name).await? {
                        true => loss(column, format!("The picture {name} stays behind; {KEPT_ADDRESS}"), Some(name)),
                        false => loss(column, format!("The picture {name} does not exist any more."), None),
                    });
                }
            }
        }
        if length > MAX_BYTES as u64 {
            let message = "The file is larger than the 20 MiB that an import takes; a workbook is smaller.";
            losses.push(Loss::of_file(message));
        }
        // What the file lacks is told before what it holds otherwise.
        losses.sort_by_key(|loss| loss.row.is_some_and(|row| missing.binary_search(&row).is_err()));
        Ok(ExportReport { rows: (self.ids.len() - missing.len()) as u64, losses })
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

    /// The stored ones among these pictures.
    async fn pictures(&self, names: Vec<String>) -> Result<HashMap<String, Bytes>> {
        let mut found = HashMap::new();
        for name in names {
            if let Some(kept) = self.app.images.get(&name).await? {
                found.insert(name, kept.bytes);
            }
        }
        Ok(found)
    }
}

/// What questions and theories have in common.
fn common<E: Entry>(entry: &E, title: &str, names: &Names) -> Item {
    Item {
        id: entry.id().to_string(),
        title: title.to_owned(),
        question: entry.question().to_owned(),
        status: Some(entry.status()),
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
