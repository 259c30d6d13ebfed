//! Packs: the questions of a subject-year with their keys and explanations, for practice on a device without a network.
//!
//! A pack contains the objective questions that its student may practise: those of the registered subjects that are
//! open at the student's university. During a trial, it contains only questions of the trial's sample. Questions that
//! are held back are in no pack.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use chrono::TimeDelta;
use moka::future::Cache;
use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use crate::{
    App, Error, Refusal, Result,
    bank::{
        Choice, ChoiceBody, Question, Revisions, SubjectYear, YearBank,
        paper::{self, PaperSource},
    },
    catalogue::{Exam, ExamRef, Mode, Section, Subject, Topic, University},
    clock::{Instant, day_of, start_of},
    exam::{
        request_checks::{SubjectRow, SubjectYears, by_subject},
        running_mocks::IN_RUNNING_MOCK,
        today::compressed,
    },
    messages,
    people::{Actor, User},
    plans::Subscription,
    records::{Entity as _, Titled},
    registration::Registration,
    store::{Id, Record, retry_tx},
};

/// How long a device may keep downloaded packs after the plan has ended.
const KEPT: TimeDelta = TimeDelta::days(7);
/// The most questions to repeat in a list: ten sessions of Today.
const MAX_DUE: usize = 200;
/// The most mistakes in a list.
const MAX_MISTAKES: usize = 1000;
/// The maximum number of questions that a caller may ask for by id.
const MAX_ONLY: usize = 25;
/// Estimated compressed bytes of a question with its explanation, for packs that were not sent yet. Measured as the
/// mean of the demo.
const BYTES_A_QUESTION: usize = 275;
/// Packs whose sizes are kept in memory.
const MAX_SIZES: u64 = 20_000;

/// The packs of an exam that a student may download.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PackList {
    pub exam: ExamRef,
    /// False if administrators switched downloads off for this exam.
    pub allowed: bool,
    /// Whether the packs contain only the trial's sample.
    pub trial: bool,
    /// When the device must delete its copies: seven days after the end of the plan.
    pub keep_until: Instant,
    /// Questions that may still be downloaded today; `null` without a limit.
    pub left_today: Option<i64>,
    /// By subject, the newest year first.
    pub packs: Vec<PackEntry>,
    /// The questions to repeat, the most urgent first; at most 200.
    pub due: Vec<Id<Question>>,
    /// The questions whose last answer was wrong or missing, at most 1000.
    pub mistakes: Vec<Id<Question>>,
}

/// A pack before it is downloaded.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct PackEntry {
    #[serde(rename = "_id")]
    pub id: Id<SubjectYear>,
    pub subject: Titled<Subject>,
    pub year: i32,
    pub questions: usize,
    /// Size of the download in bytes, without pictures; an estimate until somebody has downloaded this revision.
    pub bytes: usize,
    /// The number of questions with pictures. The pictures add about 20 KB for each of them.
    pub pictures: usize,
    /// Increases with every change of its questions.
    pub revision: i64,
    /// Whether the student is taking a mock of this subject. Until it has ended, the pack cannot be downloaded or
    /// practised.
    pub locked: bool,
}

/// A pack.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Pack {
    #[serde(rename = "_id")]
    pub id: Id<SubjectYear>,
    pub exam: ExamRef,
    pub subject: Titled<Subject>,
    pub year: i32,
    pub revision: i64,
    /// Proves that this student downloaded this revision. The device sends it with results.
    pub grant: String,
    /// Every question of the pack with its version, in the order of the bank.
    #[schema(value_type = Vec<(String, i64)>)]
    pub order: Vec<(Id<Question>, i64)>,
    /// The questions that were asked for.
    pub questions: Vec<PackQuestion>,
}

/// A question with its key and explanation.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct PackQuestion {
    #[serde(rename = "_id")]
    pub id: Id<Question>,
    /// How often it was changed.
    pub version: i64,
    pub section: Titled<Section>,
    pub topic: Titled<Topic>,
    /// HTML.
    pub passage: Option<String>,
    /// The linked group of the question. Questions of one group follow each other.
    pub group: Option<String>,
    /// The address of its picture.
    pub logo: Option<String>,
    pub title: String,
    /// HTML.
    pub question: String,
    pub options: Vec<Choice>,
    /// The key.
    pub correct: Id<Choice>,
    /// The explanation, HTML; may be empty.
    pub description: String,
}

impl PackQuestion {
    fn is_pictured(&self) -> bool {
        self.logo.is_some() || self.question.contains("<img")
    }
}

