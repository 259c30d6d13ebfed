//! A bank as imports leave it: subjects of 40 years.

use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use sabi_core::{
    bank::{Choice, ChoiceBody, Provenance, SubjectYear, SubjectYearInput},
    catalogue::{Section, Topic},
    clock,
    records::Stored as _,
    store::retry_tx,
};
use tokio::task::JoinSet;

use super::{App, Id, Outcome, Question, Subject, SurrealValue};

const YEARS: std::ops::Range<i64> = 1986..2026;
const TOPICS: usize = 10;
const SECTIONS: usize = 30;

#[derive(SurrealValue, Clone)]
struct TopicRow {
    id: Id<Topic>,
    subject: Id<Subject>,
    title: String,
    status: bool,
    version: i64,
    created_at: clock::Instant,
}

#[derive(SurrealValue, Clone)]
struct SectionRow {
    id: Id<Section>,
    topic: Id<Topic>,
    section_name: String,
    status: bool,
    version: i64,
    created_at: clock::Instant,
}

/// Replaces the questions of the demo with `questions` generated ones, `in_a_year` in each year. Adds subjects if there
/// are too few.
pub async fn write(app: &App, questions: usize, in_a_year: usize) -> Outcome<()> {
    let gone = "DELETE question; DELETE theory; DELETE year_index; DELETE subject_year; DELETE section; DELETE topic;";
    app.store.write(gone).done().await?;
    let mut subjects: Vec<Id<Subject>> = app.store.query("SELECT VALUE id FROM subject").all().await?;
    for number in subjects.len()..questions / (YEARS.count() * in_a_year) {
        let id = Id::<Subject>::random();
        let sql = "LET $like = (SELECT * FROM ONLY subject LIMIT 1); \
            CREATE $id CONTENT object::extend($like, { id: $id, title: $title, slug: $title })";
        let call = app.store.write(sql).bind(("id", id.clone()));
        call.bind(("title", format!("Subject {number}"))).done().await?;
        subjects.push(id);
    }
    let mut writers = JoinSet::new();
    for writer in 0..2 {
        let (app, mine) = (app.clone(), subjects.iter().skip(writer).step_by(2).cloned().collect::<Vec<_>>());
        writers.spawn(async move {
            let mut rng = StdRng::seed_from_u64(writer as u64);
            let words = words();
            for subject in mine {
                write_subject(&app, &words, &mut rng, &subject, in_a_year).await?;
            }
            Ok::<_, sabi_core::Error>(())
        });
    }
    while let Some(done) = writers.join_next().await {
        done??;
    }
    Ok(())
}

async fn write_subject(
    app: &App,
    words: &[String],
    rng: &mut StdRng,
    subject: &Id<Subject>,
    in_a_year: usize,
) -> sabi_core::Result<()> {
    let (status, version, created_at) = (true, 0, app.now());
    let topics: Vec<_> = (0..TOPICS)
        .map(|number| TopicRow {
            id: Id::random(),
            subject: subject.clone(),
            title: format!("Topic {number}"),
            status,
            version,
            created_at,
        })
        .collect();
    let sections: Vec<_> = (0..SECTIONS)
        .map(|number| SectionRow {
            id: Id::random(),
            topic: topics[number % TOPICS].id.clone(),
            section_name: format!("Section {number}"),
            status,
            version,
            created_at,
        })
        .collect();
    let sql = "FOR $row IN $topics { CREATE $row.id CONTENT $row RETURN NONE }; \
        FOR $row IN $sections { CREATE $row.id CONTENT $row RETURN NONE }";
    let write = async || {
        let call = app.store.write(sql).bind(("topics", topics.clone()));
        call.bind(("sections", sections.clone())).done().await
    };
    retry_tx(write).await?;
    // Twenty years a commit: a thousand questions, as an import writes at once.
    for years in YEARS.collect::<Vec<_>>().chunks(20) {
        let (mut records, mut rows) = (Vec::new(), Vec::new());
        for &year in years {
            let id = SubjectYear::key(subject, year);
            rows.extend((1..=in_a_year).map(|place| {
                let section = &sections[rng.random_range(0..SECTIONS)];
                question(words, rng, subject, &id, section, place, created_at)
            }));
            let form =
                SubjectYearInput { subject: subject.clone(), year, university: Vec::new(), status: Some(status) };
            records.push(SubjectYear { id, revision: 1, ..SubjectYear::new(form, created_at) });
        }
        let sql = "BEGIN; FOR $row IN $years { CREATE $row.id CONTENT $row RETURN NONE }; \
            FOR $row IN $rows { CREATE $row.id CONTENT $row RETURN NONE }; COMMIT;";
        // The writers of other subjects meet this one in the indexes of words.
        let write =
            async || app.store.write(sql).bind(("years", records.clone())).bind(("rows", rows.clone())).done().await;
        retry_tx(write).await?;
    }
    Ok(())
}

