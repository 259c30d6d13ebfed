//! Two servers that start at the same moment, with the same work waiting for both.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, Instant},
};

use futures::future::join_all;
use sabi_api::client::Client;
use sabi_core::store::{Migration, Schema, Step, Store};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::{
    alike::Paper,
    database::Database,
    site::{Site, until},
    support::hall::email,
};

/// Servers that come to an old store at once.
const COMING: usize = 6;
/// Tests whose time is over, and mails that wait.
const DUE: usize = 12;
/// Longer than the pause of each worker.
const NEXT_ROUND: Duration = Duration::from_secs(12);

/// How often a migration began, in all of them.
static BEGUN: AtomicUsize = AtomicUsize::new(0);

const MIGRATIONS: [Migration; 3] = [
    Migration { name: "count once", step: Step::Sql("UPSERT counted:one SET n = (n ?? 0) + 1") },
    Migration {
        name: "count slowly",
        step: Step::Rust(|tx| {
            Box::pin(async move {
                BEGUN.fetch_add(1, Ordering::SeqCst);
                sleep(Duration::from_millis(300)).await;
                tx.query("UPSERT counted:two SET n = (n ?? 0) + 1").done().await
            })
        }),
    },
    Migration { name: "count again", step: Step::Sql("UPSERT counted:three SET n = (n ?? 0) + 1") },
];

/// Servers that come together apply each migration once, to an empty database and to an old store.
pub async fn migrations(program: &str) -> String {
    let database = Database::start(program).await;
    let address = Database::address(database.port);
    let define = |index: &str| {
        let index = format!("DEFINE INDEX IF NOT EXISTS {index} ON counted FIELDS n");
        vec!["DEFINE TABLE IF NOT EXISTS counted SCHEMALESS".into(), index]
    };
    let old = Schema { definitions: define("by_count"), migrations: &[] };
    let new = Schema { definitions: define("by_number"), migrations: &MIGRATIONS };
    for schema in [&old, &new] {
        let opened = join_all((0..COMING).map(|_| Store::open(&address, schema))).await;
        for store in opened {
            store.unwrap_or_else(|error| panic!("one of {COMING} did not start: {error}")).close().await;
        }
    }
    assert_eq!(database.ask("SELECT VALUE n FROM counted"), json!([1, 1, 1]));
    let indexes = database.ask("INFO FOR TABLE counted");
    let names: Vec<_> = indexes["indexes"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["by_number"]);
    let begun = BEGUN.load(Ordering::SeqCst);
    format!("{COMING} servers at once, twice; each migration once (one was begun {begun} times)")
}

/// More transactions at once than the database takes of a connection wait for their turn; one after the other, each
/// finds its session signed in.
pub async fn transactions(program: &str) -> String {
    const MANY: usize = 200;
    let database = Database::start(program).await;
    let schema = Schema { definitions: vec!["DEFINE TABLE IF NOT EXISTS counted SCHEMALESS".into()], migrations: &[] };
    let store = Store::open(&Database::address(database.port), &schema).await.unwrap();
    let write = async |number: usize| {
        let tx = store.begin().await?;
        let write = tx.query("UPSERT type::record('counted', $number) SET n = 1");
        write.bind(("number", number as u64)).done().await?;
        tx.commit().await
    };
    let begun = Instant::now();
    for written in join_all((0..MANY).map(write)).await {
        written.unwrap();
    }
    let together = begun.elapsed();
    let begun = Instant::now();
    for number in 0..MANY {
        write(number).await.unwrap();
    }
    let each = begun.elapsed() / u32::try_from(MANY).unwrap();
    assert_eq!(database.count("counted"), MANY);
    store.close().await;
    format!("{MANY} at once in {together:.1?}, {each:.1?} for each of as many one after the other")
}

