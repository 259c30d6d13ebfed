use sabi_core::{App, Settings};

use super::*;
use crate::app::Filter;

/// The console over the router of this process and an empty store in memory.
async fn effects() -> (Effects, tempfile::TempDir) {
    let data = tempfile::tempdir().unwrap();
    let app = App::open(Settings::in_memory(data.path())).await.unwrap();
    (Effects::new(Client::in_process(app).unwrap()), data)
}

async fn outcome(effects: &mut Effects) -> (u64, Result<Content, String>) {
    match effects.next().await.unwrap() {
        Msg::Answered(answer) => (answer.number, answer.outcome),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_page_is_asked_for_with_its_number() {
    let (mut effects, _data) = effects().await;
    let ask = PageAsk { page: 1, limit: 10, filter: Filter::All, words: "okafor".into() };
    effects.start(Request { number: 7, call: Call::List(ask) });
    let (number, outcome) = outcome(&mut effects).await;
    assert_eq!(number, 7);
    assert!(matches!(outcome, Ok(Content::Page(page)) if page.total == 0 && page.rows.is_empty()));
}

#[tokio::test]
async fn a_refusal_is_a_sentence() {
    let (mut effects, _data) = effects().await;
    effects.start(Request { number: 8, call: Call::Open("nobody".into()) });
    let (number, outcome) = outcome(&mut effects).await;
    assert_eq!(number, 8);
    assert_eq!(outcome.unwrap_err(), "Result not found");
}

#[tokio::test]
async fn a_server_that_is_not_there_is_named() {
    let server = "http://127.0.0.1:1".parse().unwrap();
    let mut effects = Effects::new(Client::to_server(server, None).unwrap());
    effects.start(Request { number: 9, call: Call::Open("any".into()) });
    let (_, outcome) = outcome(&mut effects).await;
    assert!(outcome.unwrap_err().starts_with("http://127.0.0.1:1 cannot be reached"));
}

#[tokio::test]
async fn who_is_not_signed_in_is_told_how() {
    let refused =
        sabi_api::client::Refused { status: 401, message: "Unauthorised access".into(), ..Default::default() };
    let words = told(&ClientError::Refused(Box::new(refused)));
    assert_eq!(words, "Unauthorised access. Sign in with `sabi login`, then start the console again.");
}
