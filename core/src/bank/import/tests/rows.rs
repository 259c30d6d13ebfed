//! The checks on headers and rows.

use super::*;
use crate::bank::sheet::{table, workbook::SheetRow};

#[test]
fn columns_go_by_their_headers() {
    let bytes = sheet(&[
        &["Right Answer", "OPTION_B", "a", "Question ", "Answer desc", "Remark"],
        &["b", "two", "one", "How many?", "Because.", "x"],
    ]);
    let parsed = questions(&bytes).unwrap();
    assert_eq!(parsed.problems, []);
    assert_eq!(parsed.rows[0].body.options, ["one", "two"]);
    assert_eq!((parsed.rows[0].body.correct, parsed.rows[0].body.description.as_str()), (1, "Because."));
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
    ]);
    assert_eq!(parsed.problems, []);
    let file = sheet(&[
        &["question", "A", "B", "rightAnswer"],
        &["Which picture?", "<img src=\"/uploads/a.png\">", "<img src=\"/uploads/b.png\">", "B"],
    ]);
    let pictures = Pictures::default().beside(["a.png", "b.png"].map(str::to_owned).into());
    let parsed = read_rows::<ChoiceBody>(&file, &Reading { pictures, ..Reading::default() }).unwrap();
    assert_eq!(parsed.problems, []);
}

#[test]
fn a_key_that_names_an_empty_option_is_told_once() {
    for key in ["C", "three"] {
        let parsed = bank(&[&["q", "one", "two", "", "four", key]]);
        assert_eq!(places(&parsed), [(2, "option3")], "{key}: {:?}", parsed.problems);
    }
    let parsed = bank(&[&["q", "one", "two", "", "four", "9"]]);
    assert_eq!(places(&parsed), [(2, "option3"), (2, "rightAnswer")], "no option can be the ninth");
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
    assert_eq!(parsed.rows.iter().map(|row| row.body.correct).collect::<Vec<_>>(), [1, 1]);
}

#[test]
fn groups_stand_together_and_share_a_passage() {
    let row =
        |stem: &'static str, passage: &'static str, group: &'static str| [stem, "a", "b", "", "", "A", passage, group];
    let good =
        [row("1", "P", "G"), row("2", "", "g"), row("3", "<p>P</p>", "G"), row("4", "Alone", ""), row("5", "", "")];
    let parsed = bank(&good.iter().map(<[&str; 8]>::as_slice).collect::<Vec<_>>());
    assert_eq!(parsed.problems, []);
    let groups: Vec<_> = parsed.rows.iter().map(|row| row.body.group.as_deref()).collect();
    assert_eq!(&groups[..3], [Some("G"); 3]);
    assert!(groups[3].is_some_and(|group| group.starts_with("Passage ")) && groups[4].is_none());
    assert!(parsed.rows[..3].iter().all(|row| row.body.passage.as_deref() == Some("P")));

    for (rows, places_) in [
        (vec![row("1", "P", "G"), row("2", "", ""), row("3", "", "G")], vec![(4, "group")]),
        (vec![row("1", "P", "G"), row("2", "Q", "G")], vec![(3, "passage")]),
        (vec![row("1", "", "G"), row("2", "", "G")], vec![(2, "passage"), (3, "passage")]),
    ] {
        let parsed = bank(&rows.iter().map(<[&str; 8]>::as_slice).collect::<Vec<_>>());
        assert_eq!(places(&parsed), places_);
    }

    // An export may write them apart; it says in each which passage it is about.
    let apart = [row("1", "P", "G"), row("2", "", ""), row("3", "<p>P</p>", "g"), row("4", "P", "G")];
    let parsed = bank(&apart.iter().map(<[&str; 8]>::as_slice).collect::<Vec<_>>());
    assert_eq!(parsed.problems, []);
    let groups: Vec<_> =
        parsed.rows.iter().map(|row| (row.body.group.as_deref(), row.body.passage.as_deref())).collect();
    assert_eq!(groups, [(Some("G"), Some("P")), (None, None), (Some("G"), Some("P")), (Some("G"), Some("P"))]);
    let other = [row("1", "P", "G"), row("2", "", ""), row("3", "Q", "G")];
    let stems: Vec<String> = (5..=8).map(|n| n.to_string()).collect();
    let many: Vec<_> = stems.iter().map(|stem| [stem.as_str(), "a", "b", "", "", "A", "P", "G"]).collect();
    let too_many = [&apart[..2], &many[..], &[row("10", "", "")], &[row("11", "P", "G")]].concat();
    for (rows, at) in [(other.to_vec(), 4), (too_many, 9)] {
        let parsed = bank(&rows.iter().map(<[&str; 8]>::as_slice).collect::<Vec<_>>());
        assert!(places(&parsed).contains(&(at, "group")), "{:?}", parsed.problems);
    }
}

