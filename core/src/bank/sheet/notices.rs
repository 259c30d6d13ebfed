//! Notices about content that an import loses: further sheets, hidden rows, and objects on the sheet (pictures, text
//! boxes, equations, shapes, objects of other programs).

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{Cursor, Read as _},
};

use quick_xml::{
    Reader,
    escape::resolve_predefined_entity,
    events::{BytesStart, Event},
};
use zip::ZipArchive;

use super::{Warning, workbook::SheetRow};

const HIDDEN: &str = "The row is hidden in the sheet; it was read all the same.";
const PICTURE: &str =
    "A picture lies on the sheet here, and was left out. Save it as a file, and name the file in the column image.";
const EQUATION: &str = "An equation lies on the sheet here, and was left out. Write it in the cell, as \\(x^2\\).";
const DRAWING: &str =
    "A drawing lies on the sheet here, and was left out. Save it as a picture, and name its file in the column image.";
const OBJECT: &str = "An object of another program (such as an equation) lies on the sheet here, and was left out. \
    Write it in the cell, as \\(x^2\\), or save it as a picture.";
/// Maximum characters of a text box that its notice quotes.
const QUOTED: usize = 60;

/// The notices about a sheet of a repacked workbook: its hidden rows, and the objects on it. None if its parts are not
/// in their usual places.
pub(super) fn of_sheet(bytes: &[u8], sheet: &str, rows: &[SheetRow]) -> Vec<Warning> {
    let found = ZipParts::open(bytes).and_then(|mut parts| {
        let place = parts.sheet(sheet)?;
        let OnSheet { hidden, has_drawing, objects } = read_sheet(&parts.read(&place)?)?;
        let drawn = if has_drawing { parts.drawn(&place).unwrap_or_default() } else { BTreeSet::new() };
        Some((hidden, drawn, objects))
    });
    let (hidden, drawn, objects) = found.unwrap_or_default();
    let is_filled = |number: &u32| rows.binary_search_by_key(number, |row| row.number).is_ok();
    let hidden = hidden.into_iter().filter(is_filled).map(|row| (Some(row), HIDDEN.to_owned()));
    let objects = objects.into_values().map(|row| (row, OBJECT.to_owned()));
    let mut warnings: Vec<_> = hidden.chain(drawn).chain(objects).collect();
    warnings.sort_unstable();
    warnings.dedup();
    warnings.into_iter().map(|(row, message)| Warning { row, column: None, message }).collect()
}

/// The notice about a further sheet.
pub(super) fn further_sheet(name: &str) -> Warning {
    let message = format!("The sheet “{name}” was left out: only the first sheet is read.");
    Warning { row: None, column: None, message }
}

/// The facts from a sheet's XML.
#[derive(Default)]
struct OnSheet {
    /// The numbers of its hidden rows.
    hidden: BTreeSet<u32>,
    /// Whether it has a drawing.
    has_drawing: bool,
    /// The embedded objects of other programs by id, each with its first row if known.
    objects: BTreeMap<String, Option<u32>>,
}

fn read_sheet(xml: &str) -> Option<OnSheet> {
    let mut found = OnSheet::default();
    let mut object = None;
    let mut at = Anchor::default();
    each_event(xml, |event| {
        at.take(event);
        let (Event::Start(tag) | Event::Empty(tag)) = event else {
            if let (Some(id), Some(row)) = (&object, at.row) {
                found.objects.insert(String::clone(id), Some(row));
            }
            return;
        };
        match tag.local_name().as_ref() {
            "row" if matches!(attribute(tag, "hidden").as_deref(), Some("1" | "true")) => {
                found.hidden.extend(attribute(tag, "r").and_then(|number| number.parse::<u32>().ok()));
            }
            "drawing" => found.has_drawing = true,
            "oleObject" => {
                // An object is written twice, for newer and for older programs; its id removes the duplicate.
                let id = attribute(tag, "shapeId").unwrap_or_default();
                found.objects.entry(id.clone()).or_default();
                (object, at) = (Some(id), Anchor::default());
            }
            _ => {}
        }
    })?;
    Some(found)
}

/// The cell at which an object on a sheet begins.
#[derive(Default)]
struct Anchor {
    in_from: bool,
    in_row: bool,
    /// From 1.
    row: Option<u32>,
}

impl Anchor {
    fn take(&mut self, event: &Event<'_>) {
        match event {
            Event::Start(tag) => match tag.local_name().as_ref() {
                "from" => self.in_from = true,
                "row" => self.in_row = self.in_from,
                _ => {}
            },
            Event::End(tag) => match tag.local_name().as_ref() {
                "from" => self.in_from = false,
                "row" => self.in_row = false,
                _ => {}
            },
            Event::Text(text) if self.in_row => {
                self.row = text.trim().parse::<u32>().ok().and_then(|row| row.checked_add(1));
            }
            _ => {}
        }
    }
}

