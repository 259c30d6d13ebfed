//! Which module of `core/src` uses which other, and where.

use std::{
    collections::BTreeMap,
    fmt, fs,
    path::{Path, PathBuf},
};

use super::paths::paths;

/// One module uses another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Use {
    pub from: String,
    pub to: String,
    /// The path of the file from the repository's root, and the line.
    place: (String, usize),
}

impl fmt::Display for Use {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, line) = &self.place;
        write!(out, "{file}:{line}: {} uses {}", self.from, self.to)
    }
}

/// Every use of a module of a package by another. A submodule with its own entry in `layers`, such as
/// `people::permissions`, counts as a module.
pub fn of_source(package: &str, layers: &[&[&str]]) -> Vec<Use> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(package).join("src");
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    // A binary exports nothing.
    let exported = exported(&fs::read_to_string(root.join("lib.rs")).unwrap_or_default());
    let read = |file: &PathBuf| {
        let inside = file.strip_prefix(&root).expect("a file of the package");
        let source = fs::read_to_string(file).expect("a source file");
        let names = Names { package, exported: &exported, layers };
        of_file(&inside.to_string_lossy(), &source, &names)
    };
    let uses: Vec<Use> = files.iter().flat_map(read).collect();
    assert!(uses.len() > files.len(), "only {} uses were found in {package}: is the reader broken?", uses.len());
    uses
}

/// How the modules of a package are named in its source.
struct Names<'a> {
    package: &'a str,
    /// The module of each name that `lib.rs` exports.
    exported: &'a BTreeMap<String, String>,
    layers: &'a [&'a [&'a str]],
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of core") {
        let path = entry.expect("an entry of a folder").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
}

/// The module of each name that `lib.rs` exports: `Error` is in `error`.
fn exported(lib: &str) -> BTreeMap<String, String> {
    let lines = lib.lines().filter_map(|line| line.strip_prefix("pub use ")?.strip_suffix(';')?.split_once("::"));
    let names = |(module, names): (&str, &str)| {
        let names: Vec<String> = names.trim_matches(['{', '}']).split(", ").map(str::to_owned).collect();
        names.into_iter().map(|name| (name, module.to_owned())).collect::<Vec<_>>()
    };
    lines.flat_map(names).collect()
}

/// The module of `layers` that a path is in, or its first segment.
fn module_of(path: &[&str], layers: &[&[&str]]) -> Option<String> {
    let mut names = (1..=path.len()).rev().map(|length| path[..length].join("::"));
    let listed = names.find(|name| layers.iter().flat_map(|row| row.iter()).any(|one| one == name));
    listed.or_else(|| path.first().map(|first| (*first).to_owned()))
}

/// The uses in one file, given by its path below `src`. Unit tests are left out: they may set up what lies above.
fn of_file(file: &str, source: &str, names: &Names<'_>) -> Vec<Use> {
    let mut module: Vec<&str> = file.trim_end_matches(".rs").split('/').collect();
    module.pop_if(|last| matches!(*last, "mod" | "lib"));
    let Some(from) = module_of(&module, names.layers) else { return Vec::new() };
    let mut uses = Vec::new();
    if module.contains(&"tests") {
        return uses;
    }
    for path in paths(source) {
        let is_test = path.inside.iter().any(|inside| inside == "tests");
        let is_other = names.package != "core" && path.segments.first().is_some_and(|first| first == "sabi_core");
        if is_test || is_other {
            continue;
        }
        let mut base: Vec<&str> = module.clone();
        base.extend(path.inside.iter().map(String::as_str));
        let mut rest = path.segments.as_slice();
        while let [first, others @ ..] = rest {
            match first.as_str() {
                "crate" => base.clear(),
                "sabi_core" if names.package == "core" => base.clear(),
                "super" => drop(base.pop()),
                "self" => {}
                _ => break,
            }
            rest = others;
        }
        let mut whole: Vec<&str> = base.into_iter().chain(rest.iter().map(String::as_str)).collect();
        if let Some(module) = whole.first().and_then(|first| names.exported.get(*first)) {
            whole.insert(0, module);
        }
        let Some(to) = module_of(&whole, names.layers).filter(|to| !matches!(to.as_str(), "app" | "*")) else {
            continue;
        };
        if to != from {
            uses.push(Use { from: from.clone(), to, place: (format!("{}/src/{file}", names.package), path.line) });
        }
    }
    uses
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Names, exported, of_file};

    fn read(file: &str, source: &str) -> Vec<String> {
        let exported = exported("pub use error::{Error, Result};\npub use typed::typed;\npub use app::App;\n");
        let names = Names { package: "core", exported: &exported, layers: &[&["own"], &["own::low"]] };
        of_file(file, source, &names).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_use_is_named_with_its_place() {
        let source = "use super::own::Thing;\nuse crate::{App, Error, own::Other};\n\nuse crate::bank::Bank;\n";
        assert_eq!(
            read("own/part/mod.rs", source),
            ["core/src/own/part/mod.rs:2: own uses error", "core/src/own/part/mod.rs:4: own uses bank"]
        );
    }

    #[test]
    fn super_resolves_to_the_parent_module() {
        assert_eq!(read("own/part.rs", "mod inner { use super::super::super::bank::Bank; }").len(), 1);
        assert_eq!(read("own/part.rs", "mod inner { use super::super::bank::Bank; }").len(), 0);
        assert_eq!(read("own.rs", "use super::bank::Bank;"), ["core/src/own.rs:1: own uses bank"]);
    }

    #[test]
    fn unit_tests_may_use_what_lies_above() {
        assert!(read("own/tests/part.rs", "use crate::bank::Bank;").is_empty());
        assert!(read("own/tests.rs", "use crate::bank::Bank;").is_empty());
        assert!(read("own/part.rs", "mod tests { use crate::bank::Bank; }").is_empty());
    }

    #[test]
    fn a_part_with_a_row_of_its_own_is_a_module() {
        let source = "use super::low::Thing;\nuse crate::own::{Other, low::deep::Third};";
        assert_eq!(
            read("own/part.rs", source),
            ["core/src/own/part.rs:1: own uses own::low", "core/src/own/part.rs:2: own uses own::low"]
        );
        assert_eq!(read("own/low/mod.rs", "use super::part::Thing;"), ["core/src/own/low/mod.rs:1: own::low uses own"]);
        assert_eq!(read("own/mod.rs", "pub use low::Thing;").len(), 0);
    }

    #[test]
    fn exported_names_count_as_their_modules() {
        let map: BTreeMap<String, String> = exported("pub use error::{Error, Result};\npub use typed::typed;\n");
        assert_eq!(
            map.into_iter().map(|(name, module)| format!("{name}={module}")).collect::<Vec<_>>(),
            ["Error=error", "Result=error", "typed=typed"]
        );
    }
}
