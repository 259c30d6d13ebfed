//! The back office's changes to single questions and theories.

use base64::Engine as _;
use sabi_core::{
    Error,
    bank::{
        AdminQuestion, BankFilter, ChangeAll, ChoiceBody, EssayBody, Question, QuestionEntry, QuestionInput,
        QuestionsInput, Review, SubjectYear, SubjectYearInput, TheoryInput, TheoryPlace, TheoryUpdate,
    },
    catalogue::{Mode, Section, Subject, SubjectView, Topic, University},
    content::{Faq, FaqInput},
    exam::MoveYear,
    people::Actor,
    records::{ListQuery, Resource as _},
    store::Id,
};

use crate::support::{World, all, fields, query, questions, reason, submit};

const OPERATOR: Actor = Actor::Operator;

/// A section of the demo's Physics and its year 2019.
pub async fn place(world: &World) -> (SubjectView, Id<Section>, Id<SubjectYear>) {
    let subject = world.subject("jamb-utme", "Physics").await;
    let topics = world.list::<Topic>(&query(&[("subject", subject.id.as_str())])).await.unwrap().rows;
    let year = SubjectYear::key(&subject.id, 2019);
    (subject, topics[0].sections[0].id.clone(), year)
}

pub fn entry(stem: &str, right: i64) -> QuestionEntry {
    QuestionEntry {
        question_title: stem.into(),
        option1: Some("one".into()),
        option2: Some("two".into()),
        option3: Some("three".into()),
        right_answer: Some(right),
        answer_desc: "<p>Because.</p>".into(),
        ..QuestionEntry::default()
    }
}

pub fn single(year: &Id<SubjectYear>, entry: QuestionEntry) -> QuestionsInput {
    QuestionsInput {
        review: None,
        source_board: None,
        source_year: None,
        source_number: None,
        source_rights: None,
        title: "Added by hand".into(),
        year_id: year.clone(),
        passage_check: false,
        passage: None,
        group: None,
        questions: vec![entry],
        status: true,
        for_visitors: false,
        held_back: false,
        image: None,
        universities: vec![],
    }
}

fn linked(year: &Id<SubjectYear>, passage: &str, stems: &[&str]) -> QuestionsInput {
    QuestionsInput {
        passage_check: true,
        passage: Some(passage.into()),
        questions: stems.iter().map(|stem| entry(stem, 1)).collect(),
        ..single(year, QuestionEntry::default())
    }
}

/// A question's form as it stands.
pub fn form(question: &AdminQuestion) -> QuestionInput {
    let option = |at: usize| question.options.get(at).map(|one| one.option.clone());
    QuestionInput {
        review: None,
        source_board: None,
        source_year: None,
        source_number: None,
        source_rights: None,
        title: question.title.clone(),
        topic: None,
        section: None,
        question: question.question.clone(),
        passage_check: question.passage_check,
        passage: question.passage.clone(),
        group: question.group.clone(),
        option_1: option(0),
        option_2: option(1),
        option_3: option(2),
        option_4: option(3),
        option_5: option(4),
        correct_answer: None,
        description: question.description.clone(),
        status: question.status,
        for_visitors: question.for_visitors,
        held_back: false,
        logo: None,
    }
}

#[tokio::test]
async fn a_question_is_added_to_its_section_and_drawn_at_once() {
    let world = World::demo().await;
    let (subject, section, year) = place(&world).await;
    let before = world.find(&year).await.unwrap().total_questions;
    let stem = "<p>If \\(a<b\\), which?</p><script>x</script>";
    let made = world.create_questions(&OPERATOR, &section, single(&year, entry(stem, 2))).await.unwrap();
    let question = &made[0];
    assert_eq!(question.question, r"<p>If \(a&lt;b\), which?</p>");
    assert_eq!((question.options.len(), &question.correct), (3, &question.options[1].id));
    assert_eq!((&question.section.id, &question.subject.id, question.passage_check), (&section, &subject.id, false));
    assert_eq!(world.find(&year).await.unwrap().total_questions, before + 1);
    let student = world.student().await;
    let (_, paper) = world.start(&student, "jamb-utme", Mode::Study, &["Physics"]).await;
    assert_eq!(questions(&paper).last().unwrap().id, question.id, "it stands at the end of its year");
    let again = world.create_questions(&OPERATOR, &section, single(&year, entry(stem, 1))).await;
    let Err(Error::Conflict(refusal)) = again else { panic!("{again:?}") };
    assert!(refusal.facts.contains_key("questionTitle"), "{refusal:?}");
}

