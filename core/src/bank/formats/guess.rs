//! Detects the format of a file, by its content or else by its name.

use super::Format;
use crate::bank::sheet::foreign;

/// The number of bytes that are examined.
const EXAMINED: usize = 64 * 1024;

/// The format of a file; a workbook if neither content nor name is clear, because its reader names the usual mistakes.
pub(super) fn guess(bytes: &[u8], name: &str) -> Format {
    by_content(bytes).or_else(|| by_name(name)).unwrap_or(Format::Xlsx)
}

fn by_name(name: &str) -> Option<Format> {
    let (_, ending) = name.rsplit_once('.')?;
    let ending = ending.to_lowercase();
    // A .txt file can be Aiken or GIFT, so its name is not clear.
    let mut formats = Format::ALL.into_iter().filter(|format| *format != Format::Aiken);
    formats.find(|format| format.endings().contains(&ending.as_str()))
}

fn by_content(bytes: &[u8]) -> Option<Format> {
    let start = bytes.get(..bytes.len().min(EXAMINED)).unwrap_or_default();
    if start.starts_with(b"PK\x03\x04") || start.starts_with(b"PK\x05\x06") || foreign(start).is_some() {
        // The workbook reader recognises files of other programs and names them in its error.
        return Some(Format::Xlsx);
    }
    let (encoding, mark) = encoding_rs::Encoding::for_bom(start).unwrap_or((encoding_rs::UTF_8, 0));
    let (text, _) = encoding.decode_without_bom_handling(&start[mark..]);
    if text.contains('\0') {
        return None;
    }
    let text = text.trim_start();
    if text.starts_with('<') {
        return text.contains("<quiz").then_some(Format::Xml);
    }
    let is_array = text.strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with(['{', '[']));
    if text.starts_with('{') || is_array {
        return Some(Format::Jsonl);
    }
    let text = &text.replace('\r', "\n");
    let first = text.lines().find(|line| !line.trim().is_empty() && !line.starts_with("sep="))?;
    if is_header(first) {
        return Some(Format::Csv);
    }
    let is_answer = |line: &str| line.get(..7).is_some_and(|start| start.eq_ignore_ascii_case("answer:"));
    if text.lines().any(is_answer) {
        return Some(Format::Aiken);
    }
    let marks = ["::", "$CATEGORY:", "//"];
    let is_marked = text.lines().any(|line| marks.iter().any(|mark| line.trim_start().starts_with(mark)));
    let answers =
        text.split_once('{').is_some_and(|(_, rest)| rest.trim_start().starts_with(['=', '~', '#', 'T', 'F']));
    (is_marked && text.contains('{') || answers).then_some(Format::Gift)
}

/// Whether a line is a row of headers: it names the column that every sheet has, and others.
fn is_header(line: &str) -> bool {
    let mut cells = line.split([',', ';', '\t']);
    let is_question = |cell: &str| cell.trim().trim_matches('"').trim().eq_ignore_ascii_case("question");
    line.contains([',', ';', '\t']) && cells.any(is_question)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_tells_before_the_name() {
        for (text, format) in [
            ("question,option1\n", Format::Csv),
            ("\u{feff}\"Question\";\"A\"\n", Format::Csv),
            ("sep=;\nid;question\n", Format::Csv),
            ("  <?xml version=\"1.0\"?>\n<quiz>", Format::Xml),
            ("{\"question\":\"a\"}\n", Format::Jsonl),
            ("[\n  {\"question\":\"a\"}\n]", Format::Jsonl),
            ("What?\nA. a\nB. b\nANSWER: A\n", Format::Aiken),
            ("// c\n\n::t::What?{=a ~b}\n", Format::Gift),
            ("What is 1 + 1? {\n  =2\n ~3\n}", Format::Gift),
        ] {
            assert_eq!(guess(text.as_bytes(), "bank.xlsx"), format, "{text}");
        }
        let utf16: Vec<u8> =
            [0xff, 0xfe].into_iter().chain("question\ta".encode_utf16().flat_map(u16::to_le_bytes)).collect();
        assert_eq!(guess(&utf16, ""), Format::Csv);
        for start in [&b"PK\x03\x04"[..], b"{\\rtf1", b"%PDF-1.7", b"\x89PNG"] {
            assert_eq!(guess(start, "bank.csv"), Format::Xlsx);
        }
    }

    #[test]
    fn a_name_tells_what_content_does_not() {
        for (name, format) in [
            ("bank.CSV", Format::Csv),
            ("bank.tsv", Format::Csv),
            ("bank.gift", Format::Gift),
            ("bank.json", Format::Jsonl),
            ("bank.doc", Format::Xlsx),
            ("", Format::Xlsx),
        ] {
            assert_eq!(guess(b"Dear team,\nhere is the bank.", name), format, "{name}");
        }
        assert_eq!(guess(b"<html>", "bank.xls"), Format::Xlsx);
    }
}
