//! Size limits of requests: derived once from the OpenAPI document, and checked while a body is read (ruling 31).
//!
//! The maxima are defined only in the document. Whatever exceeds them is not built, so reading a body takes time in
//! proportion to its bytes, and memory in proportion to what the document allows. Of unknown fields, only plain values
//! are kept. The back office refuses unknown fields by name, because there they are the author's mistake.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    fmt,
    sync::{LazyLock, OnceLock},
};

use axum::extract::{MatchedPath, Request};
use chrono::{DateTime, FixedOffset, NaiveDate};
use sabi_core::{
    Error,
    typed::{
        DAY, FLAG, INSTANT, LIST as LIST_EXPECTED, NUMBER, OBJECT, OTHER_ID, TEXT as TEXT_EXPECTED, WHOLE_NUMBER,
        one_of,
    },
};
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};
use utoipa::openapi::OpenApi;

use crate::{
    annotations::{ACCESS_KEY, PROPERTY_USE_KEY, PropertyUse},
    error::{Failed, Result},
};

/// Default limit of a public body, in bytes.
pub(crate) const PUBLIC_BODY: usize = 16 * 1024;
/// Default limit of a body after login, in bytes.
pub(crate) const SIGNED_IN_BODY: usize = 2 * 1024 * 1024;
/// Bytes allowed in addition to the schema's fields, for white space and ignored fields.
const SLACK: usize = 1024;
/// Maximum bytes of a number, a date or the like, which may be sent as text.
const SCALAR: usize = MAX_TEXT * ESCAPED + 2;
/// Maximum bytes of one character in JSON: two escapes, as in `\ud83d\ude00`.
const ESCAPED: usize = 12;

/// Default maximum of a text, in characters: ids, names, addresses.
pub(crate) const MAX_TEXT: usize = 500;
/// Default maximum of a list, in entries.
pub(crate) const MAX_LIST: usize = 100;
/// Maximum number of unknown keys in an object.
const MAX_UNKNOWN_KEYS: usize = 100;
/// Maximum number of entries in an unknown list.
const MAX_UNKNOWN_ENTRIES: usize = 5_000;

/// The limits of a part of a body.
#[derive(Debug, Clone)]
pub(crate) enum Shape {
    /// A text with this maximum number of characters.
    Text(usize),
    /// A whole number, or a text that is one (ruling 51).
    Whole,
    /// A number, or a text that is one.
    Number,
    /// True or false.
    Flag,
    /// One of these words.
    Choice(Vec<String>),
    /// A date.
    Day,
    /// A time.
    Instant,
    /// A text or a number.
    Plain,
    /// A list with a maximum length and a shape for its entries.
    List(usize, Box<Self>),
    /// An object, its known keys with their shapes.
    Fields(HashMap<String, Self>, UnknownFields),
    /// Another record: its id, or an object with it as `_id`, which is read as the id.
    Reference(Box<Self>),
    /// A property that is not in the type; see [`PropertyUse`].
    Extra(PropertyUse),
}

/// The treatment of unknown fields of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UnknownFields {
    /// Lists and objects are dropped, plain values kept up to their limits.
    PlainKept,
    /// Refused.
    Refused,
}

/// The shapes of all JSON bodies, by method and path; see [`prepare`].
static BODIES: OnceLock<HashMap<String, Shape>> = OnceLock::new();

/// Reads the shapes of all JSON bodies from the document. Called before the server accepts requests; only the first
/// call of a process generates the document.
pub(crate) fn prepare(document: fn() -> OpenApi) {
    BODIES.get_or_init(|| bodies_of(&serde_json::to_value(document()).unwrap_or_default()));
}

fn bodies_of(document: &Value) -> HashMap<String, Shape> {
    let mut bodies = HashMap::new();
    for (path, operations) in document["paths"].as_object().into_iter().flatten() {
        for (method, operation) in operations.as_object().into_iter().flatten() {
            let body = &operation["requestBody"];
            let schema = &body["content"]["application/json"]["schema"];
            if schema.is_null() {
                continue;
            }
            let is_office = ["moderator", "admin", "owner"].iter().any(|access| operation[ACCESS_KEY] == *access);
            let unknown = if is_office { UnknownFields::Refused } else { UnknownFields::PlainKept };
            let shape = Shape::of(document, schema, unknown);
            bodies.insert(key(method, path), shape);
        }
    }
    bodies
}

