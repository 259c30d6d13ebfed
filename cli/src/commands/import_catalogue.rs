//! `sabi import catalogue`: exams, subjects, topics, sections, plans, categories and courses as one YAML file.

use std::{
    fs::File,
    io::{self, Read as _},
    path::{Path, PathBuf},
    process::ExitCode,
};

use sabi_api::client::ClientError;
use sabi_core::catalogue::{CatalogueEntry, CatalogueFile, CatalogueReport};
use sabi_core::files::ShownPath as _;
use serde_json::{Map, Value};

use crate::{
    exit::{self, failure},
    global_args::GlobalArgs,
    interrupt::Interrupts,
    output, report,
    yaml::{self, YamlLines},
};

/// The file that `--example` prints.
const EXAMPLE: &str = include_str!("catalogue.example.yaml");
/// The largest file, in bytes.
const MAX_FILE_BYTES: u64 = 1024 * 1024;
/// The lists of a file.
const LISTS: [&str; 3] = ["categories", "universities", "exams"];

/// The arguments of `sabi import catalogue`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Exit codes: 0 everything accepted, 1 some entries wrong and nothing written, 65 not a YAML file, 66 no such file"
)]
pub struct ImportCatalogueArgs {
    /// The file; - reads stdin
    #[arg(required_unless_present = "example")]
    file: Option<PathBuf>,

    /// Show what would change, and change nothing
    #[arg(long)]
    dry_run: bool,

    /// Print one JSON object instead of the difference
    #[arg(long)]
    json: bool,

    /// Print an example file that explains the format
    #[arg(long, conflicts_with_all = ["file", "dry_run", "json"])]
    example: bool,
}

impl ImportCatalogueArgs {
    /// Imports it.
    pub async fn run(self, global: &GlobalArgs) -> anyhow::Result<ExitCode> {
        let Some(path) = self.file.filter(|_| !self.example) else {
            output::text(EXAMPLE);
            return Ok(ExitCode::SUCCESS);
        };
        let (file, lines) = read(&path)?;
        let file = CatalogueFile { dry_run: self.dry_run, ..file };
        let client = global.connect().await?.client;
        let work = client.import_catalogue(&file);
        let (done, is_interrupted) = Interrupts::hear()?.outcome("the import", work).await?;
        let report = done.map_err(|error| explain(&path, &lines, error))?;
        if self.json {
            output::json(&report)?;
        } else {
            print(&report);
        }
        Ok(report::ended(is_interrupted))
    }
}

/// Reads the file within its limits, and the lines of its entries.
fn read(path: &Path) -> anyhow::Result<(CatalogueFile, YamlLines)> {
    let wrong = |error: io::Error| failure(exit::NO_INPUT, format!("{}: {error}.", path.shown()));
    let source: Box<dyn io::Read> = match path.to_str() {
        Some("-") => Box::new(io::stdin()),
        _ => Box::new(File::open(path).map_err(wrong)?),
    };
    let mut bytes = Vec::new();
    source.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes).map_err(wrong)?;
    let refused = |words: String| failure(exit::NOT_A_WORKBOOK, format!("{}: {words}", path.shown()));
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(refused("It is larger than 1 MiB.".into()));
    }
    let text = String::from_utf8(bytes).map_err(|_| refused("It is not UTF-8.".into()))?;
    let Value::Object(lists) = yaml::read(&text).map_err(refused)? else {
        return Err(refused(format!("It contains no {}.", LISTS.join(" and no "))));
    };
    let list = |name: &str| match lists.get(name) {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Array(entries)) => entries
            .iter()
            .enumerate()
            .map(|(number, entry)| match entry {
                Value::Object(entry) => Ok(entry.clone()),
                _ => Err(refused(format!("{name}[{number}] is not an entry: an entry begins with title:"))),
            })
            .collect(),
        Some(_) => Err(refused(format!("{name} is a list."))),
    };
    if let Some(strange) = lists.keys().find(|name| !LISTS.contains(&name.as_str())) {
        return Err(refused(format!("A catalogue has no list {strange}; its lists are {}.", LISTS.join(" and "))));
    }
    let file = CatalogueFile {
        categories: list("categories")?,
        universities: list("universities")?,
        exams: list("exams")?,
        dry_run: false,
    };
    Ok((file, YamlLines::of(&text)))
}

