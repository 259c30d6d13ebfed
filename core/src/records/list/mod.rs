//! Lists. Each is declared once (projection, search, sort, filters) and read through that declaration, a page at a
//! time (ruling 5).

use std::{collections::BTreeMap, marker::PhantomData};

use chrono::{DateTime, Datelike as _, FixedOffset, NaiveDate, TimeDelta};
use serde::{Deserialize, Serialize};
use surrealdb::types::{RecordId, SurrealValue, Value};

use crate::{
    App, FieldErrors, Result,
    clock::{Instant, start_of_date},
    typed::{self, one_of, wrong},
};

mod search;
mod statement;
#[cfg(test)]
mod watch;

#[cfg(test)]
pub(crate) use watch::plans;

/// A type that callers can list: a stored record, or another view of its rows.
pub trait Listed: Send + Sync + 'static {
    /// Its list.
    const LIST: ListSpec;
}

/// The declaration of a list. Callers use the names of the response for columns and filters. Only this declaration
/// maps them to the store, so callers can query nothing else.
#[derive(Debug, Clone, Copy)]
pub struct ListSpec {
    /// The table.
    pub table: &'static str,
    /// The projection of a row as callers read it, with references resolved.
    pub select: &'static str,
    /// The column of the records' titles. Callers can search it, and sort by it, by `status` and by `createdAt`.
    pub title: Option<&'static str>,
    /// The other expressions that `q` searches.
    pub search: &'static [&'static str],
    /// Whether `search` names columns with a full-text index. A search then finds whole words in any English form, all
    /// in one column. Otherwise it finds any part of a text by reading every row, which is too slow for very large
    /// tables.
    pub by_words: bool,
    /// The other columns that `sort` may name.
    pub sort: &'static [Column],
    /// The query parameters that narrow the list.
    pub filters: &'static [Filter],
    /// The default order, in the form of `sort`, or stored fields separated by commas. In a growing table an index
    /// must serve it, with each filter and without.
    pub order: &'static str,
    /// Rows per page without `limit`.
    pub limit: u64,
    /// Whether the whole list may be requested, with `limit=0` or without `page`. Only for select options of a
    /// document (ruling 32).
    pub whole: bool,
}

/// A sortable column: (name in the response, expression in the store).
pub type Column = (&'static str, &'static str);

/// A query parameter that selects rows by a column. Blank and `all` select every row.
#[derive(Debug, Clone, Copy)]
pub struct Filter {
    /// The parameter.
    pub name: &'static str,
    /// The stored field.
    pub column: &'static str,
    /// The type of its values.
    pub kind: FilterKind,
}

/// The type of a [`Filter`]'s values.
#[derive(Debug, Clone, Copy)]
pub enum FilterKind {
    /// The id of a record of this table; the column is a link to it.
    Reference(&'static str),
    /// The id of a record of this table; the column is a list of links.
    OneOf(&'static str),
    /// One of these words; any other is refused.
    Word(&'static [&'static str]),
    /// One of these words; the list at the same position has the values of the column that it matches. Any other word
    /// is refused.
    Grouped(&'static [&'static str], &'static [&'static [&'static str]]),
    /// Some of these words, separated by commas; any other is refused.
    Words(&'static [&'static str]),
    /// Any text, compared as a whole.
    Text,
    /// A record key. Also matches keys of the form `key-…`, those of records that belong to it.
    KeyOf,
    /// `true` or `false`.
    Flag,
    /// The earliest day (UTC) or instant of the column, inclusive.
    From,
    /// The latest day (UTC) of the column, inclusive; or an instant, exclusive.
    To,
}

impl Filter {
    /// A filter by the record that the field of the same name links to.
    pub const fn reference(name: &'static str, table: &'static str) -> Self {
        Self { name, column: name, kind: FilterKind::Reference(table) }
    }

    /// A filter by the text of the field of the same name.
    pub const fn text(name: &'static str) -> Self {
        Self { name, column: name, kind: FilterKind::Text }
    }

    /// A filter by the boolean field of the same name.
    pub const fn flag(name: &'static str) -> Self {
        Self { name, column: name, kind: FilterKind::Flag }
    }

    /// The filter `from`: the first day of a range of this instant's days.
    pub const fn from(column: &'static str) -> Self {
        Self { name: "from", column, kind: FilterKind::From }
    }

    /// The filter `to`: the last day of a range of this instant's days.
    pub const fn to(column: &'static str) -> Self {
        Self { name: "to", column, kind: FilterKind::To }
    }
}

impl ListSpec {
    /// A list of a table's titled records, newest first, 10 per page.
    pub const fn titled(table: &'static str) -> Self {
        Self { title: Some("title"), ..Self::of(table) }
    }

