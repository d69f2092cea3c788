//! Prometheus metrics.

use prometheus::{
    Histogram, HistogramOpts, IntCounter, IntCounterVec, IntGauge, Opts, Registry, TextEncoder,
};

/// Metrics of a process.
pub(crate) struct Metrics {
    registry: Registry,
    pub entries: IntCounter,
    pub conflicts: IntCounter,
    pub tables: IntCounter,
    pub chats: IntCounter,
    pub damaged: IntCounter,
    pub sockets: IntGauge,
    pub rooms: IntGauge,
    resident: IntGauge,
    /// Label: refusal code.
    pub refused: IntCounterVec,
    /// Label: HTTP status.
    pub requests: IntCounterVec,
    /// Latency from message to acknowledgement.
    pub ack_seconds: Histogram,
}

impl Default for Metrics {
    #[expect(clippy::expect_used, reason = "names and help texts are written here, and each once")]
    fn default() -> Metrics {
        let registry = Registry::new_custom(Some("mohreh".into()), None).expect("a prefix");
        let counter = |name: &str, help: &str| {
            let counter = IntCounter::new(name, help).expect("a name");
            registry.register(Box::new(counter.clone())).expect("a new name");
            counter
        };
        let gauge = |name: &str, help: &str| {
            let gauge = IntGauge::new(name, help).expect("a name");
            registry.register(Box::new(gauge.clone())).expect("a new name");
            gauge
        };
        let by = |name: &str, help: &str, label: &str| {
            let counters = IntCounterVec::new(Opts::new(name, help), &[label]).expect("a name");
            registry.register(Box::new(counters.clone())).expect("a new name");
            counters
        };
        let buckets = vec![0.001, 0.002, 0.003, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1.0, 5.0];
        let ack_seconds =
            HistogramOpts::new("kept_seconds", "From a message to its acknowledgement.")
                .buckets(buckets);
        let ack_seconds = Histogram::with_opts(ack_seconds).expect("a name");
        registry.register(Box::new(ack_seconds.clone())).expect("a new name");
        Metrics {
            entries: counter("entries_total", "Entries of logs that were kept."),
            conflicts: counter("races_total", "Changes that came second and were decided anew."),
            tables: counter("tables_total", "Tables that were opened."),
            chats: counter("chat_lines_total", "Lines of chat."),
            damaged: counter("damaged_total", "Reads of the database that left out damaged rows."),
            sockets: gauge("sockets", "Sockets that are open."),
            rooms: gauge("rooms", "Tables in memory."),
            resident: gauge("resident_bytes", "Memory of the process, where the system tells."),
            refused: by("refused_total", "What was refused, by code.", "code"),
            requests: by("requests_total", "Requests that were answered, by status.", "status"),
            ack_seconds,
            registry,
        }
    }
}

impl Metrics {
    /// Metrics in the text exposition format.
    pub(crate) fn text(&self) -> String {
        if let Some(bytes) = resident() {
            self.resident.set(bytes);
        }
        TextEncoder::new().encode_to_string(&self.registry.gather()).unwrap_or_default()
    }
}

/// Resident memory in bytes; Linux only.
fn resident() -> Option<i64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse::<i64>().ok().map(|kb| kb * 1024)
}
