//! How large a request may be, and what the largest costs (ruling 31).

use std::{fs, time::Duration};

use proptest::{prelude::*, strategy::ValueTree as _, test_runner::TestRunner};
use serde_json::{Value, json};

use crate::common::{Server, Who, choose, questions};

/// The largest body that most calls take.
const BODY: usize = 2 * 1024 * 1024;
/// The most CPU time that a request of any shape may take.
const BUDGET: Duration = Duration::from_millis(50);

/// The schemas of all JSON bodies, each with its method and path.
fn bodies(document: &Value) -> Vec<(String, String, Value)> {
    let mut found = Vec::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let content = operation["requestBody"]["content"].as_object().into_iter().flatten();
            for (kind, body) in content {
                assert!(["application/json", "multipart/form-data"].contains(&kind.as_str()), "{kind}");
                found.push((method.to_uppercase(), path.clone(), body["schema"].clone()));
            }
        }
    }
    found
}

/// A text or a list of a body: where it stands, and its maximum.
#[derive(Debug)]
struct Limit {
    /// The keys that lead to it; `[]` for an entry of a list.
    path: Vec<String>,
    most: Option<u64>,
    is_list: bool,
}

fn limits(document: &Value, schema: &Value, path: &[String], found: &mut Vec<Limit>) {
    if let Some(name) = schema["$ref"].as_str().and_then(|name| name.rsplit('/').next()) {
        return limits(document, &document["components"]["schemas"][name], path, found);
    }
    for kind in ["oneOf", "anyOf", "allOf"] {
        for part in schema[kind].as_array().into_iter().flatten() {
            limits(document, part, path, found);
        }
    }
    let kinds = match &schema["type"] {
        Value::Array(kinds) => kinds.clone(),
        kind => vec![kind.clone()],
    };
    let mut add = |name: &str, is_list| found.push(Limit { path: path.to_vec(), most: schema[name].as_u64(), is_list });
    if kinds.contains(&json!("string")) {
        add("maxLength", false);
    }
    if kinds.contains(&json!("array")) {
        add("maxItems", true);
        limits(document, &schema["items"], &[path, &["[]".to_owned()]].concat(), found);
    }
    for (name, part) in schema["properties"].as_object().into_iter().flatten() {
        limits(document, part, &[path, std::slice::from_ref(name)].concat(), found);
    }
}

/// A body with nothing but this value at this place, and the name of the place.
fn with_at(path: &[String], value: Value) -> (Value, String) {
    let mut name = String::new();
    for step in path {
        match step.as_str() {
            "[]" => name.push_str("[0]"),
            key if name.is_empty() => name.push_str(key),
            key => name = format!("{name}.{key}"),
        }
    }
    let body = path.iter().rev().fold(value, |inner, step| match step.as_str() {
        "[]" => json!([inner]),
        key => json!({ key: inner }),
    });
    (body, name)
}

#[test]
fn every_text_and_list_of_every_body_has_a_maximum_in_the_document() {
    let document = serde_json::to_value(sabi_api::document()).unwrap();
    let mut seen = 0;
    for (method, path, schema) in bodies(&document) {
        let mut found = Vec::new();
        limits(&document, &schema, &[], &mut found);
        for limit in found {
            assert!(limit.most.is_some_and(|most| most > 0), "{method} {path}: {limit:?} has no maximum");
            seen += 1;
        }
    }
    assert!(seen > 150, "{seen} limits");
}

#[test]
fn students_and_moderators_send_as_many_grades_at_once() {
    let document = serde_json::to_value(sabi_api::document()).unwrap();
    let most =
        |schema: &str, list: &str| document["components"]["schemas"][schema]["properties"][list]["maxItems"].as_u64();
    assert_eq!(most("SubmitGrades", "reviewed"), Some(500));
    assert_eq!(most("SaveGrades", "grades"), Some(500));
}

