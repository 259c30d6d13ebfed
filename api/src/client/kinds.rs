//! The kinds of records that can be listed, shown, added, edited and deleted by name: every declared entity, and some
//! other lists.

use std::sync::LazyLock;

use sabi_core::{
    audit::Audit,
    bank::{AdminQuestion, Question, QuestionEntry, QuestionInput, QuestionsInput, Theory, TheoryPlace, TheoryUpdate},
    content::{HomeSetting, HomeSettingChanges},
    exam::QuizResult,
    inbox::{Contact, Subscriber},
    people::{UpdateUser, User},
    plans::{Payment, StudentSubscription, Subscription},
    records::{Entity as _, FilterKind, ListSpec, Listed as _, Resource, ResourceVisitor, Resources as _},
    reports::Report,
    resources::BackOffice,
    store::Record as _,
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use utoipa::{
    PartialSchema,
    openapi::{RefOr, Schema},
};

use super::Fields;
use crate::changes::in_forms;

/// A kind of record, and its paths in the API.
#[derive(Debug, Clone)]
pub struct Kind {
    /// Its plural name, such as `subject-years`.
    pub name: String,
    /// Its singular name in messages.
    pub noun: &'static str,
    /// The table of its records.
    pub table: &'static str,
    /// The declaration of its list.
    pub list: ListSpec,
    /// The path of its list, with [`Self::places`] as parameters.
    list_path: Option<&'static str>,
    /// The path of the whole list, if it is not the same path with `all` for each parameter.
    whole_path: Option<&'static str>,
    /// The filters in the path of the list, in order.
    pub places: Vec<PathFilter>,
    /// The path of one record; its last parameter is the id. Without a parameter there is only one record.
    find_path: Option<&'static str>,
    /// How to add a record.
    pub add: Option<Adding>,
    update_path: Option<&'static str>,
    delete_path: Option<&'static str>,
    /// The fields of its form, in order.
    pub form: Vec<String>,
    /// Aliases of form fields: (alias, field).
    aliases: &'static [(&'static str, &'static str)],
    /// Fills the form from a record, if their fields differ.
    filled: Option<fn(Fields) -> Option<Fields>>,
    /// A prefix of fields, and the field that must be sent along with them.
    pub together: Option<(&'static str, &'static str)>,
}

/// How to add a record of a kind.
#[derive(Debug, Clone)]
pub struct Adding {
    path: &'static str,
    /// The field whose value is part of the path.
    place: Option<String>,
    /// The fields of the form, in order, with their initial values.
    pub form: Vec<(String, Value)>,
    /// The required fields.
    pub required: Vec<String>,
}

impl Adding {
    fn of<T: PartialSchema>(path: &'static str) -> Self {
        let (form, required) = match T::schema() {
            RefOr::T(Schema::Object(object)) => (object.properties.into_keys().collect(), object.required),
            _ => (Vec::new(), Vec::new()),
        };
        Self { path, place: None, form: form.into_iter().map(|name| (name, Value::Null)).collect(), required }
    }

    /// Renames the fields to the names in callers' forms.
    fn renamed(mut self, aliases: &[(&str, &str)]) -> Self {
        for name in self.form.iter_mut().map(|(name, _)| name).chain(&mut self.required) {
            *name = in_forms(name, aliases).to_owned();
        }
        self
    }

    /// Adds a first field whose value is only used in the path.
    fn at(mut self, place: &str) -> Self {
        self.form.insert(0, (place.to_owned(), Value::Null));
        self.required.push(place.to_owned());
        Self { place: Some(place.to_owned()), ..self }
    }

    /// The path for these fields; the field that is part of the path is removed from them.
    pub(super) fn path(&self, fields: &mut Fields) -> String {
        let place = self.place.as_ref().and_then(|place| fields.remove(place));
        let place = place.as_ref().and_then(Value::as_str).unwrap_or("all");
        filled(self.path, [place].into_iter())
    }
}

/// A filter in the path of a list.
#[derive(Debug, Clone, Copy)]
pub struct PathFilter {
    pub name: &'static str,
    /// The table of the record that it selects.
    pub table: &'static str,
    /// Whether `all` is allowed.
    pub any: bool,
}

/// The operations on a kind of record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deed {
    List,
    Show,
    Add,
    Edit,
    Delete,
}

