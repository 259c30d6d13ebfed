//! The grader's actions: grades, remarks, undo, declare, release.

use sabi_core::grading::{Grade, GradingAnswer, MAX_REMARK_CHARS, MAX_WHY_CHARS};

use super::{Claim, Done, Mode, Submission};
use crate::{
    outbox::{News, Pending, Then},
    screen::{PinnedQuestion, ScreenContext, Want},
    text,
    widgets::{choose::Chooser, line::TextField},
};

impl Submission {
    /// Whether grades are accepted; otherwise shows why not.
    pub(super) fn may_grade(&mut self, cx: &mut ScreenContext) -> bool {
        let Some(view) = &self.view else {
            cx.warn("The submission is still loading.");
            return false;
        };
        if view.exam_result != "pending" {
            match (&self.reason, cx.who.is_admin) {
                (Some(_), true) => return true,
                (None, true) => self.mode = Mode::Reason(TextField::new("Reason for the change", "", MAX_WHY_CHARS)),
                (_, false) => cx.warn("It is declared. Only an administrator can change it now."),
            }
            return false;
        }
        match &self.claim {
            Claim::Mine(_) => true,
            // If the claim has only expired, a grade renews it.
            Claim::Unavailable(_) if !view.is_given && view.claim.as_ref().is_none_or(|claim| claim.is_mine) => true,
            Claim::Unavailable(why) => {
                cx.warn(why.clone());
                false
            }
            Claim::Correcting | Claim::Loading => false,
        }
    }

    /// Grades the current answer.
    pub(super) fn give(&mut self, grade: i64, cx: &mut ScreenContext) {
        let Some(answer) = self.shown() else { return };
        if Self::is_blank(answer) && grade != 0 {
            return cx.warn("Nothing was written, so it counts as 0.");
        }
        let remark = answer.remark.clone();
        let advance = cx.habits.advance.unwrap_or(cx.config.advance);
        if self.change(Some(grade), remark, cx) && advance {
            if cx.pinned.is_some() { super::step(true, cx) } else { self.go_ungraded(cx) }
        }
    }

    /// Switches whether a grade moves on to the next ungraded answer.
    pub(super) fn toggle_advance(&mut self, cx: &mut ScreenContext) {
        let advance = !cx.habits.advance.unwrap_or(cx.config.advance);
        cx.habits.advance = Some(advance);
        cx.say(if advance {
            "After a grade, the next ungraded answer is shown."
        } else {
            "After a grade, the answer stays."
        });
    }

    /// Grades the current question across submissions, or stops doing so.
    pub(super) fn toggle_same_question(&mut self, cx: &mut ScreenContext) {
        if cx.pinned.take().is_some() {
            return cx.say("Submissions open at their first ungraded answer again.");
        }
        let Some((answer, theory)) = self.shown().and_then(|answer| Some((answer, answer.theory.as_ref()?))) else {
            return cx.warn("This question was deleted.");
        };
        let subject = answer.subject.as_ref().map(|subject| subject.id.to_string()).unwrap_or_default();
        let theory = theory.id.to_string();
        *cx.pinned = Some(PinnedQuestion { theory, subject, year: self.task.year, forward: true });
        cx.say("The next submissions open at this question.");
    }

    /// The position of the pinned question's answer, if it can be graded.
    pub(super) fn pinned_answer(&self, question: &PinnedQuestion) -> Option<usize> {
        let is_it = |answer: &GradingAnswer| {
            let theory = answer.theory.as_ref().is_some_and(|theory| theory.id.as_str() == question.theory);
            theory && answer.ans_grade.is_none() && !Self::is_blank(answer)
        };
        self.answers().iter().position(is_it)
    }

