//! A request built by hand: from an address, with headers, with a cookie, with a file.

use std::net::{IpAddr, SocketAddr};

use axum::{
    body::Body,
    extract::ConnectInfo,
    http::{Request, header, request::Builder},
};
use serde_json::Value;

use super::{Answer, Server, Who};

/// A request on its way to a server. Its path is whole: nothing is put in front of it.
pub struct Ask<'a> {
    server: &'a Server,
    request: Builder,
    body: Body,
}

impl Server {
    pub fn ask(&self, method: &str, path: &str) -> Ask<'_> {
        Ask { server: self, request: Request::builder().method(method).uri(path), body: Body::empty() }
    }

    /// Signs in from an address; the answer as it came.
    pub async fn try_log_in(&self, from: &str, email: &str, password: &str) -> Answer {
        let body = serde_json::json!({ "email": email, "password": password, "bearer": true });
        self.ask("POST", "/api/v1/login").from(from).json(&body).send().await
    }

    /// Signs in as a browser does; returns the cookie as it is sent back.
    pub async fn cookie_of(&self, email: &str) -> String {
        let body = serde_json::json!({ "email": email, "password": super::PASSWORD });
        let answer = self.ask("POST", "/api/v1/login").json(&body).send().await;
        assert_eq!(answer.status.as_u16(), 200, "{}", answer.text);
        answer.cookie().expect("a session cookie")
    }
}

impl Answer {
    /// `name=value` of the cookie that it sets.
    pub fn cookie(&self) -> Option<String> {
        let set = self.headers.get(header::SET_COOKIE)?.to_str().ok()?;
        set.split(';').next().map(str::to_owned)
    }
}

impl Ask<'_> {
    /// Over a connection from this address.
    pub fn from(mut self, address: &str) -> Self {
        let address: IpAddr = address.parse().unwrap();
        self.request = self.request.extension(ConnectInfo(SocketAddr::new(address, 40_000)));
        self
    }

    pub fn by(self, who: &Who) -> Self {
        match who {
            Who::Bearer(token) => self.header("authorization", &format!("Bearer {token}")),
            Who::Nobody => self,
        }
    }

    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.request = self.request.header(name, value);
        self
    }

    pub fn json(self, body: &Value) -> Self {
        let mut ask = self.header("content-type", "application/json");
        ask.body = Body::from(body.to_string());
        ask
    }

    /// A form with one file in its field `file`.
    pub fn file(self, name: &str, bytes: &[u8]) -> Self {
        let mut ask = self.header("content-type", "multipart/form-data; boundary=sabi-boundary");
        let head = format!(
            "--sabi-boundary\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\
             content-type: image/png\r\n\r\n"
        );
        ask.body = Body::from([head.as_bytes(), bytes, b"\r\n--sabi-boundary--\r\n"].concat());
        ask
    }

    pub async fn send(self) -> Answer {
        self.server.send(self.request.body(self.body).unwrap()).await
    }
}
