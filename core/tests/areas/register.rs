//! Subjects are registered for good, up to the exam's maximum; one change is asked for and made.

use std::collections::HashSet;

use chrono::Duration;
use sabi_core::{
    Error, Result,
    catalogue::Subject,
    people::{AccountStatus, Actor, NewUser, Role},
    plans::Subscription,
    registration::{RefuseChange, Registration, RegistrationView, SaveSubjects, SetExamDate, SetRealScore},
    store::Id,
};

use crate::support::{PASSWORD, World, fields, query, reason};

const OPERATOR: Actor = Actor::Operator;

/// A store with a student who holds what the demo student subscribed, and has registered nothing.
struct Desk {
    world: World,
    student: Actor,
    subscription: Id<Subscription>,
}

impl Desk {
    async fn open() -> Self {
        let world = World::demo().await;
        for title in ["Chemistry", "Economics"] {
            world.add_subject("jamb-utme", title).await;
        }
        let user = NewUser {
            first_name: "Ada".into(),
            last_name: "Bello".into(),
            email: "ada@sabi.test".into(),
            dob: None,
            gender: None,
            mobile_code: String::new(),
            mobile_number: String::new(),
            nationality: String::new(),
            status: AccountStatus::Active,
            is_super_admin: false,
            password: PASSWORD.into(),
            confirm_password: PASSWORD.into(),
        };
        let user = world.create_user(&OPERATOR, Role::User, user).await.unwrap().id;
        let held = "SELECT * FROM subscription WHERE exam.slug = 'jamb-utme' LIMIT 1";
        let held: Subscription = world.store.query(held).first().await.unwrap().unwrap();
        let held = Subscription { id: Subscription::key(&user, &held.exam, None), user, ..held };
        let subscription = held.id.clone();
        world.store.write("CREATE ONLY $held.id CONTENT $held").bind(("held", held)).done().await.unwrap();
        let student = world.log_in_as("ada@sabi.test").await;
        Self { world, student, subscription }
    }

    async fn ids(&self, titles: &[&str]) -> Vec<Id<Subject>> {
        let mut ids = Vec::new();
        for title in titles {
            ids.push(self.world.subject("jamb-utme", title).await.id);
        }
        ids
    }

    async fn ask(&self, subjects: &[&str], instead: &[&str]) -> SaveSubjects {
        SaveSubjects {
            user_id: self.student.user_id().unwrap().clone(),
            exam_id: self.world.exam("jamb-utme").await.id,
            category_id: None,
            course_id: None,
            user_subscription: Some(self.subscription.clone()),
            subjects: self.ids(subjects).await,
            subjects_update: self.ids(instead).await,
            subjects_processed: Vec::new(),
            update_request: false,
            version: None,
        }
    }

    async fn save(&self, subjects: &[&str]) -> Result<RegistrationView> {
        self.world.save_subjects(&self.student, &self.ask(subjects, &[]).await).await
    }

    async fn ask_for(&self, instead: &[&str]) -> Result<RegistrationView> {
        self.world.save_subjects(&self.student, &self.ask(&[], instead).await).await
    }

    async fn replace(&self, subjects: &[&str]) -> Result<RegistrationView> {
        self.world.save_subjects(&self.world.admin().await, &self.ask(subjects, &[]).await).await
    }
}

fn titles(registration: &RegistrationView) -> Vec<&str> {
    registration.subjects.iter().map(|subject| subject.title.as_str()).collect()
}

#[tokio::test]
async fn subjects_stay_registered_and_the_mandatory_ones_come_first() {
    let desk = Desk::open().await;
    let first = desk.save(&["Physics"]).await.unwrap();
    assert_eq!(titles(&first), ["Use of English", "Physics"]);
    assert!(!first.update_request && first.subjects_update.is_empty());
    assert_eq!(first.subjects_processed.len(), 2);
    // The same again changes nothing, and what is left out stays.
    assert_eq!(titles(&desk.save(&["Physics"]).await.unwrap()), ["Use of English", "Physics"]);
    let full = desk.save(&["Biology", "Chemistry"]).await.unwrap();
    assert_eq!(titles(&full), ["Use of English", "Physics", "Biology", "Chemistry"]);
    let over = desk.save(&["Economics"]).await.unwrap_err();
    assert_eq!(over.to_string(), "You have reached the maximum limit (4) of selected subjects.");
    assert_eq!(fields(Err::<(), _>(over)), ["subjects"]);
    assert_eq!(fields(desk.save(&[]).await), ["subjects"]);
}

