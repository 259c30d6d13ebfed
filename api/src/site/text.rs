//! The text of a public page as HTML: for readers without scripts, and until the app has loaded.

use minijinja::{Value, context};
use sabi_core::{
    App, Result,
    bank::{BankSize, Choice},
    clock::west_africa,
    content::{Faq, News, NewsCard, Testimonial},
    exam::{ExamOffer, ExamPage, PublicPlan, SubjectOffer, VisitorQuestionView},
    html,
    plans::naira,
    store::Id,
    text::grouped,
};
use serde::Serialize;

use super::{Template, rendered};

const HOME: Template<'static> = ("home.html", include_str!("home.html"));
const EXAM: Template<'static> = ("exam.html", include_str!("exam.html"));
const NEWS: Template<'static> = ("news.html", include_str!("news.html"));
const FAQS: Template<'static> = ("faqs.html", include_str!("faqs.html"));
const TRY: Template<'static> = ("try.html", include_str!("try.html"));

/// The longest lists that a page's text contains. The app shows the rest.
const MAX_LISTED: usize = 100;
/// The number of news on the home page (spec 1 §2).
const HOME_NEWS: usize = 2;
/// The height that the home page reserves for a question that only the app can show, in pixels: about that of one
/// with four short options.
const WAITING_QUESTION: u32 = 400;

/// The heading and the text of a page.
#[derive(Default)]
pub(super) struct PageText {
    /// Plain text.
    pub(super) heading: String,
    /// HTML.
    pub(super) text: String,
    /// The context for the template of the question to try.
    pub(super) question: Value,
}

/// An entry of a list of news.
#[derive(Serialize)]
struct NewsLine {
    id: Id<News>,
    title: String,
    /// As the app writes it: `05 Mar, 2026`.
    day: String,
}

impl PageText {
    fn new(heading: impl Into<String>, text: String) -> Option<Self> {
        Some(Self { heading: heading.into(), text, question: Value::UNDEFINED })
    }
}

/// The text of the page at this path; `None` for pages that are useless without the app, such as forms.
///
/// # Errors
/// [`sabi_core::Error::NotFound`] if there is no such page.
pub(super) async fn text_of_page(app: &App, path: &str) -> Result<Option<PageText>> {
    if let Some(slug) = path.strip_prefix("/exams/") {
        let exam = app.exam_page(slug).await?;
        let text = rendered(EXAM, &exam_context(&exam))?;
        return Ok(PageText::new(exam.title, text));
    }
    if let Some(slug) = path.strip_prefix("/try/") {
        let paper = app.visitor_paper(slug).await?;
        let Some(first) = paper.questions.first() else { return Ok(None) };
        let text = rendered(TRY, &context! { question => question_context(first, paper.questions.len()) })?;
        return Ok(PageText::new(format!("Try {}", paper.exam.title), text));
    }
    if let Some(id) = path.strip_prefix("/news/") {
        let news = app.find_published::<News>(&Id::new(id)).await?.form;
        return Ok(PageText::new(news.title, with_small_pictures(&news.description)));
    }
    if let Some(slug) = path.strip_prefix("/pages/") {
        let page = app.find_page(slug).await?;
        return Ok(PageText::new(page.page_title, with_small_pictures(&page.content)));
    }
    Ok(match path {
        "/" => {
            let question = first_question(app).await?;
            Some(PageText { heading: String::new(), text: home(app).await?, question })
        }
        "/news" => PageText::new("News", rendered(NEWS, &context! { news => newest(app, MAX_LISTED).await? })?),
        "/faqs" => {
            let mut faqs = app.list_published::<Faq>(None).await?;
            faqs.truncate(MAX_LISTED);
            for faq in &mut faqs {
                faq.answer = with_small_pictures(&faq.answer);
            }
            PageText::new("Frequently Asked Questions", rendered(FAQS, &context! { faqs })?)
        }
        _ => None,
    })
}

async fn home(app: &App) -> Result<String> {
    let (texts, exams, testimonials, news) = tokio::try_join!(
        app.home_setting(),
        app.list_exam_offers(),
        app.list_published::<Testimonial>(None),
        newest(app, HOME_NEWS)
    )?;
    let exam = |offer: &ExamOffer| {
        let exam = &offer.exam;
        let price = offer.lowest_price.map(|price| format!(", from {}", naira(price * 100)));
        let size = size_of(&offer.bank) + &price.unwrap_or_default();
        context! { title => exam.title, slug => exam.slug, size => if exam.status { size } else { "Coming Soon".into() } }
    };
    let shown = context! {
        exams => exams.iter().map(exam).collect::<Vec<_>>(),
        testimonials => testimonials
            .iter()
            .take(MAX_LISTED)
            .map(|one| context! { name => one.name, words => html::text_of(&one.description) })
            .collect::<Vec<_>>(),
        texts,
        news,
    };
    rendered(HOME, &shown)
}

/// The context for the home page's question. A question with formulas is left to the app, which alone can set them.
async fn first_question(app: &App) -> Result<Value> {
    let paper = app.first_visitor_paper().await?;
    let Some((paper, first)) = paper.as_ref().and_then(|paper| Some((paper, paper.questions.first()?))) else {
        return Ok(context! { room => 0 });
    };
    let options = first.options.iter().map(|one| &one.option);
    if options.chain([&first.question]).chain(&first.passage).any(|html| has_maths(html)) {
        return Ok(context! { room => WAITING_QUESTION });
    }
    let question = context! { exam => paper.exam.title, ..question_context(first, paper.questions.len()) };
    Ok(context! { question })
}

