//! Files that are no workbook, too large, or made to harm.

use base64::Engine as _;
use proptest::prelude::*;

use super::*;

/// The reason a file is refused as no workbook.
fn refused(bytes: &[u8]) -> String {
    match questions(bytes) {
        Err(WorkbookError::NotAWorkbook { why }) => why,
        other => panic!("not refused: {other:?}"),
    }
}

/// The limit a file passes.
fn too_large(bytes: &[u8]) -> String {
    match questions(bytes) {
        Err(WorkbookError::TooLarge { what }) => what,
        other => panic!("not too large: {other:?}"),
    }
}

#[test]
fn what_is_no_workbook_is_named() {
    let ole = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1];
    let mut encrypted = ole.to_vec();
    encrypted.extend("EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes));
    let sample = sample::sample(ItemKind::Choice).unwrap();
    for (bytes, word) in [
        (&[][..], "empty"),
        (&ole, ".xls"),
        (&encrypted, "password"),
        (b"%PDF-1.7", "PDF"),
        (b"<!DOCTYPE html><table></table>", "web page"),
        (b"question,option1\na,b", "CSV"),
        (b"\xEF\xBB\xBFquestion;option1", "CSV"),
        (&[0x89, b'P', b'N', b'G', 0, 0xFF], "picture"),
        (&sample[..sample.len() / 2], "damaged"),
        (&sample[..30], "damaged"),
        (&archive(&[("word/document.xml", b"<a/>")]), "Word"),
        (&archive(&[("content.xml", b"<a/>"), ("META-INF/manifest.xml", b"<a/>")]), ".ods"),
        (&archive(&[("xl/workbook.bin", b"")]), ".xlsb"),
        (&archive(&[]), "not an Excel"),
    ] {
        let why = refused(bytes);
        assert!(why.contains(word), "{why} for {word}");
    }
}

