//! `sabi`: the server, and all commands for operators, content teams and moderators.

mod commands;
mod complete;
mod exit;
mod global_args;
mod help;
mod interrupt;
mod log;
mod output;
mod progress;
mod refused;
mod report;
mod settings;
mod suggest;
mod table;
mod yaml;

use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _, Parser};
use clap_complete::CompleteEnv;
use tikv_jemallocator::Jemalloc;

use commands::Command;
use global_args::GlobalArgs;

/// jemalloc returns freed memory under many threads: with a large bank the server needs two fifths less memory, and
/// imports are a third faster than with the system's allocator.
#[global_allocator]
static ALLOCATOR: Jemalloc = Jemalloc;

/// Exam practice for JAMB UTME, WASSCE, BECE and POST UTME
#[derive(Debug, Parser)]
#[command(name = "sabi", version, max_term_width = 100)]
struct Cli {
    #[command(flatten)]
    global: GlobalArgs,
    /// Print only the result and errors
    #[arg(long, short, global = true)]
    quiet: bool,
    #[command(subcommand)]
    command: Command,
}

/// Stack size of every thread: the store's query parser needs more than the default.
const STACK: usize = 10 * 1024 * 1024;
/// Time limit for detached work at the end.
const LINGER: std::time::Duration = std::time::Duration::from_secs(1);

/// The command line. Every command accepts the settings, but only `serve` lists them in its help.
fn cli() -> clap::Command {
    cli_with(&[])
}

/// The command line with the values from the settings file and files of secrets.
fn cli_with(given: &[settings::Given]) -> clap::Command {
    let command = settings::settled(Cli::command(), given);
    let settings = settings::common();
    let shown = |arg: &&clap::Arg| arg.is_hide_set() && settings.iter().any(|one| one.get_id() == arg.get_id());
    let serving: Vec<_> = command.get_arguments().filter(shown).map(|arg| arg.clone().hide(false)).collect();
    let asking = command.get_arguments().filter(|arg| arg.get_id() == "server").map(|arg| arg.clone().hide(true));
    let asking: Vec<_> = asking.collect();
    // `--images` is the server's picture storage. Imports and exports use the same name for their own folder.
    let images = command.get_arguments().find(|arg| arg.get_id() == "images").cloned();
    let command = command.mut_arg("images", |arg| arg.global(false));
    let command = command.mut_subcommands(|sub| match sub.get_name() {
        "export" | "import" | "serve" => sub,
        _ => sub.args(images.clone()),
    });
    let command = command.mut_subcommand("serve", |serve| serve.args(serving).args(asking));
    help::with_groups_and_examples(command)
}

/// Polls between two checks of the sockets. A poll that draws a paper takes a millisecond, and other requests wait for
/// that many polls: tokio's default of 61 delayed `/healthz` by a tenth of a second.
const POLLS: u32 = 7;

fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    builder.enable_all().thread_stack_size(STACK).event_interval(POLLS).build()
}

fn main() -> ExitCode {
    // Ends the process here if a shell requests completions.
    CompleteEnv::with_factory(cli).complete();
    if std::env::args_os().len() < 2 {
        // Checked this way because settings in the environment count as arguments for clap.
        let _ = cli().write_help(&mut std::io::stderr());
        return ExitCode::from(exit::USAGE);
    }
    let matches = match settings::matches(&cli_with) {
        Ok(matches) => matches,
        Err(error) => return report::report(&error),
    };
    let cli = match Cli::from_arg_matches(&matches) {
        Ok(cli) => cli,
        Err(error) => return report::report(&error.into()),
    };
    suggest::remember(&matches);
    if cli.quiet {
        output::be_quiet();
    }
    // The runtime's threads have this stack size, and so must the main one.
    let run = std::thread::Builder::new().stack_size(STACK).spawn(move || -> anyhow::Result<ExitCode> {
        let runtime = runtime()?;
        let done = runtime.block_on(cli.command.run(cli.global));
        runtime.shutdown_timeout(LINGER);
        done
    });
    let done = run.map_err(anyhow::Error::from).and_then(|thread| {
        thread.join().unwrap_or_else(|_| Err(anyhow::anyhow!("This is a bug in Sabi; the lines above say where.")))
    });
    let done = done.and_then(|code| output::printed().map(|()| code));
    done.unwrap_or_else(|error| report::report(&error))
}
