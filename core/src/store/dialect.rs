//! Classifies the database's errors. It reports many kinds of them only by their text, which is read here; `engine`
//! also recognises a folder that another process holds.

use surrealdb::types::QueryError;

use crate::Error;

/// Sentences that the database puts before the engine's own message.
const PREFIXES: [&str; 4] = [
    "The query was not executed due to a failed transaction. ",
    "Cannot COMMIT: ",
    "There was a problem with the key-value store: ",
    "There was a problem with a transaction: ",
];
/// The engine's word for data that the disk returned differently from what was written.
const CORRUPTION: &str = "Corruption";
/// The text around the referring record when a deletion is refused (`REFERENCE ON DELETE REJECT`).
const REFERRER: (&str, &str) = ("as it is referenced by `", "` with an ON DELETE REJECT clause");

impl From<surrealdb::Error> for Error {
    fn from(error: surrealdb::Error) -> Self {
        let message = error.message();
        // A query reports a conflict by its kind, a commit only by its text.
        let is_conflict = matches!(error.query_details(), Some(QueryError::TransactionConflict));
        // A transaction is not found after its connection was lost, and nothing of it is stored.
        if is_conflict || cause(message).starts_with("Transaction conflict") || message == "Transaction not found" {
            return Self::Contended;
        }
        if error.is_already_exists() {
            return Self::taken("", "This record already exists.");
        }
        // A violated unique index is an internal error that differs from others only in its text.
        if message.contains("already contains") {
            return Self::taken("", "A record with these values already exists.");
        }
        // A closing engine refuses commits. Whether it stored one that it had already accepted is unknown.
        if error.is_connection() || message.ends_with("The datastore is shutting down") {
            return Self::Unavailable(message.into());
        }
        Self::Internal(format!("store: {message}"))
    }
}

/// Whether the database does not know whether a commit was stored. A database over several machines may not.
pub(super) fn is_unknown_outcome(message: &str) -> bool {
    cause(message).starts_with("The transaction's commit outcome is unknown")
}

/// The engine's message about a disk fault, if the error is one.
pub(super) fn disk_fault(message: &str) -> Option<&str> {
    let cause = cause(message);
    ["IO error", CORRUPTION].iter().any(|fault| cause.starts_with(fault)).then_some(cause)
}

/// Whether a disk fault is data that the disk returned differently from what was written.
pub(super) fn is_corruption(cause: &str) -> bool {
    cause.starts_with(CORRUPTION)
}

/// Whether a store could not be opened because files are damaged or missing.
pub(super) fn is_damaged(message: &str) -> bool {
    message.contains(CORRUPTION) || message.contains("No such file or directory")
}

/// Whether a database server's certificate comes from an unknown authority.
pub(super) fn is_untrusted(message: &str) -> bool {
    message.contains("UnknownIssuer")
}

/// Table and key of the record because of which the database refused a deletion.
pub(crate) fn referrer(error: &Error) -> Option<(&str, &str)> {
    let Error::Internal(message) = error else { return None };
    let (_, rest) = message.split_once(REFERRER.0)?;
    let (table, key) = rest.rsplit_once(REFERRER.1)?.0.split_once(':')?;
    Some((table, key.trim_matches(['`', '⟨', '⟩'])))
}

