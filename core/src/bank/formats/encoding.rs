//! The text of a file, whatever its encoding.

use std::{borrow::Cow, str};

use encoding_rs::{Encoding, WINDOWS_1252};

use super::{Format, source::ReadError};
use crate::bank::sheet::Warning;

/// A file's text, without its byte order mark.
pub(super) struct Decoded<'a> {
    pub text: Cow<'a, str>,
    /// A notice about the encoding, for the editor.
    pub warning: Option<Warning>,
}

/// Decodes UTF-8, UTF-16 with a byte order mark, and Windows-1252, which older programs write.
///
/// # Errors
/// [`ReadError::Broken`] with the line, for any other encoding.
pub(super) fn decode(bytes: &[u8], format: Format) -> Result<Decoded<'_>, ReadError> {
    let plain = |text| Decoded { text, warning: None };
    let broken = |before: &[u8], why: &str| ReadError::broken_at(format, line_after(before), why);
    if bytes.is_empty() {
        return Err(ReadError::broken(format, "it is empty"));
    }
    let text = if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        let (text, damaged) = encoding.decode_without_bom_handling(&bytes[mark..]);
        if damaged {
            let before = text.find('\u{fffd}').map_or(text.as_ref(), |at| &text[..at]);
            return Err(broken(before.as_bytes(), "a sign is damaged"));
        }
        plain(text)
    } else {
        match str::from_utf8(bytes) {
            Ok(text) => plain(Cow::Borrowed(text)),
            Err(error) => {
                let (before, rest) = bytes.split_at(error.valid_up_to());
                // The file is not Windows-1252 if valid UTF-8 beyond ASCII precedes, or if a byte is not defined there.
                let undefined = |byte: &u8| matches!(byte, 0x81 | 0x8d | 0x8f | 0x90 | 0x9d | 0);
                if !before.is_ascii() || rest.iter().any(undefined) {
                    return Err(broken(before, "a sign is damaged: the file is not in UTF-8"));
                }
                let message = "The file is not in UTF-8 but in Windows-1252, and was read so. That encoding has no ₦ and no ẹ: check them, and save the file as UTF-8.";
                let warning = Warning { row: Some(line_after(before)), column: None, message: message.into() };
                Decoded { text: WINDOWS_1252.decode_without_bom_handling(bytes).0, warning: Some(warning) }
            }
        }
    };
    if let Some(at) = text.text.find('\0') {
        return Err(broken(&text.text.as_bytes()[..at], "it is no text"));
    }
    // Spreadsheets on older Macs end lines with CR.
    if text.text.contains('\r') && !text.text.contains('\n') {
        return Ok(Decoded { text: text.text.replace('\r', "\n").into(), ..text });
    }
    Ok(text)
}

/// The number of the line in which these bytes end.
fn line_after(before: &[u8]) -> u32 {
    LineCounter::default().at(before, before.len())
}

/// Counts lines while positions in a text are visited from its start to its end.
#[derive(Default)]
pub(super) struct LineCounter {
    counted: usize,
    breaks: u32,
}

impl LineCounter {
    /// The number, from 1, of the line at a position. Positions must not go backwards.
    pub(super) fn at(&mut self, text: &[u8], place: usize) -> u32 {
        let passed = text.get(self.counted..place).unwrap_or_default();
        let breaks = passed.iter().filter(|byte| **byte == b'\n').count();
        self.breaks = self.breaks.saturating_add(u32::try_from(breaks).unwrap_or(u32::MAX));
        self.counted = self.counted.max(place);
        self.breaks.saturating_add(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_usual_encoding_is_read() {
        let utf16: Vec<u8> = [0xff, 0xfe].into_iter().chain("ẹ₦".encode_utf16().flat_map(u16::to_le_bytes)).collect();
        for (bytes, text) in [("ẹ₦".as_bytes(), "ẹ₦"), ("\u{feff}ẹ₦".as_bytes(), "ẹ₦"), (utf16.as_slice(), "ẹ₦")]
        {
            let decoded = decode(bytes, Format::Csv).unwrap();
            assert_eq!((decoded.text.as_ref(), decoded.warning), (text, None));
        }
        let old = decode(b"a\nna\xefve \x80 5", Format::Csv).unwrap();
        assert_eq!(old.text, "a\nnaïve € 5");
        let warning = old.warning.unwrap();
        assert!(warning.row == Some(2) && warning.message.contains("Windows-1252"), "{warning:?}");
    }

    #[test]
    fn lines_may_end_as_on_older_macs() {
        assert_eq!(decode(b"a\rb\r", Format::Csv).unwrap().text, "a\nb\n");
        assert_eq!(decode(b"a\r\nb\r", Format::Csv).unwrap().text, "a\r\nb\r", "others are left alone");
    }

    #[test]
    fn what_is_no_text_is_refused_by_line() {
        for (bytes, line) in [
            (&b"a\n\xe1\xba\xb9 \xe1\xba"[..], "line 2"),
            (b"a\n\nb\xff\x81", "line 3"),
            (b"a\0", "line 1"),
            (b"\xff\xfea\0\n\0\0\xd8", "line 2"),
        ] {
            let refused = decode(bytes, Format::Csv).err().unwrap().to_string();
            assert!(refused.contains(line), "{refused}");
        }
        assert!(decode(b"", Format::Csv).is_err());
    }
}
