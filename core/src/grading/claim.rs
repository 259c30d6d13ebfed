//! Claims: a grader holds a submission for 15 minutes after each use, and nobody else can grade it.

use super::{
    Case, Grading, GradingView,
    case::{DRAFT, MAX_CLAIMS, MAX_RESERVED, VALID_CLAIM, grader},
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

impl App {
    /// Claims a submission for this grader, or renews the claim for 15 minutes. Earlier saved grades stay.
    ///
    /// # Errors
    /// [`Error::NotFound`] if it is not a theory submission; [`Error::Forbidden`], `own-submission`;
    /// [`Error::Conflict`]: `claimed` with `claimedBy`, `claimedUntil` and `isReserved`, `declared`, `already-graded`,
    /// `too-many-claims` with the `claims`, and `in-running-mock` while a running mock of the caller contains one of
    /// its questions.
    pub async fn claim_grading(&self, actor: &Actor, id: &Id<QuizResult>) -> Result<GradingView> {
        retry_tx(async || self.claim(actor, id).await).await?;
        self.find_grading(actor, id).await
    }

    async fn claim(&self, actor: &Actor, id: &Id<QuizResult>) -> Result<()> {
        let (me, now) = (grader(actor), self.now());
        let change = self.unaudited_change().await?;
        let (case, grading) = self.gradable(change.tx(), actor, id).await?;
        let is_mine = case.is_claimed_by(&me, now);
        if is_mine && case.is_fresh(now) {
            return Ok(());
        }
        if !is_mine {
            must_be_free(change.tx(), &case, now).await?;
            self.require_room(&change, actor, Limit::Claims).await?;
            begin_or_resume(grading, id, actor, now).save(&change).await?;
        }
        case.claimed_by(&me, now).save(&change).await?;
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
            let case = self.grading_case(change.tx(), id).await?;
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
            case.free().save(&change).await?;
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
    pub(super) async fn grading_case(&self, tx: &Tx, id: &Id<QuizResult>) -> Result<Case> {
        let case: Option<Case> = tx.query("SELECT * FROM $id").bind(("id", id.cast::<Case>())).first().await?;
        if let Some(case) = case {
            return Ok(case);
        }
        let drawn = self.secrets.draw(&format!("second opinion of {id}"))?;
        Ok(Case::new(id, drawn, self.settings.second_opinion))
    }

    /// The case of a submission that the caller may grade, and their earlier grading of it.
    ///
    /// # Errors
    /// [`Error::Conflict`]: `declared`, `already-graded`, `in-running-mock`.
    pub(super) async fn gradable(
        &self,
        tx: &Tx,
        actor: &Actor,
        id: &Id<QuizResult>,
    ) -> Result<(Case, Option<Grading>)> {
        let quiz = self.readable(tx, actor, id).await?;
        require_pending(tx, quiz).await?;
        let grading = own_grading(tx, id, &grader(actor)).await?;
        if grading.as_ref().is_some_and(|grading| grading.state != DRAFT) {
            return Err(Error::conflict("already-graded", messages::ALREADY_GRADED));
        }
        Ok((self.grading_case(tx, id).await?, grading))
    }

    /// Refuses a claim or reservation beyond its limit. Claims of one account write the account's record, so that two
    /// concurrent ones conflict and cannot exceed the limit together, and the account cannot be deleted meanwhile.
    pub(super) async fn require_room(&self, change: &Change<'_>, actor: &Actor, limit: Limit) -> Result<()> {
        if let Ok(user) = actor.user_id() {
            change.lock(vec![user.link()]).await?;
        }
        let (now, most) = (self.now(), limit.most());
        let sql =
            format!("SELECT VALUE id FROM grading_case WHERE holder = $me AND {VALID_CLAIM} AND {}", limit.condition());
        let held = change.query(sql).bind(("me", grader(actor))).bind(("now", now));
        let held = held.bind(("latest", Case::latest(now))).bind(("most", Case::latest_reserved(now)));
        let held: Vec<Id<Case>> = held.all().await?;
        if held.len() < most {
            return Ok(());
        }
        let ids: Vec<_> = held.iter().map(ToString::to_string).collect();
        let refusal = Refusal::new("too-many-claims", messages::too_many_claims(most)).with("claims", ids);
        Err(Error::Conflict(refusal))
    }
}

/// A limit on the submissions that one moderator holds.
#[derive(Clone, Copy)]
pub(super) enum Limit {
    /// At most [`MAX_CLAIMS`] claims.
    Claims,
    /// At most [`MAX_RESERVED`] reservations for worksheets.
    Reservations,
}

impl Limit {
    fn most(self) -> usize {
        match self {
            Self::Claims => MAX_CLAIMS,
            Self::Reservations => MAX_RESERVED,
        }
    }

    /// The condition for the cases that count.
    fn condition(self) -> &'static str {
        match self {
            Self::Claims => "reserved != true",
            Self::Reservations => "reserved = true",
        }
    }
}

/// Refuses a submission that somebody holds.
///
/// # Errors
/// [`Error::Conflict`], `claimed`.
pub(super) async fn must_be_free(tx: &Tx, case: &Case, now: Instant) -> Result<()> {
    match case.claim(now) {
        Some((holder, until)) => Err(Error::Conflict(claimed(tx, "claimed", holder, until, case.reserved).await?)),
        None => Ok(()),
    }
}

/// The grader's earlier grading with the claim's start set to now, or a new grading.
pub(super) fn begin_or_resume(old: Option<Grading>, id: &Id<QuizResult>, actor: &Actor, now: Instant) -> Grading {
    match old {
        Some(old) => Grading { claimed_at: now, ..old },
        None => Grading::begin(id, actor, now),
    }
}

impl Case {
    /// Writes the case within the change.
    pub(super) async fn save(self, change: &Change<'_>) -> Result<()> {
        let sql = "UPSERT ONLY $id CONTENT $case RETURN NONE";
        change.query(sql).bind(("id", self.id.clone())).bind(("case", self)).done().await
    }
}

impl Grading {
    /// Writes the grading within the change.
    pub(super) async fn save(self, change: &Change<'_>) -> Result<()> {
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
pub(super) async fn require_pending(tx: &Tx, quiz: QuizResult) -> Result<QuizResult> {
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
    let refusal = Refusal::new(reason, words).with("claimedBy", name).with("isReserved", is_reserved);
    Ok(refusal.with("claimedUntil", until.to_rfc3339_opts(chrono::SecondsFormat::Millis, true)))
}