/// Limits of an operation that is not in the document: plain values only.
static NOTHING_KNOWN: LazyLock<Shape> = LazyLock::new(|| Shape::Fields(HashMap::new(), UnknownFields::PlainKept));

fn key(method: &str, path: &str) -> String {
    format!("{} {path}", method.to_uppercase())
}

/// The shape of the body that this request's operation accepts.
pub(crate) fn of_request(request: &Request) -> &'static Shape {
    let path = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
    BODIES.get().and_then(|bodies| bodies.get(&key(request.method().as_str(), path))).unwrap_or(&NOTHING_KNOWN)
}

/// The size limit of this request's body if the operation is public, in bytes.
pub(crate) fn public_body(request: &Request) -> usize {
    of_request(request).longest().saturating_add(SLACK).min(PUBLIC_BODY)
}

/// The id at the end of this request's path, which the documents' forms also send in the body.
pub(crate) fn own_id(request: &Request) -> String {
    request.uri().path().rsplit('/').next().unwrap_or_default().to_owned()
}

impl Shape {
    /// The shape of a schema. Request types are not recursive.
    fn of(document: &Value, schema: &Value, unknown: UnknownFields) -> Self {
        if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
            return Self::of(document, &document["components"]["schemas"][name], unknown);
        }
        if let Some(usage) = schema[PROPERTY_USE_KEY].as_str().and_then(PropertyUse::named) {
            return Self::Extra(usage);
        }
        let number = |name: &str| schema[name].as_u64().and_then(|most| usize::try_from(most).ok());
        let mut fields = HashMap::new();
        if let Some([id, object]) = schema["oneOf"].as_array().map(Vec::as_slice)
            && (id["type"] == "string" || id["type"][0] == "string")
            && !object["properties"]["_id"].is_null()
        {
            return Self::Reference(Box::new(Self::of(document, object, UnknownFields::PlainKept)));
        }
        // A choice is one of several types, or a type and null; a combination consists of objects.
        let mut plain = Vec::new();
        for kind in ["oneOf", "anyOf", "allOf"] {
            for part in schema[kind].as_array().into_iter().flatten().filter(|part| part["type"] != "null") {
                match Self::of(document, part, unknown) {
                    Self::Fields(more, _) => fields.extend(more),
                    one => plain.push(one),
                }
            }
        }
        if let Some(only) = plain.pop() {
            return if plain.is_empty() { only } else { Self::Plain };
        }
        if !schema["items"].is_null() {
            return Self::List(
                number("maxItems").unwrap_or(MAX_LIST),
                Box::new(Self::of(document, &schema["items"], unknown)),
            );
        }
        for (name, part) in schema["properties"].as_object().into_iter().flatten() {
            fields.insert(name.clone(), Self::of(document, part, unknown));
        }
        let is_object = schema["type"] == "object" || !fields.is_empty();
        if is_object {
            return Self::Fields(fields, unknown);
        }
        let is = |kind: &str| {
            let kinds = schema["type"].as_array();
            kinds.map_or_else(|| schema["type"] == kind, |kinds| kinds.iter().any(|one| one == kind))
        };
        match schema["format"].as_str() {
            _ if is("integer") => Self::Whole,
            _ if is("number") => Self::Number,
            _ if is("boolean") => Self::Flag,
            _ if schema["enum"].is_array() => {
                let words = schema["enum"].as_array().into_iter().flatten().filter_map(Value::as_str);
                Self::Choice(words.map(str::to_owned).collect())
            }
            Some("date") => Self::Day,
            Some("date-time") => Self::Instant,
            _ => Self::Text(number("maxLength").unwrap_or(MAX_TEXT)),
        }
    }

    /// The problem of a value of another type.
    fn problem(&self) -> Cow<'static, str> {
        let words = match self {
            Self::Choice(words) => return one_of(&words.iter().map(String::as_str).collect::<Vec<_>>()).into(),
            Self::Text(_) => TEXT_EXPECTED,
            Self::Whole => WHOLE_NUMBER,
            Self::Number => NUMBER,
            Self::Flag => FLAG,
            Self::Day => DAY,
            Self::Instant => INSTANT,
            Self::List(..) => LIST_EXPECTED,
            Self::Fields(..) => OBJECT,
            Self::Reference(_) => TEXT_EXPECTED,
            Self::Extra(_) => OTHER_ID,
            Self::Plain => "must be text or a number",
        };
        words.into()
    }

    /// Converts a text to a value of this shape; `None` if it is not one.
    fn value_of(&self, text: &str) -> Option<Value> {
        let is_number = text.strip_prefix('-').unwrap_or(text).starts_with(|sign: char| sign.is_ascii_digit());
        match self {
            Self::Whole if is_number => text.parse::<i64>().ok().map(Value::from),
            Self::Number if is_number => Some(Number::from_f64(text.parse().ok()?)?.into()),
            Self::Day => text.parse::<NaiveDate>().ok().map(|_| text.into()),
            Self::Instant => text.parse::<DateTime<FixedOffset>>().ok().map(|_| text.into()),
            Self::Text(_) | Self::Plain | Self::Reference(_) | Self::Extra(_) => Some(text.into()),
            Self::Choice(words) => words.iter().any(|word| word == text).then(|| text.into()),
            Self::Whole | Self::Number | Self::Flag | Self::List(..) | Self::Fields(..) => None,
        }
    }

    /// The size of the longest body of this shape with every character escaped, in bytes.
    fn longest(&self) -> usize {
        match self {
            Self::Text(most) => most.saturating_mul(ESCAPED).saturating_add(2),
            Self::Whole
            | Self::Number
            | Self::Flag
            | Self::Choice(_)
            | Self::Day
            | Self::Instant
            | Self::Plain
            | Self::Reference(_)
            | Self::Extra(_) => SCALAR,
            Self::List(most, item) => most.saturating_mul(item.longest().saturating_add(1)).saturating_add(2),
            Self::Fields(fields, _) => fields.iter().fold(2, |sum: usize, (name, shape)| {
                sum.saturating_add(name.len() + 4).saturating_add(shape.longest())
            }),
        }
    }

    fn most_of_a_text(&self) -> usize {
        match self {
            Self::Text(most) => *most,
            // Texts of the record: only the size of the body limits them.
            Self::Extra(PropertyUse::AsRead) => usize::MAX,
            _ => MAX_TEXT,
        }
    }

    /// Reads a body: its known fields, and plain unknown values. `own` is the id of the record that the body is about.
    ///
    /// # Errors
    /// 400 if it is not JSON, an object has a field twice, or a text contains a NUL character; 422 with the first field
    /// that exceeds its maximum, has the wrong type, or is refused because it is unknown.
    pub(crate) fn read(&self, bytes: &[u8], own: &str) -> Result<Value> {
        if bytes.iter().find(|byte| !byte.is_ascii_whitespace()) != Some(&b'{') {
            serde_json::from_slice::<IgnoredAny>(bytes).map_err(no_json)?;
            return Err(Error::wrong("body", OBJECT).into());
        }
        let mut place = Position { own: own.to_owned(), ..Position::default() };
        let mut json = serde_json::Deserializer::from_slice(bytes);
        let read = Reader { shape: Some(self), place: &mut place }.deserialize(&mut json);
        if let Some(breach) = place.breach {
            return Err(breach);
        }
        let value = read.map_err(no_json)?;
        json.end().map_err(no_json)?;
        Ok(value)
    }
}

