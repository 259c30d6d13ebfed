//! `sabi export`: exports question banks in formats that can be imported.

use std::{
    collections::BTreeSet,
    ffi::OsString,
    fs::{self, File},
    io::{self, IsTerminal as _, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use console::Term;
use sabi_api::client::{Client, ClientError, Download};
use sabi_core::bank::{ExportReport, ExportRequest, ItemKind, Loss, formats::Format};
use sabi_core::files::ShownPath as _;
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::{export_lists, export_whole};
use crate::{
    complete,
    exit::{self, failure},
    global_args::GlobalArgs,
    interrupt::Interrupts,
    output,
    progress::{Bar, Transfer},
    yaml,
};

/// Maximum number of questions listed per kind of loss.
const NUMBERS: usize = 5;
/// The byte order mark, by which spreadsheets recognise UTF-8 in a file. Not written to a pipe, where programs do not
/// expect it.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// The exports.
#[derive(Debug, clap::Subcommand)]
pub enum ExportCommand {
    /// Export objective questions
    #[command(after_help = EXIT_CODES)]
    Questions(ExportArgs),
    /// Export theory questions
    #[command(after_help = EXIT_CODES)]
    Theories(ExportArgs),
    /// Export the catalogue as a YAML file that can be imported
    Catalogue(Catalogue),
    #[command(flatten)]
    List(export_lists::ExportListCommand),
}

const EXIT_CODES: &str = "\
Content that the format cannot hold is reported on stderr and is not a failure.

Exit codes: 0 written, 1 not overwritten, 2 wrong arguments (also an unknown exam or subject), \
73 the file cannot be written, 75 the store is in use by another process";

/// The arguments of an export.
#[derive(Debug, clap::Args)]
pub struct ExportArgs {
    /// The exam's slug, such as jamb-utme
    #[arg(long, value_name = "SLUG", add = complete::exam())]
    exam: String,

    /// The subject's title; otherwise all subjects of the exam, with a column `subject`
    #[arg(long, value_name = "TITLE", add = complete::subject())]
    subject: Option<String>,

    /// The year of the paper; otherwise all years, with a column `year`
    #[arg(long, value_name = "YYYY", add = complete::year())]
    year: Option<i64>,

    /// The university's title, for POST UTME
    #[arg(long, value_name = "TITLE")]
    university: Option<String>,

    /// Format of the file; xml is Moodle XML [default: from the ending of --output]
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    format: Option<Format>,

    /// Write pictures that the file only refers to into this folder, for the --images option of an import
    #[arg(long, value_name = "DIR")]
    images: Option<PathBuf>,

    #[command(flatten)]
    target: OutputFile,
}

/// The arguments of `sabi export catalogue`.
#[derive(Debug, clap::Args)]
pub struct Catalogue {
    #[command(flatten)]
    target: OutputFile,
}

/// The output file.
#[derive(Debug, clap::Args)]
pub struct OutputFile {
    /// Where to write it [default: stdout]
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Overwrite a file without asking
    #[arg(long)]
    yes: bool,
}

/// Parses a format by its name.
pub fn formats() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.map(Format::word)).try_map(|word| word.parse::<Format>())
}

impl ExportCommand {
    pub async fn run(self, global: &GlobalArgs) -> anyhow::Result<ExitCode> {
        match self {
            Self::Questions(args) => args.run(global, ItemKind::Choice).await,
            Self::Theories(args) => args.run(global, ItemKind::Essay).await,
            Self::Catalogue(args) => args.run(global).await,
            Self::List(command) => command.run(global).await,
        }
    }
}

