//! Measures what a content team waits for at its command line, alone and through a running server: a bank of 20,000
//! questions in, and one with 2,000 pictures in and out again; how long each takes, and the most memory of each
//! process. Prints a table with each budget; it asserts nothing of speed, because a machine's speed is not a test.

#![cfg(test)]

#[path = "../tests/support/mod.rs"]
mod support;

use std::{fs, io::Cursor, process::Command, time::Instant};

use image::{ImageFormat, Rgb, RgbImage};
use rust_xlsxwriter::Workbook;
use serde_json::Value;
use support::{Sandbox, memory, run_for_memory};

/// Questions of a bank.
const QUESTIONS: u32 = 20_000;
/// How many rows come to one with a picture.
const PER_PICTURE: u32 = 10;

fn main() {
    let sandbox = Sandbox::seeded();
    let plain = sandbox.file("plain.xlsx", &workbook(|_| None));
    let drawn = sandbox.file("drawn.xlsx", &workbook(|row| is_drawn(row).then(|| figure(row))));
    let figures = sandbox.path("figures");
    fs::create_dir(&figures).unwrap();
    for row in (1..=QUESTIONS).filter(|row| is_drawn(*row)) {
        fs::write(figures.join(figure(row)), picture(row)).unwrap();
    }
    let figures = figures.display().to_string();

    take_in(&sandbox, "20,000 questions, alone", &[&plain, "--year", "2001"], "> 2500", "< 300");
    take_in(&sandbox, "the same again, alone", &[&plain, "--year", "2001"], "", "< 300");
    take_in(
        &sandbox,
        "20,000 with 2,000 pictures, alone",
        &[&drawn, "--year", "2002", "--images", &figures],
        "> 667",
        "",
    );
    give_out(&sandbox, "2002", "alone");

    // A new store, as small as the first one was.
    let sandbox = Sandbox::seeded();
    let server = sandbox.serve();
    let most = || memory(server.id(), "VmHWM").unwrap();
    row("the server at rest, its most memory", "MiB", most(), "");
    take_in(&sandbox, "20,000 questions, through a server", &[&plain, "--year", "2001"], "> 2500", "");
    row("  the server's most memory", "MiB", most(), "< 300");
    let ask = [&drawn, "--year", "2002", "--images", &figures];
    take_in(&sandbox, "20,000 with 2,000 pictures, through a server", &ask, "> 667", "");
    give_out(&sandbox, "2002", "through a server");
    row("the server's most memory, with all of it", "MiB", most(), "< 500");
}

/// Imports a file; how many rows a second, and the most memory of the command.
fn take_in(sandbox: &Sandbox, what: &str, file: &[&str], rate: &str, budget: &str) {
    let mut command = sandbox.command(["import", "questions", "--exam", "jamb-utme", "--subject", "Mathematics"]);
    let began = Instant::now();
    let (output, most) = run_for_memory(command.args(file).arg("--json"));
    let took = began.elapsed().as_secs_f64();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["rows"], &report["rejected"]), (&QUESTIONS.into(), &0.into()), "{report}");
    row(what, "rows/s", f64::from(QUESTIONS) / took, rate);
    row("  the command's most memory", "MiB", most, budget);
}

/// Exports a year in each format; how long each takes, and the most memory of the command.
fn give_out(sandbox: &Sandbox, year: &str, how: &str) {
    for format in ["xlsx", "csv", "gift", "xml", "jsonl"] {
        let mut command: Command = sandbox.command(["export", "questions", "--exam", "jamb-utme"]);
        command.args(["--subject", "Mathematics", "--year", year, "--format", format, "--output", "out"]);
        let began = Instant::now();
        let (output, most) = run_for_memory(command.arg("--yes"));
        assert!(output.status.success(), "{output:?}");
        row(&format!("the same out as {format}, {how}"), "s", began.elapsed().as_secs_f64(), "< 15");
        row("  the command's most memory", "MiB", most, "");
        fs::remove_file(sandbox.path("out")).unwrap();
    }
}

/// A workbook whose rows may name a picture.
fn workbook(image: impl Fn(u32) -> Option<String>) -> Vec<u8> {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet_with_constant_memory().unwrap();
    let names = ["question", "option1", "option2", "option3", "rightAnswer", "image"];
    sheet.write_row(0, 0, names).unwrap();
    for row in 1..=QUESTIONS {
        let (oranges, price) = (u64::from(row), u64::from(row) * 7 + 3);
        let stem = format!("Ngozi buys {oranges} oranges at ₦{price} each. What does she pay, in naira?");
        sheet.write_string(row, 0, stem).unwrap();
        for (column, more) in (1u16..).zip([0, 1, 10]) {
            sheet.write_string(row, column, format!("₦{}", oranges * price + more)).unwrap();
        }
        sheet.write_string(row, 4, "A").unwrap();
        if let Some(image) = image(row) {
            sheet.write_string(row, 5, image).unwrap();
        }
    }
    book.save_to_buffer().unwrap()
}

fn is_drawn(row: u32) -> bool {
    row.is_multiple_of(PER_PICTURE)
}

fn figure(row: u32) -> String {
    format!("figure-{row}.png")
}

/// A picture that no other row has.
fn picture(row: u32) -> Vec<u8> {
    let shade = |part: u32| u8::try_from(row.wrapping_mul(part) % 251).unwrap();
    let picture = RgbImage::from_fn(320, 200, |x, y| Rgb([shade(x + 1), shade(y + 1), shade(7)]));
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}

fn row(what: &str, unit: &str, value: f64, budget: &str) {
    println!("{what:<55} {value:>10.1} {unit:<12} {budget}");
}
