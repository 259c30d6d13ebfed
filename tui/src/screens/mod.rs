//! The screens. Each has its state, changes it, and draws it; none knows another.

pub mod help;
pub mod list;
mod message;
mod report;
mod request;
mod statistics;
pub mod submission;

use crate::screen::{Destination, Screen};

/// Creates the screen of a destination.
pub fn open(destination: Destination) -> Box<dyn Screen> {
    match destination {
        Destination::Submissions => Box::new(list::ListScreen::<list::Submissions>::default()),
        Destination::Reports => Box::new(list::ListScreen::<list::Reports>::default()),
        Destination::Requests => Box::new(list::ListScreen::<list::Requests>::default()),
        Destination::Messages => Box::new(list::ListScreen::<list::Messages>::default()),
        Destination::Statistics => Box::new(statistics::StatisticsScreen::default()),
        Destination::Submission(task) => Box::new(submission::Submission::new(*task)),
        Destination::Report(report) => Box::new(report::ReportScreen::new(*report)),
        Destination::Request(registration) => Box::new(request::RequestScreen::new(*registration)),
        Destination::Message(contact) => Box::new(message::MessageScreen::new(*contact)),
    }
}