impl ExportArgs {
    async fn run(self, global: &GlobalArgs, kind: ItemKind) -> anyhow::Result<ExitCode> {
        let format = match self.format {
            Some(format) => format,
            None => self.target.format()?,
        };
        self.target.check(format == Format::Xlsx)?;
        let client = global.connect().await?.client;
        let (Some(subject), Some(year)) = (self.subject.clone(), self.year) else {
            return self.whole(&client, format, kind).await;
        };
        let ask = self.ask(&subject, year, format);
        let mut report = client.export_losses(kind, &ask).await.map_err(explain)?;
        let mut pictures = BTreeSet::new();
        if self.images.is_some() {
            let beside = report.losses.extract_if(.., |loss| loss.picture.is_some());
            pictures.extend(beside.filter_map(|loss| loss.picture));
        }
        self.print(&report);
        let file = client.export_items(kind, &ask).await.map_err(explain)?;
        self.target.write(file, &output::counted(report.rows, "question", "questions")).await?;
        if let Some(folder) = self.images {
            let written = write_pictures(&client, &folder, &pictures);
            Interrupts::hear()?.until(written).await.unwrap_or_else(|| {
                let words = format!("Cancelled: not all of the pictures are in {}.", folder.shown());
                Err(failure(exit::CANCELLED, words))
            })?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Exports several subjects or years into one file.
    async fn whole(&self, client: &Client, format: Format, kind: ItemKind) -> anyhow::Result<ExitCode> {
        let places = export_whole::places(client, &self.exam, self.subject.as_deref(), self.year).await?;
        let mut file = export_whole::File::of(format)?;
        let (mut all, mut pictures) = (ExportReport::default(), BTreeSet::new());
        let bar = Bar::of([("export", 1)]);
        for (done, (subject, year)) in places.iter().enumerate() {
            bar.show("export", done as u64, places.len() as u64);
            let ask = self.ask(subject, *year, export_whole::READ);
            let report = client.export_losses(kind, &ask).await.map_err(explain)?;
            if report.rows == 0 {
                continue;
            }
            all.rows += report.rows;
            pictures.extend(report.losses.into_iter().filter_map(|loss| loss.picture));
            let mut answer = client.export_items(kind, &ask).await.map_err(explain)?;
            let mut text = Vec::new();
            while let Some(piece) = answer.next().await? {
                text.extend_from_slice(&piece);
            }
            file.add(subject, *year, &text)?;
        }
        drop(bar);
        let what = output::counted(all.rows, "question", "questions");
        self.target.write_bytes(&file.finish()?, &what).await?;
        match &self.images {
            Some(folder) => write_pictures(client, folder, &pictures).await?,
            None if !pictures.is_empty() => {
                let are = output::counted(pictures.len() as u64, "picture is", "pictures are");
                output::note(format!("{are} not in the file: --images DIR writes them beside it."));
            }
            None => {}
        }
        Ok(ExitCode::SUCCESS)
    }

    fn ask(&self, subject: &str, year: i64, format: Format) -> ExportRequest {
        ExportRequest {
            exam: self.exam.clone(),
            subject: subject.to_owned(),
            year,
            university: self.university.clone(),
            format,
        }
    }

    /// Reports what the format cannot contain.
    fn print(&self, report: &ExportReport) {
        if report.rows == 0 {
            output::note("There are no such questions; the file is empty.");
        }
        if report.losses.is_empty() {
            return;
        }
        // Losses are reported even with `--quiet`.
        output::fault_messages(["column", "times", "questions", "not kept by the format"], kinds(&report.losses));
    }
}

/// Lists each kind of loss once, with its columns, its number, and the first questions.
fn kinds(losses: &[Loss]) -> Vec<[String; 4]> {
    struct LossKind<'a> {
        message: &'a str,
        columns: Vec<&'a str>,
        count: usize,
        rows: Vec<u32>,
    }
    let mut kinds: Vec<(String, LossKind<'_>)> = Vec::new();
    for loss in losses {
        let key = kind_of(&loss.message);
        let at = match kinds.iter().position(|(known, _)| *known == key) {
            Some(at) => at,
            None => {
                let kind = LossKind { message: &loss.message, columns: Vec::new(), count: 0, rows: Vec::new() };
                kinds.push((key, kind));
                kinds.len() - 1
            }
        };
        let kind = &mut kinds[at].1;
        kind.count += 1;
        let column = loss.column.as_deref().unwrap_or_default();
        if !kind.columns.contains(&column) {
            kind.columns.push(column);
        }
        kind.rows.extend(loss.row.filter(|row| kind.rows.last() != Some(row)));
    }
    // Things that are missing from the file come first.
    kinds.sort_by_key(|(_, kind)| !kind.message.contains("was left out"));
    let shown = |(key, LossKind { message, columns, count, rows }): (String, LossKind<'_>)| {
        let more = if rows.len() > NUMBERS { ", …" } else { "" };
        let numbers: Vec<String> = rows.iter().take(NUMBERS).map(u32::to_string).collect();
        let message = if count == 1 { message.to_owned() } else { key };
        [columns.join(", "), count.to_string(), format!("{}{more}", numbers.join(", ")), message]
    };
    kinds.into_iter().map(shown).collect()
}

/// A message without the details of one question: the names of its pictures, and its title.
fn kind_of(message: &str) -> String {
    let is_picture = |word: &str| word.split_once('.').is_some_and(|(name, _)| name.len() == 64);
    let words = message.split(' ').map(|word| if is_picture(word) { "…" } else { word });
    let message = words.collect::<Vec<_>>().join(" ");
    match (message.find('“'), message.rfind('”')) {
        (Some(from), Some(to)) if from < to => format!("{}…{}", &message[..from + '“'.len_utf8()], &message[to..]),
        _ => message,
    }
}

impl Catalogue {
    async fn run(self, global: &GlobalArgs) -> anyhow::Result<ExitCode> {
        self.target.check(false)?;
        let file = global.connect().await?.client.export_catalogue().await?;
        let text = yaml::write(&InOrder(&serde_json::to_value(file)?))?;
        match &self.target.output {
            Some(path) => {
                save(path, async |out| write_all(out, path, text.as_bytes())).await?;
                output::note(format!("Wrote the catalogue to {}.", path.shown()));
            }
            None => output::text(&text),
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// A value in readable order: in each entry the title first and the nested lists last.
struct InOrder<'a>(&'a Value);

impl Serialize for InOrder<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Object(fields) => {
                let mut fields: Vec<_> = fields.iter().collect();
                fields.sort_by_key(|(name, value)| (value.is_array(), *name != "title"));
                serializer.collect_map(fields.into_iter().map(|(name, value)| (name, InOrder(value))))
            }
            Value::Array(entries) => serializer.collect_seq(entries.iter().map(InOrder)),
            other => other.serialize(serializer),
        }
    }
}

impl OutputFile {
    /// The format according to the file extension.
    fn format(&self) -> anyhow::Result<Format> {
        let all = Format::ALL.map(Format::word).join(", ");
        let Some(path) = &self.output else {
            return Err(failure(exit::USAGE, format!("Name the format: --format is one of {all}.")));
        };
        let ending = self.ending().unwrap_or_default();
        ending.parse().map_err(|_| {
            let words = format!("The ending of {} is not a known format: --format is one of {all}.", path.shown());
            failure(exit::USAGE, words)
        })
    }

