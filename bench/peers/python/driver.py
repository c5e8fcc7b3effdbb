"""What all drivers share."""

import json
import statistics
import time


def median(task):
    """The median milliseconds of up to five runs, none of which begins after two seconds, and what the last returned."""
    times = []
    begin = time.perf_counter()
    while not times or (len(times) < 5 and time.perf_counter() - begin < 2):
        start = time.perf_counter()
        result = task()
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times), result


def report(what, ms, count, total):
    print(json.dumps({"what": what, "ms": ms, "count": count, "sum": total}))