fn question(
    words: &[String],
    rng: &mut StdRng,
    subject: &Id<Subject>,
    year: &Id<SubjectYear>,
    section: &SectionRow,
    place: usize,
    created_at: clock::Instant,
) -> Question {
    let mut choice = |_| Choice { id: Id::random(), option: format!("<p>{}</p>", text(words, rng, 1..5)) };
    let options: Vec<_> = (0..4).map(&mut choice).collect();
    let formula = format!("\\(x^{{{place}}} + {}y\\)", rng.random_range(0..100));
    Question {
        id: Id::random(),
        subject: subject.clone(),
        year: year.clone(),
        topic: section.topic.clone(),
        section: section.id.clone(),
        university: Vec::new(),
        title: format!("Question {place}"),
        question: format!("<p>{} {formula}?</p>", text(words, rng, 8..30)),
        logo: None,
        status: rng.random_ratio(49, 50),
        position: place as i64,
        identity: [(); 4].map(|()| format!("{:016x}", rng.random::<u64>())).concat(),
        version: 0,
        checked: None,
        edited_by: None,
        provenance: Provenance::default(),
        created_at,
        body: ChoiceBody {
            passage: None,
            group: None,
            correct: options[place % 4].id.clone(),
            options,
            description: format!("<p>{}</p>", text(words, rng, 20..21)),
            for_visitors: false,
            held_back: false,
            withdrawn: false,
        },
    }
}

/// A word that few questions have.
pub fn rare() -> String {
    words()[5_000].clone()
}

/// Six thousand words, the commonest first.
fn words() -> Vec<String> {
    let mut rng = StdRng::seed_from_u64(7);
    let heads = ["b", "c", "d", "f", "g", "k", "l", "m", "n", "p", "r", "s", "t", "v", "tr", "st", "ch", "pl"];
    let tails = ["a", "e", "i", "o", "u", "an", "er", "on", "ic", "al", "um", "is"];
    let common =
        "the of a and to in is which following what if are that by from with be for an on as at it find value when";
    let mut words: Vec<String> = common.split(' ').map(String::from).collect();
    while words.len() < 6_000 {
        let syllables = rng.random_range(1..=4);
        let syllable = |_| [heads[rng.random_range(0..heads.len())], tails[rng.random_range(0..tails.len())]].concat();
        words.push((0..syllables).map(syllable).collect());
    }
    words
}

/// Words as languages use them: the second half as often as the first, the third a third as often.
fn text(words: &[String], rng: &mut StdRng, count: std::ops::Range<usize>) -> String {
    let most = words.len() as f64;
    let word = |rng: &mut StdRng| words[(most.powf(rng.random::<f64>()) - 1.0) as usize].as_str();
    let count = rng.random_range(count);
    let words: Vec<_> = (0..count).map(|_| word(rng)).collect();
    words.join(" ")
}
