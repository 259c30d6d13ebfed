//! Allowed and refused templates, and their output.

use crate::mail::{MailKind, Problem, Rendered, TemplateError, Values, check, render};

fn site() -> url::Url {
    "https://sabi.example".parse().unwrap()
}

fn values() -> Values {
    Values::default().text("name", "Ada").text("empty", "").text("link", "https://sabi.example/a?b=1&c=2")
}

/// The subject, the text without its footer, and the HTML without its frame.
fn made(subject: &str, content: &str, values: &Values) -> (String, String, String) {
    let rendered = render(subject, content, "Because.", values).unwrap();
    let text = rendered.text.strip_suffix("\n\n-- \nSabi\nBecause.\n").expect("a foot").to_owned();
    let html = rendered.html.split_once("overflow-wrap:anywhere;\">\n").unwrap().1.split_once("\n</td>").unwrap().0;
    (rendered.subject, text, html.to_owned())
}

#[test]
fn values_are_text_in_the_html_and_in_the_text_part() {
    let name = "<script>alert(\"1\")</script> & 'co' /\r\nnext\rlast";
    let (subject, text, html) = made("Hi {{ name }}", "<p>{{ name }}</p>", &Values::default().text("name", name));
    assert_eq!(subject, "Hi <script>alert(\"1\")</script> & 'co' / next last");
    assert_eq!(html, "<p>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#x27;co&#x27; /<br>next<br>last</p>");
    assert_eq!(text, "<script>alert(\"1\")</script> & 'co' /\nnext\nlast");
}

#[test]
fn a_value_is_never_a_template() {
    let (subject, text, _) = made("{{ name }}", "{{ name }}", &Values::default().text("name", "{{ link }}{% x %}"));
    assert_eq!((subject.as_str(), text.as_str()), ("{{ link }}{% x %}", "{{ link }}{% x %}"));
}

#[test]
fn clean_html_is_kept_in_the_content() {
    let values = Values::default().html("reply", "<p>Yes, <strong>both</strong>:</p><ul><li>one</li><li>two</li></ul>");
    let (_, text, html) = made("S", "{{ reply }}", &values);
    assert_eq!(html, "<p>Yes, <strong>both</strong>:</p><ul><li>one</li><li>two</li></ul>");
    assert_eq!(text, "Yes, both:\n* one\n* two");
}

#[test]
fn a_mail_subject_is_always_one_line() {
    let table = [
        ("Ada\r\nBcc: everybody@school.example", "Ada Bcc: everybody@school.example"),
        ("Ada\nX: y\n\n<p>body</p>", "Ada X: y <p>body</p>"),
        ("a\rb\u{b}c\u{c}d\u{85}e\u{2028}f\u{2029}g\0h\u{1b}i", "a b c d e f g h i"),
        ("  Ọlá \t 2 ", "Ọlá 2"),
    ];
    for (value, expected) in table {
        let values = Values::default().text("name", value);
        assert_eq!(made("{{ name }}", "", &values).0, expected, "{value:?}");
    }
    assert_eq!(made("one\n{{ name }}\n", "", &values()).0, "one Ada");
}

#[test]
fn conditions_choose() {
    let content = "{% if empty %}no{% elif not name and empty %}no{%- else -%} {# why #}yes {{ name }}{% endif %}";
    assert_eq!(made("S", content, &values()).1, "yes Ada");
}

#[test]
fn a_placeholder_without_a_value_is_named() {
    for (subject, content, field) in [("{{ nmae }}", "", "subject"), ("S", "{% if nmae %}x{% endif %}", "content")] {
        let error = render(subject, content, "", &values()).unwrap_err();
        assert_eq!(error, TemplateError::Undefined { field, placeholder: "nmae".into() });
        assert!(error.to_string().contains("{{ nmae }}"), "{error}");
    }
}

#[test]
fn tags_that_mails_do_not_need_are_refused() {
    let bombs = [
        "{% for a in name %}{% for b in name %}{% for c in name %}x{% endfor %}{% endfor %}{% endfor %}",
        "{% for i in range(100000000) %}{{ i }}{% endfor %}",
        "{% set name = name ~ name %}{{ name }}",
        "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
        "{% include 'secret.key' %}",
        "{% import 'secret.key' as s %}",
        "{% extends 'secret.key' %}",
        "{% block b %}{% endblock %}",
        "{% raw %}{{ x }}{% endraw %}",
        "{% filter upper %}x{% endfilter %}",
        "{% autoescape false %}{{ name }}{% endautoescape %}",
        "{% with a = 1 %}{{ a }}{% endwith %}",
        "{{ 'x' * 100000000 }}",
        "{{ name * 100000000 }}",
        "{{ name|safe }}",
        "{{ name.upper() }}",
        "{{ name[0] }}",
        "{{ '}} {{ name' }}",
        "{{ loop }}",
        "{{ self }}",
        "{{ true }}",
        "{{ name if name }}",
        "{% if name is defined %}x{% endif %}",
        "{% if name == 'Ada' %}x{% endif %}",
        "{% if 'a' in name %}x{% endif %}",
    ];
    for bomb in bombs {
        let content = format!("<p>\n{bomb}</p>");
        let problems = check("S", &content, &["name"], &[]);
        assert_eq!(problems.len(), 1, "{bomb}: {problems:?}");
        assert_eq!((problems[0].field, problems[0].line), ("content", 2), "{bomb}");
        assert!(problems[0].message.starts_with("Line 2: only {{ placeholder }}"), "{bomb}: {}", problems[0]);
        assert!(matches!(render("S", &content, "", &values()), Err(TemplateError::Template(_))), "{bomb}");
    }
}

