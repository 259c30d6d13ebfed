//! An accepted picture is clean, upright, small and of the right kind.

use image::{DynamicImage, GenericImageView as _, ImageFormat, Luma, LumaA, Rgba};

use super::super::*;
use super::{contains, pixels};
use crate::images::samples::{self, file, halves, ihdr, one_of_each, png, stored, with_exif, written};

#[track_caller]
fn assert_red(pixel: Rgba<u8>) {
    assert!(pixel[0] > 200 && pixel[1] < 60 && pixel[2] < 60, "{pixel:?} is not red");
}

#[test]
fn data_hidden_in_a_picture_is_removed() {
    let script = b"<script>alert(1)</script>";
    let comment = [&[0x21, 0xFE, u8::try_from(script.len()).unwrap()], &script[..], &[0]].concat();
    let gif = samples::animated_gif();
    let trailer = gif.len() - 1;
    let (_, jpeg) = &one_of_each()[1];
    let said = [&[0xFF, 0xFE, 0, 27], &script[..]].concat();
    let files = [
        ("a.gif", [&gif[..trailer], &comment, &gif[trailer..]].concat()),
        ("a.gif", [&gif[..], script].concat()),
        ("a.jpg", [&jpeg[..2], &said, &jpeg[2..]].concat()),
        ("a.jpg", [&jpeg[..], script].concat()),
        ("a.png", [&one_of_each()[0].1[..], script].concat()),
        ("a.webp", [&one_of_each()[3].1[..], script].concat()),
    ];
    for (name, bytes) in files {
        assert!(contains(&bytes, script));
        let picture = accept(name, &bytes).unwrap();
        assert!(!contains(&picture.bytes, script), "{name}");
    }
    // A script that begins like a GIF is not a GIF.
    assert_eq!(accept("a.gif", b"GIF89a/*\x01\x01*/=1;alert(1)//"), Err(Refused::Broken));
    assert_eq!(accept("a.gif", b"GIF89a<script>alert(1)</script>"), Err(Refused::Broken));
}

#[test]
fn metadata_is_gone_and_the_picture_upright() {
    let upright = [(1, (40, 20)), (2, (40, 20)), (3, (40, 20)), (4, (40, 20))];
    let turned = [(5, (20, 40)), (6, (20, 40)), (7, (20, 40)), (8, (20, 40))];
    // The position of the red, left half of the stored picture.
    let red = [(0, 0), (39, 0), (39, 19), (0, 19), (0, 0), (19, 0), (19, 39), (0, 39)];
    for ((orientation, size), (x, y)) in upright.into_iter().chain(turned).zip(red) {
        let exif = samples::exif(orientation);
        let jpeg = with_exif(&file(&halves(40, 20), ImageFormat::Jpeg), &exif);
        let stored = file(&halves(40, 20), ImageFormat::Png);
        let png = [&stored[..33], &png(&[(b"eXIf", &exif)])[8..], &stored[33..]].concat();
        for (name, bytes) in [("a.jpg", jpeg), ("a.png", png)] {
            assert!(contains(&bytes, samples::GPS));
            let picture = accept(name, &bytes).unwrap();
            assert_eq!((picture.width, picture.height), size, "{name} {orientation}");
            assert_red(pixels(&picture).get_pixel(x, y));
            for secret in [samples::GPS, b"Exif", b"eXIf"] {
                assert!(!contains(&picture.bytes, secret), "{name} {orientation}");
            }
        }
    }
    let broken = with_exif(&file(&halves(40, 20), ImageFormat::Jpeg), b"MM\0*\xFF\xFF\xFF\xFFnonsense");
    assert_eq!(accept("a.jpg", &broken).unwrap().width, 40);
}

#[test]
fn pictures_shrink_to_the_longest_side_and_never_grow() {
    for (from, to) in [
        ((1600, 1600), (1600, 1600)),
        ((3200, 100), (1600, 50)),
        ((10, 1601), (10, 1600)),
        ((5000, 1), (1600, 1)),
        ((1, 1), (1, 1)),
    ] {
        let picture = accept("a.png", &file(&halves(from.0, from.1), ImageFormat::Png)).unwrap();
        assert_eq!((picture.width, picture.height), to);
    }
    let turned = with_exif(&file(&halves(2000, 1000), ImageFormat::Jpeg), &samples::exif(6));
    let picture = accept("a.jpg", &turned).unwrap();
    assert_eq!((picture.width, picture.height), (800, 1600));
    assert_red(pixels(&picture).get_pixel(400, 10));
}

