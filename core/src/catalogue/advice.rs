//! Advice that a student gets for an accuracy within a band.

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use crate::{
    App, Error, FieldErrors, Result, html,
    records::{Change, ListSpec, Listed, Paths, Resource, Toasts, entity, paths, toasts},
    store::Record,
};

entity! {
    /// Advice that a student gets for an accuracy within a band.
    Advice: AdviceInput {}
    const NOUN: &'static str = "Advice";
}

/// The form that the back office sends.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct AdviceInput {
    pub title: String,
    pub min_percentage: i64,
    pub max_percentage: i64,
    #[schema(max_length = 20000)]
    pub description: String,
    #[serde(default)]
    pub status: bool,
}

impl Record for Advice {
    const TABLE: &'static str = "advice";
    const SCHEMA: &'static str = "";
}

impl Listed for Advice {
    const LIST: ListSpec = ListSpec {
        sort: &[("min_percentage", "min_percentage"), ("max_percentage", "max_percentage")],
        order: "min_percentage",
        ..ListSpec::titled(Self::TABLE)
    };
}

impl Resource for Advice {
    const PATHS: Paths = paths!("/admin/advice-list");
    const TOASTS: Toasts = toasts!("Advice");
    const OWN_ID: Option<&'static str> = Some("adviceId");
    type View = Self;

    fn check_form(&mut self, _: &App, current: Option<&Self>, errors: &mut FieldErrors) {
        errors.trimmed_title("title", "Title", &mut self.title, 160);
        errors.text("description", "Description", &self.description, 20_000);
        errors.check((0..=100).contains(&self.min_percentage), "min_percentage", "Percentage must be from 0 to 100.");
        errors.check((0..=100).contains(&self.max_percentage), "max_percentage", "Percentage must be from 0 to 100.");
        errors.check(
            self.min_percentage <= self.max_percentage,
            "max_percentage",
            "The highest percentage cannot be below the lowest.",
        );
        html::clean_in_place(errors, "description", &mut self.description, current.map(|old| &old.description));
    }

    /// Active bands must not overlap, not even at their ends. Bands stored by earlier releases may share an end until
    /// they are edited.
    async fn check(&self, change: &Change<'_>, current: Option<&Self>) -> Result<()> {
        let of = |one: &Self| (one.min_percentage, one.max_percentage, one.status);
        if !self.status || current.is_some_and(|old| of(old) == of(self)) {
            return Ok(());
        }
        let sql = "SELECT * FROM advice WHERE status = true AND id != $id ORDER BY min_percentage, id";
        let others: Vec<Self> = change.query(sql).bind(("id", self.id.clone())).all().await?;
        // The lock makes two concurrent changes conflict, so that one of them checks again.
        change.lock(others.iter().map(|other| other.id.link()).collect()).await?;
        let overlaps =
            |other: &&Self| other.min_percentage <= self.max_percentage && self.min_percentage <= other.max_percentage;
        let overlapping: Vec<_> = others.iter().filter(overlaps).map(Self::band).collect();
        if overlapping.is_empty() {
            return Ok(());
        }
        let words = format!("These percentages overlap {}.", overlapping.join(" and "));
        Err(Error::field("min_percentage", words))
    }
}

impl Advice {
    /// Title and percentages, for a message.
    fn band(&self) -> String {
        format!("“{}” ({} to {})", self.title, self.min_percentage, self.max_percentage)
    }
}
