//! The contents of cells: numbers, dates, formulas, merged cells, signs from many scripts.

use rust_xlsxwriter::{Format, Formula};

use super::*;

const FOUR: [&str; 4] = ["question", "option1", "option2", "rightAnswer"];

#[test]
fn numbers_and_booleans_are_options_and_dates_are_not() {
    let date = Format::new().set_num_format("d-mmm");
    let bytes = book(|sheet| {
        sheet.write_row(0, 0, ["question", "option1", "option2", "option3", "option4", "rightAnswer"]).unwrap();
        for row in 1..4 {
            sheet.write(row, 0, format!("How many in row {row}?")).unwrap();
            sheet.write(row, 1, 10).unwrap();
            sheet.write(row, 2, 0.5).unwrap();
            sheet.write(row, 3, true).unwrap();
            sheet.write_with_format(row, 4, 1.0 / 3.0, &Format::new().set_num_format("# ?/?")).unwrap();
            sheet.write(row, 5, 1).unwrap();
        }
        sheet.write_with_format(2, 4, 46_054.0, &date).unwrap();
        sheet.write_with_format(3, 2, 4.0 / 24.0 + 1.0 / 1440.0, &Format::new().set_num_format("hh:mm")).unwrap();
        sheet.write_with_format(3, 5, 46_054.0, &date).unwrap();
    });
    let parsed = questions(&bytes).unwrap();
    assert_eq!(parsed.rows.len(), 1);
    assert_eq!(parsed.rows[0].body.options, ["10", "0.5", "TRUE", "1/3"]);
    assert_eq!(parsed.rows[0].body.correct, 0);
    let mut found = places(&parsed);
    found.sort_unstable();
    assert_eq!(found, [(3, "option4"), (4, "option2"), (4, "rightAnswer")]);
    for (problem, words) in parsed.problems.iter().zip(["Cell E3 holds a date or time (2026-02-01)", "04:01", "2026"]) {
        assert!(problem.message.contains(words) && problem.message.contains("as text"), "{}", problem.message);
    }
    assert_eq!(parsed.warnings, []);
}

#[test]
fn numbers_that_the_spreadsheet_shows_otherwise_are_noticed() {
    let bytes = book(|sheet| {
        sheet.write_row(0, 0, FOUR).unwrap();
        sheet.write_row(1, 0, ["q"]).unwrap();
        sheet.write_with_format(1, 1, 2.675, &Format::new().set_num_format("0.00")).unwrap();
        sheet.write_with_format(1, 2, 1e-12, &Format::new().set_num_format("0.00E+00")).unwrap();
        sheet.write(1, 3, "A").unwrap();
    });
    let parsed = questions(&bytes).unwrap();
    assert_eq!(parsed.problems, []);
    let noticed: Vec<_> = parsed.warnings.iter().map(|one| (one.row, one.column.as_deref())).collect();
    assert_eq!(noticed, [(Some(2), Some("option1")), (Some(2), Some("option2"))]);
}

#[test]
fn formulas_give_their_value_or_a_problem() {
    let bytes = book(|sheet| {
        sheet.write_row(0, 0, FOUR).unwrap();
        sheet.write_formula(1, 0, Formula::new("=1+1").set_result("2")).unwrap();
        sheet.write_row(1, 1, ["a", "b", "A"]).unwrap();
        sheet.write_formula(2, 0, Formula::new("=Z99+#REF!").set_result("#REF!")).unwrap();
        sheet.write_row(2, 1, ["a", "b", "A"]).unwrap();
    });
    let parsed = questions(&bytes).unwrap();
    assert_eq!(parsed.rows[0].question, "2");
    assert_eq!(places(&parsed), [(3, "question")]);
    assert!(parsed.problems[0].message.contains("#REF!"));
    let row = format!(
        r#"<row r="2"><c r="A2"><f>1+1</f><v></v></c>{}{}{}</row>"#,
        inline("B2", "a"),
        inline("C2", "b"),
        inline("D2", "A")
    );
    let parsed = questions(&raw(&data(&(header() + &row)), &[])).unwrap();
    assert_eq!(places(&parsed), [(2, "question")]);
    assert!(parsed.problems[0].message.contains("formula without a value"));
}

#[test]
fn merged_passages_serve_every_row() {
    let plain = Format::new();
    let bytes = book(|sheet| {
        sheet.write_row(0, 0, HEADERS).unwrap();
        for (row, stem) in (1_u32..).zip(["one", "two", "three", "four"]) {
            sheet.write_row(row, 0, [stem, "a", "b", "c", "d", "A"]).unwrap();
        }
        sheet.merge_range(1, 6, 3, 6, "Read this.", &plain).unwrap();
        sheet.merge_range(1, 7, 3, 7, "G", &plain).unwrap();
    });
    let parsed = questions(&bytes).unwrap();
    assert_eq!(parsed.problems, []);
    let passages: Vec<_> = parsed.rows.iter().map(|row| row.body.passage.as_deref()).collect();
    assert_eq!(passages, [Some("Read this."), Some("Read this."), Some("Read this."), None]);
    assert_eq!(parsed.rows[2].body.group.as_deref(), Some("G"));
}

