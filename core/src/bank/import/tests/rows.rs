//! The checks on headers and rows.

use super::*;

#[test]
fn columns_go_by_their_headers() {
    let bytes = sheet(&[
        &["Right Answer", "OPTION_B", "a", "Question ", "Answer desc", "Remark"],
        &["b", "two", "one", "How many?", "Because.", "x"],
    ]);
    let parsed = questions(&bytes).unwrap();
    assert_eq!(parsed.problems, []);
    assert_eq!(parsed.rows[0].options, ["one", "two"]);
    assert_eq!((parsed.rows[0].correct, parsed.rows[0].description.as_str()), (1, "Because."));
    assert_eq!(parsed.warnings[0].column.as_deref(), Some("Remark"));
}

#[test]
fn missing_and_double_headers_are_one_problem_each() {
    let parsed = questions(&sheet(&[&["title", "option1", "question"], &["t", "a", "q"]])).unwrap();
    assert_eq!(places(&parsed), [(1, "option2, rightAnswer")]);
    assert_eq!((parsed.rows.len(), parsed.total_rows), (0, 1));
    let parsed =
        questions(&sheet(&[&["question", "option1", "A", "option2", "rightAnswer"], &["q", "a", "b", "c", "A"]]))
            .unwrap();
    assert_eq!(places(&parsed), [(1, "option1")]);
    let parsed = theories(&sheet(&[&["question"], &["q"]])).unwrap();
    assert_eq!(places(&parsed), [(1, "answer, detailedAnswer")]);
}

#[test]
fn every_problem_of_a_row_is_told() {
    let bytes = sheet(&[
        &["question", "option1", "option2", "option3", "option4", "rightAnswer", "image", "answerDesc"],
        &["", "a", "", "", "d", "9", "ftp://x/y.bmp", r"\(x"],
    ]);
    let parsed = questions(&bytes).unwrap();
    let mut found = places(&parsed);
    found.sort_unstable();
    assert_eq!(
        found,
        [(2, "answerDesc"), (2, "image"), (2, "option2"), (2, "option3"), (2, "question"), (2, "rightAnswer")]
    );
    assert_eq!(parsed.rows, []);
}

#[test]
fn options_must_differ_and_close_up() {
    for (options, column) in [
        (["a", "a", "", ""], "option2"),
        (["<b>a</b>", "b", " a ", ""], "option3"),
        (["a", "b", "", "d"], "option3"),
        (["a", "", "", ""], "option2"),
        (["<script>x</script>", "b", "", ""], "option1"),
        (["<p> </p>", "b", "", ""], "option1"),
    ] {
        let mut row = vec!["q"];
        row.extend(options);
        row.push("B");
        let parsed = bank(&[&row]);
        assert!(places(&parsed).contains(&(2, column)), "{options:?}: {:?}", parsed.problems);
    }
    let parsed = bank(&[
        &["Which?", r"\(x\)", r"\(X\)", "TT", "Tt", "A"],
        &["Which power?", "10<sup>2</sup>", "102", "10<sub>2</sub>", "100", "A"],
        &["Which picture?", "<img src=\"/uploads/a.png\">", "<img src=\"/uploads/b.png\">", "", "", "B"],
    ]);
    assert_eq!(parsed.problems, []);
}

#[test]
fn the_key_is_never_guessed() {
    let parsed = bank(&[
        &["one", "2", "3", "4", "5", "3"],
        &["two", "Lagos", "Abuja", "", "", "3"],
        &["three", "Lagos", "Abuja", "", "", "Kano"],
        &["four", "Lagos", "Abuja", "", "", ""],
        &["five", "a < b", "b &lt; a", "", "", "b < a"],
        &["six", r"\(x\)", r"\(X\)", "", "", r"\(X\)"],
    ]);
    assert_eq!(places(&parsed), [(2, "rightAnswer"), (3, "rightAnswer"), (4, "rightAnswer"), (5, "rightAnswer")]);
    assert_eq!(parsed.rows.iter().map(|row| row.correct).collect::<Vec<_>>(), [1, 1]);
}

