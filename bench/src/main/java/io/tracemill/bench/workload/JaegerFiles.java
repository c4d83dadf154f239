package io.tracemill.bench.workload;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.connectors.encoding.RequestWriter;
import io.tracemill.connectors.files.TraceFileWriters;
import io.tracemill.connectors.formats.Encoding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Traffic as documents of Jaeger's query API, ordered by time. Every trace is one element with all
 * its spans.
 *
 * @param spans of all files together
 */
public record JaegerFiles(List<Path> paths, long spans) {
  private static final long SPANS_PER_SECOND = 100_000;

  public JaegerFiles {
    paths = List.copyOf(paths);
  }

  /** Writes files to the directory that together have at least {@code spans} spans. */
  public static JaegerFiles write(Path directory, int files, long spans) throws IOException {
    Workload workload = new Workload(Traffic.standard());
    List<Path> paths = new ArrayList<>();
    long written = 0;
    for (int i = 0; i < files; i++) {
      Path file = directory.resolve("jaeger-%02d.json".formatted(i));
      try (RequestWriter writer = TraceFileWriters.create(file, Encoding.JAEGER_JSON)) {
        for (long left = spans / files; left > 0; ) {
          long batch = writeBatch(workload, writer);
          left -= batch;
          written += batch;
        }
      }
      paths.add(file);
    }
    return new JaegerFiles(paths, written);
  }

  /** Merges the records of a batch, so that each of its traces is complete. */
  private static long writeBatch(Workload workload, RequestWriter writer) throws IOException {
    ExportTraceServiceRequest.Builder batch = ExportTraceServiceRequest.newBuilder();
    long spans =
        workload.produce(
            1,
            SPANS_PER_SECOND,
            (key, value, count, millis) -> batch.mergeFrom(Wire.request(value)));
    writer.write(batch.build());
    return spans;
  }
}
