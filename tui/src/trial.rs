//! Test data: submissions as the API sends them, and a console with simulated keys.

use std::collections::BTreeMap;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Size;
use sabi_core::{
    clock::Instant,
    grading::{Grade, GraderStats, GradingView},
    records::Page,
    reports::ReportView,
};
use serde_json::{Value, json};

use crate::{
    app::{Effect, Model, Msg, update},
    config::Config,
    habits::Habits,
    keys::Context,
    screen::Who,
    theme::Depth,
    wire::{
        Asked, Call, Choices, Content, Counters, Failure, FailureKind, QuestionId, Request, Response, Statistics, Task,
    },
};

/// The time of the tests.
pub fn now() -> Instant {
    "2026-03-02T15:30:00Z".parse().unwrap()
}

/// Some seconds later.
pub fn after(seconds: i64) -> Instant {
    now() + chrono::TimeDelta::seconds(seconds)
}

/// The submission at a position of the list.
pub fn task(place: u64) -> Task {
    let subjects: &[&str] = if place.is_multiple_of(2) {
        &["Mathematics", "Yorùbá"]
    } else {
        &["Literature in English", "Government", "\u{1b}[31mRed\u{7}"]
    };
    Task {
        id: format!("quiz{place}").as_str().into(),
        exam: if place.is_multiple_of(3) { "WASSCE (WAEC SSCE)" } else { "JSCE (BECE)" }.to_owned(),
        assessment: "Mock".to_owned(),
        year: place.is_multiple_of(2).then_some(2019),
        subjects: subjects.iter().map(|one| (*one).to_owned()).collect(),
        subject_ids: subjects.iter().map(|one| (*one).to_owned()).collect(),
        theory_count: 12,
        answered_count: i64::try_from(place % 13).unwrap(),
        submitted_at: now() - chrono::TimeDelta::minutes(i64::try_from(50 * (place + 1) * (place + 1)).unwrap()),
        is_declared: false,
        is_mine: place == 2,
        reserved_until: None,
        held_by: (place == 1).then(|| "Kwame Mensah-Bonsu".to_owned()),
    }
}

/// A submission: two subjects, texts of every kind, and one unanswered question.
pub fn view(id: &str, grades: &[(usize, i64)], revision: i64) -> GradingView {
    let long: String =
        (1..=30).map(|step| format!("<p>Step {step}: \\(x_{{{step}}} = \\frac{{{step}}}{{2}}\\).</p>")).collect();
    let typed = "x = 4,  y = 6\n\n  because 3x + 2y = 24\nand \u{1b}[31mred\u{1b}[0m stays plain <b>text</b>";
    let texts = [
        (
            "<p>(a) Solve \\(\\frac{x}{2} + \\frac{y}{3} = 4,\\; 2x - y = 2\\) <strong>[5 marks]</strong></p><p>(b) How many <em>moles</em> of H<sub>2</sub>SO<sub>4</sub> weigh 10<sup>3</sup> g?</p>",
            Some(typed.to_owned()),
            "<p>(a) \\(x = 4, y = 6\\)</p>",
            long.as_str(),
        ),
        (
            "<p>Complete the table.</p><table><tr><th>x</th><th>y</th></tr><tr><td>1</td><td>₦2,500</td></tr><tr><td>2</td><td>漢字</td></tr></table>",
            None,
            "<ul><li>one</li><li>two</li></ul>",
            "",
        ),
        ("<p>Ṣé o gbọ́ ohun tí mo sọ? Translate.</p>", Some("ẹ́ bẹ́ẹ̀ ".repeat(120)), "<p>Did you hear?</p>", ""),
    ];
    let answers: Vec<Value> = texts
        .iter()
        .enumerate()
        .map(|(place, (question, written, model, working))| {
            let grade = grades.iter().find(|(at, _)| *at == place).map(|(_, grade)| *grade);
            let subject = if place == 2 { "Yorùbá" } else { "Mathematics" };
            json!({
                "answerId": format!("answer{place}"), "subject": {"_id": subject, "title": subject},
                "theory": {"_id": format!("theory{place}"), "title": format!("Q{}", place + 1), "question": question, "logo": (place == 0).then_some("/uploads/circle.png")},
                "theoryAnswered": written, "theoryCorrectAnswer": model, "detailedAnswer": working,
                "ansGrade": grade, "remark": null,
            })
        })
        .collect();
    serde_json::from_value(json!({
        "_id": id, "user": null, "exam": {"_id": "waec", "title": "WASSCE (WAEC SSCE)", "slug": "wassce-waec-ssce"},
        "assessment": {"_id": "mock", "title": "Mock", "slug": "mock"}, "year": 2019, "submittedAt": now(),
        "examResult": "pending", "totalAvgGrade": null,
        "claim": {"by": "Bola Ade", "isMine": true, "until": after(900)},
        "revision": revision, "isGiven": false, "answers": answers, "gradings": [],
    }))
    .unwrap()
}

