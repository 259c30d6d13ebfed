//! The structure of a picture file, read without decoding. Before a decoder runs, it determines three things: that
//! the file is complete, how many pixels any part claims (a WebP has a second size inside its canvas), and which
//! bytes to decode.

use std::borrow::Cow;

use image::ImageFormat;

/// Scans of one JPEG. Each costs a pass over all pixels, whatever its length; encoders write about ten.
const MAX_SCANS: usize = 32;

/// The PNG chunks that reach the decoder. The others are text, profiles and animation: metadata that is
/// dropped anyway, and the place where compressed bombs (zTXt, iTXt, iCCP) are hidden.
const PNG_CHUNKS: [&[u8]; 6] = [b"IHDR", b"PLTE", b"tRNS", b"eXIf", b"IDAT", b"IEND"];

/// The structure of a file.
pub(super) struct Outline<'a> {
    /// The pixels of the largest part: canvas, frame or bitstream.
    pub pixels: u64,
    /// The colours went through a lossy codec.
    pub lossy: bool,
    /// The bytes for the decoder: nothing after the end of the picture, and only the relevant chunks of a PNG.
    pub bytes: Cow<'a, [u8]>,
}

/// Walks the file, whose magic is known to be `format`'s; `None` when it is cut short or malformed.
pub(super) fn outline(format: ImageFormat, bytes: &[u8]) -> Option<Outline<'_>> {
    match format {
        ImageFormat::Png => png(bytes),
        ImageFormat::Jpeg => jpeg(bytes),
        ImageFormat::Gif => gif(bytes),
        ImageFormat::WebP => webp(bytes),
        _ => None,
    }
}

/// Signature, then chunks (length, name, data, checksum) up to IEND.
fn png(bytes: &[u8]) -> Option<Outline<'_>> {
    let mut rest = bytes;
    let mut kept = rest.split_off(..8)?.to_vec();
    let mut pixels = 0;
    loop {
        let length = be32(rest, 0)?;
        let chunk = rest.split_off(..usize::try_from(length).ok()?.checked_add(12)?)?;
        let name = &chunk[4..8];
        if PNG_CHUNKS.contains(&name) {
            kept.extend_from_slice(chunk);
        }
        match name {
            b"IHDR" => pixels = pixels.max(be32(chunk, 8)? * be32(chunk, 12)?),
            b"IEND" => break,
            _ => {}
        }
    }
    Some(Outline { pixels, lossy: false, bytes: Cow::Owned(kept) })
}

/// Segments and scans up to EOI. A decoder fills the missing part of a truncated file with grey, so only the missing
/// end reveals it. Bytes between segments are skipped, as every reader does.
fn jpeg(bytes: &[u8]) -> Option<Outline<'_>> {
    let (mut pixels, mut scans, mut at) = (0, 0, 2);
    loop {
        // In the data of a scan, FF is followed by 00; between segments, FF may be repeated as filler.
        at += 2 + bytes.get(at..)?.windows(2).position(|pair| pair[0] == 0xFF && !matches!(pair[1], 0 | 0xFF))?;
        let marker = bytes[at - 1];
        match marker {
            0x01 | 0xD0..=0xD8 => continue,
            0xD9 => break,
            _ => {}
        }
        let segment = bytes.get(at..)?;
        let segment = segment.get(..usize::try_from(be16(segment, 0)?).ok()?)?;
        match marker {
            0xC4 | 0xC8 | 0xCC => {}
            0xC0..=0xCF => pixels = pixels.max(be16(segment, 3)? * be16(segment, 5)?),
            0xDA => scans += 1,
            _ => {}
        }
        at += segment.len();
    }
    let whole = (1..=MAX_SCANS).contains(&scans);
    whole.then(|| Outline { pixels, lossy: true, bytes: Cow::Borrowed(&bytes[..at]) })
}

/// Screen, then extensions and frames, each with its sub-blocks, up to the trailer.
fn gif(bytes: &[u8]) -> Option<Outline<'_>> {
    fn palette(rest: &mut &[u8], flags: u8) -> Option<()> {
        if flags & 0x80 != 0 {
            rest.split_off(..3 << ((flags & 7) + 1))?;
        }
        Some(())
    }

    let mut rest = bytes;
    let screen = rest.split_off(..13)?;
    let mut pixels = le16(screen, 6)? * le16(screen, 8)?;
    palette(&mut rest, screen[10])?;
    loop {
        match rest.split_off_first()? {
            0x21 => _ = rest.split_off_first()?,
            0x2C => {
                let frame = rest.split_off(..9)?;
                pixels = pixels.max(le16(frame, 4)? * le16(frame, 6)?);
                palette(&mut rest, frame[8])?;
                rest.split_off_first()?;
            }
            0x3B => break,
            _ => return None,
        }
        while let length @ 1.. = *rest.split_off_first()? {
            rest.split_off(..usize::from(length))?;
        }
    }
    Some(Outline { pixels, lossy: false, bytes: Cow::Borrowed(&bytes[..bytes.len() - rest.len()]) })
}

/// A RIFF of chunks. The decoder trusts the length of each chunk, so none may extend beyond its parent.
fn webp(bytes: &[u8]) -> Option<Outline<'_>> {
    let end = usize::try_from(le32(bytes, 4)?).ok()?.checked_add(8)?;
    let bytes = bytes.get(..end)?;
    let mut outline = Outline { pixels: 0, lossy: false, bytes: Cow::Borrowed(bytes) };
    webp_chunks(bytes.get(12..)?, &mut outline)?;
    Some(outline)
}

fn webp_chunks(mut rest: &[u8], outline: &mut Outline<'_>) -> Option<()> {
    while rest.len() >= 8 {
        let head = rest.split_off(..8)?;
        let data = rest.split_off(..usize::try_from(le32(head, 4)?).ok()?)?;
        if data.len() % 2 == 1 {
            _ = rest.split_off_first();
        }
        let pixels = match &head[..4] {
            b"VP8X" => (le24(data, 4)? + 1) * (le24(data, 7)? + 1),
            b"VP8 " => {
                outline.lossy = true;
                (le16(data, 6)? & 0x3FFF) * (le16(data, 8)? & 0x3FFF)
            }
            b"VP8L" => {
                let sizes = le32(data, 1)?;
                ((sizes & 0x3FFF) + 1) * ((sizes >> 14 & 0x3FFF) + 1)
            }
            b"ANMF" => {
                webp_chunks(data.get(16..)?, outline)?;
                (le24(data, 6)? + 1) * (le24(data, 9)? + 1)
            }
            _ => 0,
        };
        outline.pixels = outline.pixels.max(pixels);
    }
    Some(())
}

fn be16(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u16::from_be_bytes(*bytes.get(at..)?.first_chunk()?).into())
}

fn be32(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u32::from_be_bytes(*bytes.get(at..)?.first_chunk()?).into())
}

fn le16(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?).into())
}

fn le24(bytes: &[u8], at: usize) -> Option<u64> {
    let [low, middle, high] = *bytes.get(at..)?.first_chunk()?;
    Some(u32::from_le_bytes([low, middle, high, 0]).into())
}

fn le32(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?).into())
}
