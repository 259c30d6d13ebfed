//! A question that is written and read again is the same, in every format that can hold it.

use std::collections::HashMap;

use bytes::Bytes;
use proptest::{collection::vec, prelude::*, sample::select};

use super::{pieces::PIECES, *};
use crate::{bank::identity::normal, bank::sheet::normalise, html};

/// Pieces that a line of plain text can hold.
const WORDS: &[&str] = &[
    "a",
    "Lagos",
    " ",
    "=",
    "+1",
    "'",
    "\"",
    ";",
    "#",
    ":",
    "a < b",
    "&",
    r"\(x^2 < 9\)",
    "₦5,000",
    "日本",
    "\u{200b}",
    "B",
];

/// A text as the bank stores it.
fn rich() -> impl Strategy<Value = String> {
    text_of(PIECES)
}

fn text_of(pieces: &'static [&'static str]) -> impl Strategy<Value = String> {
    let text = vec(select(pieces), 1..8).prop_map(|pieces| html::clean(&pieces.concat()));
    text.prop_filter("is seen, and its maths is whole", |text| {
        let plain = html::text_of(text);
        !normal(text).is_empty()
            && !normalise(text).is_empty()
            && html::maths::fault(&plain).is_none()
            && html::maths::fault(&html::text_of(&as_read(text))).is_none()
            && !normal(&as_read(text)).is_empty()
    })
}

/// A line of plain text as the bank stores it.
fn line() -> impl Strategy<Value = String> {
    vec(select(PIECES), 1..4).prop_map(|pieces| html::text(&pieces.concat())).prop_map(|text| normalise(&text))
}

fn named() -> impl Strategy<Value = String> {
    line().prop_filter("is a name", |name| !name.is_empty() && html::text(name) == *name)
}

prop_compose! {
    fn item()(
        (id, title, topic, section) in ("[a-z0-9]{20}", named(), named(), named()),
        (passage, group) in prop_oneof![Just((String::new(), String::new())), (rich(), named())],
        (question, image) in (rich(), prop_oneof![Just(String::new()), Just("/uploads/a.png".to_owned())]),
        options in vec(rich(), 2..=5),
        (place, description) in (0..5_usize, prop_oneof![Just(String::new()), rich()]),
    ) -> FileItem {
        let correct = place % options.len();
        FileItem { line: 1, id, title, passage, group, question, image, topic, section, body: FileBody::Choice { options, correct, description }, ..FileItem::default() }
    }
}

fn is_askable(item: &FileItem) -> bool {
    let FileBody::Choice { options, .. } = &item.body else { return false };
    let texts: Vec<String> = options.iter().map(|option| normal(&as_read(option))).collect();
    (1..texts.len()).all(|at| !texts[..at].contains(&texts[at]))
}

/// A stored text as a cell that holds it is read.
fn as_read(text: &str) -> String {
    html::clean(&html::with_breaks(&normalise(text)))
}

/// The file of these questions.
fn file(items: &[FileItem], format: Format) -> Vec<u8> {
    let kind = items[0].kind();
    if format == Format::Xlsx {
        return workbook_of(kind, items).unwrap();
    }
    let mut writer = Writer::new(format);
    let mut text = writer.head(kind);
    for item in items {
        text.push_str(&writer.write(item, &HashMap::new()).text);
    }
    (text + writer.tail()).into_bytes()
}