/// A request for a pack or some of its questions.
#[derive(Debug, Clone)]
pub struct PackRequest {
    pub exam: Id<Exam>,
    /// For POST UTME.
    pub university: Option<Id<University>>,
    pub only: OnlyQuestions,
}

/// The questions of a pack that the caller asks for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum OnlyQuestions {
    #[default]
    All,
    /// No questions, only the order, to find out which ones have changed.
    None,
    /// The questions with these ids.
    These(HashSet<Id<Question>>),
}

/// How many questions a student has downloaded of an exam on a day.
#[derive(Debug, Clone, SurrealValue)]
pub struct PackDownloads {
    pub id: Id<PackDownloads>,
    pub user: Id<User>,
    /// The day as in [`day_of`].
    pub day: i64,
    pub questions: i64,
}

impl Record for PackDownloads {
    const TABLE: &'static str = "pack_downloads";
    const SCHEMA: &'static str = "DEFINE FIELD IF NOT EXISTS user ON pack_downloads TYPE record<user> REFERENCE ON DELETE CASCADE;\
        DEFINE INDEX IF NOT EXISTS pack_downloads_user ON pack_downloads FIELDS user;";
}

impl PackDownloads {
    /// The key of a student's downloads of an exam.
    fn key(user: &Id<User>, exam: &Id<Exam>) -> Id<Self> {
        Id::new(format!("{user}-{exam}"))
    }
}

/// The sizes of packs in memory.
pub(crate) struct PackSizes(Cache<Id<SubjectYear>, PackSize>);

/// The size of a whole pack at a revision.
#[derive(Debug, Clone, Copy)]
struct PackSize {
    revision: i64,
    /// Questions with pictures.
    pictures: usize,
    /// Compressed size; `None` until the pack was sent.
    bytes: Option<usize>,
}

impl Default for PackSizes {
    fn default() -> Self {
        Self(Cache::new(MAX_SIZES))
    }
}

impl OnlyQuestions {
    /// Reads the parameter `only`: `none`, or ids with commas between them.
    ///
    /// # Errors
    /// [`Error::Invalid`] for more than 25 ids.
    pub fn parse(only: Option<&str>) -> Result<Self> {
        match only {
            None | Some("") => Ok(Self::All),
            Some("none") => Ok(Self::None),
            Some(ids) if ids.split(',').nth(MAX_ONLY).is_some() => {
                Err(Error::field("only", "At most 25 questions can be asked for by their ids."))
            }
            Some(ids) => Ok(Self::These(ids.split(',').map(Id::new).collect())),
        }
    }

    fn includes(&self, question: &Id<Question>) -> bool {
        match self {
            Self::All => true,
            Self::None => false,
            Self::These(ids) => ids.contains(question),
        }
    }
}

/// The parts of a student's subscription and registration that decide which packs they may download.
struct Entitlement {
    exam: Exam,
    subscription: Subscription,
    university: Option<Id<University>>,
    rows: Vec<SubjectRow>,
    banks: SubjectYears,
    /// The questions of the trial's sample; `None` without a trial.
    sample: Option<HashSet<Id<Question>>>,
    /// The questions that are in no pack.
    held_back: HashSet<Id<Question>>,
    /// The subjects of running mocks.
    locked: HashSet<Id<Subject>>,
}

impl Entitlement {
    /// The questions of a pack, in the order of the bank.
    fn questions<'a>(&'a self, bank: &'a YearBank) -> impl Iterator<Item = &'a Id<Question>> {
        let open = bank.pool.questions_at(self.university.as_ref()).map(|(question, _)| question);
        open.filter(|id| self.sample.as_ref().is_none_or(|sample| sample.contains(*id)))
            .filter(|id| !self.held_back.contains(*id))
    }
}

impl App {
    /// The packs of an exam that the caller may download, and the questions to repeat.
    ///
    /// # Errors
    /// [`Error::Forbidden`] without a subscription; [`Error::NotFound`] without registered subjects.
    pub async fn list_packs(
        &self,
        actor: &Actor,
        exam: &Id<Exam>,
        university: Option<&Id<University>>,
    ) -> Result<PackList> {
        let user = actor.user_id()?;
        let held = self.entitlement(user, exam, university).await?;
        let mut packs = Vec::new();
        let mut sizes = self.pack_sizes(&held.banks).await?;
        for (subject, bank) in &held.banks {
            let questions = held.questions(bank).count();
            let Some(row) = held.rows.iter().find(|row| row.id == *subject).filter(|_| questions > 0) else { continue };
            // A trial's pack has only some of the year's questions.
            let part = |whole: usize| whole * questions / bank.pool.questions().count().max(1);
            let size = sizes.remove(&bank.id);
            packs.push(PackEntry {
                id: bank.id.clone(),
                subject: Titled { id: row.id.clone(), title: row.title.clone() },
                year: bank.pool.year(),
                questions,
                bytes: size.and_then(|size| size.bytes).map_or(questions * BYTES_A_QUESTION, part),
                pictures: size.map_or(0, |size| part(size.pictures)),
                revision: bank.revision,
                locked: held.locked.contains(subject),
            });
        }
        packs.sort_by(|a, b| (&a.subject.title, b.year).cmp(&(&b.subject.title, a.year)));
        let (due, mistakes) = self.to_repeat(user, &held).await?;
        Ok(PackList {
            allowed: !held.exam.downloads_off,
            trial: held.sample.is_some(),
            keep_until: held.subscription.expire_at + KEPT,
            left_today: self.left_today(user, &held.exam).await?,
            packs,
            due,
            mistakes,
            exam: held.exam.reference(),
        })
    }

