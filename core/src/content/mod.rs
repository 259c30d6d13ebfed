//! What administrators write: one file an entity.

mod email_template;

pub use email_template::{EmailTemplate, EmailTemplateInput, EmailTemplateView, TemplatePreview, TemplateTest};
