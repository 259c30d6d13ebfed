//! Pictures for tests: made by our own encoder if possible, otherwise given as bytes.

use std::io::Cursor;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use image::codecs::gif::GifEncoder;
use image::imageops::FilterType;
use image::{DynamicImage, Frame, ImageFormat, Pixel as _, Rgb, RgbImage, Rgba, RgbaImage};

/// 24 × 16, opaque, VP8.
pub const WEBP_LOSSY: &str = "UklGRmIAAABXRUJQVlA4IFYAAACQAwCdASoYABAAPxF6tFAsKCUisAgBgCIJbACdMoRwACm73xYgAP7pPEEkkwuuG1D3gwJNLLIF\
    zZkxrIbvP7D+O5lyVlApKJdNpKq3YUELa8eK00AAAA==";
/// 24 × 16, VP8 with an alpha chunk.
pub const WEBP_LOSSY_ALPHA: &str = "UklGRpIAAABXRUJQVlA4WAoAAAAQAAAAFwAADwAAQUxQSBgAAAABuQpE9D9ApG0zEXMw/zaPDyMmIKkVPA5WUDggVAAAAJADAJ0B\
    KhgAEAA/EXq0UCwoJSKwCAGAIglsAJ0yhHAAKbvgbIgA/uk8QSSTC64bUPeDAk0sEt/1yY1kN3n9h/Hcy5KygUlEumzMRIaiEOrf\
    7vn4AA==";
/// 24 × 16, opaque, VP8L.
pub const WEBP_LOSSLESS: &str = "UklGRi4AAABXRUJQVlA4TCIAAAAvF8ADALkyRPQ/dhHR/wCRtk0d3L/jwcNRGMCYAKoeqP8E";
/// 8 × 8, two frames: red, then blue.
pub const WEBP_ANIMATED: &str = "UklGRroAAABXRUJQVlA4WAoAAAACAAAABwAABwAAQU5JTQYAAAAAAAAAAABBTk1GRAAAAAAAAAAAAAcAAAcAAGQAAAJWUDggLAAA\
    ADABAJ0BKggACAAEAGgloAADcAD+6zb//oV3Z52+P//6En//E2f/0mz4AAAAQU5NRkIAAAAAAAAAAAAHAAAHAABkAAAAVlA4ICoA\
    AAA0AQCdASoIAAgAAABoJaAAA3AA/vCbQ//+hJ//xNn/9Js+EV/SXS4tAAA=";
/// 24 × 16, progressive.
pub const JPEG_PROGRESSIVE: &str = "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6j\
    q62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSk\
    pKSkpKSkpKT/wgARCAAQABgDASIAAhEBAxEB/8QAFwAAAwEAAAAAAAAAAAAAAAAAAAMEAv/EABYBAQEBAAAAAAAAAAAAAAAAAAID\
    BP/aAAwDAQACEAMQAAABkY/aCCsnq//EABUQAQEAAAAAAAAAAAAAAAAAAAAS/9oACAEBAAEFApSlKUv/xAAXEQADAQAAAAAAAAAA\
    AAAAAAAAAQMC/9oACAEDAQE/AcUFQ//EABcRAQADAAAAAAAAAAAAAAAAAAABAhL/2gAIAQIBAT8Bm7b/xAAUEAEAAAAAAAAAAAAA\
    AAAAAAAg/9oACAEBAAY/Al//xAAVEAEBAAAAAAAAAAAAAAAAAAAAAf/aAAgBAQABPyGEIQhD/9oADAMBAAIAAwAAABCTL//EABUR\
    AQEAAAAAAAAAAAAAAAAAAAAh/9oACAEDAQE/EBJ//8QAFREBAQAAAAAAAAAAAAAAAAAAAAH/2gAIAQIBAT8QFP/EABUQAQEAAAAA\
    AAAAAAAAAAAAAABh/9oACAEBAAE/EJJJJJJP/9k=";
/// 24 × 16, four inks.
pub const JPEG_CMYK: &str = "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwAbEhQXFBEbFxYXHhwbIChCKyglJShROj0wQmBVZWRfVV1baniZgWpxkHNbXYW1hpCeo6ut\
    q2eAvMm6pseZqKuk/8AAFAgAEAAYBEMRAE0RAFkRAEsRAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAABAgMEBQYHCAkKC//EALUQAAIB\
    AwMCBAMFBQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZH\
    SElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV\
    1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+v/aAA4EQwBNAFkASwAAPwDDte1ZP2H2orpq2LXtR9h9qKK2LXtR9h9qKK4+17V0f2H2\
    oorYte1H2H2oorYte1H2H2oor//Z";

/// The bytes of one of the texts above.
pub fn written(text: &str) -> Vec<u8> {
    STANDARD.decode(text).unwrap()
}

/// Red on the left, blue on the right: it survives JPEG and shows rotation.
pub fn halves(width: u32, height: u32) -> DynamicImage {
    RgbImage::from_fn(width, height, |x, _| if x < width / 2 { Rgb([255, 0, 0]) } else { Rgb([0, 0, 255]) }).into()
}

