//! A backup holds one moment, whole or not at all, and comes back as it was; the doctor finds what is wrong.

use std::{
    fs,
    io::Read as _,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
};

use futures::{StreamExt as _, TryStreamExt as _, pin_mut};
use sabi_core::{
    App, Error, Settings,
    catalogue::{Category, CategoryInput, Exam, Mode, Word},
    exam::Answer,
    ops::{
        backup::{BackupPlanInput, Signature, check_backup, restore, verify_backup},
        doctor::Check,
    },
    people::{Actor, LoginRequest, Role, Secrets},
    store::Store,
};
use sha2::{Digest as _, Sha256};
use tempfile::TempDir;

use crate::support::{PASSWORD, World, answer, fields, query, questions, reason};

const OPERATOR: Actor = Actor::Operator;

/// A small PNG of this grey, as base64.
fn picture(grey: u8) -> String {
    use base64::Engine as _;
    let mut file = std::io::Cursor::new(Vec::new());
    let pixels = image::GrayImage::from_pixel(4, 4, image::Luma([grey]));
    image::DynamicImage::from(pixels).write_to(&mut file, image::ImageFormat::Png).unwrap();
    base64::engine::general_purpose::STANDARD.encode(file.into_inner())
}

/// Writes a backup of a world into a folder.
async fn back_up(app: &App, folder: &Path) -> PathBuf {
    let pieces: Vec<_> = app.back_up(&OPERATOR).await.unwrap().try_collect().await.unwrap();
    let path = folder.join("backup.tar.gz");
    fs::write(&path, pieces.concat()).unwrap();
    path
}

/// The demo with a category that shows a picture, and its backup.
async fn backed_up() -> (World, TempDir, PathBuf, String) {
    let world = World::demo().await;
    let address = world.hold_picture("image", "sun.png".into(), &picture(10)).await.unwrap();
    let input = CategoryInput {
        title: "Sun".into(),
        description: String::new(),
        image: Some(address.clone()),
        status: Word::Active,
    };
    world.create::<Category>(&OPERATOR, input).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = back_up(&world.app, folder.path()).await;
    (world, folder, path, address)
}

/// Settings of an installation in this folder, with a store on its disk.
fn installation(folder: &Path) -> Settings {
    Settings { store: None, ..Settings::in_memory(folder) }
}

/// Opens a store that another handle has just left.
async fn opened(settings: &Settings) -> App {
    for _ in 0..6_000 {
        match App::open(settings.clone()).await {
            Err(Error::Owned(_)) => tokio::time::sleep(std::time::Duration::from_millis(50)).await,
            app => return app.unwrap(),
        }
    }
    panic!("the store does not open");
}

async fn close(app: App) {
    app.store.close().await;
}

