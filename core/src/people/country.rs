//! Countries: the list with dial codes, and ISO 3166 with nationalities (spec 1 §3). The data comes from the fixtures;
//! `sabi seed` stores it.

use std::{collections::HashSet, sync::LazyLock};

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use crate::{App, Result, store::Record};

/// A country or territory with its dial code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct Country {
    /// Counted from 1, in alphabetical order of the names.
    pub ref_id: i64,
    /// ISO 3166-1 alpha-2.
    pub sortname: String,
    /// The usual English name.
    pub name: String,
    /// Digits, without the plus.
    pub phonecode: String,
}

/// An entry of ISO 3166-1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct IsoCountry {
    /// Three digits.
    pub num_code: String,
    pub alpha_2_code: String,
    pub alpha_3_code: String,
    /// ISO's own short name, which may differ from the usual one.
    pub en_short_name: String,
    /// The adjective for its people.
    pub nationality: String,
}

impl Record for Country {
    const TABLE: &'static str = "country";
}

impl Record for IsoCountry {
    const TABLE: &'static str = "iso_country";
}

static NAMES: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let usual = facts::<Country>(sabi_fixtures::COUNTRIES).into_iter().map(|country| country.name);
    let formal = facts::<IsoCountry>(sabi_fixtures::ISO_3166).into_iter().map(|country| country.en_short_name);
    usual.chain(formal).collect()
});

/// Reads an embedded data file. A test checks its format.
fn facts<T: serde::de::DeserializeOwned>(file: &str) -> Vec<T> {
    serde_json::from_str(file).unwrap_or_default()
}

impl Country {
    /// Whether one of the lists has a country of this name.
    pub fn is_known(name: &str) -> bool {
        NAMES.contains(name)
    }
}

impl App {
    /// The countries in alphabetical order.
    pub async fn list_countries(&self) -> Result<Vec<Country>> {
        self.store.query("SELECT * FROM country ORDER BY ref_id").all().await
    }

    /// ISO 3166-1 in alphabetical order of its short names.
    pub async fn list_iso_countries(&self) -> Result<Vec<IsoCountry>> {
        self.store.query("SELECT * FROM iso_country ORDER BY en_short_name COLLATE").all().await
    }

    /// Stores both lists of the fixtures. Returns how many entries were added or changed.
    pub(crate) async fn write_countries(&self) -> Result<u64> {
        let iso = facts::<IsoCountry>(sabi_fixtures::ISO_3166).into_iter();
        let known = self.list_countries().await?;
        let known_iso = self.list_iso_countries().await?;
        let countries: Vec<_> =
            facts::<Country>(sabi_fixtures::COUNTRIES).into_iter().filter(|one| !known.contains(one)).collect();
        let iso: Vec<_> = iso.filter(|one| !known_iso.contains(one)).collect();
        let changed = countries.len() + iso.len();
        let sql = "FOR $one IN $countries { UPSERT type::record('country', $one.sortname) CONTENT $one RETURN NONE }; \
            FOR $one IN $iso { UPSERT type::record('iso_country', $one.alpha_2_code) CONTENT $one RETURN NONE };";
        self.store.write(sql).bind(("countries", countries)).bind(("iso", iso)).done().await?;
        Ok(changed as u64)
    }
}
