//! The exit codes of commands, which scripts can rely on.

use std::fmt;

use sabi_api::client::ClientError;
use sabi_core::Error;

/// Some rows were rejected, or the server refused the command because of the records' state.
pub const REFUSED: u8 = 1;
/// Wrong usage of the command.
pub const USAGE: u8 = 2;
/// The file is not a workbook or a question bank (EX_DATAERR).
pub const NOT_A_WORKBOOK: u8 = 65;
/// The file is not a backup, is damaged, or was made by a newer version of Sabi (EX_DATAERR).
pub const DAMAGED: u8 = 65;
/// The file cannot be read (EX_NOINPUT).
pub const NO_INPUT: u8 = 66;
/// The server or the store cannot be reached (EX_UNAVAILABLE).
pub const UNAVAILABLE: u8 = 69;
/// An internal error (EX_SOFTWARE).
pub const FAULT: u8 = 70;
/// The file cannot be written, or the store for a backup is not empty (EX_CANTCREAT).
pub const NO_OUTPUT: u8 = 73;
/// Another process owns the store (EX_TEMPFAIL).
pub const OWNED: u8 = 75;
/// The output could not be written (EX_IOERR).
pub const NOT_PRINTED: u8 = 74;
/// Not logged in, or not allowed (EX_NOPERM).
pub const NOT_ALLOWED: u8 = 77;
/// Cancelled by Ctrl-C, following the convention of shells.
pub const CANCELLED: u8 = 130;

/// A failure with its own exit code.
#[derive(Debug)]
pub struct Failure {
    pub code: u8,
    /// The message that is printed.
    pub words: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.words)
    }
}

impl std::error::Error for Failure {}

/// A failure with its own exit code.
pub fn failure(code: u8, words: impl Into<String>) -> anyhow::Error {
    Failure { code, words: words.into() }.into()
}

/// The exit code for an error.
pub fn code(error: &anyhow::Error) -> u8 {
    if let Some(failure) = error.downcast_ref::<Failure>() {
        return failure.code;
    }
    match error.downcast_ref::<ClientError>() {
        Some(ClientError::Refused(refused)) => match (refused.reason.as_str(), refused.status) {
            ("not-a-workbook" | "not-a-bank" | "too-large", _) => NOT_A_WORKBOOK,
            ("invalid" | "malformed", _) => USAGE,
            ("cancelled", _) => CANCELLED,
            ("unavailable", _) => UNAVAILABLE,
            ("internal", _) => FAULT,
            (_, 401 | 403) => NOT_ALLOWED,
            _ => REFUSED,
        },
        Some(ClientError::Store(error)) => of_core(error),
        Some(
            ClientError::Unreachable { .. }
            | ClientError::Broken { .. }
            | ClientError::Unreadable(_)
            | ClientError::Stranger(_),
        ) => UNAVAILABLE,
        None => error.downcast_ref::<Error>().map_or(FAULT, of_core),
    }
}

fn of_core(error: &Error) -> u8 {
    match error {
        Error::Owned(_) => OWNED,
        Error::Unavailable(_) | Error::Contended => UNAVAILABLE,
        Error::Internal(_) => FAULT,
        Error::Setting { .. } => USAGE,
        Error::TooLarge(_) | Error::Unsupported(_) => NOT_A_WORKBOOK,
        Error::Conflict(refusal) => match refusal.reason {
            "not-a-backup" => DAMAGED,
            "unreadable" => NO_INPUT,
            "store-not-empty" => NO_OUTPUT,
            _ => REFUSED,
        },
        _ => REFUSED,
    }
}
