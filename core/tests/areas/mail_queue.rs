//! Mails wait in the store with what causes them, and leave it once (ruling 26).

use std::{collections::BTreeSet, fs, future::poll_fn, task::Poll};

use futures::future::join_all;
use mail_parser::MessageParser;
use sabi_core::{
    content::{EmailTemplate, EmailTemplateInput, TemplateTest},
    mail::QueuedMail,
    people::{Actor, Register},
    store::Id,
};

use crate::support::smtp_server::{Received, Setup, SmtpServer};
use crate::support::{
    World, fields,
    people::{ngozi, token},
    query, reason,
};

/// A world whose mails go to this server.
async fn world(server: &SmtpServer) -> World {
    World::with(|settings| settings.mail_url = Some(url(server))).await
}

fn url(server: &SmtpServer) -> String {
    format!("smtp://127.0.0.1:{}?tls=none", server.port)
}

#[tokio::test]
async fn links_that_somebody_waits_for_leave_before_all_others() {
    let world = World::with(|_| ()).await;
    queue(&world, 45).await;
    world.pass(1);
    world.register(ngozi("ngozi@sabi.test"), None).await.unwrap();
    world.forgot_password("ngozi@sabi.test", None, None).await.unwrap();
    world.finish_background_work().await;
    // A round takes twenty.
    assert_eq!(world.send_mails().await.unwrap(), 20);
    let mails = world.mails().await;
    let left = |kind: &str| mails.iter().filter(|mail| mail.kind == kind && mail.state == "sent").count();
    assert_eq!((left("activation"), left("password-reset"), left("result-declared")), (1, 1, 18));
    assert_eq!(world.send_mails().await.unwrap() + world.send_mails().await.unwrap(), 27);
    assert_eq!(world.send_mails().await.unwrap(), 0);
}

/// Queues a mail to each of so many addresses.
async fn queue(world: &World, many: usize) -> BTreeSet<String> {
    let mut addresses = BTreeSet::new();
    for n in 0..many {
        let email = format!("reader-{n}@sabi.test");
        let test = TemplateTest { email: Some(email.clone()) };
        world.test_template(&Actor::Operator, "result-declared", test).await.unwrap();
        addresses.insert(email);
    }
    addresses
}

fn recipients(mails: &[Received]) -> Vec<String> {
    mails.iter().flat_map(|mail| mail.to.clone()).collect()
}

fn message_ids(mails: &[Received]) -> Vec<String> {
    let parser = MessageParser::default();
    mails.iter().map(|mail| parser.parse(&mail.data).unwrap().message_id().unwrap().to_owned()).collect()
}

fn states(mails: &[QueuedMail]) -> Vec<&str> {
    mails.iter().map(|mail| mail.state.as_str()).collect()
}

#[tokio::test]
async fn a_registration_and_its_mail_are_one_commit() {
    let world = World::bare().await;
    let user = world.register(ngozi("ngozi@sabi.test"), None).await.unwrap().user;
    let [mail] = world.mails().await.try_into().unwrap();
    assert_eq!(
        (mail.kind.as_str(), mail.to.as_str(), mail.user.as_ref()),
        ("activation", "ngozi@sabi.test", Some(&user.id))
    );
    assert_eq!((mail.state.as_str(), mail.due_at), ("queued", sabi_core::App::now(&world)));

    let wrong = Register { last_name: String::new(), ..ngozi("other@sabi.test") };
    assert_eq!(fields(world.register(wrong, None).await), ["last_name"]);
    assert_eq!(reason(world.register(ngozi("NGOZI@sabi.test"), None).await), "taken");
    assert_eq!(world.mails().await.len(), 1, "what is refused sends nothing");

    // The store refuses the one or the other at the very end: neither is there without the other.
    for (table, field) in [("mail", "kind"), ("user", "email"), ("link", "hash")] {
        let refuse = format!("DEFINE FIELD {field} ON {table} ASSERT false");
        world.store.write(&refuse).done().await.unwrap();
        assert!(world.register(ngozi("other@sabi.test"), None).await.is_err());
        world.store.write(format!("REMOVE FIELD {field} ON {table}")).done().await.unwrap();
        assert_eq!(world.where_is("other@sabi.test").await, [""; 0], "after a refused {table}");
        let links = world.dump().await.into_iter().filter(|(table, _)| table == "link").count();
        assert_eq!((world.mails().await.len(), links), (1, 1));
    }
    world.register(ngozi("other@sabi.test"), None).await.unwrap();
    assert_eq!(world.mails().await.len(), 2);
}