/// Reports problems in file order, each with its line and the title of its entry.
fn explain(path: &Path, lines: &YamlLines, error: ClientError) -> anyhow::Error {
    let Some(refused) = error.refusal().filter(|refused| refused.reason == "invalid") else { return error.into() };
    let mut wrong: Vec<_> = refused.fields().map(|(field, words)| (lines.spot(field), field, words)).collect();
    wrong.sort_by_key(|(spot, ..)| spot.as_ref().map(|spot| spot.line));
    for (spot, field, words) in &wrong {
        let place = spot.as_ref().map_or_else(String::new, |spot| {
            let title = spot.title.as_ref().map_or_else(String::new, |title| format!(", “{title}”"));
            format!("line {}{title}: ", spot.line)
        });
        output::fault(format!("{place}{field}: {words}"));
    }
    let (count, are) =
        if wrong.len() == 1 { ("one entry".to_owned(), "is") } else { (format!("{} entries", wrong.len()), "are") };
    failure(exit::REFUSED, format!("{}: {count} {are} wrong. Nothing was written.", path.shown()))
}

fn print(report: &CatalogueReport) {
    report.entries.iter().for_each(print_entry);
    let CatalogueReport { dry_run, new, changed, unchanged, .. } = report;
    output::line(format!("{new} new, {changed} changed, {unchanged} unchanged."));
    if *dry_run {
        output::line("This was a dry run: nothing was written.");
    }
}

/// Prints an entry as a difference: `-` before stored values, `+` before those of the file.
fn print_entry(entry: &CatalogueEntry) {
    let CatalogueEntry { place, entity, title, is_new, before, after } = entry;
    let sign = if *is_new { '+' } else { '~' };
    output::line(format!("{sign} {entity} “{title}” ({place})"));
    if !is_new {
        sides(before, after).for_each(output::line);
    }
}

fn sides<'a>(before: &'a Map<String, Value>, after: &'a Map<String, Value>) -> impl Iterator<Item = String> + 'a {
    after.iter().flat_map(|(name, new)| {
        let line = |sign: char, value: &Value| {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            format!("    {sign} {name}: {text}")
        };
        [line('-', before.get(name).unwrap_or(&Value::Null)), line('+', new)]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_is_a_catalogue() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), EXAMPLE).unwrap();
        let (read, _) = read(file.path()).unwrap();
        assert!(!read.exams.is_empty() && !read.categories.is_empty());
    }

    #[test]
    fn a_file_that_is_not_a_catalogue_is_refused_in_a_sentence() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let bomb = "a: &a [x, x]\nb: &b [*a, *a]\nexams: [*b, *b]\n";
        let deep = format!("exams: {}{}", "[".repeat(100), "]".repeat(100));
        let many = format!("exams: [{}]", "a,".repeat(200_000));
        let large = " ".repeat(1024 * 1024 + 1);
        for (text, words) in [
            ("", "contains no categories"),
            ("- a", "contains no categories"),
            ("exam: []", "A catalogue has no list exam"),
            ("exams: 5", "exams is a list"),
            ("exams: [a]", "exams[0] is not an entry"),
            ("exams: [", "line 1"),
            (bomb, "Anchors and aliases are not accepted"),
            (&deep, "nested too deeply"),
            (&many, "too large"),
            (&large, "larger than 1 MiB"),
        ] {
            std::fs::write(file.path(), text).unwrap();
            let error = read(file.path()).unwrap_err().to_string();
            assert!(error.contains(words), "{words}: {error}");
        }
    }
}