    /// Offers the saved remarks for the current answer.
    pub(super) fn choose_remark(&mut self, cx: &mut ScreenContext) {
        self.mode = Mode::Read;
        if self.shown().is_none() || !self.may_grade(cx) {
            return;
        }
        if cx.habits.remarks.is_empty() {
            return cx.say("No remark is saved yet. Save one with Ctrl-S while you write it.");
        }
        let remarks: Vec<_> = cx.habits.remarks.iter().map(|remark| (remark.clone(), remark.clone())).collect();
        self.mode = Mode::SavedRemarks(Chooser::of("Saved remarks", &remarks));
    }

    /// Inserts a saved remark after the typed text, where it can still be changed.
    pub(super) fn use_remark(&mut self, remark: Option<String>, cx: &mut ScreenContext) {
        let Some(remark) = remark else {
            self.mode = Mode::Read;
            return;
        };
        cx.habits.save_remark(&remark);
        let so_far = self.remark_so_far();
        let words = if so_far.trim().is_empty() { remark } else { format!("{}\n{remark}", so_far.trim_end()) };
        self.mode = Mode::Remark(TextField::new("Remark", &words, MAX_REMARK_CHARS));
    }

    /// Changes grade and remark of the current answer; returns whether that was possible.
    fn change(&mut self, grade: Option<i64>, remark: Option<String>, cx: &mut ScreenContext) -> bool {
        if self.shown().is_none() || !self.may_grade(cx) {
            return false;
        }
        let Some(answer) = self.shown() else { return false };
        let before =
            Grade { answer_id: answer.answer_id.clone(), ans_grade: answer.ans_grade, remark: answer.remark.clone() };
        if (before.ans_grade, &before.remark) != (grade, &remark) {
            self.done.push(Done { at: self.at, before });
            self.put(self.at, grade, remark, cx);
        }
        true
    }

    fn put(&mut self, at: usize, grade: Option<i64>, remark: Option<String>, cx: &mut ScreenContext) {
        let Some(view) = &mut self.view else { return };
        let Some(answer) = view.answers.get_mut(at) else { return };
        let before =
            Grade { answer_id: answer.answer_id.clone(), ans_grade: answer.ans_grade, remark: answer.remark.clone() };
        (answer.ans_grade, answer.remark) = (grade, remark.clone());
        let grade = Grade { answer_id: answer.answer_id.clone(), ans_grade: grade, remark };
        if let Some(why) = &self.reason {
            cx.outbox.correct(&view.id, view.revision, why);
        }
        cx.outbox.grade(&view.id, view.revision, Pending { number: at + 1, grade, before });
        self.clashes.retain(|(place, _)| *place != at);
        self.worked = true;
    }

    /// Sets the reason for changing a declared result (ruling 16); the changes follow as ordinary grades.
    pub(super) fn begin_correction(&mut self, why: &str, cx: &mut ScreenContext) {
        if why.is_empty() {
            return cx.warn("Give a reason: it is recorded with the change.");
        }
        self.mode = Mode::Read;
        (self.reason, self.claim) = (Some(why.to_owned()), Claim::Correcting);
        cx.say("Now change grades or remarks. The reason is recorded with each change.");
    }

    pub(super) fn undo(&mut self, cx: &mut ScreenContext) {
        if !self.may_grade(cx) {
            return;
        }
        let Some(Done { at, before }) = self.done.pop() else { return cx.say("Nothing to undo.") };
        self.go(at, cx);
        self.put(at, before.ans_grade, before.remark, cx);
        cx.say(format!("Answer {} was restored.", at + 1));
    }

    pub(super) fn go_ungraded(&mut self, cx: &mut ScreenContext) {
        let left: Vec<_> = self.left().collect();
        match left.iter().find(|place| **place > self.at).or(left.first()) {
            Some(place) => self.go(*place, cx),
            None => cx.say("Every answer is graded."),
        }
    }

    /// The remark, or the unfinished one.
    pub(super) fn remark_so_far(&self) -> String {
        let draft = self.draft.as_ref().filter(|(at, _)| *at == self.at).map(|(_, words)| words.clone());
        draft.or_else(|| self.shown()?.remark.clone()).unwrap_or_default()
    }