#[test]
fn workbooks_without_content_are_named() {
    assert!(refused(&book(|_| ())).contains("empty"));
    assert!(refused(&raw(&data(r#"<row r="1"><c r="A1" s="1"/></row>"#), &[])).contains("empty"));
    let none = BOOK.replace(r#"<sheet name="S" sheetId="1" r:id="s1"/>"#, "");
    let parts: [(&str, &[u8]); 3] = [
        ("_rels/.rels", RELS.as_bytes()),
        ("xl/workbook.xml", none.as_bytes()),
        ("xl/_rels/workbook.xml.rels", BOOK_RELS.as_bytes()),
    ];
    assert!(refused(&archive(&parts)).contains("no sheet"));
    let parsed = bank(&[]);
    assert_eq!((parsed.total_rows, parsed.problems.len(), parsed.warnings.len()), (0, 0, 1));
}

#[test]
fn the_first_visible_sheet_is_read() {
    let mut book = Workbook::new();
    book.add_worksheet().set_hidden(true).write(0, 0, "nothing").unwrap();
    let sheet = book.add_worksheet();
    sheet.set_active(true);
    for (column, text) in (0_u16..).zip(["question", "A", "B", "right answer"]) {
        sheet.write(0, column, text).unwrap();
        sheet.write(1, column, ["q", "x", "y", "a"][usize::from(column)]).unwrap();
    }
    assert_eq!(questions(&book.save_to_buffer().unwrap()).unwrap().rows.len(), 1);
}

#[test]
fn limits_hold() {
    assert!(too_large(&vec![b'P'; 21 * 1024 * 1024]).contains("20 MiB"));
    let names: Vec<String> = (0..201).map(|n| format!("{n}.xml")).collect();
    let parts: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b"<a/>"[..])).collect();
    assert!(too_large(&archive(&parts)).contains("200"));
    // 61 MiB in 60 kB, whatever part of the workbook it claims to be.
    let bomb = vec![b' '; 61 * 1024 * 1024];
    assert!(too_large(&raw(&data(""), &[("xl/media/image1.png", &bomb)])).contains("60 MiB"));
    let rows: String = (1..=20_002).map(|n| format!(r#"<row r="{n}"><c r="A{n}"><v>1</v></c></row>"#)).collect();
    assert!(too_large(&raw(&data(&rows), &[])).contains("20,000 rows"));
}

#[test]
fn a_header_that_lies_about_its_size_does_not_help() {
    let bomb = vec![b' '; 61 * 1024 * 1024];
    let mut bytes = raw(&data(""), &[("xl/media/image1.png", &bomb)]);
    let real = (bomb.len() as u32).to_le_bytes();
    let lie = 100_u32.to_le_bytes();
    for at in 0..bytes.len() - 4 {
        if bytes[at..at + 4] == real {
            bytes[at..at + 4].copy_from_slice(&lie);
        }
    }
    assert!(questions(&bytes).is_err());
}

#[test]
fn tricks_with_references_cost_nothing() {
    let far = data(&format!(r#"{}<row r="1048576"><c r="ALL1048576"><v>1</v></c></row>"#, header()));
    let parsed = questions(&raw(&far, &[])).unwrap();
    assert_eq!(parsed.total_rows, 1);
    assert_eq!(parsed.warnings.len(), 1, "a column without a header: {:?}", parsed.warnings);
    for cell in ["XFE1", "A1048577", "AAAAAAAAAAAAAA1", "A99999999999999", "ZZZZ9999999"] {
        let sheet = data(&format!(r#"<row r="1"><c r="{cell}"><v>1</v></c></row>"#));
        assert!(questions(&raw(&sheet, &[])).is_err(), "{cell}");
    }
    for dimension in ["B2:A1", "A1:XFD1048576", "ZZZZZZZZZ1:A1", "A1:B2:C3", ""] {
        let sheet = data(&header()).replace("<sheetData>", &format!(r#"<dimension ref="{dimension}"/><sheetData>"#));
        let _ = questions(&raw(&sheet, &[]));
    }
    let shared = data(&format!(
        r#"{}<row r="2"><c r="A2"><f t="shared" ref="A2:A3" si="999999999999">1</f></c></row>"#,
        header()
    ));
    assert_eq!(places(&questions(&raw(&shared, &[])).unwrap())[0], (2, "question"));
}

#[test]
fn claims_about_memory_are_checked() {
    for count in ["99999999999999999999", "9223372036854775807", "100000000000", " 5000000 "] {
        let strings = format!("<sst uniqueCount\n= \"{count}\"></sst>");
        refused(&raw(&data(&header()), &[("xl/sharedStrings.xml", strings.as_bytes())]));
    }
    let wide: Vec<u8> =
        format!("<sst uniqueCount=\"9\">{}", "<si><t>a</t></si>").encode_utf16().flat_map(u16::to_le_bytes).collect();
    refused(&raw(&data(&header()), &[("xl/sharedStrings.xml", &wide)]));
    let many = format!("<sst>{}</sst>", "<si/>".repeat(1_000_001));
    assert!(too_large(&raw(&data(&header()), &[("xl/sharedStrings.xml", many.as_bytes())])).contains("texts"));
    // One text of 30 kB in 5,000 cells.
    let strings = format!("<sst><si><t>{}</t></si></sst>", "x".repeat(30_000));
    let rows: String = (2..=5_001).map(|n| format!(r#"<row r="{n}"><c r="A{n}" t="s"><v>0</v></c></row>"#)).collect();
    let sheet = data(&(header() + &rows));
    assert!(too_large(&raw(&sheet, &[("xl/sharedStrings.xml", strings.as_bytes())])).contains("text"));
}

#[test]
fn entities_do_not_grow() {
    let sheet = data(&(header() + r#"<row r="2"><c r="A2" t="inlineStr"><is><t>&lol;</t></is></c></row>"#)).replace(
        "<worksheet",
        r#"<!DOCTYPE x [<!ENTITY l "lol"><!ENTITY lol "&l;&l;&l;&l;"><!ENTITY f SYSTEM "file:///etc/passwd">]><worksheet"#,
    );
    let words = format!("{:?}", questions(&raw(&sheet, &[])));
    assert!(!words.contains("lollol") && !words.contains("root:"));
}

#[test]
fn what_lies_beside_the_cells_is_noticed() {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    sheet.write_row(0, 0, HEADERS).unwrap();
    for (row, stem) in (1_u32..).zip(["one", "two", "three"]) {
        sheet.write_row(row, 0, [stem, "a", "b", "c", "d", "A"]).unwrap();
    }
    sheet.set_row_hidden(2).unwrap();
    let pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
    let pixel = base64::engine::general_purpose::STANDARD.decode(pixel).unwrap();
    let picture = rust_xlsxwriter::Image::new_from_buffer(&pixel).unwrap();
    sheet.insert_image(3, 1, &picture).unwrap();
    book.add_worksheet().write(0, 0, "question").unwrap();
    book.add_worksheet();
    book.add_worksheet().set_name("Notes").unwrap().write(0, 0, "Column").unwrap();
    let parsed = questions(&book.save_to_buffer().unwrap()).unwrap();
    assert_eq!((parsed.problems.len(), parsed.rows.len()), (0, 3));
    let told: Vec<_> = parsed.warnings.iter().map(|one| (one.row, one.message.split(' ').nth(1).unwrap())).collect();
    assert_eq!(told, [(None, "sheet"), (Some(3), "row"), (Some(4), "picture")]);
}

/// A workbook with merged cells, formulas, dates and rich text, so that damage finds all readers.
fn rich_book() -> Vec<u8> {
    book(|sheet| {
        sheet.write_row(0, 0, HEADERS).unwrap();
        sheet.write_row(1, 0, ["q", "1", "2", "3", "4", "A"]).unwrap();
        sheet.write_formula(2, 0, rust_xlsxwriter::Formula::new("=1+1").set_result("2")).unwrap();
        let bold = rust_xlsxwriter::Format::new().set_bold();
        let plain = rust_xlsxwriter::Format::new();
        sheet.write_rich_string(3, 0, &[(&plain, "a"), (&bold, "b")]).unwrap();
        sheet.merge_range(1, 6, 3, 6, "passage", &plain).unwrap();
        let date = rust_xlsxwriter::Format::new().set_num_format("yyyy-mm-dd");
        sheet.write_with_format(3, 1, 45_000.5, &date).unwrap();
    })
}

/// The parts of a workbook, unpacked.
fn parts_of(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    (0..zip.len())
        .map(|index| {
            let mut entry = zip.by_index(index).unwrap();
            let name = entry.name().unwrap().into_owned();
            let mut part = Vec::new();
            std::io::Read::read_to_end(&mut entry, &mut part).unwrap();
            (name, part)
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn damaged_archives_do_not_panic(
        cut in 0_usize..6_000,
        changes in prop::collection::vec((0_usize..6_000, any::<u8>()), 0..20),
    ) {
        let mut bytes = rich_book();
        let length = bytes.len();
        for (at, byte) in changes {
            bytes[at % length] = byte;
        }
        let _ = questions(&bytes);
        bytes.truncate(cut % length);
        let _ = questions(&bytes);
        let _ = theories(&bytes);
    }

    #[test]
    fn damaged_xml_does_not_panic(
        part in 0_usize..20,
        changes in prop::collection::vec((0_usize..20_000, prop::sample::select(vec![
            "<", ">", "\"", "/", "&", "&#0;", "&#x110000;", "A", "0", "-1", "999999999999999999999", "=", "</", "<v>", "<c>", "<row>", "\u{feff}", ":", "", "<is>", "NaN", "e308", "r=\"", "s=\"",
        ]), 0_usize..9), 1..8),
    ) {
        let mut parts = parts_of(&rich_book());
        let chosen = part % parts.len();
        let (_, content) = &mut parts[chosen];
        for (at, text, gone) in changes {
            let at = at % content.len().max(1);
            let end = (at + gone).min(content.len());
            content.splice(at..end, text.bytes());
        }
        let parts: Vec<(&str, &[u8])> = parts.iter().map(|(name, part)| (name.as_str(), part.as_slice())).collect();
        let _ = questions(&archive(&parts));
    }

    #[test]
    fn any_bytes_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        prop_assert!(questions(&bytes).is_err());
        let mut zip = b"PK\x03\x04".to_vec();
        zip.extend(bytes);
        prop_assert!(questions(&zip).is_err());
    }
}
