//! Question banks out over HTTP, and in again in whatever format.

use sabi_core::bank::formats::Format;

use crate::common::{Server, Who};

const BIOLOGY: &str = "exam=jamb-utme&subject=biology&year=2019";

/// Imports a file under its name.
async fn import(
    server: &Server,
    who: &Who,
    name: &str,
    bytes: &[u8],
    more: &[(&str, &str)],
) -> (u16, serde_json::Value) {
    let mut body = Vec::new();
    for (field, value) in [("exam", "jamb-utme"), ("subject", "Biology"), ("year", "2019")].iter().chain(more) {
        let part = format!("--b\r\ncontent-disposition: form-data; name=\"{field}\"\r\n\r\n{value}\r\n");
        body.extend(part.bytes());
    }
    body.extend(format!("--b\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n").bytes());
    body.extend(bytes);
    body.extend(b"\r\n--b--\r\n");
    let kind = Some("multipart/form-data; boundary=b");
    let answer = server.raw(who, "POST", "/admin/questions/import", kind, body).await;
    (answer.status.as_u16(), answer.json())
}

#[tokio::test]
async fn a_year_is_a_file_of_any_format() {
    let server = Server::seeded().await;
    let admin = server.admin().await;
    for format in Format::ALL {
        let path = format!("/admin/questions/export?{BIOLOGY}&format={format}");
        let answer = server.get(&admin, &path).await;
        assert_eq!(answer.status.as_u16(), 200, "{}", answer.text);
        assert_eq!(answer.headers["content-type"], format.content_type());
        let place = answer.headers["content-disposition"].to_str().unwrap();
        assert_eq!(place, format!("attachment; filename=\"jamb-utme-biology-2019.{}\"", format.ending()));
        let losses = server.get(&admin, &path.replace("export?", "export/losses?")).await.expect(200);
        assert!(losses["data"]["rows"].as_u64().unwrap() >= 10, "{losses}");
        let lost = losses["data"]["losses"].as_array().unwrap();
        assert_eq!(lost.is_empty(), format != Format::Aiken, "{losses}");
    }
    let theories = "/admin/theories/export?exam=wassce-waec-ssce&subject=Mathematics&year=2019&format=jsonl";
    let text = server.get(&admin, theories).await.text;
    assert!(text.lines().count() >= 2 && text.contains("\"detailedAnswer\""), "{text}");
}

#[tokio::test]
async fn a_wrong_parameter_is_refused_by_name() {
    let server = Server::seeded().await;
    let admin = server.admin().await;
    for (asked, field) in [
        ("exam=gce&subject=biology&year=2019&format=csv", "exam"),
        ("exam=jamb-utme&subject=biology&year=2019&format=pdf", "format"),
        ("exam=jamb-utme&subject=biology&year=soon&format=csv", "year"),
        ("exam=jamb-utme&year=2019&format=csv", "subject"),
        ("exam=jamb-utme&subject=biology&year=2019&format=csv&topic=x", "topic"),
        ("exam=jamb-utme&subject=biology&year=2019&format=csv&university=x", "university"),
    ] {
        for call in ["export", "export/losses"] {
            let answer = server.get(&admin, &format!("/admin/questions/{call}?{asked}")).await.expect(422);
            assert!(answer[field].is_string(), "{asked}: {answer}");
        }
    }
    let aiken = format!("/admin/theories/export?{BIOLOGY}&format=aiken");
    assert!(server.get(&admin, &aiken).await.expect(422)["format"].is_string());
}

#[tokio::test]
async fn a_form_with_parts_that_no_import_has_is_refused_by_their_name() {
    let server = Server::seeded().await;
    let admin = server.admin().await;
    let (large, many) = ("x".repeat(501), vec![("note", "x"); 60]);
    for (more, field) in [
        (&[("file", "question")][..], "file"),
        (&[("flie", large.as_str())], "flie"),
        (&[("topic", "a\0b")], "topic"),
        (&many, "note"),
    ] {
        let (status, answer) = import(&server, &admin, "bank.csv", b"question\n", more).await;
        assert!(status == 422 && answer[field].is_string(), "{field}: {answer}");
    }
}

#[tokio::test]
async fn imports_take_every_format_by_content_or_by_word() {
    let server = Server::seeded().await;
    let admin = server.admin().await;
    for format in [Format::Csv, Format::Gift, Format::Xml, Format::Jsonl] {
        let file = server.get(&admin, &format!("/admin/questions/export?{BIOLOGY}&format={format}")).await.text;
        let rows = server.get(&admin, &format!("/admin/questions/export/losses?{BIOLOGY}&format={format}")).await;
        let rows = rows.json()["data"]["rows"].clone();
        for more in [&[][..], &[("format", format.word())]] {
            let (status, answer) = import(&server, &admin, "bank", file.as_bytes(), more).await;
            assert_eq!((status, &answer["data"]["unchanged"]), (200, &rows), "{format}: {answer}");
        }
    }
    let aiken = b"What is the newest question of all?\nA. this\nB. that\nANSWER: A\n";
    let (status, answer) = import(&server, &admin, "bank.txt", aiken, &[("dryRun", "true")]).await;
    assert_eq!((status, &answer["data"]["new"]), (200, &1.into()), "{answer}");
    let (status, answer) = import(&server, &admin, "bank.txt", aiken, &[("format", "xml")]).await;
    assert_eq!((status, answer["reason"].as_str()), (415, Some("not-a-bank")), "{answer}");
    let (status, answer) = import(&server, &admin, "bank.txt", aiken, &[("format", "doc")]).await;
    assert!(status == 422 && answer["format"].is_string(), "{answer}");
}
