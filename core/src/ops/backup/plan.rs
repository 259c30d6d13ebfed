//! Scheduled backups: interval, number of kept ones, and the outcome of the last one.

use std::{
    ffi::OsStr,
    fs, io,
    path::{Path, PathBuf},
};

use chrono::Duration;
use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::{
    make::{NO_ROOM, UNFINISHED},
    restore::check_backup,
};
use crate::{
    App, Error, FieldErrors, Result,
    clock::Instant,
    files, messages,
    people::Actor,
    store::{Id, Record, retry_tx},
};

/// The range of the interval, in seconds: five minutes to a year.
const EVERY: std::ops::RangeInclusive<i64> = 300..=366 * 24 * 3600;
/// The range of the number of backups to keep.
const KEEP: std::ops::RangeInclusive<i64> = 1..=1000;
/// The lease of a server for one backup.
const LEASE: Duration = Duration::hours(2);
/// The pause before a failed backup is retried.
const AGAIN: Duration = Duration::minutes(10);
/// The pause after a lack of space: each attempt may read the whole store, and freeing space takes a person.
const AGAIN_FOR_ROOM: Duration = Duration::hours(1);

/// The backup schedule and its outcome. There is one record.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BackupPlan {
    #[serde(skip, default = "present")]
    pub id: Id<BackupPlan>,
    /// Seconds from one backup to the next.
    pub every: i64,
    /// The number of backups to keep; older ones are deleted.
    pub keep: i64,
    /// When the next is due.
    pub next_at: Instant,
    /// Until then, one server is making a backup.
    #[serde(skip)]
    pub held_until: Option<Instant>,
    /// The time of the last backup's snapshot.
    pub last_at: Option<Instant>,
    /// Its file, on the server that made it.
    pub last_file: Option<String>,
    /// The error of the last attempt, if it failed.
    pub problem: Option<String>,
}

impl Record for BackupPlan {
    const TABLE: &'static str = "backup_plan";
}

/// The interval, and how many backups to keep.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BackupPlanInput {
    /// Seconds from one backup to the next: five minutes to 366 days.
    pub every: i64,
    /// The number of backups to keep: 1 to 1000.
    pub keep: i64,
}

fn present() -> Id<BackupPlan> {
    Id::new("present")
}

impl App {
    /// The backup schedule; `None` if there is none.
    pub async fn backup_plan(&self) -> Result<Option<BackupPlan>> {
        self.store.query("SELECT * FROM backup_plan:present").first().await
    }

    /// Sets the schedule; the first backup is made immediately. `None` ends scheduled backups.
    ///
    /// # Errors
    /// [`Error::Forbidden`] for anyone but the operator; [`Error::Invalid`].
    pub async fn plan_backups(&self, actor: &Actor, input: Option<BackupPlanInput>) -> Result<Option<BackupPlan>> {
        if !matches!(actor, Actor::Operator) {
            return Err(Error::forbidden("forbidden", messages::FORBIDDEN));
        }
        let Some(input) = input else {
            self.store.write("DELETE backup_plan:present RETURN NONE").done().await?;
            return Ok(None);
        };
        let mut wrong = FieldErrors::default();
        let (often, many) = (EVERY.contains(&input.every), KEEP.contains(&input.keep));
        wrong.check(often, "every", "The interval between backups must be from five minutes to a year.");
        wrong.check(many, "keep", "The number of backups to keep must be from 1 to 1000.");
        wrong.done()?;
        let set = "UPSERT backup_plan:present SET every = $every, keep = $keep, next_at = $now, held_until = NONE \
                   RETURN NONE";
        retry_tx(async || {
            let set = self.store.write(set).bind(("every", input.every)).bind(("keep", input.keep));
            set.bind(("now", self.now())).done().await
        })
        .await?;
        self.backup_plan().await
    }

