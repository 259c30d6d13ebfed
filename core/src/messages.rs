//! All messages to people: those that the documents quote, word for word, and our own.

// Accounts (spec 1 §4, §5, §8).
pub const EMAIL_REQUIRED: &str = "Email is required";
pub const EMAIL_INVALID: &str = "Email is invalid";
pub const EMAIL_TAKEN: &str = "Entered email already exist, please try another.";
pub const PASSWORD_REQUIRED: &str = "Password is required";
pub const BAD_CREDENTIALS: &str = "Invalid email or password";
pub const UNAUTHORISED: &str = "Unauthorised access";
pub const CHOICE_GONE: &str = "This choice no longer exists. Choose another one.";
pub const FORBIDDEN: &str = "You are not allowed to do this.";
pub const ACCOUNT_INACTIVE: &str =
    "Your account is not yet activated, please activate it from your email account or contact adminstrator.";
pub const ACCOUNT_BLOCKED: &str = "Your account is blocked.";
pub const ACCOUNT_SUSPENDED: &str = "Your account is suspended.";
pub const NOT_ALLOWED_HERE: &str = "You are not allowed to login here.";
pub const ADMIN_NOT_ACTIVE: &str = "Your account is not active or blocked.";
pub const ACTIVATED: &str = "Account activated successfully";
pub const PASSWORD_UPDATED: &str = "Password updated successfully";
pub const PROFILE_UPDATED: &str = "Profile updated successfully";
/// The documents quote no message for a registration.
pub const REGISTERED: &str = "Your account has been created. Open the link in the email we sent you to activate it.";
/// The same whether or not the address has an account (ruling 11).
pub const LINK_SENT: &str = "If this address has an account, we have sent a link to it.";
pub const LINK_HOLDS: &str = "This link is valid.";
pub const DEAD_LINK: &str = "This link is no longer valid. Please ask for a new one.";
pub const WRONG_OLD_PASSWORD: &str = "Old password is incorrect.";
pub const PASSWORDS_DIFFER: &str = "Passwords do not match.";
pub const WRONG_PASSWORD: &str = "Password is incorrect.";
/// A name with a link or markup. Not quoted in the documents.
pub fn no_name(label: &str) -> String {
    format!("{label} cannot contain a link or one of the characters / : @ < >.")
}
pub const TOO_YOUNG: &str = "Date of birth is too recent.";
pub const ERASED: &str = "The account has been erased.";
pub const FOREIGN: &str = "This request did not come from this site.";
pub const SUPER_ADMIN_STAYS: &str = "A super admin cannot be deleted, blocked or demoted.";
pub const EXPORT_RUNNING: &str = "Your data is already being downloaded. Please wait for it to finish.";
pub const TOO_MANY_TRIES: &str = "Too many attempts. Please wait a little and try again.";
pub const CODE_NEEDED: &str = "Please enter the code from your authenticator app, or a recovery code.";
pub const WRONG_CODE: &str = "This code is wrong, expired or already used. Please enter the next one.";
pub const HAS_SECOND_FACTOR: &str = "You already have a second factor. Remove it before you set up another one.";
pub const NO_SECOND_FACTOR_FOR_STUDENTS: &str = "Only administrators and moderators can have a second factor.";
pub const OWN_SECOND_FACTOR: &str = "Remove your own second factor on your account page, with a code.";
pub const NO_SECOND_FACTOR: &str = "No second factor is set up.";
pub const SECOND_FACTOR_NOT_BEGUN: &str = "Please scan the QR code first.";
pub const PROVE_PASSWORD: &str = "Please enter your password again. You last entered it more than 15 minutes ago.";
pub const PROVE_CODE: &str =
    "Please enter a code from your authenticator app. You last entered one more than 15 minutes ago.";
pub const PROVED: &str = "Thank you.";
pub const SESSION_ENDED: &str = "The device has been logged out.";
pub const SESSIONS_ENDED: &str = "All devices have been logged out.";
pub const SECOND_FACTOR_REQUIRED: &str = "Please set up your second factor first.";
pub const LOGGED_OUT: &str = "Logout successfully.";

