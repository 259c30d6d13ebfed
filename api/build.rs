//! Tells the OpenAPI derive what our own small types look like on the wire, and makes sure that the
//! folder of the built web app is there: a debug server reads it at run time, whenever it is filled.

fn main() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    utoipa_config::Config::new()
        .alias_for("Id", "String")
        .alias_for("Instant", "chrono::DateTime<chrono::Utc>")
        .alias_for("Titled", "::sabi_core::records::Ref")
        .write_to_file();
    std::fs::create_dir_all("../web/dist")
}