#[tokio::test]
async fn a_restored_backup_equals_the_store() {
    let (world, _folder, path, address) = backed_up().await;
    let student = world.student().await;
    let (attempt, paper) = world.start(&student, "jamb-utme", Mode::Practice, &["Biology"]).await;
    let given = answer(questions(&paper)[0], 1);
    world.save(&student, &attempt, 0, vec![given.clone()]).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let later = back_up(&world.app, folder.path()).await;
    // Later changes are not in an earlier backup.
    world.save(&student, &attempt, 1, vec![Answer { answer: None, ..given.clone() }]).await.unwrap();

    let settings = installation(&folder.path().join("data"));
    let restored = restore(&settings, &later, |_, _, _| ()).await.unwrap();
    assert_eq!(restored.contents.pictures.count, 1 + 6, "with those of the demo");
    assert!(restored.rows() > check_backup(&path).await.unwrap().rows(), "the attempt is in the later one alone");
    let app = opened(&settings).await;
    let resumed = app.find_attempt(&student, &attempt.id).await.unwrap().0;
    assert_eq!(resumed.answers.len(), 1);
    assert_eq!(resumed.answers[0].answer, given.answer);
    assert!(app.images.get(address.trim_start_matches("/uploads/")).await.unwrap().is_some());
    let ids = async |app: &App| {
        let users: Vec<_> = app.list_users(Role::User, &query(&[("limit", "100")])).await.unwrap().rows;
        users.into_iter().map(|user| user.id.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(ids(&app).await, ids(&world.app).await);
    let noted = app.list_audit(&query(&[("action", "restore")])).await.unwrap().rows;
    assert_eq!((noted.len(), noted[0].who.as_str()), (1, "operator"), "it is on the record");
    assert_eq!(noted[0].after["rows"], restored.rows());
    let input = LoginRequest {
        email: "student@sabi.test".into(),
        password: PASSWORD.into(),
        bearer: true,
        otp: None,
        page: None,
    };
    app.log_in(input, None).await.unwrap();
    // The database's constraints hold again, and the counters are right.
    let exam = app.find_exam_by_slug("jamb-utme").await.unwrap();
    assert!(matches!(app.delete::<Exam>(&OPERATOR, &exam.id).await, Err(Error::Conflict(_))));
    assert_eq!(app.examine(&OPERATOR, false, |_| ()).await.unwrap(), []);
    close(app).await;

    assert_eq!(reason(restore(&settings, &later, |_, _, _| ()).await), "store-not-empty");
}

#[tokio::test]
async fn a_backup_can_be_tried_without_a_store() {
    let (_world, _folder, path, _) = backed_up().await;
    let tried = verify_backup(&path, |_, _, _| ()).await.unwrap();
    assert_eq!(tried.contents, check_backup(&path).await.unwrap().contents);
    assert!(tried.contents.tables["question"].count > 10);
}

#[tokio::test]
async fn a_backup_with_any_part_changed_is_known_as_damaged_before_anything_is_written() {
    let (_world, folder, path, _) = backed_up().await;
    let whole = fs::read(&path).unwrap();
    let settings = installation(&folder.path().join("data"));
    let damaged = folder.path().join("damaged");
    let mut tried = Vec::new();
    for part in 0..60 {
        let mut bytes = whole.clone();
        let at = part * (whole.len() - 1) / 59;
        bytes[at] ^= 0x10;
        tried.push((format!("the byte at {at} of {}", whole.len()), bytes));
        tried.push((format!("cut at {at}"), whole[..at].to_owned()));
    }
    tried.push(("no archive".into(), b"question,option1,option2\n".repeat(100)));
    for (what, bytes) in tried {
        fs::write(&damaged, bytes).unwrap();
        match check_backup(&damaged).await {
            Err(Error::Conflict(refusal)) => assert_eq!(refusal.reason, "not-a-backup", "{what}"),
            // Some bits of the compression's head, such as the system it was made on, mean nothing.
            Ok(_) if what.starts_with("the byte at 0 ") => panic!("{what} passes"),
            Ok(found) => assert_eq!(found.contents, check_backup(&path).await.unwrap().contents, "{what}"),
            Err(other) => panic!("{what}: {other}"),
        }
    }
    fs::write(&damaged, &whole[..whole.len() / 2]).unwrap();
    assert_eq!(reason(restore(&settings, &damaged, |_, _, _| ()).await), "not-a-backup");
    assert!(!settings.data.exists(), "nothing was begun");
    assert_eq!(reason(restore(&settings, &folder.path().join("none"), |_, _, _| ()).await), "unreadable");
}

/// A valid backup with some entries changed, as somebody who knows the format could make one. The result of `change`
/// replaces an entry; `added` entries come before the contents.
fn rewritten(path: &Path, to: &Path, change: impl Fn(&str, Vec<u8>) -> Option<Vec<u8>>, added: &[(&str, Vec<u8>)]) {
    let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(fs::File::open(path).unwrap()));
    let gzip = flate2::write::GzEncoder::new(fs::File::create(to).unwrap(), flate2::Compression::fast());
    let (mut tar, mut whole) = (tar::Builder::new(gzip), Sha256::new());
    let mut add = |name: &str, bytes: &[u8]| {
        for part in [name.as_bytes(), bytes] {
            whole.update((part.len() as u64).to_be_bytes());
            whole.update(part);
        }
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o600);
        tar.append_data(&mut header, name, bytes).unwrap();
        hex::encode(whole.clone().finalize())
    };
    let (mut sum, mut tables) = (String::new(), serde_json::Map::new());
    for entry in archive.entries().unwrap() {
        let mut entry = entry.unwrap();
        let name = entry.path().unwrap().to_string_lossy().into_owned();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).unwrap();
        if name == "contents.json" {
            for (name, bytes) in added {
                sum = add(name, bytes);
                let table = name.split('/').nth(1).unwrap();
                tables.insert(table.to_owned(), summed(bytes));
            }
            let mut contents: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
            contents["sha256"] = sum.clone().into();
            contents["tables"].as_object_mut().unwrap().append(&mut tables);
            bytes = serde_json::to_vec(&contents).unwrap();
        }
        if let Some(bytes) = change(&name, bytes) {
            sum = add(&name, &bytes);
        }
    }
    tar.into_inner().unwrap().finish().unwrap();
}

