//! Reads rows of essay items.

use super::{SheetBody, check::RowCheck};
use crate::bank::EssayBody;

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
