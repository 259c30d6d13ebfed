//! `sabi edit` and `sabi add`: a record's form in an editor, sent with the version that it is based on, or as a new
//! record.

use std::{
    env, fs,
    io::{self, IsTerminal as _},
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

use sabi_api::client::{Adding, Client, ClientError, Deed, Fields, Kind};
use serde_json::Value;
use tempfile::{Builder, TempPath};

use sabi_core::files::ShownPath as _;

use super::{
    called,
    form::{Form, with_remarks, without_remarks},
    kinds,
    list::pair,
    narrow::find,
    read,
};
use crate::{
    complete,
    exit::{self, failure},
    global_args::GlobalArgs,
    output, yaml,
};

/// The arguments of `sabi edit`.
#[derive(Debug, clap::Args)]
#[command(after_help = "The editor is $VISUAL, else $EDITOR, else vi. What is saved unchanged is not sent.")]
pub struct Edit {
    /// The kind of record
    #[arg(value_name = "RESOURCE", value_parser = kinds(Deed::Edit), hide_possible_values = true)]
    kind: &'static Kind,

    /// Its id, slug, title or email address; give several to change them one by one. Leave it out if only one
    /// exists
    #[arg(value_name = "ID")]
    ids: Vec<String>,

    /// Set the fields in this YAML file on each record, instead of opening an editor; - reads stdin
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,

    /// Where to look for titles, such as exam=jamb-utme
    #[arg(long = "filter", value_name = "NAME=VALUE", value_parser = pair, add = complete::filter())]
    filters: Vec<(String, String)>,
}

/// The arguments of `sabi add`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The editor is $VISUAL, else $EDITOR, else vi. What is left empty is not sent; nothing is sent of what is \
                  saved unchanged."
)]
pub struct Add {
    /// The kind of record
    #[arg(value_name = "RESOURCE", value_parser = kinds(Deed::Add), hide_possible_values = true)]
    kind: &'static Kind,

    /// Read the form from this YAML file instead of an editor; - reads stdin
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
}

/// A form being filled in.
struct Session<'a> {
    client: &'a Client,
    kind: &'static Kind,
    /// The form as it was read, or empty.
    form: Form,
    /// The record being changed, and its version; `None` for a new one.
    record: Option<(String, Value)>,
    file: TempPath,
}

/// The outcome of sending a form.
enum SendOutcome {
    Done(String),
    /// Refused for these reasons. The text is shown again with them.
    Refused(Vec<String>),
    /// Somebody else changed the record. This text contains their changes and ours.
    Behind(Vec<String>, String),
}

