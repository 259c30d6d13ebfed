//! Compares a student's stored sums with the results, and corrects them.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    LastAnswers, Progress, ProgressSums,
    update::{StudentStatistics, drop_student, recount_student, students},
};
use crate::{
    App, Result,
    clock::Instant,
    people::User,
    records::Drift,
    store::{Id, retry_tx},
};

impl App {
    /// Finds students with wrong sums, and corrects them unless `dry_run`.
    pub(crate) async fn recount_students(&self, dry_run: bool) -> Result<Vec<Drift>> {
        let tx = self.store.begin_to(!dry_run).await?;
        let students = students(&tx).await?;
        drop(tx);
        let mut drifts = retry_tx(async || self.delete_orphaned_totals(&students, dry_run).await).await?;
        for student in &students {
            drifts.extend(retry_tx(async || self.recount_sums_of(student, dry_run).await).await?);
        }
        Ok(drifts)
    }

    /// Deletes sums without an owner. They remain if an account was erased while it submitted a test.
    async fn delete_orphaned_totals(&self, students: &[Id<User>], dry_run: bool) -> Result<Vec<Drift>> {
        let students: BTreeSet<_> = students.iter().collect();
        let tx = self.store.begin_to(!dry_run).await?;
        let rows = "SELECT VALUE user FROM progress; SELECT VALUE user FROM last_answers;";
        let mut rows = tx.query(rows).checked().await?;
        let (progress, answers): (Vec<Id<User>>, Vec<Id<User>>) = (rows.take(0)?, rows.take(1)?);
        let all = progress.into_iter().chain(answers);
        let strangers: BTreeSet<_> = all.filter(|user| !students.contains(user)).collect();
        let mut drifts = Vec::new();
        for user in strangers {
            drifts.extend(compare(StudentStatistics::of(&tx, &user).await?, StudentStatistics::default(), self.now()));
            if !dry_run {
                drop_student(&tx, &user).await?;
            }
        }
        if !dry_run && !drifts.is_empty() {
            tx.commit().await?;
        }
        Ok(drifts)
    }

    async fn recount_sums_of(&self, user: &Id<User>, dry_run: bool) -> Result<Vec<Drift>> {
        let tx = self.store.begin_to(!dry_run).await?;
        let drifts =
            compare(StudentStatistics::of(&tx, user).await?, StudentStatistics::counted(&tx, user).await?, self.now());
        if !dry_run && !drifts.is_empty() {
            recount_student(&tx, user).await?;
            tx.commit().await?;
        }
        Ok(drifts)
    }
}

/// The differences between a student's stored and computed sums.
fn compare(kept: StudentStatistics, counted: StudentStatistics, now: Instant) -> Vec<Drift> {
    let mut drifts = Vec::new();
    let mut progress: BTreeMap<_, (ProgressSums, ProgressSums)> = BTreeMap::new();
    for Progress { id, sums: kept, .. } in kept.progress {
        progress.entry(id).or_default().0 = kept.0;
    }
    for Progress { id, sums: counted, .. } in counted.progress {
        progress.entry(id).or_default().1 = counted.0;
    }
    for (id, (mut kept, mut counted)) in progress {
        kept.prune(now);
        counted.prune(now);
        if kept != counted {
            drifts.push(Drift::of("progress", &id, kept.answered(), counted.answered()));
        }
    }
    let mut answers: BTreeMap<_, (Vec<_>, Vec<_>)> = BTreeMap::new();
    for LastAnswers { id, answers: kept, .. } in kept.answers {
        answers.entry(id).or_default().0 = kept.0;
    }
    for LastAnswers { id, answers: counted, .. } in counted.answers {
        answers.entry(id).or_default().1 = counted.0;
    }
    for (id, (kept, counted)) in answers {
        if kept != counted {
            drifts.push(Drift::of("last-answers", &id, count(kept.len()), count(counted.len())));
        }
    }
    drifts
}

fn count(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}
