//! The pictures of a workbook, by the names in its cells (ruling 35).

use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    path::Path,
};

use unicode_normalization::UnicodeNormalization as _;

use crate::{
    bank::sheet::{Unit, Warning},
    html::UPLOADS,
    images::references::is_picture_address,
    text::nearest,
};

/// The maximum number of unused pictures that are listed one by one.
const MAX_LISTED: usize = 20;

/// File endings of pictures.
const ENDINGS: [&str; 5] = ["png", "jpg", "jpeg", "gif", "webp"];

/// The pictures that cells can show.
#[derive(Debug, Clone, Default)]
pub struct Pictures {
    /// Pictures that came with the workbook, by name. Each has its address below ours, or its problem as a sentence.
    brought: BTreeMap<String, Result<String, String>>,
    /// The names of stored uploads that the cells show.
    kept: HashSet<String>,
}

/// A picture that a cell shows.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::bank) struct FoundPicture {
    /// Its address below ours.
    pub address: String,
    /// Its name beside the workbook, if it came with it.
    pub name: Option<String>,
}

impl Pictures {
    /// The pictures that came with the workbook.
    pub fn new(brought: BTreeMap<String, Result<String, String>>) -> Self {
        // Composed as in cells, because some systems decompose accents in file names.
        let composed = |(name, picture): (String, _)| (name.nfc().collect(), picture);
        Self { brought: brought.into_iter().map(composed).collect(), kept: HashSet::new() }
    }

    /// Adds these stored uploads.
    pub fn beside(self, kept: HashSet<String>) -> Self {
        Self { kept, ..self }
    }

    /// The picture that a cell names.
    ///
    /// # Errors
    /// The problem, as a sentence.
    pub(in crate::bank) fn find(&self, wanted: &str) -> Result<FoundPicture, String> {
        if let Some(file) = wanted.strip_prefix(UPLOADS).filter(|_| is_picture_address(wanted)) {
            if self.kept.contains(file) {
                let name = self.named(file).map(|(name, _)| name.to_owned());
                return Ok(FoundPicture { address: wanted.to_owned(), name });
            }
            // A file that another installation exported names its pictures as that installation stored them.
            return match self.named(file) {
                Some((name, picture)) => shown(name, picture),
                None => Err(format!(
                    "There is no picture {wanted} here. Give it along with the file, in the folder of pictures or in a \
                     .zip, or upload it again."
                )),
            };
        }
        let lower = wanted.to_ascii_lowercase();
        if lower.contains("://") || lower.starts_with("//") || lower.starts_with("data:") {
            return Err("The picture must come with the workbook, or have an address that starts with /uploads/. \
                 Students' devices load nothing from another host."
                .into());
        }
        let path = wanted.replace('\\', "/");
        if path.starts_with('/') || path.contains(':') || path.split('/').any(|step| step == "..") {
            return Err(format!("“{wanted}” leads out of the folder of pictures; name a file in it."));
        }
        let Some((name, picture)) = self.named(path.trim_start_matches("./")) else {
            if !is_picture_name(&path) && path.rsplit('/').next().is_some_and(|file| file.contains('.')) {
                return Err(format!("“{wanted}” has a type that Sabi does not accept. Use .png, .jpg, .gif or .webp."));
            }
            if self.brought.is_empty() {
                return Err(format!(
                    "“{wanted}” was not found: no pictures came with the workbook. Give the folder of pictures, \
                     or a .zip of workbook and pictures."
                ));
            }
            let near = nearest(wanted, self.brought.keys().map(String::as_str));
            let meant = near.map_or(String::new(), |name| format!(" Did you mean {name}?"));
            return Err(format!("No picture named “{wanted}” came with the workbook.{meant}"));
        };
        shown(name, picture)
    }

    /// The picture with exactly this name, or else the only one that differs only in case or folder.
    fn named(&self, wanted: &str) -> Option<(&String, &Result<String, String>)> {
        if let Some(found) = self.brought.get_key_value(wanted) {
            return Some(found);
        }
        let lower = wanted.to_lowercase();
        let same = |name: &str| name.to_lowercase() == lower;
        let below = |name: &str| name.rsplit_once('/').is_some_and(|(_, file)| file.to_lowercase() == lower);
        let mut alike = self.brought.iter().filter(|(name, _)| same(name) || below(name));
        match (alike.next(), alike.next()) {
            (found, None) => found,
            _ => None,
        }
    }