fn no_json(error: serde_json::Error) -> Failed {
    Failed::malformed(format!("The request is not JSON: line {}, column {}.", error.line(), error.column()))
}

fn is_longer(text: &str, most: usize) -> bool {
    text.len() > most && text.chars().nth(most).is_some()
}

/// Refuses a text of more than [`MAX_TEXT`] characters.
///
/// # Errors
/// [`Error::Invalid`] with the field.
pub(crate) fn check_text(field: &str, text: &str) -> Result<(), Error> {
    if is_longer(text, MAX_TEXT) {
        Err(Error::wrong(field, &format!("cannot exceed {MAX_TEXT} characters")))
    } else {
        Ok(())
    }
}

/// The reader's position in the body, and why it stopped.
#[derive(Default)]
struct Position {
    /// The id of the record that the body is about.
    own: String,
    path: Vec<Step>,
    /// The number of values read so far that are only compared with the record.
    copied: usize,
    breach: Option<Failed>,
}

enum Step {
    Key(String),
    Index(usize),
}

impl fmt::Display for Position {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (depth, step) in self.path.iter().enumerate() {
            match step {
                Step::Key(key) if depth == 0 => out.write_str(key)?,
                Step::Key(key) => write!(out, ".{key}")?,
                Step::Index(index) => write!(out, "[{index}]")?,
            }
        }
        Ok(())
    }
}

