//! The statements that read a page of a list, in the words that the store's planner serves by an index.

use surrealdb::types::{ToSql as _, Value};

use super::{Listed, Rows};

/// Among how many rows of an index of words the exact ones come first.
const WINDOW: u64 = 1000;

/// Whether an expression is a stored field by itself.
pub(super) fn is_field(column: &str) -> bool {
    column.bytes().all(|letter| letter.is_ascii_alphanumeric() || letter == b'_')
}

fn keys(order: &[(&str, &str)]) -> String {
    order.iter().map(|(column, way)| format!("{column} {way}")).collect::<Vec<_>>().join(", ")
}

/// Rows of the same place follow by their ids, in the direction in which an index is read.
fn last<'a>(order: &[(&str, &'a str)]) -> &'a str {
    order.last().map_or("ASC", |(_, way)| way.strip_prefix("COLLATE ").unwrap_or(way))
}

impl<R: Listed> Rows<'_, R> {
    /// Chooses the ids of a page.
    pub(super) fn chosen(&self, order: &[(&str, &str)], limit: u64, start: u64) -> String {
        let (table, clause) = (R::LIST.table, self.clause());
        let has_sort = self.query.sort.as_deref().is_some_and(|sort| !sort.is_empty());
        if self.found.is_some() && self.clauses.is_empty() && self.parted.is_none() && !has_sort {
            // As the index gives them, which is the order in which they were written: the words may be in
            // most rows, and any other order reads all of these.
            return match &self.exact {
                Some(exact) => self.exact_first(exact, limit, start),
                None => format!("SELECT VALUE id FROM {table}{clause} LIMIT {limit} START {start}"),
            };
        }
        let last = last(order);
        if let Some([one, other]) = self.parts(order, start.saturating_add(limit)) {
            let keys = keys(order);
            return format!(
                "(SELECT * FROM array::concat({one}, {other}) ORDER BY {keys}, id {last} LIMIT {limit} START {start}).id"
            );
        }
        // An order of stored fields may be an index's, unless it goes by the alphabet. When words are looked for none is wanted: the rows
        // that hold them and those of the filters are then intersected before any is read.
        if self.found.is_none() && order.iter().all(|(column, _)| is_field(column)) {
            let keys = keys(order);
            return format!(
                "SELECT VALUE id FROM {table}{clause} ORDER BY {keys}, id {last} LIMIT {limit} START {start}"
            );
        }
        let (mut columns, mut keys) = (String::new(), String::new());
        for (number, (column, way)) in order.iter().enumerate() {
            columns += &format!(", {column} AS sort_{number}");
            keys += &format!("sort_{number} {way}, ");
        }
        format!("(SELECT id{columns} FROM {table}{clause} ORDER BY {keys}id {last} LIMIT {limit} START {start}).id")
    }

    /// Chooses the ids of a page as an index of words gives them. Of its first [`WINDOW`] rows those come first that
    /// hold what is searched for exactly; to look through more would read most of the bank for a common word.
    fn exact_first(&self, exact: &str, limit: u64, start: u64) -> String {
        let (table, clause) = (R::LIST.table, self.clause());
        let end = start.saturating_add(limit);
        if start >= WINDOW {
            return format!("SELECT VALUE id FROM {table}{clause} LIMIT {limit} START {start}");
        }
        let window = self.window(exact);
        let [first, then] = ["", "!"].map(|not| format!("(SELECT VALUE id FROM ({window}) WHERE {not}is_exact)"));
        let after = match end.saturating_sub(WINDOW) {
            0 => "[]".to_owned(),
            more => format!("(SELECT VALUE id FROM {table}{clause} LIMIT {more} START {WINDOW})"),
        };
        format!("array::slice(array::concat({first}, {then}, {after}), {start}, {end})")
    }

    /// The first rows as an index of words gives them, each with whether it holds what is searched for exactly. That
    /// is no condition of this statement, because the planner would not use the index with it.
    pub(super) fn window(&self, exact: &str) -> String {
        format!("SELECT id, {exact} AS is_exact FROM {}{} LIMIT {WINDOW}", R::LIST.table, self.clause())
    }

    /// The first rows of each of two clauses, as an index of their order gives them, where they are merged.
    pub(super) fn parts(&self, order: &[(&str, &str)], most: u64) -> Option<[String; 2]> {
        let parts = self.parted.filter(|_| self.merged && order.iter().all(|(column, _)| is_field(column)))?;
        let columns: String = order.iter().map(|(column, _)| format!(", {column}")).collect();
        let (table, keys, last) = (R::LIST.table, keys(order), last(order));
        Some(parts.map(|part| {
            let conditions = self.narrowed_to(part);
            format!("(SELECT id{columns} FROM {table} WHERE {conditions} ORDER BY {keys}, id {last} LIMIT {most})")
        }))
    }

    /// Counts all rows that match, as the sum of these statements. Only by the values themselves does the
    /// planner know that an index can count.
    pub(super) fn counted(&self) -> Vec<String> {
        let table = R::LIST.table;
        let count = |clause: &str| {
            let clause = if clause.is_empty() { String::new() } else { format!(" WHERE {clause}") };
            format!("SELECT count() AS n FROM {table}{} GROUP ALL", self.valued(&clause))
        };
        match (&self.found, self.parted, self.clauses.as_slice()) {
            (None, Some(parts), []) => parts.map(count).into(),
            (None, Some(parts), _) if self.merged => parts.map(|part| count(&self.narrowed_to(part))).into(),
            // An index of words counts where two conditions meet, and these are the same.
            (Some(found), None, []) => vec![count(&format!("({found}) AND ({found})"))],
            _ => vec![count(&self.conditions())],
        }
    }

    pub(super) fn clause(&self) -> String {
        let conditions = self.conditions();
        if conditions.is_empty() { conditions } else { format!(" WHERE {conditions}") }
    }

    fn conditions(&self) -> String {
        let parted = self.parted.map(|[one, other]| format!("{one} OR {other}"));
        let all = self.found.iter().chain(&self.clauses).chain(&parted);
        all.map(|clause| format!("({clause})")).collect::<Vec<_>>().join(" AND ")
    }

    /// All conditions, but of the two clauses this one.
    fn narrowed_to(&self, part: &str) -> String {
        let all = self.found.iter().chain(&self.clauses).map(String::as_str).chain([part]);
        all.map(|clause| format!("({clause})")).collect::<Vec<_>>().join(" AND ")
    }

    /// A clause with the values of its parameters written into it, as the store's own library writes them.
    fn valued(&self, clause: &str) -> String {
        let mut parts = clause.split('$');
        let mut valued = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let end = part.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').unwrap_or(part.len());
            let (name, rest) = part.split_at(end);
            let value = self.bound.iter().find(|(bound, _)| bound == name).map(|(_, value)| value);
            match value {
                Some(value @ (Value::RecordId(_) | Value::String(_) | Value::Bool(_) | Value::Datetime(_))) => {
                    valued += &value.to_sql()
                }
                _ => valued += &format!("${name}"),
            }
            valued += rest;
        }
        valued
    }
}
