//! The committed OpenAPI document is the one that the routes give, and claims no failure that cannot happen.

use std::collections::HashSet;

use serde_json::Value;

/// The document's entry of an operation.
struct Operation<'a> {
    id: &'a str,
    method: &'a str,
    access: &'a str,
    said: &'a Value,
}

impl Operation<'_> {
    fn all(document: &Value) -> Vec<Operation<'_>> {
        let paths = document["paths"].as_object().unwrap().values();
        let operations = paths.flat_map(|item| item.as_object().unwrap());
        let made = operations.map(|(method, said)| Operation {
            id: said["operationId"].as_str().unwrap(),
            method,
            access: said["x-access"].as_str().unwrap(),
            said,
        });
        made.collect()
    }

    fn has(&self, place: &str, name: Option<&str>) -> bool {
        let parameters = self.said["parameters"].as_array().into_iter().flatten();
        let mut here = parameters.filter(|parameter| parameter["in"] == place);
        here.any(|parameter| name.is_none_or(|name| parameter["name"] == name))
    }

    fn takes_body(&self) -> bool {
        !self.said["requestBody"].is_null()
    }

    fn is_read(&self) -> bool {
        self.method == "get"
    }

    fn is_open(&self) -> bool {
        ["public", "signed-in"].contains(&self.access)
    }
}

fn document() -> Value {
    serde_json::to_value(sabi_api::document()).unwrap()
}

#[test]
fn the_committed_document_is_fresh() {
    let fresh = serde_json::to_string_pretty(&sabi_api::document()).unwrap() + "\n";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json");
    let committed = std::fs::read_to_string(path).unwrap_or_default();
    assert!(committed == fresh, "api/openapi.json is stale: run `make gen` and commit what it changes");
}

#[test]
fn nothing_in_it_refers_to_a_specification_that_its_readers_do_not_have() {
    let document = document().to_string();
    for word in ["ruling ", "spec 1", "spec 2", "spec 3", "§"] {
        assert!(!document.contains(word), "{word}");
    }
}

#[test]
fn every_operation_has_a_name_of_its_own() {
    let document = document();
    let all = Operation::all(&document);
    assert!(all.len() > 100);
    let mut seen = HashSet::new();
    let twice: Vec<&str> = all.iter().map(|operation| operation.id).filter(|id| !seen.insert(*id)).collect();
    assert_eq!(twice, Vec::<&str>::new());
}

#[test]
fn every_response_says_what_it_is() {
    let document = document();
    let shared = document["components"]["responses"].as_object().unwrap();
    let named = shared.iter().map(|(name, response)| (name.as_str(), response));
    let all = Operation::all(&document);
    let own = all.iter().flat_map(|operation| {
        let responses = operation.said["responses"].as_object().unwrap().values();
        responses.map(|response| (operation.id, response))
    });
    let mut read = 0;
    for (id, response) in named.chain(own).filter(|(_, response)| response["$ref"].is_null()) {
        let words = response["description"].as_str().unwrap_or_default();
        assert!(words.starts_with(char::is_uppercase), "{id}: {response}");
        read += 1;
    }
    assert!(read > 200, "{read}");
}

