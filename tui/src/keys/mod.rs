//! The one key table: dispatch, footer and help are made from it.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A part of the console in which bindings hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Context {
    /// The list of submissions.
    List,
    /// One submission.
    Detail,
    /// Words being typed.
    Search,
    /// The help.
    Help,
    /// Every screen, except while words are typed.
    Global,
    /// Every part of the console.
    Anywhere,
}

/// An action that a key asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    Search,
    ClearSearch,
    NextState,
    Refresh,
    NextQuestion,
    PreviousQuestion,
    NextPane,
    PreviousPane,
    Back,
    ApplySearch,
    LeaveSearch,
    CloseHelp,
    Help,
    Quit,
    Redraw,
}

/// A key, alone or with Ctrl.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    pub code: KeyCode,
    pub control: bool,
}

/// What some keys do in one context.
#[derive(Debug)]
pub struct Binding {
    pub context: Context,
    pub keys: &'static [Key],
    pub action: Action,
    /// Its word in the footer; empty where only the help tells of it.
    pub brief: &'static str,
    /// The binding's line in the help.
    pub help: &'static str,
}

const fn key(code: KeyCode) -> Key {
    Key { code, control: false }
}
const fn char(c: char) -> Key {
    key(KeyCode::Char(c))
}
const fn control(c: char) -> Key {
    Key { code: KeyCode::Char(c), control: true }
}
const fn bind(
    context: Context,
    keys: &'static [Key],
    action: Action,
    brief: &'static str,
    help: &'static str,
) -> Binding {
    Binding { context, keys, action, brief, help }
}

const UP: &[Key] = &[char('k'), key(KeyCode::Up)];
const DOWN: &[Key] = &[char('j'), key(KeyCode::Down)];
const PAGE_UP: &[Key] = &[key(KeyCode::PageUp), control('b')];
const PAGE_DOWN: &[Key] = &[key(KeyCode::PageDown), control('f')];
const FIRST: &[Key] = &[char('g'), key(KeyCode::Home)];
const LAST: &[Key] = &[char('G'), key(KeyCode::End)];
const ESC: &[Key] = &[key(KeyCode::Esc)];
const ENTER: &[Key] = &[key(KeyCode::Enter)];

/// Every binding. The order is that of footer and help.
pub const TABLE: &[Binding] = &[
    bind(Context::List, ENTER, Action::Open, "open", "Open the chosen submission"),
    bind(Context::List, UP, Action::Up, "", "Up"),
    bind(Context::List, DOWN, Action::Down, "", "Down"),
    bind(Context::List, PAGE_UP, Action::PageUp, "", "A screenful up"),
    bind(Context::List, PAGE_DOWN, Action::PageDown, "", "A screenful down"),
    bind(Context::List, FIRST, Action::First, "", "First on this page"),
    bind(Context::List, LAST, Action::Last, "", "Last on this page"),
    bind(Context::List, &[char('n'), key(KeyCode::Right)], Action::NextPage, "next", "Next page"),
    bind(Context::List, &[char('p'), key(KeyCode::Left)], Action::PreviousPage, "previous", "Previous page"),
    bind(Context::List, &[char('/')], Action::Search, "search", "Search by student, e-mail, exam or subject"),
    bind(Context::List, ESC, Action::ClearSearch, "", "Drop the search"),
    bind(Context::List, &[char('s')], Action::NextState, "state", "State: pending, declared, all"),
    bind(Context::List, &[char('r')], Action::Refresh, "refresh", "Read the list again; after a failure, try again"),
    bind(Context::Detail, &[key(KeyCode::Esc), key(KeyCode::Backspace)], Action::Back, "back", "Back to the list"),
    bind(Context::Detail, &[key(KeyCode::Tab)], Action::NextPane, "pane", "Next pane"),
    bind(Context::Detail, &[key(KeyCode::BackTab)], Action::PreviousPane, "", "Previous pane"),
    bind(Context::Detail, &[char('n'), key(KeyCode::Right)], Action::NextQuestion, "next", "Next question"),
    bind(Context::Detail, &[char('p'), key(KeyCode::Left)], Action::PreviousQuestion, "previous", "Previous question"),
    bind(Context::Detail, UP, Action::Up, "", "Scroll up; in the questions, the one before"),
    bind(Context::Detail, DOWN, Action::Down, "scroll", "Scroll down; in the questions, the one after"),
    bind(Context::Detail, PAGE_UP, Action::PageUp, "", "A screenful up"),
    bind(Context::Detail, PAGE_DOWN, Action::PageDown, "", "A screenful down"),
    bind(Context::Detail, FIRST, Action::First, "", "To the top"),
    bind(Context::Detail, LAST, Action::Last, "", "To the end"),
    bind(Context::Detail, &[char('r')], Action::Refresh, "refresh", "Read it again; after a failure, try again"),
    bind(Context::Search, ENTER, Action::ApplySearch, "search", "Search for these words; none shows all"),
    bind(Context::Search, ESC, Action::LeaveSearch, "leave", "Leave, with the list as it was"),
    bind(Context::Help, ESC, Action::CloseHelp, "close", "Close the help"),
    bind(Context::Help, UP, Action::Up, "", "Scroll up"),
    bind(Context::Help, DOWN, Action::Down, "scroll", "Scroll down"),
    bind(Context::Help, PAGE_UP, Action::PageUp, "", "A screenful up"),
    bind(Context::Help, PAGE_DOWN, Action::PageDown, "", "A screenful down"),
    bind(Context::Help, FIRST, Action::First, "", "To the top"),
    bind(Context::Help, LAST, Action::Last, "", "To the end"),
    bind(Context::Global, &[char('?')], Action::Help, "help", "This help, and away again"),
    bind(Context::Global, &[char('q')], Action::Quit, "quit", "Quit"),
    bind(Context::Anywhere, &[control('c')], Action::Quit, "", "Quit, even while typing"),
    bind(Context::Anywhere, &[control('l')], Action::Redraw, "", "Draw the screen anew"),
];

