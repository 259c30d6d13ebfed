//! Counts the browsers that load pages, by family and major version, from the `User-Agent` header.

use std::{
    collections::HashMap,
    sync::{PoisonError, RwLock},
};

use metrics::Counter;

use super::Registry;

/// The token before the version, and its family. Specific tokens first: most browsers also claim to be Chrome and
/// Safari.
const FAMILIES: [(&str, &str); 15] = [
    ("OPR/", "opera"),
    ("Opera Mini/", "opera-mini"),
    ("UCBrowser/", "uc-browser"),
    ("SamsungBrowser/", "samsung-internet"),
    ("HuaweiBrowser/", "huawei-browser"),
    ("MiuiBrowser/", "miui-browser"),
    ("Phoenix/", "phoenix"),
    ("EdgA/", "edge"),
    ("EdgiOS/", "edge"),
    ("Edg/", "edge"),
    ("FxiOS/", "firefox-ios"),
    ("Firefox/", "firefox"),
    ("CriOS/", "chrome-ios"),
    ("Chrome/", "chrome"),
    ("Version/", "safari"),
];
/// The family of unknown browsers.
const OTHER: &str = "other";
/// The maximum number of counted pairs of family and version, because a client can send any header.
const MAX_BROWSERS: usize = 300;

/// Page loads by family and version.
#[derive(Default)]
pub(super) struct Browsers(RwLock<HashMap<(&'static str, u16), Counter>>);

impl Browsers {
    /// Counts a page load.
    pub fn loaded(&self, registry: &Registry, agent: &str) {
        let browser = browser(agent);
        if let Some(counter) = self.0.read().unwrap_or_else(PoisonError::into_inner).get(&browser) {
            return counter.increment(1);
        }
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let (family, major) = if known.len() < MAX_BROWSERS { browser } else { (OTHER, 0) };
        let fresh = || {
            let major = major.to_string();
            registry.counter("sabi_page_loads_total", &[("browser", family), ("major", major.as_str())])
        };
        known.entry((family, major)).or_insert_with(fresh).increment(1);
    }
}

/// The family of a browser and its major version; 0 if unknown.
fn browser(agent: &str) -> (&'static str, u16) {
    let version = |word: &str| {
        let (_, rest) = agent.split_once(word)?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        Some(rest.get(..digits)?.parse().ok().filter(|major| *major < 1000).unwrap_or(0))
    };
    let found = FAMILIES.iter().find_map(|(word, family)| Some((*family, version(word)?)));
    match found {
        // Apps with an embedded WebView say so in parentheses.
        Some(("chrome", major)) if agent.contains("; wv)") => ("webview", major),
        Some(("safari", _)) if !agent.contains("Safari/") => (OTHER, 0),
        Some(found) => found,
        None => (OTHER, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_are_distinguished_by_their_user_agents() {
        const LINUX: &str = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)";
        for (agent, expected) in [
            (format!("{LINUX} Chrome/87.0.4280.141 Mobile Safari/537.36"), ("chrome", 87)),
            (
                "Mozilla/5.0 (Linux; Android 9; TECNO; wv) AppleWebKit/537.36 Version/4.0 Chrome/103.0.1 Mobile Safari/537.36"
                    .into(),
                ("webview", 103),
            ),
            (format!("{LINUX} SamsungBrowser/22.0 Chrome/111.0.0.0 Mobile Safari/537.36"), ("samsung-internet", 22)),
            (format!("{LINUX} Chrome/120.0.0.0 Mobile Safari/537.36 OPR/79.0"), ("opera", 79)),
            (format!("{LINUX} Chrome/120.0.0.0 Safari/537.36 Edg/120.0.1"), ("edge", 120)),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Firefox/115.0".into(), ("firefox", 115)),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 14_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
                 Version/14.0 Mobile/15E148 Safari/604.1"
                    .into(),
                ("safari", 14),
            ),
            ("curl/8.0".into(), (OTHER, 0)),
            ("Chrome/".into(), ("chrome", 0)),
            ("Chrome/99999999999999999999".into(), ("chrome", 0)),
            (String::new(), (OTHER, 0)),
        ] {
            assert_eq!(browser(&agent), expected, "{agent}");
        }
    }

    #[test]
    fn made_up_versions_make_no_endless_series() {
        let registry = Registry::new().unwrap();
        let browsers = Browsers::default();
        for family in FAMILIES {
            for major in 0..999 {
                browsers.loaded(&registry, &format!("{}{major}", family.0));
            }
        }
        assert!(browsers.0.read().unwrap().len() <= MAX_BROWSERS + 1);
    }
}
