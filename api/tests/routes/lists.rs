//! Every list of the document: what it can be sorted by really sorts it, anything else is refused, and
//! nothing makes it longer than it may be (rulings 5 and 32).

use std::collections::BTreeSet;

use chrono::{DateTime, FixedOffset};
use sabi_core::{content::TemplateTest, people::Actor};
use serde_json::{Value, json};

use crate::common::{Server, Who, choose, questions};

/// A list operation of the document.
struct List {
    /// Its path in the document.
    name: String,
    /// Its path with ids that have rows.
    path: String,
    /// The field of the answer that holds the rows.
    field: String,
    /// The possible values of `sort`.
    sort: Vec<String>,
    /// The least `limit`: 0 where the whole list may be asked for.
    least: u64,
}

/// The documents read these as select options, and the home page reads its banners; every other list is read in
/// pages.
const WHOLE: [&str; 11] = [
    "/admin/assessments",
    "/admin/banners",
    "/admin/categories",
    "/admin/courses",
    "/admin/exams",
    "/admin/subject-years/{id}",
    "/admin/subjects",
    "/admin/subscriptions",
    "/admin/topic-sections/{id}",
    "/admin/topics/{id}",
    "/admin/university/list",
];

/// Lists with an order and a length of their own: the corrections of one result, the questions that need a look, and
/// the comments on one question. `core/tests/areas/{results,needs_look,review}.rs` test them.
const OWN_ORDER: [&str; 4] = [
    "/get-result-data-view/{quizId}",
    "/admin/needs-a-look",
    "/admin/questions/{a}/comments",
    "/admin/theories/{a}/comments",
];

/// Every operation on records that takes a `limit`.
fn lists(ids: &[(&str, String)]) -> Vec<List> {
    let document = serde_json::to_value(sabi_api::document()).unwrap();
    let mut found = Vec::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        let operation = &operations["get"];
        let parameter = |name: &str| {
            let all = operation["parameters"].as_array().into_iter().flatten();
            all.clone().find(|parameter| parameter["name"] == name && parameter["in"] == "query").cloned()
        };
        let Some(limit) = parameter("limit") else { continue };
        let name = path.strip_prefix("/api/v1").unwrap().to_owned();
        if OWN_ORDER.contains(&name.as_str()) {
            continue;
        }
        let filled = ids.iter().fold(name.clone(), |path, (part, id)| path.replace(part, id));
        assert!(!filled.contains('{') || filled.contains("/all"), "no id for {filled}");
        let schema = &operation["responses"]["200"]["content"]["application/json"]["schema"];
        let schema = match schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
            Some(name) => &document["components"]["schemas"][name],
            None => schema,
        };
        let fields = schema["properties"].as_object().unwrap();
        let field = fields.iter().find(|(_, shape)| shape["type"] == "array").unwrap().0.clone();
        let sort = parameter("sort").unwrap_or_else(|| panic!("{name} does not say how it is sorted"));
        let columns = sort["schema"]["pattern"].as_str().unwrap();
        let columns = columns.strip_prefix("^-?(").and_then(|columns| columns.strip_suffix(")$")).unwrap();
        let least = limit["schema"]["minimum"].as_u64().unwrap();
        assert_eq!(limit["schema"]["maximum"].as_u64(), Some(1000), "{name}");
        found.push(List {
            path: filled,
            field,
            sort: columns.split('|').flat_map(|column| [column.to_owned(), format!("-{column}")]).collect(),
            least,
            name,
        });
    }
    assert!(found.len() >= 24, "{} lists only", found.len());
    found
}

