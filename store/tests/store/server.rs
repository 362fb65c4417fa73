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
#[expect(clippy::print_stderr, reason = "who runs the tests has to know")]
pub(crate) fn skipped() {
    eprintln!("skipped: no PostgreSQL is installed (apt install postgresql)");
}