#[tokio::test]
async fn a_question_without_a_title_gets_the_beginning_of_its_text() {
    let world = World::demo().await;
    let (_, section, year) = place(&world).await;
    let stem = "<p>Which of these <b>organs</b> pumps blood around the whole body of a mammal, and how often?</p>";
    let untitled = QuestionsInput { title: " ".into(), ..single(&year, entry(stem, 1)) };
    let made = world.create_questions(&OPERATOR, &section, untitled).await.unwrap().remove(0);
    assert_eq!(made.title, "Which of these organs pumps blood around the whole body of…");
    let untitled = QuestionInput { title: String::new(), question: "<p>Which organ?</p>".into(), ..form(&made) };
    assert_eq!(world.update_item(&OPERATOR, &made.id, untitled).await.unwrap().title, "Which organ?");
    let group = QuestionsInput { title: String::new(), ..linked(&year, "The sky.", &["Why blue?", "Why high?"]) };
    let made = world.create_questions(&OPERATOR, &section, group).await.unwrap();
    assert_eq!(made.iter().map(|one| one.title.as_str()).collect::<Vec<_>>(), ["Why blue?", "Why high?"]);
}

#[tokio::test]
async fn the_form_of_new_questions_is_checked_field_by_field() {
    let world = World::demo().await;
    let (_, section, year) = place(&world).await;
    let bad = QuestionEntry {
        option1: Some("<p> </p>".into()),
        option2: None,
        option3: Some("x".into()),
        option4: Some("<b>x</b>".into()),
        right_answer: Some(5),
        answer_desc: r"\(x".into(),
        ..entry(" ", 1)
    };
    let input = QuestionsInput { title: String::new(), image: Some("x.svg".into()), ..single(&year, bad) };
    let wanted = ["image", "questionTitle", "answerDesc", "option1", "option2", "option4", "rightAnswer"];
    assert_eq!(fields(world.create_questions(&OPERATOR, &section, input).await), wanted);
    let blank = linked(&year, "<p></p>", &["a?", ""]);
    let wanted = ["passage", "questions[1].questionTitle"];
    assert_eq!(fields(world.create_questions(&OPERATOR, &section, blank).await), wanted);
    let six = linked(&year, "P", &["1?", "2?", "3?", "4?", "5?", "6?"]);
    assert_eq!(fields(world.create_questions(&OPERATOR, &section, six).await), ["questions", "group"]);
    let turned = QuestionsInput { group: Some("Group\u{202e}1".into()), ..linked(&year, "P", &["1?", "2?"]) };
    assert_eq!(fields(world.create_questions(&OPERATOR, &section, turned).await), ["group"]);
    let two = QuestionsInput { questions: vec![entry("a?", 1), entry("b?", 1)], ..single(&year, entry("", 1)) };
    assert_eq!(fields(world.create_questions(&OPERATOR, &section, two).await), ["questions"]);
    let university = all::<University>(&world).await.remove(0).id;
    let elsewhere = QuestionsInput { universities: vec![university], ..single(&year, entry("a?", 1)) };
    assert_eq!(fields(world.create_questions(&OPERATOR, &section, elsewhere).await), ["universities"]);
    let other_year = single(&SubjectYear::key(&Id::<Subject>::new("x"), 2019), entry("a?", 1));
    assert_eq!(fields(world.create_questions(&OPERATOR, &section, other_year).await), ["yearId"]);
    let nowhere = world.create_questions(&OPERATOR, &Id::new("none"), single(&year, entry("a?", 1))).await;
    assert!(matches!(nowhere, Err(Error::NotFound("Topic section"))));
}

#[tokio::test]
async fn the_pictures_of_a_shared_passage_are_counted_once_for_each_of_its_questions() {
    let world = World::demo().await;
    let (_, section, year) = place(&world).await;
    let mut pixels = std::io::Cursor::new(Vec::new());
    image::GrayImage::new(4, 4).write_to(&mut pixels, image::ImageFormat::Png).unwrap();
    let picture = base64::engine::general_purpose::STANDARD.encode(pixels.into_inner());
    let address = world.hold_picture("image", "map.png".into(), &picture).await.unwrap();
    let made =
        world.create_questions(&OPERATOR, &section, linked(&year, "No map.", &["a?", "b?", "c?"])).await.unwrap();
    let passage = format!("<p>See <img src=\"{address}\" alt=\"\">.</p>");
    let input = QuestionInput { passage: Some(passage), ..form(&made[1]) };
    world.update_item(&OPERATOR, &made[1].id, input).await.unwrap();
    assert_eq!(world.recount(&OPERATOR, true).await.unwrap(), []);
    world.delete_item::<ChoiceBody>(&OPERATOR, &made[1].id).await.unwrap();
    assert_eq!(world.recount(&OPERATOR, true).await.unwrap(), []);
    let counter = format!("picture/{}", address.trim_start_matches("/uploads/"));
    let shown: Vec<i64> = world
        .store
        .query("RETURN math::sum((SELECT VALUE n FROM tally WHERE name = $name))")
        .bind(("name", counter))
        .all()
        .await
        .unwrap();
    assert_eq!(shown, [2]);
}

