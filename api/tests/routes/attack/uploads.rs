//! Pictures that are none, are too large, or are named to lead elsewhere (ruling 25).

use std::path::Path;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::json;

use crate::common::{Answer, Server, Who};

/// A PNG of one pixel.
pub fn dot() -> Vec<u8> {
    let text = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
    STANDARD.decode(text).unwrap()
}

/// The header of a PNG of this size, with a true checksum, and nothing of the picture but its end.
fn header_only(side: u32) -> Vec<u8> {
    let mut file = dot();
    let ihdr = [b"IHDR", &side.to_be_bytes()[..], &side.to_be_bytes(), &[8, 6, 0, 0, 0]].concat();
    let crc = !ihdr.iter().fold(!0u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| crc >> 1 ^ if crc & 1 == 1 { 0xEDB8_8320 } else { 0 })
    });
    file[12..29].copy_from_slice(&ihdr);
    file[29..33].copy_from_slice(&crc.to_be_bytes());
    file
}

const SVG: &[u8] = b"<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>";
const HTML: &[u8] = b"<!doctype html><html><body><script>alert(1)</script></body></html>";

async fn upload(server: &Server, who: &Who, name: &str, bytes: &[u8]) -> Answer {
    server.ask("POST", "/api/upload-image").by(who).file(name, bytes).send().await
}

