//! Prints the OpenAPI document, for `make gen`.

fn main() -> Result<(), serde_json::Error> {
    println!("{}", serde_json::to_string_pretty(&sabi_api::document())?);
    Ok(())
}
