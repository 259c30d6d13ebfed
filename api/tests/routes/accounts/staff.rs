//! The accounts that administrators and owners keep (spec 3 §7, ruling 9).

use serde_json::{Value, json};

use crate::common::{PASSWORD, Server, Who, visitor, with};

struct Staff {
    server: Server,
    admin: Who,
    owner: Who,
}

impl Staff {
    async fn new() -> Self {
        let server = Server::seeded().await;
        Self { admin: server.admin().await, owner: server.log_in("owner@sabi.test").await, server }
    }

    async fn add(&self, who: &Who, path: &str, email: &str) -> String {
        let body = with(visitor(email), "accountStatus", "Active");
        let made = self.server.post(who, path, body).await.expect(201);
        made["data"]["_id"].as_str().unwrap().to_owned()
    }

    async fn delete(&self, who: &Who, id: &str, status: u16) -> Value {
        self.server.raw(who, "DELETE", &format!("/admin/users/{id}"), None, "").await.expect(status)
    }
}

/// The whole form, as the back office sends it.
fn form(email: &str) -> Value {
    json!({
        "first_name": "Efua", "last_name": "Sutherland", "email": email, "mobile_code": "233",
        "mobile_number": "201111111", "nationality": "Ghana", "dob": "2001-02-03", "gender": "F",
        "accountStatus": "Active", "password": "", "confirm_password": "",
    })
}

#[tokio::test]
async fn administrators_keep_students() {
    let staff = Staff::new().await;
    let Staff { server, admin, .. } = &staff;
    let id = staff.add(admin, "/admin/customers/add", "efua@sabi.test").await;
    let list = server.get(admin, "/admin/customers?q=NGOZI%20O&sort=email").await.expect(200);
    assert_eq!((&list["customers"][0]["_id"], &list["total"]), (&json!(id), &json!(1)));
    let path = format!("/admin/customers/{id}");
    let updated = server.put(admin, &path, form("efua2@sabi.test")).await.expect(200);
    assert_eq!(updated["message"], "Student updated successfully");
    for (field, value) in
        form("efua2@sabi.test").as_object().unwrap().iter().filter(|(key, _)| !key.contains("password"))
    {
        assert_eq!(&updated["data"][field], value);
    }
    // The documents' own path does the same.
    let updated = server.put(admin, &format!("/admin/users/{id}"), form("efua@sabi.test")).await.expect(200);
    assert_eq!(
        (&updated["message"], &updated["data"]["email"]),
        (&json!("User updated successfully"), &json!("efua@sabi.test"))
    );
    let taken = server.put(admin, &path, form("STUDENT@sabi.test")).await.expect(409);
    assert_eq!(
        (&taken["code"], &taken["email"]),
        (&json!(11000), &json!("Entered email already exist, please try another."))
    );
    let wrong = server.put(admin, &path, with(form("x"), "first_name", "")).await.expect(422);
    assert!(wrong["email"].is_string() && wrong["first_name"].is_string(), "{wrong}");
    let differing =
        with(with(form("efua@sabi.test"), "password", "a-new-one-2026"), "confirm_password", "another-2026");
    assert!(server.put(admin, &path, differing).await.expect(422)["confirm_password"].is_string());
    assert!(server.put(admin, &format!("{path}/status"), json!({ "accountStatus": "Gone" })).await.expect(422)["accountStatus"].is_string());
    server.try_log_in("10.0.0.1", "efua@sabi.test", PASSWORD).await.expect(200);
    assert_eq!(staff.delete(admin, &id, 200).await["message"], "Student deleted successfully");
    staff.delete(admin, &id, 404).await;
    server.try_log_in("10.0.0.1", "efua@sabi.test", PASSWORD).await.expect(401);
}

#[tokio::test]
async fn a_student_with_a_history_is_not_deleted() {
    let staff = Staff::new().await;
    let student = staff.server.student().await;
    staff.server.start(&student, "practice").await;
    let id = staff.server.my_id(&student).await;
    let refused = staff.delete(&staff.owner, &id, 409).await;
    assert_eq!(refused["reason"], "in-use");
    staff.server.get(&student, "/me").await.expect(200);
}

