package io.tracemill.cli.replay;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.files.FileFormat;
import io.tracemill.connectors.files.FileUnit;
import io.tracemill.connectors.files.FileUnits;
import io.tracemill.connectors.files.TraceFileException;
import io.tracemill.connectors.formats.Encoding;
import io.tracemill.connectors.formats.RequestReader;
import java.io.IOException;
import java.util.Optional;

/**
 * Writes units to a target as OTLP, one after another, in the order of their event times. The job
 * reads the same spans from the output as from the file, but cannot merge spans in parts.
 */
final class Replay {
  private final FileUnits units;
  private final Pace pace;
  private final TimeShift shift;
  private final Target<ExportTraceServiceRequest> target;
  private final ReplayTotals totals;

  /** Protobuf is written whole, JSON as far as the job reads it. */
  private final RequestReader proto = new RequestReader(Encoding.OTLP_PROTO);

  private final RequestReader json = new RequestReader(Encoding.OTLP_JSON);

  /** A replay that counts in {@code totals}. */
  Replay(
      FileUnits units,
      Pace pace,
      TimeShift shift,
      Target<ExportTraceServiceRequest> target,
      ReplayTotals totals) {
    this.units = units;
    this.pace = pace;
    this.shift = shift;
    this.target = target;
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
    ExportTraceServiceRequest request;
    try {
      request =
          shift.request((unit.format() == FileFormat.OTLP_PROTO ? proto : json).read(unit.bytes()));
    } catch (MalformedRecordException e) {
      totals.addMalformed(e.reason());
      return;
    }
    long eventTime = shift.millis(unit.eventTimeMillis());
    totals.add(request, target.write(request, eventTime), eventTime);
  }
}
