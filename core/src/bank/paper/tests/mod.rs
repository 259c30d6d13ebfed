//! Papers from small banks by hand, and from any bank by their properties.

use chrono::DateTime;
use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::StdRng;

use super::*;
use crate::bank::{Choice, Provenance, SubjectYear};

mod properties;

fn rng() -> StdRng {
    StdRng::seed_from_u64(7)
}

/// A question of four options, in use, without a group; its stem is its id.
fn question(year: i32, n: usize) -> Question {
    let key = format!("{year}-{n}");
    let choices = ["one", "two", "three", "four"]
        .map(|text| Choice { id: Id::new(format!("{key}-{text}")), option: text.to_owned() });
    Question {
        id: Id::new(key.clone()),
        subject: Id::new("subject"),
        year: Id::<SubjectYear>::new(year.to_string()),
        topic: Id::new("topic"),
        section: Id::new("section"),
        university: vec![],
        title: String::new(),
        question: format!("<p>Question {key}</p>"),
        logo: None,
        status: true,
        position: n as i64,
        identity: n.to_string(),
        version: 0,
        checked: None,
        edited_by: None,
        provenance: Provenance::default(),
        created_at: DateTime::UNIX_EPOCH,
        body: ChoiceBody {
            passage: None,
            group: None,
            correct: choices[0].id.clone(),
            options: choices.into(),
            description: String::new(),
            for_visitors: false,
            held_back: false,
            withdrawn: false,
        },
    }
}

/// The question in a group.
fn grouped(question: Question, group: Option<String>) -> Question {
    Question { body: ChoiceBody { group, ..question.body }, ..question }
}

fn theory(year: i32, n: usize) -> Theory {
    let like = question(year, n);
    Theory {
        id: Id::new(format!("theory-{year}-{n}")),
        subject: like.subject,
        year: like.year,
        topic: like.topic,
        section: like.section,
        university: like.university,
        title: like.title,
        question: like.question,
        logo: None,
        status: true,
        position: like.position,
        identity: like.identity,
        version: 0,
        checked: None,
        edited_by: None,
        provenance: Provenance::default(),
        created_at: like.created_at,
        body: EssayBody::default(),
    }
}

/// Questions of 2019, where a letter is a group and a dot a single question.
fn year(pattern: &str) -> Vec<Question> {
    let entry = |(n, label): (usize, char)| grouped(question(2019, n), (label != '.').then(|| label.to_string()));
    pattern.chars().enumerate().map(entry).collect()
}

fn theories(year: i32, count: usize) -> Vec<Theory> {
    (0..count).map(|n| theory(year, n)).collect()
}

fn bank(questions: &[Question], theories: &[Theory]) -> SubjectPool {
    let year = YearPool::new(2019, questions, theories);
    SubjectPool {
        subject: Id::new("subject"),
        years: vec![Arc::new(year)],
        mock_questions: DEFAULT_MOCK_QUESTIONS,
        mock_theories: DEFAULT_MOCK_THEORIES,
        difficulties: None,
    }
}

fn by_year(limit: Option<usize>) -> Blueprint {
    Blueprint {
        exam_type: ExamType::Objective,
        source: PaperSource::Year { year: 2019, limit },
        university: None,
        topics: HashSet::new(),
        sections: HashSet::new(),
        shuffle_questions: false,
        max_questions: None,
        except: HashSet::new(),
        first: HashSet::new(),
        only: None,
    }
}

fn mock() -> Blueprint {
    Blueprint { source: PaperSource::Mock, ..by_year(None) }
}

/// The places in the bank of a paper's questions, in the paper's order.
fn places(blueprint: &Blueprint, questions: &[Question]) -> Vec<i64> {
    let paper = build(blueprint, &[bank(questions, &[])], &mut rng());
    let place =
        |id: &Id<Question>| questions.iter().find(|question| question.id == *id).map(|question| question.position);
    paper.subjects[0].questions.iter().filter_map(place).collect()
}

#[test]
fn a_limit_keeps_groups_whole() {
    // bank, limit, the places taken
    let rows: [(&str, usize, &[i64]); 8] = [
        ("....", 3, &[0, 1, 2]),
        ("....", 9, &[0, 1, 2, 3]),
        ("..aaa..", 4, &[0, 1, 5, 6]),
        ("..aaa..", 5, &[0, 1, 2, 3, 4]),
        ("aaaa.bb", 3, &[4, 5, 6]),
        ("aaaa.", 3, &[0, 1, 4]), // nothing else: the group is cut
        ("aaaabbbb", 6, &[0, 1, 2, 3, 4, 5]),
        ("a.a.", 4, &[0, 2, 1, 3]), // a group is brought together
    ];
    for (pattern, limit, expected) in rows {
        let taken = places(&by_year(Some(limit)), &year(pattern));
        assert_eq!(taken, expected, "{limit} of {pattern}");
    }
}

