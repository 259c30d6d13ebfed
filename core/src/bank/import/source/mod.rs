//! The uploaded files of an import: a bank in one of the formats, alone, with pictures, or in a .zip with pictures
//! (ruling 35). Pictures wait on disk in the system's temporary folder, and are deleted on drop.

mod album;
mod parts;

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{self, Cursor, Read, Seek, Write as _},
    path::PathBuf,
};

use tempfile::TempDir;
use zip::{ZipArchive, read::ZipFile};

use crate::{
    bank::{
        formats::{self, Format},
        import::rows::{has_ending, is_picture_name},
        sheet::{
            Warning, WorkbookError,
            archive::{self, MAX_BYTES},
        },
    },
    images,
};
pub(in crate::bank) use album::Album;
pub(in crate::bank) use parts::retain_part;
pub use parts::{FilePart, parts_of};

/// The maximum number of pictures beside a workbook.
pub const MAX_PICTURES: usize = 5_000;
/// The maximum size of workbook and pictures together, in bytes; for a .zip, of its content.
pub const MAX_TOTAL: u64 = 1024 * 1024 * 1024;
/// The maximum number of entries of a .zip, including folders and ignored files.
const MAX_ENTRIES: usize = 20_000;
/// The maximum number of ignored files of a .zip that are listed one by one.
const MAX_LISTED: usize = 20;

/// The uploaded files of an import.
#[derive(Debug, Default)]
pub struct ImportFiles {
    bank: BankFile,
    /// The bank's name, which can decide its format.
    name: String,
    format: Option<Format>,
    pictures: BTreeMap<String, PathBuf>,
    folder: Option<TempDir>,
    total: u64,
}

/// The bank, or the .zip that contains it.
#[derive(Debug)]
enum BankFile {
    Bytes(Vec<u8>),
    Spooled(PathBuf),
}

impl Default for BankFile {
    fn default() -> Self {
        Self::Bytes(Vec::new())
    }
}

/// The unpacked files of an import.
pub(in crate::bank) struct Unpacked {
    pub bank: formats::File,
    /// The files of the pictures, by name beside the workbook.
    pub pictures: BTreeMap<String, PathBuf>,
    /// Notices about ignored files.
    pub notices: Vec<Warning>,
    /// The folder of the pictures.
    pub folder: Option<TempDir>,
}

impl From<Vec<u8>> for ImportFiles {
    fn from(bank: Vec<u8>) -> Self {
        Self { bank: BankFile::Bytes(bank), ..Self::default() }
    }
}

impl From<formats::File> for ImportFiles {
    fn from(bank: formats::File) -> Self {
        Self::from(bank.bytes).read_as(Some(bank.format))
    }
}

impl ImportFiles {
    /// The files of an import whose bank, or .zip with the bank, is this file. The file is not moved.
    pub fn at(path: PathBuf) -> Self {
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        Self { bank: BankFile::Spooled(path), name, ..Self::default() }
    }

    /// Sets the bank's name.
    pub fn named(self, name: &str) -> Self {
        Self { name: name.to_owned(), ..self }
    }

    /// Sets the format; by default, content and name decide.
    pub fn read_as(self, format: Option<Format>) -> Self {
        Self { format, ..self }
    }

