//! Operator calls: backups and the doctor.

use axum::{
    extract::State,
    http::HeaderMap,
    response::{IntoResponse, Response},
};
use sabi_core::{
    App,
    ops::{
        backup::{BackupPlan, BackupPlanInput},
        doctor::Examined,
    },
};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    envelope::{Data, ok},
    error::Result,
    extract::Body,
    gate::Caller,
    stream::{Lines, NDJSON, file, long},
    type_erased::routes,
};

/// The routes that only the operator may call.
pub fn operator() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(back_up))
        .routes(routes!(backup_plan, plan_backups, drop_backup_plan))
        .routes(routes!(examine))
}

/// Make a backup of the current state and download it. A transfer that is cut off is not a backup
#[utoipa::path(
    get, path = "/admin/backup", tag = "upkeep",
    responses((status = 200, content_type = "application/gzip", body = Vec<u8>)),
)]
async fn back_up(State(app): State<App>, Caller(actor): Caller) -> Result<Response> {
    file("sabi-backup.tar.gz", "application/gzip", app.back_up(&actor).await?)
}

/// Read the backup schedule and the outcome of the last backup
#[utoipa::path(
    get, path = "/admin/backup-plan", tag = "upkeep",
    responses((status = 200, body = Data<Option<BackupPlan>>)),
)]
async fn backup_plan(State(app): State<App>) -> Result<Response> {
    Ok(ok(Data { data: app.backup_plan().await? }).into_response())
}

/// Set the backup schedule; the first backup is made immediately
#[utoipa::path(
    put, path = "/admin/backup-plan", tag = "upkeep",
    request_body = BackupPlanInput,
    responses((status = 200, body = Data<Option<BackupPlan>>)),
)]
async fn plan_backups(
    State(app): State<App>,
    Caller(actor): Caller,
    Body(input): Body<BackupPlanInput>,
) -> Result<Response> {
    Ok(ok(Data { data: app.plan_backups(&actor, Some(input)).await? }).into_response())
}

/// End scheduled backups
#[utoipa::path(
    delete, path = "/admin/backup-plan", tag = "upkeep",
    responses((status = 200, body = Data<Option<BackupPlan>>)),
)]
async fn drop_backup_plan(State(app): State<App>, Caller(actor): Caller) -> Result<Response> {
    Ok(ok(Data { data: app.plan_backups(&actor, None).await? }).into_response())
}

/// Options of the doctor.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Examination {
    /// Apply the safe fixes.
    #[serde(default)]
    fix: bool,
}

/// Check the installation for problems; JSON lines with progress on request
#[utoipa::path(
    post, path = "/admin/doctor", tag = "upkeep",
    request_body = Examination,
    responses((status = 200, content((Examined = "application/json"), (String = NDJSON)))),
)]
async fn examine(
    State(app): State<App>,
    Caller(actor): Caller,
    headers: HeaderMap,
    Body(Examination { fix }): Body<Examination>,
) -> Result<Response> {
    let work = |lines: Lines| async move {
        let findings = app.examine(&actor, fix, |check| lines.progress(&check)).await?;
        Ok(Examined { findings, disk: app.time_disk(&actor).await? })
    };
    long(&headers, work).await
}
