//! Files as other people's programs write them, each with what is right.

use super::*;

/// The messages of notices, with their lines.
fn notices<B: ItemBody>(parsed: &Parsed<B>) -> Vec<(Option<u32>, &str)> {
    parsed.warnings.iter().map(|warning| (warning.row, warning.message.as_str())).collect()
}

#[test]
fn markup_in_moodle_texts_without_cdata_is_kept() {
    let text = r#"<?xml version="1.0" encoding="UTF-8"?>
<quiz>
<question type="multichoice"><name><text>A <b>nested</b> title</text></name>
<questiontext format="html"><text>What is <b>not</b> a multiple of <i class="x">3</i>?<br/>1 &lt; 2</text></questiontext>
<answer fraction="100" format="html"><text>10<sup>2</sup></text></answer>
<answer fraction="0" format="html"><text>10<sub>3</sub> in base <b>4</b>, times 3<b/></text></answer></question>
<question type="multichoice"><questiontext format="html"><text><p>Which is even?</p></text></questiontext>
<answer fraction="100"><text><p>2</p></text></answer><answer fraction="0"><text><p>3</p></text></answer></question>
</quiz>"#;
    let parsed = questions(text, Format::Xml);
    assert_eq!((places(&parsed), notices(&parsed)), (vec![], vec![]));
    let row = &parsed.rows[0];
    assert_eq!(row.question, "What is <b>not</b> a multiple of <i>3</i>?<br>1 &lt; 2");
    assert_eq!(row.body.options, ["10<sup>2</sup>", "10<sub>3</sub> in base <b>4</b>, times 3<b></b>"]);
    assert_eq!(row.title.as_deref(), Some("A nested title"));
    assert_eq!(parsed.rows[1].question, "<p>Which is even?</p>");
    assert_eq!(parsed.rows[1].body.options, ["<p>2</p>", "<p>3</p>"]);
}

#[test]
fn moodle_texts_that_mix_elements_and_escaped_tags_are_noticed() {
    let of = |stem: &str| {
        let answers = "<answer fraction='100'><text>a</text></answer><answer fraction='0'><text>b</text></answer>";
        format!("<quiz><question type='multichoice'><questiontext>{stem}</questiontext>{answers}</question></quiz>")
    };
    let parsed = questions(&of("<text>&lt;i&gt;a&lt;/i&gt; is <b>not</b> it</text>"), Format::Xml);
    assert_eq!(parsed.rows[0].question, "&lt;i&gt;a&lt;/i&gt; is <b>not</b> it");
    assert!(notices(&parsed)[0].1.contains("escaped"), "{:?}", parsed.warnings);
    let parsed = questions(&of("<text>one</text><text>two</text>"), Format::Xml);
    assert!(notices(&parsed)[0].1.contains("more than one <text>"), "{:?}", parsed.warnings);
    let parsed = questions(&of("Which? <p>Lost</p>"), Format::Xml);
    assert!(notices(&parsed)[0].1.contains("no <text>"), "{:?}", parsed.warnings);
    let parsed = questions(&of("<text><![CDATA[<p>a</p>]]><b>c</b></text>"), Format::Xml);
    assert_eq!(parsed.rows[0].question, "<p>a</p><b>c</b>");
}

#[test]
fn moodle_hints_are_not_lost_in_silence() {
    let text = "<quiz><question type='multichoice'><questiontext><text>Q</text></questiontext>\
        <answer fraction='100'><text>a</text></answer><answer fraction='0'><text>b</text></answer>\
        <hint><text>Think.</text></hint></question></quiz>";
    assert!(notices(&questions(text, Format::Xml))[0].1.contains("hints"));
}

