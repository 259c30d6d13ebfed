//! Checks the layers of `core/src`: a module may use its own row and the rows below it. No two modules of core, api,
//! cli or tui use each other; nor do two parts of `bank`, `exam` or `bank::import`. Reads the source as text.
//!
//! `App` is left out: every area extends it with its own calls.

mod paths;
mod uses;

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    fs,
    path::{Path, PathBuf},
};

use uses::{Use, of_source};

/// The modules of `core/src`, top to bottom. ARCHITECTURE.md explains the rows.
const LAYERS: &[&[&str]] = &[
    &["app", "resources", "schema", "seed"],
    &["ops"],
    &["privacy"],
    &["grading", "push", "reports", "statistics", "weekly"],
    &["exam"],
    &["registration"],
    &["plans"],
    &["bank"],
    &["catalogue", "content", "inbox"],
    &["people"],
    &["audit", "images", "mail"],
    &["people::permissions", "records"],
    &["store"],
    &[
        "people::address",
        "cached",
        "clock",
        "background",
        "error",
        "fair_permits",
        "files",
        "html",
        "messages",
        "metrics",
        "random",
        "request",
        "settings",
        "text",
        "tls",
        "typed",
    ],
];

#[test]
fn modules_use_only_their_own_row_and_those_below() {
    let uses = of_source("core", LAYERS);
    let row: BTreeMap<&str, usize> =
        LAYERS.iter().enumerate().flat_map(|(row, names)| names.iter().map(move |name| (*name, row))).collect();
    let mut found = Vec::new();
    for name in uses.iter().flat_map(|one| [&one.from, &one.to]).collect::<BTreeSet<_>>() {
        if !row.contains_key(name.as_str()) {
            found.push(format!("the module {name} is in no row of LAYERS (core/tests/layers/main.rs)"));
        }
    }
    for one in &uses {
        let (Some(from), Some(to)) = (row.get(one.from.as_str()), row.get(one.to.as_str())) else { continue };
        if to < from {
            let back = uses.iter().find(|back| back.from == one.to && back.to == one.from);
            let back = back.map(|back| format!("\n    and {back}")).unwrap_or_default();
            found.push(format!("{one}, which is in a row above it{back}"));
        }
    }
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn no_two_modules_use_each_other() {
    let packages: [(&str, &[&[&str]]); 4] = [("core", LAYERS), ("api", &[]), ("cli", &[]), ("tui", &[])];
    let found: Vec<String> =
        packages.into_iter().flat_map(|(package, layers)| cycles(&of_source(package, layers))).collect();
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn no_two_parts_of_a_module_use_each_other() {
    // In `bank` and `exam` only the folders: the files beside them use the folders, and are used by them.
    for (module, is_part) in [
        ("bank", Path::is_dir as fn(&Path) -> bool),
        ("exam", Path::is_dir),
        ("bank::import", |path: &Path| !path.ends_with("mod.rs") && !path.ends_with("tests")),
    ] {
        let parts = parts_of(module, is_part);
        assert!(parts.len() > 3, "{module} has the parts {parts:?}: is the reader broken?");
        let names: Vec<&str> = parts.iter().map(String::as_str).collect();
        let mut uses = of_source("core", &[&names]);
        uses.retain(|one| parts.contains(&one.from) && parts.contains(&one.to));
        let found = cycles(&uses);
        assert!(found.is_empty(), "in {module}:\n{}", found.join("\n"));
    }
}

/// The modules in the folder of a module.
fn parts_of(module: &str, is_part: fn(&Path) -> bool) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(module.replace("::", "/"));
    let entries = fs::read_dir(folder).expect("the folder of a module").map(|entry| entry.expect("an entry").path());
    let name = |path: PathBuf| Some(format!("{module}::{}", path.file_stem()?.to_str()?));
    entries.filter(|path| is_part(path)).filter_map(name).collect()
}

/// The cycles among modules, each with a line of source for each of its uses.
fn cycles(uses: &[Use]) -> Vec<String> {
    let mut next: BTreeMap<&str, BTreeMap<&str, &Use>> = BTreeMap::new();
    for one in uses {
        next.entry(&one.from).or_default().entry(&one.to).or_insert(one);
    }
    let mut found = Vec::new();
    let mut cycles = BTreeSet::new();
    for start in next.keys() {
        let Some(path) = back_to(start, &next) else { continue };
        let modules: BTreeSet<&str> = path.iter().map(|one| one.from.as_str()).collect();
        if cycles.insert(modules) {
            let lines: Vec<String> = path.iter().map(ToString::to_string).collect();
            found.push(format!("a cycle:\n    {}", lines.join("\n    ")));
        }
    }
    found
}

/// The shortest way from a module back to itself.
fn back_to<'a>(start: &'a str, next: &BTreeMap<&'a str, BTreeMap<&'a str, &'a Use>>) -> Option<Vec<&'a Use>> {
    let mut reached: BTreeMap<&str, Vec<&Use>> = BTreeMap::from([(start, Vec::new())]);
    let mut waiting = VecDeque::from([start]);
    while let Some(module) = waiting.pop_front() {
        for (to, one) in next.get(module).into_iter().flatten() {
            let way: Vec<&Use> = reached[module].iter().copied().chain([*one]).collect();
            if *to == start {
                return Some(way);
            }
            if !reached.contains_key(to) {
                reached.insert(to, way);
                waiting.push_back(to);
            }
        }
    }
    None
}
