//! Submissions that wait for a grade, and the moderators who give them.

use sabi_api::client::Client;
use sabi_core::{
    exam::{Answer, SubmitResult},
    people::LoginRequest,
};

use super::{
    PASSWORD, Sandbox,
    hall::{Hall, blocking, email},
    stdout,
};

/// Hands in a theory test of the student in a seat, all but its first question answered; its result's id and how
/// many questions it has.
pub fn written_by(server: &str, hall: &Hall, seat: usize) -> (String, usize) {
    let server = server.parse().unwrap();
    let hall = hall.clone();
    let submit = async move || {
        let request =
            LoginRequest { email: email(seat), password: PASSWORD.into(), bearer: true, otp: None, page: None };
        let token = Client::to_server(Clone::clone(&server), None).unwrap().log_in(&request).await.unwrap().token;
        let client = Client::to_server(server, token).unwrap();
        let started = client.start_attempt(&hall.essays).await.unwrap();
        let theories: Vec<_> = started.paper.subjects.iter().flat_map(|part| &part.theories).collect();
        let write = |theory: &sabi_core::store::Id<sabi_core::bank::Theory>| Answer {
            question: None,
            theory: Some(theory.clone()),
            answer: Some("Because \u{1b}[31mof gravity.".into()),
            at: None,
        };
        let answered = theories[1..].iter().map(|theory| write(&theory.id)).collect();
        let submit = SubmitResult { attempt_id: Some(started.attempt.id), answered, ..SubmitResult::default() };
        let quiz = client.submit(&submit).await.unwrap().quiz_id.unwrap();
        (quiz.to_string(), theories.len())
    };
    blocking(submit).unwrap()
}

/// Adds a moderator whose last name is Ade.
pub fn add_moderator(sandbox: &Sandbox, email: &str, name: &str) {
    let args = ["user", "add", email, "--role", "moderator", "--first-name", name, "--last-name", "Ade"];
    let mut command = sandbox.command(args);
    command.args(["--active", "--password-stdin"]);
    let added = assert_cmd::Command::from_std(command).write_stdin(PASSWORD).assert().success();
    assert_eq!(stdout(&added), format!("Added {name} Ade <{email}>, moderator.\n"));
}
