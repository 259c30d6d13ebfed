//! The record of changes (ruling 28): each one once, in short, without a secret.

use std::collections::HashSet;

use rust_xlsxwriter::Workbook;
use sabi_core::{
    audit::AuditView,
    bank::{
        ChoiceBody, EssayBody, ImportRequest, ItemKind, Question, QuestionEntry, QuestionInput, QuestionsInput,
        SubjectYear, TheoryInput, TheoryPlace, TheoryUpdate,
    },
    catalogue::{Category, CategoryInput, Course, CourseInput, Mode, Section, SubjectView, Topic, Word},
    exam::{CorrectKey, OptionName},
    people::{AccountStatus, Actor, ChangePassword, NewPassword, NewUser, Profile, Role, UpdateUser, User},
    privacy::ProvePassword,
    request::in_request,
    store::Id,
};
use serde_json::{Map, Value, json};

use crate::support::{
    PASSWORD, World, answer, fields,
    people::{kofi, ngozi},
    query, questions, reason, submit,
};

/// Reads what was added to the record since it was last asked.
struct News(HashSet<String>);

impl News {
    async fn from_now(world: &World) -> Self {
        let mut news = Self(HashSet::new());
        news.read(world).await;
        news
    }

    async fn read(&mut self, world: &World) -> Vec<AuditView> {
        let mut rows = world.list_audit(&query(&[("limit", "1000")])).await.unwrap().rows;
        rows.retain(|entry| self.0.insert(entry.id.to_string()));
        rows
    }

    /// The new entries of a delete that took its record out of use first.
    async fn deleted(&mut self, world: &World) -> [AuditView; 2] {
        let mut told = self.read(world).await;
        told.sort_by(|one, other| one.action.cmp(&other.action));
        told.try_into().unwrap()
    }

    /// The one new entry.
    async fn one(&mut self, world: &World) -> AuditView {
        let [entry] = self.read(world).await.try_into().unwrap();
        entry
    }
}

/// The actor, the action and the record of an entry.
fn head(entry: &AuditView) -> (&str, &str, &str, &str) {
    (&entry.who, &entry.action, &entry.entity, &entry.record)
}

fn map(value: Value) -> Map<String, Value> {
    value.as_object().unwrap().clone()
}

const ADMIN: &str = "admin@sabi.test";
const OWNER: &str = "owner@sabi.test";

fn category(title: &str, description: &str) -> CategoryInput {
    CategoryInput { title: title.into(), description: description.into(), image: None, status: Word::Active }
}

/// A section of the demo's Mathematics at WAEC and its year 2019.
async fn place(world: &World) -> (SubjectView, Id<Section>, Id<SubjectYear>) {
    let subject = world.subject("wassce-waec-ssce", "Mathematics").await;
    let topics = world.list::<Topic>(&query(&[("subject", subject.id.as_str())])).await.unwrap().rows;
    let year = SubjectYear::key(&subject.id, 2019);
    (subject, topics[0].sections[0].id.clone(), year)
}