/// A server whose lists all have rows, its owner, and the ids of their paths.
async fn filled() -> (Server, [Who; 2], Vec<(&'static str, String)>) {
    let server = Server::seeded().await;
    server.clock.advance(chrono::Duration::milliseconds(500));
    let owner = server.log_in("owner@sabi.test").await;
    let student = server.student().await;
    for reported in 0..3 {
        let mut body = server.start_body(&student, "wassce-waec-ssce", "practice").await;
        body["examType"] = json!("both");
        let exam = body["examId"].clone();
        let started = server.post(&student, "/attempts", body).await.expect(201);
        server.pass(60);
        let submit =
            json!({ "attemptId": started["attempt"]["_id"], "answered": [choose(&questions(&started)[0], 0)] });
        server.post(&student, "/submit-result", submit).await.expect(200);
        let question = &questions(&started)[reported];
        let report = json!({ "question": question["_id"], "reason": "typo", "words": "Look at it." });
        server.post(&student, "/reports", report).await.expect(201);
        let plans = server.get(&student, &format!("/get-subscriptions/{}", exam.as_str().unwrap())).await.expect(200);
        let mut plans = plans["data"].as_array().unwrap().iter();
        let plan = plans.find(|plan| plan["title"] == "Yearly").unwrap()["_id"].clone();
        let pay = json!({ "subscriptionId": plan, "examId": exam });
        server.post(&student, "/payments/initialize", pay).await.expect(200);
    }
    for (n, name) in ["Zainab", "Ada", "Musa"].iter().enumerate() {
        let contact = json!({
            "firstName": name, "lastName": "Bello", "mobileNo": format!("080000000{n}0"), "subject": format!("{n}"),
            "email": format!("{name}@school.example"), "message": "Hello",
        });
        server.post(&Who::Nobody, "/admin/contactus/add", contact).await.expect(201);
        let address = json!({ "email": format!("{name}@school.example") });
        server.post(&Who::Nobody, "/admin/subscribenewsletter/add", address).await.expect(201);
        let user = json!({
            "first_name": name, "last_name": "Bello", "email": format!("{name}@sabi.test"), "accountStatus": "Active",
            "password": crate::common::PASSWORD, "confirm_password": crate::common::PASSWORD,
        });
        server.post(&owner, "/admin/customers/add", user.clone()).await.expect(201);
        let mut moderator = user;
        moderator["email"] = json!(format!("{name}@moderators.test"));
        server.post(&owner, "/admin/moderators/add", moderator).await.expect(201);
        let mail = TemplateTest { email: Some(format!("{name}@school.example")) };
        server.app.test_template(&Actor::Operator, "result-declared", mail).await.unwrap();
        server.pass(60);
    }
    let subjects = server.get(&owner, "/admin/subjects?q=mathematics").await.expect(200);
    let subject = subjects["data"][0]["_id"].as_str().unwrap().to_owned();
    let topics = server.get(&owner, &format!("/admin/topics/{subject}")).await.expect(200);
    let topic = topics["data"][0]["_id"].as_str().unwrap().to_owned();
    let ids = vec![
        ("/topic-sections/{id}", format!("/topic-sections/{topic}")),
        ("{userId}", server.my_id(&student).await),
        ("/{a}/{b}/{c}/{d}/{e}", "/all/all/all/all/all".to_owned()),
        ("/{a}/{b}/{c}", "/all/all/all".to_owned()),
        ("{id}", subject),
    ];
    (server, [owner, student], ids)
}

/// The caller with rows in a list: a student in their own, the owner in all others.
fn whose<'a>([owner, student]: &'a [Who; 2], name: &str) -> &'a Who {
    if name.starts_with("/me/") { student } else { owner }
}

/// The value of a row's column in a form that can be compared: a record by its title, a list by its titles. `None` for
/// values without an order.
fn shown(row: &Value, name: &str) -> Option<Value> {
    let title = |value: &Value| -> Value {
        match value {
            Value::Object(record) if record.contains_key("title") => record["title"].clone(),
            Value::Object(record) if record.contains_key("first_name") => {
                format!("{} {}", record["first_name"].as_str().unwrap(), record["last_name"].as_str().unwrap()).into()
            }
            value => value.clone(),
        }
    };
    match row.get(name)? {
        Value::Array(items) => {
            let titles: Vec<_> = items.iter().map(|item| title(item).as_str().unwrap_or_default().to_owned()).collect();
            Some(titles.join(", ").into())
        }
        value => Some(title(value)),
    }
}

