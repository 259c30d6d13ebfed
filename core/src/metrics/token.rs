//! The token for reading the metrics.

use std::{fs, path::Path};

use aws_lc_rs::constant_time::verify_slices_are_equal;

use crate::{Error, Result};

/// The token for reading the metrics.
pub struct Token(String);

impl Token {
    /// Reads it from its file, without the line end.
    ///
    /// # Errors
    /// [`Error::Setting`] if the file cannot be read, or does not contain one word of 16 to 512 characters.
    pub fn read(path: &Path) -> Result<Self> {
        let wrong =
            |why: &dyn std::fmt::Display| Error::setting("metrics-token-file", format!("{}: {why}", path.display()));
        let text = fs::read_to_string(path).map_err(|error| wrong(&error))?;
        let token = text.trim();
        if !(16..=512).contains(&token.len()) || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(wrong(&"a token is 16 to 512 letters, digits and signs without a space"));
        }
        Ok(Self(token.to_owned()))
    }

    /// The token itself, for sending it to a server.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Whether this is the token, in constant time.
    pub fn is(&self, given: &str) -> bool {
        verify_slices_are_equal(self.0.as_bytes(), given.as_bytes()).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_read_and_compared() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("token");
        fs::write(&file, "a-token-of-sixteen\n").unwrap();
        let token = Token::read(&file).unwrap();
        assert!(token.is("a-token-of-sixteen"));
        assert!(!token.is("a-token-of-sixteem") && !token.is("a-token") && !token.is(""));
        for wrong in ["", "short\n", "two words are no token at all"] {
            fs::write(&file, wrong).unwrap();
            let said = Token::read(&file).map(drop).unwrap_err().to_string();
            assert!(said.contains("16 to 512") && (wrong.is_empty() || !said.contains(wrong.trim())), "{said}");
        }
    }
}