impl Context {
    /// Every context, in the order of the help.
    pub const ALL: [Self; 6] = [Self::List, Self::Detail, Self::Search, Self::Help, Self::Global, Self::Anywhere];

    /// The heading of the context in the help.
    pub fn title(self) -> &'static str {
        match self {
            Self::List => "The list",
            Self::Detail => "One submission",
            Self::Search => "While searching",
            Self::Help => "In this help",
            Self::Global => "On every screen",
            Self::Anywhere => "Always",
        }
    }

    /// The contexts whose bindings hold in this one, the nearest first.
    fn layers(self) -> &'static [Self] {
        match self {
            Self::List => &[Self::List, Self::Global, Self::Anywhere],
            Self::Detail => &[Self::Detail, Self::Global, Self::Anywhere],
            Self::Help => &[Self::Help, Self::Global, Self::Anywhere],
            Self::Search => &[Self::Search, Self::Anywhere],
            Self::Global => &[Self::Global, Self::Anywhere],
            Self::Anywhere => &[Self::Anywhere],
        }
    }

    /// The bindings that hold in this context alone.
    pub fn bindings(self) -> impl Iterator<Item = &'static Binding> {
        TABLE.iter().filter(move |binding| binding.context == self)
    }

    /// The bindings that the footer of this context shows.
    pub fn footer(self) -> impl Iterator<Item = &'static Binding> {
        self.layers().iter().flat_map(|layer| layer.bindings()).filter(|binding| !binding.brief.is_empty())
    }

    /// The action that this key asks for in this context.
    pub fn action(self, event: &KeyEvent) -> Option<Action> {
        let mut bindings = self.layers().iter().flat_map(|layer| layer.bindings());
        bindings.find(|binding| binding.keys.iter().any(|key| key.is(event))).map(|binding| binding.action)
    }
}

impl Binding {
    /// The names of the binding's keys, as people call them.
    pub fn label(&self) -> String {
        self.keys.iter().map(|key| key.label()).collect::<Vec<_>>().join(" ")
    }
}

impl Key {
    /// The press of this key.
    pub fn event(self) -> KeyEvent {
        let modifiers = if self.control { KeyModifiers::CONTROL } else { KeyModifiers::NONE };
        KeyEvent::new(self.code, modifiers)
    }

    /// Shift is left out: it is in the character already, and terminals differ in telling it.
    fn is(self, event: &KeyEvent) -> bool {
        let modifiers = event.modifiers - KeyModifiers::SHIFT;
        let wanted = if self.control { KeyModifiers::CONTROL } else { KeyModifiers::NONE };
        self.code == event.code && modifiers == wanted
    }

    /// The key's name, as people call it.
    pub fn label(self) -> String {
        let name = match self.code {
            KeyCode::Char(c) if self.control => return format!("Ctrl-{}", c.to_ascii_uppercase()),
            KeyCode::Char(c) => return c.to_string(),
            KeyCode::Up => "↑",
            KeyCode::Down => "↓",
            KeyCode::Left => "←",
            KeyCode::Right => "→",
            KeyCode::PageUp => "PgUp",
            KeyCode::PageDown => "PgDn",
            KeyCode::BackTab => "Shift-Tab",
            code => return code.to_string(),
        };
        name.to_owned()
    }
}

#[cfg(test)]
mod tests;