/// A report at a position of its list.
pub fn report(place: u64) -> ReportView {
    let reasons = ["wrong-key", "unclear", "typo"];
    serde_json::from_value(json!({
        "_id": format!("report{place}"), "user": null,
        "question": {"_id": format!("q{place}"), "kind": "question", "title": format!("{}", place + 1), "stem": "What is 2 + 2? It is asked of every pupil.", "subject": {"_id": "mathematics", "title": "Mathematics"}, "year": 2019},
        "reason": reasons[usize::try_from(place).unwrap() % 3], "words": "The answer is B, my teacher says so.", "state": "open", "answer": "",
        "reports": 3, "decidedAt": null, "version": 0, "createdAt": now() - chrono::TimeDelta::hours(5),
    }))
    .unwrap()
}

fn grader(place: u64) -> GraderStats {
    serde_json::from_value(json!({
        "user": {"_id": "u1", "first_name": "Ọlá", "last_name": format!("Moderator {place}"), "email": "ola@sabi.test"},
        "held": 1, "graded": 120, "declared": 110, "today": 9, "last7Days": 60, "week": [4, 9, 12, 8, 11, 7, 9], "last30Days": 100, "meanSeconds": 190, "medianSeconds": 150,
    }))
    .unwrap()
}

/// The question of a report.
pub fn asked() -> Asked {
    Asked {
        id: QuestionId::Objective("q0".into()),
        title: "1".to_owned(),
        passage: None,
        question: "<p>What is 2 + 2?</p>".to_owned(),
        options: vec![("3".to_owned(), true), ("4".to_owned(), false), ("5".to_owned(), false)],
        answer: "<p>Count your fingers.</p>".repeat(20),
        version: 4,
        figures: None,
    }
}

/// A refusal by the API.
pub fn refused(reason: &str, words: &str) -> Failure {
    Failure { kind: FailureKind::Refused, reason: reason.to_owned(), words: words.to_owned() }
}

/// A lost connection.
pub fn offline() -> Failure {
    let words = "http://127.0.0.1:8080 cannot be reached: connection refused.".to_owned();
    Failure { kind: FailureKind::Offline, reason: String::new(), words }
}

/// A console and its requests.
pub struct Console {
    pub model: Model,
    pub asked: Vec<Request>,
    /// Its other effects.
    pub effects: Vec<Effect>,
    /// The number of rows of its lists.
    pub total: u64,
    /// The server's grades by submission and answer.
    held: BTreeMap<(String, String), Grade>,
}

impl Console {
    /// A console at its start.
    pub fn new(width: u16, height: u16) -> Self {
        Self::with(width, height, "", true)
    }

    pub fn with(width: u16, height: u16, config: &str, is_admin: bool) -> Self {
        Self::with_habits(width, height, config, is_admin, Habits::default())
    }

    /// A console that starts with unsent grades of an earlier one.
    pub fn left_behind(kept: &str) -> Self {
        let who = Who { name: "Bola Ade".to_owned(), place: "sabi.example".to_owned(), is_admin: true };
        let config = Config::parse("", Depth::Sixteen).unwrap();
        let size = Size { width: 100, height: 30 };
        let (model, effects) = Model::start(who, config, Habits::default(), kept, size, now());
        let mut console = Self { model, asked: Vec::new(), effects: Vec::new(), total: 45, held: BTreeMap::new() };
        console.note(effects);
        console
    }

