//! What a workbook holds beside the cells of its first sheet, which nobody should lose in silence: further
//! sheets, rows that are hidden, pictures that lie on the sheet.

use std::{
    collections::BTreeSet,
    io::{Cursor, Read as _},
};

use quick_xml::{
    Reader,
    events::{BytesStart, Event},
};
use zip::ZipArchive;

use super::{Warning, workbook::SheetRow};

const HIDDEN: &str = "The row is hidden in the sheet; it was read all the same.";
const PICTURE: &str =
    "A picture lies on the sheet here, and was left out. Save it as a file, and name the file in the column image.";

/// The notices about hidden rows and pictures of the sheet of this name in a repacked workbook. Where its
/// parts do not stand in their usual places there are none.
pub(super) fn of_sheet(bytes: &[u8], sheet: &str, rows: &[SheetRow]) -> Vec<Warning> {
    let found = Parts::open(bytes).and_then(|mut parts| {
        let place = parts.sheet(sheet)?;
        let (hidden, has_drawing) = looked_through(&parts.read(&place)?)?;
        let pictures = if has_drawing { parts.pictures(&place).unwrap_or_default() } else { BTreeSet::new() };
        Some((hidden, pictures))
    });
    let (hidden, pictures) = found.unwrap_or_default();
    let is_filled = |number: &u32| rows.binary_search_by_key(number, |row| row.number).is_ok();
    let hidden = hidden.into_iter().filter(is_filled).map(|row| (row, HIDDEN));
    let pictures = pictures.into_iter().map(|row| (row, PICTURE));
    let mut told: Vec<_> = hidden.chain(pictures).collect();
    told.sort_unstable();
    told.into_iter().map(|(row, message)| Warning { row: Some(row), column: None, message: message.into() }).collect()
}

/// The notice about a further sheet.
pub(super) fn further_sheet(name: &str) -> Warning {
    let message = format!("The sheet “{name}” was left out: only the first sheet is read.");
    Warning { row: None, column: None, message }
}

/// The numbers of the hidden rows, and whether something is drawn on the sheet.
fn looked_through(xml: &str) -> Option<(BTreeSet<u32>, bool)> {
    let (mut hidden, mut has_drawing) = (BTreeSet::new(), false);
    each_tag(xml, |tag| match tag.local_name().as_ref() {
        "row" if matches!(attribute(tag, "hidden").as_deref(), Some("1" | "true")) => {
            hidden.extend(attribute(tag, "r").and_then(|number| number.parse::<u32>().ok()));
        }
        "drawing" => has_drawing = true,
        _ => {}
    })?;
    Some((hidden, has_drawing))
}

/// The parts of a repacked workbook, whose sizes are bounded and true.
struct Parts<'a>(ZipArchive<Cursor<&'a [u8]>>);

impl<'a> Parts<'a> {
    fn open(bytes: &'a [u8]) -> Option<Self> {
        ZipArchive::new(Cursor::new(bytes)).ok().map(Self)
    }

    fn read(&mut self, name: &str) -> Option<String> {
        let mut text = String::new();
        self.0.by_name(name).ok()?.read_to_string(&mut text).ok()?;
        Some(text)
    }

    /// The part of the sheet of this name.
    fn sheet(&mut self, wanted: &str) -> Option<String> {
        let mut id = None;
        each_tag(&self.read("xl/workbook.xml")?, |tag| {
            if tag.local_name().as_ref() == "sheet" && attribute(tag, "name").as_deref() == Some(wanted) {
                id = attribute(tag, "r:id");
            }
        })?;
        let id = id?;
        self.related("xl/workbook.xml", |relation, _| relation == id)?.pop()
    }

    /// The rows over which the pictures on a sheet begin.
    fn pictures(&mut self, sheet: &str) -> Option<BTreeSet<u32>> {
        let mut rows = BTreeSet::new();
        for drawing in self.related(sheet, |_, kind| kind.ends_with("/drawing"))? {
            rows.extend(anchors(&self.read(&drawing)?)?);
        }
        Some(rows)
    }

    /// The parts that a part refers to, by the id and the kind of the reference.
    fn related(&mut self, part: &str, is_wanted: impl Fn(&str, &str) -> bool) -> Option<Vec<String>> {
        let (folder, file) = part.rsplit_once('/')?;
        let mut found = Vec::new();
        each_tag(&self.read(&format!("{folder}/_rels/{file}.rels"))?, |tag| {
            let of = |name| attribute(tag, name).unwrap_or_default();
            if tag.local_name().as_ref() == "Relationship" && is_wanted(&of("Id"), &of("Type")) {
                found.push(joined(folder, &of("Target")));
            }
        })?;
        Some(found)
    }
}

/// The rows, from 1, at which the pictures of a drawing are anchored.
fn anchors(xml: &str) -> Option<BTreeSet<u32>> {
    let mut reader = Reader::from_str(xml);
    let (mut rows, mut row, mut is_picture) = (BTreeSet::new(), None, false);
    let (mut in_from, mut in_row) = (false, false);
    loop {
        match reader.read_event().ok()? {
            Event::Start(tag) => match tag.local_name().as_ref() {
                "from" => in_from = true,
                "row" => in_row = in_from,
                "pic" => is_picture = true,
                _ => {}
            },
            Event::Text(text) if in_row => row = text.trim().parse::<u32>().ok(),
            Event::End(tag) => match tag.local_name().as_ref() {
                "from" => in_from = false,
                "row" => in_row = false,
                "twoCellAnchor" | "oneCellAnchor" => {
                    rows.extend(row.take().filter(|_| is_picture).and_then(|row| row.checked_add(1)));
                    is_picture = false;
                }
                _ => {}
            },
            Event::Eof => return Some(rows),
            _ => {}
        }
    }
}

fn each_tag(xml: &str, mut each: impl FnMut(&BytesStart<'_>)) -> Option<()> {
    let mut reader = Reader::from_str(xml);
    loop {
        match reader.read_event().ok()? {
            Event::Start(tag) | Event::Empty(tag) => each(&tag),
            Event::Eof => return Some(()),
            _ => {}
        }
    }
}

fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    let found = tag.try_get_attribute(name).ok()??;
    quick_xml::escape::unescape(&found.value).ok().map(|value| value.into_owned())
}

/// The place that a reference from a folder means.
fn joined(folder: &str, target: &str) -> String {
    let mut steps: Vec<&str> = if target.starts_with('/') { Vec::new() } else { folder.split('/').collect() };
    for step in target.split('/').filter(|step| !matches!(*step, "" | ".")) {
        match step {
            ".." => steps.truncate(steps.len().saturating_sub(1)),
            step => steps.push(step),
        }
    }
    steps.join("/")
}
