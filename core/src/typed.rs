//! Deserialises JSON. An invalid field is reported in plain words under its name.

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{Error, Result};

/// The value as a `T`.
///
/// # Errors
/// [`Error::Invalid`] with the path of the first field that is missing or of the wrong type.
pub fn typed<T: DeserializeOwned>(value: Value) -> Result<T> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let path = error.path().to_string();
        let words = error.into_inner().to_string();
        // serde names a missing field in its message, not in the path.
        let missing = words.strip_prefix("missing field `").and_then(|rest| rest.split('`').next());
        let field = match (path.as_str(), missing) {
            ("." | "", Some(name)) => name.to_owned(),
            (path, Some(name)) => format!("{path}.{name}"),
            ("." | "", None) => "body".into(),
            (path, None) => path.to_owned(),
        };
        let problem = if missing.is_some() { REQUIRED.into() } else { problem(&words) };
        Error::wrong(&field, &problem)
    })
}

impl Error {
    /// An error of a field with this problem, such as [`NUMBER`].
    pub fn wrong(field: &str, problem: &str) -> Self {
        Self::field(field, wrong(field, problem))
    }
}

/// The message about a field with this problem, such as "must be true or false".
pub fn wrong(field: &str, problem: &str) -> String {
    match field {
        "body" => format!("The request {problem}."),
        // People do not type dates in the format of the API.
        "dob" if problem != REQUIRED => "Enter your date of birth as day/month/year.".into(),
        _ => format!("{} {problem}.", label(field)),
    }
}

/// The problem of a value, derived from serde's message.
fn problem(words: &str) -> String {
    let (found, expected) = words.split_once(", expected ").unwrap_or((words, ""));
    // The location that a parser adds.
    let expected = expected.split(" at line ").next().unwrap_or_default();
    if found.starts_with("invalid type: null") {
        return REQUIRED.into();
    }
    if found.starts_with("unknown variant") {
        let choices: Vec<_> = expected.split('`').skip(1).step_by(2).collect();
        return one_of(&choices);
    }
    if found.starts_with("invalid value: integer `-") && expected.starts_with(['u', 'N']) {
        return "cannot be less than 0".into();
    }
    if found.starts_with("invalid value: integer") {
        return "is too large".into();
    }
    match expected {
        "i8" | "i16" | "i32" | "i64" | "u8" | "u16" | "u32" | "u64" | "usize" | "isize" => WHOLE_NUMBER.into(),
        "f32" | "f64" => NUMBER.into(),
        "a boolean" => FLAG.into(),
        "a string" | "string" | "a borrowed string" => TEXT.into(),
        "a sequence" => LIST.into(),
        "a map" => OBJECT.into(),
        _ if expected.starts_with("struct ") => OBJECT.into(),
        _ if expected.starts_with("tuple ") || expected.starts_with("an array") => LIST.into(),
        _ => "has a value that is not valid".into(),
    }
}

/// The problem of a missing field.
pub const REQUIRED: &str = "is required";
/// The problem of a value that is not a whole number.
pub const WHOLE_NUMBER: &str = "must be a whole number";
/// The problem of a value that is not a number.
pub const NUMBER: &str = "must be a number";
/// The problem of a value that is not true or false.
pub const FLAG: &str = "must be true or false";
/// The problem of a value that is not a text.
pub const TEXT: &str = "must be text";
/// The problem of a value that is not a list.
pub const LIST: &str = "must be a list";
/// The problem of a value that is not an object.
pub const OBJECT: &str = "must be a JSON object";
/// The problem of a field that a change cannot set.
pub const AS_READ: &str = "cannot be changed here";
/// The problem of an id that differs from the one in the path.
pub const OTHER_ID: &str = "is not the one in the address";
/// The problem of a value that is not a date.
pub const DAY: &str = "must be a date, such as 2026-01-31";
/// The problem of a value that is not a time.
pub const INSTANT: &str = "must be a time, such as 2026-01-31T09:30:00Z";

/// The problem of a value that is not one of these words.
pub fn one_of(choices: &[&str]) -> String {
    match choices {
        [] => "has a value that is not valid".into(),
        [only] => format!("must be {only}"),
        [first @ .., last] => format!("must be {} or {last}", first.join(", ")),
    }
}

/// Abbreviated or oddly spelt words in field names, each with its plain form.
const PLAIN: &[(&str, &str)] = &[
    ("ans", "answer"),
    ("ayg", "achieve your goal"),
    ("btn", "button"),
    ("desc", "explanation"),
    ("dob", "date of birth"),
    ("mandetory", "mandatory"),
    ("max", "highest"),
    ("min", "lowest"),
    ("no", "number"),
    ("num", "number"),
    ("otp", "code"),
    ("refrence", "reference"),
    ("quiz", "result"),
    ("reg", "registration"),
    ("sub", ""),
    ("sy", "subject year"),
    ("trxref", "transaction reference"),
    ("url", "address"),
    ("wc", "why choose us"),
    ("wcu", "why choose us"),
];

