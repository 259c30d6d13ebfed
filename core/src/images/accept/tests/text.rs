//! Pictures sent as base64.

use super::super::*;

#[test]
fn base64_is_read_with_and_without_its_url() {
    for text in [
        "iVBORw==",
        "iVBORw",
        " iVB\r\nORw= =\n",
        "data:image/png;base64,iVBORw==",
        "DATA:image/PNG;Base64,\n iVBORw==",
        "data:image/png;name=a.png;base64,iVBORw==",
    ] {
        assert_eq!(from_base64(text).unwrap(), b"\x89PNG", "{text:?}");
    }
    assert_eq!(from_base64("").unwrap(), b"");
    for text in [
        "iVBOR",
        "iVB*Rw==",
        "iVBORw==iVBORw==",
        "_-_-",
        "data:text/html;base64,iVBORw==",
        "data:image/png,iVBORw==",
        "data:image/png;base64",
        "data:image/png;base64,a,b",
        "\u{feff}iVBORw==",
        "iVBORx==",
    ] {
        assert_eq!(from_base64(text), Err(Refused::NotBase64), "{text:?}");
    }
}

#[test]
fn base64_is_measured_before_it_is_decoded() {
    let encode = |length| base64::engine::general_purpose::STANDARD.encode(vec![7; length]);
    assert_eq!(from_base64(&encode(MAX_BYTES)).unwrap().len(), MAX_BYTES);
    assert_eq!(from_base64(&encode(MAX_BYTES + 1)), Err(Refused::TooLarge));
    assert_eq!(from_base64(&encode(MAX_BYTES + 2)), Err(Refused::TooLarge));
    // Not decoded: it could not be.
    assert_eq!(from_base64(&"*".repeat(7_000_000)), Err(Refused::TooLarge));
    let lines =
        encode(MAX_BYTES).as_bytes().chunks(76).map(|line| [line, b"\r\n"].concat()).collect::<Vec<_>>().concat();
    assert_eq!(from_base64(str::from_utf8(&lines).unwrap()).unwrap().len(), MAX_BYTES);
}
