//! Choice items: what the documents call questions.

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::{
    AdminQuestion, QuestionInput,
    cache::{Bank, ItemCache},
    editing::QUESTION_LIST,
    identity::normal,
    item::{Item, ItemBody, ItemKind},
    versions::ChoiceVersion,
};
use crate::{
    Result,
    audit::Cause,
    records::{Change, ListSpec},
    store::{Id, Record},
};

/// A choice item of the bank.
pub type Question = Item<ChoiceBody>;

/// A passage, options, a key and an explanation.
#[derive(Debug, Clone, PartialEq, SurrealValue)]
pub struct ChoiceBody {
    /// The text that a linked group of questions is about, HTML.
    pub passage: Option<String>,
    /// The linked group; its questions stand next to each other, in order.
    pub group: Option<String>,
    pub options: Vec<Choice>,
    /// The key.
    pub correct: Id<Choice>,
    /// The explanation, HTML.
    pub description: String,
    /// Whether visitors see the question with its key. Mocks leave such questions out.
    #[surreal(default)]
    pub for_visitors: bool,
    /// Whether no device can download it (ruling 45). Mocks draw such questions first.
    #[surreal(default)]
    pub held_back: bool,
    /// Whether the question was faulty, so that it counts in no result. It is then inactive.
    #[surreal(default)]
    pub withdrawn: bool,
}

/// The content of a choice item in a file or a form: options have no ids yet. Texts are cleaned HTML.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChoiceContent {
    /// The passage, the same for all questions of its group.
    pub passage: Option<String>,
    /// The name of its group. It has a group if and only if it has a passage.
    pub group: Option<String>,
    /// In order.
    pub options: Vec<String>,
    /// The index of the right option, from 0.
    pub correct: usize,
    /// The explanation, empty where none is given.
    pub description: String,
}

/// An option of a question; its id is unique in the whole bank.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct Choice {
    #[serde(rename = "_id")]
    pub id: Id<Choice>,
    /// HTML.
    pub option: String,
}

impl Choice {
    /// Builds options from these texts. An option keeps its id if its text is unchanged or, when the number of options
    /// is unchanged, if only the text at its position changed. Answers that chose it stay valid.
    pub(crate) fn with_stored_ids(texts: impl IntoIterator<Item = String>, stored: &[Self]) -> Vec<Self> {
        let texts: Vec<String> = texts.into_iter().collect();
        let may_edit_in_place = texts.len() == stored.len();
        let mut left: Vec<_> = stored.iter().map(|choice| Some((normal(&choice.option), &choice.id))).collect();
        let mut take = |text: &str| {
            let text = normal(text);
            let place = left.iter().position(|one| one.as_ref().is_some_and(|(kept, _)| *kept == text))?;
            left[place].take().map(|(_, id)| id.clone())
        };
        let same: Vec<_> = texts.iter().map(|text| take(text)).collect();
        let keep = |(place, (option, same)): (usize, (String, Option<Id<Self>>))| {
            let edited = || left.get_mut(place).filter(|_| may_edit_in_place)?.take().map(|(_, id)| id.clone());
            Self { id: same.or_else(edited).unwrap_or_else(Id::random), option }
        };
        texts.into_iter().zip(same).enumerate().map(keep).collect()
    }
}

/// A request to rescore all results that contain a question, because its key was corrected or it was withdrawn. Written
/// in the same commit as the correction, so a crash cannot leave results with the old key.
#[derive(Debug, Clone, SurrealValue)]
pub struct RescoringRequest {
    pub id: Id<RescoringRequest>,
    /// Who corrected the question; the rescoring is audited under their name.
    #[surreal(default)]
    pub(crate) cause: Cause,
}

impl Record for RescoringRequest {
    const TABLE: &'static str = "rekeying";
}

impl Change<'_> {
    /// Requests the rescoring of all results that contain these questions: one request for each question, as part of
    /// this change. `App::finish_rescoring` carries the requests out.
    pub(crate) async fn queue_rescoring(&self, questions: impl IntoIterator<Item = &Id<Question>>) -> Result<()> {
        let cause = self.cause().cloned().unwrap_or_default();
        self.queue_rescoring_by(questions.into_iter().map(|question| (question, cause.clone()))).await
    }

    /// Like [`Self::queue_rescoring`], with a cause per question.
    pub(crate) async fn queue_rescoring_by<'a>(
        &self,
        moved: impl Iterator<Item = (&'a Id<Question>, Cause)>,
    ) -> Result<()> {
        let requests: Vec<RescoringRequest> =
            moved.map(|(question, cause)| RescoringRequest { id: question.cast(), cause }).collect();
        let write = self.query("FOR $request IN $requests { UPSERT ONLY $request.id CONTENT $request RETURN NONE }");
        write.bind(("requests", requests)).done().await
    }
}

impl Record for Choice {
    const TABLE: &'static str = "choice";
}

impl ChoiceBody {
    /// The option with this id.
    pub fn choice(&self, id: &Id<Choice>) -> Option<&Choice> {
        self.options.iter().find(|choice| choice.id == *id)
    }

    /// The index of the key.
    pub fn key(&self) -> Option<usize> {
        self.options.iter().position(|choice| choice.id == self.correct)
    }

    /// Whether the key moved to an option that the old version also had. Results that were marked by the old key must
    /// then be marked again.
    pub(crate) fn has_moved_key(&self, old: &Self) -> bool {
        self.correct != old.correct && old.choice(&self.correct).is_some()
    }

