//! Writes rows as a workbook, with constant memory.

use rust_xlsxwriter::{Format, Workbook, Worksheet, XlsxError};
use sabi_core::ops::export::ExportRow;
use serde_json::Value;
use tokio::sync::mpsc::Receiver;

use crate::cells;

/// Maximum rows per sheet below the header; more rows continue in another sheet.
const ROWS: u32 = 1_000_000;
/// Maximum characters per cell, a limit of workbooks.
const MAX_CELL_CHARS: usize = 32_767;
const WIDTH: f64 = 20.0;

/// Writes the batches under these headers. No text becomes a formula.
///
/// # Errors
/// If the temporary file cannot be written.
pub fn write(columns: &[&str], mut batches: Receiver<Vec<ExportRow>>) -> Result<Vec<u8>, XlsxError> {
    let mut book = Workbook::new();
    let mut batch = batches.blocking_recv();
    loop {
        let sheet = book.add_worksheet_with_constant_memory()?;
        let mut row = 0;
        head(sheet, columns)?;
        while row < ROWS
            && let Some(rows) = &mut batch
        {
            let rest = rows.split_off(rows.len().min((ROWS - row) as usize));
            for fields in std::mem::replace(rows, rest) {
                row += 1;
                for (column, name) in (0..).zip(columns) {
                    cell(sheet, row, column, &cells::shown(&fields, name))?;
                }
            }
            if rows.is_empty() {
                batch = batches.blocking_recv();
            }
        }
        if batch.is_none() {
            return book.save_to_buffer();
        }
    }
}

fn head(sheet: &mut Worksheet, columns: &[&str]) -> Result<(), XlsxError> {
    let bold = Format::new().set_bold();
    sheet.set_freeze_panes(1, 0)?;
    for (column, name) in (0..).zip(columns) {
        sheet.set_column_width(column, WIDTH)?;
        sheet.write_string_with_format(0, column, *name, &bold)?;
    }
    Ok(())
}

fn cell(sheet: &mut Worksheet, row: u32, column: u16, value: &Value) -> Result<(), XlsxError> {
    match value {
        Value::Null => {}
        Value::Bool(flag) => {
            sheet.write_boolean(row, column, *flag)?;
        }
        Value::Number(number) => {
            sheet.write_number(row, column, number.as_f64().unwrap_or_default())?;
        }
        other => {
            let text = cells::text(other);
            let text = match text.char_indices().nth(MAX_CELL_CHARS) {
                Some((end, _)) => text[..end].to_owned(),
                None => text,
            };
            sheet.write_string(row, column, text)?;
        }
    }
    Ok(())
}
