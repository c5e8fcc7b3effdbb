//! What all drivers share; the protocol is described in `bench/peers/driver.ts`.
use cpu_time::ProcessTime;

/// Fingerprints from a file of little-endian u64.
pub fn fingerprints(file: &str) -> Vec<u64> {
    let bytes = std::fs::read(file).unwrap_or_else(|error| panic!("{file}: {error}"));
    bytes.chunks_exact(8).map(|chunk| u64::from_le_bytes(chunk.try_into().unwrap())).collect()
}

/// The median milliseconds of CPU of up to five runs, none of which begins after two seconds of it, and what the last returned.
pub fn median<R>(mut task: impl FnMut() -> R) -> (f64, R) {
    let mut times = Vec::new();
    let begin = ProcessTime::now();
    loop {
        let start = ProcessTime::now();
        let result = task();
        times.push(start.elapsed().as_secs_f64() * 1000.0);
        if times.len() == 5 || begin.elapsed().as_secs() >= 2 {
            times.sort_by(f64::total_cmp);
            return (times[times.len() / 2], result);
        }
    }
}

pub fn report(what: &str, ms: f64, count: usize, sum: u64) {
    println!("{{\"what\":\"{what}\",\"ms\":{ms},\"count\":{count},\"sum\":{sum}}}");
}
