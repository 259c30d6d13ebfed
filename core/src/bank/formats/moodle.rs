//! Moodle XML: single-choice and essay questions with categories, explanations and embedded pictures.
//!
//! A `<question>` is read as a small tree of limited depth and size. Entities that a file declares are refused, not
//! expanded. Elements inside a `<text>`, which some programs write without CDATA, are read as HTML.

use std::{borrow::Cow, collections::HashMap};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use bytes::Bytes;
use quick_xml::{
    Reader, XmlVersion,
    escape::{escape, resolve_predefined_entity},
    events::{BytesStart, Event},
};

use super::{
    FileBody, FileItem, Format, ItemKind, Written,
    encoding::LineCounter,
    markdown, marks, pictures,
    source::{ParsedFile, ReadError, Rows},
};
use crate::{
    html,
    images::{from_base64, references},
};

/// The text before and after the questions of a file.
pub(super) const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<quiz>\n";
pub(super) const TAIL: &str = "</quiz>\n";
/// The prefix of our ids, because other systems number their questions too.
pub(super) const ID: &str = "sabi-";
/// The prefix of the name of an embedded picture in a text.
const FILE: &str = "@@PLUGINFILE@@/";
/// Maximum depth of elements.
const MAX_DEPTH: usize = 32;
/// Maximum number of elements in a question.
const MAX_ELEMENTS: usize = 10_000;
/// Maximum number of characters of a category's name that are kept. No title may be that long, so a longer name is
/// refused with its rows.
const MAX_NAME: usize = 200;
/// Maximum number of attributes of an element that are read.
const MAX_ATTRIBUTES: usize = 20;
/// The element that holds a text.
const TEXT: &str = "text";
/// Elements of HTML that have no end tag.
const VOID: [&str; 6] = ["br", "hr", "img", "col", "input", "wbr"];

/// An element below `<question>`.
#[derive(Default)]
struct Node {
    name: String,
    attributes: Vec<(String, String)>,
    text: String,
    /// The content as HTML, including the elements inside it; only for a text.
    html: String,
    /// Whether it contains elements, so that it must be read as HTML.
    has_elements: bool,
    children: Vec<Node>,
    line: u32,
}

impl Node {
    fn child(&self, name: &str) -> Option<&Node> {
        self.children.iter().find(|node| node.name == name)
    }

    fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Node> {
        self.children.iter().filter(move |node| node.name == name)
    }

    fn attribute(&self, name: &str) -> &str {
        self.attributes.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value)
    }

    /// The content of its `<text>`, or its own if it has none.
    fn content(&self) -> &Node {
        self.child(TEXT).unwrap_or(self)
    }

    /// The content as plain text.
    fn words(&self) -> String {
        let content = self.content();
        if content.has_elements { html::text(&content.html) } else { content.text.trim().to_owned() }
    }

    /// Adds content: words, with entities resolved, or the HTML of a CDATA section.
    fn add(&mut self, read: &str, is_html: bool) {
        self.text.push_str(read);
        if self.name == TEXT {
            self.html.push_str(&if is_html { Cow::Borrowed(read) } else { Cow::Owned(html::escaped(read)) });
        }
    }

    /// Begins an element inside this text.
    fn begin(&mut self, element: &Node) {
        self.has_elements = true;
        let attributes = element.attributes.iter();
        let attributes = attributes.map(|(key, value)| format!(" {key}=\"{}\"", escape(value.as_str())));
        self.html.push_str(&format!("<{}{}>", element.name, attributes.collect::<String>()));
    }

    /// Ends an element inside this text.
    fn end(&mut self, element: &Node) {
        if !VOID.contains(&element.name.as_str()) {
            self.html.push_str(&format!("</{}>", element.name));
        }
    }
}

/// The text that contains the next element.
fn around(open: &mut [Node]) -> Option<&mut Node> {
    open.iter_mut().find(|node| node.name == TEXT)
}

/// Adds content to the text that contains it, or else to its element.
fn add(open: &mut [Node], read: &str, is_html: bool) {
    let place = open.iter().position(|node| node.name == TEXT).or(open.len().checked_sub(1));
    if let Some(node) = place.and_then(|place| open.get_mut(place)) {
        node.add(read, is_html);
    }
}

