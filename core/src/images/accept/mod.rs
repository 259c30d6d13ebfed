//! Checks and re-encodes uploaded pictures (ruling 25): name, magic bytes and decoder must agree, sizes are limited
//! before decoding, and only re-encoded pixels are stored. Pure and CPU-bound: call it where blocking is allowed, few
//! at a time (40 megapixels take seconds and up to half a gigabyte).

use std::io::Cursor;

use base64::{Engine as _, alphabet, engine};
use bytes::Bytes;
use image::codecs::{jpeg::JpegEncoder, png};
use image::imageops::FilterType;
use image::{DynamicImage, ImageDecoder as _, ImageFormat, ImageReader, ImageResult, Limits};
use sha2::{Digest as _, Sha256};

use super::outline::outline;

/// The largest upload, in bytes.
pub const MAX_BYTES: usize = 5_242_880;
/// The most pixels of an upload.
pub const MAX_PIXELS: u64 = 40_000_000;
/// The longer side of a stored picture, in pixels: sharp on every phone, without wasting students' data.
pub const MAX_SIDE: u32 = 1600;
/// Maximum allocation of a decoder, in bytes: all pixels at the widest, RGBA of 16 bits.
const MAX_ALLOC: u64 = MAX_PIXELS * 8;
/// Below this, letters in photographed papers blur; above, the size grows faster than the quality.
const JPEG_QUALITY: u8 = 82;

/// The stored formats. Opaque pictures from a lossy codec (JPEG, photographic WebP) become JPEG; others become PNG,
/// which keeps lines and letters sharp. A photograph in a PNG becomes JPEG too, if that is at most a quarter of the
/// size. Only the first frame of an animation is stored: nothing in a paper moves, and the rest would cost many times
/// the data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PictureFormat {
    /// Without loss, possibly transparent.
    Png,
    /// Photographs.
    Jpeg,
}

impl PictureFormat {
    /// The ending of the file's name, without the dot.
    pub const fn ext(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpg",
        }
    }

    /// The MIME type.
    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
        }
    }

    const fn format(self) -> ImageFormat {
        match self {
            Self::Png => ImageFormat::Png,
            Self::Jpeg => ImageFormat::Jpeg,
        }
    }
}

/// A picture that is safe to store and serve: re-encoded, without metadata.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The file.
    pub bytes: Bytes,
    /// The format of the file.
    pub kind: PictureFormat,
    /// SHA-256 of `bytes`, in lower-case hex.
    pub hash: String,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
}

impl Picture {
    /// Its stored name: `{hash}.{ext}`.
    pub fn file_name(&self) -> String {
        format!("{}.{}", self.hash, self.kind.ext())
    }
}

/// Why an upload was refused, in a sentence for the person who sent it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// More than [`MAX_BYTES`].
    #[error("The image is larger than 5 MB (5,242,880 bytes).")]
    TooLarge,
    /// No bytes at all.
    #[error("The image is empty.")]
    Empty,
    /// The name has an unsupported ending.
    #[error("The name of the image must end in .png, .jpg, .jpeg, .gif or .webp.")]
    UnknownEnding,
    /// The bytes are of no supported format.
    #[error("The file is not a PNG, JPEG, GIF or WebP image.")]
    NotAPicture,
    /// The bytes are of another format than the name.
    #[error("The name of the image ends in {said}, but the file is {found}.")]
    EndingDiffers {
        /// The format that the name promises.
        said: &'static str,
        /// The format of the bytes.
        found: &'static str,
    },
    /// More than [`MAX_PIXELS`] in some part of the file.
    #[error("The image has more than 40 megapixels.")]
    TooManyPixels,
    /// Cut short, damaged, or of a variant that the decoder does not know.
    #[error("The image is damaged or incomplete.")]
    Broken,
    /// Neither base64 nor a `data:` URL of an image.
    #[error("The image is not valid base64.")]
    NotBase64,
}