impl Position {
    /// Stops reading. The deserializer's own error is ignored from now on.
    fn stop<E: serde::de::Error>(&mut self, breach: impl Into<Failed>) -> E {
        self.breach = Some(breach.into());
        E::custom("beyond its bounds")
    }

    /// Stops reading at a field that the object has twice.
    fn twice<E: serde::de::Error>(&mut self) -> E {
        let words = format!("The request names the field {self} twice.");
        self.stop(Failed::malformed(words))
    }

    /// Stops reading because of the current field.
    fn refuse<E: serde::de::Error>(&mut self, problem: &str) -> E {
        let field = if self.path.is_empty() { "body".into() } else { self.to_string() };
        self.stop(Error::wrong(&field, problem))
    }
}

/// Reads one value; without a shape, an unknown one.
struct Reader<'a> {
    shape: Option<&'a Shape>,
    place: &'a mut Position,
}

impl Reader<'_> {
    /// Reads a value that is not a text, a list or an object, if its shape accepts it.
    fn plain<E: serde::de::Error>(self, value: impl Into<Value>, fits: fn(&Shape) -> bool) -> Result<Value, E> {
        match self.shape.filter(|shape| !fits(shape) && !matches!(shape, Shape::Extra(PropertyUse::AsRead))) {
            Some(shape) => Err(self.place.refuse(&shape.problem())),
            None => Ok(value.into()),
        }
    }
}

impl<'de> DeserializeSeed<'de> for Reader<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Value, D::Error> {
        if matches!(self.shape, Some(Shape::Extra(PropertyUse::AsRead))) {
            self.place.copied += 1;
            if self.place.copied > MAX_UNKNOWN_ENTRIES {
                return Err(self.place.refuse(&format!("cannot have more than {MAX_UNKNOWN_ENTRIES} entries")));
            }
        }
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Reader<'_> {
    type Value = Value;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: serde::de::Error>(self, value: bool) -> Result<Value, E> {
        self.plain(value, |shape| matches!(shape, Shape::Flag))
    }

    fn visit_i64<E: serde::de::Error>(self, value: i64) -> Result<Value, E> {
        self.plain(value, |shape| matches!(shape, Shape::Whole | Shape::Number | Shape::Plain))
    }