#[tokio::test]
async fn each_question_that_gets_a_new_passage_is_on_the_record() {
    let world = World::demo().await;
    let (_, section, year) = place(&world).await;
    let made = world.create_questions(&OPERATOR, &section, linked(&year, "Old.", &["a?", "b?", "c?"])).await.unwrap();
    let input = QuestionInput { passage: Some("New.".into()), ..form(&made[1]) };
    world.update_item(&OPERATOR, &made[1].id, input).await.unwrap();
    let asked = query(&[("entity", "question"), ("action", "update")]);
    let told = world.list_audit(&asked).await.unwrap().rows;
    let mut told: Vec<_> = told.iter().map(|entry| (entry.record.clone(), entry.after["passage"].clone())).collect();
    told.sort_by(|one, other| one.0.cmp(&other.0));
    let mut wanted: Vec<_> = made.iter().map(|one| (one.id.to_string(), "New.".into())).collect();
    wanted.sort_by(|one, other| one.0.cmp(&other.0));
    assert_eq!(told, wanted);
}

#[tokio::test]
async fn the_grid_shows_every_subject_with_its_years() {
    let world = World::demo().await;
    let (subject, section, year) = place(&world).await;
    let cell = async || {
        let grid = world.bank_grid().await.unwrap();
        let jamb = grid.iter().find(|one| one.exam.slug == "jamb-utme").unwrap();
        let row = jamb.subjects.iter().find(|one| one.id == subject.id).unwrap();
        row.years.iter().find(|one| one.id == year).cloned().unwrap()
    };
    let before = cell().await;
    assert_eq!(before.year, 2019);
    world.create_questions(&OPERATOR, &section, single(&year, entry("Why?", 1))).await.unwrap();
    let after = cell().await;
    assert_eq!((after.questions, after.theories), (before.questions + 1, before.theories));
    let grid = world.bank_grid().await.unwrap();
    // A subject without a bank is there too, and what the overview counts is what the grid shows.
    let subjects: Vec<_> = grid.iter().flat_map(|exam| &exam.subjects).collect();
    assert_eq!(subjects.len(), all::<Subject>(&world).await.len());
    let of_grid: i64 = subjects.iter().flat_map(|subject| &subject.years).map(|year| year.questions).sum();
    let overview = world.list_question_subjects().await.unwrap();
    let of_list: i64 = overview.iter().flat_map(|exam| &exam.subjects).map(|one| one.total_questions).sum();
    assert_eq!(of_grid, of_list);
    for exam in &grid {
        assert!(exam.subjects.iter().all(|one| one.years.is_sorted_by(|a, b| a.year > b.year)), "{}", exam.exam.title);
    }
}

#[tokio::test]
async fn a_linked_group_shares_one_passage() {
    let world = World::demo().await;
    let (_, section, year) = place(&world).await;
    let made =
        world.create_questions(&OPERATOR, &section, linked(&year, "The <b>sea</b>.", &["1?", "2?"])).await.unwrap();
    let group = made[0].group.clone().unwrap();
    assert!(made.iter().all(|one| one.group.as_ref() == Some(&group) && one.passage_check));
    assert_eq!(made[1].title, "Added by hand (2)");
    // Their numbers leave titles that can be edited.
    let titled =
        |length: usize| QuestionsInput { title: "t".repeat(length), ..linked(&year, "The sky.", &["5?", "6?"]) };
    assert_eq!(fields(world.create_questions(&OPERATOR, &section, titled(157)).await), ["title"]);
    let long = world.create_questions(&OPERATOR, &section, titled(156)).await.unwrap();
    world.update_item(&OPERATOR, &long[1].id, form(&long[1])).await.unwrap();
    // A third one joins by the group's name alone; another passage may not.
    let mut third = linked(&year, "", &["3?"]);
    third.group = Some(group.clone());
    let joined = world.create_questions(&OPERATOR, &section, third.clone()).await.unwrap();
    assert_eq!(joined[0].passage.as_deref(), Some("The <b>sea</b>."));
    let other = QuestionsInput { passage: Some("The land.".into()), questions: vec![entry("4?", 1)], ..third };
    assert_eq!(fields(world.create_questions(&OPERATOR, &section, other).await), ["passage"]);
    // The passage changed on one is changed on all.
    let input = QuestionInput { passage: Some("The lake.".into()), ..form(&made[0]) };
    world.update_item(&OPERATOR, &made[0].id, input).await.unwrap();
    for id in [&made[0].id, &made[1].id, &joined[0].id] {
        assert_eq!(world.find_item::<ChoiceBody>(id).await.unwrap().passage.as_deref(), Some("The lake."));
    }
    let alone = QuestionInput { passage_check: false, ..form(&made[1]) };
    let alone = world.update_item(&OPERATOR, &made[1].id, alone).await.unwrap();
    assert_eq!((alone.passage, alone.group, alone.passage_check), (None, None, false));
}

