//! A class of students who hold what the demo student holds.

use std::sync::Arc;

use chrono::Duration;
use sabi_core::{
    people::{AccountStatus, Actor, Role, SessionUser, User},
    plans::Subscription,
    registration::Registration,
    store::Id,
};

use super::World;

impl World {
    /// So many students with the demo student's subscription to JAMB UTME and its subjects.
    pub async fn class(&self, size: usize) -> Vec<Actor> {
        let demo = self.student().await.user_id().unwrap().clone();
        let exam = self.exam("jamb-utme").await.id;
        let held: Subscription = self.load(&Subscription::key(&demo, &exam, None)).await.unwrap().unwrap();
        let registered: Registration = self.load(&Registration::key(&demo, &exam)).await.unwrap().unwrap();
        let mut class = Vec::new();
        for seat in 0..size {
            let id: Id<User> = self.add_kofi(&format!("seat-{seat}@sabi.test")).await.id;
            let expire_at = held.expire_at + Duration::days(3650);
            let id_of_held = Subscription::key(&id, &exam, None);
            let held = Subscription { id: id_of_held, user: id.clone(), expire_at, ..held.clone() };
            let registered = Registration { id: Registration::key(&id, &exam), user: id.clone(), ..registered.clone() };
            let sql = "CREATE ONLY $held.id CONTENT $held; CREATE ONLY $registered.id CONTENT $registered;";
            self.store.write(sql).bind(("held", held)).bind(("registered", registered)).done().await.unwrap();
            let (role, status, stamp) = (Role::User, AccountStatus::Active, String::new());
            class.push(Actor::User(Arc::new(SessionUser {
                id,
                role,
                is_super_admin: false,
                status,
                stamp,
                session: String::new(),
                is_listed: false,
                is_proved: true,
                has_second_factor: false,
                must_set_up: false,
            })));
        }
        class
    }

    /// Makes each mock hold so many questions of each subject.
    pub async fn shorten_mocks(&self, questions: i64) {
        let sql = "UPDATE subject SET mock_questions = $questions RETURN NONE";
        self.store.write(sql).bind(("questions", questions)).done().await.unwrap();
    }
}
