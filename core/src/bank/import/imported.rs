//! What the importer needs to know of questions and of theories alike.

use std::collections::HashMap;

use super::{
    Parsed, Problem, QuestionRow, Reading, TheoryRow, WorkbookError, ask::Target, groups::MAX_LINKED, places::Place,
};
use crate::{
    bank::{
        Choice, Entry, Question, Theory,
        identity::{identity, normal},
    },
    catalogue::University,
    clock::Instant,
    store::Id,
};

/// A row of a sheet.
pub(super) trait Row: Send + Sync + 'static {
    /// Its number in the sheet.
    fn number(&self) -> u32;
    /// The topic and the section that it names.
    fn names(&self) -> (Option<&str>, Option<&str>);
    /// What makes it the same question as another.
    fn identity(&self, universities: &[Id<University>]) -> String;
}

/// A kind of question that is imported.
pub(super) trait Imported: Entry + PartialEq {
    /// What a sheet says of one.
    type Row: Row + Send + Sync + 'static;

    /// Reads a workbook.
    fn read(file: &[u8], reading: &Reading) -> Result<Parsed<Self::Row>, WorkbookError>;
    /// The record that a row makes of the stored one, or of nothing. What the row leaves empty stays
    /// as it is stored.
    fn build(row: &Self::Row, seat: Seat<'_>, stored: Option<&Self>) -> Self;
    /// What the rows cannot have because of what stands beside them in the bank.
    fn clashes(_rows: &[Self::Row], _beside: &[&Self]) -> Vec<Problem> {
        Vec::new()
    }
}

/// What a row's question gets from where it goes.
pub(super) struct Seat<'a> {
    pub target: &'a Target,
    pub place: Place,
    pub identity: String,
    pub position: i64,
    pub now: Instant,
}

impl Row for QuestionRow {
    fn number(&self) -> u32 {
        self.row
    }
    fn names(&self) -> (Option<&str>, Option<&str>) {
        (self.topic.as_deref(), self.section.as_deref())
    }
    fn identity(&self, universities: &[Id<University>]) -> String {
        identity(universities, &self.question, self.options.iter().map(String::as_str))
    }
}

impl Row for TheoryRow {
    fn number(&self) -> u32 {
        self.row
    }
    fn names(&self) -> (Option<&str>, Option<&str>) {
        (self.topic.as_deref(), self.section.as_deref())
    }
    fn identity(&self, universities: &[Id<University>]) -> String {
        identity(universities, &self.question, [])
    }
}

impl Imported for Question {
    type Row = QuestionRow;

    fn read(file: &[u8], reading: &Reading) -> Result<Parsed<QuestionRow>, WorkbookError> {
        super::questions(file, reading)
    }

    fn build(row: &QuestionRow, seat: Seat<'_>, stored: Option<&Self>) -> Self {
        let options = Choice::keep(row.options.iter().cloned(), stored.map_or(&[], |old| &old.options));
        let given = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        Self {
            id: stored.map_or_else(Id::random, |old| old.id.clone()),
            subject: seat.target.subject.clone(),
            year: seat.target.year_id.clone(),
            topic: seat.place.0,
            section: seat.place.1,
            university: seat.target.universities.clone(),
            title: title(row.title.as_deref(), stored.map(|old| &old.title), seat.position),
            passage: row.passage.clone().or_else(|| stored?.passage.clone()),
            group: row.group.clone().or_else(|| stored?.group.clone()),
            question: row.question.clone(),
            correct: options[row.correct].id.clone(),
            options,
            description: given(&row.description).or_else(|| Some(stored?.description.clone())).unwrap_or_default(),
            logo: row.image.clone().or_else(|| stored?.logo.clone()),
            status: stored.is_none_or(|old| old.status),
            position: seat.position,
            identity: seat.identity,
            version: stored.map_or(0, |old| old.version),
            created_at: stored.map_or(seat.now, |old| old.created_at),
        }
    }

    /// A group has one passage, and at most five questions on it (spec 3 §9).
    fn clashes(rows: &[QuestionRow], beside: &[&Self]) -> Vec<Problem> {
        let mut groups: HashMap<&str, Vec<&Question>> = HashMap::new();
        for question in beside {
            groups.entry(question.group.as_deref().unwrap_or_default()).or_default().push(question);
        }
        let mut own: HashMap<&str, usize> = HashMap::new();
        for row in rows {
            *own.entry(row.group.as_deref().unwrap_or_default()).or_default() += 1;
        }
        let problem = |row: &QuestionRow| {
            let group = row.group.as_deref()?;
            let stored = groups.get(group)?;
            let passage = |text: &Option<String>| normal(text.as_deref().unwrap_or_default());
            let message = if stored.iter().any(|other| passage(&other.passage) != passage(&row.passage)) {
                format!(
                    "The group “{group}” stands in this year already with another passage. Give this one another name."
                )
            } else if stored.len() + own.get(group)? > MAX_LINKED {
                let count = stored.len();
                format!(
                    "The group “{group}” has {count} other questions in this year already; at most {MAX_LINKED} may share a passage."
                )
            } else {
                return None;
            };
            Some(Problem { row: row.row, column: "group".into(), message })
        };
        rows.iter().filter_map(problem).collect()
    }
}

impl Imported for Theory {
    type Row = TheoryRow;

    fn read(file: &[u8], reading: &Reading) -> Result<Parsed<TheoryRow>, WorkbookError> {
        super::theories(file, reading)
    }

    fn build(row: &TheoryRow, seat: Seat<'_>, stored: Option<&Self>) -> Self {
        Self {
            id: stored.map_or_else(Id::random, |old| old.id.clone()),
            subject: seat.target.subject.clone(),
            year: seat.target.year_id.clone(),
            topic: seat.place.0,
            section: seat.place.1,
            university: seat.target.universities.clone(),
            title: title(row.title.as_deref(), stored.map(|old| &old.title), seat.position),
            question: row.question.clone(),
            answer: row.answer.clone(),
            detailed_answer: row.detailed_answer.clone(),
            logo: row.image.clone().or_else(|| stored?.logo.clone()),
            status: stored.is_none_or(|old| old.status),
            position: seat.position,
            identity: seat.identity,
            version: stored.map_or(0, |old| old.version),
            created_at: stored.map_or(seat.now, |old| old.created_at),
        }
    }
}

fn title(given: Option<&str>, stored: Option<&String>, position: i64) -> String {
    match (given, stored) {
        (Some(title), _) => title.to_owned(),
        (None, Some(title)) => title.clone(),
        (None, None) => format!("Question {position}"),
    }
}
