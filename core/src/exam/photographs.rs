//! Photographs of a student's working, added to theory answers. Only the student and the graders of the submission see
//! them. They are rows of the store and not public pictures, so backups, references and erasure treat them like
//! answers.

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::{
    Attempt, QuizResult, StoredSheet,
    attempt_cache::CachedAttempt,
    engine::{self, ItemId, State},
    sheet::state_word,
};
use crate::{
    App, Error, Refusal, Result,
    bank::Theory,
    clock::Instant,
    images::MAX_PHOTOGRAPH,
    messages,
    people::{AccountLimit, Actor, Tries, User},
    store::{Id, Record, Tx, retry_tx},
};

/// The most photographs of one answer.
pub const MAX_OF_ANSWER: usize = 3;
/// The most photographs of one attempt.
pub const MAX_OF_ATTEMPT: usize = 60;
/// The maximum number of uploads to one attempt, including photographs that were removed again.
const MAX_UPLOADS: usize = 200;
/// The lengths of an id that a device may choose, in characters.
const ID_LENGTHS: std::ops::RangeInclusive<usize> = 16..=64;

/// A photograph, under a key made of its attempt and the id that the device chose. After removal the row stays without
/// its file, so that a repeated upload cannot restore the photograph.
#[derive(Debug, Clone, SurrealValue)]
pub struct Photograph {
    pub id: Id<Photograph>,
    pub user: Id<User>,
    pub attempt: Id<Attempt>,
    pub theory: Id<Theory>,
    /// The id that the student's device chose; unique within the attempt.
    #[surreal(rename = "name")]
    pub id_on_device: String,
    /// The SHA-256 of the uploaded file, in hex, by which a repeated upload is recognised. The stored JPEG differs from
    /// the upload, because it is re-encoded.
    #[surreal(rename = "upload")]
    pub sha256: String,
    /// In pixels.
    pub width: i64,
    /// In pixels.
    pub height: i64,
    /// The size of the file.
    pub bytes: i64,
    pub added_at: Instant,
    /// `None` once it was removed.
    pub file: Option<Id<PhotographFile>>,
}

impl Record for Photograph {
    const TABLE: &'static str = "photograph";
    const SCHEMA: &'static str = "DEFINE FIELD IF NOT EXISTS user ON photograph TYPE record<user> REFERENCE ON DELETE REJECT;\
        DEFINE INDEX IF NOT EXISTS photograph_user ON photograph FIELDS user;\
        DEFINE INDEX IF NOT EXISTS photograph_attempt ON photograph FIELDS attempt;";
}

/// The file of a photograph, under its key. It is separate, so that lists do not read it.
#[derive(Debug, Clone, SurrealValue)]
pub struct PhotographFile {
    pub id: Id<PhotographFile>,
    /// A JPEG from our own encoder.
    pub jpeg: Bytes,
}

impl Record for PhotographFile {
    const TABLE: &'static str = "photograph_file";
}

impl Photograph {
    fn key(attempt: &Id<Attempt>, id_on_device: &str) -> Id<Self> {
        Id::new(format!("{attempt}-{id_on_device}"))
    }
}

/// A photograph of the working.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Photograph)]
pub struct PhotographView {
    #[serde(rename = "_id")]
    pub id: String,
    /// The file's path on this server, for its student and the graders.
    pub url: String,
    pub theory: Id<Theory>,
    /// In pixels.
    pub width: i64,
    /// In pixels.
    pub height: i64,
    /// The size of the file.
    pub bytes: i64,
    pub added_at: Instant,
}

impl From<Photograph> for PhotographView {
    fn from(photograph: Photograph) -> Self {
        let Photograph { attempt, id_on_device: id, theory, width, height, bytes, added_at, .. } = photograph;
        Self { url: format!("/api/v1/attempts/{attempt}/photographs/{id}"), id, theory, width, height, bytes, added_at }
    }
}

/// The photographs of one theory answer.
pub(crate) fn of_theory(all: &[PhotographView], theory: &Id<Theory>) -> Vec<PhotographView> {
    all.iter().filter(|one| one.theory == *theory).cloned().collect()
}

/// An upload that is about to be stored.
struct Upload {
    theory: Id<Theory>,
    id_on_device: String,
    sha256: String,
}

impl App {
    /// Fails unless the attempt is the caller's own.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Forbidden`] for administrators.
    pub async fn must_own_attempt(&self, actor: &Actor, id: &Id<Attempt>) -> Result<()> {
        self.own_cached_attempt(actor, id).await.map(drop)
    }