    /// Starts writing the bank, or the .zip that contains it, piece by piece.
    ///
    /// # Errors
    /// If there is no room for temporary files.
    pub fn begin(&mut self, name: &str) -> io::Result<Spool<'_>> {
        let path = self.folder()?.join("bank");
        let file = File::create_new(&path)?;
        self.bank = BankFile::Spooled(path);
        self.name = name.to_owned();
        Ok(Spool { file, total: &mut self.total })
    }

    /// Adds a picture under its name beside the workbook. Its ending is checked later, with the picture.
    ///
    /// # Errors
    /// [`WorkbookError::TooLarge`] beyond the limits, [`WorkbookError::NotAWorkbook`] for a name that leads out of the
    /// folder or is repeated; an I/O error if there is no room for temporary files.
    pub fn add(&mut self, name: &str, bytes: &[u8]) -> io::Result<Result<(), WorkbookError>> {
        let Some(name) = inner_name(name) else { return Ok(Err(leads_out(name))) };
        if self.pictures.len() >= MAX_PICTURES {
            return Ok(Err(too_many()));
        }
        self.total += bytes.len() as u64;
        if self.total > MAX_TOTAL {
            return Ok(Err(too_large()));
        }
        if self.pictures.contains_key(&name) {
            return Ok(Err(refuse(format!("two pictures are named “{name}”"))));
        }
        let path = self.folder()?.join(self.pictures.len().to_string());
        fs::write(&path, bytes)?;
        self.pictures.insert(name, path);
        Ok(Ok(()))
    }

    fn folder(&mut self) -> io::Result<PathBuf> {
        let folder = match self.folder.take() {
            Some(folder) => folder,
            None => tempfile::tempdir()?,
        };
        Ok(self.folder.insert(folder).path().to_owned())
    }

    /// Unpacks a .zip. Blocks the thread.
    ///
    /// # Errors
    /// [`WorkbookError`] for a .zip without a bank, with hostile entries, or beyond the limits.
    pub(in crate::bank) fn unpack(mut self) -> io::Result<Result<Unpacked, WorkbookError>> {
        let source = std::mem::take(&mut self.bank);
        match source {
            BankFile::Bytes(bytes) => match bundle(Cursor::new(&bytes)) {
                Ok(Some(archive)) => self.take_apart(archive),
                Ok(None) => Ok(Ok(self.with(bytes))),
                Err(error) => Ok(Err(error)),
            },
            BankFile::Spooled(path) => match bundle(File::open(&path)?) {
                Ok(Some(archive)) => self.take_apart(archive),
                Ok(None) => {
                    let mut bytes = Vec::new();
                    File::open(&path)?.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
                    Ok(Ok(self.with(bytes)))
                }
                Err(error) => Ok(Err(error)),
            },
        }
    }

    fn with(self, bytes: Vec<u8>) -> Unpacked {
        let bank = formats::File::new(bytes, &self.name, self.format);
        Unpacked { bank, pictures: self.pictures, notices: Vec::new(), folder: self.folder }
    }

    fn take_apart<R: Read + Seek>(mut self, mut archive: ZipArchive<R>) -> io::Result<Result<Unpacked, WorkbookError>> {
        // So far, the limit counted the uploaded bytes. From here, it counts the unpacked content.
        self.total = 0;
        let mut workbook: Option<(String, Vec<u8>)> = None;
        // Beside a workbook, files of other formats are ignored: they are probably notes.
        let mut banks: Vec<(String, Vec<u8>)> = Vec::new();
        let mut others = Vec::new();
        let other_banks = other_banks();
        for index in 0..archive.len() {
            let Ok(mut entry) = archive.by_index(index) else { return Ok(Err(damaged())) };
            let name = match entry_name(&entry) {
                Ok(Some(name)) => name,
                Ok(None) => continue,
                Err(error) => return Ok(Err(error)),
            };
            let (is_workbook, is_bank) = (has_ending(&name, Format::Xlsx.endings()), has_ending(&name, &other_banks));
            let is_known = is_workbook || is_picture_name(&name) || is_bank && banks.len() < 2;
            if !is_known {
                others.push(name);
                continue;
            }
            let limit = if is_workbook || is_bank { MAX_BYTES } else { images::MAX_BYTES };
            let mut bytes = Vec::new();
            // One byte more than allowed shows that it is too large. The size in the header is not trusted.
            if entry.by_ref().take(limit as u64 + 1).read_to_end(&mut bytes).is_err() {
                return Ok(Err(refuse(format!("“{name}” in the .zip is damaged or protected by a password"))));
            }
            if is_bank {
                banks.push((name, bytes));
            } else if !is_workbook {
                if let Err(error) = self.add(&name, &bytes)? {
                    return Ok(Err(error));
                }
            } else if let Some((other, _)) = &workbook {
                return Ok(Err(refuse(format!("the .zip holds more than one workbook: {other} and {name}"))));
            } else {
                workbook = Some((name, bytes));
            }
        }
        if let Some((_, workbook)) = workbook {
            others.extend(banks.into_iter().map(|(name, _)| name));
            let bundle = Self { format: Some(Format::Xlsx), ..self };
            return Ok(Ok(Unpacked { notices: left_out(&others), ..bundle.with(workbook) }));
        }
        let mut banks = banks.into_iter();
        match (banks.next(), banks.next()) {
            (Some((name, bank)), None) => {
                Ok(Ok(Unpacked { notices: left_out(&others), ..Self { name, ..self }.with(bank) }))
            }
            (Some((one, _)), Some((other, _))) => {
                Ok(Err(refuse(format!("the .zip holds no workbook and more than one other bank: {one} and {other}"))))
            }
            (None, _) => {
                Ok(Err(refuse(format!("the .zip holds no bank: no .xlsx and no .{}", other_banks.join(", no .")))))
            }
        }
    }
}

/// The bank that is being written.
#[derive(Debug)]
pub struct Spool<'a> {
    file: File,
    total: &'a mut u64,
}