/// The name of a field for people: `maximumSubjects` is "Maximum subjects", `examId` "Exam", `answers[1].answer`
/// "Answer in entry 2 of answers".
pub fn label(field: &str) -> String {
    let mut label = String::new();
    for (depth, part) in field.rsplit('.').enumerate() {
        let (name, index) = match part.split_once('[') {
            Some((name, index)) => (name, index.trim_end_matches(']').parse::<usize>().ok()),
            None => (part, None),
        };
        // An enclosing object is only named if it is one of several.
        match (depth, index) {
            (0, None) => label = plain(name),
            (0, Some(index)) => label = format!("entry {} of {}", index + 1, plain(name)),
            (_, Some(index)) => label.push_str(&format!(" in entry {} of {}", index + 1, plain(name))),
            (_, None) => {}
        }
    }
    let mut signs = label.chars();
    signs.next().map_or_else(|| "This field".into(), |first| first.to_uppercase().chain(signs).collect())
}

/// The words of a name in lower case, without `Id` at its end.
fn plain(name: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut before = '_';
    for sign in name.chars() {
        let begins = sign == '_'
            || sign.is_uppercase() && !before.is_uppercase()
            || sign.is_ascii_digit() && !before.is_ascii_digit();
        if begins || words.is_empty() {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| sign.is_alphanumeric()) {
            word.extend(sign.to_lowercase());
        }
        before = sign;
    }
    words.retain(|word| !word.is_empty());
    if words.len() > 1 && words.last().is_some_and(|word| word == "id") {
        words.pop();
    }
    let cleaned =
        words.iter().map(|word| PLAIN.iter().find(|(short, _)| short == word).map_or(word.as_str(), |(_, own)| own));
    cleaned.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "camelCase")]
    #[expect(dead_code, reason = "only its errors are read")]
    struct Form {
        exam_id: String,
        year: i64,
        #[serde(default)]
        count: u8,
        #[serde(default)]
        share: f64,
        #[serde(default)]
        status: bool,
        #[serde(default)]
        exam_type: Option<Kind>,
        #[serde(default)]
        answers: Vec<Answer>,
        #[serde(default)]
        subjects: Vec<String>,
        #[serde(default)]
        dob: Option<chrono::NaiveDate>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Kind {
        Objective,
        Theory,
        Both,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "camelCase")]
    #[expect(dead_code, reason = "only its errors are read")]
    struct Answer {
        answer_id: String,
    }

    #[test]
    fn a_wrong_value_is_reported_in_plain_words() {
        for (change, field, message) in [
            (json!({ "examId": 5 }), "examId", "Exam must be text."),
            (json!({ "examId": null }), "examId", "Exam is required."),
            (json!({ "year": "x" }), "year", "Year must be a whole number."),
            (json!({ "year": 1.5 }), "year", "Year must be a whole number."),
            (json!({ "count": -1 }), "count", "Count cannot be less than 0."),
            (json!({ "count": 300 }), "count", "Count is too large."),
            (json!({ "share": [] }), "share", "Share must be a number."),
            (json!({ "status": "yes" }), "status", "Status must be true or false."),
            (json!({ "examType": "essay" }), "examType", "Exam type must be objective, theory or both."),
            (json!({ "answers": {} }), "answers", "Answers must be a list."),
            (json!({ "answers": [{ "answerId": "a" }, 5] }), "answers[1]", "Entry 2 of answers must be a JSON object."),
            (json!({ "answers": [{}] }), "answers[0].answerId", "Answer in entry 1 of answers is required."),
            (json!({ "subjects": ["a", 7] }), "subjects[1]", "Entry 2 of subjects must be text."),
            (json!({ "dob": "31/12/2008" }), "dob", "Enter your date of birth as day/month/year."),
        ] {
            let mut form = json!({ "examId": "e", "year": 2001 });
            form.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
            let Err(Error::Invalid(fields)) = typed::<Form>(form) else { panic!("{change} is taken") };
            assert_eq!(fields.iter().collect::<Vec<_>>(), [(field, message)], "{change}");
        }
        let Err(Error::Invalid(fields)) = typed::<Form>(json!({ "year": 2001 })) else { panic!("taken") };
        assert_eq!(fields.iter().collect::<Vec<_>>(), [("examId", "Exam is required.")]);
        let Err(Error::Invalid(fields)) = typed::<Form>(json!(5)) else { panic!("taken") };
        assert_eq!(fields.iter().collect::<Vec<_>>(), [("body", "The request must be a JSON object.")]);
    }

    #[test]
    fn a_name_is_read_as_words() {
        for (field, expected) in [
            ("maximumSubjects", "Maximum subjects"),
            ("first_name", "First name"),
            ("dob", "Date of birth"),
            ("examId", "Exam"),
            ("_id", "Id"),
            ("btnUrl", "Button address"),
            ("mandetory", "Mandatory"),
            ("option1", "Option 1"),
            ("option_1", "Option 1"),
            ("numOfQuestions", "Number of questions"),
            ("wcuTitle1", "Why choose us title 1"),
            ("ansGrade", "Answer grade"),
            ("paymentData.refrenceId", "Reference"),
            ("exams[2].subjects[0].title", "Title in entry 1 of subjects in entry 3 of exams"),
            ("subjects[1]", "Entry 2 of subjects"),
        ] {
            assert_eq!(label(field), expected, "{field}");
        }
    }
}
