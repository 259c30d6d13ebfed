//! The questions of a dry run as students will see them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use base64::{Engine as _, engine::general_purpose::STANDARD};

use super::{
    plan::Plan,
    report::{Preview, PreviewItem},
    source::Album,
};
use crate::{
    bank::{Item, ItemBody, formats::FileBody},
    html::upload_address,
    images::references,
};

/// Questions per preview.
const SHOWN: usize = 50;
/// The most bytes of pictures in a preview.
const MAX_BYTES: u64 = 8 << 20;

impl PreviewItem {
    fn of<B: ItemBody>(row: u32, is_new: bool, item: &Item<B>) -> Self {
        let common = Self {
            row,
            is_new,
            title: item.title.clone(),
            status: item.status,
            passage: item.body.as_choice().and_then(|choice| choice.passage.clone()),
            question: item.question.clone(),
            logo: item.logo.clone(),
            ..Self::default()
        };
        match item.body.content().into() {
            FileBody::Choice { options, correct, description } => {
                let correct = u32::try_from(correct + 1).unwrap_or_default();
                Self { options, correct, description, ..common }
            }
            FileBody::Essay { answer, detailed } => {
                Self { description: answer, detailed_answer: Some(detailed), ..common }
            }
        }
    }

    /// The names of the pictures that it shows.
    fn pictures(&self) -> impl Iterator<Item = &str> {
        let texts = [Some(&self.question), Some(&self.description), self.passage.as_ref(), self.logo.as_ref()];
        let texts = texts.into_iter().flatten().chain(&self.options).chain(&self.detailed_answer);
        texts.flat_map(|text| references::names_in(text))
    }
}

impl Preview {
    /// The preview of a plan's questions, starting with number `from`, counted from 0.
    pub(super) async fn of<B: ItemBody>(plan: &Plan<B>, album: &Album, from: u64) -> Self {
        let rows: &HashMap<String, u32> = &plan.rows;
        let new = plan.new.iter().map(|item| (true, item));
        let changed = plan.changed.iter().map(|(_, item)| (false, item));
        let row = |item: &Item<B>| rows.get(item.id.as_str()).copied().unwrap_or_default();
        let mut all: Vec<(u32, bool, &Item<B>)> =
            new.chain(changed).map(|(is_new, item)| (row(item), is_new, item)).collect();
        all.sort_by_key(|(row, ..)| *row);
        let total = all.len() as u64;
        let shown = all.into_iter().skip(usize::try_from(from).unwrap_or(usize::MAX)).take(SHOWN);
        let items: Vec<PreviewItem> = shown.map(|(row, is_new, item)| PreviewItem::of(row, is_new, item)).collect();
        let names: BTreeSet<&str> = items.iter().flat_map(PreviewItem::pictures).collect();
        let (mut pictures, mut left) = (BTreeMap::new(), MAX_BYTES);
        for name in names {
            let Some((path, kind)) = album.file(name) else { continue };
            let length = tokio::fs::metadata(path).await.map_or(u64::MAX, |file| file.len());
            if length > left {
                continue;
            }
            // If a picture cannot be read now, only the preview lacks it.
            let Ok(bytes) = tokio::fs::read(path).await else { continue };
            left -= length;
            let data = format!("data:{};base64,{}", kind.content_type(), STANDARD.encode(bytes));
            pictures.insert(upload_address(name), data);
        }
        Self { items, total, pictures }
    }
}
