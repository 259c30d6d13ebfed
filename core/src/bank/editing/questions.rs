//! Adding, changing and deleting questions (spec 3 §5, §7).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    Site,
    fields::{Checked, Form, Names},
    groups::{Group, tell_group},
    view::AdminQuestion,
};
use crate::{
    App, Error, FieldErrors, Result,
    bank::{
        Choice, Question, SubjectYear,
        identity::{identity, normal},
        import::MAX_LINKED,
    },
    catalogue::{Section, Topic, University, check_image},
    html,
    images::refer::chosen,
    people::Actor,
    records::Change,
    store::{Id, retry_tx},
};

/// The most characters of a title.
const MOST_TITLE: usize = 160;

/// The form for new questions: one, or up to five on one passage.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuestionsInput {
    #[schema(max_length = 160)]
    pub title: String,
    pub year_id: Id<SubjectYear>,
    /// Whether the questions are linked by a passage.
    #[serde(default)]
    pub passage_check: bool,
    /// HTML.
    #[schema(max_length = 20000)]
    pub passage: Option<String>,
    /// The linked group; a new one is named after its passage.
    #[schema(max_length = 160)]
    pub group: Option<String>,
    #[schema(max_items = 5)]
    pub questions: Vec<QuestionEntry>,
    #[serde(default)]
    pub status: bool,
    /// Whether visitors are shown them, with their keys; each then needs an explanation.
    #[serde(default)]
    pub for_visitors: bool,
    /// The address of a picture.
    pub image: Option<String>,
    /// For POST UTME only; none means all.
    #[schema(max_items = 300)]
    #[serde(default)]
    pub universities: Vec<Id<University>>,
}

/// One question of a [`QuestionsInput`].
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct QuestionEntry {
    /// The stem, HTML.
    #[schema(max_length = 20000)]
    pub question_title: String,
    #[schema(max_length = 2000)]
    pub option1: Option<String>,
    #[schema(max_length = 2000)]
    pub option2: Option<String>,
    #[schema(max_length = 2000)]
    pub option3: Option<String>,
    #[schema(max_length = 2000)]
    pub option4: Option<String>,
    #[schema(max_length = 2000)]
    pub option5: Option<String>,
    /// The number of the right option, 1 to 5.
    pub right_answer: Option<i64>,
    /// The explanation, HTML.
    #[schema(max_length = 20000)]
    pub answer_desc: String,
}

/// The form for one question.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct QuestionInput {
    #[schema(max_length = 160)]
    pub title: String,
    #[serde(rename = "topicId")]
    pub topic: Option<Id<Topic>>,
    /// Moves the question; it stays where it is without.
    #[serde(rename = "sectionId")]
    pub section: Option<Id<Section>>,
    #[schema(max_length = 20000)]
    pub question: String,
    #[serde(default)]
    pub passage_check: bool,
    #[schema(max_length = 20000)]
    pub passage: Option<String>,
    #[schema(max_length = 160)]
    pub group: Option<String>,
    #[schema(max_length = 2000)]
    pub option_1: Option<String>,
    #[schema(max_length = 2000)]
    pub option_2: Option<String>,
    #[schema(max_length = 2000)]
    pub option_3: Option<String>,
    #[schema(max_length = 2000)]
    pub option_4: Option<String>,
    #[schema(max_length = 2000)]
    pub option_5: Option<String>,
    /// The number of the right option, 1 to 5; without it the key stays.
    pub correct_answer: Option<i64>,
    #[schema(max_length = 20000)]
    #[serde(default)]
    pub description: String,
    #[serde(default)]
    pub status: bool,
    /// Whether visitors are shown it, with its key; it then needs an explanation.
    #[serde(rename = "forVisitors", default)]
    pub for_visitors: bool,
    /// The address of a picture.
    pub logo: Option<String>,
}

impl App {
    /// Adds questions to a section.
    ///
    /// # Errors
    /// [`Error::Invalid`] with the form's field names; `questions[1].` stands before those of an
    /// entry when there are several.
    pub async fn create_questions(
        &self,
        actor: &Actor,
        section: &Id<Section>,
        input: QuestionsInput,
    ) -> Result<Vec<AdminQuestion>> {
        let ids = retry_tx(async || self.add_questions(actor, section, &input).await).await?;
        self.find_questions(&ids).await
    }

    /// These questions as administrators read them, in the same order.
    pub async fn find_questions(&self, ids: &[Id<Question>]) -> Result<Vec<AdminQuestion>> {
        let mut views = Vec::with_capacity(ids.len());
        for id in ids {
            views.push(self.find_question(id).await?);
        }
        Ok(views)
    }

