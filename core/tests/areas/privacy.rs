//! The data stored about a person: all of it can be exported, and all of it erased.

use futures::TryStreamExt as _;
use sabi_core::{
    Error,
    bank::{Question, Theory, WriteComment},
    catalogue::{ExamType, Mode},
    content::TemplateTest,
    exam::{Answer, KeepVisitorAnswers, QuizResult, StartAttempt, SubmitResult, VisitorAnswer},
    inbox::{Contact, ContactInput, ReplyInput},
    people::{AccountStatus, Actor, NewUser, Role, UpdateUser, User},
    plans::Subscription,
    privacy::{PersonalData, ProvePassword},
    registration::Registration,
    store::{Id, Record},
    weekly::{ChooseWeeklyMail, NewProgressLink},
};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use surrealdb::types::SurrealValue;

use crate::support::{
    PASSWORD, World, answer, fields,
    people::{kofi, ngozi, token},
    push_service::Browser,
    query, questions, reason,
};

const FIRST: &str = "Quarshiegh";
const LAST: &str = "Dzifanu";
/// The last name until it was changed. It has letters that no random id has, as the other names do.
const BEFORE: &str = "Akpenuvi";
const EMAIL: &str = "dzifanu@school.example";
const EARLIER: &str = "earlier-dzifanu@school.example";
const MOBILE: &str = "2098761234";
const BORN: &str = "2004-07-09";
const WORDS: &str = "Photosynthesis, as my aunt Esinam told me";
const MORE_WORDS: &str = "Esinam also spoke of chlorophyll";

/// The effect of erasing a person on the rows of a table that are about this person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Erasing {
    /// It has none.
    Unaffected,
    /// They are deleted.
    Deleted,
    /// They stay without names, addresses and the person's own words. What staff wrote for the site stays as it is:
    /// questions, comments on them, and remarks on others' essays.
    Kept,
}

/// Every table of the store. A table that is missing here fails a test.
const TABLES: [(Erasing, &[&str]); 3] = [
    (
        Erasing::Unaffected,
        &[
            "advice",
            "assessment",
            "backup_lease",
            "backup_plan",
            "banner",
            "category",
            "country",
            "course",
            "email_template",
            "exam",
            "faq",
            "found_fine",
            "home_setting",
            "idempotency_key",
            "import_lot",
            "instruction",
            "iso_country",
            "name_lock",
            "news",
            "page",
            "paper_items",
            "plan",
            "question",
            "question_statistics",
            "section",
            "shared_lock",
            "store_schema",
            "subject",
            "subject_concerns",
            "subject_year",
            "tally",
            "testimonial",
            "theory",
            "topic",
            "unindexed_papers",
            "university",
            "unpacked_results",
            "waiting_result",
            "year_index",
        ],
    ),
    (
        Erasing::Deleted,
        &[
            "contact",
            "last_answers",
            "link",
            "mail",
            "open_sessions",
            "pack_downloads",
            "photograph",
            "photograph_file",
            "progress",
            "progress_link",
            "push_device",
            "registration",
            "reminder",
            "second_factor",
            "starts",
            "subscriber",
            "tries",
            "visitor_score",
            "weekly_mail",
        ],
    ),
    (
        Erasing::Kept,
        &[
            "attempt",
            "audit",
            "grading",
            "grading_case",
            "payment",
            "pending_import",
            "question_comment",
            "question_version",
            "quiz",
            "rekeying",
            "report",
            "sheet",
            "subscription",
            "theory_comment",
            "theory_version",
            "user",
        ],
    ),
];

/// The effect of erasing on the rows of this table.
fn erasing(table: &str) -> Option<Erasing> {
    TABLES.iter().find(|(_, tables)| tables.contains(&table)).map(|(erasing, _)| *erasing)
}

/// Ada of the demo and one more, both with all that a person can have.
struct People {
    world: World,
    ada: Id<User>,
    id: Id<User>,
    actor: Actor,
    session: String,
}

