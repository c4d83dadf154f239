package io.tracemill.pipeline.judge;

import io.tracemill.analysis.detection.DetectionRules;
import io.tracemill.analysis.detection.Detector;
import io.tracemill.analysis.sums.PaneCounts;
import io.tracemill.pipeline.count.PaneCountsCodec;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.util.InstantiationUtil;

/**
 * The judge's state in checkpoints: a header, the parts of its detector, and the panes that are not
 * judged yet. The detector has one part for the system and one for each endpoint, of up to some 100
 * kB.
 */
final class JudgeState {
  private final ListState<byte[]> parts;
  private final ListState<PaneCounts> pending;
  private final ClassLoader classes;

  /** The detector's parts, as last written. */
  private List<byte[]> written = List.of();

  /**
   * The state besides the detector.
   *
   * @param paneMillis length of a pane
   * @param floorNanos floor of the time histograms' bins
   * @param nextMillis start of the pane after the last judged one
   * @param openIncidents number of open incidents in the accounts
   */
  record Header(long paneMillis, long floorNanos, long nextMillis, int openIncidents)
      implements Serializable {
    private static final long serialVersionUID = 1;

    /** Whether the bins of histograms and the length of panes are those of the rules. */
    boolean fits(DetectionRules rules) {
      return paneMillis == rules.paneMillis() && floorNanos == rules.scale().floorNanos();
    }
  }

  JudgeState(OperatorStateStore store, ClassLoader classes) throws Exception {
    this.classes = classes;
    parts =
        store.getListState(
            new ListStateDescriptor<>("judge", BytePrimitiveArraySerializer.INSTANCE));
    pending = store.getListState(new ListStateDescriptor<>("judge-pending", PaneCountsCodec.TYPE));
  }

  /** The last written header, if any. */
  Optional<Header> header() throws Exception {
    for (byte[] first : parts.get()) {
      return Optional.of((Header) read(first));
    }
    return Optional.empty();
  }

  /** The last written detector. */
  Detector detector(DetectionRules rules) throws Exception {
    List<Serializable> known = new ArrayList<>();
    for (byte[] part : parts.get()) {
      known.add(read(part));
    }
    return new Detector(rules, known.subList(1, known.size()));
  }

  /** The panes that were not judged at the last write. */
  Iterable<PaneCounts> pending() throws Exception {
    return pending.get();
  }

  /**
   * Writes everything again, except a detector that judged no pane since its last write.
   *
   * @return the bytes of the header and the detector
   */
  long write(Header header, Detector detector, boolean judged, List<PaneCounts> notJudged)
      throws Exception {
    if (judged || written.isEmpty()) {
      written = new ArrayList<>();
      for (Serializable part : detector.state()) {
        written.add(InstantiationUtil.serializeObject(part));
      }
    }
    List<byte[]> all = new ArrayList<>();
    all.add(InstantiationUtil.serializeObject(header));
    all.addAll(written);
    parts.update(all);
    pending.update(notJudged);
    return all.stream().mapToLong(part -> part.length).sum();
  }

  private Serializable read(byte[] part) throws IOException {
    try {
      return InstantiationUtil.deserializeObject(part, classes);
    } catch (ClassNotFoundException | InvalidClassException e) {
      throw new IOException("the judge's state was written by another build", e);
    }
  }
}
