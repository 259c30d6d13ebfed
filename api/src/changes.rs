//! The body of a change: the fields that it names, and the version that it was made from (ruling 33).

use sabi_core::Error;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use utoipa::openapi::{
    RefOr, Schema,
    schema::{ObjectBuilder, SchemaType, Type},
};

use crate::extract::typed;

/// The fields that the body of a change names.
pub struct Changes {
    /// The version that it was made from; `None` where the caller does not mind.
    pub version: Option<i64>,
    fields: Map<String, Value>,
}

impl Changes {
    /// The changes of a body; a field that a form calls by an alias is the field's own.
    pub fn of(mut body: Map<String, Value>, aliases: &[(&str, &str)]) -> Result<Self, Error> {
        let version = typed(body.remove("version").unwrap_or_default());
        let version = version.map_err(|_| Error::field("version", "version is a number"))?;
        Ok(Self { version, fields: own_names(body, aliases) })
    }

    /// The form with these changes in it: a field that is left out stays.
    pub fn over<T: Serialize + DeserializeOwned>(&self, form: &T) -> Result<T, Error> {
        let mut form = serde_json::to_value(form).map_err(Error::internal)?;
        if let Value::Object(fields) = &mut form {
            fields.extend(self.fields.clone());
        }
        typed(form)
    }
}

/// Gives each field that a form calls by an alias its own name.
pub fn own_names(body: Map<String, Value>, aliases: &[(&str, &str)]) -> Map<String, Value> {
    let own =
        |name: String| aliases.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, own)| (*own).to_owned());
    body.into_iter().map(|(name, value)| (own(name), value)).collect()
}

/// The schema of changes to this form: any of its fields, and a version.
pub fn changes_of(form: RefOr<Schema>) -> RefOr<Schema> {
    let RefOr::T(Schema::Object(mut changes)) = form else { return form };
    changes.required.clear();
    let version = ObjectBuilder::new()
        .schema_type(SchemaType::from_iter([Type::Integer, Type::Null]))
        .description(Some("The version that was read; refused with `changed` when there is a newer one"));
    changes.properties.insert("version".into(), version.into());
    RefOr::T(Schema::Object(changes))
}
