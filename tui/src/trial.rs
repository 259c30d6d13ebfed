//! What the tests play with: submissions as the API sends them, and a console to press keys on.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Size;
use sabi_core::{
    clock::Instant,
    exam::{ResultOutcome, UserTheory, UserTheoryPage},
};
use serde_json::{Value, json};

use crate::app::{Answer, Call, Content, Effect, Model, Msg, Pane, Request, update};

/// The time at which the tests take place.
pub fn now() -> Instant {
    "2026-03-02T15:30:00Z".parse().unwrap()
}

/// Students whose names are hard on a terminal, in turn.
const NAMES: [(&str, &str); 6] = [
    ("Adébáyọ̀", "Ọlá́wálé"),
    ("Ngozi", "Okafor"),
    ("Kwame Nkrumah Mensah-Bonsu", "Agyemang-Prempeh"),
    ("李", "小龍"),
    ("\u{1b}[31mRed\u{7}", "Line\nBreak\u{202e}"),
    ("Fatou", "Ẹ́bùn ₦aira"),
];

/// The submission at a place of the whole list.
pub fn submission(place: u64) -> UserTheory {
    let (first, last) = NAMES[usize::try_from(place).unwrap() % NAMES.len()];
    let subjects = [json!([subject("Mathematics")]), json!([subject("Literature in English"), subject("Government")])];
    let value = json!({
        "_id": format!("quiz{place}"),
        "user": {"_id": format!("user{place}"), "first_name": first, "last_name": last, "email": format!("student{place}@sabi.test")},
        "exam": {"_id": "waec", "title": "WASSCE (WAEC SSCE)", "slug": "wassce-waec-ssce"},
        "assessment": {"_id": "mock", "title": "Mock", "slug": "mock"},
        "year": place.is_multiple_of(2).then_some(2019),
        "subjects": subjects[usize::try_from(place).unwrap() % 2],
        "theoryCount": 12,
        "answeredCount": place % 13,
        "submittedAt": now() - chrono::Duration::minutes(i64::try_from(50 * (place + 1) * (place + 1)).unwrap()),
        "examResult": if place % 7 == 6 { "declared" } else { "pending" },
    });
    serde_json::from_value(value).unwrap()
}

fn subject(title: &str) -> Value {
    json!({"_id": title.to_lowercase(), "title": title})
}

/// The answer to the page that a request asks for, where `total` submissions are there.
pub fn page(request: &Request, total: u64) -> Msg {
    let Call::List(ask) = &request.call else { panic!("not a page: {request:?}") };
    let first = (ask.page - 1) * ask.limit;
    let rows = (first..(first + ask.limit).min(total)).map(submission).collect();
    answered(request, Ok(Content::Page(UserTheoryPage { rows, total })))
}

/// The answer to a request.
pub fn answered(request: &Request, outcome: Result<Content, String>) -> Msg {
    Msg::Answered(Answer { number: request.number, outcome })
}

/// The page that is asked for.
pub fn asked_page(console: &Console) -> Option<u64> {
    console.asked.as_ref().map(|request| match &request.call {
        Call::List(ask) => ask.page,
        other @ Call::Open(_) => panic!("{other:?}"),
    })
}

