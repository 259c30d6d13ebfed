//! The addresses of the app's screens. Any other address gets 404.

/// One pattern per line, such as `/news/:id`. A web test keeps the file equal to the app's routes.
const ROUTES: &str = include_str!("../../web/routes.txt");

/// Whether the app has a screen at this path. Like the app, it ignores case and a trailing slash.
pub fn exists(path: &str) -> bool {
    ROUTES.lines().any(|pattern| matches(pattern, path))
}

fn matches(pattern: &str, path: &str) -> bool {
    let mut segments = path.trim_matches('/').split('/');
    for part in pattern.trim_matches('/').split('/') {
        if part == "*" {
            return true;
        }
        match segments.next() {
            Some(segment) if part.starts_with(':') && !segment.is_empty() => {}
            Some(segment) if part.eq_ignore_ascii_case(segment) => {}
            _ => return false,
        }
    }
    segments.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn screens_are_distinguished_from_other_addresses() {
        for path in ["/", "/login", "/Login", "/admin", "/admin/", "/admin/exams/edit/x", "/admin/instructions/add"] {
            assert!(exists(path), "{path}");
        }
        for path in ["/admin/foo/bar", "/admin/exams/edit", "/what/ever.html", "/logins", "/admin/exams/edit/x/y"] {
            assert!(!exists(path), "{path}");
        }
    }

    #[test]
    fn a_parameter_is_one_segment_and_never_empty() {
        assert!(matches("/news/:id", "/news/a"));
        assert!(!matches("/news/:id", "/news/"));
        assert!(!matches("/news/:id", "/news/a/b"));
        assert!(matches("/admin/instructions/*", "/admin/instructions/a/b"));
    }
}
