//! Resuming attempts.

use std::collections::{HashMap, HashSet};

use surrealdb::types::SurrealValue;

use super::{
    Attempt, AttemptView, PaperPart, PaperView, SubjectPaperView, TheoryView,
    attempt_cache::CachedAttempt,
    attempt_items::Items,
    engine::ItemId,
    view::{self, AssessmentRef, QuestionView, RevealView},
};
use crate::{
    App, Error, Result,
    catalogue::{Exam, ExamRef, Subject},
    messages,
    people::{Actor, User},
    records::Titled,
    store::Id,
};

impl App {
    /// An attempt to resume: the same questions and order of options, the answers so far, and the clock.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Conflict`] (`not-opened`) if its student has fetched it ahead and not opened it.
    pub async fn find_attempt(&self, actor: &Actor, id: &Id<Attempt>) -> Result<(AttemptView, PaperView)> {
        let cached = self.cached_attempt(actor, id).await?;
        self.expire(&cached).await?;
        let sheet = self.read_sheet(&cached).await?;
        let attempt = &cached.attempt;
        if cached.terms.is_sealed(&sheet) && actor.user_id().is_ok_and(|me| *me == attempt.user) {
            return Err(Error::conflict("not-opened", messages::NOT_OPENED));
        }
        let refs = self.attempt_refs(&cached).await?;
        let items = self.attempt_items(attempt).await?;
        let mut view = self.attempt_view(attempt, refs.clone());
        view::fill(&mut view, &cached.terms, &sheet);
        // Answers revealed before a mock with the same question began are hidden until it ends.
        let hidden = if sheet.revealed.is_empty() { HashSet::new() } else { self.items_in_mock(actor).await? };
        let shown = sheet.revealed.iter().filter(|item| !hidden.contains(item));
        view.revealed = shown.filter_map(|item| reveal(item, &items)).collect();
        Ok((view, paper_view(&attempt.paper.0, &refs.subjects, &items)))
    }

    /// The caller's running attempts, newest first, without their papers.
    pub async fn list_running_attempts(&self, actor: &Actor) -> Result<Vec<AttemptView>> {
        let user = actor.user_id()?.clone();
        let sql = "SELECT attempt, started_at FROM sheet WHERE user = $user AND state = 'running' ORDER BY started_at DESC LIMIT 50";
        let open: Vec<OpenRow> = self.store.query(sql).bind(("user", user)).all().await?;
        let mut views = Vec::with_capacity(open.len());
        for OpenRow { attempt: id } in open {
            let cached = self.cached_attempt(actor, &id).await?;
            self.expire(&cached).await?;
            let view = self.view_of(&cached).await?;
            if view.state == "running" {
                views.push(view);
            }
        }
        Ok(views)
    }

    /// An attempt as it is now, without its paper.
    pub(super) async fn view_of(&self, cached: &CachedAttempt) -> Result<AttemptView> {
        let sheet = self.read_sheet(cached).await?;
        let refs = self.attempt_refs(cached).await?;
        let mut view = self.attempt_view(&cached.attempt, refs);
        view::fill(&mut view, &cached.terms, &sheet);
        Ok(view)
    }

    /// The student's unopened paper of a mock of this exam that was fetched ahead, while it may be opened.
    pub(super) async fn fetched_paper(
        &self,
        user: &Id<User>,
        exam: &Id<Exam>,
    ) -> Result<Option<(AttemptView, PaperView)>> {
        for cached in self.cached_running_attempts(user).await? {
            let (attempt, terms) = (&cached.attempt, &cached.terms);
            if attempt.exam != *exam || terms.ahead.is_none_or(|ahead| ahead.open_until < self.now()) {
                continue;
            }
            let view = self.view_of(&cached).await?;
            if view.state == "running" && view.ahead.as_ref().is_some_and(|ahead| ahead.opened_at.is_none()) {
                let items = self.attempt_items(attempt).await?;
                let paper = paper_view(&attempt.paper.0, &view.subjects, &items);
                return Ok(Some((view, paper)));
            }
        }
        Ok(None)
    }

    /// The titles for an attempt. Read again only if an administrator may have changed one.
    pub(super) async fn attempt_refs(&self, cached: &CachedAttempt) -> Result<AttemptRefs> {
        let edits = self.edits();
        if let Some(refs) = cached.refs_at(edits).filter(|_| self.may_use_cache()) {
            return Ok(refs);
        }
        let sql = "SELECT exam.{id, title, slug} AS exam, assessment.{id, title, slug} AS assessment, \
            subjects.*.{id, title} AS subjects FROM ONLY $id";
        let refs: Option<AttemptRefs> =
            self.store.query(sql).bind(("id", cached.attempt.id.clone())).checked().await?.take(0)?;
        let refs = refs.ok_or(Error::NotFound("Attempt"))?;
        cached.keep_refs(edits, refs.clone());
        Ok(refs)
    }
}

#[derive(SurrealValue)]
struct OpenRow {
    attempt: Id<Attempt>,
}

/// The records that an attempt refers to, with titles.
#[derive(Clone, SurrealValue)]
pub(super) struct AttemptRefs {
    pub exam: ExamRef,
    pub assessment: AssessmentRef,
    pub subjects: Vec<Titled<Subject>>,
}

fn reveal(item: &ItemId, items: &Items) -> Option<RevealView> {
    match item {
        ItemId::Question(id) => items.questions.get(id).map(|question| RevealView::from(question.as_ref())),
        ItemId::Theory(id) => items.theories.get(id).map(|theory| RevealView::from(theory.as_ref())),
    }
}

/// A paper for its student. Deleted items are left out.
pub(super) fn paper_view(parts: &[PaperPart], subjects: &[Titled<Subject>], items: &Items) -> PaperView {
    let titles: HashMap<_, _> = subjects.iter().map(|subject| (&subject.id, subject)).collect();
    let part = |part: &PaperPart| {
        let questions = part
            .questions
            .iter()
            .filter_map(|item| Some(QuestionView::new(items.questions.get(&item.question)?, &item.options)));
        let theories = part.theories.iter().filter_map(|id| Some(TheoryView::from(items.theories.get(id)?.as_ref())));
        let subject = titles
            .get(&part.subject)
            .map_or_else(|| Titled { id: part.subject.clone(), title: String::new() }, |one| (*one).clone());
        SubjectPaperView { subject, questions: questions.collect(), theories: theories.collect() }
    };
    let total_questions = parts.iter().map(|part| part.questions.len() + part.theories.len()).sum();
    PaperView { total_questions, subjects: parts.iter().map(part).collect() }
}