/// The engine's own message, without the sentences before it. Only its beginning counts: later parts may contain a
/// caller's own words.
fn cause(message: &str) -> &str {
    PREFIXES.iter().fold(message, |rest, prefix| rest.strip_prefix(prefix).unwrap_or(rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;

    /// Errors as the database words them today.
    #[tokio::test]
    async fn the_database_s_refusals_are_recognised() {
        let store = Store::open_empty("mem://").await.unwrap();
        let schema = "DEFINE TABLE exam SCHEMALESS; DEFINE TABLE plan SCHEMALESS; \
            DEFINE INDEX slug ON exam FIELDS slug UNIQUE; \
            DEFINE FIELD exam ON plan TYPE record<exam> REFERENCE ON DELETE REJECT; \
            CREATE exam:utme SET slug = 'utme'; CREATE plan:`a-b` SET exam = exam:utme;";
        store.write(schema).done().await.unwrap();

        let same_key = store.write("CREATE exam:utme").done().await.unwrap_err();
        assert!(same_key.is_taken() && same_key.to_string().contains("record already exists"), "{same_key:?}");
        let same_slug = store.write("CREATE exam SET slug = 'utme'").done().await.unwrap_err();
        assert!(same_slug.is_taken() && same_slug.to_string().contains("these values"), "{same_slug:?}");
        let referred = store.write("DELETE exam:utme").done().await.unwrap_err();
        assert_eq!(referrer(&referred), Some(("plan", "a-b")), "{referred:?}");

        let [first, second] = [store.begin().await.unwrap(), store.begin().await.unwrap()];
        for (tx, slug) in [(&first, "one"), (&second, "two")] {
            tx.query("UPDATE exam:utme SET slug = $slug").bind(("slug", slug)).done().await.unwrap();
        }
        first.commit().await.unwrap();
        let conflict = second.commit().await.unwrap_err();
        assert!(matches!(conflict, Error::Contended), "{conflict:?}");
    }

    #[test]
    fn the_kind_of_an_error_follows_from_its_text() {
        let error = |message: &str| Error::from(surrealdb::Error::internal(message.to_owned()));
        for message in [
            "Transaction conflict: Write conflict, retry the transaction. This transaction can be retried",
            "There was a problem with the key-value store: Transaction conflict: x",
            "Transaction not found",
        ] {
            assert!(matches!(error(message), Error::Contended), "{message}");
        }
        for message in ["The datastore is shutting down", "Cannot COMMIT: The datastore is shutting down"] {
            assert!(matches!(error(message), Error::Unavailable(_)), "{message}");
        }
        let lost = surrealdb::Error::connection("The socket is closed".into(), None);
        assert!(matches!(Error::from(lost), Error::Unavailable(_)));
        for message in ["Parse error: Transaction conflict", "Transaction not found in the log", "anything else"] {
            assert!(matches!(error(message), Error::Internal(_)), "{message}");
        }
        assert_eq!(referrer(&error("Cannot delete `exam:utme`")), None);
    }

    #[test]
    fn only_the_engine_s_own_words_are_a_fault_of_the_disk() {
        for message in [
            "There was a problem with a transaction: IO error: No space left on device: While appending to file: x.log",
            "IO error: While fsync: x.log: Input/output error",
            "Cannot COMMIT: There was a problem with a transaction: IO error: No space left on device",
            "The query was not executed due to a failed transaction. There was a problem with a transaction: IO error: x",
            "There was a problem with a transaction: Corruption: block checksum mismatch",
            "There was a problem with the key-value store: There was a problem with a transaction: Corruption: x",
        ] {
            let fault = disk_fault(message).expect(message);
            assert_eq!(is_corruption(fault), message.contains("Corruption"), "{message}");
        }
        for message in [
            "Database index `user_email` already contains 'IO error', with record `user:1`",
            "An error occurred: There was a problem with a transaction: IO error",
            "There was a problem with a transaction: Resource busy",
        ] {
            assert_eq!(disk_fault(message), None, "{message}");
        }
    }

    #[test]
    fn a_commit_with_an_unknown_outcome_is_recognised_by_the_database_s_own_words() {
        for message in [
            "The transaction's commit outcome is unknown; it may or may not have been applied: x",
            "There was a problem with a transaction: The transaction's commit outcome is unknown; x",
            "The transaction's commit outcome is unknown, so whether this query was applied is undetermined",
        ] {
            assert!(is_unknown_outcome(message), "{message}");
        }
        let own =
            "Database index `x` already contains 'The transaction's commit outcome is unknown', with record `user:1`";
        assert!(!is_unknown_outcome(own));
    }

    #[test]
    fn what_hinders_opening_a_store_is_recognised() {
        assert!(
            is_damaged("Corruption: checksum mismatch") && is_damaged("IO error: No such file or directory: 1.sst")
        );
        assert!(!is_damaged("IO error: lock: Resource temporarily unavailable"));
        assert!(is_untrusted("invalid peer certificate: UnknownIssuer") && !is_untrusted("invalid peer certificate"));
    }
}