impl Spool<'_> {
    /// Writes the next piece. Returns `false` beyond the limit, and writes nothing.
    ///
    /// # Errors
    /// If there is no room for temporary files.
    pub fn push(&mut self, piece: &[u8]) -> io::Result<bool> {
        *self.total += piece.len() as u64;
        let fits = *self.total <= MAX_TOTAL;
        if fits {
            self.file.write_all(piece)?;
        }
        Ok(fits)
    }
}

/// The file endings of banks that are not workbooks.
fn other_banks() -> Vec<&'static str> {
    let formats = Format::ALL.into_iter().filter(|format| *format != Format::Xlsx);
    formats.flat_map(|format| format.endings().iter().copied()).collect()
}

/// The archive, if it contains a bank or pictures and is not a workbook itself.
fn bundle<R: Read + Seek>(file: R) -> Result<Option<ZipArchive<R>>, WorkbookError> {
    let Ok(opened) = archive::open(file, MAX_ENTRIES) else { return Ok(None) };
    let Some(archive) = opened else {
        return Err(WorkbookError::TooLarge { what: "the .zip holds more than 20,000 entries".into() });
    };
    let is_office = ["[Content_Types].xml", "META-INF/manifest.xml", "mimetype"];
    let is_one = is_office.iter().any(|part| archive::has_part(&archive, part));
    let banks = [Format::Xlsx.endings(), other_banks().as_slice()].concat();
    let is_wanted = |name: &str| has_ending(name, &banks) || is_picture_name(name);
    let has_some = archive.file_names().any(|name| name.is_ok_and(|name| is_wanted(&name)));
    Ok((!is_one && has_some).then_some(archive))
}

/// The name of an entry beside the workbook; `None` for folders and system files.
fn entry_name<R: Read + ?Sized>(entry: &ZipFile<'_, R>) -> Result<Option<String>, WorkbookError> {
    let Ok(name) = entry.name() else { return Err(damaged()) };
    if entry.is_symlink() {
        return Err(refuse(format!("“{name}” in the .zip is a link, and not a file")));
    }
    let Some(inner) = inner_name(&name) else { return Err(leads_out(&name)) };
    let is_system = inner.split('/').any(|step| step.starts_with('.') || step.starts_with("~$") || step == "__MACOSX");
    let is_thumbs = matches!(inner.rsplit('/').next(), Some("Thumbs.db" | "desktop.ini"));
    Ok((!entry.is_dir() && !is_system && !is_thumbs).then_some(inner))
}

/// The name as a path inside the folder, with `/` as separator; `None` if it leads out.
fn inner_name(name: &str) -> Option<String> {
    let path = name.replace('\\', "/");
    let bad = path.starts_with('/') || path.contains(':') || path.contains('\0') || path.len() > 500;
    let steps: Vec<&str> = path.split('/').filter(|step| !matches!(*step, "" | ".")).collect();
    (!bad && !steps.is_empty() && !steps.contains(&"..")).then(|| steps.join("/"))
}

fn left_out(others: &[String]) -> Vec<Warning> {
    let warning = |message| Warning { row: None, column: None, message };
    let listed = others.iter().take(MAX_LISTED);
    let listed = listed.map(|name| warning(format!("{name} is neither the bank nor a picture, and was left out.")));
    let more = others.len().saturating_sub(MAX_LISTED);
    listed.chain((more > 0).then(|| warning(format!("{more} more files of the .zip were left out.")))).collect()
}

fn refuse(why: String) -> WorkbookError {
    WorkbookError::NotAWorkbook { why }
}

fn damaged() -> WorkbookError {
    refuse("the .zip is damaged or protected by a password".into())
}

fn leads_out(name: &str) -> WorkbookError {
    refuse(format!("“{name}” leads out of the folder of pictures"))
}

fn too_many() -> WorkbookError {
    WorkbookError::TooLarge { what: "more than 5,000 pictures come with it".into() }
}

fn too_large() -> WorkbookError {
    WorkbookError::TooLarge { what: "with its pictures it has more than 1 GiB".into() }
}

#[cfg(test)]
mod tests {
    use zip::{ZipWriter, write::SimpleFileOptions};

    use super::*;

