//! The cases that the app draws and marks by, without a network, give the same here.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use chrono::DateTime;
use rand::{SeedableRng as _, rngs::StdRng};
use serde::Deserialize;

use crate::{
    bank::{
        Choice, ChoiceBody, Provenance, Question, SubjectYear,
        paper::{self, Blueprint, ExamType, PaperSource, SubjectPool, YearPool},
        references::{Reference, can_shuffle, reference},
    },
    catalogue::Subject,
    exam::score::{self, Key, Tally},
    store::Id,
};

const CASES: &str = include_str!("../../../../web/src/shared/offline/cases.json");

#[derive(Deserialize)]
struct Cases {
    draws: Vec<Draw>,
    marks: Vec<Marking>,
    options: Vec<Options>,
}

#[derive(Deserialize)]
struct Draw {
    name: String,
    packs: Vec<Pack>,
    subjects: Vec<Id<Subject>>,
    source: String,
    year: Option<i32>,
    limit: Option<usize>,
    chosen: Vec<String>,
    only: Option<HashSet<Id<Question>>>,
    most: Option<usize>,
    expected: Vec<Part>,
}

#[derive(Deserialize)]
struct Pack {
    subject: Id<Subject>,
    year: i32,
    questions: Vec<Line>,
}

#[derive(Deserialize)]
struct Line {
    id: String,
    topic: String,
    section: String,
    group: Option<String>,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Part {
    subject: Id<Subject>,
    questions: Vec<Id<Question>>,
}

#[derive(Deserialize)]
struct Marking {
    name: String,
    questions: Vec<MarkedQuestion>,
    answers: BTreeMap<Id<Question>, Id<Choice>>,
    allotted: Option<u32>,
    used: u32,
    expected: Marked,
}

#[derive(Deserialize)]
struct MarkedQuestion {
    id: Id<Question>,
    subject: Id<Subject>,
    correct: Id<Choice>,
}

#[derive(Deserialize)]
struct Marked {
    tally: Counts,
    subjects: BTreeMap<Id<Subject>, Counts>,
    items: BTreeMap<Id<Question>, score::Mark>,
    progress: f64,
    accuracy: f64,
    speed: Option<f64>,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Counts {
    total: u32,
    correct: u32,
    wrong: u32,
    unseen: u32,
}

#[derive(Deserialize)]
struct Options {
    options: Vec<String>,
    stay: bool,
    last: Vec<usize>,
}

impl From<Tally> for Counts {
    fn from(Tally { total, correct, wrong, unseen, .. }: Tally) -> Self {
        Self { total, correct, wrong, unseen }
    }
}

fn cases() -> Cases {
    serde_json::from_str(CASES).unwrap()
}

fn question(subject: &Id<Subject>, year: i32, place: usize, line: &Line) -> Question {
    let option = |name: &str| Choice { id: Id::new(format!("{}-{name}", line.id)), option: name.into() };
    Question {
        id: Id::new(&line.id),
        subject: subject.clone(),
        year: Id::<SubjectYear>::new(year.to_string()),
        topic: Id::new(&line.topic),
        section: Id::new(&line.section),
        university: vec![],
        title: String::new(),
        question: format!("<p>Question {}</p>", line.id),
        logo: None,
        status: true,
        position: i64::try_from(place).unwrap(),
        identity: line.id.clone(),
        version: 0,
        checked: None,
        edited_by: None,
        provenance: Provenance::default(),
        created_at: DateTime::UNIX_EPOCH,
        body: ChoiceBody {
            passage: None,
            group: line.group.clone(),
            correct: option("a").id,
            options: vec![option("a"), option("b")],
            description: String::new(),
            for_visitors: false,
            held_back: false,
            withdrawn: false,
        },
    }
}

#[test]
fn papers_are_drawn_as_without_a_network() {
    let draws = cases().draws;
    assert!(draws.len() >= 40);
    for draw in draws {
        let pool = |subject: &Id<Subject>| {
            let packs = draw.packs.iter().filter(|pack| pack.subject == *subject);
            let years = packs.map(|pack| {
                let questions: Vec<_> = pack
                    .questions
                    .iter()
                    .enumerate()
                    .map(|(place, one)| question(subject, pack.year, place, one))
                    .collect();
                Arc::new(YearPool::new(pack.year, &questions, &[]))
            });
            SubjectPool {
                subject: subject.clone(),
                years: years.collect(),
                mock_questions: 40,
                mock_theories: 0,
                difficulties: None,
            }
        };
        let mut pools: Vec<_> = draw.subjects.iter().map(pool).collect();
        for pool in &mut pools {
            // The server reads the newest year first.
            pool.years.sort_by_key(|year| std::cmp::Reverse(year.year()));
        }
        let source = match draw.source.as_str() {
            "year" => PaperSource::Year { year: draw.year.unwrap(), limit: draw.limit },
            "mistakes" => PaperSource::Mistakes { year: draw.year, limit: draw.limit.unwrap() },
            other => panic!("{other}"),
        };
        let blueprint = Blueprint {
            exam_type: ExamType::Objective,
            source,
            university: None,
            topics: draw.chosen.iter().map(Id::new).collect(),
            sections: draw.chosen.iter().map(Id::new).collect(),
            shuffle_questions: false,
            max_questions: draw.most,
            only: draw.only,
            except: HashSet::new(),
            first: HashSet::new(),
        };
        let paper = paper::build(&blueprint, &pools, &mut StdRng::seed_from_u64(1));
        let found: Vec<_> =
            paper.subjects.into_iter().map(|part| Part { subject: part.subject, questions: part.questions }).collect();
        assert_eq!(found, draw.expected, "{}", draw.name);
    }
}

#[test]
fn answers_are_marked_as_without_a_network() {
    let marks = cases().marks;
    assert!(marks.len() >= 10);
    for Marking { name, questions, answers, allotted, used, expected } in marks {
        let keys = questions.iter().map(|one| Key {
            question: &one.id,
            subject: &one.subject,
            correct: &one.correct,
            withdrawn: false,
        });
        let marked = score::mark(keys, |question| answers.get(question));
        assert_eq!(marked.items, expected.items, "{name}");
        assert_eq!(Counts::from(marked.tally), expected.tally, "{name}");
        let subjects: BTreeMap<_, _> = marked.subjects.into_iter().map(|(id, tally)| (id, tally.into())).collect();
        assert_eq!(subjects, expected.subjects, "{name}");
        let found = (marked.tally.progress(), marked.tally.accuracy(), score::speed(allotted, used));
        assert_eq!(found, (expected.progress, expected.accuracy, expected.speed), "{name}");
    }
}

#[test]
fn options_change_places_as_without_a_network() {
    for Options { options, stay, last } in cases().options {
        assert_eq!(!can_shuffle(options.iter().map(String::as_str)), stay, "{options:?}");
        let sums_up =
            |(place, option): (usize, &String)| (reference(option) == Some(Reference::SumsUp)).then_some(place);
        let found: Vec<_> = options.iter().enumerate().filter_map(sums_up).collect();
        assert!(stay || found == last, "{options:?}: {found:?}");
    }
}