#[tokio::test]
async fn a_changed_question_keeps_its_options_where_their_text_stays() {
    let world = World::demo().await;
    let (subject, section, year) = place(&world).await;
    let old = world.create_questions(&OPERATOR, &section, single(&year, entry("Which?", 2))).await.unwrap().remove(0);
    let input = QuestionInput {
        title: "Changed".into(),
        question: "Which one?".into(),
        option_1: Some("three".into()),
        option_2: Some("four".into()),
        option_3: Some("<b>two</b>".into()),
        option_4: Some("five".into()),
        status: false,
        ..form(&old)
    };
    let new = world.update_item(&OPERATOR, &old.id, input).await.unwrap();
    assert_eq!((&new.options[0].id, &new.options[2].id), (&old.options[2].id, &old.options[1].id));
    assert!(old.options.iter().all(|one| one.id != new.options[1].id && one.id != new.options[3].id));
    assert_eq!(new.correct, old.correct, "without a new key the old option stays the key");
    assert_eq!((new.title.as_str(), new.status, new.created_at), ("Changed", false, old.created_at));
    let keyed = QuestionInput { correct_answer: Some(4), ..form(&new) };
    let keyed = world.update_item(&OPERATOR, &old.id, keyed).await.unwrap();
    assert_eq!(keyed.correct, new.options[3].id);
    let gone = QuestionInput { option_4: None, ..form(&keyed) };
    assert_eq!(fields(world.update_item(&OPERATOR, &old.id, gone).await), ["correct_answer"]);
    let same = QuestionInput { question: "Which one?".into(), ..form(&keyed) };
    assert!(world.update_item(&OPERATOR, &old.id, same).await.is_ok(), "saving without a change is no repeat");
    // It moves to another section, of its subject only.
    let topics = world.list::<Topic>(&query(&[("subject", subject.id.as_str())])).await.unwrap().rows;
    let target = topics.last().unwrap();
    let moved = QuestionInput { section: Some(target.sections[0].id.clone()), ..form(&keyed) };
    let moved = world.update_item(&OPERATOR, &old.id, moved).await.unwrap();
    assert_eq!((&moved.topic.id, &moved.section.id), (&target.id, &target.sections[0].id));
    let biology = world.subject("jamb-utme", "Biology").await.id;
    let foreign = world.list::<Topic>(&query(&[("subject", biology.as_str())])).await.unwrap().rows.remove(0);
    let away = QuestionInput { section: Some(foreign.sections[0].id.clone()), ..form(&keyed) };
    assert_eq!(fields(world.update_item(&OPERATOR, &old.id, away).await), ["yearId"]);
    assert!(matches!(
        world.update_item::<ChoiceBody>(&OPERATOR, &Id::new("none"), form(&keyed)).await,
        Err(Error::NotFound("Question"))
    ));
}

#[tokio::test]
async fn a_question_that_was_set_in_a_paper_is_not_deleted() {
    let world = World::demo().await;
    let (_, section, year) = place(&world).await;
    let student = world.student().await;
    let (attempt, paper) = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    let set: Id<Question> = questions(&paper)[0].id.clone();
    assert_eq!(reason(world.delete_item::<ChoiceBody>(&OPERATOR, &set).await), "in-use");
    world.submit(&student, submit(&attempt, vec![])).await.unwrap();
    assert_eq!(reason(world.delete_item::<ChoiceBody>(&OPERATOR, &set).await), "in-use");
    let free = world.create_questions(&OPERATOR, &section, single(&year, entry("Free?", 1))).await.unwrap().remove(0);
    world.delete_item::<ChoiceBody>(&OPERATOR, &free.id).await.unwrap();
    assert!(matches!(world.find_item::<ChoiceBody>(&free.id).await, Err(Error::NotFound("Question"))));
    let twice = world.delete_item::<ChoiceBody>(&OPERATOR, &free.id).await;
    assert!(matches!(twice, Err(Error::NotFound("Question"))));
}

#[tokio::test]
async fn a_question_that_could_not_be_deleted_stays_in_use() {
    let world = World::demo().await;
    let (_, section, year) = place(&world).await;
    let made = world.create_questions(&OPERATOR, &section, single(&year, entry("Free?", 1))).await.unwrap().remove(0);
    let fails = "DEFINE EVENT full ON question WHEN $event = 'DELETE' THEN { THROW 'the disk is full' }";
    world.store.write(fails).done().await.unwrap();
    world.delete_item::<ChoiceBody>(&OPERATOR, &made.id).await.unwrap_err();
    assert!(world.find_item::<ChoiceBody>(&made.id).await.unwrap().status);
    world.store.write("REMOVE EVENT full ON question").done().await.unwrap();
    world.delete_item::<ChoiceBody>(&OPERATOR, &made.id).await.unwrap();
}

