//! Secrets in separate files, as systemd and containers provide them: the variable `SABI_…_FILE` or the key `…_file`
//! names one.

use std::{fs, path::Path};

use clap::Arg;

use sabi_core::files::ShownPath as _;

use super::{Given, SettingsProblem, variable};

/// The largest secret, in bytes.
const MAX_SECRET_BYTES: u64 = 64 * 1024;

/// The content of a secret's file, without the final line break.
///
/// # Errors
/// If the file cannot be read, is empty, too large or not text. The message contains nothing of it.
pub fn read(path: &Path) -> Result<String, String> {
    let wrong = |why: &dyn std::fmt::Display| format!("{}: {why}", path.shown());
    let about = fs::metadata(path).map_err(|error| wrong(&error))?;
    if !about.is_file() && about.is_dir() {
        return Err(wrong(&"it is a folder"));
    }
    if about.len() > MAX_SECRET_BYTES {
        return Err(wrong(&"it is too large for a secret"));
    }
    let bytes = fs::read(path).map_err(|error| wrong(&error))?;
    let text = String::from_utf8(bytes).map_err(|_| wrong(&"it is not text"))?;
    let secret = text.trim_end_matches(['\r', '\n']);
    if secret.is_empty() { Err(wrong(&"it is empty")) } else { Ok(secret.to_owned()) }
}

/// The secret in the file that the environment names, if it does.
pub fn of_environment(arg: &Arg) -> Result<Option<Given>, SettingsProblem> {
    let own = variable(arg);
    let name = format!("{own}_FILE");
    let Some(path) = std::env::var_os(&name).filter(|path| !path.is_empty()) else { return Ok(None) };
    if std::env::var_os(&own).is_some() {
        return Err(SettingsProblem::of(format!("{own} and {name} are both set: remove one of them")));
    }
    let secret = read(Path::new(&path)).map_err(|why| SettingsProblem::of(format!("{name}: {why}")))?;
    Ok(Some(Given { id: arg.get_id().to_string(), values: vec![secret], from: name, file: path.into() }))
}