    /// Adds a photograph to a theory answer of the caller's own test. The device chooses the photograph's id (16 to 64
    /// letters, digits and hyphens), so a repeated upload changes nothing. Uploads are accepted until
    /// [`engine::SUBMIT_GRACE`] after the deadline or the submission, but not once the model answer was opened.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a bad id or a theory question of another paper; [`Error::TooLarge`] and
    /// [`Error::Unsupported`] for the file; [`Error::Conflict`] with `too-many-photographs`, `photograph-removed`,
    /// `photograph-exists`, `answer-opened`, `time-up` or `attempt-closed`; [`Error::TooMany`].
    pub async fn add_photograph(
        &self,
        actor: &Actor,
        id: &Id<Attempt>,
        id_on_device: &str,
        theory: Id<Theory>,
        file: Bytes,
    ) -> Result<PhotographView> {
        let cached = self.own_cached_attempt(actor, id).await?;
        let is_allowed = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
        if !ID_LENGTHS.contains(&id_on_device.len()) || !id_on_device.chars().all(is_allowed) {
            return Err(Error::field("photographId", messages::PHOTOGRAPH_ID));
        }
        if !cached.terms.items.contains_key(&ItemId::from(theory.clone())) {
            return Err(Error::field("theory", "This question is not in the paper"));
        }
        if file.len() > MAX_PHOTOGRAPH {
            return Err(Error::TooLarge(Refusal::new("too-large", messages::PHOTOGRAPH_TOO_LARGE)));
        }
        let upload =
            Upload { theory, id_on_device: id_on_device.to_owned(), sha256: hex::encode(Sha256::digest(&file)) };
        // Checked before the file is decoded, and again in the transaction.
        if let Some(stored) = self.load(&Photograph::key(id, id_on_device)).await? {
            return upload.repeated(stored);
        }
        let sheet: Option<StoredSheet> = self.load(&id.cast()).await?;
        takes_photographs(&cached, sheet, &upload.theory, self.now())?;
        let picture = self.read_photograph(file).await?;
        let (width, height) = (i64::from(picture.width), i64::from(picture.height));
        retry_tx(async || {
            let tx = self.store.begin().await?;
            // Every upload of this student writes this row, so concurrent uploads conflict and cannot exceed a limit.
            let tries = Tries::key(AccountLimit::Photograph, cached.attempt.user.as_str());
            self.count_try_in(&tx, AccountLimit::Photograph, &tries).await?;
            let all = photographs_in(&tx, id).await?;
            if let Some(stored) = all.iter().find(|one| one.id_on_device == upload.id_on_device) {
                return upload.repeated(stored.clone());
            }
            let sheet = tx.query("SELECT * FROM $id").bind(("id", id.cast::<StoredSheet>())).first().await?;
            takes_photographs(&cached, sheet, &upload.theory, self.now())?;
            check_limits(&all, &upload.theory)?;
            let key = Photograph::key(id, &upload.id_on_device);
            let photograph = Photograph {
                user: cached.attempt.user.clone(),
                attempt: id.clone(),
                theory: upload.theory.clone(),
                id_on_device: upload.id_on_device.clone(),
                sha256: upload.sha256.clone(),
                width,
                height,
                bytes: i64::try_from(picture.bytes.len()).map_err(Error::internal)?,
                added_at: self.now(),
                file: Some(key.cast()),
                id: key.clone(),
            };
            let file = PhotographFile { id: key.cast(), jpeg: picture.bytes.clone() };
            let create = "CREATE ONLY $file.id CONTENT $file RETURN NONE; \
                CREATE ONLY $photograph.id CONTENT $photograph RETURN NONE;";
            let create = tx.query(create).bind(("file", file)).bind(("photograph", photograph.clone()));
            create.done().await.map_err(Error::raced)?;
            tx.commit().await?;
            Ok(photograph.into())
        })
        .await
    }

    /// Removes a photograph from the caller's own running test. Removing it again changes nothing.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Conflict`], `attempt-closed`, once the test has ended.
    pub async fn remove_photograph(&self, actor: &Actor, id: &Id<Attempt>, id_on_device: &str) -> Result<()> {
        self.must_own_attempt(actor, id).await?;
        let key = Photograph::key(id, id_on_device);
        retry_tx(async || {
            let tx = self.store.begin().await?;
            let stored: Option<Photograph> = tx.query("SELECT * FROM $id").bind(("id", key.clone())).first().await?;
            if stored.ok_or(Error::NotFound("Photograph"))?.file.is_none() {
                return Ok(());
            }
            let sheet: Option<StoredSheet> =
                tx.query("SELECT * FROM $id").bind(("id", id.cast::<StoredSheet>())).first().await?;
            let state = sheet.ok_or(Error::NotFound("Attempt"))?.answers.0.state;
            if state != State::Running {
                return Err(closed(state));
            }
            let remove = "UPDATE $id SET file = NONE RETURN NONE; DELETE $file RETURN NONE;";
            let remove = tx.query(remove).bind(("id", key.clone())).bind(("file", key.cast::<PhotographFile>()));
            remove.done().await?;
            tx.commit().await
        })
        .await
    }

    /// The photographs of the caller's own test, oldest first.
    pub async fn list_photographs(&self, actor: &Actor, id: &Id<Attempt>) -> Result<Vec<PhotographView>> {
        self.must_own_attempt(actor, id).await?;
        self.photographs_of(id).await
    }

