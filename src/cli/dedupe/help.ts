/** What `hammingbird dedupe --help` says after the options. */
export const DEDUPE_HELP = `
Input: JSONL (.jsonl, .ndjson), JSON (.json: an array of objects, or objects one after another), CSV and TSV with a
header or --columns, Parquet, WARC, plain lines (.log, or --format lines), text and HTML files; folders, in which each
file is read by its name, but no hidden one, and patterns in quotes; - for standard input. gzip and Zstandard data is
decompressed. A file's name tells its format: without a known one it is a text, and what comes through a pipe is
JSONL. Several inputs are one corpus, in their order. Of HTML the main content counts, without navigation and imprint.
Text is UTF-8, or what its byte order mark, HTML or HTTP says, or --charset; in another encoding it is malformed, and
so is a record with it. Pages and WARC are read as browsers do it: what tells no encoding and is not UTF-8 is
Windows-1252, and what cannot be decoded becomes U+FFFD.

Each document gets five independent fingerprints, and is compared with those before it that have one within
--distance bits; if the exact similarity of their features is at least --threshold, it is removed, and names the
one that is kept: the first of its group, or the one that --keep says; max:FIELD and min:FIELD prefer the greatest
or least number or ISO date in that field, and documents without one come last.

Groups are made by --rule leader: in order of preference each document joins the most similar kept one before it;
components: whatever pairs connect, so that members need not resemble the kept one (a removed record then says «via»
which neighbour it was compared with); complete: documents that all resemble each other.

With --against, the documents of a reference win over all others: what duplicates one is removed and says
"reference": true. --update adds what was kept to it, in the same run. If its name ends in .index, it is an index of
what was seen: fingerprints and hashed features instead of texts, by which the same duplicates are found without them.

Where many documents have the same features, those after the 16th have one pair each, with the first of them, marked
"same": true.

All cores are used, or as many as --workers says; the result is the same.

The reference may also be a store, which has no texts: a folder (one that is to be made ends with a slash) or an
address (hammingbird store --help). Then fingerprints alone decide: by the recipe and within the distance of the
store (of a new one --distance, or 3 bits), against stored documents and those kept before. --update stores what
is kept, after it was written. A document takes the place of what an earlier run stored under its id; where it has no
id of its own, or one of this run has the same, it is stored as ID#FINGERPRINT if ID is taken.

--contain 0.9 finds, among the documents that are kept, those nine tenths of whose features are in a longer one
(or in one of the reference, if that has texts): a paragraph in an article. --contained lists them, up to 16 containers each; they
are kept, since a collection that quotes a text is no better copy of it, unless --remove-contained says otherwise; then
each is removed for one that stays: --contained marks it "removed": true, and --removed, --groups and --annotate give
"contained_in", also for its duplicates: whatever has "contained_in" is not kept, but that is. Without
--remove-contained, --annotate says what every kept record is contained in; for all others it is null. A text of
eight words or more that stands in another unchanged is found, unless the word sequences chosen of it stand in more than 64
documents: the summary counts those.

With --resume, what was found is kept beside the output while the run lasts, in FILE.checkpoint. After an interruption,
of whatever kind, the same command continues from there, and writes the same bytes as if nothing had happened. A run
that is killed leaves unfinished files, NAME.PID.CODE.part, which are removed when it is resumed on the same machine.

Kept records are written as they came, in order: lines of JSONL, rows under their header, elements of an array,
rows of Parquet; documents from text, HTML and WARC files as JSONL {"id", "text"}, with path or address as id.
As JSON, columns with the same name get numbers (note_2). Where records are named, an id that is a number beyond 2^53
is a string.
Removed records are JSONL. Any output whose name ends in .gz is compressed. Files appear whole or not at all. -o may
name an input of records, which become those that are kept; whatever else is read is never written over. Malformed
records and unreadable files below a folder are counted and listed, and stop nothing; a file that is named and cannot
be read is an error.

Examples:
  hammingbird dedupe corpus.jsonl -o unique.jsonl --removed removed.jsonl
  hammingbird dedupe news/ --groups groups.jsonl > kept.jsonl
  hammingbird dedupe corpus.jsonl -o unique.jsonl --report report.html
  hammingbird dedupe crawl.jsonl --id url --text body --threshold 0.9 -o unique.jsonl
  hammingbird dedupe huge.jsonl --resume -o unique.jsonl
  hammingbird dedupe articles.jsonl --contain 0.9 --contained contained.jsonl -o unique.jsonl
  hammingbird dedupe table.csv.gz --text title,body -o unique.csv.gz
  hammingbird dedupe sentences.tsv --columns id,lang,text -o unique.tsv
  hammingbird dedupe 'shards/*.parquet' --id doc_id -o unique.parquet --removed removed.jsonl
  hammingbird dedupe 'chats/*.parquet' --text messages.content -o unique.parquet
  hammingbird dedupe crawl.warc.gz -o pages.jsonl
  hammingbird dedupe corpus.jsonl --keep max:published --rule complete --annotate annotated.jsonl -o unique.jsonl
  hammingbird dedupe today.jsonl --against seen.jsonl --update -o new.jsonl
  hammingbird dedupe today.jsonl --against seen-pages/ --update -o new.jsonl
  hammingbird dedupe today.jsonl --against seen.index --update -o new.jsonl
  hammingbird dedupe news.jsonl --window 14d --time published --dry-run
  hammingbird dedupe 'shards/*.jsonl' --engine duckdb --memory 16GB -o unique.jsonl
  hammingbird dedupe 'site/**/*.html' --html full --charset windows-1252 > pages.jsonl
  curl -s https://example.org/corpus.jsonl.zst | hammingbird dedupe - -o unique.jsonl

Exit status: 0 done; 1 failed, and no file was written unless the message says so; 2 wrong usage; 130 interrupted.`;