    pub(super) fn begin_remark(&mut self, cx: &mut ScreenContext) {
        if self.shown().is_some() && self.may_grade(cx) {
            self.mode = Mode::Remark(TextField::new("Remark", &self.remark_so_far(), MAX_REMARK_CHARS));
        }
    }

    pub(super) fn keep_remark(&mut self, words: &str, cx: &mut ScreenContext) {
        let words: String = words.trim().chars().take(MAX_REMARK_CHARS).collect();
        let grade = self.shown().and_then(|answer| answer.ans_grade);
        let remark = Some(words.clone()).filter(|words| !words.is_empty());
        if self.change(grade, remark, cx) {
            self.draft = None;
        } else {
            self.draft = Some((self.at, words));
        }
    }

    pub(super) fn ask_to_declare(&mut self, cx: &mut ScreenContext) {
        if self.reason.is_some() {
            return cx.say("It is declared already; each change takes effect at once.");
        }
        if self.view.is_none() || !self.may_grade(cx) {
            return;
        }
        let left: Vec<_> = self.left().collect();
        if let Some(first) = left.first() {
            let words = match left.len() {
                1 => format!("Answer {} has no grade yet.", first + 1),
                many => format!("{many} answers have no grade yet; this is the first of them."),
            };
            self.go(*first, cx);
            return cx.warn(words);
        }
        self.mode = Mode::Declare;
    }

    pub(super) fn declare(&mut self, cx: &mut ScreenContext) {
        let Some(view) = &self.view else { return };
        cx.outbox.follow(&view.id, view.revision, Then::Declare);
        if cx.outbox.offline.is_some() {
            cx.say("It is declared as soon as the server is back.");
        }
    }

    pub(super) fn release(&mut self, cx: &mut ScreenContext) {
        let Some(view) = self.view.as_ref().filter(|view| view.exam_result == "pending") else {
            return cx.say("There is nothing to release.");
        };
        cx.outbox.follow(&view.id, view.revision, Then::Release);
        self.releasing = true;
    }

    /// Handles news about grades of this submission.
    pub(super) fn hear(&mut self, news: &News, cx: &mut ScreenContext) {
        match news {
            News::Stands(view) if view.id == self.task.id => self.take(Clone::clone(view), cx),
            News::Conflict { id, answers } if *id == self.task.id => {
                for clash in answers {
                    let grade_text = |grade: &Grade| match grade.ans_grade {
                        Some(grade) => grade.to_string(),
                        None => "no grade".to_owned(),
                    };
                    let at = clash.mine.number.saturating_sub(1);
                    let (theirs, mine) = (grade_text(&clash.theirs), grade_text(&clash.mine.grade));
                    self.clashes.push((at, format!("Graded elsewhere: {theirs} is kept, you gave {mine}.")));
                    if clash.mine.grade.remark != clash.theirs.remark {
                        self.draft = clash.mine.grade.remark.clone().map(|words| (at, words));
                    }
                }
                if let Some((at, _)) = self.clashes.first() {
                    self.go(*at, cx);
                }
            }
            News::Lost { id, words } if *id == self.task.id => {
                self.claim = Claim::Unavailable(text::line(words));
                if let Some(view) = &mut self.view
                    && let Some(claim) = &mut view.claim
                {
                    claim.is_mine = false;
                }
            }
            News::Refused { id, .. } | News::NotDone { id, .. } if *id == self.task.id => self.fetch(cx),
            News::Declared(view) if view.id == self.task.id => cx.wants.push(Want::Done(view.id.to_string())),
            News::Released(id) if *id == self.task.id && self.releasing => {
                self.worked = true;
                self.claim = Claim::Unavailable("It was released.".to_owned());
                cx.say("Submission released successfully.");
                cx.wants.extend([Want::Close, Want::Stale]);
            }
            _ => {}
        }
    }
}
