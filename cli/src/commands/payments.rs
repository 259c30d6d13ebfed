//! `sabi payments`: lists payments and checks them with the gateway.

use std::process::ExitCode;

use sabi_core::{
    plans::{CheckPayments, PaymentRow, naira},
    records::ListQuery,
    store::Id,
};

use crate::{
    exit,
    global_args::GlobalArgs,
    output::{self, Shape},
};

/// The operations on payments.
#[derive(Debug, clap::Subcommand)]
pub enum PaymentsCommand {
    /// List payments, newest first
    List(ListPayments),
    /// Show one payment with every reply from the gateway
    Show(Show),
    /// Check one payment, or twenty open ones, with the gateway now
    Reconcile(Reconcile),
}

/// The arguments of `sabi payments list`.
#[derive(Debug, clap::Args)]
pub struct ListPayments {
    /// Only in this state: pending, paid, failed, abandoned, mismatched, disputed, refunded or reversed
    #[arg(long, value_name = "STATE")]
    state: Option<String>,

    /// Words in the reference, the student's name or address, the exam or the plan
    #[arg(long, value_name = "WORDS")]
    search: Option<String>,

    /// From this day, such as 2026-01-31
    #[arg(long, value_name = "DAY")]
    from: Option<String>,

    /// Until the end of this day
    #[arg(long, value_name = "DAY")]
    to: Option<String>,

    /// Maximum number of payments, newest first, up to 1000; `sabi export payments` writes all
    #[arg(long, default_value_t = 50, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1000))]
    last: u64,

    #[command(flatten)]
    shape: Shape,
}

/// The arguments of `sabi payments show`.
#[derive(Debug, clap::Args)]
pub struct Show {
    /// The payment's reference
    reference: String,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The arguments of `sabi payments reconcile`.
#[derive(Debug, clap::Args)]
pub struct Reconcile {
    /// Only this payment, whatever its state
    reference: Option<String>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl PaymentsCommand {
    /// Runs it.
    pub async fn run(self, global: &GlobalArgs) -> anyhow::Result<ExitCode> {
        match self {
            Self::List(args) => args.run(global).await,
            Self::Show(args) => args.run(global).await,
            Self::Reconcile(args) => args.run(global).await,
        }
    }
}

/// The columns of a table of payments.
const HEADS: [&str; 7] = ["when (UTC)", "reference", "student", "plan", "amount", "gateway", "state"];

fn cells_of(payment: &PaymentRow) -> [String; 7] {
    let at = payment.created_at.format("%Y-%m-%d %H:%M:%S").to_string();
    let plan = format!("{}, {}", payment.plan_name, payment.exam.title);
    let (reference, student) = (payment.id.to_string(), payment.user.email.clone());
    [at, reference, student, plan, naira(payment.amount), payment.gateway.clone(), payment.state.word().into()]
}

impl ListPayments {
    async fn run(self, global: &GlobalArgs) -> anyhow::Result<ExitCode> {
        let given = [("state", self.state), ("from", self.from), ("to", self.to)];
        let filters = given.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect();
        let query = ListQuery { q: self.search, limit: Some(self.last), filters, ..ListQuery::default() };
        let page = global.connect().await?.client.list_payments(&query).await?;
        self.shape.print(HEADS, &page.rows, cells_of)?;
        output::note(format!("{} of {} payments.", page.rows.len(), page.total));
        Ok(ExitCode::SUCCESS)
    }
}

impl Show {
    async fn run(self, global: &GlobalArgs) -> anyhow::Result<ExitCode> {
        let payment = global.connect().await?.client.find_payment(&Id::new(self.reference)).await?;
        if self.json {
            output::json(&payment)?;
            return Ok(ExitCode::SUCCESS);
        }
        let lines = HEADS.into_iter().zip(cells_of(&payment.row)).map(|(head, cell)| [head.to_owned(), cell]);
        let mut rows: Vec<_> = lines.collect();
        let mut add = |head: &str, cell: Option<String>| rows.extend(cell.map(|cell| [head.to_owned(), cell]));
        let minute = |at: sabi_core::clock::Instant| at.format("%Y-%m-%d %H:%M:%S").to_string();
        add("paid at", payment.row.paid_at.map(minute));
        add("message", payment.row.message);
        add("subscription", payment.row.subscription.map(|id| id.to_string()));
        for refund in &payment.refunds {
            add("refunded", Some(format!("{} ({})", naira(refund.amount), refund.reference)));
        }
        for dispute in &payment.disputes {
            let outcome = match dispute.won {
                None => "open",
                Some(true) => "won",
                Some(false) => "lost",
            };
            add("dispute", Some(format!("{} ({outcome})", dispute.id)));
        }
        add("asked next", payment.due_at.map(minute));
        output::line(output::table(["", ""], rows));
        for answer in &payment.answers {
            output::line(format!("\n{} {:?}\n{}", minute(answer.at), answer.from, answer.text));
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl Reconcile {
    async fn run(self, global: &GlobalArgs) -> anyhow::Result<ExitCode> {
        let ask = CheckPayments { reference: self.reference.map(Id::new) };
        let outcome = global.connect().await?.client.check_payments(&ask).await?;
        if self.json {
            output::json(&outcome)?;
        } else {
            let (checked, paid) = (outcome.checked, outcome.paid);
            output::line(format!("Asked about {checked} {}; {paid} paid.", many(checked)));
        }
        if outcome.unreachable > 0 {
            let count = outcome.unreachable;
            return Err(exit::failure(
                exit::UNAVAILABLE,
                format!("The gateway gave no answer about {count} {}; try again later.", many(count)),
            ));
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn many(count: usize) -> &'static str {
    if count == 1 { "payment" } else { "payments" }
}
