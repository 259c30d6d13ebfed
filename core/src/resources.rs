//! The one list of the back office's entities. Its words bring an entity's table, its routes, its place in
//! the OpenAPI document and in the access test.

use crate::{
    bank::SubjectYear,
    catalogue::{Advice, Assessment, Category, Course, Exam, Plan, Section, Subject, Topic, University},
    content::{Banner, EmailTemplate, Faq, Instruction, News, StaticPage, Testimonial},
    records::Resource,
};

/// A list of entities.
pub trait Resources: Send + Sync + 'static {
    /// Shows each entity to the visitor, in the order of the list.
    fn each(visitor: &mut impl Visitor);
}

/// Who does something for each entity of a list.
pub trait Visitor {
    /// Does it for one.
    fn visit<R: Resource>(&mut self);
}

/// Declares a list of entities: `resources!(Name: Entity, Entity, …)`.
#[macro_export]
macro_rules! resources {
    ($(#[$about:meta])* $list:ident: $($entity:ty),+ $(,)?) => {
        $(#[$about])*
        #[derive(Debug)]
        pub enum $list {}

        impl $crate::resources::Resources for $list {
            fn each(visitor: &mut impl $crate::resources::Visitor) {
                $(visitor.visit::<$entity>();)+
            }
        }
    };
}

resources!(
    /// Every entity of the back office. The next one is one more word here.
    BackOffice:
    Banner,
    StaticPage,
    EmailTemplate,
    News,
    Instruction,
    Testimonial,
    Faq,
    Exam,
    Assessment,
    University,
    Category,
    Course,
    Subject,
    Topic,
    Section,
    Plan,
    Advice,
    SubjectYear,
);

impl<A: Resources, B: Resources> Resources for (A, B) {
    fn each(visitor: &mut impl Visitor) {
        A::each(visitor);
        B::each(visitor);
    }
}