/// Reads questions.
///
/// # Errors
/// [`ReadError`] with the line, if the file is not Moodle XML, is cut off, or exceeds the limits.
pub(super) fn read(text: &str, kind: ItemKind) -> Result<ParsedFile, ReadError> {
    let mut reader = Reader::from_str(text);
    let mut lines = LineCounter::default();
    let mut rows = Rows::of_items(kind)?;
    let mut place = (String::new(), String::new());
    let mut open: Vec<Node> = Vec::new();
    let (mut elements, mut is_quiz, mut last) = (0, false, 0);
    loop {
        let at = usize::try_from(reader.buffer_position()).unwrap_or(text.len());
        let event = reader.read_event();
        let mut fail = |why: &str| ReadError::broken_at(Format::Xml, lines.at(text.as_bytes(), at), why);
        match event {
            Err(error) => return Err(fail(&format!("the XML is damaged: {error}"))),
            Ok(Event::DocType(_)) => return Err(fail("entities are declared, which is not allowed")),
            Ok(Event::Start(tag)) if !is_quiz => {
                if tag.name().0 != "quiz" {
                    return Err(fail("there is another element than <quiz>; export the questions as Moodle XML"));
                }
                is_quiz = true;
            }
            Ok(Event::Start(tag)) => {
                elements = if open.is_empty() { 1 } else { elements + 1 };
                if open.len() >= MAX_DEPTH {
                    return Err(fail("elements are nested more than 32 deep"));
                }
                if elements > MAX_ELEMENTS {
                    return Err(fail("a question has more than 10,000 elements"));
                }
                let node = node(&tag, lines.at(text.as_bytes(), at));
                if let Some(text) = around(&mut open) {
                    text.begin(&node);
                }
                open.push(node);
            }
            Ok(Event::Empty(tag)) => {
                elements += 1;
                if elements > MAX_ELEMENTS {
                    return Err(fail("a question has more than 10,000 elements"));
                }
                let node = node(&tag, lines.at(text.as_bytes(), at));
                if let Some(text) = around(&mut open) {
                    text.begin(&node);
                    text.end(&node);
                } else if let Some(parent) = open.last_mut() {
                    parent.children.push(node);
                }
            }
            Ok(Event::End(_)) => {
                let Some(mut node) = open.pop() else { continue };
                if let Some(text) = around(&mut open) {
                    text.end(&node);
                } else if let Some(parent) = open.last_mut() {
                    parent.children.push(node);
                } else {
                    // Rows are identified by their line. Many programs write a whole file on one line, so a repeated
                    // line is counted up.
                    node.line = node.line.max(last + 1);
                    last = node.line;
                    question(&mut rows, kind, &node, &mut place)?;
                }
            }
            Ok(Event::Text(words)) => add(&mut open, &words.xml10_content(), false),
            Ok(Event::CData(words)) => add(&mut open, &words.xml10_content(), true),
            Ok(Event::GeneralRef(name)) => {
                let sign = name.resolve_char_ref().ok().flatten().map(String::from);
                let sign = sign.or_else(|| resolve_predefined_entity(&name).map(str::to_owned));
                let sign = sign.ok_or_else(|| fail("there is an unknown entity"))?;
                add(&mut open, &sign, false);
            }
            Ok(Event::Eof) if !open.is_empty() => return Err(fail("the file ends within a question")),
            Ok(Event::Eof) => break,
            Ok(_) => {}
        }
    }
    rows.done(Format::Xml)
}

fn node(tag: &BytesStart<'_>, line: u32) -> Node {
    // A check for duplicate attributes would take quadratic time.
    let mut attributes = tag.attributes();
    let attributes = attributes.with_checks(false).take(MAX_ATTRIBUTES).filter_map(Result::ok);
    let attributes = attributes.filter_map(|one| {
        let value = one.normalized_value(XmlVersion::Implicit1_0).ok()?;
        Some((one.key.0.to_owned(), value.into_owned()))
    });
    Node { name: tag.name().0.to_owned(), attributes: attributes.collect(), line, ..Node::default() }
}

