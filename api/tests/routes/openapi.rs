//! The committed OpenAPI document is the one that the routes give.

#[test]
fn the_committed_document_is_fresh() {
    let fresh = serde_json::to_string_pretty(&sabi_api::document()).unwrap() + "\n";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json");
    let committed = std::fs::read_to_string(path).unwrap_or_default();
    assert!(committed == fresh, "api/openapi.json is stale: run `make gen` and commit what it changes");
}
