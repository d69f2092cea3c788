//! External services that tests need. A missing one fails the test with a hint: a skipped test proves nothing.

/// URL of `PostgreSQL` or `NATS`, such as `postgres://mohreh@127.0.0.1:5432/postgres`.
pub(crate) fn address_of(what: &str) -> String {
    let key = match what {
        "PostgreSQL" => "MOHREH_TEST_POSTGRES",
        "NATS" => "MOHREH_TEST_NATS",
        _ => panic!("no test needs {what}"),
    };
    let given = std::env::var(key).ok().filter(|url| !url.is_empty());
    given.unwrap_or_else(|| {
        panic!("{what} is needed: set {key}, or run `cargo xtask test`, which starts one")
    })
}
