//! The client's functions, named like those in core.

use std::path::PathBuf;

use sabi_core::{
    audit::AuditView,
    bank::{
        BankScope, BankStats, ExportReport, ExportRequest, ImportReport, ImportRequest, ItemKind, Question,
        formats::Format,
        import::{AcceptedImport, DroppedImport, KeyKind, Progress},
    },
    catalogue::{CatalogueFile, CatalogueReport},
    exam::{
        Attempt, AttemptView, CorrectKey, PaperView, QuizResult, QuizView, Rekeyed, ResultOutcome, SaveAnswers, Saved,
        StartAttempt, Submission, SubmitResult,
    },
    grading::UserTheory,
    ops::{
        backup::BackupPlan,
        doctor::{Check, Examined},
        export::ExportList,
    },
    people::{
        AccountStatus, LoginRequest, NewUser, Proof, RecoveryCodes, Role, SecondFactorSetup, SecondFactorState,
        SessionView, User, UserView,
    },
    plans::{CheckPayments, Payment, PaymentRow, PaymentView, PaymentsChecked},
    records::{Drift, ListQuery, Page, Resource},
    seed::{Demo, SeedReport},
    statistics::{ForecastCheck, RankedQuestion},
    store::Id,
};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::json;

use super::{Client, Download, Result, UploadPart};

/// An account, with a token if requested.
#[derive(Debug, Clone, Deserialize)]
pub struct SignedIn {
    pub user: UserView,
    /// The session's token.
    pub token: Option<String>,
}

/// A started or resumed attempt and its paper.
#[derive(Debug, Clone, Deserialize)]
pub struct Started {
    pub attempt: AttemptView,
    pub paper: PaperView,
    /// Names what was not available (spec 2 §5).
    pub message: Option<String>,
}

/// The files and options of an import.
#[derive(Debug, Clone)]
pub struct ImportUpload {
    /// The request's id, by which it can be cancelled.
    pub id: String,
    /// The file's name.
    pub name: String,
    pub workbook: WorkbookSource,
    /// Its format; otherwise detected from content and name.
    pub format: Option<Format>,
    /// The paths of the pictures, by the names in the workbook.
    pub pictures: Vec<(String, PathBuf)>,
}

/// The source of a workbook.
#[derive(Debug, Clone)]
pub enum WorkbookSource {
    Bytes(Vec<u8>),
    /// A file, which is read while it is sent.
    At(PathBuf),
}

#[derive(Deserialize)]
pub(super) struct Data<T> {
    pub data: T,
}

/// A list, under any of the documents' names for it.
#[derive(Deserialize)]
pub(super) struct Rows<T> {
    #[serde(alias = "users", alias = "customers", alias = "moderators", alias = "quizes", alias = "userTheoryList")]
    data: Vec<T>,
    total: u64,
}

impl<T> From<Rows<T>> for Page<T> {
    fn from(rows: Rows<T>) -> Self {
        Self { rows: rows.data, total: rows.total }
    }
}

/// `page`, `limit`, `sort`, `q` and the filters as parameters.
pub(super) fn parameters(query: &ListQuery) -> Vec<(String, String)> {
    let of = |name: &str, value: Option<String>| value.map(|value| (name.to_owned(), value));
    [
        of("page", query.page.map(|page| page.to_string())),
        of("limit", query.limit.map(|limit| limit.to_string())),
        of("sort", query.sort.clone()),
        of("q", query.q.clone()),
    ]
    .into_iter()
    .flatten()
    .chain(query.filters.clone())
    .collect()
}

/// The selection of an export, as parameters.
fn exported(ask: &ExportRequest) -> Vec<(String, String)> {
    let ExportRequest { exam, subject, year, university, format } = ask.clone();
    let named = [
        ("exam", Some(exam)),
        ("subject", Some(subject)),
        ("year", Some(year.to_string())),
        ("university", university),
        ("format", Some(format.to_string())),
    ];
    named.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
}

fn scope_parameters(BankScope { exam, subject, year }: &BankScope) -> Vec<(String, String)> {
    let year = year.map(|year| year.to_string());
    let named = [("exam", exam.clone()), ("subject", subject.clone()), ("year", year)];
    named.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
}

