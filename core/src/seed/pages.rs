//! The default pages of the public site, for administrators to edit.

/// Slug, title, HTML.
pub(super) const PAGES: [(&str, &str, &str); 3] = [
    (
        "about-us",
        "About Us",
        "<p>Sabi prepares students in West Africa for JAMB UTME, WAEC, BECE and POST UTME. <em>Sabi</em> means \
            “to know”. On exam day, we want you to say: “I sabi this one.”</p>\
            <h2>What we do</h2>\
            <ul><li><strong>Study</strong>: past questions by topic, with every answer explained.</li>\
            <li><strong>Practice</strong>: past questions with a timer you set.</li>\
            <li><strong>Mock</strong>: a full paper with the rules and the scoring of the real exam.</li>\
            <li><strong>Theory</strong>: written answers, marked by real people.</li></ul>\
            <h2>How we work</h2>\
            <p>Phones are slow, data is expensive and the light goes in the middle of a test. So our pages are small, your test continues \
            even without network, and every answer is saved as you go.</p>",
    ),
    (
        "terms-conditions",
        "Terms and Conditions",
        "<p>When you create an account, you agree to these terms.</p>\
            <h2>Your account</h2>\
            <p>Your account is only for you. Keep your password to yourself, and tell us if somebody else knows it. What you \
            tell us about yourself must be true.</p>\
            <h2>Subscriptions</h2>\
            <p>You pay for a plan once, and it lasts for the number of days that it shows. It is for one student, one exam and, \
            for POST UTME, one university. Prices are in naira and include taxes.</p>\
            <h2>Refunds</h2>\
            <p>If you paid twice, or your plan did not start, write to us from the contact page with the reference of your \
            payment. We refund to the card or account that you paid with. After a refund you keep the plans from \
            your other payments.</p>\
            <h2>If you are under 18</h2>\
            <p>Ask a parent or guardian before you create an account or pay.</p>\
            <h2>Questions and answers</h2>\
            <p>The questions, explanations and results are for your own studies. Do not sell or publish them.</p>\
            <h2>Results</h2>\
            <p>A result shows how you did on Sabi. It is not a certificate, and not a promise from any examination board.</p>\
            <h2>Ending</h2>\
            <p>You can delete your account at any time: open Account Setting and press <em>Delete my account</em>. We may block an account that breaks these terms.</p>",
    ),
    (
        "privacy-policy",
        "Privacy Policy",
        "<h2>What we keep</h2>\
            <ul><li>What you tell us when you register: name, email, phone number, country, gender and date of \
            birth.</li>\
            <li>The tests you take, your answers, and your results.</li>\
            <li>Your subscriptions and payments. We never see your card number: only the payment provider does.</li>\
            <li>What you write to us.</li></ul>\
            <h2>What for</h2>\
            <p>To help you prepare, mark your answers, show you your results, and answer your messages. We do not \
            sell your data or show you adverts.</p>\
            <h2>Who sees it</h2>\
            <p>You, our administrators, and the moderators who mark your written answers. Every change an administrator \
            makes is recorded.</p>\
            <h2>Your rights</h2>\
            <p>You can see everything we keep about you: open Account Setting and press <em>Download my data</em>. You can \
            correct it under Profile. To have it deleted, press <em>Delete my account</em> in Account Setting. For anything \
            else, write to us from the contact page.</p>\
            <h2>Children</h2>\
            <p>If you are under 18, a parent or guardian may ask for all of this for you.</p>",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html;

    #[test]
    fn texts_are_clean_and_slugs_are_those_that_the_site_links_to() {
        for (slug, title, content) in PAGES {
            assert_eq!(html::clean(content), content, "{slug}");
            assert_eq!(slug::slugify(slug), slug);
            assert!(!title.is_empty());
        }
    }
}