#[test]
fn a_passage_with_many_questions_becomes_several_groups() {
    let stems: Vec<String> = (1..=12).map(|n| format!("Question {n}?")).collect();
    let rows: Vec<[&str; 8]> = stems
        .iter()
        .enumerate()
        .map(|(at, stem)| [stem.as_str(), "a", "b", "", "", "A", if at == 0 { "P" } else { "" }, "G"])
        .chain([["Other", "a", "b", "", "", "A", "Q", "g (2)"]])
        .collect();
    let parsed = bank(&rows.iter().map(<[&str; 8]>::as_slice).collect::<Vec<_>>());
    assert_eq!((&parsed.problems, &parsed.warnings), (&vec![], &vec![]));
    let groups: Vec<_> = parsed.rows.iter().filter_map(|row| row.body.group.as_deref()).collect();
    assert_eq!(groups, [["G"; 5].as_slice(), &["G (3)"; 5], &["G (4)"; 2], &["g (2)"]].concat());
    assert!(parsed.rows[..12].iter().all(|row| row.body.passage.as_deref() == Some("P")));
}

#[test]
fn labels_in_options_are_noticed() {
    let parsed = bank(&[
        &["one", "A. Lagos", "B. Abuja", "Kano", "", "A"],
        &["two", "(a) Lagos", "(b) Abuja", "(c) Kano", "", "A"],
        &["three", "1) Lagos", "2) Abuja", "", "", "A"],
        &["four", "B. Pascal", "A. Einstein", "C. Darwin", "", "A"],
        &["five", "A. afarensis", "H. erectus", "", "", "A"],
        &["six", "1.5 m", "2 m", "", "", "A"],
    ]);
    assert_eq!((parsed.problems.len(), parsed.rows.len()), (0, 6));
    let rows: Vec<_> = parsed.warnings.iter().filter_map(|one| one.row).collect();
    assert_eq!(rows, [2, 2, 3, 3, 3, 4, 4]);
    assert!(parsed.warnings[0].message.contains("“A.”"));
}

#[test]
fn headers_go_by_other_names_and_stand_below_titles() {
    let bytes = sheet(&[
        &["JAMB 2019 Mathematics"],
        &[],
        &["S/N", "Questions", "Choice 1", "Choice 2", "Correct", "Explanation"],
        &["1", "How many?", "one", "two", "B", "Because."],
    ]);
    let parsed = questions(&bytes).unwrap();
    assert_eq!(parsed.problems, []);
    assert_eq!(
        (parsed.rows[0].row, parsed.rows[0].body.correct, parsed.rows[0].body.description.as_str()),
        (4, 1, "Because.")
    );
    assert_eq!(parsed.warnings.len(), 1, "S/N alone: {:?}", parsed.warnings);
    // The name that is ours goes before the others.
    let both = sheet(&[&["question", "A", "B", "rightAnswer", "Answer"], &["q", "x", "y", "A", "x"]]);
    let parsed = questions(&both).unwrap();
    assert_eq!((parsed.problems.len(), parsed.warnings[0].column.as_deref()), (0, Some("Answer")));
}

#[test]
fn a_header_nearly_right_gets_a_suggestion() {
    let parsed =
        questions(&sheet(&[&["question", "A", "B", "righAnswer", "problems"], &["q", "x", "y", "A", "p"]])).unwrap();
    assert_eq!(places(&parsed), [(1, "rightAnswer")]);
    assert_eq!(parsed.warnings.len(), 1);
    assert!(parsed.warnings[0].message.ends_with("Did you mean rightAnswer?"), "{:?}", parsed.warnings);
}

#[test]
fn keys_may_be_texts_alone() {
    let file = sheet(&[&["question", "A", "B", "C", "rightAnswer"], &["2 + 1", "2", "3", "4", "3"]]);
    assert_eq!(places(&questions(&file).unwrap()), [(2, "rightAnswer")]);
    let reading = Reading { key: KeyKind::Text, ..Reading::default() };
    let parsed = read_rows::<ChoiceBody>(&file, &reading).unwrap();
    assert_eq!((parsed.problems.len(), parsed.rows[0].body.correct), (0, 1));
}

