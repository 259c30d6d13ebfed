//! The forms of the back office for items (spec 3 §5, §7), and their conversion from and to items.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    editor::{Checked, CommonFields, ItemForm, NewItems},
    groups::{Group, Linking},
    rich::rich,
};
use crate::{
    FieldErrors,
    bank::{ChoiceBody, ChoiceContent, EssayBody, Question, Review, SubjectYear, Theory, identity::normal},
    catalogue::{Section, Subject, Topic, University},
    html, messages,
    store::Id,
};

/// Declares a form of items: its own fields, and the review and the source of an item, which all forms have.
macro_rules! item_form {
    ($(#[$attribute:meta])* pub struct $name:ident { $($own:tt)* }) => {
        $(#[$attribute])*
        pub struct $name {
            $($own)*
            /// Whether somebody has checked the content. If missing, new content becomes a draft.
            #[serde(default)]
            pub review: Option<Review>,
            /// The examination board, if known.
            #[schema(max_length = 160)]
            #[serde(rename = "sourceBoard", default)]
            pub source_board: Option<String>,
            /// The year or the sitting of the paper.
            #[schema(max_length = 160)]
            #[serde(rename = "sourceYear", default)]
            pub source_year: Option<String>,
            /// The number of the question in the paper.
            #[schema(max_length = 160)]
            #[serde(rename = "sourceNumber", default)]
            pub source_number: Option<String>,
            /// Who holds the rights, or the licence.
            #[schema(max_length = 160)]
            #[serde(rename = "sourceRights", default)]
            pub source_rights: Option<String>,
        }

        impl $name {
            /// The source, in the order of [`SOURCE_COLUMNS`](crate::bank::review::SOURCE_COLUMNS).
            fn source(&self) -> [Option<&String>; 4] {
                [&self.source_board, &self.source_year, &self.source_number, &self.source_rights].map(Option::as_ref)
            }
        }
    };
}

item_form! {
    /// The form for new questions: one, or up to five on one passage.
    #[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
    #[serde(rename_all = "camelCase")]
    pub struct QuestionsInput {
        /// The title. If it is empty, each question gets the beginning of its text as its title.
        #[schema(max_length = 160)]
        #[serde(default)]
        pub title: String,
        pub year_id: Id<SubjectYear>,
        /// Whether the questions are linked by a passage.
        #[serde(default)]
        pub passage_check: bool,
        /// HTML.
        #[schema(max_length = 20000)]
        pub passage: Option<String>,
        /// The linked group. A new group without a name is named after its passage.
        #[schema(max_length = 160)]
        pub group: Option<String>,
        #[schema(max_items = 5)]
        pub questions: Vec<QuestionEntry>,
        #[serde(default)]
        pub status: bool,
        /// Whether visitors see them, with their keys; each then needs an explanation.
        #[serde(default)]
        pub for_visitors: bool,
        /// Whether devices cannot download them; mocks draw them first.
        #[serde(default)]
        pub held_back: bool,
        /// The address of a picture.
        pub image: Option<String>,
        /// For POST UTME only; none means all.
        #[schema(max_items = 300)]
        #[serde(default)]
        pub universities: Vec<Id<University>>,
    }
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

item_form! {
    /// The form for one question.
    #[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
    pub struct QuestionInput {
        #[schema(max_length = 160)]
        pub title: String,
        #[serde(rename = "topicId")]
        pub topic: Option<Id<Topic>>,
        /// Moves the question to this section; if missing, it stays where it is.
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
        /// The number of the right option, 1 to 5; if missing, the key stays.
        pub correct_answer: Option<i64>,
        #[schema(max_length = 20000)]
        #[serde(default)]
        pub description: String,
        #[serde(default)]
        pub status: bool,
        /// Whether visitors see it, with its key; it then needs an explanation.
        #[serde(rename = "forVisitors", default)]
        pub for_visitors: bool,
        /// Whether devices cannot download it; mocks draw it first.
        #[serde(rename = "heldBack", default)]
        pub held_back: bool,
        /// The address of a picture.
        pub logo: Option<String>,
    }
}

/// The form for a new theory question: destination and question.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TheoryInput {
    #[serde(flatten)]
    pub place: TheoryPlace,
    #[serde(flatten)]
    pub fields: TheoryUpdate,
}

/// The destination of a new theory question.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct TheoryPlace {
    #[serde(rename = "subjectId")]
    pub subject: Option<Id<Subject>>,
    #[serde(rename = "yearId")]
    pub year: Id<SubjectYear>,
    #[serde(rename = "sectionId")]
    pub section: Id<Section>,
    /// For POST UTME only; none means all.
    #[schema(max_items = 300)]
    #[serde(default)]
    pub universities: Vec<Id<University>>,
}

item_form! {
    /// The form for a theory question.
    #[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
    pub struct TheoryUpdate {
        #[schema(max_length = 160)]
        pub title: String,
        /// HTML.
        #[schema(max_length = 20000)]
        pub question: String,
        /// The answer in short, HTML.
        #[schema(max_length = 20000)]
        pub description: String,
        /// The answer in full, HTML.
        #[schema(max_length = 20000)]
        pub detailed_answer: String,
        #[serde(default)]
        pub status: bool,
        /// The address of a picture.
        pub logo: Option<String>,
    }
}

impl QuestionsInput {
    /// The items that it adds to a section.
    pub(super) fn new_items<'a>(&'a self, section: &'a Id<Section>) -> NewItems<'a, ChoiceBody> {
        NewItems {
            section,
            year: &self.year_id,
            subject: None,
            universities: &self.universities,
            common: CommonFields {
                title: &self.title,
                logo: self.image.as_ref(),
                status: self.status,
                for_visitors: self.for_visitors,
                held_back: self.held_back,
                review: self.review,
                source: self.source(),
                linking: Linking::of(self.passage_check, self.group.as_deref(), self.passage.as_deref()),
                ..CommonFields::default()
            },
            forms: self.questions.iter().map(QuestionEntry::form).collect(),
            name: |field| match field {
                "question" => "questionTitle".into(),
                "correct_answer" => "rightAnswer".into(),
                "description" => "answerDesc".into(),
                "logo" => "image".into(),
                option => option.replace('_', ""),
            },
        }
    }
}

impl QuestionEntry {
    /// Its fields as those of a question's form.
    fn form(&self) -> QuestionInput {
        QuestionInput {
            question: self.question_title.clone(),
            option_1: self.option1.clone(),
            option_2: self.option2.clone(),
            option_3: self.option3.clone(),
            option_4: self.option4.clone(),
            option_5: self.option5.clone(),
            correct_answer: self.right_answer,
            description: self.answer_desc.clone(),
            ..QuestionInput::default()
        }
    }
}

impl TheoryInput {
    /// The item that it adds.
    pub(super) fn new_items(&self) -> NewItems<'_, EssayBody> {
        let TheoryInput { place, fields } = self;
        NewItems {
            section: &place.section,
            year: &place.year,
            subject: place.subject.as_ref(),
            universities: &place.universities,
            common: fields.common(),
            forms: vec![fields.clone()],
            name: str::to_owned,
        }
    }
}