#[tokio::test]
async fn only_owners_make_change_and_delete_administrators() {
    let staff = Staff::new().await;
    let Staff { server, admin, owner } = &staff;
    server.post(admin, "/admin/users/add", visitor("new@sabi.test")).await.expect(403);
    // Every administrator sees them (ruling 38).
    assert!(server.get(admin, "/admin/users").await.expect(200)["total"].as_u64().unwrap() >= 2);
    let id = staff.add(owner, "/admin/users/add", "new@sabi.test").await;
    let list = server.get(owner, "/admin/users?q=new@").await.expect(200);
    assert_eq!(
        (&list["users"][0]["role"], &list["users"][0]["isSuperAdmin"], &list["total"]),
        (&json!("admin"), &json!(false), &json!(1))
    );
    for path in [format!("/admin/users/{id}"), format!("/admin/customers/{id}")] {
        assert_eq!(server.put(admin, &path, form("new@sabi.test")).await.expect(403)["reason"], "forbidden");
    }
    server
        .put(admin, &format!("/admin/customers/{id}/status"), json!({ "accountStatus": "Blocked" }))
        .await
        .expect(403);
    staff.delete(admin, &id, 403).await;
    let updated = server.put(owner, &format!("/admin/users/{id}"), form("new2@sabi.test")).await.expect(200);
    assert_eq!((&updated["message"], &updated["data"]["role"]), (&json!("User updated successfully"), &json!("admin")));
    server.put(owner, &format!("/admin/customers/{id}"), form("new2@sabi.test")).await.expect(404);
    assert_eq!(staff.delete(owner, &id, 200).await["message"], "User deleted successfully");
    // Nor does an administrator come in by the students' door.
    let sly = with(visitor("sly@sabi.test"), "isSuperAdmin", true);
    let told = server.post(owner, "/admin/customers/add", with(sly.clone(), "role", "admin")).await.expect(422);
    assert_eq!(told["role"], "Role is not known here.");
    server.post(admin, "/admin/customers/add", sly.clone()).await.expect(403);
    let student = server.post(owner, "/admin/customers/add", sly).await.expect(201);
    assert_eq!((&student["data"]["role"], &student["data"]["isSuperAdmin"]), (&json!("user"), &json!(false)));
}

#[tokio::test]
async fn a_super_admin_is_never_deleted_blocked_or_demoted() {
    let staff = Staff::new().await;
    let Staff { server, admin, owner } = &staff;
    let body = with(with(visitor("second@sabi.test"), "accountStatus", "Active"), "isSuperAdmin", true);
    let made = server.post(owner, "/admin/users/add", body).await.expect(201);
    assert_eq!(made["data"]["isSuperAdmin"], true);
    let id = made["data"]["_id"].as_str().unwrap().to_owned();
    for who in [admin, owner] {
        staff.delete(who, &id, 403).await;
        for status in ["Blocked", "InActive", "Suspended"] {
            let body = json!({ "accountStatus": status });
            server.put(who, &format!("/admin/customers/{id}/status"), body).await.expect(403);
            let body = with(form("second@sabi.test"), "accountStatus", status);
            server.put(who, &format!("/admin/users/{id}"), body).await.expect(403);
        }
    }
    let demoted =
        server.put(owner, &format!("/admin/users/{id}/role"), json!({ "isSuperAdmin": false })).await.expect(200);
    assert_eq!((&demoted["data"]["isSuperAdmin"], &demoted["data"]["role"]), (&json!(true), &json!("admin")));
    for (field, value) in [("isSuperAdmin", json!(false)), ("role", json!("user"))] {
        let body = with(form("second@sabi.test"), field, value);
        let told = server.put(owner, &format!("/admin/users/{id}"), body).await.expect(422);
        assert_eq!(
            told[field],
            if field == "role" { "Role cannot be changed here." } else { "Is super admin cannot be changed here." }
        );
    }
    let still = server.get(owner, &format!("/admin/users/{id}")).await.expect(200);
    assert_eq!((&still["user"]["isSuperAdmin"], &still["user"]["role"]), (&json!(true), &json!("admin")));
}

#[tokio::test]
async fn an_account_is_read_by_itself_and_by_administrators() {
    let staff = Staff::new().await;
    let Staff { server, admin, .. } = &staff;
    let (student, other) = (server.student().await, server.another_student().await);
    let path = format!("/admin/users/{}", server.my_id(&student).await);
    assert_eq!(server.get(&student, &path).await.expect(200)["user"]["email"], "student@sabi.test");
    assert_eq!(server.get(admin, &path).await.expect(200)["user"]["email"], "student@sabi.test");
    server.get(&other, &path).await.expect(403);
    server.put(&student, &path, form("student@sabi.test")).await.expect(403);
}