    /// A pack of the caller, or some of its questions.
    ///
    /// # Errors
    /// [`Error::Forbidden`] without a subscription; [`Error::NotFound`] if the caller has no such pack;
    /// [`Error::Conflict`] (`offline-off`, `in-running-mock`) while it may not be downloaded; [`Error::TooMany`]
    /// (`daily-limit`).
    pub async fn pack(&self, actor: &Actor, id: &Id<SubjectYear>, ask: &PackRequest) -> Result<Pack> {
        let user = actor.user_id()?;
        let held = self.entitlement(user, &ask.exam, ask.university.as_ref()).await?;
        if held.exam.downloads_off {
            return Err(Error::conflict("offline-off", messages::DOWNLOADS_OFF));
        }
        let found = held.banks.iter().find(|(_, bank)| bank.id == *id);
        let (subject, bank) = found.ok_or(Error::NotFound("Pack"))?;
        let row = held.rows.iter().find(|row| row.id == *subject).ok_or(Error::NotFound("Pack"))?;
        if held.locked.contains(subject) {
            return Err(Error::conflict(IN_RUNNING_MOCK, messages::PACK_IN_RUNNING_MOCK));
        }
        let ids: Vec<_> = held.questions(bank).cloned().collect();
        if ids.is_empty() {
            return Err(Error::NotFound("Pack"));
        }
        let revisions: Revisions = [(bank.id.clone(), bank.revision)].into();
        let items = self.bank_items::<ChoiceBody>(ids.clone(), &revisions).await?;
        let present = || ids.iter().filter_map(|id| items.get(id));
        let wanted: Vec<_> = present().filter(|item| ask.only.includes(&item.id)).collect();
        self.count_download(user, &held.exam, wanted.len()).await?;
        let titles = self.titles(&wanted).await?;
        let pack = Pack {
            id: bank.id.clone(),
            exam: held.exam.reference(),
            subject: Titled { id: row.id.clone(), title: row.title.clone() },
            year: bank.pool.year(),
            revision: bank.revision,
            grant: self.secrets.sign_pack(&grant_text(user, &bank.id, bank.revision))?,
            order: present().map(|item| (item.id.clone(), item.version)).collect(),
            questions: wanted.iter().map(|item| titles.view(item)).collect(),
        };
        if ask.only == OnlyQuestions::All && held.sample.is_none() {
            self.note_size(&pack).await?;
        }
        Ok(pack)
    }

    /// The questions of the packs that the student may download now; none without a plan.
    pub(super) async fn downloadable(
        &self,
        user: &Id<User>,
        exam: &Id<Exam>,
        university: Option<&Id<University>>,
    ) -> Result<HashSet<Id<Question>>> {
        let held = match self.entitlement(user, exam, university).await {
            Ok(held) if !held.exam.downloads_off => held,
            Ok(_) | Err(Error::Forbidden(_) | Error::NotFound(_)) => return Ok(HashSet::new()),
            Err(other) => return Err(other),
        };
        let open = held.banks.iter().filter(|(subject, _)| !held.locked.contains(subject));
        Ok(open.flat_map(|(_, bank)| held.questions(bank)).cloned().collect())
    }