fn proof(password: &str) -> ProvePassword {
    ProvePassword { password: password.into() }
}

/// Takes a theory test and hands it in; begins another and leaves it; the same with questions.
async fn sit(world: &World, actor: &Actor, words: [&str; 2]) {
    for (words, handed_in) in [(words[0], true), (words[1], false)] {
        let ask = world.ask("wassce-waec-ssce", Mode::Practice, &["Mathematics"]).await;
        let (attempt, paper, _) =
            world.start_attempt(actor, StartAttempt { exam_type: ExamType::Both, ..ask }).await.unwrap();
        let theory = Some(paper.subjects[0].theories[0].id.clone());
        let written = Answer { question: None, theory, answer: Some(words.into()), at: None };
        let answers = vec![answer(questions(&paper)[0], 1), written];
        world.save(actor, &attempt, 0, answers).await.unwrap();
        if handed_in {
            let submit = SubmitResult { attempt_id: Some(attempt.id), ..SubmitResult::default() };
            world.submit(actor, submit).await.unwrap();
        }
    }
}

/// Gives one person's rows of a table to another as well.
async fn copy<R: Record + SurrealValue>(world: &World, from: &Id<User>, change: impl Fn(R) -> (Id<R>, R)) {
    let sql = format!("SELECT * FROM {} WHERE user = $user", R::TABLE);
    let rows: Vec<R> = world.store.query(&sql).bind(("user", from.clone())).all().await.unwrap();
    assert!(!rows.is_empty());
    for row in rows {
        let (id, row) = change(row);
        let call = world.store.write("CREATE ONLY $id CONTENT $row").bind(("id", id));
        call.bind(("row", row)).done().await.unwrap();
    }
}

/// Sends a message through the contact form, takes the reply, and wants the newsletter.
async fn write(world: &World, name: &str, email: &str, subject: &str) {
    let input = ContactInput {
        first_name: name.into(),
        last_name: LAST.into(),
        mobile_no: MOBILE.into(),
        email: email.into(),
        subject: subject.into(),
        message: subject.into(),
    };
    let input = if email == EMAIL {
        input
    } else {
        ContactInput { last_name: "Okafor".into(), mobile_no: "8000000000".into(), ..input }
    };
    world.create_contact(input, None).await.unwrap();
    let found = world.list_contacts(&query(&[("q", subject)])).await.unwrap().rows;
    let id: &Id<Contact> = &found[0].id;
    let reply = ReplyInput { reply_message: format!("<p>Dear {name}, she is well.</p>") };
    world.reply_to_contact(&world.admin().await, id, reply).await.unwrap();
    world.subscribe(email, None).await.unwrap();
}

