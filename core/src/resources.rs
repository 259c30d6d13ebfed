//! The one list of the back office's entities. Its words bring an entity's table, its routes, its place in
//! the OpenAPI document and in the access test.

use crate::{
    bank::SubjectYear,
    catalogue::{Advice, Assessment, Category, Course, Exam, Plan, Section, Subject, Topic, University},
    content::{Banner, EmailTemplate, Faq, Instruction, News, StaticPage, Testimonial},
};

crate::resources!(
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
