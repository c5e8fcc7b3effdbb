"""What the MinHash pipelines share: documents in, pairs out."""

import json
import re


def documents(name):
    with open(name, encoding="utf-8") as file:
        for line in file:
            record = json.loads(line)
            yield record["id"], record["text"]


def shingles(text, sizes):
    """The distinct runs of so many words, for each of the sizes."""
    words = re.findall(r"\w+", text.lower())
    return {" ".join(words[i : i + size]) for size in sizes for i in range(max(1, len(words) - size + 1))}


def write_pairs(name, pairs):
    with open(name, "w", encoding="utf-8") as file:
        for a, b in pairs:
            file.write(json.dumps({"a": a, "b": b}) + "\n")


def sizes_of(argument):
    return [int(size) for size in argument.split(",")]
