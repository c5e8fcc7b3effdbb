//! simhash-rs TEXTS, each ended by a zero byte
use peers::{median, report};

fn main() {
    let file = std::env::args().nth(1).unwrap();
    let all = std::fs::read_to_string(&file).unwrap();
    let texts: Vec<&str> = all.split_terminator('\0').collect();
    let (ms, xor) = median(|| texts.iter().fold(0, |xor, text| xor ^ simhash::simhash(text)));
    report("fingerprints", ms, texts.len(), xor);
}
