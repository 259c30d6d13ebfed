//! Translates libraries' errors about invalid values into readable messages.

use std::borrow::Cow;

/// The reason as a readable message; the library's own if it is readable.
pub fn in_words(cause: &str) -> Cow<'_, str> {
    if let Some((_, range)) = cause.split_once(" is not in ")
        && let Some((first, last)) = range.split_once("..")
    {
        return format!("it is not a number from {first} to {}", last.trim_start_matches('=')).into();
    }
    let words = match cause {
        "invalid digit found in string" | "cannot parse integer from empty string" => "it is not a whole number",
        "invalid float literal" | "cannot parse float from empty string" => "it is not a number",
        "number too large to fit in target type" => "the number is too large",
        "number too small to fit in target type" => "the number is too small",
        "relative URL without a base"
        | "relative URL with a cannot-be-a-base base"
        | "empty host"
        | "invalid port number"
        | "invalid IPv4 address"
        | "invalid IPv6 address"
        | "invalid domain character"
        | "invalid international domain name"
        | "a cannot-be-a-base URL doesn’t have a host to set" => "it is not an address such as https://sabi.example",
        "invalid socket address syntax" => "it is not an address with a port, such as 127.0.0.1:8080",
        "invalid IP address syntax" => "it is not an address or a network, such as 10.0.0.0/8",
        "value was not a boolean" | "provided string was not `true` or `false`" => "it is not true or false",
        own => return own.into(),
    };
    words.into()
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use ipnet::IpNet;
    use sabi_api::client::Url;

    use super::in_words;

    #[test]
    fn no_library_speaks_to_people() {
        let number = |text: &str| text.parse::<u16>().unwrap_err().to_string();
        let address = |text: &str| text.parse::<Url>().unwrap_err().to_string();
        for (cause, words) in [
            (number("x"), "whole number"),
            (number(""), "whole number"),
            (number("70000"), "too large"),
            (address("sabi.example"), "an address such as"),
            (address("http://"), "an address such as"),
            (address("http://a:99999"), "an address such as"),
            ("x".parse::<SocketAddr>().unwrap_err().to_string(), "with a port"),
            ("x".parse::<IpNet>().unwrap_err().to_string(), "a network"),
            ("301 is not in 1..=300".into(), "from 1 to 300"),
        ] {
            let told = in_words(&cause);
            assert!(told.contains(words), "{cause}: {told}");
        }
        assert_eq!(in_words("a filter is NAME=VALUE"), "a filter is NAME=VALUE");
    }
}
