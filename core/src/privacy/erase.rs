//! Erases a person's data.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::export::export_count;
use crate::{
    App, Error, FieldErrors, Result,
    clock::Instant,
    exam::{Attempt, OWN, QuizResult, Starts, StoredSheet, engine::Response, student_totals::drop_student},
    grading::Case,
    inbox::Subscriber,
    messages,
    people::{
        AccountLimit, AccountStatus, Actor, Link, OpenSessions, SecondFactor, Tries, User, address::ERASED_DOMAIN,
    },
    store::{Id, Record as _, retry_tx},
};

/// The replacement for a person's own words.
const ERASED: &str = "(erased)";

/// The tables whose rows of the person are deleted as a whole.
const DELETED: [&str; 7] =
    ["registration", "visitor_score", "pack_downloads", "progress_link", "weekly_mail", "push_device", "reminder"];

/// The caller's password, for re-authentication.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct ProvePassword {
    pub password: String,
}

impl App {
    /// Erases the caller's own account; needs their password and, with a second factor, a code within the last 15 minutes.
    pub async fn erase_me(&self, actor: &Actor, proof: ProvePassword) -> Result<()> {
        let user = self.account(actor).await?;
        let mut errors = FieldErrors::default();
        errors.check(!proof.password.is_empty(), "password", messages::PASSWORD_REQUIRED);
        errors.done()?;
        self.prove_password(&user, proof.password, "password").await?;
        if self.has_second_factor(&user.id).await? {
            actor.require_recent_login()?;
        }
        self.erase(actor, &user.id).await
    }

    /// Erases an account; for super admins.
    pub async fn erase_person(&self, actor: &Actor, id: &Id<User>) -> Result<()> {
        if !actor.is_owner() {
            return Err(Error::forbidden("forbidden", messages::FORBIDDEN));
        }
        actor.require_recent_login()?;
        self.erase(actor, id).await
    }

