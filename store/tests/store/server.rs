//! The stores of a PostgreSQL that a test starts.

use tagbridge_store::{Postgres, Server};
pub(crate) use tagbridge_tests::Postgres as TestServer;

pub(crate) trait Stores {
    /// A store with a schema of its own, which is made with it.
    fn store(&self, schema: &str) -> Postgres {
        Postgres::open(&self.address(schema)).unwrap()
    }

    /// Where a schema is, which is made where it is missing.
    fn address(&self, schema: &str) -> Server;
}

impl Stores for TestServer {
    fn address(&self, schema: &str) -> Server {
        self.connection(schema).parse().unwrap()
    }
}

/// Says why a test shows nothing.
pub(crate) fn skipped() {
    tagbridge_needs::skip("a PostgreSQL server");
}
