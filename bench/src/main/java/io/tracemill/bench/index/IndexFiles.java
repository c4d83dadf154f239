package io.tracemill.bench.index;

import io.tracemill.analysis.index.IndexedCategory;
import io.tracemill.analysis.index.WeightedRequest;
import io.tracemill.index.layout.IndexLayout;
import io.tracemill.index.layout.IndexTable;
import io.tracemill.index.parquet.CategoryFormat;
import io.tracemill.index.parquet.RequestFormat;
import io.tracemill.index.parquet.RowFileWriter;
import io.tracemill.index.parquet.RowFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.flink.api.common.serialization.BulkWriter;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileSystem.WriteMode;
import org.apache.flink.core.fs.Path;

/** Writes an index of a day, as the job leaves it: a file every five minutes. */
final class IndexFiles {
  static final Instant START = Instant.parse("2026-11-20T00:00:00Z");
  private static final int FILES = 288;
  private static final long FILE_MILLIS = Duration.ofMinutes(5).toMillis();
  private static final long SEED = 20_261_125;

  private final Path line;
  private final IndexTraffic traffic = new IndexTraffic();

  IndexFiles(Path index) {
    this.line = IndexLayout.line(index, START);
  }

  /** Writes {@code requests} requests, spread evenly. */
  void write(int requests) {
    IntStream.range(0, FILES)
        .parallel()
        .forEach(file -> write(file, requests / FILES / IndexTraffic.ENDPOINTS));
  }

  private void write(int file, int ofEndpoint) {
    SplittableRandom random = new SplittableRandom(SEED + file);
    long start = START.toEpochMilli() + file * FILE_MILLIS;
    List<IndexedCategory> categories = new ArrayList<>();
    try (FSDataOutputStream out = open(IndexTable.REQUESTS, start)) {
      BulkWriter<WeightedRequest> rows = new RowFileWriter<>(new RequestFormat()).create(out);
      for (int endpoint = 0; endpoint < IndexTraffic.ENDPOINTS; endpoint++) {
        for (int category = 0; category < IndexTraffic.CATEGORIES; category++) {
          categories.add(IndexTraffic.category(endpoint, category, start));
          int share = IndexTraffic.share(category, ofEndpoint);
          for (int i = 0; i < share; i++) {
            long time = start + i * FILE_MILLIS / share;
            rows.addElement(traffic.request(endpoint, category, time, random));
          }
        }
      }
      rows.finish();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    write(IndexTable.CATEGORIES, new CategoryFormat(), start, categories);
  }

  private <T> void write(IndexTable table, RowFormat<T> format, long start, List<T> rows) {
    try (FSDataOutputStream out = open(table, start)) {
      BulkWriter<T> writer = new RowFileWriter<>(format).create(out);
      for (T row : rows) {
        writer.addElement(row);
      }
      writer.finish();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private FSDataOutputStream open(IndexTable table, long start) throws IOException {
    Path hour = new Path(IndexLayout.table(line, table), IndexLayout.partition(start));
    Path file = new Path(hour, "part-%d.parquet".formatted(start));
    return file.getFileSystem().create(file, WriteMode.NO_OVERWRITE);
  }
}