/// Pseudo-random pixels, which compress badly.
pub fn noise(width: u32, height: u32) -> DynamicImage {
    RgbImage::from_fn(width, height, |x, y| {
        let [a, b, c, _] =
            (x.wrapping_mul(2_654_435_761) ^ y.wrapping_mul(2_246_822_519)).rotate_left(x % 31).to_be_bytes();
        Rgb([a, b, c])
    })
    .into()
}

/// Soft shapes with a little grain, like a photograph.
pub fn clouds(width: u32, height: u32) -> DynamicImage {
    let soft = noise(8, 6).resize_exact(width, height, FilterType::CatmullRom).to_rgb8();
    RgbImage::from_fn(width, height, |x, y| {
        let grain = u8::try_from((x.wrapping_mul(7_919) ^ y.wrapping_mul(104_729)) % 7).unwrap();
        soft.get_pixel(x, y).map(|value| value.saturating_add(grain))
    })
    .into()
}

/// The picture as a file.
pub fn file(pixels: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    pixels.write_to(&mut file, format).unwrap();
    file.into_inner()
}

/// A small file of each format.
pub fn one_of_each() -> [(&'static str, Vec<u8>); 4] {
    [
        ("a.png", file(&halves(40, 20), ImageFormat::Png)),
        ("a.jpg", file(&halves(40, 20), ImageFormat::Jpeg)),
        ("a.gif", animated_gif()),
        ("a.webp", written(WEBP_LOSSY)),
    ]
}

/// A small file of every variant that is decoded differently.
pub fn all() -> Vec<(&'static str, Vec<u8>)> {
    let mut all = one_of_each().to_vec();
    all.extend([WEBP_LOSSLESS, WEBP_LOSSY_ALPHA, WEBP_ANIMATED].map(|text| ("a.webp", written(text))));
    all.extend([JPEG_PROGRESSIVE, JPEG_CMYK].map(|text| ("a.jpg", written(text))));
    all.push(("a.jpg", with_exif(&file(&halves(8, 8), ImageFormat::Jpeg), &exif(6))));
    all.push(("a.png", file(&noise(30, 30), ImageFormat::Png)));
    all
}

/// 8 × 8, two frames: red, then blue.
pub fn animated_gif() -> Vec<u8> {
    let mut file = Vec::new();
    let frames = [[255, 0, 0, 255], [0, 0, 255, 255]];
    let frames = frames.map(|colour| Frame::new(RgbaImage::from_pixel(8, 8, Rgba(colour))));
    GifEncoder::new(&mut file).encode_frames(frames).unwrap();
    file
}

/// A PNG of these chunks, with their lengths and checksums.
pub fn png(chunks: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    for (name, data) in chunks {
        file.extend(u32::try_from(data.len()).unwrap().to_be_bytes());
        file.extend(*name);
        file.extend(*data);
        file.extend(crc(&[name.as_slice(), data].concat()).to_be_bytes());
    }
    file
}

/// The header of a PNG.
pub fn ihdr(width: u32, height: u32, depth: u8, colour: u8) -> Vec<u8> {
    [&width.to_be_bytes()[..], &height.to_be_bytes(), &[depth, colour, 0, 0, 0]].concat()
}

/// A zlib stream with `data` uncompressed.
pub fn stored(data: &[u8]) -> Vec<u8> {
    let length = u16::try_from(data.len()).unwrap();
    let (a, b) = data
        .iter()
        .fold((1u32, 0u32), |(a, b), byte| ((a + u32::from(*byte)) % 65521, (a + u32::from(*byte) + b) % 65521));
    [&[0x78, 1, 1], &length.to_le_bytes()[..], &(!length).to_le_bytes(), data, &(b << 16 | a).to_be_bytes()].concat()
}

fn crc(data: &[u8]) -> u32 {
    !data.iter().fold(!0, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| crc >> 1 ^ if crc & 1 == 1 { 0xEDB8_8320 } else { 0 })
    })
}

/// A chunk of a RIFF.
pub fn chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let padding = vec![0; data.len() % 2];
    [name, &u32::try_from(data.len()).unwrap().to_le_bytes()[..], data, &padding].concat()
}

/// EXIF with an orientation and a location.
pub fn exif(orientation: u8) -> Vec<u8> {
    let mut exif = b"MM\0*\0\0\0\x08\0\x02".to_vec();
    exif.extend([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]);
    exif.extend([0x88, 0x25, 0, 4, 0, 0, 0, 1, 0, 0, 0, 38, 0, 0, 0, 0]);
    exif.extend([0, 1, 0, 0x1D, 0, 2, 0, 0, 0, 24, 0, 0, 0, 56, 0, 0, 0, 0]);
    exif.extend(GPS);
    exif
}

/// The location in the EXIF of [`exif`].
pub const GPS: &[u8] = b"GPS 5.6037 N, 0.1870 W \0";

/// The JPEG with that EXIF.
pub fn with_exif(jpeg: &[u8], exif: &[u8]) -> Vec<u8> {
    let length = u16::try_from(exif.len() + 8).unwrap().to_be_bytes();
    [&jpeg[..2], &[0xFF, 0xE1], &length, b"Exif\0\0", exif, &jpeg[2..]].concat()
}