    /// Deletes everything that identifies a person, their own words, and the sums of their progress. Attempts, marks
    /// and payments stay, so that counts, averages and question statistics remain correct. Remarks on
    /// the person's own essays are deleted, because they may quote them. What the person wrote as staff stays: questions,
    /// comments on them, and remarks on others' essays.
    async fn erase(&self, actor: &Actor, id: &Id<User>) -> Result<()> {
        let email = format!("erased-{id}@{ERASED_DOMAIN}");
        let password = self.hasher.hash(&email, User::new_stamp()).await?;
        let erased = retry_tx(async || {
            let mut change = self.change(actor).await?;
            let user: User = change.find(id).await?;
            if user.is_super_admin {
                return Err(Error::forbidden("super-admin", messages::SUPER_ADMIN_STAYS));
            }
            let nobody = User {
                id: id.clone(),
                first_name: "Erased".into(),
                last_name: "account".into(),
                created_at: user.created_at,
                activated_at: user.activated_at,
                ..User::new(&email, user.role, AccountStatus::Blocked, password.clone(), self.now())
            };
            change.rewrite(&user, &nobody).await?;
            let by_user = |sql: &str| change.query(sql.to_owned()).bind(("user", id.clone()));
            let sheets: Vec<StoredSheet> = by_user("SELECT * FROM sheet WHERE user = $user").all().await?;
            let written: Vec<StoredSheet> = sheets.into_iter().filter_map(|sheet| put_away(sheet, self.now())).collect();
            let attempts: Vec<Id<Attempt>> = written.iter().map(|sheet| sheet.attempt.clone()).collect();
            let results = "SELECT * FROM quiz WHERE user = $user AND theories != []";
            let mut results: Vec<QuizResult> = by_user(results).all().await?;
            for answer in results.iter_mut().flat_map(|result| &mut result.theories) {
                answer.answered = answer.answered.as_ref().map(|_| ERASED.into());
                // A remark may quote the answer.
                answer.remark = None;
            }
            // Their answers are erased, so there is nothing left to grade.
            let withdrawn = results.iter_mut().filter(|result| result.is_pending());
            let withdrawn: Vec<Id<Case>> = withdrawn
                .map(|result| {
                    result.exam_result = Some(OWN.into());
                    result.id.cast()
                })
                .collect();
            let graded: Vec<Id<QuizResult>> = results.iter().map(|result| result.id.clone()).collect();
            let rows = "FOR $row IN $sheets { UPDATE $row.id CONTENT $row RETURN NONE }; \
                FOR $row IN $results { UPDATE $row.id CONTENT $row RETURN NONE };";
            change.query(rows).bind(("sheets", written)).bind(("results", results)).done().await?;
            change.query("DELETE $withdrawn RETURN NONE").bind(("withdrawn", withdrawn)).done().await?;
            let remarks = "UPDATE grading SET grades.*.remark = NONE WHERE quiz IN $graded RETURN NONE";
            change.query(remarks).bind(("graded", graded)).done().await?;
            by_user("UPDATE report SET words = '' WHERE user = $user RETURN NONE").done().await?;
            for table in DELETED {
                by_user(&format!("DELETE {table} WHERE user = $user RETURN NONE")).done().await?;
            }
            let photographs = "LET $files = (SELECT VALUE file FROM photograph WHERE user = $user AND file != NONE); \
                DELETE $files RETURN NONE; DELETE photograph WHERE user = $user RETURN NONE;";
            by_user(photographs).done().await?;
            // The bookkeeping needs the amount and the plan, but not the payer. The gateway's responses also name the
            // payer, so they go too.
            let paid = "UPDATE payment SET email = '', url = NONE, answers = '[]' WHERE user = $user RETURN NONE";
            by_user(paid).done().await?;
            drop_student(change.tx(), id).await?;
            // Replies and test mails go to an address without an account. A reply quotes the person's message.
            let sent = by_user(
                "LET $messages = (SELECT VALUE record::id(id) FROM contact WHERE email_key = $email); \
                 UPDATE audit SET before = '{}', after = '{}' WHERE entity = 'contact' AND record IN $messages RETURN NONE; \
                 DELETE contact WHERE email_key = $email RETURN NONE; DELETE $subscriber RETURN NONE; \
                 DELETE mail WHERE user = $user RETURN NONE; DELETE mail WHERE to_key = $email RETURN NONE;",
            );
            let sent = sent.bind(("email", user.email_key.clone()));
            sent.bind(("subscriber", Subscriber::key(&user.email))).done().await?;
            let anonymise =
                "UPDATE audit SET before = '{}', after = '{}' WHERE entity = 'user' AND record = $key RETURN NONE";
            change.query(anonymise).bind(("key", user.id.to_string())).done().await?;
            let mut tries = Tries::all_of(&user.email);
            tries.extend([
                Tries::key(AccountLimit::Export, &export_count(&user.id, &user.id)),
                Tries::key(AccountLimit::Payment, user.id.as_str()),
                Tries::key(AccountLimit::Report, user.id.as_str()),
                Tries::key(AccountLimit::Photograph, user.id.as_str()),
            ]);
            let gone = change.query(
                "DELETE $links RETURN NONE; DELETE $tries RETURN NONE; DELETE $starts RETURN NONE; \
                 DELETE $sessions RETURN NONE; DELETE $factor RETURN NONE;",
            );
            let gone = gone.bind(("sessions", OpenSessions::key(&user.id))).bind(("factor", SecondFactor::key(&user.id)));
            gone.bind(("links", Link::all_of(&user.id))).bind(("tries", tries)).bind(("starts", user.id.cast::<Starts>())).done().await?;
            let entry = change.entry("erase", User::TABLE, &user.id);
            change.note(entry);
            change.commit().await?;
            Ok(attempts)
        })
        .await?;
        for attempt in erased {
            self.attempt_cache.invalidate(&attempt).await;
        }
        self.attempt_cache.forget_running(id).await;
        self.sessions.invalidate(id).await;
        tracing::info!(%actor, user = %id, "account erased");
        Ok(())
    }
}

/// The answer sheet without the person's texts, ended if it was running; `None` if nothing changes.
fn put_away(mut sheet: StoredSheet, now: Instant) -> Option<StoredSheet> {
    // A running test is ended: if it were submitted later, it would create sums of the student again.
    let mut changed = sheet.is_running();
    if changed {
        sheet.give_up(now);
    }
    for given in sheet.answers.0.answers.values_mut() {
        if let Some(Response::Text(text)) = &mut given.response {
            *text = ERASED.into();
            changed = true;
        }
    }
    // The new version makes every server read it again instead of using its cache.
    sheet.version += 1;
    changed.then_some(sheet)
}