fn instant(text: &str) -> chrono::ParseResult<DateTime<FixedOffset>> {
    DateTime::parse_from_rfc3339(text)
}

/// A text as the alphabet has it: signs before digits and letters, whatever their case.
fn letters(text: &str) -> Vec<(bool, char)> {
    text.to_lowercase().chars().map(|letter| (letter.is_alphanumeric(), letter)).collect()
}

/// Nothing before false before true, numbers by size, times by their instants, texts alphabetically.
fn is_ordered(one: &Value, next: &Value) -> bool {
    match (one, next) {
        (Value::Null, _) => true,
        (Value::Bool(one), Value::Bool(next)) => one <= next,
        (Value::Number(one), Value::Number(next)) => one.as_f64() <= next.as_f64(),
        (Value::String(one), Value::String(next)) => match (instant(one), instant(next)) {
            (Ok(one), Ok(next)) => one <= next,
            // Names are sorted alphabetically, other texts by their characters.
            _ => letters(one) <= letters(next) || one <= next,
        },
        _ => false,
    }
}

#[tokio::test]
async fn every_list_is_sorted_by_what_it_says_and_by_nothing_else() {
    let (server, people, ids) = filled().await;
    let mut seen = BTreeSet::new();
    for List { name, path, field, sort, .. } in lists(&ids) {
        let owner = whose(&people, &name);
        let rows = async |sort: &str| {
            let answer = server.get(owner, &format!("{path}?limit=200&page=1&sort={sort}")).await;
            assert_eq!(answer.status.as_u16(), 200, "{name} by {sort}: {}", answer.text);
            answer.json()[&field].as_array().unwrap().clone()
        };
        assert!(!rows("").await.is_empty(), "{name} has no rows to sort");
        assert!(!sort.is_empty(), "{name} cannot be sorted");
        for sort in &sort {
            let column = sort.trim_start_matches('-');
            let mut rows = rows(sort).await;
            if sort.starts_with('-') {
                rows.reverse();
            }
            let Some(values) = rows.iter().map(|row| shown(row, column)).collect::<Option<Vec<_>>>() else {
                panic!("{name} can be sorted by {column}, which it does not show");
            };
            for pair in values.windows(2) {
                assert!(is_ordered(&pair[0], &pair[1]), "{name} by {sort}: {} before {}", pair[0], pair[1]);
            }
            if values.first() != values.last() {
                seen.insert(format!("{name} {column}"));
            }
        }
        let hidden = ["password", "stamp", "email_key", "revision", "identity", "correct", "created_at", "id", "_id"];
        let nonsense = ["1", "rand", "rand()", "nothing", "-", "title%20DESC", "title;DELETE%20exam", "--title"];
        for sort in hidden.iter().chain(&nonsense) {
            let answer = server.get(owner, &format!("{path}?sort={sort}")).await.expect(422);
            assert!(answer["sort"].is_string(), "{name} by {sort}: {answer}");
        }
    }
    assert!(seen.len() > 60, "too few columns have rows that differ: {seen:?}");
    for wanted in ["/admin/subjects mandetory", "/admin/customers email", "/get-results/{userId} createdAt"] {
        assert!(seen.contains(wanted), "{wanted} was not put to the test: {seen:?}");
    }
}