/// The row data of one entry of a backup.
fn summed(mut bytes: &[u8]) -> serde_json::Value {
    let (mut count, mut length, mut hash) = (0, 0, Sha256::new());
    while let Some((size, rest)) = bytes.split_first_chunk::<4>() {
        let (row, rest) = rest.split_at(u32::from_be_bytes(*size) as usize);
        (count, length, bytes) = (count + 1, length + row.len(), rest);
        hash.update((row.len() as u64).to_be_bytes());
        hash.update(row);
    }
    serde_json::json!({ "count": count, "bytes": length, "sha256": hex::encode(hash.finalize()) })
}

#[tokio::test]
async fn a_backup_defines_tables_fields_and_indexes_and_runs_nothing() {
    let (_world, folder, path, _) = backed_up().await;
    let (forged, settings) = (folder.path().join("forged"), installation(&folder.path().join("data")));
    let with_definition = |definition: &str| {
        let definition = definition.to_owned();
        rewritten(
            &path,
            &forged,
            |name, bytes| {
                if name != "sabi-backup.json" {
                    return Some(bytes);
                }
                let mut head: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
                head["shape"]["definitions"].as_array_mut().unwrap().push(definition.clone().into());
                Some(serde_json::to_vec(&head).unwrap())
            },
            &[],
        );
    };
    with_definition("DEFINE TABLE IF NOT EXISTS left_over SCHEMALESS");
    verify_backup(&forged, |_, _, _| ()).await.expect("what Sabi could have written is taken");
    for definition in [
        "DEFINE EVENT IF NOT EXISTS e ON user WHEN true THEN (UPDATE user SET is_super_admin = true)",
        "DEFINE FIELD IF NOT EXISTS is_super_admin ON user VALUE true",
        "DEFINE TABLE IF NOT EXISTS x SCHEMALESS; LOOP { }",
        "DEFINE FUNCTION IF NOT EXISTS fn::x() { RETURN 1 }",
        "DEFINE USER IF NOT EXISTS thief ON DATABASE PASSWORD 'x' ROLES OWNER",
    ] {
        with_definition(definition);
        for refused in [
            check_backup(&forged).await,
            verify_backup(&forged, |_, _, _| ()).await,
            restore(&settings, &forged, |_, _, _| ()).await,
        ] {
            let Err(Error::Conflict(refusal)) = refused else { panic!("{definition} is taken") };
            assert_eq!(refusal.reason, "not-a-backup");
            assert!(refusal.message.contains(definition), "{}", refusal.message);
        }
        assert!(!settings.data.exists(), "nothing was begun");
    }
    // Nor do rows say what the store itself is like.
    let row = surrealdb::types::encode(&surrealdb::types::Value::Object(surrealdb::types::Object::default())).unwrap();
    let mut rows = u32::try_from(row.len()).unwrap().to_be_bytes().to_vec();
    rows.extend(row);
    rewritten(&path, &forged, |_, bytes| Some(bytes), &[("rows/store_schema/000001", rows)]);
    assert_eq!(reason(verify_backup(&forged, |_, _, _| ()).await), "not-a-backup");
}

