"""datasketch_pairs.py CORPUS PAIRS SHINGLES THRESHOLD: MinHash-128 and MinHashLSH, the way its documentation does it."""

import sys

from datasketch import MinHash, MinHashLSH

from corpus import documents, shingles, sizes_of, write_pairs

corpus, output, sizes, threshold = sys.argv[1], sys.argv[2], sizes_of(sys.argv[3]), float(sys.argv[4])
index = MinHashLSH(threshold=threshold, num_perm=128)
pairs = []
for document, text in documents(corpus):
    sketch = MinHash(num_perm=128)
    sketch.update_batch([shingle.encode("utf-8") for shingle in shingles(text, sizes)])
    pairs.extend((other, document) for other in index.query(sketch))
    index.insert(document, sketch, check_duplication=False)
write_pairs(output, pairs)
