//! The doctor: checks an installation for hidden problems, and fixes those that need no decision.

use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    fs, io,
    os::unix::fs::{MetadataExt as _, PermissionsExt as _},
    path::{Path, PathBuf},
};

use chrono::Duration;
use futures::TryStreamExt as _;
use rustix::fs::{Access, access};
use serde::{Deserialize, Serialize};
use strum::VariantArray;
use surrealdb::types::{RecordId, ToSql as _, Value};
use utoipa::ToSchema;

use crate::{
    App, Error, Result,
    bank::{
        ChoiceBody,
        import::{AcceptedImport, ImportBatch, ImportState},
    },
    clock::Instant,
    files, messages,
    people::{Actor, lost_second_factors},
    store::{Condition, DiskSpeed, Record as _, space},
    tls::CertificateFiles,
};

/// The number of findings of one kind that are listed; the others are counted.
const MAX_LISTED: usize = 20;
/// The maximum number of links that are remembered as valid.
const KNOWN: usize = 200_000;
/// How far the clock may lag behind the stored data before it is reported.
const BEHIND: Duration = Duration::minutes(5);
/// The free space that disks with pictures or backups should have, in bytes.
const MIN_FREE: u64 = 512 * 1024 * 1024;
/// How long a mail or an accepted import may wait before it is reported.
const WAITING: Duration = Duration::hours(1);

/// The checks, in the order in which they run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema, VariantArray)]
#[serde(rename_all = "lowercase")]
pub enum Check {
    /// The store opens and responds, and no log was damaged.
    Store,
    /// Enough free disk space.
    Disk,
    /// The data folder is private.
    Permissions,
    /// The second factors can be decrypted with the installation's key.
    Secrets,
    /// The machine's clock is not behind the stored data.
    Clock,
    /// Every link refers to an existing record.
    References,
    /// The counters, and the sums of statistics and progress, match the rows.
    Counters,
    /// Every used picture exists, and every stored one is used.
    Pictures,
    /// Accepted imports are finished.
    Imports,
    /// Mails are sent.
    Mails,
    /// Scheduled backups are made.
    Backups,
}

impl Check {
    /// All checks of an open store.
    pub const ALL: &[Self] = Self::VARIANTS;
}

/// A problem.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    pub check: Check,
    /// The problem, and what to do about it.
    pub words: String,
    /// Whether `--fix` can fix it.
    pub fixable: bool,
    /// Whether it has just been fixed.
    pub fixed: bool,
}

/// The result of an examination.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Examined {
    /// The problems.
    #[serde(rename = "data")]
    pub findings: Vec<Finding>,
    /// The write speed of the store's disk; `None` if it was not measured.
    pub disk: Option<DiskSpeed>,
}

/// Collects the findings of one check.
struct Findings {
    check: Check,
    fix: bool,
    all: Vec<Finding>,
}

impl Findings {
    /// Adds a finding that a person must fix.
    fn report(&mut self, words: impl Into<String>) {
        self.all.push(Finding { check: self.check, words: words.into(), fixable: false, fixed: false });
    }

    /// Adds a finding that is fixed if requested.
    fn report_fixable(&mut self, words: impl Into<String>) {
        self.all.push(Finding { check: self.check, words: words.into(), fixable: true, fixed: self.fix });
    }

    /// Lists the first findings, and counts the others.
    fn report_many(&mut self, many: impl IntoIterator<Item = String>, fixable: bool) {
        let mut many = many.into_iter();
        for words in many.by_ref().take(MAX_LISTED) {
            if fixable { self.report_fixable(words) } else { self.report(words) }
        }
        let more = many.count();
        if more > 0 {
            let words = format!("… and {more} more like these.");
            if fixable { self.report_fixable(words) } else { self.report(words) }
        }
    }
}