#[tokio::test]
async fn a_mail_server_that_is_down_for_an_hour_loses_no_mail() {
    let server = SmtpServer::start(Setup { is_down: true, ..Setup::default() });
    let world = world(&server).await;
    let wanted = queue(&world, 3).await;
    for _ in 0..120 {
        assert_eq!(world.send_mails().await.unwrap(), 0);
        world.pass(30);
    }
    let waiting = world.mails().await;
    assert_eq!(states(&waiting), ["queued"; 3]);
    assert!(waiting.iter().all(|mail| mail.failures > 3 && mail.problem.as_ref().unwrap().contains("421")));
    // It is back, and hangs up once in the middle of a mail.
    server.change(|setup| {
        setup.is_down = false;
        setup.hang_ups = 1;
    });
    let mut left = 0;
    for _ in 0..240 {
        left += world.send_mails().await.unwrap();
        world.pass(30);
    }
    let mails = server.mails();
    assert_eq!((left, mails.len()), (3, 3));
    assert_eq!(BTreeSet::from_iter(recipients(&mails)), wanted, "each of them, once");
    assert_eq!(states(&world.mails().await), ["sent"; 3]);
}

#[tokio::test]
async fn a_permanently_refused_mail_is_kept_as_failed_and_delays_no_other() {
    let replies = ["550 5.1.1 no such person", "450 busy", "250 ok"];
    let server = SmtpServer::start(Setup { recipients: replies.into(), ..Setup::default() });
    let world = world(&server).await;
    queue(&world, 3).await;
    assert_eq!(world.send_mails().await.unwrap(), 1);
    let mut mails = world.mails().await;
    mails.sort_by(|a, b| a.state.cmp(&b.state));
    assert_eq!(states(&mails), ["failed", "queued", "sent"]);
    let failed = &mails[0];
    assert!(failed.problem.as_ref().unwrap().contains("550"), "{failed:?}");
    assert_eq!((failed.html.as_str(), failed.text.as_str(), failed.sent_at), ("", "", None));
    // The busy one is tried again; the refused one never.
    for _ in 0..4 * 24 {
        world.pass(3600);
        world.send_mails().await.unwrap();
    }
    let to = recipients(&server.mails());
    assert_eq!((to.len(), to.contains(&failed.to)), (2, false));
    assert!(world.mails().await.iter().any(|mail| mail.id == failed.id && mail.state == "failed"));

    let address = failed.to.to_uppercase();
    let found = world.list_mails(&query(&[("state", "failed"), ("address", &address)])).await.unwrap();
    assert_eq!((found.total, &found.rows[0].id), (1, &failed.id), "an address is found in any case");
    assert_eq!(world.dashboard().await.unwrap().waiting.failed_mails, 1);
    let sent = world.mails().await.into_iter().find(|mail| mail.state == "sent").unwrap();
    assert_eq!(reason(world.dismiss_mail(&Actor::Operator, &sent.id).await), "not-failed");
    world.dismiss_mail(&Actor::Operator, &failed.id).await.unwrap();
    assert_eq!(world.dashboard().await.unwrap().waiting.failed_mails, 0);
    let told = world.list_audit(&query(&[("entity", "mail")])).await.unwrap();
    assert_eq!((told.total, told.rows[0].action.as_str()), (1, "delete"));
    assert!(!format!("{:?}", told.rows).contains(&failed.to), "no address stands on the record");
}

#[tokio::test]
async fn a_mail_is_given_up_after_three_days_and_kept() {
    let server = SmtpServer::start(Setup { is_down: true, ..Setup::default() });
    let world = world(&server).await;
    queue(&world, 1).await;
    for _ in 0..70 {
        world.send_mails().await.unwrap();
        world.pass(3600);
    }
    assert_eq!(states(&world.mails().await), ["queued"]);
    for _ in 0..3 {
        world.send_mails().await.unwrap();
        world.pass(3600);
    }
    let [mail] = world.mails().await.try_into().unwrap();
    assert_eq!((mail.state.as_str(), mail.text.as_str()), ("failed", ""));
    assert!(mail.problem.unwrap().contains("421"));
}

