//! What the console looks like: each screen paints the model and changes nothing.

mod chrome;
pub mod detail;
pub mod help;
mod list;
#[cfg(test)]
mod tests;

use ratatui::{Frame, layout::Size, widgets::Paragraph};

use crate::{
    app::Model,
    keys::Context,
    layout::{self, SMALLEST},
};

/// Paints the screen that the model is on.
pub fn draw(frame: &mut Frame, model: &Model) {
    let area = frame.area();
    // A resize may reach the frame before it reaches the model.
    let size = Size { width: area.width.min(model.size.width), height: area.height.min(model.size.height) };
    if layout::too_small(size) {
        let words = format!("The window is too small: {}×{} is needed.", SMALLEST.width, SMALLEST.height);
        return frame.render_widget(Paragraph::new(words).wrap(ratatui::widgets::Wrap { trim: true }), area);
    }
    let frames = layout::frames(model.size);
    match (model.context(), &model.detail) {
        (Context::Help, _) => help::draw(frame, &frames, model),
        (_, Some(detail)) => detail::draw(frame, &frames, model, detail),
        (_, None) => list::draw(frame, &frames, model),
    }
    chrome::footer(frame, frames.footer, model.context());
}
