//! Output of commands: tables for people, JSON for programs. Results go to stdout, everything else to stderr.

use std::{
    io::{self, IsTerminal as _, Write as _},
    sync::{
        OnceLock,
        atomic::{AtomicBool, Ordering},
    },
};

use console::Term;
use indicatif::HumanCount;
use sabi_api::{
    cells::harmless,
    client::{ClientError, Download},
};
use serde::Serialize;

use crate::{
    exit::{self, failure},
    table::{self, Last, Shown},
};

/// The first error of printing, reported when the command ends.
static UNPRINTED: OnceLock<io::Error> = OnceLock::new();

/// Prints a line of the result.
pub fn line(line: impl AsRef<str>) {
    text(&format!("{}\n", line.as_ref()));
}

/// Removes control characters for the terminal, which strangers may have written; keeps line breaks and tabs.
pub fn plain(text: &str) -> String {
    text.chars().filter(|sign| matches!(sign, '\n' | '\t') || !sabi_tui::text::steers(*sign)).collect()
}

/// Prints bytes of the result; `false` if they cannot be written.
pub fn print(bytes: &[u8]) -> bool {
    let mut out = io::stdout();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Ok(()) => true,
        Err(error) => {
            // A closed pipe, as with `| head`, is not an error.
            if error.kind() != io::ErrorKind::BrokenPipe {
                let _ = UNPRINTED.set(error);
            }
            false
        }
    }
}

/// Checks that everything was printed.
///
/// # Errors
/// The first error of printing.
pub fn printed() -> anyhow::Result<()> {
    match UNPRINTED.get() {
        None => Ok(()),
        Some(error) => Err(failure(exit::NOT_PRINTED, format!("The result cannot be printed: {error}."))),
    }
}

/// Prints a part of the result: unchanged for programs, without control characters for a terminal.
pub fn text(text: &str) {
    if io::stdout().is_terminal() {
        print(plain(text).as_bytes());
    } else {
        print(text.as_bytes());
    }
}

/// Whether only results and errors are printed.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Suppresses notes from now on.
pub fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Prints a note on stderr, unless `--quiet` was given.
pub fn note(text: impl AsRef<str>) {
    if !QUIET.load(Ordering::Relaxed) {
        fault(text);
    }
}

/// Prints an error on stderr.
pub fn fault(text: impl AsRef<str>) {
    let _ = writeln!(io::stderr(), "{}", plain(text.as_ref()));
}

/// The output format of rows: a table by default.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
pub struct Shape {
    /// Print one JSON object per line
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,

    /// Print CSV
    #[arg(long)]
    pub csv: bool,
}

impl Shape {
    /// Whether the output is a table for people.
    pub fn is_table(self) -> bool {
        !self.json && !self.csv
    }

    /// Prints rows: as JSON with all their fields, otherwise their cells under these headings.
    pub fn print<T: Serialize, const N: usize>(
        self,
        heads: [&str; N],
        rows: &[T],
        cells: impl Fn(&T) -> [String; N],
    ) -> anyhow::Result<()> {
        if self.json {
            return rows.iter().try_for_each(json);
        }
        if self.csv {
            return csv(heads, rows.iter().map(|row| cells(row).map(|cell| harmless(&cell))));
        }
        if !rows.is_empty() {
            line(table(heads, rows.iter().map(cells)));
        }
        Ok(())
    }
}

/// Prints rows as CSV. The cells must be safe for spreadsheets.
pub fn csv<R>(
    heads: impl IntoIterator<Item = impl AsRef<[u8]>>,
    rows: impl IntoIterator<Item = R>,
) -> anyhow::Result<()>
where
    R: IntoIterator<Item: AsRef<[u8]>>,
{
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(heads)?;
    for row in rows {
        writer.write_record(row)?;
    }
    print(&writer.into_inner()?);
    Ok(())
}

/// Prints one JSON value on its own line.
pub fn json(value: &impl Serialize) -> anyhow::Result<()> {
    line(serde_json::to_string(value)?);
    Ok(())
}

/// Prints a response as it arrives.
///
/// # Errors
/// If it is cut off. What was printed is then incomplete.
pub async fn pieces(mut answer: Download) -> Result<(), ClientError> {
    while let Some(piece) = answer.next().await? {
        if !print(&piece) {
            break;
        }
    }
    Ok(())
}

/// A number with its noun: `1 entry`, `6,000 entries`.
pub fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", HumanCount(number), if number == 1 { one } else { many })
}

/// Asks for confirmation.
///
/// # Errors
/// If there is no terminal to ask on.
pub fn confirm(words: &str) -> anyhow::Result<bool> {
    if !io::stdin().is_terminal() {
        return Err(failure(exit::USAGE, "There is no terminal for a confirmation: use --yes."));
    }
    let terminal = Term::stderr();
    terminal.write_str(words)?;
    Ok(terminal.read_line()?.trim() == "yes")
}

/// Formats rows as a table with these headings, for stdout.
pub fn table<H, R>(heads: H, rows: impl IntoIterator<Item = R>) -> String
where
    H: IntoIterator<Item: AsRef<str>>,
    R: IntoIterator<Item = String>,
{
    table_on(Shown::stdout(), Last::Cells, heads, rows)
}

/// The same with messages in the last column, which are not cut.
pub fn messages<H, R>(heads: H, rows: impl IntoIterator<Item = R>) -> String
where
    H: IntoIterator<Item: AsRef<str>>,
    R: IntoIterator<Item = String>,
{
    table_on(Shown::stdout(), Last::Messages, heads, rows)
}

/// Prints messages on stderr, also with `--quiet`.
pub fn fault_messages<H, R>(heads: H, rows: impl IntoIterator<Item = R>)
where
    H: IntoIterator<Item: AsRef<str>>,
    R: IntoIterator<Item = String>,
{
    fault(table_on(Shown::stderr(), Last::Messages, heads, rows));
}

fn table_on<H, R>(shown: Shown, last: Last, heads: H, rows: impl IntoIterator<Item = R>) -> String
where
    H: IntoIterator<Item: AsRef<str>>,
    R: IntoIterator<Item = String>,
{
    let heads: Vec<_> = heads.into_iter().map(|head| table::capital(head.as_ref())).collect();
    let rows: Vec<Vec<_>> = rows.into_iter().map(|row| row.into_iter().map(|cell| plain(&cell)).collect()).collect();
    table::layout(&heads, &rows, last, shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_sequences_in_stored_texts_do_not_reach_the_terminal() {
        assert_eq!(plain("a\u{1b}[31mred\u{7}\nb\r\u{9b}2J\u{202e}"), "a[31mred\nb2J");
        let told = table(["Name"], [["\u{1b}]52;c;eA==\u{7}Ada".to_owned()]]);
        assert!(told.contains("]52;c;eA==Ada") && !told.contains(['\u{1b}', '\u{7}']), "{told:?}");
    }
}