/// Calls about accounts.
impl Client {
    /// Logs in and returns a token.
    pub async fn log_in(&self, request: &LoginRequest) -> Result<SignedIn> {
        self.post("/login", request).await
    }

    /// Ends every session of the caller.
    pub async fn log_out(&self) -> Result<()> {
        self.post::<serde_json::Value>("/logout", &json!({})).await.map(drop)
    }

    /// Reads the caller's account.
    pub async fn me(&self) -> Result<UserView> {
        Ok(self.get::<SignedIn>("/me", &[]).await?.user)
    }

    /// Adds an account.
    pub async fn create_user(&self, role: Role, user: &NewUser) -> Result<UserView> {
        let path = match role {
            Role::User => "/admin/customers/add",
            Role::Moderator => "/admin/moderators/add",
            Role::Admin => "/admin/users/add",
        };
        Ok(self.post::<Data<UserView>>(path, user).await?.data)
    }

    /// Lists the accounts of one role.
    pub async fn list_users(&self, role: Role, query: &ListQuery) -> Result<Page<UserView>> {
        let path = match role {
            Role::User => "/admin/customers",
            Role::Moderator => "/admin/moderators",
            Role::Admin => "/admin/users",
        };
        Ok(self.get::<Rows<UserView>>(path, &parameters(query)).await?.into())
    }

    /// Sets an account's status.
    pub async fn set_user_status(&self, id: &Id<User>, status: AccountStatus) -> Result<UserView> {
        let path = format!("/admin/customers/{id}/status");
        Ok(self.put::<Data<UserView>>(&path, &json!({ "accountStatus": status })).await?.data)
    }
}

/// Calls about sessions and second factors.
impl Client {
    /// Reads the state of the caller's second factor.
    pub async fn second_factor(&self) -> Result<SecondFactorState> {
        Ok(self.get::<Data<_>>("/me/second-factor", &[]).await?.data)
    }

    /// Creates a secret for the caller's authenticator app.
    pub async fn begin_second_factor(&self) -> Result<SecondFactorSetup> {
        Ok(self.post::<Data<_>>("/me/second-factor", &json!({})).await?.data)
    }

    /// Requires the caller's second factor from now on, with a code from the app.
    pub async fn confirm_second_factor(&self, code: &str) -> Result<RecoveryCodes> {
        Ok(self.put::<Data<_>>("/me/second-factor", &json!({ "otp": code })).await?.data)
    }

    /// Removes the caller's second factor, with a code.
    pub async fn drop_second_factor(&self, code: &str) -> Result<()> {
        self.post::<serde_json::Value>("/me/second-factor/remove", &json!({ "otp": code })).await.map(drop)
    }

    /// Creates new recovery codes for the caller, with a code.
    pub async fn renew_recovery_codes(&self, code: &str) -> Result<RecoveryCodes> {
        Ok(self.post::<Data<_>>("/me/recovery-codes", &json!({ "otp": code })).await?.data)
    }

    /// Re-authenticates the caller with the password or a code.
    pub async fn prove(&self, proof: &Proof) -> Result<()> {
        self.post::<serde_json::Value>("/me/prove", proof).await.map(drop)
    }

    /// Resets somebody's second factor.
    pub async fn reset_second_factor(&self, id: &Id<User>) -> Result<()> {
        self.delete::<serde_json::Value>(&format!("/admin/users/{id}/second-factor")).await.map(drop)
    }

    /// Lists somebody's open sessions.
    pub async fn sessions_of(&self, id: &Id<User>) -> Result<Vec<SessionView>> {
        Ok(self.get::<Data<_>>(&format!("/admin/users/{id}/sessions"), &[]).await?.data)
    }

    /// Ends one of somebody's sessions.
    pub async fn end_session(&self, id: &Id<User>, session: &str) -> Result<()> {
        self.delete::<serde_json::Value>(&format!("/admin/users/{id}/sessions/{session}")).await.map(drop)
    }

