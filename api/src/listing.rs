//! The query parameters of lists, for handlers and in the document (ruling 5).

use std::{collections::HashSet, marker::PhantomData};

use axum::{extract::FromRequestParts, http::request::Parts};
use sabi_core::{
    Error,
    records::{FilterKind, ListQuery, ListSpec, Listed},
    typed::WHOLE_NUMBER,
};
use utoipa::{
    IntoParams,
    openapi::{
        Required,
        path::{Parameter, ParameterBuilder, ParameterIn},
        schema::{ObjectBuilder, SchemaType, Type},
    },
};

use crate::error::{Failed, Result};

/// `page`, `limit`, `sort`, `q` and the list's filters.
pub struct Listing(pub ListQuery);

impl<S: Sync> FromRequestParts<S> for Listing {
    type Rejection = Failed;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        let mut query = ListQuery::default();
        let mut names = HashSet::new();
        for (name, value) in form_urlencoded::parse(parts.uri.query().unwrap_or_default().as_bytes()).into_owned() {
            if value.contains('\0') || value.len() > 500 {
                return Err(Error::wrong(&name, "has a value that is not allowed").into());
            }
            if !names.insert(name.clone()) {
                return Err(Error::wrong(&name, "is given twice").into());
            }
            let number = || value.parse::<u64>().map_err(|_| Error::wrong(&name, WHOLE_NUMBER));
            match name.as_str() {
                "page" => query.page = Some(number()?),
                "limit" => query.limit = Some(number()?),
                "sort" => query.sort = Some(value),
                "q" => query.q = Some(value),
                _ => drop(query.filters.insert(name, value)),
            }
        }
        Ok(Self(query))
    }
}

/// The parameters of a list in the document, from its declaration.
pub struct ListParams<L>(PhantomData<L>);

impl<L: Listed> IntoParams for ListParams<L> {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        parameters(&L::LIST, None)
    }
}

/// The parameters of a list, without the filter in its path.
pub fn parameters(spec: &ListSpec, in_path: Option<&str>) -> Vec<Parameter> {
    let least = if spec.whole {
        "0 returns the whole list, at most 5000 rows"
    } else {
        "the whole list cannot be read at once"
    };
    let description = format!("Rows per page, {} by default; {least}", spec.limit);
    let number = |from: u64, to: u64| {
        let schema = ObjectBuilder::new().schema_type(SchemaType::Type(Type::Integer));
        schema.minimum(Some(from)).maximum(Some(to))
    };
    let words = |words: Vec<String>| text().enum_values(Some(words));
    let columns = spec.columns().map(|(name, _)| name).collect::<Vec<_>>().join("|");
    let mut all = vec![
        parameter("page", "One-based", number(1, ListQuery::MAX_PAGE)),
        parameter("limit", &description, number(u64::from(!spec.whole), ListQuery::MAX_LIMIT)),
        parameter(
            "sort",
            &format!("A column, with - in front to reverse the order; {} by default", spec.order),
            text().pattern(Some(format!("^-?({columns})$"))),
        ),
    ];
    if spec.searched().next().is_some() {
        all.push(parameter("q", "Words to search for", text().max_length(Some(ListQuery::MAX_WORDS))));
    }
    for filter in spec.filters.iter().filter(|filter| in_path != Some(filter.name)) {
        all.push(match filter.kind {
            FilterKind::Reference(table) | FilterKind::OneOf(table) => {
                parameter(filter.name, &format!("Only with this {table}, by its id"), text())
            }
            FilterKind::Word(allowed) | FilterKind::Grouped(allowed, _) => {
                let allowed = allowed.iter().chain(&["all"]).map(|word| (*word).to_owned()).collect();
                parameter(filter.name, "Only these", words(allowed))
            }
            FilterKind::Words(allowed) => {
                let one = allowed.join("|");
                let pattern = format!("^(all|({one})(,({one}))*)$");
                parameter(filter.name, "Only these, separated by commas", text().pattern(Some(pattern)))
            }
            FilterKind::Text => parameter(filter.name, "Only these", text()),
            FilterKind::KeyOf => parameter(filter.name, "Only this record, and those that belong to it", text()),
            FilterKind::Flag => {
                parameter(filter.name, "Only these", words(["true", "false", "all"].map(str::to_owned).into()))
            }
            FilterKind::From => parameter(filter.name, "From this day (UTC) or instant", text()),
            FilterKind::To => parameter(filter.name, "Until the end of this day (UTC), or until this instant", text()),
        });
    }
    all
}

fn text() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(SchemaType::Type(Type::String))
}

fn parameter(name: &str, description: &str, schema: ObjectBuilder) -> Parameter {
    let builder = ParameterBuilder::new().name(name).parameter_in(ParameterIn::Query).required(Required::False);
    builder.description(Some(description)).schema(Some(schema)).build()
}
