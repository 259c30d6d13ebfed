//! Photographs of the working: added to a running theory test, read by their student and the graders, erased with the
//! person.

use std::io::Cursor;

use bytes::Bytes;
use futures::future::join_all;
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use sabi_core::{
    Error, Result,
    bank::Theory,
    catalogue::{ExamType, Mode},
    exam::{Answer, AttemptView, PhotographView, QuizResult, StartAttempt, SubmitResult, engine::ItemId},
    images::MAX_PHOTOGRAPH,
    ops::doctor::Check,
    people::{Actor, Role},
    privacy::ProvePassword,
    store::Id,
};

use crate::support::{PASSWORD, World, fields, people::kofi, reason};

/// A picture of one colour in this format.
fn picture(format: ImageFormat, shade: u8) -> Bytes {
    let mut file = Cursor::new(Vec::new());
    let pixels = RgbImage::from_pixel(48, 32, Rgb([shade, 40, 200]));
    DynamicImage::from(pixels).write_to(&mut file, format).unwrap();
    file.into_inner().into()
}

/// An id as a device makes it.
fn name(n: usize) -> String {
    format!("photograph-{n:06}")
}

/// A running theory test in practice.
struct Test {
    world: World,
    student: Actor,
    attempt: AttemptView,
    theories: Vec<Id<Theory>>,
}

impl Test {
    async fn begin(mode: Mode) -> Self {
        let world = World::demo().await;
        let student = world.student().await;
        let ask = world.ask("wassce-waec-ssce", mode, &["Mathematics"]).await;
        let ask = StartAttempt { exam_type: ExamType::Theory, ..ask };
        let (attempt, paper, _) = world.start_attempt(&student, ask).await.unwrap();
        let theories = paper.subjects.iter().flat_map(|part| &part.theories).map(|theory| theory.id.clone()).collect();
        Self { world, student, attempt, theories }
    }

    async fn add(&self, n: usize, theory: usize, file: Bytes) -> Result<PhotographView> {
        let theory = self.theories[theory].clone();
        self.world.add_photograph(&self.student, &self.attempt.id, &name(n), theory, file).await
    }

    async fn names(&self) -> Vec<String> {
        let all = self.world.list_photographs(&self.student, &self.attempt.id).await.unwrap();
        all.into_iter().map(|one| one.id).collect()
    }

    async fn submit(&self) -> Id<QuizResult> {
        let write = |theory: &Id<Theory>| Answer {
            question: None,
            theory: Some(theory.clone()),
            answer: Some("See my photographs.".into()),
            at: None,
        };
        let answered = self.theories.iter().map(write).collect();
        let submit = SubmitResult { attempt_id: Some(self.attempt.id.clone()), answered, ..SubmitResult::default() };
        self.world.submit(&self.student, submit).await.unwrap().quiz_id.unwrap()
    }

    /// How many rows of photographs and of their files are stored.
    async fn stored(&self) -> (usize, usize) {
        let count = async |table: &str| {
            let ids: Vec<String> =
                self.world.store.query(format!("SELECT VALUE record::id(id) FROM {table}")).all().await.unwrap();
            ids.len()
        };
        (count("photograph").await, count("photograph_file").await)
    }
}

#[tokio::test]
async fn an_answer_takes_three_photographs_each_exactly_once() {
    let test = Test::begin(Mode::Practice).await;
    let jpeg = picture(ImageFormat::Jpeg, 10);
    let added = test.add(1, 0, jpeg.clone()).await.unwrap();
    assert_eq!((added.width, added.height, &added.theory), (48, 32, &test.theories[0]));
    // The reply was lost, and the device sends it again, also several times at once.
    let again = join_all((0..4).map(|_| test.add(1, 0, jpeg.clone()))).await;
    assert!(again.into_iter().all(|one| one.unwrap() == added));
    let fresh = join_all((0..4).map(|_| test.add(2, 0, picture(ImageFormat::Png, 20)))).await;
    assert!(fresh.iter().all(Result::is_ok), "{fresh:?}");
    assert_eq!(test.names().await, [name(1), name(2)]);
    assert_eq!(reason(test.add(1, 0, picture(ImageFormat::Jpeg, 11)).await), "photograph-exists");
    assert_eq!(reason(test.add(1, 1, jpeg.clone()).await), "photograph-exists");

    // Two more at once: only one of them fits.
    let both = join_all([3, 4].map(|n| test.add(n, 0, picture(ImageFormat::Jpeg, 30)))).await;
    let refused: Vec<_> = both.into_iter().filter(Result::is_err).map(reason).collect();
    assert_eq!(refused, ["too-many-photographs"]);
    test.add(5, 1, jpeg.clone()).await.unwrap();

    // A removed one makes room, and a late repetition does not bring it back.
    test.world.remove_photograph(&test.student, &test.attempt.id, &name(1)).await.unwrap();
    test.world.remove_photograph(&test.student, &test.attempt.id, &name(1)).await.unwrap();
    assert_eq!(reason(test.add(1, 0, jpeg.clone()).await), "photograph-removed");
    test.add(6, 0, jpeg).await.unwrap();
    assert_eq!(test.names().await.len(), 4);
    assert_eq!(test.stored().await, (5, 4), "the file is gone, and what is left of the row blocks its id");
    let missing = test.world.remove_photograph(&test.student, &test.attempt.id, &name(9)).await;
    assert!(matches!(missing, Err(Error::NotFound("Photograph"))), "{missing:?}");
}