#[tokio::test]
async fn queued_mails_outlive_a_restart() {
    let server = SmtpServer::start(Setup { is_down: true, ..Setup::default() });
    let world = World::with(|settings| {
        settings.store = None;
        settings.mail_url = Some(url(&server));
    })
    .await;
    world.register(ngozi("ngozi@sabi.test"), None).await.unwrap();
    queue(&world, 1).await;
    assert_eq!(world.send_mails().await.unwrap(), 0);
    // A mail that no server has tried yet.
    world.register(ngozi("other@sabi.test"), None).await.unwrap();
    let world = world.restarted().await;
    server.change(|setup| setup.is_down = false);
    world.pass(30);
    assert_eq!(world.send_mails().await.unwrap(), 3);
    let to = BTreeSet::from_iter(recipients(&server.mails()));
    assert_eq!(to, ["ngozi@sabi.test", "other@sabi.test", "reader-0@sabi.test"].map(String::from).into());
    // The link in it works.
    let mails = server.mails();
    let mail = mails.iter().find(|mail| mail.to == ["ngozi@sabi.test"]).unwrap();
    let text = MessageParser::default().parse(&mail.data).unwrap().body_text(0).unwrap().into_owned();
    world.activate(&token(&text), None).await.unwrap();
}

#[tokio::test]
async fn servers_that_share_a_store_send_each_mail_once() {
    let server = SmtpServer::start(Setup::default());
    let world = world(&server).await;
    let wanted = queue(&world, 12).await;
    // Servers are kept apart only by the store: each call is as good as a server.
    let sent = join_all((0..4).map(|_| world.send_mails())).await;
    let mut left: usize = sent.into_iter().map(Result::unwrap).sum();
    left += world.send_mails().await.unwrap();
    let mails = server.mails();
    assert_eq!((left, mails.len()), (12, 12));
    assert_eq!(BTreeSet::from_iter(recipients(&mails)), wanted);
    assert_eq!(BTreeSet::from_iter(message_ids(&mails)).len(), 12, "each has an id of its own");
}

#[tokio::test]
async fn a_server_that_stops_amid_a_mail_gives_it_back_and_it_keeps_its_id() {
    let server = SmtpServer::start(Setup::default());
    let world = world(&server).await;
    queue(&world, 1).await;
    let before = world.mails().await;
    // Stops at the worst moment: the mail was taken, and nobody has noted that.
    let sending = world.send_mails();
    let taken = poll_fn(|_| if server.mails().is_empty() { Poll::Pending } else { Poll::Ready(()) });
    tokio::select! {
        biased;
        () = taken => {}
        sent = sending => panic!("noted already: {sent:?}"),
    }
    assert_eq!(states(&world.mails().await), ["queued"]);
    assert_eq!(world.send_mails().await.unwrap(), 0, "it may still be at work");
    world.pass(299);
    assert_eq!(world.send_mails().await.unwrap(), 0);
    world.pass(1);
    assert_eq!(world.send_mails().await.unwrap(), 1);
    let ids = message_ids(&server.mails());
    assert_eq!(ids, [format!("{}@localhost", before[0].id), ids[0].clone()], "a reader's program sees one mail");
    assert_eq!(states(&world.mails().await), ["sent"]);
}

#[tokio::test]
async fn the_message_id_and_the_date_stay_over_tries() {
    let server = SmtpServer::start(Setup { hang_ups: 2, ..Setup::default() });
    let world = world(&server).await;
    queue(&world, 1).await;
    let [queued] = world.mails().await.try_into().unwrap();
    for _ in 0..10 {
        world.send_mails().await.unwrap();
        world.pass(60);
    }
    let mails = server.mails();
    assert_eq!(message_ids(&mails), [format!("{}@localhost", queued.id)]);
    let date = MessageParser::default().parse(&mails[0].data).unwrap().date().unwrap().to_timestamp();
    assert_eq!(date, queued.queued_at.timestamp());
}

#[tokio::test]
async fn the_words_of_a_sent_mail_are_wiped() {
    let world = World::bare().await;
    world.register(ngozi("ngozi@sabi.test"), None).await.unwrap();
    let token = token(&world.mails().await[0].text);
    assert_eq!(world.where_is(&token).await, ["mail"], "elsewhere its hash stands, not the token");
    assert_eq!(world.send_mails().await.unwrap(), 1);
    let [mail] = world.mails().await.try_into().unwrap();
    assert_eq!((mail.state.as_str(), mail.html.as_str(), mail.text.as_str()), ("sent", "", ""));
    assert_eq!(mail.sent_at, Some(sabi_core::App::now(&world)));
    assert_eq!(world.where_is(&token).await, [""; 0]);
    let files: Vec<_> =
        fs::read_dir(world.settings.data.join("outbox")).unwrap().map(|file| file.unwrap().path()).collect();
    assert_eq!(files.len(), 1);
    assert!(fs::read_to_string(&files[0]).unwrap().contains(&token), "it left with its link");
    assert_eq!(world.send_mails().await.unwrap(), 0);
}

