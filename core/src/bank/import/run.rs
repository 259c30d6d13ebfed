//! Runs an import: reads the file, plans, and writes all of it or nothing.

use std::{
    collections::{HashMap, HashSet},
    mem,
    sync::Arc,
};

use futures::{StreamExt as _, TryStreamExt as _, stream};
use surrealdb::types::RecordId;
use tokio::task::spawn_blocking;

use super::{
    plan::{Stored, plan},
    report::{ImportReport, Preview, Progress, Stage},
    rows::{Parsed, Reading, SheetBody, check_file, strict},
    sample,
    source::{Album, ImportFiles, Unpacked, retain_part},
    target::{ImportRequest, Target},
    write::BATCH,
};
use crate::{
    App, Error, Result,
    bank::{
        ChoiceBody, EssayBody, FIRST_YEAR, Item, ItemBody, ItemKind, SubjectYear,
        formats::{self, ParsedFile, ReadError},
        sheet::{Problem, Warning},
    },
    html::upload_address,
    images::{MissingPicture, references},
    people::Actor,
    store::{Id, retry_tx},
};

/// The number of concurrent lookups of pictures. Lookups run in parallel because a bucket may be far away.
const LOOKUPS: usize = 8;

impl App {
    /// Imports a file of items of one kind (ruling 18), with its pictures (ruling 35), and reports its progress. If
    /// dropped before [`Stage::Keeping`], it writes nothing.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the request names an unknown destination; [`Error::Unsupported`] if the file is not a
    /// question bank; [`Error::TooLarge`] beyond the limits; those of [`Actor::require_recent_login`] if keys change.
    /// Problems of rows are in the report.
    pub async fn import_items(
        &self,
        kind: ItemKind,
        actor: &Actor,
        files: impl Into<ImportFiles>,
        ask: ImportRequest,
        progress: &(dyn Fn(Progress) + Send + Sync),
    ) -> Result<ImportReport> {
        match kind {
            ItemKind::Choice => self.import_kind::<ChoiceBody>(actor, files.into(), ask, progress).await,
            ItemKind::Essay => self.import_kind::<EssayBody>(actor, files.into(), ask, progress).await,
        }
    }

    /// The sample workbook for items of a kind.
    pub fn import_sample(kind: ItemKind) -> Result<Vec<u8>> {
        sample::sample(kind).map_err(Error::internal)
    }

    async fn import_kind<B: SheetBody>(
        &self,
        actor: &Actor,
        files: ImportFiles,
        ask: ImportRequest,
        progress: &(dyn Fn(Progress) + Send + Sync),
    ) -> Result<ImportReport> {
        let target = self.import_target(&ask).await?;
        progress(Progress { stage: Stage::Reading, done: 0, total: 1 });
        let unpacked = spawn_blocking(move || files.unpack()).await.map_err(Error::internal)?;
        let Unpacked { bank, pictures, notices, folder } = unpacked.map_err(Error::internal)??;
        let (mut album, pictures) = self.album(pictures, folder, progress).await?;
        let mut source = spawn_blocking(move || formats::read(&bank, B::KIND)).await.map_err(Error::internal)??;
        if ask.by_columns {
            retain_part(&mut source.sheet, &ask.subject, ask.year);
        }
        self.bring_pictures(&mut source, &mut album).await?;
        let pictures = pictures.beside(self.existing_pictures(&source, &album).await?);
        let (reading, is_strict) = (Reading { key: ask.key, pictures }, ask.strict);
        let check = move || {
            let mut parsed = check_file::<B>(source, &reading)?;
            parsed.warnings.extend(notices);
            Ok::<_, ReadError>(if is_strict { strict(parsed) } else { parsed })
        };
        let parsed = spawn_blocking(check).await.map_err(Error::internal)??;
        progress(Progress { stage: Stage::Reading, done: 1, total: 1 });
        let (target, parsed) = (Arc::new(target), Arc::new(parsed));
        retry_tx(async || self.import_rows::<B>(actor, &target, &parsed, &album, &ask, progress).await).await
    }

    /// The address of each picture in the file: the address of the stored copy, or the future address of a new picture,
    /// which is stored with the row that shows it.
    async fn bring_pictures(&self, source: &mut ParsedFile, album: &mut Album) -> Result<()> {
        let mut places = HashMap::new();
        for (name, bytes) in mem::take(&mut source.pictures) {
            let place = match self.images.has(&name).await? {
                true => Ok(upload_address(&name)),
                false => self.add_to_album(album, &name, bytes).await?,
            };
            places.insert(name, place);
        }
        source.place_pictures(&places);
        Ok(())
    }

    /// The pictures that cells show and that exist, among our uploads or in the file.
    async fn existing_pictures(&self, source: &ParsedFile, album: &Album) -> Result<HashSet<String>> {
        let cells = source.sheet.rows.iter().flat_map(|row| row.cells.values());
        let shown: HashSet<String> =
            cells.flat_map(|cell| references::names_in(cell.text()).map(str::to_owned).collect::<Vec<_>>()).collect();
        let asked = stream::iter(shown).map(|name: String| async move {
            let exists = album.holds(&name) || self.images.has(&name).await?;
            Ok::<_, Error>((name, exists))
        });
        let known: Vec<_> = asked.buffer_unordered(LOOKUPS).try_collect().await?;
        Ok(known.into_iter().filter(|(_, exists)| *exists).map(|(name, _)| name).collect())
    }