// Setting up a test (spec 2 §5).
pub const SELECT_EXAM: &str = "Please select exam type to proceed";
pub const SELECT_COURSE: &str = "Please select a course type to proceed.";
pub const SELECT_BEFORE_TEST: &str = "Please select subject(s) before proceeding!";
pub const SELECT_MODE: &str = "Please select mode of assessment to proceed";
pub const SELECT_SUBJECT: &str = "Please select subject.";
pub const SELECT_UNIVERSITY: &str = "Please select a university to proceed.";
pub const ONLY_POST_UTME: &str = "Only POST UTME has universities.";
/// A university cannot leave a year while this many of its questions name it.
pub fn university_of_questions(by: &str) -> String {
    format!("You cannot remove this university: it is used by {by} of this year.")
}
/// A subject cannot leave POST UTME while this many of its years name universities.
pub fn universities_of_years(by: &str) -> String {
    format!("Only POST UTME has universities. Remove them from {by} of this subject first.")
}
/// A year outside of the years that students can choose.
pub fn year_out_of_range(first: i64, last: i64) -> String {
    format!("Choose a year from {first} to {last}.")
}
pub const SELECT_TIME: &str = "Please select time";
pub const NO_MOCK_QUESTIONS: &str = "Question not available for this subject.";
pub const NOT_SUBSCRIBED: &str = "You have not subscribed to any exam yet.";
pub const NOT_REGISTERED: &str = "This subject is not one of your registered subjects.";

// Limits of running tests, and secrecy while a mock runs (rulings 29 and 30). Not quoted in the documents.
pub const RUNNING_MOCK: &str = "You are already taking a mock of this exam. Please finish or cancel it first.";
pub const FETCHED_MOCK: &str = "You already have a mock for later. Take it, or give it back first.";
pub const TOO_MANY_RUNNING: &str = "You have 10 unfinished tests. Please finish or cancel one first.";
pub const TOO_MANY_STARTS: &str = "You have started many tests in a row. Please wait a few minutes.";
pub const IN_RUNNING_MOCK: &str =
    "This question is in a mock that you are taking now. You can see its answer when the mock is over.";
pub const IN_FETCHED_MOCK: &str = "This question is in your mock for later. You can see its answer when \
                                   that mock is over or given back.";
pub const MARKED_AFTER_MOCK: &str = "A question in this test is also in your mock. Your answers are saved. Submit this test \
                                     after the mock.";
pub const PHOTOGRAPH_TOO_LARGE: &str = "A photo can have at most 150 KB and 12 megapixels.";
pub const NOT_A_PHOTOGRAPH: &str = "This file is not a photo. Choose a JPEG, PNG or WebP picture.";
pub const PHOTOGRAPH_ID: &str = "The id of a photo must have 16 to 64 letters, digits or hyphens.";
pub const PHOTOGRAPHS_OF_ANSWER: &str = "An answer can have three photos. Remove one first.";
pub const PHOTOGRAPHS_OF_TEST: &str = "This test cannot take any more photos.";
pub const PHOTOGRAPH_REMOVED: &str = "This photo has been removed.";
pub const PHOTOGRAPH_EXISTS: &str = "Another photo has this id.";
pub const PHOTOGRAPH_LATE: &str = "The test has ended, so its photos cannot be changed.";
pub const PHOTOGRAPH_AFTER_ANSWER: &str = "You have seen the model answer, so this answer takes no more photos.";
pub const PHOTOGRAPH_DELETED: &str = "The photo has been removed.";
pub const IN_RUNNING_ATTEMPT: &str =
    "This question is in a test that you are taking now. Please finish or cancel that test first.";
