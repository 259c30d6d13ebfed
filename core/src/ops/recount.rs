//! Recounts the stored counters, and corrects wrong ones.

use std::collections::{BTreeMap, BTreeSet};

use surrealdb::types::{SurrealValue, Value};

use crate::{
    App, Error, Result,
    bank::{ChoiceBody, Question, Theory, import::ImportBatch},
    content::HomeSetting,
    images::references,
    inbox::Contact,
    messages,
    people::Actor,
    records::{CounterRow, Drift, Resource, ResourceVisitor, Resources},
    statistics::QuestionStatistics,
    store::{Id, Record as _, Tx, retry_tx},
};

/// The correct values of all counters of [`crate::records::Entity::counters`], computed from the rows.
const COUNTED: &str = "RETURN array::concat(\
    (SELECT 'questions/' + record::id(year) AS name, count() AS n FROM question GROUP BY name), \
    (SELECT 'questions/' + record::id(year) + '/' + record::id(section) AS name, count() AS n FROM question GROUP BY name), \
    (SELECT 'theories/' + record::id(year) AS name, count() AS n FROM theory GROUP BY name), \
    (SELECT 'theories/' + record::id(year) + '/' + record::id(section) AS name, count() AS n FROM theory GROUP BY name), \
    (SELECT 'active-questions/' + record::id(year) AS name, count() AS n FROM question WHERE status = true GROUP BY name), \
    (SELECT 'active-theories/' + record::id(year) AS name, count() AS n FROM theory WHERE status = true GROUP BY name), \
    (SELECT 'students/' + time::format(created_at, '%Y-%m') AS name, count() AS n FROM user WHERE role = 'user' GROUP BY name), \
    (SELECT 'active-students' AS name, count() AS n FROM user WHERE role = 'user' AND status = 'Active' GROUP BY name), \
    (SELECT 'active-subjects' AS name, count() AS n FROM subject WHERE status = true GROUP BY name), \
    (SELECT 'active-exams' AS name, count() AS n FROM exam WHERE status = true GROUP BY name))";
/// The entities that had pictures when a migration first counted them.
const FIRST_ILLUSTRATED: [&str; 10] =
    ["exam", "assessment", "university", "category", "course", "subject", "topic", "plan", "advice", "email_template"];
/// The stored values of the counters.
const STORED: &str = "SELECT name, math::sum(n) AS n FROM tally GROUP BY name";

#[derive(SurrealValue)]
struct CounterValue {
    name: String,
    n: i64,
}

impl App {
    /// Finds wrong counters and wrong sums of questions and students, and corrects them unless `dry_run`. Wrong sums
    /// are named `statistics/…`, `progress/…` or `last-answers/…`, and reported with their numbers of answers.
    ///
    /// Reads every counted row, and starts again if a change conflicts. Run it when there is little traffic.
    ///
    /// # Errors
    /// [`Error::Forbidden`] for anyone but the operator or a super admin.
    pub async fn recount(&self, actor: &Actor, dry_run: bool) -> Result<Vec<Drift>> {
        if !actor.is_owner() {
            return Err(Error::forbidden("forbidden", messages::FORBIDDEN));
        }
        let mut drifts = self.recount_counters(actor, dry_run).await?;
        let sums = self.recount_sums(dry_run).await?;
        if !dry_run && !sums.is_empty() {
            retry_tx(async || {
                let mut change = self.change(actor).await?;
                let entry = change.entry("recount", QuestionStatistics::TABLE, "");
                change.note(entry.map(|entry| entry.with("corrected", sums.len())));
                change.commit().await
            })
            .await?;
        }
        drifts.extend(sums);
        Ok(drifts)
    }

    async fn recount_counters(&self, actor: &Actor, dry_run: bool) -> Result<Vec<Drift>> {
        if dry_run {
            return self.tally_drifts(&self.store.begin_to(false).await?).await;
        }
        retry_tx(async || {
            let mut change = self.change(actor).await?;
            let drifts = self.tally_drifts(change.tx()).await?;
            if drifts.is_empty() {
                return Ok(drifts);
            }
            let row = |drift: &Drift| CounterRow {
                id: Id::new(format!("{}#00", drift.counter)),
                name: drift.counter.clone(),
                n: drift.counted,
            };
            let rows: Vec<CounterRow> = drifts.iter().map(row).collect();
            let sql = "FOR $row IN $rows { DELETE tally WHERE name = $row.name RETURN NONE; \
                CREATE $row.id CONTENT $row RETURN NONE };";
            change.query(sql).bind(("rows", rows)).done().await?;
            let entry = change.entry("recount", CounterRow::TABLE, "");
            change.note(entry.map(|entry| entry.with("corrected", drifts.len())));
            change.commit().await?;
            Ok(drifts)
        })
        .await
    }
}

