package io.tracemill.bench.analyze;

import com.google.protobuf.InvalidProtocolBufferException;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.bench.workload.Traffic;
import io.tracemill.bench.workload.Wire;
import io.tracemill.bench.workload.Workload;
import io.tracemill.connectors.encoding.RequestWriter;
import io.tracemill.connectors.files.TraceFileWriters;
import io.tracemill.connectors.formats.Encoding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Traffic as documents of Jaeger's query API, one after the other in time. Every trace is one
 * element with all its spans.
 */
final class JaegerFiles {
  /** Few enough that no two batches share a timestamp: those of a batch are told by it. */
  private static final long SPANS_PER_SECOND = 100_000;

  private JaegerFiles() {}

  /**
   * Files of the directory that have {@code spans} together, or some more.
   *
   * @param spans how many, all files together
   */
  static WrittenFiles write(Path directory, int files, long spans) throws IOException {
    Workload workload = new Workload(Traffic.standard(), Wire.OTLP);
    List<Path> paths = new ArrayList<>();
    long written = 0;
    for (int i = 0; i < files; i++) {
      Path file = directory.resolve("jaeger-%02d.json".formatted(i));
      try (RequestWriter writer = TraceFileWriters.create(file, Encoding.JAEGER_JSON)) {
        Batch batch = new Batch(writer);
        written += workload.produce(spans / files, SPANS_PER_SECOND, batch);
        batch.end();
      }
      paths.add(file);
    }
    return new WrittenFiles(paths, written);
  }

  /** Puts the records of a batch together. */
  private static final class Batch implements Workload.Sink {
    private final RequestWriter writer;
    private ExportTraceServiceRequest.Builder request = ExportTraceServiceRequest.newBuilder();
    private long millis;

    Batch(RequestWriter writer) {
      this.writer = writer;
    }

    @Override
    public void accept(byte[] key, byte[] value, int spans, long timestampMillis) {
      if (timestampMillis != millis) {
        end();
        millis = timestampMillis;
      }
      try {
        request.mergeFrom(value);
      } catch (InvalidProtocolBufferException e) {
        throw new IllegalStateException("traffic that is no OTLP", e);
      }
    }

    void end() {
      try {
        writer.write(request.build());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      request = ExportTraceServiceRequest.newBuilder();
    }
  }
}