/// A class takes the same free plan at both servers at once, and then registers the same subject: nobody is sent away.
pub async fn class(site: &mut Site) -> String {
    const CLASS: usize = 60;
    let site = &*site;
    let clients = join_all((0..CLASS).map(|seat| async move { site.client(seat % 2, &email(seat)).await })).await;
    let exams: Value = clients[0].get("/exam-types", &[]).await.unwrap();
    let exam = exams["data"].as_array().unwrap().iter().find(|exam| exam["slug"] == "jsce-bece").unwrap();
    let exam = exam["_id"].as_str().unwrap();
    let plans: Value = clients[0].get(&format!("/get-subscriptions/{exam}/none"), &[]).await.unwrap();
    let trial = plans["data"].as_array().unwrap().iter().find(|plan| plan["price"] == 0).unwrap();
    let ask = json!({ "examId": exam, "subscriptionId": trial["_id"], "paymentData": {} });
    let subjects: Value = clients[0].post("/get-course-subjects/", &json!({ "examId": exam })).await.unwrap();
    let subject = &subjects["data"][0]["_id"];

    let begun = Instant::now();
    let given = join_all(clients.iter().map(|client| client.post::<Value>("/subscribe-plan", &ask))).await;
    let taken = begun.elapsed();
    let mut saves = Vec::new();
    for (client, given) in clients.iter().zip(given) {
        let me: Value = client.get("/me", &[]).await.unwrap();
        let held = given.unwrap()["userSubscription"]["_id"].clone();
        let (user, subjects) = (&me["user"]["_id"], [subject]);
        saves.push(json!({ "userId": user, "examId": exam, "userSubscription": held, "subjects": subjects }));
    }
    let begun = Instant::now();
    let saved = clients.iter().zip(&saves).map(|(client, save)| client.post::<Value>("/save-exam-subjects", save));
    for saved in join_all(saved).await {
        saved.unwrap();
    }
    format!("{CLASS} took a plan in {taken:.1?} and registered in {:.1?}", begun.elapsed())
}

/// Due tests, waiting mails and a due backup: each is done once by two servers that come to them together.
pub async fn workers(site: &mut Site) -> String {
    let mut papers = Vec::new();
    for seat in 16..16 + DUE {
        let [here, there] = site.clients(&email(seat)).await;
        let mut paper = Paper::start(&here, &site.hall.practice).await;
        paper.save(&there).await;
        papers.push(paper.attempt);
    }
    // Mails that cannot leave: nothing listens where they are sent to.
    site.kill_both();
    site.start_both(&[("SABI_MAIL_URL", "smtp://127.0.0.1:9?tls=none")]);
    let visitor = Client::to_server(site.places[0].url(), None).unwrap();
    for seat in 16..16 + DUE {
        visitor.post::<Value>("/password/forgot", &json!({ "email": email(seat) })).await.unwrap();
    }
    let is_queued = async || site.database.count("mail WHERE state = 'queued'") >= DUE;
    until("the mails", is_queued).await;
    site.kill_both();
    let plan = ["backup", "--every", "24h", "--keep", "3"];
    let mut plan = site.places[0].sandbox.command(plan);
    let done = plan.env("SABI_STORE", Database::address(site.database.port)).output().unwrap();
    assert!(done.status.success(), "{done:?}");
    site.database.ask("UPDATE mail SET due_at = time::now() - 1m WHERE state = 'queued'");
    site.database.ask("UPDATE attempt SET deadline = time::now() - 1h WHERE deadline != NONE");
    site.database.ask("UPDATE sheet SET deadline = time::now() - 1h WHERE state = 'running' AND deadline != NONE");
    let (results, mails) = (site.database.count("quiz"), site.database.count("mail WHERE state = 'queued'"));
    let running = site.database.count("sheet WHERE state = 'running'");
    assert_eq!((running, mails), (DUE, DUE));

    // The scenarios before this one have mailed, too.
    let letters = |site: &Site| site.places.iter().map(|place| place.files("outbox", ".eml")).collect::<Vec<_>>();
    let before: usize = letters(site).iter().sum();
    site.start_both(&[]);
    until("the ends", async || site.database.count("sheet WHERE state = 'running'") == 0).await;
    until("the mails' leaving", async || site.database.count("mail WHERE state = 'queued'") == 0).await;
    until("the backup", async || site.database.count("backup_plan WHERE last_at != NONE") == 1).await;
    sleep(NEXT_ROUND).await;
    assert_eq!(site.database.count("quiz"), results + running, "each has one result");
    let ended = papers.iter().filter(|id| site.database.count(&format!("quiz WHERE attempt = attempt:`{id}`")) == 1);
    assert_eq!(ended.count(), DUE);
    let letters = letters(site);
    assert_eq!(letters.iter().sum::<usize>() - before, mails, "each left once");
    let backups: Vec<usize> = site.places.iter().map(|place| place.files("backups", ".tar.gz")).collect();
    assert_eq!(backups.iter().sum::<usize>(), 1);
    site.assert_whole();
    format!("{running} tests ended, mails {letters:?}, backups {backups:?}")
}