    async fn add_questions(
        &self,
        actor: &Actor,
        section: &Id<Section>,
        input: &QuestionsInput,
    ) -> Result<Vec<Id<Question>>> {
        let site = self.site(section, &input.year_id, "question").await?;
        let mut errors = FieldErrors::default();
        let count = input.questions.len();
        // Each of several has its number behind the title, which must stay one that can be edited.
        let longest = if count > 1 { MOST_TITLE - " (5)".len() } else { MOST_TITLE };
        errors.title("title", "Title", &input.title, longest);
        check_image(&mut errors, "image", input.image.as_deref());
        self.check_universities(&mut errors, &site, &input.universities).await?;
        let most = if input.passage_check { MAX_LINKED } else { 1 };
        errors.check((1..=most).contains(&count), "questions", format!("Questions are 1 to {most}"));
        let asked = (input.passage_check, input.group.as_deref(), input.passage.as_deref());
        let group = self.group(&mut errors, &site.year.id, asked, &input.universities, None, count).await?;
        let entries: Vec<Checked> =
            input.questions.iter().enumerate().map(|(at, entry)| entry.check(&mut errors, at, count)).collect();
        if input.for_visitors {
            let explained = entries.iter().all(|entry| !entry.description.is_empty());
            self.check_marked(&mut errors, &site.subject, count, explained).await?;
        }
        errors.done()?;

        let title = html::text(&input.title);
        let questions: Vec<Question> = (1..)
            .zip(entries)
            .map(|(n, entry)| {
                let title = if count == 1 { title.clone() } else { format!("{title} ({n})") };
                self.question_of(&site, entry, title, group.as_ref(), input, site.last + n)
            })
            .collect();
        let mut change = self.edit_year(actor, &site.year, &input.universities).await?;
        site.lock(&change, &input.universities).await?;
        for question in &questions {
            change.create(question).await.map_err(repeated("questionTitle"))?;
        }
        change.commit().await?;
        Ok(questions.into_iter().map(|question| question.id).collect())
    }

    fn question_of(
        &self,
        site: &Site,
        entry: Checked,
        title: String,
        group: Option<&Group>,
        input: &QuestionsInput,
        position: i64,
    ) -> Question {
        let logo = input.image.clone().filter(|image| !image.is_empty());
        let texts = entry.options.iter().map(String::as_str);
        let identity = identity(&input.universities, &entry.question, texts, logo.as_deref());
        let options = Choice::keep(entry.options, &[]);
        Question {
            id: Id::random(),
            subject: site.subject.clone(),
            year: site.year.id.clone(),
            topic: site.topic.clone(),
            section: site.section.clone(),
            university: input.universities.clone(),
            title,
            passage: group.map(|group| group.passage.clone()),
            group: group.map(|group| group.name.clone()),
            question: entry.question,
            correct: options[entry.correct].id.clone(),
            options,
            description: entry.description,
            logo,
            status: input.status,
            for_visitors: input.for_visitors,
            position,
            identity,
            version: 0,
            created_at: self.now(),
        }
    }

    /// Changes a question. Options whose text stays keep their ids; the passage is that of its whole
    /// group.
    pub async fn update_question(
        &self,
        actor: &Actor,
        id: &Id<Question>,
        input: QuestionInput,
    ) -> Result<AdminQuestion> {
        self.edit_question(actor, id, None, |_| Ok(input.clone())).await
    }

    /// Changes a question: `input` is given the question as it stands in the transaction that
    /// changes it. Where its key moves to another of its options, the results that hold it are marked anew.
    ///
    /// # Errors
    /// [`Error::Conflict`] with reason `changed` where `version` is given and is not the question's
    /// (ruling 33); where the key moves, as [`Self::has_proved`].
    pub async fn edit_question(
        &self,
        actor: &Actor,
        id: &Id<Question>,
        version: Option<i64>,
        input: impl Fn(&Question) -> Result<QuestionInput> + Send + Sync,
    ) -> Result<AdminQuestion> {
        let has_moved_key = retry_tx(async || {
            let change = self.change(actor).await?;
            let old = change.find(id).await?;
            change.expect_version(&old, version).await?;
            let input = input(&old)?;
            self.change_question(actor, change, old, input).await
        })
        .await?;
        if has_moved_key {
            self.remark_afterwards().await?;
        }
        self.find_question(id).await
    }

