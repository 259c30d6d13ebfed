//! The public site of the demo.

use bytes::Bytes;
use chrono::Duration;
use sabi_fixtures::site;

use super::SeedReport;
use crate::{
    App, Result,
    content::{Banner, Faq, Instruction, News, Testimonial},
    store::Id,
};

impl App {
    pub(super) async fn seed_site(&self, report: &mut SeedReport) -> Result<()> {
        // One millisecond apart, because lists order records by creation time.
        let made = |n: usize| self.now() + Duration::milliseconds(i64::try_from(n).unwrap_or(0));
        let (status, version) = (true, 0);
        for (n, (title, description, url, name)) in site::BANNERS.into_iter().enumerate() {
            let (title, description, image) = (title.into(), description.into(), None);
            let (id, btn_url, btn_name) = (Id::random(), url.into(), name.into());
            let banner =
                Banner { id, title, description, image, btn_url, btn_name, status, version, created_at: made(n) };
            self.ensure(report, "title = $wanted.title", banner).await?;
        }
        for (n, (question, answer)) in site::FAQS.into_iter().enumerate() {
            let (id, question, answer) = (Id::random(), question.into(), answer.into());
            let faq = Faq { id, question, answer, status, version, created_at: made(n) };
            self.ensure(report, "question = $wanted.question", faq).await?;
        }
        for (n, (title, description, picture)) in site::NEWS.into_iter().enumerate() {
            let logo = Some(self.demo_picture(picture).await?);
            let (id, title, description) = (Id::random(), title.into(), description.into());
            let news = News { id, title, description, logo, status, version, created_at: made(n) };
            self.ensure(report, "title = $wanted.title", news).await?;
        }
        for (n, (name, description, picture)) in site::TESTIMONIALS.into_iter().enumerate() {
            let image = Some(self.demo_picture(picture).await?);
            let (id, name, description) = (Id::random(), name.into(), description.into());
            let testimonial = Testimonial { id, name, image, description, status, version, created_at: made(n) };
            self.ensure(report, "name = $wanted.name", testimonial).await?;
        }
        for (n, content) in site::INSTRUCTIONS.into_iter().enumerate() {
            let (id, content) = (Id::random(), content.into());
            let instruction = Instruction { id, content, status, version, created_at: made(n) };
            self.ensure(report, "content = $wanted.content", instruction).await?;
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
