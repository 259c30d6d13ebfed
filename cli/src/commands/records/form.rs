//! A record's form as YAML for an editor, and the changes made to it.

use sabi_api::client::{Adding, Fields, Kind};
use serde::{Serialize, Serializer, ser::SerializeMap as _};
use serde_json::Value;

use crate::yaml;

/// The prefix of our comment lines in the text, which are removed when it is read.
const OURS: &str = "#: ";
/// The largest text that is read back, in bytes.
pub const MAX_TEXT_BYTES: usize = 1024 * 1024;

/// The form of a record: its fields in order, in the API's form.
#[derive(Debug, Clone, PartialEq)]
pub struct Form(pub Vec<(String, Value)>);

impl Form {
    /// The form of a record. Fields that are never shown, such as passwords, are left out.
    pub fn of(kind: &Kind, record: &Fields) -> Self {
        let record = kind.filled(record);
        let field = |name: &String| {
            let shown = kind.shown_as(name, record.keys().map(String::as_str))?;
            Some((name.clone(), plain(record.get(shown)?)))
        };
        Self(kind.form.iter().filter_map(field).collect())
    }

    /// The form of a new record and its text, in which required fields are marked.
    pub fn empty(adding: &Adding) -> anyhow::Result<(Self, String)> {
        let mut text = String::new();
        for (name, begin) in &adding.form {
            let mark = if adding.required.contains(name) { "  # required" } else { "" };
            match begin {
                Value::Null => text.push_str(&format!("{name}:{mark}\n")),
                begin => {
                    text.push_str(&yaml::write(&Self(vec![(name.clone(), begin.clone())]))?);
                }
            }
        }
        Ok((Self(adding.form.clone()), text))
    }

    /// Reads the edited text.
    ///
    /// # Errors
    /// A message about invalid YAML or unknown fields.
    pub fn read(&self, text: &str) -> Result<Fields, String> {
        if text.len() > MAX_TEXT_BYTES {
            return Err("This is larger than 1 MiB.".into());
        }
        let read = yaml::read(text)?;
        let fields = match read {
            Value::Object(fields) => fields,
            Value::Null => Fields::new(),
            _ => return Err("This is not a list of fields.".into()),
        };
        match fields.keys().find(|name| self.0.iter().all(|(known, _)| known != *name)) {
            Some(strange) => Err(format!("There is no field {strange}.")),
            None => Ok(fields),
        }
    }

    /// The given fields that differ from this form.
    pub fn changes(&self, given: Fields) -> Fields {
        let is_here = |name: &str, value: &Value| self.0.iter().any(|(known, old)| known == name && old == value);
        given.into_iter().filter(|(name, value)| !is_here(name, value)).collect()
    }

    /// This form with these fields.
    pub fn with(&self, changes: &Fields) -> Self {
        let field = |(name, value): &(String, Value)| (name.clone(), changes.get(name).unwrap_or(value).clone());
        Self(self.0.iter().map(field).collect())
    }

    /// The fields that differ in another form of the same record, with the other's values.
    pub fn differences(&self, other: &Self) -> Vec<(String, Value)> {
        other.0.iter().filter(|field| !self.0.contains(field)).cloned().collect()
    }
}

impl Serialize for Form {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

/// A value in the API's form: references become ids.
fn plain(value: &Value) -> Value {
    match value {
        Value::Object(fields) => fields.get("_id").cloned().unwrap_or_else(|| value.clone()),
        Value::Array(entries) => entries.iter().map(plain).collect(),
        other => other.clone(),
    }
}

/// The text with these remarks above it.
pub fn with_remarks(remarks: &[String], text: &str) -> String {
    let lines = remarks.iter().flat_map(|remark| remark.lines());
    lines.map(|line| format!("{OURS}{line}\n")).chain([text.to_owned()]).collect()
}

/// The text without our remarks.
pub fn without_remarks(text: &str) -> String {
    let line = |line: &&str| !line.starts_with(OURS.trim_end());
    text.lines().filter(line).map(|line| format!("{line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_empty_form_marks_what_has_to_be_filled() {
        let adding = Kind::named("topics").unwrap().add.as_ref().unwrap();
        let (form, text) = Form::empty(adding).unwrap();
        assert_eq!(text, "subjectId:  # required\ntitle:  # required\nstatus:\n");
        let given = form.read(&text.replace("title:", "title: Optics")).unwrap();
        assert_eq!(Value::Object(form.changes(given)), json!({ "title": "Optics" }));
        let adding = Kind::named("questions").unwrap().add.as_ref().unwrap();
        let (form, text) = Form::empty(adding).unwrap();
        assert!(text.starts_with("sectionId:  # required\n") && text.contains("questionTitle: "), "{text}");
        assert_eq!(form.changes(form.read(&text).unwrap()), Fields::new());
    }

    fn topic() -> (Form, Fields) {
        let record = json!({
            "_id": "t1", "title": "Optics: light", "status": true, "version": 3,
            "subject": { "_id": "s1", "title": "Physics" }, "topicSections": [],
        });
        let record = record.as_object().cloned().unwrap();
        (Form::of(Kind::named("topics").unwrap(), &record), record)
    }

    #[test]
    fn a_form_goes_to_yaml_and_back_unchanged() {
        let (form, _) = topic();
        assert_eq!(form.0[0], ("subjectId".into(), json!("s1")));
        let text = yaml::write(&form).unwrap();
        assert_eq!(text, "subjectId: s1\ntitle: \"Optics: light\"\nstatus: true\n");
        assert_eq!(form.changes(form.read(&text).unwrap()), Fields::new());
    }

    #[test]
    fn only_what_was_changed_is_sent() {
        let (form, _) = topic();
        let given = form.read("title: Light\nstatus: true\n").unwrap();
        assert_eq!(Value::Object(form.changes(given)), json!({ "title": "Light" }));
        assert_eq!(form.read("").map(|given| form.changes(given)), Ok(Fields::new()), "a field left out stays");
        for (text, words) in [
            ("titel: Light\n", "There is no field titel."),
            ("- Light\n", "This is not a list of fields."),
            ("title: &a x\nstatus: *a\n", "Anchors and aliases are not accepted"),
            ("title: [\n", "line 1"),
        ] {
            let error = form.read(text).unwrap_err();
            assert!(error.contains(words), "{text}: {error}");
        }
    }

    #[test]
    fn every_text_comes_back_as_it_was() {
        for text in
            ["00", "yes", "null", "1e3", "a\nb\n", " x ", "# c", "é ' \" \\", "<p>a: b</p>\n\n<p>c</p>", "-", ""]
        {
            let form = Form(vec![("text".into(), json!(text))]);
            let written = yaml::write(&form).unwrap();
            let read = form.read(&written).unwrap();
            assert_eq!(read["text"], json!(text), "{written}");
        }
    }

    #[test]
    fn remarks_are_ours_alone() {
        let text = "# mine\ntitle: x\n";
        let with = with_remarks(&["title: Title is\nrequired".into()], text);
        assert_eq!(with, "#: title: Title is\n#: required\n# mine\ntitle: x\n");
        assert_eq!(without_remarks(&with), text);
    }
}
