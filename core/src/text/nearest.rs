//! Suggests an existing name for an unknown one.

/// Minimum similarity, from 0 to 1, for a suggestion.
const ALIKE: f64 = 0.82;
/// The shortest name that is searched inside others.
const SHORTEST: usize = 3;

/// The known name that is most similar to `wanted`, ignoring case and punctuation; `None` if none is similar enough.
pub fn nearest<'a>(wanted: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = letters(wanted);
    let near = known.into_iter().map(|name| (likeness(&wanted, &letters(name)), name));
    let near = near.filter(|(likeness, _)| *likeness >= ALIKE);
    near.max_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, name)| name)
}

fn likeness(one: &str, other: &str) -> f64 {
    let (shorter, longer) = if one.len() < other.len() { (one, other) } else { (other, one) };
    // Names must begin alike: Maths is Mathematics, but History is not Chemistry.
    let begins = one.chars().zip(other.chars()).take(2).filter(|(one, other)| one == other).count() == 2;
    let begun = if begins { strsim::jaro_winkler(one, other) } else { 0.0 };
    let alike = strsim::normalized_damerau_levenshtein(one, other).max(begun);
    if shorter.len() >= SHORTEST && longer.contains(shorter) { alike.max(ALIKE) } else { alike }
}

fn letters(name: &str) -> String {
    name.chars().filter(|sign| sign.is_alphanumeric()).flat_map(char::to_lowercase).take(200).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_misses_find_what_was_meant() {
        let exams = ["jamb-utme", "wassce-waec-ssce", "bece", "post-utme"];
        for (wanted, meant) in [
            ("JAMB UTME", Some("jamb-utme")),
            ("jamb", Some("jamb-utme")),
            ("jamb-utmee", Some("jamb-utme")),
            ("Waec", Some("wassce-waec-ssce")),
            ("becee", Some("bece")),
            ("sat", None),
            ("", None),
        ] {
            assert_eq!(nearest(wanted, exams), meant, "{wanted}");
        }
        let subjects = ["Mathematics", "Use of English", "Physics", "Chemistry"];
        for (wanted, meant) in [
            ("Maths", Some("Mathematics")),
            ("english", Some("Use of English")),
            ("Phisics", Some("Physics")),
            ("History", None),
        ] {
            assert_eq!(nearest(wanted, subjects), meant, "{wanted}");
        }
    }
}