    async fn entitlement(
        &self,
        user: &Id<User>,
        exam: &Id<Exam>,
        university: Option<&Id<University>>,
    ) -> Result<Entitlement> {
        if exam.as_str().is_empty() {
            return Err(Error::field("examId", messages::SELECT_EXAM));
        }
        let key = Registration::key(user, exam);
        let (exam, registration) = tokio::try_join!(self.load::<Exam>(exam), self.load(&key))?;
        let exam = exam.filter(|exam| exam.status).ok_or(Error::NotFound(Exam::NOUN))?;
        let registration: Registration = registration.ok_or(Error::NotFound(Registration::NOUN))?;
        let university = university.cloned().or(registration.university);
        let (holdings, running, held_back) = tokio::try_join!(
            self.holdings(user, &exam.id, university.as_ref()),
            self.cached_running_attempts(user),
            self.held_back(&registration.subjects),
        )?;
        let subscription = holdings.require_subscription(&[])?;
        let mocks = running.iter().filter(|cached| cached.attempt.mode == Mode::Mock);
        let locked = mocks.flat_map(|mock| mock.attempt.subjects.iter().cloned()).collect();
        let (rows, banks) = self.subject_banks(&exam, &registration.subjects, university.as_ref(), None).await?;
        let sample = subscription.trial_limit();
        let sample = sample.map(|most| paper::trial_sample(university.clone(), most, &by_subject(&rows, &banks)));
        Ok(Entitlement { exam, subscription, university, rows, banks, sample, held_back, locked })
    }

    /// The questions that a mock draws before others.
    pub(in crate::exam) async fn drawn_first(
        &self,
        source: PaperSource,
        subjects: &[Id<Subject>],
    ) -> Result<HashSet<Id<Question>>> {
        match source {
            PaperSource::Mock => self.held_back(subjects).await,
            PaperSource::Year { .. } | PaperSource::Mistakes { .. } => Ok(HashSet::new()),
        }
    }

    /// The questions of these subjects that are in no pack.
    async fn held_back(&self, subjects: &[Id<Subject>]) -> Result<HashSet<Id<Question>>> {
        let sql = "SELECT VALUE id FROM question WHERE held_back = true AND subject IN $subjects";
        let found: Vec<Id<Question>> = self.store.query(sql).bind(("subjects", subjects.to_vec())).all().await?;
        Ok(found.into_iter().collect())
    }

    /// Measures the compressed size of a whole pack, once per revision.
    async fn note_size(&self, pack: &Pack) -> Result<()> {
        let known = self.pack_sizes.0.get(&pack.id).await;
        if known.is_some_and(|size| size.revision == pack.revision && size.bytes.is_some()) {
            return Ok(());
        }
        let pictures = pack.questions.iter().filter(|question| question.is_pictured()).count();
        let size = PackSize { revision: pack.revision, pictures, bytes: Some(compressed(pack)?) };
        self.pack_sizes.0.insert(pack.id.clone(), size).await;
        Ok(())
    }

    /// The sizes of the packs of these years. Pictures are counted once per revision.
    async fn pack_sizes(&self, banks: &SubjectYears) -> Result<HashMap<Id<SubjectYear>, PackSize>> {
        #[derive(SurrealValue)]
        struct Pictured {
            year: Id<SubjectYear>,
            questions: usize,
        }
        let mut sizes = HashMap::with_capacity(banks.len());
        let mut unknown = Vec::new();
        for (_, bank) in banks {
            match self.pack_sizes.0.get(&bank.id).await.filter(|size| size.revision == bank.revision) {
                Some(size) => drop(sizes.insert(bank.id.clone(), size)),
                None => unknown.push(bank),
            }
        }
        if unknown.is_empty() {
            return Ok(sizes);
        }
        let sql = "SELECT year, count() AS questions FROM question WHERE year IN $years AND status = true \
            AND (logo != NONE OR string::contains(question, '<img')) GROUP BY year";
        let years: Vec<_> = unknown.iter().map(|bank| bank.id.clone()).collect();
        let rows: Vec<Pictured> = self.store.query(sql).bind(("years", years)).all().await?;
        let pictured: HashMap<_, _> = rows.into_iter().map(|row| (row.year, row.questions)).collect();
        for bank in unknown {
            let pictures = pictured.get(&bank.id).copied().unwrap_or_default();
            let size = PackSize { revision: bank.revision, pictures, bytes: None };
            self.pack_sizes.0.insert(bank.id.clone(), size).await;
            sizes.insert(bank.id.clone(), size);
        }
        Ok(sizes)
    }