#[tokio::test]
async fn one_change_is_asked_for_and_an_administrator_makes_it() {
    let desk = Desk::open().await;
    desk.save(&["Physics", "Biology"]).await.unwrap();
    assert_eq!(fields(desk.ask_for(&["Use of English", "Chemistry"]).await), ["subjectsUpdate"], "not all registered");
    desk.save(&["Chemistry"]).await.unwrap();
    assert_eq!(
        fields(desk.ask_for(&["Economics", "Physics"]).await),
        ["subjectsUpdate"],
        "a mandatory one is left out"
    );
    let wanted = ["Use of English", "Physics", "Economics", "Mathematics"];
    let asked = desk.ask_for(&wanted).await.unwrap();
    assert_eq!(asked.subjects_update.iter().map(|one| one.title.as_str()).collect::<Vec<_>>(), wanted);
    assert_eq!(titles(&asked), ["Use of English", "Physics", "Biology", "Chemistry"], "nothing is changed yet");
    assert_eq!(reason(desk.ask_for(&wanted).await), "change-used");
    let economics = desk.world.subject("jamb-utme", "Economics").await.id;
    let Err(Error::Conflict(refusal)) = desk.world.delete::<Subject>(&OPERATOR, &economics).await else {
        panic!("it was deleted")
    };
    assert_eq!(refusal.reason, "in-use");
    assert_eq!(refusal.message, "Subject cannot be deleted: it is still used by a student's registration.");
    let requests = async || desk.world.list_all_registrations(&query(&[("changeRequested", "true")])).await.unwrap();
    let waiting = requests().await;
    assert_eq!((waiting.total, &waiting.rows[0].id), (1, &asked.id), "an administrator finds it");
    let named = query(&[("q", &waiting.rows[0].student.email)]);
    assert!(desk.world.list_all_registrations(&named).await.unwrap().total >= 1, "by the student's address, too");

    assert_eq!(fields(desk.replace(&[]).await), ["subjects"]);
    assert_eq!(fields(desk.replace(&["Economics", "Physics"]).await), ["subjects"], "a mandatory one is left out");
    let six = ["Use of English", "Physics", "Economics", "Mathematics", "Biology"];
    let refused = desk.replace(&six).await.unwrap_err();
    assert_eq!(refused.to_string(), "You have reached maximun limit (4) subject for this exam");
    // A choice that the student made meanwhile is not overwritten.
    let mut stale = desk.ask(&wanted, &[]).await;
    stale.version = Some(asked.version - 1);
    assert_eq!(reason(desk.world.save_subjects(&desk.world.admin().await, &stale).await), "changed");
    stale.version = Some(asked.version);
    let changed = desk.world.save_subjects(&desk.world.admin().await, &stale).await.unwrap();
    assert_eq!(changed.version, asked.version + 1);
    assert_eq!((titles(&changed), changed.update_request), (wanted.to_vec(), true));
    assert!(changed.subjects_update.is_empty());
    assert_eq!(requests().await.total, 0);
    assert_eq!(reason(desk.ask_for(&wanted).await), "change-used");
    // The student's own changes are nobody's record; the administrator's is.
    let told = desk.world.list_audit(&query(&[("record", changed.id.as_str())])).await.unwrap().rows;
    assert_eq!(told.iter().map(|entry| entry.action.as_str()).collect::<Vec<_>>(), ["update"]);

    desk.world.delete_registration(&desk.world.admin().await, &changed.id).await.unwrap();
    assert_eq!(titles(&desk.save(&["Physics"]).await.unwrap()), ["Use of English", "Physics"]);
}

#[tokio::test]
async fn a_course_that_is_registered_holds_for_calls_that_name_none() {
    let desk = Desk::open().await;
    let course = desk.world.subject("jamb-utme", "Chemistry").await.course[0].id.clone();
    let economics = desk.world.subject("jamb-utme", "Economics").await.id;
    let elsewhere = desk.world.store.write("UPDATE $id SET course = [] RETURN NONE").bind(("id", economics));
    elsewhere.done().await.unwrap();
    let first = SaveSubjects { course_id: Some(course.clone()), ..desk.ask(&["Chemistry"], &[]).await };
    desk.world.save_subjects(&desk.student, &first).await.unwrap();
    assert_eq!(fields(desk.save(&["Economics"]).await), ["subjects[0]"]);
    let id = Registration::key(desk.student.user_id().unwrap(), &first.exam_id);
    let held: Registration = desk.world.load(&id).await.unwrap().unwrap();
    assert_eq!((held.course, held.subjects.contains(&first.subjects[0])), (Some(course), true));
}

