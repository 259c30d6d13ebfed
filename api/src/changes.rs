//! The body of an update: the changed fields, and the version that it is based on (ruling 33).

use sabi_core::{
    Error,
    typed::{AS_READ, WHOLE_NUMBER},
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use utoipa::openapi::{RefOr, Schema};

use crate::extract::typed;

/// The fields of an update.
pub struct Changes {
    /// The version that the update is based on; `None` skips the check.
    pub version: Option<i64>,
    fields: Map<String, Value>,
    /// Read-only fields of the record, as the caller read them.
    as_read: Map<String, Value>,
}

impl Changes {
    /// The changes of a body to a record with this form. Aliases are replaced by the field's own name.
    ///
    /// # Errors
    /// Same as [`own_names`]; [`Error::Invalid`] if the version is not a number.
    pub fn of(mut body: Map<String, Value>, form: &RefOr<Schema>, aliases: &[(&str, &str)]) -> Result<Self, Error> {
        let version = typed(body.remove("version").unwrap_or_default());
        let version = version.map_err(|_| Error::wrong("version", WHOLE_NUMBER))?;
        let is_of_form = |name: &str| match form {
            RefOr::T(Schema::Object(form)) => form.properties.contains_key(name),
            _ => true,
        };
        let named = own_names(body, aliases)?;
        let (fields, as_read) = named.into_iter().partition(|(name, _)| is_of_form(name));
        Ok(Self { version, fields, as_read })
    }

    /// Refuses read-only fields that differ from the record. `view` reads the record.
    ///
    /// # Errors
    /// [`Error::Invalid`] with the first field that differs; errors of `view`.
    pub async fn check_read<V: Serialize>(&self, view: impl AsyncFnOnce() -> Result<V, Error>) -> Result<(), Error> {
        if self.as_read.is_empty() {
            return Ok(());
        }
        let view = serde_json::to_value(view().await?).map_err(Error::internal)?;
        let differs = self.as_read.iter().find(|(name, value)| view.get(*name).unwrap_or(&Value::Null) != *value);
        differs.map_or(Ok(()), |(name, _)| Err(Error::wrong(name, AS_READ)))
    }

    /// The form with these changes; missing fields stay unchanged.
    pub fn over<T: Serialize + DeserializeOwned>(&self, form: &T) -> Result<T, Error> {
        let mut form = serde_json::to_value(form).map_err(Error::internal)?;
        if let Value::Object(fields) = &mut form {
            fields.extend(self.fields.clone());
        }
        typed(form)
    }
}

/// Replaces aliases of fields by their own names.
///
/// # Errors
/// [`Error::Invalid`] if a body gives a field different values under two names.
pub fn own_names(body: Map<String, Value>, aliases: &[(&str, &str)]) -> Result<Map<String, Value>, Error> {
    let mut fields = Map::new();
    for (name, value) in body {
        let own = aliases.iter().find(|(alias, _)| *alias == name).map_or(&*name, |(_, own)| own);
        if fields.get(own).is_some_and(|other| *other != value) {
            return Err(Error::wrong(in_forms(own, aliases), "is given two different values"));
        }
        fields.insert(own.to_owned(), value);
    }
    Ok(fields)
}

/// The name of a field in callers' forms: the alias in camel case if the field has one (`videoLink` for `video_link`),
/// otherwise the field's own name.
pub fn in_forms<'a>(own: &'a str, aliases: &[(&'a str, &str)]) -> &'a str {
    let is_same = |alias: &str| alias.to_lowercase() == own.replace('_', "");
    aliases.iter().find(|(alias, field)| *field == own && is_same(alias)).map_or(own, |(alias, _)| *alias)
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
