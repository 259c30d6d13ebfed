//! The rich texts of forms.

use crate::{
    FieldErrors,
    bank::sheet::{LONG, OPTION},
    error::is_invisible,
    html::{self, maths},
};

/// Cleans rich text; returns an empty string if nothing is visible. Reports text that is too long, has unbalanced maths
/// delimiters, shows a picture without a source that `stored` does not have, or is empty although `required`.
pub(super) fn rich(
    errors: &mut FieldErrors,
    field: &str,
    label: &str,
    source: &str,
    stored: Option<&str>,
    required: bool,
) -> String {
    let limit = if field.contains("option") { OPTION } else { LONG };
    errors.check(source.chars().count() <= limit, field, format!("{label} cannot exceed {limit} characters"));
    let cleaned = html::clean_field(errors, field, source, stored);
    let blank = is_invisible(&html::comparable(&cleaned));
    errors.check(!blank || !required, field, format!("{label} is required"));
    if let Some(fault) = maths::fault(&html::text_of(&cleaned)) {
        errors.add(field, format!("The maths {fault}"));
    }
    if blank { String::new() } else { cleaned }
}
