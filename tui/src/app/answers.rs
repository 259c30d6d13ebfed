//! Routes responses to their screens, and news about grades.

use super::{Effect, Model};
use crate::{
    chrome,
    outbox::News,
    wire::{Call, Content, FailureKind, Request, Response},
};

/// How old the counters may be after an action, in seconds.
const SOON: i64 = 5;

impl Model {
    pub(super) fn count(&mut self, effects: &mut Vec<Effect>) {
        if self.counting.is_none() && !self.outbox.is_signed_out {
            self.requests += 1;
            self.counting = Some(self.requests);
            effects.push(Effect::Ask(Request { number: self.requests, call: Call::Counters }));
        }
    }

    pub(super) fn answered(&mut self, answer: Response, effects: &mut Vec<Effect>) {
        match answer.outcome.as_ref().err().map(|failure| failure.kind) {
            Some(FailureKind::Offline | FailureKind::Busy) => self.outbox.went_offline(self.now),
            Some(FailureKind::SignedOut) => self.outbox.is_signed_out = true,
            Some(FailureKind::Refused) | None => {
                if self.outbox.came_back() {
                    self.notify("The server is back.".to_owned(), false);
                }
            }
        }
        let is_news = matches!(
            answer.outcome,
            Ok(Content::Grading(_) | Content::Released | Content::Decided(_) | Content::DecidedAll(..))
        );
        if is_news && self.counted_at.is_some_and(|at| (self.now - at).num_seconds() >= SOON) {
            self.counted_at = None;
        }
        if self.counting.take_if(|awaited| *awaited == answer.number).is_some() {
            self.counted_at = Some(self.now);
            if let Ok(Content::Counters(counters)) = answer.outcome {
                self.counters = Some(counters);
            }
            return;
        }
        self.requests += 1;
        let mut answer = match self.outbox.answered(answer, self.requests) {
            Ok((news, asked)) => {
                effects.extend(asked.map(Effect::Ask));
                return news.iter().for_each(|one| self.hear(one, effects));
            }
            Err(answer) => answer,
        };
        for place in (0..self.stack.len()).rev() {
            let mut left = None;
            let wants = self.at(place, |screen, cx| left = screen.answered(answer, cx));
            self.fulfil(place, wants, effects);
            match left {
                Some(other) => answer = other,
                None => return,
            }
        }
    }

    /// Applies news about grades to the affected screens.
    pub(super) fn hear(&mut self, news: &News, effects: &mut Vec<Effect>) {
        match news {
            News::Stands(_) => {}
            News::Conflict { answers, .. } => {
                let n = chrome::count(answers.len(), "answer was", "answers were");
                self.notify(
                    format!("{n} graded elsewhere, and those grades are kept. Grade again to change them."),
                    true,
                );
            }
            News::Lost { words, .. } => self.notify(format!("{words} Your grades are kept here."), true),
            News::Refused { words, grades, .. } => {
                let given: Vec<_> = grades.iter().map(|one| format_grade(one.number, one.grade.ans_grade)).collect();
                self.notify(format!("{words} Not saved: {}.", given.join(", ")), true);
            }
            News::NotDone { words, .. } => self.notify(words.clone(), true),
            News::Declared(view) => {
                let words = match view.total_avg_grade {
                    Some(average) => format!("Declared: {average} %. The student gets a mail."),
                    None => {
                        "Your grades are saved. Another moderator has to grade this submission before it is declared."
                            .to_owned()
                    }
                };
                self.notify(words, false);
            }
            // Another message confirms a release. A submission that was only viewed is released without a message.
            News::Released(_) => {}
        }
        if matches!(news, News::Declared(_) | News::Released(_)) {
            self.count(effects);
        }
        self.on_each(effects, |screen, cx| screen.on_news(news, cx));
        if self.stack.len() == 1 && !self.outbox.has(news.submission()) {
            // Grades of an earlier session, or of a submission that was left, have reached the server.
            self.on_top(effects, |screen, cx| screen.stale(cx));
        }
    }
}

fn format_grade(number: usize, grade: Option<i64>) -> String {
    grade.map_or(format!("{number} (remark)"), |grade| format!("{number}={grade}"))
}