    /// A list of a table's records, newest first, 10 per page.
    pub const fn of(table: &'static str) -> Self {
        Self {
            table,
            select: "*",
            title: None,
            search: &[],
            by_words: false,
            sort: &[],
            filters: &[],
            order: "-createdAt",
            limit: 10,
            whole: false,
        }
    }

    /// The columns that `sort` may name.
    pub fn columns(&self) -> impl Iterator<Item = Column> {
        let of_titled: &[Column] = match self.title {
            Some(_) => &[("status", "status"), ("createdAt", "created_at")],
            None => &[],
        };
        self.title.map(|title| (title, title)).into_iter().chain(self.sort.iter().chain(of_titled).copied())
    }

    /// The expressions that `q` searches; none if the list cannot be searched.
    pub fn searched(&self) -> impl Iterator<Item = &'static str> {
        self.title.into_iter().chain(self.search.iter().copied())
    }

    /// The columns of an order with their directions. Adds `sort` to `errors` if the list does not have that column.
    fn order_by(&self, query: &ListQuery, errors: &mut FieldErrors) -> Vec<(&'static str, &'static str)> {
        let column = |name: &str| self.columns().find(|(wire, _)| *wire == name).map(|(_, column)| column);
        if let Some(sort) = query.sort.as_deref().filter(|sort| !sort.is_empty()) {
            let (name, way) = direction(sort);
            match column(name) {
                Some(asked) => return vec![(asked, collated(asked, way))],
                None => errors.add("sort", "The list cannot be sorted by this column."),
            }
        }
        let own = self.order.split(", ").map(direction);
        // A sorted column may be an expression, but an index holds the stored field of that name.
        own.map(|(name, way)| (column(name).filter(|column| statement::is_field(column)).unwrap_or(name), way))
            .map(|(column, way)| (column, collated(column, way)))
            .collect()
    }

    /// `limit` and `start` of a page. Adds the failing parameters to `errors`.
    fn window(&self, query: &ListQuery, errors: &mut FieldErrors) -> (u64, u64) {
        let page = query.page.unwrap_or(1);
        errors.check((1..=ListQuery::MAX_PAGE).contains(&page), "page", "Page must be from 1 to 1000000.");
        if query.limit == Some(0) || (query.limit.is_none() && query.page.is_none() && self.whole) {
            errors.check(self.whole, "limit", "Limit must be from 1 to 1000.");
            return (ListQuery::MAX_WHOLE, 0);
        }
        let limit = query.limit.unwrap_or(self.limit);
        errors.check(limit <= ListQuery::MAX_LIMIT, "limit", "Limit must be at most 1000.");
        (limit, page.saturating_sub(1).saturating_mul(limit))
    }
}

