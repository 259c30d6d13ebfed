//! The SurrealDB server that `make test-remote` runs Sabi's servers over.

fn main() -> std::process::ExitCode {
    surrealdb_server::init(surrealdb_server::core::CommunityComposer())
}
