//! The mails of Sabi (ruling 26): placeholders, default texts and samples.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use strum::VariantArray;

use url::Url;

use super::{
    language::Problem,
    links,
    render::{Rendered, TemplateError, Values, check, render},
};

/// The kind of a mail. Each kind has one template in the store, found by its slug.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, VariantArray)]
#[serde(rename_all = "kebab-case")]
pub enum MailKind {
    /// Confirms the address of a new account.
    Activation,
    /// Lets a person choose a new password.
    PasswordReset,
    /// An administrator's reply to a contact message.
    ContactReply,
    /// A theory result was declared (ruling 16).
    ResultDeclared,
    /// A plan was paid for or taken for free.
    SubscriptionReceipt,
    /// A login from a device that the account does not know (ruling 36).
    NewDevice,
    /// An administrator changed the registered subjects of a student.
    SubjectsChanged,
    /// An administrator declined a student's change request.
    SubjectsRefused,
    /// The second factor of an account was changed, or a wrong code was entered after the right password.
    SecurityAlert,
    /// A student's week, for those who want it.
    WeeklyProgress,
}

/// A placeholder, for the edit screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Placeholder {
    /// Its name between the braces.
    pub name: &'static str,
    /// Its meaning.
    pub what: &'static str,
    /// Its value in a preview.
    pub sample: &'static str,
    /// Whether its value is clean HTML; otherwise it is plain text.
    #[serde(skip)]
    pub is_html: bool,
    /// Whether a template must contain it.
    pub required: bool,
}

const fn text(name: &'static str, what: &'static str, sample: &'static str) -> Placeholder {
    Placeholder { name, what, sample, is_html: false, required: false }
}

const fn required(placeholder: Placeholder) -> Placeholder {
    Placeholder { required: true, ..placeholder }
}

const FIRST_NAME: Placeholder = text("first_name", "First name of the person", "Ada");

/// How long a mail is retried at most. After that it counts as failed.
pub(super) const MAX_RETRIED_FOR: TimeDelta = TimeDelta::days(3);

impl MailKind {
    /// All of them, in the order of the list screen.
    pub const ALL: &[Self] = Self::VARIANTS;

