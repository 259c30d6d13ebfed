//! Cleaning rich text.
/// Cleans.
pub fn clean(html: &str) -> String {
    ammonia::clean(html)
}