#[tokio::test]
async fn theories_are_added_changed_listed_and_deleted() {
    let world = World::demo().await;
    let subject = world.subject("wassce-waec-ssce", "Mathematics").await;
    let year = SubjectYear::key(&subject.id, 2019);
    let topics = world.list::<Topic>(&query(&[("subject", subject.id.as_str())])).await.unwrap().rows;
    let fields_of = |question: &str| TheoryUpdate {
        review: None,
        source_board: None,
        source_year: None,
        source_number: None,
        source_rights: None,
        title: "By hand".into(),
        question: question.into(),
        description: "So.".into(),
        detailed_answer: "<p>So, and so.</p>".into(),
        status: true,
        logo: None,
    };
    let input = |question: &str| TheoryInput {
        place: TheoryPlace {
            subject: Some(subject.id.clone()),
            year: year.clone(),
            section: topics[0].sections[0].id.clone(),
            universities: vec![],
        },
        fields: fields_of(question),
    };
    let empty = TheoryUpdate {
        title: " ".into(),
        description: String::new(),
        detailed_answer: "<p></p>".into(),
        ..fields_of("")
    };
    let wanted = ["title", "question", "description", "detailed_answer"];
    let bad = TheoryInput { fields: empty.clone(), ..input("") };
    assert_eq!(fields(world.create_theory(&OPERATOR, bad).await), wanted);
    let made = world.create_theory(&OPERATOR, input("Why?")).await.unwrap();
    assert_eq!((made.answer.as_str(), made.section.id.clone()), ("So.", topics[0].sections[0].id.clone()));
    assert_eq!(reason(world.create_theory(&OPERATOR, input("<p>Why?</p>")).await), "taken");
    assert_eq!(fields(world.update_item(&OPERATOR, &made.id, empty).await), wanted);
    let changed = world.update_item(&OPERATOR, &made.id, fields_of("Why not?")).await.unwrap();
    assert_eq!((changed.id.clone(), changed.question.as_str()), (made.id.clone(), "Why not?"));
    let filter = BankFilter { section: Some(made.section.id.clone()), year: Some(year), ..BankFilter::default() };
    let listed = world.list_items::<EssayBody>(&filter, &query(&[("q", "WHY NOT")])).await.unwrap();
    assert_eq!((listed.total, &listed.rows[0].id), (1, &made.id));
    world.delete_item::<EssayBody>(&OPERATOR, &made.id).await.unwrap();
    assert!(matches!(world.find_item::<EssayBody>(&made.id).await, Err(Error::NotFound("Theory"))));
}

#[tokio::test]
async fn questions_are_listed_by_place_page_and_words() {
    let world = World::demo().await;
    let (subject, section, year) = place(&world).await;
    let any = BankFilter::from_path(["all"; 5]);
    let everything = world.list_items::<ChoiceBody>(&any, &ListQuery::default()).await.unwrap();
    assert_eq!(everything.rows.len(), 10, "ten a page");
    let ids = [subject.id.as_str(), "all", year.as_str(), "all", "all"];
    let of_year =
        world.list_items::<ChoiceBody>(&BankFilter::from_path(ids), &query(&[("limit", "1000")])).await.unwrap();
    assert_eq!((of_year.total, of_year.rows.len()), (56, 56));
    let ids = ["all", "all", year.as_str(), section.as_str(), "all"];
    let of_section =
        world.list_items::<ChoiceBody>(&BankFilter::from_path(ids), &query(&[("page", "1")])).await.unwrap();
    assert!(of_section.total > 0 && of_section.rows.iter().all(|row| row.section.id == section));
    let topics = world.question_topic_sections(&subject.id, &year).await.unwrap();
    let counted = topics.iter().flat_map(|topic| &topic.topic_sections).find(|one| one.id == section).unwrap();
    assert_eq!(u64::try_from(counted.total_questions).unwrap(), of_section.total);
    let words = query(&[("q", "BATTERY"), ("sort", "-title")]);
    let found = world.list_items::<ChoiceBody>(&BankFilter::from_path(ids), &words).await.unwrap();
    assert!(found.total < of_section.total);
    let all_words = world.list_items::<ChoiceBody>(&any, &words).await.unwrap();
    assert!(all_words.total >= 1);
    for (name, is_kept) in [
        ("status", (|row| row.status) as fn(&AdminQuestion) -> bool),
        ("linked", |row| row.passage_check),
        ("pictured", |row| row.logo.is_some() || row.question.contains("<img")),
        ("explained", |row| !row.description.is_empty()),
    ] {
        let here = BankFilter::from_path(["all", "all", year.as_str(), "all", "all"]);
        for wanted in [true, false] {
            let asked = query(&[(name, if wanted { "true" } else { "false" }), ("limit", "1000")]);
            let kept = world.list_items::<ChoiceBody>(&here, &asked).await.unwrap();
            let fitting = of_year.rows.iter().filter(|row| is_kept(row) == wanted).count();
            assert_eq!((kept.rows.len(), kept.total), (fitting, fitting as u64), "{name} {wanted}");
            assert_eq!(fields(world.list_items::<ChoiceBody>(&any, &asked).await), [name], "not of the whole bank");
        }
    }
    let nothing = BankFilter::from_path(["no-such", "all", "all", "all", "all"]);
    assert_eq!(world.list_items::<ChoiceBody>(&nothing, &ListQuery::default()).await.unwrap().total, 0);
}