fn question(rows: &mut Rows, kind: ItemKind, node: &Node, place: &mut (String, String)) -> Result<(), ReadError> {
    let sort = node.attribute("type");
    if node.name != "question" {
        return Ok(());
    }
    if sort == "category" {
        let path = node.child("category").map(Node::words).unwrap_or_default();
        *place = category(&path);
        return Ok(());
    }
    let refused = match (kind, sort) {
        (ItemKind::Choice, "multichoice" | "truefalse") | (ItemKind::Essay, "essay") => None,
        (ItemKind::Choice, "essay") => {
            Some("This is a question that is answered in writing; import it as a theory question.".to_owned())
        }
        (ItemKind::Essay, "multichoice" | "truefalse") => {
            Some("This is a multiple-choice question, not a theory question.".to_owned())
        }
        (_, sort) => Some(format!("Questions of the type “{sort}” are not imported; make it one with options.")),
    };
    if let Some(why) = refused {
        return rows.source.refuse(node.line, "question", why);
    }
    let mut item = FileItem {
        line: node.line,
        id: node.child("idnumber").and_then(|id| id_of(id.text.trim())).unwrap_or_default(),
        title: node.child("name").map(Node::words).unwrap_or_default(),
        topic: place.0.clone(),
        section: place.1.clone(),
        ..FileItem::default()
    };
    // An element without a format has the format of the question.
    let format = node.child("questiontext").map_or("", |stem| stem.attribute("format"));
    let mut text = |name: &str| node.child(name).map_or(String::new(), |node| rich(rows, node, format));
    let stem = text("questiontext");
    let general = text("generalfeedback");
    marks::take_stem(&mut item, &stem);
    if kind == ItemKind::Essay {
        let graders = text("graderinfo");
        item.body = match graders.is_empty() {
            true => tagged(&general),
            false => FileBody::Essay { answer: graders, detailed: general },
        };
        return rows.item(&item);
    }
    if node.all("hint").any(|hint| !hint.words().is_empty()) {
        rows.source.warn(node.line, "The hints were left out.");
    }
    match choice(rows, node, general, format) {
        Ok(FileBody::Choice { options, correct, description }) if sort == "truefalse" => {
            rows.source.warn(node.line, TRUE_FALSE);
            let options = options.iter().map(|option| true_or_false(option)).collect();
            item.body = FileBody::Choice { options, correct, description };
        }
        Ok(body) => item.body = body,
        Err(why) => return rows.source.refuse(node.line, "rightAnswer", why),
    }
    rows.item(&item)
}

/// The notice about each true-false question.
pub(super) const TRUE_FALSE: &str = "The true-false question was read as one with the options True and False.";

/// An answer of a true-false question, which Moodle writes in small letters.
fn true_or_false(answer: &str) -> String {
    match answer.trim() {
        "true" => "True".into(),
        "false" => "False".into(),
        other => other.to_owned(),
    }
}

fn choice(rows: &mut Rows, node: &Node, general: String, format: &str) -> Result<FileBody, &'static str> {
    if node.child("single").is_some_and(|single| matches!(single.text.trim(), "false" | "0")) {
        return Err("The question takes several answers; exactly one may be right.");
    }
    let (mut options, mut right, mut explained, mut others, mut parts) =
        (Vec::new(), Vec::new(), String::new(), false, false);
    for answer in node.all("answer") {
        let fraction: f64 = answer.attribute("fraction").trim().parse().unwrap_or(0.0);
        let feedback = answer.child("feedback").map_or(String::new(), |feedback| rich(rows, feedback, format));
        if fraction >= 100.0 {
            right.push(options.len());
            explained = feedback;
        } else {
            others |= !feedback.is_empty();
            parts |= fraction > 0.0;
        }
        options.push(rich(rows, answer, format));
    }
    let [correct] = *right.as_slice() else { return Err("Exactly one answer must have the fraction 100.") };
    if parts {
        rows.source.warn(node.line, "Some options earn a part of the marks in Moodle; here they are wrong.");
    }
    if others || !general.is_empty() && !explained.is_empty() {
        rows.source.warn(node.line, "The feedback on other options was left out; the explanation is kept.");
    }
    let description = if general.is_empty() { explained } else { general };
    Ok(FileBody::Choice { options, correct, description })
}

