//! Reminders of today's session by web push: which devices get them, when and with what text, and how they reach the
//! push service of a browser.

mod device;
mod message;
mod reminder;
mod service;
mod vapid;

pub use device::{PushDevice, PushDeviceView, Reminder, ReminderView, TurnOnReminder};
pub(crate) use service::PushServices;