    pub fn with_habits(width: u16, height: u16, config: &str, is_admin: bool, habits: Habits) -> Self {
        let who = Who { name: "Bola Ade".to_owned(), place: "sabi.example".to_owned(), is_admin };
        let config = Config::parse(config, Depth::Sixteen).unwrap();
        let (model, effects) = Model::start(who, config, habits, "", Size { width, height }, now());
        let mut console = Self { model, asked: Vec::new(), effects: Vec::new(), total: 45, held: BTreeMap::new() };
        console.note(effects);
        console
    }

    /// With a loaded list.
    pub fn listed(width: u16, height: u16) -> Self {
        let mut console = Self::new(width, height);
        console.serve();
        console.send(Msg::Tick(now()));
        console.serve();
        console
    }

    /// With a submission opened and claimed.
    pub fn opened(width: u16, height: u16) -> Self {
        let mut console = Self::listed(width, height);
        console.code(KeyCode::Enter);
        console.serve();
        console
    }

    fn note(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Ask(request) => self.asked.push(request),
                other => self.effects.push(other),
            }
        }
    }

    /// Answers all requests like a normal server, until there are no more.
    pub fn serve(&mut self) {
        while !self.asked.is_empty() {
            let request = self.asked.remove(0);
            let content = self.content(&request.call);
            self.answer(request.number, Ok(content));
        }
    }

    /// Answers the current requests, but not those that result.
    pub fn serve_once(&mut self) {
        for request in std::mem::take(&mut self.asked) {
            let content = self.content(&request.call);
            self.answer(request.number, Ok(content));
        }
    }

    /// A submission as the server has it.
    fn stored(&self, id: &str, revision: i64) -> GradingView {
        let mut view = view(id, &[], revision);
        for answer in &mut view.answers {
            if let Some(grade) = self.held.get(&(id.to_owned(), answer.answer_id.clone())) {
                (answer.ans_grade, answer.remark) = (grade.ans_grade, grade.remark.clone());
            }
        }
        view
    }

    fn content(&mut self, call: &Call) -> Content {
        match call {
            Call::Submissions(ask) => {
                let first = (ask.page - 1) * ask.limit;
                let rows = (first..(first + ask.limit).min(self.total)).map(task).collect();
                Content::Submissions(Page { rows, total: self.total })
            }
            Call::Reports(_) => Content::Reports(Page { rows: (0..3).map(report).collect(), total: 3 }),
            Call::Requests(_) => Content::Requests(Page { rows: Vec::new(), total: 0 }),
            Call::Messages(_) => {
                let row = json!({"_id": "c1", "firstName": "Ada", "lastName": "Obi", "email": "ada@sabi.test", "mobileNo": "0803", "subject": "Fees", "message": "How much?\n".repeat(40), "isReply": false, "createdAt": now()});
                Content::Messages(Page { rows: vec![serde_json::from_value(row).unwrap()], total: 1 })
            }
            Call::Choices => Content::Choices(Choices {
                exams: vec![("waec".into(), "WASSCE (WAEC SSCE)".into())],
                subjects: vec![("m".into(), "Mathematics".into()), ("y".into(), "Yorùbá".into())],
            }),
            Call::Counters => Content::Counters(Counters { waiting: self.total, mine: 1, reports: 3 }),
            Call::Statistics => Content::Statistics(Box::new(Statistics {
                graders: (0..8).map(grader).collect(),
                exams: vec![("WASSCE (WAEC SSCE)".into(), 40), ("JSCE (BECE)".into(), 5)],
                ages: [3, 8, 1, 0, 2, 0, 1, 30],
            })),
            Call::Claim(id) | Call::Read(id) => Content::Grading(Box::new(self.stored(id.as_str(), 0))),
            Call::Save(id, save) => {
                for grade in &save.grades {
                    self.held.insert((id.to_string(), grade.answer_id.clone()), grade.clone());
                }
                Content::Grading(Box::new(self.stored(id.as_str(), save.revision + 1)))
            }
            Call::Declare(id) => {
                let mut view = view(id.as_str(), &[(0, 75), (2, 100)], 3);
                (view.exam_result, view.total_avg_grade) = ("declared".to_owned(), Some(58.33));
                Content::Grading(Box::new(view))
            }
            Call::Release(_) => Content::Released,
            Call::Question(_) | Call::Reword { .. } => Content::Question(Some(Box::new(asked()))),
            Call::CorrectKey(..) => Content::Rekeyed(Box::default()),
            Call::Prove(_) => Content::Proved,
            Call::Decide(_, decision) => {
                let mut decided = report(0);
                decided.state = decision.state;
                Content::Decided(Box::new(decided))
            }
            Call::DecideAll { decision, .. } => {
                let mut decided = report(0);
                decided.state = decision.state;
                Content::DecidedAll(Box::new(decided), 2)
            }
            Call::Approve(_) => Content::Approved,
            Call::Refuse(..) => Content::Refused,
            Call::Replies(_) => Content::Replies(Vec::new()),
            Call::Reply(..) => Content::Replied,
        }
    }

    /// With the first report opened, its question requested and not yet loaded.
    pub fn in_report(is_admin: bool) -> Self {
        let mut console = Self::with(80, 24, "", is_admin);
        console.serve();
        console.send(Msg::Tick(after(0)));
        console.serve();
        console.press('R');
        console.serve();
        console.code(KeyCode::Enter);
        console
    }

    /// In a report, with another key selected and confirmed, and the server asking for re-authentication.
    pub fn before_proof(reason: &str) -> Self {
        let mut console = Self::in_report(true);
        console.serve();
        console.press('c');
        console.code(KeyCode::Down);
        console.code(KeyCode::Down);
        console.code(KeyCode::Enter);
        console.serve();
        console.press('y');
        let asked = console.take(|call| matches!(call, Call::CorrectKey(_, ask) if !ask.dry_run));
        let failure = Failure { reason: reason.into(), words: "Please.".into(), ..Failure::default() };
        console.answer(asked.number, Err(failure));
        assert_eq!(console.model.context(), Context::Secret);
        console
    }

    /// Takes the first request that matches.
    pub fn take(&mut self, is_it: impl Fn(&Call) -> bool) -> Request {
        let place = self.asked.iter().position(|request| is_it(&request.call));
        let place = place.unwrap_or_else(|| panic!("not asked for: {:?}", self.asked));
        self.asked.remove(place)
    }

    /// Answers a request.
    pub fn answer(&mut self, number: u64, outcome: Result<Content, Failure>) {
        self.send(Msg::Answered(Response { number, outcome }));
    }

    /// Lets all requests fail.
    pub fn fail(&mut self, failure: &Failure) {
        for request in std::mem::take(&mut self.asked) {
            self.answer(request.number, Err(failure.clone()));
        }
    }

    /// Sends a message; records the effects.
    pub fn send(&mut self, msg: Msg) {
        let effects = update(&mut self.model, msg);
        self.note(effects);
    }

    /// Presses a key.
    pub fn key(&mut self, key: KeyEvent) {
        self.send(Msg::Key(key));
    }

    /// Presses a character.
    pub fn press(&mut self, c: char) {
        self.code(KeyCode::Char(c));
    }

    /// Presses a key without a character, such as Enter.
    pub fn code(&mut self, code: KeyCode) {
        self.key(KeyEvent::new(code, KeyModifiers::NONE));
    }

    /// Presses a character with Ctrl.
    pub fn control(&mut self, c: char) {
        self.key(KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL));
    }

    /// Types a text.
    pub fn type_words(&mut self, words: &str) {
        for c in words.chars() {
            self.press(c);
        }
    }

    /// The text of the screen, line by line, without the cells covered by wide characters.
    pub fn said(&self) -> String {
        let Size { width, height } = self.model.size;
        let mut terminal = ratatui::Terminal::new(ratatui::backend::TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| crate::app::draw(frame, &self.model)).unwrap();
        let buffer = terminal.backend().buffer().clone();
        let mut out = String::new();
        for y in 0..height {
            let mut x = 0;
            while x < width {
                let symbol = buffer[(x, y)].symbol();
                out.push_str(symbol);
                x += u16::try_from(crate::text::columns(symbol).max(1)).unwrap();
            }
            out.truncate(out.trim_end_matches(' ').len());
            out.push('\n');
        }
        out
    }
}
