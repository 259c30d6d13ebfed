//! Exports the items of a year, in any format that an import accepts.
//!
//! An export reads the questions twice: first to report what the format cannot hold, then as a stream that reads the
//! next rows when the previous ones were taken. A workbook is built whole, up to the maximum number of rows of an
//! import.

use std::collections::HashMap;

use async_stream::try_stream;
use bytes::Bytes;
use futures::Stream;
use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use tokio::task::spawn_blocking;
use utoipa::ToSchema;

use super::{
    ChoiceBody, EssayBody, ImportRequest, Item, ItemBody, ItemKind,
    formats::{FileItem, Format, MAX_BYTES, Writer, workbook_of},
    import::Target,
    sheet::workbook::MAX_ROWS,
};
use crate::{
    App, Error, Result,
    catalogue::{Section, Topic},
    store::Id,
};

/// Rows per read.
const PAGE: usize = 200;
/// Ends the message about a picture that the format cannot hold.
const KEPT_ADDRESS: &str = "its address was written, which another installation does not know.";

/// Which questions are exported, and how.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExportRequest {
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
    /// The number of the question in the file, from 1. `None` if the loss concerns all questions, or one that is not in
    /// the file.
    pub row: Option<u32>,
    /// The question's id.
    pub id: Option<String>,
    /// The column by its name in an import.
    pub column: Option<String>,
    /// The loss, and the replacement.
    pub message: String,
    /// The name of a picture that the file does not contain. It can be downloaded from `/uploads/`. An import accepts
    /// it under that name beside the file.
    pub picture: Option<String>,
}

impl Loss {
    /// A loss that concerns the whole file.
    fn of_file(message: impl Into<String>) -> Self {
        Self { row: None, id: None, column: None, message: message.into(), picture: None }
    }
}

/// The contents of an export.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ExportReport {
    /// The number of questions in the file.
    pub rows: u64,
    /// The parts that the format cannot hold. Notes about the whole file and missing questions come first.
    pub losses: Vec<Loss>,
}

/// The names of a subject's topics and sections.
struct Names {
    topics: HashMap<Id<Topic>, String>,
    sections: HashMap<Id<Section>, String>,
}

/// An export, ready to be read.
pub struct Export {
    app: App,
    kind: ItemKind,
    format: Format,
    /// The file name.
    pub file_name: String,
    names: Names,
    ids: Vec<String>,
    /// Questions that other universities share.
    shared: Vec<Shared>,
}

/// A question that a university shares with others. Importing the file would store it for this university alone.
#[derive(SurrealValue)]
struct Shared {
    id: String,
    title: String,
    universities: i64,
}

impl App {
    /// Opens the items of a kind, a year and a format.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the request names nothing, or if the format cannot hold the items.
    pub async fn export_items(&self, kind: ItemKind, ask: &ExportRequest) -> Result<Export> {
        if ask.format == Format::Aiken && kind == ItemKind::Essay {
            return Err(Error::field("format", "The Aiken format cannot contain theory questions."));
        }
        let ExportRequest { exam, subject, year, university, format } = ask.clone();
        let place = ImportRequest { exam, subject, year, university, ..ImportRequest::default() };
        let target = self.import_target(&place).await?;
        let ids = self.exported_ids(kind, &target).await?;
        let shared = self.shared(kind, &target).await?;
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
            topics: topics.into_iter().map(|topic| (topic.id, topic.form.title)).collect(),
            sections: sections.into_iter().map(|section| (section.id, section.form.section_name)).collect(),
        };
        let university = place.university.as_deref().unwrap_or_default();
        let plural = if kind == ItemKind::Essay { kind.plural() } else { "" };
        let name = format!("{} {} {university} {} {plural}", place.exam, place.subject, place.year);
        let file_name = format!("{}.{}", slug::slugify(name), format.ending());
        Ok(Export { app: self.clone(), kind, format, file_name, names, ids, shared })
    }

    /// The ids of the items, in the order of their year.
    async fn exported_ids(&self, kind: ItemKind, target: &Target) -> Result<Vec<String>> {
        let sql = format!(
            "SELECT VALUE record::id(id) FROM (SELECT id, position FROM {} WHERE year = $year AND university = $university \
             ORDER BY position, id)",
            kind.table()
        );
        let call = self.store.query(&sql).bind(("year", target.year_id.clone()));
        call.bind(("university", target.universities.clone())).all().await
    }

    /// The questions of the year that a university shares with all or several others.
    async fn shared(&self, kind: ItemKind, target: &Target) -> Result<Vec<Shared>> {
        if target.universities.is_empty() {
            return Ok(Vec::new());
        }
        let sql = format!(
            "SELECT record::id(id) AS id, title, array::len(university) AS universities, position FROM {} \
             WHERE year = $year AND university != $university AND (university = [] OR university CONTAINSALL $university) \
             ORDER BY position, id",
            kind.table()
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

    /// The contents of the file and its losses.
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
                        // In base64, four characters hold three bytes.
                        length += bytes.div_ceil(3) * 4;
                    }
                }
                let written = writer.write(&item, &found);
                length += written.text.len() as u64;
                // A workbook is built as a whole and has every question.
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
        // Missing questions come before other losses.
        losses.sort_by_key(|loss| loss.row.is_some_and(|row| missing.binary_search(&row).is_err()));
        Ok(ExportReport { rows: (self.ids.len() - missing.len()) as u64, losses })
    }

    /// The file, in pieces.
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

    /// The items with these ids, numbered from `before` + 1.
    async fn items(&self, before: usize, ids: &[String]) -> Result<Vec<FileItem>> {
        let mut items = match self.kind {
            ItemKind::Choice => self.read::<ChoiceBody>(ids).await?,
            ItemKind::Essay => self.read::<EssayBody>(ids).await?,
        };
        for (at, item) in items.iter_mut().enumerate() {
            item.line = u32::try_from(before + at + 1).unwrap_or(u32::MAX);
        }
        Ok(items)
    }

    async fn read<B: ItemBody>(&self, ids: &[String]) -> Result<Vec<FileItem>> {
        let ids: Vec<Id<Item<B>>> = ids.iter().map(Id::new).collect();
        let items: Vec<Item<B>> = self.app.store.query("SELECT * FROM $ids").bind(("ids", ids)).all().await?;
        Ok(items.into_iter().map(|item| self.names.file_item(item)).collect())
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

impl Names {
    /// An item as the formats write it, with its topic and section by name.
    fn file_item<B: ItemBody>(&self, item: Item<B>) -> FileItem {
        let choice = item.body.as_choice();
        let of_choice = |field: fn(&ChoiceBody) -> &Option<String>| choice.and_then(|one| field(one).clone());
        FileItem {
            line: 0,
            passage: of_choice(|one| &one.passage).unwrap_or_default(),
            group: of_choice(|one| &one.group).unwrap_or_default(),
            id: item.id.to_string(),
            status: Some(item.status),
            review: Some(item.review()),
            provenance: item.provenance.clone(),
            image: item.logo.unwrap_or_default(),
            topic: self.topics.get(&item.topic).cloned().unwrap_or_default(),
            section: self.sections.get(&item.section).cloned().unwrap_or_default(),
            title: item.title,
            question: item.question,
            is_text: false,
            body: item.body.content().into(),
        }
    }
}