/// The files below a folder.
fn files(folder: &Path) -> Vec<String> {
    std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

fn is_picture_name(name: &str) -> bool {
    name.len() == 68 && name.ends_with(".png") && name[..64].bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[tokio::test]
async fn only_editors_upload_and_everyone_sees() {
    let server = Server::seeded().await;
    let admin = server.admin().await;
    upload(&server, &Who::Nobody, "a.png", &dot()).await.expect(401);
    upload(&server, &server.student().await, "a.png", &dot()).await.expect(403);
    let made = upload(&server, &admin, "a.png", &dot()).await.expect(201);
    let url = made["url"].as_str().unwrap();
    assert!(is_picture_name(url.strip_prefix("/uploads/").unwrap()), "{url}");
    let seen = server.ask("GET", url).send().await;
    assert_eq!((seen.status.as_u16(), seen.headers["content-type"].to_str().unwrap()), (200, "image/png"));
    assert_eq!(seen.headers["cache-control"], "public, max-age=31536000, immutable");
    assert_eq!(seen.headers["x-content-type-options"], "nosniff");
    let policy = seen.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.contains("default-src 'none'") && policy.contains("sandbox"), "a picture never runs: {policy}");
    assert_eq!(upload(&server, &admin, "b.png", &dot()).await.expect(201)["url"], url, "its name is its content's");

    let small = server.ask("GET", &format!("{url}?size=small")).send().await;
    assert_eq!((small.status.as_u16(), &small.headers["cache-control"]), (200, &seen.headers["cache-control"]));
    for wrong in ["size=huge", "size=", "size=small&size=thumb"] {
        let refused = server.ask("GET", &format!("{url}?{wrong}")).send().await.expect(422);
        assert!(refused["size"].is_string(), "{wrong}: {refused}");
    }
}

#[tokio::test]
async fn svg_and_html_are_refused_under_any_name() {
    let server = Server::seeded().await;
    let admin = server.admin().await;
    let demo = files(&server.data().join("uploads")).len();
    for (name, bytes) in [
        ("a.png", SVG),
        ("a.png", HTML),
        ("a.jpg", HTML),
        ("a.svg", SVG),
        ("a.png.svg", &dot()),
        ("a.html", &dot()),
        ("a.php", &dot()),
        ("png", &dot()),
        ("a.jpg", &dot()),
        ("a.png", b"\x89PNG\r\n\x1a\n<script>alert(1)</script>"),
        ("a.gif", b"GIF89a<script>alert(1)</script>"),
        ("a.png", b""),
    ] {
        let refused = upload(&server, &admin, name, bytes).await.expect(415);
        assert_eq!(refused["reason"], "not-a-picture", "{name}");
        assert!(refused["file"].is_string());
        // The same through a form of the back office.
        let body = json!({
            "title": "X", "description": "x", "status": true, "imageName": name, "logo": STANDARD.encode(bytes),
        });
        let refused = server.post(&admin, "/admin/university/add", body).await;
        assert!(matches!(refused.status.as_u16(), 415 | 422), "{name}: {}", refused.text);
        assert!(refused.json()["logo"].is_string(), "{name}: {}", refused.text);
    }
    assert_eq!(files(&server.data().join("uploads")).len(), demo);
}

#[tokio::test]
async fn a_form_keeps_its_picture_and_nothing_that_only_looks_like_an_address() {
    let server = Server::seeded().await;
    let admin = server.admin().await;
    let form = |logo: &str, name: &str| json!({ "title": "Uni of X", "description": "x", "status": true, "imageName": name, "logo": logo });
    let data = format!("data:image/png;base64,{}", STANDARD.encode(dot()));
    let made = server.post(&admin, "/admin/university/add", form(&data, "crest.png")).await.expect(201);
    let logo = made["data"]["logo"].as_str().unwrap();
    assert!(is_picture_name(logo.strip_prefix("/uploads/").unwrap()), "{logo}");
    for bad in [
        "javascript:alert(1)//.png",
        "data:image/svg+xml;base64,PHN2Zz4=",
        "//evil.test/x.png",
        "file:///etc/x.png",
        "/uploads.png",
    ] {
        let refused = server.post(&admin, "/admin/university/add", form(bad, "")).await.expect(422);
        assert_eq!(refused["logo"], "Please select valid image.", "{bad}");
    }
}

#[tokio::test]
async fn a_picture_of_900_megapixels_is_refused_by_its_header() {
    let server = Server::seeded().await;
    let admin = server.admin().await;
    let bomb = header_only(30_000);
    let refused = upload(&server, &admin, "a.png", &bomb).await.expect(413);
    assert_eq!(
        (&refused["reason"], &refused["file"]),
        (&json!("too-large"), &json!("The image has more than 40 megapixels."))
    );
    let body = json!({ "title": "X", "description": "x", "imageName": "a.png", "logo": STANDARD.encode(bomb) });
    assert!(server.post(&admin, "/admin/university/add", body).await.expect(413)["logo"].is_string());
}

#[tokio::test]
async fn a_picture_has_at_most_5_242_880_bytes() {
    let server = Server::seeded().await;
    let admin = server.admin().await;
    // Data after a picture's end is common, and is removed.
    let mut file = dot();
    file.resize(5_242_880, b'x');
    let made = upload(&server, &admin, "a.png", &file).await.expect(201);
    assert!(server.ask("GET", made["url"].as_str().unwrap()).send().await.text.len() < 1000);
    let body = |file: &[u8], title: &str| json!({ "title": title, "description": "x", "imageName": "a.png", "logo": STANDARD.encode(file) });
    server.post(&admin, "/admin/university/add", body(&file, "X")).await.expect(201);
    file.push(b'x');
    let refused = upload(&server, &admin, "a.png", &file).await.expect(413);
    assert_eq!((&refused["reason"], refused["file"].is_string()), (&json!("too-large"), true));
    assert!(server.post(&admin, "/admin/university/add", body(&file, "Y")).await.expect(413)["logo"].is_string());
    file.resize(20_000_000, b'x');
    assert_eq!(upload(&server, &admin, "a.png", &file).await.expect(413)["reason"], "too-large");
}

#[tokio::test]
async fn a_name_that_climbs_leads_nowhere() {
    let server = Server::seeded().await;
    let admin = server.admin().await;
    let demo = files(&server.data().join("uploads")).len();
    for name in [
        "../../secret.png",
        "..\\\\..\\\\secret.png",
        "/etc/cron.d/x.png",
        "....//x.png",
        "a%00.png",
        "con.png",
        "x\u{202e}gnp.png",
        ".png",
    ] {
        let made = upload(&server, &admin, name, &dot()).await.expect(201);
        assert!(is_picture_name(made["url"].as_str().unwrap().strip_prefix("/uploads/").unwrap()), "{name}");
    }
    assert_eq!(files(&server.data().join("uploads")).len(), demo + 1);
    assert!(files(server.data()).iter().all(|name| !name.ends_with(".png")));
    let key = std::fs::read(server.data().join("secret.key")).unwrap();
    let key = String::from_utf8_lossy(&key);
    std::fs::write(server.data().join("uploads/plain.txt"), "not for everyone").unwrap();
    std::fs::write(server.data().join("secret.png"), "not for everyone").unwrap();
    for path in [
        "/uploads/../secret.key",
        "/uploads/..%2fsecret.key",
        "/uploads/%2e%2e%2fsecret.key",
        "/uploads/..%5csecret.key",
        "/uploads/%2e%2e/secret.key",
        "/uploads/..%2fsecret.png",
        "/uploads/....//secret.key",
        "/uploads//etc/passwd",
        "/uploads/%2fetc%2fpasswd",
        "/uploads/plain.txt",
        "/uploads/",
        "/uploads/%00.png",
        "/../secret.key",
        "/assets/../../../Cargo.toml",
        "/..%2f..%2fCargo.toml",
        "/%2e%2e/package.json",
    ] {
        let answer = server.ask("GET", path).send().await;
        assert!(!answer.text.contains(&*key) && !answer.text.contains("not for everyone"), "{path}");
        assert!(!answer.text.contains("root:") && !answer.text.contains("[package]"), "{path}");
        let is_page = answer.headers.get("content-type").is_some_and(|kind| kind == "text/html");
        assert!(answer.status.as_u16() == 404 || is_page, "{path}: {}", answer.status);
    }
}

#[tokio::test]
async fn a_form_without_a_file_or_of_another_kind_is_refused() {
    let server = Server::seeded().await;
    let admin = server.admin().await;
    let kind = "multipart/form-data; boundary=x";
    let empty = server.raw(&admin, "POST", "/api/upload-image", Some(kind), "--x--\r\n").await.expect(422);
    assert_eq!(empty["file"], "Please select valid image.");
    let torn = server.raw(&admin, "POST", "/api/upload-image", Some(kind), "--x\r\ncontent-dispo").await;
    assert_eq!(torn.expect(400)["reason"], "malformed");
    let json = server.raw(&admin, "POST", "/api/upload-image", Some("application/json"), "{}").await;
    assert!(matches!(json.status.as_u16(), 400 | 415), "{}", json.status);
    assert_eq!(json.json()["success"], false, "refused in our own envelope");
}