    /// Makes the backup that is due, unless another server makes it, and deletes the oldest ones. Returns whether it
    /// made one.
    ///
    /// # Errors
    /// If it cannot be made. The error is also stored in the plan, and it is retried.
    pub async fn back_up_when_due(&self) -> Result<bool> {
        let Some(plan) = self.backup_plan().await? else { return Ok(false) };
        let now = self.now();
        // A time too far ahead was set by a clock that was ahead, and must not delay backups.
        let is_due = plan.next_at <= now || plan.next_at > now + Duration::seconds(plan.every) + AGAIN_FOR_ROOM;
        if !is_due || !self.claim_backup(&plan, now).await? {
            return Ok(false);
        }
        let made = self.make_planned(&plan, now).await;
        let (set, next, problem) = match &made {
            Ok(file) => (Some(file.clone()), now + Duration::seconds(plan.every), None),
            Err(error) => (None, now + pause(error), Some(error.to_string())),
        };
        if made.is_err() {
            // The unfinished file is deleted now, so a store that was full accepts the note.
            self.store.measure();
        }
        let noted = "UPDATE backup_plan:present SET held_until = NONE, next_at = $next, problem = $problem, \
                     last_at = IF $file = NONE { last_at } ELSE { $now }, last_file = $file ?? last_file RETURN NONE";
        let note = async || {
            let note = self.store.write(noted).bind(("next", next)).bind(("now", now));
            note.bind(("problem", problem.clone())).bind(("file", set.clone())).done().await
        };
        retry_tx(note).await?;
        made.map(|_| true)
    }

    /// Claims the backup for this server; returns whether that succeeded. If no other server can use the store, an
    /// earlier claim was left by a server that stopped during its backup.
    async fn claim_backup(&self, plan: &BackupPlan, now: Instant) -> Result<bool> {
        let take = "UPDATE backup_plan SET held_until = $until WHERE id = backup_plan:present AND next_at = $next \
                    AND ($is_exclusive OR held_until = NONE OR held_until < $now OR held_until > $until) RETURN AFTER";
        let taken = retry_tx(async || {
            let take = self.store.write(take).bind(("until", now + LEASE)).bind(("next", plan.next_at));
            take.bind(("now", now)).bind(("is_exclusive", self.store.is_exclusive())).first::<BackupPlan>().await
        });
        Ok(taken.await?.is_some())
    }

    async fn make_planned(&self, plan: &BackupPlan, now: Instant) -> Result<String> {
        let folder = self.settings.backup_folder();
        let place = |error: io::Error| Error::Unavailable(format!("{}: {error}", folder.display()));
        files::make_private(&folder).map_err(place)?;
        let permit = self.backup_permit.clone().acquire_owned().await.map_err(Error::internal)?;
        drop_unfinished(&folder, now - LEASE).map_err(place)?;
        let path = self.write_backup(&folder, now, last_size(&folder).map_err(place)?, permit).await?;
        if let Err(error) = check_backup(&path).await {
            let _ = fs::remove_file(&path);
            return Err(error);
        }
        let keep = usize::try_from(plan.keep).unwrap_or(usize::MAX);
        let gone = drop_older(&path, keep).map_err(place)?;
        tracing::info!(file = %path.display(), gone, "a backup was made");
        Ok(path.display().to_string())
    }
}

/// The pause before a failed backup is retried.
fn pause(error: &Error) -> Duration {
    match error {
        Error::Conflict(refusal) if refusal.reason == NO_ROOM => AGAIN_FOR_ROOM,
        _ => AGAIN,
    }
}

/// The backups in a folder that the server made, oldest first.
fn made_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut made = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.file_name().and_then(OsStr::to_str).is_some_and(is_ours) {
            made.push(path);
        }
    }
    // Their names begin with their time.
    made.sort_unstable();
    Ok(made)
}

/// Deletes unfinished backups left by a killed process or a power cut: those not written to since `since`. Another
/// server may be making one in the same folder.
fn drop_unfinished(folder: &Path, since: Instant) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if !entry.file_name().to_str().is_some_and(|name| name.starts_with(UNFINISHED)) {
            continue;
        }
        let gone = match entry.metadata().and_then(|found| found.modified()) {
            Ok(written) if Instant::from(written) < since => fs::remove_file(entry.path()),
            Ok(_) => Ok(()),
            Err(error) => Err(error),
        };
        // Its owner may have removed it meanwhile.
        forgive_missing(gone)?;
    }
    Ok(())
}

fn delete(files: &[PathBuf]) -> io::Result<()> {
    files.iter().try_for_each(|file| forgive_missing(fs::remove_file(file)))
}

/// Treats a missing file as deleted: a person or another server may delete backups too.
fn forgive_missing(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

/// The size of the last backup in a folder, in bytes; 0 if there is none.
fn last_size(folder: &Path) -> io::Result<u64> {
    for last in made_in(folder)?.iter().rev() {
        match fs::metadata(last) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            found => return Ok(found?.len()),
        }
    }
    Ok(0)
}