    /// Ends all of somebody's sessions.
    pub async fn end_sessions(&self, id: &Id<User>) -> Result<()> {
        self.delete::<serde_json::Value>(&format!("/admin/users/{id}/sessions")).await.map(drop)
    }
}

/// Account calls of super admins and the operator.
impl Client {
    /// Sets somebody's password.
    pub async fn set_user_password(&self, id: &Id<User>, password: &str) -> Result<UserView> {
        let path = format!("/admin/users/{id}/password");
        Ok(self.put::<Data<UserView>>(&path, &json!({ "password": password })).await?.data)
    }

    /// Makes somebody an administrator, or a super admin.
    pub async fn make_admin(&self, id: &Id<User>, is_super_admin: bool) -> Result<UserView> {
        let path = format!("/admin/users/{id}/role");
        Ok(self.put::<Data<UserView>>(&path, &json!({ "isSuperAdmin": is_super_admin })).await?.data)
    }

    /// Everything stored about a person: `PersonalData` as JSON.
    pub async fn export_person(&self, id: &Id<User>) -> Result<Download> {
        self.open_data(&format!("/admin/users/{id}/export")).await
    }

    /// Erases a person; their results are still counted.
    pub async fn erase_person(&self, id: &Id<User>) -> Result<()> {
        self.post::<serde_json::Value>(&format!("/admin/users/{id}/erase"), &json!({})).await.map(drop)
    }

    /// Lists the audit log.
    pub async fn list_audit(&self, query: &ListQuery) -> Result<Page<AuditView>> {
        Ok(self.get::<Rows<AuditView>>("/admin/audit", &parameters(query)).await?.into())
    }

    /// Opens the audit log as CSV.
    pub async fn export_audit(&self) -> Result<Download> {
        self.open("/admin/audit/export").await
    }
}

/// Calls of the operator about the installation.
impl Client {
    /// Opens a backup of the current state.
    pub async fn back_up(&self) -> Result<Download> {
        self.open("/admin/backup").await
    }

    /// The backup schedule; `None` if there is none.
    pub async fn backup_plan(&self) -> Result<Option<BackupPlan>> {
        Ok(self.get::<Data<_>>("/admin/backup-plan", &[]).await?.data)
    }

    /// Sets the interval of scheduled backups, in seconds, and how many to keep.
    pub async fn plan_backups(&self, every: i64, keep: i64) -> Result<Option<BackupPlan>> {
        Ok(self.put::<Data<_>>("/admin/backup-plan", &json!({ "every": every, "keep": keep })).await?.data)
    }

    /// Ends scheduled backups.
    pub async fn drop_backup_plan(&self) -> Result<()> {
        self.delete::<Data<Option<BackupPlan>>>("/admin/backup-plan").await.map(drop)
    }

    /// Checks the installation for problems; with `fix`, applies the safe fixes.
    pub async fn examine(&self, fix: bool, progress: impl FnMut(Check)) -> Result<Examined> {
        self.post_long("/admin/doctor", &json!({ "fix": fix }), progress).await
    }
}

/// Calls about the catalogue.
impl Client {
    /// Lists an entity.
    pub async fn list<R: Resource<View: DeserializeOwned>>(&self, query: &ListQuery) -> Result<Page<R::View>> {
        Ok(self.get::<Rows<R::View>>(R::PATHS.list, &parameters(query)).await?.into())
    }
}

/// Calls about the bank and the initial content.
impl Client {
    /// Creates missing initial content; with `demo`, also the demo.
    pub async fn seed(&self, demo: Option<Demo>, progress: impl FnMut(Progress)) -> Result<SeedReport> {
        let ask = json!({ "demo": demo.is_some(), "size": demo });
        Ok(self.post_long::<Data<SeedReport>, _>("/admin/seed", &ask, progress).await?.data)
    }

    /// Stores the current countries.
    pub async fn seed_countries(&self) -> Result<SeedReport> {
        Ok(self.post::<Data<SeedReport>>("/admin/seed", &json!({ "countries": true })).await?.data)
    }

