"""What all drivers share."""

import json
import statistics
import time


def median(task):
    """The median milliseconds of CPU of up to five runs, none of which begins after two seconds of it, and the last result."""
    times = []
    begin = time.process_time()
    while not times or (len(times) < 5 and time.process_time() - begin < 2):
        start = time.process_time()
        result = task()
        times.append((time.process_time() - start) * 1000)
    return statistics.median(times), result


def report(what, ms, count, total):
    print(json.dumps({"what": what, "ms": ms, "count": count, "sum": total}))
