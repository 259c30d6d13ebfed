//! The commands, one file each with its arguments and its `run`.

mod audit;
mod backup;
mod bank;
mod bank_check;
mod bank_imports;
mod bank_items;
mod completions;
mod config;
mod console;
mod doctor;
pub mod export;
mod export_lists;
mod export_whole;
mod grading;
mod import;
mod import_catalogue;
mod man;
mod migrate;
mod password;
mod payments;
mod ready;
mod records;
mod reports;
mod restore;
mod second_factor;
mod seed;
mod serve;
mod session;
mod top;
mod user;

use std::process::ExitCode;

use crate::{
    log::{self, LogFormat},
    place::Place,
    settings::ServeArgs,
};

/// The commands of `sabi`.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// Run the server
    Serve(ServeArgs),
    /// Check that the server responds and can write
    #[command(after_help = ready::EXIT_CODES)]
    Ready,
    /// Write the initial content; --demo adds a catalogue, question banks and three accounts
    Seed(seed::Args),
    /// Add and manage accounts
    #[command(subcommand)]
    User(user::Command),
    /// List records of any kind
    List(records::List),
    /// Show one record
    Show(records::Show),
    /// Add a record, using a form in your editor or a file
    Add(records::Add),
    /// Change records in your editor or from a file
    Edit(records::Edit),
    /// Delete records
    Delete(records::Delete),
    /// Import question banks from spreadsheets
    #[command(subcommand)]
    Import(import::Command),
    /// Export question banks, in formats that can be imported
    #[command(subcommand)]
    Export(export::Command),
    /// Manage the question bank
    #[command(subcommand)]
    Bank(bank::Command),
    /// Grade theory submissions, as a moderator
    #[command(subcommand)]
    Grading(grading::Command),
    /// Decide on students' reports of questions
    #[command(subcommand)]
    Reports(reports::Command),
    /// Manage payments
    #[command(subcommand)]
    Payments(payments::Command),
    /// Read the audit log
    Audit(audit::Args),
    /// Migrate the store to this version's schema, as a server start does
    Migrate(migrate::Args),
    /// Make a backup of the store and the pictures, also while the server runs
    Backup(backup::Args),
    /// Restore a backup into an empty store
    #[command(after_help = restore::EXIT_CODES)]
    Restore(restore::Restore),
    /// Check, in memory, that a backup can be restored
    #[command(after_help = restore::EXIT_CODES)]
    Verify(restore::Verify),
    /// Check the installation for problems
    #[command(after_help = doctor::EXIT_CODES)]
    Doctor(doctor::Args),
    /// Watch a server: requests, saves, queues, store, memory
    Top(top::Args),
    /// Print and check the settings
    #[command(subcommand)]
    Config(config::Command),
    /// Grade theory submissions and decide on reports, in the terminal
    Console(console::Args),
    /// Log in to a server, for the other commands to use with --server
    Login(session::Login),
    /// Log out of a server
    Logout,
    /// Show which server or store commands use, and as whom
    Whoami,
    /// Set up the second factor of your account
    #[command(subcommand)]
    SecondFactor(second_factor::Command),
    /// Print shell completions
    Completions(completions::Args),
    /// Write the manual pages into a folder
    Man(man::Args),
}

impl Command {
    /// Runs the command.
    pub async fn run(self, place: Place) -> anyhow::Result<ExitCode> {
        if let Self::Serve(args) = self {
            return args.run(place.settings).await;
        }
        // A command's stderr is for its progress bar and its error message. An internal error also shows its cause.
        // Damage of the store is only reported by the process that opens it first. Nothing may be logged over the
        // console's screen: the engine logs when it opens, before that screen appears.
        let logged = match self {
            Self::Console(_) | Self::Top(_) => "sabi_core::store::engine=error",
            _ => "sabi_api=error,sabi_core::store=error",
        };
        log::start(logged, LogFormat::Text);
        match self {
            Self::Serve(_) => Ok(ExitCode::SUCCESS),
            Self::Ready => ready::run(&place).await,
            Self::Seed(args) => args.run(&place).await,
            Self::User(command) => command.run(&place).await,
            Self::List(args) => args.run(&place).await,
            Self::Show(args) => args.run(&place).await,
            Self::Add(args) => args.run(&place).await,
            Self::Edit(args) => args.run(&place).await,
            Self::Delete(args) => args.run(&place).await,
            Self::Bank(command) => command.run(&place).await,
            Self::Grading(command) => command.run(&place).await,
            Self::Reports(command) => command.run(&place).await,
            Self::Payments(command) => command.run(&place).await,
            Self::Audit(args) => args.run(&place).await,
            Self::Migrate(args) => args.run(&place).await,
            Self::Backup(args) => args.run(&place).await,
            Self::Restore(args) => args.run(&place).await,
            Self::Verify(args) => args.run(&place).await,
            Self::Doctor(args) => args.run(&place).await,
            Self::Import(command) => command.run(&place).await,
            Self::Export(command) => command.run(&place).await,
            Self::Top(args) => args.run(&place).await,
            Self::Config(command) => command.run(&place),
            Self::Console(args) => args.run(&place).await,
            Self::Login(args) => args.run(&place).await,
            Self::Logout => session::logout(&place).await,
            Self::Whoami => session::whoami(&place).await,
            Self::SecondFactor(command) => command.run(&place).await,
            Self::Completions(args) => args.run(),
            Self::Man(args) => args.run(),
        }
    }
}