    /// Finds wrong counters, and corrects them unless `dry_run`.
    pub async fn recount(&self, dry_run: bool) -> Result<Vec<Drift>> {
        Ok(self.post::<Data<_>>("/admin/bank/recount", &json!({ "dryRun": dry_run })).await?.data)
    }

    /// Compares forecasts with the mocks taken afterwards, by exam.
    pub async fn check_forecasts(&self) -> Result<Vec<ForecastCheck>> {
        Ok(self.get::<Data<_>>("/admin/bank/forecasts", &[]).await?.data)
    }

    /// Imports a catalogue file; returns its changes.
    pub async fn import_catalogue(&self, file: &CatalogueFile) -> Result<CatalogueReport> {
        Ok(self.post::<Data<_>>("/admin/catalogue/import", file).await?.data)
    }

    /// The whole catalogue as a file.
    pub async fn export_catalogue(&self) -> Result<CatalogueFile> {
        Ok(self.get::<Data<_>>("/admin/catalogue/export", &[]).await?.data)
    }

    /// Findings for editors in a part of the bank: one `BankFault` per line as JSON, streamed.
    pub async fn check_bank(&self, scope: &BankScope) -> Result<Download> {
        self.open_with("/admin/bank/check", &scope_parameters(scope)).await
    }

    /// The statistics of each subject-year in a part of the bank.
    pub async fn bank_stats(&self, scope: &BankScope) -> Result<Vec<BankStats>> {
        Ok(self.get::<Data<_>>("/admin/bank/stats", &scope_parameters(scope)).await?.data)
    }

    /// The answered questions, most suspicious first.
    pub async fn question_statistics(&self, query: &ListQuery) -> Result<Page<RankedQuestion>> {
        Ok(self.get::<Rows<RankedQuestion>>("/admin/question-statistics", &parameters(query)).await?.into())
    }

    /// Corrects the key of a question; returns the effect on results.
    pub async fn correct_key(&self, question: &Id<Question>, ask: &CorrectKey) -> Result<Rekeyed> {
        self.put(&format!("/admin/questions/{question}/key"), ask).await
    }

    /// The accepted imports that are not finished.
    pub async fn accepted_imports(&self) -> Result<Vec<AcceptedImport>> {
        Ok(self.get::<Data<_>>("/admin/bank/imports", &[]).await?.data)
    }

    /// Drops an accepted import that cannot be finished.
    pub async fn drop_import(&self, id: &str) -> Result<DroppedImport> {
        Ok(self.delete::<Data<_>>(&format!("/admin/bank/imports/{id}")).await?.data)
    }

    /// Asks a running import to stop. Its own call reports whether it did, with reason `cancelled`.
    pub async fn cancel_import(&self, id: &str) -> Result<()> {
        self.delete::<serde_json::Value>(&format!("/admin/imports/{id}")).await.map(drop)
    }

    /// Imports a file of items; `progress` is called with each step.
    pub async fn import_items(
        &self,
        kind: ItemKind,
        upload: ImportUpload,
        ask: ImportRequest,
        progress: impl FnMut(Progress),
    ) -> Result<ImportReport> {
        let key = match ask.key {
            KeyKind::Any => "any",
            KeyKind::Text => "text",
        };
        let mut parts = vec![
            UploadPart::Text("exam", ask.exam),
            UploadPart::Text("subject", ask.subject),
            UploadPart::Text("year", ask.year.to_string()),
            UploadPart::Text("dryRun", ask.dry_run.to_string()),
            UploadPart::Text("allOrNothing", ask.all_or_nothing.to_string()),
            UploadPart::Text("strict", ask.strict.to_string()),
            UploadPart::Text("byColumns", ask.by_columns.to_string()),
            UploadPart::Text("key", key.into()),
        ];
        let format = upload.format.map(|format| format.to_string());
        let named =
            [("university", ask.university), ("topic", ask.topic), ("section", ask.section), ("format", format)];
        parts.extend(named.into_iter().filter_map(|(name, value)| Some(UploadPart::Text(name, value?))));
        // Last, so that the server can refuse wrong fields before it reads megabytes.
        parts.push(match upload.workbook {
            WorkbookSource::Bytes(bytes) => UploadPart::File("file", upload.name, bytes),
            WorkbookSource::At(path) => UploadPart::Stored("file", upload.name, path),
        });
        parts.extend(upload.pictures.into_iter().map(|(name, path)| UploadPart::Stored("images", name, path)));
        let path = format!("/admin/{}/import", kind.plural());
        Ok(self.upload::<Data<ImportReport>, _>(&path, &upload.id, parts, progress).await?.data)
    }