#[test]
fn tags_that_cells_name_stay_words() {
    let text = "question,A,B,C,D,answer\n\
        What does the <br> tag do in HTML?,It breaks the line,It makes text bold,It draws a rule,,A\n\
        Which pair of tags makes text bold?,<b> and </b>,<i> and </i>,<u> and </u>,,A\n\
        Which tag draws a line across the page?,<hr>,<br>,<p>,<title>,A\n\
        What is the difference between <strong> and <em>?,Importance and stress,None,,,A\n\
        An image is placed by the <img> tag and its attribute,src,href,,,A\n\
        Which tag is `<br>`?,The break,<p> and </p>,<h1></h1>,,A\n";
    let parsed = questions(text, Format::Csv);
    assert_eq!((places(&parsed), notices(&parsed)), (vec![], vec![]));
    let shown: Vec<String> = parsed.rows.iter().map(|row| crate::html::text_of(&row.question)).collect();
    assert_eq!(
        shown,
        [
            "What does the <br> tag do in HTML?",
            "Which pair of tags makes text bold?",
            "Which tag draws a line across the page?",
            "What is the difference between <strong> and <em>?",
            "An image is placed by the <img> tag and its attribute",
            "Which tag is `<br>`?",
        ]
    );
    let options =
        |row: usize| parsed.rows[row].body.options.iter().map(|one| crate::html::text_of(one)).collect::<Vec<_>>();
    assert_eq!(options(1), ["<b> and </b>", "<i> and </i>", "<u> and </u>"]);
    assert_eq!(options(2), ["<hr>", "<br>", "<p>", "<title>"]);
    assert_eq!(options(5)[1..], ["<p> and </p>", "<h1></h1>"]);
    let markup = "question,A,B,answer\nWhich is <b>not</b> a tag?,<b>this</b>,x<br>y,A\n";
    let parsed = questions(markup, Format::Csv);
    assert_eq!(parsed.rows[0].question, "Which is <b>not</b> a tag?");
    assert_eq!(notices(&parsed).len(), 3, "each cell tells what it took for markup: {:?}", parsed.warnings);
}

#[test]
fn joiners_are_kept_where_they_are_seen() {
    let text = "question,A,B,answer\n\
        Which picture shows a family?,\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467},\u{1f468},\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}\n\
        \"Which word means \"\"I go\"\" in Persian?\",می\u{200c}روم,میروم شد,A\n\
        Photo\u{200b}synthesis needs,light,darkness,light\n\
        Soft\u{ad}ware weighs,5\u{a0}kg,6&nbsp;kg,A\n";
    let parsed = questions(text, Format::Csv);
    assert_eq!(places(&parsed), []);
    assert_eq!(parsed.rows[0].body.options[0], "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}");
    assert_eq!(parsed.rows[0].body.correct, 0);
    assert_eq!(parsed.rows[1].body.options[0], "می\u{200c}روم");
    assert_eq!(parsed.rows[2].question, "Photosynthesis needs");
    assert_eq!(
        (parsed.rows[3].question.as_str(), &parsed.rows[3].body.options[..]),
        ("Software weighs", &["5&nbsp;kg".into(), "6&nbsp;kg".into()][..])
    );
    assert_eq!(notices(&parsed).len(), 1);
    assert!(notices(&parsed)[0].1.contains("soft hyphens"));
}

#[test]
fn escapes_of_gift_leave_formulas_alone() {
    let parsed =
        questions(r"::TeX::First line\nIf \(a \neq 0\) then frequency is {=\(\nu\) ~\(\nabla\)}", Format::Gift);
    assert_eq!((places(&parsed), notices(&parsed)), (vec![], vec![]));
    assert_eq!(parsed.rows[0].question, r"First line<br>If \(a \neq 0\) then frequency is");
    assert_eq!(parsed.rows[0].body.options, [r"\(\nu\)", r"\(\nabla\)"]);
    let parsed = questions(r"What is \(\frac{1}{2}x=1\)? {=\(x=2\)#\(2=2\) ~\(x\=3\)}", Format::Gift);
    assert_eq!(parsed.rows[0].question, r"What is \(\frac{1}{2}x=1\)?");
    assert_eq!(
        (&parsed.rows[0].body.options[..], parsed.rows[0].body.description.as_str()),
        (&[r"\(x=2\)".into(), r"\(x=3\)".into()][..], r"\(2=2\)")
    );
}