/// Whether an operation may claim a status by its kind.
type Rule = fn(&Operation<'_>) -> bool;

#[test]
fn no_operation_claims_a_failure_that_it_never_answers() {
    let rules: [(&str, Rule, &[&str]); 11] = [
        ("400", |one| one.takes_body(), &[]),
        ("401", |one| one.access != "public", &["login", "take_webhook"]),
        ("402", |_| false, &["initialize_payment", "subscribe_plan"]),
        (
            "403",
            |one| !one.is_open() || !one.is_read() || one.has("path", Some("userId")),
            &[
                "export_me",
                "find_forecast",
                "find_pack",
                "find_photograph",
                "find_today",
                "find_user",
                "has_proved",
                "list_attempts",
                "list_exam_choices",
                "list_own_reports",
                "list_packs",
                "list_photographs",
                "list_progress_links",
                "list_questions_to_learn",
                "list_visitor_scores",
                "list_weak_topics",
                "logout_by_link",
                "me",
                "mock_analytics",
                "own_sessions",
                "read_reminder",
                "read_weekly_mail",
                "second_factor",
            ],
        ),
        (
            "404",
            |one| one.has("path", None),
            &[
                "begin_second_factor",
                "change_password",
                "check_reset_link",
                "check_payments",
                "confirm_second_factor",
                "create_theory",
                "drop_second_factor",
                "erase_me",
                "export_me",
                "fetch_ahead",
                "find_forecast",
                "find_today",
                "get_mock_questions",
                "get_year_questions",
                "initialize_payment",
                "keep_visitor_answers",
                "list_packs",
                "list_questions_to_learn",
                "list_weak_topics",
                "me",
                "own_sessions",
                "prove",
                "renew_recovery_codes",
                "save_subjects",
                "second_factor",
                "select_subjects",
                "start_attempt",
                "submit_grades",
                "submit_result",
                "update_me",
            ],
        ),
        (
            "409",
            |one| match one.method {
                "put" | "delete" => one.has("path", None) && !one.has("path", Some("token")),
                "post" => !one.said["responses"]["201"].is_null(),
                _ => false,
            },
            &[
                "begin_second_factor",
                "cancel_attempt",
                "claim_grading",
                "confirm_second_factor",
                "decide_sandbox_charge",
                "declare_grading",
                "drop_second_factor",
                "find_attempt",
                "find_corrections",
                "find_grading",
                "find_pack",
                "find_photograph",
                "initialize_payment",
                "open_attempt",
                "open_report",
                "refuse_subjects_change",
                "release_grading",
                "renew_recovery_codes",
                "resend_mail",
                "reserve_gradings",
                "reveal_answer",
                "save_subjects",
                "select_subjects",
                "set_status_of_all",
                "submit_grades",
                "submit_result",
                "subscribe_plan",
            ],
        ),
        ("413", |one| one.takes_body(), &[]),
        ("415", |one| one.takes_body(), &[]),
        ("422", |one| one.takes_body() || one.has("query", None), &["activate", "check_reset_link", "prove_server"]),
        (
            "429",
            |one| one.access == "public" && !one.is_read(),
            &[
                "activate",
                "add_photograph",
                "change_password",
                "check_reset_link",
                "confirm_second_factor",
                "drop_second_factor",
                "erase_me",
                "export_me",
                "export_person",
                "fetch_ahead",
                "find_pack",
                "initialize_payment",
                "prove",
                "renew_recovery_codes",
                "report_question",
                "start_attempt",
                "submit_result",
                "subscribe_plan",
            ],
        ),
        ("503", |_| true, &[]),
    ];
    let document = document();
    for operation in Operation::all(&document) {
        let answers = operation.said["responses"].as_object().unwrap();
        for status in answers.keys().filter(|status| status.as_str() >= "400") {
            assert!(rules.iter().any(|(known, ..)| known == status), "{}: {status}", operation.id);
        }
        for (status, rule, others) in &rules {
            let may = rule(&operation) || others.contains(&operation.id);
            assert_eq!(answers.contains_key(*status), may, "{} and {status}", operation.id);
        }
    }
    // A name that is no operation's any more would excuse nothing.
    let known: Vec<_> = Operation::all(&document).iter().map(|operation| operation.id).collect();
    for id in rules.iter().flat_map(|(.., others)| *others) {
        assert!(known.contains(id), "{id}");
    }
}

#[test]
fn every_failure_is_the_one_envelope_and_few_successes_are_no_json() {
    let document = document();
    let mut other_kinds = Vec::new();
    for operation in Operation::all(&document) {
        for (status, answer) in operation.said["responses"].as_object().unwrap() {
            if status == "304" || status == "204" {
                assert!(answer["content"].is_null(), "{} says nothing again", operation.id);
                continue;
            }
            if status.as_str() < "400" {
                let kinds = answer["content"].as_object().unwrap().keys();
                let others = kinds.filter(|kind| *kind != "application/json");
                other_kinds.extend(others.map(|kind| (operation.id, kind.as_str())));
                continue;
            }
            let name = answer["$ref"].as_str().unwrap().trim_start_matches('#');
            let content = &document.pointer(name).unwrap()["content"];
            assert_eq!(content["application/json"]["schema"]["$ref"], "#/components/schemas/Failure", "{name}");
        }
    }
    other_kinds.sort_unstable();
    let (lines, workbook) =
        ("application/x-ndjson", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
    let bank = ["application/jsonl", workbook, "application/xml", "text/csv", "text/plain"];
    let mut expected = vec![
        ("back_up", "application/gzip"),
        ("check_bank", lines),
        ("examine", lines),
        ("export_audit", "text/csv"),
        ("export_list", lines),
        ("export_list", workbook),
        ("export_list", "text/csv"),
        ("find_photograph", "image/jpeg"),
        ("import_questions", lines),
        ("import_theories", lines),
        ("question_problems", "application/zip"),
        ("question_problems", workbook),
        ("question_sample", workbook),
        ("seed", lines),
        ("theory_problems", "application/zip"),
        ("theory_problems", workbook),
        ("theory_sample", workbook),
    ];
    expected.extend(["export_questions", "export_theories"].into_iter().flat_map(|id| bank.map(|kind| (id, kind))));
    expected.sort_unstable();
    assert_eq!(other_kinds, expected);
}