#[tokio::test]
async fn an_edited_template_is_used_and_an_inactive_one_is_not() {
    let world = World::bare().await;
    world.seed(&Actor::Operator, None, &|_| ()).await.unwrap();
    let id = Id::<EmailTemplate>::new("activation");
    let edited = EmailTemplateInput {
        subject: "Ready, {{ first_name }}?".into(),
        content: "<p>Ẹ káàbọ̀! Open <a href=\"{{ link }}\">this</a>.</p><script>x</script>".into(),
        status: true,
    };
    world.update(&Actor::Operator, &id, edited.clone()).await.unwrap();
    world.register(ngozi("ngozi@sabi.test"), None).await.unwrap();
    let [mail] = world.mails().await.try_into().unwrap();
    assert_eq!(mail.subject, "Ready, Ngozi?");
    assert!(mail.html.contains("Ẹ káàbọ̀!") && mail.text.contains("Ẹ káàbọ̀!"), "{}", mail.text);
    assert!(!mail.html.contains("<script"));
    world.activate(&world.mailed_token().await, None).await.unwrap();

    world.update(&Actor::Operator, &id, EmailTemplateInput { status: false, ..edited }).await.unwrap();
    world.register(ngozi("other@sabi.test"), None).await.unwrap();
    let mails = world.mails().await;
    let mail = mails.iter().find(|mail| mail.to == "other@sabi.test").unwrap();
    assert_eq!(mail.subject, "Activate your Sabi account");
    assert!(!mail.text.contains("káàbọ̀"));
    world.activate(&world.mailed_token().await, None).await.unwrap();
    // A template without its link would send people nowhere: it is refused.
    let useless = EmailTemplateInput { subject: "Hello".into(), content: "<p>Hello</p>".into(), status: true };
    assert_eq!(fields(world.update(&Actor::Operator, &id, useless).await), ["content"]);
}

#[tokio::test]
async fn a_mail_is_written_and_sent_again_once_the_first_has_left() {
    let server = SmtpServer::start(Setup::default());
    let world = world(&server).await;
    let user = world.register(ngozi("ngozi@sabi.test"), None).await.unwrap().user;
    let first = world.mails().await.remove(0);
    let view = async |address: &str| {
        let found = world.list_mails(&query(&[("address", address)])).await.unwrap();
        found.rows.into_iter().map(|mail| (mail.id, mail.can_resend)).collect::<Vec<_>>()
    };
    assert_eq!(view("ngozi@sabi.test").await, [(first.id.clone(), false)], "it is still queued");
    assert_eq!(reason(world.resend_mail(&Actor::Operator, &first.id).await), "still-queued");
    world.send_mails().await.unwrap();
    assert_eq!(view("ngozi@sabi.test").await, [(first.id.clone(), true)]);
    let old = token(&first.text);

    world.pass(1);
    world.resend_mail(&Actor::Operator, &first.id).await.unwrap();
    let again = world.mails().await.into_iter().find(|mail| mail.state == "queued").unwrap();
    assert_eq!((again.kind.as_str(), again.to.as_str()), ("activation", "ngozi@sabi.test"));
    assert_eq!(fields(world.activate(&old, None).await), ["token"], "the new link replaces the old one");
    let told = world.list_audit(&query(&[("action", "resend-mail")])).await.unwrap();
    assert_eq!((told.total, told.rows[0].record.as_str()), (1, user.id.as_str()));

    world.activate(&token(&again.text), None).await.unwrap();
    world.send_mails().await.unwrap();
    assert_eq!(reason(world.resend_mail(&Actor::Operator, &first.id).await), "not-resendable", "it is active already");
    // A mail that is about nothing that is stored.
    let [other] = queue(&world, 1).await.into_iter().collect::<Vec<_>>().try_into().unwrap();
    world.send_mails().await.unwrap();
    let [(id, can_resend)] = view(&other).await.try_into().unwrap();
    assert!(!can_resend);
    assert_eq!(reason(world.resend_mail(&Actor::Operator, &id).await), "not-resendable");
}