    /// The questions to repeat, the most urgent first, and the mistakes, limited to questions that are in packs the
    /// student may download now.
    async fn to_repeat(&self, user: &Id<User>, held: &Entitlement) -> Result<(Vec<Id<Question>>, Vec<Id<Question>>)> {
        let subjects: Vec<_> = held.rows.iter().map(|row| row.id.clone()).collect();
        let (queue, mistakes) = tokio::try_join!(
            self.review_queue(user, &held.exam.id, &subjects),
            self.mistakes(user, None, None, &held.banks),
        )?;
        let offered: Vec<_> = held
            .banks
            .iter()
            .filter(|(subject, _)| !held.locked.contains(subject))
            .flat_map(|(_, bank)| held.questions(bank))
            .collect();
        let mut due: Vec<_> =
            offered.iter().filter_map(|id| Some((queue.recall_if_repeated(id)?, (*id).clone()))).collect();
        due.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        due.truncate(MAX_DUE);
        let missed = offered.into_iter().filter(|id| mistakes.contains(*id)).take(MAX_MISTAKES).cloned().collect();
        Ok((due.into_iter().map(|(_, id)| id).collect(), missed))
    }

    /// Questions that a student may still download today; `None` without a limit.
    async fn left_today(&self, user: &Id<User>, exam: &Exam) -> Result<Option<i64>> {
        let Some(most) = exam.max_downloads else { return Ok(None) };
        let downloads: Option<PackDownloads> = self.load(&PackDownloads::key(user, &exam.id)).await?;
        let today = i64::from(day_of(self.now()));
        let used = downloads.filter(|one| one.day == today).map_or(0, |one| one.questions);
        Ok(Some((most - used).max(0)))
    }

    /// Counts downloaded questions where the exam has a daily limit.
    async fn count_download(&self, user: &Id<User>, exam: &Exam, questions: usize) -> Result<()> {
        let Some(most) = exam.max_downloads.filter(|_| questions > 0) else { return Ok(()) };
        let (id, now) = (PackDownloads::key(user, &exam.id), self.now());
        let today = day_of(now);
        let day = i64::from(today);
        let questions = i64::try_from(questions).unwrap_or(i64::MAX);
        retry_tx(async || {
            let tx = self.store.begin().await?;
            let kept: Option<PackDownloads> = tx.query("SELECT * FROM $id").bind(("id", id.clone())).first().await?;
            let used = kept.filter(|one| one.day == day).map_or(0, |one| one.questions);
            if used.saturating_add(questions) > most {
                let tomorrow = start_of(today.saturating_add(1));
                let retry_after = (tomorrow - now).num_seconds().max(1).unsigned_abs();
                let refusal = Refusal::new("daily-limit", messages::daily_download_limit(most));
                return Err(Error::TooMany { refusal, retry_after });
            }
            let row = PackDownloads { id: id.clone(), user: user.clone(), day, questions: used + questions };
            tx.query("UPSERT ONLY $id CONTENT $row RETURN NONE")
                .bind(("id", id.clone()))
                .bind(("row", row))
                .done()
                .await?;
            tx.commit().await
        })
        .await
    }

    /// The titles of the sections and topics of these questions.
    async fn titles(&self, questions: &[&Arc<Question>]) -> Result<Titles> {
        let sections: HashSet<_> = questions.iter().map(|one| one.section.clone()).collect();
        let topics: HashSet<_> = questions.iter().map(|one| one.topic.clone()).collect();
        let sql = "SELECT id, section_name AS title FROM $sections; SELECT id, title FROM $topics;";
        let call = self.store.query(sql).bind(("sections", sections.into_iter().collect::<Vec<_>>()));
        let mut found = call.bind(("topics", topics.into_iter().collect::<Vec<_>>())).checked().await?;
        let (sections, topics): (Vec<Titled<Section>>, Vec<Titled<Topic>>) = (found.take(0)?, found.take(1)?);
        Ok(Titles {
            sections: sections.into_iter().map(|one| (one.id, one.title)).collect(),
            topics: topics.into_iter().map(|one| (one.id, one.title)).collect(),
        })
    }
}

/// Titles by id.
struct Titles {
    sections: HashMap<Id<Section>, String>,
    topics: HashMap<Id<Topic>, String>,
}

impl Titles {
    fn view(&self, item: &Question) -> PackQuestion {
        let section = self.sections.get(&item.section).cloned().unwrap_or_default();
        let topic = self.topics.get(&item.topic).cloned().unwrap_or_default();
        PackQuestion {
            id: item.id.clone(),
            version: item.version,
            section: Titled { id: item.section.clone(), title: section },
            topic: Titled { id: item.topic.clone(), title: topic },
            passage: item.body.passage.clone(),
            group: item.body.group.clone(),
            logo: item.logo.clone(),
            title: item.title.clone(),
            question: item.question.clone(),
            options: item.body.options.clone(),
            correct: item.body.correct.clone(),
            description: item.body.description.clone(),
        }
    }
}

/// The text that the grant of a pack signs.
pub(super) fn grant_text(user: &Id<User>, pack: &Id<SubjectYear>, revision: i64) -> String {
    format!("{pack} {revision} of {user}")
}