#[tokio::test]
async fn a_field_beyond_its_maximum_is_named() {
    let server = Server::seeded().await;
    let owner = server.log_in("owner@sabi.test").await;
    let document = serde_json::to_value(sabi_api::document()).unwrap();
    let mut asked = 0;
    for (method, path, schema) in bodies(&document) {
        let operation = &document["paths"][&path][method.to_lowercase()];
        if operation["requestBody"]["content"]["application/json"].is_null() || operation["x-access"] == "operator" {
            continue;
        }
        let at = path.split('/').map(|part| if part.starts_with('{') { "nothing" } else { part }).collect::<Vec<_>>();
        let mut found = Vec::new();
        limits(&document, &schema, &[], &mut found);
        for limit in found {
            let beyond = usize::try_from(limit.most.unwrap()).unwrap() + 1;
            let value = if limit.is_list { json!(vec![Value::Null; beyond]) } else { json!("x".repeat(beyond)) };
            let (body, name) = with_at(&limit.path, value);
            let kind = Some("application/json");
            let answer = server.raw(&owner, &method, &at.join("/"), kind, body.to_string()).await;
            let (status, answer) = (answer.status.as_u16(), answer.json());
            assert!(status == 422 && answer[&name].is_string(), "{method} {path} {name}: {status} {answer}");
            asked += 1;
        }
    }
    assert!(asked > 150, "{asked} requests");
}

#[tokio::test]
async fn a_body_that_anybody_may_send_has_at_most_16_kib() {
    const MOST: usize = 16 * 1024;
    let server = Server::seeded().await;
    let document = serde_json::to_value(sabi_api::document()).unwrap();
    let mut asked = 0;
    for (method, path, _) in bodies(&document) {
        let operation = &document["paths"][&path][method.to_lowercase()];
        if operation["x-access"] != "public" || path.ends_with("/webhook") {
            continue;
        }
        let at = path.split('/').map(|part| if part.starts_with('{') { "nothing" } else { part }).collect::<Vec<_>>();
        // White space counts too, and so does what is passed over.
        for body in [format!("{{{}}}", " ".repeat(MOST)), json!({ "x": "y".repeat(MOST) }).to_string()] {
            let answer = server.raw(&Who::Nobody, &method, &at.join("/"), Some("application/json"), body).await;
            assert_eq!((answer.status.as_u16(), answer.json()["reason"].as_str()), (413, Some("too-large")), "{path}");
        }
        asked += 1;
    }
    assert!(asked > 8, "{asked} operations");
    // A schema of one address takes less than that.
    let short = format!("{{{}}}", " ".repeat(MOST / 2));
    let kind = Some("application/json");
    assert_eq!(server.raw(&Who::Nobody, "POST", "/password/forgot", kind, short).await.status, 413);
    let long = json!({ "name": "Ada", "email": "ada@school.ng", "mobile_number": "8031234567", "subject": "Help", "message": "ẹ".repeat(4_000) });
    assert_ne!(server.raw(&Who::Nobody, "POST", "/admin/contactus/add", kind, long.to_string()).await.status, 413);
    // After login a body may be larger; operations that need a login read nothing from others.
    let student = server.student().await;
    let large = format!("{{{}}}", " ".repeat(1024 * 1024));
    assert_ne!(server.raw(&student, "PUT", "/me/update", kind, large.clone()).await.status, 413);
    assert_eq!(server.raw(&Who::Nobody, "PUT", "/me/update", kind, large).await.status, 401);
    // More than 2 MiB is for what takes a picture.
    let admin = server.admin().await;
    let larger = format!("{{{}}}", " ".repeat(3 * 1024 * 1024));
    assert_eq!(server.raw(&admin, "POST", "/admin/faqs/add", kind, larger.clone()).await.status, 413);
    assert_ne!(server.raw(&admin, "POST", "/admin/exams/add", kind, larger).await.status, 413);
}