#[tokio::test]
async fn wrong_subjects_of_a_registration_are_named() {
    let desk = Desk::open().await;
    let other = desk.world.student().await;
    let ask = desk.ask(&["Physics"], &[]).await;
    assert_eq!(reason(desk.world.save_subjects(&other, &ask).await), "forbidden");
    let mut own = SaveSubjects { user_id: other.user_id().unwrap().clone(), ..ask.clone() };
    assert_eq!(
        reason(desk.world.save_subjects(&other, &own).await),
        "no-subscription",
        "the subscription is another's"
    );
    own.user_subscription = None;
    assert_eq!(reason(desk.world.save_subjects(&other, &own).await), "no-subscription");

    let send = async |change: &dyn Fn(&mut SaveSubjects)| {
        let mut ask = ask.clone();
        change(&mut ask);
        fields(desk.world.save_subjects(&desk.student, &ask).await)
    };
    let waec = desk.world.subject("wassce-waec-ssce", "Mathematics").await.id;
    assert_eq!(send(&|ask| ask.subjects.push(waec.clone())).await, ["subjects[1]"]);
    assert_eq!(send(&|ask| ask.subjects.push(Id::new("none"))).await, ["subjects[1]"]);
    assert_eq!(send(&|ask| ask.subjects.push(ask.subjects[0].clone())).await, ["subjects"]);
    assert_eq!(send(&|ask| ask.course_id = Some(Id::new("none"))).await, ["subjects[0]"], "not one of the course");
    assert_eq!(send(&|ask| ask.category_id = Some(Id::new("none"))).await, ["categoryId"]);
    assert_eq!(send(&|ask| ask.exam_id = Id::new("none")).await, ["examId"]);
    desk.world.pass(60 * 60 * 24 * 4000);
    let late = desk.world.log_in_as("ada@sabi.test").await;
    assert_eq!(reason(desk.world.save_subjects(&late, &ask).await), "no-subscription", "it has expired");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn twenty_at_once_never_register_more_than_the_maximum() {
    let desk = Desk::open().await;
    let all = ["Physics", "Biology", "Chemistry", "Economics", "Mathematics"];
    let mut saving = Vec::new();
    for n in 0..20 {
        let ask = desk.ask(&[all[n % 5]], &[]).await;
        let (app, student) = (desk.world.app.clone(), desk.student.clone());
        saving.push(tokio::spawn(async move { app.save_subjects(&student, &ask).await.map(drop) }));
    }
    for saved in saving {
        // A registration beyond the maximum says so; otherwise only too many concurrent writers may fail.
        if let Err(error) = saved.await.unwrap() {
            let is_known = matches!(error, sabi_core::Error::Invalid(_) | sabi_core::Error::Unavailable(_));
            assert!(is_known, "{error:?}");
        }
    }
    let page = desk.world.list_registrations(&desk.student, desk.student.user_id().unwrap(), &query(&[])).await;
    let rows = page.unwrap().rows;
    assert_eq!(rows.len(), 1);
    let distinct: HashSet<_> = rows[0].subjects.iter().map(|subject| &subject.id).collect();
    assert_eq!((rows[0].subjects.len() <= 4, distinct.len()), (true, rows[0].subjects.len()));
}

#[tokio::test]
async fn a_student_says_when_the_exam_is_and_takes_it_back() {
    let desk = Desk::open().await;
    let exam = desk.world.exam("jamb-utme").await.id;
    let day = |days: i64| Some((desk.world.now() + Duration::days(days)).date_naive());
    let set = async |date| desk.world.set_exam_date(&desk.student, &exam, &SetExamDate { date }).await;
    assert!(matches!(set(day(30)).await, Err(Error::NotFound(_))), "before any subject is registered");
    desk.save(&["Physics"]).await.unwrap();
    let kept = set(day(30)).await.unwrap();
    assert_eq!(kept.exam_date, day(30).map(|day| day.to_string()));
    for wrong in [-2, 800] {
        assert_eq!(fields(set(day(wrong)).await), ["date"]);
    }
    assert_eq!(desk.save(&["Biology"]).await.unwrap().exam_date, kept.exam_date, "other changes leave it");
    assert_eq!(set(None).await.unwrap().exam_date, None);
}

#[tokio::test]
async fn a_student_says_what_the_real_score_was() {
    let desk = Desk::open().await;
    let jamb = desk.world.exam("jamb-utme").await.id;
    let set = async |score| desk.world.set_real_score(&desk.student, &jamb, &SetRealScore { score }).await;
    assert!(matches!(set(Some(267)).await, Err(Error::NotFound(_))), "before any subject is registered");
    desk.save(&["Physics"]).await.unwrap();
    assert_eq!(set(Some(267)).await.unwrap().real_score, Some(267));
    for wrong in [-1, 401] {
        assert_eq!(fields(set(Some(wrong)).await), ["score"]);
    }
    assert_eq!(desk.save(&["Biology"]).await.unwrap().real_score, Some(267), "other changes leave it");
    assert_eq!(set(None).await.unwrap().real_score, None);
    let waec = desk.world.exam("wassce-waec-ssce").await.id;
    let refused = desk.world.set_real_score(&desk.student, &waec, &SetRealScore { score: Some(50) }).await;
    assert_eq!(fields(refused), ["score"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_class_of_sixty_registers_at_once() {
    let desk = Desk::open().await;
    let world = &desk.world;
    let course = world.subject("jamb-utme", "Physics").await.course[0].clone();
    let ask = SaveSubjects { course_id: Some(course.id.clone()), ..desk.ask(&["Physics", "Mathematics"], &[]).await };
    let mut saving = Vec::new();
    for student in world.class(60).await {
        let user = student.user_id().unwrap().clone();
        let key = Registration::key(&user, &ask.exam_id);
        world.store.write("DELETE $key RETURN NONE").bind(("key", key)).done().await.unwrap();
        let subscription = Some(Subscription::key(&user, &ask.exam_id, None));
        let ask = SaveSubjects { user_id: user, user_subscription: subscription, ..ask.clone() };
        saving.push((world.app.clone(), student, ask));
    }
    // Two servers share only the store, so sixty tasks conflict as sixty requests to two servers do.
    let saving = saving
        .into_iter()
        .map(|(app, student, ask)| tokio::spawn(async move { app.save_subjects(&student, &ask).await }));
    let mut saved = 0;
    for one in saving.collect::<Vec<_>>() {
        assert_eq!(titles(&one.await.unwrap().unwrap()), ["Use of English", "Physics", "Mathematics"]);
        saved += 1;
    }
    assert_eq!(saved, 60);
    // Registered subjects cannot be deleted.
    let physics = world.subject("jamb-utme", "Physics").await.id;
    assert_eq!(reason(world.delete::<Subject>(&OPERATOR, &physics).await), "in-use");
}

#[tokio::test]
async fn a_save_without_a_new_subject_locks_nothing() {
    let desk = Desk::open().await;
    let locks = async || {
        let written = desk.world.store.query("SELECT VALUE at FROM shared_lock").all::<String>().await.unwrap();
        HashSet::<String>::from_iter(written)
    };
    desk.save(&["Physics"]).await.unwrap();
    let before = locks().await;
    assert!(!before.is_empty());
    desk.save(&["Physics"]).await.unwrap();
    assert_eq!(locks().await, before);
    desk.save(&["Biology"]).await.unwrap();
    assert_ne!(locks().await, before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_subject_that_is_deleted_meanwhile_is_never_registered() {
    for _ in 0..10 {
        let desk = Desk::open().await;
        let chemistry = desk.world.subject("jamb-utme", "Chemistry").await.id;
        let ask = desk.ask(&["Chemistry"], &[]).await;
        let (saving, deleting) = (desk.world.app.clone(), desk.world.app.clone());
        let (student, subject) = (desk.student.clone(), chemistry.clone());
        let saved = tokio::spawn(async move { saving.save_subjects(&student, &ask).await });
        let deleted = tokio::spawn(async move { deleting.delete::<Subject>(&OPERATOR, &subject).await });
        let (saved, deleted) = (saved.await.unwrap(), deleted.await.unwrap());
        assert!(saved.is_ok() != deleted.is_ok(), "{saved:?} {deleted:?}");
    }
}

#[tokio::test]
async fn a_student_is_told_that_an_administrator_changed_their_subjects() {
    let desk = Desk::open().await;
    let world = &desk.world;
    let told = async || {
        let mails = world.mails().await;
        mails.into_iter().filter(|mail| mail.kind == "subjects-changed").map(|mail| mail.text).collect::<Vec<_>>()
    };
    let own = desk.save(&["Physics", "Biology", "Chemistry"]).await.unwrap();
    assert!(own.changed.is_none() && told().await.is_empty(), "what students do themselves is no news");
    let changed = desk.replace(&["Use of English", "Physics", "Biology", "Economics"]).await.unwrap();
    let seen = changed.changed.unwrap();
    assert_eq!((seen.before.join(", "), seen.at), ("Use of English, Physics, Biology, Chemistry".into(), world.now()));
    let mails = told().await;
    assert_eq!(mails.len(), 1);
    for words in ["Ada", "JAMB UTME", "Chemistry", "Economics", "2 Mar 2026", "/saved-subjects"] {
        assert!(mails[0].contains(words), "{words}: {}", mails[0]);
    }
    // The same subjects once more are no change.
    desk.replace(&["Use of English", "Physics", "Biology", "Economics"]).await.unwrap();
    assert_eq!(told().await.len(), 1);
    // A second change before the student came: the notice compares with what the student knew.
    let again = desk.replace(&["Use of English", "Physics", "Mathematics", "Economics"]).await.unwrap();
    assert!(again.changed.unwrap().before.contains(&"Chemistry".to_owned()));
    assert_eq!(told().await.len(), 2);

    let other = world.student().await;
    assert!(matches!(world.see_subjects_change(&other, &again.id).await, Err(Error::NotFound(_))));
    world.see_subjects_change(&desk.student, &again.id).await.unwrap();
    world.see_subjects_change(&desk.student, &again.id).await.unwrap();
    let rows = world.list_registrations(&desk.student, desk.student.user_id().unwrap(), &query(&[])).await.unwrap();
    assert_eq!(rows.rows[0].changed, None);
    world.delete_registration(&world.admin().await, &again.id).await.unwrap();
    let last = told().await;
    assert!(last.len() == 3 && last.iter().any(|text| text.contains("Now: none")), "{last:?}");
}

#[tokio::test]
async fn a_change_that_is_refused_leaves_the_subjects_and_the_student_may_ask_again() {
    let desk = Desk::open().await;
    let (world, admin) = (&desk.world, desk.world.admin().await);
    let own = desk.save(&["Physics", "Biology", "Chemistry"]).await.unwrap();
    let refuse = async |reason: &str, version| {
        world.refuse_subjects_change(&admin, &own.id, &RefuseChange { reason: reason.into(), version }).await
    };
    assert_eq!(reason(refuse("", None).await), "no-request");
    let wanted = ["Use of English", "Physics", "Economics", "Mathematics"];
    let asked = desk.ask_for(&wanted).await.unwrap();
    assert_eq!(reason(refuse("", Some(asked.version - 1)).await), "changed");
    assert_eq!(fields(refuse(&"x".repeat(501), None).await), ["reason"]);

    let refused = refuse(" Economics is not examined this year. ", Some(asked.version)).await.unwrap();
    assert_eq!((titles(&refused), refused.subjects_update.len()), (titles(&asked), 0));
    let told = refused.changed.unwrap();
    let why = told.refused.unwrap();
    assert_eq!((why.asked.as_slice(), told.at), (wanted.map(String::from).as_slice(), world.now()));
    assert_eq!(
        (why.reason.as_str(), told.before),
        ("Economics is not examined this year.", titles(&asked).into_iter().map(String::from).collect())
    );
    let mails: Vec<_> = world.mails().await.into_iter().filter(|mail| mail.kind == "subjects-refused").collect();
    assert_eq!(mails.len(), 1);
    for words in ["Ada", "JAMB UTME", "Economics, Mathematics", "not examined this year", "/saved-subjects"] {
        assert!(mails[0].text.contains(words), "{words}: {}", mails[0].text);
    }
    let recorded = world.list_audit(&query(&[("record", own.id.as_str())])).await.unwrap().rows;
    assert_eq!(recorded.iter().map(|entry| entry.action.as_str()).collect::<Vec<_>>(), ["refuse"]);
    assert_eq!(reason(refuse("", None).await), "no-request", "once");

    // The one change was not made, so it can be asked for again, and made.
    desk.ask_for(&wanted).await.unwrap();
    let changed = desk.replace(&wanted).await.unwrap();
    let told = changed.changed.unwrap();
    assert_eq!((told.refused, told.before.join(", ")), (None, "Use of English, Physics, Biology, Chemistry".into()));
}