/// Checks and re-encodes an upload. Only the ending of `name` counts. The same bytes always give the same picture and
/// so the same name.
///
/// # Errors
/// The first failed check, cheapest first.
pub fn accept(name: &str, bytes: &[u8]) -> Result<Picture, Refused> {
    let format = checked_format(name, bytes)?;
    // Decoders have had panics on crafted input; one more is a damaged file, not a failed request.
    std::panic::catch_unwind(|| picture(format, bytes)).unwrap_or(Err(Refused::Broken))
}

/// The largest photograph of a student's working, in bytes: for the upload and for the stored file.
pub const MAX_PHOTOGRAPH: usize = 150 * 1024;
/// The most pixels of such an upload. Students' devices send about one megapixel.
const MAX_PHOTOGRAPH_PIXELS: u64 = 12_000_000;
/// The qualities that are tried until a photograph fits.
const PHOTOGRAPH_QUALITIES: [u8; 6] = [JPEG_QUALITY, 70, 58, 46, 34, 22];

/// Checks and re-encodes a photograph of a student's working: JPEG, PNG or WebP by its magic bytes, at most
/// [`MAX_PHOTOGRAPH`]. The result is an upright JPEG without metadata, of at most the same size.
///
/// # Errors
/// The first failed check, cheapest first.
pub fn accept_photograph(bytes: &[u8]) -> Result<Picture, Refused> {
    std::panic::catch_unwind(|| photograph(bytes)).unwrap_or(Err(Refused::Broken))
}

fn photograph(bytes: &[u8]) -> Result<Picture, Refused> {
    if bytes.len() > MAX_PHOTOGRAPH {
        return Err(Refused::TooLarge);
    }
    let format = image::guess_format(bytes).map_err(|_| Refused::NotAPicture)?;
    if !matches!(format, ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP) {
        return Err(Refused::NotAPicture);
    }
    let outline = outline(format, bytes).ok_or(Refused::Broken)?;
    if outline.pixels > MAX_PHOTOGRAPH_PIXELS {
        return Err(Refused::TooManyPixels);
    }
    let pixels = lean(on_white(decode(format, &outline.bytes)?));
    for quality in PHOTOGRAPH_QUALITIES {
        let mut file = Vec::new();
        let encoder = JpegEncoder::new_with_quality(&mut file, quality);
        pixels.write_with_encoder(encoder).map_err(|_| Refused::Broken)?;
        if quality == JPEG_QUALITY && is_written_alike(&outline.bytes, &file) {
            file = outline.bytes.into_owned();
            return Ok(finished(&pixels, PictureFormat::Jpeg, file));
        }
        if file.len() <= MAX_PHOTOGRAPH {
            return Ok(finished(&pixels, PictureFormat::Jpeg, file));
        }
    }
    Err(Refused::TooLarge)
}

/// The pixels on white paper, for a format without transparency.
fn on_white(pixels: DynamicImage) -> DynamicImage {
    if !pixels.color().has_alpha() {
        return pixels;
    }
    let mut pixels = pixels.into_rgba8();
    for pixel in pixels.pixels_mut() {
        let alpha = u16::from(pixel[3]);
        for channel in 0..3 {
            let over = (u16::from(pixel[channel]) * alpha + 255 * (255 - alpha)) / 255;
            pixel[channel] = u8::try_from(over).unwrap_or(u8::MAX);
        }
        pixel[3] = u8::MAX;
    }
    pixels.into()
}