/// The filters of a list.
#[derive(Debug, Clone, Copy)]
pub struct Narrowing {
    pub name: &'static str,
    /// The table of the record that it selects, if it selects one.
    pub table: Option<&'static str>,
    /// Its possible values, if there are few; `is_many` allows several at once.
    pub words: Option<&'static [&'static str]>,
    pub is_many: bool,
}

static ALL: LazyLock<Vec<Kind>> = LazyLock::new(|| {
    let mut kinds = Declared(Vec::new());
    BackOffice::each(&mut kinds);
    kinds.0.extend(beside());
    kinds.0
});

/// Collects the declared entities.
struct Declared(Vec<Kind>);

impl ResourceVisitor for Declared {
    fn visit<R: Resource>(&mut self) {
        // The filter for the parent names its table.
        let parent = R::PARENT.and_then(|name| R::LIST.filters.iter().find(|filter| filter.name == name));
        let place = parent.and_then(|filter| match filter.kind {
            FilterKind::Reference(table) => Some(PathFilter { name: filter.name, table, any: false }),
            _ => None,
        });
        self.0.push(Kind {
            name: many(R::TABLE),
            noun: R::NOUN,
            table: R::TABLE,
            list: R::LIST,
            list_path: Some(R::PATHS.list),
            whole_path: None,
            places: place.into_iter().collect(),
            find_path: Some(R::PATHS.one),
            add: R::PATHS.add.map(|path| Adding::of::<R::Input>(path).renamed(R::ALIASES)),
            update_path: Some(R::PATHS.update),
            delete_path: R::PATHS.delete,
            form: fields::<R::Input>().iter().map(|name| in_forms(name, R::ALIASES).to_owned()).collect(),
            aliases: R::ALIASES,
            filled: None,
            together: None,
        });
    }
}

/// The lists that are not declared entities.
fn beside() -> [Kind; 13] {
    const fn any(name: &'static str, table: &'static str) -> PathFilter {
        PathFilter { name, table, any: true }
    }
    let kind = |name: &str, noun, list: ListSpec, list_path, find_path, delete_path| Kind {
        name: name.into(),
        noun,
        table: list.table,
        list,
        list_path: Some(list_path),
        whole_path: None,
        places: Vec::new(),
        find_path,
        add: None,
        update_path: None,
        delete_path,
        form: Vec::new(),
        aliases: &[],
        filled: None,
        together: None,
    };
    let account = |name, list_path, update| Kind {
        update_path: Some(update),
        form: fields::<UpdateUser>(),
        ..kind(name, User::NOUN, User::LIST, list_path, Some("/admin/users/{id}"), Some("/admin/users/{id}"))
    };
    let (subject, section) = (any("subject", "subject"), any("section", "section"));
    let (topic, year, university) =
        (any("topic", "topic"), any("year", "subject_year"), any("university", "university"));
    [
        Kind {
            places: vec![subject, topic, year, section, university],
            add: Some(questions()),
            update_path: Some("/admin/questions/update/{id}"),
            form: fields::<QuestionInput>(),
            filled: Some(filled_question),
            together: Some(("option_", "correct_answer")),
            ..kind(
                "questions",
                Question::NOUN,
                Question::LIST,
                "/admin/questions/{a}/{b}/{c}/{d}/{e}",
                Some("/admin/questions/{a}/{b}/{c}"),
                Some("/admin/questions/{a}"),
            )
        },
        Kind {
            places: vec![subject, year, section],
            add: Some(theories()),
            update_path: Some("/admin/theories/update/{id}"),
            form: fields::<TheoryUpdate>(),
            ..kind(
                "theories",
                Theory::NOUN,
                Theory::LIST,
                "/admin/theories/{a}/{b}/{c}",
                Some("/admin/theory/{subjectId}/{yearId}/{id}"),
                Some("/admin/theories/{a}"),
            )
        },
        account("students", "/admin/customers", "/admin/customers/{id}"),
        account("moderators", "/admin/moderators", "/admin/users/{id}"),
        account("admins", "/admin/users", "/admin/users/{id}"),
        Kind {
            places: vec![any("user", User::TABLE)],
            whole_path: Some("/admin/results"),
            ..kind(
                "results",
                "Result",
                QuizResult::LIST,
                "/get-results/{userId}",
                Some("/get-result-data/{quizId}"),
                None,
            )
        },
        kind(
            "subscriptions",
            Subscription::NOUN,
            StudentSubscription::LIST,
            "/admin/students-subscriptions",
            None,
            None,
        ),
        kind("payments", Payment::NOUN, Payment::LIST, "/admin/payments", Some("/admin/payments/{reference}"), None),
        kind(
            "messages",
            Contact::NOUN,
            Contact::LIST,
            "/admin/contactus",
            Some("/admin/contactus/{id}"),
            Some("/admin/contactus/{id}"),
        ),
        kind(
            "subscribers",
            Subscriber::NOUN,
            Subscriber::LIST,
            "/admin/subscribenewsletter",
            None,
            Some("/admin/subscribenewsletter/{id}"),
        ),
        kind("reports", Report::NOUN, Report::LIST, "/reports", None, None),
        kind("audit", "Change", Audit::LIST, "/admin/audit", None, None),
        Kind {
            list_path: None,
            update_path: Some("/admin/home-setting/update/{id}"),
            form: home_setting(),
            filled: Some(filled_home_setting),
            ..kind(
                "home-setting",
                HomeSetting::NOUN,
                ListSpec::of(HomeSetting::TABLE),
                "",
                Some("/admin/home-setting"),
                None,
            )
        },
    ]
}

