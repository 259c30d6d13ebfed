//! A data folder that cannot be written: its disk is full, or it is read-only. What is stored can still be read, looked
//! through and taken away.

use std::{
    fs,
    io::{self, Write as _},
    path::PathBuf,
    process::Command,
};

use reqwest::StatusCode;
use serde_json::json;

use crate::support::{PATIENCE, Sandbox, Server, run, stdout};

/// Says past what the harness keeps to itself of a test that passes why it does nothing here.
fn skip(why: &str) {
    io::stderr().write_all(format!("SKIPPED: {why}\n").as_bytes()).unwrap();
}

/// The same command where the data folder is read-only.
fn read_only(sandbox: &Sandbox, command: &Command) -> Command {
    let mount = "mount --bind \"$0\" \"$0\" && mount -o remount,bind,ro \"$0\" && exec \"$@\"";
    let mut inside = Command::new("unshare");
    inside.args(["--map-root-user", "--mount", "sh", "-c", mount]).arg(sandbox.data());
    inside.arg(command.get_program()).args(command.get_args());
    inside.env_clear().envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    inside.current_dir(sandbox.path("."));
    inside
}

/// A small file system in place of the data folder, for as long as this lives.
struct SmallDisk(PathBuf);

impl SmallDisk {
    /// `None` where this user may not mount one.
    fn mount(at: PathBuf) -> Option<Self> {
        fs::create_dir_all(&at).unwrap();
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=600m,mode=0700", "tmpfs"]).arg(&at);
        mount.output().is_ok_and(|mounted| mounted.status.success()).then_some(Self(at))
    }

    /// Takes all that is left of it.
    fn fill(&self) -> PathBuf {
        let ballast = self.0.join("ballast");
        let mut file = fs::File::create(&ballast).unwrap();
        for size in [1 << 20, 4096, 1] {
            let block = vec![7; size];
            while file.write_all(&block).is_ok() {}
        }
        ballast
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Lazily: a server that a failed test left behind may still have files open.
        let _ = Command::new("umount").arg("-l").arg(&self.0).output();
    }
}

/// The server's responses to a visitor who reads, one who registers, and a monitor.
fn asked(server: &Server) -> [StatusCode; 3] {
    let visitor = json!({
        "first_name": "Ngozi", "last_name": "Okafor", "email": "ngozi@example.ng", "dob": "2005-06-01", "gender": "F",
        "password": "harmattan-mango-20", "confirm_password": "harmattan-mango-20",
        "mobile_code": "234", "mobile_number": "8031234567", "nationality": "Nigeria",
    });
    let url = server.url.clone();
    let asking = async move {
        let client = reqwest::Client::new();
        let read = client.get(format!("{url}/api/v1/exam-types")).send().await.unwrap().status();
        let write = client.post(format!("{url}/api/v1/register")).json(&visitor).send().await.unwrap().status();
        [read, write, client.get(format!("{url}/readyz")).send().await.unwrap().status()]
    };
    tokio::runtime::Runtime::new().unwrap().block_on(asking)
}

const READS_ONLY: [StatusCode; 3] = [StatusCode::OK, StatusCode::SERVICE_UNAVAILABLE, StatusCode::SERVICE_UNAVAILABLE];

/// Looks through, lists, exports and backs up a data folder that cannot be written, for this `cause`.
fn take_away(sandbox: &Sandbox, command: &dyn Fn(&[&str]) -> Command, subjects: &str, cause: &str) {
    assert_eq!(stdout(&run(&mut command(&["list", "subjects", "--csv"])).success()), subjects);
    let students = stdout(&run(&mut command(&["export", "students", "--format", "csv"])).success());
    assert!(students.contains("student@sabi.test"), "{students}");
    let file = sandbox.path("elsewhere.tar.gz").display().to_string();
    run(&mut command(&["backup", &file, "--yes"])).success();
    sandbox.sabi(["verify", &file]).success();
    let told = stdout(&run(&mut command(&["doctor"])).code(1));
    assert!(told.contains(cause) && !told.contains("could not be checked"), "{told}");
    assert_eq!(told.lines().filter(|line| line.starts_with("disk\t")).count(), 1, "{told}");
}

#[test]
fn a_read_only_data_folder_is_named_and_all_of_it_can_be_read() {
    let sandbox = Sandbox::seeded();
    let subjects = stdout(&sandbox.sabi(["list", "subjects", "--csv"]).success());
    let command = |args: &[&str]| {
        let mut plain = sandbox.command([]);
        plain.args(args);
        read_only(&sandbox, &plain)
    };
    if !command(&["--version"]).output().is_ok_and(|done| done.status.success()) {
        return skip("a folder cannot be made read-only here (unshare)");
    }
    let cause = "cannot be written: Read-only file system";
    take_away(&sandbox, &command, &subjects, cause);
    let mut server = Server::start(command(&["serve", "--listen", "127.0.0.1:0"]), &sandbox.path("server.log"));
    assert_eq!(asked(&server), READS_ONLY);
    take_away(&sandbox, &command, &subjects, cause);
    assert!(server.terminate().success());
    let log = fs::read_to_string(sandbox.path("server.log")).unwrap();
    assert!(log.contains(cause) && log.contains("Sabi is read-only"), "{log}");

    // Once it can be written, all is as before.
    let server = sandbox.serve();
    assert_eq!(asked(&server), [StatusCode::OK, StatusCode::CREATED, StatusCode::OK]);
}

#[test]
fn a_server_starts_on_a_full_disk_and_takes_changes_once_there_is_room() {
    let seeded = Sandbox::seeded();
    let subjects = stdout(&seeded.sabi(["list", "subjects", "--csv"]).success());
    let sandbox = Sandbox::new();
    let Some(disk) = SmallDisk::mount(sandbox.data()) else {
        return skip("mounting a small file system needs root");
    };
    seeded.copy_to(&sandbox);
    let ballast = disk.fill();
    let command = |args: &[&str]| {
        let mut plain = sandbox.command([]);
        plain.args(args);
        plain
    };
    let cause = "has only 0 MiB left";
    take_away(&sandbox, &command, &subjects, cause);
    let server = sandbox.serve();
    assert_eq!(asked(&server), READS_ONLY);
    take_away(&sandbox, &command, &subjects, cause);
    let log = || fs::read_to_string(sandbox.path("server.log")).unwrap();
    assert!(log().contains("the store's disk is full: 0 MiB left"), "{}", log());

    fs::remove_file(ballast).unwrap();
    let emptied = std::time::Instant::now();
    while asked(&server)[2] != StatusCode::OK {
        assert!(emptied.elapsed() < PATIENCE, "it does not go on by itself: {}", log());
        std::thread::sleep(std::time::Duration::from_millis(200));
    }
    assert_eq!(asked(&server)[0], StatusCode::OK);
    assert!(sandbox.data().join("store/CURRENT").exists());
    // Commands find it although its note could not be written when it started.
    assert_eq!(sandbox.whoami().trim_end(), format!("operator at {}/", server.url));
    assert!(stdout(&sandbox.sabi(["user", "list"]).success()).contains("ngozi@example.ng"));
}
