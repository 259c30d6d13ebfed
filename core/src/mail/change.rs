//! The mails of a change, queued in its commit.

use surrealdb::types::{SurrealValue as _, Value};

use super::QueuedMail;
use crate::{
    App,
    records::{Change, SideEffect},
};

/// The mails of a change. Attached to it with the first mail.
#[derive(Debug, Default)]
struct NewMails(Vec<QueuedMail>);

impl SideEffect for NewMails {
    fn rows(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.0).into_iter().map(QueuedMail::into_value).collect()
    }

    fn after_commit(&self, app: &App, is_committed: bool) {
        if is_committed {
            app.mail.wake();
        }
    }
}

impl Change<'_> {
    /// Adds a mail to the change.
    pub fn mail(&mut self, mail: QueuedMail) {
        self.effect_mut::<NewMails>().0.push(mail);
    }
}
