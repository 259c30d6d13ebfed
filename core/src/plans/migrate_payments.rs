//! Migration of stored payments: adds lists of disputes, and removes data about cards (rulings 42 and 43).

use surrealdb::types::SurrealValue;

use super::{
    payment::{Dispute, Payment, StoredResponse},
    redact::redact,
};
use crate::{
    Result,
    store::{Id, Packed, Record as _, Tx},
};

/// Payments per read.
const BATCH: usize = 200;
/// Messages of our own from earlier releases contain these words, followed by a quotation of the gateway's response.
const QUOTING: &str = "its answer cannot be read";

#[derive(SurrealValue)]
struct Old {
    id: Id<Payment>,
    #[surreal(default)]
    dispute: Option<Dispute>,
    /// Present if the payment already has the new form.
    #[surreal(default)]
    disputes: Option<Vec<Dispute>>,
    answers: Packed<Vec<StoredResponse>>,
}

#[derive(SurrealValue)]
struct New {
    id: Id<Payment>,
    disputes: Vec<Dispute>,
    answers: Packed<Vec<StoredResponse>>,
}

/// Reduces each response to the fields that may be stored, and gives each payment a list of disputes.
pub(crate) async fn reduce_answers(tx: &Tx) -> Result<()> {
    tx.query(format!("DEFINE TABLE IF NOT EXISTS {} SCHEMALESS", Payment::TABLE)).done().await?;
    let ids: Vec<Id<Payment>> = tx.query("SELECT VALUE id FROM payment").all().await?;
    for batch in ids.chunks(BATCH) {
        let old = tx.query("SELECT id, dispute, disputes, answers FROM $ids").bind(("ids", batch.to_vec()));
        let old: Vec<Old> = old.all().await?;
        let new: Vec<New> = old.into_iter().map(renewed).collect();
        let sql = "FOR $row IN $rows { UPDATE $row.id SET disputes = $row.disputes, answers = $row.answers, \
            dispute = NONE, withheld = NONE RETURN NONE }";
        tx.query(sql).bind(("rows", new)).done().await?;
    }
    Ok(())
}

fn renewed(Old { id, dispute, disputes, answers }: Old) -> New {
    let answers = answers.0.into_iter().map(|one| StoredResponse { text: reduced(&one.text), ..one });
    New {
        id,
        disputes: dispute.into_iter().chain(disputes.into_iter().flatten()).collect(),
        answers: Packed(answers.collect()),
    }
}

/// Removes the quoted response from our own messages, and reduces the body of a response.
fn reduced(text: &str) -> String {
    match text.trim_start().starts_with(['{', '[', '<', '"']) {
        true => redact(text),
        false => text.split_inclusive(QUOTING).next().unwrap_or_default().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_answers_lose_what_may_not_be_kept() {
        for (stored, left) in [
            (
                r#"{"status":true,"data":{"status":"success","ip_address":"::1"}}"#,
                r#"{"data":{"status":"success"},"status":true}"#,
            ),
            (r#"{"status":true,"data":{"authorization":{"last4":"40…"#, "(not JSON)"),
            ("<html>Bad gateway</html>", "(not JSON)"),
            ("(erased)", "(erased)"),
            ("the payment gateway: it answered 502 Bad Gateway", "the payment gateway: it answered 502 Bad Gateway"),
            (
                "the payment gateway: its answer cannot be read: invalid type: string \"4081\"",
                "the payment gateway: its answer cannot be read",
            ),
        ] {
            let json = |text: &str| serde_json::from_str::<serde_json::Value>(text).ok();
            let reduced = reduced(stored);
            assert!(reduced == left || (json(left).is_some() && json(&reduced) == json(left)), "{reduced}");
        }
    }
}