#[tokio::test]
async fn only_small_photographs_of_this_paper_are_taken() {
    let test = Test::begin(Mode::Practice).await;
    let svg = Bytes::from_static(b"<svg xmlns='http://www.w3.org/2000/svg'/>");
    for file in [svg, picture(ImageFormat::Gif, 1), picture(ImageFormat::Jpeg, 1).slice(..60)] {
        let refused = test.add(1, 0, file).await;
        assert!(matches!(refused, Err(Error::Unsupported(_))), "{refused:?}");
    }
    let refused = test.add(1, 0, vec![0xFF; MAX_PHOTOGRAPH + 1].into()).await;
    assert!(matches!(refused, Err(Error::TooLarge(_))), "{refused:?}");
    let add = async |name: &str, theory: &str| {
        let file = picture(ImageFormat::WebP, 1);
        test.world.add_photograph(&test.student, &test.attempt.id, name, Id::new(theory), file).await
    };
    for bad in ["short", "with/a/slash-in-it", "ünïcode-is-no-letter"] {
        assert_eq!(fields(add(bad, test.theories[0].as_str()).await), ["photographId"]);
    }
    assert_eq!(fields(add(&name(1), "another").await), ["theory"]);
    assert_eq!(test.stored().await, (0, 0));
    add(&name(1), test.theories[0].as_str()).await.unwrap();
    let file = test.world.find_photograph(&test.student, &test.attempt.id, &name(1)).await.unwrap();
    assert_eq!(image::guess_format(&file).unwrap(), ImageFormat::Jpeg, "whatever was sent");
}

#[tokio::test]
async fn photographs_arrive_as_long_as_answers_may() {
    let test = Test::begin(Mode::Practice).await;
    let file = picture(ImageFormat::Jpeg, 1);
    test.world.pass(3600 + 30);
    test.add(1, 0, file.clone()).await.unwrap();
    test.world.pass(1);
    assert_eq!(reason(test.add(2, 0, file.clone()).await), "time-up");

    // A submission in time: what is still on its way arrives within 30 seconds.
    let test = Test::begin(Mode::Practice).await;
    test.world.pass(100);
    test.submit().await;
    test.world.pass(30);
    test.add(1, 0, file.clone()).await.unwrap();
    test.world.pass(1);
    assert_eq!(reason(test.add(2, 0, file.clone()).await), "attempt-closed");
    assert!(test.add(1, 0, file.clone()).await.is_ok(), "one that arrived may be sent again");
    let removed = test.world.remove_photograph(&test.student, &test.attempt.id, &name(1)).await;
    assert_eq!(reason(removed), "attempt-closed");

    // A cancelled test keeps none.
    let test = Test::begin(Mode::Practice).await;
    test.add(1, 0, file.clone()).await.unwrap();
    test.world.cancel_attempt(&test.student, &test.attempt.id).await.unwrap();
    assert_eq!(test.stored().await, (0, 0));
    assert_eq!(reason(test.add(2, 0, file).await), "attempt-closed");
}

#[tokio::test]
async fn nobody_photographs_the_model_answer() {
    for mode in [Mode::Practice, Mode::Study] {
        let test = Test::begin(mode).await;
        let shown = ItemId::from(test.theories[0].clone());
        test.world.reveal(&test.student, &test.attempt.id, shown).await.unwrap();
        let file = picture(ImageFormat::Jpeg, 1);
        assert_eq!(reason(test.add(1, 0, file.clone()).await), "answer-opened");
        test.add(1, 1, file).await.unwrap();
    }
}