#[test]
fn markdown_becomes_markup() {
    let parsed =
        questions("::MD::[markdown]Which is **not** a gas? {=*water* ~[plain]*oxygen* ~[html]<i>x</i>}", Format::Gift);
    assert_eq!((places(&parsed), notices(&parsed)), (vec![], vec![]));
    assert_eq!(parsed.rows[0].question, "Which is <strong>not</strong> a gas?");
    assert_eq!(parsed.rows[0].body.options, ["<em>water</em>", "*oxygen*", "<i>x</i>"]);
    let text = "<quiz><question type=\"multichoice\"><questiontext format=\"markdown\"><text>Which is **not** a \
        `List&lt;int&gt;`?</text></questiontext><generalfeedback format=\"html\"><text>*So*</text></generalfeedback>\
        <answer fraction=\"100\" format=\"markdown\"><text>*a*</text></answer>\
        <answer fraction=\"0\"><text>2^10^</text></answer></question></quiz>";
    let parsed = questions(text, Format::Xml);
    assert_eq!(parsed.rows[0].question, "Which is <strong>not</strong> a <code>List&lt;int&gt;</code>?");
    assert_eq!(parsed.rows[0].body.options, ["<em>a</em>", "2<sup>10</sup>"]);
    assert_eq!(parsed.rows[0].body.description, "*So*", "it is said to be HTML");
}

#[test]
fn a_json_array_is_refused_in_one_sentence() {
    let array = "[\n  {\n    \"question\": \"What is 10 + 10?\",\n    \"A\": \"20\",\n    \"answer\": \"A\"\n  }\n]";
    let object = "{\n  \"question\": \"What is 10 + 10?\"\n}";
    let spread = "{\"question\":\n\"What is 10 + 10?\"}";
    for text in [array, object, spread, "[[1]]"] {
        assert_eq!(File::from(text.as_bytes().to_vec()).format, Format::Jsonl, "{text}");
        let why = refused(text, Format::Jsonl);
        assert!(why.contains("JSON Lines") && why.matches('.').count() == 1, "{why}");
    }
}

#[test]
fn true_false_questions_have_two_options() {
    let parsed = questions("The sun is a star. {T#No.#Yes, it is.}\n\nIt is cold. {FALSE}\n", Format::Gift);
    assert_eq!(places(&parsed), []);
    let rows: Vec<_> = parsed
        .rows
        .iter()
        .map(|row| (row.body.options.join("/"), row.body.correct, row.body.description.as_str()))
        .collect();
    assert_eq!(rows, [("True/False".into(), 0, "Yes, it is."), ("True/False".into(), 1, "")]);
    assert_eq!(notices(&parsed).iter().filter(|(_, words)| words.contains("True and False")).count(), 2);
    let text = "<quiz><question type='truefalse'><questiontext><text>Q</text></questiontext>\
        <answer fraction='0' format='moodle_auto_format'><text>true</text></answer>\
        <answer fraction='100' format='moodle_auto_format'><text>false</text><feedback><text>So.</text></feedback></answer>\
        </question></quiz>";
    let parsed = questions(text, Format::Xml);
    assert_eq!(
        (&parsed.rows[0].body.options[..], parsed.rows[0].body.correct),
        (&["True".into(), "False".into()][..], 1)
    );
    assert_eq!((parsed.rows[0].body.description.as_str(), parsed.warnings.len()), ("So.", 1));
    let parsed = questions("question,A,B,answer\nThe sun is a star.,,,TRUE\n", Format::Csv);
    assert_eq!((places(&parsed), &parsed.rows[0].body.options[..]), (vec![], &["True".into(), "False".into()][..]));
    assert_eq!(parsed.warnings.len(), 1);
}

