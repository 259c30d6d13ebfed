//! The console's state between starts: switches, the filters of each list, and saved remarks.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Maximum number of saved remarks; the least recently used one is dropped.
pub const MAX_REMARKS: usize = 50;

/// The settings that an account has made inside the console on this machine.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Habits {
    /// Whether grading an answer moves on to the next ungraded one. `None` until it is switched inside the console;
    /// until then `advance` in the configuration file applies.
    pub advance: Option<bool>,
    /// Saved remarks, most recently used first.
    pub remarks: Vec<String>,
    /// The filters of each list, by the list's title.
    pub filters: BTreeMap<String, Filters>,
}

/// The filters of a list, without the search, which is only for one visit.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Filters {
    /// The API's name of the selected state; empty for the first.
    pub state: String,
    /// Id and title of the exam.
    pub exam: Option<(String, String)>,
    /// Id and title of the subject.
    pub subject: Option<(String, String)>,
}

impl Habits {
    /// Parses the output of [`Habits::to_json`]; defaults if it cannot be parsed, because no work is lost.
    pub fn from_json(json: &str) -> Self {
        serde_json::from_str(json).unwrap_or_default()
    }

    /// The habits as JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Saves a remark for reuse, or moves it to the front.
    pub fn save_remark(&mut self, remark: &str) {
        self.forget_remark(remark);
        self.remarks.insert(0, remark.to_owned());
        self.remarks.truncate(MAX_REMARKS);
    }

    /// Removes a saved remark.
    pub fn forget_remark(&mut self, remark: &str) {
        self.remarks.retain(|saved| saved != remark);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn habits_survive_a_restart_and_damage_resets_them() {
        let mut habits = Habits { advance: Some(true), ..Habits::default() };
        habits.save_remark("Which unit?");
        habits.filters.insert("Reports".to_owned(), Filters { state: "rejected".to_owned(), ..Filters::default() });
        assert_eq!(Habits::from_json(&habits.to_json()), habits);
        assert_eq!(Habits::from_json("{\"advance\": tru"), Habits::default());
        assert_eq!(Habits::from_json("{\"later\": 1}"), Habits::default(), "a newer version's field is ignored");
    }

    #[test]
    fn a_used_remark_comes_first_and_the_oldest_gives_way() {
        let mut habits = Habits::default();
        for n in 0..=MAX_REMARKS {
            habits.save_remark(&format!("Remark {n}"));
        }
        assert_eq!((habits.remarks.len(), habits.remarks.last().unwrap().as_str()), (MAX_REMARKS, "Remark 1"));
        habits.save_remark("Remark 7");
        assert_eq!((habits.remarks.len(), habits.remarks[0].as_str()), (MAX_REMARKS, "Remark 7"));
        habits.forget_remark("Remark 7");
        assert!(!habits.remarks.iter().any(|remark| remark == "Remark 7"));
    }
}