#[tokio::test]
async fn a_question_changes_in_what_is_named_and_one_version_is_changed_once() {
    let world = World::demo().await;
    let (_, section, year) = place(&world).await;
    let made =
        world.create_questions(&OPERATOR, &section, linked(&year, "The <b>sea</b>.", &["1?"])).await.unwrap().remove(0);
    // The form as it stands, with one field of it changed.
    let edit = async |version: i64, title: &str| {
        let named = |question: &Question| Ok(QuestionInput { title: title.into(), ..question.form() });
        world.edit_item(&OPERATOR, &made.id, Some(version), named).await
    };
    let changed = edit(0, "Renamed").await.unwrap();
    let same = AdminQuestion { title: made.title.clone(), version: 0, ..changed.clone() };
    assert_eq!(serde_json::to_value(same).unwrap(), serde_json::to_value(&made).unwrap());
    assert_eq!((changed.title.as_str(), changed.version), ("Renamed", 1));
    assert_eq!(reason(edit(0, "Late").await), "changed");
    let (one, other) = tokio::join!(edit(1, "One"), edit(1, "Other"));
    assert!(one.is_ok() != other.is_ok(), "{one:?} {other:?}");
    // A passage that changes on one changes the others of its group.
    let mut third = linked(&year, "", &["3?"]);
    third.group = made.group.clone();
    world.create_questions(&OPERATOR, &section, third.clone()).await.unwrap();
    let joined =
        world.create_questions(&OPERATOR, &section, QuestionsInput { questions: vec![entry("4?", 1)], ..third });
    let joined = joined.await.unwrap().remove(0);
    let new_passage = |question: &Question| Ok(QuestionInput { passage: Some("The lake.".into()), ..question.form() });
    world.edit_item(&OPERATOR, &joined.id, None, new_passage).await.unwrap();
    let beside = world.find_item::<ChoiceBody>(&made.id).await.unwrap();
    assert_eq!((beside.passage.as_deref(), beside.version), (Some("The lake."), 3));
}

#[tokio::test]
async fn a_picture_without_a_source_is_refused_and_a_stored_one_holds_up_no_other_change() {
    let world = World::demo().await;
    let (_, section, year) = place(&world).await;
    // A picture of another host, one that was pasted as data, and one that names nothing.
    for pasted in [
        "<img src=\"https://elsewhere.example/a.png\">",
        "<img src=\"data:image/png;base64,AA==\">",
        "<img alt=\"Fig. 1\">",
    ] {
        let stem = format!("<p>What is this? {pasted}</p>");
        let refused = world.create_questions(&OPERATOR, &section, single(&year, entry(&stem, 1))).await;
        assert_eq!(fields(refused), ["questionTitle"], "{pasted}");
        let explained = QuestionEntry { answer_desc: stem.clone(), ..entry("What is it?", 1) };
        assert_eq!(fields(world.create_questions(&OPERATOR, &section, single(&year, explained)).await), ["answerDesc"]);
        let chosen = QuestionEntry { option2: Some(pasted.into()), ..entry("What is it?", 1) };
        assert_eq!(fields(world.create_questions(&OPERATOR, &section, single(&year, chosen)).await), ["option2"]);
        let linked = linked(&year, &stem, &["1?", "2?"]);
        assert_eq!(fields(world.create_questions(&OPERATOR, &section, linked).await), ["passage"]);
    }
    let made = world.create_questions(&OPERATOR, &section, single(&year, entry("What is this?", 1))).await.unwrap();
    let id = made[0].id.clone();
    let stored = "UPDATE $id SET question = '<p>What is this? <img alt=\"Fig. 1\"></p>'";
    world.store.write(stored).bind(("id", id.clone())).done().await.unwrap();
    let explain = |old: &Question| Ok(QuestionInput { description: "Look.".into(), ..old.form() });
    world.edit_item(&OPERATOR, &id, None, explain).await.unwrap();
    let ask = |old: &Question| Ok(QuestionInput { question: format!("{} Now?", old.question), ..old.form() });
    assert_eq!(fields(world.edit_item(&OPERATOR, &id, None, ask).await), ["question"]);

    // Other rich texts likewise.
    let faq = FaqInput { question: "How?".into(), answer: "So: <img>".into(), status: true };
    assert_eq!(fields(world.create::<Faq>(&OPERATOR, faq).await), ["answer"]);
}

