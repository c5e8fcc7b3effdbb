"""Runs what it is told in Spark. What to do, in which order and with what is decided by the process that started it
(session.ts): a command is a line of JSON on standard input, and its answer a line of JSON on the file descriptor 3."""

import json
import os
import shutil
import sys

# Not in the encoding of the locale, in which a path may have no name.
commands = open(0, encoding="utf-8")
answers = os.fdopen(3, "w", encoding="utf-8")


def answer(**fields):
    answers.write(json.dumps(fields) + "\n")
    answers.flush()


if "SPARK_HOME" in os.environ:
    # A Spark of its own has Python's part of it, and what that needs, beside it.
    home = os.path.join(os.environ["SPARK_HOME"], "python")
    archives = os.path.join(home, "lib")
    found = sorted(os.listdir(archives)) if os.path.isdir(archives) else []
    sys.path[:0] = [home] + [os.path.join(archives, name) for name in found if name.endswith(".zip")]
try:
    from pyspark.errors import PySparkException
    from pyspark.sql import SparkSession
    from pyspark.sql.types import ArrayType, BinaryType, MapType, StructType
except ImportError as error:
    answer(missing=str(error))
    sys.exit(1)


def fields_of(structure, before=(), in_list=False):
    """What is in the structures of a list is lists; SQL reaches no further through lists in these."""
    for field in structure.fields:
        way = [*before, field.name]
        kind = field.dataType
        is_list = isinstance(kind, ArrayType)
        inner = kind.elementType if is_list else kind
        single = not in_list and not isinstance(kind, (ArrayType, MapType, StructType))
        yield {"way": way, "single": single, "bytes": isinstance(inner, BinaryType)}
        if isinstance(inner, StructType) and not (in_list and is_list):
            yield from fields_of(inner, way, in_list or is_list)


class Driver:
    """The commands, by name."""

    def start(self, settings):
        builder = SparkSession.builder
        for name, value in settings.items():
            builder = builder.config(name, value)
        self.spark = builder.getOrCreate()
        self.spark.sparkContext.setLogLevel("ERROR")
        return self.spark.version

    def ship(self, folder, name):
        """Unpacks a copy of a folder beside every task, under a name."""
        archive = shutil.make_archive(folder, "gztar", folder)
        self.spark.sparkContext.addArchive(f"{archive}#{name}")

    def view(self, name, format, path, options, columns):
        """Columns may be hidden ones, which SQL cannot ask of a view."""
        self.spark.read.format(format).options(**options).load(path).selectExpr(*columns).createOrReplaceTempView(name)

    def columns(self, name):
        """Columns and their types."""
        return self.spark.table(name).dtypes

    def fields(self, name):
        """Columns and what is within them, each by all names from the outermost on, whether a row has one value there, and if it is bytes."""
        return list(fields_of(self.spark.table(name).schema))

    def query(self, name, sql):
        self.spark.sql(sql).createOrReplaceTempView(name)

    def rows(self, sql):
        return [list(row) for row in self.spark.sql(sql).collect()]

    def write(self, sql, path):
        self.spark.sql(sql).write.mode("overwrite").parquet(path)

    def files(self, path):
        """What a path or a pattern stands for, with sizes and the last time of change."""
        status = self._system(path).globStatus(self._path(path))
        return [self._described(one) for one in status or []]

    def files_read(self, view):
        """How many files a view reads."""
        return len(self.spark.table(view).inputFiles())

    def get(self, path):
        """The text of a small file; None if there is none."""
        system = self._system(path)
        if not system.exists(self._path(path)):
            return None
        stream = system.open(self._path(path))
        try:
            return self._jvm().org.apache.commons.io.IOUtils.toString(stream, "UTF-8")
        finally:
            stream.close()

    def put(self, path, text):
        stream = self._system(path).create(self._path(path), True)
        try:
            stream.write(text.encode("utf-8"))
        finally:
            stream.close()

    def _described(self, status):
        found = {"files": 0, "bytes": 0, "changed": 0}
        files = self._system(status.getPath().toString()).listFiles(status.getPath(), True)
        while files.hasNext():
            file = files.next()
            found["files"] += 1
            found["bytes"] += file.getLen()
            found["changed"] = max(found["changed"], file.getModificationTime())
        return found

    def _jvm(self):
        return self.spark.sparkContext._jvm

    def _path(self, path):
        return self._jvm().org.apache.hadoop.fs.Path(path)

    def _system(self, path):
        return self._path(path).getFileSystem(self.spark.sparkContext._jsc.hadoopConfiguration())


driver = Driver()
for line in commands:
    command = json.loads(line)
    name = command.pop("do")
    try:
        answer(value=getattr(driver, name)(**command))
    except PySparkException as error:
        answer(error=str(error))
    except Exception as error:  # What the JVM throws comes in many classes.
        answer(error=f"{type(error).__name__}: {error}")
