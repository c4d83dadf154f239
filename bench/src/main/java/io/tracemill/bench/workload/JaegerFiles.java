package io.tracemill.bench.workload;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.connectors.encoding.RequestWriter;
import io.tracemill.connectors.jaeger.JaegerDocumentWriter;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes traffic as documents of Jaeger's query API, ordered by time. Every trace is one element
 * with all its spans.
 */
final class JaegerFiles {
  private static final int FILES = 4;
  private static final long SPANS_PER_SECOND = 100_000;

  private JaegerFiles() {}

  /**
   * The arguments are a directory and the least number of spans in all files. Prints the number
   * that was written.
   */
  public static void main(String[] arguments) throws IOException {
    Workload workload = new Workload(Traffic.standard());
    long spans = Long.parseLong(arguments[1]);
    long written = 0;
    for (int i = 1; i <= FILES; i++) {
      Path file = Path.of(arguments[0], "jaeger-%d.json".formatted(i));
      try (RequestWriter writer =
          new JaegerDocumentWriter(new BufferedOutputStream(Files.newOutputStream(file)))) {
        while (written < spans * i / FILES) {
          written += writeBatch(workload, writer);
        }
      }
    }
    System.out.println(written);
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