#[tokio::test]
async fn a_backup_says_who_made_it() {
    let (world, folder, path, _) = backed_up().await;
    let own = Secrets::load(&world.settings.data).unwrap().unwrap();
    let other = Secrets::open(&folder.path().join("other")).unwrap();
    let tried = verify_backup(&path, |_, _, _| ()).await.unwrap();
    assert_eq!(tried.signature(Some(&own)), Signature::Own);
    assert_eq!(tried.signature(Some(&other)), Signature::Foreign);
    assert_eq!(tried.signature(None), Signature::Unchecked);

    let forged = folder.path().join("forged");
    // Somebody changes what is in it, and the sums with it.
    let change = |name: &str, bytes: Vec<u8>| {
        if name != "sabi-backup.json" {
            return Some(bytes);
        }
        let head = String::from_utf8(bytes).unwrap();
        Some(head.replacen("\"sabi\":\"", "\"sabi\":\"x", 1).into_bytes())
    };
    rewritten(&path, &forged, change, &[]);
    assert_eq!(verify_backup(&forged, |_, _, _| ()).await.unwrap().signature(Some(&own)), Signature::Foreign);
    // An earlier version signed nothing.
    rewritten(&path, &forged, |name, bytes| (name != "signature").then_some(bytes), &[]);
    assert_eq!(verify_backup(&forged, |_, _, _| ()).await.unwrap().signature(Some(&own)), Signature::Missing);
    // Nothing else may follow the contents.
    rewritten(&path, &forged, |name, bytes| Some(if name == "signature" { vec![b'x'; 300] } else { bytes }), &[]);
    assert_eq!(reason(verify_backup(&forged, |_, _, _| ()).await), "not-a-backup");
}

#[tokio::test]
async fn a_key_that_cannot_be_read_stops_a_restore_before_it_writes() {
    let (_world, folder, path, _) = backed_up().await;
    let settings = installation(&folder.path().join("data"));
    fs::create_dir_all(&settings.data).unwrap();
    fs::write(settings.data.join("secret.key"), "key").unwrap();
    let Err(Error::Unavailable(words)) = restore(&settings, &path, |_, _, _| ()).await else { panic!("it is taken") };
    assert!(words.contains("secret.key"), "{words}");
    fs::remove_file(settings.data.join("secret.key")).unwrap();
    restore(&settings, &path, |_, _, _| ()).await.unwrap();
}

/// The library reads the entries that extend names into memory, whatever their size.
#[tokio::test]
async fn a_backup_has_no_entries_that_extend_names() {
    let (_world, folder, path, _) = backed_up().await;
    let extended = folder.path().join("extended.tar.gz");
    let gzip = flate2::write::GzEncoder::new(fs::File::create(&extended).unwrap(), flate2::Compression::fast());
    let mut tar = tar::Builder::new(gzip);
    let name = b"sabi-backup.json\0";
    let mut header = tar::Header::new_gnu();
    header.set_entry_type(tar::EntryType::GNULongName);
    header.set_size(name.len() as u64);
    tar.append_data(&mut header, "././@LongLink", &name[..]).unwrap();
    let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(fs::File::open(&path).unwrap()));
    for entry in archive.entries().unwrap() {
        let entry = entry.unwrap();
        tar.append(&entry.header().clone(), entry).unwrap();
    }
    tar.into_inner().unwrap().finish().unwrap();
    check_backup(&path).await.unwrap();
    let Err(Error::Conflict(refusal)) = check_backup(&extended).await else { panic!("it is taken") };
    assert_eq!(refusal.reason, "not-a-backup");
}