#[test]
fn merged_cells_elsewhere_are_pointed_out() {
    let bytes = book(|sheet| {
        sheet.write_row(0, 0, ["question", "option1", "option2", "rightAnswer", "topic"]).unwrap();
        sheet.write_row(1, 0, ["one", "a", "b", "A"]).unwrap();
        sheet.write_row(2, 0, ["two", "a", "b", "A"]).unwrap();
        sheet.merge_range(1, 4, 2, 4, "Algebra", &Format::new()).unwrap();
    });
    let parsed = questions(&bytes).unwrap();
    assert_eq!(parsed.rows[1].topic, None);
    assert_eq!((parsed.warnings[0].row, parsed.warnings[0].column.as_deref()), (Some(2), Some("topic")));
}

#[test]
fn text_of_many_scripts_comes_through() {
    let parsed = bank(&[&["₦5,000 × π ẹ́ \u{200b}and\u{a0}more", "e\u{323}\u{301}", "a < b", "x<y>z", "R&D", "A"]]);
    let row = &parsed.rows[0];
    assert_eq!(row.question, "₦5,000 × π ẹ\u{301} and&nbsp;more");
    assert_eq!(row.body.options, ["ẹ\u{301}", "a &lt; b", "x&lt;y&gt;z", "R&amp;D"]);
}

#[test]
fn rich_text_runs_and_line_breaks_are_kept() {
    let bytes = book(|sheet| {
        sheet.write_row(0, 0, FOUR).unwrap();
        let (plain, bold) = (Format::new(), Format::new().set_bold());
        sheet.write_rich_string(1, 0, &[(&plain, "Choose the "), (&bold, "best"), (&plain, " one.\nNow.")]).unwrap();
        sheet.write_row(1, 1, ["<p>a</p>\n<script>x</script>", "b\nc", "A"]).unwrap();
    });
    let parsed = questions(&bytes).unwrap();
    assert_eq!(parsed.problems, []);
    assert_eq!(parsed.rows[0].question, "Choose the <b>best</b> one.<br>Now.");
    assert_eq!(parsed.rows[0].body.options, ["<p>a</p>\n", "b<br>c"]);
    assert_eq!(parsed.warnings.len(), 1, "{:?}", parsed.warnings);
    assert!(parsed.warnings[0].message.contains("<script>"));
}

#[test]
fn meaning_carried_by_formatting_is_kept() {
    use rust_xlsxwriter::{FormatScript, FormatUnderline};
    let bytes = book(|sheet| {
        let plain = Format::new();
        let (raised, lowered) = (
            plain.clone().set_font_script(FormatScript::Superscript),
            plain.clone().set_font_script(FormatScript::Subscript),
        );
        let underlined = plain.clone().set_underline(FormatUnderline::Single);
        sheet.write_row(0, 0, FOUR).unwrap();
        sheet.write_rich_string(1, 0, &[(&plain, "The sound of "), (&underlined, "ch"), (&plain, "emist")]).unwrap();
        sheet.write_rich_string(1, 1, &[(&plain, "10"), (&raised, "-3")]).unwrap();
        sheet.write_rich_string(1, 2, &[(&plain, "a < H"), (&lowered, "2"), (&plain, "O")]).unwrap();
        sheet.write_rich_string(1, 3, &[(&plain, "10"), (&raised, "-3")]).unwrap();
        let bold = plain.clone().set_bold();
        sheet.write_with_format(2, 0, "All of it is bold", &bold).unwrap();
        sheet.write_row(2, 1, ["10-3", "b", "A"]).unwrap();
    });
    let parsed = questions(&bytes).unwrap();
    assert_eq!((parsed.problems, parsed.warnings), (vec![], vec![]));
    assert_eq!(parsed.rows[0].question, "The sound of <u>ch</u>emist");
    assert_eq!(parsed.rows[0].body.options, ["10<sup>-3</sup>", "a &lt; H<sub>2</sub>O"]);
    assert_eq!(parsed.rows[0].body.correct, 0);
    assert_eq!(parsed.rows[1].question, "All of it is bold");
}

#[test]
fn words_in_angle_brackets_are_kept() {
    let parsed =
        bank(&[&["What stands in the <head> section of <html>?", "<title>", "List<String>", "<br>", "<b>x</b>", "A"]]);
    assert_eq!(
        (parsed.problems.len(), parsed.warnings.len()),
        (0, 1),
        "<b> is markup, and told: {:?}",
        parsed.warnings
    );
    assert_eq!(parsed.rows[0].question, "What stands in the &lt;head&gt; section of &lt;html&gt;?");
    assert_eq!(parsed.rows[0].body.options, ["&lt;title&gt;", "List&lt;String&gt;", "&lt;br&gt;", "<b>x</b>"]);
}

#[test]
fn blank_rows_are_skipped_and_numbers_are_the_sheets() {
    let parsed = bank(&[&[], &["  ", " \u{200b}"], &["q", "a", "b", "", "", "A"], &[], &["", "a", "b", "", "", "B"]]);
    assert_eq!(parsed.total_rows, 2);
    assert_eq!((parsed.rows[0].row, parsed.rows[0].title.as_deref()), (4, None));
    assert_eq!(places(&parsed), [(6, "question")]);
}
