package io.tracemill.analysis.alert;

import io.tracemill.analysis.alert.Alert.Reason;
import io.tracemill.analysis.alert.Alert.Status;
import io.tracemill.analysis.alert.Incident.Severity;
import io.tracemill.analysis.change.CulpritChange;
import io.tracemill.analysis.cohort.Period;
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

/** Incidents, part by part in the order of their components. */
final class IncidentCodec {
  private IncidentCodec() {}

  static void write(DataOutput out, Incident incident) throws IOException {
    Text.write(out, incident.id());
    out.writeByte(incident.status().ordinal());
    Lists.write(
        out, incident.reason().stream().toList(), (to, reason) -> to.writeByte(reason.ordinal()));
    out.writeByte(incident.severity().ordinal());
    Varint.write(out, incident.rank());
    out.writeLong(incident.sinceMillis());
    out.writeLong(incident.earliestMillis());
    SlideWriter parts = new SlideWriter(out);
    parts.period(incident.window());
    parts.culprits(incident.culprits());
    parts.frames(incident.endpoints());
    Lists.write(out, incident.alerts(), Text::write);
    out.writeLong(incident.contributionNanos());
    AlertCodec.write(out, incident.leading());
  }

  static Incident read(DataInput in, int version) throws IOException {
    String id = Text.read(in);
    Status status = Status.values()[in.readUnsignedByte()];
    Optional<Reason> reason = Lists.readOne(in, from -> Reason.values()[from.readUnsignedByte()]);
    Severity severity = Severity.values()[in.readUnsignedByte()];
    int rank = Varint.readUpTo(in, Integer.MAX_VALUE);
    long sinceMillis = in.readLong();
    Optional<Long> earliestMillis = version > 4 ? Optional.of(in.readLong()) : Optional.empty();
    SlideReader parts = new SlideReader(in, version);
    Period window = parts.period();
    List<CulpritChange> culprits = parts.culprits();
    List<Frame> endpoints = parts.frames();
    List<String> alerts = Lists.read(in, Text::read);
    long contributionNanos = in.readLong();
    return new Incident(
        id,
        status,
        reason,
        severity,
        rank,
        sinceMillis,
        earliestMillis.orElse(sinceMillis - window.lengthMillis()),
        window,
        culprits,
        endpoints,
        alerts,
        contributionNanos,
        AlertCodec.read(in, version));
  }
}
