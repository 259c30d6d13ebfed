//! Key bindings. Dispatch, footer and help are derived from one table.

mod names;
mod table;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use serde::Deserialize;

pub use table::TABLE;

/// A part of the console with its own bindings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Context {
    /// A list.
    List,
    /// A theory submission.
    Submission,
    /// A question report.
    Report,
    /// A student's change request.
    Request,
    /// A contact message.
    Message,
    /// The statistics.
    Statistics,
    /// The search field.
    Search,
    /// A text field: a remark, or the reply of a decision.
    Words,
    /// A remark, in addition to [`Context::Words`].
    Remark,
    /// The list of saved remarks.
    SavedRemarks,
    /// A hidden text field for a password or a code.
    Secret,
    /// A list to choose from.
    Choose,
    /// A confirmation.
    Confirm,
    /// The help.
    Help,
    /// Every screen, except while text is typed.
    Global,
    /// Every part of the console.
    Anywhere,
}

/// An action of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    Up,
    Down,
    PageUp,
    PageDown,
    First,
    Last,
    Open,
    NextPage,
    PreviousPage,
    NextTab,
    PreviousTab,
    Search,
    ClearSearch,
    ChooseExam,
    ChooseSubject,
    Refresh,
    Submissions,
    Reports,
    Requests,
    Messages,
    Statistics,
    NextAnswer,
    PreviousAnswer,
    NextUngraded,
    Advance,
    SameQuestion,
    WholeQuestion,
    SavedRemarks,
    SaveRemark,
    ForgetRemark,
    CopyId,
    NextSubmission,
    PreviousSubmission,
    NextPane,
    PreviousPane,
    Zoom,
    Grade0,
    Grade1,
    Grade2,
    Grade3,
    Grade4,
    Remark,
    RemarkInEditor,
    Undo,
    Declare,
    Release,
    Claim,
    Copy,
    Accept,
    Reject,
    Reopen,
    CorrectKey,
    EditText,
    Approve,
    Reply,
    Back,
    Keep,
    Leave,
    NewLine,
    Editor,
    Yes,
    No,
    CloseHelp,
    Help,
    Mouse,
    Quit,
    Redraw,
    Suspend,
}

impl Action {
    /// The grade that it gives, if it is one.
    pub fn grade(self) -> Option<i64> {
        match self {
            Self::Grade0 => Some(0),
            Self::Grade1 => Some(25),
            Self::Grade2 => Some(50),
            Self::Grade3 => Some(75),
            Self::Grade4 => Some(100),
            _ => None,
        }
    }
}

/// A key, alone or with Ctrl or Alt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    pub code: KeyCode,
    pub modifiers: KeyModifiers,
}

/// The keys for an action in one context.
#[derive(Debug, Clone)]
pub struct Binding<K = Vec<Key>> {
    pub context: Context,
    pub keys: K,
    pub action: Action,
    /// Its label in the footer; empty if it is only in the help.
    pub brief: &'static str,
    /// The binding's line in the help.
    pub help: &'static str,
}

/// The bindings of this person.
#[derive(Debug, Clone)]
pub struct KeyMap(Vec<Binding>);

impl Default for KeyMap {
    fn default() -> Self {
        Self(TABLE.iter().map(Binding::owned).collect())
    }
}

impl KeyMap {
    /// The table with other keys for some actions.
    ///
    /// # Errors
    /// A message if an action does not belong to its context, or a key would have two meanings in one place.
    pub fn with(own: BTreeMap<Context, BTreeMap<Action, Vec<Key>>>) -> Result<Self, String> {
        let mut map = Self::default();
        for (context, actions) in own {
            for (action, keys) in actions {
                let found = map.0.iter_mut().find(|one| one.context == context && one.action == action);
                let binding = found.ok_or_else(|| format!("{context:?} has no action {action:?} to give a key"))?;
                if keys.is_empty() {
                    return Err(format!("{action:?} in {context:?} needs at least one key"));
                }
                binding.keys = keys;
            }
        }
        for context in Context::ALL {
            let mut seen: Vec<(Key, Action)> = Vec::new();
            for binding in map.layers(context) {
                for key in &binding.keys {
                    if let Some((_, other)) = seen.iter().find(|(known, _)| known == key) {
                        let action = binding.action;
                        return Err(format!("{} would be both {other:?} and {action:?} in {context:?}", key.label()));
                    }
                    seen.push((*key, binding.action));
                }
            }
        }
        Ok(map)
    }

    /// Every binding, in the order of footer and help.
    pub fn all(&self) -> &[Binding] {
        &self.0
    }

    /// The bindings of this context only.
    pub fn of(&self, context: Context) -> impl Iterator<Item = &Binding> {
        self.0.iter().filter(move |binding| binding.context == context)
    }

