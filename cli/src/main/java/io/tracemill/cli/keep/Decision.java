package io.tracemill.cli.keep;

import io.tracemill.analysis.record.KeepRecord;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.connectors.output.RecordJson;
import java.io.IOException;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * That a trace is worth keeping.
 *
 * @param atMillis event time at which the job decided it, milliseconds since the epoch
 */
record Decision(TraceId trace, long atMillis) {
  private static final Pattern TRACE_ID = Pattern.compile("[0-9a-f]{32}");

  /** The decision in a record, which anyone may have written; empty if it has none. */
  static Optional<Decision> of(ConsumerRecord<byte[], byte[]> record) {
    try {
      KeepRecord keep = RecordJson.read(record.value(), KeepRecord.class);
      return Optional.ofNullable(keep.traceId())
          .filter(id -> TRACE_ID.matcher(id).matches())
          .map(id -> new Decision(TraceId.ofHex(id), keep.atMillis()));
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** The time of a record; negative if it has no decision. */
  static long millis(ConsumerRecord<byte[], byte[]> record) {
    return of(record).map(Decision::atMillis).orElse(-1L);
  }
}
