//! Converts the formatting inside a cell ("rich text") to markup: `10⁻³`, typed as 10 and a raised −3, is not 10-3, and
//! an underlined letter may be the whole question.
//!
//! The XML of a part is rewritten before the spreadsheet library reads it, because that reads only the text.

use std::{borrow::Cow, ops::Range};

use quick_xml::{
    Reader,
    escape::{escape, unescape},
    events::{BytesStart, Event},
};

use super::symbols::{is_symbol_font, readable};

/// The formatting of a run of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Marks {
    bold: bool,
    italic: bool,
    underlined: bool,
    raised: bool,
    lowered: bool,
    /// Whether it is in the font Symbol, in which `q` looks like θ.
    symbols: bool,
}

impl Marks {
    /// The HTML elements for it, outermost first.
    fn elements(self) -> impl DoubleEndedIterator<Item = &'static str> {
        let all =
            [(self.bold, "b"), (self.italic, "i"), (self.underlined, "u"), (self.raised, "sup"), (self.lowered, "sub")];
        all.into_iter().filter_map(|(is_set, element)| is_set.then_some(element))
    }

    /// Applies a property of a run.
    fn take(&mut self, property: &BytesStart<'_>) {
        let value = property.try_get_attribute("val").ok().flatten();
        let value = value.as_ref().map_or("", |value| value.value.as_ref());
        let is_on = !matches!(value, "0" | "false" | "none");
        match property.local_name().as_ref() {
            "b" => self.bold = is_on,
            "i" => self.italic = is_on,
            "u" => self.underlined = is_on,
            "rFont" => self.symbols = is_symbol_font(value),
            "vertAlign" => (self.raised, self.lowered) = (value == "superscript", value == "subscript"),
            _ => {}
        }
    }
}

/// A run of text, escaped as in the XML.
#[derive(Default)]
struct Run {
    marks: Marks,
    text: String,
}

/// The part with the formatting inside cells written as markup. Unchanged if there is none, or if it cannot be read,
/// which the spreadsheet library will report.
pub(super) fn marked_up(part: &[u8]) -> Cow<'_, [u8]> {
    let changes = std::str::from_utf8(part).ok().and_then(|source| Some((source, changes(source)?)));
    let Some((source, changes)) = changes.filter(|(_, changes)| !changes.is_empty()) else {
        return Cow::Borrowed(part);
    };
    let mut out = String::with_capacity(source.len());
    let mut from = 0;
    for (place, text) in changes {
        out.push_str(&source[from..place.start]);
        out.push_str(&text);
        from = place.end;
    }
    out.push_str(&source[from..]);
    Cow::Owned(out.into_bytes())
}

/// The replacements with their positions, in order; `None` if the XML breaks off.
fn changes(source: &str) -> Option<Vec<(Range<usize>, String)>> {
    let mut reader = Reader::from_str(source);
    let mut changes = Vec::new();
    loop {
        match reader.read_event().ok()? {
            // A text that cells share, or one inside its cell.
            Event::Start(text) if matches!(text.local_name().as_ref(), "si" | "is") => {
                let from = position(&reader)?;
                let name = text.name().as_ref().to_owned();
                let (runs, to) = runs(&mut reader, &name)?;
                let runs = meaningful(runs);
                if runs.iter().any(|run| run.marks != Marks::default()) {
                    changes.push((from..to, written(&runs, &name)));
                }
            }
            Event::Eof => return Some(changes),
            _ => {}
        }
    }
}

