//! The beginning of a text that is too long.

/// The first characters of a text, at most `most`, cut after a whole word. `…` marks an omission.
pub(crate) fn beginning(text: &str, most: usize) -> String {
    let Some((end, _)) = text.char_indices().nth(most) else { return text.to_owned() };
    let begun = &text[..end];
    let words = begun.rfind(' ').map_or(begun, |last| &begun[..last]);
    format!("{}…", words.trim_end_matches([' ', ',', '.', ';', ':']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beginning_ends_with_a_whole_word() {
        let words = "seven ".repeat(40);
        for (text, ending, most) in
            [("A short one.", "one.", 12), (words.trim(), "seven…", 161), (&"ẹ".repeat(500), "ẹ…", 161)]
        {
            let shown = beginning(text, 160);
            assert!(shown.ends_with(ending), "{shown}");
            assert!(shown.chars().count() <= most, "{shown}");
        }
    }
}
