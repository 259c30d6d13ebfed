//! Two servers over one real SurrealDB server: the journey, the races, what each must forget and do once, kills,
//! and lines that are cut, slow or silent.
//!
//! `make test-remote` compiles the database server and runs this with its path; words after it choose scenarios by
//! their names.

#![cfg(test)]

mod alike;
#[path = "../crash/attempt.rs"]
mod attempt;
mod database;
mod faults;
mod figures;
#[path = "../crash/offline.rs"]
mod offline;
mod over_tls;
mod proxy;
mod site;
#[path = "../crash/student.rs"]
mod student;
#[path = "../support/mod.rs"]
mod support;
mod together;

use std::{env, panic::AssertUnwindSafe, pin::Pin, process::ExitCode, time::Instant};

use futures::FutureExt as _;
use site::{BOSS, Site};
use support::{
    PASSWORD, Sandbox,
    graders::add_moderator,
    hall::{Hall, blocking},
};

/// The students of the scenarios; as many again are those of the figures.
pub const SEATS: usize = 32;

/// The student who is shut out for guessing.
pub const SHUT_OUT: usize = 2 * SEATS;

/// Shared by the scenarios.
struct Stage {
    /// The database server.
    program: String,
    hall: (Sandbox, Hall),
    site: Site,
}

/// One thing that must hold.
struct Scenario {
    name: &'static str,
    run: for<'a> fn(&'a mut Stage) -> Pin<Box<dyn Future<Output = String> + 'a>>,
}

const SCENARIOS: [Scenario; 14] = [
    Scenario { name: "migrations", run: |stage| Box::pin(together::migrations(&stage.program)) },
    Scenario { name: "transactions", run: |stage| Box::pin(together::transactions(&stage.program)) },
    Scenario { name: "journey", run: |stage| Box::pin(alike::journey(&mut stage.site)) },
    Scenario { name: "races", run: |stage| Box::pin(alike::races(&mut stage.site)) },
    Scenario { name: "accounts", run: |stage| Box::pin(alike::accounts(&mut stage.site)) },
    Scenario { name: "memories", run: |stage| Box::pin(alike::memories(&mut stage.site)) },
    Scenario { name: "class", run: |stage| Box::pin(together::class(&mut stage.site)) },
    Scenario { name: "workers", run: |stage| Box::pin(together::workers(&mut stage.site)) },
    Scenario { name: "over-tls", run: |stage| Box::pin(over_tls::over_tls(&mut stage.site)) },
    Scenario { name: "slow-line", run: |stage| Box::pin(faults::slow_line(&mut stage.site)) },
    Scenario { name: "silent-line", run: |stage| Box::pin(faults::silent_line(&mut stage.site)) },
    Scenario { name: "cut-line", run: |stage| Box::pin(faults::cut_line(&mut stage.site)) },
    Scenario { name: "killed-server", run: |stage| Box::pin(faults::killed_server(&mut stage.site)) },
    Scenario { name: "killed-database", run: |stage| Box::pin(faults::killed_database(&mut stage.site)) },
];

fn main() -> ExitCode {
    let mut arguments = env::args().skip(1).filter(|argument| !argument.starts_with('-'));
    let Some(program) = arguments.next() else {
        eprintln!("these tests need a database server: make test-remote");
        return ExitCode::FAILURE;
    };
    let wanted: Vec<String> = arguments.collect();
    let hall = Hall::build(SHUT_OUT + 1);
    add_moderator(&hall.0, "bola@sabi.test", "Bola");
    add_moderator(&hall.0, "ada@sabi.test", "Ada");
    let boss = ["user", "add", BOSS, "--role", "super-admin", "--first-name", "Ada", "--last-name", "Obi"];
    let mut boss = hall.0.command(boss);
    boss.args(["--active", "--password-stdin"]);
    assert_cmd::Command::from_std(boss).write_stdin(PASSWORD).assert().success();
    let backup = hall.0.path("hall.backup").display().to_string();
    hall.0.sabi(["backup", &backup]).success();
    blocking(async move || scenarios(program, hall, &wanted).await).unwrap_or(ExitCode::FAILURE)
}

/// Runs the chosen scenarios, each over its own database; one that fails does not stop the others.
async fn scenarios(program: String, hall: (Sandbox, Hall), wanted: &[String]) -> ExitCode {
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|word| name.contains(word.as_str()));
    let mut failed = 0;
    let mut stage = Stage { site: Site::open(&program, &hall).await, program, hall };
    println!("\ntwo servers over one database");
    for Scenario { name, run } in SCENARIOS.iter().filter(|scenario| is_wanted(scenario.name)) {
        let started = Instant::now();
        let figures = AssertUnwindSafe(run(&mut stage)).catch_unwind().await;
        let took = started.elapsed().as_secs_f64();
        match figures {
            Ok(figures) => println!("{:<6} {name:<16} {took:>6.1} s  {figures}", "ok"),
            Err(_) => {
                println!("{:<6} {name:<16} {took:>6.1} s  what is above says why", "FAILED");
                println!("{}", stage.site.logs());
                failed += 1;
                stage.site = Site::open(&stage.program, &stage.hall).await;
            }
        }
    }
    if is_wanted("figures") {
        println!("       {}", figures::figures(&mut stage.site, &stage.hall.0).await);
    }
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