#[tokio::test]
async fn an_interrupted_restore_does_not_open_and_starts_again() {
    let (_world, folder, path, _) = backed_up().await;
    let settings = installation(&folder.path().join("data"));
    let told = AtomicU64::new(0);
    let mut restoring = Box::pin(restore(&settings, &path, |_, done, _| told.store(done, Ordering::SeqCst)));
    while told.load(Ordering::SeqCst) < 100 {
        assert!(futures::poll!(&mut restoring).is_pending(), "it ended before it was broken off");
        tokio::task::yield_now().await;
    }
    drop(restoring);
    let mut refused = App::open(settings.clone()).await;
    while let Err(Error::Owned(_)) = refused {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        refused = App::open(settings.clone()).await;
    }
    let words = refused.err().unwrap().to_string();
    assert!(words.contains("restore it again"), "{words}");
    // The refused handle lets go of the folder in the background.
    let restored = loop {
        match restore(&settings, &path, |_, _, _| ()).await {
            Err(Error::Owned(_)) => tokio::time::sleep(std::time::Duration::from_millis(50)).await,
            restored => break restored.unwrap(),
        }
    };
    assert!(restored.rows() > 100);
    let app = opened(&settings).await;
    assert_eq!(app.examine(&OPERATOR, false, |_| ()).await.unwrap(), []);
    close(app).await;
}

#[tokio::test]
async fn one_backup_is_made_at_a_time_by_the_operator_alone() {
    let world = World::demo().await;
    let admin = world.admin().await;
    assert_eq!(reason(world.back_up(&admin).await.map(drop)), "forbidden");
    let first = world.back_up(&OPERATOR).await.unwrap();
    assert_eq!(reason(world.back_up(&OPERATOR).await.map(drop)), "backup-running");
    pin_mut!(first);
    assert!(first.next().await.is_some());
}

#[tokio::test]
async fn the_server_makes_backups_as_planned_and_keeps_so_many() {
    let world = World::demo().await;
    let folder = world.settings.backup_folder();
    assert!(!world.back_up_when_due().await.unwrap(), "nothing is planned");
    let wrong = BackupPlanInput { every: 10, keep: 0 };
    assert_eq!(fields(world.plan_backups(&OPERATOR, Some(wrong)).await), ["every", "keep"]);
    let plan = BackupPlanInput { every: 24 * 3600, keep: 2 };
    world.plan_backups(&OPERATOR, Some(plan)).await.unwrap();
    for day in 0..4 {
        let (first, second) = tokio::join!(world.back_up_when_due(), world.back_up_when_due());
        assert_eq!(u8::from(first.unwrap()) + u8::from(second.unwrap()), 1, "one of two servers makes it on day {day}");
        assert!(!world.back_up_when_due().await.unwrap(), "not before the next is due");
        world.pass(24 * 3600);
    }
    let mut kept: Vec<_> = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()).collect();
    kept.sort_unstable();
    assert_eq!(kept.len(), 2);
    let plan = world.backup_plan().await.unwrap().unwrap();
    assert_eq!(plan.last_file.as_deref(), kept[1].to_str());
    check_backup(&kept[1]).await.unwrap();

    // A failed backup says why, keeps the earlier ones, and is tried again.
    fs::remove_dir_all(&folder).unwrap();
    fs::write(&folder, "no folder").unwrap();
    world.back_up_when_due().await.unwrap_err();
    let plan = world.backup_plan().await.unwrap().unwrap();
    assert!(plan.problem.is_some() && plan.last_at.is_some());
    let found = world.examine(&OPERATOR, false, |_| ()).await.unwrap();
    assert!(found.iter().any(|one| one.check == Check::Backups), "{found:?}");
    fs::remove_file(&folder).unwrap();
    world.pass(3600);
    assert!(world.back_up_when_due().await.unwrap());
    assert_eq!(world.backup_plan().await.unwrap().unwrap().problem, None);
}