async fn people() -> People {
    let world = World::demo().await;
    let ada_actor = world.student().await;
    let ada = ada_actor.user_id().unwrap().clone();
    let person =
        NewUser { first_name: FIRST.into(), last_name: BEFORE.into(), mobile_number: MOBILE.into(), ..kofi(EARLIER) };
    let id = world.create_user(&world.admin().await, Role::User, person.clone()).await.unwrap().id;
    world.forgot_password(EARLIER, None, None).await.unwrap();
    world.mailed_token().await;
    // An administrator changes the name and the address.
    let NewUser { first_name, dob, gender, mobile_code, mobile_number, nationality, status, .. } = person;
    let update = UpdateUser {
        first_name,
        last_name: LAST.into(),
        email: EMAIL.into(),
        dob,
        gender,
        mobile_code,
        mobile_number,
        nationality,
        status,
        extra_time: 0,
        password: String::new(),
        confirm_password: String::new(),
    };
    world.update_user(&world.admin().await, &id, None, update).await.unwrap();
    copy(&world, &ada, |row: Registration| {
        let key = Registration::key(&id, &row.exam);
        (key.clone(), Registration { id: key, user: id.clone(), ..row })
    })
    .await;
    copy(&world, &ada, |row: Subscription| {
        let key = Subscription::key(&id, &row.exam, None);
        (key.clone(), Subscription { id: key, user: id.clone(), ..row })
    })
    .await;
    let (_, session) = world.try_log_in(EMAIL, PASSWORD).await.unwrap();
    let actor = world.authenticate(&session).await.unwrap().unwrap();
    sit(&world, &actor, [WORDS, MORE_WORDS]).await;
    sit(&world, &ada_actor, ["What Ada wrote", "What Ada wrote, too"]).await;
    for who in [&actor, &ada_actor] {
        let shown = world.visitor_paper("jamb-utme").await.unwrap().questions.swap_remove(0);
        let answers = vec![VisitorAnswer { question: shown.id, answer: shown.correct }];
        let given = KeepVisitorAnswers { exam: "jamb-utme".into(), answers };
        world.keep_visitor_answers(who, &given).await.unwrap();
        let name = if who.user_id().unwrap() == &id { "Aunt Esinam" } else { "What Ada calls him" };
        let link = NewProgressLink { name: name.into(), show_forecast: true };
        world.create_progress_link(who, &link).await.unwrap();
        world.choose_weekly_mail(who, ChooseWeeklyMail { is_on: true }).await.unwrap();
        let endpoint = format!("https://fcm.googleapis.com/fcm/send/{}", who.user_id().unwrap());
        world.turn_on_reminder(who, &Browser::new().subscription(endpoint)).await.unwrap();
    }
    for email in ["student@sabi.test", EMAIL] {
        // A link that was mailed, one that waits, and a sign-in that went wrong.
        world.forgot_password(email, None, None).await.unwrap();
        world.finish_background_work().await;
        world.send_mails().await.unwrap();
        world.forgot_password(email, None, None).await.unwrap();
        world.finish_background_work().await;
        assert_eq!(reason(world.try_log_in(email, "not-the-password").await), "bad-credentials");
    }
    write(&world, "Ada", "student@sabi.test", "What Ada asked").await;
    write(&world, FIRST, EMAIL, "How is Esinam?").await;
    People { world, ada, id, actor, session }
}

#[tokio::test]
async fn comments_of_staff_are_exported_and_stay_without_the_author_after_erasure() {
    let world = World::demo().await;
    let (owner, staff) = (world.owner().await, NewUser { first_name: FIRST.into(), ..kofi(EMAIL) });
    let id = world.create_user(&owner, Role::Admin, staff).await.unwrap().id;
    let author = world.log_in_as(EMAIL).await;
    let question: Id<Question> =
        world.store.query("SELECT VALUE id FROM question LIMIT 1").first().await.unwrap().unwrap();
    let essay: Id<Theory> = world.store.query("SELECT VALUE id FROM theory LIMIT 1").first().await.unwrap().unwrap();
    world.add_comment(&author, &question, &WriteComment { text: "The key seems wrong".into() }).await.unwrap();
    world.pass(1);
    world.add_comment(&author, &essay, &WriteComment { text: "The unit is missing".into() }).await.unwrap();
    world.pass(1);
    world.add_comment(&owner, &question, &WriteComment { text: "I shall look".into() }).await.unwrap();
    let export = world.export(&author, &id).await.unwrap();
    let texts: Vec<_> = export.comments.iter().map(|one| one["text"].as_str().unwrap()).collect();
    assert_eq!(texts, ["The key seems wrong", "The unit is missing"]);

    world.erase_person(&owner, &id).await.unwrap();
    let comments = world.list_comments(&owner, &question, &query(&[])).await.unwrap().rows;
    let shown: Vec<_> = comments.iter().map(|one| (one.text.as_str(), one.author.as_deref().unwrap())).collect();
    assert_eq!(shown[1], ("The key seems wrong", "Erased account"));
}