    /// Whether the key moved.
    async fn change_question(
        &self,
        actor: &Actor,
        mut change: Change<'_>,
        old: Question,
        input: QuestionInput,
    ) -> Result<bool> {
        let section = input.section.as_ref().unwrap_or(&old.section);
        let site = self.site(section, &old.year, "question").await?;
        let mut errors = FieldErrors::default();
        errors.title("title", "Title", &input.title, MOST_TITLE);
        check_image(&mut errors, "logo", input.logo.as_deref());
        errors.check(
            input.topic.as_ref().is_none_or(|topic| *topic == site.topic),
            "topicId",
            "This section belongs to another topic.",
        );
        let asked = (input.passage_check, input.group.as_deref(), input.passage.as_deref());
        let group = self.group(&mut errors, &old.year, asked, &old.university, Some(&old), 1).await?;
        let entry = input.check(&mut errors, &old);
        if input.for_visitors {
            let added = usize::from(!old.for_visitors);
            self.check_marked(&mut errors, &old.subject, added, !entry.description.is_empty()).await?;
        }
        errors.done()?;

        let options = Choice::keep(entry.options, &old.options);
        let logo = chosen(input.logo.clone(), old.logo.as_ref());
        let texts = options.iter().map(|one| one.option.as_str());
        let question = Question {
            topic: site.topic.clone(),
            section: site.section.clone(),
            title: html::text(&input.title),
            passage: group.as_ref().map(|group| group.passage.clone()),
            group: group.map(|group| group.name),
            identity: identity(&old.university, &entry.question, texts, logo.as_deref()),
            question: entry.question,
            correct: options[entry.correct].id.clone(),
            options,
            description: entry.description,
            logo,
            status: input.status,
            for_visitors: input.for_visitors,
            version: old.version + 1,
            ..old.clone()
        };
        site.year.raise(&mut change, &[]).await?;
        site.lock(&change, &[]).await?;
        tell_group(&mut change, &question).await?;
        let has_moved_key = question.has_moved_key(&old);
        if has_moved_key {
            self.has_proved(actor)?;
            change.note_rekeying([&question.id]).await?;
        }
        change.update(&old, &question).await.map_err(repeated("question"))?;
        change.commit().await?;
        Ok(has_moved_key)
    }
}

impl QuestionEntry {
    fn check(&self, errors: &mut FieldErrors, at: usize, count: usize) -> Checked {
        let prefix = if count == 1 { String::new() } else { format!("questions[{at}].") };
        let names = Names {
            prefix,
            question: "questionTitle",
            option: "option",
            right: "rightAnswer",
            description: "answerDesc",
        };
        let options = [&self.option1, &self.option2, &self.option3, &self.option4, &self.option5];
        let form = Form {
            question: &self.question_title,
            options: options.map(Option::as_deref),
            right: self.right_answer,
            description: &self.answer_desc,
            old: None,
        };
        form.check(errors, &names)
    }
}

impl Question {
    /// The question as its form shows it, for changes to be put in. What stands nowhere else is here;
    /// place, group, passage and key are left open: where a form leaves them out they stay, the key
    /// with its option's text wherever that is put, the passage with its group.
    pub fn form(&self) -> QuestionInput {
        let option = |place: usize| self.options.get(place).map(|choice| choice.option.clone());
        QuestionInput {
            title: self.title.clone(),
            topic: None,
            section: None,
            question: self.question.clone(),
            passage_check: self.group.is_some(),
            passage: None,
            group: None,
            option_1: option(0),
            option_2: option(1),
            option_3: option(2),
            option_4: option(3),
            option_5: option(4),
            correct_answer: None,
            description: self.description.clone(),
            status: self.status,
            for_visitors: self.for_visitors,
            logo: self.logo.clone(),
        }
    }
}

impl QuestionInput {
    fn check(&self, errors: &mut FieldErrors, old: &Question) -> Checked {
        let names = Names {
            prefix: String::new(),
            question: "question",
            option: "option_",
            right: "correct_answer",
            description: "description",
        };
        let options = [&self.option_1, &self.option_2, &self.option_3, &self.option_4, &self.option_5];
        let options = options.map(Option::as_deref);
        let right = self.right(old);
        let form = Form { question: &self.question, options, right, description: &self.description, old: Some(old) };
        form.check(errors, &names)
    }

    /// The key's number: the one given, or the place of the old key's text.
    fn right(&self, old: &Question) -> Option<i64> {
        if self.correct_answer.is_some() {
            return self.correct_answer;
        }
        let key = normal(&old.choice(&old.correct)?.option);
        let options = [&self.option_1, &self.option_2, &self.option_3, &self.option_4, &self.option_5];
        let is_key = |option: &&Option<String>| option.as_deref().is_some_and(|text| normal(&html::clean(text)) == key);
        (1..).zip(options).find(|(_, option)| is_key(option)).map(|(n, _)| n)
    }
}

/// A violated identity as an error of the field that holds the stem.
pub(super) fn repeated(field: &'static str) -> impl Fn(Error) -> Error {
    move |error| match error.is_taken() {
        true => Error::taken(field, "This question is in this year's bank already."),
        false => error,
    }
}
