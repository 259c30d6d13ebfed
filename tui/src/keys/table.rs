//! The table of all key bindings.

use crossterm::event::{KeyCode, KeyModifiers};

use super::{Action, Binding, Context, Key};

const fn key(code: KeyCode) -> Key {
    Key { code, modifiers: KeyModifiers::NONE }
}
const fn char(c: char) -> Key {
    key(KeyCode::Char(c))
}
const fn control(c: char) -> Key {
    Key { code: KeyCode::Char(c), modifiers: KeyModifiers::CONTROL }
}
const fn bind(
    context: Context,
    keys: &'static [Key],
    action: Action,
    brief: &'static str,
    help: &'static str,
) -> Binding<&'static [Key]> {
    Binding { context, keys, action, brief, help }
}

const UP: &[Key] = &[char('k'), key(KeyCode::Up)];
const DOWN: &[Key] = &[char('j'), key(KeyCode::Down)];
const PAGE_UP: &[Key] = &[key(KeyCode::PageUp), control('b')];
const PAGE_DOWN: &[Key] = &[key(KeyCode::PageDown), control('f'), char(' ')];
const FIRST: &[Key] = &[char('g'), key(KeyCode::Home)];
const LAST: &[Key] = &[char('G'), key(KeyCode::End)];
const ESC: &[Key] = &[key(KeyCode::Esc)];
const ENTER: &[Key] = &[key(KeyCode::Enter)];
const BACK: &[Key] = &[key(KeyCode::Esc), key(KeyCode::Backspace)];
const AGAIN: &[Key] = &[control('r'), key(KeyCode::F(5))];
const COPY_ID: &[Key] = &[char('i')];
const NEXT: &[Key] = &[char('n'), key(KeyCode::Right)];
const PREVIOUS: &[Key] = &[char('p'), key(KeyCode::Left)];

