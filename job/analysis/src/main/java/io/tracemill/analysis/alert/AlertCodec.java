package io.tracemill.analysis.alert;

import io.tracemill.analysis.alert.Alert.Reason;
import io.tracemill.analysis.alert.Alert.Scope;
import io.tracemill.analysis.alert.Alert.Status;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.mutation.EndpointSlide.Totals;
import io.tracemill.analysis.mutation.Finding;
import io.tracemill.analysis.mutation.SlideReader;
import io.tracemill.analysis.mutation.SlideWriter;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.varint.Text;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Alerts, part by part. */
final class AlertCodec {
  private AlertCodec() {}

  static void write(DataOutput out, Alert alert) throws IOException {
    Text.write(out, alert.id());
    out.writeByte(alert.status().ordinal());
    writeReason(out, alert.reason());
    out.writeByte(alert.scope().ordinal());
    SlideWriter parts = new SlideWriter(out);
    parts.frames(alert.endpoints());
    Varint.write(out, alert.rank());
    parts.finding(alert.finding());
    out.writeDouble(alert.qValue());
    parts.totals(alert.totals());
    out.writeLong(alert.sinceMillis());
    out.writeLong(alert.earliestMillis());
    parts.period(alert.window());
    parts.period(alert.baseline());
    out.writeLong(alert.lastFoundMillis());
    Varint.write(out, alert.concerned().traces());
    Varint.write(out, alert.concerned().beforeMeanNanos());
    Text.write(out, alert.incident());
  }

  static Alert read(DataInput in, int version) throws IOException {
    String id = Text.read(in);
    Status status = Status.values()[in.readUnsignedByte()];
    Optional<Reason> reason = readReason(in);
    Scope scope = Scope.values()[in.readUnsignedByte()];
    SlideReader parts = new SlideReader(in, version);
    List<Frame> endpoints = parts.frames();
    int rank = Varint.readUpTo(in, Integer.MAX_VALUE);
    Finding finding = parts.finding();
    double qValue = in.readDouble();
    Totals totals = parts.totals();
    long sinceMillis = in.readLong();
    Optional<Long> earliestMillis = version > 4 ? Optional.of(in.readLong()) : Optional.empty();
    Period window = parts.period();
    Period baseline = parts.period();
    Optional<Long> lastFoundMillis = version > 7 ? Optional.of(in.readLong()) : Optional.empty();
    Concerned concerned =
        version > 9 ? new Concerned(Varint.read(in), Varint.read(in)) : concerned(totals, finding);
    String incident = Text.read(in);
    return new Alert(
        id,
        status,
        reason,
        scope,
        rank,
        // Once it was not kept when it was found; it was no later than this.
        new LastFound(
            endpoints, finding, totals, concerned, lastFoundMillis.orElse(window.endMillis())),
        qValue,
        sinceMillis,
        // Once it was not kept; this is less than a slide before it.
        earliestMillis.orElse(sinceMillis - window.lengthMillis()),
        window,
        baseline,
        incident);
  }

  /** Once it was not kept. How many there are is known, of the mean that of the first endpoint. */
  private static Concerned concerned(Totals totals, Finding finding) {
    long traces = Math.max(totals.afterTraces(), finding.trial().after().trials());
    return new Concerned(traces, totals.beforeMeanNanos());
  }

  /** Why an alert ended, or an incident; nothing while it fires. */
  static void writeReason(DataOutput out, Optional<Reason> reason) throws IOException {
    Lists.write(out, reason.stream().toList(), (to, one) -> to.writeByte(one.ordinal()));
  }

  /** What {@link #writeReason} wrote. */
  static Optional<Reason> readReason(DataInput in) throws IOException {
    return Lists.readOne(in, from -> Reason.values()[from.readUnsignedByte()]);
  }
}