#[test]
fn a_syntax_error_is_reported_with_its_line() {
    let table =
        ["a\nb {{ name", "a\n{{ }}", "a\n{% if name %}x", "a\n{% endif %}", "a\n{{ name }", "a\n{# never closed"];
    for source in table {
        for (subject, content, field) in [(source, "", "subject"), ("S", source, "content")] {
            let problems = check(subject, content, &["name"], &[]);
            assert_eq!(problems.len(), 1, "{source}: {problems:?}");
            assert_eq!((problems[0].field, problems[0].line), (field, 2), "{source}: {}", problems[0]);
            assert!(matches!(render(subject, content, "", &values()), Err(TemplateError::Template(_))), "{source}");
        }
    }
}

#[test]
fn every_unknown_and_every_missing_placeholder_is_named() {
    let problems =
        check("{{ nmae }}", "<p>\n{{ name }} {{ lnik }}\n{% if surname %}x{% endif %}", &["name", "link"], &["link"]);
    let told = |problem: &Problem| (problem.field, problem.line, problem.placeholder.clone().unwrap());
    let told: Vec<_> = problems.iter().map(told).collect();
    let expected = [("subject", 1, "nmae"), ("content", 2, "lnik"), ("content", 3, "surname"), ("content", 1, "link")];
    assert_eq!(told, expected.map(|(field, line, name)| (field, line, name.to_owned())));
    assert_eq!(problems[0].message, "Line 1: {{ nmae }} is not a placeholder of this template. Use: name, link");
    assert!(check("{{ name }}", "{ {{ link }} } 100 %} }}", &["name", "link"], &["link"]).is_empty());
}

#[test]
fn links_stay_whole_in_the_text_part() {
    let link = format!("https://sabi.example/activate-account/{}", "a1B2".repeat(20));
    let values = Values::default().text("link", &link);
    let (_, text, html) = made("S", "<p>Go <a href=\"{{ link }}\">there</a> now</p>", &values);
    assert_eq!(text, format!("Go there:\n{link}\nnow"));
    assert!(html.contains(&link));
}

#[test]
fn long_values_and_odd_signs_end() {
    let odd = [
        "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}",
        "\u{263a}\u{fe0f}",
        "\u{1}a",
        "\u{200b}",
        "é\u{301}",
        "漢",
        "\u{202e}x",
    ];
    for sign in odd {
        let long = sign.repeat(2000);
        let (_, text, _) = made("S", "<p>Hi {{ name }}</p>", &Values::default().text("name", long));
        assert!(text.starts_with("Hi"), "{sign:?}");
    }
    let lines = Values::default().text("name", "line\n".repeat(5000));
    assert_eq!(made("S", "{{ name }}", &lines).1.lines().count(), 5000);
}

#[test]
fn elements_a_hundred_deep_are_refused_and_siblings_are_not() {
    let deep = format!("{}x{}", "<table><tr><td>".repeat(40), "</td></tr></table>".repeat(40));
    assert_eq!(check("S", &deep, &[], &[]).len(), 1);
    assert!(matches!(render("S", &deep, "", &values()), Err(TemplateError::Text(_))));
    let html = Values::default().html("reply", "<b>".repeat(5000));
    assert!(matches!(render("S", "{{ reply }}", "", &html), Err(TemplateError::Text(_))));
    let wide = "<p>a<br>b<img src=\"/x.png\"></p><hr>".repeat(300);
    assert!(check("S", &wide, &[], &[]).is_empty());
    assert!(render("S", &wide, "", &values()).is_ok());
}

#[test]
fn the_templates_as_they_come() {
    for kind in MailKind::ALL.iter().copied() {
        assert_eq!(MailKind::from_slug(kind.slug()), Some(kind));
        assert_eq!(kind.check(kind.subject(), kind.content(), &site()), [], "{kind:?}");
        let mail = kind.render(kind.subject(), kind.content(), &site(), &kind.samples()).unwrap();
        assert!(!mail.html.contains("http-equiv") && !mail.html.contains("<script"), "{kind:?}");
        insta::assert_snapshot!(kind.slug(), format!("Subject: {}\n\n{}\n{}", mail.subject, mail.text, mail.html));
    }
    assert_eq!(MailKind::from_slug("other"), None);
}

#[test]
fn a_receipt_names_university_and_reference_where_there_are_any() {
    let kind = MailKind::SubscriptionReceipt;
    let values = kind.samples().text("university", "").text("reference", "");
    let Rendered { subject, text, .. } = kind.render(kind.subject(), kind.content(), &site(), &values).unwrap();
    assert_eq!(subject, "Your plan: Gold for POST UTME");
    assert!(text.contains("* Exam: POST UTME\n* Given on: 2 Mar 2026\n"), "{text}");
    assert!(!text.contains("receipt") && !text.contains("buy"), "nothing was paid: {text}");
}

#[test]
fn activation_and_reset_need_their_link() {
    for kind in [MailKind::Activation, MailKind::PasswordReset] {
        let problems = kind.check("S", "<p>Hello {{ first_name }}</p>", &site());
        assert_eq!(problems.iter().map(|problem| problem.placeholder.as_deref()).collect::<Vec<_>>(), [Some("link")]);
    }
}

#[test]
fn a_template_that_is_older_than_the_rule_sends_no_link_elsewhere() {
    for content in
        ["<img src=\"https://evil.test/{{ link }}\">", "<a href=\"https://evil.test/{{ link }}\">x</a>", "{{ link }}"]
    {
        let kind = MailKind::PasswordReset;
        let refused = kind.render("S", content, &site(), &kind.samples());
        assert!(matches!(refused, Err(TemplateError::Template(_))), "{content}");
    }
}