    /// A notice for each picture that nothing shows.
    pub(in crate::bank) fn unused(&self, shown: &BTreeSet<String>, unit: Unit) -> Vec<Warning> {
        let unit = unit.word();
        let unused: Vec<&String> = self.brought.keys().filter(|name| !shown.contains(*name)).collect();
        let warning = |message| Warning { row: None, column: Some("image".into()), message };
        let named = unused.iter().take(MAX_LISTED).map(|name| warning(format!("No {unit} shows the picture {name}.")));
        let more = unused.len().saturating_sub(MAX_LISTED);
        let rest = (more > 0).then(|| warning(format!("No {unit} shows {more} more pictures.")));
        named.chain(rest).collect()
    }
}

/// A picture that came with the workbook, or its problem.
fn shown(name: &str, picture: &Result<String, String>) -> Result<FoundPicture, String> {
    match picture {
        Ok(address) => Ok(FoundPicture { address: address.clone(), name: Some(name.to_owned()) }),
        Err(why) => Err(format!("{name}: {why}")),
    }
}

/// Whether a file's name has one of these endings.
pub(in crate::bank) fn has_ending(name: &str, endings: &[&str]) -> bool {
    let ending = Path::new(name).extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    endings.iter().any(|known| known.eq_ignore_ascii_case(ending))
}

/// Whether a file's name is that of a picture.
pub fn is_picture_name(name: &str) -> bool {
    has_ending(name, &ENDINGS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> Pictures {
        let kept = |name: &str| (name.to_owned(), Ok(format!("/uploads/{}.png", name.len())));
        let mut all = BTreeMap::from(["one.png", "maps/Two.PNG", "a/same.png", "b/same.png"].map(kept));
        all.insert("bad.gif".into(), Err("The image is damaged.".into()));
        Pictures::new(all)
    }

    #[test]
    fn cells_name_pictures() {
        let pictures = some();
        for (wanted, name) in [
            ("one.png", "one.png"),
            ("./One.png", "one.png"),
            ("two.png", "maps/Two.PNG"),
            ("maps\\Two.PNG", "maps/Two.PNG"),
            ("a/same.png", "a/same.png"),
        ] {
            assert_eq!(pictures.find(wanted).unwrap().name.as_deref(), Some(name), "{wanted}");
        }
        assert!(pictures.find("/uploads/x.png").unwrap_err().starts_with("There is no picture /uploads/x.png here."));
        assert_eq!(pictures.find("/uploads/one.png").unwrap().name.as_deref(), Some("one.png"), "it came along");
        let pictures = pictures.beside(["x.png".to_owned(), "one.png".into()].into());
        for (own, name) in [("/uploads/x.png", None), ("/uploads/one.png", Some("one.png"))] {
            let name = name.map(str::to_owned);
            assert_eq!(pictures.find(own).unwrap(), FoundPicture { address: own.into(), name });
        }
        for (wanted, word) in [
            ("https://example.org/a.png", "another host"),
            ("//example.org/a.png", "another host"),
            ("data:image/png;base64,AA", "another host"),
            ("/etc/a.png", "leads out"),
            ("../one.png", "leads out"),
            ("maps/../../one.png", "leads out"),
            ("C:\\one.png", "leads out"),
            ("onee.png", "Did you mean one.png?"),
            ("same.png", "No picture named"),
            ("map.bmp", "“map.bmp” has a type that Sabi does not accept"),
            ("bad.gif", "bad.gif: The image is damaged."),
        ] {
            let why = pictures.find(wanted).unwrap_err();
            assert!(why.contains(word), "{wanted}: {why}");
        }
        assert!(Pictures::default().find("one.png").unwrap_err().contains("no pictures came with the workbook"));
    }

    #[test]
    fn accents_may_be_composed_or_not() {
        let name: String = "ẹ̀kọ́ é.png".nfd().collect();
        let pictures = Pictures::new(BTreeMap::from([(format!("maps/{name}"), Ok("/uploads/1.png".to_owned()))]));
        let wanted: String = "ẹ̀kọ́ É.PNG".nfc().collect();
        let found = pictures.find(&wanted).unwrap();
        assert_eq!(found.address, "/uploads/1.png");
        assert_eq!(pictures.unused(&found.name.into_iter().collect(), Unit::Row), []);
    }

    #[test]
    fn what_no_row_shows_is_told() {
        assert_eq!(some().unused(&BTreeSet::from(["one.png".to_owned()]), Unit::Line).len(), 4);
        let many = (0..100).map(|n| (format!("{n}.png"), Ok(String::new()))).collect();
        let told = Pictures::new(many).unused(&BTreeSet::new(), Unit::Row);
        assert_eq!((told.len(), told[MAX_LISTED].message.as_str()), (MAX_LISTED + 1, "No row shows 80 more pictures."));
    }
}