/// A submission opened: two subjects, an objective part, and texts of every kind.
pub fn outcome() -> ResultOutcome {
    let long: String =
        (1..=30).map(|step| format!("<p>Step {step}: \\(x_{{{step}}} = \\frac{{{step}}}{{2}}\\).</p>")).collect();
    let theory = |place: u64, question: &str, answer: Option<&str>, model: &str, detailed: &str| {
        json!({
            "theory": {"_id": format!("theory{place}"), "title": format!("Q{place}"), "question": question, "logo": null},
            "resultsDetail": {"_id": format!("answer{place}"), "theoryAnswered": answer, "theoryCorrectAnswer": model, "detailedAnswer": detailed, "resultGrade": null},
        })
    };
    let typed = "x = 4,  y = 6\n\n  because 3x + 2y = 24\nand \u{1b}[31mred\u{1b}[0m stays plain <b>text</b>";
    let mut first = theory(
        1,
        "<p>(a) Solve \\(\\frac{x}{2} + \\frac{y}{3} = 4,\\; 2x - y = 2\\) <strong>[5 marks]</strong></p><p>(b) How many <em>moles</em> of H<sub>2</sub>SO<sub>4</sub> weigh 10<sup>3</sup> g?</p>",
        Some(typed),
        "<p>(a) \\(x = 4, y = 6\\)</p>",
        &long,
    );
    first["theory"]["logo"] = json!("/images/circle.png");
    let second = theory(
        2,
        "<p>Complete the table.</p><table><tr><th>x</th><th>y</th></tr><tr><td>1</td><td>₦2,500</td></tr><tr><td>2</td><td>漢字</td></tr></table>",
        None,
        "<ul><li>one</li><li>two</li></ul>",
        "",
    );
    let mut third =
        theory(3, "<p>Ṣé o gbọ́ ohun tí mo sọ? Translate.</p>", Some(&"ẹ́ bẹ́ẹ̀ ".repeat(120)), "<p>Did you hear?</p>", "");
    third["resultsDetail"]["resultGrade"] = json!(75);
    let part = |title: &str, theories: Vec<Value>, results: Vec<Value>| json!({"subject": subject(title), "quesLength": 40, "rightAnswer": 31, "wrongAnswer": 7, "unseen": 2, "score": 77.5, "theories": theories, "results": results});
    let correction = json!({
        "_id": "q1", "title": "1", "passage": null, "group": null, "question": "2 + 2?", "logo": null,
        "options": [{"_id": "a", "option": "4"}], "description": "",
        "resultData": {"answered": {"_id": "a", "option": "4"}, "correctAnswer": {"_id": "a", "option": "4"}},
    });
    let value = json!({
        "quiz": {
            "_id": "quiz1", "exam": {"_id": "waec", "title": "WASSCE (WAEC SSCE)", "slug": "wassce-waec-ssce"},
            "assessment": {"_id": "mock", "title": "Mock", "slug": "mock"}, "examType": "both", "year": 2019,
            "createdAt": now(), "questionCount": 40, "unseenCount": 2, "correctCount": 31, "wrongCount": 7, "time": 3600,
            "usedtime": 3000, "powerSafe": false, "pausedTime": 0, "subjectId": ["mathematics"], "examResult": "pending", "totalAvgGrade": null, "progress": 95.0,
            "accuracy": 77.5, "speed": 16.7, "score": {"percent": 77.5, "grade": "A1", "outOf400": null, "jambScale": null},
        },
        "subjectResults": [part("Mathematics", vec![first, second], vec![correction]), part("Yorùbá", vec![third], vec![])],
        "doughnut": {"correct": 31, "incorrect": 7, "unseen": 2}, "maximum": 100, "ranges": [], "advices": [],
    });
    serde_json::from_value(value).unwrap()
}

/// A console and the request that it waits for.
pub struct Console {
    pub model: Model,
    pub asked: Option<Request>,
}

impl Console {
    /// A console as it is when it starts.
    pub fn new(width: u16, height: u16) -> Self {
        let (model, first) = Model::start(Size { width, height }, now());
        Self { model, asked: Some(first) }
    }

    /// With a page of `total` submissions.
    pub fn listed(width: u16, height: u16, total: u64) -> Self {
        let mut console = Self::new(width, height);
        console.fill(total);
        console
    }

    /// With the submission at `place` opened.
    pub fn opened(width: u16, height: u16, place: usize) -> Self {
        let mut console = Self::listed(width, height, 25);
        for _ in 0..place {
            console.press('j');
        }
        console.code(KeyCode::Enter);
        console.open();
        console
    }

    /// Answers the page that is asked for.
    pub fn fill(&mut self, total: u64) {
        let request = self.asked.take().unwrap();
        self.send(page(&request, total));
    }

    /// Answers with the content that is asked for.
    pub fn open(&mut self) {
        let request = self.asked.take().unwrap();
        self.send(answered(&request, Ok(Content::Result(Box::new(outcome())))));
    }

    /// Answers with a failure.
    pub fn fail(&mut self, words: &str) {
        let request = self.asked.take().unwrap();
        self.send(answered(&request, Err(words.to_owned())));
    }

    /// Sends a message; notes what it asks for.
    pub fn send(&mut self, msg: Msg) -> Vec<Effect> {
        let effects = update(&mut self.model, msg);
        for effect in &effects {
            if let Effect::Ask(request) = effect {
                self.asked = Some(request.clone());
            }
        }
        effects
    }

    pub fn key(&mut self, key: KeyEvent) -> Vec<Effect> {
        self.send(Msg::Key(key))
    }

    pub fn press(&mut self, c: char) -> Vec<Effect> {
        self.code(KeyCode::Char(c))
    }

    pub fn code(&mut self, code: KeyCode) -> Vec<Effect> {
        self.key(KeyEvent::new(code, KeyModifiers::NONE))
    }

    /// Goes to a pane.
    pub fn focus(&mut self, pane: Pane) {
        while self.model.detail.as_ref().unwrap().focus != pane {
            self.code(KeyCode::Tab);
        }
    }

    /// Types words.
    pub fn type_words(&mut self, words: &str) {
        for c in words.chars() {
            self.press(c);
        }
    }
}
