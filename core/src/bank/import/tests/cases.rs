//! Workbooks of other programs, each with its expected rows and messages.

use super::*;
use crate::bank::formats::{self, Format};

/// The messages about the workbook and its rows.
fn told(parsed: &Parsed<ChoiceBody>) -> Vec<(Option<u32>, &str)> {
    parsed.warnings.iter().map(|warning| (warning.row, warning.message.as_str())).collect()
}

/// A question below the headers of [`header`].
fn asked(row: u32, stem: &str) -> String {
    let cells = [("A", stem), ("B", "a"), ("C", "b"), ("D", "A")];
    let cells: String = cells.iter().map(|(column, text)| inline(&format!("{column}{row}"), text)).collect();
    format!(r#"<row r="{row}">{cells}</row>"#)
}

#[test]
fn parts_are_found_however_their_names_are_written() {
    let sheet = data(&(header() + &asked(2, "What is 5 + 5?")));
    let parts = |types: &str, separator: &str| {
        let names = ["_rels/.rels", "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/worksheets/sheet1.xml"];
        let names = names.map(|name| name.replace('/', separator));
        let contents = [RELS, BOOK, BOOK_RELS, &sheet];
        let mut all = vec![(types, TYPES.as_bytes())];
        all.extend(names.iter().zip(contents).map(|(name, content)| (name.as_str(), content.as_bytes())));
        archive(&all)
    };
    for (types, separator) in
        [("[content_types].xml", "\\"), ("[Content_Types].xml", "\\"), ("[content_types].xml", "/")]
    {
        let unpacked = ImportFiles::from(parts(types, separator)).unpack().unwrap().unwrap();
        assert_eq!(unpacked.bank.format, Format::Xlsx);
        let source = formats::read(&unpacked.bank, ItemKind::Choice).unwrap();
        assert_eq!(source.sheet.rows.len(), 2, "{types} {separator}");
    }
}

/// A workbook with a drawing on its sheet.
fn drawn(rows: &str, sheet_end: &str, drawing: &str) -> Vec<u8> {
    const LINKS: &str = r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/drawing" Target="../drawings/drawing1.xml"/></Relationships>"#;
    let sheet = data(rows).replace("</worksheet>", &format!("{sheet_end}</worksheet>"));
    let drawing = format!(r#"<xdr:wsDr xmlns:xdr="x" xmlns:a="a" xmlns:mc="mc" xmlns:m="m">{drawing}</xdr:wsDr>"#);
    raw(
        &sheet,
        &[("xl/worksheets/_rels/sheet1.xml.rels", LINKS.as_bytes()), ("xl/drawings/drawing1.xml", drawing.as_bytes())],
    )
}

#[test]
fn what_lies_on_a_sheet_is_told_by_its_row() {
    let at = |row: u32, content: &str| {
        format!(
            "<xdr:twoCellAnchor><xdr:from><xdr:col>0</xdr:col><xdr:row>{row}</xdr:row></xdr:from><xdr:to><xdr:row>9</xdr:row></xdr:to>{content}<xdr:clientData/></xdr:twoCellAnchor>"
        )
    };
    let text_box = "<xdr:sp><xdr:txBody><a:p><a:r><a:t>2x + 3 = 11 &amp; x</a:t></a:r></a:p></xdr:txBody></xdr:sp>";
    let equation = "<mc:AlternateContent><mc:Choice><xdr:sp><xdr:txBody><a:p><m:oMath><m:r><m:t>1</m:t></m:r></m:oMath></a:p></xdr:txBody></xdr:sp></mc:Choice><mc:Fallback><xdr:sp><a:t>old</a:t></xdr:sp></mc:Fallback></mc:AlternateContent>";
    let drawing = at(1, text_box)
        + &at(2, equation)
        + &at(3, "<xdr:sp><xdr:spPr/></xdr:sp>")
        + &at(4, "<xdr:grpSp><xdr:pic/></xdr:grpSp>");
    let rows: String = (2..=6).map(|row| asked(row, &format!("Solve {row}"))).collect();
    let object = r#"<oleObjects><mc:AlternateContent><mc:Choice><oleObject progId="Equation.3" shapeId="1025"><objectPr><anchor><from><row>5</row></from><to><row>7</row></to></anchor></objectPr></oleObject></mc:Choice><mc:Fallback><oleObject progId="Equation.3" shapeId="1025"/></mc:Fallback></mc:AlternateContent></oleObjects>"#;
    let parsed =
        questions(&drawn(&(header() + &rows), &format!(r#"<drawing r:id="rId1"/>{object}"#), &drawing)).unwrap();
    let found: Vec<_> = told(&parsed);
    assert_eq!(found.iter().map(|(row, _)| row.unwrap()).collect::<Vec<_>>(), [2, 3, 4, 5, 6], "{found:?}");
    for ((_, words), said) in
        found.iter().zip(["“2x + 3 = 11 & x”", "equation", "drawing", "picture", "another program"])
    {
        assert!(words.contains(said), "{words}");
    }
    let object =
        object.replace(r#"<objectPr><anchor><from><row>5</row></from><to><row>7</row></to></anchor></objectPr>"#, "");
    let parsed = questions(&drawn(&(header() + &rows), &object, "")).unwrap();
    assert_eq!(told(&parsed).len(), 1, "an object whose place is not given: {:?}", parsed.warnings);
}

#[test]
fn letters_of_the_font_symbol_are_read() {
    let runs = r#"<sst><si><r><rPr><sz val="11"/><rFont val="Symbol"/></rPr><t>q</t></r><r><rPr><rFont val="Calibri"/></rPr><t xml:space="preserve"> = 30</t></r></si></sst>"#;
    let cells = inline("A2", "The area is; \u{f0d6}4 = 2 at 90\u{f0b0}")
        + &inline("B2", "\u{f070}r²")
        + r#"<c r="C2" t="s"><v>0</v></c>"#
        + &inline("D2", "A");
    let parsed = questions(&raw(
        &data(&format!(r#"{}<row r="2">{cells}</row>"#, header())),
        &[("xl/sharedStrings.xml", runs.as_bytes())],
    ))
    .unwrap();
    assert_eq!((parsed.problems.len(), told(&parsed)), (0, vec![]));
    assert_eq!(parsed.rows[0].question, "The area is; √4 = 2 at 90°");
    assert_eq!(parsed.rows[0].body.options, ["πr²", "θ = 30"]);
    let boxes = questions(&raw(&data(&(header() + &asked(2, "What is \u{f0fc}?"))), &[])).unwrap();
    assert!(told(&boxes)[0].1.contains("special font"), "{:?}", boxes.warnings);
}

#[test]
fn a_cell_in_the_font_symbol_is_read_and_told() {
    let symbol = rust_xlsxwriter::Format::new().set_font_name("Symbol");
    let bytes = book(|sheet| {
        sheet.write_row(0, 0, ["question", "option1", "option2", "rightAnswer"]).unwrap();
        sheet.write_row(1, 0, ["Which angle?", "", "b", "A"]).unwrap();
        sheet.write_with_format(1, 1, "q", &symbol).unwrap();
    });
    let parsed = questions(&bytes).unwrap();
    assert_eq!(parsed.rows[0].body.options, ["θ", "b"]);
    assert!(told(&parsed)[0].1.contains("“θ”"), "{:?}", parsed.warnings);
}

#[test]
fn a_backward_dimension_is_refused_before_the_reader_sees_it() {
    for area in ["B2:A1", "A2:A1", "B1:A1", "$B$2:$A$1"] {
        let sheet = data(&header()).replace("<sheetData>", &format!(r#"<dimension ref = "{area}"/><sheetData>"#));
        let why = crate::bank::sheet::archive::repack(&raw(&sheet, &[])).err().map(|why| why.to_string());
        assert!(why.is_some_and(|why| why.contains("damaged")), "{area}");
    }
    let sound = data(&header()).replace("<sheetData>", r#"<dimension ref="A1:D1"/><sheetData>"#);
    assert!(questions(&raw(&sound, &[])).is_ok());
}

#[test]
fn too_many_columns_are_refused_at_once() {
    let far = data(&format!(r#"{}<row r="2"><c r="ALM2"><v>1</v></c></row>"#, header()));
    assert!(
        matches!(questions(&raw(&far, &[])), Err(WorkbookError::TooLarge { what }) if what.contains("1,000 columns"))
    );
    let last = data(&format!(r#"{}<row r="2"><c r="ALL2"><v>1</v></c></row>"#, header()));
    assert!(told(&questions(&raw(&last, &[])).unwrap())[0].1.contains("1000 cells"));
}