/// Questions are added to a section; the form begins with one empty question.
fn questions() -> Adding {
    let mut adding = Adding::of::<QuestionsInput>("/admin/questions/{a}/add").at("sectionId");
    let room = serde_json::to_value([QuestionEntry::default()]).unwrap_or_default();
    if let Some((_, begin)) = adding.form.iter_mut().find(|(name, _)| name == "questions") {
        *begin = room;
    }
    adding
}

/// A theory question's section and its fields are one form.
fn theories() -> Adding {
    let mut adding = Adding::of::<TheoryPlace>("/admin/theories/add");
    let fields = Adding::of::<TheoryUpdate>("");
    adding.form.extend(fields.form);
    adding.required.extend(fields.required);
    adding
}

/// The editable fields of the home page's form.
fn home_setting() -> Vec<String> {
    let mut form = fields::<HomeSettingChanges>();
    form.retain(|name| !["homeId", "version"].contains(&name.as_str()));
    form
}

fn filled_question(record: Fields) -> Option<Fields> {
    form_of(record, |question: AdminQuestion| question.form())
}

fn filled_home_setting(record: Fields) -> Option<Fields> {
    form_of(record, |setting: HomeSetting| setting.form())
}

/// The form of a record, from the fields that callers read.
fn form_of<T: DeserializeOwned, F: Serialize>(record: Fields, form: impl Fn(T) -> F) -> Option<Fields> {
    let record = serde_json::from_value(Value::Object(record)).ok()?;
    match serde_json::to_value(form(record)).ok()? {
        Value::Object(form) => Some(form),
        _ => None,
    }
}

