package io.tracemill.bench.workload;

import com.google.protobuf.InvalidProtocolBufferException;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.connectors.encoding.RequestWriter;
import io.tracemill.connectors.files.TraceFileWriters;
import io.tracemill.connectors.formats.Encoding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Traffic as documents of Jaeger's query API, one after the other in time. Every trace is one
 * element with all its spans.
 *
 * @param spans of all files together
 */
public record JaegerFiles(List<Path> paths, long spans) {
  /** Few enough that no two batches share a timestamp: the records of a batch are told by it. */
  private static final long SPANS_PER_SECOND = 100_000;

  private static final long SPANS_AT_ONCE = 1_500;

  public JaegerFiles {
    paths = List.copyOf(paths);
  }

  /** Files of the directory that have {@code spans} together, or some more. */
  public static JaegerFiles write(Path directory, int files, long spans) throws IOException {
    Workload workload = new Workload(Traffic.standard());
    List<Path> paths = new ArrayList<>();
    long written = 0;
    for (int i = 0; i < files; i++) {
      Path file = directory.resolve("jaeger-%02d.json".formatted(i));
      try (RequestWriter writer = TraceFileWriters.create(file, Encoding.JAEGER_JSON)) {
        for (long left = spans / files; left > 0; ) {
          long batch = write(workload, Math.min(left, SPANS_AT_ONCE), writer);
          left -= batch;
          written += batch;
        }
      }
      paths.add(file);
    }
    return new JaegerFiles(paths, written);
  }

  /** Puts the records of each batch together. */
  private static long write(Workload workload, long spans, RequestWriter writer)
      throws IOException {
    Map<Long, ExportTraceServiceRequest.Builder> byTime = new TreeMap<>();
    long produced =
        workload.produce(
            spans,
            SPANS_PER_SECOND,
            (key, value, count, millis) -> {
              try {
                byTime
                    .computeIfAbsent(millis, time -> ExportTraceServiceRequest.newBuilder())
                    .mergeFrom(value);
              } catch (InvalidProtocolBufferException e) {
                throw new UncheckedIOException("traffic that is no OTLP", e);
              }
            });
    for (ExportTraceServiceRequest.Builder request : byTime.values()) {
      writer.write(request.build());
    }
    return produced;
  }
}