    fn visit_u64<E: serde::de::Error>(self, value: u64) -> Result<Value, E> {
        self.plain(value, |shape| matches!(shape, Shape::Whole | Shape::Number | Shape::Plain))
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Value, E> {
        let value = Number::from_f64(value).map_or(Value::Null, Value::Number);
        self.plain(value, |shape| matches!(shape, Shape::Number))
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Value, E> {
        let most = self.shape.map_or(MAX_TEXT, Shape::most_of_a_text);
        match is_longer(text, most) {
            // Nobody reads an unknown value.
            true if self.shape.is_none() => Ok(Value::Null),
            true => Err(self.place.refuse(&format!("cannot exceed {most} characters"))),
            false if text.contains('\0') => {
                Err(self.place.stop(Failed::malformed("A text contains a NUL character.".into())))
            }
            false => match self.shape {
                None => Ok(text.into()),
                Some(shape) => shape.value_of(text).ok_or_else(|| self.place.refuse(&shape.problem())),
            },
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let Self { shape, place } = self;
        let (most, item) = match shape {
            Some(Shape::List(most, item)) => (*most, Some(&**item)),
            Some(as_read @ Shape::Extra(PropertyUse::AsRead)) => (MAX_UNKNOWN_ENTRIES, Some(as_read)),
            Some(other) => return Err(place.refuse(&other.problem())),
            None => (MAX_UNKNOWN_ENTRIES, None),
        };
        let mut items = Vec::new();
        for index in 0..=most {
            if index == most {
                if list.next_element::<IgnoredAny>()?.is_none() {
                    break;
                }
                return Err(place.refuse(&format!("cannot have more than {most} entries")));
            }
            if item.is_none() {
                if list.next_element::<IgnoredAny>()?.is_none() {
                    break;
                }
                continue;
            }
            place.path.push(Step::Index(index));
            let read = list.next_element_seed(Reader { shape: item, place: &mut *place })?;
            place.path.pop();
            let Some(read) = read else { break };
            items.push(read);
        }
        Ok(if item.is_some() { items.into() } else { Value::Null })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value, A::Error> {
        let Self { shape, place } = self;
        let (fields, unknown) = match shape {
            Some(Shape::Fields(fields, unknown)) => (Some(fields), *unknown),
            Some(Shape::Reference(of)) => {
                let mut read = Reader { shape: Some(of), place: &mut *place }.visit_map(object)?;
                let id = read.get_mut("_id").map(Value::take).filter(Value::is_string);
                return id.ok_or_else(|| place.refuse(TEXT_EXPECTED));
            }
            Some(as_read @ Shape::Extra(PropertyUse::AsRead)) => {
                let mut read = Map::new();
                while let Some(name) = object.next_key::<String>()? {
                    place.path.push(Step::Key(name.clone()));
                    if read.contains_key(&name) {
                        return Err(place.twice());
                    }
                    let value = object.next_value_seed(Reader { shape: Some(as_read), place: &mut *place })?;
                    place.path.pop();
                    read.insert(name, value);
                }
                return Ok(read.into());
            }
            Some(other) => return Err(place.refuse(&other.problem())),
            None => (None, UnknownFields::PlainKept),
        };
        let most = fields.map_or(MAX_UNKNOWN_ENTRIES, |fields| fields.len() + MAX_UNKNOWN_KEYS);
        let mut read = Map::new();
        let mut names = HashSet::new();
        while let Some(name) = object.next_key::<String>()? {
            // Parsers differ in which duplicate counts, so a check could read another value than the code after it.
            if !names.insert(name.clone()) {
                place.path.push(Step::Key(name));
                return Err(place.twice());
            }
            if names.len() > most {
                return Err(place.refuse(&format!("cannot have more than {most} fields")));
            }
            let Some(fields) = fields else {
                object.next_value::<IgnoredAny>()?;
                continue;
            };
            if name.len() > MAX_TEXT || name.contains('\0') {
                object.next_value::<IgnoredAny>()?;
                continue;
            }
            place.path.push(Step::Key(name.clone()));
            if unknown == UnknownFields::Refused && !fields.contains_key(&name) {
                return Err(place.refuse("is not known here"));
            }
            let value = match fields.get(&name) {
                Some(Shape::Extra(PropertyUse::Unread)) => {
                    object.next_value::<IgnoredAny>()?;
                    place.path.pop();
                    continue;
                }
                shape => object.next_value_seed(Reader { shape, place: &mut *place })?,
            };
            if matches!(fields.get(&name), Some(Shape::Extra(PropertyUse::OwnId))) {
                if !value.is_null() && value.as_str() != Some(&place.own) {
                    return Err(place.refuse(OTHER_ID));
                }
                place.path.pop();
                continue;
            }
            place.path.pop();
            // `null` stands for an unknown list or object, which is dropped.
            if fields.contains_key(&name) || !value.is_null() {
                read.insert(name, value);
            }
        }
        Ok(if fields.is_some() { Value::Object(read) } else { Value::Null })
    }
}

#[cfg(test)]
mod tests;
