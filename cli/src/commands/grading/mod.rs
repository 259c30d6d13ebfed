//! `sabi grading`: grades theory submissions (ruling 16).

mod list;
mod narrow;
mod sheet;
mod show;
mod stats;
mod worksheet;

use std::process::ExitCode;

use sabi_core::{
    grading::{ClaimView, Grade, GradingView, MAX_CLAIMS, SaveGrades},
    records::ListQuery,
    store::Id,
};

use crate::{
    exit::{self, failure},
    global_args::GlobalArgs,
    output::{self, counted},
};
use narrow::Narrow;

/// The operations on theory submissions.
#[derive(Debug, clap::Subcommand)]
pub enum GradingCommand {
    /// List submissions waiting for a grader, mocks first, then oldest first; or declared ones
    List(list::ListSubmissions),
    /// Claim submissions for 15 minutes, so that nobody else grades them
    Claim(Claim),
    /// Show a submission: questions, answers, model answers and your grades
    Show(show::Show),
    /// Grade answers of a submission you have claimed; administrators can also correct declared grades
    Grade(GradeAnswers),
    /// Submit your grades; unless someone else must grade it too, they become the student's result
    Declare(Whom),
    /// Release a submission; your grades are kept
    Release(Whom),
    /// Reserve submissions and write them to a worksheet, without the students' names
    Export(worksheet::Export),
    /// Import the grades of a worksheet, row by row
    Import(worksheet::Import),
    /// Count what you have graded; administrators see everybody's counts
    Stats(stats::Stats),
}

/// Which submission.
#[derive(Debug, clap::Args)]
pub struct Whom {
    /// The submission's id
    #[arg(value_name = "ID")]
    id: String,

    /// Print the submission as JSON
    #[arg(long)]
    json: bool,
}

/// The arguments of `sabi grading claim`.
#[derive(Debug, clap::Args)]
pub struct Claim {
    /// The submission's id [default: the first unclaimed one in the queue]
    #[arg(value_name = "ID")]
    id: Option<String>,

    #[command(flatten)]
    narrow: Narrow,

    /// How many
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "id", value_parser = clap::value_parser!(u64).range(1..=MAX_CLAIMS as u64))]
    count: u64,

    /// Print the submission as JSON
    #[arg(long)]
    json: bool,
}

/// The arguments of `sabi grading grade`.
#[derive(Debug, clap::Args)]
pub struct GradeAnswers {
    /// The submission's id
    #[arg(value_name = "ID")]
    id: String,

    /// A grade of 0, 25, 50, 75 or 100 for an answer, by its number or id, such as 2=75
    #[arg(long = "grade", value_name = "ANSWER=GRADE", value_parser = grade, required_unless_present = "remarks")]
    grades: Vec<(String, i64)>,

    /// A remark to the student beside the grade, such as 2="Name the unit too."
    #[arg(long = "remark", value_name = "ANSWER=WORDS", value_parser = remark)]
    remarks: Vec<(String, String)>,

    /// Reason for changing declared grades; administrators only
    #[arg(long, value_name = "WORDS")]
    why: Option<String>,

    /// Print the submission as JSON
    #[arg(long)]
    json: bool,
}

fn grade(text: &str) -> Result<(String, i64), String> {
    let (answer, grade) = remark(text)?;
    let grade = grade.parse().map_err(|_| "a grade is ANSWER=GRADE, such as 2=75".to_owned())?;
    Ok((answer, grade))
}

fn remark(text: &str) -> Result<(String, String), String> {
    let (answer, words) = text.split_once('=').ok_or("the number of the answer is missing before =, as in 2=75")?;
    Ok((answer.trim().to_owned(), words.trim().to_owned()))
}

impl GradingCommand {
    /// Runs the command.
    pub async fn run(self, global: &GlobalArgs) -> anyhow::Result<ExitCode> {
        match self {
            Self::List(args) => args.run(global).await,
            Self::Claim(args) => args.run(global).await,
            Self::Show(args) => args.run(global).await,
            Self::Grade(args) => args.run(global).await,
            Self::Declare(whom) => whom.declare(global).await,
            Self::Release(whom) => whom.release(global).await,
            Self::Export(args) => args.run(global).await,
            Self::Import(args) => return args.run(global).await,
            Self::Stats(args) => args.run(global).await,
        }
        .map(|()| ExitCode::SUCCESS)
    }
}

