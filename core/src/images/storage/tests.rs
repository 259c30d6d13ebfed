//! Pictures can be read back from a folder and from memory, and nothing else can.

use std::fs;

use super::super::accept::accept;
use super::super::samples::one_of_each;
use super::*;

/// A valid name without a picture.
const ABSENT: &str = "00000000000000000000000000000000000000000000000000000000000000ff.png";

async fn keep_and_find(images: &Images) {
    for (name, bytes) in one_of_each() {
        let picture = accept(name, &bytes).unwrap();
        let (name, kind) = (picture.file_name(), picture.kind);
        assert_eq!(images.get(&name).await.unwrap(), None);
        for _ in 0..2 {
            images.put(&name, picture.bytes.clone(), kind.content_type()).await.unwrap();
            assert_eq!(images.get(&name).await.unwrap(), Some(StoredImage { bytes: picture.bytes.clone(), kind }));
        }
    }
    assert_eq!(images.get(ABSENT).await.unwrap(), None);
}

#[tokio::test]
async fn pictures_are_kept_in_a_folder() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("data/pictures é");
    keep_and_find(&Images::open(None, None, &folder).unwrap()).await;
    // Reopened, as after a restart.
    let again = Images::open(None, None, &folder).unwrap();
    let picture = accept("a.png", &one_of_each()[0].1).unwrap();
    assert_eq!(again.get(&picture.file_name()).await.unwrap().unwrap().bytes, picture.bytes);
    // The folder contains only the pictures, under their names.
    let mut names: Vec<_> =
        fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    let mut expected = one_of_each().map(|(name, bytes)| accept(name, &bytes).unwrap().file_name());
    expected.sort();
    assert_eq!(names, expected);
}

#[tokio::test]
async fn pictures_are_kept_in_memory() {
    let nowhere = FilePath::new("/nonexistent/pictures");
    keep_and_find(&Images::open(Some("memory:"), None, nowhere).unwrap()).await;
}

#[cfg(unix)]
#[test]
fn the_folder_is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let home = tempfile::tempdir().unwrap();
    Images::open(None, None, &home.path().join("a/b")).unwrap();
    for folder in ["a", "a/b"] {
        assert_eq!(fs::metadata(home.path().join(folder)).unwrap().permissions().mode() & 0o777, 0o700);
    }
}

#[tokio::test]
async fn a_file_that_was_cut_short_is_repaired() {
    let home = tempfile::tempdir().unwrap();
    let images = Images::open(None, None, home.path()).unwrap();
    let picture = accept("a.png", &one_of_each()[0].1).unwrap();
    fs::write(home.path().join(picture.file_name()), b"").unwrap();
    images.put(&picture.file_name(), picture.bytes.clone(), picture.kind.content_type()).await.unwrap();
    assert_eq!(images.get(&picture.file_name()).await.unwrap().unwrap().bytes, picture.bytes);
}

#[tokio::test]
async fn writers_of_one_picture_do_not_meet() {
    let home = tempfile::tempdir().unwrap();
    let images = Images::open(None, None, home.path()).unwrap();
    let picture = accept("a.png", &one_of_each()[0].1).unwrap();
    let name = picture.file_name();
    let writers = (0..20).map(|_| images.put(&name, picture.bytes.clone(), picture.kind.content_type()));
    for written in futures::future::join_all(writers).await {
        written.unwrap();
    }
    assert_eq!(images.get(&name).await.unwrap().unwrap().bytes, picture.bytes);
}

#[tokio::test]
async fn other_names_lead_nowhere() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("pictures");
    let hash = "0".repeat(64);
    fs::write(home.path().join("secret.png"), b"secret").unwrap();
    fs::write(home.path().join(format!("{hash}.png")), b"secret").unwrap();
    let images = Images::open(None, None, &folder).unwrap();
    fs::write(folder.join("secret.png"), b"secret").unwrap();
    fs::write(folder.join(format!("{hash}.svg")), b"secret").unwrap();
    fs::write(folder.join(format!("{hash}.png.png")), b"secret").unwrap();
    for name in [
        String::new(),
        ".".into(),
        "..".into(),
        "secret.png".into(),
        "../secret.png".into(),
        format!("../{hash}.png"),
        format!("/{hash}.png"),
        format!("./{hash}.png"),
        format!("%2e%2e%2f{hash}.png"),
        format!("..\\{hash}.png"),
        hash.clone(),
        format!("{hash}."),
        format!("{hash}.svg"),
        format!("{hash}.PNG"),
        format!("{hash}.jpeg"),
        format!("{hash}.png.png"),
        format!("{hash}.png\0"),
        format!("{hash}.png/"),
        format!("{hash}\0.png"),
        format!("{hash}0.png"),
        format!("{}.png", &hash[1..]),
        format!("{}A.png", &hash[1..]),
        format!("{}g.png", &hash[1..]),
        format!("{}é.png", &hash[2..]),
        format!("{}/.png", &hash[1..]),
    ] {
        assert_eq!(images.get(&name).await.unwrap(), None, "{name:?}");
        let written = images.put(&name, Bytes::new(), "image/png").await;
        assert!(matches!(written, Err(StorageError::Name(_))), "{name:?}");
    }
}

#[test]
fn other_addresses_are_refused() {
    let home = tempfile::tempdir().unwrap();
    for address in [
        "",
        "memory",
        "s3:",
        "s3://",
        "s3:///prefix",
        "s3://bucket/a//b",
        "s3://bucket/../b",
        "http://host",
        "/a/folder",
    ] {
        let opened = Images::open(Some(address), None, home.path());
        assert!(matches!(opened, Err(StorageError::Address(_))), "{address:?}: {opened:?}");
    }
    for address in ["s3://bucket", "s3://bucket/", "s3://bucket/a/b/"] {
        assert!(Images::open(Some(address), None, home.path()).is_ok(), "{address}");
    }
    let file = home.path().join("file");
    fs::write(&file, b"").unwrap();
    assert!(matches!(Images::open(None, None, &file), Err(StorageError::Folder { .. })));
}

/// The current time of the machine's clock, which dates files.
fn now() -> Instant {
    crate::clock::Clock::now(&crate::clock::SystemClock)
}

#[tokio::test]
async fn an_old_picture_is_new_again_before_a_record_shows_it() {
    let home = tempfile::tempdir().unwrap();
    let images = Images::open(None, None, home.path()).unwrap();
    let picture = accept("a.png", &one_of_each()[0].1).unwrap();
    let name = picture.file_name();
    images.put(&name, picture.bytes.clone(), picture.kind.content_type()).await.unwrap();
    let age = |days: i64| {
        let file = fs::File::options().append(true).open(home.path().join(&name)).unwrap();
        file.set_modified((now() - Duration::days(days)).into()).unwrap();
    };
    let is_older = async |days: i64| images.was_last_written_before(&name, now() - Duration::days(days)).await.unwrap();
    age(3);
    assert!(is_older(2).await, "the collector may delete it");
    assert!(images.ensure_stored(&name, now()).await.unwrap());
    assert!(!is_older(1).await);
    assert_eq!(images.get(&name).await.unwrap().unwrap().bytes, picture.bytes);
    assert!(!images.ensure_stored(ABSENT, now()).await.unwrap());

    // While its deletion is being decided, a picture is not renewed; afterwards it is gone.
    age(3);
    let turn = images.deleting().await;
    let settling = tokio::spawn({
        let (images, name) = (images.clone(), name.clone());
        async move { images.ensure_stored(&name, now()).await }
    });
    images.delete(&name).await.unwrap();
    drop(turn);
    assert!(!settling.await.unwrap().unwrap());
}
