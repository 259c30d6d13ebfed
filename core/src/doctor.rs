//! The doctor: looks through an installation for what is wrong though everything seems to work, and mends what
//! can be mended without a decision.

use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    fs, io,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use chrono::Duration;
use futures::TryStreamExt as _;
use serde::{Deserialize, Serialize};
use surrealdb::types::{RecordId, ToSql as _, Value};
use utoipa::ToSchema;

use crate::{App, Error, Result, accounts::Actor, clock::Instant, images::KeepError, messages, store::space};

/// What of one kind is told one by one; of the rest how many there are.
const TOLD: usize = 20;
/// Links that are known to lead somewhere are kept up to so many.
const KNOWN: usize = 200_000;
/// How far a clock may be behind what is stored before it is told.
const BEHIND: Duration = Duration::minutes(5);
/// How long a mail may wait before it is told.
const WAITING: Duration = Duration::hours(1);

/// What the doctor looks at, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Check {
    /// Whether the store opens and answers.
    Store,
    /// Room for what is yet to come.
    Disk,
    /// Who may read the data folder.
    Permissions,
    /// Whether the machine's clock is behind what is stored.
    Clock,
    /// Whether every link leads to a record.
    References,
    /// Whether the counters say what the rows say.
    Counters,
    /// Whether what records show is there, and what is there is shown.
    Pictures,
    /// Mails that do not leave.
    Mails,
    /// The backups that the server makes by itself.
    Backups,
}

impl Check {
    /// All that are made of an open store.
    pub const ALL: [Self; 9] = [
        Self::Store,
        Self::Disk,
        Self::Permissions,
        Self::Clock,
        Self::References,
        Self::Counters,
        Self::Pictures,
        Self::Mails,
        Self::Backups,
    ];
}

/// Something that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    pub check: Check,
    /// What is wrong, and what to do about it.
    pub words: String,
    /// Whether `--fix` mends it.
    pub fixable: bool,
    /// Whether it was mended just now.
    pub fixed: bool,
}

/// Collects what one check finds.
struct Findings {
    check: Check,
    fix: bool,
    all: Vec<Finding>,
}

impl Findings {
    /// A finding that a person sees to.
    fn tell(&mut self, words: impl Into<String>) {
        self.all.push(Finding { check: self.check, words: words.into(), fixable: false, fixed: false });
    }

    /// A finding that is mended where that was asked for.
    fn mend(&mut self, words: impl Into<String>) {
        self.all.push(Finding { check: self.check, words: words.into(), fixable: true, fixed: self.fix });
    }

    /// The first of many, and how many more there are.
    fn tell_many(&mut self, many: impl IntoIterator<Item = String>, fixable: bool) {
        let mut many = many.into_iter();
        for words in many.by_ref().take(TOLD) {
            if fixable { self.mend(words) } else { self.tell(words) }
        }
        let more = many.count();
        if more > 0 {
            let words = format!("… and {more} more like these.");
            if fixable { self.mend(words) } else { self.tell(words) }
        }
    }
}

impl App {
    /// Looks through everything, and with `fix` mends what is safe to mend: counters, permissions, and pictures
    /// that nothing has shown for two days. `told` hears of each check before it is made.
    ///
    /// # Errors
    /// [`Error::Forbidden`] for anyone but the operator; where the store does not answer.
    pub async fn examine(&self, actor: &Actor, fix: bool, told: impl Fn(Check) + Send) -> Result<Vec<Finding>> {
        if !matches!(actor, Actor::Operator) {
            return Err(Error::forbidden("forbidden", messages::FORBIDDEN));
        }
        let mut all = Vec::new();
        for check in Check::ALL {
            told(check);
            let mut found = Findings { check, fix, all: Vec::new() };
            match check {
                Check::Store => self.store.ping().await?,
                Check::Disk => self.look_at_disk(&mut found),
                Check::Permissions => self.look_at_permissions(&mut found)?,
                Check::Clock => self.look_at_clock(&mut found).await?,
                Check::References => self.look_at_references(&mut found).await?,
                Check::Counters => self.look_at_counters(actor, &mut found).await?,
                Check::Pictures => self.look_at_pictures(&mut found).await?,
                Check::Mails => self.look_at_mails(&mut found).await?,
                Check::Backups => self.look_at_backups(&mut found).await?,
            }
            all.append(&mut found.all);
        }
        Ok(all)
    }

    fn look_at_disk(&self, found: &mut Findings) {
        self.store.measure();
        if let Some(warning) = self.store.condition().warning() {
            found.tell(format!("{warning} Make room: below the reserve nothing more is taken."));
        }
    }

    fn look_at_permissions(&self, found: &mut Findings) -> Result<()> {
        let data = &self.settings.data;
        let place = |error: io::Error| Error::Unavailable(format!("{}: {error}", data.display()));
        let open = open_to_others(data).map_err(place)?;
        if found.fix && !open.is_empty() {
            space::make_private(data).and_then(|()| space::make_contents_private(data)).map_err(place)?;
        }
        found.tell_many(open.iter().map(|path| format!("{} can be read by others.", path.display())), true);
        Ok(())
    }

