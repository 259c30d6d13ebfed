//! Claims: a grader holds a submission for 15 minutes after each use, and nobody else can grade it.

use super::{
    Case, Grading, GradingView,
    case::{DRAFT, grader},
    view::until_in_words,
};
use crate::{
    App, Error, Refusal, Result,
    clock::Instant,
    exam::QuizResult,
    messages,
    people::Actor,
    records::Change,
    store::{Id, Record as _, Tx, retry_tx},
};

/// Submissions that one moderator can hold, at most.
pub const MOST_CLAIMS: usize = 5;

impl App {
    /// Claims a submission for this grader, or renews the claim for 15 minutes. Earlier saved grades stay.
    ///
    /// # Errors
    /// [`Error::NotFound`] if it is not a theory submission; [`Error::Forbidden`], `own-submission`;
    /// [`Error::Conflict`]: `claimed` with `claimedBy` and `claimedUntil`, `declared`, `already-graded`,
    /// `too-many-claims` with the `claims`, and `in-running-mock` while a running mock of the caller contains one of
    /// its questions.
    pub async fn claim_grading(&self, actor: &Actor, id: &Id<QuizResult>) -> Result<GradingView> {
        retry_tx(async || self.claim(actor, id).await).await?;
        self.find_grading(actor, id).await
    }

    async fn claim(&self, actor: &Actor, id: &Id<QuizResult>) -> Result<()> {
        let (me, now) = (grader(actor), self.now());
        let change = self.own_change().await?;
        let quiz = self.readable(change.tx(), actor, id).await?;
        waiting(change.tx(), quiz).await?;
        let case = self.case(change.tx(), id).await?;
        let grading = own_grading(change.tx(), id, &me).await?;
        if grading.as_ref().is_some_and(|grading| grading.state != DRAFT) {
            return Err(Error::conflict("already-graded", messages::ALREADY_GRADED));
        }
        let is_mine = case.is_held_by(&me, now);
        if is_mine && case.is_fresh(now) {
            return Ok(());
        }
        if !is_mine {
            if let Some((holder, until)) = case.claim(now) {
                return Err(Error::Conflict(claimed(change.tx(), "claimed", holder, until, case.reserved).await?));
            }
            self.has_room(&change, actor, &me).await?;
            let begun = match grading {
                Some(old) => Grading { claimed_at: now, ..old },
                None => Grading::begin(id, actor, now),
            };
            begun.keep(&change).await?;
        }
        case.held(&me, now).keep(&change).await?;
        change.commit().await
    }

    /// Releases a submission, so that another moderator may claim it. Saved grades stay. Without a claim, nothing
    /// changes. An administrator can release another's claim, which is audited.
    ///
    /// # Errors
    /// [`Error::Conflict`], `claimed`, if another moderator holds it.
    pub async fn release_grading(&self, actor: &Actor, id: &Id<QuizResult>) -> Result<()> {
        let me = grader(actor);
        retry_tx(async || {
            let mut change = self.change(actor).await?;
            submission(change.tx(), actor, id).await?;
            let case = self.case(change.tx(), id).await?;
            match case.claim(self.now()) {
                None => return Ok(()),
                Some((holder, _)) if holder == me => {}
                Some((holder, until)) if !actor.is_admin() => {
                    let reserved = case.reserved;
                    return Err(Error::Conflict(claimed(change.tx(), "claimed", holder, until, reserved).await?));
                }
                Some((holder, _)) => {
                    let entry = change.entry("release", QuizResult::TABLE, id);
                    change.note(entry.map(|entry| entry.with("holder", holder)));
                }
            }
            case.free().keep(&change).await?;
            change.commit().await
        })
        .await
    }

    /// A theory submission whose model answers the caller may read: not their own, and without a question of one of
    /// their running mocks (ruling 29).
    pub(super) async fn readable(&self, tx: &Tx, actor: &Actor, id: &Id<QuizResult>) -> Result<QuizResult> {
        let quiz = submission(tx, actor, id).await?;
        self.must_not_be_in_mock(actor, quiz.written()).await?;
        Ok(quiz)
    }

    /// The case of a submission; a new one if nobody has claimed it yet. A student knows the key before they write,
    /// so the draw for a second opinion uses the installation's secret.
    pub(super) async fn case(&self, tx: &Tx, id: &Id<QuizResult>) -> Result<Case> {
        let case: Option<Case> = tx.query("SELECT * FROM $id").bind(("id", id.cast::<Case>())).first().await?;
        if let Some(case) = case {
            return Ok(case);
        }
        let drawn = self.secrets.draw(&format!("second opinion of {id}"))?;
        Ok(Case::new(id, drawn, self.settings.second_opinion))
    }

