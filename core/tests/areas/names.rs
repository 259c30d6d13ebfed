//! Names: found and sorted whatever their marks, and never given twice.

use sabi_core::{
    Error,
    bank::{BankFilter, BankScope, ChoiceBody, ImportRequest, ItemKind, formats::File},
    catalogue::{Category, CategoryInput, Exam, ExamInput, ExamType, Subject, SubjectInput, Topic, TopicInput, Word},
    people::{Actor, Role, User},
    records::Resource,
    store::Id,
};

use crate::support::{World, fields, query};

const OPERATOR: Actor = Actor::Operator;
/// Ẹ̀kọ́ with each mark after its letter, as macOS writes it.
const DECOMPOSED: &str = "e\u{323}\u{300}ko\u{323}\u{301}";

/// Students of these first names.
async fn students(world: &World, names: &[&str]) {
    for (number, name) in names.iter().enumerate() {
        let student = world.add_kofi(&format!("s{number}@sabi.test")).await;
        let sql = "UPDATE $id SET first_name = $name, last_name = 'Test' RETURN NONE";
        world
            .store
            .write(sql)
            .bind(("id", Id::<User>::new(student.id.as_str())))
            .bind(("name", (*name).to_owned()))
            .done()
            .await
            .unwrap();
    }
}

async fn found(world: &World, params: &[(&str, &str)]) -> Vec<String> {
    let page = world.list_users(Role::User, &query(params)).await.unwrap();
    assert_eq!(page.total, page.rows.len() as u64);
    page.rows.into_iter().map(|user| user.first_name).collect()
}

#[tokio::test]
async fn names_go_by_the_alphabet() {
    let world = World::bare().await;
    students(&world, &["Zainab", "Ọlá", "Ola", "Émeka", "Emeka", "Àdé", "Ade", "ìyá", "Bola", "ola"]).await;
    let sorted = found(&world, &[("sort", "first_name"), ("limit", "50")]).await;
    let plain = |name: &str| match name {
        "Àdé" => "ade".to_owned(),
        "Émeka" => "emeka".into(),
        "ìyá" => "iya".into(),
        "Ọlá" => "ola".into(),
        other => other.to_lowercase(),
    };
    let letters: Vec<String> = sorted.iter().map(|name| plain(name)).collect();
    assert_eq!(letters, ["ade", "ade", "bola", "emeka", "emeka", "iya", "ola", "ola", "ola", "zainab"], "{sorted:?}");
    let mut reversed = found(&world, &[("sort", "-first_name"), ("limit", "50")]).await;
    reversed.reverse();
    assert_eq!(reversed.iter().map(|name| plain(name)).collect::<Vec<_>>(), letters);
}

#[tokio::test]
async fn people_are_found_without_marks_and_exact_names_come_first() {
    let world = World::bare().await;
    students(&world, &["Ola", "Ọlá", "Ade", "O'Neil", "C++"]).await;
    let composed = found(&world, &[("q", "ọlá")]).await;
    assert_eq!(composed, ["Ọlá", "Ola"]);
    assert_eq!(found(&world, &[("q", "o\u{323}la\u{301}")]).await, composed, "decomposed");
    assert_eq!(found(&world, &[("q", "OLA")]).await, ["Ola", "Ọlá"]);
    assert_eq!(found(&world, &[("q", "o'neil")]).await, ["O'Neil"]);
    assert_eq!(found(&world, &[("q", "++")]).await, ["C++"], "signs are looked for as they are");
    assert_eq!(found(&world, &[("q", "s2@sabi")]).await, ["Ade"]);
    assert_eq!(found(&world, &[("q", "nobody")]).await, [""; 0]);
}

async fn stems(world: &World, params: &[(&str, &str)]) -> Vec<String> {
    let page = world.list_items::<ChoiceBody>(&BankFilter::default(), &query(params)).await.unwrap();
    page.rows.into_iter().map(|question| question.question).collect()
}

