//! Files of other people, whole and hostile.

use super::*;

const AIKEN: &str = "What is the capital of Ghana?\nA. Kumasi\nB) Accra\nANSWER: b\n\n\
    Two lines\nof a stem, \\(a<b\\)\nA. <b>x</b>\nB. y\nC. z\nANSWER: C\n";

const GIFT: &str = r"// A comment
$CATEGORY: $course$/top/West Africa/Cities

// [id:sabi-k1] [tag:x]
::Capital::[html]What is the <b>capital</b> of Ghana?{
    ~Kumasi#no
    =Accra#Since 1877.
    ####Accra is the \= capital\nof Ghana.
}

// [id:other]
2 \+ 2 \= { =4 ~%-50%3 ~\{5\} }

Accra is in {=Ghana ~Togo}.

A text alone

Essay {}

True? {T}

How many? {#3:1}

Match {=a -> b =c -> d}

Short {=a =b}

Several {~%50%a ~%50%b ~c}

Open {=a ~b
";

const MOODLE: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<quiz>
<!-- question: 0 -->
  <question type="category"><category><text>$course$/top/Default for Bio/Cells</text></category></question>
  <question type="multichoice">
    <name><text>Q &amp; A</text></name>
    <questiontext format="html"><text><![CDATA[<p>See <img src="@@PLUGINFILE@@/a%20b.png"></p>]]></text>
      <file name="a b.png" path="/" encoding="base64">aGVsbG8=</file></questiontext>
    <generalfeedback format="html"><text>Because.</text></generalfeedback>
    <idnumber>sabi-k2</idnumber>
    <single>true</single>
    <answer fraction="100" format="html"><text>a &lt; b &#38; c</text><feedback><text></text></feedback></answer>
    <answer fraction="0" format="plain_text"><text>&lt;b&gt;</text><feedback><text>No.</text></feedback></answer>
  </question>
  <question type="matching"><name><text>M</text></name></question>
  <question type="multichoice"><questiontext><text>Two</text></questiontext><single>false</single>
    <answer fraction="50"><text>a</text></answer><answer fraction="50"><text>b</text></answer></question>
  <question type="essay"><questiontext><text>Why?</text></questiontext><idnumber>7</idnumber>
    <generalfeedback><text>In full.</text></generalfeedback><graderinfo><text>In short.</text></graderinfo></question>
</quiz>"#;

#[test]
fn csv_is_a_sheet_with_line_numbers() {
    let text = "Question;A;B;Right Answer;id\n\"Two\nlines\";'=1;x;A;\n\nno key;a;b;;k\n";
    let parsed = questions(text, Format::Csv);
    let row = &parsed.rows[0];
    assert_eq!((row.row, row.question.as_str(), row.body.options[0].as_str()), (2, "Two<br>lines", "=1"));
    assert_eq!((places(&parsed), parsed.total_rows), (vec![(5, "rightAnswer")], 2));
    assert_eq!(places(&questions("question,a\nx,y\n", Format::Csv)), [(1, "option2, rightAnswer")]);
}

#[test]
fn windows_1252_is_read_and_said() {
    let parsed = parse::<ChoiceBody>(b"question,a,b,rightAnswer\nna\xefve?,1,2,A\n", Format::Csv);
    assert_eq!(parsed.rows[0].question, "naïve?");
    assert!(parsed.warnings.iter().any(|warning| warning.message.contains("Windows-1252")));
}

#[test]
fn aiken_is_read() {
    let parsed = questions(AIKEN, Format::Aiken);
    assert_eq!(places(&parsed), []);
    let rows: Vec<_> = parsed.rows.iter().map(|row| (row.row, row.question.as_str(), row.body.correct)).collect();
    assert_eq!(rows, [(1, "What is the capital of Ghana?", 1), (6, "Two lines<br>of a stem, \\(a&lt;b\\)", 2)]);
    assert_eq!(parsed.rows[1].body.options, ["<b>x</b>", "y", "z"]);
}

#[test]
fn faults_of_aiken_are_named_by_line() {
    for (text, place) in [
        ("Q\nA. a\nB. b\n\nQ2\n", (1, "rightAnswer")),
        ("Q\nA. a\nC. b\nANSWER: A", (3, "question")),
        ("Q\nA. a\nwhat\nB. b\nANSWER: A", (3, "question")),
        ("Q\nA. a\nB. b\nANSWER: D", (4, "rightAnswer")),
        ("Q\nANSWER: A", (2, "option1")),
        ("Q\nA. a\nB. b\nC. c\nD. d\nE. e\nF. f\nANSWER: A", (1, "option5")),
    ] {
        let parsed = questions(text, Format::Aiken);
        assert!(places(&parsed).contains(&place), "{text}: {:?}", parsed.problems);
        assert_eq!(parsed.total_rows, parsed.problems.len());
    }
    assert!(refused("\n \n", Format::Aiken).contains("no question"));
}

#[test]
fn gift_is_read_and_other_types_are_named() {
    let parsed = questions(GIFT, Format::Gift);
    let row = &parsed.rows[0];
    assert_eq!((row.row, row.id.as_deref(), row.title.as_deref()), (5, Some("k1"), Some("Capital")));
    assert_eq!((row.question.as_str(), row.body.correct), ("What is the <b>capital</b> of Ghana?", 1));
    assert_eq!(row.body.description, "Accra is the = capital<br>of Ghana.");
    assert_eq!((row.topic.as_deref(), row.section.as_deref()), (Some("West Africa"), Some("Cities")));
    let row = &parsed.rows[1];
    assert_eq!((row.id.as_deref(), row.question.as_str()), (None, r"2 \+ 2 ="));
    assert_eq!(row.body.options, ["4", "3", "{5}"]);
    assert_eq!(parsed.rows[2].question, "Accra is in _____ .");
    let lines: Vec<_> = parsed.problems.iter().map(|problem| problem.row).collect();
    assert_eq!(lines, [16, 18, 22, 24, 26, 28, 30]);
    assert_eq!((parsed.total_rows, parsed.warnings.len()), (11, 2), "{:?}", parsed.warnings);
}

#[test]
fn moodle_is_read_and_other_types_are_named() {
    let parsed = questions(MOODLE, Format::Xml);
    assert_eq!(parsed.problems.iter().map(|problem| problem.row).collect::<Vec<_>>(), [15, 16, 18]);
    let row = &parsed.rows[0];
    assert_eq!((row.row, row.id.as_deref(), row.title.as_deref()), (5, Some("k2"), Some("Q & A")));
    assert_eq!(row.body.options, ["a &lt; b &amp; c", "&lt;b&gt;"]);
    assert_eq!((row.body.description.as_str(), row.topic.as_deref()), ("Because.", Some("Cells")));
    let theories = theories(MOODLE, Format::Xml);
    assert_eq!((theories.rows[0].body.answer.as_str(), theories.rows[0].id.as_deref()), ("In short.", None));
}

#[test]
fn pictures_come_beside_the_sheet_and_are_put_in_their_place() {
    let file = File::new(MOODLE.as_bytes().to_vec(), "", None);
    assert_eq!(file.format, Format::Xml);
    let mut source = read(&file, ItemKind::Choice).unwrap();
    let (name, bytes) = source.pictures.pop_first().unwrap();
    assert_eq!(bytes, b"hello");
    source.place_pictures(&[(name, Ok("/uploads/x.png".to_owned()))].into());
    let parsed = check_file::<ChoiceBody>(source, &reading()).unwrap();
    assert_eq!(parsed.rows[0].question, "<p>See <img src=\"/uploads/x.png\"></p>");

    let mut source = read(&file, ItemKind::Choice).unwrap();
    source.place_pictures(&[].into());
    assert!(places(&check_file::<ChoiceBody>(source, &Reading::default()).unwrap()).contains(&(5, "question")));
}

#[test]
fn json_lines_are_read() {
    let text = "{\"question\":\"a\",\"option1\":1,\"option2\":2.5,\"rightAnswer\":\"A\",\"id\":null}\n\n\
        {\"question\":[1]}\nnonsense\n{\"option2\":true,\"option1\":\"x\",\"question\":\"b\",\"rightAnswer\":\"B\"}\n";
    let parsed = questions(text, Format::Jsonl);
    assert_eq!(parsed.rows.iter().map(|row| row.row).collect::<Vec<_>>(), [1, 5]);
    assert_eq!(
        (&parsed.rows[0].body.options[..], &parsed.rows[1].body.options[..]),
        (&["1".into(), "2.5".into()][..], &["x".into(), "TRUE".into()][..])
    );
    assert_eq!(places(&parsed), [(3, "question"), (4, "question")]);
}

#[test]
fn hostile_files_end_in_an_error_by_line() {
    let deep = format!("<quiz>\n{}", "<a>".repeat(1000));
    let wide = format!("<quiz>\n<question type='multichoice'>{}</question></quiz>", "<answer/>".repeat(10_001));
    let bomb = "<?xml version=\"1.0\"?>\n<!DOCTYPE quiz [<!ENTITY a \"&b;&b;\">]>\n<quiz>&a;</quiz>";
    let cut = &MOODLE[..MOODLE.len() / 2];
    for (text, line) in [
        (deep.as_str(), "line 2"),
        (wide.as_str(), "line 2"),
        (bomb, "line 2"),
        (cut, "line 1"),
        ("<quiz>\n\n<question type='x'>&wrong;</question></quiz>", "line 3"),
        ("<quiz>\n</question>", "line 2"),
        ("<html>", "line 1"),
        (&format!("{{\"question\":\"{}\"}}", "x".repeat(3 * 1024 * 1024)), "line 1"),
    ] {
        let format = if text.starts_with('{') { Format::Jsonl } else { Format::Xml };
        let refused = refused(text, format);
        assert!(refused.contains(line), "{refused}");
    }
    for (options, column) in [(9_999, "option5"), (10_000, "rightAnswer")] {
        let parsed = questions(&format!("Many {{=right{}}}", "\n~wrong".repeat(options)), Format::Gift);
        assert_eq!(places(&parsed), [(1, column)]);
    }
    let many = "Q {=a ~b}\n\n".repeat(20_001);
    assert!(refused(&many, Format::Gift).contains("20,000"));
    let many = "Q {}\n\n".repeat(20_001);
    assert!(refused(&many, Format::Gift).contains("20,000"));
    let nested = format!("$CATEGORY: {}\n\n{}", "deep/".repeat(100_000), "Q {=a ~b}\n\n".repeat(10_000));
    let parsed = questions(&nested, Format::Gift);
    assert_eq!((parsed.rows.len(), places(&parsed)[0]), (0, (3, "section")));
    for format in Format::ALL {
        assert!(refused(&"x".repeat(MAX_BYTES + 1), format).contains("20 MiB"), "{format}");
    }
}

/// The time that a hostile text may take.
#[test]
fn no_text_takes_quadratic_time() {
    let begun = std::time::Instant::now();
    let big = MAX_BYTES / 4;
    for (unit, format) in [
        ("=", Format::Gift),
        ("\\", Format::Gift),
        ("::", Format::Gift),
        ("~a#", Format::Gift),
        ("{", Format::Gift),
        ("A. a\n", Format::Aiken),
        ("\"", Format::Csv),
        ("\"a\"\"b", Format::Csv),
        ("<quiz ", Format::Xml),
        ("<!--", Format::Xml),
        ("{\"", Format::Jsonl),
    ] {
        let text = format!("question\n{}", unit.repeat(big / unit.len()));
        let file = File::new(text.into_bytes(), "", Some(format));
        let _ = read(&file, ItemKind::Choice).map(|source| check_file::<ChoiceBody>(source, &Reading::default()));
    }
    let attributes = format!("<quiz>\n<question {}/></quiz>", "a='1' ".repeat(big / 6));
    let _ = read(&File::new(attributes.into_bytes(), "", Some(Format::Xml)), ItemKind::Choice);
    // Even a busy machine is faster; quadratic time would take days.
    assert!(begun.elapsed().as_secs() < 1_200, "{:?}", begun.elapsed());
}
