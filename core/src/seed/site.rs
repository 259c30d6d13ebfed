//! The public site of the demo.

use bytes::Bytes;
use chrono::Duration;
use sabi_fixtures::site;

use super::SeedReport;
use crate::{
    App, Result,
    content::{
        Banner, BannerInput, Faq, FaqInput, Instruction, InstructionInput, News, NewsInput, Testimonial,
        TestimonialInput,
    },
    records::Stored as _,
};

impl App {
    pub(super) async fn seed_site(&self, report: &mut SeedReport) -> Result<()> {
        // One millisecond apart, because lists order records by creation time.
        let made = |n: usize| self.now() + Duration::milliseconds(i64::try_from(n).unwrap_or(0));
        let status = true;
        for (n, (title, description, url, name)) in site::BANNERS.into_iter().enumerate() {
            let (title, description, image) = (title.into(), description.into(), None);
            let (btn_url, btn_name) = (url.into(), name.into());
            let form = BannerInput { title, description, image, btn_url, btn_name, status };
            self.ensure(report, "title = $wanted.title", Banner::new(form, made(n))).await?;
        }
        for (n, (question, answer)) in site::FAQS.into_iter().enumerate() {
            let form = FaqInput { question: question.into(), answer: answer.into(), status };
            self.ensure(report, "question = $wanted.question", Faq::new(form, made(n))).await?;
        }
        for (n, (title, description, picture)) in site::NEWS.into_iter().enumerate() {
            let logo = Some(self.demo_picture(picture).await?);
            let form = NewsInput { title: title.into(), description: description.into(), logo, status };
            self.ensure(report, "title = $wanted.title", News::new(form, made(n))).await?;
        }
        for (n, (name, description, picture)) in site::TESTIMONIALS.into_iter().enumerate() {
            let image = Some(self.demo_picture(picture).await?);
            let form = TestimonialInput { name: name.into(), image, description: description.into(), status };
            self.ensure(report, "name = $wanted.name", Testimonial::new(form, made(n))).await?;
        }
        for (n, content) in site::INSTRUCTIONS.into_iter().enumerate() {
            let form = InstructionInput { content: content.into(), status };
            self.ensure(report, "content = $wanted.content", Instruction::new(form, made(n))).await?;
        }
        Ok(())
    }

    /// Stores a picture of the demo, and returns its address.
    async fn demo_picture(&self, picture: site::Picture) -> Result<String> {
        self.add_picture("image", picture.name.into(), Bytes::from_static(picture.bytes)).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html;

    #[test]
    fn texts_are_clean() {
        let texts = site::FAQS.map(|(_, text)| text).into_iter().chain(site::NEWS.map(|(_, text, _)| text));
        let texts = texts.chain(site::BANNERS.map(|(_, text, _, _)| text)).chain(site::INSTRUCTIONS);
        for text in texts.chain(site::TESTIMONIALS.map(|(_, text, _)| text)) {
            assert_eq!(html::clean(text), text);
        }
    }
}