    /// Refuses a claim beyond [`MOST_CLAIMS`]. Claims of one account write the account's record, so that two
    /// concurrent ones conflict, and the account cannot be deleted meanwhile.
    async fn has_room(&self, change: &Change<'_>, actor: &Actor, me: &str) -> Result<()> {
        if let Ok(user) = actor.user_id() {
            change.lock(vec![user.link()]).await?;
        }
        let now = self.now();
        let sql = "SELECT VALUE id FROM grading_case WHERE holder = $me AND until > $now AND until <= $latest \
            AND reserved != true";
        let held = change.query(sql).bind(("me", me.to_owned())).bind(("now", now)).bind(("latest", Case::latest(now)));
        let held: Vec<Id<Case>> = held.all().await?;
        if held.len() < MOST_CLAIMS {
            return Ok(());
        }
        let ids: Vec<_> = held.iter().map(ToString::to_string).collect();
        let refusal = Refusal::new("too-many-claims", messages::too_many_claims(MOST_CLAIMS)).with("claims", ids);
        Err(Error::Conflict(refusal))
    }
}

impl Case {
    /// Writes it.
    pub(super) async fn keep(self, change: &Change<'_>) -> Result<()> {
        let sql = "UPSERT ONLY $id CONTENT $case RETURN NONE";
        change.query(sql).bind(("id", self.id.clone())).bind(("case", self)).done().await
    }
}

impl Grading {
    /// Writes it.
    pub(super) async fn keep(self, change: &Change<'_>) -> Result<()> {
        let sql = "UPSERT ONLY $id CONTENT $grading RETURN NONE";
        change.query(sql).bind(("id", self.id.clone())).bind(("grading", self)).done().await
    }
}

/// A theory submission that is not the caller's own.
pub(super) async fn submission(tx: &Tx, actor: &Actor, id: &Id<QuizResult>) -> Result<QuizResult> {
    let found = tx.query("SELECT * FROM $id").bind(("id", id.clone())).first::<QuizResult>().await?;
    let quiz = found.filter(QuizResult::is_submission).ok_or(Error::NotFound("Submission"))?;
    if actor.user_id().is_ok_and(|me| *me == quiz.user) {
        return Err(Error::forbidden("own-submission", messages::OWN_SUBMISSION));
    }
    Ok(quiz)
}

/// A grader's work on a submission.
pub(super) async fn own_grading(tx: &Tx, id: &Id<QuizResult>, me: &str) -> Result<Option<Grading>> {
    tx.query("SELECT * FROM $id").bind(("id", Grading::key(id, me))).first().await
}

/// The name of a grader.
async fn name_of(tx: &Tx, grader: &str) -> Result<String> {
    let sql = "SELECT VALUE first_name + ' ' + last_name FROM $user";
    let name: Option<String> = tx.query(sql).bind(("user", Id::<crate::people::User>::new(grader))).first().await?;
    Ok(name.unwrap_or_else(|| "The operator".into()))
}

/// The submission, if it waits for moderators.
///
/// # Errors
/// [`Error::Conflict`], `declared`, with who declared it.
pub(super) async fn waiting(tx: &Tx, quiz: QuizResult) -> Result<QuizResult> {
    if quiz.is_pending() {
        return Ok(quiz);
    }
    let sql = "SELECT VALUE grader FROM grading WHERE quiz = $quiz AND declared = true";
    let by: Option<String> = tx.query(sql).bind(("quiz", quiz.id.clone())).first().await?;
    let refusal = match by {
        None => Refusal::new("declared", messages::DECLARED),
        Some(by) => {
            let name = name_of(tx, &by).await?;
            Refusal::new("declared", messages::declared_by(&name)).with("declaredBy", name)
        }
    };
    Err(Error::Conflict(refusal))
}

/// The refusal with the holder of a submission and the end of the claim.
pub(super) async fn claimed(
    tx: &Tx,
    reason: &'static str,
    holder: &str,
    until: Instant,
    is_reserved: bool,
) -> Result<Refusal> {
    let name = name_of(tx, holder).await?;
    let words = messages::claimed_by(&name, &until_in_words(until, is_reserved));
    let refusal = Refusal::new(reason, words).with("claimedBy", name);
    Ok(refusal.with("claimedUntil", until.to_rfc3339_opts(chrono::SecondsFormat::Millis, true)))
}