#[test]
fn only_what_is_asked_for() {
    let change = |n: usize, change: fn(&mut Question)| {
        let mut question = question(2019, n);
        change(&mut question);
        question
    };
    let questions = [
        change(0, |_| ()),
        change(1, |q| q.status = false),
        change(2, |q| q.university = vec![Id::new("unilag")]),
        change(3, |q| q.university = vec![Id::new("oau")]),
        change(4, |q| q.topic = Id::new("algebra")),
        change(5, |q| q.section = Id::new("surds")),
        change(6, |q| {
            q.body.group = Some("a".into());
            q.topic = Id::new("algebra");
        }),
        change(7, |q| q.body.group = Some("a".into())),
        change(8, |q| {
            q.body.group = Some("a".into());
            q.status = false;
        }),
    ];
    let all = by_year(None);
    assert_eq!(places(&all, &questions), [0, 2, 3, 4, 5, 6, 7]);
    let university = Some(Id::new("unilag"));
    let here = Blueprint { university, ..all.clone() };
    assert_eq!(places(&here, &questions), [0, 2, 4, 5, 6, 7]);
    let chosen = Blueprint { topics: [Id::new("algebra")].into(), sections: [Id::new("surds")].into(), ..all.clone() };
    assert_eq!(places(&chosen, &questions), [4, 5, 6, 7]);
    let source = PaperSource::Year { year: 2020, limit: None };
    let other = Blueprint { source, ..all };
    assert!(places(&other, &questions).is_empty());
    let found = available(&other, &[bank(&questions, &[])]);
    assert_eq!((found[0].questions, &found[0].years), (0, &vec![2019]));
    let found = available(&here, &[bank(&questions, &[])]);
    assert_eq!((found[0].questions, found[0].theories), (6, 0));
}

#[test]
fn the_exam_type_decides_the_kinds() {
    let (questions, theories) = (year("....."), theories(2019, 4));
    let rows = [(ExamType::Objective, 3, 0), (ExamType::Theory, 0, 3), (ExamType::Both, 3, 3)];
    for (exam_type, objective, written) in rows {
        let blueprint = Blueprint { exam_type, ..by_year(Some(3)) };
        let paper = build(&blueprint, &[bank(&questions, &theories)], &mut rng());
        let part = &paper.subjects[0];
        assert_eq!((part.questions.len(), part.theories.len()), (objective, written));
    }
}

#[test]
fn a_trial_is_spread_evenly() {
    let rows: [(usize, &[usize], &[usize]); 7] = [
        (10, &[40, 40, 40, 40], &[3, 3, 2, 2]),
        (10, &[40, 1, 40], &[5, 1, 4]),
        (10, &[2, 3], &[2, 3]),
        (1, &[0, 5, 5], &[0, 1, 0]),
        (0, &[5], &[0]),
        (5, &[], &[]),
        (7, &[100, 2, 2], &[3, 2, 2]),
    ];
    for (most, wants, shares) in rows {
        assert_eq!(spread(most, wants), shares, "{most} over {wants:?}");
    }
    let (questions, theories) = (year("........"), theories(2019, 8));
    let blueprint = Blueprint { exam_type: ExamType::Both, max_questions: Some(6), ..by_year(None) };
    let bank = bank(&questions, &theories);
    let paper = build(&blueprint, &[bank.clone(), bank], &mut rng());
    let sizes = |part: &SubjectPaper| (part.questions.len(), part.theories.len());
    let sizes: Vec<_> = paper.subjects.iter().map(sizes).collect();
    assert_eq!(sizes, [(2, 1), (2, 1)]);
}

#[test]
fn a_mock_asks_nothing_twice() {
    let alike = |year: i32, text: &str| {
        let mut question = question(year, 0);
        question.question = text.to_owned();
        question
    };
    let first = [alike(2018, "<p class=\"q\">What  is&nbsp;osmosis?</p>")];
    let second = [alike(2019, "what is osmosis?"), alike(2020, "If x &lt; 3, x &gt; 1?")];
    let mut bank = bank(&second, &[]);
    let first_year = |questions: &[Question]| Arc::new(YearPool::new(2018, questions, &[]));
    bank.years.push(first_year(&first));
    for seed in 0..20 {
        let paper = build(&mock(), &[bank.clone()], &mut StdRng::seed_from_u64(seed));
        assert_eq!(paper.total(), 2);
    }
    // the same words with another meaning are two questions
    let third = [alike(2017, "x<sup>2</sup>"), alike(2016, "x<sub>2</sub>")];
    assert_eq!(places(&mock(), &third).len(), 2);
    // with pictures of their own they are two questions, wherever these stand
    let shown = |n: i32| alike(2014 + n, &format!("Name the part X <img src=\"/uploads/{n}.png\">"));
    assert_eq!(places(&mock(), &[shown(0), shown(1), shown(1)]).len(), 2);
    let mut other = first[0].clone();
    other.logo = Some("cell.png".into());
    bank.years[1] = first_year(&[other]);
    assert_eq!(build(&mock(), &[bank], &mut rng()).total(), 3);
}