/// The runs up to the end of the element `name`, and the position of its end tag.
fn runs(reader: &mut Reader<&[u8]>, name: &str) -> Option<(Vec<Run>, usize)> {
    let mut runs: Vec<Run> = Vec::new();
    let (mut in_properties, mut in_text, mut in_reading) = (false, false, false);
    let mut kept = 0;
    loop {
        let before = position(reader)?;
        match reader.read_event().ok()? {
            Event::Start(tag) => match tag.local_name().as_ref() {
                "r" => runs.push(Run::default()),
                "rPr" => in_properties = true,
                // The pronunciation of a text, in some languages.
                "rPh" => in_reading = true,
                "t" if !in_reading => {
                    in_text = true;
                    if runs.is_empty() {
                        runs.push(Run::default());
                    }
                    let space = tag.try_get_attribute("xml:space").ok().flatten();
                    let is_kept = space.is_some_and(|space| space.value == "preserve");
                    kept = if is_kept { usize::MAX } else { runs.last()?.text.len() };
                }
                _ if in_properties => runs.last_mut()?.marks.take(&tag),
                _ => {}
            },
            Event::Empty(tag) if in_properties => runs.last_mut()?.marks.take(&tag),
            Event::End(tag) if tag.name().as_ref() == name => return Some((runs, before)),
            Event::End(tag) => match tag.local_name().as_ref() {
                "rPr" => in_properties = false,
                "rPh" => in_reading = false,
                "t" if in_text => {
                    in_text = false;
                    let text = &mut runs.last_mut()?.text;
                    if let Some(added) = text.get(kept..) {
                        let trimmed = added.trim_matches([' ', '\t', '\r', '\n']).to_owned();
                        text.replace_range(kept.., &trimmed);
                    }
                }
                _ => {}
            },
            Event::Text(text) if in_text => runs.last_mut()?.text.push_str(&text),
            Event::CData(text) if in_text => runs.last_mut()?.text.push_str(&escape(&*text)),
            Event::GeneralRef(name) if in_text => {
                let text = &mut runs.last_mut()?.text;
                text.push('&');
                text.push_str(&name);
                text.push(';');
            }
            Event::Eof => return None,
            _ => {}
        }
    }
}

/// Removes the formatting that all runs share, because a cell that is bold as a whole emphasises nothing, and joins
/// neighbours with the same formatting.
fn meaningful(runs: Vec<Run>) -> Vec<Run> {
    let all = |mark: fn(&Marks) -> bool| {
        let mut seen = runs.iter().filter(|run| !run.text.trim().is_empty());
        seen.all(|run| mark(&run.marks))
    };
    let (bold, italic) = (all(|marks| marks.bold), all(|marks| marks.italic));
    let underlined = all(|marks| marks.underlined);
    let mut out: Vec<Run> = Vec::new();
    for Run { mut marks, text } in runs {
        // Bold or italic white space looks plain. Underlined white space is a gap to fill in, so it stays.
        let is_blank = text.trim().is_empty();
        marks.bold &= !bold && !is_blank;
        marks.italic &= !italic && !is_blank;
        marks.underlined &= !underlined;
        // Bold and italic are also removed from white space around words, because `<b> and </b>` could be read as the
        // names of two tags.
        let (start, end) = (text.trim_start().len(), text.trim_end().len());
        let has_edges = marks.bold || marks.italic;
        let (before, rest) = text.split_at(if has_edges { text.len() - start } else { 0 });
        let (words, after) = rest.split_at(if has_edges { end - before.len() } else { rest.len() });
        let space = Marks { bold: false, italic: false, ..marks };
        for (marks, text) in [(space, before), (marks, words), (space, after)] {
            match out.last_mut() {
                _ if text.is_empty() => {}
                Some(last) if last.marks == marks => last.text.push_str(text),
                _ => out.push(Run { marks, text: text.to_owned() }),
            }
        }
    }
    out
}

/// Writes the runs as one text, in the namespace of the surrounding element.
fn written(runs: &[Run], name: &str) -> String {
    let prefix = name.rsplit_once(':').map_or(String::new(), |(prefix, _)| format!("{prefix}:"));
    let mut out = format!("<{prefix}t xml:space=\"preserve\">");
    for run in runs.iter().filter(|run| !run.text.is_empty()) {
        for element in run.marks.elements() {
            out.push_str(&format!("&lt;{element}&gt;"));
        }
        match unescape(&run.text) {
            Ok(text) if run.marks.symbols => out.push_str(&escape(readable(&text))),
            _ => out.push_str(&run.text),
        }
        for element in run.marks.elements().rev() {
            out.push_str(&format!("&lt;/{element}&gt;"));
        }
    }
    out.push_str(&format!("</{prefix}t>"));
    out
}

