//! The tables, with the changes of each version.

/// The first step creates the tables of version [`super::schema::FIRST`]; each other step upgrades
/// a file to the next version. Never change a step that was released: add one.
pub(super) const STEPS: &[&str] = &[
    include_str!("tables.sql"),
    "
-- Organizations that pay for each project.
CREATE TABLE billing (
    org TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    price_cents INTEGER,       -- NULL: billing is not set up yet
    currency TEXT
) STRICT;
",
];
