//! Contact messages and newsletter subscribers.

mod contact;
mod newsletter;

pub use contact::{Contact, ContactInput, ContactReply, ContactView, ReplyInput};
pub use newsletter::Subscriber;
