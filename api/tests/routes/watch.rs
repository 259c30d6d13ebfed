//! The metrics: who may read them, what they count, and their names.

use std::{
    collections::BTreeSet,
    fs, io,
    sync::{Arc, Mutex},
};

use sabi_core::{Settings, metrics::KNOWN};
use serde_json::{Value, json};
use tracing_subscriber::fmt::MakeWriter;

use crate::common::{Answer, Server, Who, choose, questions};

const TOKEN: &str = "a-token-of-the-watchers";

/// A server whose metrics are behind a token.
async fn watched() -> Server {
    watched_with(|_| ()).await
}

/// The same with other settings.
async fn watched_with(change: impl FnOnce(&mut Settings)) -> Server {
    Server::with(|settings| {
        change(settings);
        let file = settings.data.join("token");
        fs::create_dir_all(&settings.data).unwrap();
        fs::write(&file, format!("{TOKEN}\n")).unwrap();
        settings.metrics_token_file = Some(file);
    })
    .await
}

fn bearer(token: &str) -> Who {
    Who::Bearer(token.into())
}

async fn read(server: &Server, who: &Who) -> Answer {
    server.ask("GET", "/metrics").by(who).send().await
}

/// The metrics now.
async fn metrics(server: &Server) -> String {
    let answer = read(server, &bearer(TOKEN)).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.text
}

