//! What is counted, as Prometheus reads it.

use prometheus::{
    Histogram, HistogramOpts, IntCounter, IntCounterVec, IntGauge, Opts, Registry, TextEncoder,
};

/// All numbers of a process.
pub struct Metrics {
    registry: Registry,
    pub steps: IntCounter,
    pub races: IntCounter,
    pub tables: IntCounter,
    pub chats: IntCounter,
    pub sockets: IntGauge,
    pub rooms: IntGauge,
    resident: IntGauge,
    /// By code.
    pub refused: IntCounterVec,
    /// By status.
    pub requests: IntCounterVec,
    /// Seconds from a message to its acknowledgement.
    pub kept: Histogram,
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
        let kept = HistogramOpts::new("kept_seconds", "From a message to its acknowledgement.")
            .buckets(buckets);
        let kept = Histogram::with_opts(kept).expect("a name");
        registry.register(Box::new(kept.clone())).expect("a new name");
        Metrics {
            steps: counter("entries_total", "Entries of logs that were kept."),
            races: counter("races_total", "Changes that came second and were decided anew."),
            tables: counter("tables_total", "Tables that were opened."),
            chats: counter("chat_lines_total", "Lines of chat."),
            sockets: gauge("sockets", "Sockets that are open."),
            rooms: gauge("rooms", "Tables in memory."),
            resident: gauge("resident_bytes", "Memory of the process, where the system tells."),
            refused: by("refused_total", "What was refused, by code.", "code"),
            requests: by("requests_total", "Requests that were answered, by status.", "status"),
            kept,
            registry,
        }
    }
}

impl Metrics {
    /// All numbers as text.
    pub fn text(&self) -> String {
        if let Some(bytes) = resident() {
            self.resident.set(bytes);
        }
        TextEncoder::new().encode_to_string(&self.registry.gather()).unwrap_or_default()
    }
}

/// Bytes of memory that the process has, as Linux tells.
fn resident() -> Option<i64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse::<i64>().ok().map(|kb| kb * 1024)
}
