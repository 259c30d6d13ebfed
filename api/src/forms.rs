//! Documents what a body may contain in addition to the fields of its type: pictures in base64, unused fields of the
//! documents' forms, the id that is also in the path, and fields of the record as it was read.
//! [`bounds`](crate::bounds) accepts exactly these, because it reads the document.

use serde_json::json;
use utoipa::openapi::{
    OpenApi, RefOr, Schema,
    extensions::ExtensionsBuilder,
    schema::{AllOf, Array, ArrayItems, Object, ObjectBuilder, OneOfBuilder, SchemaType, Type},
};

use crate::{
    annotations::{PROPERTY_USE_KEY, PropertyUse},
    extract::PICTURES,
};

/// Maximum length of a picture in base64, in characters: the largest picture, and the prefix of a data URL.
pub(crate) const PICTURE_TEXT: usize = 7_000_000;

impl PropertyUse {
    /// The schema of a property with this use.
    fn property(self, words: &str) -> ObjectBuilder {
        let mark = ExtensionsBuilder::new().add(PROPERTY_USE_KEY, json!(self.name())).build();
        let property = ObjectBuilder::new().description(Some(words)).extensions(Some(mark));
        match self {
            Self::OwnId => property.schema_type(SchemaType::from_iter([Type::String, Type::Null])),
            Self::Unread | Self::AsRead => property.schema_type(SchemaType::AnyValue),
        }
    }
}

/// Fields that clients written for the documents send and nobody reads, by schema.
const UNREAD: &[(&str, &[&str])] = &[
    ("AskPaper", &["assessmentId", "questionCount", "subscriptionId", "timeDuration"]),
    ("Profile", &["email"]),
    ("QuestionChanges", &["currentAnswer"]),
    ("QuestionsInput", &["examSlug"]),
    ("SubmitResult", &["examType", "remainingTime", "savedSubjectId", "subjectIds", "totalQuestions"]),
];

/// Bodies with a picture that do not belong to an entity.
const PICTURED: &[&str] = &["QuestionsInput", "TheoryUpdate"];

/// Documents the additional properties of bodies that do not belong to an entity.
pub(crate) fn document_forms(document: &mut OpenApi) {
    let Some(components) = &mut document.components else { return };
    for (name, fields) in UNREAD {
        if let Some(schema) = components.schemas.get_mut(*name) {
            for field in *fields {
                put(schema, field, PropertyUse::Unread.property("Not read"));
            }
        }
    }
    for name in PICTURED {
        if let Some(schema) = components.schemas.get_mut(*name) {
            add_pictures(schema, false);
        }
    }
    if let Some(view) = components.schemas.get("HomeSetting").cloned()
        && let Some(changes) = components.schemas.get_mut("HomeSettingChanges")
    {
        add_read(changes, &view);
    }
    if let Some(reply) = components.schemas.get_mut("ReplyInput") {
        put(reply, "contactusId", own_id());
    }
}

fn own_id() -> ObjectBuilder {
    PropertyUse::OwnId.property("The same id as in the path")
}

/// Whether a form has a field that can contain a picture.
pub(crate) fn has_picture(form: &RefOr<Schema>) -> bool {
    object(form).is_some_and(|form| PICTURES.iter().any(|name| form.properties.contains_key(*name)))
}

/// Documents that a form's pictures may be sent in base64 together with their name; and in an update, that the previous
/// picture may be named.
fn add_pictures(form: &mut RefOr<Schema>, is_change: bool) {
    let RefOr::T(Schema::Object(fields)) = form else { return };
    let mut has_any = false;
    for name in PICTURES {
        if let Some(RefOr::T(Schema::Object(picture))) = fields.properties.get_mut(name) {
            picture.max_length = Some(PICTURE_TEXT);
            let words = "The address of a picture or, beside its imageName, the picture in base64";
            picture.description = Some(words.into());
            has_any = true;
        }
    }
    if has_any {
        let name = ObjectBuilder::new().schema_type(SchemaType::from_iter([Type::String, Type::Null]));
        put(form, "imageName", name.description(Some("The file name of a picture that is sent in base64")));
        if is_change {
            put(form, "oldImage", PropertyUse::Unread.property("The previous address of the picture; ignored"));
        }
    }
}

/// The schema for adding a record: the form's fields, their aliases, and pictures in base64.
pub(crate) fn input_of(mut form: RefOr<Schema>, aliases: &[(&str, &str)]) -> RefOr<Schema> {
    add_pictures(&mut form, false);
    add_aliases(&mut form, aliases);
    form
}

