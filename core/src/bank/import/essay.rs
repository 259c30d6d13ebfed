//! Reads rows of essay items.

use super::{row_check::RowCheck, rows::SheetBody, table::Column};
use crate::bank::EssayBody;

/// The columns of a sheet of essay items, in the order of the sample.
pub(crate) const ESSAY_COLUMNS: &[Column] = &[
    Column::new("title"),
    Column::new("question").or_else(&["questions", "questiontext", "stem"]).required(),
    Column::new("answer").or_else(&["modelanswer", "shortanswer"]).required(),
    Column::new("detailedAnswer").or_else(&["fullanswer", "markingguide", "markingscheme", "explanation"]).required(),
    Column::new("topic"),
    Column::new("section").or_else(&["subtopic"]),
    Column::new("image").or_else(&["picture", "imagefile", "diagram"]),
    Column::new("id"),
    Column::new("status").or_else(&["active", "enabled"]),
];

impl SheetBody for EssayBody {
    fn read(check: &mut RowCheck<'_>, _: &str) -> Self {
        let answer = check.required("answer", "answer");
        let detailed_answer = check.required("detailedAnswer", "detailed answer");
        Self { answer, detailed_answer }
    }

    fn over(content: &Self, stored: &Self, same: &dyn Fn(&str, Option<&str>) -> String) -> Self {
        Self {
            answer: same(&content.answer, Some(&stored.answer)),
            detailed_answer: same(&content.detailed_answer, Some(&stored.detailed_answer)),
        }
    }
}
