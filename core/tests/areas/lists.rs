//! The filters of lists.

use sabi_core::{
    catalogue::{Category, CategoryInput, Exam, Word},
    clock::{midnight, west_africa},
    people::Actor,
};

use crate::support::{World, fields, query};

const OPERATOR: Actor = Actor::Operator;
const DAY: i64 = 24 * 3600;

async fn categories_recorded(world: &World, days: &[(&str, &str)]) -> Vec<String> {
    let asked = [days, &[("entity", "category"), ("sort", "at")]].concat();
    let entries = world.list_audit(&query(&asked)).await.unwrap();
    assert_eq!(entries.total, entries.rows.len() as u64);
    entries.rows.iter().map(|entry| entry.after["title"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_range_of_days_holds_its_first_and_its_last_day_whole() {
    let world = World::demo().await;
    // Days are of West Africa Time.
    let next_midnight = |world: &World| midnight(world.now()) + chrono::Duration::days(1);
    let mut days = Vec::new();
    // Two records a day, one just after its beginning and one just before its end.
    for titles in [["a", "b"], ["c", "d"], ["e", "f"]] {
        world.pass((next_midnight(&world) - world.now()).num_seconds() + 1);
        days.push(west_africa(world.now()).format("%Y-%m-%d").to_string());
        for (title, pass) in titles.into_iter().zip([DAY - 3, 0]) {
            let form =
                CategoryInput { title: title.into(), description: String::new(), image: None, status: Word::Active };
            world.create::<Category>(&OPERATOR, form).await.unwrap();
            world.pass(pass);
        }
    }
    let (first, second) = (days[0].as_str(), days[1].as_str());
    assert_eq!(categories_recorded(&world, &[("from", second)]).await, ["c", "d", "e", "f"]);
    assert_eq!(categories_recorded(&world, &[("to", first)]).await, ["a", "b"]);
    assert_eq!(categories_recorded(&world, &[("from", second), ("to", second)]).await, ["c", "d"]);
    assert_eq!(categories_recorded(&world, &[("from", second), ("to", first)]).await, Vec::<String>::new());
    // The same day as instants, and the hours that a caller chooses.
    let (midnight, noon) = (format!("{second}T00:00:00+01:00"), format!("{second}T12:00:00.000Z"));
    assert_eq!(categories_recorded(&world, &[("from", &midnight)]).await, ["c", "d", "e", "f"]);
    assert_eq!(categories_recorded(&world, &[("from", &midnight), ("to", &noon)]).await, ["c"]);
    for nonsense in
        ["yesterday", "2026-02-30", "2026-01-31T25:00:00Z", "2026-01-31T00:00:00", "99999-01-01", "0001-01-01"]
    {
        assert_eq!(fields(world.list_audit(&query(&[("from", nonsense), ("to", nonsense)])).await), ["from", "to"]);
    }
}

#[tokio::test]
async fn a_flag_is_true_or_false() {
    let world = World::demo().await;
    let every = world.list::<Exam>(&query(&[("limit", "0")])).await.unwrap();
    let mut told = Vec::new();
    for (value, flag) in [("true", true), ("false", false)] {
        let page = world.list::<Exam>(&query(&[("limit", "0"), ("status", value)])).await.unwrap();
        assert!(page.rows.iter().all(|exam| exam.status == flag));
        told.push(page.total);
    }
    assert_eq!(told.iter().sum::<u64>(), every.total);
    assert_eq!(fields(world.list::<Exam>(&query(&[("status", "Active")])).await), ["status"]);
}