// Offline practice. Not quoted in the documents.
pub const DOWNLOADS_OFF: &str = "Questions for this exam cannot be downloaded.";
pub const PACK_IN_RUNNING_MOCK: &str = "Finish your mock of this subject first. Then you can download its questions.";
pub const HELD_BACK_FROM_VISITORS: &str = "Visitors see this question, so it cannot be held back for mocks.";
pub const OFFLINE_MOCK: &str = "A mock cannot be taken offline.";
pub const NOT_OPENED: &str = "This is your mock for later. Open it on the device that has it, or give it back.";
pub const NOT_DOWNLOADED: &str = "This test has questions that were not downloaded with this account.";
pub const OFFLINE_MOVED: &str =
    "This test has questions that were moved to another year after the download. It will be sent again.";
pub const OFFLINE_AFTER_MOCK: &str =
    "A question in this test is also in your mock. It will be submitted after the mock.";
pub const OFFLINE_STORED: &str = "Your offline test has been submitted.";
pub const OFFLINE_EMPTY: &str = "None of the questions you answered are still in use.";
pub const OVER_TRIAL: &str = "Your trial plan does not allow this many questions in a test.";
pub const NOT_IN_TRIAL: &str = "Your free trial does not include this question.";
/// The trial has no question on the chosen topics.
pub const NO_TRIAL_QUESTIONS: &str =
    "Your free trial has only a few questions per year, and none on the topics you chose.";

/// The student has downloaded as many questions of an exam today as its administrators allow.
pub fn daily_download_limit(most: i64) -> String {
    format!("You can download {most} questions of this exam a day. Continue tomorrow.")
}

/// No chosen subject has questions of the year.
pub fn no_year_questions(year: i64) -> String {
    format!("Question not available for year {year}")
}

/// Only some of the chosen subjects have questions of the year.
pub fn some_year_questions(titles: &[&str], year: i64) -> String {
    format!("Question available for subject(s) {} for YEAR {year}", titles.join(", "))
}

/// A test of mistakes without any mistakes. Not quoted in the documents.
pub const NO_MISTAKES: &str = "You have no missed questions here.";
/// A test of weak topics without any. Not quoted in the documents.
pub const NO_WEAK_TOPICS: &str = "You have no weak topics here.";
/// A session of today when nothing is left. Not quoted in the documents.
pub const DONE_FOR_TODAY: &str = "You are done for today.";
/// A session of today before anything was missed. Not quoted in the documents.
pub const NOTHING_FOR_TODAY: &str = "You have nothing to repeat today.";
/// A test of mistakes where only some of the chosen subjects have mistakes.
pub fn some_mistakes(titles: &[&str]) -> String {
    format!("You missed questions only in: {}.", titles.join(", "))
}

/// Only some of the chosen subjects have questions for the mock: the message for a year, without the year.
pub fn some_mock_questions(titles: &[&str]) -> String {
    format!("Question available for subject(s) {}", titles.join(", "))
}

/// A sixth progress link. Not quoted in the documents.
pub const TOO_MANY_LINKS: &str = "You have 5 links already. Revoke one first.";
/// A progress link after its 90 days. Not quoted in the documents.
pub const LINK_EXPIRED: &str = "This link has expired.";

// The daily reminder. Not quoted in the documents.
pub const PUSH_SERVICE: &str = "Sabi cannot send reminders to this browser.";
pub const PUSH_KEY: &str = "This is not a key of a browser's push subscription.";
pub const REMINDER_HOUR: &str = "Choose an hour from 0 to 23.";
pub const UTC_OFFSET: &str = "The time zone must be from -720 to 840 minutes ahead of UTC.";
/// The reminder was turned off for a device.
pub const NO_REMINDERS: &str = "You will get no more reminders on this device.";

