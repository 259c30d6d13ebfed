//! An instruction to candidates.

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use crate::{
    App, FieldErrors,
    clock::Instant,
    html,
    records::{Entity, Filter, ListSpec, Listed, Paths, Resource, Toasts},
    store::{Id, Record},
};

/// An instruction to candidates.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct Instruction {
    #[serde(rename = "_id")]
    pub id: Id<Instruction>,
    /// HTML.
    pub content: String,
    pub status: bool,
    /// Incremented by each change (ruling 33).
    pub version: i64,
    #[serde(rename = "createdAt")]
    pub created_at: Instant,
}

/// The form that the back office sends.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct InstructionInput {
    #[schema(max_length = 20000)]
    pub content: String,
    #[serde(default)]
    pub status: bool,
}

impl Record for Instruction {
    const TABLE: &'static str = "instruction";
}

impl Listed for Instruction {
    const LIST: ListSpec = ListSpec {
        search: &["content"],
        sort: &[("content", "content"), ("status", "status"), ("createdAt", "created_at")],
        filters: &[Filter::flag("status")],
        ..ListSpec::of(Self::TABLE)
    };
}

impl Entity for Instruction {
    const NOUN: &'static str = "Instruction";
    const AUDITED: &'static [&'static str] = &["content", "status"];

    fn id(&self) -> &Id<Self> {
        &self.id
    }

    fn version(&self) -> i64 {
        self.version
    }
}

impl Resource for Instruction {
    const PATHS: Paths = Paths {
        list: "/admin/instructions",
        one: "/admin/instructions/{id}",
        add: Some("/admin/instructions/add"),
        update: "/admin/instructions/update/{id}",
        delete: Some("/admin/instructions/{id}"),
    };
    const TOASTS: Toasts = Toasts {
        added: "Instruction successfully added.",
        updated: "Instruction updated successfully",
        deleted: "Instruction deleted successfully.",
    };
    const OWN_ID: Option<&'static str> = Some("instructionId");
    type View = Self;
    type Input = InstructionInput;

    fn build(app: &App, input: InstructionInput, current: Option<&Self>, errors: &mut FieldErrors) -> Self {
        errors.check(!html::text(&input.content).is_empty(), "content", "Content is required");
        Self {
            id: current.map_or_else(Id::random, |old| old.id.clone()),
            content: html::clean_field(errors, "content", &input.content, current.map(|old| old.content.as_str())),
            status: input.status,
            version: current.map_or(0, |old| old.version + 1),
            created_at: current.map_or_else(|| app.now(), |old| old.created_at),
        }
    }

    fn form(&self) -> InstructionInput {
        InstructionInput { content: self.content.clone(), status: self.status }
    }
}
