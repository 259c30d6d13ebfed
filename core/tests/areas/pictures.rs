//! A form's picture is kept with its record, given smaller where that is enough, and goes when no record shows it any
//! more.

use std::fs;

use bytes::Bytes;
use futures::StreamExt as _;
use image::{DynamicImage, ImageFormat};
use sabi_core::{
    App, Error, Settings,
    catalogue::{Advice, AdviceInput, Category, CategoryInput, Word},
    clock::{Clock as _, SystemClock},
    images::Size,
    people::Actor,
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
async fn unused_pictures_are_deleted_after_two_days() {
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

/// A picture whose pixels all differ, so that it compresses badly, and transparent where `clear` says so.
fn drawing(format: ImageFormat, width: u32, height: u32, clear: bool) -> Bytes {
    let mut file = std::io::Cursor::new(Vec::new());
    let pixels = image::RgbaImage::from_fn(width, height, |x, y| {
        let [.., a, b] =
            (x.wrapping_mul(2_654_435_761) ^ y.wrapping_mul(2_246_822_519)).rotate_left(x % 31).to_le_bytes();
        image::Rgba([a, b, a ^ b, if clear && x < width / 2 { 0 } else { u8::MAX }])
    });
    let pixels = DynamicImage::from(pixels);
    let pixels = if clear { pixels } else { pixels.into_rgb8().into() };
    pixels.write_to(&mut file, format).unwrap();
    file.into_inner().into()
}

#[tokio::test]
async fn a_large_picture_is_given_smaller_where_less_is_looked_at() {
    let world = World::demo().await;
    for (name, picture, small, thumb) in [
        ("wide.jpg", drawing(ImageFormat::Jpeg, 1600, 800, false), (800, 400), (192, 96)),
        ("tall.png", drawing(ImageFormat::Png, 600, 1200, true), (300, 600), (96, 192)),
    ] {
        let address = world.add_picture("file", name.into(), picture).await.unwrap();
        let name = address.trim_start_matches("/uploads/");
        let own = world.find_picture(name, None).await.unwrap();
        for (size, bounds) in [(Size::Small, small), (Size::Thumb, thumb)] {
            let twenty = futures::future::join_all((0..20).map(|_| world.find_picture(name, Some(size)))).await;
            let shown = twenty[0].as_ref().unwrap();
            assert!(twenty.iter().all(|one| one.as_ref().unwrap() == shown));
            assert!(shown.kind == own.kind && shown.bytes.len() < own.bytes.len() / 2, "{name} {size:?}");
            let pixels = image::load_from_memory(&shown.bytes).unwrap();
            assert_eq!((pixels.width(), pixels.height()), bounds, "{name} {size:?}");
            assert_eq!(pixels.color().has_alpha(), name.ends_with(".png"));
        }
    }
}

#[tokio::test]
async fn a_picture_that_is_small_enough_is_served_unchanged() {
    let world = World::demo().await;
    let address = world.add_picture("file", "x.png".into(), drawing(ImageFormat::Png, 800, 600, false)).await.unwrap();
    let name = address.trim_start_matches("/uploads/");
    let own = world.find_picture(name, None).await.unwrap();
    assert_eq!(world.find_picture(name, Some(Size::Small)).await.unwrap(), own);
    let absent = format!("{}.png", "0".repeat(64));
    for size in [None, Some(Size::Small), Some(Size::Thumb)] {
        assert!(matches!(world.find_picture(&absent, size).await, Err(Error::NotFound(_))));
    }
}

#[tokio::test]
async fn a_rendering_is_made_once_and_goes_with_its_picture() {
    let world = World::with(|settings| settings.images = None).await;
    let picture = drawing(ImageFormat::Jpeg, 1000, 700, false);
    let address = world.add_picture("file", "x.jpg".into(), picture).await.unwrap();
    let name = address.trim_start_matches("/uploads/");
    let uploads = world.settings.data.join("uploads");
    let small = world.find_picture(name, Some(Size::Small)).await.unwrap();
    assert_eq!(fs::read(uploads.join("small").join(name)).unwrap(), small.bytes);

    // Another server over the same folder gives what it finds.
    fs::write(uploads.join("small").join(name), "kept").unwrap();
    let again = Settings { images: None, ..Settings::in_memory(&world.settings.data) };
    let again = App::open_with_clock(again, world.clock.clone()).await.unwrap();
    assert_eq!(again.find_picture(name, Some(Size::Small)).await.unwrap().bytes, "kept");

    world.pass((SystemClock.now() - world.now()).num_seconds() + 3 * DAY);
    assert_eq!(world.collect_pictures().await.unwrap(), 1);
    assert!(!uploads.join("small").join(name).exists());
    assert!(matches!(world.find_picture(name, Some(Size::Small)).await, Err(Error::NotFound(_))));
}

#[tokio::test]
async fn a_damaged_picture_or_a_folder_that_takes_no_rendering_still_shows_something() {
    let world = World::with(|settings| settings.images = None).await;
    let uploads = world.settings.data.join("uploads");
    let damaged = format!("{}.jpg", "a".repeat(64));
    fs::write(uploads.join(&damaged), "no picture").unwrap();
    assert_eq!(world.find_picture(&damaged, Some(Size::Thumb)).await.unwrap().bytes, "no picture");

    // There is a file where the folder of renderings would be.
    fs::write(uploads.join("small"), "").unwrap();
    let picture = drawing(ImageFormat::Jpeg, 1000, 700, false);
    let address = world.add_picture("file", "x.jpg".into(), picture.clone()).await.unwrap();
    let shown = world.find_picture(address.trim_start_matches("/uploads/"), Some(Size::Small)).await.unwrap();
    assert!(shown.bytes.len() < picture.len());
}