pub const SELECT_A_SUBJECT: &str = "Please select at least one subject.";
pub const SUBJECTS_REGISTERED: &str = "Subject registered successfully.";
pub const SUBJECTS_CHANGED: &str = "Subjects Already Changed";
pub const NO_CHANGE_ASKED: &str = "This student has no open change request.";
pub const REASON_TOO_LONG: &str = "Reason cannot exceed 500 characters.";
pub const REGISTER_ALL_FIRST: &str = "Register all your subjects before you request a change.";
pub const MANDATORY_STAYS: &str = "Mandatory subjects cannot be replaced.";
pub const NOT_OF_EXAM: &str = "This subject cannot be registered for this exam, course and university.";
/// More subjects than the exam allows.
pub fn too_many_for_exam(maximum: i64) -> String {
    format!("You have reached maximun limit ({maximum}) subject for this exam")
}
/// More subjects than the student may choose at a time.
pub fn too_many_subjects(maximum: impl std::fmt::Display) -> String {
    format!("You have reached the maximum limit ({maximum}) of selected subjects.")
}

// Plans and payments (spec 2 §4.4, §5, §8).
pub const CHANGED_COUNT: &str = "The list has changed since you opened it. Check it, then try again.";
pub const TOO_MANY_AT_ONCE: &str = "At most 5000 records can be changed at once. Narrow the list first.";
pub const DAYS_ADDED: &str = "Days added successfully.";
pub const MAIL_RESENT: &str = "The mail will be sent again.";
pub const NOT_RESENDABLE: &str = "This mail cannot be sent again.";
pub const STILL_QUEUED: &str = "A mail of this kind to this person is still being sent.";
pub const SUBSCRIPTION_GIVEN: &str = "Subscription given successfully.";
pub const SUBSCRIBED_PLAN: &str = "Subscription plan subscribed successfully.";
pub const CHOOSE_PLAN: &str = "Please choose a subscription plan";
/// A plan can only be bought once there are questions to practise.
pub const EXAM_COMING_SOON: &str = "Coming Soon: this exam has no questions yet.";
pub const UNIVERSITY_COMING_SOON: &str = "Coming Soon: this university has no questions yet.";
pub const TOO_MANY_PLANS: &str = "This account has the maximum number of plans for this exam. Wait until one ends.";
pub const TRIAL_USED: &str = "You have already used your free trial for this exam.";
pub const HIGHER_SUBSCRIPTION: &str = "You have an existing higher subscription plan.";
pub const PAYMENT_CANCELLED: &str = "You have cancelled the payment";
/// The outcome of checking a payment that has arrived. This message and the next ones are not quoted in the documents.
pub fn payment_arrived(plan: &str) -> String {
    format!("Your payment has arrived. Your {plan} plan is active.")
}
pub const FREE_PLAN: &str = "This plan is free and needs no payment.";
pub const NO_GATEWAY: &str = "Payments are not set up here yet.";
pub const PAYMENT_DECIDED: &str = "This payment has already been made.";
pub const OTHER_PAYMENT: &str = "This payment was for another plan.";
pub const BAD_SIGNATURE: &str = "The signature is wrong.";

/// A payment that was not completed, and why.
pub fn payment_incomplete(message: &str) -> String {
    format!("Payment couldn't be completed ({message})")
}

/// A plan that cannot be chosen.
pub fn subscription_missing(id: impl std::fmt::Display) -> String {
    format!("Subscription id {id} missing.")
}

// Grading theory answers (ruling 16).
pub const GRADE_STEPS: &str = "Grades are 0, 25, 50, 75 or 100.";
pub const GRADES_KEPT: &str = "Grades submitted successfully.";
pub const DECLARED: &str = "This result has been declared, so its grades cannot be changed.";

// Moderators (rulings 16 and 34). Not quoted in the documents.
pub const OWN_SUBMISSION: &str = "You cannot grade your own submission.";
pub const NOT_CLAIMED: &str = "Claim this submission before you grade it.";
pub const CLAIM_EXPIRED: &str =
    "Your claim has expired. Your saved grades are safe: claim the submission again and send these grades again.";
