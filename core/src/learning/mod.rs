//! Subscriptions and registered subjects of students.

mod course_subjects;
mod entries;
mod exam_date;
mod give;
mod grant;
mod holdings;
mod migrate;
mod offers;
mod refuse_change;
mod register;
mod registration;
mod selection;
mod subjects_change;
mod subscribe;
mod subscription;

pub use course_subjects::{AskSubjects, CourseSubject};
pub use entries::{Entry, Source};
pub use exam_date::SetExamDate;
pub use give::GiveSubscription;
pub(crate) use grant::Grant;
pub use grant::Terms;
pub(crate) use migrate::keep_entries;
pub(crate) use offers::Chosen;
pub use offers::{PlanOffer, Standing};
pub use refuse_change::{LONGEST_REASON, RefuseChange};
pub use register::SaveSubjects;
pub use registration::{RefusedChange, Registration, RegistrationView, SubjectsChange};
pub use selection::SelectSubjects;
pub use subscribe::{PaymentData, SubscribePlan};
pub use subscription::{StudentSubscription, Subscription, SubscriptionView};
