package io.tracemill.analysis.alert;

import io.tracemill.analysis.alert.Alert.Reason;
import io.tracemill.analysis.alert.Alert.Scope;
import io.tracemill.analysis.alert.Alert.Status;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.mutation.EndpointSlide.Totals;
import io.tracemill.analysis.mutation.Finding;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.varint.Text;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Alerts, part by part in the order of their components. */
final class AlertCodec {
  private AlertCodec() {}

  static void write(DataOutput out, Alert alert) throws IOException {
    Text.write(out, alert.id());
    out.writeByte(alert.status().ordinal());
    Lists.write(
        out, alert.reason().stream().toList(), (to, reason) -> to.writeByte(reason.ordinal()));
    out.writeByte(alert.scope().ordinal());
    Lists.write(out, alert.endpoints(), FrameCodec::write);
    Varint.write(out, alert.rank());
    FindingCodec.write(out, alert.finding());
    out.writeDouble(alert.qValue());
    writeTotals(out, alert.totals());
    out.writeLong(alert.sinceMillis());
    writePeriod(out, alert.window());
    writePeriod(out, alert.baseline());
    Text.write(out, alert.incident());
  }

  static Alert read(DataInput in) throws IOException {
    String id = Text.read(in);
    Status status = Status.values()[in.readUnsignedByte()];
    Optional<Reason> reason = Lists.readOne(in, from -> Reason.values()[from.readUnsignedByte()]);
    Scope scope = Scope.values()[in.readUnsignedByte()];
    List<Frame> endpoints = Lists.read(in, FrameCodec::read);
    int rank = Varint.readUpTo(in, Integer.MAX_VALUE);
    Finding finding = FindingCodec.read(in);
    double qValue = in.readDouble();
    Totals totals = readTotals(in);
    long sinceMillis = in.readLong();
    Period window = readPeriod(in);
    Period baseline = readPeriod(in);
    String incident = Text.read(in);
    return new Alert(
        id,
        status,
        reason,
        scope,
        endpoints,
        rank,
        finding,
        qValue,
        totals,
        sinceMillis,
        window,
        baseline,
        incident);
  }

  private static void writeTotals(DataOutput out, Totals totals) throws IOException {
    out.writeLong(totals.beforeTraces());
    out.writeLong(totals.afterTraces());
    out.writeLong(totals.beforeMeanNanos());
    out.writeLong(totals.afterMeanNanos());
    out.writeLong(totals.beforeP95Nanos());
    out.writeLong(totals.afterP95Nanos());
    out.writeDouble(totals.restRatio());
    out.writeDouble(totals.completeRatio());
  }

  private static Totals readTotals(DataInput in) throws IOException {
    long beforeTraces = in.readLong();
    long afterTraces = in.readLong();
    long beforeMeanNanos = in.readLong();
    long afterMeanNanos = in.readLong();
    long beforeP95Nanos = in.readLong();
    long afterP95Nanos = in.readLong();
    double restRatio = in.readDouble();
    return new Totals(
        beforeTraces,
        afterTraces,
        beforeMeanNanos,
        afterMeanNanos,
        beforeP95Nanos,
        afterP95Nanos,
        restRatio,
        in.readDouble());
  }

  static void writePeriod(DataOutput out, Period period) throws IOException {
    out.writeLong(period.startMillis());
    out.writeLong(period.endMillis());
  }

  static Period readPeriod(DataInput in) throws IOException {
    long startMillis = in.readLong();
    return new Period(startMillis, in.readLong());
  }
}