impl Claim {
    async fn run(self, global: &GlobalArgs) -> anyhow::Result<()> {
        let client = global.connect().await?.client;
        if let Some(id) = &self.id {
            return self.print(&client.claim_grading(&Id::new(id.as_str())).await?);
        }
        let mut filters = self.narrow.filters(&client).await?;
        filters.insert("state".to_owned(), "free".to_owned());
        let free = client.list_grading_queue(&ListQuery { filters, ..ListQuery::default() }).await?;
        let mut held = 0;
        let mut last = failure(exit::REFUSED, "No submissions are waiting for you.");
        for task in free.rows {
            if held == self.count {
                break;
            }
            match client.claim_grading(&task.id).await {
                Ok(view) => {
                    held += 1;
                    self.print(&view)?;
                }
                // Another moderator was faster, so take the next one.
                Err(error) if error.refusal().is_some_and(|refused| refused.reason == "claimed") => last = error.into(),
                Err(error) => return Err(error.into()),
            }
        }
        if held == 0 { Err(last) } else { Ok(()) }
    }

    fn print(&self, view: &GradingView) -> anyhow::Result<()> {
        if self.json {
            return output::json(view);
        }
        let until = view.claim.as_ref().map(ClaimView::until_in_words).unwrap_or_default();
        let answers = counted(view.answers.len() as u64, "answer", "answers");
        output::line(format!("Claimed {} until {until}: {answers}.", view.id));
        Ok(())
    }
}

impl GradeAnswers {
    async fn run(self, global: &GlobalArgs) -> anyhow::Result<()> {
        let client = global.connect().await?.client;
        let id = Id::new(self.id.as_str());
        let read = client.find_grading(&id).await?;
        let grades = self.over(&read)?;
        let save = SaveGrades { revision: read.revision, grades, why: self.why };
        let view = client.save_grades(&id, &save).await?;
        if self.json {
            return output::json(&view);
        }
        let left = view.answers.iter().filter(|one| one.ans_grade.is_none() && one.theory_answered.is_some()).count();
        output::line(match left {
            0 => "Saved; every answer is graded.".to_owned(),
            left => format!("Saved; {left} of {} answers have no grade yet.", view.answers.len()),
        });
        Ok(())
    }

    /// The grades of the named answers, on top of the saved ones.
    fn over(&self, read: &GradingView) -> anyhow::Result<Vec<Grade>> {
        let mut changed: Vec<Grade> = Vec::new();
        for (name, value) in self.values() {
            let place = name.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            let by_id = || read.answers.iter().find(|answer| answer.answer_id == name);
            let Some(answer) = place.and_then(|place| read.answers.get(place)).or_else(by_id) else {
                let words = format!("This submission has no answer {name}; it has 1 to {}.", read.answers.len());
                return Err(failure(exit::USAGE, words));
            };
            let at = changed.iter().position(|grade| grade.answer_id == answer.answer_id);
            let at = at.unwrap_or_else(|| {
                changed.push(Grade {
                    answer_id: answer.answer_id.clone(),
                    ans_grade: answer.ans_grade,
                    remark: answer.remark.clone(),
                });
                changed.len() - 1
            });
            let Some(grade) = changed.get_mut(at) else { continue };
            match value {
                Value::Grade(value) => grade.ans_grade = Some(value),
                Value::Remark(words) => grade.remark = Some(words.to_owned()),
            }
        }
        Ok(changed)
    }

    fn values(&self) -> impl Iterator<Item = (&str, Value<'_>)> {
        let grades = self.grades.iter().map(|(name, grade)| (name.as_str(), Value::Grade(*grade)));
        grades.chain(self.remarks.iter().map(|(name, words)| (name.as_str(), Value::Remark(words))))
    }
}

/// A grade or a remark for an answer.
enum Value<'a> {
    Grade(i64),
    Remark(&'a str),
}

impl Whom {
    async fn declare(self, global: &GlobalArgs) -> anyhow::Result<()> {
        let client = global.connect().await?.client;
        let view = client.declare_grading(&Id::new(self.id)).await?;
        if self.json {
            return output::json(&view);
        }
        output::line(match view.total_avg_grade {
            Some(grade) => format!("Declared {}: {grade}%.", view.id),
            None => format!("Graded {}; another moderator grades it too.", view.id),
        });
        Ok(())
    }

    async fn release(self, global: &GlobalArgs) -> anyhow::Result<()> {
        let client = global.connect().await?.client;
        let id = Id::new(self.id.as_str());
        client.release_grading(&id).await?;
        if self.json {
            return output::json(&client.find_grading(&id).await?);
        }
        output::line(format!("Released {}.", self.id));
        Ok(())
    }
}
