//! Size limits of requests: derived once from the OpenAPI document, and checked for each body while it is read
//! (ruling 31).
//!
//! The document is the one place that says a maximum. Nothing is built of what goes beyond it, so reading
//! a body costs time in proportion to its bytes and memory in proportion to what the document allows. What
//! an operation does not know is dropped, but in the back office, where a field that is not known is a
//! mistake of whoever wrote it: there it is refused by its name.

use std::{
    collections::{HashMap, HashSet},
    fmt,
    sync::LazyLock,
};

use axum::extract::{MatchedPath, Request};
use sabi_core::Error;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use crate::{
    error::{Failed, Result},
    gate::ACCESS_KEY,
};

/// The most bytes of a body that anybody may send, unless its route says otherwise.
pub(crate) const PUBLIC_BODY: usize = 16 * 1024;
/// The most bytes of a body after the sign-in, unless its route says otherwise.
pub(crate) const SIGNED_IN_BODY: usize = 2 * 1024 * 1024;
/// The bytes of a body beside what its schema names: white space, and fields that are passed over.
const BESIDE: usize = 1024;
/// The most bytes of one character in JSON: two escapes, as `\ud83d\ude00`.
const ESCAPED: usize = 12;

/// The most characters of a text of which the document says nothing: ids, names, addresses.
pub(crate) const TEXT: usize = 500;
/// The most entries of a list of which the document says nothing.
pub(crate) const LIST: usize = 100;
/// The most keys of an object beside those that the operation knows.
const STRANGE_KEYS: usize = 100;
/// The most entries of a list that the operation does not know.
const STRANGE_ENTRIES: usize = 5_000;

/// Fields that the forms of the documents send and nobody reads.
const UNREAD: [&str; 3] = ["oldImage", "imageName", "currentAnswer"];
/// The OpenAPI extension with the aliases of a field.
pub(crate) const ALIASES_KEY: &str = "x-aliases";

/// The limits of a part of a body.
#[derive(Debug, Clone)]
pub(crate) enum Shape {
    /// A text of at most so many characters; a number and the like as well.
    Text(usize),
    /// A list of at most so many entries of one shape.
    List(usize, Box<Self>),
    /// An object, its known keys with their shapes.
    Fields(HashMap<String, Self>, Strange),
}

/// How unknown keys of an object are handled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Strange {
    /// They are passed over; plain values stay.
    Passed,
    /// They are refused, but for [`UNREAD`] and the id that stands in the path as well.
    Refused,
}

/// The shapes of all JSON bodies, by method and path.
static BODIES: LazyLock<HashMap<String, Shape>> = LazyLock::new(|| {
    let document = serde_json::to_value(crate::document()).unwrap_or_default();
    let mut bodies = HashMap::new();
    for (path, operations) in document["paths"].as_object().into_iter().flatten() {
        for (method, operation) in operations.as_object().into_iter().flatten() {
            let body = &operation["requestBody"];
            let schema = &body["content"]["application/json"]["schema"];
            if schema.is_null() {
                continue;
            }
            let is_office = ["moderator", "admin", "owner"].iter().any(|access| operation[ACCESS_KEY] == *access);
            let strange = if is_office { Strange::Refused } else { Strange::Passed };
            let shape = Shape::of(&document, schema, strange).with_aliases(&body[ALIASES_KEY]);
            bodies.insert(key(method, path), shape);
        }
    }
    bodies
});

/// Limits of an operation that is not in the document: plain values only.
static NOTHING_KNOWN: LazyLock<Shape> = LazyLock::new(|| Shape::Fields(HashMap::new(), Strange::Passed));

fn key(method: &str, path: &str) -> String {
    format!("{} {path}", method.to_uppercase())
}

/// Reads the document now rather than at the first request.
pub(crate) fn prepare() {
    LazyLock::force(&BODIES);
}

/// The shape of the body that this request's operation takes.
pub(crate) fn of_request(request: &Request) -> &'static Shape {
    let path = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
    BODIES.get(&key(request.method().as_str(), path)).unwrap_or(&NOTHING_KNOWN)
}

/// The most bytes that this request's body may have, which anybody may send.
pub(crate) fn public_body(request: &Request) -> usize {
    of_request(request).longest().saturating_add(BESIDE).min(PUBLIC_BODY)
}