    async fn look_at_clock(&self, found: &mut Findings) -> Result<()> {
        let newest = "array::max(array::flatten([(SELECT VALUE at FROM audit ORDER BY at DESC LIMIT 1), \
                      (SELECT VALUE created_at FROM quiz ORDER BY created_at DESC LIMIT 1)]))";
        let newest: Option<Option<Instant>> = self.store.query(format!("RETURN {newest}")).first().await?;
        let now = self.now();
        if let Some(newest) = newest.flatten().filter(|newest| *newest > now + BEHIND) {
            found.tell(format!(
                "The clock says {}, and something was stored at {}: set the clock.",
                now.format("%F %R UTC"),
                newest.format("%F %R UTC")
            ));
        }
        Ok(())
    }

    /// Every link of every row leads to a record.
    async fn look_at_references(&self, found: &mut Findings) -> Result<()> {
        let snapshot = self.store.snapshot().await?;
        let (mut known, mut broken) = (HashSet::new(), BTreeSet::new());
        let tables = snapshot.tables().await?;
        for table in &tables {
            let mut behind = None;
            while let Some((rows, last)) = snapshot.rows(table, behind.take()).await? {
                behind = Some(last);
                let mut links = BTreeMap::new();
                rows.iter().for_each(|row| collect_links(row, &mut links));
                // The options of a question have keys and stand in no table of their own.
                links.retain(|text, link| !known.contains(text) && tables.iter().any(|one| *one == *link.table));
                let there = snapshot.existing(links.values().cloned()).await?;
                for text in links.into_keys() {
                    if !there.contains(&text) {
                        broken.insert(format!("A row of {table} leads to {text}, which is not there."));
                    } else if known.len() < KNOWN {
                        known.insert(text);
                    }
                }
            }
        }
        found.tell_many(broken, false);
        Ok(())
    }

    async fn look_at_counters(&self, actor: &Actor, found: &mut Findings) -> Result<()> {
        let drifts = self.recount(actor, !found.fix).await?;
        let words = |drift: &crate::recount::Drift| {
            format!("The counter {} says {}; there are {}.", drift.counter, drift.kept, drift.counted)
        };
        found.tell_many(drifts.iter().map(words), true);
        Ok(())
    }

    async fn look_at_pictures(&self, found: &mut Findings) -> Result<()> {
        let kept: BTreeSet<String> = self.images.names().try_collect().await.map_err(unkept)?;
        let shown = self.shown_pictures().await?;
        let missing = shown.difference(&kept).map(|name| format!("The picture {name} is shown and is not there."));
        found.tell_many(missing, false);
        let old: BTreeSet<String> = self.images.old_enough(self.now()).try_collect().await.map_err(unkept)?;
        let orphans: Vec<_> = old.difference(&shown).collect();
        if orphans.is_empty() {
            return Ok(());
        }
        let mut left = Findings { check: found.check, fix: false, all: Vec::new() };
        let mut kept = kept;
        if found.fix {
            self.collect_pictures().await?;
            kept = self.images.names().try_collect().await.map_err(unkept)?;
        }
        let words = |name: &String| format!("Nothing shows the picture {name}.");
        let (there, gone): (Vec<&String>, Vec<_>) = orphans.into_iter().partition(|name| kept.contains(*name));
        found.tell_many(gone.into_iter().map(words), true);
        // A backup keeps them while it is made.
        left.tell_many(there.into_iter().map(words), true);
        found.all.append(&mut left.all);
        Ok(())
    }

    async fn look_at_mails(&self, found: &mut Findings) -> Result<()> {
        let count = "SELECT VALUE n FROM (SELECT count() AS n FROM mail";
        let failed = self.store.query(format!("{count} WHERE state = 'failed' GROUP ALL)")).first::<i64>().await?;
        if let Some(failed) = failed.filter(|n| *n > 0) {
            found.tell(format!("{failed} mails could not be sent; the back office's Mails say why."));
        }
        let late = self.store.query(format!("{count} WHERE state = 'queued' AND queued_at < $before GROUP ALL)"));
        let late = late.bind(("before", self.now() - WAITING)).first::<i64>().await?;
        if let Some(late) = late.filter(|n| *n > 0) {
            found.tell(format!("{late} mails wait for over an hour: does the mail server answer (--mail-url)?"));
        }
        Ok(())
    }

    async fn look_at_backups(&self, found: &mut Findings) -> Result<()> {
        let Some(plan) = self.backup_plan().await? else { return Ok(()) };
        if let Some(problem) = &plan.problem {
            found.tell(format!("The last backup failed: {problem}."));
        } else if self.now() > plan.next_at + Duration::seconds(plan.every) {
            let due = plan.next_at.format("%F %R UTC");
            found.tell(format!("A backup was due at {due}, and none was made: does a server run?"));
        }
        Ok(())
    }
}

/// Adds the links within a row, by their texts, but for its own key.
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

/// What of a folder others than its owner may reach: itself, and what lies in it, where it is open to them.
fn open_to_others(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut open = Vec::new();
    let mut next = vec![folder.to_owned()];
    while let Some(path) = next.pop() {
        let metadata = match fs::symlink_metadata(&path) {
            // The engine drops files while it works.
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

fn unkept(error: KeepError) -> Error {
    Error::Unavailable(format!("pictures: {error}"))
}
