//! Photographs of students' working.

use image::{GenericImageView as _, ImageFormat, Rgba, RgbaImage};

use super::super::*;
use super::{contains, pixels};
use crate::images::samples::{
    GPS, JPEG_CMYK, JPEG_PROGRESSIVE, WEBP_LOSSY, animated_gif, clouds, exif, file, halves, noise, with_exif, written,
};

#[test]
fn every_format_becomes_an_upright_jpeg_without_metadata() {
    let turned = with_exif(&file(&halves(40, 20), ImageFormat::Jpeg), &exif(6));
    assert!(contains(&turned, GPS));
    let picture = accept_photograph(&turned).unwrap();
    assert_eq!((picture.kind, picture.width, picture.height), (PictureFormat::Jpeg, 20, 40));
    assert!(!contains(&picture.bytes, GPS) && !contains(&picture.bytes, b"Exif"));
    for bytes in
        [file(&halves(40, 20), ImageFormat::Png), written(WEBP_LOSSY), written(JPEG_PROGRESSIVE), written(JPEG_CMYK)]
    {
        let picture = accept_photograph(&bytes).unwrap();
        assert_eq!(image::guess_format(&picture.bytes).unwrap(), ImageFormat::Jpeg);
    }
}

#[test]
fn what_is_transparent_is_white_paper() {
    let clear = RgbaImage::from_pixel(16, 16, Rgba([0, 0, 0, 0]));
    let picture = accept_photograph(&file(&clear.into(), ImageFormat::Png)).unwrap();
    assert_eq!(pixels(&picture).get_pixel(8, 8), Rgba([255; 4]));
}

#[test]
fn the_stored_file_is_no_larger_than_an_upload_may_be() {
    // Written badly, and better by our own encoder: it lowers the quality until it fits.
    let mut bytes = Vec::new();
    noise(640, 480).write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, 12)).unwrap();
    assert!(bytes.len() <= MAX_PHOTOGRAPH, "{}", bytes.len());
    let stored = accept_photograph(&bytes).unwrap();
    assert!(stored.bytes.len() <= MAX_PHOTOGRAPH, "{}", stored.bytes.len());
    assert_eq!((stored.width, stored.height), (640, 480));
    // A stored one is stored again unchanged.
    let own = accept_photograph(&file(&clouds(300, 200), ImageFormat::Png)).unwrap();
    assert_eq!(accept_photograph(&own.bytes).unwrap(), own);
}

#[test]
fn anything_else_is_refused() {
    let gif = animated_gif();
    let jpeg = file(&halves(40, 20), ImageFormat::Jpeg);
    for (bytes, refusal) in [
        (gif.as_slice(), Refused::NotAPicture),
        (&b"<svg xmlns='http://www.w3.org/2000/svg'/>"[..], Refused::NotAPicture),
        (&[][..], Refused::NotAPicture),
        (&jpeg[..jpeg.len() - 2], Refused::Broken),
        (&vec![0; MAX_PHOTOGRAPH + 1][..], Refused::TooLarge),
    ] {
        assert_eq!(accept_photograph(bytes), Err(refusal), "{} bytes", bytes.len());
    }
    let large = file(&image::GrayImage::new(4001, 3000).into(), ImageFormat::Png);
    assert!(large.len() <= MAX_PHOTOGRAPH, "{}", large.len());
    assert_eq!(accept_photograph(&large), Err(Refused::TooManyPixels));
}