/// The id at the end of this request's path, which the documents' forms send in the body too.
pub(crate) fn own_id(request: &Request) -> String {
    request.uri().path().rsplit('/').next().unwrap_or_default().to_owned()
}

impl Shape {
    /// The shape that a schema describes. Requests are no recursive types.
    fn of(document: &Value, schema: &Value, strange: Strange) -> Self {
        if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
            return Self::of(document, &document["components"]["schemas"][name], strange);
        }
        let number = |name: &str| schema[name].as_u64().and_then(|most| usize::try_from(most).ok());
        let mut fields = HashMap::new();
        // A choice is one of a type and null; all parts of a whole are objects.
        for kind in ["oneOf", "anyOf", "allOf"] {
            for part in schema[kind].as_array().into_iter().flatten().filter(|part| part["type"] != "null") {
                match Self::of(document, part, strange) {
                    Self::Fields(more, _) => fields.extend(more),
                    plain => return plain,
                }
            }
        }
        if !schema["items"].is_null() {
            return Self::List(
                number("maxItems").unwrap_or(LIST),
                Box::new(Self::of(document, &schema["items"], strange)),
            );
        }
        for (name, part) in schema["properties"].as_object().into_iter().flatten() {
            fields.insert(name.clone(), Self::of(document, part, strange));
        }
        let is_object = schema["type"] == "object" || !fields.is_empty();
        if is_object { Self::Fields(fields, strange) } else { Self::Text(number("maxLength").unwrap_or(TEXT)) }
    }

    /// The bytes of the longest body of this shape, each of its characters escaped.
    fn longest(&self) -> usize {
        match self {
            Self::Text(most) => most.saturating_mul(ESCAPED).saturating_add(2),
            Self::List(most, item) => most.saturating_mul(item.longest().saturating_add(1)).saturating_add(2),
            Self::Fields(fields, _) => fields.iter().fold(2, |sum: usize, (name, shape)| {
                sum.saturating_add(name.len() + 4).saturating_add(shape.longest())
            }),
        }
    }

    /// The shape with each alias for the field that it stands for.
    fn with_aliases(mut self, aliases: &Value) -> Self {
        if let Self::Fields(fields, _) = &mut self {
            for (alias, own) in aliases.as_object().into_iter().flatten() {
                if let Some(shape) = own.as_str().and_then(|own| fields.get(own)).cloned() {
                    fields.insert(alias.clone(), shape);
                }
            }
        }
        self
    }

    /// The shape with other maxima for some texts of its top level.
    pub(crate) fn with_texts(&self, texts: &[(&str, usize)]) -> Self {
        let mut shape = self.clone();
        if let Self::Fields(fields, strange) = &mut shape {
            for (name, most) in texts {
                if *strange == Strange::Passed || fields.contains_key(*name) {
                    fields.insert((*name).to_owned(), Self::Text(*most));
                }
            }
        }
        shape
    }

    /// Refuses a text that is longer than its field of the top level may be.
    pub(crate) fn check_text(&self, field: &str, text: &str) -> Result<()> {
        let most = match self {
            Self::Fields(fields, _) => fields.get(field).map_or(TEXT, Self::most_of_a_text),
            other => other.most_of_a_text(),
        };
        if is_longer(text, most) { Err(too_long(field, most).into()) } else { Ok(()) }
    }

    fn most_of_a_text(&self) -> usize {
        match self {
            Self::Text(most) => *most,
            Self::List(..) | Self::Fields(..) => TEXT,
        }
    }

    /// Reads a body: what the operation knows of it, and the plain values beside that. `own` is the id of
    /// the record that the body is about.
    ///
    /// # Errors
    /// 400 where it is no JSON, an object names a field twice or a text holds a NUL character; 422 with the first field that goes
    /// beyond its maximum, is of another kind than the operation takes, or is refused because it is not known.
    pub(crate) fn read(&self, bytes: &[u8], own: &str) -> Result<Value> {
        if bytes.iter().find(|byte| !byte.is_ascii_whitespace()) != Some(&b'{') {
            serde_json::from_slice::<IgnoredAny>(bytes).map_err(no_json)?;
            return Err(Error::field("body", "The request is not a JSON object").into());
        }
        let mut place = Place { own: own.to_owned(), ..Place::default() };
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

fn too_long(field: &str, most: usize) -> Error {
    Error::field(field, format!("{field} cannot exceed {most} characters"))
}

/// The reader's position in the body, and why it stopped.
#[derive(Default)]
struct Place {
    /// The id of the record that the body is about.
    own: String,
    path: Vec<Step>,
    breach: Option<Failed>,
}

enum Step {
    Key(String),
    Index(usize),
}

impl fmt::Display for Place {
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

impl Place {
    /// Ends the reading; the deserializer's own error is not looked at any more.
    fn stop<E: serde::de::Error>(&mut self, breach: impl Into<Failed>) -> E {
        self.breach = Some(breach.into());
        E::custom("beyond its bounds")
    }

    /// Ends the reading at a field that came before in the same object.
    fn twice<E: serde::de::Error>(&mut self) -> E {
        let words = format!("The request names the field {self} twice.");
        self.stop(Failed::malformed(words))
    }

    /// Ends the reading for a fault of the field that is being read.
    fn refuse<E: serde::de::Error>(&mut self, told: impl FnOnce(&str) -> String) -> E {
        let field = if self.path.is_empty() { "body".into() } else { self.to_string() };
        let told = told(&field);
        self.stop(Error::field(field, told))
    }
}

/// Reads one value; without a shape one that the operation does not know.
struct Reader<'a> {
    shape: Option<&'a Shape>,
    place: &'a mut Place,
}

impl<'de> DeserializeSeed<'de> for Reader<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Value, D::Error> {
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

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Value, E> {
        let most = self.shape.map_or(TEXT, Shape::most_of_a_text);
        match is_longer(text, most) {
            // Nobody reads it.
            true if self.shape.is_none() => Ok(Value::Null),
            true => Err(self.place.refuse(|field| format!("{field} cannot exceed {most} characters"))),
            false if text.contains('\0') => {
                Err(self.place.stop(Failed::malformed("A text holds a NUL character.".into())))
            }
            false => Ok(text.into()),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let Self { shape, place } = self;
        let (most, item) = match shape {
            Some(Shape::List(most, item)) => (*most, Some(&**item)),
            Some(_) => return Err(place.refuse(|field| format!("{field} is not of the right kind"))),
            None => (STRANGE_ENTRIES, None),
        };
        let mut items = Vec::new();
        for index in 0..=most {
            if index == most {
                if list.next_element::<IgnoredAny>()?.is_none() {
                    break;
                }
                return Err(place.refuse(|field| format!("{field} cannot hold more than {most} entries")));
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
        let (fields, strange) = match shape {
            Some(Shape::Fields(fields, strange)) => (Some(fields), *strange),
            Some(_) => return Err(place.refuse(|field| format!("{field} is not of the right kind"))),
            None => (None, Strange::Passed),
        };
        let most = fields.map_or(STRANGE_ENTRIES, |fields| fields.len() + STRANGE_KEYS);
        let mut read = Map::new();
        let mut names = HashSet::new();
        while let Some(name) = object.next_key::<String>()? {
            // Readers differ in which of the two counts, so what one of them checked another may not use.
            if !names.insert(name.clone()) {
                place.path.push(Step::Key(name));
                return Err(place.twice());
            }
            if names.len() > most {
                return Err(place.refuse(|field| format!("{field} cannot have more than {most} fields")));
            }
            let Some(fields) = fields else {
                object.next_value::<IgnoredAny>()?;
                continue;
            };
            if name.len() > TEXT || name.contains('\0') {
                object.next_value::<IgnoredAny>()?;
                continue;
            }
            place.path.push(Step::Key(name.clone()));
            let value = object.next_value_seed(Reader { shape: fields.get(&name), place: &mut *place })?;
            let is_own = name.ends_with("Id") && value.as_str() == Some(&place.own);
            if strange == Strange::Refused && !fields.contains_key(&name) && !is_own && !UNREAD.contains(&name.as_str())
            {
                return Err(place.refuse(|field| format!("{field} is not known here")));
            }
            place.path.pop();
            // An unknown list or object was passed over: there is nothing to tell of it.
            if fields.contains_key(&name) || !value.is_null() {
                read.insert(name, value);
            }
        }
        Ok(if fields.is_some() { Value::Object(read) } else { Value::Null })
    }
}

#[cfg(test)]
mod tests;