#[tokio::test]
async fn one_change_reaches_everything_that_a_list_finds_with_one_entry() {
    let world = World::demo().await;
    let (subject, section, year) = place(&world).await;
    let admin = world.admin().await;
    let filter = BankFilter { subject: Some(subject.id.clone()), year: Some(year.clone()), ..BankFilter::default() };
    let active = query(&[("status", "true")]);
    let count = async |query: &ListQuery| world.list_items::<ChoiceBody>(&filter, query).await.unwrap().total;
    let total = count(&active).await;
    assert!(total > 3);
    let ask = |expected| ChangeAll { expected, status: Some(false), ..ChangeAll::default() };
    let change = async |filter: &BankFilter, query: &ListQuery, ask: &ChangeAll| {
        world.change_all_items::<ChoiceBody>(&admin, filter, query, ask).await
    };
    assert_eq!(reason(change(&filter, &active, &ask(total - 1)).await), "changed-count");
    assert_eq!(fields(change(&BankFilter::default(), &ListQuery::default(), &ask(0)).await), ["filter"]);
    assert_eq!(
        fields(change(&filter, &active, &ChangeAll { expected: total, ..ChangeAll::default() }).await),
        ["status"]
    );
    let gone = ChangeAll { expected: total, section_id: Some(Id::new("none")), ..ChangeAll::default() };
    assert_eq!(fields(change(&filter, &active, &gone).await), ["sectionId"]);
    assert_eq!(count(&active).await, total, "what is refused changes nothing");

    let done = change(&filter, &active, &ask(total)).await.unwrap();
    assert_eq!((done.changed, done.refused, count(&active).await), (total, 0, 0));
    let told = world.list_audit(&query(&[("action", "change-all")])).await.unwrap();
    assert_eq!((told.total, &told.rows[0].after["count"]), (1, &total.into()));
    let listed = told.rows[0].after["records"].as_array().unwrap();
    assert_eq!(listed.len() as u64, total.min(20) + u64::from(total > 20));
    assert!(told.rows[0].names.len() >= total.min(20) as usize, "each is named: {:?}", told.rows[0].names);
    // The counters moved along.
    let years = world.bank_grid().await.unwrap();
    assert!(years.iter().any(|exam| exam.exam.slug == "jamb-utme"));
    let coverage = world.bank_coverage().await.unwrap();
    let jamb = coverage.iter().find(|one| one.exam.slug == "jamb-utme").unwrap();
    assert!(jamb.subjects >= jamb.ready + jamb.empty && jamb.questions > 0, "{jamb:?}");

    let all =
        ChangeAll { expected: total, status: Some(true), section_id: Some(section.clone()), ..ChangeAll::default() };
    let done = change(&filter, &query(&[("status", "false")]), &all).await.unwrap();
    assert_eq!((done.changed, count(&active).await), (total, total));
    let there = BankFilter { section: Some(section), ..filter.clone() };
    assert_eq!(world.list_items::<ChoiceBody>(&there, &active).await.unwrap().total, total);
    let elsewhere = world.subject("jamb-utme", "Biology").await;
    let topics = world.list::<Topic>(&query(&[("subject", elsewhere.id.as_str())])).await.unwrap().rows;
    let wrong =
        ChangeAll { expected: total, section_id: Some(topics[0].sections[0].id.clone()), ..ChangeAll::default() };
    assert_eq!(fields(change(&filter, &active, &wrong).await), ["sectionId"]);
}

#[tokio::test]
async fn what_is_inactive_and_in_no_test_is_deleted_together_with_one_entry() {
    let world = World::demo().await;
    let (subject, section, year) = place(&world).await;
    let (admin, student) = (world.admin().await, world.student().await);
    let (_, paper) = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    let held = questions(&paper).len() as u64;
    let free = world.create_questions(&OPERATOR, &section, single(&year, entry("In no test?", 1))).await.unwrap();
    let filter = BankFilter { subject: Some(subject.id.clone()), ..BankFilter::default() };
    let count = async |query: &ListQuery| world.list_items::<ChoiceBody>(&filter, query).await.unwrap().total;
    let all = ListQuery::default();
    let delete = async |filter: &BankFilter, expected: u64| {
        let ask = ChangeAll { expected, delete: true, ..ChangeAll::default() };
        world.change_all_items::<ChoiceBody>(&admin, filter, &all, &ask).await
    };
    let (total, active) = (count(&all).await, query(&[("status", "true")]));
    let in_use = count(&active).await;
    assert_eq!(reason(delete(&filter, total + 1).await), "changed-count");
    assert_eq!(fields(delete(&BankFilter::default(), 0).await), ["filter"]);
    let both = ChangeAll {
        expected: total,
        status: Some(false),
        review: Some(Review::Checked),
        section_id: Some(section.clone()),
        delete: true,
    };
    let refused = world.change_all_items::<ChoiceBody>(&admin, &filter, &all, &both).await;
    assert_eq!(fields(refused), ["status", "review", "sectionId"]);
    assert_eq!(count(&all).await, total, "what is refused deletes nothing");
    let done = delete(&filter, total).await.unwrap();
    assert_eq!((done.changed, done.refused), (total - in_use, in_use), "what is active stays");

    let retire = ChangeAll { expected: in_use, status: Some(false), ..ChangeAll::default() };
    world.change_all_items::<ChoiceBody>(&admin, &filter, &active, &retire).await.unwrap();
    let done = delete(&filter, in_use).await.unwrap();
    assert_eq!((done.changed, done.refused, count(&all).await), (in_use - held, held, held), "what a test holds stays");
    assert!(matches!(world.find_item::<ChoiceBody>(&free[0].id).await, Err(Error::NotFound(_))));
    let told = world.list_audit(&query(&[("action", "delete-all")])).await.unwrap().rows;
    let listed = |key: &str| told[0].after[key].as_array().unwrap().clone();
    assert_eq!(told[0].after["count"], done.changed);
    assert_eq!(listed("records").len(), listed("titles").len());
    assert!(listed("titles").iter().all(|title| !title.as_str().unwrap().starts_with("question:")));
    assert_eq!(world.recount(&OPERATOR, true).await.unwrap(), []);
}

