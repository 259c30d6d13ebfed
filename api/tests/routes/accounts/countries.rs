//! The two lists of countries (spec 1 §3, §7).

use std::collections::HashSet;

use crate::common::{Server, Who};

#[tokio::test]
async fn s3_s7_everyone_reads_the_countries_with_their_dial_codes() {
    let server = Server::seeded().await;
    let answer = server.get(&Who::Nobody, "/country").await.expect(200);
    let countries = answer["countries"].as_array().unwrap();
    assert!(countries.len() > 200, "{}", countries.len());
    for (name, sortname, code) in [
        ("Nigeria", "NG", "234"),
        ("Ghana", "GH", "233"),
        ("Sierra Leone", "SL", "232"),
        ("United Kingdom", "GB", "44"),
    ] {
        let one = countries.iter().find(|one| one["name"] == name).unwrap_or_else(|| panic!("no {name}"));
        assert_eq!((&one["sortname"], &one["phonecode"]), (&sortname.into(), &code.into()));
    }
    let ids: HashSet<_> = countries.iter().map(|one| one["ref_id"].as_i64().unwrap()).collect();
    assert_eq!(ids.len(), countries.len(), "each has its own id");
}

#[tokio::test]
async fn s3_the_iso_list_has_249_entries_with_nationalities() {
    let server = Server::seeded().await;
    let answer = server.get(&Who::Nobody, "/countries/iso").await.expect(200);
    let all = answer["data"].as_array().unwrap();
    assert_eq!(all.len(), 249);
    let nigeria = all.iter().find(|one| one["alpha_2_code"] == "NG").unwrap();
    assert_eq!(
        (&nigeria["num_code"], &nigeria["alpha_3_code"], &nigeria["en_short_name"], &nigeria["nationality"]),
        (&"566".into(), &"NGA".into(), &"Nigeria".into(), &"Nigerian".into())
    );
}