#[tokio::test]
async fn an_export_holds_every_row_of_the_person_and_nothing_of_others() {
    let People { world, ada, id, actor, .. } = people().await;
    let export = world.export(&actor, &id).await.unwrap();
    let replies = export.messages[0]["replies"].as_array().unwrap();
    assert!(replies[0]["reply_message"].as_str().unwrap().contains("she is well"));
    assert!(replies[0].get("user").is_none(), "who replied is no matter of the person's: {replies:?}");
    let text = serde_json::to_string(&export).unwrap();
    for wanted in [id.as_str(), FIRST, LAST, EMAIL, EARLIER, MOBILE, BORN, WORDS, MORE_WORDS] {
        assert!(text.contains(wanted), "{wanted}");
    }
    let mut tables = Vec::new();
    for (table, row) in world.dump().await {
        let key = row["id"].as_str().unwrap();
        if row.to_string().contains(id.as_str()) {
            // The account is there without its secrets, and a link would be one; the last starts are those
            // of the attempts.
            let is_told = ["user", "link", "starts"].contains(&&*table) || text.contains(key);
            assert!(is_told, "{table}: {row}");
            tables.push(table);
        } else if row.to_string().contains(EMAIL) {
            assert!(text.contains(key), "{table}: {row}");
            tables.push(table);
        } else {
            assert!(!text.contains(&format!("\"{key}\"")) || is_shared(&table), "{table}: {row}");
        }
    }
    tables.dedup();
    tables.sort();
    tables.dedup();
    let wanted = [
        "attempt",
        "audit",
        "contact",
        "last_answers",
        "link",
        "mail",
        "open_sessions",
        "progress",
        "progress_link",
        "push_device",
        "quiz",
        "registration",
        "reminder",
        "sheet",
        "starts",
        "subscriber",
        "subscription",
        "user",
        "visitor_score",
        "weekly_mail",
    ];
    assert_eq!(tables, wanted);
    assert!(!text.contains(ada.as_str()));
    for other in ["student@sabi.test", "Okafor", "What Ada"] {
        assert!(!text.contains(other), "{other}");
    }
    // No secret: no password, no stamp, no link.
    let user: User = world.load(&id).await.unwrap().unwrap();
    let hashes: Vec<String> = world.store.query("SELECT VALUE hash FROM link").all().await.unwrap();
    assert_eq!(hashes.len(), 2);
    let shared: Vec<String> = world.store.query("SELECT VALUE hash FROM progress_link").all().await.unwrap();
    let browsers: Vec<String> = world.store.query("SELECT VALUE auth FROM push_device").all().await.unwrap();
    let hashes = [hashes, shared, browsers].concat();
    let mut queued = world.mails().await;
    queued.retain(|mail| mail.state == "queued" && mail.kind == "password-reset");
    let queued: Vec<String> = queued.iter().map(|mail| token(&mail.text)).collect();
    assert_eq!(queued.len(), 1);
    for secret in [hashes, queued, vec![user.password, user.stamp, "argon2".into()]].concat() {
        assert!(!text.contains(&secret), "{secret}");
    }
}

/// Tables to whose rows many people's refer: the catalogue, and the administrator who changed something.
fn is_shared(table: &str) -> bool {
    let own = [
        "attempt",
        "audit",
        "contact",
        "last_answers",
        "link",
        "mail",
        "progress",
        "progress_link",
        "push_device",
        "quiz",
        "registration",
        "reminder",
        "sheet",
        "subscriber",
        "subscription",
        "tries",
        "visitor_score",
        "weekly_mail",
    ];
    !own.contains(&table)
}

#[tokio::test]
async fn every_table_says_what_erasing_does_with_it() {
    let world = World::demo().await;
    let tables = world.tables().await;
    let unknown: Vec<_> = tables.iter().filter(|table| erasing(table).is_none()).collect();
    assert_eq!(unknown, [""; 0], "add them to TABLES, and to `App::erase` if they are about people");
    let listed = TABLES.iter().flat_map(|(_, tables)| tables.iter().copied());
    let gone: Vec<_> = listed.filter(|table| !tables.iter().any(|one| one == table)).collect();
    assert_eq!(gone, [""; 0], "there are no such tables");
}