    /// The file extension, in lower case.
    pub fn ending(&self) -> Option<String> {
        Some(self.output.as_ref()?.extension()?.to_string_lossy().to_lowercase())
    }

    /// Asks before overwriting the file. Fails if the user declines. Called before anything is read.
    pub fn check(&self, is_workbook: bool) -> anyhow::Result<()> {
        let Some(path) = &self.output else {
            if is_workbook && io::stdout().is_terminal() {
                return Err(failure(exit::USAGE, "A workbook cannot be printed: use --output FILE."));
            }
            return Ok(());
        };
        if self.yes || !path.exists() { Ok(()) } else { confirm_overwriting(path) }
    }

    /// Writes bytes, and reports what was written to a file.
    async fn write_bytes(&self, bytes: &[u8], what: &str) -> anyhow::Result<()> {
        match &self.output {
            Some(path) => {
                save(path, async |out| write_all(out, path, bytes)).await?;
                output::note(format!("Wrote {what} to {}.", path.shown()));
            }
            None => drop(output::print(bytes.strip_prefix(MARK).unwrap_or(bytes))),
        }
        Ok(())
    }

    /// Writes a response, and reports what was written to a file.
    pub async fn write(&self, answer: Download, what: &str) -> anyhow::Result<()> {
        match &self.output {
            Some(path) => {
                save(path, async |out| copy(answer, out, path, b"").await).await?;
                output::note(format!("Wrote {what} to {}.", path.shown()));
            }
            None => copy(answer, &mut io::stdout().lock(), Path::new("stdout"), MARK).await?,
        }
        Ok(())
    }
}

/// Explains which argument is wrong.
fn explain(error: ClientError) -> anyhow::Error {
    let Some(refused) = error.refusal().filter(|refused| refused.reason == "invalid") else { return error.into() };
    let words: Vec<String> = refused.fields().map(|(field, message)| format!("--{field}: {message}")).collect();
    failure(exit::USAGE, format!("{}.", words.join("; ")))
}

/// Writes pictures into a folder, under the names that the rows use.
async fn write_pictures(client: &Client, folder: &Path, names: &BTreeSet<String>) -> anyhow::Result<()> {
    fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
    for name in names {
        let (path, bytes) = (folder.join(name), client.picture(name).await?);
        // The name is a hash of the content, so a complete file is the same.
        if fs::metadata(&path).is_ok_and(|found| found.len() == bytes.len() as u64) {
            continue;
        }
        fs::write(&path, &bytes).map_err(|error| unwritable(&path, &error))?;
    }
    let are = if names.len() == 1 { "1 picture".to_owned() } else { format!("{} pictures", names.len()) };
    output::note(format!("Wrote {are} to {}.", folder.shown()));
    Ok(())
}

/// Replaces a file as a whole: an earlier one stays until `write` has written everything.
async fn save(path: &Path, write: impl AsyncFnOnce(&mut File) -> anyhow::Result<()>) -> anyhow::Result<()> {
    let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
    name.push(".unfinished");
    // Devices and pipes are written directly.
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        let mut out = File::options().write(true).open(path).map_err(|error| unwritable(path, &error))?;
        return write(&mut out).await;
    }
    let beside = path.with_file_name(name);
    let mut out = File::create(&beside).map_err(|error| unwritable(path, &error))?;
    let copied = Interrupts::hear()?.until(write(&mut out)).await.unwrap_or_else(|| {
        let became = if path.exists() { "was not changed" } else { "was not written" };
        Err(failure(exit::CANCELLED, format!("The export was cancelled; {} {became}.", path.shown())))
    });
    let saved = copied.and_then(|()| {
        out.sync_all().and_then(|()| fs::rename(&beside, path)).map_err(|error| unwritable(path, &error))
    });
    if saved.is_err() {
        let _ = fs::remove_file(&beside);
    }
    saved
}

