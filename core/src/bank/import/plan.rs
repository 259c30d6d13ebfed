//! Compares the rows of a sheet with the bank: what is new, what is changed, what stays.

use std::collections::{HashMap, HashSet};

use super::{
    Parsed, Problem,
    ask::{ImportReport, Target},
    imported::{Imported, Row as _, Seat},
    places::Places,
};
use crate::{
    bank::SubjectYear,
    catalogue::{Section, Topic},
    clock::Instant,
};

/// What the bank holds where an import goes.
pub(super) struct Held<E> {
    pub year: Option<SubjectYear>,
    pub topics: Vec<Topic>,
    pub sections: Vec<Section>,
    pub entries: Vec<E>,
}

/// What an import would write.
pub(super) struct Plan<E> {
    pub topics: Vec<Topic>,
    pub sections: Vec<Section>,
    pub new: Vec<E>,
    /// Each as it is stored, and as it would be.
    pub changed: Vec<(E, E)>,
    pub report: ImportReport,
}

/// Plans.
pub(super) fn plan<E: Imported>(target: &Target, parsed: &Parsed<E::Row>, held: &Held<E>, now: Instant) -> Plan<E> {
    let identities: Vec<String> = parsed.rows.iter().map(|row| row.identity(&target.universities)).collect();
    let stored: HashMap<&str, &E> = held.entries.iter().map(|entry| (entry.identity(), entry)).collect();
    let given: HashSet<&str> = identities.iter().map(String::as_str).collect();
    let alike = |entry: &&E| entry.universities() == target.universities && !given.contains(entry.identity());
    let beside: Vec<&E> = held.entries.iter().filter(alike).collect();
    let mut problems = parsed.problems.clone();
    problems.extend(E::clashes(&parsed.rows, &beside));
    problems.sort_by_key(|problem| problem.row);
    let refused: HashSet<u32> = problems.iter().map(|problem| problem.row).collect();

    let last = held.entries.iter().map(E::position).max().unwrap_or(0);
    let mut places = Places::new(target, &held.topics, &held.sections, now);
    let (mut new, mut changed, mut unchanged) = (Vec::new(), Vec::new(), 0);
    for (row, identity) in parsed.rows.iter().zip(&identities) {
        if refused.contains(&row.number()) {
            continue;
        }
        let before = stored.get(identity.as_str()).copied();
        let (topic, section) = row.names();
        let position = i64::from(row.number()) - 1;
        let seat = Seat {
            target,
            place: places.of(topic, section, before.map(|before| (before.topic().clone(), before.section().clone()))),
            identity: identity.clone(),
            // A sheet that is the whole bank sets its order; any other one comes after it.
            position: match before {
                _ if beside.is_empty() => position,
                Some(before) => before.position(),
                None => last + position,
            },
            now,
        };
        let entry = E::build(row, seat, before);
        match before {
            None => new.push(entry),
            Some(before) if *before == entry => unchanged += 1,
            Some(before) => changed.push((before.clone(), entry.changed())),
        }
    }
    let taken = count(new.len()) + count(changed.len()) + unchanged;
    let report = ImportReport {
        new: count(new.len()),
        changed: count(changed.len()),
        unchanged,
        rejected: count(parsed.total_rows) - taken,
        dry_run: false,
        written: false,
        rows: count(parsed.total_rows),
        problems: told(problems),
        warnings: parsed.warnings.clone(),
    };
    Plan { topics: places.new_topics, sections: places.new_sections, new, changed, report }
}

fn count(n: usize) -> u64 {
    u64::try_from(n).unwrap_or(u64::MAX)
}

/// Each problem once.
fn told(mut problems: Vec<Problem>) -> Vec<Problem> {
    problems.dedup();
    problems
}