#[tokio::test]
async fn a_server_that_stopped_during_its_backup_makes_it_after_the_restart() {
    let folder = tempfile::tempdir().unwrap();
    let app = opened(&installation(folder.path())).await;
    app.plan_backups(&OPERATOR, Some(BackupPlanInput { every: 24 * 3600, keep: 2 })).await.unwrap();
    let claim = "UPDATE backup_plan:present SET held_until = $until RETURN NONE";
    app.store.write(claim).bind(("until", app.now() + chrono::TimeDelta::hours(1))).done().await.unwrap();
    assert!(app.back_up_when_due().await.unwrap(), "nobody else can have claimed it");
    close(app).await;
}

#[tokio::test]
async fn the_doctor_finds_what_is_wrong_and_mends_what_is_safe() {
    let (world, _folder, _, address) = backed_up().await;
    let admin = world.admin().await;
    assert_eq!(reason(world.examine(&admin, false, |_| ()).await), "forbidden");
    assert_eq!(world.examine(&OPERATOR, false, |_| ()).await.unwrap(), []);

    let store: &Store = &world.store;
    store.write("UPDATE tally SET n = 4711 WHERE name = 'active-exams' RETURN NONE").done().await.unwrap();
    store.write("UPDATE subject SET exam = exam:nowhere WHERE title = 'Biology' RETURN NONE").done().await.unwrap();
    let name = address.trim_start_matches("/uploads/");
    let uploads = world.settings.data.join("uploads");
    let bytes = fs::read(uploads.join(name)).unwrap();
    fs::remove_file(uploads.join(name)).unwrap();
    let orphan = uploads.join(format!("{}.png", "a".repeat(64)));
    fs::write(&orphan, bytes).unwrap();
    let long_ago = std::time::SystemTime::UNIX_EPOCH;
    fs::File::options().write(true).open(&orphan).unwrap().set_modified(long_ago).unwrap();
    fs::set_permissions(&world.settings.data, fs::Permissions::from_mode(0o750)).unwrap();
    let checks = |found: &[sabi_core::ops::doctor::Finding]| found.iter().map(|one| one.check).collect::<Vec<_>>();
    let found = world.examine(&OPERATOR, false, |_| ()).await.unwrap();
    let mut kinds = checks(&found);
    kinds.dedup();
    assert_eq!(kinds, [Check::Permissions, Check::References, Check::Counters, Check::Pictures], "{found:#?}");
    assert!(found.iter().any(|one| one.words.contains("exam:nowhere")), "{found:#?}");

    // A running backup keeps the picture for its rows, so it is not deleted yet.
    let backup = world.back_up(&OPERATOR).await.unwrap();
    let tried = world.examine(&OPERATOR, true, |_| ()).await.unwrap();
    let kept: Vec<_> = tried.iter().filter(|one| one.fixable && !one.fixed).map(|one| one.check).collect();
    assert_eq!(kept, [Check::Pictures], "{tried:#?}");
    drop(backup);
    let mended = world.examine(&OPERATOR, true, |_| ()).await.unwrap();
    assert!(mended.iter().all(|one| one.fixed == one.fixable), "{mended:#?}");
    assert!(!orphan.exists());
    let left = world.examine(&OPERATOR, false, |_| ()).await.unwrap();
    assert_eq!(checks(&left), [Check::References, Check::Pictures], "{left:#?}");
    for state in ["failed", "queued"] {
        let stuck = "CREATE mail SET state = $state, queued_at = $at, due_at = $at RETURN NONE";
        let stuck = store.write(stuck).bind(("state", state));
        stuck.bind(("at", world.now() - chrono::Duration::hours(2))).done().await.unwrap();
    }
    let left = world.examine(&OPERATOR, false, |_| ()).await.unwrap();
    let mails: Vec<_> = left.iter().filter(|one| one.check == Check::Mails).map(|one| one.words.as_str()).collect();
    assert!(mails.len() == 2 && mails[0].starts_with("1 mails could not") && mails[1].contains("over an hour"));
    world.pass(-300 * 24 * 3600);
    let left = world.examine(&OPERATOR, false, |_| ()).await.unwrap();
    assert!(checks(&left).contains(&Check::Clock), "{left:#?}");
}