#[test]
fn groups_stand_together_and_share_a_passage() {
    let row =
        |stem: &'static str, passage: &'static str, group: &'static str| [stem, "a", "b", "", "", "A", passage, group];
    let good =
        [row("1", "P", "G"), row("2", "", "g"), row("3", "<p>P</p>", "G"), row("4", "Alone", ""), row("5", "", "")];
    let parsed = bank(&good.iter().map(<[&str; 8]>::as_slice).collect::<Vec<_>>());
    assert_eq!(parsed.problems, []);
    let groups: Vec<_> = parsed.rows.iter().map(|row| row.group.as_deref()).collect();
    assert_eq!(&groups[..3], [Some("G"); 3]);
    assert!(groups[3].is_some_and(|group| group.starts_with("Passage ")) && groups[4].is_none());
    assert!(parsed.rows[..3].iter().all(|row| row.passage.as_deref() == Some("P")));

    for (rows, places_) in [
        (vec![row("1", "P", "G"), row("2", "", ""), row("3", "", "G")], vec![(4, "group")]),
        (vec![row("1", "P", "G"), row("2", "Q", "G")], vec![(3, "passage")]),
        (vec![row("1", "", "G"), row("2", "", "G")], vec![(2, "passage"), (3, "passage")]),
        (
            vec![
                row("1", "P", "G"),
                row("2", "", "G"),
                row("3", "", "G"),
                row("4", "", "G"),
                row("5", "", "G"),
                row("6", "", "G"),
            ],
            (2..8).map(|n| (n, "group")).collect(),
        ),
    ] {
        let parsed = bank(&rows.iter().map(<[&str; 8]>::as_slice).collect::<Vec<_>>());
        assert_eq!(places(&parsed), places_);
    }
}

#[test]
fn a_repeated_question_names_the_first() {
    let parsed = bank(&[
        &["What is it?", "a", "b", "", "", "A"],
        &["<p>What  is it?</p>", "<em>a</em>", "b", "", "", "B"],
        &["What is it?", "b", "a", "", "", "1"],
    ]);
    assert_eq!(places(&parsed), [(3, "question")]);
    assert!(parsed.problems[0].message.contains("row 2"));
}

#[test]
fn lengths_have_limits() {
    let (stem, option) = ("ẹ".repeat(20_001), "ẹ".repeat(2_001));
    let parsed = bank(&[&[&stem, &option, "b", "", "", "A"], &[&stem[3..], &option[3..], "b", "", "", "A"]]);
    assert_eq!(places(&parsed), [(2, "question"), (2, "option1")]);
    assert_eq!(parsed.rows.len(), 1);
}

#[test]
fn images_are_addresses_of_pictures() {
    let rows = |image: &str| {
        let bytes = sheet(&[&["question", "A", "B", "rightAnswer", "image"], &["q", "a", "b", "A", image]]);
        questions(&bytes).unwrap()
    };
    for good in ["/uploads/a.JPG", "/uploads/ab12.png", "/uploads/a.jpeg"] {
        assert_eq!(rows(good).rows[0].image.as_deref(), Some(good));
    }
    for bad in [
        "a.png",
        "https://example.org/a.png",
        "/uploads/a.svg",
        "javascript:a.png",
        "/uploads/../a.png",
        "/uploads/../api/v1/logout?.png",
        "/etc/a.png",
        "/uploads/a.png\" onerror=\"x.png",
        "data:image/png",
    ] {
        assert_eq!(places(&rows(bad)), [(2, "image")], "{bad}");
    }
}

#[test]
fn theories_are_checked_alike() {
    let bytes = sheet(&[
        &["Question", "Answer", "Detailed Answer", "Topic"],
        &["Why?", "So.", "<p>So and so.</p><script>x</script>", "T"],
        &["", "", r"$$x", ""],
        &["<p>Why?</p>", "So.", "So.", ""],
    ]);
    let parsed = theories(&bytes).unwrap();
    assert_eq!(parsed.rows[0].detailed_answer, "<p>So and so.</p>");
    assert_eq!((parsed.rows[0].title.as_deref(), parsed.rows[0].topic.as_deref()), (None, Some("T")));
    assert_eq!(places(&parsed), [(3, "question"), (3, "answer"), (3, "detailedAnswer"), (4, "question")]);
}
