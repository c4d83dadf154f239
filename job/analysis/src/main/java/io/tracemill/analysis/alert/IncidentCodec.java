package io.tracemill.analysis.alert;

import io.tracemill.analysis.alert.Alert.Reason;
import io.tracemill.analysis.alert.Alert.Status;
import io.tracemill.analysis.alert.Incident.Peak;
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
    AlertCodec.writeReason(out, incident.reason());
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
    writePeak(out, incident);
  }

  /** Most are at their height, which need not be written twice. */
  private static void writePeak(DataOutput out, Incident incident) throws IOException {
    Peak peak = incident.peak();
    out.writeLong(peak.endMillis());
    out.writeBoolean(incident.isAtPeak());
    if (!incident.isAtPeak()) {
      out.writeLong(peak.contributionNanos());
      new SlideWriter(out).frames(peak.endpoints());
      AlertCodec.write(out, peak.leading());
    }
  }

  static Incident read(DataInput in, int version) throws IOException {
    String id = Text.read(in);
    Status status = Status.values()[in.readUnsignedByte()];
    Optional<Reason> reason = AlertCodec.readReason(in);
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
    Alert leading = AlertCodec.read(in, version);
    // Once it was not kept; what is written last has to do.
    long peakMillis = version > 8 ? in.readLong() : window.endMillis();
    Peak peak =
        version > 8 && !in.readBoolean()
            ? readPeak(in, peakMillis, version)
            : new Peak(peakMillis, contributionNanos, endpoints, leading);
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
        leading,
        peak);
  }

  private static Peak readPeak(DataInput in, long endMillis, int version) throws IOException {
    return new Peak(
        endMillis,
        in.readLong(),
        new SlideReader(in, version).frames(),
        AlertCodec.read(in, version));
  }
}
