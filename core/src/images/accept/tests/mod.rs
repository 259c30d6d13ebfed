//! Refused uploads and the reasons.

use image::{DynamicImage, GenericImageView as _, ImageFormat};

use super::*;
use crate::images::samples::{self, file, halves, ihdr, one_of_each, png, stored, written};

mod kept;
mod photograph;
mod properties;
mod text;

fn pixels(picture: &Picture) -> DynamicImage {
    image::load_from_memory(&picture.bytes).unwrap()
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

#[test]
fn each_format_is_taken_whatever_the_rest_of_the_name() {
    for (name, bytes) in one_of_each() {
        let ending = name.rsplit_once('.').unwrap().1;
        let upper = ending.to_uppercase();
        for name in [
            name.to_owned(),
            format!("A.{upper}"),
            format!(".{ending}"),
            format!("../../etc/passwd.{ending}"),
            format!("..\\..\\{ending}.svg.{ending}"),
            format!("a.svg\0.{ending}"),
            format!("été 📷 \n\"<script>\".{ending}"),
            format!("{}.{ending}", "a".repeat(100_000)),
        ] {
            let picture = accept(&name, &bytes).unwrap();
            assert_eq!(picture.hash, hex::encode(Sha256::digest(&picture.bytes)));
            assert_eq!(picture.file_name(), format!("{}.{}", picture.hash, picture.kind.ext()));
            assert_eq!(pixels(&picture).dimensions(), (picture.width, picture.height));
            assert_eq!(accept("other.name".replace("name", ending).as_str(), &bytes), Ok(picture));
        }
    }
    let (_, jpeg) = &one_of_each()[1];
    assert!(accept("a.jpeg", jpeg).is_ok());
}

#[test]
fn other_names_are_refused() {
    let (_, bytes) = &one_of_each()[0];
    for name in [
        "",
        "png",
        "a",
        "a.",
        "a.svg",
        "a.html",
        "a.png.svg",
        "a.png/",
        "a.png/b",
        "a.png\0",
        "a.png ",
        "a.p\0ng",
        "a.bmp",
        "a.ｐｎｇ",
        "../a.exe",
        "a.png.",
    ] {
        assert_eq!(accept(name, bytes), Err(Refused::UnknownEnding), "{name:?}");
    }
}

#[test]
fn files_that_are_not_pictures_are_refused_by_their_bytes() {
    let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>";
    let files: [&[u8]; 8] = [
        svg,
        b"\xEF\xBB\xBF<?xml version=\"1.0\"?><svg/>",
        b"<!DOCTYPE html><script>alert(1)</script>",
        b"<html><body onload=alert(1)>",
        b"BM\x3a\0\0\0\0\0\0\0\x36\0\0\0",
        b"%PDF-1.7",
        b"PK\x03\x04",
        b"RIFF\x04\0\0\0WAVE",
    ];
    for bytes in files {
        for name in ["a.png", "a.jpg", "a.jpeg", "a.gif", "a.webp"] {
            assert_eq!(accept(name, bytes), Err(Refused::NotAPicture), "{name}");
        }
        assert_eq!(accept("a.svg", bytes), Err(Refused::UnknownEnding));
    }
}

#[test]
fn name_and_bytes_must_agree() {
    let all = one_of_each();
    for (name, _) in &all {
        for (other, bytes) in &all {
            let answer = accept(name, bytes);
            if name == other {
                assert!(answer.is_ok(), "{name}");
            } else {
                assert!(matches!(answer, Err(Refused::EndingDiffers { .. })), "{name} {other}: {answer:?}");
            }
        }
    }
    let said = accept("a.jpg", &all[0].1).unwrap_err().to_string();
    assert_eq!(said, "The name of the image ends in JPEG, but the file is PNG.");
}

#[test]
fn the_size_is_checked_first_and_to_the_byte() {
    let mut bytes = file(&halves(8, 8), ImageFormat::Jpeg);
    // Cameras often append data after the end of a picture; it is not stored.
    bytes.resize(MAX_BYTES, b'x');
    let picture = accept("a.jpg", &bytes).unwrap();
    assert!(picture.bytes.len() < 2_000);
    assert!(outline(ImageFormat::Jpeg, &bytes).unwrap().bytes.len() < 2_000, "nor the decoder");
    bytes.push(b'x');
    assert_eq!(accept("a.jpg", &bytes), Err(Refused::TooLarge));
    assert_eq!(accept("a.svg", &bytes), Err(Refused::TooLarge));
    assert_eq!(accept("a.png", &[]), Err(Refused::Empty));
}

#[test]
fn too_many_pixels_are_refused_from_the_header() {
    let idat = stored(&[0; 16]);
    let huge = |width, height| png(&[(b"IHDR", &ihdr(width, height, 8, 6)), (b"IDAT", &idat), (b"IEND", &[])]);
    for (width, height) in [(30_000, 30_000), (40_000_001, 1), (6_325, 6_325), (u32::MAX, u32::MAX)] {
        assert_eq!(accept("a.png", &huge(width, height)), Err(Refused::TooManyPixels), "{width} × {height}");
    }
    // Exactly the maximum number of pixels passes this check, and fails for lack of data.
    assert_eq!(accept("a.png", &huge(8_000, 5_000)), Err(Refused::Broken));
    assert_eq!(accept("a.png", &huge(0, 5)), Err(Refused::Broken));

    let mut jpeg = file(&halves(8, 8), ImageFormat::Jpeg);
    let sof = jpeg.windows(2).position(|marker| marker == [0xFF, 0xC0]).unwrap();
    jpeg[sof + 5..sof + 9].copy_from_slice(&[0xFF; 4]);
    assert_eq!(accept("a.jpg", &jpeg), Err(Refused::TooManyPixels));

    let gif = samples::animated_gif();
    let frame = gif.iter().position(|byte| *byte == 0x2C).unwrap();
    for at in [6, frame + 5] {
        let mut gif = gif.clone();
        gif[at..at + 4].copy_from_slice(&[0xFF; 4]);
        assert_eq!(accept("a.gif", &gif), Err(Refused::TooManyPixels), "{at}");
    }
}

#[test]
fn a_webp_cannot_hide_its_size() {
    let riff = |chunks: &[u8]| samples::chunk(b"RIFF", &[b"WEBP", chunks].concat());
    let canvas = |flags, size| samples::chunk(b"VP8X", &[&[flags, 0, 0, 0], &[size; 6][..]].concat());
    let vp8 = samples::chunk(b"VP8 ", &[0x90, 1, 0, 0x9D, 1, 0x2A, 0xFF, 0x3F, 0xFF, 0x3F, 0, 0]);
    let vp8l = samples::chunk(b"VP8L", &[0x2F, 0xFF, 0xFF, 0xFF, 0x0F, 0]);
    let anim = samples::chunk(b"ANIM", &[0; 6]);
    let frame = samples::chunk(b"ANMF", &[&[0; 16], &vp8[..]].concat());
    for chunks in [
        vp8.clone(),
        vp8l.clone(),
        [canvas(0, 0), vp8.clone()].concat(),
        [canvas(0, 0), vp8l].concat(),
        [canvas(0, 0xFF), vp8].concat(),
        [canvas(2, 0), anim, frame].concat(),
    ] {
        assert_eq!(accept("a.webp", &riff(&chunks)), Err(Refused::TooManyPixels), "{chunks:02x?}");
    }
    // EXIF that claims 4 GiB, which the decoder would allocate: in the file, inside a frame, after the end.
    let small = &written(samples::WEBP_LOSSY)[12..];
    let exif = [b"EXIF", &[0xFF; 4][..]].concat();
    let inside = samples::chunk(b"ANMF", &[&[0; 16], small, &exif].concat());
    let fitting = samples::chunk(b"VP8X", &[8, 0, 0, 0, 23, 0, 0, 15, 0, 0]);
    for bytes in [
        riff(&[&fitting, small, &exif].concat()),
        riff(&[canvas(2, 0), inside].concat()),
        [riff(&[&fitting, small].concat()), exif].concat(),
    ] {
        assert_eq!(accept("a.webp", &bytes), Err(Refused::Broken), "{bytes:02x?}");
    }
}

#[test]
fn bombs_in_chunks_are_never_inflated() {
    // The beginning of a deflate stream of zeros, which expands a thousandfold.
    let idat = stored(&[0, 10, 20, 30]);
    let bomb = [b"a\0\0\x78\xDA\xEC\xC1\x31\x01", &[0; 4_000_000][..]].concat();
    for name in [b"iCCP", b"zTXt", b"iTXt", b"tEXt", b"acTL"] {
        let bytes = png(&[(b"IHDR", &ihdr(1, 1, 8, 2)), (name, &bomb), (b"IDAT", &idat), (b"IEND", &[])]);
        assert!(outline(ImageFormat::Png, &bytes).unwrap().bytes.len() < 200, "the decoder does not see it");
        let picture = accept("a.png", &bytes).unwrap();
        assert_eq!(pixels(&picture).to_rgb8().as_raw(), &[10, 20, 30]);
        assert!(picture.bytes.len() < 200);
    }
}

#[test]
fn a_jpeg_of_endless_scans_is_refused() {
    let jpeg = written(samples::JPEG_PROGRESSIVE);
    assert!(accept("a.jpg", &jpeg).is_ok());
    let last = jpeg.windows(2).rposition(|marker| marker == [0xFF, 0xDA]).unwrap();
    let scan = &jpeg[last..jpeg.len() - 2];
    let bytes = [&jpeg[..last], &scan.repeat(1000), &[0xFF, 0xD9]].concat();
    assert_eq!(accept("a.jpg", &bytes), Err(Refused::Broken));
}

#[test]
fn truncated_files_are_refused_at_any_length() {
    for (name, bytes) in samples::all() {
        assert!(accept(name, &bytes).is_ok(), "{name}");
        for length in 0..bytes.len() {
            assert!(accept(name, &bytes[..length]).is_err(), "{name} cut to {length} of {}", bytes.len());
        }
    }
}