#[tokio::test]
async fn a_field_that_is_named_twice_is_refused() {
    let server = Server::seeded().await;
    let body = r#"{"email":"student@sabi.test","password":"wrong","email":"admin@sabi.test"}"#;
    let answer = server.raw(&Who::Nobody, "POST", "/login", Some("application/json"), body).await;
    let told = answer.expect(400);
    assert_eq!(told["errMessage"], "The request names the field email twice.");
    let admin = server.admin().await;
    let listed = server.get(&admin, "/admin/exams?page=1&page=2").await.expect(422);
    assert_eq!(listed["page"], "Page is given twice.");
}

#[tokio::test]
async fn the_errors_of_a_wrong_request_are_limited() {
    let server = Server::seeded().await;
    let student = server.student().await;
    let started = server.start(&student, "practice").await;
    let path = format!("/attempts/{}/answers", started["attempt"]["_id"].as_str().unwrap());
    let wrong = vec!["nothing"; 2_000];
    let answers = vec![json!({ "question": "nothing", "answer": "x" }); 2_000];
    for body in [
        json!({ "revision": 0, "seen": wrong }),
        json!({ "revision": 0, "review": wrong }),
        json!({ "revision": 0, "answers": answers }),
        json!({ "revision": 0, "answers": vec![json!({}); 2_000] }),
    ] {
        let told = server.put(&student, &path, body).await.expect(422);
        assert_eq!(told.as_object().unwrap().len(), 100 + 3, "a hundred fields beside the envelope");
    }
}

/// The time that this thread has run so far, to a few milliseconds.
fn ran() -> Duration {
    let told = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanos = told.split_whitespace().next().and_then(|nanos| nanos.parse().ok());
    Duration::from_nanos(nanos.expect("this test asks Linux for the time that a thread ran"))
}

/// A request under test: where it goes, and the names of its lists, its texts and an object in a list.
struct Target {
    who: Who,
    method: &'static str,
    path: String,
    /// A body that is good as far as it goes.
    good: Value,
    lists: &'static [&'static str],
    texts: &'static [&'static str],
}

/// The changes made to a valid body.
#[derive(Clone, Debug)]
enum Shape {
    /// A list of so many times the same entry.
    List { known: bool, entry: Entry },
    /// One long text.
    Text { known: bool, escaped: bool },
    /// Nested so deep in lists or objects.
    Deep { known: bool, objects: bool, closed: bool },
    /// Keys that nobody knows.
    Keys { value: Entry },
    /// The same known key again and again.
    Again,
    /// No object at all.
    Bare { entry: Entry },
    /// White space.
    Space,
}

#[derive(Clone, Copy, Debug)]
enum Entry {
    Null,
    Number,
    Empty,
    Object,
    Text,
    Id,
    Answer,
    Nested,
}

impl Entry {
    fn text(self, n: usize) -> String {
        match self {
            Self::Null => "null".into(),
            Self::Number => "1".into(),
            Self::Empty => "[]".into(),
            Self::Object => "{}".into(),
            Self::Text => "\"x\"".into(),
            Self::Id => format!("\"id{n}\""),
            Self::Answer => format!("{{\"question\":\"id{n}\",\"answer\":\"x\"}}"),
            Self::Nested => "[[{\"a\":[{}]}]]".into(),
        }
    }
}

fn entry() -> impl Strategy<Value = Entry> {
    use Entry::{Answer, Empty, Id, Nested, Null, Number, Object, Text};
    prop::sample::select(vec![Null, Number, Empty, Object, Text, Id, Answer, Nested])
}

fn shape() -> impl Strategy<Value = Shape> {
    prop_oneof![
        6 => (any::<bool>(), entry()).prop_map(|(known, entry)| Shape::List { known, entry }),
        2 => (any::<bool>(), any::<bool>()).prop_map(|(known, escaped)| Shape::Text { known, escaped }),
        2 => (any::<bool>(), any::<bool>(), any::<bool>())
            .prop_map(|(known, objects, closed)| Shape::Deep { known, objects, closed }),
        2 => entry().prop_map(|value| Shape::Keys { value }),
        1 => Just(Shape::Again),
        1 => entry().prop_map(|entry| Shape::Bare { entry }),
        1 => Just(Shape::Space),
    ]
}

