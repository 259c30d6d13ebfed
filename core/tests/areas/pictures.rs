//! A form's picture is kept with its record, and goes when no record shows it any more.

use futures::StreamExt as _;
use image::{DynamicImage, ImageFormat};
use sabi_core::{
    Error,
    accounts::Actor,
    catalogue::{Advice, AdviceInput, Category, CategoryInput, Word},
    clock::{Clock as _, SystemClock},
    records::Resource as _,
};
use serde_json::Value;

use crate::support::{World, fields};

const OPERATOR: Actor = Actor::Operator;
const DAY: i64 = 24 * 3600;

/// A small PNG of this grey, as base64.
fn picture(grey: u8) -> String {
    use base64::Engine as _;
    let mut file = std::io::Cursor::new(Vec::new());
    let pixels = image::GrayImage::from_pixel(4, 4, image::Luma([grey]));
    DynamicImage::from(pixels).write_to(&mut file, ImageFormat::Png).unwrap();
    base64::engine::general_purpose::STANDARD.encode(file.into_inner())
}

fn category(title: &str, image: Option<String>) -> CategoryInput {
    CategoryInput { title: title.into(), description: String::new(), image, status: Word::Active }
}

async fn is_kept(world: &World, address: &str) -> bool {
    world.images.get(address.trim_start_matches("/uploads/")).await.unwrap().is_some()
}

#[tokio::test]
async fn a_picture_is_kept_with_its_record_and_not_before() {
    let world = World::demo().await;
    let address = world.hold_picture("image", "sun.png".into(), &picture(10)).await.unwrap();
    assert!(!is_kept(&world, &address).await, "nothing shows it yet");
    let refused = world.create::<Category>(&OPERATOR, category("", Some(address.clone()))).await;
    assert_eq!(fields(refused), ["title"]);
    assert!(!is_kept(&world, &address).await, "a refused form keeps nothing");
    let made = world.create::<Category>(&OPERATOR, category("Sun", Some(address.clone()))).await.unwrap();
    assert!(is_kept(&world, &address).await);

    // An empty text keeps the picture, nothing takes it away.
    let kept = world.update::<Category>(&OPERATOR, &made.id, category("Sun", Some(String::new()))).await.unwrap();
    assert_eq!(kept.image, Some(address));
    let cleared = world.update::<Category>(&OPERATOR, &made.id, category("Sun", None)).await.unwrap();
    assert_eq!(cleared.image, None);
}

#[tokio::test]
async fn no_picture_goes_while_another_server_makes_a_backup() {
    let world = World::demo().await;
    let leases = async || world.store.query("SELECT VALUE id FROM backup_lease").all::<Value>().await.unwrap().len();
    let mut backup = Box::pin(world.back_up(&OPERATOR).await.unwrap());
    assert!(backup.next().await.unwrap().is_ok());
    assert_eq!(leases().await, 1, "others see it");
    drop(backup);
    while leases().await > 0 {
        tokio::task::yield_now().await;
    }

    let address = world.hold_picture("image", "sun.png".into(), &picture(10)).await.unwrap();
    let made = world.create::<Category>(&OPERATOR, category("Sun", Some(address.clone()))).await.unwrap();
    world.update::<Category>(&OPERATOR, &made.id, category("Sun", None)).await.unwrap();
    // Pictures are as old as the machine's clock says.
    let ahead = SystemClock.now() - world.now() + chrono::Duration::days(3);
    world.pass(ahead.num_seconds());
    let held = world.store.write("CREATE backup_lease SET until = $until RETURN NONE");
    held.bind(("until", world.now() + chrono::Duration::hours(1))).done().await.unwrap();
    assert_eq!(world.collect_pictures().await.unwrap(), 0);
    // That server died.
    world.pass(2 * 3600);
    assert_eq!(world.collect_pictures().await.unwrap(), 1);
    assert!(!is_kept(&world, &address).await);
}

#[tokio::test]
async fn a_picture_that_is_gone_cannot_be_shown() {
    let world = World::demo().await;
    let address = format!("/uploads/{}.png", "0".repeat(64));
    let refused = world.create::<Category>(&OPERATOR, category("Moon", Some(address))).await;
    assert_eq!(fields(refused), ["image"]);
}

#[tokio::test]
async fn what_nothing_shows_any_more_is_taken_away_after_two_days() {
    let world = World::demo().await;
    let mut addresses = Vec::new();
    for grey in [10, 80, 150, 220] {
        addresses.push(world.hold_picture("image", "x.png".into(), &picture(grey)).await.unwrap());
    }
    let [shown, replaced, in_text, deleted] = <[String; 4]>::try_from(addresses).unwrap();
    let first = world.create::<Category>(&OPERATOR, category("First", Some(replaced.clone()))).await.unwrap();
    world.create::<Category>(&OPERATOR, category("Second", Some(shown.clone()))).await.unwrap();
    let third = world.create::<Category>(&OPERATOR, category("Third", Some(deleted.clone()))).await.unwrap();
    let advice: Vec<Advice> = world.store.query("SELECT * FROM advice LIMIT 1").all().await.unwrap();
    let text = format!("<p>Look: <img src=\"{in_text}\" alt=\"\"></p>");
    let input = AdviceInput { description: text, ..advice[0].form() };
    world.update::<Advice>(&OPERATOR, &advice[0].id, input).await.unwrap();
    world.update::<Category>(&OPERATOR, &first.id, category("First", Some(shown.clone()))).await.unwrap();
    world.delete::<Category>(&OPERATOR, &third.id).await.unwrap();
    assert_eq!(world.recount(&OPERATOR, true).await.unwrap(), []);

    // The files are of today, by the system's clock.
    let ahead = (SystemClock.now() - world.now()).num_seconds();
    world.pass(ahead + DAY);
    assert_eq!(world.collect_pictures().await.unwrap(), 0, "an editor may still be open");
    world.pass(2 * DAY);
    assert_eq!(world.collect_pictures().await.unwrap(), 2);
    for (address, stays) in [(&shown, true), (&in_text, true), (&replaced, false), (&deleted, false)] {
        assert_eq!(is_kept(&world, address).await, stays, "{address}");
    }
    assert_eq!(world.collect_pictures().await.unwrap(), 0);
}

#[tokio::test]
async fn a_wrong_picture_names_its_field() {
    let world = World::demo().await;
    let refused = world.hold_picture("logo", "x.png".into(), "bm8gcGljdHVyZQ==").await;
    let Err(Error::Unsupported(refusal)) = refused else { panic!("{refused:?}") };
    assert!(refusal.facts.contains_key("logo"));
}

#[tokio::test]
async fn a_counter_that_is_wrong_takes_no_picture() {
    let world = World::demo().await;
    let address = world.hold_picture("image", "x.png".into(), &picture(40)).await.unwrap();
    world.create::<Category>(&OPERATOR, category("Shown", Some(address.clone()))).await.unwrap();
    world.store.write("UPDATE tally SET n = 0 WHERE string::starts_with(name, 'picture/')").done().await.unwrap();
    world.pass((SystemClock.now() - world.now()).num_seconds() + 3 * DAY);
    assert_eq!(world.collect_pictures().await.unwrap(), 0);
    assert!(is_kept(&world, &address).await);
}