/// All bindings, in the order of footer and help.
pub const TABLE: &[Binding<&'static [Key]>] = &[
    bind(Context::List, ENTER, Action::Open, "open", "Open the chosen row; this claims a submission"),
    bind(
        Context::List,
        &[char('s'), key(KeyCode::Tab)],
        Action::NextTab,
        "state",
        "Next state: waiting, mine, declared",
    ),
    bind(Context::List, &[key(KeyCode::BackTab)], Action::PreviousTab, "", "Previous state"),
    bind(Context::List, &[char('/')], Action::Search, "search", "Search while you type"),
    bind(Context::List, ESC, Action::ClearSearch, "", "Clear the search and the filters"),
    bind(Context::List, &[char('e')], Action::ChooseExam, "exam", "Only one exam"),
    bind(Context::List, &[char('b')], Action::ChooseSubject, "subject", "Only one subject"),
    bind(Context::List, UP, Action::Up, "", "Up"),
    bind(Context::List, DOWN, Action::Down, "", "Down"),
    bind(Context::List, PAGE_UP, Action::PageUp, "", "One screen up"),
    bind(Context::List, PAGE_DOWN, Action::PageDown, "", "One screen down"),
    bind(Context::List, FIRST, Action::First, "", "First row of this page"),
    bind(Context::List, LAST, Action::Last, "", "Last row of this page"),
    bind(Context::List, NEXT, Action::NextPage, "", "Next page"),
    bind(Context::List, PREVIOUS, Action::PreviousPage, "", "Previous page"),
    bind(Context::List, COPY_ID, Action::CopyId, "", "Show the row's id and copy it"),
    bind(Context::List, AGAIN, Action::Refresh, "", "Reload the list; after a failure, try again"),
    bind(Context::Submission, &[char('0')], Action::Grade0, "", "Grade 0: No Attempt / Very Poor Attempt"),
    bind(Context::Submission, &[char('1')], Action::Grade1, "", "Grade 25: Appropriate Methodology"),
    bind(Context::Submission, &[char('2')], Action::Grade2, "", "Grade 50: Moderate Work Accuracy"),
    bind(Context::Submission, &[char('3')], Action::Grade3, "", "Grade 75: High Work Accuracy"),
    bind(
        Context::Submission,
        &[char('4')],
        Action::Grade4,
        "0–4 grade",
        "Grade 100: Appropriate Methodology + Excellent Work Accuracy + Correct Final Answer",
    ),
    bind(Context::Submission, NEXT, Action::NextAnswer, "next", "Next answer"),
    bind(Context::Submission, PREVIOUS, Action::PreviousAnswer, "", "Previous answer"),
    bind(Context::Submission, &[char('N')], Action::NextUngraded, "ungraded", "Next answer without a grade"),
    bind(Context::Submission, &[char('r')], Action::Remark, "remark", "Write a remark to the student"),
    bind(Context::Submission, &[char('E')], Action::RemarkInEditor, "", "Write the remark in $EDITOR"),
    bind(Context::Submission, &[char('m')], Action::SavedRemarks, "", "Choose a saved remark"),
    bind(Context::Submission, &[char('u')], Action::Undo, "undo", "Undo the last grade or remark"),
    bind(Context::Submission, &[char('D')], Action::Declare, "declare", "Declare, after a summary and a confirmation"),
    bind(Context::Submission, &[char('x')], Action::Release, "", "Release it for others; your grades are kept"),
    bind(Context::Submission, &[char('c')], Action::Claim, "", "Claim it again"),
    bind(Context::Submission, &[char('J')], Action::NextSubmission, "skip", "Next submission"),
    bind(Context::Submission, &[char('K')], Action::PreviousSubmission, "", "Previous submission"),
    bind(Context::Submission, &[key(KeyCode::Tab)], Action::NextPane, "", "Next pane"),
    bind(Context::Submission, &[key(KeyCode::BackTab)], Action::PreviousPane, "", "Previous pane"),
    bind(Context::Submission, &[char('z')], Action::Zoom, "zoom", "Show only the pane in focus, or both"),
    bind(Context::Submission, &[char('w')], Action::WholeQuestion, "question", "Show the whole question, or close it"),
    bind(
        Context::Submission,
        &[char('A')],
        Action::Advance,
        "",
        "After a grade, move to the next ungraded answer or stay; remembered",
    ),
    bind(
        Context::Submission,
        &[char('Q')],
        Action::SameQuestion,
        "",
        "Grade this question in one submission after another; again to stop",
    ),
    bind(Context::Submission, UP, Action::Up, "", "Scroll the pane in focus up"),
    bind(Context::Submission, DOWN, Action::Down, "", "Scroll the pane in focus down"),
    bind(Context::Submission, PAGE_UP, Action::PageUp, "", "One screen up"),
    bind(Context::Submission, PAGE_DOWN, Action::PageDown, "", "One screen down"),
    bind(Context::Submission, FIRST, Action::First, "", "To the top"),
    bind(Context::Submission, LAST, Action::Last, "", "To the end"),
    bind(Context::Submission, &[char('Y')], Action::Copy, "", "Copy the text in focus to the clipboard"),
    bind(Context::Submission, COPY_ID, Action::CopyId, "", "Show the submission's id and copy it"),
    bind(Context::Submission, AGAIN, Action::Refresh, "", "Reload it; after a failure, try again"),
    bind(Context::Submission, BACK, Action::Back, "back", "Back to the list"),
    bind(Context::Report, &[char('a')], Action::Accept, "accept", "Accept it: something is wrong with the question"),
    bind(Context::Report, &[char('x')], Action::Reject, "reject", "Reject it: nothing is wrong with the question"),
    bind(Context::Report, &[char('o')], Action::Reopen, "", "Open it again"),
    bind(
        Context::Report,
        &[char('c')],
        Action::CorrectKey,
        "correct key",
        "Correct the key; the effect on results is shown first",
    ),
    bind(Context::Report, &[char('E')], Action::EditText, "edit", "Change the question's text in $EDITOR"),
    bind(Context::Report, &[char('J')], Action::NextSubmission, "next", "Next report"),
    bind(Context::Report, &[char('K')], Action::PreviousSubmission, "", "Previous report"),
    bind(Context::Report, UP, Action::Up, "", "Scroll up"),
    bind(Context::Report, DOWN, Action::Down, "", "Scroll down"),
    bind(Context::Report, PAGE_UP, Action::PageUp, "", "One screen up"),
    bind(Context::Report, PAGE_DOWN, Action::PageDown, "", "One screen down"),
    bind(Context::Report, &[char('Y')], Action::Copy, "", "Copy the text to the clipboard"),
    bind(Context::Report, COPY_ID, Action::CopyId, "", "Show the question's id and copy it"),
    bind(Context::Report, AGAIN, Action::Refresh, "", "Reload the question"),
    bind(Context::Report, BACK, Action::Back, "back", "Back to the list"),
    bind(Context::Request, &[char('a')], Action::Approve, "approve", "Register the requested subjects"),
    bind(
        Context::Request,
        &[char('x')],
        Action::Reject,
        "refuse",
        "Refuse it, with a message to the student, who keeps the subjects",
    ),
    bind(Context::Request, &[char('J')], Action::NextSubmission, "next", "Next one"),
    bind(Context::Request, &[char('K')], Action::PreviousSubmission, "", "Previous one"),
    bind(Context::Request, COPY_ID, Action::CopyId, "", "Show the student's id and copy it"),
    bind(Context::Request, BACK, Action::Back, "back", "Back to the list"),
    bind(
        Context::Message,
        &[char('r')],
        Action::Reply,
        "reply",
        "Reply in a line; Ctrl-E takes $EDITOR. The reply is mailed",
    ),
    bind(Context::Message, &[char('J')], Action::NextSubmission, "next", "Next message"),
    bind(Context::Message, &[char('K')], Action::PreviousSubmission, "", "Previous message"),
    bind(Context::Message, UP, Action::Up, "", "Scroll up"),
    bind(Context::Message, DOWN, Action::Down, "", "Scroll down"),
    bind(Context::Message, PAGE_UP, Action::PageUp, "", "One screen up"),
    bind(Context::Message, PAGE_DOWN, Action::PageDown, "", "One screen down"),
    bind(Context::Message, &[char('Y')], Action::Copy, "", "Copy the message to the clipboard"),
    bind(Context::Message, COPY_ID, Action::CopyId, "", "Show the message's id and copy it"),
    bind(Context::Message, BACK, Action::Back, "back", "Back to the list"),
    bind(Context::Statistics, UP, Action::Up, "", "Scroll up"),
    bind(Context::Statistics, DOWN, Action::Down, "scroll", "Scroll down"),
    bind(Context::Statistics, PAGE_UP, Action::PageUp, "", "One screen up"),
    bind(Context::Statistics, PAGE_DOWN, Action::PageDown, "", "One screen down"),
    bind(Context::Statistics, AGAIN, Action::Refresh, "refresh", "Count again"),
    bind(Context::Statistics, BACK, Action::Back, "back", "Back to the list"),
    bind(Context::Search, ENTER, Action::Keep, "keep", "Keep the search"),
    bind(Context::Search, ESC, Action::Leave, "drop", "Close the search and show the list as before"),
    bind(Context::Words, ENTER, Action::Keep, "save", "Save"),
    bind(
        Context::Words,
        &[Key { code: KeyCode::Enter, modifiers: KeyModifiers::ALT }, control('j')],
        Action::NewLine,
        "new line",
        "New line",
    ),
    bind(Context::Words, &[control('e')], Action::Editor, "$EDITOR", "Go on in $EDITOR"),
    bind(Context::Words, ESC, Action::Leave, "leave", "Close; your text is there again next time"),
    bind(Context::Remark, &[control('s')], Action::SaveRemark, "save for reuse", "Save the remark for use elsewhere"),
    bind(Context::Remark, &[control('o')], Action::SavedRemarks, "saved remarks", "Choose a saved remark"),
    bind(Context::SavedRemarks, &[control('d')], Action::ForgetRemark, "delete", "Delete the saved remark"),
    bind(Context::Secret, ENTER, Action::Keep, "go on", "Save it and continue"),
    bind(Context::Secret, ESC, Action::Leave, "leave", "Cancel"),
    bind(Context::Choose, ENTER, Action::Keep, "choose", "Take it"),
    bind(Context::Choose, &[key(KeyCode::Up)], Action::Up, "", "Up"),
    bind(Context::Choose, &[key(KeyCode::Down)], Action::Down, "", "Down"),
    bind(Context::Choose, ESC, Action::Leave, "leave", "Close without a change"),
    bind(Context::Confirm, &[char('y')], Action::Yes, "yes", "Yes"),
    bind(Context::Confirm, &[char('n'), key(KeyCode::Esc)], Action::No, "no", "No"),
    bind(Context::Help, BACK, Action::CloseHelp, "close", "Close the help"),
    bind(Context::Help, UP, Action::Up, "", "Scroll up"),
    bind(Context::Help, DOWN, Action::Down, "scroll", "Scroll down"),
    bind(Context::Help, PAGE_UP, Action::PageUp, "", "One screen up"),
    bind(Context::Help, PAGE_DOWN, Action::PageDown, "", "One screen down"),
    bind(Context::Help, FIRST, Action::First, "", "To the top"),
    bind(Context::Help, LAST, Action::Last, "", "To the end"),
    bind(Context::Global, &[char('S')], Action::Submissions, "", "Theory submissions"),
    bind(Context::Global, &[char('R')], Action::Reports, "", "Reports of questions"),
    bind(Context::Global, &[char('C')], Action::Requests, "", "Subject changes requested by students (administrators)"),
    bind(Context::Global, &[char('M')], Action::Messages, "", "Contact messages (administrators)"),
    bind(Context::Global, &[char('T')], Action::Statistics, "", "Statistics"),
    bind(Context::Global, &[char('?')], Action::Help, "help", "Show or close this help"),
    bind(Context::Global, &[char('q')], Action::Quit, "quit", "Quit"),
    bind(Context::Anywhere, &[control('c')], Action::Quit, "", "Quit, even while typing"),
    bind(Context::Anywhere, &[control('l')], Action::Redraw, "", "Redraw the screen"),
    bind(Context::Anywhere, &[control('z')], Action::Suspend, "", "Suspend; fg brings the console back"),
    bind(
        Context::Anywhere,
        &[control('t')],
        Action::Mouse,
        "",
        "Give the mouse to the terminal, to select text; again to take it back",
    ),
];
