//! Messages through the contact form, and addresses for the newsletter.

mod contact;
mod newsletter;

pub use contact::{Contact, ContactInput, ContactReply, ContactView, ReplyInput};
pub use newsletter::{Subscriber, SubscriberView};
