package io.tracemill.pipeline.judge;

import io.tracemill.analysis.detection.DetectionRules;
import io.tracemill.analysis.detection.DetectorState;
import io.tracemill.analysis.pane.PaneCounts;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.aggregate.PaneCountsCodec;
import io.tracemill.pipeline.serialization.StateVersion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * What the judge keeps in checkpoints, in parts of a few bytes up to some 100 kB: one for the
 * system, one for each endpoint, one for each endpoint of a pane that is not judged yet.
 *
 * @param paneMillis length of a pane
 * @param floorNanos of the bins in which times are counted
 * @param nextMillis start of the pane behind the last one that was judged
 * @param explained by id of an open incident, the endpoint that explains it
 * @param detector what the detector knows
 * @param pending panes that are not judged yet
 */
record JudgeState(
    long paneMillis,
    long floorNanos,
    long nextMillis,
    Map<String, Frame> explained,
    DetectorState detector,
    List<PaneCounts> pending) {
  private static final byte SYSTEM = 0;
  private static final byte ENDPOINT = 1;
  private static final byte PENDING = 2;
  private static final PaneCountsCodec COUNTS = new PaneCountsCodec();

  /** Whether the histograms have the bins, and the panes the length, that these rules ask for. */
  boolean fits(DetectionRules rules) {
    return paneMillis == rules.paneMillis() && floorNanos == rules.scale().floorNanos();
  }

  /**
   * Writes parts; the bytes of endpoints that did not change since the last checkpoint are taken
   * from it.
   */
  static final class Writer {
    private record Written(long version, byte[] bytes) {}

    private Map<Frame, Written> last = Map.of();

    List<byte[]> write(JudgeState state) throws IOException {
      List<byte[]> parts = new ArrayList<>();
      parts.add(part(SYSTEM, PlainValues.write(state.system())));
      Map<Frame, Written> now = new HashMap<>();
      for (DetectorState.Endpoint endpoint : state.detector.endpoints()) {
        Written written = last.get(endpoint.name());
        if (written == null || written.version != endpoint.version()) {
          Map<String, Object> values =
              Map.of("endpoint", names(endpoint.name()), "values", endpoint.values().get());
          written =
              new Written(endpoint.version(), part(ENDPOINT, PlainValues.write(values)));
        }
        now.put(endpoint.name(), written);
        parts.add(written.bytes);
      }
      last = now;
      for (PaneCounts counts : state.pending) {
        DataOutputSerializer out = new DataOutputSerializer(256);
        COUNTS.write(counts, out);
        parts.add(part(PENDING, out.getCopyOfBuffer()));
      }
      return parts;
    }
  }

  private Map<String, Object> system() {
    Map<String, Object> endpoints = new HashMap<>();
    explained.forEach((id, endpoint) -> endpoints.put(id, names(endpoint)));
    return Map.of(
        "pane", paneMillis,
        "floor", floorNanos,
        "next", nextMillis,
        "explained", endpoints,
        "detector", detector.system());
  }

  private static List<String> names(Frame frame) {
    return List.of(frame.service(), frame.operation());
  }

  private static byte[] part(byte kind, byte[] content) {
    byte[] part = new byte[content.length + 2];
    part[0] = StateVersion.CURRENT;
    part[1] = kind;
    System.arraycopy(content, 0, part, 2, content.length);
    return part;
  }

  /** What was written; none if there is nothing. */
  @SuppressWarnings("unchecked") // as system() writes it
  static Optional<JudgeState> read(Iterable<byte[]> parts) throws IOException {
    Map<String, Object> system = Map.of();
    List<DetectorState.Endpoint> endpoints = new ArrayList<>();
    List<PaneCounts> pending = new ArrayList<>();
    for (byte[] part : parts) {
      StateVersion.check(part[0]);
      byte[] content = Arrays.copyOfRange(part, 2, part.length);
      switch (part[1]) {
        case SYSTEM -> system = PlainValues.read(content);
        case ENDPOINT -> endpoints.add(endpoint(PlainValues.read(content)));
        case PENDING -> pending.add(COUNTS.read(new DataInputDeserializer(content)));
        default -> throw new IOException("no part of the judge's state: " + part[1]);
      }
    }
    if (system.isEmpty()) {
      return Optional.empty();
    }
    Map<String, Frame> explained = new HashMap<>();
    ((Map<String, Object>) value(system, "explained"))
        .forEach((id, names) -> explained.put(id, frame(names)));
    Map<String, Object> detector = (Map<String, Object>) value(system, "detector");
    return Optional.of(
        new JudgeState(
            (Long) value(system, "pane"),
            (Long) value(system, "floor"),
            (Long) value(system, "next"),
            explained,
            new DetectorState(detector, endpoints),
            pending));
  }

  @SuppressWarnings("unchecked") // as Writer writes it
  private static DetectorState.Endpoint endpoint(Map<String, Object> content) {
    Map<String, Object> values = (Map<String, Object>) value(content, "values");
    return new DetectorState.Endpoint(frame(value(content, "endpoint")), 0, () -> values);
  }

  private static Frame frame(Object names) {
    List<?> both = (List<?>) names;
    return Frame.of((String) both.get(0), (String) both.get(1));
  }

  private static Object value(Map<String, Object> values, String key) {
    Object value = values.get(key);
    if (value == null) {
      throw new IllegalStateException("the judge's state lacks " + key);
    }
    return value;
  }
}