/// The bytes of an upload sent as text: base64 of the standard alphabet, padded or not, with or without
/// `data:image/…;base64,` before it; white space is ignored. The media type of the URL is not trusted, so it is not
/// returned.
///
/// # Errors
/// [`Refused::TooLarge`] from the length of the text, before anything is decoded; [`Refused::NotBase64`].
pub fn from_base64(text: &str) -> Result<Vec<u8>, Refused> {
    const STANDARD: engine::GeneralPurpose = engine::GeneralPurpose::new(
        &alphabet::STANDARD,
        engine::GeneralPurposeConfig::new().with_decode_padding_mode(engine::DecodePaddingMode::Indifferent),
    );
    let text = text.trim_start();
    let text = match text.split_once(',') {
        Some((head, data)) => {
            let head = head.to_ascii_lowercase();
            if !(head.starts_with("data:image/") && head.ends_with(";base64")) {
                return Err(Refused::NotBase64);
            }
            data
        }
        None => text,
    };
    let letters = || text.bytes().filter(|byte| !byte.is_ascii_whitespace());
    if letters().count() > MAX_BYTES.div_ceil(3) * 4 {
        return Err(Refused::TooLarge);
    }
    let bytes = STANDARD.decode(letters().collect::<Vec<_>>()).map_err(|_| Refused::NotBase64)?;
    if bytes.len() > MAX_BYTES { Err(Refused::TooLarge) } else { Ok(bytes) }
}

/// The format on which the name's ending and the magic of the bytes agree.
fn checked_format(name: &str, bytes: &[u8]) -> Result<ImageFormat, Refused> {
    if bytes.len() > MAX_BYTES {
        return Err(Refused::TooLarge);
    }
    if bytes.is_empty() {
        return Err(Refused::Empty);
    }
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    let said = match ending.as_deref() {
        Some("png") => ImageFormat::Png,
        Some("jpg" | "jpeg") => ImageFormat::Jpeg,
        Some("gif") => ImageFormat::Gif,
        Some("webp") => ImageFormat::WebP,
        _ => return Err(Refused::UnknownEnding),
    };
    let found = image::guess_format(bytes).map_err(|_| Refused::NotAPicture)?;
    let found_name = format_name(found).ok_or(Refused::NotAPicture)?;
    if said != found {
        return Err(Refused::EndingDiffers { said: format_name(said).unwrap_or_default(), found: found_name });
    }
    Ok(found)
}

/// The name of a format; `None` if unsupported.
fn format_name(format: ImageFormat) -> Option<&'static str> {
    match format {
        ImageFormat::Png => Some("PNG"),
        ImageFormat::Jpeg => Some("JPEG"),
        ImageFormat::Gif => Some("GIF"),
        ImageFormat::WebP => Some("WebP"),
        _ => None,
    }
}

/// Reads the outline, decodes, shrinks, rotates and encodes.
fn picture(format: ImageFormat, bytes: &[u8]) -> Result<Picture, Refused> {
    let outline = outline(format, bytes).ok_or(Refused::Broken)?;
    if outline.pixels > MAX_PIXELS {
        return Err(Refused::TooManyPixels);
    }
    let pixels = lean(decode(format, &outline.bytes)?);
    let (kind, mut file) = smallest(&pixels, outline.lossy).map_err(|_| Refused::Broken)?;
    // A picture from our own encoder is stored unchanged, because each pass through a lossy codec loses quality.
    if kind == PictureFormat::Jpeg && is_written_alike(&outline.bytes, &file) {
        file = outline.bytes.into_owned();
    }
    Ok(finished(&pixels, kind, file))
}

fn finished(pixels: &DynamicImage, kind: PictureFormat, file: Vec<u8>) -> Picture {
    let hash = hex::encode(Sha256::digest(&file));
    Picture { bytes: file.into(), kind, hash, width: pixels.width(), height: pixels.height() }
}

/// The pixels, upright and at most [`MAX_SIDE`] on a side.
fn decode(format: ImageFormat, bytes: &[u8]) -> Result<DynamicImage, Refused> {
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_ALLOC);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|_| Refused::Broken)?;
    // The decoder may read other dimensions from the header than the outline did.
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MAX_PIXELS || decoder.total_bytes() > MAX_ALLOC {
        return Err(Refused::TooManyPixels);
    }
    // If the EXIF data cannot be read, only the orientation is lost.
    let orientation = decoder.orientation().ok();
    let mut pixels = DynamicImage::from_decoder(decoder).map_err(|_| Refused::Broken)?;
    // Scaled before rotating: the box is square, and fewer pixels are rotated.
    if width.max(height) > MAX_SIDE {
        pixels = pixels.resize(MAX_SIDE, MAX_SIDE, FilterType::CatmullRom);
    }
    if let Some(orientation) = orientation {
        pixels.apply_orientation(orientation);
    }
    Ok(pixels)
}

