//! The importer's trait for questions and theory questions.

use std::collections::HashMap;

use super::{
    Parsed, Problem, QuestionRow, Reading, TheoryRow, WorkbookError, ask::Target, cell::tidy, groups::MAX_LINKED,
    places::Place, questions::questions_of, theories::theories_of, workbook::Sheet,
};
use crate::{
    bank::{
        Choice, Entry, Question, Theory,
        alike::Stem,
        formats::{Kind, ParsedFile},
        identity::{identity, normal},
    },
    catalogue::University,
    clock::Instant,
    html,
    store::Id,
};

/// A row of a sheet.
pub(crate) trait Row: Clone + Send + Sync + 'static {
    /// Its number in the sheet.
    fn number(&self) -> u32;
    /// The id of the stored one that it names.
    fn id(&self) -> Option<&str>;
    /// The topic and the section that it names.
    fn names(&self) -> (Option<&str>, Option<&str>);
    /// The address of its picture.
    fn picture(&self) -> Option<&str>;
    /// What makes it, with such a picture, the same question as another.
    fn identity(&self, universities: &[Id<University>], picture: Option<&str>) -> String;
}

/// A kind of question that is imported.
pub(crate) trait Imported: Entry + PartialEq {
    /// A row of a sheet.
    type Row: Row + Send + Sync + 'static;

    /// Which kind it is to the formats.
    const KIND: Kind;

    /// Checks the rows of a sheet.
    fn check(sheet: Sheet, reading: &Reading) -> Result<Parsed<Self::Row>, WorkbookError>;
    /// Checks what was read of a file; what its reader found wrong is told with the rest.
    fn parse(source: ParsedFile, reading: &Reading) -> Result<Parsed<Self::Row>, WorkbookError> {
        let mut parsed = Self::check(source.sheet, reading)?;
        parsed.problems.extend(source.problems);
        parsed.warnings.extend(source.warnings);
        parsed.total_rows += source.left_out;
        parsed.is_plain = source.is_plain;
        Ok(parsed)
    }
    /// The record that a row makes of the stored one, or of nothing. What the row leaves empty stays
    /// as it is stored.
    fn build(row: &Self::Row, seat: Seat<'_>, stored: Option<&Self>) -> Self;
    /// Whether results were marked by another key than it has now.
    fn has_moved_key(&self, _old: &Self) -> bool {
        false
    }
    /// Its identity without its picture.
    fn bare_identity(&self) -> String;
    /// What it asks, to find others that ask the same.
    fn stem(&self) -> Stem {
        Stem::of(self.question(), None, self.picture())
    }
    /// What the rows cannot have because of what stands beside them in the bank.
    fn clashes(_rows: &[Self::Row], _beside: &[&Self]) -> Vec<Problem> {
        Vec::new()
    }
}

/// What a row's question gets from where it goes.
pub(crate) struct Seat<'a> {
    pub target: &'a Target,
    pub place: Place,
    pub identity: String,
    pub position: i64,
    pub now: Instant,
    /// See [`Parsed::is_plain`].
    pub is_plain: bool,
}

impl Row for QuestionRow {
    fn number(&self) -> u32 {
        self.row
    }
    fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }
    fn names(&self) -> (Option<&str>, Option<&str>) {
        (self.topic.as_deref(), self.section.as_deref())
    }
    fn picture(&self) -> Option<&str> {
        self.image.as_deref()
    }
    fn identity(&self, universities: &[Id<University>], picture: Option<&str>) -> String {
        identity(universities, &self.question, self.options.iter().map(String::as_str), picture)
    }
}

impl Row for TheoryRow {
    fn number(&self) -> u32 {
        self.row
    }
    fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }
    fn names(&self) -> (Option<&str>, Option<&str>) {
        (self.topic.as_deref(), self.section.as_deref())
    }
    fn picture(&self) -> Option<&str> {
        self.image.as_deref()
    }
    fn identity(&self, universities: &[Id<University>], picture: Option<&str>) -> String {
        identity(universities, &self.question, [], picture)
    }
}

impl Imported for Question {
    type Row = QuestionRow;

    const KIND: Kind = Kind::Questions;

    fn check(sheet: Sheet, reading: &Reading) -> Result<Parsed<QuestionRow>, WorkbookError> {
        questions_of(sheet, reading)
    }