/// The schema for updating a record: any field of its form, the version, and the record as it was read. A field that
/// refers to other records also accepts their full objects. `own_id` is the name under which the documents' form
/// repeats the id of the path.
pub(crate) fn changes_of(
    form: RefOr<Schema>,
    view: &RefOr<Schema>,
    aliases: &[(&str, &str)],
    own_id_name: Option<&str>,
) -> RefOr<Schema> {
    let mut form = form;
    add_pictures(&mut form, true);
    let RefOr::T(Schema::Object(mut changes)) = form else { return form };
    changes.required.clear();
    let read = object(view).map(|view| view.properties.clone()).unwrap_or_default();
    for (name, property) in &mut changes.properties {
        let alias = aliases.iter().find(|(_, own)| own == name).map(|(alias, _)| *alias);
        let seen = read.get(name).or_else(|| alias.and_then(|alias| read.get(alias)));
        if let Some(seen) = seen {
            take_references(property, seen);
        }
    }
    let version = ObjectBuilder::new()
        .schema_type(SchemaType::from_iter([Type::Integer, Type::Null]))
        .description(Some("The version that the change is based on; refused with `changed` if there is a newer one"));
    changes.properties.insert("version".into(), version.into());
    let mut changes = RefOr::T(Schema::Object(changes));
    add_aliases(&mut changes, aliases);
    if let Some(name) = own_id_name {
        put(&mut changes, name, own_id());
    }
    add_read(&mut changes, view);
    changes
}

/// Allows an update to contain the rest of the record as it was read.
fn add_read(changes: &mut RefOr<Schema>, view: &RefOr<Schema>) {
    for name in object(view).iter().flat_map(|view| view.properties.keys()) {
        put(changes, name, PropertyUse::AsRead.property("The current value; any other value is refused"));
    }
}

fn add_aliases(form: &mut RefOr<Schema>, aliases: &[(&str, &str)]) {
    let RefOr::T(Schema::Object(fields)) = form else { return };
    for (alias, own) in aliases {
        if let Some(property) = fields.properties.get(*own).cloned() {
            fields.properties.insert((*alias).to_owned(), described(property, &format!("Another name for {own}")));
        }
    }
}

fn described(mut schema: RefOr<Schema>, words: &str) -> RefOr<Schema> {
    let words = Some(words.to_owned());
    match &mut schema {
        RefOr::T(Schema::Object(object)) => object.description = words,
        RefOr::T(Schema::Array(array)) => array.description = words,
        RefOr::T(Schema::OneOf(one)) => one.description = words,
        _ => {}
    }
    schema
}

/// Lets a field for an id, or a list of ids, also accept the objects with `_id` that responses contain.
fn take_references(field: &mut RefOr<Schema>, seen: &RefOr<Schema>) {
    match (&mut *field, seen) {
        (RefOr::T(Schema::Object(id)), RefOr::Ref(_)) if is_text(id) => {
            let id = id.clone();
            *field = RefOr::T(OneOfBuilder::new().item(id).item(reference()).build().into());
        }
        (RefOr::T(Schema::Array(ids)), RefOr::T(Schema::Array(Array { items: ArrayItems::RefOrSchema(seen), .. })))
            if matches!(**seen, RefOr::Ref(_)) =>
        {
            if let ArrayItems::RefOrSchema(item) = &mut ids.items {
                take_references(item, seen);
            }
        }
        _ => {}
    }
}

/// Whether a property is a text or an optional text.
fn is_text(object: &Object) -> bool {
    let is_string = match &object.schema_type {
        SchemaType::Type(kind) => *kind == Type::String,
        SchemaType::Array(kinds) => {
            kinds.contains(&Type::String) && kinds.iter().all(|kind| matches!(kind, Type::String | Type::Null))
        }
        SchemaType::AnyValue => false,
    };
    is_string && object.enum_values.is_none()
}

/// A reference as it was read.
fn reference() -> ObjectBuilder {
    let id = ObjectBuilder::new().schema_type(SchemaType::Type(Type::String));
    ObjectBuilder::new().description(Some("The current reference")).property("_id", id).required("_id")
}

fn object(schema: &RefOr<Schema>) -> Option<&Object> {
    match schema {
        RefOr::T(Schema::Object(object)) => Some(object),
        _ => None,
    }
}

/// Adds a property unless the schema already has it.
fn put(schema: &mut RefOr<Schema>, name: &str, property: ObjectBuilder) {
    match schema {
        RefOr::T(Schema::Object(object)) => {
            object.properties.entry(name.to_owned()).or_insert_with(|| property.into());
        }
        RefOr::T(Schema::AllOf(AllOf { items, .. })) => {
            items.push(ObjectBuilder::new().property(name, property).into());
        }
        _ => {}
    }
}