#[tokio::test]
async fn questions_are_found_without_marks() {
    let world = World::demo().await;
    let csv = format!(
        "question,A,B,answer\nKí ni ìtumọ̀ ẹ̀kọ́?,lesson,food,A\nWhich word means school in Igbo: ụlọ akwụkwọ?,school,house,A\n\
         Café is a loan of which tongue?,French,Hausa,A\nHow is eko written?,so,otherwise,A\nAnd {DECOMPOSED} twice?,so,otherwise,A\n"
    );
    let ask = ImportRequest {
        exam: "jamb-utme".into(),
        subject: "Mathematics".into(),
        year: 2021,
        ..ImportRequest::default()
    };
    let file = File::new(csv.into_bytes(), "words.csv", None);
    assert_eq!(world.import_items(ItemKind::Choice, &OPERATOR, file, ask, &|_| ()).await.unwrap().new, 5);
    for q in ["ẹ̀kọ́", DECOMPOSED, "ẸKỌ", "eko"] {
        let found = stems(&world, &[("q", q)]).await;
        assert_eq!(found.len(), 3, "{q}: {found:?}");
        if q != "ẸKỌ" {
            let is_plain = found[0].contains(" eko ");
            assert_eq!(is_plain, q == "eko", "exact ones come first: {q}: {found:?}");
        }
    }
    let pages = [
        stems(&world, &[("q", "eko"), ("limit", "2")]).await,
        stems(&world, &[("q", "eko"), ("limit", "2"), ("page", "2")]).await,
    ];
    assert_eq!(pages.concat(), stems(&world, &[("q", "eko")]).await);
    for (q, word) in [("ulo akwukwo", "ụlọ"), ("cafe", "Café"), ("itumo", "ẹ̀kọ́")] {
        let found = stems(&world, &[("q", q)]).await;
        assert!(found.len() == 1 && found[0].contains(word), "{q}: {found:?}");
    }
}

fn exam(title: &str) -> ExamInput {
    ExamInput {
        title: title.into(),
        exam_type: ExamType::Both,
        maximum_subjects: 9,
        year_of_examination: 5,
        time_hour: 1,
        time: "30".into(),
        exam_instructions: "<p>Read.</p>".into(),
        logo: None,
        video_link: None,
        status: true,
        downloads_off: false,
        max_downloads: None,
        late_hours: None,
    }
}

fn category(title: &str) -> CategoryInput {
    CategoryInput { title: title.into(), description: "<p>x</p>".into(), image: None, status: Word::Active }
}

#[tokio::test]
async fn slugs_of_strange_titles_are_there_and_differ() {
    let world = World::demo().await;
    let maths = world.subject("jamb-utme", "Mathematics").await;
    let mut slugs = Vec::new();
    for title in ["C", "C++", "C#"] {
        let input = SubjectInput {
            title: title.into(),
            logo: Some("/uploads/x.png".into()),
            ..world.load::<Subject>(&maths.id).await.unwrap().unwrap().form()
        };
        slugs.push(world.create::<Subject>(&OPERATOR, input).await.unwrap().slug);
    }
    assert_eq!(slugs, ["c", "c-2", "c-3"]);
    let mut urls = Vec::new();
    for title in ["日本語", "العربية", "+++", "***"] {
        urls.push(world.create::<Category>(&OPERATOR, category(title)).await.unwrap().seo_url);
    }
    let logo = Some("/uploads/x.png".to_owned());
    let exam = world.create::<Exam>(&OPERATOR, ExamInput { logo, ..exam("؟") }).await.unwrap();
    assert!(urls.iter().all(|url| !url.is_empty()) && !exam.slug.is_empty(), "{urls:?} {}", exam.slug);
    urls.sort();
    urls.dedup();
    assert_eq!(urls.len(), 4);
    assert_eq!(fields(world.create::<Category>(&OPERATOR, category(&"x".repeat(200))).await), ["title"]);
}

