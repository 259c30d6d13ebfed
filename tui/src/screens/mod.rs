//! The screens. Each has its state, changes it, and draws it; none knows another.

pub mod help;
pub mod list;
mod message;
mod report;
mod request;
mod statistics;
pub mod submission;

use crate::screen::{Place, Screen};

/// Creates the screen of a place.
pub fn open(place: Place) -> Box<dyn Screen> {
    match place {
        Place::Submissions => Box::new(list::ListScreen::<list::Submissions>::default()),
        Place::Reports => Box::new(list::ListScreen::<list::Reports>::default()),
        Place::Requests => Box::new(list::ListScreen::<list::Requests>::default()),
        Place::Messages => Box::new(list::ListScreen::<list::Messages>::default()),
        Place::Statistics => Box::new(statistics::StatisticsScreen::default()),
        Place::Submission(task) => Box::new(submission::Submission::new(*task)),
        Place::Report(report) => Box::new(report::ReportScreen::new(*report)),
        Place::Request(registration) => Box::new(request::RequestScreen::new(*registration)),
        Place::Message(contact) => Box::new(message::MessageScreen::new(*contact)),
    }
}