impl App {
    /// Runs all checks, and with `fix` applies the safe fixes: counters, permissions, and pictures unused for two
    /// days. `on_progress` is called before each check. A store that does not respond is a finding, with the cause.
    ///
    /// # Errors
    /// [`Error::Forbidden`] for anyone but the operator.
    pub async fn examine(&self, actor: &Actor, fix: bool, on_progress: impl Fn(Check) + Send) -> Result<Vec<Finding>> {
        if !matches!(actor, Actor::Operator) {
            return Err(Error::forbidden("forbidden", messages::FORBIDDEN));
        }
        let (mut all, mut is_shut) = (Vec::new(), false);
        for check in Check::ALL.iter().copied() {
            on_progress(check);
            let mut found = Findings { check, fix, all: Vec::new() };
            let looked = match check {
                Check::Store => self.ask_store(&mut found).await,
                Check::Disk => {
                    self.check_disk(&mut found);
                    Ok(())
                }
                Check::Permissions => self.check_permissions(&mut found),
                Check::Secrets => self.check_secrets(&mut found).await,
                Check::Clock => self.check_clock(&mut found).await,
                Check::References => self.check_references(&mut found).await,
                Check::Counters => self.check_counters(actor, &mut found).await,
                Check::Pictures => self.check_pictures(&mut found).await,
                Check::Imports => self.check_imports(&mut found).await,
                Check::Mails => self.check_mails(&mut found).await,
                Check::Backups => self.check_backups(&mut found).await,
            };
            match looked {
                // If the store was closed, the remaining checks would only report that again.
                Err(Error::Unavailable(_)) if is_shut => {}
                Err(error @ Error::Unavailable(_)) => {
                    found.report(format!("It could not be checked: {error}."));
                    is_shut = matches!(self.store.condition(), Condition::Closed(_));
                }
                looked => looked?,
            }
            all.append(&mut found.all);
        }
        Ok(all)
    }

    /// Times 200 durable writes on the disk of an embedded store; `None` if there is no such disk, or it cannot be
    /// written.
    ///
    /// # Errors
    /// [`Error::Forbidden`] for anyone but the operator.
    pub async fn time_disk(&self, actor: &Actor) -> Result<Option<DiskSpeed>> {
        if !matches!(actor, Actor::Operator) {
            return Err(Error::forbidden("forbidden", messages::FORBIDDEN));
        }
        let Some(folder) = self.store.folder().map(Path::to_owned) else { return Ok(None) };
        if !self.store.condition().takes_changes() {
            return Ok(None);
        }
        let timed = tokio::task::spawn_blocking(move || DiskSpeed::of(&folder)).await.map_err(Error::internal)?;
        Ok(timed.inspect_err(|error| tracing::warn!(%error, "the disk could not be timed")).ok())
    }

    async fn ask_store(&self, found: &mut Findings) -> Result<()> {
        let words = |folder: &PathBuf| {
            format!(
                "{} has store logs that could not be read completely, so the last changes before that start are \
                 missing, possibly acknowledged ones. Copy the folder away, check the disk, restore the last \
                 backup if answers are missing, then remove the folder.",
                folder.display()
            )
        };
        found.report_many(self.store.damaged_logs()?.iter().map(words), false);
        self.store.ping().await
    }

    fn check_disk(&self, found: &mut Findings) {
        self.store.measure();
        if let Some(warning) = self.store.condition().warning() {
            found.report(match self.store.condition() {
                Condition::ReadOnly(_) => format!("{warning} Until then Sabi is read-only."),
                _ => format!("{warning} Free some space: below the reserve Sabi becomes read-only."),
            });
        }
        let uploads = self.settings.images.is_none().then(|| self.settings.data.join("uploads"));
        let folders: Vec<_> = uploads.into_iter().chain([self.settings.backup_folder()]).collect();
        found.report_many(without_room(self.store.folder(), &folders, MIN_FREE), false);
    }