/// A text as HTML. Its pictures are added to the source. `format` is that of the question, for a text without one.
fn rich(rows: &mut Rows, node: &Node, format: &str) -> String {
    let content = node.content();
    if node.children.iter().filter(|child| child.name == TEXT).count() > 1 {
        rows.source.warn(node.line, format!("<{}> holds more than one <text>; only the first was read.", node.name));
    }
    let is_other = |child: &Node| !matches!(child.name.as_str(), "file" | "feedback");
    if node.child(TEXT).is_none() && node.children.iter().any(is_other) {
        rows.source.warn(node.line, format!("<{}> holds elements, but no <text>; they were left out.", node.name));
    }
    let own = node.attribute("format");
    let text = match if own.is_empty() { format } else { own } {
        "markdown" => markdown::html(if content.has_elements { &content.html } else { &content.text }),
        _ if content.has_elements => {
            if html::clean(&content.text).contains('<') {
                let message =
                    "A text holds elements and escaped tags side by side; the escaped ones were read as words.";
                rows.source.warn(content.line, message);
            }
            content.html.trim().to_owned()
        }
        "plain_text" => html::escaped(content.text.trim()),
        _ => content.text.trim().to_owned(),
    };
    let mut files: HashMap<&str, Option<String>> = HashMap::new();
    for file in node.all("file") {
        let name = file.attribute("name");
        match from_base64(file.text.trim()) {
            Ok(bytes) => {
                let known = pictures::name_of(name, &bytes);
                files.insert(name, Some(known.clone()));
                rows.source.file_names.insert(known.clone(), name.to_owned());
                rows.source.pictures.insert(known, bytes);
            }
            Err(error) => {
                files.insert(name, None);
                rows.source.warn(file.line, format!("The picture “{name}” cannot be read. {error}"));
            }
        }
        if !text.contains(FILE) {
            rows.source.warn(file.line, format!("The picture “{name}” is shown nowhere and was left out."));
        }
    }
    pictures::replace(&text, FILE, |path| {
        let name = path.rsplit('/').next().unwrap_or(path);
        // A name without a picture is reported with its row.
        let known = files.get(name).cloned().flatten().unwrap_or_default();
        format!("{}{known}", pictures::MARK)
    })
}

/// The model answers, short and full, from a text that begins with the short one.
pub(super) fn tagged(html: &str) -> FileBody {
    match marks::take(html, "answer") {
        Some((_, answer, detailed)) => FileBody::Essay { answer: answer.to_owned(), detailed: detailed.to_owned() },
        None => FileBody::Essay { answer: html.to_owned(), detailed: html.to_owned() },
    }
}

/// Our id inside an id of Moodle.
pub(super) fn id_of(number: &str) -> Option<String> {
    number.trim().strip_prefix(ID).map(str::to_owned)
}

/// Topic and section from the path of a category, `$course$/top/Topic/Section`. Deeper levels belong to the section.
pub(super) fn category(path: &str) -> (String, String) {
    const SLASH: &str = "\u{0}";
    let path = path.trim().replace("//", SLASH);
    let names = path.split('/').map(|name| name.replace(SLASH, "/").trim().to_owned());
    let mut names: Vec<String> = names.filter(|name| !name.is_empty()).collect();
    if names.first().is_some_and(|name| name.starts_with('$') && name.ends_with('$')) {
        names.remove(0);
    }
    if names.first().is_some_and(|name| name == "top") {
        names.remove(0);
    }
    if names.first().is_some_and(|name| name.starts_with("Default for ")) {
        names.remove(0);
    }
    let topic = if names.is_empty() { String::new() } else { names.remove(0) };
    let short = |name: String| name.chars().take(MAX_NAME).collect();
    (short(topic), short(names.join(" / ")))
}

/// The path of a question's category.
pub(super) fn path_of(item: &FileItem) -> String {
    let name = |name: &str| {
        let space = if name.starts_with('/') { " " } else { "" };
        format!("{space}{}", name.replace('/', "//"))
    };
    format!("$course$/top/{}/{}", name(&item.topic), name(&item.section))
}

