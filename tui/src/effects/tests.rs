use sabi_core::{App, Settings};

use super::*;
use crate::wire::{Call, Content, FailureKind, PageRequest};

/// The effects over an in-process router with an empty store in memory.
async fn effects() -> (Effects, tempfile::TempDir) {
    let data = tempfile::tempdir().unwrap();
    let app = App::open(Settings::in_memory(data.path())).await.unwrap();
    (Effects::new(Client::in_process(app).unwrap()), data)
}

async fn answered(effects: &mut Effects, call: Call) -> Response {
    effects.start(Request { number: 7, call });
    match effects.next().await.unwrap() {
        Came::Msg(Msg::Answered(answer)) => answer,
        _ => panic!("no answer"),
    }
}

#[tokio::test]
async fn every_list_and_count_is_read() {
    let (mut effects, _data) = effects().await;
    let page = |tab| PageRequest { page: 1, limit: 10, tab, words: "okafor".into(), ..PageRequest::default() };
    for tab in ["waiting", "free", "mine", "declared"] {
        let answer = answered(&mut effects, Call::Submissions(page(tab))).await;
        assert_eq!(answer.number, 7);
        assert!(matches!(answer.outcome, Ok(Content::Submissions(page)) if page.total == 0), "{tab}");
    }
    let calls = [
        Call::Reports(page("open")),
        Call::Requests(page("")),
        Call::Messages(page("")),
        Call::Choices,
        Call::Counters,
        Call::Statistics,
    ];
    for call in calls {
        let words = format!("{call:?}");
        let answer = answered(&mut effects, call).await;
        assert!(answer.outcome.is_ok(), "{words}: {:?}", answer.outcome);
    }
}

#[tokio::test]
async fn a_refusal_is_a_sentence_with_its_reason() {
    let (mut effects, _data) = effects().await;
    let failure = answered(&mut effects, Call::Claim("nobody".into())).await.outcome.unwrap_err();
    assert_eq!((failure.kind, failure.words.as_str()), (FailureKind::Refused, "Submission not found."));
}

#[tokio::test]
async fn a_server_that_is_not_there_is_named() {
    let server = "http://127.0.0.1:1".parse().unwrap();
    let mut effects = Effects::new(Client::to_server(server, None).unwrap());
    let failure = answered(&mut effects, Call::Read("any".into())).await.outcome.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Offline);
    assert!(failure.words.starts_with("http://127.0.0.1:1 cannot be reached"));
}

#[tokio::test]
async fn a_401_means_signed_out() {
    let refused =
        sabi_api::client::Refused { status: 401, message: "Unauthorised access".into(), ..Default::default() };
    let failure = calls::failure(&sabi_api::client::ClientError::Refused(Box::new(refused)));
    assert_eq!(failure.kind, FailureKind::SignedOut);
}

#[tokio::test]
async fn a_tick_comes_when_it_was_asked_for() {
    let (mut effects, _data) = effects().await;
    effects.wake(1);
    assert!(matches!(effects.next().await.unwrap(), Came::Woken));
}
