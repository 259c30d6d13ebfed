//! `sabi grading show`: shows a submission for its grader.

use sabi_core::{
    clock::west_africa,
    grading::{GradingAnswer, GradingView},
    store::Id,
};

use sabi_tui::text::rich;

use crate::{
    global_args::GlobalArgs,
    output::{self, plain},
};

/// The width of its texts.
const WIDTH: u16 = 100;

/// The arguments of `sabi grading show`.
#[derive(Debug, clap::Args)]
pub struct Show {
    /// The submission's id
    #[arg(value_name = "ID")]
    id: String,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Show {
    pub(super) async fn run(self, global: &GlobalArgs) -> anyhow::Result<()> {
        let view = global.connect().await?.client.find_grading(&Id::new(self.id)).await?;
        if self.json {
            return output::json(&view);
        }
        output::line(head(&view));
        for (place, answer) in view.answers.iter().enumerate() {
            output::line(format!("\n{}", shown(place + 1, answer, &view)));
        }
        Ok(())
    }
}

fn head(view: &GradingView) -> String {
    let year = view.year.map(|year| format!(" {year}")).unwrap_or_default();
    let submitted = west_africa(view.submitted_at).format("%Y-%m-%d %H:%M");
    let state = match (&view.claim, view.total_avg_grade) {
        (_, Some(grade)) => format!("declared, {grade}%"),
        (Some(claim), _) if claim.is_mine => format!("yours until {}", claim.until_in_words()),
        (Some(claim), _) => format!("{} grades it until {}", claim.by, claim.until_in_words()),
        (None, _) => "free".to_owned(),
    };
    plain(&format!("{}{year}, submitted {submitted}, {state}", view.exam.title))
}

/// Converts HTML to lines, with maths in the form of the console.
fn lines(source: &str) -> String {
    rich(source, WIDTH).iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// Where the photographs of an answer can be seen; `None` without any.
pub(super) fn photographs(answer: &GradingAnswer, view: &GradingView) -> Option<String> {
    let count = match answer.photographs.len() {
        0 => return None,
        1 => "1 photograph".to_owned(),
        many => format!("{many} photographs"),
    };
    Some(format!("{count}: open /admin/user-theories-exam/{} in the browser", view.id))
}

fn shown(number: usize, answer: &GradingAnswer, view: &GradingView) -> String {
    let subject = answer.subject.as_ref().map(|subject| subject.title.as_str()).unwrap_or_default();
    let question = answer.theory.as_ref().map(|theory| lines(&theory.question));
    let grade = answer.ans_grade.map_or_else(|| "none yet".to_owned(), |grade| grade.to_string());
    let parts = [
        (format!("{number}. {subject}"), question.unwrap_or_else(|| "(this question was deleted)".into())),
        ("Written".into(), answer.theory_answered.clone().unwrap_or_else(|| "(nothing)".into())),
        ("Photographs".into(), photographs(answer, view).unwrap_or_default()),
        ("Answer".into(), lines(&answer.theory_correct_answer)),
        ("In full".into(), lines(&answer.detailed_answer)),
        ("Grade".into(), grade),
        ("Remark".into(), answer.remark.clone().unwrap_or_default()),
    ];
    let parts = parts.into_iter().filter(|(_, text)| !text.trim().is_empty());
    parts.map(|(name, text)| format!("{name}: {}", plain(&text))).collect::<Vec<_>>().join("\n")
}