/// Deletes the server's oldest backups until `keep` are left, including `newest`. Backups dated in the future, made
/// while the clock was ahead, are not counted until their time has come. Returns how many were deleted.
fn drop_older(newest: &Path, keep: usize) -> io::Result<usize> {
    let mut ours = made_in(newest.parent().unwrap_or(newest))?;
    ours.retain(|path| path.as_path() <= newest);
    let gone = ours.len().saturating_sub(keep);
    delete(&ours[..gone])?;
    Ok(gone)
}

/// Whether a name is one that the server gives: `sabi-20260131T120000Z.tar.gz`.
fn is_ours(name: &str) -> bool {
    let moment = name.strip_prefix("sabi-").and_then(|rest| rest.strip_suffix("Z.tar.gz"));
    moment.is_some_and(|moment| {
        moment.len() == 15
            && moment.bytes().enumerate().all(|(at, byte)| if at == 8 { byte == b'T' } else { byte.is_ascii_digit() })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_server_made_is_deleted_the_oldest_first() {
        let folder = tempfile::tempdir().unwrap();
        let names = [
            "sabi-20260101T000000Z.tar.gz",
            "sabi-20260102T000000Z.tar.gz",
            "sabi-20260103T000000Z.tar.gz",
            "sabi-before-the-exams.tar.gz",
            "sabi-20250101T000000Z.tar.gz.old",
        ];
        for name in names {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let newest = folder.path().join(names[2]);
        fs::write(&newest, "whole").unwrap();
        assert_eq!(last_size(folder.path()).unwrap(), 5);
        assert_eq!(drop_older(&newest, 2).unwrap(), 1);
        let mut left: Vec<_> = fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        left.sort_unstable();
        assert_eq!(left, [names[4], names[1], names[2], names[3]]);
        assert_eq!(drop_older(&newest, 9).unwrap(), 0);
    }

    #[test]
    fn a_backup_that_somebody_else_has_rotated_away_is_no_fault() {
        let folder = tempfile::tempdir().unwrap();
        let names = ["sabi-20260101T000000Z.tar.gz", "sabi-20260102T000000Z.tar.gz", "sabi-20260103T000000Z.tar.gz"];
        let paths = names.map(|name| folder.path().join(name));
        fs::write(&paths[1], "whole").unwrap();
        delete(&paths[..2]).unwrap();
        assert!(!paths[1].exists());
        // A folder is still an error.
        fs::create_dir(&paths[0]).unwrap();
        assert!(delete(&paths[..1]).is_err());
        fs::remove_dir(&paths[0]).unwrap();
        // A link to another disk may be broken.
        fs::write(&paths[0], "1").unwrap();
        std::os::unix::fs::symlink("/nowhere", &paths[2]).unwrap();
        assert_eq!(last_size(folder.path()).unwrap(), 1);
    }

    #[test]
    fn old_unfinished_backups_are_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let [old, new, other] =
            [".unfinished-old", ".unfinished-new", "unfinished"].map(|name| folder.path().join(name));
        for (path, seconds) in [(&old, 0), (&new, 1000), (&other, 0)] {
            let file = fs::File::create(path).unwrap();
            file.set_modified(std::time::UNIX_EPOCH + std::time::Duration::from_secs(seconds)).unwrap();
        }
        drop_unfinished(folder.path(), Instant::UNIX_EPOCH + Duration::seconds(500)).unwrap();
        assert_eq!([old, new, other].map(|path| path.exists()), [false, true, true]);
    }

    #[test]
    fn a_backup_without_room_is_not_retried_at_once() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(last_size(folder.path()).unwrap(), 0);
        assert_eq!(pause(&Error::conflict(NO_ROOM, "full")), AGAIN_FOR_ROOM);
        assert_eq!(pause(&Error::Unavailable("away".into())), AGAIN);
    }

    #[test]
    fn a_backup_dated_in_the_future_deletes_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let names = ["20260101", "20260102", "20300101", "20300102"].map(|day| format!("sabi-{day}T000000Z.tar.gz"));
        for name in &names {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let made = folder.path().join(&names[1]);
        assert_eq!(drop_older(&made, 1).unwrap(), 1);
        let is_there: Vec<_> = names.iter().map(|name| folder.path().join(name).exists()).collect();
        assert_eq!(is_there, [false, true, true, true]);
    }
}
