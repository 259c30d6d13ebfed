//! The contact form and the newsletter (spec 1 §5 and §8, spec 3 §7).

use std::net::IpAddr;

use sabi_core::{
    Error,
    inbox::{ContactInput, ReplyInput},
    messages,
    people::Actor,
    records::ListQuery,
};

use crate::support::World;

fn from_ada() -> ContactInput {
    ContactInput {
        first_name: "Ada".into(),
        last_name: "Obi".into(),
        mobile_no: "08030000000".into(),
        email: "ada@example.com".into(),
        subject: "Biology".into(),
        message: "Do you have <Biology> for WAEC & JAMB?".into(),
    }
}

#[tokio::test]
async fn a_message_says_every_failing_field_in_the_words_of_the_form() {
    let world = World::demo().await;
    let Err(Error::Invalid(errors)) = world.create_contact(ContactInput::default(), None).await else {
        panic!("an empty message");
    };
    let told: Vec<_> = errors.iter().collect();
    let expected = [
        ("firstName", "First name is required"),
        ("lastName", "Last name is required"),
        ("email", "Email is required"),
        ("mobileNo", "Mobile no is required"),
        ("subject", "Subject is required"),
        ("message", "Message is required"),
    ];
    assert_eq!(told, expected);
    let short = ContactInput { mobile_no: "080300".into(), email: "ada".into(), ..from_ada() };
    let Err(Error::Invalid(errors)) = world.create_contact(short, None).await else { panic!("a short number") };
    let told: Vec<_> = errors.iter().map(|(_, message)| message.to_owned()).collect();
    assert_eq!(told, [messages::EMAIL_INVALID, messages::MOBILE_SHORT]);
    assert_eq!(world.list_contacts(&ListQuery::default()).await.unwrap().total, 0, "nothing is half kept");
}

#[tokio::test]
async fn a_reply_is_mailed_and_kept_with_the_message() {
    let world = World::demo().await;
    world.create_contact(from_ada(), None).await.unwrap();
    let kept = world.list_contacts(&ListQuery { q: Some("waec".into()), ..ListQuery::default() }).await.unwrap();
    let message = &kept.rows[0];
    assert!(!message.is_reply);
    let unanswered = ListQuery { filters: [("isReply".into(), "false".into())].into(), ..ListQuery::default() };
    assert_eq!(world.list_contacts(&unanswered).await.unwrap().total, 1);
    for empty in ["", "<p> </p>", "<script>alert(1)</script>"] {
        let input = ReplyInput { reply_message: empty.into() };
        let refused = world.reply_to_contact(&Actor::Operator, &message.id, input).await;
        assert_eq!(refused.unwrap_err().to_string(), messages::EMPTY_REPLY);
    }
    let input = ReplyInput { reply_message: "<p>Yes, <b>both</b>.</p><script>x</script>".into() };
    world.reply_to_contact(&Actor::Operator, &message.id, input).await.unwrap();
    assert!(world.find_contact(&message.id).await.unwrap().is_reply);
    assert_eq!(world.list_contacts(&unanswered).await.unwrap().total, 0);
    let replies = world.list_contact_replies(&message.id).await.unwrap();
    assert_eq!(replies[0].reply_message, "<p>Yes, <b>both</b>.</p>");
    let mails: Vec<serde_json::Value> = world.store.query("SELECT to, subject, html FROM mail").all().await.unwrap();
    assert_eq!((&mails[0]["to"], &mails[0]["subject"]), (&"ada@example.com".into(), &"Re: Biology".into()));
    let html = mails[0]["html"].as_str().unwrap();
    assert!(html.contains("Yes, <b>both</b>.") && html.contains("&lt;Biology&gt;"), "{html}");

    world.delete_contact(&Actor::Operator, &message.id).await.unwrap();
    assert!(matches!(world.find_contact(&message.id).await, Err(Error::NotFound("Message"))));
    let of_contacts = ListQuery { filters: [("entity".into(), "contact".into())].into(), ..ListQuery::default() };
    let record = world.list_audit(&of_contacts).await.unwrap().rows;
    // The clock stands, so their order says nothing.
    let mut actions: Vec<_> = record.iter().map(|entry| entry.action.as_str()).collect();
    actions.sort_unstable();
    assert_eq!(actions, ["delete", "reply"]);
}

#[tokio::test]
async fn an_address_subscribes_once_however_it_is_written() {
    let world = World::demo().await;
    for email in ["ada@example.com", "ADA@example.com ", "obi@example.com"] {
        world.subscribe(email, None).await.unwrap();
    }
    assert!(matches!(world.subscribe("ada", None).await, Err(Error::Invalid(_))));
    let all = world.list_subscribers(&ListQuery::default()).await.unwrap();
    assert_eq!(all.total, 2);
    world.delete_subscriber(&Actor::Operator, &all.rows[0].id).await.unwrap();
    assert_eq!(world.list_subscribers(&ListQuery::default()).await.unwrap().total, 1);
}

#[tokio::test]
async fn one_address_cannot_flood_the_inbox() {
    let world = World::demo().await;
    let flood: IpAddr = "203.0.113.7".parse().unwrap();
    let mut taken = 0;
    while world.create_contact(from_ada(), Some(flood)).await.is_ok() {
        taken += 1;
        assert!(taken <= 20, "there is no limit");
    }
    assert_eq!(taken, 20);
    assert!(matches!(world.create_contact(from_ada(), Some(flood)).await, Err(Error::TooMany { .. })));
    assert!(world.subscribe("ada@example.com", Some(flood)).await.is_ok(), "another limit is not touched");
    assert!(world.create_contact(from_ada(), "203.0.113.8".parse().ok()).await.is_ok());
}
