//! Formats in and out: what is read, what is refused by its line, and what comes back unchanged.

mod cases;
mod files;
mod pieces;
mod round;

use super::*;
use crate::bank::{
    Question, Theory,
    import::{Imported, Parsed, Pictures, QuestionRow, Reading, TheoryRow},
};

/// The questions of a file.
fn questions(text: &str, format: Format) -> Parsed<QuestionRow> {
    parse::<Question>(text.as_bytes(), format)
}

fn theories(text: &str, format: Format) -> Parsed<TheoryRow> {
    parse::<Theory>(text.as_bytes(), format)
}

fn parse<E: Imported>(bytes: &[u8], format: Format) -> Parsed<E::Row> {
    let mut source = read(&File::new(bytes.to_vec(), "", Some(format)), E::KIND).unwrap();
    let places = source.pictures.keys().map(|name| (name.clone(), Ok("/uploads/a.png".to_owned())));
    source.place_pictures(&places.collect());
    E::parse(source, &reading()).unwrap()
}

/// With the pictures that the tests' questions show.
fn reading() -> Reading {
    let kept = ["a.png", "x.png"].map(str::to_owned);
    Reading { pictures: Pictures::default().beside(kept.into()), ..Reading::default() }
}

/// Where problems are, by line and column.
fn places<T>(parsed: &Parsed<T>) -> Vec<(u32, &str)> {
    parsed.problems.iter().map(|problem| (problem.row, problem.column.as_str())).collect()
}

/// Why a file is not read at all.
#[track_caller]
fn refused(text: &str, format: Format) -> String {
    let file = File::new(text.as_bytes().to_vec(), "", Some(format));
    read(&file, Kind::Questions).expect_err("a refusal").to_string()
}