/// A stored picture scaled into a box, in the same format; `None` if it already fits.
///
/// # Errors
/// For a file that is not a picture of this format.
pub(super) fn shrink(kind: PictureFormat, bytes: &[u8], (width, height): (u32, u32)) -> ImageResult<Option<Vec<u8>>> {
    let decoder = ImageReader::with_format(Cursor::new(bytes), kind.format()).into_decoder()?;
    let (own_width, own_height) = decoder.dimensions();
    if own_width <= width && own_height <= height {
        return Ok(None);
    }
    let pixels = DynamicImage::from_decoder(decoder)?.resize(width, height, FilterType::CatmullRom);
    encode(&lean(pixels), kind).map(Some)
}

/// The same pixels with 8 bits per channel and as few channels as needed. An opaque GIF decodes to RGBA and a grey scan
/// to RGB, which would waste bytes.
fn lean(pixels: DynamicImage) -> DynamicImage {
    let pixels = pixels.into_rgba8();
    let opaque = pixels.pixels().all(|pixel| pixel[3] == u8::MAX);
    let grey = pixels.pixels().all(|pixel| pixel[0] == pixel[1] && pixel[1] == pixel[2]);
    let pixels = DynamicImage::from(pixels);
    match (grey, opaque) {
        (true, true) => pixels.into_luma8().into(),
        (true, false) => pixels.into_luma_alpha8().into(),
        (false, true) => pixels.into_rgb8().into(),
        (false, false) => pixels,
    }
}

/// The smaller file and its format, chosen as described at [`PictureFormat`].
fn smallest(pixels: &DynamicImage, lossy: bool) -> ImageResult<(PictureFormat, Vec<u8>)> {
    if pixels.color().has_alpha() {
        return Ok((PictureFormat::Png, encode(pixels, PictureFormat::Png)?));
    }
    let jpeg = encode(pixels, PictureFormat::Jpeg)?;
    if lossy {
        return Ok((PictureFormat::Jpeg, jpeg));
    }
    let png = encode(pixels, PictureFormat::Png)?;
    Ok(if jpeg.len() < png.len() / 4 { (PictureFormat::Jpeg, jpeg) } else { (PictureFormat::Png, png) })
}

/// Whether a JPEG was written by our encoder: the same segments up to the only scan, which ends the file, so that
/// there is no room for metadata.
fn is_written_alike(jpeg: &[u8], ours: &[u8]) -> bool {
    let head = ours.windows(2).position(|pair| pair == [0xFF, 0xDA]).and_then(|scan| {
        let length = ours.get(scan + 2..scan + 4)?;
        ours.get(..scan + 2 + usize::from(u16::from_be_bytes([length[0], length[1]])))
    });
    let scan = head.and_then(|head| jpeg.strip_prefix(head)?.strip_suffix(&[0xFF, 0xD9]));
    scan.is_some_and(|scan| scan.last() != Some(&0xFF) && scan.windows(2).all(|pair| pair[0] != 0xFF || pair[1] == 0))
}

fn encode(pixels: &DynamicImage, kind: PictureFormat) -> ImageResult<Vec<u8>> {
    let mut file = Vec::new();
    match kind {
        PictureFormat::Png => pixels.write_with_encoder(png::PngEncoder::new_with_quality(
            &mut file,
            png::CompressionType::Best,
            png::FilterType::Adaptive,
        ))?,
        PictureFormat::Jpeg => pixels.write_with_encoder(JpegEncoder::new_with_quality(&mut file, JPEG_QUALITY))?,
    }
    Ok(file)
}

#[cfg(test)]
mod tests;
