//! What a student holds: subscriptions and registered subjects.

mod holdings;
mod registration;
mod subscription;

pub use registration::{Registration, RegistrationView};
pub use subscription::{StudentSubscription, Subscription, SubscriptionView};