    /// Its key in the store and in addresses.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Activation => "activation",
            Self::PasswordReset => "password-reset",
            Self::ContactReply => "contact-reply",
            Self::ResultDeclared => "result-declared",
            Self::SubscriptionReceipt => "subscription-receipt",
            Self::NewDevice => "new-device",
            Self::SubjectsChanged => "subjects-changed",
            Self::SubjectsRefused => "subjects-refused",
            Self::SecurityAlert => "security-alert",
            Self::WeeklyProgress => "weekly-progress",
        }
    }

    /// The kind with this slug.
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.slug() == slug)
    }

    /// Its title for administrators.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Activation => "Account activation",
            Self::PasswordReset => "Password reset",
            Self::ContactReply => "Reply to a contact message",
            Self::ResultDeclared => "Theory result declared",
            Self::SubscriptionReceipt => "Subscription receipt",
            Self::NewDevice => "Login from a new device",
            Self::SubjectsChanged => "Registered subjects changed",
            Self::SubjectsRefused => "Change of subjects declined",
            Self::SecurityAlert => "Security alert",
            Self::WeeklyProgress => "Weekly progress",
        }
    }

    /// How long it is retried after temporary failures: three days, but a password reset only as long as its link works
    /// (`Purpose::lifetime` in `people/link.rs`).
    pub const fn retried_for(self) -> TimeDelta {
        match self {
            Self::PasswordReset => TimeDelta::minutes(30),
            _ => MAX_RETRIED_FOR,
        }
    }

    /// The reason for the mail, in its footer.
    pub const fn why(self) -> &'static str {
        match self {
            Self::Activation => "You got this email because someone registered on Sabi with this address.",
            Self::PasswordReset => "You got this email because someone asked Sabi for a new password for this address.",
            Self::ContactReply => "You got this email because someone wrote to Sabi with this address.",
            Self::ResultDeclared => "You got this email because you submitted a theory test on Sabi.",
            Self::SubscriptionReceipt => "You got this email because your Sabi account has a new plan.",
            Self::NewDevice => "You got this email because someone logged in to your Sabi account.",
            Self::SubjectsChanged | Self::SubjectsRefused => {
                "You got this email because you registered subjects on Sabi."
            }
            Self::SecurityAlert => "You got this email because it is about the security of your Sabi account.",
            Self::WeeklyProgress => "You got this email because you asked Sabi for a weekly email.",
        }
    }

    /// The placeholders of its template.
    pub const fn placeholders(self) -> &'static [Placeholder] {
        match self {
            Self::Activation => {
                const {
                    &[
                        FIRST_NAME,
                        required(text(
                            "link",
                            "Address that activates the account",
                            "https://sabi.example/activate-account/sample",
                        )),
                        text("valid_for", "How long the link works", "7 days"),
                    ]
                }
            }
            Self::PasswordReset => {
                const {
                    &[
                        FIRST_NAME,
                        required(text(
                            "link",
                            "Address of the page for choosing a new password",
                            "https://sabi.example/password/reset/sample",
                        )),
                        text("valid_for", "How long the link works", "30 minutes"),
                    ]
                }
            }
            Self::ContactReply => {
                const {
                    &[
                        FIRST_NAME,
                        text("subject", "Subject of the person's message", "Which subjects are covered?"),
                        text(
                            "message",
                            "The person's message",
                            "Good day,\ndo you have Biology for WAEC & JAMB?\nThank you.",
                        ),
                        required(Placeholder {
                            is_html: true,
                            ..text(
                                "reply",
                                "The administrator's reply, with its formatting",
                                "<p>Yes, <strong>both</strong>. Biology has banks for:</p><ul><li>WAEC</li><li>JAMB UTME</li></ul>",
                            )
                        }),
                    ]
                }
            }
            Self::ResultDeclared => {
                const {
                    &[
                        FIRST_NAME,
                        text("exam", "Title of the exam", "WAEC/WASSCE"),
                        text("subjects", "Subjects of the test", "Biology, Chemistry"),
                        text("grade", "Average grade, as a percentage", "75"),
                        text("submitted_on", "Day the test was submitted", "2 Mar 2026"),
                        text("link", "Address of the result", "https://sabi.example/result/sample"),
                    ]
                }
            }
            Self::SubscriptionReceipt => {
                const {
                    &[
                        FIRST_NAME,
                        text("plan", "Name of the plan", "Gold"),
                        text("exam", "Title of the exam", "POST UTME"),
                        text("university", "University, if the plan is for one", "University of Lagos"),
                        text("amount", "Amount paid", "₦2,500"),
                        text("reference", "Payment reference; empty for a free plan", "SABI-2026-000042"),
                        text("paid_on", "Day of the payment", "2 Mar 2026"),
                        text("expires_on", "Last day of the plan", "1 Apr 2026"),
                        text("link", "Address of the dashboard", "https://sabi.example/dashboard"),
                    ]
                }
            }
            Self::NewDevice => {
                const {
                    &[
                        FIRST_NAME,
                        text("device", "Browser and system of the device", "Chrome on Android"),
                        text("address", "Network address of the device", "102.89.1.1"),
                        text("signed_in_at", "Day and time of the login, in West Africa Time", "2 Mar 2026, 10:30 WAT"),
                        text(
                            "link",
                            "Address of the page that lists logged-in devices",
                            "https://sabi.example/account-setting",
                        ),
                    ]
                }
            }
            Self::SubjectsChanged => {
                const {
                    &[
                        FIRST_NAME,
                        text("exam", "Title of the exam", "JAMB UTME"),
                        text("before", "Subjects before the change", "Use of English, Chemistry"),
                        text("after", "Subjects from now on", "Use of English, Biology"),
                        text("changed_on", "Day of the change", "2 Mar 2026"),
                        text("link", "Address of the registered subjects", "https://sabi.example/saved-subjects"),
                    ]
                }
            }
            Self::SubjectsRefused => {
                const {
                    &[
                        FIRST_NAME,
                        text("exam", "Title of the exam", "JAMB UTME"),
                        text("asked", "Subjects that the student asked for", "Use of English, Biology"),
                        text("reason", "Why, as the administrator wrote it; may be empty", "Biology is full."),
                        text("link", "Address of the registered subjects", "https://sabi.example/saved-subjects"),
                    ]
                }
            }
            Self::SecurityAlert => {
                const {
                    &[
                        FIRST_NAME,
                        required(text("event", "What happened", "A second factor was set up for your Sabi account.")),
                        text("origin", "Device and network address, or who did it", "Chrome on Android, 102.89.1.1"),
                        text("happened_at", "Day and time, in West Africa Time", "2 Mar 2026, 10:30 WAT"),
                        text("link", "Address of the person's account", "https://sabi.example/admin/account"),
                    ]
                }
            }
            Self::WeeklyProgress => {
                const {
                    &[
                        FIRST_NAME,
                        text(
                            "practised",
                            "Tests and minutes of the last seven days, as a sentence",
                            "In the last seven days you took 6 tests and practised for about 62 minutes.",
                        ),
                        text(
                            "improved",
                            "Topics that improved, one a line; may be empty",
                            "Waves: 80% right, 45% before\nMotion: 70% right, 60% before",
                        ),
                        text(
                            "due",
                            "What is due in each exam, one a line; may be empty",
                            "JAMB UTME: 14 questions to repeat today, about 7 minutes; 40 in the next seven days. \
                             30 days to the exam.",
                        ),
                        text("countdown", "Days to the next exam; may be empty", "30 days to JAMB UTME"),
                        text("link", "Address of the dashboard", "https://sabi.example/dashboard"),
                    ]
                }
            }
        }
    }

    /// The default subject.
    pub const fn subject(self) -> &'static str {
        match self {
            Self::Activation => "Activate your Sabi account",
            Self::PasswordReset => "Choose a new password for Sabi",
            Self::ContactReply => "Re: {{ subject }}",
            Self::ResultDeclared => "Your {{ exam }} theory result is ready",
            Self::SubscriptionReceipt => {
                "{% if reference %}Receipt{% else %}Your plan{% endif %}: {{ plan }} for {{ exam }}"
            }
            Self::NewDevice => "New login to your Sabi account",
            Self::SubjectsChanged => "Your {{ exam }} subjects have changed",
            Self::SubjectsRefused => "Your {{ exam }} subjects have not changed",
            Self::SecurityAlert => "Security alert for your Sabi account",
            Self::WeeklyProgress => "{% if countdown %}{{ countdown }}: {% endif %}your week on Sabi",
        }
    }

    /// The default content (HTML).
    pub const fn content(self) -> &'static str {
        match self {
            Self::Activation => include_str!("activation.html"),
            Self::PasswordReset => include_str!("password-reset.html"),
            Self::ContactReply => include_str!("contact-reply.html"),
            Self::ResultDeclared => include_str!("result-declared.html"),
            Self::SubscriptionReceipt => include_str!("subscription-receipt.html"),
            Self::NewDevice => include_str!("new-device.html"),
            Self::SubjectsChanged => include_str!("subjects-changed.html"),
            Self::SubjectsRefused => include_str!("subjects-refused.html"),
            Self::SecurityAlert => include_str!("security-alert.html"),
            Self::WeeklyProgress => include_str!("weekly-progress.html"),
        }
    }

    /// Values for a preview and for a test mail.
    pub fn samples(self) -> Values {
        self.placeholders().iter().fold(Values::default(), |values, placeholder| match placeholder.is_html {
            true => values.html(placeholder.name, placeholder.sample),
            false => values.text(placeholder.name, placeholder.sample),
        })
    }

    /// Whether its link gives access to an account. Then only super admins may change its template (ruling 37).
    pub const fn opens_account(self) -> bool {
        matches!(self, Self::Activation | Self::PasswordReset)
    }

    /// Checks a template of this kind with clean HTML. `site` is our public address, the only one to which it may
    /// link.
    pub fn check(self, subject: &str, content: &str, site: &Url) -> Vec<Problem> {
        let names = |only_required: bool| {
            let wanted = self.placeholders().iter().filter(move |placeholder| placeholder.required || !only_required);
            wanted.map(|placeholder| placeholder.name).collect::<Vec<_>>()
        };
        let problems = check(subject, content, &names(false), &names(true));
        if problems.is_empty() { self.stray_links(subject, content, site) } else { problems }
    }

    /// Renders a template of this kind with `values`.
    ///
    /// # Errors
    /// Same as [`render`]; also if the template links elsewhere than to `site`.
    pub fn render(self, subject: &str, content: &str, site: &Url, values: &Values) -> Result<Rendered, TemplateError> {
        if let Some(problem) = self.stray_links(subject, content, site).into_iter().next() {
            return Err(TemplateError::Template(problem));
        }
        let content = links::with_buttons(&links::absolute(content, site));
        render(subject, &content, self.why(), values)
    }

    fn stray_links(self, subject: &str, content: &str, site: &Url) -> Vec<Problem> {
        links::problems(subject, content, site, self.opens_account())
    }
}
