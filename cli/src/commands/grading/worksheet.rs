//! `sabi grading export` and `import`: a worksheet of submissions, to be graded in a spreadsheet (ruling 48).

use std::{
    collections::{BTreeMap, HashMap},
    path::PathBuf,
    process::ExitCode,
};

use sabi_api::client::{Client, ClientError};
use sabi_core::{
    exam::{GRADES, QuizResult},
    grading::{ClaimView, Grade, GradingView, MAX_DAYS, MAX_RESERVED, ReserveGradings, SaveGrades},
    records::ListQuery,
    store::Id,
};

use super::{
    narrow::Narrow,
    sheet::{self, WorksheetRow},
};
use crate::{
    commands::export::confirm_overwriting,
    exit::{self, failure},
    global_args::GlobalArgs,
    output::{self, counted},
};

/// The arguments of `sabi grading export`.
#[derive(Debug, clap::Args)]
pub struct Export {
    /// The worksheet; a workbook if its name ends in .xlsx, else CSV
    #[arg(long, value_name = "FILE")]
    output: PathBuf,

    #[command(flatten)]
    narrow: Narrow,

    /// How many submissions to reserve, from the front of the queue
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(i64).range(1..=MAX_RESERVED as i64))]
    count: i64,

    /// Days for which nobody else can grade them
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(i64).range(1..=MAX_DAYS))]
    days: i64,

    /// Write the submissions you have already claimed, and reserve no more
    #[arg(long, conflicts_with_all = ["count", "days"])]
    held: bool,

    /// Overwrite a file without asking
    #[arg(long)]
    yes: bool,
}

/// The arguments of `sabi grading import`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXIT_CODES)]
pub struct Import {
    /// The worksheet, with grades of 0, 25, 50, 75 or 100
    file: PathBuf,

    /// Declare each submission once all its answers are graded
    #[arg(long)]
    declare: bool,

    /// Report problems in the rows, and change nothing
    #[arg(long)]
    dry_run: bool,
}

const EXIT_CODES: &str = "\
Exit codes: 0 all rows accepted, 1 some rows refused, 65 not a worksheet, 66 it cannot be read";

impl Export {
    pub(super) async fn run(self, global: &GlobalArgs) -> anyhow::Result<()> {
        // Checked before anything is reserved.
        if !self.yes && self.output.exists() {
            confirm_overwriting(&self.output)?;
        }
        let client = global.connect().await?.client;
        let mut filters = self.narrow.filters(&client).await?;
        let views = if self.held {
            filters.insert("state".to_owned(), "mine".to_owned());
            let query = ListQuery { limit: Some(ListQuery::MAX_LIMIT), filters, ..ListQuery::default() };
            let mut views = Vec::new();
            for task in client.list_grading_queue(&query).await?.rows {
                views.push(client.find_grading(&task.id).await?);
            }
            views
        } else {
            let id = |name: &str| filters.get(name).cloned();
            let ask = ReserveGradings {
                exam: id("exam").map(Id::new),
                subject: id("subject").map(Id::new),
                count: self.count,
                days: self.days,
            };
            client.reserve_gradings(&ask).await?
        };
        if views.is_empty() {
            return Err(failure(exit::REFUSED, "No submissions are waiting for you."));
        }
        let rows = sheet::write(&self.output, &views)?;
        let submissions = counted(views.len() as u64, "submission", "submissions");
        let answers = counted(rows, "answer", "answers");
        let until = views.iter().filter_map(|view| view.claim.as_ref()).min_by_key(|claim| claim.until);
        let until = until.map(ClaimView::until_in_words).unwrap_or_default();
        output::line(format!("Wrote {submissions} with {answers}. They are yours until {until}."));
        Ok(())
    }
}

/// A refused row, and why.
struct Refused {
    row: u64,
    words: String,
}