#[test]
fn a_gift_question_needs_an_answer_worth_all_marks() {
    for text in ["Q {=%50%a ~b}", "Q {~%50%a ~%50%b}", "Q {~a ~b}", "Q {=a ~%50%b}"] {
        assert_eq!(places(&questions(text, Format::Gift)), [(1, "rightAnswer")], "{text}");
    }
    assert!(questions("Q {=%50%a ~b}", Format::Gift).problems[0].message.contains("100 %"));
    assert_eq!(questions("Q {~%100%a ~%-50%b =%0%c}", Format::Gift).rows[0].body.correct, 0);
}

#[test]
fn aiken_takes_options_without_a_space() {
    let parsed = questions("In which year?\nA.D. counts them.\nA)70\nB.80\nC) A.D. 90\nANSWER: B\n", Format::Aiken);
    assert_eq!(places(&parsed), []);
    assert_eq!(parsed.rows[0].question, "In which year?<br>A.D. counts them.");
    assert_eq!((&parsed.rows[0].body.options.join("/")[..], parsed.rows[0].body.correct), ("70/80/A.D. 90", 1));
}

#[test]
fn a_file_is_what_its_first_bytes_say() {
    for (bytes, name, word) in [
        (&b"{\\rtf1\\ansi Question}"[..], "bank.xlsx", "Rich Text"),
        (b"{\\rtf1\\ansi Question}", "bank.jsonl", "Rich Text"),
        (b"%PDF-1.7", "bank.csv", "PDF"),
        (b"\x89PNG\r\n", "bank.gift", "picture"),
        (b"Rar!\x1a", "bank.xlsx", ".zip"),
    ] {
        let why = read(&File::new(bytes.to_vec(), name, None), ItemKind::Choice).unwrap_err().to_string();
        assert!(why.contains(word), "{name}: {why}");
    }
    let why = read(&File::new(b"%PDF-1.7".to_vec(), "", Some(Format::Gift)), ItemKind::Choice).unwrap_err();
    assert!(why.to_string().contains("it is a PDF document"));
}

#[test]
fn more_cells_than_headers_are_told_by_row() {
    let parsed = questions("question,A,B,answer\nWhat is 1,000?,a,b,A\nFine?,a,b,A,,,\nMore,a,b,A,x,y\n", Format::Csv);
    let told: Vec<_> = notices(&parsed).into_iter().filter(|(_, words)| words.contains("cells")).collect();
    assert_eq!(told.iter().map(|(row, _)| *row).collect::<Vec<_>>(), [Some(2), Some(4)]);
    assert!(told[0].1.contains("5 cells") && told[0].1.contains("name 4"), "{told:?}");
    assert_eq!(parsed.warnings.len(), 2, "{:?}", parsed.warnings);
}

#[test]
fn too_many_columns_are_refused_at_once() {
    let names: Vec<String> = (0..1_001).map(|n| format!("c{n}")).collect();
    assert!(refused(&names.join(","), Format::Csv).contains("1,000 columns"));
    let trailing = format!("question,A,B,answer\nQ,a,b,A{}\n", ",".repeat(2_000));
    assert_eq!(places(&questions(&trailing, Format::Csv)), [], "empty cells are none");
}

#[test]
fn formats_without_rows_speak_of_none() {
    let aiken = "Q\nA. a\nB. b\nANSWER: A\n\nQ\nA. a\nB. b\nANSWER: B\n\nQ2\nA. a\nB. a\nANSWER: A\n";
    let gift = "// [id:sabi-k]\nQ {=a ~b}\n\n// [id:sabi-k]\nQ {=a ~b}\n\nText\n";
    let xml = "<quiz><question type='essay'><name/></question></quiz>";
    let json = "{\"question\":\"Q\",\"A\":\"a\"}\n{\"other\":1}\nnone\n";
    for (text, format) in [(aiken, Format::Aiken), (gift, Format::Gift), (xml, Format::Xml), (json, Format::Jsonl)] {
        let parsed = questions(text, format);
        assert_eq!(parsed.unit, crate::bank::import::Unit::Line);
        let said = parsed.problems.iter().map(|problem| problem.message.as_str());
        let said: Vec<_> = said.chain(parsed.warnings.iter().map(|warning| warning.message.as_str())).collect();
        assert!(!said.is_empty());
        for words in said {
            let words = words.to_lowercase();
            assert!(
                !words
                    .split(|sign: char| !sign.is_alphabetic())
                    .any(|word| ["row", "rows", "header", "headers", "sheet"].contains(&word)),
                "{format}: {words}"
            );
        }
    }
    let many = "Q {=a ~b}\n\n".repeat(20_001);
    assert!(refused(&many, Format::Gift).contains("20,000 questions"));
}