impl App {
    /// The counters that are wrong.
    async fn tally_drifts(&self, tx: &Tx) -> Result<Vec<Drift>> {
        let kept: Vec<CounterValue> = tx.query(STORED).all().await?;
        let mut counted: Vec<CounterValue> = tx.query(COUNTED).all().await?;
        counted.extend(pictures(tx, &self.illustrated).await?);
        Ok(drifts(kept, counted))
    }
}

/// The tables whose texts may contain pictures: those of the listed entities, and the home page's.
pub(crate) fn illustrated<L: Resources>() -> Vec<&'static str> {
    struct Illustrated(Vec<&'static str>);
    impl ResourceVisitor for Illustrated {
        fn visit<R: Resource>(&mut self) {
            self.0.extend(R::ILLUSTRATED.then_some(R::TABLE));
        }
    }
    let mut tables = Illustrated(vec![HomeSetting::TABLE]);
    L::each(&mut tables);
    tables.0
}

/// The number of records that use each picture, by the name of its counter.
async fn pictures(tx: &Tx, tables: &[&str]) -> Result<Vec<CounterValue>> {
    let mut shown: BTreeMap<String, i64> = BTreeMap::new();
    let count = |row: Value| {
        for name in references::pictures(&row.into_json_value()).into_keys() {
            *shown.entry(references::counter(&name).name().to_owned()).or_default() += 1;
        }
    };
    each_illustrated(tx, tables, count).await?;
    Ok(shown.into_iter().map(|(name, n)| CounterValue { name, n }).collect())
}

/// Passes all questions and theory questions of the bank, and all rows of these tables, to `each`.
async fn each_illustrated(tx: &Tx, tables: &[&str], mut each: impl FnMut(Value)) -> Result<()> {
    for table in [Question::TABLE, Theory::TABLE].iter().chain(tables) {
        tx.each_row(table, &mut each).await?;
    }
    Ok(())
}

impl App {
    /// The pictures that rows use, in one snapshot. Deletion must not rely on the counters alone. A contact message has
    /// no pictures, but a reply to it may.
    pub(crate) async fn shown_pictures(&self) -> Result<BTreeSet<String>> {
        let mut shown = BTreeSet::new();
        let moment = self.store.begin_reading().await?;
        let tables = [&self.illustrated[..], &[Contact::TABLE, ImportBatch::<ChoiceBody>::TABLE]].concat();
        let see = |row: Value| shown.extend(references::pictures(&row.into_json_value()).into_keys());
        each_illustrated(&moment, &tables, see).await?;
        Ok(shown)
    }
}

/// Migration: counts the records that use each picture.
pub(crate) async fn count_pictures(tx: &Tx) -> Result<()> {
    let row = |CounterValue { name, n }| CounterRow { id: Id::new(format!("{name}#00")), name, n };
    let rows: Vec<CounterRow> = pictures(tx, &FIRST_ILLUSTRATED).await?.into_iter().map(row).collect();
    let sql = "FOR $row IN $rows { UPSERT $row.id CONTENT $row RETURN NONE }";
    tx.query(sql).bind(("rows", rows)).done().await
}

/// The differences between two lists of counters. A missing counter counts as 0.
fn drifts(kept: Vec<CounterValue>, counted: Vec<CounterValue>) -> Vec<Drift> {
    let mut both: BTreeMap<String, (i64, i64)> = BTreeMap::new();
    for CounterValue { name, n } in kept {
        both.entry(name).or_default().0 = n;
    }
    for CounterValue { name, n } in counted {
        both.entry(name).or_default().1 = n;
    }
    let wrong = both.into_iter().filter(|(_, (kept, counted))| kept != counted);
    wrong.map(|(counter, (kept, counted))| Drift { counter, kept, counted }).collect()
}