fn same(item: &FileItem, row: &ImportRow<ChoiceBody>) -> Result<(), TestCaseError> {
    let FileBody::Choice { options, correct, description } = &item.body else {
        return Err(TestCaseError::fail("a theory"));
    };
    prop_assert_eq!(&row.question, &as_read(&item.question));
    prop_assert_eq!(&row.body.options, &options.iter().map(|option| as_read(option)).collect::<Vec<_>>());
    prop_assert_eq!(row.body.correct, *correct);

    prop_assert_eq!(&row.body.description, &as_read(description));
    prop_assert_eq!(row.body.passage.clone().unwrap_or_default(), as_read(&item.passage));
    for (read, stored) in [
        (&row.id, &item.id),
        (&row.title, &item.title),
        (&row.body.group, &item.group),
        (&row.topic, &item.topic),
        (&row.section, &item.section),
        (&row.image, &item.image),
    ] {
        prop_assert_eq!(read.as_deref().unwrap_or_default(), stored);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn questions_come_back_as_they_were(items in vec(item(), 1..4)) {
        let mut items = items;
        items.retain(is_askable);
        for (at, item) in items.iter_mut().enumerate() {
            // Each its own, so that none repeats another or takes another's passage.
            item.question.push_str(&format!(" {at}"));
            if !item.passage.is_empty() {
                item.group = format!("{at} {}", item.group);
            }
        }
        prop_assume!(!items.is_empty());
        for format in Format::ALL.into_iter().filter(|format| *format != Format::Aiken) {
            let parsed = parse::<ChoiceBody>(&file(&items, format), format);
            prop_assert!(parsed.problems.is_empty(), "{format}: {:?}", parsed.problems);
            prop_assert_eq!(parsed.rows.len(), items.len(), "{}", format);
            for (item, row) in items.iter().zip(&parsed.rows) {
                same(item, row).map_err(|error| TestCaseError::fail(format!("{format}: {error}")))?;
            }
        }
    }

    #[test]
    fn what_aiken_loses_nothing_of_comes_back(
        (question, options) in (text_of(WORDS), vec(text_of(WORDS), 2..=5)),
        place in 0..5_usize,
    ) {
        let correct = place % options.len();
        let body = FileBody::Choice { options, correct, description: String::new() };
        let item = FileItem { line: 1, question, body, ..FileItem::default() };
        prop_assume!(is_askable(&item));
        let written = aiken::write(&item);
        // Runs of blanks are a loss that is named.
        prop_assume!(written.losses.is_empty());
        let parsed = questions(&written.text, Format::Aiken);
        prop_assert!(parsed.problems.is_empty(), "{:?}", parsed.problems);
        let row = &parsed.rows[0];
        let FileBody::Choice { options, .. } = &item.body else { unreachable!() };
        prop_assert_eq!((&row.question, row.body.correct), (&as_read(&item.question), correct));
        prop_assert_eq!(&row.body.options, &options.iter().map(|option| as_read(option)).collect::<Vec<_>>());
    }

    #[test]
    fn theories_come_back_as_they_were(
        (question, answer, detailed) in (rich(), rich(), rich()),
        (title, topic, section) in (named(), named(), named()),
    ) {
        let item = FileItem { line: 1, id: "k".into(), title, topic, section, question, body: FileBody::Essay { answer, detailed }, ..FileItem::default() };
        let FileBody::Essay { answer, detailed } = &item.body else { unreachable!() };
        for format in Format::ALL.into_iter().filter(|format| *format != Format::Aiken) {
            let parsed = parse::<EssayBody>(&file(std::slice::from_ref(&item), format), format);
            prop_assert!(parsed.problems.is_empty(), "{format}: {:?}", parsed.problems);
            let row = &parsed.rows[0];
            prop_assert_eq!((&row.question, &row.body.answer, &row.body.detailed_answer), (&as_read(&item.question), &as_read(answer), &as_read(detailed)), "{}", format);
            prop_assert_eq!((row.id.as_deref(), row.title.as_deref()), (Some("k"), Some(item.title.as_str())), "{}", format);
            prop_assert_eq!((row.topic.as_deref(), row.section.as_deref()), (Some(item.topic.as_str()), Some(item.section.as_str())), "{}", format);
        }
    }
}

#[test]
fn embedded_pictures_come_back_under_their_own_name() {
    let bytes = Bytes::from_static(b"picture");
    let name = pictures::name_of("x.png", &bytes);
    let image = format!("/uploads/{name}");
    let item = FileItem {
        question: format!("<p>See <img src=\"{image}\" alt=\"x\"></p>"),
        image: image.clone(),
        body: FileBody::Choice {
            options: vec![format!("<img src=\"{image}\">"), "b".into()],
            correct: 0,
            description: String::new(),
        },
        ..FileItem::default()
    };
    let mut writer = Writer::new(Format::Xml);
    assert_eq!(writer.pictures(&item), std::slice::from_ref(&name));
    let written = writer.write(&item, &[(name.clone(), bytes.clone())].into());
    assert!(written.losses.is_empty() && !written.text.contains("/uploads/"), "{}", written.text);
    let text = format!("{}{}{}", writer.head(ItemKind::Choice), written.text, writer.tail());
    let mut source = read(&File::from(text.into_bytes()), ItemKind::Choice).unwrap();
    assert_eq!(source.pictures, [(name.clone(), bytes.to_vec())].into());
    source.place_pictures(&[(name.clone(), Ok(image.clone()))].into());
    let pictures = Pictures::default().beside([name].into());
    let row =
        check_file::<ChoiceBody>(source, &Reading { pictures, ..Reading::default() }).unwrap().rows.swap_remove(0);
    assert_eq!((row.question, row.image), (item.question.clone(), Some(image)));
    let lost = Writer::new(Format::Xml).write(&item, &HashMap::new()).losses;
    assert_eq!(lost.iter().map(|(column, _)| *column).collect::<Vec<_>>(), ["question", "option1"]);
}

#[test]
fn what_is_lost_is_named() {
    let item = FileItem {
        passage: "Read.".into(),
        question: "<b>Why</b>?".into(),
        image: "/uploads/a.png".into(),
        body: FileBody::Choice {
            options: vec!["<img src=\"/uploads/b.png\">".into(), "x".into()],
            correct: 1,
            description: "So.".into(),
        },
        ..FileItem::default()
    };
    let columns = |format| {
        Writer::new(format)
            .write(&item, &HashMap::new())
            .losses
            .into_iter()
            .map(|(column, _)| column)
            .collect::<Vec<_>>()
    };
    assert_eq!(columns(Format::Aiken), ["passage", "answerDesc", "image", "question", "option1", "question"]);
    for format in [Format::Xlsx, Format::Csv, Format::Gift, Format::Jsonl] {
        assert_eq!(columns(format), [""; 0]);
        let (one, two) = (format!("{}.png", "a".repeat(64)), format!("{}.jpg", "b".repeat(64)));
        let question = format!("See <img src=\"/uploads/{two}\">");
        let shown = FileItem { question, image: format!("/uploads/{one}"), ..item.clone() };
        let left = Writer::new(format).write(&shown, &HashMap::new()).left_behind;
        assert_eq!(left, [("question", two), ("image", one)], "{format}");
    }
    let long = FileItem { question: "x".repeat(40_000), ..item };
    let lost = Writer::new(Format::Xlsx).write(&long, &HashMap::new()).losses;
    assert_eq!(lost.iter().map(|(column, _)| *column).collect::<Vec<_>>(), ["question", "question"]);
    assert!(Writer::new(Format::Aiken).not_held().is_some() && Writer::new(Format::Gift).not_held().is_none());
}