    /// See [`crate::records::Entity::in_words`].
    pub(super) fn in_words(&self, field: &str) -> Option<String> {
        let mut lettered = ('A'..).zip(&self.options);
        match field {
            "options" => {
                Some(lettered.map(|(letter, one)| format!("{letter}: {}", one.option)).collect::<Vec<_>>().join("; "))
            }
            "correct" => lettered.find(|(_, one)| one.id == self.correct).map(|(letter, _)| letter.to_string()),
            _ => None,
        }
    }
}

/// The names of options in findings.
const OPTIONS: [&str; 5] = ["option A", "option B", "option C", "option D", "option E"];

impl ItemBody for ChoiceBody {
    const KIND: ItemKind = ItemKind::Choice;
    const SCHEMA: &'static str = "DEFINE FUNCTION IF NOT EXISTS fn::unmarked($text: string) { string::replace($text, /\\p{M}/, '') };\
        DEFINE ANALYZER IF NOT EXISTS unmarked_english FUNCTION fn::unmarked TOKENIZERS class FILTERS lowercase, ascii, snowball(english);\
        DEFINE FIELD IF NOT EXISTS year ON question TYPE record<subject_year> REFERENCE ON DELETE REJECT;\
        DEFINE FIELD IF NOT EXISTS section ON question TYPE record<section> REFERENCE ON DELETE REJECT;\
        DEFINE FIELD IF NOT EXISTS subject ON question TYPE record<subject>;\
        DEFINE FIELD IF NOT EXISTS topic ON question TYPE record<topic>;\
        DEFINE FIELD IF NOT EXISTS university ON question TYPE array<record<university>>;\
        DEFINE INDEX IF NOT EXISTS question_identity ON question FIELDS year, identity UNIQUE;\
        DEFINE INDEX IF NOT EXISTS question_year ON question FIELDS year, position;\
        DEFINE INDEX IF NOT EXISTS question_subject ON question FIELDS subject, year, position;\
        DEFINE INDEX IF NOT EXISTS question_topic ON question FIELDS topic, year, position;\
        DEFINE INDEX IF NOT EXISTS question_section ON question FIELDS section, year, position;\
        DEFINE INDEX IF NOT EXISTS question_visitors ON question FIELDS for_visitors;\
        DEFINE INDEX IF NOT EXISTS question_held_back ON question FIELDS held_back, subject;\
        DEFINE INDEX IF NOT EXISTS question_all ON question COUNT;\
        DEFINE INDEX IF NOT EXISTS question_open ON question COUNT WHERE university = [];\
        DEFINE INDEX IF NOT EXISTS question_title ON question FIELDS title FULLTEXT ANALYZER unmarked_english;\
        DEFINE INDEX IF NOT EXISTS question_question ON question FIELDS question FULLTEXT ANALYZER unmarked_english;";
    const AUDITED: &'static [&'static str] = &[
        "subject",
        "year",
        "topic",
        "section",
        "university",
        "title",
        "passage",
        "group",
        "question",
        "options",
        "correct",
        "description",
        "logo",
        "status",
        "checked",
        "provenance",
        "for_visitors",
        "held_back",
        "withdrawn",
        "position",
    ];
    const LIST: ListSpec = QUESTION_LIST;
    type View = AdminQuestion;
    type Form = QuestionInput;
    type Content = ChoiceContent;
    type Version = ChoiceVersion;

    fn from_content(content: ChoiceContent, stored: Option<&Self>) -> Self {
        let ChoiceContent { passage, group, options, correct, description } = content;
        let options = Choice::with_stored_ids(options, stored.map_or(&[], |stored| &stored.options));
        let correct = options.get(correct).map_or_else(Id::random, |choice| choice.id.clone());
        // Content has no such marks, so the stored ones stay. A form sets them afterwards.
        let for_visitors = stored.is_some_and(|stored| stored.for_visitors);
        let held_back = stored.is_some_and(|stored| stored.held_back);
        let withdrawn = stored.is_some_and(|stored| stored.withdrawn);
        Self { passage, group, options, correct, description, for_visitors, held_back, withdrawn }
    }

    fn content(&self) -> ChoiceContent {
        ChoiceContent {
            passage: self.passage.clone(),
            group: self.group.clone(),
            options: self.options.iter().map(|choice| choice.option.clone()).collect(),
            correct: self.key().unwrap_or_default(),
            description: self.description.clone(),
        }
    }

    fn version_of(item: &Question) -> ChoiceVersion {
        ChoiceVersion::of(item)
    }

    fn texts(&self) -> Vec<(&'static str, &str)> {
        let passage = self.passage.as_deref().map(|passage| ("passage", passage));
        let options = OPTIONS.into_iter().zip(&self.options).map(|(name, choice)| (name, choice.option.as_str()));
        passage.into_iter().chain(options).chain([("explanation", self.description.as_str())]).collect()
    }

    fn cache(bank: &Bank) -> &ItemCache<Self> {
        &bank.questions
    }

    fn as_choice(&self) -> Option<&ChoiceBody> {
        Some(self)
    }

    fn show_visitors(&mut self, is_shown: bool) {
        self.for_visitors = is_shown;
    }

    fn hold_back(&mut self, is_held_back: bool) {
        self.held_back = is_held_back;
    }
}

#[cfg(test)]
impl Question {
    /// An active question whose option at this index is right. Its explanation is "Because.".
    pub(crate) fn sample(id: &str, stem: &str, options: [&str; 4], correct: usize) -> Self {
        let choice = |(n, text): (usize, &str)| Choice { id: Id::new(format!("{id}-{n}")), option: text.into() };
        let options: Vec<Choice> = options.into_iter().enumerate().map(choice).collect();
        let body = ChoiceBody {
            passage: None,
            group: None,
            correct: options[correct].id.clone(),
            options,
            description: "Because.".into(),
            for_visitors: false,
            held_back: false,
            withdrawn: false,
        };
        Self::with_body(id, stem, body)
    }
}
