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
    ///
    /// # Errors
    /// Those of [`own_names`]; [`Error::Invalid`] for a version that is not a number.
    pub fn of(mut body: Map<String, Value>, aliases: &[(&str, &str)]) -> Result<Self, Error> {
        let version = typed(body.remove("version").unwrap_or_default());
        let version = version.map_err(|_| Error::field("version", "version is a number"))?;
        Ok(Self { version, fields: own_names(body, aliases)? })
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
///
/// # Errors
/// [`Error::Invalid`] where a body gives one field different values under two of its names.
pub fn own_names(body: Map<String, Value>, aliases: &[(&str, &str)]) -> Result<Map<String, Value>, Error> {
    let mut fields = Map::new();
    for (name, value) in body {
        let own = aliases.iter().find(|(alias, _)| *alias == name).map_or(&*name, |(_, own)| own);
        if fields.get(own).is_some_and(|other| *other != value) {
            return Err(Error::field(own, format!("{own} is given two different values")));
        }
        fields.insert(own.to_owned(), value);
    }
    Ok(fields)
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const ALIASES: &[(&str, &str)] = &[("examId", "exam")];

    fn named(body: Value) -> Result<Map<String, Value>, Error> {
        let Value::Object(body) = body else { panic!("{body}") };
        own_names(body, ALIASES)
    }

    #[test]
    fn a_field_is_known_by_its_alias_too() {
        for body in [json!({ "examId": "e" }), json!({ "exam": "e" }), json!({ "exam": "e", "examId": "e" })] {
            assert_eq!(Value::Object(named(body).unwrap()), json!({ "exam": "e" }));
        }
    }

    #[test]
    fn a_field_with_two_values_is_refused() {
        let Err(Error::Invalid(fields)) = named(json!({ "exam": "one", "examId": "two" })) else { panic!("taken") };
        assert_eq!(fields.iter().map(|(field, _)| field).collect::<Vec<_>>(), ["exam"]);
    }
}