#[test]
fn a_picture_of_a_wrong_kind_is_named_by_its_file() {
    let text = "<quiz><question type='multichoice'><questiontext><text>See <![CDATA[<img src=\"@@PLUGINFILE@@/map.bmp\">]]>\
        </text><file name='map.bmp' encoding='base64'>aGVsbG8=</file></questiontext>\
        <answer fraction='100'><text>a</text></answer><answer fraction='0'><text>b</text></answer></question></quiz>";
    let mut source = read(&File::from(text.as_bytes().to_vec()), ItemKind::Choice).unwrap();
    let places = source.pictures.keys().map(|name| (name.clone(), Err("It is damaged.".to_owned())));
    source.place_pictures(&places.collect());
    let parsed = check_file::<ChoiceBody>(source, &reading()).unwrap();
    assert!(
        parsed.problems.iter().any(|problem| problem.message == "map.bmp: It is damaged."),
        "{:?}",
        parsed.problems
    );
}

#[test]
fn a_picture_without_an_address_is_a_problem_of_its_column() {
    let parsed = |image: &str| {
        let text = format!(
            "<quiz><question type='multichoice'><questiontext format='html'><text><![CDATA[<p>See {image}</p>]]></text>\
             </questiontext><answer fraction='100'><text>a</text></answer>\
             <answer fraction='0'><text>b</text></answer></question></quiz>"
        );
        let source = read(&File::from(text.into_bytes()), ItemKind::Choice).unwrap();
        check_file::<ChoiceBody>(source, &reading()).unwrap()
    };
    for image in ["<img>", "<img alt='a map'>", "<img src=''>"] {
        let problems = parsed(image).problems;
        let told: Vec<_> = problems.iter().map(|one| (one.column.as_str(), one.message.as_str())).collect();
        assert_eq!(told, [("question", "A picture has no address.")], "{image}");
    }
    assert!(parsed("the <i>map</i>").problems.is_empty());
}

#[test]
fn options_and_explanations_that_name_places_are_told() {
    let options = [
        "Both A and B are correct",
        "A and B are correct",
        "All except C",
        "Options A and C are correct",
        "A, B",
        "B and C above",
        "Answers A and B",
        "A/B",
    ];
    let rows: Vec<String> = options
        .iter()
        .enumerate()
        .map(|(n, option)| format!("Question {n}?,x,y,z,\"{option}\",D,Option D is correct."))
        .collect();
    let parsed = questions(&format!("question,A,B,C,D,answer,answerDesc\n{}\n", rows.join("\n")), Format::Csv);
    assert_eq!((parsed.rows.len(), notices(&parsed)), (options.len(), vec![]), "they stay in place");
    let parsed = questions(
        "question,A,B,C,D,answer,answerDesc\n\
         One?,w,x,y,z,C,Option C is correct because it is the third.\n\
         Two?,w,x,y,z,C,The answer is C.\n\
         Three?,w,x,y,z,C,C is right; A and B are traps.\n\
         Four?,w,x,y,z,C,(c) follows from the law.\n\
         Five?,w,x,y,I and II,C,Because.\n",
        Format::Csv,
    );
    let told: Vec<_> = parsed.warnings.iter().map(|one| (one.row, one.column.as_deref())).collect();
    assert_eq!(
        told,
        [(2, "answerDesc"), (3, "answerDesc"), (4, "answerDesc"), (5, "answerDesc"), (6, "option4")]
            .map(|(row, column)| (Some(row), Some(column)))
    );
}
