//! The base content of every installation: the four exams, the three assessments, templates, pages, advice.

use chrono::Duration;

use super::{SeedReport, pages::PAGES};
use crate::{
    App, Result,
    catalogue::{
        Advice, AdviceInput, Assessment, AssessmentInput, BECE, Exam, ExamInput, ExamType, JAMB_UTME, Mode, POST_UTME,
        WASSCE, Word,
    },
    content::{EmailTemplate, PageInput, StaticPage},
    mail::MailKind,
    records::Stored as _,
    store::Id,
};

/// An exam. Its slug is fixed, because clients know it.
struct FirstExam {
    slug: &'static str,
    title: &'static str,
    exam_type: ExamType,
    maximum_subjects: i64,
    /// Hours and minutes of the time limit.
    limit: (i64, &'static str),
    instructions: &'static str,
}

const EXAMS: [FirstExam; 4] = [
    FirstExam {
        slug: JAMB_UTME,
        title: "JAMB UTME",
        exam_type: ExamType::Objective,
        maximum_subjects: 4,
        limit: (2, "00"),
        instructions: "<p>This mock follows the UTME: <strong>Use of English</strong> with 60 questions and up to three \
            other subjects with 40 questions each, in two hours.</p>\
            <ul><li>Choose one answer to each question. You may change it until you submit.</li>\
            <li>Move freely between subjects. The numbers show what you have answered, what is left and what you marked for review.</li>\
            <li>You lose no marks for a wrong answer, so answer every question.</li>\
            <li>On a keyboard: A, B, C and D choose, N and P go to the next and previous question, S submits, R returns.</li>\
            <li>Each answer is saved as you give it. When the time is up, the test is submitted by itself.</li></ul>",
    },
    FirstExam {
        slug: POST_UTME,
        title: "POST UTME",
        exam_type: ExamType::Objective,
        maximum_subjects: 4,
        limit: (1, "00"),
        instructions: "<p>These are Post-UTME questions for the university you chose, one subject at a time.</p>\
            <ul><li>Choose one answer to each question. You may change it until you submit.</li>\
            <li>Each answer is saved as you give it. When the time is up, the test is submitted by itself.</li></ul>",
    },
    FirstExam {
        slug: WASSCE,
        title: "WASSCE (WAEC)",
        exam_type: ExamType::Both,
        maximum_subjects: 9,
        limit: (1, "30"),
        instructions: "<p>A WASSCE subject has an objective paper and an essay paper. You take one subject at a time.</p>\
            <ul><li>In the objective paper, choose one answer to each question.</li>\
            <li>In the essay paper, show your full working or argument. You get marks for your method as well as for your answer.</li>\
            <li>Moderators read your essay answers. You get your result when they have finished.</li>\
            <li>Each answer is saved as you give it. When the time is up, the test is submitted by itself.</li></ul>",
    },
    FirstExam {
        slug: BECE,
        title: "JSCE (BECE)",
        exam_type: ExamType::Both,
        maximum_subjects: 10,
        limit: (1, "00"),
        instructions: "<p>The Basic Education Certificate Examination has objective and written questions. You take one subject at a time.</p>\
            <ul><li>Read each question twice before you answer it.</li>\
            <li>In written answers, use full sentences and show your working.</li>\
            <li>Each answer is saved as you give it. When the time is up, the test is submitted by itself.</li></ul>",
    },
];

const ASSESSMENTS: [(Mode, &str); 3] = [(Mode::Study, "Study"), (Mode::Practice, "Practice"), (Mode::Mock, "Mock")];

/// Lowest and highest percentage, title, text. Together they cover every percentage.
const ADVICE: [(i64, i64, &str, &str); 5] = [
    (
        0,
        39,
        "Start again from the notes",
        "<p>Most of this paper is still new to you. Everybody starts there. Take one topic at a time in study mode, read each explanation, and come back to the same questions after two days.</p>",
    ),
    (
        40,
        49,
        "Nearly a pass",
        "<p>You know the easier half. Check your corrections for the topic that cost you most marks. Study it first, then practise it with a timer.</p>",
    ),
    (
        50,
        69,
        "A good foundation",
        "<p>You would pass. Now find out why you lose marks. For each wrong answer, write down whether you did not know, misread, or ran out of time. Then work on the most common reason.</p>",
    ),
    (
        70,
        84,
        "Strong work",
        "<p>You are close to the top. Practise with the real time limit, and mark for review any question that takes you longer than a minute.</p>",
    ),
    (
        85,
        100,
        "Ready for exam day",
        "<p>Excellent. Keep your speed up with one mock a week, and use study mode to read the explanations of questions you got right by luck.</p>",
    ),
];

impl App {
    pub(super) async fn seed_base(&self, report: &mut SeedReport) -> Result<()> {
        report.created += self.write_countries().await?;
        // One millisecond apart, because lists order records by creation time.
        let made = |n: usize| self.now() + Duration::milliseconds(i64::try_from(n).unwrap_or(0));
        for (n, first) in EXAMS.iter().enumerate() {
            let form = ExamInput {
                title: first.title.into(),
                exam_type: first.exam_type,
                maximum_subjects: first.maximum_subjects,
                year_of_examination: 10,
                time_hour: first.limit.0,
                time: first.limit.1.into(),
                exam_instructions: first.instructions.into(),
                logo: None,
                video_link: None,
                status: true,
                downloads_off: false,
                max_downloads: None,
                late_hours: None,
            };
            let exam = Exam { slug: first.slug.into(), ..Exam::new(form, made(n)) };
            self.ensure(report, "slug = $wanted.slug", exam).await?;
        }
        for (n, kind) in MailKind::ALL.iter().copied().enumerate() {
            let template = EmailTemplate::default_of(kind, made(n));
            self.ensure(report, "id = $wanted.id", template).await?;
        }
        for (n, (slug, title, content)) in PAGES.into_iter().enumerate() {
            let form = PageInput { page_title: title.into(), content: content.into(), status: Word::Active };
            let page = StaticPage { id: Id::new(slug), page_url: slug.into(), ..StaticPage::new(form, made(n)) };
            self.ensure(report, "id = $wanted.id", page).await?;
        }
        for (n, (slug, title)) in ASSESSMENTS.into_iter().enumerate() {
            let form = AssessmentInput { title: title.into(), logo: None, slug: Some(slug), status: true };
            self.ensure(report, "slug = $wanted.slug", Assessment::new(form, made(n))).await?;
        }
        let advised: Option<i64> = self.store.query("SELECT VALUE min_percentage FROM advice LIMIT 1").first().await?;
        if advised.is_some() {
            // The bands form a whole, so either all are created or none: if one was edited, others may have been
            // removed on purpose.
            return Ok(());
        }
        for (n, (min_percentage, max_percentage, title, description)) in ADVICE.into_iter().enumerate() {
            let (title, description) = (title.into(), description.into());
            let form = AdviceInput { title, min_percentage, max_percentage, description, status: true };
            self.ensure(report, "min_percentage = $wanted.min_percentage", Advice::new(form, made(n))).await?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html;

    #[test]
    fn texts_are_clean_and_advice_covers_every_percentage() {
        for first in &EXAMS {
            assert_eq!(html::clean(first.instructions), first.instructions);
        }
        let mut next = 0;
        for (min, max, _, text) in ADVICE {
            assert_eq!((min, html::clean(text).as_str()), (next, text));
            next = max + 1;
        }
        assert_eq!(next, 101);
    }
}
