//! `sabi user`: manages accounts.

use std::{collections::BTreeMap, process::ExitCode};

use clap::ValueEnum;
use sabi_api::client::{Client, ClientError};
use sabi_core::{
    clock::Instant,
    people::{AccountStatus, NewUser, Role, UserView, email_key},
    records::ListQuery,
};

use super::password;
use crate::{
    exit::{self, failure},
    global_args::GlobalArgs,
    output::{self, Shape, plain},
};

/// The operations on accounts.
#[derive(Debug, clap::Subcommand)]
pub enum UserCommand {
    /// Add an account
    Add(Add),
    /// List the accounts, of everybody or of one role
    List(ListUsers),
    /// Set an account's status; ends its sessions
    SetStatus(SetStatus),
    /// Set a new password for an account; ends its sessions
    ResetPassword(ResetPassword),
    /// Make somebody an administrator
    MakeAdmin(MakeAdmin),
    /// List the open sessions of an account, or end them
    Sessions(Sessions),
    /// Reset the second factor of somebody who lost their device; ends their sessions
    SecondFactor(SecondFactor),
    /// Print everything stored about a person as JSON
    Export(Whom),
    /// Erase a person permanently; their results stay in the statistics
    Erase(Erase),
}

/// The account.
#[derive(Debug, clap::Args)]
pub struct Whom {
    /// The account's address
    email: String,
}

/// The arguments of `sabi user reset-password`.
#[derive(Debug, clap::Args)]
pub struct ResetPassword {
    #[command(flatten)]
    whom: Whom,

    #[command(flatten)]
    password: password::PasswordArgs,
}

/// The arguments of `sabi user make-admin`.
#[derive(Debug, clap::Args)]
pub struct MakeAdmin {
    #[command(flatten)]
    whom: Whom,

    /// Make a super admin, who can add and remove administrators
    #[arg(long)]
    super_admin: bool,
}

/// The arguments of `sabi user sessions`.
#[derive(Debug, clap::Args)]
pub struct Sessions {
    #[command(flatten)]
    whom: Whom,

    /// End this session
    #[arg(long, value_name = "ID", conflicts_with_all = ["end_all", "json", "csv"])]
    end: Option<String>,

    /// End all sessions
    #[arg(long, conflicts_with_all = ["json", "csv"])]
    end_all: bool,

    #[command(flatten)]
    shape: Shape,
}

/// The arguments of `sabi user second-factor`.
#[derive(Debug, clap::Args)]
pub struct SecondFactor {
    #[command(flatten)]
    whom: Whom,

    /// Reset it
    #[arg(long, required = true)]
    reset: bool,
}

/// The arguments of `sabi user erase`.
#[derive(Debug, clap::Args)]
pub struct Erase {
    #[command(flatten)]
    whom: Whom,

    /// Do not ask for confirmation
    #[arg(long)]
    yes: bool,
}

/// The arguments of `sabi user add`.
#[derive(Debug, clap::Args)]
pub struct Add {
    /// The email address for logging in
    email: String,

    /// The account's role
    #[arg(long)]
    role: AccountRole,

    /// The person's first name
    #[arg(long, value_name = "NAME")]
    first_name: String,

    /// The person's last name
    #[arg(long, value_name = "NAME")]
    last_name: String,

    /// The account may log in immediately
    #[arg(long)]
    active: bool,

    #[command(flatten)]
    password: password::PasswordArgs,
}

/// The arguments of `sabi user list`.
#[derive(Debug, clap::Args)]
pub struct ListUsers {
    /// Role to list [default: everybody]
    #[arg(long)]
    role: Option<AccountRole>,

    /// Words in the name or the address
    #[arg(long, value_name = "WORDS")]
    search: Option<String>,

    #[command(flatten)]
    shape: Shape,
}

/// The arguments of `sabi user set-status`.
#[derive(Debug, clap::Args)]
pub struct SetStatus {
    #[command(flatten)]
    whom: Whom,

    /// The new status
    status: Status,
}

/// The role of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum AccountRole {
    Student,
    Moderator,
    Admin,
    SuperAdmin,
}

/// The status of an account.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Status {
    Active,
    Inactive,
    Blocked,
    Suspended,
}

impl AccountRole {
    fn role(self) -> Role {
        match self {
            Self::Student => Role::User,
            Self::Moderator => Role::Moderator,
            Self::Admin | Self::SuperAdmin => Role::Admin,
        }
    }

