//! Content that administrators write: one file per entity.

mod banner;
mod email_template;
mod faq;
mod home_setting;
mod instruction;
mod metadata;
mod news;
mod page;
mod site_links;
mod testimonial;

pub use banner::{Banner, BannerInput};
pub use email_template::{EmailTemplate, EmailTemplateInput, TemplatePreview, TemplateTest};
pub(crate) use email_template::{
    add_new_device_mail, add_security_alert_mail, add_subjects_changed_mail, add_subjects_refused_mail,
    add_weekly_progress_mail,
};
pub use faq::{Faq, FaqInput, PublicFaq};
pub use home_setting::{HomeSetting, HomeSettingChanges};
pub use instruction::{Instruction, InstructionInput};
pub use metadata::{PageMetadata, SitemapEntry};
pub use news::{News, NewsCard, NewsInput};
pub use page::{PageInput, PublicPage, StaticPage};
pub use site_links::SiteLinks;
pub use testimonial::{PublicTestimonial, Testimonial, TestimonialInput};

use url::Url;

use crate::FieldErrors;

/// Checks that a link is a path of this site or a web address.
fn check_link(errors: &mut FieldErrors, field: &str, link: &str) {
    let own = link.starts_with('/') && !link.starts_with("//") && !link.contains('\\');
    // User info could disguise the host.
    let is_plain = |url: &Url| url.username().is_empty() && url.password().is_none();
    let web = || {
        Url::parse(link).is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host() && is_plain(&url))
    };
    errors.check(link.is_empty() || own || web(), field, "Enter a path such as /exams, or a web address.");
    errors.check(link.chars().count() <= 500, field, "A link cannot exceed 500 characters");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_leads_to_a_page_and_nowhere_else() {
        for (link, is_good) in [
            ("", true),
            ("/exams", true),
            ("https://jamb.gov.ng/", true),
            ("http://example.test/a?b=c", true),
            ("//example.test", false),
            ("/\\example.test", false),
            ("javascript:alert(1)", false),
            ("data:text/html,x", false),
            ("mailto:someone@example.test", false),
            ("exams", false),
            ("https://", false),
            ("https://sabi.example@evil.test/", false),
        ] {
            let mut errors = FieldErrors::default();
            check_link(&mut errors, "link", link);
            assert_eq!(errors.is_empty(), is_good, "{link}");
        }
    }
}