impl Kind {
    /// All kinds.
    pub fn all() -> &'static [Self] {
        &ALL
    }

    /// The kind of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        ALL.iter().find(|kind| kind.name == name)
    }

    /// The kind whose records are in this table.
    pub fn of_table(table: &str) -> Option<&'static Self> {
        ALL.iter().find(|kind| kind.table == table)
    }

    /// Whether this operation is possible.
    pub fn can(&self, deed: Deed) -> bool {
        match deed {
            Deed::List => self.list_path.is_some(),
            Deed::Show => self.find_path.is_some(),
            Deed::Add => self.add.is_some(),
            Deed::Edit => self.update_path.is_some(),
            Deed::Delete => self.delete_path.is_some(),
        }
    }

    /// Whether there is only one record, which needs no id.
    pub fn is_single(&self) -> bool {
        self.find_path.is_some_and(|path| !path.contains('{'))
    }

    /// The fields of a record's form, filled.
    pub fn filled(&self, record: &Fields) -> Fields {
        self.filled.and_then(|filled| filled(record.clone())).unwrap_or_else(|| record.clone())
    }

    /// The filters of the list, in the path or in the query.
    pub fn narrowings(&self) -> impl Iterator<Item = Narrowing> {
        let placed = self.places.iter().map(|place| Narrowing {
            name: place.name,
            table: Some(place.table),
            words: None,
            is_many: false,
        });
        let filters = self.list.filters.iter().map(|filter| Narrowing {
            name: filter.name,
            table: match filter.kind {
                FilterKind::Reference(table) | FilterKind::OneOf(table) => Some(table),
                _ => None,
            },
            words: match filter.kind {
                FilterKind::Word(words) | FilterKind::Words(words) | FilterKind::Grouped(words, _) => Some(words),
                FilterKind::Flag => Some(&["true", "false"]),
                FilterKind::Reference(_) | FilterKind::OneOf(_) | FilterKind::Text | FilterKind::KeyOf => None,
                FilterKind::From | FilterKind::To => None,
            },
            is_many: matches!(filter.kind, FilterKind::Words(_)),
        });
        placed.chain(filters.filter(|filter| self.places.iter().all(|place| place.name != filter.name)))
    }

    /// The path of the list with these ids for [`Self::places`]; `all` for missing ones.
    pub(super) fn list_path(&self, ids: &[Option<String>]) -> Option<String> {
        if let Some(path) = self.whole_path.filter(|_| ids.iter().all(Option::is_none)) {
            return Some(path.to_owned());
        }
        self.list_path.map(|path| filled(path, ids.iter().map(|id| id.as_deref().unwrap_or("all"))))
    }

    pub(super) fn find_path(&self, id: &str) -> Option<String> {
        self.find_path.map(|path| with_id(path, id))
    }

    pub(super) fn update_path(&self, id: &str) -> Option<String> {
        self.update_path.map(|path| with_id(path, id))
    }

    pub(super) fn delete_path(&self, id: &str) -> Option<String> {
        self.delete_path.map(|path| with_id(path, id))
    }

    /// The field of a record that corresponds to a field of its form: `topicId` is `topic`, `videoLink` is
    /// `video_link`.
    pub fn shown_as<'a>(&self, field: &str, shown: impl Iterator<Item = &'a str> + Clone) -> Option<&'a str> {
        let own = self.aliases.iter().find(|(alias, _)| *alias == field).map_or(field, |(_, own)| own);
        let plain = |name: &str| name.replace('_', "").to_lowercase();
        let like = |wanted: &str| shown.clone().find(|name| plain(name) == plain(wanted));
        like(own).or_else(|| like(own.strip_suffix("Id")?))
    }
}

/// The path with these values for its parameters, in order, percent-encoded.
fn filled<'a>(path: &str, values: impl Iterator<Item = &'a str>) -> String {
    let mut values = values;
    let parts = path.split('/').map(|part| match part.starts_with('{') {
        true => form_urlencoded::byte_serialize(values.next().unwrap_or("all").as_bytes()).collect(),
        false => part.to_owned(),
    });
    parts.collect::<Vec<_>>().join("/")
}

/// The path with this id as its last parameter. The others only locate the record.
fn with_id(path: &str, id: &str) -> String {
    let before = path.matches('{').count().saturating_sub(1);
    filled(path, std::iter::repeat_n("all", before).chain([id]))
}

/// The names of an input's fields, in order.
fn fields<T: PartialSchema>() -> Vec<String> {
    match T::schema() {
        RefOr::T(Schema::Object(object)) => object.properties.keys().cloned().collect(),
        _ => Vec::new(),
    }
}

