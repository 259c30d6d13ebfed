//! Moderators at the command line: from the queue to a declared result.

use serde_json::Value;

use crate::{
    json_lines,
    support::{
        PASSWORD,
        graders::{add_moderator, written_by},
        hall::Hall,
        sentence, stdout,
    },
};

#[test]
fn a_moderator_grades_from_the_command_line() {
    let (sandbox, hall) = Hall::build(1);
    add_moderator(&sandbox, "bola@sabi.test", "Bola");
    let users = stdout(&sandbox.sabi(["user", "list", "--role", "moderator"]).success());
    assert!(users.contains("bola@sabi.test"), "{users}");
    let server = sandbox.serve();
    let (quiz, count) = written_by(&server.url, &hall, 0);
    let (id, url) = (quiz.as_str(), server.url.as_str());
    sandbox.sabi_reading(PASSWORD, ["login", "bola@sabi.test", "--server", url, "--password-stdin"]).success();
    let json = |text: &str| -> Value { serde_json::from_str(text).unwrap() };

    let csv = stdout(&sandbox.sabi(["grading", "list", "--csv", "--server", url]).success());
    assert!(csv.starts_with("id,exam,") && csv.lines().nth(1).unwrap().starts_with(id), "{csv}");
    let refused = sandbox.sabi(["grading", "grade", id, "--grade", "2=75", "--server", url]).code(1);
    assert!(sentence(&refused).contains("Claim this submission"));
    let claimed = stdout(&sandbox.sabi(["grading", "claim", "--server", url]).success());
    assert!(claimed.starts_with(&format!("Claimed {id} until ")), "{claimed}");
    let mine = stdout(&sandbox.sabi(["grading", "list", "--state", "mine", "--json", "--server", url]).success());
    assert_eq!(json(&mine)["_id"], id);
    let shown = stdout(&sandbox.sabi(["grading", "show", id, "--server", url]).success());
    assert!(shown.contains("Written: Because [31mof gravity.") && !shown.contains('\u{1b}'), "{shown}");
    assert!(!shown.contains("Ada"), "whose it is, a moderator is not told: {shown}");

    let wrong = sandbox.sabi(["grading", "grade", id, "--grade", "2=30", "--server", url]).code(2);
    assert!(sentence(&wrong).contains("Grades are 0, 25, 50, 75 or 100"));
    sandbox.sabi(["grading", "grade", id, "--grade", "99=75", "--server", url]).code(2);
    sandbox.sabi(["grading", "grade", id, "--grade", "much", "--server", url]).code(2);
    sandbox.sabi(["grading", "grade", id, "--remark", "2=Which law?", "--server", url]).success();
    for number in 2..=count {
        let grade = format!("{number}=75");
        sandbox.sabi(["grading", "grade", id, "--grade", &grade, "--server", url]).success();
    }
    let read = json(&stdout(&sandbox.sabi(["grading", "show", id, "--json", "--server", url]).success()));
    assert_eq!((&read["answers"][1]["ansGrade"], &read["answers"][1]["remark"]), (&75.into(), &"Which law?".into()));
    let declared = stdout(&sandbox.sabi(["grading", "declare", id, "--server", url]).success());
    assert!(declared.starts_with(&format!("Declared {id}: ")), "{declared}");
    let stats = json_lines(&stdout(&sandbox.sabi(["grading", "stats", "--json", "--server", url]).success()));
    assert_eq!((&stats[0]["graded"], &stats[0]["declared"]), (&1.into(), &1.into()));
    assert!(sentence(&sandbox.sabi(["grading", "claim", "--server", url]).code(1)).contains("No submission waits"));
    let released = json(&stdout(&sandbox.sabi(["grading", "release", id, "--json", "--server", url]).success()));
    assert_eq!((&released["_id"], &released["claim"]), (&id.into(), &Value::Null));

    // The operator corrects what was declared, and says why.
    sentence(&sandbox.sabi(["grading", "grade", id, "--grade", "2=100"]).code(2));
    let why = ["grading", "grade", id, "--grade", "2=100", "--why", "An appeal", "--json"];
    assert_eq!(json(&stdout(&sandbox.sabi(why).success()))["answers"][1]["ansGrade"], 100);
}