    fn of(user: &UserView) -> Self {
        match (user.role, user.is_super_admin) {
            (Role::User, _) => Self::Student,
            (Role::Moderator, _) => Self::Moderator,
            (Role::Admin, false) => Self::Admin,
            (Role::Admin, true) => Self::SuperAdmin,
        }
    }
}

impl Status {
    fn of(status: AccountStatus) -> Self {
        match status {
            AccountStatus::Active => Self::Active,
            AccountStatus::InActive => Self::Inactive,
            AccountStatus::Blocked => Self::Blocked,
            AccountStatus::Suspended => Self::Suspended,
        }
    }

    fn account_status(self) -> AccountStatus {
        match self {
            Self::Active => AccountStatus::Active,
            Self::Inactive => AccountStatus::InActive,
            Self::Blocked => AccountStatus::Blocked,
            Self::Suspended => AccountStatus::Suspended,
        }
    }
}

/// A value as it is typed in an argument.
fn word(value: impl ValueEnum) -> String {
    value.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

/// Describes a person in one line.
pub fn describe(user: &UserView) -> String {
    let UserView { first_name, last_name, email, .. } = user;
    plain(&format!("{first_name} {last_name} <{email}>, {}", word(AccountRole::of(user))))
}

impl UserCommand {
    pub async fn run(self, global: &GlobalArgs) -> anyhow::Result<ExitCode> {
        match self {
            Self::Add(args) => args.run(global).await,
            Self::List(args) => args.run(global).await,
            Self::SetStatus(args) => args.run(global).await,
            Self::ResetPassword(args) => args.run(global).await,
            Self::MakeAdmin(args) => args.run(global).await,
            Self::Sessions(args) => args.run(global).await,
            Self::SecondFactor(args) => args.run(global).await,
            Self::Export(whom) => whom.export(global).await,
            Self::Erase(args) => args.run(global).await,
        }
        .map(|()| ExitCode::SUCCESS)
    }
}

impl Add {
    async fn run(self, global: &GlobalArgs) -> anyhow::Result<()> {
        let password = self.password.read(true)?;
        let user = NewUser {
            first_name: self.first_name,
            last_name: self.last_name,
            email: self.email,
            dob: None,
            gender: None,
            mobile_code: String::new(),
            mobile_number: String::new(),
            nationality: String::new(),
            status: if self.active { AccountStatus::Active } else { AccountStatus::InActive },
            is_super_admin: self.role == AccountRole::SuperAdmin,
            confirm_password: password.clone(),
            password,
        };
        let user = global.connect_or_make().await?.client.create_user(self.role.role(), &user).await?;
        output::line(format!("Added {}.", describe(&user)));
        Ok(())
    }
}

impl ListUsers {
    async fn run(self, global: &GlobalArgs) -> anyhow::Result<()> {
        let client = global.connect().await?.client;
        let roles = self.role.map_or(vec![Role::Admin, Role::Moderator, Role::User], |kind| vec![kind.role()]);
        let mut users = Vec::new();
        for role in roles {
            match every(&client, role, self.search.clone()).await {
                Ok(found) => users.extend(found),
                // Callers who may not list administrators see the others.
                Err(error) if self.role.is_none() && role == Role::Admin && is_forbidden(&error) => {}
                Err(error) => return Err(error.into()),
            }
        }
        users.retain(|user| self.role != Some(AccountRole::SuperAdmin) || user.is_super_admin);
        self.shape.print(["email", "name", "role", "status"], &users, |user| {
            let name = format!("{} {}", user.first_name, user.last_name);
            [user.email.clone(), name, word(AccountRole::of(user)), word(Status::of(user.status))]
        })
    }
}

impl SetStatus {
    async fn run(self, global: &GlobalArgs) -> anyhow::Result<()> {
        let client = global.connect().await?.client;
        let user = find(&client, &self.whom.email).await?;
        let user = client.set_user_status(&user.id, self.status.account_status()).await?;
        output::line(format!("{}: {}.", describe(&user), word(Status::of(user.status))));
        Ok(())
    }
}

impl ResetPassword {
    async fn run(self, global: &GlobalArgs) -> anyhow::Result<()> {
        let client = global.connect().await?.client;
        let user = find(&client, &self.whom.email).await?;
        let user = client.set_user_password(&user.id, &self.password.read(true)?).await?;
        output::line(format!("{} has a new password.", describe(&user)));
        Ok(())
    }
}

impl MakeAdmin {
    async fn run(self, global: &GlobalArgs) -> anyhow::Result<()> {
        let client = global.connect().await?.client;
        let user = find(&client, &self.whom.email).await?;
        let user = client.make_admin(&user.id, self.super_admin).await?;
        output::line(format!("{}.", describe(&user)));
        Ok(())
    }
}

impl Sessions {
    async fn run(self, global: &GlobalArgs) -> anyhow::Result<()> {
        let client = global.connect().await?.client;
        let user = find(&client, &self.whom.email).await?;
        if let Some(session) = self.end {
            client.end_session(&user.id, &session).await?;
            output::line("The session was ended.");
            return Ok(());
        }
        if self.end_all {
            client.end_sessions(&user.id).await?;
            output::line(format!("All sessions of {} were ended.", user.email));
            return Ok(());
        }
        let sessions = client.sessions_of(&user.id).await?;
        self.shape.print(["id", "began (UTC)", "used", "device", "address"], &sessions, |one| {
            let time = |at: Instant| at.format("%Y-%m-%d %H:%M").to_string();
            let address = one.address.clone().unwrap_or_default();
            [one.id.clone(), time(one.began_at), time(one.used_at), one.device.clone(), address]
        })
    }
}

impl SecondFactor {
    async fn run(self, global: &GlobalArgs) -> anyhow::Result<()> {
        let client = global.connect().await?.client;
        let user = find(&client, &self.whom.email).await?;
        client.reset_second_factor(&user.id).await?;
        output::line(format!(
            "{} logs in with only the password until they set up another second factor.",
            describe(&user)
        ));
        Ok(())
    }
}

impl Whom {
    async fn export(self, global: &GlobalArgs) -> anyhow::Result<()> {
        let client = global.connect().await?.client;
        let user = find(&client, &self.email).await?;
        output::pieces(client.export_person(&user.id).await?).await?;
        output::line("");
        Ok(())
    }
}

impl Erase {
    async fn run(self, global: &GlobalArgs) -> anyhow::Result<()> {
        let client = global.connect().await?.client;
        let user = find(&client, &self.whom.email).await?;
        if !self.yes && !output::confirm(&format!("Erase {} permanently? Type yes: ", describe(&user)))? {
            return Err(failure(exit::REFUSED, "Nothing was erased."));
        }
        client.erase_person(&user.id).await?;
        output::line(format!("Erased {}.", self.whom.email));
        Ok(())
    }
}

fn is_forbidden(error: &ClientError) -> bool {
    error.refusal().is_some_and(|refused| refused.status == 403)
}

/// Every matching account of a role, read page by page in order of creation.
async fn every(client: &Client, role: Role, q: Option<String>) -> Result<Vec<UserView>, ClientError> {
    let mut all = Vec::new();
    for page in 1.. {
        let (page, limit, sort) = (Some(page), Some(ListQuery::MAX_LIMIT), Some("createdAt".to_owned()));
        let read =
            client.list_users(role, &ListQuery { page, limit, sort, q: q.clone(), ..ListQuery::default() }).await?;
        let is_last = (read.rows.len() as u64) < ListQuery::MAX_LIMIT;
        all.extend(read.rows);
        if is_last {
            break;
        }
    }
    Ok(all)
}

/// The account with this address, of any role.
async fn find(client: &Client, email: &str) -> anyhow::Result<UserView> {
    let filters = BTreeMap::from([("email".to_owned(), email_key(email))]);
    let query = ListQuery { filters, ..ListQuery::default() };
    for role in [Role::User, Role::Moderator, Role::Admin] {
        match client.list_users(role, &query).await {
            Ok(mut found) => {
                if let Some(user) = found.rows.pop() {
                    return Ok(user);
                }
            }
            // Callers who may not list administrators can still find the accounts they may see.
            Err(error) if role == Role::Admin && is_forbidden(&error) => {
                let words = format!("There is no account that you may see with the address {email}.");
                return Err(failure(exit::REFUSED, words));
            }
            Err(error) => return Err(error.into()),
        }
    }
    Err(failure(exit::REFUSED, format!("There is no account with the address {email}.")))
}
