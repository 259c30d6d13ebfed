//! Counts anew what the kept counters say, and puts right what they say wrong.

use std::collections::{BTreeMap, BTreeSet};

use surrealdb::types::{SurrealValue, Value};

use crate::{
    App, Error, Result,
    bank::{ChoiceBody, Question, Theory, import::ImportLot},
    content::HomeSetting,
    images::refer,
    inbox::Contact,
    messages,
    people::Actor,
    records::{Drift, Resource, Resources, TallyRow, Visitor},
    statistics::QuestionStatistics,
    store::{Id, Record as _, Tx, retry_tx},
};

/// What all counters of [`crate::records::Entity::tallies`] are by the rows themselves.
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
/// The entities that showed pictures when pictures were first counted, which a migration did.
const FIRST_ILLUSTRATED: [&str; 10] =
    ["exam", "assessment", "university", "category", "course", "subject", "topic", "plan", "advice", "email_template"];
/// What the counters say.
const KEPT: &str = "SELECT name, math::sum(n) AS n FROM tally GROUP BY name";

#[derive(SurrealValue)]
struct Count {
    name: String,
    n: i64,
}

impl App {
    /// The counters that are wrong, and the sums that are kept of questions and students (`statistics/…`,
    /// `progress/…`, `last-answers/…`, each told by its answers); put right unless it is a `dry_run`.
    ///
    /// It reads every counted row, and a change at the same moment makes it begin anew: for a quiet hour.
    ///
    /// # Errors
    /// [`Error::Forbidden`] for anyone but an operator or a super admin.
    pub async fn recount(&self, actor: &Actor, dry_run: bool) -> Result<Vec<Drift>> {
        if !actor.is_owner() {
            return Err(Error::forbidden("forbidden", messages::FORBIDDEN));
        }
        let mut drifts = self.recount_tallies(actor, dry_run).await?;
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

    async fn recount_tallies(&self, actor: &Actor, dry_run: bool) -> Result<Vec<Drift>> {
        if dry_run {
            return self.tally_drifts(&self.store.begin_to(false).await?).await;
        }
        retry_tx(async || {
            let mut change = self.change(actor).await?;
            let drifts = self.tally_drifts(change.tx()).await?;
            if drifts.is_empty() {
                return Ok(drifts);
            }
            let row = |drift: &Drift| TallyRow {
                id: Id::new(format!("{}#00", drift.counter)),
                name: drift.counter.clone(),
                n: drift.counted,
            };
            let rows: Vec<TallyRow> = drifts.iter().map(row).collect();
            let sql = "FOR $row IN $rows { DELETE tally WHERE name = $row.name RETURN NONE; \
                CREATE $row.id CONTENT $row RETURN NONE };";
            change.query(sql).bind(("rows", rows)).done().await?;
            let entry = change.entry("recount", TallyRow::TABLE, "");
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
        let kept: Vec<Count> = tx.query(KEPT).all().await?;
        let mut counted: Vec<Count> = tx.query(COUNTED).all().await?;
        counted.extend(pictures(tx, &self.illustrated).await?);
        Ok(drifts(kept, counted))
    }
}

/// The tables whose texts may show pictures: those of the entities of a list, and the home page's.
pub(crate) fn illustrated<L: Resources>() -> Vec<&'static str> {
    struct Illustrated(Vec<&'static str>);
    impl Visitor for Illustrated {
        fn visit<R: Resource>(&mut self) {
            self.0.extend(R::ILLUSTRATED.then_some(R::TABLE));
        }
    }
    let mut tables = Illustrated(vec![HomeSetting::TABLE]);
    L::each(&mut tables);
    tables.0
}

/// How many records show each picture, by its counter's name.
async fn pictures(tx: &Tx, tables: &[&str]) -> Result<Vec<Count>> {
    let mut shown: BTreeMap<String, i64> = BTreeMap::new();
    let count = |row: Value| {
        for name in refer::pictures(&row.into_json_value()).into_keys() {
            *shown.entry(refer::counter(&name).name().to_owned()).or_default() += 1;
        }
    };
    each_illustrated(tx, tables, count).await?;
    Ok(shown.into_iter().map(|(name, n)| Count { name, n }).collect())
}

/// Hands all questions and theory questions of the bank, and all rows of these tables, to `each`.
async fn each_illustrated(tx: &Tx, tables: &[&str], mut each: impl FnMut(Value)) -> Result<()> {
    for table in [Question::TABLE, Theory::TABLE].iter().chain(tables) {
        tx.each_row(table, &mut each).await?;
    }
    Ok(())
}

impl App {
    /// The pictures that the rows themselves show, as of one moment: what deletes a picture must not trust a counter
    /// alone. A message shows none, but an administrator's reply to it may.
    pub(crate) async fn shown_pictures(&self) -> Result<BTreeSet<String>> {
        let mut shown = BTreeSet::new();
        let moment = self.store.begin_reading().await?;
        let tables = [&self.illustrated[..], &[Contact::TABLE, ImportLot::<ChoiceBody>::TABLE]].concat();
        let see = |row: Value| shown.extend(refer::pictures(&row.into_json_value()).into_keys());
        each_illustrated(&moment, &tables, see).await?;
        Ok(shown)
    }
}

/// Counts the records that show each picture; for stores from before pictures were counted.
pub(crate) async fn count_pictures(tx: &Tx) -> Result<()> {
    let row = |Count { name, n }| TallyRow { id: Id::new(format!("{name}#00")), name, n };
    let rows: Vec<TallyRow> = pictures(tx, &FIRST_ILLUSTRATED).await?.into_iter().map(row).collect();
    let sql = "FOR $row IN $rows { UPSERT $row.id CONTENT $row RETURN NONE }";
    tx.query(sql).bind(("rows", rows)).done().await
}

/// What differs; a counter that is on one side alone is 0 on the other.
fn drifts(kept: Vec<Count>, counted: Vec<Count>) -> Vec<Drift> {
    let mut both: BTreeMap<String, (i64, i64)> = BTreeMap::new();
    for Count { name, n } in kept {
        both.entry(name).or_default().0 = n;
    }
    for Count { name, n } in counted {
        both.entry(name).or_default().1 = n;
    }
    let wrong = both.into_iter().filter(|(_, (kept, counted))| kept != counted);
    wrong.map(|(counter, (kept, counted))| Drift { counter, kept, counted }).collect()
}
