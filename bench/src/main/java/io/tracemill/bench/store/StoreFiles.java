package io.tracemill.bench.store;

import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.signature.Fold;
import io.tracemill.store.layout.LineRules;
import io.tracemill.store.layout.StoreLayout;
import io.tracemill.store.layout.StoreTable;
import io.tracemill.store.parquet.RequestFormat;
import io.tracemill.store.parquet.RowFileWriter;
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

/** Writes a store of a day, as the job leaves it: a file every five minutes. */
final class StoreFiles {
  static final Instant START = Instant.parse("2026-11-20T00:00:00Z");
  private static final int FILES = 288;
  private static final long FILE_MILLIS = Duration.ofMinutes(5).toMillis();
  private static final long SEED = 20_261_125;
  private static final LineRules RULES =
      new LineRules(new ReplayRules(50_000_000, 1_000_000, Fold.LOG2), 30_000, "bench");

  private final Path line;
  private final StoreTraffic traffic = new StoreTraffic();

  StoreFiles(Path index) {
    this.line = StoreLayout.line(index, START);
  }

  /** Writes {@code requests} requests, spread evenly. */
  void write(int requests) throws IOException {
    line.getFileSystem().mkdirs(line);
    RULES.write(line);
    IntStream.range(0, FILES)
        .parallel()
        .forEach(file -> write(file, requests / FILES / StoreTraffic.ENDPOINTS));
  }

  private void write(int file, int ofEndpoint) {
    SplittableRandom random = new SplittableRandom(SEED + file);
    long start = START.toEpochMilli() + file * FILE_MILLIS;
    try (FSDataOutputStream out = open(start)) {
      BulkWriter<KeptRequest> rows =
          new RowFileWriter<>(new RequestFormat(RULES.replay())).create(out);
      for (int endpoint = 0; endpoint < StoreTraffic.ENDPOINTS; endpoint++) {
        for (int category = 0; category < StoreTraffic.CATEGORIES; category++) {
          int share = StoreTraffic.share(category, ofEndpoint);
          List<KeptRequest> requests = new ArrayList<>();
          for (int i = 0; i < share; i++) {
            long time = start + i * FILE_MILLIS / share;
            requests.add(traffic.request(endpoint, category, time, random));
          }
          requests.sort(KeptRequest.ORDER);
          for (KeptRequest request : requests) {
            rows.addElement(request);
          }
        }
      }
      rows.finish();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private FSDataOutputStream open(long start) throws IOException {
    Path hour =
        new Path(StoreLayout.table(line, StoreTable.REQUESTS), StoreLayout.partition(start));
    Path file = new Path(hour, "part-%d.parquet".formatted(start));
    return file.getFileSystem().create(file, WriteMode.NO_OVERWRITE);
  }
}
