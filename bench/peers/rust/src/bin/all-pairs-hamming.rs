//! all-pairs-hamming FINGERPRINTS DISTANCE…
use all_pairs_hamming::ChunkedJoiner;
use peers::{fingerprints, median, report};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let rows = fingerprints(&arguments[0]);
    for distance in &arguments[1..] {
        let radius = distance.parse::<f64>().unwrap() / 64.0;
        let (ms, pairs) = median(|| {
            // Two chunks: with four of 16 bits it took five times as long at distance 3, and minutes at 6.
            let mut joiner = ChunkedJoiner::<u32>::new(2);
            for row in &rows {
                joiner.add([*row as u32, (row >> 32) as u32]).unwrap();
            }
            joiner.similar_pairs(radius)
        });
        let sum = pairs.iter().map(|&(a, b, _)| (a + b) as u64).sum();
        report(&format!("pairs:{distance}"), ms, pairs.len(), sum);
    }
}