/// The sum of the samples of this name whose labels hold all of these.
fn sum(text: &str, name: &str, labels: &[&str]) -> f64 {
    let samples = text.lines().filter(|line| {
        let is_named = line.strip_prefix(name).is_some_and(|rest| rest.starts_with(['{', ' ']));
        is_named && labels.iter().all(|label| line.contains(label))
    });
    samples.map(|line| line.rsplit_once(' ').unwrap().1.parse::<f64>().unwrap()).sum()
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_are_for_the_token_super_admins_and_nobody_else() {
    let server = watched().await;
    for wrong in ["", "a-token", "a-token-of-the-watcherz", "a-token-of-the-watchers-and-more"] {
        let answer = read(&server, &bearer(wrong)).await;
        assert_eq!(answer.status, 401, "{wrong}");
        assert!(!answer.text.contains("sabi_"), "{}", answer.text);
    }
    assert_eq!(read(&server, &Who::Nobody).await.status, 401);
    assert_eq!(read(&server, &server.student().await).await.status, 401);
    let answer = read(&server, &bearer(TOKEN)).await;
    assert_eq!(answer.status, 200);
    assert!(answer.headers["content-type"].to_str().unwrap().starts_with("text/plain; version=0.0.4"));
    let owner = server.log_in("owner@sabi.test").await;
    assert_eq!(read(&server, &owner).await.status, 200);
    // The token opens nothing else.
    assert_eq!(server.get(&bearer(TOKEN), "/me").await.status, 401);

    let bare = Server::seeded().await;
    for who in [Who::Nobody, bearer(TOKEN), bearer(""), bare.student().await] {
        assert_eq!(read(&bare, &who).await.status, 404, "{who:?}");
    }
    let own = Server::with(|settings| settings.metrics_listen = Some("127.0.0.1:0".parse().unwrap())).await;
    assert_eq!(read(&own, &Who::Nobody).await.status, 404, "it has an address of its own");
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_are_counted_by_route_and_never_by_path() {
    let server = watched().await;
    let student = server.student().await;
    let series = |text: &str| text.lines().filter(|line| line.starts_with("sabi_http_requests_total{")).count();
    let _ = server.get(&student, "/nowhere/at/all").await;
    let _ = server.ask("GET", "/nowhere").by(&student).send().await;
    let _ = server.get(&student, "/attempts/unknown").await;
    let _ = server.ask("BREW", "/api/v1/nowhere").send().await;
    let _ = metrics(&server).await;
    let before = metrics(&server).await;
    for n in 0..100 {
        let _ = server.get(&student, &format!("/nowhere/{n}?secret=q{n}")).await;
        let _ = server.ask("GET", &format!("/page-{n}")).by(&student).send().await;
        let _ = server.get(&student, &format!("/attempts/unknown{n}")).await;
        let _ = server.ask(&format!("BREW{n}"), "/api/v1/nowhere").send().await;
    }
    let after = metrics(&server).await;
    assert_eq!(series(&before), series(&after), "{after}");
    assert!(!after.contains("page-7") && !after.contains("secret") && !after.contains("BREW"), "{after}");
    let moved = |labels: &[&str]| {
        let name = "sabi_http_requests_total";
        sum(&after, name, labels) - sum(&before, name, labels)
    };
    assert_eq!(moved(&["route=\"none\"", "method=\"GET\"", "status=\"404\""]), 100.0);
    assert_eq!(moved(&["route=\"none\"", "method=\"other\""]), 100.0);
    assert_eq!(moved(&["route=\"web\""]), 100.0);
    assert_eq!(moved(&["route=\"/api/v1/attempts/{id}\"", "status=\"404\""]), 100.0);
    let took = "sabi_http_request_duration_seconds_count";
    let of = ["route=\"/api/v1/attempts/{id}\"", "method=\"GET\""];
    assert_eq!(sum(&after, took, &of) - sum(&before, took, &of), 100.0);
    let below = [of[0], of[1], "le=\"+Inf\""];
    let buckets = "sabi_http_request_duration_seconds_bucket";
    assert_eq!(sum(&after, buckets, &below) - sum(&before, buckets, &below), 100.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cached_answer_is_counted_like_others() {
    let server = watched().await;
    let _ = server.get(&Who::Nobody, "/exam-types").await.expect(200);
    let before = metrics(&server).await;
    for _ in 0..3 {
        let _ = server.get(&Who::Nobody, "/exam-types").await.expect(200);
    }
    let after = metrics(&server).await;
    let moved = |name: &str, labels: &[&str]| sum(&after, name, labels) - sum(&before, name, labels);
    let of = ["route=\"/api/v1/exam-types\"", "method=\"GET\""];
    assert_eq!(moved("sabi_http_requests_total", &[of[0], of[1], "status=\"200\""]), 3.0);
    assert_eq!(moved("sabi_http_request_duration_seconds_count", &of), 3.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_and_saves_are_counted_in_the_metrics() {
    let server = watched().await;
    let before = metrics(&server).await;
    let student = server.student().await;
    let started = server.start(&student, "practice").await;
    let id = started["attempt"]["_id"].as_str().unwrap().to_owned();
    let first = choose(&questions(&started)[0], 0);
    let save = json!({ "revision": started["attempt"]["revision"], "answers": [first] });
    server.put(&student, &format!("/attempts/{id}/answers"), save).await.expect(200);
    assert_eq!(server.get(&Who::Nobody, "/me").await.status, 401);
    // Counts of queues are a moment old at most.
    server.pass(3);
    let after = metrics(&server).await;
    let moved = |name: &str, labels: &[&str]| sum(&after, name, labels) - sum(&before, name, labels);
    assert_eq!(moved("sabi_saves_total", &[]), 1.0);
    assert_eq!(moved("sabi_attempts_running", &[]), 1.0);
    assert_eq!(moved("sabi_http_refusals_total", &["reason=\"unauthenticated\""]), 1.0);
    assert!(moved("sabi_bank_cache_reads_total", &[]) > 0.0);
    for call in ["read", "write", "transaction", "commit"] {
        assert!(moved("sabi_store_call_duration_seconds_count", &[&format!("call=\"{call}\"")]) > 0.0, "{call}");
    }
    assert_eq!(sum(&after, "sabi_store_condition", &["ready"]), 1.0);
    assert!(sum(&after, "sabi_bank_cache_bytes", &[]) > 0.0);
    // A second paper of the same bank is drawn from memory.
    server.start(&student, "practice").await;
    let again = metrics(&server).await;
    assert!(sum(&again, "sabi_bank_cache_hits_total", &[]) > sum(&after, "sabi_bank_cache_hits_total", &[]));
}

/// On the disk, because only a store of its own is known to a server.
#[tokio::test(flavor = "multi_thread")]
async fn a_running_test_is_read_from_memory_and_is_what_any_device_saved() {
    let server = watched_with(|settings| settings.store = None).await;
    let (phone, laptop, admin) = (server.student().await, server.student().await, server.admin().await);
    let started = server.start(&phone, "practice").await;
    let (attempt, asked) = (&started["attempt"], questions(&started));
    let path = format!("/attempts/{}", attempt["_id"].as_str().unwrap());
    let read = async |who: &Who| server.get(who, &path).await.expect(200)["attempt"].take();
    let answers = async |who: &Who| read(who).await["answers"].as_array().unwrap().len();
    let save = async |who: &Who, revision: &Value, place: usize| {
        let body = json!({ "revision": revision, "answers": [choose(&asked[place], 0)] });
        server.put(who, &format!("{path}/answers"), body).await
    };
    let first = save(&phone, &attempt["revision"], 0).await.expect(200)["revision"].take();
    assert_eq!((answers(&phone).await, answers(&laptop).await), (1, 1));
    let second = save(&laptop, &first, 1).await.expect(200)["revision"].take();
    assert_eq!((answers(&phone).await, answers(&laptop).await), (2, 2));
    assert_eq!(save(&phone, &first, 2).await.expect(409)["reason"], "stale-revision");
    assert_eq!(read(&phone).await["revision"], second);

    let reads = |text: &str| sum(text, "sabi_store_call_duration_seconds_count", &["call=\"read\""]);
    let before = reads(&metrics(&server).await);
    for _ in 0..20 {
        assert_eq!(answers(&phone).await, 2);
    }
    let moved = reads(&metrics(&server).await) - before;
    assert!(moved < 20.0, "{moved} reads, though each session is read once a second at most");

    let exam = format!("/admin/exams/update/{}", attempt["exam"]["_id"].as_str().unwrap());
    server.put(&admin, &exam, json!({ "title": "Renamed" })).await.expect(200);
    assert_eq!(read(&phone).await["exam"]["title"], "Renamed");
    let submit = json!({ "attemptId": attempt["_id"], "answered": [choose(&asked[2], 0)] });
    server.post(&laptop, "/submit-result", submit).await.expect(200);
    let ended = read(&phone).await;
    assert_eq!((&ended["state"], ended["answers"].as_array().unwrap().len()), (&json!("submitted"), 3));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_own_account_is_read_from_memory_until_it_changes() {
    let server = watched_with(|settings| settings.store = None).await;
    let (phone, laptop, admin) = (server.student().await, server.student().await, server.admin().await);
    let account = async |who: &Who| server.get(who, "/me").await.expect(200)["user"].take();
    let reads = |text: &str| sum(text, "sabi_store_call_duration_seconds_count", &["call=\"read\""]);
    let first = account(&phone).await;
    let before = reads(&metrics(&server).await);
    for _ in 0..30 {
        assert_eq!(account(&phone).await, first);
    }
    let moved = reads(&metrics(&server).await) - before;
    assert!(moved < 25.0, "{moved} reads, though the account is read once a second at most");

    let profile = json!({ "first_name": "Ngozi", "last_name": "Eze" });
    server.put(&laptop, "/me/update", profile).await.expect(200);
    for who in [&phone, &laptop] {
        assert_eq!(account(who).await["first_name"], "Ngozi");
    }
    let customer = format!("/admin/customers/{}", first["_id"].as_str().unwrap());
    for name in ["Amara", "Zainab"] {
        server.put(&admin, &customer, json!({ "first_name": name })).await.expect(200);
        assert_eq!(account(&phone).await["first_name"], name);
    }
    server.put(&admin, &format!("{customer}/status"), json!({ "accountStatus": "Blocked" })).await.expect(200);
    assert_eq!(server.get(&phone, "/me").await.status, 401);
}

/// A store in memory counts as one to which other servers may write.
#[tokio::test(flavor = "multi_thread")]
async fn what_another_server_may_have_changed_is_read_each_time() {
    let server = Server::seeded().await;
    let student = server.student().await;
    let started = server.start(&student, "practice").await;
    let path = format!("/attempts/{}", started["attempt"]["_id"].as_str().unwrap());
    let answers = json!([choose(&questions(&started)[0], 0)]);
    let save = json!({ "revision": started["attempt"]["revision"], "answers": answers });
    server.put(&student, &format!("{path}/answers"), save).await.expect(200);
    for marks in ["!", "!!"] {
        let elsewhere = "UPDATE user SET first_name += '!' RETURN NONE; UPDATE exam SET title += '!' RETURN NONE";
        server.app.store.write(elsewhere).done().await.unwrap();
        let user = server.get(&student, "/me").await.expect(200)["user"].take();
        let attempt = server.get(&student, &path).await.expect(200)["attempt"].take();
        for name in [&user["first_name"], &attempt["exam"]["title"]] {
            let name = name.as_str().unwrap();
            assert_eq!(&name[name.find('!').unwrap()..], marks);
        }
        assert_eq!(attempt["answers"].as_array().unwrap().len(), 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn mails_queues_conflicts_and_retries_move_their_meters() {
    let server = watched().await;
    // Pictures that the seed may have left.
    while server.app.send_mails().await.unwrap() > 0 {}
    server.pass(3);
    let before = metrics(&server).await;
    let forgot = json!({ "email": "student@sabi.test" });
    server.post(&Who::Nobody, "/password/forgot", forgot).await.expect(200);
    server.app.finish_background_work().await;
    server.pass(3);
    let waiting = metrics(&server).await;
    let moved = |after: &str, name: &str, labels: &[&str]| sum(after, name, labels) - sum(&before, name, labels);
    assert_eq!(moved(&waiting, "sabi_queue_length", &["queue=\"mails\""]), 1.0);
    assert_eq!(moved(&waiting, "sabi_mails_total", &[]), 0.0);
    assert_eq!(server.app.send_mails().await.unwrap(), 1);
    server.pass(3);
    let sent = metrics(&server).await;
    assert_eq!(moved(&sent, "sabi_queue_length", &["queue=\"mails\""]), 0.0);
    assert_eq!(moved(&sent, "sabi_mails_total", &["outcome=\"sent\""]), 1.0);

    // Two who write the same row: the second meets the first, and tries again.
    let store = &server.app.store;
    let row = "UPSERT tries:met SET n = $n RETURN NONE";
    let turns = std::sync::atomic::AtomicUsize::new(0);
    sabi_core::store::retry_tx(async || {
        let tx = store.begin().await?;
        tx.query(row).bind(("n", 1)).done().await?;
        if turns.fetch_add(1, std::sync::atomic::Ordering::Relaxed) == 0 {
            store.write(row).bind(("n", 2)).done().await?;
        }
        tx.commit().await
    })
    .await
    .unwrap();
    let met = metrics(&server).await;
    assert!(moved(&met, "sabi_store_conflicts_total", &[]) >= 1.0, "{met}");
    assert!(moved(&met, "sabi_store_retries_total", &[]) >= 1.0, "{met}");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_metric_has_its_words_and_is_one_that_is_known() {
    let server = watched().await;
    let _ = server.get(&Who::Nobody, "/me").await;
    load(&server, "/", "Firefox/115.0").await;
    let text = metrics(&server).await;
    let named = |prefix: &str| -> BTreeSet<String> {
        let lines = text.lines().filter_map(|line| line.strip_prefix(prefix));
        lines.map(|line| line.split([' ', '{']).next().unwrap().to_owned()).collect()
    };
    let typed = named("# TYPE ");
    assert_eq!(typed, named("# HELP "), "each has words");
    let known: BTreeSet<_> = KNOWN.iter().map(|(_, name, _)| (*name).to_owned()).collect();
    assert_eq!(typed, known, "what is known is exported, and nothing else");
}

/// A browser that says this of itself goes to a page.
async fn load(server: &Server, path: &str, agent: &str) {
    let ask = server.ask("GET", path).header("accept", "text/html,application/xhtml+xml").header("user-agent", agent);
    let _ = ask.send().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn page_loads_are_counted_by_browser_and_major_version() {
    let server = watched().await;
    let chrome = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/87.0.4280.141 Mobile Safari/537.36";
    for path in ["/", "/login", "/dashboard?from=mail"] {
        load(&server, path, chrome).await;
    }
    load(&server, "/", "Mozilla/5.0 (X11; rv:115.0) Gecko/20100101 Firefox/115.0").await;
    // Files that a page loads, and requests of programs, are not page loads.
    load(&server, "/assets/index.js", chrome).await;
    load(&server, "/api/v1/faqs", chrome).await;
    let _ = server.ask("GET", "/").header("user-agent", chrome).header("accept", "*/*").send().await;
    let text = metrics(&server).await;
    let loads = |labels: &[&str]| sum(&text, "sabi_page_loads_total", labels);
    assert_eq!(loads(&["browser=\"chrome\"", "major=\"87\""]), 3.0, "{text}");
    assert_eq!(loads(&["browser=\"firefox\"", "major=\"115\""]), 1.0, "{text}");
    assert_eq!(loads(&[]), 4.0);
}

/// On one thread, whose log alone is read.
#[tokio::test(flavor = "current_thread")]
async fn an_error_in_a_browser_is_one_line_of_the_log_without_tokens_or_addresses() {
    let server = Server::seeded().await;
    let lines = Lines::default();
    let log = tracing_subscriber::fmt().with_ansi(false).with_writer(lines.clone()).finish();
    let _logging = tracing::subscriber::set_default(log);
    let token = "0123456789abcdef".repeat(4);
    let report = json!({
        "message": "x is undefined for ada@mail.example\nWARN a line of its own",
        "stack": format!("at f (https://sabi.test/password/reset/{token}:1:2)"),
        "path": format!("/password/reset/{token}?email=ada@mail.example"),
        "version": "1.2.3",
    });
    let send = async |from: &str, body: &Value| {
        server.ask("POST", "/api/v1/client-errors").from(from).json(body).send().await.status.as_u16()
    };
    let begun = std::time::Instant::now();
    assert_eq!(send("10.0.0.1", &report).await, 204);
    let told = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
    let told: Vec<_> = told.lines().filter(|line| line.contains("an error in a browser")).collect();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("x is undefined") && told[0].contains("1.2.3"), "{told:?}");
    assert!(!told[0].contains(&token) && !told[0].contains("ada@") && told[0].contains("\\nWARN"), "{told:?}");

    for (field, length) in [("message", 501), ("stack", 4_001), ("path", 501), ("version", 101)] {
        let mut long = report.clone();
        long[field] = "x".repeat(length).into();
        assert_eq!(send("10.0.0.2", &long).await, 422, "{field}");
    }
    assert_eq!(send("10.0.0.2", &json!({ "path": "/" })).await, 422, "it says what went wrong");
    let mut taken = 1;
    while send("10.0.0.1", &report).await == 204 {
        taken += 1;
        assert!(taken < 100, "one address fills the log");
    }
    // One more is allowed after each minute of the machine's clock.
    let returned = begun.elapsed().as_secs() / 60;
    assert!((10..=10 + returned).contains(&taken), "{taken}");
    assert_eq!(send("10.0.0.3", &report).await, 204);
}

#[test]
fn the_dashboard_shows_what_the_server_exports() {
    let dashboard: Value = serde_json::from_str(include_str!("../../../docs/grafana-dashboard.json")).unwrap();
    let panels = dashboard["panels"].as_array().unwrap();
    let targets = panels.iter().flat_map(|panel| panel["targets"].as_array().into_iter().flatten());
    let mut used = BTreeSet::new();
    for target in targets {
        let query = target["expr"].as_str().unwrap();
        let words = query.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        used.extend(words.filter(|word| word.starts_with("sabi_") || word.starts_with("process_")));
    }
    let is_exported = |name: &str| {
        let plain = ["_bucket", "_sum", "_count"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
        KNOWN.iter().any(|(_, known, _)| *known == name || *known == plain)
    };
    let strange: Vec<_> = used.iter().filter(|name| !is_exported(name)).collect();
    assert_eq!(strange, [&""; 0]);
    assert!(used.len() >= 15, "{used:?}");
}

/// Lines of the log.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl io::Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Lines {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

/// On one thread, whose log alone is read.
#[tokio::test(flavor = "current_thread")]
async fn a_clock_jump_is_logged_as_an_error() {
    const JUMPED: &str = "the clock jumped by ";
    let server = Server::seeded().await;
    let lines = Lines::default();
    let log = tracing_subscriber::fmt().with_ansi(false).with_writer(lines.clone()).finish();
    let _logging = tracing::subscriber::set_default(log);
    // It looks every five seconds.
    let look = std::time::Duration::from_millis(5_500);
    let told = || String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
    let jumps = async {
        tokio::time::sleep(look).await;
        assert!(!told().contains(JUMPED), "{}", told());
        server.pass(-90 * 60);
        while !told().contains(JUMPED) {
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
    };
    tokio::select! {
        () = server.app.maintain_store() => {}
        () = jumps => {}
        () = tokio::time::sleep(std::time::Duration::from_secs(300)) => {}
    }
    let told = told();
    let (_, jump) = told.split_once(JUMPED).unwrap_or_else(|| panic!("{told}"));
    let jump: i64 = jump.split(' ').next().unwrap().parse().unwrap();
    // The clock also stood still between two looks.
    assert!(told.contains("ERROR") && (-5_700..=-5_400).contains(&jump), "{told}");
}

/// On one thread, whose log alone is read.
#[tokio::test(flavor = "current_thread")]
async fn a_slow_request_is_logged_with_its_route_and_without_what_was_asked() {
    let lines = Lines::default();
    let log = tracing_subscriber::fmt().json().with_writer(lines.clone()).with_max_level(tracing::Level::WARN).finish();
    let _logging = tracing::subscriber::set_default(log);
    let slow = |text: &str| -> Vec<Value> {
        let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        lines.filter(|line| line["fields"]["message"] == "slow request").collect()
    };
    let log = || String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();

    let patient = Server::with(|settings| settings.slow_request_ms = 3_600_000).await;
    let _ = patient.get(&Who::Nobody, "/faqs").await;
    let never = Server::with(|settings| settings.slow_request_ms = 0).await;
    let _ = never.get(&Who::Nobody, "/faqs").await;
    assert_eq!(slow(&log()), Vec::<Value>::new());

    // Hashing a password takes more than a millisecond on any machine.
    let server = Server::with(|settings| settings.slow_request_ms = 1).await;
    let ask = server.ask("POST", "/api/v1/login?secret=pw-secret").header("x-request-id", "slow-one");
    let _ = ask.json(&json!({ "email": "student@example.com", "password": "pw-secret-wrong" })).send().await;
    let log = log();
    let found = slow(&log);
    let found: Vec<_> = found.iter().filter(|line| line["fields"]["id"] == "slow-one").collect();
    assert_eq!(found.len(), 1, "{log}");
    let fields = &found[0]["fields"];
    assert_eq!((&fields["route"], &fields["method"]), (&json!("/api/v1/login"), &json!("POST")));
    assert!(fields["milliseconds"].as_u64().unwrap() >= 1 && fields["status"].as_u64().unwrap() >= 400, "{fields}");
    assert!(!log.contains("pw-secret"), "{log}");
}

#[tokio::test(flavor = "multi_thread")]
async fn scheduling_what_was_missed_takes_no_further_commit() {
    let server = watched().await;
    let student = server.student().await;
    let submit = async |answered: Vec<Value>, started: &Value| {
        let body = json!({ "attemptId": started["attempt"]["_id"], "answered": answered });
        let before = metrics(&server).await;
        let told = server.post(&student, "/submit-result", body).await.expect(200);
        let after = metrics(&server).await;
        let commits = |text: &str| sum(text, "sabi_store_call_duration_seconds_count", &["call=\"commit\""]);
        (told["quizId"].as_str().unwrap().to_owned(), commits(&after) - commits(&before))
    };
    let started = server.start(&student, "practice").await;
    let missed: Vec<Value> = questions(&started).iter().map(|question| choose(question, 0)).collect();
    let (quiz, with_missed) = submit(missed, &started).await;
    let corrections = server.get(&student, &format!("/get-result-data-view/{quiz}")).await.expect(200);
    let corrections = corrections["subjectResults"].as_array().unwrap().iter();
    let corrections = corrections.flat_map(|part| part["results"].as_array().unwrap());
    let key = |one: &Value| json!({ "question": one["_id"], "answer": one["resultData"]["correctAnswer"]["_id"] });
    let right: Vec<Value> = corrections.map(key).collect();
    let (again, once) = (server.start(&student, "practice").await, server.start(&student, "practice").await);
    let (_, repeated) = submit(right.clone(), &again).await;
    // One answer, and nothing that is new to the schedule.
    let (_, few) = submit(right[..1].to_vec(), &once).await;
    assert!(with_missed > 0.0);
    assert_eq!((with_missed, repeated), (few, few));
}