/// The direction of a column. Names sort alphabetically, ignoring case and marks.
fn collated(column: &str, way: &'static str) -> &'static str {
    let name = column.rsplit('.').next().unwrap_or(column);
    let is_name = NAMES.contains(&name) || column.contains("+ ' ' +") || column.starts_with("array::join(");
    match (is_name, way) {
        (true, "ASC") => "COLLATE ASC",
        (true, _) => "COLLATE DESC",
        (false, way) => way,
    }
}

/// The fields that hold names.
const NAMES: [&str; 9] =
    ["title", "name", "first_name", "last_name", "section_name", "plan_name", "page_title", "btn_name", "nationality"];

/// A column and its direction; a leading `-` means descending.
fn direction(order: &str) -> (&str, &'static str) {
    order.strip_prefix('-').map_or((order, "ASC"), |column| (column, "DESC"))
}

/// The query of a list (ruling 5).
#[derive(Debug, Default, Clone, Deserialize)]
pub struct ListQuery {
    /// One-based page. Without it, a list of select options is returned whole.
    pub page: Option<u64>,
    /// Rows per page, at most 1000; 0 requests a whole list of select options.
    pub limit: Option<u64>,
    /// A column; a leading `-` means descending.
    pub sort: Option<String>,
    /// Search words.
    pub q: Option<String>,
    /// The list's filters.
    #[serde(flatten)]
    pub filters: BTreeMap<String, String>,
}

impl ListQuery {
    /// Maximum rows per page.
    pub const MAX_LIMIT: u64 = 1000;
    /// The highest page number.
    pub const MAX_PAGE: u64 = 1_000_000;
    /// Maximum rows of a whole list; `total` counts all rows.
    pub const MAX_WHOLE: u64 = 5000;
    /// The longest `q`, in characters.
    pub const MAX_WORDS: usize = 200;
}

/// A page of a list, with the total number of rows.
#[derive(Debug, Clone, Serialize)]
pub struct Page<T> {
    /// The rows of this page.
    pub rows: Vec<T>,
    /// All rows that match.
    pub total: u64,
}

impl<T> Page<T> {
    /// Maps the rows of the page.
    pub fn map<U>(self, each: impl FnMut(T) -> U) -> Page<U> {
        Page { rows: self.rows.into_iter().map(each).collect(), total: self.total }
    }
}

impl App {
    /// The rows that match the query, to be narrowed further before they are read.
    pub(crate) fn rows<'a, R: Listed>(&'a self, query: &'a ListQuery) -> Rows<'a, R> {
        let mut rows = Rows {
            app: self,
            query,
            clauses: vec![],
            bound: vec![],
            fulltext_condition: None,
            exact_condition: None,
            disjoint_clauses: None,
            merge_ordered: false,
            errors: FieldErrors::default(),
            of: PhantomData,
        };
        rows.search();
        for filter in R::LIST.filters {
            rows.filter(filter);
        }
        rows
    }
}

/// A query for the rows of a list, before it is run.
pub(crate) struct Rows<'a, R> {
    app: &'a App,
    query: &'a ListQuery,
    clauses: Vec<String>,
    bound: Vec<(String, Value)>,
    /// The condition for the words of a search, by an index.
    fulltext_condition: Option<String>,
    /// The condition for an exact match of the search.
    exact_condition: Option<String>,
    /// Two clauses; no row fulfils both.
    disjoint_clauses: Option<[&'static str; 2]>,
    /// Whether an index returns the rows of each clause in the list's order.
    merge_ordered: bool,
    errors: FieldErrors,
    of: PhantomData<R>,
}

impl<R: Listed> Rows<'_, R> {
    /// Keeps only rows that fulfil this clause.
    pub fn only(mut self, clause: &str) -> Self {
        self.clauses.push(clause.to_owned());
        self
    }

    /// Keeps only rows that fulfil one of these clauses. No row may fulfil both, so that each index can count its
    /// part.
    pub fn either(mut self, clauses: [&'static str; 2]) -> Self {
        self.disjoint_clauses = Some(clauses);
        self
    }

    /// Like [`Self::either`], if an index has the rows of each clause in the list's own order: a page is then merged
    /// from their first rows, without reading the others.
    pub fn merge_ordered(self, clauses: [&'static str; 2]) -> Self {
        Self { merge_ordered: true, ..self.either(clauses) }
    }

    /// Binds a parameter of the projection or of a clause.
    pub fn bind(mut self, name: &str, value: impl SurrealValue) -> Self {
        self.bound.push((name.to_owned(), value.into_value()));
        self
    }

    /// Reads the requested page.
    ///
    /// # Errors
    /// [`crate::Error::Invalid`] with each parameter that the list does not accept.
    pub async fn page<V: SurrealValue>(mut self) -> Result<Page<V>> {
        let spec = R::LIST;
        let (limit, start) = spec.window(self.query, &mut self.errors);
        let exact = self.exact_condition.clone().filter(|_| self.query.sort.as_deref().is_none_or(str::is_empty));
        let mut order = spec.order_by(self.query, &mut self.errors);
        if let Some(exact) = &exact {
            order.insert(0, (exact, "DESC"));
        }
        // The page is selected first, so that references are resolved only for its rows.
        let (chosen, counted) = (self.chosen(&order, limit, start), self.counted());
        #[cfg(test)]
        match (self.parts(&order, start.saturating_add(limit)), &exact) {
            (Some(parts), _) => parts.iter().for_each(|part| watch::note(part, &counted, &self.bound)),
            (None, Some(exact)) if chosen.starts_with("array::slice") => {
                watch::note(&self.window(exact), &counted, &self.bound);
            }
            (None, _) => watch::note(&chosen, &counted, &self.bound),
        }
        let sql = format!("SELECT {} FROM ({chosen}); {}", spec.select, counted.join("; "));
        let mut results = self.run(&sql).await?;
        let mut total = 0;
        for statement in 1..=counted.len() {
            let counted: Option<i64> = results.take((statement, "n"))?;
            total += counted.unwrap_or(0).unsigned_abs();
        }
        Ok(Page { rows: results.take(0)?, total })
    }

    /// The first rows in a fixed order, ignoring the query's page and order. An export continues after the last row
    /// with a clause of its own.
    pub async fn first<V: SurrealValue>(self, order: &str, limit: u64) -> Result<Vec<V>> {
        let (select, table, clause) = (R::LIST.select, R::LIST.table, self.clause());
        let sql = format!("SELECT {select} FROM {table}{clause} ORDER BY {order} LIMIT {limit};");
        Ok(self.run(&sql).await?.take(0)?)
    }

    /// All rows in this range of keys, in the order of the keys. Ignores the page and the order of the query.
    pub async fn in_key_range<V: SurrealValue>(self, range: RecordId) -> Result<Vec<V>> {
        let sql = format!("SELECT {} FROM $range{}", R::LIST.select, self.clause());
        Ok(self.bind("range", range).run(&sql).await?.take(0)?)
    }

    async fn run(self, sql: &str) -> Result<surrealdb::IndexedResults> {
        self.errors.done()?;
        let mut call = self.app.store.query_list(sql);
        for (name, value) in self.bound {
            call = call.bind((name, value));
        }
        call.checked().await
    }

    fn filter(&mut self, filter: &Filter) {
        let Filter { name, column, kind } = *filter;
        let given = self.query.filters.get(name).filter(|given| !given.is_empty() && *given != "all");
        let Some(given) = given.cloned() else { return };
        let bound = format!("only_{name}");
        match kind {
            FilterKind::Reference(table) => {
                self.clauses.push(format!("{column} = ${bound}"));
                self.bound.push((bound, RecordId::new(table, given).into_value()));
            }
            FilterKind::OneOf(table) => {
                self.clauses.push(format!("{column} CONTAINS ${bound}"));
                self.bound.push((bound, RecordId::new(table, given).into_value()));
            }
            FilterKind::Word(words) if !words.contains(&given.as_str()) => {
                self.errors.add(name, wrong(name, &one_of(words)));
            }
            FilterKind::Grouped(words, values) => match words.iter().position(|word| *word == given) {
                Some(place) => {
                    let values: Vec<String> = values[place].iter().map(|one| (*one).to_owned()).collect();
                    self.clauses.push(format!("{column} IN ${bound}"));
                    self.bound.push((bound, values.into_value()));
                }
                None => self.errors.add(name, wrong(name, &one_of(words))),
            },
            FilterKind::Words(words) => {
                let chosen: Vec<String> = given.split(',').map(str::to_owned).collect();
                if chosen.iter().all(|one| words.contains(&one.as_str())) {
                    self.clauses.push(format!("{column} IN ${bound}"));
                    self.bound.push((bound, chosen.into_value()));
                } else {
                    self.errors.add(
                        name,
                        wrong(name, &format!("must be a list of {}, with commas between them", words.join(", "))),
                    );
                }
            }
            FilterKind::Word(_) | FilterKind::Text => {
                self.clauses.push(format!("{column} = ${bound}"));
                self.bound.push((bound, given.into_value()));
            }
            FilterKind::KeyOf => {
                self.clauses.push(format!("{column} >= ${bound} AND {column} < ${bound}_end"));
                // The keys that continue with a hyphen sort below KEY followed by a full stop, the next character after
                // the hyphen.
                self.bound.push((format!("{bound}_end"), format!("{given}.").into_value()));
                self.bound.push((bound, given.into_value()));
            }
            FilterKind::Flag => match given.parse::<bool>() {
                Ok(flag) => {
                    self.clauses.push(format!("{column} = ${bound}"));
                    self.bound.push((bound, flag.into_value()));
                }
                Err(_) => self.errors.add(name, wrong(name, typed::FLAG)),
            },
            FilterKind::From | FilterKind::To => match edge(kind, &given) {
                Some(edge) => {
                    let side = if matches!(kind, FilterKind::From) { ">=" } else { "<" };
                    self.clauses.push(format!("{column} {side} ${bound}"));
                    self.bound.push((bound, edge.into_value()));
                }
                None => self.errors.add(name, wrong(name, typed::DAY)),
            },
        }
    }
}

/// The instant where a range begins or ends: the given one, the first of a day in West Africa Time, or the first of the
/// next day if the range ends with the day. It is a millisecond late, because the store's index sorts an instant of a whole second
/// wrongly, and no stored instant is without milliseconds.
fn edge(kind: FilterKind, given: &str) -> Option<Instant> {
    let first = match given.parse::<DateTime<FixedOffset>>() {
        Ok(instant) => instant.to_utc(),
        Err(_) => {
            let day = NaiveDate::parse_from_str(given, "%Y-%m-%d").ok()?;
            let day = if matches!(kind, FilterKind::To) { day.succ_opt()? } else { day };
            start_of_date(day)
        }
    };
    // The store's instants are limited to about these years.
    (1700..=2200).contains(&first.year()).then(|| first + TimeDelta::milliseconds(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_day_is_one_of_west_africa_time() {
        let at = |kind, given| edge(kind, given).map(|at| at.to_rfc3339());
        assert_eq!(at(FilterKind::From, "2026-03-01").as_deref(), Some("2026-02-28T23:00:00.001+00:00"));
        assert_eq!(at(FilterKind::To, "2026-03-01").as_deref(), Some("2026-03-01T23:00:00.001+00:00"));
        assert_eq!(at(FilterKind::From, "2026-03-01T00:00:00+05:30").as_deref(), Some("2026-02-28T18:30:00.001+00:00"));
        assert_eq!(at(FilterKind::From, "2026-02-30"), None);
    }
}