#[tokio::test]
async fn an_export_is_for_the_person_and_for_owners() {
    let People { world, id, .. } = people().await;
    for actor in [world.student().await, world.admin().await] {
        assert_eq!(reason(world.export(&actor, &id).await), "forbidden");
    }
    for actor in [world.log_in_as("owner@sabi.test").await, Actor::Operator] {
        assert_eq!(world.export(&actor, &id).await.unwrap().account.email, EMAIL);
    }
}

#[tokio::test]
async fn an_export_reads_on_only_as_it_is_taken() {
    let world = World::demo().await;
    let student = world.student().await;
    let me = student.user_id().unwrap().clone();
    let sql = "FOR $n IN 0..100 { CREATE type::record('mail', $n) SET user = $me, to = 'x', state = 'sent', kind = 'early', \
        queued_at = d'2026-01-01T00:00:00Z' + duration::from_secs($n) };";
    world.store.write(sql).bind(("me", me.clone())).done().await.unwrap();
    let mut pieces = Box::pin(world.export_person(&student, &me).await.unwrap().into_stream());
    let mut text = Vec::new();
    while let Some(piece) = pieces.try_next().await.unwrap() {
        let is_first_mail = piece.starts_with(b"{") && piece.windows(7).any(|at| at == b"\"early\"");
        text.extend(piece);
        if is_first_mail {
            break;
        }
    }
    // A slow reader locks no rows: later parts are read as they are then.
    world.store.write("UPDATE mail SET kind = 'late' WHERE user = $me").bind(("me", me)).done().await.unwrap();
    while let Some(piece) = pieces.try_next().await.unwrap() {
        text.extend(piece);
    }
    let data: PersonalData = serde_json::from_slice(&text).unwrap();
    let early = data.mails.iter().filter(|mail| mail["kind"] == "early").count();
    assert_eq!(data.mails.len(), 100);
    assert!((1..=20).contains(&early), "{early} rows were read before they were asked for");
}

#[tokio::test]
async fn one_export_a_person_at_a_time_and_five_a_day() {
    let People { world, ada, id, actor, .. } = people().await;
    let running = world.export_person(&actor, &id).await.unwrap();
    assert_eq!(reason(world.export(&actor, &id).await), "export-running");
    world.export(&world.student().await, &ada).await.unwrap();
    drop(running);
    for _ in 0..4 {
        world.export(&actor, &id).await.unwrap();
    }
    assert!(matches!(world.export(&actor, &id).await, Err(Error::TooMany { retry_after: 86_401, .. })));
    for _ in 0..7 {
        world.export(&Actor::Operator, &id).await.unwrap();
    }
    world.pass(24 * 3600 + 1);
    world.export(&actor, &id).await.unwrap();
}

/// The rows of a table that mention somebody, without what they wrote.
fn rows_of(dump: &[(String, Value)], table: &str, id: &Id<User>) -> Vec<Value> {
    let rows = dump.iter().filter(|(name, row)| name == table && row.to_string().contains(id.as_str()));
    let mut rows: Vec<Value> = rows.map(|(_, row)| row.clone()).collect();
    for theory in rows.iter_mut().flat_map(|row| row["theories"].as_array_mut().into_iter().flatten()) {
        let written = theory["answered"].is_string();
        theory["answered"] = written.into();
    }
    // Submissions that waited for a moderator do not wait any more.
    for row in &mut rows {
        if row["exam_result"] == "pending" {
            row["exam_result"] = "own".into();
        }
    }
    rows
}