impl Import {
    pub(super) async fn run(self, global: &GlobalArgs) -> anyhow::Result<ExitCode> {
        let rows = sheet::read(&self.file)?;
        let client = global.connect().await?.client;
        let (mut refused, mut taken, mut declared) = (Vec::new(), 0, 0);
        for (id, rows) in by_submission(rows, &mut refused) {
            let id = Id::<QuizResult>::new(id);
            match self.take(&client, &id, &rows, &mut refused).await {
                Ok((saved, is_declared)) => {
                    taken += saved;
                    declared += u64::from(is_declared);
                }
                // A refused submission does not affect the next one.
                Err(ClientError::Refused(why)) if why.status < 500 && why.status != 401 => {
                    refused.extend(rows.iter().map(|row| Refused { row: row.number, words: why.message.clone() }));
                }
                Err(error) => return Err(error.into()),
            }
        }
        refused.sort_by_key(|one| one.row);
        let done = if self.dry_run { "would be accepted" } else { "taken" };
        output::line(format!("{} {done}, {} refused.", counted(taken, "grade", "grades"), refused.len()));
        if declared > 0 {
            output::line(format!("{} declared.", counted(declared, "submission", "submissions")));
        }
        if refused.is_empty() {
            return Ok(ExitCode::SUCCESS);
        }
        let rows = refused.iter().map(|one| [one.row.to_string(), one.words.clone()]);
        output::line(output::messages(["row", "problem"], rows));
        Ok(ExitCode::from(exit::REFUSED))
    }

    /// Saves the grades of a submission; returns how many, and whether it was declared.
    async fn take(
        &self,
        client: &Client,
        id: &Id<QuizResult>,
        rows: &[WorksheetRow],
        refused: &mut Vec<Refused>,
    ) -> Result<(u64, bool), ClientError> {
        let mut view = client.find_grading(id).await?;
        let mut grades = Vec::new();
        for row in rows {
            match grade_of(row, &view) {
                Ok(grade) => grades.push(grade),
                Err(words) => refused.push(Refused { row: row.number, words }),
            }
        }
        let count = grades.len() as u64;
        if self.dry_run || grades.is_empty() {
            return Ok((count, false));
        }
        // An expired reservation can be claimed again while nobody else has it.
        if view.exam_result == "pending" && view.claim.is_none() {
            view = client.claim_grading(id).await?;
        }
        let saved = client.save_grades(id, &SaveGrades { revision: view.revision, grades, why: None }).await?;
        let is_graded = saved.answers.iter().all(|one| one.ans_grade.is_some() || one.theory_answered.is_none());
        if self.declare && is_graded {
            client.declare_grading(id).await?;
        }
        Ok((count, self.declare && is_graded))
    }
}

/// The graded rows by submission. Rows without a grade are left for later.
fn by_submission(rows: Vec<WorksheetRow>, refused: &mut Vec<Refused>) -> BTreeMap<String, Vec<WorksheetRow>> {
    let mut seen: HashMap<String, u64> = HashMap::new();
    let mut all: BTreeMap<String, Vec<WorksheetRow>> = BTreeMap::new();
    let is_filled = |row: &WorksheetRow| !row.grade.is_empty() || !row.remark.is_empty() || row.fault.is_some();
    for row in rows.into_iter().filter(is_filled) {
        if let Some(words) = row.fault {
            refused.push(Refused { row: row.number, words });
            continue;
        }
        if let Some(first) = seen.insert(row.answer.clone(), row.number) {
            let words = format!("This answer is graded in row {first} already.");
            refused.push(Refused { row: row.number, words });
            continue;
        }
        all.entry(row.submission.clone()).or_default().push(row);
    }
    all
}

/// The grade in a row.
fn grade_of(row: &WorksheetRow, view: &GradingView) -> Result<Grade, String> {
    let answer = view.answers.iter().find(|answer| answer.answer_id == row.answer);
    let answer = answer.ok_or_else(|| format!("Submission {} has no answer {}.", view.id, row.answer))?;
    let grade = match row.grade.trim_end_matches('%').trim().parse::<f64>() {
        _ if row.grade.is_empty() => answer.ans_grade,
        Ok(grade) => GRADES.into_iter().find(|known| (*known as f64 - grade).abs() < f64::EPSILON),
        Err(_) => None,
    };
    if grade.is_none() && !row.grade.is_empty() {
        return Err(format!("{} is not a grade: use 0, 25, 50, 75 or 100.", row.grade));
    }
    let remark = Some(row.remark.clone()).filter(|remark| !remark.is_empty());
    Ok(Grade { answer_id: answer.answer_id.clone(), ans_grade: grade, remark })
}
