//! Calls for records of any [`Kind`], as JSON.

use sabi_core::records::{ListQuery, Page};
use serde_json::{Map, Value};

use super::{Client, ClientError, Kind, Result, calls::parameters};

/// A record as JSON.
pub type Fields = Map<String, Value>;

impl Client {
    /// Lists records of a kind; `ids` are the values of its [`Kind::places`], in order.
    pub async fn list_kind(&self, kind: &Kind, ids: &[Option<String>], query: &ListQuery) -> Result<Page<Fields>> {
        let answer: Fields = self.get(&has(kind, kind.list_path(ids))?, &parameters(query)).await?;
        let total = answer.get("total").and_then(Value::as_u64);
        // The documents use different names for lists.
        let rows = answer.into_iter().find_map(|(_, value)| match value {
            Value::Array(rows) => Some(rows),
            _ => None,
        });
        let rows = rows.ok_or_else(|| ClientError::unreadable("it contains no list"))?;
        let total = total.unwrap_or(rows.len() as u64);
        let row = |row| match row {
            Value::Object(fields) => Ok(fields),
            _ => Err(ClientError::unreadable("a row is not a record")),
        };
        Ok(Page { rows: rows.into_iter().map(row).collect::<Result<_>>()?, total })
    }

    /// Finds one record.
    pub async fn find_kind(&self, kind: &Kind, id: &str) -> Result<Fields> {
        let answer = self.get(&has(kind, kind.find_path(id))?, &[]).await?;
        Ok(record(answer))
    }

    /// Adds a record with these fields; returns the whole response.
    pub async fn add_kind(&self, kind: &Kind, fields: &Fields) -> Result<Fields> {
        let mut fields = fields.clone();
        let path = kind.add.as_ref().map(|add| add.path(&mut fields));
        self.post(&has(kind, path)?, &fields).await
    }

    /// Sends changed fields, and the version that they are based on; returns the whole response.
    pub async fn update_kind(&self, kind: &Kind, id: &str, changes: &Fields) -> Result<Fields> {
        self.put(&has(kind, kind.update_path(id))?, changes).await
    }

    /// Deletes one record; returns the response's message.
    pub async fn delete_kind(&self, kind: &Kind, id: &str) -> Result<String> {
        let answer: Fields = self.delete(&has(kind, kind.delete_path(id))?).await?;
        Ok(answer.get("message").and_then(Value::as_str).unwrap_or_default().to_owned())
    }
}

fn has(kind: &Kind, path: Option<String>) -> Result<String> {
    path.ok_or_else(|| ClientError::unreadable(format!("{} do not have this call", kind.name)))
}

/// The record in a response, whatever its name; the response itself if it has several parts.
pub fn record(mut answer: Fields) -> Fields {
    answer.remove("success");
    answer.remove("message");
    let is_alone = answer.len() == 1;
    match answer.iter_mut().next() {
        Some((_, Value::Object(fields))) if is_alone => std::mem::take(fields),
        _ => answer,
    }
}