/// Writes a question, and lists its losses. `moved` starts a new category.
pub(super) fn write(item: &FileItem, moved: bool, found: &HashMap<String, Bytes>) -> Written {
    let mut written = Written::default();
    let mut out = String::new();
    if moved {
        let path = xml(&path_of(item));
        out.push_str(&format!("<question type=\"category\"><category><text>{path}</text></category></question>\n"));
    }
    let mut text = |column: &'static str, element: &str, attributes: &str, html: &str| {
        let (html, files) = embedded(&mut written, column, html, found);
        let html = xml(&html);
        format!("  <{element} {attributes}format=\"html\"><text>{html}</text>{files}</{element}>\n")
    };
    let sort = if item.kind() == ItemKind::Choice { "multichoice" } else { "essay" };
    out.push_str(&format!("<question type=\"{sort}\">\n  <name><text>{}</text></name>\n", xml(&item.title)));
    out.push_str(&text("question", "questiontext", "", &marks::stem(item)));
    match &item.body {
        FileBody::Choice { options, correct, description } => {
            out.push_str(&text("answerDesc", "generalfeedback", "", description));
            out.push_str(&id_number(item));
            out.push_str("  <single>true</single>\n  <shuffleanswers>true</shuffleanswers>\n");
            out.push_str("  <answernumbering>ABCD</answernumbering>\n");
            let columns = ["option1", "option2", "option3", "option4", "option5"];
            for (at, (column, option)) in columns.into_iter().zip(options).enumerate() {
                let fraction = if at == *correct { "fraction=\"100\" " } else { "fraction=\"0\" " };
                out.push_str(&text(column, "answer", fraction, option));
            }
        }
        FileBody::Essay { answer, detailed } => {
            out.push_str(&text("detailedAnswer", "generalfeedback", "", detailed));
            out.push_str(&id_number(item));
            out.push_str("  <responseformat>editor</responseformat>\n");
            out.push_str(&text("answer", "graderinfo", "", answer));
        }
    }
    out.push_str("</question>\n");
    written.text = out;
    written
}

fn id_number(item: &FileItem) -> String {
    let id = if item.id.is_empty() { String::new() } else { format!("{ID}{}", xml(&item.id)) };
    format!("  <idnumber>{id}</idnumber>\n")
}

/// A text that names its pictures as embedded, and their files.
fn embedded(
    written: &mut Written,
    column: &'static str,
    html: &str,
    found: &HashMap<String, Bytes>,
) -> (String, String) {
    let mut names: Vec<&str> = references::names_in(html).collect();
    names.sort_unstable();
    names.dedup();
    let (mut text, mut files) = (html.to_owned(), String::new());
    for name in names {
        let Some(bytes) = found.get(name) else {
            written.lose(column, format!("The picture {name} is not kept any more; its address was written."));
            continue;
        };
        text = text.replace(&html::upload_address(name), &format!("{FILE}{name}"));
        let base64 = STANDARD.encode(bytes);
        files.push_str(&format!("<file name=\"{name}\" path=\"/\" encoding=\"base64\">{base64}</file>"));
    }
    (text, files)
}

/// Escapes a text for XML, without the characters that XML does not allow.
fn xml(text: &str) -> String {
    let is_known =
        |sign: &char| !sign.is_control() && !matches!(sign, '\u{fffe}' | '\u{ffff}') || matches!(sign, '\n' | '\t');
    escape(text.chars().filter(is_known).collect::<String>()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn categories_are_topics_and_sections() {
        for (path, topic, section) in [
            ("$course$/top/Algebra/Sums", "Algebra", "Sums"),
            ("$course$/Algebra", "Algebra", ""),
            ("$system$/top/Default for Maths/Algebra/Sums/Easy", "Algebra", "Sums / Easy"),
            ("Acids // bases/pH", "Acids / bases", "pH"),
            ("", "", ""),
        ] {
            assert_eq!(category(path), (topic.into(), section.into()), "{path}");
        }
        for (topic, section) in [("a/b", "/c/"), ("A", "B"), ("//", "x")] {
            let item = FileItem { topic: topic.into(), section: section.into(), ..FileItem::default() };
            let (read, sections) = category(&path_of(&item));
            assert_eq!((read.as_str(), sections.as_str()), (topic, section));
        }
    }
}