#[tokio::test]
async fn erased_is_erased_and_results_still_count() {
    let People { world, ada, id, actor, session } = people().await;
    let before = world.dump().await;
    let sha = |email: &str| hex::encode(Sha256::digest(email));
    for (text, what) in [(FIRST, "a name"), (EARLIER, "an address"), (WORDS, "an answer"), (&sha(EMAIL), "a count")] {
        assert!(!world.where_is(text).await.is_empty(), "there is {what} to erase");
    }
    world.erase_me(&actor, proof(PASSWORD)).await.unwrap();

    let gone = [FIRST, LAST, BEFORE, "dzifanu", MOBILE, BORN, "Esinam", &sha(EMAIL)];
    for text in gone {
        assert_eq!(world.where_is(text).await, [""; 0], "{text}");
    }
    let after = world.dump().await;
    for table in ["attempt", "quiz", "subscription"] {
        let kept = rows_of(&after, table, &id);
        assert!(!kept.is_empty());
        assert_eq!(kept, rows_of(&before, table, &id), "{table}");
    }
    assert_eq!(rows_of(&after, "sheet", &id).len(), 2);
    let quiz: QuizResult = world
        .store
        .query("SELECT * FROM quiz WHERE user = $id")
        .bind(("id", id.clone()))
        .first()
        .await
        .unwrap()
        .unwrap();
    assert_eq!((quiz.tally.total, quiz.marked.len()), (29, 29), "the marks hold");
    assert_eq!(quiz.theories[0].answered.as_deref(), Some("(erased)"));
    let waiting = world.list_grading_queue(&Actor::Operator, &query(&[])).await.unwrap();
    let adas: Vec<Id<QuizResult>> = world
        .store
        .query("SELECT VALUE id FROM quiz WHERE user = $ada AND exam_result = 'pending'")
        .bind(("ada", ada.clone()))
        .all()
        .await
        .unwrap();
    assert_eq!(
        waiting.rows.iter().map(|task| task.id.clone()).collect::<Vec<_>>(),
        adas,
        "hers alone is left to grade"
    );
    assert_eq!(adas.len(), 1);
    assert_eq!(world.list_user_theories(&Actor::Operator, &query(&[("state", "pending")])).await.unwrap().total, 1);
    for (table, row) in &before {
        assert!(
            erasing(table) != Some(Erasing::Unaffected) || !row.to_string().contains(id.as_str()),
            "{table}: {row}"
        );
    }
    let left: Vec<_> = after.iter().filter(|(table, _)| erasing(table) == Some(Erasing::Deleted)).collect();
    let of_person = left.iter().filter(|(_, row)| row.to_string().contains(id.as_str()));
    assert_eq!(of_person.collect::<Vec<_>>(), [] as [&&(String, Value); 0]);
    // Other people lost nothing.
    for table in
        ["user", "attempt", "quiz", "sheet", "mail", "link", "progress_link", "registration", "subscription", "audit"]
    {
        assert_eq!(rows_of(&after, table, &ada), rows_of(&before, table, &ada), "{table}");
    }
    assert_eq!(world.where_is("What Ada asked").await, ["contact", "mail"]);
    assert_eq!(world.where_is("Dear Ada").await, ["audit", "contact", "mail"]);
    // The test that ran has ended with its student; the server ends Ada's alone.
    world.pass(2 * 3600);
    assert_eq!(world.expire_attempts().await.unwrap(), 1);
    assert_eq!(world.where_is("Esinam").await, [""; 0]);

    assert_eq!(reason(world.try_log_in(EMAIL, PASSWORD).await), "bad-credentials");
    assert!(world.authenticate(&session).await.unwrap().is_none());
    let left = world.find_user(&Actor::Operator, &id).await.unwrap();
    assert_eq!((left.first_name.as_str(), left.status, left.dob), ("Erased", AccountStatus::Blocked, None));
    let mails = world.mails().await.len();
    for email in [EMAIL, EARLIER] {
        world.forgot_password(email, None, None).await.unwrap();
        world.resend_activation(email, None).await.unwrap();
    }
    assert_eq!(world.mails().await.len(), mails, "there is nobody to write to");
    world.register(ngozi(EMAIL), None).await.unwrap();
}