#[tokio::test]
async fn a_year_moves_with_its_questions_unless_a_test_holds_one() {
    let world = World::demo().await;
    let (subject, section, _) = place(&world).await;
    let student = world.student().await;
    let (_, paper) = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    let held = world.load::<Question>(&questions(&paper)[0].id).await.unwrap().unwrap().year;
    let to = |year| MoveYear { year: Some(year), ..MoveYear::default() };
    let move_year = async |id: &Id<SubjectYear>, ask: MoveYear| world.move_year(&OPERATOR, id, &ask).await;
    assert_eq!(reason(move_year(&held, to(2004)).await), "active");
    let off = |old: &SubjectYear| Ok(SubjectYearInput { status: Some(false), ..old.form() });
    world.edit::<SubjectYear>(&OPERATOR, &held, None, off).await.unwrap();
    assert_eq!(reason(move_year(&held, to(2004)).await), "in-use");

    let input = SubjectYearInput { subject: subject.id.clone(), year: 2003, university: vec![], status: Some(false) };
    let made = world.create::<SubjectYear>(&OPERATOR, input).await.unwrap();
    let added = world.create_questions(&OPERATOR, &section, single(&made.id, entry("Which year?", 1))).await.unwrap();
    let section_of = async |exam: &str, title: &str| {
        let subject = world.subject(exam, title).await;
        let topics = world.list::<Topic>(&query(&[("subject", subject.id.as_str())])).await.unwrap().rows;
        (subject.id, topics[0].sections[0].id.clone())
    };
    let into = |section: &Id<Section>| MoveYear { section_id: Some(section.clone()), ..MoveYear::default() };
    assert_eq!(fields(move_year(&made.id, MoveYear::default()).await), ["year"]);
    assert_eq!(fields(move_year(&made.id, to(1900)).await), ["year"]);
    assert_eq!(reason(move_year(&made.id, to(2019)).await), "taken");
    assert_eq!(reason(move_year(&made.id, MoveYear { version: Some(7), ..to(2004) }).await), "changed");
    let (_, other_exam) = section_of("wassce-waec-ssce", "Mathematics").await;
    assert_eq!(fields(move_year(&made.id, into(&other_exam)).await), ["sectionId"]);
    assert_eq!(fields(move_year(&made.id, into(&Id::new("none"))).await), ["sectionId"]);

    let moved = move_year(&made.id, to(2004)).await.unwrap();
    assert_eq!((&moved.id, moved.total_questions), (&SubjectYear::key(&subject.id, 2004), 1));
    assert!(matches!(world.find::<SubjectYear>(&made.id).await, Err(Error::NotFound(_))));
    let (biology, there) = section_of("jamb-utme", "Biology").await;
    let moved = move_year(&moved.id, into(&there)).await.unwrap();
    assert_eq!((&moved.subject.id, moved.year, moved.total_questions), (&biology, 2004, 1));
    let question = world.load::<Question>(&added[0].id).await.unwrap().unwrap();
    assert_eq!((&question.year, &question.subject, &question.section), (&moved.id, &biology, &there));
    let told = world.list_audit(&query(&[("action", "move")])).await.unwrap();
    // Both were written at one time of the test's clock, in whatever order.
    let years = told.rows.iter().filter_map(|entry| Some((entry.before.get("year")?, entry.after.get("year")?)));
    assert_eq!((told.total, years.collect::<Vec<_>>()), (2, vec![(&2003.into(), &2004.into())]));
    assert_eq!(world.recount(&OPERATOR, true).await.unwrap(), []);
}
