//! The five grades of an answer, with their descriptions.

/// The grades, in the order of their keys.
pub const STEPS: [(i64, &str); 5] = [
    (0, "No Attempt / Very Poor Attempt"),
    (25, "Appropriate Methodology"),
    (50, "Moderate Work Accuracy"),
    (75, "High Work Accuracy"),
    (100, "Appropriate Methodology + Excellent Work Accuracy + Correct Final Answer"),
];

/// The description of a grade.
pub fn words(grade: i64) -> &'static str {
    STEPS.iter().find(|(step, _)| *step == grade).map_or("", |(_, words)| words)
}
