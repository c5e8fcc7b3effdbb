//! mih-rs FINGERPRINTS QUERIES DISTANCE:QUERIES…
use mih_rs::Index;
use peers::{fingerprints, median, report};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let rows = fingerprints(&arguments[0]);
    let queries = fingerprints(&arguments[1]);
    // The index takes the fingerprints for itself.
    let (ms, index) = median(|| Index::new(rows.clone()).unwrap());
    report("build", ms, rows.len(), 0);
    for search in &arguments[2..] {
        let (distance, count) = search.split_once(':').unwrap();
        let (distance, count): (usize, usize) = (distance.parse().unwrap(), count.parse().unwrap());
        let mut searcher = index.range_searcher();
        let (ms, (found, sum)) = median(|| {
            let (mut found, mut sum) = (0, 0);
            for (i, &query) in queries[..count].iter().enumerate() {
                let ids = searcher.run(query, distance);
                found += ids.len();
                sum += ids.iter().map(|&id| (i as u64 + 1) * id as u64).sum::<u64>();
            }
            (found, sum)
        });
        report(search, ms, found, sum);
    }
}
