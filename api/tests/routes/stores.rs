//! The stores that earlier releases left open under this one, and work.

use std::{path::Path, process::Command};

use serde_json::{Value, json};

use crate::common::{Server, choose, questions};

/// Each release adds one (`npm --prefix web run keep-store`): its name, a time at which its mock
/// still runs, and the tables that came later.
const STORES: [(&str, &str, &[&str]); 1] = [(
    "before-versions",
    "2026-11-21T18:00:00Z",
    &[
        "backup_lease",
        "backup_plan",
        "banner",
        "faq",
        "found_fine",
        "grading",
        "grading_case",
        "home_setting",
        "idempotency_key",
        "import_lot",
        "instruction",
        "last_answers",
        "name_lock",
        "news",
        "open_sessions",
        "pack_downloads",
        "page",
        "paper_items",
        "payment",
        "pending_import",
        "photograph",
        "photograph_file",
        "progress",
        "progress_link",
        "push_device",
        "question_comment",
        "question_statistics",
        "question_version",
        "rekeying",
        "reminder",
        "report",
        "second_factor",
        "shared_lock",
        "subject_concerns",
        "testimonial",
        "theory_comment",
        "theory_version",
        "visitor_score",
        "waiting_result",
        "weekly_mail",
    ],
)];
/// The password of the accounts in them.
const PASSWORD: &str = "Correct-horse-7-battery";

#[tokio::test(flavor = "multi_thread")]
async fn a_store_of_every_release_opens_shows_its_lists_and_lets_a_test_be_sat() {
    for (name, now, later) in STORES {
        let data = tempfile::tempdir().unwrap();
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../fixtures/stores/{name}.tar.gz"));
        let unpacked = Command::new("tar").arg("-xzf").arg(&file).arg("-C").arg(data.path()).status().unwrap();
        assert!(unpacked.success(), "{}", file.display());
        let server = Server::over(data, now.parse().unwrap()).await;

        let info: Option<Value> = server.app.store.query("INFO FOR DB").checked().await.unwrap().take(0).unwrap();
        for table in info.unwrap()["tables"].as_object().unwrap().keys() {
            if table == "year_index" || later.contains(&table.as_str()) {
                continue; // The first is made when a paper is drawn.
            }
            let rows: Vec<Value> =
                server.app.store.query(format!("SELECT id FROM {table} LIMIT 1")).all().await.unwrap();
            assert!(!rows.is_empty(), "{name} has nothing in {table}");
        }

        let owner = server.log_in_with("owner@sabi.test", PASSWORD).await;
        let wrong = server.post(&owner, "/admin/bank/recount", json!({ "dryRun": true })).await.expect(200);
        assert_eq!(wrong["data"], json!([]), "{name} has counters that are wrong");
        let document = serde_json::to_value(sabi_api::document()).unwrap();
        let mut lists = 0;
        for (path, operations) in document["paths"].as_object().unwrap() {
            if operations["get"]["x-access"] == "operator" {
                continue; // Of the installation, not of its store.
            }
            if operations.get("get").is_none() || path.contains('{') || path.ends_with("/logout") {
                continue;
            }
            let answer = server.get(&owner, path.trim_start_matches("/api/v1")).await;
            assert!(answer.status.is_success() || answer.status == 422, "{name} {path}: {}", answer.text);
            lists += usize::from(answer.status.is_success());
        }
        assert!(lists > 20, "only {lists} lists were walked");

        let student = server.log_in_with("student@sabi.test", PASSWORD).await;
        let running = server.get(&student, "/attempts?state=running").await.expect(200);
        let mock = running["data"][0]["_id"].as_str().unwrap();
        let read = server.get(&student, &format!("/attempts/{mock}")).await.expect(200);
        assert_eq!(read["attempt"]["answers"].as_array().unwrap().len(), 1, "{name} lost an answer");
        let done = json!({ "attemptId": mock, "answered": [choose(&questions(&read)[1], 0)] });
        let done = server.post(&student, "/submit-result", done).await.expect(200);
        let quiz = done["quizId"].as_str().unwrap();
        server.get(&student, &format!("/get-result-data-view/{quiz}")).await.expect(200);

        let started = server.start(&student, "practice").await;
        let id = started["attempt"]["_id"].as_str().unwrap();
        let submit = json!({ "attemptId": id, "answered": [choose(&questions(&started)[0], 0)] });
        server.post(&student, "/submit-result", submit).await.expect(200);
    }
}
