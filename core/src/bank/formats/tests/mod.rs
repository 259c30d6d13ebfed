//! Formats in and out: what is read, what is refused by its line, and what comes back unchanged.

mod cases;
mod files;
mod pieces;
mod round;

use super::*;
use crate::bank::{
    ChoiceBody, EssayBody, ItemBody,
    import::{ImportRow, Parsed, Pictures, Reading, SheetBody, check_file},
};

/// The questions of a file.
fn questions(text: &str, format: Format) -> Parsed<ChoiceBody> {
    parse(text.as_bytes(), format)
}

fn theories(text: &str, format: Format) -> Parsed<EssayBody> {
    parse(text.as_bytes(), format)
}

fn parse<B: SheetBody>(bytes: &[u8], format: Format) -> Parsed<B> {
    let mut source = read(&File::new(bytes.to_vec(), "", Some(format)), B::KIND).unwrap();
    let places = source.pictures.keys().map(|name| (name.clone(), Ok("/uploads/a.png".to_owned())));
    source.place_pictures(&places.collect());
    check_file(source, &reading()).unwrap()
}

/// With the pictures that the tests' questions show.
fn reading() -> Reading {
    let kept = ["a.png", "x.png"].map(str::to_owned);
    Reading { pictures: Pictures::default().beside(kept.into()), ..Reading::default() }
}

/// Where problems are, by line and column.
fn places<B: ItemBody>(parsed: &Parsed<B>) -> Vec<(u32, &str)> {
    parsed.problems.iter().map(|problem| (problem.row, problem.column.as_str())).collect()
}

/// Why a file is not read at all.
#[track_caller]
fn refused(text: &str, format: Format) -> String {
    let file = File::new(text.as_bytes().to_vec(), "", Some(format));
    read(&file, ItemKind::Choice).expect_err("a refusal").to_string()
}
