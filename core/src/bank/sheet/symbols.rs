//! Converts letters of the font Symbol to Unicode. Documents have them as Latin letters in that font, or as private-use
//! characters: U+F070, or `p` in the font Symbol, looks like π.

/// The characters that the font shows for 0x20 to 0x7E (Adobe Symbol Encoding).
const LOW: &str = " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼";
/// The characters for 0xA0 to 0xE5. After them come pieces of tall brackets, which mean nothing by themselves.
const HIGH: &str = "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…|—↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊⟨®©™∑";
/// The characters for 0xF1 and 0xF2.
const LAST: &str = "⟩∫";
/// The start of the private-use range to which programs map the characters of such fonts.
const PRIVATE: u32 = 0xf000;

/// The character that the font shows for a code.
fn shown(code: u32) -> Option<char> {
    let of = |table: &str, first: u32| {
        let place = usize::try_from(code.checked_sub(first)?).ok()?;
        table.chars().nth(place)
    };
    of(LOW, 0x20).or_else(|| of(HIGH, 0xa0)).or_else(|| of(LAST, 0xf1))
}

/// Whether a font of this name is Symbol.
pub(super) fn is_symbol_font(name: &str) -> bool {
    name.trim().eq_ignore_ascii_case("symbol")
}

/// Converts a text in the font Symbol to Unicode.
pub(super) fn readable(text: &str) -> String {
    text.chars().map(|sign| shown(u32::from(sign)).unwrap_or(sign)).collect()
}

/// The character that a private-use character means in documents.
pub(super) fn private(sign: char) -> Option<char> {
    shown(u32::from(sign).checked_sub(PRIVATE).filter(|code| *code > 0x20)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greek_letters_and_signs_are_known() {
        assert_eq!(readable("q = 30\u{b0}, D\u{a3}p\u{d6}"), "θ = 30°, Δ≤π√");
        for (sign, shown) in [('\u{f070}', 'π'), ('\u{f0d6}', '√'), ('\u{f0b0}', '°'), ('\u{f0f2}', '∫')] {
            assert_eq!(private(sign), Some(shown));
        }
        for sign in ['p', '\u{f0e6}', '\u{f0ff}', '\u{e000}', '\u{f020}'] {
            assert_eq!(private(sign), None);
        }
    }
}