pub const ALREADY_GRADED: &str = "You have already graded this submission. Another moderator has to grade it now.";
pub const OPENED_FIRST: &str = "The student opened the model answer before answering, so this answer is not graded.";
pub const STALE_GRADES: &str = "These grades were changed somewhere else. Please check them before you save.";
pub const GRADED: &str = "Your grades are saved. Another moderator has to grade this submission before it is declared.";
pub const RESULT_DECLARED: &str = "Result declared successfully.";
pub const CLAIM_RELEASED: &str = "Submission released successfully.";

/// Another grader has claimed the submission.
pub fn claimed_by(name: &str, until: &str) -> String {
    format!("{name} is grading this submission until at least {until}.")
}

/// Tells a moderator that somebody else has declared the result.
pub fn declared_by(name: &str) -> String {
    format!("{name} has declared this result, so its grades cannot be changed.")
}

/// The moderator has claimed the maximum number of submissions.
pub fn too_many_claims(most: usize) -> String {
    format!("You have already claimed {most} submissions. Declare or release one first.")
}

/// Some answers have no grade yet.
pub fn ungraded(left: usize) -> String {
    let answers = if left == 1 { "answer has" } else { "answers have" };
    format!("{left} {answers} no grade yet.")
}

// Question reports. Not quoted in the documents.
pub const REPORTED: &str = "Thanks for telling us. We will look into it.";
pub const REPORT_DECIDED: &str = "Report updated successfully.";
pub const REVIEW_REQUIRED: &str =
    "A second person has to check this question before it can be active. Save it as inactive until then.";
pub const TOO_MANY_COMMENTS: &str = "This question has 100 comments. Delete some first.";
pub const COMMENT_OF_ANOTHER: &str = "Only the author or a super admin can delete this comment.";
pub const COMMENT_DELETED: &str = "Comment deleted.";
pub const COMMENT_ADDED: &str = "Comment added.";
pub const FOUND_FINE: &str = "Marked as fine. It comes back if it changes.";
pub const WITHDRAWN: &str = "This question is withdrawn from results. Put it back before you activate it.";
pub const ALREADY_REPORTED: &str = "You have already reported this question.";
pub const TOO_MANY_REPORTS: &str = "You have sent 20 reports today. Please send the next one tomorrow.";
pub const REJECTION_WITHOUT_REPLY: &str = "Tell the student why you reject the report.";
pub const OWN_REPORT: &str = "You cannot decide on your own report.";
pub const NOT_SHOWN: &str = "You can only report a question from one of your own tests.";

// Taking a test (spec 2 §4.7, §8).
pub const TEST_CANCELLED: &str = "Test has been cancelled.";
pub const RESULT_SUBMITTED: &str = "Result successfully submitted";

// Contact form and newsletter (spec 1 §2, §5, §8; spec 3 §5).
pub const CONTACTED: &str = "Thanks for contacting us, we will get back to you soon.";
pub const SUBSCRIBED: &str = "Thanks for subscribing our newsletter.";
pub const MOBILE_REQUIRED: &str = "Mobile no is required";
pub const MOBILE_SHORT: &str = "Mobile no must be at least 10 digits";
pub const EMPTY_REPLY: &str = "Please enter reply message.";

// Back office (spec 3 §8).
pub const INVALID_IMAGE: &str = "Please select valid image.";
pub const INVALID_LOGO: &str = "Please select valid logo.";
pub const NOT_EXCEL: &str = "Invalid file type. Please upload an Excel file.";
pub const NO_CORRECT_ANSWER: &str = "Please select atleast one correct answer.";
/// The mode already has an assessment. Not quoted in the documents.
pub fn mode_taken(title: &str) -> String {
    format!("This mode already has an assessment: {title}.")
}
pub const MAXIMUM_MANDATORY: &str = "Maximum mandetory subjects limit exceeded";
/// Not quoted in the documents (ruling 33).
pub const CHANGED: &str = "Someone else has changed this. Please check the changes before you save.";
/// A form was sent again with other content after its first response was lost.
pub const ALREADY_ADDED: &str =
    "Your first version was already saved. Open it from the list and make your changes there.";