    fn zipped(entries: &[(&str, &[u8])]) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in entries {
            zip.start_file(*name, SimpleFileOptions::default()).unwrap();
            zip.write_all(bytes).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    fn unpacked(bytes: Vec<u8>) -> Result<Unpacked, WorkbookError> {
        ImportFiles::from(bytes).unpack().unwrap()
    }

    fn refused(bytes: Vec<u8>) -> String {
        unpacked(bytes).err().unwrap().to_string()
    }

    #[test]
    fn a_zip_holds_a_workbook_and_its_pictures() {
        let zip = zipped(&[
            ("bank/Maths.XLSX", b"book"),
            ("bank/maps/1.png", b"one"),
            ("bank\\2.JPG", b"two"),
            ("__MACOSX/bank/._1.png", b"x"),
            (".DS_Store", b"x"),
            ("bank/~$Maths.xlsx", b"x"),
            ("bank/readme.txt", b"x"),
        ]);
        let found = unpacked(zip).unwrap();
        assert_eq!(found.bank.bytes, b"book");
        assert_eq!(found.pictures.keys().collect::<Vec<_>>(), ["bank/2.JPG", "bank/maps/1.png"]);
        assert_eq!(fs::read(&found.pictures["bank/maps/1.png"]).unwrap(), b"one");
        assert_eq!(found.notices.len(), 1);
        let folder = found.folder.as_ref().unwrap().path().to_owned();
        drop(found);
        assert!(!folder.exists());
    }

    #[test]
    fn a_zip_holds_a_bank_of_another_format() {
        let csv = b"question,option1,option2,rightAnswer,image\nWhich?,a,b,A,1.png\n";
        let found = unpacked(zipped(&[("bank/bank.csv", csv), ("bank/1.png", b"one"), ("notes.doc", b"x")])).unwrap();
        assert_eq!((found.bank.format, found.bank.bytes.as_slice()), (Format::Csv, &csv[..]));
        assert_eq!((found.pictures.len(), found.notices.len()), (1, 1));
        let found = unpacked(zipped(&[("a.gift", b"x"), ("b.png", b"one")])).unwrap();
        assert_eq!(found.bank.format, Format::Gift, "its name tells where its content does not");
    }

    #[test]
    fn what_is_no_bundle_is_left_to_the_workbook() {
        for bytes in [b"text".to_vec(), Vec::new(), zipped(&[("[Content_Types].xml", b""), ("xl/media/1.png", b"")])] {
            assert_eq!(unpacked(bytes.clone()).unwrap().bank.bytes, bytes);
        }
    }

    #[test]
    fn hostile_archives_are_refused_by_name() {
        for (entries, word) in [
            (vec![("a.xlsx", &b""[..]), ("../b.png", b"")], "“../b.png” leads out"),
            (vec![("/etc/b.png", b"")], "“/etc/b.png” leads out"),
            (vec![("c:/b.png", b"")], "leads out"),
            (vec![("a\\..\\..\\b.png", b"")], "leads out"),
            (vec![("a.xlsx", b""), ("b.xlsx", b"")], "a.xlsx and b.xlsx"),
            (vec![("a.png", b"")], "no bank"),
            (vec![("a.csv", b""), ("b.xml", b"")], "a.csv and b.xml"),
            (vec![("a.xlsx", b""), ("a.png", b""), ("./a.png", b"")], "two pictures"),
        ] {
            let why = refused(zipped(&entries));
            assert!(why.contains(word), "{why}");
        }
        let mut link = ZipWriter::new(Cursor::new(Vec::new()));
        link.start_file("a.xlsx", SimpleFileOptions::default()).unwrap();
        link.add_symlink("b.png", "/etc/passwd", SimpleFileOptions::default()).unwrap();
        assert!(refused(link.finish().unwrap().into_inner()).contains("is a link"));
        let mut cut = zipped(&[("a.xlsx", b"book"), ("a.png", &[7; 3000])]);
        let at = cut.windows(4).position(|bytes| bytes == b"a.pn").unwrap();
        cut[at + 8] ^= 0xFF;
        assert!(refused(cut).contains("damaged"));
    }

    #[test]
    fn sizes_are_counted_while_they_are_unpacked() {
        // A bomb: content beyond the size of a picture is cut, and refused by the check of pictures.
        let bomb = vec![0; images::MAX_BYTES * 3];
        let found = unpacked(zipped(&[("a.xlsx", b"book"), ("a.png", &bomb)])).unwrap();
        assert_eq!(fs::metadata(&found.pictures["a.png"]).unwrap().len(), images::MAX_BYTES as u64 + 1);
        let mut files = ImportFiles { total: MAX_TOTAL - 2, ..ImportFiles::default() };
        assert!(files.begin("a.xlsx").unwrap().push(b"ab").unwrap());
        assert!(matches!(files.add("a.png", b"c").unwrap(), Err(WorkbookError::TooLarge { .. })));
    }

    #[test]
    fn the_content_of_a_zip_counts_rather_than_the_upload() {
        let zip = zipped(&[("a.xlsx", b"book"), ("a.png", b"one"), ("b.png", b"two")]);
        // As after an upload of exactly the limit.
        let mut files = ImportFiles { total: MAX_TOTAL - zip.len() as u64, ..ImportFiles::default() };
        assert!(files.begin("bank.zip").unwrap().push(&zip).unwrap());
        let found = files.unpack().unwrap().unwrap();
        assert_eq!(found.pictures.len(), 2);
    }
}