/// The parts of a repacked workbook, whose sizes are limited and true.
struct ZipParts<'a>(ZipArchive<Cursor<&'a [u8]>>);

impl<'a> ZipParts<'a> {
    fn open(bytes: &'a [u8]) -> Option<Self> {
        ZipArchive::new(Cursor::new(bytes)).ok().map(Self)
    }

    fn read(&mut self, name: &str) -> Option<String> {
        let mut text = String::new();
        // Names of parts ignore case.
        let own = self.0.file_names().filter_map(Result::ok).find(|own| own.eq_ignore_ascii_case(name))?.into_owned();
        self.0.by_name(&own).ok()?.read_to_string(&mut text).ok()?;
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

    /// An object on a sheet: its first row, and its notice.
    fn drawn(&mut self, sheet: &str) -> Option<BTreeSet<(Option<u32>, String)>> {
        let mut found = BTreeSet::new();
        for drawing in self.related(sheet, |_, kind| kind.ends_with("/drawing"))? {
            found.extend(drawings(&self.read(&drawing)?)?);
        }
        Some(found)
    }

    /// The parts that a part refers to, selected by id and kind of the reference.
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

/// The content of one anchor of a drawing.
#[derive(Default)]
struct Drawn {
    at: Anchor,
    has_picture: bool,
    has_equation: bool,
    has_shape: bool,
    words: String,
}

impl Drawn {
    /// Its notices, one for each kind of content.
    fn notices(self) -> impl Iterator<Item = (Option<u32>, String)> {
        let words: String = self.words.trim().chars().take(QUOTED).collect();
        let has_words = !words.is_empty();
        let text_box =
            format!("A text box with “{words}” lies on the sheet here, and was left out. Write its words in a cell.");
        let is_drawing = self.has_shape && !has_words && !self.has_picture && !self.has_equation;
        let all = [
            (self.has_picture, PICTURE.to_owned()),
            (self.has_equation, EQUATION.to_owned()),
            (has_words, text_box),
            (is_drawing, DRAWING.to_owned()),
        ];
        all.into_iter().filter_map(move |(is_there, message)| is_there.then_some((self.at.row, message)))
    }
}

/// The notices about the objects of a drawing.
fn drawings(xml: &str) -> Option<BTreeSet<(Option<u32>, String)>> {
    let mut found = BTreeSet::new();
    let mut drawn = Drawn::default();
    // The fallback for older programs repeats an equation, so it is ignored.
    let (mut in_fallback, mut in_equation, mut in_words) = (false, false, false);
    each_event(xml, |event| {
        drawn.at.take(event);
        match event {
            Event::Start(tag) | Event::Empty(tag) => {
                let is_start = matches!(event, Event::Start(_));
                match tag.local_name().as_ref() {
                    "Fallback" => in_fallback = is_start,
                    _ if in_fallback => {}
                    "pic" => drawn.has_picture = true,
                    "oMath" => (drawn.has_equation, in_equation) = (true, is_start),
                    "sp" | "cxnSp" | "graphicFrame" => drawn.has_shape = true,
                    "t" => in_words = is_start && !in_equation,
                    "p" if !drawn.words.is_empty() => drawn.words.push(' '),
                    _ => {}
                }
            }
            Event::Text(text) if in_words && !in_fallback => drawn.words.push_str(text),
            Event::GeneralRef(name) if in_words && !in_fallback => {
                drawn.words.push_str(resolve_predefined_entity(name).unwrap_or_default());
            }
            Event::End(tag) => match tag.local_name().as_ref() {
                "Fallback" => in_fallback = false,
                "oMath" => in_equation = false,
                "t" => in_words = false,
                "twoCellAnchor" | "oneCellAnchor" | "absoluteAnchor" => {
                    found.extend(std::mem::take(&mut drawn).notices())
                }
                _ => {}
            },
            _ => {}
        }
    })?;
    Some(found)
}

fn each_tag(xml: &str, mut each: impl FnMut(&BytesStart<'_>)) -> Option<()> {
    each_event(xml, |event| {
        if let Event::Start(tag) | Event::Empty(tag) = event {
            each(tag);
        }
    })
}

fn each_event(xml: &str, mut each: impl FnMut(&Event<'_>)) -> Option<()> {
    let mut reader = Reader::from_str(xml);
    loop {
        match reader.read_event().ok()? {
            Event::Eof => return Some(()),
            event => each(&event),
        }
    }
}

fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    let found = tag.try_get_attribute(name).ok()??;
    quick_xml::escape::unescape(&found.value).ok().map(|value| value.into_owned())
}

/// Resolves a reference that is relative to a folder.
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