#[test]
fn pictures_are_named_by_rows() {
    let known = [
        ("a.png", Ok("/uploads/1.png".to_owned())),
        ("b.png", Ok("/uploads/2.png".into())),
        ("bad.png", Err("It is damaged.".into())),
    ];
    let reading = Reading {
        pictures: Pictures::new(known.map(|(name, known)| (name.to_owned(), known)).into()),
        ..Reading::default()
    };
    let file = sheet(&[
        &["question", "A", "B", "rightAnswer", "image"],
        &["Which? <img src=\"a.png\">", "x", "y", "A", ""],
        &["Which one?", "x", "y", "A", "bad.png"],
        &["Which two?", "<img src='https://example.org/a.png'>", "y", "B", ""],
        &["Which three?", "x", "y", "A", "../a.png"],
    ]);
    let parsed = read_rows::<ChoiceBody>(&file, &reading).unwrap();
    assert_eq!(places(&parsed), [(3, "image"), (4, "option1"), (5, "image")]);
    assert_eq!(parsed.rows[0].question, "Which? <img src=\"/uploads/1.png\">");
    let unused: Vec<_> = parsed.warnings.iter().map(|one| one.message.as_str()).collect();
    assert_eq!(unused, ["No row shows the picture b.png.", "No row shows the picture bad.png."]);
}

#[test]
fn a_repeated_question_names_the_first() {
    let parsed = bank(&[
        &["What is it?", "a", "b", "", "", "A"],
        &["<p>What  is it?</p>", "<em>a</em>", "b", "", "", "B"],
        &["What is it?", "b", "a", "", "", "1"],
    ]);
    assert_eq!(places(&parsed), [(3, "question")]);
    let message = &parsed.problems[0].message;
    assert!(message.starts_with("Row 2 has the same question"), "{message}");
    assert!(message.contains("but another right answer: “a” there, “b” here."), "{message}");
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
        let pictures = Pictures::default().beside(["ab12.png".to_owned(), "a.svg".into()].into());
        read_rows::<ChoiceBody>(&bytes, &Reading { pictures, ..Reading::default() }).unwrap()
    };
    assert_eq!(rows("/uploads/ab12.png").rows[0].image.as_deref(), Some("/uploads/ab12.png"));
    for bad in [
        "a.png",
        "/uploads/a.png",
        "/uploads/AB12.png",
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
    assert_eq!(parsed.rows[0].body.detailed_answer, "<p>So and so.</p>");
    assert_eq!((parsed.rows[0].title.as_deref(), parsed.rows[0].topic.as_deref()), (None, Some("T")));
    assert_eq!(places(&parsed), [(3, "question"), (3, "answer"), (3, "detailedAnswer"), (4, "question")]);
}

#[test]
fn a_row_that_is_written_out_keeps_the_passage_that_it_shares() {
    let plain = rust_xlsxwriter::Format::new();
    let file = book(|sheet| {
        sheet.write_row(0, 0, ["question", "A", "B", "rightAnswer", "passage", "group"]).unwrap();
        for (at, (stem, key)) in (1..).zip([("1", "A"), ("2", "Z"), ("3", "A"), ("4", "Z")]) {
            sheet.write_row(at, 0, [stem, "a", "b", key]).unwrap();
        }
        sheet.merge_range(1, 4, 2, 4, "Merged", &plain).unwrap();
        sheet.write_row(3, 4, ["Given once", "G"]).unwrap();
        sheet.write_string(4, 5, "g").unwrap();
    });
    let wrong = questions(&file).unwrap().problems;
    assert_eq!(wrong.len(), 2);
    let report = ImportReport { problems: wrong, ..ImportReport::default() };
    let written = problem_book(ItemKind::Choice, vec![(file.into(), &report)]).unwrap().workbook;
    let table = table::open(&written, ItemKind::Choice.columns()).unwrap();
    let cells = |row: &SheetRow| [4, 5].map(|at| row.cells.get(&at).map_or("", |cell| cell.text()).to_owned());
    assert_eq!(table.rows.iter().map(cells).collect::<Vec<_>>(), [["Merged", ""], ["Given once", "g"]]);
    assert_eq!(places(&questions(&written).unwrap()), [(2, "rightAnswer"), (3, "rightAnswer")]);
}

#[test]
fn what_was_said_of_no_row_is_passed_over() {
    let file = sheet(&[
        &["question", "A", "B", "rightAnswer", "Problems"],
        &["", "", "", "", "Row 7. The letters of the options are not in order."],
        &["What?", "a", "b", "A", "Row 9. Mended."],
    ]);
    let parsed = questions(&file).unwrap();
    assert_eq!((parsed.problems, parsed.rows.len(), parsed.total_rows), (vec![], 1, 1));
}
