//! An instruction to candidates.

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use crate::{
    App, FieldErrors, html,
    records::{Filter, ListSpec, Listed, Paths, Resource, Toasts, entity, paths},
    store::Record,
};

entity! {
    /// An instruction to candidates.
    Instruction: InstructionInput {}
    const NOUN: &'static str = "Instruction";
}

/// The form that the back office sends.
#[derive(Debug, Clone, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct InstructionInput {
    /// HTML.
    #[schema(max_length = 20000)]
    pub content: String,
    #[serde(default)]
    pub status: bool,
}

impl Record for Instruction {
    const TABLE: &'static str = "instruction";
}

impl Listed for Instruction {
    const LIST: ListSpec =
        ListSpec { title: Some("content"), filters: &[Filter::flag("status")], ..ListSpec::titled(Self::TABLE) };
}

impl Resource for Instruction {
    const PATHS: Paths = paths!("/admin/instructions");
    const TOASTS: Toasts = Toasts {
        added: "Instruction successfully added.",
        updated: "Instruction updated successfully",
        deleted: "Instruction deleted successfully.",
    };
    const OWN_ID: Option<&'static str> = Some("instructionId");
    type View = Self;

    fn check_form(&mut self, _: &App, current: Option<&Self>, errors: &mut FieldErrors) {
        errors.check(!html::text(&self.content).is_empty(), "content", "Content is required");
        html::clean_in_place(errors, "content", &mut self.content, current.map(|old| &old.content));
    }
}