#[test]
fn photographs_leave_as_jpeg_and_the_rest_as_png() {
    let table = [
        ("a.jpg", written(samples::JPEG_PROGRESSIVE), PictureFormat::Jpeg),
        ("a.jpg", written(samples::JPEG_CMYK), PictureFormat::Jpeg),
        ("a.webp", written(samples::WEBP_LOSSY), PictureFormat::Jpeg),
        ("a.webp", written(samples::WEBP_LOSSY_ALPHA), PictureFormat::Png),
        ("a.webp", written(samples::WEBP_LOSSLESS), PictureFormat::Png),
        ("a.gif", samples::animated_gif(), PictureFormat::Png),
        ("a.png", file(&halves(400, 300), ImageFormat::Png), PictureFormat::Png),
        ("a.png", file(&samples::clouds(400, 300), ImageFormat::Png), PictureFormat::Jpeg),
        ("a.webp", file(&samples::clouds(400, 300), ImageFormat::WebP), PictureFormat::Jpeg),
    ];
    for (name, bytes, kind) in table {
        let picture = accept(name, &bytes).unwrap();
        assert_eq!(picture.kind, kind);
        let format = if kind == PictureFormat::Png { ImageFormat::Png } else { ImageFormat::Jpeg };
        assert_eq!(image::guess_format(&picture.bytes).unwrap(), format);
        assert_eq!(kind.content_type(), format.to_mime_type());
        // The same colours, within JPEG's loss.
        let (before, after) = (image::load_from_memory(&bytes).unwrap().to_rgba8(), pixels(&picture).to_rgba8());
        let far = before.iter().zip(after.iter()).filter(|(before, after)| before.abs_diff(**after) > 24).count();
        assert!(far * 20 <= before.len(), "{name}: {far} of {}", before.len());
    }
    for (name, bytes) in [("a.gif", samples::animated_gif()), ("a.webp", written(samples::WEBP_ANIMATED))] {
        assert_red(pixels(&accept(name, &bytes).unwrap()).get_pixel(4, 4));
    }
}

#[test]
fn every_colour_type_of_png_is_taken() {
    let grey16 = DynamicImage::ImageLuma16(image::ImageBuffer::from_pixel(3, 2, Luma([0x8080])));
    let rgba = DynamicImage::ImageRgba8(image::ImageBuffer::from_pixel(3, 2, Rgba([1, 2, 3, 128])));
    let grey_alpha = DynamicImage::ImageLumaA8(image::ImageBuffer::from_pixel(3, 2, LumaA([7, 9])));
    let table = [
        (halves(4, 2), vec![255, 0, 0, 255]),
        (DynamicImage::ImageRgb16(halves(4, 2).to_rgb16()), vec![255, 0, 0, 255]),
        (DynamicImage::ImageRgba16(rgba.to_rgba16()), vec![1, 2, 3, 128]),
        (rgba, vec![1, 2, 3, 128]),
        (grey16, vec![128, 128, 128, 255]),
        (grey_alpha, vec![7, 7, 7, 9]),
    ];
    for (picture, first) in table {
        let kept = accept("a.png", &file(&picture, ImageFormat::Png)).unwrap();
        assert_eq!(pixels(&kept).get_pixel(0, 0).0.to_vec(), first, "{:?}", picture.color());
    }
    // Palette with transparency, and grey of one bit.
    let palette = png(&[
        (b"IHDR", &ihdr(2, 1, 8, 3)),
        (b"PLTE", &[9, 8, 7, 1, 2, 3]),
        (b"tRNS", &[255, 0]),
        (b"IDAT", &stored(&[0, 0, 1])),
        (b"IEND", &[]),
    ]);
    let kept = pixels(&accept("a.png", &palette).unwrap());
    assert_eq!((kept.get_pixel(0, 0).0, kept.get_pixel(1, 0).0), ([9, 8, 7, 255], [1, 2, 3, 0]));
    let bits = png(&[(b"IHDR", &ihdr(2, 1, 1, 0)), (b"IDAT", &stored(&[0, 0x40])), (b"IEND", &[])]);
    let kept = pixels(&accept("a.png", &bits).unwrap());
    assert_eq!(kept, DynamicImage::ImageLuma8(image::ImageBuffer::from_vec(2, 1, vec![0, 255]).unwrap()));
}

#[test]
fn a_stored_picture_is_accepted_again_unchanged() {
    for (name, bytes) in one_of_each() {
        let once = accept(name, &bytes).unwrap();
        let twice = accept(&once.file_name(), &once.bytes).unwrap();
        assert!(once == twice, "{name}");
    }
}

#[test]
fn a_jpeg_that_differs_from_ours_is_re_encoded() {
    let (_, bytes) = one_of_each().into_iter().find(|(name, _)| name.ends_with("jpg")).unwrap();
    let ours = accept("a.jpg", &bytes).unwrap();
    // One comment after the first segment, and one between the scan and the end.
    let at = 2 + 2 + usize::from(u16::from_be_bytes([ours.bytes[4], ours.bytes[5]]));
    for at in [at, ours.bytes.len() - 2] {
        let comment: &[u8] = b"\xFF\xFE\x00\x08secret";
        let told = [&ours.bytes[..at], comment, &ours.bytes[at..]].concat();
        let taken = accept("a.jpg", &told).unwrap();
        assert!(!contains(&taken.bytes, b"secret"), "{at}");
        assert_eq!(pixels(&taken).color(), pixels(&ours).color());
    }
}
