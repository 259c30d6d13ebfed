//! Mail: templates, layout (frame, text part) and transport (SMTP, outbox).

mod backoff;
mod defaults;
mod language;
mod links;
mod list;
mod message;
mod queue;
mod render;
mod send;
mod smtp;

pub use backoff::next_try;
pub use defaults::{Kind, Placeholder};
pub use language::Problem;
pub use list::MailView;
pub use message::Mail;
pub(crate) use queue::key_addresses;
pub use queue::{Mailer, QueuedMail};
pub use render::{Rendered, TemplateError, Values, check, render};
pub use send::{OpenError, SendError, Transport};
pub use smtp::{AddressError, Smtp};

use crate::clock::Instant;

/// A moment in the format of mails.
pub(crate) fn moment(at: Instant) -> String {
    at.format("%-d %B %Y, %H:%M UTC").to_string()
}

#[cfg(test)]
mod tests;
