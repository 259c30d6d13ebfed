//! The form of a message to people: one or two sentences, or a text that the documents quote.

use sabi_core::messages::is_quoted_open;

/// Messages that the documents quote and that do not end with a full stop, or begin without a capital.
const QUOTED: &[&str] = &[
    "Account activated successfully",
    "Advice deleted successfully",
    "Advice updated successfully",
    "Assessment updated successfully",
    "Banner deleted successfully",
    "Banner updated successfully",
    "Category deleted successfully",
    "Category updated successfully",
    "Contact us deleted successfully",
    "Course deleted successfully",
    "Course updated successfully",
    "Email template updated successfully",
    "Exam updated successfully",
    "FAQ deleted successfully",
    "Home content updated successfully",
    "Instruction updated successfully",
    "Invalid file type. Please upload an Excel file.",
    "News deleted successfully",
    "News updated successfully",
    "Page updated successfully",
    "Password updated successfully",
    "Profile updated successfully",
    "Question deleted successfully",
    "Question imported successfully",
    "Question updated successfully",
    "Result graded successfully",
    "Result successfully submitted",
    "Student deleted successfully",
    "Student updated successfully",
    "Subject deleted successfully",
    "Subject updated successfully",
    "Subscribe Newsletter deleted successfully",
    "Subscription deleted successfully",
    "Subscription updated successfully",
    "Testimonial deleted successfully",
    "Testimonial successfully added",
    "Testimonial updated successfully",
    "Theory deleted successfully",
    "Theory updated successfully",
    "Topic deleted successfully",
    "Topic section deleted successfully",
    "Topic updated successfully",
    "University deleted successfully",
    "User deleted successfully",
    "User updated successfully",
    "university updated successfully",
    "university successfully added.",
];

/// Programmers' words that must not reach people.
const OF_PROGRAMS: &[&str] =
    &["invalid type", "invalid value", "missing field", "unknown variant", "expected ", " at line ", "right kind"];

/// Panics unless the message of a response is quoted or well formed.
#[track_caller]
pub fn check(call: &str, message: &str) {
    if let Err(why) = is_well_formed(message) {
        panic!("{call} says {message:?}: {why}");
    }
}

fn is_well_formed(message: &str) -> Result<(), String> {
    if is_quoted_open(message) || QUOTED.contains(&message) {
        return Ok(());
    }
    let begins =
        message.trim_start_matches(['“', '"']).starts_with(|sign: char| sign.is_uppercase() || sign.is_numeric());
    if !begins {
        return Err("it begins without a capital".into());
    }
    if !message.ends_with(['.', '?', '!']) {
        return Err("it ends without a full stop".into());
    }
    let words: Vec<_> = message.split(' ').collect();
    let ends = |word: &str| word.ends_with(['.', '?', '!', '…']) || word.ends_with(".”");
    let breaks = words.windows(2).filter(|pair| ends(pair[0]) && pair[1].starts_with(char::is_uppercase)).count();
    if breaks > 1 {
        return Err("it is more than two sentences".into());
    }
    let found = OF_PROGRAMS.iter().find(|words| message.contains(*words));
    found.map_or(Ok(()), |words| Err(format!("{words:?} is a programmer's word")))
}

#[test]
fn a_message_is_one_or_two_sentences_or_quoted() {
    for (message, is_right) in [
        ("Title is required.", true),
        ("Title is required", false),
        ("title is required.", false),
        ("Email is required", true),
        ("“Algebra” stands here twice.", true),
        ("It failed. Try again.", true),
        ("It failed. Nothing was saved. Try again.", false),
        ("Year must be i64: invalid type: string.", false),
        ("Question not available for year 2001", true),
        ("There is no exam with this slug; did you mean jamb-utme?", true),
    ] {
        assert_eq!(is_well_formed(message).is_ok(), is_right, "{message}");
    }
}