fn one_question(year: &Id<SubjectYear>, stem: &str) -> QuestionsInput {
    let entry = QuestionEntry {
        question_title: stem.into(),
        option1: Some("one".into()),
        option2: Some("two".into()),
        right_answer: Some(2),
        ..QuestionEntry::default()
    };
    QuestionsInput {
        review: None,
        source_board: None,
        source_year: None,
        source_number: None,
        source_rights: None,
        title: "By hand".into(),
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

fn theory(question: &str) -> TheoryUpdate {
    TheoryUpdate {
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
    }
}

fn workbook(stem: &str) -> Vec<u8> {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    sheet.write_row(0, 0, ["question", "option1", "option2", "rightAnswer"]).unwrap();
    sheet.write_row(1, 0, [stem, "one", "two", "B"]).unwrap();
    book.save_to_buffer().unwrap()
}

#[tokio::test]
async fn a_catalogue_change_says_who_and_what_before_and_after() {
    let world = World::demo().await;
    let admin = world.admin().await;
    let mut news = News::from_now(&world).await;
    let made = in_request("request-7".into(), world.create::<Category>(&admin, category("Trades", ""))).await.unwrap();
    let entry = news.one(&world).await;
    assert_eq!(head(&entry), (ADMIN, "create", "category", made.id.as_str()));
    assert_eq!((entry.at, entry.request.as_deref()), (sabi_core::App::now(&world), Some("request-7")));
    assert_eq!(entry.before, Map::new());
    assert_eq!(
        entry.after,
        map(json!({"title": "Trades", "seo_url": "trades", "description": "", "status": "Active"}))
    );

    world.update(&admin, &made.id, category("Crafts", "")).await.unwrap();
    let entry = news.one(&world).await;
    assert_eq!(head(&entry), (ADMIN, "update", "category", made.id.as_str()));
    assert_eq!((entry.before, entry.after), (map(json!({"title": "Trades"})), map(json!({"title": "Crafts"}))));
    assert_eq!(entry.request, None);

    world.delete(&Actor::Operator, &made.id).await.unwrap();
    let entry = news.one(&world).await;
    assert_eq!(head(&entry), ("operator", "delete", "category", made.id.as_str()));
    assert_eq!((&entry.before["title"], entry.after), (&"Crafts".into(), Map::new()));
}

#[tokio::test]
async fn changes_of_questions_theories_and_imports_are_on_the_record() {
    let world = World::demo().await;
    let admin = world.admin().await;
    let (subject, section, year) = place(&world).await;
    let mut news = News::from_now(&world).await;

    let [made] =
        world.create_questions(&admin, &section, one_question(&year, "Why?")).await.unwrap().try_into().unwrap();
    let entry = news.one(&world).await;
    assert_eq!(head(&entry), (ADMIN, "create", "question", made.id.as_str()));
    assert_eq!((entry.before.len(), &entry.after["question"]), (0, &"Why?".into()));
    let form = QuestionInput {
        review: None,
        source_board: None,
        source_year: None,
        source_number: None,
        source_rights: None,
        title: made.title.clone(),
        topic: None,
        section: None,
        question: "Why not?".into(),
        passage_check: false,
        passage: None,
        group: None,
        option_1: Some("one".into()),
        option_2: Some("two".into()),
        option_3: None,
        option_4: None,
        option_5: None,
        correct_answer: None,
        description: String::new(),
        status: true,
        for_visitors: false,
        held_back: false,
        logo: None,
    };
    world.update_item(&admin, &made.id, form).await.unwrap();
    let entry = news.one(&world).await;
    assert_eq!(head(&entry), (ADMIN, "update", "question", made.id.as_str()));
    assert_eq!((&entry.before["question"], &entry.after["question"]), (&"Why?".into(), &"Why not?".into()));
    world.delete_item::<ChoiceBody>(&admin, &made.id).await.unwrap();
    let [entry, retired] = news.deleted(&world).await;
    assert_eq!(head(&entry), (ADMIN, "delete", "question", made.id.as_str()));
    assert_eq!((&entry.before["question"], entry.after.len()), (&"Why not?".into(), 0));
    assert_eq!(head(&retired), (ADMIN, "update", "question", made.id.as_str()));
    assert_eq!((retired.before, retired.after), (map(json!({"status": true})), map(json!({"status": false}))));

    let input = TheoryInput {
        place: TheoryPlace { subject: Some(subject.id.clone()), year: year.clone(), section, universities: vec![] },
        fields: theory("How?"),
    };
    let made = world.create_theory(&admin, input).await.unwrap();
    assert_eq!(head(&news.one(&world).await), (ADMIN, "create", "theory", made.id.as_str()));
    world.update_item(&admin, &made.id, theory("How not?")).await.unwrap();
    let entry = news.one(&world).await;
    assert_eq!(head(&entry), (ADMIN, "update", "theory", made.id.as_str()));
    assert_eq!((&entry.before["question"], &entry.after["question"]), (&"How?".into(), &"How not?".into()));
    world.delete_item::<EssayBody>(&admin, &made.id).await.unwrap();
    assert_eq!(head(&news.deleted(&world).await[0]), (ADMIN, "delete", "theory", made.id.as_str()));

    let ask = ImportRequest {
        exam: "wassce-waec-ssce".into(),
        subject: "Mathematics".into(),
        year: 2021,
        ..ImportRequest::default()
    };
    let dry = ImportRequest { dry_run: true, ..ask.clone() };
    world.import_items(ItemKind::Choice, &admin, workbook("When?"), dry, &|_| ()).await.unwrap();
    assert!(news.read(&world).await.is_empty(), "a dry run changes nothing");
    world.import_items(ItemKind::Choice, &admin, workbook("When?"), ask.clone(), &|_| ()).await.unwrap();
    let entry = news.one(&world).await;
    assert_eq!(head(&entry), (ADMIN, "import", "question", SubjectYear::key(&subject.id, 2021).as_str()));
    assert_eq!(entry.after, map(json!({"year": 2021, "new": 1, "changed": 0})));
    world.import_items(ItemKind::Choice, &admin, workbook("When?"), ask, &|_| ()).await.unwrap();
    assert!(news.read(&world).await.is_empty(), "nor does the same file again");
}

#[tokio::test]
async fn changes_of_accounts_leave_one_entry_each_and_no_secret() {
    let world = World::demo().await;
    let owner = world.log_in_as(OWNER).await;
    let mut news = News::from_now(&world).await;
    let mut secrets = HashSet::new();
    let mut changed = |user: User| {
        secrets.insert(user.password);
        secrets.insert(user.stamp);
    };
    let user = world.create_user(&owner, Role::User, kofi("kofi@sabi.test")).await.unwrap();
    let id = user.id.clone();
    let entry = news.one(&world).await;
    assert_eq!(head(&entry), (OWNER, "create", "user", id.as_str()));
    assert_eq!((entry.before.len(), &entry.after["email"]), (0, &"kofi@sabi.test".into()));
    changed(world.load(&id).await.unwrap().unwrap());

    let NewUser { first_name, dob, gender, mobile_code, mobile_number, nationality, status, .. } = kofi("");
    let update = UpdateUser {
        first_name,
        last_name: "Owusu".into(),
        email: "owusu@sabi.test".into(),
        dob,
        gender,
        mobile_code,
        mobile_number,
        nationality,
        status,
        extra_time: 0,
        password: "another-password".into(),
        confirm_password: "another-password".into(),
    };
    world.update_user(&owner, &id, Some(Role::User), update).await.unwrap();
    let entry = news.one(&world).await;
    assert_eq!(head(&entry), (OWNER, "update", "user", id.as_str()));
    assert_eq!(entry.before, map(json!({"last_name": "Mensah", "email": "kofi@sabi.test"})));
    assert_eq!(entry.after, map(json!({"last_name": "Owusu", "email": "owusu@sabi.test"})));
    changed(world.load(&id).await.unwrap().unwrap());

    world.set_user_status(&owner, &id, AccountStatus::Blocked).await.unwrap();
    let entry = news.one(&world).await;
    assert_eq!(head(&entry), (OWNER, "status", "user", id.as_str()));
    assert_eq!((entry.before, entry.after), (map(json!({"status": "Active"})), map(json!({"status": "Blocked"}))));
    changed(world.load(&id).await.unwrap().unwrap());

    world.set_user_password(&owner, &id, PASSWORD.into()).await.unwrap();
    let entry = news.one(&world).await;
    assert_eq!(head(&entry), (OWNER, "reset-password", "user", id.as_str()));
    assert_eq!((entry.before, entry.after), (Map::new(), Map::new()), "that it was done, not what it is");
    changed(world.load(&id).await.unwrap().unwrap());

    world.make_admin(&Actor::Operator, &id, false).await.unwrap();
    let entry = news.one(&world).await;
    assert_eq!(head(&entry), ("operator", "make-admin", "user", id.as_str()));
    assert_eq!((entry.before, entry.after), (map(json!({"role": "user"})), map(json!({"role": "admin"}))));
    changed(world.load(&id).await.unwrap().unwrap());

    world.delete_user(&owner, &id).await.unwrap();
    assert_eq!(head(&news.one(&world).await), (OWNER, "delete", "user", id.as_str()));
    let other = world.create_user(&owner, Role::User, kofi("other@sabi.test")).await.unwrap().id;
    news.one(&world).await;
    changed(world.load(&other).await.unwrap().unwrap());
    world.erase_person(&owner, &other).await.unwrap();
    let entry = news.one(&world).await;
    assert_eq!(head(&entry), (OWNER, "erase", "user", other.as_str()));
    changed(world.load(&other).await.unwrap().unwrap());

    assert_eq!(secrets.len(), 12, "one or two with each change: {secrets:?}");
    let kept = world.dump().await;
    for (_, row) in kept.into_iter().filter(|(table, _)| table == "audit") {
        let text = row.to_string();
        assert!(!text.contains("argon2") && !secrets.iter().any(|secret| text.contains(secret)), "{text}");
    }
}

#[tokio::test]
async fn work_that_outlives_its_caller_is_on_record_under_its_request() {
    let world = World::demo().await;
    let admin = world.admin().await;
    let sql = "SELECT * FROM question ORDER BY id LIMIT 2";
    let [one, other]: [Question; 2] = world.store.query(sql).all().await.unwrap().try_into().unwrap();
    let wrong = one.body.options.iter().position(|option| option.id != one.body.correct).unwrap();
    let ask = CorrectKey { option: OptionName::Number(wrong + 1), version: None, dry_run: false };
    in_request("r-key".into(), world.correct_key(&admin, &one.id, ask)).await.unwrap();
    in_request("r-gone".into(), world.delete_item::<ChoiceBody>(&admin, &other.id)).await.unwrap();
    for (question, request, actions) in
        [(&one, "r-key", &["correct-key", "remark"][..]), (&other, "r-gone", &["delete", "update"])]
    {
        let rows = world.list_audit(&query(&[("record", question.id.as_str())])).await.unwrap().rows;
        let rows = rows.iter().filter(|entry| entry.request.as_deref() == Some(request));
        let mut found: Vec<_> = rows.map(|entry| entry.action.as_str()).collect();
        found.sort_unstable();
        assert_eq!(found, actions);
    }
}

#[tokio::test]
async fn a_change_that_fails_leaves_no_entry() {
    let world = World::demo().await;
    let (admin, owner) = (world.admin().await, world.log_in_as(OWNER).await);
    let (_, section, year) = place(&world).await;
    let made = world.create::<Category>(&admin, category("Trades", "")).await.unwrap();
    let course = CourseInput { category: made.id.clone(), title: "Tailoring".into(), status: true };
    world.create::<Course>(&admin, course).await.unwrap();
    let student = world.add_kofi("kofi@sabi.test").await.id;
    world.create_questions(&admin, &section, one_question(&year, "Why?")).await.unwrap();
    let mut news = News::from_now(&world).await;

    assert_eq!(fields(world.create::<Category>(&admin, category(" ", "")).await), ["title"]);
    assert_eq!(reason(world.create::<Category>(&admin, category("trades", "")).await), "taken");
    assert_eq!(fields(world.update(&admin, &made.id, category("", "")).await), ["title"]);
    assert_eq!(reason(world.delete(&admin, &made.id).await), "in-use");
    assert!(world.delete(&admin, &Id::<Category>::new("none")).await.is_err());
    assert_eq!(reason(world.delete(&admin, &world.exam("jamb-utme").await.id).await), "in-use");

    let again = world.create_questions(&admin, &section, one_question(&year, "Why?")).await;
    assert_eq!(reason(again), "taken");
    assert!(world.create_questions(&admin, &section, one_question(&year, "")).await.is_err());
    let ask = ImportRequest {
        exam: "jamb-utme".into(),
        subject: "Mathematics".into(),
        year: 2021,
        ..ImportRequest::default()
    };
    assert!(world.import_items(ItemKind::Choice, &admin, b"no workbook".to_vec(), ask, &|_| ()).await.is_err());

    assert_eq!(reason(world.create_user(&admin, Role::User, kofi("KOFI@sabi.test")).await), "taken");
    assert_eq!(reason(world.create_user(&admin, Role::Admin, kofi("new@sabi.test")).await), "forbidden");
    assert_eq!(reason(world.make_admin(&admin, &student, false).await), "forbidden");
    assert_eq!(fields(world.set_user_password(&admin, &student, "short".into()).await), ["password"]);
    let me = owner.user_id().unwrap();
    for actor in [&admin, &owner, &Actor::Operator] {
        assert!(world.set_user_status(actor, me, AccountStatus::Blocked).await.is_err());
        assert!(world.delete_user(actor, me).await.is_err());
        assert!(world.erase_person(actor, me).await.is_err());
    }
    // The store itself refuses at the last moment.
    world.store.write("DEFINE FIELD title ON category ASSERT false").done().await.unwrap();
    assert!(world.create::<Category>(&admin, category("Crafts", "")).await.is_err());
    assert!(world.update(&admin, &made.id, category("Crafts", "")).await.is_err());
    let left = news.read(&world).await;
    assert!(left.is_empty(), "{left:?}");
}

#[tokio::test]
async fn a_change_that_cannot_be_recorded_is_not_made() {
    let world = World::demo().await;
    let admin = world.admin().await;
    let student = world.add_kofi("kofi@sabi.test").await.id;
    world.store.write("DEFINE FIELD action ON audit ASSERT false").done().await.unwrap();
    assert!(world.create::<Category>(&admin, category("Trades", "")).await.is_err());
    assert!(world.set_user_status(&admin, &student, AccountStatus::Blocked).await.is_err());
    assert!(world.delete_user(&admin, &student).await.is_err());
    assert_eq!(world.where_is("\"trades\"").await, [""; 0]);
    world.try_log_in("kofi@sabi.test", PASSWORD).await.unwrap();
}

#[tokio::test]
async fn students_own_changes_are_not_audited() {
    let world = World::demo().await;
    let mut news = News::from_now(&world).await;
    world.register(ngozi("ngozi@sabi.test"), None).await.unwrap();
    world.activate(&world.mailed_token().await, None).await.unwrap();
    world.forgot_password("ngozi@sabi.test", None, None).await.unwrap();
    let input = NewPassword { password: PASSWORD.into(), confirm_password: PASSWORD.into() };
    world.reset_password(&world.mailed_token().await, input, None).await.unwrap();
    let student = world.student().await;
    let me = student.user_id().unwrap();
    let profile = Profile { first_name: "Ada".into(), last_name: "Obi".into(), ..Profile::default() };
    world.update_profile(&student, profile).await.unwrap();
    let (attempt, paper) = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    world.save(&student, &attempt, 0, vec![answer(questions(&paper)[0], 1)]).await.unwrap();
    world.submit(&student, submit(&attempt, vec![])).await.unwrap();
    let (attempt, _) = world.start(&student, "jamb-utme", Mode::Study, &["Physics"]).await;
    world.cancel_attempt(&student, &attempt.id).await.unwrap();
    world.export(&student, me).await.unwrap();
    let input = ChangePassword {
        old_password: PASSWORD.into(),
        new_password: "another-password".into(),
        confirm_password: "another-password".into(),
    };
    world.change_password(&student, input).await.unwrap();
    world.log_out(&student).await.unwrap();
    let left = news.read(&world).await;
    assert!(left.is_empty(), "{left:?}");
    // The deletion of an account is recorded for every actor.
    let proof = ProvePassword { password: "another-password".into() };
    world.erase_me(&student, proof).await.unwrap();
    assert_eq!(news.one(&world).await.action, "erase");
}

#[tokio::test]
async fn long_values_are_cut() {
    let world = World::demo().await;
    let (long, short) = ("ọ".repeat(161), "ọ".repeat(160));
    let mut news = News::from_now(&world).await;
    let made = world.create::<Category>(&Actor::Operator, category("Trades", &long)).await.unwrap();
    assert_eq!(news.one(&world).await.after["description"], json!(format!("{short}…")));
    world.update(&Actor::Operator, &made.id, category("Trades", &short)).await.unwrap();
    let entry = news.one(&world).await;
    assert_eq!(entry.after, map(json!({ "description": short })), "what fits is whole");
    // A list counts as one long value.
    let (_, section, year) = place(&world).await;
    let question = world.create_questions(&Actor::Operator, &section, one_question(&year, &"x".repeat(9_000))).await;
    let entry = news.one(&world).await;
    assert_eq!(entry.record, question.unwrap()[0].id.as_str());
    for (key, value) in &entry.after {
        assert!(value.as_str().is_none_or(|text| text.chars().count() <= 161), "{key}: {value}");
        assert!(!value.is_array() && !value.is_object(), "{key}: {value}");
    }
}

#[tokio::test]
async fn the_record_is_found_by_who_what_and_words() {
    let world = World::demo().await;
    let admin = world.admin().await;
    let made = world.create::<Category>(&admin, category("Trades", "Of Kumasi")).await.unwrap();
    world.pass(1);
    world.update(&Actor::Operator, &made.id, category("Crafts", "Of Kumasi")).await.unwrap();
    let id = made.id.as_str();
    let me = admin.user_id().unwrap().as_str();
    for (params, actions) in [
        (vec![("record", id)], vec!["update", "create"]),
        (vec![("record", id), ("action", "update")], vec!["update"]),
        (vec![("user", me)], vec!["create"]),
        (vec![("entity", "category"), ("q", "KUMASI")], vec!["create"]),
        (vec![("entity", "category"), ("q", "trades")], vec!["update", "create"]),
        (vec![("entity", "no-such")], vec![]),
        (vec![("record", id), ("limit", "1"), ("page", "2")], vec!["create"]),
    ] {
        let found = world.list_audit(&query(&params)).await.unwrap().rows;
        let found: Vec<_> = found.iter().map(|entry| entry.action.as_str()).collect();
        assert_eq!(found, actions, "{params:?}");
    }
}