impl Target {
    /// The good body with this done to it, about `size` bytes long.
    fn body(&self, shape: &Shape, pick: usize, size: usize) -> String {
        let of = |names: &'static [&'static str], known: bool| {
            names.get(pick % names.len().max(1)).copied().filter(|_| known).unwrap_or("strange")
        };
        let list = |entry: Entry, room: usize| {
            let mut text = String::with_capacity(room + 64);
            text.push('[');
            for n in 0.. {
                if text.len() >= room {
                    break;
                }
                if n > 0 {
                    text.push(',');
                }
                text.push_str(&entry.text(n));
            }
            text + "]"
        };
        match shape {
            Shape::List { known, entry } => self.beside(of(self.lists, *known), &list(*entry, size)),
            Shape::Text { known, escaped } => {
                let letter = if *escaped { "\\u0041" } else { "ẹ" };
                self.beside(of(self.texts, *known), &format!("\"{}\"", letter.repeat(size / letter.len())))
            }
            Shape::Deep { known, objects, closed } => {
                let (open, close) = if *objects { ("{\"a\":", "}") } else { ("[", "]") };
                let depth = size / (open.len() + close.len());
                let ends = if *closed { close.repeat(depth) } else { String::new() };
                self.beside(of(self.lists, *known), &format!("{}1{ends}", open.repeat(depth)))
            }
            Shape::Keys { value } => {
                let mut body = String::from("{");
                for n in 0.. {
                    if body.len() >= size {
                        break;
                    }
                    body.push_str(&format!("\"k{n}\":{},", value.text(n)));
                }
                body + "\"end\":1}"
            }
            Shape::Again => {
                let pair = format!("\"{}\":[],", of(self.lists, true));
                format!("{{{}\"end\":1}}", pair.repeat(size / pair.len()))
            }
            Shape::Bare { entry } => list(*entry, size),
            Shape::Space => format!("{}{}", " ".repeat(size), self.good),
        }
    }

    /// The good body with one more member.
    fn beside(&self, name: &str, value: &str) -> String {
        let mut good = self.good.clone();
        if let Value::Object(keys) = &mut good {
            keys.remove(name);
        }
        let good = good.to_string();
        let comma = if good == "{}" { "" } else { "," };
        format!("{}{comma}\"{name}\":{value}}}", &good[..good.len() - 1])
    }
}

async fn targets(server: &Server) -> Vec<Target> {
    let (student, admin) = (server.student().await, server.admin().await);
    let start = server.start_body(&student, "jamb-utme", "practice").await;
    let started = server.post(&student, "/attempts", start.clone()).await.expect(201);
    let asked = questions(&started);
    let attempt = started["attempt"]["_id"].as_str().unwrap();
    let bank = server.get(&admin, "/admin/questions/all/all/all/all/all").await.expect(200);
    let question = bank["data"][0]["_id"].as_str().unwrap();
    let target = |who: &Who, method, path: String, good, lists, texts| Target {
        who: who.clone(),
        method,
        path,
        good,
        lists,
        texts,
    };
    let save = json!({ "revision": 9, "answers": [choose(&asked[0], 0)] });
    let submit =
        json!({ "examId": start["examId"], "assessment": start["assessmentId"], "answered": [choose(&asked[0], 0)] });
    let edit = json!({ "title": "Changed", "question": "Which?", "option_1": "one", "option_2": "two" });
    vec![
        target(
            &student,
            "PUT",
            format!("/attempts/{attempt}/answers"),
            save,
            &["answers", "seen", "review"],
            &["revision"],
        ),
        target(
            &student,
            "POST",
            "/attempts".into(),
            start.clone(),
            &["subjects", "selectedTopics"],
            &["examId", "year"],
        ),
        target(&student, "POST", "/get-year-questions".into(), start, &["subjects", "selectedTopics"], &["examId"]),
        target(&student, "POST", "/submit-result".into(), submit, &["answered"], &["attemptId", "examId"]),
        target(
            &student,
            "POST",
            format!("/attempts/{attempt}/reveal"),
            json!({}),
            &["question"],
            &["question", "theory"],
        ),
        target(
            &student,
            "PUT",
            "/me/update".into(),
            json!({ "first_name": "Ada" }),
            &["first_name"],
            &["first_name", "dob"],
        ),
        target(&Who::Nobody, "POST", "/login".into(), json!({ "email": "a@b.ng" }), &["email"], &["email", "password"]),
        target(&Who::Nobody, "POST", "/register".into(), json!({}), &["email"], &["first_name", "nationality"]),
        target(
            &admin,
            "PUT",
            format!("/admin/questions/update/{question}"),
            edit,
            &["options"],
            &["question", "option_1"],
        ),
    ]
}

