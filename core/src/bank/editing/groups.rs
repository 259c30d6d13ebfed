//! The questions that share a passage.

use super::rich::rich;
use crate::{
    App, FieldErrors, Result,
    bank::{
        ChoiceBody, Item, ItemBody, Question, SubjectYear,
        identity::normal,
        import::{MAX_LINKED, passage_group},
        review::Reviewer,
    },
    catalogue::University,
    html,
    records::Change,
    store::Id,
};

/// The group that items are put into.
pub struct Group {
    pub name: String,
    pub passage: String,
}

/// The group that a form asks for.
#[derive(Clone, Copy)]
pub struct Linking<'a> {
    name: Option<&'a str>,
    passage: Option<&'a str>,
}

impl<'a> Linking<'a> {
    /// The requested group; `None` if the form requests none.
    pub(super) fn of(is_linked: bool, name: Option<&'a str>, passage: Option<&'a str>) -> Option<Self> {
        is_linked.then_some(Self { name, passage })
    }
}

impl App {
    /// Finds or creates the requested group. An existing group supplies its passage; if it is the item's own group
    /// (`old`), a new passage replaces it for all.
    pub(super) async fn group<B: ItemBody>(
        &self,
        errors: &mut FieldErrors,
        year: &Id<SubjectYear>,
        linking: Option<Linking<'_>>,
        universities: &[Id<University>],
        old: Option<&Item<B>>,
        count: usize,
    ) -> Result<Option<Group>> {
        let Some(Linking { name, passage }) = linking else { return Ok(None) };
        let before = old.and_then(|old| old.body.as_choice());
        let stored = before.and_then(|old| old.passage.as_deref());
        let given = rich(errors, "passage", "Passage", passage.unwrap_or_default(), stored, false);
        let name = name.map(html::text).filter(|name| !name.is_empty());
        errors.check(
            name.as_ref().is_none_or(|name| name.chars().count() <= 160),
            "group",
            "Group cannot exceed 160 characters.",
        );
        errors.direction("group", "Group", name.as_deref().unwrap_or_default());
        let own = before.and_then(|old| old.group.clone());
        let name = name.or_else(|| own.clone()).unwrap_or_else(|| passage_group(&given));
        let sql = "SELECT * FROM question WHERE year = $year AND group = $group";
        let call = self.store.query(sql).bind(("year", year.clone())).bind(("group", name.clone()));
        let mut members: Vec<Question> = call.all().await?;
        members.retain(|member| member.university == universities && old.is_none_or(|old| old.id != member.id.cast()));
        errors.check(
            members.len() + count <= MAX_LINKED,
            "group",
            format!("At most {MAX_LINKED} questions may share a passage"),
        );
        let known = members.first().and_then(|member| member.body.passage.clone());
        let stays = own.as_ref() == Some(&name);
        let differs = known.as_ref().is_some_and(|known| !given.is_empty() && normal(known) != normal(&given));
        errors.check(stays || !differs, "passage", "This group already has another passage.");
        let kept = known.or_else(|| before.filter(|_| stays)?.passage.clone());
        let passage = if given.is_empty() { kept.unwrap_or_default() } else { given };
        errors.check(!passage.is_empty(), "passage", "Passage is required");
        Ok(Some(Group { name, passage }))
    }
}

/// Gives the other items of its group the item's passage.
pub(super) async fn share_passage<B: ItemBody>(
    change: &mut Change<'_>,
    reviewer: &Reviewer,
    item: &Item<B>,
) -> Result<()> {
    let Some(choice) = item.body.as_choice().filter(|choice| choice.group.is_some()) else { return Ok(()) };
    let sql = "SELECT * FROM question WHERE year = $year AND group = $group AND university = $university \
        AND passage != $passage AND id != $id";
    let call = change.query(sql).bind(("passage", choice.passage.clone())).bind(("year", item.year.clone()));
    let call = call.bind(("group", choice.group.clone())).bind(("university", item.university.clone()));
    let others: Vec<Question> = call.bind(("id", item.id.clone())).all().await?;
    for old in others {
        let body = ChoiceBody { passage: choice.passage.clone(), ..old.body.clone() };
        let new = Question { body, version: old.version + 1, ..old.clone() };
        let pair = [(old.clone(), reviewer.reviewed(Some(&old), new, None))];
        change.keep_versions(&pair).await?;
        let [(old, new)] = pair;
        change.update(&old, &new).await?;
    }
    Ok(())
}
