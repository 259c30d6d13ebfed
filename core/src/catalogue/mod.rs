//! The catalogue: one file per entity, each listed in [`crate::resources`].

mod advice;
mod assessment;
mod category;
mod course;
mod exam;
mod file;
mod plan;
mod section;
mod subject;
mod topic;
mod university;

pub use advice::{Advice, AdviceInput};
pub use assessment::{Assessment, AssessmentInput, AssessmentView, Mode};
pub use category::{Category, CategoryInput, PublicCategory, Word};
pub use course::{Course, CourseInput, CourseView, PublicCourse};
pub use exam::{
    ACTIVE_EXAMS, BECE, Exam, ExamInput, ExamInstruction, ExamRef, ExamType, JAMB_UTME, POST_UTME, WASSCE,
    slug_has_universities,
};
pub use file::{CatalogueEntry, CatalogueFile, CatalogueReport};
pub(crate) use plan::is_trial;
pub use plan::{Plan, PlanInput, PlanView};
pub use section::{Section, SectionInput, SectionRef, SectionView};
pub use subject::{ACTIVE_SUBJECTS, PublicSubject, Subject, SubjectInput, SubjectView, TOO_MANY_MANDATORY};
pub use topic::{Topic, TopicInput, TopicView};
pub use university::{PublicUniversity, University, UniversityInput};

use unicode_normalization::UnicodeNormalization as _;

use crate::{FieldErrors, images::references::is_picture_address, text::folded};

/// The indexes of the titles that match `wanted`: an exact match, otherwise all that differ only in case, marks and
/// invisible characters. Stores of earlier releases may contain several of those.
pub(crate) fn called(titles: &[&str], wanted: &str) -> Vec<usize> {
    let places = |is_it: &dyn Fn(&str) -> bool| {
        titles.iter().enumerate().filter(|(_, title)| is_it(title)).map(|(place, _)| place).collect::<Vec<_>>()
    };
    let exact: String = wanted.trim().nfc().collect();
    let exact = places(&|title| title.nfc().eq(exact.chars()));
    let key = folded(wanted);
    if exact.is_empty() { places(&|title| folded(title) == key) } else { exact }
}

/// The message that asks which of several titles is meant.
pub(crate) fn ambiguous<'a>(titles: impl Iterator<Item = &'a str>) -> String {
    let titles: Vec<String> = titles.map(|title| format!("“{title}”")).collect();
    format!("More than one has this title: {}. Write the title exactly as it is stored", titles.join(", "))
}

/// Checks the hours (0 to 23) and minutes (00, 15, 30, 45) of a time limit (spec 3 §5).
pub(crate) fn check_time_limit(
    errors: &mut FieldErrors,
    (hour_field, hour): (&str, i64),
    (minute_field, minute): (&str, &str),
) {
    errors.check((0..=23).contains(&hour), hour_field, "Hours must be from 0 to 23.");
    errors.check(["00", "15", "30", "45"].contains(&minute), minute_field, "Minutes must be 00, 15, 30 or 45.");
}

/// Checks that a picture is empty or has a valid address.
pub(crate) fn check_image(errors: &mut FieldErrors, field: &str, image: Option<&str>) {
    let image = image.filter(|image| !image.is_empty());
    errors.check(image.is_none_or(is_picture_address), field, crate::messages::INVALID_IMAGE);
}

/// The value of a form's picture field: an address is the new picture, `null` is none, and an empty text keeps the
/// old one, because the documents' forms send it if no file was chosen.
pub(crate) fn image_from_form(given: Option<String>, old: Option<&String>) -> Option<String> {
    match given {
        Some(address) if address.is_empty() => old.cloned(),
        given => given,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_chooses_keeps_or_clears() {
        let old = "/uploads/old.png".to_owned();
        let new = image_from_form(Some("/uploads/new.png".into()), Some(&old));
        assert_eq!(new.as_deref(), Some("/uploads/new.png"));
        assert_eq!(image_from_form(Some(String::new()), Some(&old)), Some(old.clone()));
        assert_eq!(image_from_form(None, Some(&old)), None);
        assert_eq!(image_from_form(Some(String::new()), None), None);
    }
}
