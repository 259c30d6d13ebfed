//! What a student holds: subscriptions and registered subjects.

mod course_subjects;
mod holdings;
mod register;
mod registration;
mod selection;
mod subscription;

pub use course_subjects::{AskSubjects, CourseSubject};
pub use register::SaveSubjects;
pub use registration::{Registration, RegistrationView};
pub use selection::SelectSubjects;
pub use subscription::{StudentSubscription, Subscription, SubscriptionView};