#[test]
fn groups_with_like_stems_differ_by_their_passage() {
    let linked = |n: usize, passage: &str| {
        let mut question = question(2019, n);
        question.question = "Choose the best title".into();
        question.body.group = Some(passage.to_owned());
        question.body.passage = Some(passage.to_owned());
        question
    };
    let questions = [linked(0, "Lagos"), linked(1, "Accra"), linked(2, "Accra")];
    assert_eq!(places(&mock(), &questions).len(), 3);
}

#[test]
fn shuffled_options_keep_their_sense() {
    // the options, and the places that may not move (none: all may)
    let rows: [([&str; 4], &[usize]); 9] = [
        (["red", "blue", "green", "All of the above"], &[3]),
        (["red", "blue", "<p>All of these</p>", "None of the above."], &[2, 3]),
        (["red", "none of the options", "blue", "green"], &[]),
        (["red", "blue", "green", "None"], &[3]),
        (["red", "blue", "A and B", "Both A &amp; B"], &[0, 1, 2, 3]),
        (["red", "blue", "green", "B, C and D only"], &[0, 1, 2, 3]),
        (["I and II", "II only", "I, II and III", "III"], &[]),
        (["A", "B", "AB", "O"], &[]),
        (["all men", "none", "some of us", "a and the"], &[]),
    ];
    for (texts, fixed) in rows {
        let mut question = question(2019, 0);
        for (choice, text) in question.body.options.iter_mut().zip(texts) {
            choice.option = text.to_owned();
        }
        let old: Vec<_> = question.body.options.iter().map(|c| c.id.clone()).collect();
        let mut moved = HashSet::new();
        for seed in 0..60 {
            let new = choices::order(&question.body, true, &mut StdRng::seed_from_u64(seed));
            assert_eq!(new.iter().collect::<HashSet<_>>(), old.iter().collect::<HashSet<_>>());
            moved.extend((0..4).filter(|&place| new[place] != old[place]));
        }
        for place in fixed {
            assert!(!moved.contains(place), "{texts:?} at {place}");
        }
        assert_eq!(moved.is_empty(), fixed.len() == 4, "{texts:?}");
        assert_eq!(choices::order(&question.body, false, &mut rng()), old);
    }
}

#[test]
fn a_summing_up_option_goes_last_from_anywhere() {
    let mut question = question(2019, 0);
    question.body.options[0].option = "None of the above".into();
    let last = question.body.options[0].id.clone();
    for seed in 0..20 {
        let order = choices::order(&question.body, true, &mut StdRng::seed_from_u64(seed));
        assert_eq!(order.last(), Some(&last));
    }
}

#[test]
fn an_index_is_read_as_it_was_written() {
    let mut questions = year("..aa.b");
    questions[1].university = vec![Id::new("unilag")];
    questions[4].topic = Id::new("algebra");
    let bank = YearPool::new(2019, &questions, &theories(2019, 3));
    let text = serde_json::to_string(&bank).unwrap();
    assert_eq!(YearPool::read(&text), Some(bank));
    // another version's
    assert_eq!(YearPool::read("{\"year\": 2019}"), None);
    let wrong = text.replacen("\"2019-0\",0,", "\"2019-0\",7,", 1);
    assert_ne!(wrong, text);
    assert_eq!(YearPool::read(&wrong), None);
}

#[test]
fn balanced_mocks_are_about_equally_difficult() {
    let questions = year(&"..aa..bbb.".repeat(30));
    let plain = bank(&questions, &[]);
    // From very easy to very hard, none of them known for every fifth question.
    let difficulties: HashMap<_, _> = questions
        .iter()
        .enumerate()
        .filter(|(n, _)| n % 5 != 0)
        .map(|(n, question)| (question.id.clone(), f64::from(u32::try_from(n * 7 % 60).unwrap()) / 10.0 - 3.0))
        .collect();
    let balanced = SubjectPool { difficulties: Some(difficulties.clone()), ..plain.clone() };
    let of = |id: &Id<Question>| difficulties.get(id).copied().unwrap_or_default();
    let all = mean(questions.iter().map(|question| of(&question.id)));
    let spread = |pool: &SubjectPool| {
        let mut rng = StdRng::seed_from_u64(1);
        let off = (0..100).map(|_| {
            let paper = build(&mock(), std::slice::from_ref(pool), &mut rng);
            assert_eq!(paper.total(), 40);
            (mean(paper.subjects[0].questions.iter().map(of)) - all).abs()
        });
        mean(off)
    };
    let (with, without) = (spread(&balanced), spread(&plain));
    assert!(with < without / 5.0, "{with} with, {without} without");
}
