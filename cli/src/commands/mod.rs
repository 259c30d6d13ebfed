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
    global_args::GlobalArgs,
    log::{self, LogFormat},
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
    Seed(seed::SeedArgs),
    /// Add and manage accounts
    #[command(subcommand)]
    User(user::UserCommand),
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
    Import(import::ImportCommand),
    /// Export question banks, in formats that can be imported
    #[command(subcommand)]
    Export(export::ExportCommand),
    /// Manage the question bank
    #[command(subcommand)]
    Bank(bank::BankCommand),
    /// Grade theory submissions, as a moderator
    #[command(subcommand)]
    Grading(grading::GradingCommand),
    /// Decide on students' reports of questions
    #[command(subcommand)]
    Reports(reports::ReportsCommand),
    /// Manage payments
    #[command(subcommand)]
    Payments(payments::PaymentsCommand),
    /// Read the audit log
    Audit(audit::AuditArgs),
    /// Migrate the store to this version's schema, as a server start does
    Migrate(migrate::MigrateArgs),
    /// Make a backup of the store and the pictures, also while the server runs
    Backup(backup::BackupArgs),
    /// Restore a backup into an empty store
    #[command(after_help = restore::EXIT_CODES)]
    Restore(restore::Restore),
    /// Check, in memory, that a backup can be restored
    #[command(after_help = restore::EXIT_CODES)]
    Verify(restore::Verify),
    /// Check the installation for problems
    #[command(after_help = doctor::EXIT_CODES)]
    Doctor(doctor::DoctorArgs),
    /// Watch a server: requests, saves, queues, store, memory
    Top(top::TopArgs),
    /// Print and check the settings
    #[command(subcommand)]
    Config(config::ConfigCommand),
    /// Grade theory submissions and decide on reports, in the terminal
    Console(console::ConsoleArgs),
    /// Log in to a server, for the other commands to use with --server
    Login(session::Login),
    /// Log out of a server
    Logout,
    /// Show which server or store commands use, and as whom
    Whoami,
    /// Set up the second factor of your account
    #[command(subcommand)]
    SecondFactor(second_factor::SecondFactorCommand),
    /// Print shell completions
    Completions(completions::CompletionsArgs),
    /// Write the manual pages into a folder
    Man(man::ManArgs),
}

impl Command {
    /// Runs the command.
    pub async fn run(self, global: GlobalArgs) -> anyhow::Result<ExitCode> {
        if let Self::Serve(args) = self {
            return args.run(global.settings.into_inner()).await;
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
            Self::Ready => ready::run(&global).await,
            Self::Seed(args) => args.run(&global).await,
            Self::User(command) => command.run(&global).await,
            Self::List(args) => args.run(&global).await,
            Self::Show(args) => args.run(&global).await,
            Self::Add(args) => args.run(&global).await,
            Self::Edit(args) => args.run(&global).await,
            Self::Delete(args) => args.run(&global).await,
            Self::Bank(command) => command.run(&global).await,
            Self::Grading(command) => command.run(&global).await,
            Self::Reports(command) => command.run(&global).await,
            Self::Payments(command) => command.run(&global).await,
            Self::Audit(args) => args.run(&global).await,
            Self::Migrate(args) => args.run(&global).await,
            Self::Backup(args) => args.run(&global).await,
            Self::Restore(args) => args.run(&global).await,
            Self::Verify(args) => args.run(&global).await,
            Self::Doctor(args) => args.run(&global).await,
            Self::Import(command) => command.run(&global).await,
            Self::Export(command) => command.run(&global).await,
            Self::Top(args) => args.run(&global).await,
            Self::Config(command) => command.run(&global),
            Self::Console(args) => args.run(&global).await,
            Self::Login(args) => args.run(&global).await,
            Self::Logout => session::logout(&global).await,
            Self::Whoami => session::whoami(&global).await,
            Self::SecondFactor(command) => command.run(&global).await,
            Self::Completions(args) => args.run(),
            Self::Man(args) => args.run(),
        }
    }
}
