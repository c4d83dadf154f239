package io.tracemill.cli.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.cli.results.CommandLineRun;
import io.tracemill.cli.results.Results;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.connectors.output.StreamSchema;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Depth and width are the senders' choice: traces of any shape come through to the records. */
@Tag("slow")
@Timeout(120)
final class GiantTracesIT {
  private static final long START_NANOS = 1_700_000_000_000_000_000L;
  private static final int SPANS_PER_LINE = 1000;
  private static final int MAX_RECORD_BYTES = 900_000;

  @TempDir private Path directory;

  @Test
  void aChainOfAHundredThousandSpans() throws IOException {
    check(100_000, span -> span - 1);
  }

  @Test
  void aFanOutOfAHundredThousandSpans() throws IOException {
    check(100_000, span -> 0);
  }

  @Test
  void aTraceOf275ThousandSpans() throws IOException {
    check(275_000, span -> (span - 1) / 5);
  }

  private void check(int spans, IntUnaryOperator parent) throws IOException {
    Path file = directory.resolve("giant.jsonl");
    write(file, spans, parent);
    Path out = directory.resolve("out");
    CommandLineRun run =
        CommandLineRun.of("analyze", file.toString(), "--out", out.toString(), "--traces");
    assertThat(run.status()).as(run.err()).isZero();

    List<JsonNode> traces = Results.inFile(out, ResultStream.TRACES);
    assertThat(traces).hasSize(1);
    JsonNode trace = traces.get(0);
    assertThat(trace.path("spanCount").asInt()).isEqualTo(spans);
    assertThat(trace.path("complete").asBoolean()).isTrue();
    assertThat(exclusiveNanos(trace)).isEqualTo(trace.path("durationNanos").asLong());
    for (ResultStream stream : List.of(ResultStream.TRACES, ResultStream.PROFILES)) {
      JsonNode record = Results.inFile(out, stream).get(0);
      assertThat(StreamSchema.of(stream).violations(record)).isEmpty();
      assertThat(record.toString().getBytes(StandardCharsets.UTF_8).length)
          .isLessThanOrEqualTo(MAX_RECORD_BYTES);
    }
  }

  private static long exclusiveNanos(JsonNode trace) {
    long sum = 0;
    for (JsonNode node : trace.path("criticalPath")) {
      sum += node.path("exclusiveNanos").asLong();
    }
    return sum;
  }

  /** Span i starts i ns after the first and ends i ns before its end; the first is number 0. */
  private static void write(Path file, int spans, IntUnaryOperator parent) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (int from = 0; from < spans; from += SPANS_PER_LINE) {
        out.write(
            "{\"resourceSpans\":[{\"resource\":{\"attributes\":[{\"key\":\"service.name\","
                + "\"value\":{\"stringValue\":\"giant\"}}]},\"scopeSpans\":[{\"spans\":[");
        for (int span = from; span < Math.min(spans, from + SPANS_PER_LINE); span++) {
          out.write(span == from ? "" : ",");
          out.write(span(span, spans, span == 0 ? -1 : parent.applyAsInt(span)));
        }
        out.write("]}]}]}\n");
      }
    }
  }

  private static String span(int span, int spans, int parent) {
    return """
        {"traceId":"000000000000000000000000000000cc","spanId":"%016x","parentSpanId":"%s",\
        "name":"op %d","startTimeUnixNano":"%d","endTimeUnixNano":"%d"}"""
        .formatted(
            span + 1,
            parent < 0 ? "" : "%016x".formatted(parent + 1),
            span % 1000,
            START_NANOS + span,
            START_NANOS + 2L * spans - span);
  }
}