impl ItemForm for QuestionInput {
    type Body = ChoiceBody;

    /// Fills the form from the item, except section, topic, group, passage and key. Left empty, these stay unchanged:
    /// the key follows the text of its option, and the passage is that of the group.
    fn of(item: &Question) -> Self {
        let [source_board, source_year, source_number, source_rights] =
            item.provenance.parts().map(|part| part.map(str::to_owned));
        let option = |place: usize| item.body.options.get(place).map(|choice| choice.option.clone());
        Self {
            title: item.title.clone(),
            question: item.question.clone(),
            passage_check: item.body.group.is_some(),
            option_1: option(0),
            option_2: option(1),
            option_3: option(2),
            option_4: option(3),
            option_5: option(4),
            description: item.body.description.clone(),
            status: item.status,
            for_visitors: item.body.for_visitors,
            held_back: item.body.held_back,
            source_board,
            source_year,
            source_number,
            source_rights,
            logo: item.logo.clone(),
            ..Self::default()
        }
    }

    fn common(&self) -> CommonFields<'_> {
        CommonFields {
            title: &self.title,
            topic: self.topic.as_ref(),
            section: self.section.as_ref(),
            logo: self.logo.as_ref(),
            status: self.status,
            for_visitors: self.for_visitors,
            held_back: self.held_back,
            review: self.review,
            source: self.source(),
            linking: Linking::of(self.passage_check, self.group.as_deref(), self.passage.as_deref()),
        }
    }

    fn check(&self, errors: &mut FieldErrors, old: Option<&Question>, group: Option<&Group>) -> Checked<ChoiceBody> {
        let (stem, explanation) = (old.map(|old| &*old.question), old.map(|old| &*old.body.description));
        let question = rich(errors, "question", "Question", &self.question, stem, true);
        let description = rich(errors, "description", "Description", &self.description, explanation, false);
        let option_name = |place: usize| format!("option_{}", place + 1);
        let mut options: Vec<String> = Vec::with_capacity(5);
        for (place, option) in self.options().into_iter().enumerate() {
            let stored = old.and_then(|old| old.body.options.get(place)).map(|old| &*old.option);
            let option = option.as_deref().unwrap_or_default();
            options.push(rich(errors, &option_name(place), "Option", option, stored, place < 2));
        }
        while options.last().is_some_and(String::is_empty) {
            options.pop();
        }
        let texts: Vec<String> = options.iter().map(|option| normal(option)).collect();
        for (place, text) in texts.iter().enumerate() {
            errors.check(!text.is_empty(), &option_name(place), "Only the last options can be empty.");
            let repeated = !text.is_empty() && texts[..place].contains(text);
            errors.check(!repeated, &option_name(place), "This option is the same as another one");
        }
        let right = self.correct_answer.or_else(|| self.place_of_key(&old?.body));
        let right = right.and_then(|right| usize::try_from(right).ok()).and_then(|right| right.checked_sub(1));
        let correct = right.filter(|&right| right < options.len());
        errors.check(correct.is_some(), "correct_answer", messages::NO_CORRECT_ANSWER);
        let content = ChoiceContent {
            passage: group.map(|group| group.passage.clone()),
            group: group.map(|group| group.name.clone()),
            options,
            correct: correct.unwrap_or(0),
            description,
        };
        Checked { question, content }
    }
}