/// The plural name of a table's records.
fn many(table: &str) -> String {
    let one = table.replace('_', "-");
    match one.strip_suffix('y') {
        Some(stem) => format!("{stem}ies"),
        // News and advice have no plural form.
        None if one.ends_with('s') || one.ends_with("ce") => one,
        None => format!("{one}s"),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_kind_has_a_name_of_its_own_and_paths_that_the_document_knows() {
        let names: BTreeSet<_> = Kind::all().iter().map(|kind| kind.name.as_str()).collect();
        assert_eq!(names.len(), Kind::all().len());
        for name in ["exams", "universities", "subject-years", "news", "advice", "email-templates", "questions"] {
            assert!(names.contains(name), "{name}: {names:?}");
        }
        let document = serde_json::to_value(crate::document()).unwrap();
        for kind in Kind::all() {
            let has = |method: &str, path: &str| !document["paths"][format!("/api/v1{path}")][method].is_null();
            assert!(kind.list_path.is_none_or(|path| has("get", path)), "{:?}", kind.list_path);
            assert!(kind.whole_path.is_none_or(|path| has("get", path)), "{:?}", kind.whole_path);
            assert!(kind.add.as_ref().is_none_or(|add| has("post", add.path)), "{:?}", kind.add);
            assert!(kind.find_path.is_none_or(|path| has("get", path)), "{:?}", kind.find_path);
            assert!(kind.update_path.is_none_or(|path| has("put", path)), "{:?}", kind.update_path);
            assert!(kind.delete_path.is_none_or(|path| has("delete", path)), "{:?}", kind.delete_path);
            let parameters = kind.list_path.map_or(0, |path| path.matches('{').count());
            assert_eq!(kind.places.len(), parameters, "{}", kind.name);
            assert_eq!(kind.form.is_empty(), kind.update_path.is_none(), "{}", kind.name);
        }
    }

    #[test]
    fn a_form_finds_its_fields_in_what_is_shown() {
        let document = serde_json::to_value(crate::document()).unwrap();
        let mut unfound = Vec::new();
        for kind in Kind::all().iter().filter(|kind| kind.can(Deed::Edit) && kind.filled.is_none()) {
            let view = kind.find_path.map(|path| format!("/api/v1{path}")).unwrap_or_default();
            let answer = &document["paths"][view]["get"]["responses"]["200"]["content"]["application/json"]["schema"];
            let shown = fields_of(&document, answer);
            for field in &kind.form {
                if kind.shown_as(field, shown.iter().map(String::as_str)).is_none() {
                    unfound.push(format!("{} {field}", kind.name));
                }
            }
        }
        // A password is never shown.
        let of = |name: &str| ["password", "confirm_password"].map(|field| format!("{name} {field}"));
        assert_eq!(unfound, [of("students"), of("moderators"), of("admins")].concat());
    }

    /// The fields of the record in a response, whatever its name there.
    fn fields_of(document: &Value, answer: &Value) -> BTreeSet<String> {
        let follow = |schema: &Value| -> Value {
            let name = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next());
            name.map_or_else(|| schema.clone(), |name| document["components"]["schemas"][name].clone())
        };
        let mut fields = BTreeSet::new();
        let mut open = vec![(follow(answer), 0)];
        while let Some((schema, depth)) = open.pop() {
            open.extend(schema["allOf"].as_array().into_iter().flatten().map(|part| (follow(part), depth)));
            for (name, part) in schema["properties"].as_object().into_iter().flatten() {
                match depth {
                    0 => open.push((follow(part), 1)),
                    _ => fields.extend([name.clone()]),
                }
            }
        }
        fields
    }

    #[test]
    fn ids_are_escaped_in_paths() {
        let questions = Kind::named("questions").unwrap();
        assert_eq!(questions.list_path(&[Some("a/b".into()), None]).unwrap(), "/admin/questions/a%2Fb/all/all/all/all");
        assert_eq!(questions.find_path("q1").unwrap(), "/admin/questions/all/all/q1");
        assert_eq!(questions.delete_path("q1").unwrap(), "/admin/questions/q1");
    }
}