pub const ADDED_AND_DELETED: &str = "This was already saved, and someone has deleted it since.";
pub const RETRY_REQUEST: &str = "This is already being saved. Please try again in a moment.";
pub const WRONG_IDEMPOTENCY_KEY: &str = "An idempotency key must be 1 to 100 visible ASCII characters.";
pub const FAQ_QUESTION_REQUIRED: &str = "Question field is required";
pub const FAQ_QUESTION_TOO_LONG: &str = "Question cannot exceed 500 characters";
pub const FAQ_ANSWER_REQUIRED: &str = "Answer field is required";
pub const HOME_UPDATED: &str = "Home content updated successfully";
pub const PICTURE_WITHOUT_SOURCE: &str = "A picture was not uploaded. Add it again or remove it.";
pub const IMPORTING: &str = "An import is being written into this year. Try again when it is done.";
pub const CHOOSE_PART: &str = "Choose a subject, topic, year or section first";
pub const DELETE_ALONE: &str = "Items that are deleted cannot change at the same time.";
pub const YEAR_MOVED: &str = "Year moved.";
pub const YEAR_IS_THERE: &str = "The subject already has this year.";
pub const MOVE_INACTIVE: &str = "Deactivate this year before you move it.";
pub const MOVE_UNUSED: &str = "Tests use questions of this year, so it cannot be moved.";
pub const IMPORT_CANCELLED: &str = "The import was cancelled. Nothing was written.";
pub const IMPORT_RUNNING: &str = "An import for this request is already running.";

/// Quoted messages that end without a full stop.
const QUOTED_OPEN: &[&str] = &[
    EMAIL_REQUIRED,
    EMAIL_INVALID,
    PASSWORD_REQUIRED,
    BAD_CREDENTIALS,
    UNAUTHORISED,
    SELECT_EXAM,
    SELECT_BEFORE_TEST,
    SELECT_MODE,
    SELECT_TIME,
    SUBJECTS_CHANGED,
    CHOOSE_PLAN,
    PAYMENT_CANCELLED,
    MAXIMUM_MANDATORY,
    MOBILE_REQUIRED,
    MOBILE_SHORT,
    FAQ_QUESTION_REQUIRED,
    FAQ_QUESTION_TOO_LONG,
    FAQ_ANSWER_REQUIRED,
    "Please select at least 1 course",
    "select university image",
    "First name is required",
    "Last name is required",
    "Subject is required",
    "Message is required",
];

/// The beginnings of quoted messages with a variable part.
const QUOTED_OPENINGS: &[&str] = &[
    "Question not available for year ",
    "Question available for subject(s) ",
    "You have reached maximun limit (",
    "Payment couldn't be completed (",
];

/// Whether the documents quote this message, which ends without a full stop.
pub fn is_quoted_open(message: &str) -> bool {
    QUOTED_OPEN.contains(&message) || QUOTED_OPENINGS.iter().any(|start| message.starts_with(start))
}

/// Whether a message ends with a full stop or another end of a sentence.
pub(crate) fn is_closed(message: &str) -> bool {
    message.ends_with(['.', '!', '?'])
}

/// Adds a full stop to the message, unless it has one or the documents quote it without.
pub(crate) fn sentence(message: impl Into<String>) -> String {
    let mut message = message.into();
    if !message.is_empty() && !is_closed(&message) && !is_quoted_open(&message) {
        message.push('.');
    }
    message
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_ends_with_a_full_stop_unless_the_documents_quote_it_without() {
        for (message, sent) in [
            ("Title is required", "Title is required."),
            ("Title is required.", "Title is required."),
            (EMAIL_REQUIRED, "Email is required"),
            (SELECT_BEFORE_TEST, "Please select subject(s) before proceeding!"),
            ("Question not available for year 2001", "Question not available for year 2001"),
            ("Subject is required", "Subject is required"),
            ("Subjects are required", "Subjects are required."),
            ("", ""),
        ] {
            assert_eq!(sentence(message), sent);
        }
    }
}