    fn check_permissions(&self, found: &mut Findings) -> Result<()> {
        let (data, backups) = (&self.settings.data, self.settings.backup_folder());
        check_folder(found, data)?;
        let strange = of_others(data).map_err(|error| Error::Unavailable(format!("{}: {error}", data.display())))?;
        let words =
            |path: &PathBuf| format!("{} has another owner than the data folder: change it (chown).", path.display());
        found.report_many(strange.iter().map(words), false);
        if backups.exists() && !backups.starts_with(data) {
            check_folder(found, &backups)?;
        }
        if backups.exists() && access(&backups, Access::WRITE_OK | Access::EXEC_OK).is_err() {
            found.report(format!("The server is not allowed to write backups into {}.", backups.display()));
        }
        match CertificateFiles::of(&self.settings).and_then(|files| files.map(|files| files.read()).transpose()) {
            Err(Error::Setting { name, problem }) => found.report(format!("--{name}: {problem}.")),
            read => drop(read?),
        }
        Ok(())
    }

    async fn check_secrets(&self, found: &mut Findings) -> Result<()> {
        let words = |email: String| {
            format!(
                "The second factor of {email} cannot be read with this secret.key: put the right key back, or \
                 reset the factor (sabi user second-factor {email} --reset)."
            )
        };
        let lost = lost_second_factors(&self.store, Some(&self.secrets)).await?;
        found.report_many(lost.into_iter().map(words), false);
        Ok(())
    }

    async fn check_clock(&self, found: &mut Findings) -> Result<()> {
        let newest = "array::max(array::flatten([(SELECT VALUE at FROM audit ORDER BY at DESC LIMIT 1), \
                      (SELECT VALUE created_at FROM quiz ORDER BY created_at DESC LIMIT 1)]))";
        let newest: Option<Option<Instant>> = self.store.query(format!("RETURN {newest}")).first().await?;
        let now = self.now();
        if let Some(newest) = newest.flatten().filter(|newest| *newest > now + BEHIND) {
            found.report(format!(
                "The clock says {}, but something was stored at {}: correct the clock.",
                now.format("%F %R UTC"),
                newest.format("%F %R UTC")
            ));
        }
        Ok(())
    }

    /// Checks that every link of every row refers to an existing record.
    async fn check_references(&self, found: &mut Findings) -> Result<()> {
        let snapshot = self.store.snapshot().await?;
        let (mut known, mut broken) = (HashSet::new(), BTreeSet::new());
        let tables = snapshot.tables().await?;
        // The rows of an import that is not accepted, or still being written, refer to records that do not exist yet.
        for table in tables.iter().filter(|table| *table != ImportBatch::<ChoiceBody>::TABLE) {
            let mut after = None;
            while let Some((rows, last)) = snapshot.rows(table, after.take()).await? {
                after = Some(last);
                let mut links = BTreeMap::new();
                rows.iter().for_each(|row| collect_links(row, &mut links));
                // The options of a question have keys but no table.
                links.retain(|text, link| !known.contains(text) && tables.iter().any(|one| *one == *link.table));
                let there = snapshot.existing(links.values().cloned()).await?;
                for text in links.into_keys() {
                    if !there.contains(&text) {
                        broken.insert(format!("A row of {table} refers to {text}, which does not exist."));
                    } else if known.len() < KNOWN {
                        known.insert(text);
                    }
                }
            }
        }
        found.report_many(broken, false);
        Ok(())
    }

    async fn check_counters(&self, actor: &Actor, found: &mut Findings) -> Result<()> {
        let drifts = self.recount(actor, !found.fix).await?;
        let words = |drift: &crate::records::Drift| {
            format!("The counter {} says {}, but there are {}.", drift.counter, drift.kept, drift.counted)
        };
        found.report_many(drifts.iter().map(words), true);
        Ok(())
    }

