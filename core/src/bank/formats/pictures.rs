//! Pictures inside a file. A cell refers to one as `@@PICTURE@@/{name}` until the importer has stored it and knows
//! its address.

use std::collections::HashMap;

use percent_encoding::percent_decode_str;
use sha2::{Digest as _, Sha256};

use super::ParsedFile;
use crate::bank::sheet::{Cell, Problem};

/// The prefix of a picture's name in a cell.
pub(super) const MARK: &str = "@@PICTURE@@/";

/// The name of a picture: the hash of its content, so that a picture of ours has the name under which it is stored.
pub(super) fn name_of(file: &str, bytes: &[u8]) -> String {
    let ending = file.rsplit_once('.').map_or(String::new(), |(_, ending)| ending.to_ascii_lowercase());
    let ending = match ending.as_str() {
        "jpeg" => "jpg",
        ending if ending.len() <= 4 && ending.bytes().all(|byte| byte.is_ascii_alphanumeric()) => ending,
        _ => "",
    };
    format!("{}.{ending}", hex::encode(Sha256::digest(bytes)))
}

/// Replaces each address after `mark` with the result of `place` for its name. A name ends at a character that no
/// address contains.
pub(super) fn replace(html: &str, mark: &str, mut place: impl FnMut(&str) -> String) -> String {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some((before, after)) = rest.split_once(mark) {
        let end = after.find(['"', '\'', '<', '>', ' ', '?', ')']).unwrap_or(after.len());
        out.push_str(before);
        out.push_str(&place(&percent_decode_str(&after[..end]).decode_utf8_lossy()));
        rest = &after[end..];
    }
    out + rest
}

impl ParsedFile {
    /// Replaces the names of pictures with their addresses. A row with a picture without one is refused, with the
    /// reason.
    pub(crate) fn place_pictures(&mut self, places: &HashMap<String, Result<String, String>>) {
        let Some((headers, rows)) = self.sheet.rows.split_first_mut() else { return };
        for row in rows {
            for (column, cell) in &mut row.cells {
                let (Cell::Text(text) | Cell::Doubtful(text, _)) = cell else { continue };
                if !text.contains(MARK) {
                    continue;
                }
                let mut wrong = None;
                *text = replace(text, MARK, |name| match places.get(name) {
                    Some(Ok(address)) => address.clone(),
                    Some(Err(why)) => match self.file_names.get(name) {
                        Some(file) => wrong.insert(format!("{file}: {why}")).clone(),
                        None => wrong.insert(why.clone()).clone(),
                    },
                    None => wrong.insert("A picture of the question is not in the file.".into()).clone(),
                });
                if let Some(message) = wrong {
                    let column = headers.cells.get(column).map_or("question", Cell::text).to_owned();
                    self.problems.push(Problem { row: row.number, column, message });
                }
            }
        }
    }
}
