//! Properties of every paper, whatever the bank.

use std::collections::HashMap;

use super::*;

/// A made-up bank: its years, each with its questions and theories.
type Years = Vec<(i32, Vec<Question>, Vec<Theory>)>;

/// A question by group, whether in use, topic, university and stem.
type QuestionTraits = (Option<u8>, bool, u8, Option<u8>, u8);

fn years() -> impl Strategy<Value = Years> {
    let row =
        (prop::option::of(0..4_u8), prop::bool::weighted(0.9), 0..3_u8, prop::option::weighted(0.3, 0..2_u8), 0..80_u8);
    let year = (prop::collection::vec(row, 0..25), 0..6_usize);
    prop::collection::vec(year, 1..5).prop_map(|years| {
        let calendar = 2019..;
        let year = |(calendar, (rows, count)): (i32, (Vec<QuestionTraits>, usize))| {
            let rows = rows.into_iter().enumerate();
            let questions = rows.map(|(n, row)| made_up(calendar, n, row));
            (calendar, questions.collect(), theories(calendar, count))
        };
        calendar.zip(years).map(year).collect()
    })
}

fn made_up(calendar: i32, n: usize, (group, status, topic, university, stem): QuestionTraits) -> Question {
    Question {
        status,
        topic: Id::new(format!("topic{topic}")),
        university: Vec::from_iter(university.map(|u| Id::new(format!("u{u}")))),
        question: format!("stem {stem}"),
        ..grouped(question(calendar, n), group.map(|label| label.to_string()))
    }
}

fn blueprint() -> impl Strategy<Value = Blueprint> {
    let source = prop_oneof![
        Just(PaperSource::Mock),
        prop::option::of(0..20_usize).prop_map(|limit| PaperSource::Year { year: 2019, limit }),
        (prop::option::of(Just(2019)), 0..20_usize).prop_map(|(year, limit)| PaperSource::Mistakes { year, limit }),
    ];
    let exam_type = prop_oneof![
        3 => Just(ExamType::Objective),
        1 => Just(ExamType::Theory),
        2 => Just(ExamType::Both),
    ];
    (
        exam_type,
        source,
        prop::option::of(0..2_u8),
        prop::collection::hash_set(0..3_u8, 0..3),
        any::<bool>(),
        prop::option::weighted(0.3, 0..40_usize),
    )
        .prop_map(|(exam_type, source, university, topics, shuffle_questions, max_questions)| Blueprint {
            exam_type,
            source,
            university: university.map(|u| Id::new(format!("u{u}"))),
            topics: topics.into_iter().map(|t| Id::new(format!("topic{t}"))).collect(),
            sections: HashSet::new(),
            shuffle_questions,
            max_questions,
            only: None,
            except: HashSet::new(),
            first: HashSet::new(),
        })
}

/// The blueprint, and of mistakes a third of the questions as these.
fn with_mistakes(blueprint: Blueprint, years: &Years, seed: u64) -> Blueprint {
    let all = years.iter().flat_map(|(_, questions, _)| questions).map(|question| question.id.clone());
    let mistakes = all.zip(seed % 3..).filter(|(_, number)| number % 3 == 0).map(|(id, _)| id);
    let is_wanted = matches!(blueprint.source, PaperSource::Mistakes { .. });
    Blueprint { only: is_wanted.then(|| mistakes.collect()), ..blueprint }
}

/// Two subjects: the years with an even place, and those with an odd one.
fn banks(years: &Years, mock_questions: usize) -> Vec<SubjectPool> {
    let every_second = |rest: usize| {
        let years = years.iter().skip(rest).step_by(2);
        let years = years.map(|(year, questions, theories)| Arc::new(YearPool::new(*year, questions, theories)));
        SubjectPool {
            subject: Id::new(format!("s{rest}")),
            years: years.collect(),
            mock_questions,
            mock_theories: 3,
            difficulties: None,
        }
    };
    vec![every_second(0), every_second(1)]
}

type Group = (Id<SubjectYear>, String);

fn linked_by(question: &Question) -> Option<Group> {
    Some((question.year.clone(), question.body.group.clone()?))
}

