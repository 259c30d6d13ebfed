//! Tells the OpenAPI derive what our own small types look like on the wire.

fn main() {
    utoipa_config::Config::new()
        .alias_for("Id", "String")
        .alias_for("Instant", "chrono::DateTime<chrono::Utc>")
        .alias_for("Titled", "::sabi_core::records::Ref")
        .write_to_file();
}
