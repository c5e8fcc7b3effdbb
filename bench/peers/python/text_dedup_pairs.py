"""text_dedup_pairs.py CORPUS PAIRS RESULT: all pairs of the clusters that text_dedup.minhash --debug left in RESULT."""

import itertools
import os
import pickle
import sys
from collections import defaultdict

from corpus import documents, write_pairs

corpus, output, result = sys.argv[1:4]
ids = [document for document, _ in documents(corpus)]
with open(os.path.join(result, "uf.pkl"), "rb") as file:
    union = pickle.load(file)
clusters = defaultdict(list)
for member in list(union.parent):
    clusters[union.find(member)].append(ids[member])
write_pairs(output, (pair for cluster in clusters.values() for pair in itertools.combinations(cluster, 2)))
