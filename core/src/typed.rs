//! JSON as the type that it stands for, a wrong field named.

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{Error, Result};

/// The value as a `T`.
///
/// # Errors
/// [`Error::Invalid`] with the path of the first field that is missing or of another kind.
pub fn typed<T: DeserializeOwned>(value: Value) -> Result<T> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let path = error.path().to_string();
        let words = error.into_inner().to_string();
        // serde names a missing field in its words, not in the path.
        let missing = words.strip_prefix("missing field `").and_then(|rest| rest.split('`').next());
        let field = match (path.as_str(), missing) {
            ("." | "", Some(name)) => name.to_owned(),
            (path, Some(name)) => format!("{path}.{name}"),
            ("." | "", None) => "body".into(),
            (path, None) => path.to_owned(),
        };
        let told =
            missing.map_or_else(|| format!("{field} is not of the right kind"), |name| format!("{name} is required"));
        Error::field(field, told)
    })
}
