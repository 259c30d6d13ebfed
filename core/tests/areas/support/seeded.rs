//! The demo content, seeded once for all tests of this program: a store in memory can begin with what the log of
//! another one holds, and write none itself.

use std::{
    env, fs,
    path::Path,
    time::{Duration, SystemTime},
};

use sabi_core::{App, Settings, clock::ManualClock, people::Actor};
use tempfile::{Builder, TempDir};
use tokio::sync::OnceCell;

const PREFIX: &str = "seeded-";
/// Files that earlier runs left are deleted after this time, in which every run has ended.
const OLD: Duration = Duration::from_secs(24 * 3600);

static SEEDED: OnceCell<TempDir> = OnceCell::const_new();

/// The address of a store with the demo content as it was seeded at this time; the same for all tests.
pub async fn store(password: &str, clock: &ManualClock) -> String {
    let folder = SEEDED.get_or_init(async || seed(password, clock.clone()).await.unwrap()).await;
    format!("mem://{}?aol=never", folder.path().join("store").display())
}

/// Copies the pictures of the demo content, which its store refers to, into another data folder.
pub fn copy_pictures(data: &Path) {
    let Some(folder) = SEEDED.get() else { return };
    let uploads = data.join("uploads");
    fs::create_dir_all(&uploads).unwrap();
    for picture in folder.path().join("uploads").read_dir().unwrap().map(Result::unwrap) {
        if picture.file_type().unwrap().is_file() {
            fs::copy(picture.path(), uploads.join(picture.file_name())).unwrap();
        }
    }
}

async fn seed(password: &str, clock: ManualClock) -> sabi_core::Result<TempDir> {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR"));
    for entry in place.read_dir().into_iter().flatten().flatten() {
        if !entry.file_name().to_string_lossy().starts_with(PREFIX) {
            continue;
        }
        let changed = entry.metadata().and_then(|one| one.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
        if changed.elapsed().unwrap_or_default() > OLD {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
    let folder = Builder::new().prefix(PREFIX).tempdir_in(place).unwrap();
    let log = format!("mem://{}?aol=sync", folder.path().join("store").display());
    let settings =
        Settings { store: Some(log), demo_password: Some(password.into()), ..Settings::in_memory(folder.path()) };
    App::open_with_clock(settings, clock)
        .await?
        .seed(&Actor::Operator, Some(sabi_core::seed::Demo::Small), &|_| ())
        .await?;
    Ok(folder)
}
