//! The pages that every site has, as they come with Sabi; administrators put their own words there.

/// Slug, title, HTML.
pub(super) const PAGES: [(&str, &str, &str); 3] = [
    (
        "about-us",
        "About Us",
        "<p>Sabi prepares students in West Africa for JAMB UTME, WAEC, BECE and POST UTME. <em>Sabi</em> is how we say \
            that somebody knows: that is what we want you to be able to say on the day.</p>\
            <h2>What we do</h2>\
            <ul><li><strong>Study</strong>: questions of past years by topic, each with its explanation.</li>\
            <li><strong>Practice</strong>: the same with a clock of your own choice.</li>\
            <li><strong>Mock</strong>: a whole paper under the rules and on the scale of the real examination.</li>\
            <li><strong>Theory</strong>: written answers, marked by moderators.</li></ul>\
            <h2>How we work</h2>\
            <p>Phones are slow, data costs money and the power fails in mid-exam. So our pages are small, a test goes on \
            while you are offline, and each answer is saved as you give it.</p>",
    ),
    (
        "terms-conditions",
        "Terms and Conditions",
        "<p>By making an account you agree to these terms.</p>\
            <h2>Your account</h2>\
            <p>The account is yours alone. Keep its password to yourself, and tell us when somebody else has it. What you \
            tell us about yourself has to be true.</p>\
            <h2>Subscriptions</h2>\
            <p>A plan is paid for once and holds for the days that it names. It belongs to one student, one examination and, \
            for POST UTME, one university. Prices are in naira and include what the law adds.</p>\
            <h2>Questions and answers</h2>\
            <p>The questions, explanations and results are for your own preparation. Do not sell or publish them.</p>\
            <h2>Results</h2>\
            <p>A result here says how you did here. It is neither a certificate nor a promise of the examination board.</p>\
            <h2>Ending</h2>\
            <p>You may close your account at any time. We may block one that is used against these terms.</p>",
    ),
    (
        "privacy-policy",
        "Privacy Policy",
        "<h2>What we keep</h2>\
            <ul><li>What you tell us at registration: name, address for mail, telephone number, country, gender and date of \
            birth.</li>\
            <li>The tests that you sit, the answers that you give, and their results.</li>\
            <li>Your subscriptions and payments; never the number of a card, which only the payment service sees.</li>\
            <li>What you write to us.</li></ul>\
            <h2>What for</h2>\
            <p>To let you prepare, to mark your answers, to tell you your results, and to answer your messages. We neither \
            sell what we know about you nor show you advertisements.</p>\
            <h2>Who sees it</h2>\
            <p>You, our administrators, and the moderators who mark your written answers. Each change that an administrator \
            makes is recorded.</p>\
            <h2>Your rights</h2>\
            <p>You may read all that we keep about you, have it corrected, and have it erased. Write to us from the contact \
            page.</p>",
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
