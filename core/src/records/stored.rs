//! The stored record of an entity: its form, with what the server adds.

use std::ops::DerefMut;

use serde::{Serialize, de::DeserializeOwned};
use surrealdb::types::{Error, Object, SurrealValue, Value};
use utoipa::{
    ToSchema,
    openapi::{RefOr, Schema},
};

use super::Entity;
use crate::clock::Instant;

/// The record of a form, as [`entity!`](crate::entity) declares it. It dereferences to the form, so that
/// `university.title` reads the title in the form.
pub trait Stored: Entity + DerefMut<Target = <Self as Stored>::Input> {
    /// The form that the back office sends. All its fields are stored.
    type Input: SurrealValue + Serialize + DeserializeOwned + ToSchema + Send + Sync + Clone;

    /// A new record with a random id.
    fn new(form: Self::Input, now: Instant) -> Self;

    /// This record with another form and the next version.
    fn changed(&self, form: Self::Input) -> Self;

    /// When it was created. Lists order records by it.
    fn created_at_mut(&mut self) -> &mut Instant;
}

/// Declares an entity: its record and its [`Entity`].
///
/// The record consists of a form, an id, a version and the time of creation. Fields that only the server sets are
/// declared in the braces; new records have their default. The items after the braces are those of [`Entity`].
///
/// ```text
/// entity! {
///     /// An exam.
///     Exam: ExamInput {
///         slug: String,
///     }
///     const NOUN: &'static str = "Exam";
/// }
/// ```
#[macro_export]
macro_rules! entity {
    (
        $(#[$about:meta])*
        $name:ident: $form:ty { $($(#[$about_field:meta])* $field:ident: $type:ty),* $(,)? }
        $($entity:tt)*
    ) => {
        $(#[$about])*
        #[derive(Debug, Clone, ::serde::Serialize, ::serde::Deserialize)]
        pub struct $name {
            #[serde(rename = "_id")]
            pub id: $crate::store::Id<$name>,
            /// The fields that the back office edits.
            #[serde(flatten)]
            pub form: $form,
            $($(#[$about_field])* pub $field: $type,)*
            /// Incremented by each change (ruling 33).
            pub version: i64,
            #[serde(rename = "createdAt")]
            pub created_at: $crate::clock::Instant,
        }

        impl ::std::ops::Deref for $name {
            type Target = $form;

            fn deref(&self) -> &$form {
                &self.form
            }
        }

        impl ::std::ops::DerefMut for $name {
            fn deref_mut(&mut self) -> &mut $form {
                &mut self.form
            }
        }

        impl ::surrealdb::types::SurrealValue for $name {
            fn kind_of() -> ::surrealdb::types::Kind {
                ::surrealdb::types::Kind::Object
            }

            fn into_value(self) -> ::surrealdb::types::Value {
                let mut fields = $crate::records::StoredFieldMap::of(self.form);
                fields.put("id", self.id);
                $(fields.put(stringify!($field), self.$field);)*
                fields.put("version", self.version);
                fields.put("created_at", self.created_at);
                fields.into_value()
            }

            fn from_value(value: ::surrealdb::types::Value) -> Result<Self, ::surrealdb::types::Error> {
                let mut fields = $crate::records::StoredFieldMap::from_value(value)?;
                Ok(Self {
                    id: fields.take("id")?,
                    $($field: fields.take(stringify!($field))?,)*
                    version: fields.take::<Option<i64>>("version")?.unwrap_or(0),
                    created_at: fields.take("created_at")?,
                    form: ::surrealdb::types::SurrealValue::from_value(fields.into_value())?,
                })
            }
        }

        impl ::utoipa::PartialSchema for $name {
            fn schema() -> ::utoipa::openapi::RefOr<::utoipa::openapi::Schema> {
                $(#[$about])*
                #[derive(::utoipa::ToSchema)]
                #[expect(dead_code, reason = "only its schema is used")]
                struct Beside {
                    #[schema(rename = "_id")]
                    id: String,
                    $($(#[$about_field])* $field: $type,)*
                    /// Incremented by each change (ruling 33).
                    version: i64,
                    #[schema(rename = "createdAt")]
                    created_at: $crate::clock::Instant,
                }
                let beside = <Beside as ::utoipa::PartialSchema>::schema();
                $crate::records::stored_schema(beside, <$form as ::utoipa::PartialSchema>::schema())
            }
        }

        impl ::utoipa::ToSchema for $name {
            fn schemas(
                schemas: &mut Vec<(String, ::utoipa::openapi::RefOr<::utoipa::openapi::Schema>)>,
            ) {
                <$form as ::utoipa::ToSchema>::schemas(schemas);
            }
        }

        // All fields of the form are audited but those of `UNAUDITED`.
        const _: () = assert!(<$name as $crate::records::Entity>::AUDITED.is_empty());

        impl $crate::records::Entity for $name {
            $($entity)*

            fn id(&self) -> &$crate::store::Id<Self> {
                &self.id
            }

            fn version(&self) -> i64 {
                self.version
            }

            fn is_audited(field: &str) -> bool {
                !["id", "version", "created_at"].contains(&field) && !Self::UNAUDITED.contains(&field)
            }
        }

        impl $crate::records::Stored for $name {
            type Input = $form;

            fn new(form: $form, now: $crate::clock::Instant) -> Self {
                let id = $crate::store::Id::random();
                Self { id, form, $($field: Default::default(),)* version: 0, created_at: now }
            }

            fn changed(&self, form: $form) -> Self {
                Self { form, version: self.version + 1, ..self.clone() }
            }

            fn created_at_mut(&mut self) -> &mut $crate::clock::Instant {
                &mut self.created_at
            }
        }
    };
}

pub use entity;

/// The fields of a record as they are stored, for [`entity!`](crate::entity).
#[doc(hidden)]
pub struct StoredFieldMap(Object);

impl StoredFieldMap {
    pub fn of(form: impl SurrealValue) -> Self {
        match form.into_value() {
            Value::Object(fields) => Self(fields),
            _ => Self(Object::new()),
        }
    }

    pub fn from_value(value: Value) -> Result<Self, Error> {
        match value {
            Value::Object(fields) => Ok(Self(fields)),
            other => Err(Error::serialization(format!("a record cannot be read from {other:?}"), None)),
        }
    }

    pub fn put(&mut self, field: &str, value: impl SurrealValue) {
        self.0.insert(field, value);
    }

    pub fn take<T: SurrealValue>(&mut self, field: &str) -> Result<T, Error> {
        let value = self.0.remove(field).unwrap_or(Value::None);
        T::from_value(value).map_err(|error| Error::serialization(format!("{field}: {error}"), None))
    }

    pub fn into_value(self) -> Value {
        Value::Object(self.0)
    }
}

/// The schema of a record: the properties beside its form, which `beside` describes, and those of its form. The limits
/// of the form are left out, because they apply to requests only.
#[doc(hidden)]
pub fn stored_schema(beside: RefOr<Schema>, form: RefOr<Schema>) -> RefOr<Schema> {
    let (RefOr::T(Schema::Object(mut record)), RefOr::T(Schema::Object(form))) = (beside, form.clone()) else {
        return form;
    };
    let mut properties = record.properties.split_off(1);
    for (name, mut property) in form.properties {
        match &mut property {
            RefOr::T(Schema::Object(text)) => text.max_length = None,
            RefOr::T(Schema::Array(list)) => list.max_items = None,
            _ => {}
        }
        record.properties.insert(name, property);
    }
    record.properties.append(&mut properties);
    record.required = record.properties.keys().cloned().collect();
    RefOr::T(Schema::Object(record))
}
