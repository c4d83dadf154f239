package io.tracemill.pipeline.judge;

import io.tracemill.analysis.detection.DetectionRules;
import io.tracemill.analysis.detection.DetectorState;
import io.tracemill.analysis.pane.PaneCounts;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.aggregate.PaneCountsCodec;
import io.tracemill.pipeline.serialization.StateVersion;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.util.InstantiationUtil;

/**
 * What the judge keeps in checkpoints, in parts of a few bytes up to some 100 kB: one for the
 * system, one for each endpoint, one for each endpoint of a pane that is not judged yet. Each
 * begins with the {@link StateVersion} (1) and its kind (1).
 *
 * @param header what is known beside the detector
 * @param detector what the detector knows
 * @param pending panes that are not judged yet
 */
record JudgeState(Header header, DetectorState detector, List<PaneCounts> pending) {
  private static final byte SYSTEM = 0;
  private static final byte ENDPOINT = 1;
  private static final byte PENDING = 2;
  private static final PaneCountsCodec COUNTS = new PaneCountsCodec();

  /**
   * What is known beside the detector.
   *
   * @param paneMillis length of a pane
   * @param floorNanos of the bins in which times are counted
   * @param nextMillis start of the pane behind the last one that was judged
   * @param explained by id of an open incident, the endpoint that explains it
   */
  record Header(long paneMillis, long floorNanos, long nextMillis, Map<String, Frame> explained)
      implements Serializable {
    private static final long serialVersionUID = 1;

    Header {
      explained = Map.copyOf(explained);
    }

    /** Whether the histograms have the bins, and the panes the length, that rules ask for. */
    boolean fits(DetectionRules rules) {
      return paneMillis == rules.paneMillis() && floorNanos == rules.scale().floorNanos();
    }
  }

  private record SystemPart(Header header, Serializable detector) implements Serializable {
    private static final long serialVersionUID = 1;
  }

  private record EndpointPart(Frame name, Serializable rows) implements Serializable {
    private static final long serialVersionUID = 1;
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
      parts.add(part(SYSTEM, new SystemPart(state.header, state.detector.system())));
      Map<Frame, Written> now = new HashMap<>();
      for (DetectorState.Endpoint endpoint : state.detector.endpoints()) {
        Written written = last.get(endpoint.name());
        if (written == null || written.version != endpoint.version()) {
          EndpointPart rows = new EndpointPart(endpoint.name(), endpoint.rows());
          written = new Written(endpoint.version(), part(ENDPOINT, rows));
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

  private static byte[] part(byte kind, Serializable content) throws IOException {
    return part(kind, InstantiationUtil.serializeObject(content));
  }

  private static byte[] part(byte kind, byte[] content) {
    byte[] part = new byte[content.length + 2];
    part[0] = StateVersion.CURRENT;
    part[1] = kind;
    System.arraycopy(content, 0, part, 2, content.length);
    return part;
  }

  /** What was written; none if there is nothing. */
  static Optional<JudgeState> read(Iterable<byte[]> parts, ClassLoader classes) throws IOException {
    Optional<SystemPart> system = Optional.empty();
    List<DetectorState.Endpoint> endpoints = new ArrayList<>();
    List<PaneCounts> pending = new ArrayList<>();
    for (byte[] part : parts) {
      StateVersion.check(part[0]);
      byte[] content = Arrays.copyOfRange(part, 2, part.length);
      switch (part[1]) {
        case SYSTEM -> system = Optional.of(read(SystemPart.class, content, classes));
        case ENDPOINT -> {
          EndpointPart of = read(EndpointPart.class, content, classes);
          endpoints.add(new DetectorState.Endpoint(of.name, 0, of.rows));
        }
        case PENDING -> pending.add(COUNTS.read(new DataInputDeserializer(content)));
        default -> throw new IOException("no part of the judge's state: " + part[1]);
      }
    }
    return system.map(
        known ->
            new JudgeState(known.header, new DetectorState(known.detector, endpoints), pending));
  }

  private static <T> T read(Class<T> type, byte[] content, ClassLoader classes) throws IOException {
    try {
      return type.cast(InstantiationUtil.<Object>deserializeObject(content, classes));
    } catch (ClassNotFoundException | InvalidClassException e) {
      throw new IOException("the judge's state was written by another build", e);
    }
  }
}
