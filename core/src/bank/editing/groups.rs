//! The questions that share a passage.

use super::fields::rich;
use crate::{
    App, FieldErrors, Result,
    bank::{
        Question, SubjectYear,
        identity::normal,
        import::{MAX_LINKED, passage_group},
    },
    catalogue::University,
    html,
    records::Change,
    store::Id,
};

/// The group that questions are put into.
pub(super) struct Group {
    pub name: String,
    pub passage: String,
}

impl App {
    /// The group that a form asks for: `None` without a passage. A known group lends its passage; one
    /// of its own (`old`) takes a new passage for all of it.
    pub(super) async fn group(
        &self,
        errors: &mut FieldErrors,
        year: &Id<SubjectYear>,
        (linked, name, passage): (bool, Option<&str>, Option<&str>),
        universities: &[Id<University>],
        old: Option<&Question>,
        count: usize,
    ) -> Result<Option<Group>> {
        if !linked {
            return Ok(None);
        }
        let stored = old.and_then(|old| old.passage.as_deref());
        let given = rich(errors, "passage", "Passage", passage.unwrap_or_default(), stored, false);
        let name = name.map(html::text).filter(|name| !name.is_empty());
        errors.check(
            name.as_ref().is_none_or(|name| name.chars().count() <= 160),
            "group",
            "Group cannot exceed 160 characters.",
        );
        let own = old.and_then(|old| old.group.clone());
        let name = name.or_else(|| own.clone()).unwrap_or_else(|| passage_group(&given));
        let sql = "SELECT * FROM question WHERE year = $year AND group = $group";
        let call = self.store.query(sql).bind(("year", year.clone())).bind(("group", name.clone()));
        let mut members: Vec<Question> = call.all().await?;
        members.retain(|member| member.university == universities && old.is_none_or(|old| old.id != member.id));
        errors.check(
            members.len() + count <= MAX_LINKED,
            "group",
            format!("At most {MAX_LINKED} questions may share a passage"),
        );
        let known = members.first().and_then(|member| member.passage.clone());
        let stays = own.as_ref() == Some(&name);
        let differs = known.as_ref().is_some_and(|known| !given.is_empty() && normal(known) != normal(&given));
        errors.check(stays || !differs, "passage", "This group already has another passage.");
        let kept = known.or_else(|| old.filter(|_| stays)?.passage.clone());
        let passage = if given.is_empty() { kept.unwrap_or_default() } else { given };
        errors.check(!passage.is_empty(), "passage", "Passage is required");
        Ok(Some(Group { name, passage }))
    }
}

/// Gives the other questions of its group the question's passage.
pub(super) async fn tell_group(change: &mut Change<'_>, question: &Question) -> Result<()> {
    if question.group.is_none() {
        return Ok(());
    }
    let sql = "SELECT * FROM question WHERE year = $year AND group = $group AND university = $university \
        AND passage != $passage AND id != $id";
    let call = change.query(sql).bind(("passage", question.passage.clone())).bind(("year", question.year.clone()));
    let call = call.bind(("group", question.group.clone())).bind(("university", question.university.clone()));
    let others: Vec<Question> = call.bind(("id", question.id.clone())).all().await?;
    for old in others {
        let new = Question { passage: question.passage.clone(), version: old.version + 1, ..old.clone() };
        change.update(&old, &new).await?;
    }
    Ok(())
}
