//! What somebody may have meant who mistyped a name.

/// How alike a suggestion is at least, from 0 to 1: as `clap` has it for commands.
const ALIKE: f64 = 0.7;

/// ` Did you mean jamb-utme?`, or nothing where no candidate is like what was typed.
pub fn did_you_mean(typed: &str, candidates: impl IntoIterator<Item = String>) -> String {
    let typed = typed.to_lowercase();
    let alike = |candidate: String| (strsim::jaro(&typed, &candidate.to_lowercase()), candidate);
    let best = candidates.into_iter().map(alike).filter(|(alike, _)| *alike > ALIKE);
    let best = best.max_by(|one, other| one.0.total_cmp(&other.0));
    best.map_or_else(String::new, |(_, candidate)| format!(" Did you mean {candidate}?"))
}

#[cfg(test)]
mod tests {
    use super::did_you_mean;

    #[test]
    fn the_nearest_is_suggested_and_nothing_far() {
        let exams = || ["jamb-utme", "wassce-waec-ssce", "post-utme"].map(str::to_owned);
        for (typed, said) in [
            ("jamb-utm", " Did you mean jamb-utme?"),
            ("JAMB UTME", " Did you mean jamb-utme?"),
            ("postutme", " Did you mean post-utme?"),
            ("zzz", ""),
        ] {
            assert_eq!(did_you_mean(typed, exams()), said, "{typed}");
        }
    }
}
