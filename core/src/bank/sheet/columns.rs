//! The columns of sheets, by the kind of their items.

use super::Column;
use crate::bank::ItemKind;

/// Other headers for the column of right answers.
const RIGHT: &[&str] =
    &["answer", "ans", "correct", "correctanswer", "correctoption", "correctchoice", "key", "answerkey", "rightoption"];

/// The columns of a sheet of choice items (ruling 18), in the order of the sample.
const CHOICE_COLUMNS: &[Column] = &[
    Column::new("title"),
    Column::new("passage").or_else(&["comprehension", "comprehensionpassage", "readingpassage"]).spanning(),
    Column::new("group").or_else(&["passagegroup"]).spanning(),
    Column::new("question").or_else(&["questions", "questiontext", "stem"]).required(),
    Column::new("option1").or(&["a", "optiona"]).or_else(&["choice1", "choicea", "answera"]).required(),
    Column::new("option2").or(&["b", "optionb"]).or_else(&["choice2", "choiceb", "answerb"]).required(),
    Column::new("option3").or(&["c", "optionc"]).or_else(&["choice3", "choicec", "answerc"]),
    Column::new("option4").or(&["d", "optiond"]).or_else(&["choice4", "choiced", "answerd"]),
    Column::new("option5").or(&["e", "optione"]).or_else(&["choice5", "choicee", "answere"]),
    Column::new("rightAnswer").or_else(RIGHT).required(),
    Column::new("answerDesc").or_else(&["explanation", "description", "answerdescription", "solution", "rationale"]),
    Column::new("topic"),
    Column::new("section").or_else(&["subtopic"]),
    Column::new("image").or_else(&["picture", "imagefile", "diagram"]),
    Column::new("id"),
    Column::new("status").or_else(&["active", "enabled"]),
    Column::new("review").or_else(&["reviewed", "reviewstate"]),
    Column::new("sourceBoard").or_else(&["board", "examboard"]),
    Column::new("sourceYear").or_else(&["paperyear"]),
    Column::new("sourceNumber").or_else(&["papernumber"]),
    Column::new("sourceRights").or_else(&["rights", "licence", "license"]),
];

/// The columns of a sheet of essay items, in the order of the sample.
const ESSAY_COLUMNS: &[Column] = &[
    Column::new("title"),
    Column::new("question").or_else(&["questions", "questiontext", "stem"]).required(),
    Column::new("answer").or_else(&["modelanswer", "shortanswer"]).required(),
    Column::new("detailedAnswer").or_else(&["fullanswer", "markingguide", "markingscheme", "explanation"]).required(),
    Column::new("topic"),
    Column::new("section").or_else(&["subtopic"]),
    Column::new("image").or_else(&["picture", "imagefile", "diagram"]),
    Column::new("id"),
    Column::new("status").or_else(&["active", "enabled"]),
    Column::new("review").or_else(&["reviewed", "reviewstate"]),
    Column::new("sourceBoard").or_else(&["board", "examboard"]),
    Column::new("sourceYear").or_else(&["paperyear"]),
    Column::new("sourceNumber").or_else(&["papernumber"]),
    Column::new("sourceRights").or_else(&["rights", "licence", "license"]),
];

impl ItemKind {
    /// The columns of a sheet.
    pub(crate) const fn columns(self) -> &'static [Column] {
        match self {
            Self::Choice => CHOICE_COLUMNS,
            Self::Essay => ESSAY_COLUMNS,
        }
    }
}