    /// The bindings that apply in this context, the most specific first.
    pub fn layers(&self, context: Context) -> impl Iterator<Item = &Binding> {
        context.layers().iter().flat_map(|layer| self.of(*layer))
    }

    /// The action of this key in this context.
    pub fn action(&self, context: Context, event: &KeyEvent) -> Option<Action> {
        let mut bindings = self.layers(context);
        bindings.find(|binding| binding.keys.iter().any(|key| key.is(event))).map(|binding| binding.action)
    }

    /// The readable name of the first key of an action.
    pub fn name(&self, context: Context, action: Action) -> String {
        let binding = self.layers(context).find(|binding| binding.action == action);
        binding.and_then(|binding| binding.keys.first()).map(|key| key.label()).unwrap_or_default()
    }
}

impl Context {
    /// Every context, in the order of the help.
    pub const ALL: [Self; 16] = [
        Self::List,
        Self::Submission,
        Self::Report,
        Self::Request,
        Self::Message,
        Self::Statistics,
        Self::Search,
        Self::Words,
        Self::Remark,
        Self::SavedRemarks,
        Self::Secret,
        Self::Choose,
        Self::Confirm,
        Self::Help,
        Self::Global,
        Self::Anywhere,
    ];

    /// The heading of the context in the help.
    pub fn title(self) -> &'static str {
        match self {
            Self::List => "In a list",
            Self::Submission => "In a submission",
            Self::Report => "In a report",
            Self::Request => "In a subject change",
            Self::Message => "In a message",
            Self::Statistics => "In the statistics",
            Self::Search => "While searching",
            Self::Words => "While writing",
            Self::Remark => "While writing a remark",
            Self::SavedRemarks => "While choosing a saved remark",
            Self::Secret => "While a password or code is asked for",
            Self::Choose => "While choosing",
            Self::Confirm => "Where a yes is asked for",
            Self::Help => "In this help",
            Self::Global => "On every screen",
            Self::Anywhere => "Always",
        }
    }

    /// Whether letters are text here.
    pub fn is_typed(self) -> bool {
        matches!(self, Self::Search | Self::Words | Self::Remark | Self::SavedRemarks | Self::Secret | Self::Choose)
    }

    /// The contexts whose bindings apply in this one, the most specific first.
    fn layers(self) -> &'static [Self] {
        match self {
            Self::List => &[Self::List, Self::Global, Self::Anywhere],
            Self::Submission => &[Self::Submission, Self::Global, Self::Anywhere],
            Self::Report => &[Self::Report, Self::Global, Self::Anywhere],
            Self::Request => &[Self::Request, Self::Global, Self::Anywhere],
            Self::Message => &[Self::Message, Self::Global, Self::Anywhere],
            Self::Statistics => &[Self::Statistics, Self::Global, Self::Anywhere],
            Self::Help => &[Self::Help, Self::Global, Self::Anywhere],
            Self::Search => &[Self::Search, Self::Anywhere],
            Self::Words => &[Self::Words, Self::Anywhere],
            Self::Remark => &[Self::Remark, Self::Words, Self::Anywhere],
            Self::SavedRemarks => &[Self::SavedRemarks, Self::Choose, Self::Anywhere],
            Self::Secret => &[Self::Secret, Self::Anywhere],
            Self::Choose => &[Self::Choose, Self::Anywhere],
            Self::Confirm => &[Self::Confirm, Self::Anywhere],
            Self::Global => &[Self::Global, Self::Anywhere],
            Self::Anywhere => &[Self::Anywhere],
        }
    }
}

impl<K: AsRef<[Key]>> Binding<K> {
    fn owned(&self) -> Binding {
        let Self { context, action, brief, help, .. } = *self;
        Binding { context, keys: self.keys.as_ref().to_vec(), action, brief, help }
    }

    /// Whether it is for administrators only; others do not see its keys.
    pub fn is_for_administrators(&self) -> bool {
        matches!(
            (self.context, self.action),
            (Context::Global, Action::Requests | Action::Messages)
                | (Context::Report, Action::CorrectKey | Action::EditText)
        )
    }

    /// The readable names of the binding's keys.
    pub fn label(&self) -> String {
        self.keys.as_ref().iter().map(|key| key.label()).collect::<Vec<_>>().join(" ")
    }
}

impl Key {
    /// The event of this key.
    pub fn event(self) -> KeyEvent {
        KeyEvent::new(self.code, self.modifiers)
    }

    /// Shift is ignored: it is already part of the character, and terminals report it differently.
    fn is(self, event: &KeyEvent) -> bool {
        self.code == event.code && self.modifiers == event.modifiers - KeyModifiers::SHIFT
    }
}
