//! Titles and descriptions of public pages, for search engines and link previews.

use chrono::SecondsFormat;
use surrealdb::types::SurrealValue;

use super::{News, StaticPage};
use crate::{
    App, Error, Result, catalogue::Exam, clock::Instant, html, records::Entity as _, store::Id, text::beginning,
};

/// The suffix of each title.
const SITE: &str = "Sabi";
/// The maximum length of a description, in characters; search engines cut longer ones.
const DESCRIPTION: usize = 160;
/// The maximum number of news in the sitemap, newest first. A sitemap may have 50,000 addresses.
const MAX_NEWS: usize = 10_000;

/// The fixed pages: path, title, description.
const FIXED: &[(&str, &str, &str)] = &[
    (
        "/",
        "Be ready before exam day: JAMB UTME, WAEC, BECE and POST UTME",
        "Past questions for JAMB UTME, WAEC, BECE and POST UTME, with every answer explained. Try five without an \
         account, on any phone.",
    ),
    ("/news", "News", "News about JAMB UTME, WASSCE, BECE, POST UTME and Sabi."),
    ("/faqs", "Frequently Asked Questions", "Answers about accounts, subjects, plans, payments, tests and results."),
    ("/contact-us", "Contact Us", "Ask us anything about your account, your plan or your tests."),
    ("/register", "Register", "Create a free account, choose your exam and start with a free trial."),
    ("/login", "Login", "Pick up where you left off: your tests, results and corrections."),
];

/// The metadata of one page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageMetadata {
    /// Ends with the site's name.
    pub title: String,
    pub description: String,
    /// The address of an upload.
    pub image: Option<String>,
    /// Whether it is an article in the sense of the Open Graph protocol, as news are.
    pub is_article: bool,
}

/// An entry of the sitemap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SitemapEntry {
    pub path: String,
    /// When the page was last changed (RFC 3339), if known.
    pub changed: Option<String>,
}

impl PageMetadata {
    fn of(title: &str, description: &str) -> Self {
        let (title, description) = (format!("{title} · {SITE}"), beginning(description, DESCRIPTION));
        Self { title, description, image: None, is_article: false }
    }
}

impl App {
    /// The metadata of a path of the public site.
    ///
    /// # Errors
    /// [`Error::NotFound`] if there is no public page at this path.
    pub async fn page_metadata(&self, path: &str) -> Result<PageMetadata> {
        if let Some((_, title, description)) = FIXED.iter().find(|(fixed, ..)| *fixed == path) {
            return Ok(PageMetadata::of(title, description));
        }
        if let Some(id) = path.strip_prefix("/news/") {
            let news = self.find_published::<News>(&Id::new(id)).await?;
            let metadata = PageMetadata::of(&news.title, &html::text_of(&news.description));
            return Ok(PageMetadata { image: news.form.logo, is_article: true, ..metadata });
        }
        if let Some(slug) = path.strip_prefix("/exams/") {
            let exam = self.find_exam_by_slug(slug).await?;
            let title = format!("{}: past questions, subjects and prices", exam.title);
            let description = format!(
                "Practise for {} with past questions and every answer explained: subjects, years, plans and \
                 prices.",
                exam.title
            );
            return Ok(PageMetadata { image: exam.form.logo, ..PageMetadata::of(&title, &description) });
        }
        if let Some(slug) = path.strip_prefix("/try/") {
            let exam = self.find_exam_by_slug(slug).await?;
            if !exam.status {
                return Err(Error::NotFound(Exam::NOUN));
            }
            let title = format!("Try {} questions", exam.title);
            return Ok(PageMetadata::of(
                &title,
                "Answer past questions without an account. Each is marked and explained at once.",
            ));
        }
        let slug = path.strip_prefix("/pages/").ok_or(Error::NotFound(StaticPage::NOUN))?;
        let page = self.find_page(slug).await?;
        Ok(PageMetadata::of(&page.page_title, &html::text_of(&page.content)))
    }

    /// All addresses for the sitemap.
    ///
    /// # Errors
    /// [`Error::Unavailable`] if the store cannot be read.
    pub async fn sitemap(&self) -> Result<Vec<SitemapEntry>> {
        #[derive(SurrealValue)]
        struct Dated {
            id: Id<News>,
            created_at: Instant,
        }
        let pages = "SELECT VALUE page_url FROM page WHERE status = 'Active' ORDER BY page_url LIMIT 1000";
        let pages: Vec<String> = self.store.query(pages).all().await?;
        let news = "SELECT id, created_at FROM news WHERE status = true ORDER BY created_at DESC LIMIT $most";
        let news: Vec<Dated> = self.store.query(news).bind(("most", MAX_NEWS)).all().await?;
        let exams: Vec<String> = self.store.query("SELECT VALUE slug FROM exam ORDER BY slug LIMIT 1000").all().await?;
        let undated = |path: String| SitemapEntry { path, changed: None };
        let exams = exams.into_iter().map(|slug| undated(format!("/exams/{slug}")));
        let fixed = FIXED.iter().map(|(path, ..)| undated((*path).to_owned()));
        let pages = pages.into_iter().map(|slug| undated(format!("/pages/{slug}")));
        let news = news.into_iter().map(|news| SitemapEntry {
            path: format!("/news/{}", news.id),
            changed: Some(news.created_at.to_rfc3339_opts(SecondsFormat::Secs, true)),
        });
        Ok(fixed.chain(exams).chain(pages).chain(news).collect())
    }
}
