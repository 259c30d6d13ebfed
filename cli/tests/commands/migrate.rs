//! Bringing a store to this version's schema, by hand.

use crate::support::{Sandbox, sentence, stdout};

#[test]
fn a_dry_run_makes_no_store() {
    let sandbox = Sandbox::new();
    let refused = sentence(&sandbox.sabi(["migrate", "--dry-run"]).code(69));
    assert!(refused.contains("There is no store"), "{refused}");
    assert!(!sandbox.data().exists());
}

#[test]
fn a_store_of_this_version_has_nothing_to_do_and_one_that_a_server_has_is_left_to_it() {
    let sandbox = Sandbox::seeded();
    for dry in [true, false] {
        let told = match dry {
            true => sandbox.sabi(["migrate", "--dry-run"]),
            false => sandbox.sabi(["migrate"]),
        };
        let told = stdout(&told.success());
        assert!(told.starts_with("The store has version ") && told.ends_with("there is nothing to do.\n"), "{told}");
    }
    let refused = sentence(&sandbox.sabi(["migrate", "--server", "http://127.0.0.1:1"]).code(2));
    assert!(refused.contains("--server"), "{refused}");
    let _server = sandbox.serve();
    let refused = sentence(&sandbox.sabi(["migrate"]).code(75));
    assert!(refused.contains("in use by the server at"), "{refused}");
}
