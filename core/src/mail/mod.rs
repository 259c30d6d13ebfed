//! Mail: templates, layout (frame, text part) and transport (SMTP, outbox).

mod backoff;
mod change;
mod defaults;
mod language;
mod links;
mod list;
mod message;
mod queue;
mod render;
mod send;
mod smtp;
mod text;

pub use backoff::next_try;
pub use defaults::{MailKind, Placeholder};
pub use language::Problem;
pub use list::MailView;
pub use message::Mail;
pub(crate) use queue::key_addresses;
pub use queue::{Mailer, QueuedMail};
pub use render::{Rendered, TemplateError, Values, check, render};
pub use send::{OpenError, SendError, Transport};
pub use smtp::{AddressError, Smtp};

use crate::clock::{Instant, west_africa};

/// A day as written in mails, in West Africa Time (ruling 41): `25 Nov 2026`.
pub(crate) fn day(at: Instant) -> String {
    west_africa(at).format("%-d %b %Y").to_string()
}

/// A time as written in mails, in West Africa Time (ruling 41): `25 Nov 2026, 14:30 WAT`.
pub(crate) fn moment(at: Instant) -> String {
    west_africa(at).format("%-d %b %Y, %H:%M WAT").to_string()
}

#[cfg(test)]
mod tests;