fn position(reader: &Reader<&[u8]>) -> Option<usize> {
    usize::try_from(reader.buffer_position()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(part: &str) -> String {
        String::from_utf8(marked_up(part.as_bytes()).into_owned()).unwrap()
    }

    #[test]
    fn stretches_become_markup() {
        let run = |properties: &str, text: &str| {
            format!("<r><rPr>{properties}<sz val=\"11\"/></rPr><t xml:space=\"preserve\">{text}</t></r>")
        };
        for (runs, text) in [
            (run("", "10") + &run("<vertAlign val=\"superscript\"/>", "-3"), "10&lt;sup&gt;-3&lt;/sup&gt;"),
            (run("", "H") + &run("<vertAlign val=\"subscript\"/>", "2") + &run("", "O"), "H&lt;sub&gt;2&lt;/sub&gt;O"),
            (run("<u/>", "ch") + "<r><t>emist</t></r>", "&lt;u&gt;ch&lt;/u&gt;emist"),
            (run("<u val=\"double\"/>", "a") + &run("<u val=\"none\"/>", "b"), "&lt;u&gt;a&lt;/u&gt;b"),
            (run("<b/>", "a &lt; &#8377;") + &run("<b val=\"0\"/>", "b"), "&lt;b&gt;a &lt; &#8377;&lt;/b&gt;b"),
            (run("", "x") + &run("<i/><b/>", "y") + &run("<b/><i/>", "z"), "x&lt;b&gt;&lt;i&gt;yz&lt;/i&gt;&lt;/b&gt;"),
            (run("", "a") + &run("<b/>", " ") + &run("<u/>", "   "), "a &lt;u&gt;   &lt;/u&gt;"),
            (run("", "A") + &run("<b/>", " and ") + &run("", "B"), "A &lt;b&gt;and&lt;/b&gt; B"),
            (run("<rFont val=\"Symbol\"/>", "q &lt; p") + &run("<rFont val=\"Calibri\"/>", " = q"), "θ &lt; π = q"),
            (run("<rFont val=\"symbol\"/>", "D"), "Δ"),
        ] {
            let told = of(&format!("<sst><si>{runs}</si><si><t>next</t></si></sst>"));
            let wanted = format!("<sst><si><t xml:space=\"preserve\">{text}</t></si><si><t>next</t></si></sst>");
            assert_eq!(told, wanted);
        }
        let inline = "<x:c><x:is><x:r><x:rPr><x:u/></x:rPr><x:t> a </x:t></x:r><x:r><x:t>b</x:t></x:r></x:is></x:c>";
        let wanted = "<x:c><x:is><x:t xml:space=\"preserve\">&lt;u&gt;a&lt;/u&gt;b</x:t></x:is></x:c>";
        assert_eq!(of(inline), wanted);
    }

    #[test]
    fn what_holds_for_the_whole_cell_means_nothing() {
        for same in [
            "<sst><si><r><rPr><b/></rPr><t>a</t></r><r><rPr><b/><sz/></rPr><t>b</t></r></si></sst>",
            "<sst><si><r><rPr><u/><color/></rPr><t>a</t></r></si></sst>",
            "<sst><si><t>plain</t></si></sst>",
            "<sst><si><r><rPr><u/></rPr><t>a</t></r><r><t>b</t></r>",
            "<sst><si><r></wrong></si>",
        ] {
            assert_eq!(of(same), same);
        }
        let mixed = "<si><r><rPr><b/></rPr><t>a</t></r><r><rPr><b/><u/></rPr><t>b</t></r></si>";
        assert_eq!(of(mixed), "<si><t xml:space=\"preserve\">a&lt;u&gt;b&lt;/u&gt;</t></si>");
    }
}
