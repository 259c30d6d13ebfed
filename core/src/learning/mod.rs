//! What a student holds: subscriptions and registered subjects.

mod holdings;
mod register;
mod registration;
mod subscription;

pub use register::SaveSubjects;
pub use registration::{Registration, RegistrationView};
pub use subscription::{StudentSubscription, Subscription, SubscriptionView};