    async fn check_pictures(&self, found: &mut Findings) -> Result<()> {
        let kept: BTreeSet<String> = self.images.names().try_collect().await?;
        let shown = self.shown_pictures().await?;
        let missing = shown.difference(&kept).map(|name| format!("The picture {name} is used but missing."));
        found.report_many(missing, false);
        let old: BTreeSet<String> = self.images.old_enough(self.now()).try_collect().await?;
        let orphans: Vec<_> = old.difference(&shown).collect();
        if orphans.is_empty() {
            return Ok(());
        }
        let mut left = Findings { check: found.check, fix: false, all: Vec::new() };
        let mut kept = kept;
        if found.fix {
            self.collect_pictures().await?;
            kept = self.images.names().try_collect().await?;
        }
        let words = |name: &String| format!("The picture {name} is not used.");
        let (there, gone): (Vec<&String>, Vec<_>) = orphans.into_iter().partition(|name| kept.contains(*name));
        found.report_many(gone.into_iter().map(words), true);
        // A backup protects pictures while it is made.
        left.report_many(there.into_iter().map(words), true);
        found.all.append(&mut left.all);
        Ok(())
    }

    async fn check_imports(&self, found: &mut Findings) -> Result<()> {
        for import in self.accepted_imports().await? {
            let AcceptedImport { id, exam, subject, year, kind, rows, who, .. } = &import;
            let what = format!(
                "The import of {rows} {kind} into {} {year} ({}), accepted from {who},",
                subject.title, exam.title
            );
            if let Some(problem) = &import.problem {
                found.report(format!(
                    "{what} cannot be finished, and the year is locked until it is: {problem}. Fix the cause, or \
                     drop the import (sabi bank drop-import {id})."
                ));
            } else if import.state == ImportState::Waiting && self.now() > import.accepted_at + WAITING {
                found.report(format!("{what} has been waiting for over an hour: is a server running?"));
            }
        }
        Ok(())
    }

    async fn check_mails(&self, found: &mut Findings) -> Result<()> {
        let count = "SELECT VALUE n FROM (SELECT count() AS n FROM mail";
        let failed = self.store.query(format!("{count} WHERE state = 'failed' GROUP ALL)")).first::<i64>().await?;
        if let Some(failed) = failed.filter(|n| *n > 0) {
            found.report(format!("{failed} mails could not be sent. See why under Mails in the back office."));
        }
        let late = self.store.query(format!("{count} WHERE state = 'queued' AND queued_at < $before GROUP ALL)"));
        let late = late.bind(("before", self.now() - WAITING)).first::<i64>().await?;
        if let Some(late) = late.filter(|n| *n > 0) {
            found.report(format!(
                "{late} mails have been waiting for over an hour: is the mail server reachable (--mail-url)?"
            ));
        }
        Ok(())
    }

    async fn check_backups(&self, found: &mut Findings) -> Result<()> {
        let Some(plan) = self.backup_plan().await? else { return Ok(()) };
        if let Some(problem) = &plan.problem {
            found.report(format!("The last backup failed: {problem}."));
        } else if self.now() > plan.next_at + Duration::seconds(plan.every) {
            let due = plan.next_at.format("%F %R UTC");
            found.report(format!("A backup was due at {due}, but none was made: is a server running?"));
        }
        Ok(())
    }
}

/// Adds the links in a row by their text, except its own key.
fn collect_links(row: &Value, links: &mut BTreeMap<String, RecordId>) {
    let Value::Object(fields) = row else { return };
    for (_, value) in fields.iter().filter(|(name, _)| *name != "id") {
        links_within(value, links);
    }
}

fn links_within(value: &Value, links: &mut BTreeMap<String, RecordId>) {
    match value {
        Value::RecordId(link) => {
            links.insert(link.to_sql(), link.clone());
        }
        Value::Array(values) => values.iter().for_each(|value| links_within(value, links)),
        Value::Object(fields) => fields.values().for_each(|value| links_within(value, links)),
        _ => {}
    }
}

