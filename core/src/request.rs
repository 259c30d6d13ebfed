//! The request that is being handled, for log lines and audit entries.

tokio::task_local! {
    /// The id of the current request.
    static REQUEST: String;
}

/// Runs `work` as part of the request with this id.
pub async fn in_request<F: Future>(id: String, work: F) -> F::Output {
    REQUEST.scope(id, work).await
}

/// The id of the current request.
pub fn request_id() -> Option<String> {
    REQUEST.try_with(Clone::clone).ok()
}

#[cfg(test)]
mod tests {
    use super::{in_request, request_id};

    #[tokio::test]
    async fn work_knows_its_request() {
        assert_eq!(request_id(), None);
        assert_eq!(in_request("r-1".into(), async { request_id() }).await.as_deref(), Some("r-1"));
    }
}