#[tokio::test]
async fn nobody_takes_the_address_that_an_erased_person_is_given() {
    let People { world, id, actor, .. } = people().await;
    for email in [format!("erased-{id}@erased.invalid"), format!("ERASED-{id}@Mail.Erased.Invalid")] {
        assert_eq!(fields(world.register(ngozi(&email), None).await), ["email"]);
        assert_eq!(fields(world.create_user(&Actor::Operator, Role::User, kofi(&email)).await), ["email"]);
        let moved = |user: &User| Ok(UpdateUser { email: email.clone(), ..user.form() });
        assert_eq!(fields(world.edit_user(&Actor::Operator, &id, None, None, moved).await), ["email"]);
        assert_eq!(fields(world.subscribe(&email, None).await), ["email"]);
    }
    // Somebody with a domain that only ends the same way is another person.
    let other = world.add_kofi("kofi@un-erased.invalid").await;
    world.forgot_password("kofi@un-erased.invalid", None, None).await.unwrap();
    assert!(world.mails().await.iter().any(|mail| mail.to == other.email));
    world.erase_me(&actor, proof(PASSWORD)).await.unwrap();
}

#[tokio::test]
async fn erasing_asks_for_the_right_password_and_leaves_super_admins() {
    let People { world, id, actor, .. } = people().await;
    let owner = world.log_in_as("owner@sabi.test").await;
    let before = world.dump().await;
    assert_eq!(fields(world.erase_me(&actor, proof("")).await), ["password"]);
    match world.erase_me(&actor, proof("not-the-password")).await {
        Err(Error::Invalid(errors)) => {
            assert!(format!("{errors:?}").contains("Password is incorrect"), "{errors:?}");
            assert!(!format!("{errors:?}").contains("Old"), "no old password was asked for: {errors:?}");
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(reason(world.erase_me(&owner, proof(PASSWORD)).await), "super-admin");
    for who in [&owner, &Actor::Operator] {
        assert_eq!(reason(world.erase_person(who, owner.user_id().unwrap()).await), "super-admin");
    }
    for who in [&actor, &world.student().await, &world.admin().await] {
        assert_eq!(reason(world.erase_person(who, &id).await), "forbidden");
    }
    assert!(world.erase_me(&Actor::Operator, proof(PASSWORD)).await.is_err());
    // Written by the logins themselves.
    let is_theirs = |table: &str, row: &Value| match table {
        "tries" | "open_sessions" => true,
        _ => row["kind"] == "new-device",
    };
    let others = |dump: Vec<(String, Value)>| -> Vec<_> {
        dump.into_iter().filter(|(table, row)| !is_theirs(table, row)).collect()
    };
    assert_eq!(others(world.dump().await), others(before), "nothing was taken away");
    // Owners may, without the password.
    world.erase_person(&owner, &id).await.unwrap();
    assert_eq!(world.where_is(LAST).await, [""; 0]);
}

#[tokio::test]
async fn an_administrator_is_erased_with_the_mails_they_sent_themself() {
    let world = World::demo().await;
    let admin = NewUser { first_name: FIRST.into(), last_name: LAST.into(), ..kofi("Dzifanu@school.example") };
    let id = world.create_user(&Actor::Operator, Role::Admin, admin).await.unwrap().id;
    let actor = world.log_in_as(EMAIL).await;
    world.test_template(&actor, "activation", TemplateTest::default()).await.unwrap();
    assert_eq!(world.send_mails().await.unwrap(), 1);
    world.test_template(&actor, "activation", TemplateTest { email: Some(EMAIL.into()) }).await.unwrap();
    let export = serde_json::to_string(&world.export(&actor, &id).await.unwrap().mails).unwrap();
    assert!(export.contains("Dzifanu@school.example"), "they are in the export, too: {export}");
    world.erase_person(&Actor::Operator, &id).await.unwrap();
    for text in [FIRST, LAST, EMAIL] {
        assert_eq!(world.where_is(text).await, [""; 0], "{text}");
    }
}