    /// The file of a photograph, a JPEG: for its student, and for those who may grade the submission.
    ///
    /// # Errors
    /// [`Error::NotFound`], also for everyone else; for graders also the errors of [`App::find_grading`].
    pub async fn find_photograph(&self, actor: &Actor, id: &Id<Attempt>, id_on_device: &str) -> Result<Bytes> {
        let missing = || Error::NotFound("Photograph");
        let stored: Photograph = self.load(&Photograph::key(id, id_on_device)).await?.ok_or_else(missing)?;
        if !actor.user_id().is_ok_and(|me| *me == stored.user) {
            self.require_grading_access(actor, &id.cast::<QuizResult>(), &stored.theory).await?;
        }
        let file: Option<PhotographFile> = match stored.file {
            Some(file) => self.load(&file).await?,
            None => None,
        };
        Ok(file.ok_or_else(missing)?.jpeg)
    }

    /// The photographs of an attempt that were not removed, oldest first.
    pub(crate) async fn photographs_of(&self, id: &Id<Attempt>) -> Result<Vec<PhotographView>> {
        let sql = "SELECT * FROM photograph WHERE attempt = $attempt";
        let all: Vec<Photograph> = self.store.query(sql).bind(("attempt", id.clone())).all().await?;
        let mut present: Vec<_> = all.into_iter().filter(|one| one.file.is_some()).collect();
        present.sort_by(|one, other| (one.added_at, &one.id_on_device).cmp(&(other.added_at, &other.id_on_device)));
        Ok(present.into_iter().map(PhotographView::from).collect())
    }

    /// Deletes the photographs of an attempt that ended without a result. Nobody can read them any more.
    pub(super) async fn drop_photographs(&self, attempt: &Attempt) {
        if attempt.theories().next().is_none() {
            return;
        }
        let sql = "BEGIN; \
            LET $files = (SELECT VALUE file FROM photograph WHERE attempt = $attempt AND file != NONE); \
            DELETE $files RETURN NONE; DELETE photograph WHERE attempt = $attempt RETURN NONE; COMMIT;";
        let dropped = retry_tx(async || self.store.write(sql).bind(("attempt", attempt.id.clone())).done().await).await;
        if let Err(error) = dropped {
            tracing::warn!(attempt = %attempt.id, %error, "photographs of a cancelled test could not be deleted");
        }
    }
}

impl Upload {
    /// The response to an upload whose id is stored already.
    fn repeated(&self, stored: Photograph) -> Result<PhotographView> {
        if stored.file.is_none() {
            return Err(Error::conflict("photograph-removed", messages::PHOTOGRAPH_REMOVED));
        }
        if stored.sha256 != self.sha256 || stored.theory != self.theory {
            return Err(Error::conflict("photograph-exists", messages::PHOTOGRAPH_EXISTS));
        }
        Ok(stored.into())
    }
}

/// All photographs of an attempt, also the removed ones.
async fn photographs_in(tx: &Tx, id: &Id<Attempt>) -> Result<Vec<Photograph>> {
    tx.query("SELECT * FROM photograph WHERE attempt = $attempt").bind(("attempt", id.clone())).all().await
}

fn check_limits(all: &[Photograph], theory: &Id<Theory>) -> Result<()> {
    let present = || all.iter().filter(|one| one.file.is_some());
    let too_many = |message| Err(Error::conflict("too-many-photographs", message));
    if present().filter(|one| one.theory == *theory).count() >= MAX_OF_ANSWER {
        return too_many(messages::PHOTOGRAPHS_OF_ANSWER);
    }
    if present().count() >= MAX_OF_ATTEMPT || all.len() >= MAX_UPLOADS {
        return too_many(messages::PHOTOGRAPHS_OF_TEST);
    }
    Ok(())
}

/// Fails unless a photograph for this answer is accepted now.
fn takes_photographs(
    cached: &CachedAttempt,
    sheet: Option<StoredSheet>,
    theory: &Id<Theory>,
    now: Instant,
) -> Result<()> {
    let sheet = sheet.ok_or(Error::NotFound("Attempt"))?.answers.0;
    let last = match sheet.state {
        State::Running => cached.terms.deadline_of(&sheet, now),
        State::Submitted => Some(sheet.closed_at.unwrap_or(cached.attempt.started_at)),
        State::Cancelled => return Err(closed(State::Cancelled)),
    };
    if last.is_some_and(|last| now > last + engine::SUBMIT_GRACE) {
        return Err(match sheet.state {
            State::Running => Error::conflict("time-up", messages::PHOTOGRAPH_LATE),
            state => closed(state),
        });
    }
    if sheet.revealed.contains(&theory.clone().into()) {
        return Err(Error::conflict("answer-opened", messages::PHOTOGRAPH_AFTER_ANSWER));
    }
    Ok(())
}

fn closed(state: State) -> Error {
    Error::Conflict(Refusal::new("attempt-closed", messages::PHOTOGRAPH_LATE).with("state", state_word(state)))
}