    /// Plans with the bank as it is now, and writes the plan unless the bank has changed since it was read.
    async fn import_rows<B: SheetBody>(
        &self,
        actor: &Actor,
        target: &Arc<Target>,
        parsed: &Arc<Parsed<B>>,
        album: &Album,
        ask: &ImportRequest,
        progress: &(dyn Fn(Progress) + Send + Sync),
    ) -> Result<ImportReport> {
        let stored = Arc::new(self.stored_items(target, parsed).await?);
        let total = parsed.rows.len() as u64;
        progress(Progress { stage: Stage::Checking, done: 0, total });
        let plan_of = async |parsed: Arc<Parsed<B>>| {
            let (target, stored, reviewer) = (target.clone(), stored.clone(), self.reviewer(actor));
            let now = self.now();
            spawn_blocking(move || plan(&target, &parsed, &stored, &reviewer, now)).await.map_err(Error::internal)
        };
        let mut planned = plan_of(parsed.clone()).await?;
        if ask.strict && !planned.report.warnings.is_empty() {
            // In a strict import, notices from the comparison with the bank reject their rows too.
            let warnings = planned.report.warnings;
            planned = plan_of(Arc::new(strict(Parsed { warnings, ..parsed.as_ref().clone() }))).await?;
        }
        progress(Progress { stage: Stage::Checking, done: total, total });
        let mut report = planned.report.clone();
        report.warnings.extend(target.notice());
        report.dry_run = ask.dry_run;
        if let Some(from) = ask.preview_from.filter(|_| ask.dry_run) {
            report.preview = Some(Preview::of(&planned, album, from).await);
        }
        let refused = ask.all_or_nothing && report.rejected > 0;
        if ask.dry_run || refused || report.new + report.changed == 0 {
            return Ok(report);
        }
        if !planned.moved().is_empty() {
            actor.require_recent_login()?;
        }
        let shown = planned.new.iter().chain(planned.changed.iter().map(|(_, item)| item));
        self.store_shown(album, shown).await?;
        let rows = mem::take(&mut planned.rows);
        let missing = self.write_plan(actor, target, &stored, planned, progress).await?;
        report.problems.extend(missing.iter().filter_map(|picture| Some(gone(*rows.get(&picture.record)?, picture))));
        report.problems.sort_by_key(|problem| problem.row);
        report.written = true;
        Ok(report)
    }

    /// Reads the stored content at the destination. The year is read first, so that a concurrent change raises its
    /// revision and the import starts again.
    pub(in crate::bank) async fn stored_items<B: ItemBody>(
        &self,
        target: &Target,
        parsed: &Parsed<B>,
    ) -> Result<Stored<B>> {
        let sql = format!(
            "SELECT * FROM $year; SELECT * FROM topic WHERE subject = $subject; \
             SELECT * FROM section WHERE topic.subject = $subject; SELECT VALUE id FROM {} WHERE year = $year;",
            B::KIND.table()
        );
        let call = self.store.query(&sql).bind(("year", target.year_id.clone()));
        let mut results = call.bind(("subject", target.subject.clone())).checked().await?;
        let years: Vec<SubjectYear> = results.take(0)?;
        let (topics, sections) = (results.take(1)?, results.take(2)?);
        let ids: Vec<Id<Item<B>>> = results.take(3)?;
        let mut items: Vec<Item<B>> = Vec::with_capacity(ids.len());
        for batch in ids.chunks(BATCH) {
            let call = self.store.query("SELECT * FROM $ids").bind(("ids", batch.to_vec()));
            items.extend(call.all::<Item<B>>().await?);
        }
        let own: HashSet<&str> = items.iter().map(|item| item.id.as_str()).collect();
        let named = parsed.rows.iter().filter_map(|row| row.id.as_deref()).filter(|id| !own.contains(id));
        let named: Vec<RecordId> = named.map(|id| Id::<Item<B>>::new(id).link()).collect();
        let elsewhere = self.store.query("SELECT VALUE id FROM $named").bind(("named", named));
        let elsewhere: Vec<Id<Item<B>>> = elsewhere.all().await?;
        let ids_elsewhere = elsewhere.into_iter().map(|id| id.to_string()).collect();
        Ok(Stored { year: years.into_iter().next(), topics, sections, items, ids_elsewhere })
    }
}

/// The problem of a row whose picture was deleted after the row was checked.
fn gone(row: u32, picture: &MissingPicture) -> Problem {
    let column = match picture.field.as_str() {
        "logo" => "image",
        "description" => "answerDesc",
        field => field,
    };
    let message = "The picture was deleted while the file was imported. The row was imported without it: add it again.";
    Problem { row, column: column.into(), message: message.into() }
}

impl Target {
    /// A notice about the year itself.
    fn notice(&self) -> Option<Warning> {
        let message = format!(
            "Students can choose only {FIRST_YEAR} and later, so they cannot choose {}; mocks use its questions.",
            self.year
        );
        (self.year < FIRST_YEAR).then_some(Warning { row: None, column: None, message })
    }
}