impl QuestionInput {
    fn options(&self) -> [&Option<String>; 5] {
        [&self.option_1, &self.option_2, &self.option_3, &self.option_4, &self.option_5]
    }

    /// The number of the option in the form whose text is that of the old key.
    fn place_of_key(&self, old: &ChoiceBody) -> Option<i64> {
        let key = normal(&old.choice(&old.correct)?.option);
        let is_key = |option: &&Option<String>| option.as_deref().is_some_and(|text| normal(&html::clean(text)) == key);
        (1..).zip(self.options()).find(|(_, option)| is_key(option)).map(|(number, _)| number)
    }
}

impl ItemForm for TheoryUpdate {
    type Body = EssayBody;

    fn of(item: &Theory) -> Self {
        let [source_board, source_year, source_number, source_rights] =
            item.provenance.parts().map(|part| part.map(str::to_owned));
        Self {
            title: item.title.clone(),
            question: item.question.clone(),
            description: item.body.answer.clone(),
            detailed_answer: item.body.detailed_answer.clone(),
            status: item.status,
            review: None,
            source_board,
            source_year,
            source_number,
            source_rights,
            logo: item.logo.clone(),
        }
    }

    fn common(&self) -> CommonFields<'_> {
        CommonFields {
            title: &self.title,
            logo: self.logo.as_ref(),
            status: self.status,
            review: self.review,
            source: self.source(),
            ..CommonFields::default()
        }
    }

    fn check(&self, errors: &mut FieldErrors, old: Option<&Theory>, _: Option<&Group>) -> Checked<EssayBody> {
        let stored = |text: fn(&Theory) -> &String| old.map(|old| text(old).as_str());
        let (answer, detailed) = (stored(|old| &old.body.answer), stored(|old| &old.body.detailed_answer));
        Checked {
            question: rich(errors, "question", "Question", &self.question, stored(|old| &old.question), true),
            content: EssayBody {
                answer: rich(errors, "description", "Answer", &self.description, answer, true),
                detailed_answer: {
                    let text = &self.detailed_answer;
                    rich(errors, "detailed_answer", "Detailed Answer", text, detailed, true)
                },
            },
        }
    }
}