/// The questions of a bank that a blueprint admits, told by the rules as written and not by the
/// code under test: linked questions go by any one of them.
fn admitted<'a>(blueprint: &Blueprint, years: &'a Years, rest: usize) -> Vec<&'a Question> {
    let year = |(year, ..): &&(i32, Vec<Question>, Vec<Theory>)| match blueprint.source {
        PaperSource::Mock | PaperSource::Mistakes { year: None, .. } => true,
        PaperSource::Year { year: asked, .. } | PaperSource::Mistakes { year: Some(asked), .. } => *year == asked,
    };
    let open: Vec<_> = years
        .iter()
        .skip(rest)
        .step_by(2)
        .filter(year)
        .flat_map(|(_, questions, _)| questions)
        .filter(|q| q.status && blueprint.only.as_ref().is_none_or(|only| only.contains(&q.id)))
        .filter(|q| match &blueprint.university {
            Some(university) => q.university.is_empty() || q.university.contains(university),
            None => true,
        })
        .collect();
    let topical = |q: &Question| blueprint.topics.is_empty() || blueprint.topics.contains(&q.topic);
    let linked: HashSet<_> = open.iter().filter(|q| topical(q)).filter_map(|q| linked_by(q)).collect();
    open.into_iter().filter(|q| topical(q) || linked_by(q).is_some_and(|group| linked.contains(&group))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_paper_keeps_its_promises(
        years in years(),
        blueprint in blueprint(),
        mock_questions in 0..30_usize,
        seed in any::<u64>(),
    ) {
        let banks = banks(&years, mock_questions);
        let blueprint = with_mistakes(blueprint, &years, seed);
        let paper = build(&blueprint, &banks, &mut StdRng::seed_from_u64(seed));
        let again = build(&blueprint, &banks, &mut StdRng::seed_from_u64(seed));
        prop_assert_eq!(&paper, &again);
        let limit = match blueprint.source {
            PaperSource::Mock => mock_questions,
            PaperSource::Year { limit, .. } => limit.unwrap_or(usize::MAX),
            PaperSource::Mistakes { limit, .. } => limit,
        };
        let all: HashMap<_, _> = years.iter().flat_map(|(_, questions, _)| questions).map(|q| (&q.id, q)).collect();
        for (rest, (part, counts)) in paper.subjects.iter().zip(available(&blueprint, &banks)).enumerate() {
            prop_assert_eq!(&part.subject, &banks[rest].subject);
            let admitted = match blueprint.exam_type {
                ExamType::Theory => vec![],
                _ => admitted(&blueprint, &years, rest),
            };
            prop_assert_eq!(counts.questions, admitted.len());
            let order: HashMap<_, _> = admitted.iter().enumerate().map(|(n, q)| (&q.id, n)).collect();

            // No repeats, nothing that is not admitted, the limit respected.
            let questions: Vec<&Question> = part.questions.iter().map(|id| all[id]).collect();
            let ids: HashSet<_> = questions.iter().map(|q| &q.id).collect();
            prop_assert_eq!(ids.len(), questions.len());
            prop_assert!(ids.iter().all(|id| order.contains_key(*id)));
            prop_assert!(questions.len() <= limit);
            let theories: HashSet<_> = part.theories.iter().collect();
            prop_assert_eq!(theories.len(), part.theories.len());
            prop_assert!(blueprint.only.is_none() || theories.is_empty());

            // Exactly the number, when the bank has it.
            if blueprint.max_questions.is_none() {
                let enough = match blueprint.source {
                    // a stem within a group and the same alone may both be asked, at the least once
                    PaperSource::Mock => admitted.iter().map(|q| &q.question).collect::<HashSet<_>>().len(),
                    PaperSource::Year { .. } | PaperSource::Mistakes { .. } => admitted.len(),
                };
                prop_assert!(questions.len() >= limit.min(enough));
            }
            if blueprint.source == PaperSource::Mock {
                let single: Vec<_> = questions.iter().copied().filter(|q| q.body.group.is_none()).collect();
                let stems: HashSet<_> = single.iter().map(|q| &q.question).collect();
                prop_assert_eq!(stems.len(), single.len());
            }

            // Groups are adjacent and in the order of the bank; a year's paper cuts one at most.
            let mut runs: Vec<(Option<Group>, Vec<usize>)> = vec![];
            for question in &questions {
                let place = order[&question.id];
                match (linked_by(question), runs.last_mut()) {
                    (Some(group), Some((Some(last), run))) if *last == group => run.push(place),
                    (group, _) => runs.push((group, vec![place])),
                }
            }
            let groups: Vec<_> = runs.iter().filter_map(|(group, _)| group.as_ref()).collect();
            prop_assert_eq!(groups.iter().collect::<HashSet<_>>().len(), groups.len());
            prop_assert!(runs.iter().all(|(_, run)| run.is_sorted()));
            let cut = runs.iter().filter(|(group, run)| {
                let whole = admitted.iter().filter(|q| linked_by(q) == *group);
                group.is_some() && run.len() < whole.count()
            });
            if blueprint.source != PaperSource::Mock {
                prop_assert!(cut.count() <= 1);
                if !blueprint.shuffle_questions {
                    prop_assert!(runs.iter().map(|(_, run)| run[0]).is_sorted());
                }
            }
        }
    }

    #[test]
    fn a_trial_is_full_and_even(
        years in years(),
        blueprint in blueprint(),
        most in 0..40_usize,
        seed in any::<u64>(),
    ) {
        let banks = banks(&years, 20);
        // Topics choose among the few questions that a trial shows, so it may be shorter then.
        let source = blueprint.source;
        let whole = Blueprint { max_questions: None, topics: HashSet::new(), ..blueprint };
        let trial = Blueprint { max_questions: Some(most), ..whole.clone() };
        let [whole, trial] = [whole, trial]
            .map(|blueprint| build(&blueprint, &banks, &mut StdRng::seed_from_u64(seed)));
        prop_assert!(trial.total() <= most);
        // A mock leaves out what it asked already, so the few of a trial may be fewer.
        if source == PaperSource::Mock {
            return Ok(());
        }
        prop_assert_eq!(trial.total(), most.min(whole.total()));
        let size = |part: &SubjectPaper| part.questions.len() + part.theories.len();
        let greatest = trial.subjects.iter().map(size).max().unwrap_or(0);
        for (part, all) in trial.subjects.iter().zip(&whole.subjects) {
            prop_assert!(size(part) == size(all) || size(part) + 1 >= greatest);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_paper_holds_nothing_that_it_leaves_out_and_is_as_long_as_it_can_be(
        years in years(),
        blueprint in blueprint(),
        mock_questions in 0..30_usize,
        every in 2..6_usize,
        seed in any::<u64>(),
    ) {
        let banks = banks(&years, mock_questions);
        let all = years.iter().flat_map(|(_, questions, _)| questions).map(|question| question.id.clone());
        let except: HashSet<Id<Question>> = all.step_by(every).collect();
        let blueprint = Blueprint { except: except.clone(), ..blueprint };
        let paper = build(&blueprint, &banks, &mut StdRng::seed_from_u64(seed));
        let sizes = available(&blueprint, &banks);
        let whole = available(&Blueprint { except: HashSet::new(), ..blueprint.clone() }, &banks);
        for ((part, size), whole) in paper.subjects.iter().zip(&sizes).zip(&whole) {
            prop_assert!(part.questions.iter().all(|id| !except.contains(id)));
            prop_assert!(part.questions.len() <= size.questions && size.questions <= whole.questions);
        }
    }

    #[test]
    fn a_trial_shows_the_same_few_questions_of_a_year_whatever_is_asked_for(
        years in years(),
        asked in prop::collection::vec((blueprint(), any::<u64>()), 1..12),
        most in 1..20_usize,
    ) {
        let banks = banks(&years, 20);
        let mut seen: HashMap<(usize, i32), HashSet<Id<Question>>> = HashMap::new();
        let year_of = |id: &Id<Question>| {
            let year = years.iter().find(|(_, questions, _)| questions.iter().any(|one| one.id == *id));
            year.map(|(year, ..)| *year)
        };
        for (blueprint, seed) in asked {
            if matches!(blueprint.source, PaperSource::Mistakes { .. }) {
                continue; // These were shown before.
            }
            let trial = Blueprint { max_questions: Some(most), university: None, ..blueprint };
            let paper = build(&trial, &banks, &mut StdRng::seed_from_u64(seed));
            let again = build(&trial, &banks, &mut StdRng::seed_from_u64(seed.wrapping_add(1)));
            let set = |paper: &Paper| -> Vec<HashSet<Id<Question>>> {
                paper.subjects.iter().map(|part| part.questions.iter().cloned().collect()).collect()
            };
            prop_assert_eq!(set(&paper), set(&again), "the same start shows the same questions");
            for (subject, part) in paper.subjects.iter().enumerate() {
                for id in &part.questions {
                    seen.entry((subject, year_of(id).unwrap())).or_default().insert(id.clone());
                }
            }
        }
        for ((subject, year), questions) in seen {
            prop_assert!(questions.len() <= most, "{} of {year} were shown", questions.len());
            let sample = trial_sample(None, most, &banks[subject..=subject]);
            prop_assert!(questions.is_subset(&sample));
        }
    }
}

#[test]
fn a_full_mock_from_a_great_bank() {
    let years: Years = (0..4)
        .map(|year| {
            let linked = |n: usize| (n % 50 < 10).then(|| (n / 5).to_string());
            let question = |n| grouped(question(year, n), linked(n));
            let questions = (0..5_000).map(question);
            (year, questions.collect(), vec![])
        })
        .collect();
    let mut banks = banks(&years, 60);
    banks[1].mock_questions = 120;
    let paper = build(&mock(), &banks, &mut rng());
    let counts = paper.subjects.iter().map(|part| part.questions.len());
    assert_eq!(counts.collect::<Vec<_>>(), [60, 120]);
}