    /// Opens a whole list, filtered by these parameters, as a file of this format.
    pub async fn export_list(&self, list: ExportList, format: &str, filters: &[(String, String)]) -> Result<Download> {
        let mut query = vec![("format".to_owned(), format.to_owned())];
        query.extend_from_slice(filters);
        self.open_with(&format!("/admin/exports/{}", list.name()), &query).await
    }

    /// The number of items in an export, and what the format cannot contain.
    pub async fn export_losses(&self, kind: ItemKind, ask: &ExportRequest) -> Result<ExportReport> {
        Ok(self.get::<Data<_>>(&format!("/admin/{}/export/losses", kind.plural()), &exported(ask)).await?.data)
    }

    /// Opens the items of a year as a file.
    pub async fn export_items(&self, kind: ItemKind, ask: &ExportRequest) -> Result<Download> {
        self.open_with(&format!("/admin/{}/export", kind.plural()), &exported(ask)).await
    }

    /// Downloads the sample workbook for items of a kind.
    pub async fn import_sample(&self, kind: ItemKind) -> Result<Vec<u8>> {
        self.download(&format!("/admin/{}/import-sample", kind.plural())).await
    }
}

/// Calls about payments.
impl Client {
    /// Lists the payments, newest first.
    pub async fn list_payments(&self, query: &ListQuery) -> Result<Page<PaymentRow>> {
        Ok(self.get::<Rows<PaymentRow>>("/admin/payments", &parameters(query)).await?.into())
    }

    /// Reads a payment with all responses of the gateway.
    pub async fn find_payment(&self, reference: &Id<Payment>) -> Result<PaymentView> {
        Ok(self.get::<Data<_>>(&format!("/admin/payments/{reference}"), &[]).await?.data)
    }

    /// Checks payments with the gateway now.
    pub async fn check_payments(&self, ask: &CheckPayments) -> Result<PaymentsChecked> {
        Ok(self.post::<Data<_>>("/admin/payments/reconcile", ask).await?.data)
    }
}

/// Calls about tests and results.
impl Client {
    /// Starts a test.
    pub async fn start_attempt(&self, start: &StartAttempt) -> Result<Started> {
        self.post("/attempts", start).await
    }

    /// Resumes a test.
    pub async fn find_attempt(&self, id: &Id<Attempt>) -> Result<Started> {
        self.get(&format!("/attempts/{id}"), &[]).await
    }

    /// Saves answers.
    pub async fn save_answers(&self, id: &Id<Attempt>, save: &SaveAnswers) -> Result<Saved> {
        self.put(&format!("/attempts/{id}/answers"), save).await
    }

    /// Submits a test.
    pub async fn submit(&self, submit: &SubmitResult) -> Result<Submission> {
        self.post("/submit-result", submit).await
    }

    /// Lists a student's results.
    pub async fn list_results(&self, user: &Id<User>, query: &ListQuery) -> Result<Page<QuizView>> {
        Ok(self.get::<Rows<QuizView>>(&format!("/get-results/{user}"), &parameters(query)).await?.into())
    }

    /// Reads a result with its corrections.
    pub async fn find_corrections(&self, id: &Id<QuizResult>) -> Result<ResultOutcome> {
        self.get(&format!("/get-result-data-view/{id}"), &[]).await
    }

    /// The theory submissions, oldest first; the filter `state` is `pending` or `declared`.
    pub async fn list_user_theories(&self, query: &ListQuery) -> Result<Page<UserTheory>> {
        Ok(self.get::<Rows<UserTheory>>("/admin/user-theories", &parameters(query)).await?.into())
    }
}