impl Edit {
    /// Opens the editor until the form is accepted, or nothing is changed any more.
    pub async fn run(self, global: &GlobalArgs) -> anyhow::Result<ExitCode> {
        let given = self.from.as_deref().map(read).transpose()?;
        if given.is_none() {
            must_have_editor()?;
        }
        let names = match self.ids.as_slice() {
            [] => vec![id_of(self.kind, None)?],
            ids => ids.to_vec(),
        };
        let client = global.connect().await?.client;
        let mut ids = Vec::new();
        for name in names {
            let id = match self.kind.is_single() {
                true => name.clone(),
                false => find(&client, self.kind, &name, &self.filters).await?,
            };
            ids.push((id, name));
        }
        let (all, mut refused) = (ids.len(), 0);
        for (id, name) in ids {
            match (self.change(&client, id, given.as_deref()).await, all) {
                (Ok(words), 1) => output::line(words),
                (Ok(words), _) => output::line(format!("{name}: {words}")),
                (Err(error), 1) => return Err(error),
                // A refused record does not affect the next one.
                (Err(error), _) if exit::code(&error) == exit::REFUSED => {
                    refused += 1;
                    output::fault(format!("{name}: {error}"));
                }
                (Err(error), _) => return Err(error),
            }
        }
        if refused > 0 {
            return Err(failure(exit::REFUSED, format!("{refused} of {all} {} were not changed.", self.kind.name)));
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Changes one record, in the editor or with the given fields; returns what was done.
    async fn change(&self, client: &Client, id: String, given: Option<&str>) -> anyhow::Result<String> {
        let record = client.find_kind(self.kind, &id).await?;
        let id = record.get("_id").and_then(Value::as_str).map_or(id, str::to_owned);
        let form = Form::of(self.kind, &record);
        let version = record.get("version").cloned().unwrap_or_default();
        let text = yaml::write(&form)?;
        let title = vec![format!("This is {}. Lines like this one are not sent.", called(self.kind, &record))];
        let mut session = Session { client, kind: self.kind, form, record: Some((id, version)), file: file()? };
        match given {
            None => session.run(title, text).await,
            Some(given) => session.send_once(given).await,
        }
    }
}

/// Whether there is a terminal for an editor, or an explicit editor that may not need one.
///
/// # Errors
/// Explains what to do if there is neither.
fn must_have_editor() -> anyhow::Result<()> {
    let is_named = ["VISUAL", "EDITOR"].iter().filter_map(env::var_os).any(|editor| !editor.is_empty());
    if io::stdin().is_terminal() || is_named {
        return Ok(());
    }
    Err(failure(exit::USAGE, "There is no terminal for an editor: give the fields with --from FILE."))
}

impl Add {
    /// Opens the editor with an empty form, or reads a file, and sends it.
    pub async fn run(self, global: &GlobalArgs) -> anyhow::Result<ExitCode> {
        let Some(adding) = &self.kind.add else {
            return Err(failure(exit::USAGE, format!("{} cannot be added.", self.kind.name)));
        };
        let (form, text) = Form::empty(adding)?;
        let given = self.from.as_deref().map(read).transpose()?;
        match &given {
            None => must_have_editor()?,
            Some(given) => must_be_filled(&form, adding, given)?,
        }
        let client = global.connect().await?.client;
        let mut session = Session { client: &client, kind: self.kind, form, record: None, file: file()? };
        let Some(given) = given else {
            let title = vec![format!("A new {}. Lines like this one are not sent.", self.kind.noun.to_lowercase())];
            output::line(session.run(title, text).await?);
            return Ok(ExitCode::SUCCESS);
        };
        output::line(session.send_once(&given).await?);
        Ok(ExitCode::SUCCESS)
    }
}

/// Checks that all required fields are filled.
///
/// # Errors
/// Lists the missing ones.
fn must_be_filled(form: &Form, adding: &Adding, given: &str) -> anyhow::Result<()> {
    // Invalid YAML is reported when it is sent.
    let Ok(fields) = form.read(given) else { return Ok(()) };
    let is_empty = |value: Option<&Value>| match value {
        None | Some(Value::Null) => true,
        Some(Value::String(text)) => text.trim().is_empty(),
        Some(_) => false,
    };
    let missing: Vec<_> =
        adding.required.iter().filter(|name| is_empty(fields.get(*name))).map(String::as_str).collect();
    match missing.as_slice() {
        [] => Ok(()),
        [one] => Err(failure(exit::USAGE, format!("{one} is missing."))),
        [others @ .., last] => Err(failure(exit::USAGE, format!("{} and {last} are missing.", others.join(", ")))),
    }
}

/// The given id; a kind with only one record needs none.
pub fn id_of(kind: &Kind, id: Option<String>) -> anyhow::Result<String> {
    let words = || failure(exit::USAGE, format!("Give the id of the {}.", kind.noun.to_lowercase()));
    id.or_else(|| kind.is_single().then(String::new)).ok_or_else(words)
}

/// A temporary file for the editor.
fn file() -> io::Result<TempPath> {
    Ok(Builder::new().prefix("sabi-").suffix(".yaml").tempfile()?.into_temp_path())
}

impl Session<'_> {
    /// Opens the editor until the form is accepted; returns what was done.
    async fn run(mut self, title: Vec<String>, text: String) -> anyhow::Result<String> {
        match self.edit(title, text).await {
            Ok(words) => Ok(words),
            Err(error) => Err(self.keep(error)),
        }
    }

    /// Sends the given text once; returns what was done.
    async fn send_once(&mut self, given: &str) -> anyhow::Result<String> {
        match self.send(given).await? {
            SendOutcome::Done(words) => Ok(words),
            SendOutcome::Refused(reasons) | SendOutcome::Behind(reasons, _) => Err(self.refusal(&reasons)),
        }
    }

    /// The message if nothing is sent.
    fn nothing(&self) -> String {
        let done = if self.record.is_some() { "changed" } else { "added" };
        format!("Nothing was {done}.")
    }

    /// Opens the editor with the text until the form is accepted; returns what was done.
    async fn edit(&mut self, mut remarks: Vec<String>, mut text: String) -> anyhow::Result<String> {
        let mut is_first = true;
        loop {
            let shown = with_remarks(&remarks, &text);
            fs::write(&self.file, &shown)?;
            open_editor(&self.file)?;
            let saved = fs::read_to_string(&self.file)?;
            if saved == shown {
                return if is_first { Ok(self.nothing()) } else { Err(self.refusal(&remarks)) };
            }
            text = without_remarks(&saved);
            match self.send(&text).await? {
                SendOutcome::Done(words) => return Ok(words),
                SendOutcome::Refused(reasons) => remarks = reasons,
                SendOutcome::Behind(reasons, both) => (remarks, text) = (reasons, both),
            }
            remarks.iter().for_each(output::fault);
            is_first = false;
        }
    }

    async fn send(&mut self, text: &str) -> anyhow::Result<SendOutcome> {
        let given = match self.form.read(text) {
            Ok(given) => given,
            Err(words) => return Ok(SendOutcome::Refused(vec![words])),
        };
        let together = self.kind.together.and_then(|(begin, with)| Some((begin, with, given.get(with)?.clone())));
        let mut changes = self.form.changes(given);
        if let Some((begin, with, value)) = together
            && changes.keys().any(|name| name.starts_with(begin))
        {
            changes.insert(with.to_owned(), value);
        }
        if changes.is_empty() {
            return Ok(SendOutcome::Done(self.nothing()));
        }
        let sent = match &self.record {
            None => {
                changes.retain(|_, value| !value.is_null());
                self.client.add_kind(self.kind, &changes).await
            }
            Some((id, version)) => {
                changes.insert("version".into(), version.clone());
                self.client.update_kind(self.kind, id, &changes).await
            }
        };
        match sent {
            Ok(answer) => Ok(outcome_of(&answer)),
            Err(ClientError::Refused(refused)) if refused.reason == "changed" => {
                let fact = |name: &str| refused.facts.get(name).and_then(Value::as_str);
                let who = fact("changedBy").unwrap_or("somebody");
                let when = fact("changedAt").map(|at| format!(" at {at}")).unwrap_or_default();
                changes.remove("version");
                self.catch_up(&changes, &format!("{who}{when}")).await
            }
            Err(ClientError::Refused(refused)) if matches!(refused.reason.as_str(), "invalid" | "taken") => {
                let fields = refused.fields().map(|(field, words)| format!("{field}: {words}"));
                let fields: Vec<_> = fields.collect();
                Ok(SendOutcome::Refused(if fields.is_empty() { vec![refused.message.clone()] } else { fields }))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Reads the record as changed by somebody else, and applies our changes to it.
    async fn catch_up(&mut self, mine: &Fields, by: &str) -> anyhow::Result<SendOutcome> {
        let Some((id, _)) = &self.record else { return Err(failure(exit::REFUSED, "Somebody else changed it first.")) };
        let record = self.client.find_kind(self.kind, id).await?;
        let theirs = Form::of(self.kind, &record);
        let changed = yaml::write(&Form(self.form.differences(&theirs)))?;
        let reasons = vec![
            format!("{by} changed it while you had it open. Their changes:"),
            changed.trim_end().to_owned(),
            "To replace their changes by yours, delete this line and save.".into(),
        ];
        let text = yaml::write(&theirs.with(mine))?;
        self.form = theirs;
        self.record = Some((id.clone(), record.get("version").cloned().unwrap_or_default()));
        Ok(SendOutcome::Behind(reasons, text))
    }

    fn refusal(&self, remarks: &[String]) -> anyhow::Error {
        failure(exit::REFUSED, remarks.join(" "))
    }

    /// Keeps the text in a file, and adds its path to the error.
    fn keep(self, error: anyhow::Error) -> anyhow::Error {
        let path: PathBuf = self.file.to_path_buf();
        let sent = match error.downcast_ref::<ClientError>() {
            Some(ClientError::Unreachable { .. } | ClientError::Broken { .. } | ClientError::Unreadable(_)) => {
                "The text may have been stored: look before you send it again."
            }
            _ => "Nothing was sent.",
        };
        match self.file.keep() {
            Ok(_) => output::fault(format!("{sent} Your text is kept in {}.", path.shown())),
            Err(error) => output::fault(format!("{}: {error}.", path.shown())),
        }
        error
    }
}

/// The message of a response; `update` is false if the record was not changed (ruling 24).
fn outcome_of(answer: &Fields) -> SendOutcome {
    let words = answer.get("message").and_then(Value::as_str).unwrap_or_default().to_owned();
    match answer.get("update") {
        Some(Value::Bool(false)) => SendOutcome::Refused(vec![words]),
        _ => SendOutcome::Done(words),
    }
}

/// Opens the user's editor and waits until it is closed. Its setting may contain options, in shell syntax.
fn open_editor(file: &Path) -> anyhow::Result<()> {
    let named = ["VISUAL", "EDITOR"].iter().filter_map(env::var_os).find(|editor| !editor.is_empty());
    let editor = named.unwrap_or_else(|| "vi".into());
    let mut script = editor.clone();
    script.push(" \"$1\"");
    let wrong = |what: &dyn std::fmt::Display| failure(exit::USAGE, format!("{}: {what}.", editor.to_string_lossy()));
    let ended = Command::new("sh").arg("-c").arg(script).arg("sh").arg(file).status();
    let ended = ended.map_err(|error: io::Error| wrong(&error))?;
    if ended.success() { Ok(()) } else { Err(wrong(&format!("the editor ended with {ended}"))) }
}