fn write_all(out: &mut File, path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    out.write_all(bytes).map_err(|error| unwritable(path, &error))
}

/// Copies a file, without `mark` if it begins with it.
async fn copy(mut file: Download, out: &mut impl Write, name: &Path, mark: &[u8]) -> anyhow::Result<()> {
    // Output on the terminal is its own progress report.
    let is_seen = name == Path::new("stdout") && io::stdout().is_terminal();
    let transfer = (!is_seen).then(|| Transfer::of("export"));
    let mut is_first = true;
    while let Some(piece) = file.next().await? {
        if let Some(transfer) = &transfer {
            transfer.add(piece.len());
        }
        let unmarked = piece.strip_prefix(mark).filter(|_| is_first).unwrap_or(&piece);
        is_first = is_first && piece.is_empty();
        match out.write_all(unmarked) {
            // The reader wanted only the beginning, as with `| head`.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            written => written.map_err(|error| unwritable(name, &error))?,
        }
    }
    out.flush().map_err(|error| unwritable(name, &error))
}

fn unwritable(path: &Path, error: &io::Error) -> anyhow::Error {
    failure(exit::NO_OUTPUT, format!("{}: {error}.", path.shown()))
}

/// Asks whether to overwrite a file.
///
/// # Errors
/// If the answer is no, or there is no terminal.
pub fn confirm_overwriting(path: &Path) -> anyhow::Result<()> {
    if !io::stdin().is_terminal() {
        return Err(failure(exit::USAGE, format!("{} exists already: use --yes to overwrite it.", path.shown())));
    }
    let terminal = Term::stderr();
    terminal.write_str(&format!("Overwrite {}? Type yes: ", path.shown()))?;
    if terminal.read_line()?.trim() == "yes" {
        return Ok(());
    }
    Err(failure(exit::REFUSED, format!("{} was not changed.", path.shown())))
}
