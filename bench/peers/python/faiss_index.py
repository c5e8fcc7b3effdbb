"""faiss_index.py multi|flat FINGERPRINTS QUERIES DISTANCE:QUERIES…; the protocol is described in bench/peers/driver.ts."""

import sys

import faiss
import numpy

from driver import median, report

BLOCKS = 4
BLOCK_BITS = 16


def codes(name):
    return numpy.fromfile(name, dtype=numpy.uint8).reshape(-1, 8)


def build(kind, rows):
    index = faiss.IndexBinaryMultiHash(64, BLOCKS, BLOCK_BITS) if kind == "multi" else faiss.IndexBinaryFlat(64)
    index.add(rows)
    return index


def search(index, queries, distance):
    if isinstance(index, faiss.IndexBinaryMultiHash):
        # Among four blocks, one has at most a fourth of the errors.
        index.nflip = distance // BLOCKS
    # What it returns lies nearer than the radius.
    return index.range_search(queries, distance + 1)


def main(kind, rows_name, queries_name, searches):
    faiss.omp_set_num_threads(1)
    rows, queries = codes(rows_name), codes(queries_name)
    ms, index = median(lambda: build(kind, rows))
    report("build", ms, len(rows), 0)
    for what in searches:
        distance, count = map(int, what.split(":"))
        ms, (limits, _, ids) = median(lambda: search(index, queries[:count], distance))
        numbers = numpy.repeat(numpy.arange(1, count + 1), numpy.diff(limits.astype(numpy.int64)))
        report(what, ms, len(ids), int((numbers * ids).sum()))


main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:])
