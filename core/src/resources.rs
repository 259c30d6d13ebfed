//! The list of the back office's entities. An entity's table, its routes, its place in the OpenAPI document and in the
//! access test are derived from its name here.

use crate::{
    bank::SubjectYear,
    catalogue::{Advice, Assessment, Category, Course, Exam, Plan, Section, Subject, Topic, University},
    content::{Banner, EmailTemplate, Faq, Instruction, News, StaticPage, Testimonial},
};

crate::resources!(
    /// All entities of the back office. Add a new one here.
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
