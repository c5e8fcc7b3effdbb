"""rensa_pairs.py CORPUS PAIRS SHINGLES THRESHOLD: R-MinHash-128 in batches, and pairs with at least that estimate."""

import sys

from rensa import RMinHash, RMinHashLSH

from corpus import documents, shingles, sizes_of, write_pairs

# Pairs of a Jaccard index of 0.7 share one of 32 bands with a probability of 0.9998.
BANDS = 32

corpus, output, sizes, threshold = sys.argv[1], sys.argv[2], sizes_of(sys.argv[3]), float(sys.argv[4])
ids, texts = zip(*documents(corpus))
sketches = RMinHash.from_token_sets([list(shingles(text, sizes)) for text in texts], num_perm=128, seed=42)
index = RMinHashLSH(threshold=threshold, num_perm=128, num_bands=BANDS)
index.insert_many(sketches)
write_pairs(
    output,
    (
        (ids[a], ids[b])
        for a, others in enumerate(index.query_all(sketches))
        for b in others
        if a < b and sketches[a].jaccard(sketches[b]) >= threshold
    ),
)
