//! Reads a settings file: its values, and all its problems.

use std::{
    fmt, fs,
    path::{Path, PathBuf},
};

use clap::Arg;
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use sabi_core::files::ShownPath as _;

use super::{Given, SettingKind, all, is_secret, kind::refusal, secret};
use crate::suggest::did_you_mean;

/// The largest settings file, in bytes.
const MAX_FILE_BYTES: u64 = 1024 * 1024;

/// A problem of the settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingsProblem {
    /// The file, and the line if known.
    pub place: Option<(PathBuf, Option<usize>)>,
    /// The problem, without secrets.
    pub words: String,
    /// Whether the file itself cannot be read.
    pub is_unreadable: bool,
}

impl SettingsProblem {
    /// A problem without a file.
    pub fn of(words: impl Into<String>) -> Self {
        Self { place: None, words: words.into(), is_unreadable: false }
    }
}

impl fmt::Display for SettingsProblem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some((path, Some(line))) => write!(out, "{}, line {line}: ", path.shown())?,
            Some((path, None)) => write!(out, "{}: ", path.shown())?,
            None => {}
        }
        out.write_str(&self.words)?;
        if self.words.ends_with('?') { Ok(()) } else { out.write_str(".") }
    }
}

/// The values and problems of a settings file.
#[derive(Debug, Default)]
pub struct SettingsFile {
    pub given: Vec<Given>,
    pub problems: Vec<SettingsProblem>,
}

impl SettingsFile {
    /// Reads the file at `path`.
    pub fn read(path: &Path) -> Self {
        let about = fs::metadata(path);
        let text = match about {
            Ok(about) if about.is_dir() => {
                Err("it is a folder, but --config names a settings file; the folder of saved accounts is --home".into())
            }
            Ok(about) if about.len() > MAX_FILE_BYTES => Err("it is too large for a settings file".into()),
            _ => fs::read_to_string(path).map_err(|error| error.to_string()),
        };
        match text {
            Ok(text) => Self::parse(path, &text),
            Err(words) => {
                let problem = SettingsProblem { place: Some((path.into(), None)), words, is_unreadable: true };
                Self { given: Vec::new(), problems: vec![problem] }
            }
        }
    }

    /// Reads the text of the file at `path`; paths in it are relative to the working folder, as on the command line.
    pub fn parse(path: &Path, text: &str) -> Self {
        let line = |at: usize| 1 + text.as_bytes().iter().take(at).filter(|byte| **byte == b'\n').count();
        let problem = |at: Option<usize>, words: String| SettingsProblem {
            place: Some((path.into(), at.map(line))),
            words,
            is_unreadable: false,
        };
        let (table, errors) = DeTable::parse_recoverable(text);
        let problems = errors.iter().map(|error| {
            let words = error.message().trim_end_matches('.').replace('\n', ", ");
            problem(error.span().map(|span| span.start), words)
        });
        let mut read = Self { given: Vec::new(), problems: problems.collect() };
        let settings = all();
        for (key, value) in table.into_inner() {
            let at = key.span().start;
            match take(&settings, key.get_ref(), &value) {
                Ok(Taken { id, .. }) if read.given.iter().any(|one| one.id == id) => {
                    read.problems
                        .push(problem(Some(at), format!("{id} and {id}_file are both set: remove one of them")));
                }
                Ok(Taken { id, values, file }) => {
                    let from = format!("{}, line {}", path.shown(), line(at));
                    read.given.push(Given { id, values, from, file: file.unwrap_or_else(|| path.into()) });
                }
                Err(words) => read.problems.push(problem(Some(at), words)),
            }
        }
        read.problems.sort_by_key(|problem| problem.place.as_ref().and_then(|(_, line)| *line));
        read
    }
}

/// The value of a key in the file.
struct Taken {
    id: String,
    values: Vec<String>,
    /// The separate file that contains the value, if there is one.
    file: Option<PathBuf>,
}

/// The setting of a key, and its values.
fn take(settings: &[Arg], key: &str, value: &Spanned<DeValue<'_>>) -> Result<Taken, String> {
    let find = |id: &str| settings.iter().find(|arg| arg.get_id() == id);
    let values = texts(value.get_ref());
    if let Some(arg) = find(key) {
        let kind = SettingKind::of(arg);
        let fits = match (&kind, value.get_ref()) {
            (SettingKind::Switch, DeValue::Boolean(_)) | (SettingKind::Number, DeValue::Integer(_)) => true,
            (SettingKind::List, DeValue::String(_) | DeValue::Array(_)) => values.is_some(),
            (SettingKind::Choice(_) | SettingKind::Text, DeValue::String(_)) => true,
            _ => false,
        };
        let values = values.filter(|_| fits).ok_or_else(|| format!("{key} takes {}", kind.words()))?;
        let refused = values.iter().find_map(|value| refusal(arg, value));
        return refused.map_or(Ok(Taken { id: key.to_owned(), values, file: None }), Err);
    }
    if let Some(arg) = key.strip_suffix("_file").and_then(find).filter(|arg| is_secret(arg)) {
        let DeValue::String(path) = value.get_ref() else { return Err(format!("{key} takes the path of a file")) };
        let secret = secret::read(Path::new(&**path)).map_err(|why| format!("{key}: {why}"))?;
        let wrong = refusal(arg, &secret);
        let taken = Taken { id: arg.get_id().to_string(), values: vec![secret], file: Some(PathBuf::from(&**path)) };
        return wrong.map_or(Ok(taken), Err);
    }
    let known = settings.iter().map(|arg| arg.get_id().to_string());
    let files = settings.iter().filter(|arg| is_secret(arg)).map(|arg| format!("{}_file", arg.get_id()));
    let meant = did_you_mean(key, known.chain(files));
    let asked = if meant.is_empty() { String::new() } else { format!(".{meant}") };
    Err(format!("there is no setting {key}{asked}"))
}

/// A value as texts; `None` if no setting can have it.
fn texts(value: &DeValue<'_>) -> Option<Vec<String>> {
    Some(match value {
        DeValue::String(text) => vec![text.to_string()],
        DeValue::Boolean(is) => vec![is.to_string()],
        DeValue::Integer(number) => {
            vec![i128::from_str_radix(&number.as_str().replace('_', ""), number.radix()).ok()?.to_string()]
        }
        DeValue::Array(all) => {
            let all = all.iter().map(|one| one.get_ref().as_str().map(str::to_owned));
            all.collect::<Option<Vec<_>>>()?
        }
        _ => return None,
    })
}
