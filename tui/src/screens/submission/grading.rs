//! What the grader does: grades, remarks, undoing, declaring, letting go.

use sabi_core::grading::Grade;

use super::{Done, Hold, LONGEST_REMARK, Mode, Submission};
use crate::{
    outbox::{News, Pending, Then},
    screen::{Desk, Want},
    text,
    widgets::line::Line,
};

impl Submission {
    /// Whether grades are taken; else it is told why not.
    pub(super) fn may_grade(&self, desk: &mut Desk) -> bool {
        let Some(view) = &self.view else {
            desk.warn("The submission has not come yet.");
            return false;
        };
        if view.exam_result != "pending" {
            desk.warn("It is declared. An administrator changes it with `sabi grading grade … --why`.");
            return false;
        }
        match &self.hold {
            Hold::Mine(_) => true,
            // A grade claims it again where it has only run out.
            Hold::Not(_) if !view.is_given && view.claim.as_ref().is_none_or(|claim| claim.is_mine) => true,
            Hold::Not(why) => {
                desk.warn(why.clone());
                false
            }
            Hold::Asked => false,
        }
    }

    /// Gives the answer that is shown a grade.
    pub(super) fn give(&mut self, grade: i64, desk: &mut Desk) {
        let Some(answer) = self.shown() else { return };
        if Self::is_blank(answer) && grade != 0 {
            return desk.warn("Nothing was written here: it counts as 0.");
        }
        let remark = answer.remark.clone();
        let advance = desk.config.advance;
        if self.change(Some(grade), remark, desk) && advance {
            self.go_ungraded(desk);
        }
    }

    /// Changes grade and remark of the answer that is shown; whether that was possible.
    fn change(&mut self, grade: Option<i64>, remark: Option<String>, desk: &mut Desk) -> bool {
        let Some(answer) = self.shown() else { return false };
        if !self.may_grade(desk) {
            return false;
        }
        let before =
            Grade { answer_id: answer.answer_id.clone(), ans_grade: answer.ans_grade, remark: answer.remark.clone() };
        if (before.ans_grade, &before.remark) != (grade, &remark) {
            self.done.push(Done { at: self.at, before });
            self.put(self.at, grade, remark, desk);
        }
        true
    }

    fn put(&mut self, at: usize, grade: Option<i64>, remark: Option<String>, desk: &mut Desk) {
        let Some(view) = &mut self.view else { return };
        let Some(answer) = view.answers.get_mut(at) else { return };
        let before =
            Grade { answer_id: answer.answer_id.clone(), ans_grade: answer.ans_grade, remark: answer.remark.clone() };
        (answer.ans_grade, answer.remark) = (grade, remark.clone());
        let grade = Grade { answer_id: answer.answer_id.clone(), ans_grade: grade, remark };
        desk.outbox.grade(&view.id, view.revision, Pending { number: at + 1, grade, before });
        self.clashes.retain(|(place, _)| *place != at);
        self.worked = true;
    }

    pub(super) fn undo(&mut self, desk: &mut Desk) {
        if !self.may_grade(desk) {
            return;
        }
        let Some(Done { at, before }) = self.done.pop() else { return desk.say("Nothing to undo.") };
        self.go(at, desk);
        self.put(at, before.ans_grade, before.remark, desk);
        desk.say(format!("Answer {} is as it was before.", at + 1));
    }

    pub(super) fn go_ungraded(&mut self, desk: &mut Desk) {
        let left: Vec<_> = self.left().collect();
        match left.iter().find(|place| **place > self.at).or(left.first()) {
            Some(place) => self.go(*place, desk),
            None => desk.say("Every answer is graded."),
        }
    }

    /// The remark, or what was typed of one that was left.
    pub(super) fn remark_so_far(&self) -> String {
        let draft = self.draft.as_ref().filter(|(at, _)| *at == self.at).map(|(_, words)| words.clone());
        draft.or_else(|| self.shown()?.remark.clone()).unwrap_or_default()
    }

    pub(super) fn begin_remark(&mut self, desk: &mut Desk) {
        if self.shown().is_some() && self.may_grade(desk) {
            self.mode = Mode::Remark(Line::new("Remark", &self.remark_so_far(), LONGEST_REMARK));
        }
    }

    pub(super) fn keep_remark(&mut self, words: &str, desk: &mut Desk) {
        let words: String = words.trim().chars().take(LONGEST_REMARK).collect();
        let grade = self.shown().and_then(|answer| answer.ans_grade);
        let remark = Some(words.clone()).filter(|words| !words.is_empty());
        if self.change(grade, remark, desk) {
            self.draft = None;
        } else {
            self.draft = Some((self.at, words));
        }
    }

    pub(super) fn ask_to_declare(&mut self, desk: &mut Desk) {
        if self.view.is_none() || !self.may_grade(desk) {
            return;
        }
        let left: Vec<_> = self.left().collect();
        if let Some(first) = left.first() {
            let words = match left.len() {
                1 => format!("Answer {} has no grade yet.", first + 1),
                many => format!("{many} answers have no grade yet; this is the first of them."),
            };
            self.go(*first, desk);
            return desk.warn(words);
        }
        self.mode = Mode::Declare;
    }

    pub(super) fn declare(&mut self, desk: &mut Desk) {
        let Some(view) = &self.view else { return };
        desk.outbox.follow(&view.id, view.revision, Then::Declare);
        if desk.outbox.offline.is_some() {
            desk.say("It is declared as soon as the server is back.");
        }
    }

    pub(super) fn release(&mut self, desk: &mut Desk) {
        let Some(view) = self.view.as_ref().filter(|view| view.exam_result == "pending") else {
            return desk.say("There is nothing to release.");
        };
        desk.outbox.follow(&view.id, view.revision, Then::Release);
        self.releasing = true;
    }

    /// Takes what came of grades of this submission.
    pub(super) fn hear(&mut self, news: &News, desk: &mut Desk) {
        match news {
            News::Stands(view) if view.id == self.task.id => self.take(Clone::clone(view), desk),
            News::Conflict { id, answers } if *id == self.task.id => {
                for clash in answers {
                    let told = |grade: &Grade| match grade.ans_grade {
                        Some(grade) => grade.to_string(),
                        None => "no grade".to_owned(),
                    };
                    let at = clash.mine.number.saturating_sub(1);
                    let (theirs, mine) = (told(&clash.theirs), told(&clash.mine.grade));
                    self.clashes.push((at, format!("Changed elsewhere: {theirs} stands, you gave {mine}.")));
                    if clash.mine.grade.remark != clash.theirs.remark {
                        self.draft = clash.mine.grade.remark.clone().map(|words| (at, words));
                    }
                }
                if let Some((at, _)) = self.clashes.first() {
                    self.go(*at, desk);
                }
            }
            News::Lost { id, words } if *id == self.task.id => {
                self.hold = Hold::Not(text::line(words));
                if let Some(view) = &mut self.view
                    && let Some(claim) = &mut view.claim
                {
                    claim.is_mine = false;
                }
            }
            News::Refused { id, .. } | News::NotDone { id, .. } if *id == self.task.id => self.fetch(desk),
            News::Declared(view) if view.id == self.task.id => desk.wants.push(Want::Done(view.id.to_string())),
            News::Released(id) if *id == self.task.id && self.releasing => {
                self.worked = true;
                self.hold = Hold::Not("It is released.".to_owned());
                desk.say("Submission released successfully");
                desk.wants.extend([Want::Close, Want::Stale]);
            }
            _ => {}
        }
    }
}
