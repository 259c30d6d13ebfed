//! The example of CONTRIBUTING.md: an entity is one declaration and one word. Table, routes, OpenAPI document, access
//! and audit entries follow from them.

use sabi_core::{
    App, FieldErrors,
    people::Access,
    records::{Filter, ListSpec, Listed, Paths, Resource, Toasts, Verbs, entity, paths},
    resources::BackOffice,
    store::Record,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use crate::common::{Server, Who};

entity! {
    /// A prize that students may win.
    Prize: PrizeInput {}
    const NOUN: &'static str = "Prize";
    const UNAUDITED: &'static [&'static str] = &["secret"];
}

/// The form that the back office sends.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct PrizeInput {
    title: String,
    #[serde(default)]
    secret: String,
    #[serde(default)]
    status: bool,
}

impl Record for Prize {
    const TABLE: &'static str = "prize";
    const SCHEMA: &'static str = "DEFINE INDEX IF NOT EXISTS prize_title ON prize FIELDS title UNIQUE;";
}

impl Listed for Prize {
    const LIST: ListSpec = ListSpec { filters: &[Filter::text("title")], ..ListSpec::titled(Self::TABLE) };
}

impl Resource for Prize {
    const PATHS: Paths = paths!("/admin/prizes");
    const TOASTS: Toasts = Toasts { added: "Prize added.", updated: "Prize updated.", deleted: "Prize deleted." };
    const ACCESS: Verbs = Verbs { find: Access::SignedIn, delete: Access::Owner, ..Verbs::all(Access::Admin) };
    type View = Self;

    fn check_form(&mut self, _: &App, _: Option<&Self>, errors: &mut FieldErrors) {
        errors.trimmed_title("title", "Title", &mut self.title, 120);
    }
}

// The word.
sabi_core::resources!(Pretend: Prize);

#[tokio::test]
async fn a_new_entity_is_one_file_and_one_word() {
    let server = Server::seeded_with::<(BackOffice, Pretend)>().await;
    let (student, admin, owner) =
        (server.student().await, server.admin().await, server.log_in("owner@sabi.test").await);

    let bad = server.post(&admin, "/admin/prizes/add", json!({ "title": "" })).await.expect(422);
    assert_eq!(bad["title"], "Title is required.");
    let made = server.post(&admin, "/admin/prizes/add", json!({ "title": "Book", "secret": "in the shelf" })).await;
    let made = made.expect(201);
    assert_eq!(made["message"], "Prize added.");
    let id = made["data"]["_id"].as_str().unwrap();
    let again = server.post(&admin, "/admin/prizes/add", json!({ "title": "Book" })).await.expect(409);
    assert!(again.to_string().contains("Prize with this title already exists."), "{again}");

    let listed = server.get(&admin, "/admin/prizes?q=boo&sort=-title").await.expect(200);
    assert_eq!((&listed["total"], &listed["data"][0]["title"]), (&1.into(), &"Book".into()));

    let changed = json!({ "title": "Bicycle", "version": 0 });
    let changed = server.put(&admin, &format!("/admin/prizes/update/{id}"), changed).await.expect(200);
    assert_eq!((&changed["data"]["title"], &changed["data"]["secret"]), (&"Bicycle".into(), &"in the shelf".into()));
    let stale = json!({ "title": "Ball", "version": 0 });
    let stale = server.put(&admin, &format!("/admin/prizes/update/{id}"), stale).await.expect(409);
    assert_eq!((&stale["reason"], &stale["changedBy"]), (&"changed".into(), &"admin@sabi.test".into()));

    // Each verb has its own gate.
    let one = format!("/admin/prizes/{id}");
    assert_eq!(server.get(&Who::Nobody, &one).await.status, 401);
    server.get(&student, &one).await.expect(200);
    assert_eq!(server.get(&student, "/admin/prizes").await.status, 403);
    assert_eq!(server.delete(&admin, &one).await.status, 403);
    server.delete(&owner, &one).await.expect(200);
    assert_eq!(server.get(&admin, &one).await.status, 404);

    // The record tells of each change, and shows no field of `UNAUDITED`.
    let record = server.get(&owner, "/admin/audit?entity=prize").await.expect(200);
    let entries = record["data"].as_array().unwrap();
    let mut actions: Vec<_> = entries.iter().map(|entry| entry["action"].as_str().unwrap()).collect();
    actions.sort_unstable();
    assert_eq!(actions, ["create", "delete", "update"]);
    assert!(!record.to_string().contains("shelf"), "{record}");
}