#[tokio::test]
async fn no_list_is_longer_than_it_may_be() {
    let (server, people, ids) = filled().await;
    for List { name, path, field, least, .. } in lists(&ids) {
        let owner = whose(&people, &name);
        assert_eq!(least == 0, WHOLE.contains(&name.as_str()), "{name}");
        let count = async |query: &str| -> Result<usize, Value> {
            let answer = server.get(owner, &format!("{path}?{query}")).await;
            match answer.status.as_u16() {
                200 => Ok(answer.json()[&field].as_array().unwrap().len()),
                422 => Err(answer.json()),
                status => panic!("{name}?{query} answered {status}: {}", answer.text),
            }
        };
        let huge = format!("page={}", u64::MAX);
        let refused = [
            ("limit=-1", "limit"),
            ("limit=1001", "limit"),
            ("limit=99999999999", "limit"),
            ("limit=99999999999999999999999999", "limit"),
            ("limit=1.5", "limit"),
            ("page=0", "page"),
            ("page=-1", "page"),
            ("page=1000001", "page"),
            (huge.as_str(), "page"),
        ];
        for (query, parameter) in refused {
            let refused = count(query).await.expect_err(&format!("{name}?{query}"));
            assert!(refused[parameter].is_string(), "{name}?{query}: {refused}");
        }
        let words = format!("q={}", "x".repeat(201));
        if let Err(refused) = count(&words).await {
            assert!(refused["q"].is_string(), "{name}: {refused}");
        }
        match count("limit=0").await {
            Ok(_) => assert_eq!(least, 0, "{name} is handed out whole"),
            Err(refused) => assert!(least == 1 && refused["limit"].is_string(), "{name}: {refused}"),
        }
        assert_eq!(count("page=1&limit=1").await, Ok(1), "{name}");
        assert_eq!(count("page=1000000&limit=1000").await, Ok(0), "{name}");
        if least == 1 {
            assert!(count("").await.unwrap() <= 50, "{name} without a page");
        }
    }
}

#[tokio::test]
async fn everybody_reads_what_is_in_use_and_no_more_of_it() {
    let server = Server::seeded().await;
    let admin = server.admin().await;
    let hidden = json!({ "title": "Hidden", "description": "not yet", "status": "InActive" });
    server.post(&admin, "/admin/categories/add", hidden).await.expect(201);
    let all = server.get(&admin, "/admin/categories").await.expect(200)["total"].as_u64().unwrap();
    let read = server.get(&Who::Nobody, "/get-categories").await.expect(200);
    let read = read["data"].as_array().unwrap();
    assert_eq!(read.len() as u64, all - 1);
    let mut fields: Vec<_> = read[0].as_object().unwrap().keys().collect();
    fields.sort();
    assert_eq!(fields, ["_id", "description", "image", "seo_url", "title"]);
}

#[tokio::test]
async fn a_record_in_use_is_named_and_the_others_of_a_selection_are_deleted() {
    let server = Server::seeded().await;
    let admin = server.admin().await;
    let add = async |title: &str| {
        let body = json!({ "title": title, "status": "Active" });
        server.post(&admin, "/admin/categories/add", body).await.expect(201);
    };
    add("Folklore").await;
    add("Zymurgy").await;
    let categories = async || server.get(&admin, "/admin/categories").await.expect(200)["data"].take();
    let titled = |all: &Value, title: &str| {
        let row = all.as_array().unwrap().iter().find(|row| row["title"] == title).unwrap();
        row["_id"].as_str().unwrap().to_owned()
    };
    let (all, courses) = (categories().await, server.get(&admin, "/admin/courses").await.expect(200));
    let used = courses["data"][0]["category"]["_id"].as_str().unwrap().to_owned();
    let (first, last) = (titled(&all, "Folklore"), titled(&all, "Zymurgy"));
    let mut answers = Vec::new();
    for id in [&first, &used, &last] {
        let answer = server.delete(&admin, &format!("/admin/categories/{id}")).await;
        answers.push((answer.status.as_u16(), answer.json()["reason"].clone()));
    }
    assert_eq!(answers, [(200, Value::Null), (409, json!("in-use")), (200, Value::Null)]);
    let left = categories().await;
    assert_eq!(left.as_array().unwrap().len(), all.as_array().unwrap().len() - 2);
    assert!(left.as_array().unwrap().iter().any(|row| row["_id"] == used.as_str()), "{left}");
}
