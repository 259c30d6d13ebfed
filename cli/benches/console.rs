//! Measures the console in a pseudo-terminal, with a long queue and a server far away: how soon a key is drawn, and
//! what it takes of a processor while nobody touches it. Prints a table; it asserts nothing, because a machine's
//! speed is not a test.

#![cfg(test)]

#[path = "../tests/support/mod.rs"]
mod support;

use std::{
    fs,
    io::{Read as _, Write as _},
    net::{TcpListener, TcpStream},
    path::PathBuf,
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use sabi_core::{App, Settings};
use support::{
    PASSWORD, Sandbox,
    graders::{add_moderator, written_by},
    hall::{Hall, blocking},
    screen::Screen,
};

/// Submissions that wait.
const WAITING: usize = 10_000;
/// How far the server is away, there or back.
const AWAY: Duration = Duration::from_millis(150);
/// Keys of each kind.
const KEYS: usize = 200;
/// For how long nobody touches it.
const IDLE: Duration = Duration::from_secs(30);
/// Ticks of the processor's clock in a second, as Linux tells them to programs.
const TICKS: f64 = 100.0;

fn main() {
    let (sandbox, hall) = Hall::build(1);
    add_moderator(&sandbox, "bola@sabi.test", "Bola");
    let mut server = sandbox.serve();
    written_by(&server.url, &hall, 0);
    assert!(server.terminate().success());
    let data = sandbox.data();
    blocking(async move || fill(data).await).unwrap();
    let server = sandbox.serve();
    let far = far_away(server.url.strip_prefix("http://").unwrap().to_owned());
    sandbox.sabi_reading(PASSWORD, ["login", "bola@sabi.test", "--server", &far, "--password-stdin"]).success();
    measure(&sandbox, &far);
}

/// Makes so many of the one submission.
async fn fill(data: PathBuf) {
    let app = App::open(Settings { store: None, ..Settings::in_memory(data) }).await.unwrap();
    for from in (1..WAITING).step_by(1000) {
        let until = WAITING.min(from + 1000);
        let copies = format!(
            "LET $one = (SELECT * FROM ONLY quiz WHERE exam_result = 'pending' LIMIT 1); \
             INSERT INTO quiz (array::map(array::range({from}, {until}), |$n| object::extend($one, {{ \
             id: type::record('quiz', 'copy' + <string>$n), created_at: $one.created_at - <duration>(<string>$n + 's') }}))) \
             RETURN NONE"
        );
        app.store.write(copies).done().await.unwrap();
    }
    app.store.close().await;
}

/// A way to a server on which every byte takes its time.
fn far_away(server: String) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for near in listener.incoming().flatten() {
            let far = TcpStream::connect(&server).unwrap();
            let (near_too, far_too) = (near.try_clone().unwrap(), far.try_clone().unwrap());
            carry(near, far);
            carry(far_too, near_too);
        }
    });
    url
}

fn carry(mut from: TcpStream, mut to: TcpStream) {
    let (sender, receiver) = mpsc::channel::<(Instant, Vec<u8>)>();
    thread::spawn(move || {
        let mut bytes = vec![0; 64 * 1024];
        while let Ok(n @ 1..) = from.read(&mut bytes) {
            let _ = sender.send((Instant::now() + AWAY, bytes[..n].to_vec()));
        }
    });
    thread::spawn(move || {
        for (at, bytes) in receiver {
            thread::sleep(at.saturating_duration_since(Instant::now()));
            let _ = to.write_all(&bytes);
        }
        let _ = to.shutdown(std::net::Shutdown::Write);
    });
}

fn measure(sandbox: &Sandbox, far: &str) {
    let mut screen = Screen::start(sandbox, "bola", &format!("console --server {far}"));
    screen.wait("10000 waiting");
    thread::sleep(Duration::from_secs(2));
    println!("| console, {WAITING} submissions waiting, server {} ms away | half | 95 % | all |", 2 * AWAY.as_millis());
    println!("|---|---|---|---|");
    told("a row down or up", draw(&mut screen, |n| if n % 18 < 9 { "j" } else { "k" }));
    screen.press("\r");
    screen.wait("yours 1");
    thread::sleep(Duration::from_secs(2));
    told("the next answer or the one before", draw(&mut screen, |n| if n % 2 == 0 { "n" } else { "p" }));
    told("a grade", draw(&mut screen, |n| ["1", "2", "3", "4"][n % 4]));
    thread::sleep(Duration::from_secs(5));
    let before = processor(&screen);
    thread::sleep(IDLE);
    let share = (processor(&screen) - before) / IDLE.as_secs_f64() * 100.0;
    println!("of a processor, untouched for {} s: {share:.2} %", IDLE.as_secs());
    screen.signal("-TERM");
    screen.end();
}

/// How long each key took until the screen was another one.
fn draw(screen: &mut Screen, key: impl Fn(usize) -> &'static str) -> Vec<Duration> {
    let mut took = Vec::new();
    for n in 0..KEYS {
        thread::sleep(Duration::from_millis(60));
        let before = screen.painted();
        let pressed = Instant::now();
        screen.press(key(n));
        while screen.painted() == before && pressed.elapsed() < Duration::from_secs(2) {
            thread::sleep(Duration::from_micros(200));
        }
        took.push(pressed.elapsed());
    }
    took.sort_unstable();
    took
}

fn told(what: &str, took: Vec<Duration>) {
    let at = |part: usize| took[(took.len() * part / 100).min(took.len() - 1)].as_secs_f64() * 1000.0;
    println!("| {what} | {:.1} ms | {:.1} ms | {:.1} ms |", at(50), at(95), at(100));
}

/// The processor time that the console has taken, in seconds.
fn processor(screen: &Screen) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{}/stat", screen.id())).unwrap();
    let fields: Vec<&str> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
    (fields[11].parse::<f64>().unwrap() + fields[12].parse::<f64>().unwrap()) / TICKS
}
