//! The external editor.

use std::{env, fs, io::Write as _};

use tokio::process::Command;

/// Opens a text in `$VISUAL` or `$EDITOR`; returns `None` if it was not changed.
///
/// # Errors
/// Why it could not be edited.
pub async fn edit(text: &str) -> Result<Option<String>, String> {
    #[expect(clippy::disallowed_methods, reason = "the editor is the person's, not a setting of Sabi's")]
    let set = |name: &str| env::var(name).ok().filter(|value| !value.trim().is_empty());
    let editor = set("VISUAL").or_else(|| set("EDITOR")).unwrap_or_else(|| "vi".to_owned());
    let unusable = |error: std::io::Error| format!("{editor} could not be used: {error}");
    let mut file = tempfile::Builder::new().prefix("sabi-").suffix(".txt").tempfile().map_err(unusable)?;
    file.write_all(text.as_bytes()).and_then(|()| file.flush()).map_err(unusable)?;
    // Like git: the shell parses the setting.
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("{editor} \"$1\"")).arg(&editor).arg(file.path());
    let status = command.status().await.map_err(unusable)?;
    if !status.success() {
        return Err(format!("{editor} ended with an error, so nothing was changed."));
    }
    let written = fs::read_to_string(file.path()).map_err(unusable)?;
    Ok(Some(written).filter(|written| written.trim_end() != text.trim_end()))
}
