//! Strict imports: notices reject their rows.

use std::collections::HashSet;

use super::Parsed;
use crate::bank::{
    ItemBody,
    sheet::{Problem, Warning},
};

/// Makes every notice a problem of its row. A notice without a row, or about the headers, rejects all rows.
pub(in crate::bank) fn strict<B: ItemBody>(parsed: Parsed<B>) -> Parsed<B> {
    let Parsed { mut rows, mut problems, warnings, total_rows, is_plain, unit } = parsed;
    let data: HashSet<u32> = rows.iter().map(|row| row.row).chain(problems.iter().map(|problem| problem.row)).collect();
    let mut is_refused = false;
    for Warning { row, column, message } in warnings {
        is_refused |= row.is_none_or(|row| !data.contains(&row));
        problems.push(Problem { row: row.unwrap_or(1), column: column.unwrap_or_default(), message });
    }
    let refused: HashSet<u32> = problems.iter().map(|problem| problem.row).collect();
    rows.retain(|row| !is_refused && !refused.contains(&row.row));
    problems.sort_by_key(|problem| problem.row);
    Parsed { rows, problems, warnings: Vec::new(), total_rows, is_plain, unit }
}
