use proptest::prelude::*;

use super::*;

fn shown(lines: &[Line]) -> Vec<String> {
    lines.iter().map(|line| line.to_string().trim_end().to_owned()).collect()
}

#[test]
fn html_becomes_lines() {
    for (source, lines) in [
        ("", vec![]),
        ("plain words", vec!["plain words"]),
        ("<p>One.</p><p>Two.</p>", vec!["One.", "", "Two."]),
        ("a<br>b", vec!["a", "b"]),
        ("<script>alert(1)</script><p>safe</p><style>p{}</style>", vec!["safe"]),
        ("H<sub>2</sub>SO<sub>4</sub>", vec!["H₂SO₄"]),
        ("10<sup>-3</sup> m<sup>2</sup>", vec!["10⁻³ m²"]),
        ("x<sub>max q</sub>", vec!["x_(max q)"]),
        ("x<sub>never closed", vec!["x_(never closed)"]),
        ("a &lt; b &amp; c", vec!["a < b & c"]),
        (r"If \(a &lt; \frac{b}{2}\) then", vec!["If a < b/2 then"]),
        (r"<p>$$x^2 \ge 0$$</p>", vec!["x² ≥ 0"]),
        (r"\(x<sub>1</sub>\)", vec!["x₁"]),
        ("₦5 and $6 and $7", vec!["₦5 and $6 and $7"]),
        ("<ul><li>one</li><li>two</li></ul>", vec!["• one", "• two"]),
        ("<ol start=\"3\"><li>one</li></ol>", vec!["3. one"]),
        ("<img src=\"/uploads/a.png\" alt=\"a circle\">", vec!["[picture: a circle]"]),
        ("<p>\u{1b}[31mred&#27;[0m\u{9b}2J\u{7}</p>", vec!["[31mred[0m2J"]),
        ("abc\u{202e}def", vec!["abcdef"]),
    ] {
        assert_eq!(shown(&rich(source, 40)), lines, "{source}");
    }
}

#[test]
fn a_gist_is_one_line_without_marks() {
    let source = "<p>Solve \\(\\frac{x}{2} &lt; 3\\)</p><p>for <b>x</b><sub>1</sub>.</p>\u{1b}[0m";
    assert_eq!(gist(source), "Solve x/2 < 3 for x₁. [0m");
}

#[test]
fn tables_keep_their_columns() {
    let table = "<table><tr><th>x</th><th>y</th></tr><tr><td>1</td><td>₦2</td></tr></table>";
    let lines = shown(&rich(table, 40));
    assert!(lines.iter().any(|line| line.contains('x') && line.contains('│') && line.contains('y')), "{lines:#?}");
    assert!(lines.iter().any(|line| line.contains('1') && line.contains("│₦2")), "{lines:#?}");
}

#[test]
fn marks_become_styles() {
    let line = rich("a <strong>b</strong> <em>c</em> <u>d</u>", 40).remove(0);
    let with = |modifier: Modifier| -> String {
        line.spans
            .iter()
            .filter(|span| span.style.add_modifier.contains(modifier))
            .map(|span| span.content.clone())
            .collect()
    };
    assert_eq!(with(Modifier::BOLD), "b");
    assert_eq!(with(Modifier::ITALIC), "c");
    assert_eq!(with(Modifier::UNDERLINED), "d");
}

#[test]
fn typed_text_stays_as_it_was_typed() {
    let typed = "x < 2 & <b>y</b>\r\n\n  indented \\(x^2\\)\n\ttabbed\u{1b}[2J";
    assert_eq!(
        shown(&plain(typed, 40)),
        ["x < 2 & <b>y</b>", "", "\u{a0}\u{a0}indented \\(x^2\\)", "\u{a0}\u{a0}\u{a0}\u{a0}tabbed[2J"],
    );
    assert_eq!(shown(&plain("x  y   z", 40)), ["x \u{a0}y \u{a0} z"]);
    assert_eq!(shown(&plain("one two three", 7)), ["one two", "three"]);
}

#[test]
fn one_line_fits_its_columns() {
    for (text, width, fitted) in [
        ("Okafor", 6, "Okafor"),
        ("Okafor", 5, "Okaf…"),
        ("Okafor", 1, "…"),
        ("Okafor", 0, ""),
        ("李小龍", 6, "李小龍"),
        ("李小龍", 5, "李小…"),
        ("李小龍", 4, "李…"),
        ("ẹ́bẹ́ẹ̀", 4, "ẹ́bẹ́ẹ̀"),
        ("ẹ́bẹ́ẹ̀", 3, "ẹ́b…"),
        ("a\n\tb\u{1b}[0m\u{202e}c", 20, "a b[0mc"),
    ] {
        assert_eq!(fit(text, width), fitted, "{text} in {width}");
        assert!(columns(&fit(text, width)) <= width);
    }
}

#[test]
fn words_wrap_at_the_columns_that_they_take() {
    for text in ["漢字 ".repeat(40), "ẹ́bẹ́ẹ̀ ".repeat(40), "x".repeat(200), "₦1,000 ".repeat(30)] {
        for width in [2, 7, 20, 39] {
            for lines in [plain(&text, width), rich(&text, width)] {
                assert!(lines.iter().all(|line| line.width() <= width.into()), "{text} in {width}");
            }
        }
    }
}

proptest! {
    #[test]
    fn nothing_that_steers_a_terminal_gets_through(
        source in r"(\PC|[\x00-\x9f]|<(/?(p|sub|sup|u|td|tr|table|li|ol|pre|b|script)|img src=x|br)>|&#27;|\\\(|\\\)|\\frac\{|\}|\$\$){0,40}",
        width in 0_u16..60,
    ) {
        let lines = rich(&source, width).into_iter().chain(plain(&source, width)).map(|line| line.to_string());
        for line in lines.chain([line(&source), fit(&source, width.into())]) {
            prop_assert!(!line.contains(char::is_control) && !line.contains('\u{202e}'), "{line:?}");
        }
    }
}
