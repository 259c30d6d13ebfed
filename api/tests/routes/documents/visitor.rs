//! The calls of document 1: accounts, and what anybody reads.

use super::{Row, row};

const REGISTRATION: &str =
    "first_name last_name email dob gender password confirm_password mobile_number mobile_code nationality";

/// Document 1: what a visitor does before the first mail.
pub const REGISTER: &[Row] = &[row("POST", "/register", REGISTRATION, "user", "user")];
/// With the mail's link.
pub const ACTIVATE: &[Row] = &[
    row("GET", "/activate-account/{token}", "", "success", ""),
    row("POST", "/login", "email password bearer", "user", "user"),
];
/// Signed in; the words of the forgotten password last, because each new password ends all sessions.
pub const SIGNED_IN: &[Row] = &[
    row("GET", "/me", "", "user", ""),
    row("GET", "/admin/users/{user}", "", "user", ""),
    row(
        "PUT",
        "/me/update",
        "first_name last_name mobile_code mobile_number email dob gender nationality",
        "success",
        "",
    ),
    row("PUT", "/password/update", "oldPassword newPassword confirmPassword", "success", ""),
    row("POST", "/password/forgot", "email", "message", ""),
];
/// With the link of that mail.
pub const RESET: &[Row] = &[
    row("PUT", "/password/reset/{token}", "password confirm_password", "success", ""),
    row("POST", "/admin/forgot-password", "email", "message", ""),
];

/// Signed in again.
pub const LEAVE: &[Row] = &[row("GET", "/logout", "", "success", "")];

/// Document 1: what anybody reads and writes.
pub const VISITOR: &[Row] = &[
    row("GET", "/country", "", "countries", ""),
    row("GET", "/get-categories", "", "data", ""),
    row("GET", "/exam-types", "", "data", ""),
    row("GET", "/courses", "", "data", "course"),
    row("GET", "/subjects/{course}", "", "data", ""),
    row("GET", "/admin/banners", "", "banners", ""),
    row("GET", "/admin/home-setting", "", "data", ""),
    row("GET", "/get-testimonials", "", "testimonials", ""),
    row("GET", "/get-news-list", "", "data", "news"),
    row("GET", "/get-news-detail/{news}", "", "data", ""),
    row("GET", "/page/about-us", "", "data", ""),
    row("POST", "/admin/subscribenewsletter/add", "email", "success", ""),
    row("GET", "/faqs", "", "data", ""),
    row("POST", "/admin/contactus/add", "firstName lastName mobileNo email subject message", "success", ""),
];
