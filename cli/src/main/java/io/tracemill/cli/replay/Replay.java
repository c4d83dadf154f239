package io.tracemill.cli.replay;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.analysis.span.SpanRules;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.encoding.RequestReader;
import io.tracemill.connectors.files.FileFormat;
import io.tracemill.connectors.files.FileUnit;
import io.tracemill.connectors.files.FileUnits;
import io.tracemill.connectors.files.TraceFileException;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** Writes units to a target, one after another, in the order of their event times. */
final class Replay {
  private final FileUnits units;
  private final Pace pace;
  private final TimeShift shift;
  private final Target target;
  private final SpanRules rules;
  private final ReplayTotals totals;
  private final Map<FileFormat, RequestReader> readers = new EnumMap<>(FileFormat.class);

  /**
   * A replay that counts in {@code totals}. It decodes each unit as a job with these {@code rules}
   * would.
   */
  Replay(
      FileUnits units,
      Pace pace,
      TimeShift shift,
      Target target,
      SpanRules rules,
      ReplayTotals totals) {
    this.units = units;
    this.pace = pace;
    this.shift = shift;
    this.target = target;
    this.rules = rules;
    this.totals = totals;
  }

  /**
   * Replays until the files end or the pace is cancelled, and waits until the target has
   * everything. If a file becomes unreadable, it still delivers the units before that place.
   */
  void run() throws TraceFileException, IOException, InterruptedException {
    try {
      Optional<FileUnit> unit = units.next();
      while (unit.isPresent() && pace.await(unit.get().eventTimeMillis())) {
        replay(unit.get());
        unit = units.next();
      }
    } catch (TraceFileException e) {
      target.finish();
      throw e;
    }
    target.finish();
  }

  private void replay(FileUnit unit) throws IOException {
    RequestReader reader = readers.computeIfAbsent(unit.format(), format -> format.reader(rules));
    ExportTraceServiceRequest request;
    try {
      request = shift.request(reader.read(unit.bytes()));
    } catch (MalformedRecordException e) {
      totals.addMalformed(e.reason());
      return;
    }
    long eventTime = shift.millis(unit.eventTimeMillis());
    totals.add(request, target.write(request, eventTime), eventTime);
  }
}
