//! The stores of a PostgreSQL server that a test starts.

use tagbridge_store::{Postgres, Server};
pub(crate) use tagbridge_tests::Postgres as TestServer;

pub(crate) trait Stores {
    /// A store with its own schema, which is created with it.
    fn store(&self, schema: &str) -> Postgres {
        Postgres::open(&self.address(schema)).unwrap()
    }

    /// The address of a schema, which is created if it is missing.
    fn address(&self, schema: &str) -> Server;
}

impl Stores for TestServer {
    fn address(&self, schema: &str) -> Server {
        self.connection(schema).parse().unwrap()
    }
}

/// Reports why a test is skipped.
pub(crate) fn skipped() {
    tagbridge_needs::skip("a PostgreSQL server");
}
