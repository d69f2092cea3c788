//! What a test cannot do without. One that finds it missing fails and says what to do: a test that ends early
//! has tested nothing.

/// The address of `PostgreSQL` or `NATS`, as in `postgres://mohreh@127.0.0.1:5432/postgres`.
pub fn address_of(what: &str) -> String {
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
