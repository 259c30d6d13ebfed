//! Advice that a student gets for an accuracy within a band.

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use crate::{
    App, Error, FieldErrors, Result,
    clock::Instant,
    html,
    records::{Change, Entity, ListSpec, Listed, Paths, Resource, Toasts},
    store::{Id, Record},
};

/// Advice that a student gets for an accuracy within a band.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct Advice {
    #[serde(rename = "_id")]
    pub id: Id<Advice>,
    pub title: String,
    pub min_percentage: i64,
    pub max_percentage: i64,
    pub description: String,
    pub status: bool,
    /// Incremented by each change (ruling 33).
    #[surreal(default)]
    pub version: i64,
    #[serde(rename = "createdAt")]
    pub created_at: Instant,
}

/// The form that the back office sends.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
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
        sort: &[
            ("title", "title"),
            ("min_percentage", "min_percentage"),
            ("max_percentage", "max_percentage"),
            ("status", "status"),
            ("createdAt", "created_at"),
        ],
        order: "min_percentage",
        ..ListSpec::of(Self::TABLE)
    };
}

impl Entity for Advice {
    const NOUN: &'static str = "Advice";
    const AUDITED: &'static [&'static str] = &["title", "min_percentage", "max_percentage", "description", "status"];

    fn id(&self) -> &Id<Self> {
        &self.id
    }

    fn version(&self) -> i64 {
        self.version
    }
}

impl Resource for Advice {
    const PATHS: Paths = Paths {
        list: "/admin/advice-list",
        one: "/admin/advice-list/{id}",
        add: Some("/admin/advice-list/add"),
        update: "/admin/advice-list/update/{id}",
        delete: Some("/admin/advice-list/{id}"),
    };
    const TOASTS: Toasts = Toasts {
        added: "Advice successfully added.",
        updated: "Advice updated successfully",
        deleted: "Advice deleted successfully",
    };
    const OWN_ID: Option<&'static str> = Some("adviceId");
    type View = Self;
    type Input = AdviceInput;

    fn build(app: &App, input: AdviceInput, current: Option<&Self>, errors: &mut FieldErrors) -> Self {
        errors.title("title", "Title", &input.title, 160);
        errors.text("description", "Description", &input.description, 20_000);
        errors.check((0..=100).contains(&input.min_percentage), "min_percentage", "Percentage must be from 0 to 100.");
        errors.check((0..=100).contains(&input.max_percentage), "max_percentage", "Percentage must be from 0 to 100.");
        errors.check(
            input.min_percentage <= input.max_percentage,
            "max_percentage",
            "The highest percentage cannot be below the lowest.",
        );
        Self {
            id: current.map_or_else(Id::random, |old| old.id.clone()),
            title: input.title.trim().into(),
            min_percentage: input.min_percentage,
            max_percentage: input.max_percentage,
            description: html::clean_field(
                errors,
                "description",
                &input.description,
                current.map(|old| old.description.as_str()),
            ),
            status: input.status,
            version: current.map_or(0, |old| old.version + 1),
            created_at: current.map_or_else(|| app.now(), |old| old.created_at),
        }
    }

    fn form(&self) -> AdviceInput {
        AdviceInput {
            title: self.title.clone(),
            min_percentage: self.min_percentage,
            max_percentage: self.max_percentage,
            description: self.description.clone(),
            status: self.status,
        }
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
