//! No input makes a decoder panic.

use image::ImageFormat;
use proptest::prelude::*;

use super::super::*;
use crate::images::samples;

const FORMATS: [(&[u8], ImageFormat); 4] = [
    (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x08\0\0\0\x08", ImageFormat::Png),
    (b"\xFF\xD8\xFF", ImageFormat::Jpeg),
    (b"GIF89a\x08\0\x08\0", ImageFormat::Gif),
    (b"RIFF\x80\0\0\0WEBPVP8", ImageFormat::WebP),
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_after_the_magic_never_panic(
        which in 0..FORMATS.len(),
        bytes in proptest::collection::vec(any::<u8>(), 0..400),
    ) {
        let (magic, format) = FORMATS[which];
        // Called below the handler that catches panics.
        prop_assert!(picture(format, &[magic, &bytes].concat()).is_err());
    }

    #[test]
    fn damaged_pictures_never_panic(
        which in any::<prop::sample::Index>(),
        damage in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut all = samples::all();
        let which = which.index(all.len());
        let (name, mut bytes) = all.swap_remove(which);
        for (at, byte) in damage {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if let Ok(picture) = checked_format(name, &bytes).and_then(|format| picture(format, &bytes)) {
            prop_assert!(picture.width.max(picture.height) <= MAX_SIDE);
        }
    }

    #[test]
    fn random_text_is_base64_or_refused(text in "\\PC{0,40}", data in "[A-Za-z0-9+/= \\n]{0,40}") {
        _ = from_base64(&text);
        _ = from_base64(&data);
    }
}
