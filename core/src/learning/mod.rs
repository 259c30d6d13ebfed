//! What a student holds: subscriptions and registered subjects.

mod course_subjects;
mod exam_date;
mod give;
mod grant;
mod holdings;
mod offers;
mod register;
mod registration;
mod selection;
mod subscribe;
mod subscription;

pub use course_subjects::{AskSubjects, CourseSubject};
pub use exam_date::SetExamDate;
pub use give::GiveSubscription;
pub(crate) use grant::Grant;
pub use grant::Terms;
pub(crate) use offers::Chosen;
pub use offers::{PlanOffer, Standing};
pub use register::SaveSubjects;
pub use registration::{Registration, RegistrationView};
pub use selection::SelectSubjects;
pub use subscribe::{PaymentData, SubscribePlan};
pub use subscription::{StudentSubscription, Subscription, SubscriptionView};