#[tokio::test]
async fn titles_that_differ_in_case_and_marks_alone_are_the_same() {
    let world = World::demo().await;
    let maths = world.subject("jamb-utme", "Mathematics").await;
    let topic = |title: &str| TopicInput { subject: maths.id.clone(), title: title.into(), status: true };
    let first = world.create::<Topic>(&OPERATOR, topic("Ẹ̀kọ́ ìwé")).await.unwrap();
    for title in ["eko iwe", "ẸKỌ  ÌWÉ", "Ẹ̀kọ́\u{200b} ìwé", &format!("{DECOMPOSED} iwe")] {
        let refused = world.create::<Topic>(&OPERATOR, topic(title)).await.unwrap_err();
        assert!(refused.is_taken(), "{title}: {refused:?}");
    }
    // It may be written otherwise, and keep its title.
    world.update::<Topic>(&OPERATOR, &first.id, topic("ẸKỌ ÌWÉ")).await.unwrap();
    world.create::<Topic>(&OPERATOR, topic("eko iwe 2")).await.unwrap();
    let refused = world.update::<Topic>(&OPERATOR, &first.id, topic("Èkó ìwé 2")).await;
    assert!(refused.unwrap_err().is_taken());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_of_several_equal_titles_at_once_is_kept() {
    let world = World::bare().await;
    for round in 0..10 {
        let titles = [format!("Law {round}"), format!("Làw {round}"), format!("LAW {round}")];
        let made = titles.map(|title| {
            let app = world.app.clone();
            tokio::spawn(async move { app.create::<Category>(&OPERATOR, category(&title)).await })
        });
        let mut kept = 0;
        for one in made {
            match one.await.unwrap() {
                Ok(_) => kept += 1,
                Err(error) => assert!(error.is_taken(), "{error:?}"),
            }
        }
        assert_eq!(kept, 1);
    }
}

#[tokio::test]
async fn a_title_is_free_again_once_its_record_was_renamed() {
    let world = World::bare().await;
    let first = world.create::<Exam>(&OPERATOR, exam("NECO")).await.unwrap();
    let renamed = world.update::<Exam>(&OPERATOR, &first.id, exam("NECO SSCE")).await.unwrap();
    assert_eq!(renamed.slug, "neco", "it keeps its slug");
    let second = world.create::<Exam>(&OPERATOR, exam("NECO")).await.unwrap();
    assert_eq!(second.slug, "neco-2");
}

#[tokio::test]
async fn a_subject_is_found_without_marks_and_asked_for_where_two_are_called_so() {
    let world = World::demo().await;
    let yoruba = world.add_subject("jamb-utme", "Èdè Yorùbá").await;
    let ask = |subject: &str| ImportRequest {
        exam: "jamb-utme".into(),
        subject: subject.into(),
        year: 2021,
        dry_run: true,
        ..ImportRequest::default()
    };
    let csv = || File::new(b"question,A,B,answer\nQ?,a,b,A\n".to_vec(), "one.csv", None);
    let import =
        async |subject: &str| world.import_items(ItemKind::Choice, &OPERATOR, csv(), ask(subject), &|_| ()).await;
    for title in ["ede yoruba", "ÈDÈ YORÙBÁ", "E\u{300}de\u{300} Yoru\u{300}ba\u{301}"] {
        assert_eq!(import(title).await.unwrap().new, 1, "{title}");
    }
    // As a store of an earlier release may have it.
    let twin = world.add_subject("jamb-utme", "Twin").await;
    world
        .store
        .write("UPDATE $id SET title = 'Ede Yoruba' RETURN NONE")
        .bind(("id", twin.id.clone()))
        .done()
        .await
        .unwrap();
    assert_eq!(import("Ede Yoruba").await.unwrap().new, 1, "exactly one is called so");
    let Err(Error::Invalid(errors)) = import("ede yorùbá").await else { panic!("it was guessed") };
    let (field, words) = errors.iter().next().unwrap();
    assert!(field == "subject" && words.contains("“Ede Yoruba”") && words.contains("“Èdè Yorùbá”"), "{words}");
    world
        .update::<Subject>(&OPERATOR, &twin.id, world.load::<Subject>(&twin.id).await.unwrap().unwrap().form())
        .await
        .unwrap();
    drop(yoruba);
    let scope = BankScope { exam: Some("jamb-utme".into()), subject: Some("MATHÉMATICS".into()), year: None };
    assert!(!world.bank_stats(&scope).await.unwrap().is_empty());
}