/// Whether a text has formulas, as the app looks for them (`hasMaths`).
fn has_maths(html: &str) -> bool {
    html.contains("\\(") || html.contains("$$")
}

/// A question without its key, for HTML. `count` is the number of questions to try.
fn question_context(question: &VisitorQuestionView, count: usize) -> Value {
    let option = |(letter, choice): (char, &Choice)| context! { letter, text => with_small_pictures(&choice.option) };
    context! {
        count,
        subject => question.subject.title,
        year => question.year,
        passage => question.passage.as_deref().map(with_small_pictures),
        stem => with_small_pictures(&question.question),
        picture => question.logo.as_deref().map(|address| format!("{address}?size=small")),
        options => ('A'..='Z').zip(&question.options).map(option).collect::<Vec<_>>(),
    }
}

/// The newest news first.
async fn newest(app: &App, most: usize) -> Result<Vec<NewsLine>> {
    let news = app.list_published::<News>(None).await?.into_iter().rev().take(most);
    let line = |one: NewsCard| NewsLine {
        day: west_africa(one.created_at).format("%d %b, %Y").to_string(),
        id: one.id,
        title: one.title,
    };
    Ok(news.map(line).collect())
}

/// The context for the template of an exam's page, as text.
fn exam_context(exam: &ExamPage) -> Value {
    let subject = |one: &SubjectOffer| {
        let years = match (one.years.first(), one.years.last()) {
            (Some(first), Some(last)) if first < last => format!("{first} to {last}"),
            (Some(year), _) => year.to_string(),
            (None, _) => String::new(),
        };
        context! { title => one.title, years, size => counted(one.questions + one.theories, "question") }
    };
    let plan = |plan: &PublicPlan| {
        let limit = plan.num_of_questions.map(|most| format!("up to {} per test", counted(most, "question")));
        context! {
            title => plan.title,
            price => if plan.price == 0 { "free".into() } else { naira(plan.price * 100) },
            days => counted(plan.duration, "day"),
            limit => limit.unwrap_or_else(|| "no limit on questions".into()),
        }
    };
    let question = exam.question.as_ref().map(|question| {
        context! {
            subject => question.subject.title,
            year => question.year,
            passage => question.passage.as_deref().map(html::text_of),
            stem => html::text_of(&question.question),
            options => question.options.iter().map(|one| html::text_of(&one.option)).collect::<Vec<_>>(),
        }
    });
    let testimonials = exam.testimonials.iter();
    context! {
        exam => context! { title => exam.title, slug => exam.slug, status => exam.status },
        lead => format!("Practise for {} with past questions, and every answer explained.", exam.title),
        size => size_of(&exam.bank),
        subjects => exam.subjects.iter().map(subject).collect::<Vec<_>>(),
        has_theory => exam.subjects.iter().any(|subject| subject.theories > 0),
        plans => exam.plans.iter().map(plan).collect::<Vec<_>>(),
        question,
        testimonials => testimonials
            .map(|one| context! { name => one.name, words => html::text_of(&one.description) })
            .collect::<Vec<_>>(),
    }
}

/// The number of subjects, years and questions: `4 subjects, 3 years, 480 questions`.
fn size_of(bank: &BankSize) -> String {
    let count = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    let facts = [
        counted(count(bank.subjects), "subject"),
        counted(count(bank.years), "year"),
        counted(bank.questions, "question"),
    ];
    facts.join(", ")
}

/// A number with what it counts: `1 year`, `1,480 questions`.
fn counted(n: i64, noun: &str) -> String {
    let number = grouped(&n.to_string());
    if n == 1 { format!("{number} {noun}") } else { format!("{number} {noun}s") }
}

/// The text with pictures in the size that the app requests too, so that none is downloaded twice.
fn with_small_pictures(html: &str) -> String {
    const SOURCE: &str = "src=\"/uploads/";
    let mut parts = html.split(SOURCE);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let name = part.split('"').next().unwrap_or_default();
        let size = if name.contains('?') { "" } else { "?size=small" };
        out.extend([SOURCE, name, size, &part[name.len()..]]);
    }
    out.replace("<img ", "<img loading=\"lazy\" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_requested_in_the_size_in_which_the_app_shows_them() {
        for (given, expected) in [
            ("<p>No picture</p>", "<p>No picture</p>"),
            (
                "<p><img src=\"/uploads/a.png\" alt=\"A\" />x</p>",
                "<p><img loading=\"lazy\" src=\"/uploads/a.png?size=small\" alt=\"A\" />x</p>",
            ),
            (
                "<img src=\"/uploads/a.png?size=thumb\"><img src=\"/uploads/b.png\">",
                "<img loading=\"lazy\" src=\"/uploads/a.png?size=thumb\">\
                 <img loading=\"lazy\" src=\"/uploads/b.png?size=small\">",
            ),
        ] {
            assert_eq!(with_small_pictures(given), expected);
        }
    }
}
