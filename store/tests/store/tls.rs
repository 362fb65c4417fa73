//! A server over the network: its certificate, its password, and the error messages.

use std::{fs, path::Path, slice};

use rcgen::{
    BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair, KeyUsagePurpose,
    date_time_ymd,
};
use tagbridge_store::{DataPlace, StoreError};

use crate::server::{TestServer, skipped};

/// A password that must not be in any message.
const PASSWORD: &str = "geheim-4711";

/// A certification authority, and the file with its certificate.
struct Authority {
    pem: String,
    issuer: Issuer<'static, KeyPair>,
}

impl Authority {
    fn called(name: &str) -> Self {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::default();
        params.distinguished_name.push(DnType::CommonName, name);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::DigitalSignature];
        let pem = params.self_signed(&key).unwrap().pem();
        Self { pem, issuer: Issuer::new(params, key) }
    }

    /// Gives a server a certificate for this name, valid in these years.
    fn certify(&self, server: &TestServer, name: &str, years: [i32; 2]) {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new([name.to_owned()]).unwrap();
        params.not_before = date_time_ymd(years[0], 1, 1);
        params.not_after = date_time_ymd(years[1], 1, 1);
        let pem = params.signed_by(&key, &self.issuer).unwrap().pem();
        server.put("server.crt", &pem);
        server.put("server.key", &key.serialize_pem());
        server.set("ssl = on");
        server.end();
        server.begin();
    }
}

/// Opens the data of a folder with this configured address.
fn open(folder: &Path, address: &str, rest: &str) -> Result<(), StoreError> {
    fs::write(folder.join("store.toml"), format!("[store]\npostgres = \"{address}\"\n{rest}\n"))
        .unwrap();
    let store = DataPlace::of(folder)?.open()?;
    store.read(|tx| tx.count_jobs()).map(|jobs| assert_eq!(jobs, 0))
}

/// Checks the message, which contains each of these texts.
#[expect(clippy::print_stdout, reason = "the texts are to be read")]
fn check_refused(folder: &Path, address: &str, rest: &str, named: &[&str]) {
    let error = open(folder, address, rest).expect_err(address);
    for language in [tagbridge_texts::Language::English, tagbridge_texts::Language::German] {
        let said = tagbridge_texts::Coded::message(&error).in_language(language);
        println!("{said}");
        assert!(!said.contains(PASSWORD), "{said}");
        for named in named {
            assert!(said.contains(named), "{named}: {said}");
        }
    }
    assert!(!format!("{error:?}").contains(PASSWORD), "{error:?}");
}

/// All cases on one server, whose certificate is replaced several times.
#[test]
fn whom_a_certificate_does_not_name_is_not_told_a_password() {
    let Some(server) = TestServer::start_listening() else {
        return skipped();
    };
    server.query(
        "public",
        &format!(
            "CREATE ROLE plant LOGIN PASSWORD '{PASSWORD}'; CREATE SCHEMA plant AUTHORIZATION plant;
             ALTER ROLE plant SET search_path = plant"
        ),
    );
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let (ours, others) = (Authority::called("ours"), Authority::called("others"));
    fs::write(folder.join("ca.pem"), &ours.pem).unwrap();
    // An authority that did not sign the server's certificate, and an invalid file.
    fs::write(folder.join("other.pem"), &others.pem).unwrap();
    fs::write(folder.join("empty.pem"), "no certificate\n").unwrap();
    fs::write(folder.join("pg.key"), format!("{PASSWORD}\r\n")).unwrap();
    let port = server.port();
    let at = |host: &str| {
        format!(
            "host={host} hostaddr=127.0.0.1 port={port} user=plant dbname=postgres \
                 sslmode=require"
        )
    };
    let here = at("localhost");
    let with = |ca: &str| format!("password = {{ file = \"pg.key\" }}\nca = \"{ca}\"");
    let place = format!("PostgreSQL at localhost:{port}");
    let check = |address: &str, rest: &str, named: &[&str]| {
        check_refused(folder, address, rest, named);
    };

    // Before it has a certificate.
    check(&here, &with("ca.pem"), &[&place, "TLS", "ssl = on", "sslmode=disable"]);

    let now = [2020, 2200];
    ours.certify(&server, "localhost", now);
    open(folder, &here, &with("ca.pem")).unwrap();
    let full = here.replace("sslmode=require", "sslmode=verify-full");
    open(folder, &full, &with("ca.pem")).unwrap();
    let other = folder.join("other.pem").display().to_string();
    check(&here, &with("other.pem"), &[&place, &other, "ca", "store.toml"]);
    // This machine's authorities did not sign it.
    check(&here, "password = { file = \"pg.key\" }", &[&place, "ca", "store.toml"]);
    let db = format!("PostgreSQL at db.example:{port}");
    check(&at("db.example"), &with("ca.pem"), &[&db, "localhost", "store.toml"]);
    let none = folder.join("none.pem").display().to_string();
    check(&here, &with("none.pem"), &[&place, &none, "ca", "store.toml"]);
    let empty = folder.join("empty.pem").display().to_string();
    check(&here, &with("empty.pem"), &[&place, &empty, "PEM"]);

    // Passwords; errors contain only their locations.
    let ca = "ca = \"ca.pem\"";
    let stored = std::env::var("CARGO_MANIFEST_DIR").unwrap();
    fs::write(folder.join("wrong.key"), format!("{PASSWORD}-not")).unwrap();
    let wrong = format!("password = {{ file = \"wrong.key\" }}\n{ca}");
    check(&here, &wrong, &[&place, "plant", "password", "store.toml"]);
    check(&here, ca, &[&place, "plant", "password = { file"]);
    let by_variable = format!("password = {{ env = \"CARGO_MANIFEST_DIR\" }}\n{ca}");
    check(&here, &by_variable, &[&place, "plant", "password"]);
    server.query("public", &format!("ALTER ROLE plant PASSWORD '{stored}'"));
    open(folder, &here, &by_variable).unwrap();
    check(&here, &with("ca.pem"), &[&place, "plant", "password"]);
    server.query("public", &format!("ALTER ROLE plant PASSWORD '{PASSWORD}'"));
    let elsewhere = here.replace("dbname=postgres", "dbname=nothing");
    check(&elsewhere, &with("ca.pem"), &["nothing", "createdb"]);

    for (years, date) in [([2020, 2021], "2021-01-01"), ([2190, 2200], "2190-01-01")] {
        ours.certify(&server, "localhost", years);
        check(&here, &with("ca.pem"), slice::from_ref(&date));
    }
    ours.certify(&server, "db.example", now);
    open(folder, &at("db.example"), &with("ca.pem")).unwrap();
    check(&here, &with("ca.pem"), &[&place, "db.example", "localhost"]);

    // A user that the server refuses with any password.
    server.put("pg_hba.conf", "local all all trust\nhostssl all tagbridge all scram-sha-256\n");
    server.end();
    server.begin();
    check(&at("db.example"), &with("ca.pem"), &["plant", "pg_hba.conf"]);
}