#[tokio::test]
async fn only_the_student_and_the_graders_see_them() {
    let test = Test::begin(Mode::Practice).await;
    let world = &test.world;
    test.add(1, 1, picture(ImageFormat::Jpeg, 1)).await.unwrap();
    world.create_user(&Actor::Operator, Role::Moderator, kofi("musa@sabi.test")).await.unwrap();
    world.create_user(&Actor::Operator, Role::User, kofi("eve@sabi.test")).await.unwrap();
    let (musa, eve) = (world.log_in_as("musa@sabi.test").await, world.log_in_as("eve@sabi.test").await);
    let admin = world.admin().await;
    let read = async |who: &Actor| world.find_photograph(who, &test.attempt.id, &name(1)).await;
    for who in [&musa, &eve, &admin] {
        assert!(matches!(read(who).await, Err(Error::NotFound("Photograph"))), "while the test runs");
        assert!(
            world
                .add_photograph(who, &test.attempt.id, &name(2), test.theories[0].clone(), Bytes::new())
                .await
                .is_err()
        );
        assert!(world.remove_photograph(who, &test.attempt.id, &name(1)).await.is_err());
    }
    let quiz = test.submit().await;
    for who in [&musa, &admin, &test.student] {
        read(who).await.unwrap();
    }
    assert!(matches!(read(&eve).await, Err(Error::NotFound("Photograph"))));
    assert!(world.list_photographs(&eve, &test.attempt.id).await.is_err());

    let shown = world.find_grading(&musa, &quiz).await.unwrap();
    assert_eq!(shown.answers[1].photographs.len(), 1);
    assert!(shown.answers[0].photographs.is_empty());
    let own = world.find_result(&test.student, &quiz, true).await.unwrap();
    let details: Vec<_> = own.subject_results.iter().flat_map(|part| &part.theories).collect();
    assert_eq!(details[1].results_detail.photographs, shown.answers[1].photographs);
}

#[tokio::test]
async fn they_are_exported_with_the_person_and_erased_with_them() {
    let test = Test::begin(Mode::Practice).await;
    let me = test.student.user_id().unwrap().clone();
    for n in 0..2 {
        test.add(n, 0, picture(ImageFormat::Jpeg, 1)).await.unwrap();
    }
    test.world.remove_photograph(&test.student, &test.attempt.id, &name(0)).await.unwrap();
    let data = test.world.export(&test.student, &me).await.unwrap();
    let mut kept: Vec<_> = data.photographs.iter().filter(|one| one["jpeg"].is_string()).collect();
    assert_eq!((data.photographs.len(), kept.len()), (2, 1));
    let kept = kept.remove(0);
    assert_eq!(kept["name"], name(1));
    assert!(kept["jpeg"].as_str().unwrap().starts_with("/9j/"), "{kept}");
    let proof = ProvePassword { password: PASSWORD.into() };
    test.world.erase_me(&test.student, proof).await.unwrap();
    assert_eq!(test.stored().await, (0, 0));
}

#[tokio::test]
async fn the_doctor_finds_a_photograph_without_its_file() {
    let test = Test::begin(Mode::Practice).await;
    test.add(1, 0, picture(ImageFormat::Jpeg, 1)).await.unwrap();
    let found = async || {
        let found = test.world.examine(&Actor::Operator, false, |_| ()).await.unwrap();
        let found = found.into_iter().filter(|one| one.check == Check::References);
        found.map(|one| one.words).filter(|words| words.contains("photograph")).collect::<Vec<_>>()
    };
    assert_eq!(found().await, [""; 0]);
    test.world.store.write("DELETE photograph_file RETURN NONE").done().await.unwrap();
    assert_eq!(found().await.len(), 1);
}

#[tokio::test]
async fn a_day_has_a_limit_of_photographs() {
    let test = Test::begin(Mode::Practice).await;
    let file = picture(ImageFormat::Jpeg, 1);
    let sql = "UPDATE tries SET count = 200 WHERE string::starts_with(record::id(id), 'photograph-')";
    test.add(1, 0, file.clone()).await.unwrap();
    test.world.store.write(sql).done().await.unwrap();
    assert!(matches!(test.add(2, 0, file.clone()).await, Err(Error::TooMany { .. })));
    assert!(test.add(1, 0, file.clone()).await.is_ok(), "a repetition is not counted");
    test.world.pass(24 * 3600 + 1);
    assert_eq!(reason(test.add(2, 0, file).await), "time-up");
}