    fn build(row: &QuestionRow, seat: Seat<'_>, stored: Option<&Self>) -> Self {
        let before = stored.map_or(&[][..], |old| &old.options);
        let texts = row.options.iter().enumerate();
        let texts = texts.map(|(place, text)| seat.same(text, before.get(place).map(|old| old.option.as_str())));
        let options = Choice::keep(texts, before);
        let question = seat.same(&row.question, stored.map(|old| old.question.as_str()));
        let passage =
            row.passage.as_deref().map(|passage| seat.same(passage, stored.and_then(|old| old.passage.as_deref())));
        let description = (!row.description.is_empty())
            .then(|| seat.same(&row.description, stored.map(|old| old.description.as_str())));
        let logo = row.image.clone().or_else(|| stored?.logo.clone());
        let identity = match stored {
            Some(old) if (&old.question, &old.options, &old.logo) == (&question, &options, &logo) => {
                old.identity.clone()
            }
            Some(old) => {
                let texts = options.iter().map(|one| one.option.as_str());
                identity(&old.university, &question, texts, logo.as_deref())
            }
            None => seat.identity,
        };
        Self {
            id: stored.map_or_else(Id::random, |old| old.id.clone()),
            subject: seat.target.subject.clone(),
            year: seat.target.year_id.clone(),
            topic: seat.place.0,
            section: seat.place.1,
            university: seat.target.universities.clone(),
            title: title(row.title.as_deref(), stored.map(|old| &old.title), seat.position),
            passage: passage.or_else(|| stored?.passage.clone()),
            group: row.group.clone().or_else(|| stored?.group.clone()),
            question,
            correct: options[row.correct].id.clone(),
            options,
            description: description.or_else(|| Some(stored?.description.clone())).unwrap_or_default(),
            logo,
            status: row.status.unwrap_or_else(|| stored.is_none_or(|old| old.status)),
            for_visitors: stored.is_some_and(|old| old.for_visitors),
            position: seat.position,
            identity,
            version: stored.map_or(0, |old| old.version),
            created_at: stored.map_or(seat.now, |old| old.created_at),
        }
    }

    fn has_moved_key(&self, old: &Self) -> bool {
        self.has_moved_key(old)
    }

    fn bare_identity(&self) -> String {
        identity(&self.university, &self.question, self.options.iter().map(|one| one.option.as_str()), None)
    }

    fn stem(&self) -> Stem {
        Stem::of(&self.question, self.passage.as_deref(), self.logo.as_deref())
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

    const KIND: Kind = Kind::Theories;

    fn check(sheet: Sheet, reading: &Reading) -> Result<Parsed<TheoryRow>, WorkbookError> {
        theories_of(sheet, reading)
    }

    fn bare_identity(&self) -> String {
        identity(&self.university, &self.question, [], None)
    }

    fn build(row: &TheoryRow, seat: Seat<'_>, stored: Option<&Self>) -> Self {
        let question = seat.same(&row.question, stored.map(|old| old.question.as_str()));
        let logo = row.image.clone().or_else(|| stored?.logo.clone());
        let answer = seat.same(&row.answer, stored.map(|old| old.answer.as_str()));
        let detailed_answer = seat.same(&row.detailed_answer, stored.map(|old| old.detailed_answer.as_str()));
        let identity = match stored {
            Some(old) if (&old.question, &old.logo) == (&question, &logo) => old.identity.clone(),
            Some(old) => identity(&old.university, &question, [], logo.as_deref()),
            None => seat.identity,
        };
        Self {
            id: stored.map_or_else(Id::random, |old| old.id.clone()),
            subject: seat.target.subject.clone(),
            year: seat.target.year_id.clone(),
            topic: seat.place.0,
            section: seat.place.1,
            university: seat.target.universities.clone(),
            title: title(row.title.as_deref(), stored.map(|old| &old.title), seat.position),
            question,
            answer,
            detailed_answer,
            logo,
            status: row.status.unwrap_or_else(|| stored.is_none_or(|old| old.status)),
            position: seat.position,
            identity,
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

impl Seat<'_> {
    /// The text of a row, or the stored one where a cell that holds that is read as the row's: a format that
    /// cannot tell them apart changes nothing.
    fn same(&self, row: &str, stored: Option<&str>) -> String {
        let reads_alike = |old: &&str| {
            *old != row
                && (html::clean(&html::with_breaks(&tidy(old))) == row || self.is_plain && words(old) == words(row))
        };
        stored.filter(reads_alike).unwrap_or(row).to_owned()
    }
}

fn words(html: &str) -> String {
    html::text_of(html).split_whitespace().collect::<Vec<_>>().join(" ")
}
