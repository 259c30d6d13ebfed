//! What commands print: tables for people, JSON for programs. Results go to stdout, the rest to stderr.

use std::io::{self, Write as _};

use comfy_table::{ContentArrangement, LineStyle, Row, Table, TableStyle, presets};
use sabi_api::client::{ClientError, Download};
use serde::Serialize;

/// No lines but the one below the heads.
const STYLE: TableStyle = presets::NOTHING.header_separator(LineStyle::none().fill('─').junction('─'));

/// Prints a line of the result.
pub fn line(text: impl AsRef<str>) {
    // A closed pipe, as of `| head`, is no failure of ours.
    let _ = writeln!(io::stdout(), "{}", text.as_ref());
    let _ = io::stdout().flush();
}

/// Prints a part of the result as it is.
pub fn text(text: &str) {
    let _ = io::stdout().write_all(text.as_bytes());
    let _ = io::stdout().flush();
}

/// Prints a line beside the result, which no program reads.
pub fn note(text: impl AsRef<str>) {
    let _ = writeln!(io::stderr(), "{}", text.as_ref());
}

/// One JSON value, on its own line.
pub fn json(value: &impl Serialize) -> anyhow::Result<()> {
    line(serde_json::to_string(value)?);
    Ok(())
}

/// Prints an answer while it comes.
///
/// # Errors
/// When it breaks off: what was printed is not whole then.
pub async fn pieces(mut answer: Download) -> Result<(), ClientError> {
    while let Some(piece) = answer.next().await? {
        if io::stdout().write_all(&piece).is_err() {
            break;
        }
    }
    let _ = io::stdout().flush();
    Ok(())
}

/// Lays rows out as a table under these heads.
pub fn table<R: Into<Row>>(heads: impl Into<Row>, rows: impl IntoIterator<Item = R>) -> String {
    let mut table = Table::new();
    table.load_style(STYLE).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_header(heads).add_rows(rows);
    table.to_string()
}