#[tokio::test]
async fn the_doctor_reports_once_that_the_store_is_closed_and_why() {
    let world = World::demo().await;
    world.store.close().await;
    let found = world.examine(&OPERATOR, false, |_| ()).await.unwrap();
    assert!(found.len() == 1 && found[0].check == Check::Store && found[0].words.contains("closed"), "{found:#?}");
}

#[tokio::test]
async fn the_doctor_reports_wrong_permissions_and_owners() {
    let data = tempfile::tempdir().unwrap();
    let made = rcgen::generate_simple_self_signed(["sabi.test".to_owned()]).unwrap();
    let [cert, key] = ["cert.pem", "key.pem"].map(|name| data.path().join(name));
    fs::write(&cert, made.cert.pem()).unwrap();
    fs::write(&key, made.signing_key.serialize_pem()).unwrap();
    let set = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    set(&key, 0o640);
    let backups = data.path().join("backups");
    let world = World::with(|settings| {
        settings.public_url = Some("https://sabi.test".parse().unwrap());
        settings.backups = Some(backups.clone());
        (settings.tls_cert, settings.tls_key) = (Some(cert.clone()), Some(key.clone()));
    })
    .await;
    let told = async |fix| {
        let found = world.examine(&OPERATOR, fix, |_| ()).await.unwrap();
        assert!(found.iter().all(|one| one.check == Check::Permissions), "{found:#?}");
        found.into_iter().map(|one| one.words).collect::<Vec<_>>()
    };
    assert_eq!(told(false).await, [""; 0], "there is no folder of backups yet");

    fs::create_dir(&backups).unwrap();
    let backup = backups.join("sabi-20260101T000000Z.tar.gz");
    fs::write(&backup, "").unwrap();
    set(&backup, 0o644);
    set(&backups, 0o755);
    let open = told(false).await;
    assert!(open.iter().all(|words| words.contains("Other users can read")) && open.len() == 2, "{open:?}");
    told(true).await;
    assert_eq!(told(false).await, [""; 0]);

    set(&key, 0o644);
    let open = told(false).await;
    assert!(
        open.len() == 1 && open[0].starts_with("--tls-key: ") && open[0].contains("others can read it"),
        "{open:?}"
    );
    set(&key, 0o600);

    let strange = world.settings.data.join("left-by-root");
    fs::write(&strange, "").unwrap();
    set(&strange, 0o600);
    if std::os::unix::fs::chown(&strange, Some(65_534), None).is_err() {
        eprintln!("SKIPPED: only root can give a file to somebody else");
        return;
    }
    let found = told(false).await;
    assert!(found.len() == 1 && found[0].contains("left-by-root has another owner"), "{found:?}");
}

#[tokio::test]
async fn the_doctor_reports_a_disk_that_fills_up() {
    let folder = tempfile::tempdir().unwrap();
    let disk = rustix::fs::statvfs(folder.path()).unwrap();
    let free = disk.f_bavail * disk.f_frsize / (1024 * 1024);
    let store = format!("rocksdb://{}?memory=32&reserve={}", folder.path().join("store").display(), free / 10 * 7);
    let settings = Settings { store: Some(store), ..Settings::in_memory(folder.path()) };
    let app = opened(&settings).await;
    let found = app.examine(&OPERATOR, false, |_| ()).await.unwrap();
    let disk: Vec<_> = found.iter().filter(|one| one.check == Check::Disk).collect();
    assert!(disk.len() == 1 && disk[0].words.contains("MiB left. Free some space"), "{found:#?}");
    close(app).await;
}
