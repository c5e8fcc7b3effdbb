"""simhash_texts.py TEXTS, each ended by a zero byte; the protocol is described in bench/peers/driver.ts."""

import functools
import operator
import sys

from simhash import Simhash

from driver import median, report

with open(sys.argv[1], encoding="utf-8", newline="") as file:
    texts = file.read().split("\0")[:-1]

ms, total = median(lambda: functools.reduce(operator.xor, (Simhash(text).value for text in texts)))
report("fingerprints", ms, len(texts), total)