/// Reports what other users can read in a folder, and fixes it if requested.
fn check_folder(found: &mut Findings, folder: &Path) -> Result<()> {
    let place = |error: io::Error| Error::Unavailable(format!("{}: {error}", folder.display()));
    let open = open_to_others(folder).map_err(place)?;
    let mut still_open = Vec::new();
    if found.fix && !open.is_empty() {
        files::make_private(folder).and_then(|()| files::make_contents_private(folder)).map_err(place)?;
        // On a read-only file system they stay open.
        still_open = open_to_others(folder).map_err(place)?;
    }
    let (stuck, fixable): (Vec<_>, Vec<_>) = open.into_iter().partition(|path| still_open.contains(path));
    let words = |path: &PathBuf| format!("Other users can read {}.", path.display());
    found.report_many(fixable.iter().map(words), true);
    found.report_many(stuck.iter().map(words), false);
    Ok(())
}

/// The disks of these folders with too little space, each disk once. The `store` reports on its own disk.
fn without_room(store: Option<&Path>, folders: &[PathBuf], least: u64) -> Vec<String> {
    let disk = |folder: &Path| fs::metadata(folder).map(|folder| folder.dev()).ok();
    let mut reported: BTreeSet<u64> = store.and_then(disk).into_iter().collect();
    let mut short = Vec::new();
    for folder in folders {
        // A folder that does not exist yet needs no space.
        let Some(disk) = disk(folder) else { continue };
        if let Ok(free) = space::free(folder)
            && free < least
            && reported.insert(disk)
        {
            short.push(format!(
                "The disk of {} has only {} left: free some space.",
                folder.display(),
                space::words(free)
            ));
        }
    }
    short
}

/// The files in a folder with another owner than the folder: a command run as root leaves such files.
fn of_others(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let owner = fs::metadata(folder)?.uid();
    let (mut strange, mut next) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(path) = next.pop() {
        for entry in fs::read_dir(&path)? {
            let entry = entry?;
            let metadata = match entry.metadata() {
                // The engine deletes files while it works.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                metadata => metadata?,
            };
            if metadata.uid() != owner {
                strange.push(entry.path());
            } else if metadata.is_dir() {
                next.push(entry.path());
            }
        }
    }
    Ok(strange)
}

/// The parts of a folder that other users can access.
fn open_to_others(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut open = Vec::new();
    let mut next = vec![folder.to_owned()];
    while let Some(path) = next.pop() {
        let metadata = match fs::symlink_metadata(&path) {
            // The engine deletes files while it works.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            metadata => metadata?,
        };
        if metadata.is_symlink() || metadata.permissions().mode() & 0o077 == 0 {
            continue;
        }
        if metadata.is_dir() {
            for entry in fs::read_dir(&path)? {
                next.push(entry?.path());
            }
        }
        open.push(path);
    }
    Ok(open)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_is_reported_once_and_that_of_the_store_separately() {
        let (here, memory) = (tempfile::tempdir().unwrap(), Path::new("/dev/shm"));
        let (uploads, backups) = (here.path().join("uploads"), here.path().join("backups"));
        fs::create_dir(&uploads).unwrap();
        fs::create_dir(&backups).unwrap();
        let folders = [uploads.clone(), backups.clone(), here.path().join("nowhere")];
        let findings = without_room(None, &folders, u64::MAX);
        assert_eq!(findings.len(), 1, "{findings:?}");
        assert!(findings[0].contains(uploads.to_str().unwrap()) && findings[0].contains(" MiB left"), "{findings:?}");
        assert_eq!(without_room(Some(&backups), &folders, u64::MAX), [""; 0]);
        assert_eq!(without_room(None, &folders, 0), [""; 0]);
        if memory.is_dir() {
            let findings = without_room(Some(here.path()), &[uploads, memory.to_owned()], u64::MAX);
            assert!(findings.len() == 1 && findings[0].contains("/dev/shm"), "{findings:?}");
        }
    }
}