/// The least that a request costs of this thread, which runs the server too. It is tried again up to twelve times while
/// it is above the budget, because neighbours on a busy machine slow the processor down.
async fn cost(server: &Server, target: &Target, body: &str) -> (Duration, u16) {
    let (mut least, mut status) = (Duration::MAX, 0);
    for _ in 0..12 {
        let before = ran();
        let answer =
            server.raw(&target.who, target.method, &target.path, Some("application/json"), body.to_owned()).await;
        least = least.min(ran() - before);
        status = answer.status.as_u16();
        if least < BUDGET {
            break;
        }
    }
    (least, status)
}

#[tokio::test]
async fn a_request_of_any_shape_costs_at_most_fifty_milliseconds() {
    let server = Server::seeded().await;
    let targets = targets(&server).await;
    let mut runner = TestRunner::default();
    let cases = (0..targets.len(), shape(), 0..8_usize, prop_oneof![2 => Just(BODY - 2_000), 1 => 10..BODY - 2_000]);
    let mut worst = (Duration::ZERO, String::new());
    for _ in 0..200 {
        let (place, shape, pick, size) = cases.new_tree(&mut runner).unwrap().current();
        let target = &targets[place];
        let body = target.body(&shape, pick, size);
        let (least, status) = cost(&server, target, &body).await;
        let told = format!("{} {} of {} bytes, {shape:?} ({pick}): {status}", target.method, target.path, body.len());
        assert!(status < 500, "{told}");
        assert!(least <= BUDGET, "{told} costs {least:?}");
        worst = worst.max((least, told));
    }
    println!("the dearest took {:?}: {}", worst.0, worst.1);
}

#[tokio::test]
async fn the_largest_request_within_its_bounds_costs_at_most_fifty_milliseconds() {
    let server = Server::seeded().await;
    let targets = targets(&server).await;
    let ids = |count: usize| (0..count).map(|n| format!("id{n}")).collect::<Vec<_>>();
    let strangers =
        |count: usize| ids(count).into_iter().map(|id| json!({ "question": id, "answer": "x" })).collect::<Vec<_>>();
    let long = |count: usize| vec![json!({ "theory": "t", "answer": "ẹ".repeat(600) }); count];
    for (place, name, value) in [
        (0, "answers", json!(strangers(2_000))),
        (0, "answers", json!(long(1_000))),
        (0, "seen", json!(ids(2_000))),
        (0, "review", json!(ids(2_000))),
        (1, "subjects", json!(ids(20))),
        (1, "selectedTopics", json!(ids(500))),
        (2, "subjects", json!(ids(20))),
        (2, "selectedTopics", json!(ids(500))),
        (3, "answered", json!(strangers(2_000))),
        (3, "answered", json!(strangers(500))),
        (8, "question", json!("x y ".repeat(5_000))),
    ] {
        let target = &targets[place];
        let body = target.beside(name, &value.to_string());
        let (least, status) = cost(&server, target, &body).await;
        println!("{} {} {name}: {status} in {least:?}", target.method, target.path);
        assert!(status < 500 && least <= BUDGET, "{} {name} ({status}) costs {least:?}", target.path);
    }
}
