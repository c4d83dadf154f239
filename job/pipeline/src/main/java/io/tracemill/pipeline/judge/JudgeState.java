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
import org.apache.flink.runtime.state.OperatorStateCheckpointOutputStream;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StatePartitionStreamProvider;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.util.InstantiationUtil;

/**
 * The judge's state in checkpoints: a header, the parts of its detector, and the panes that are not
 * judged yet. The detector has one part for the system and one for each endpoint, of up to about
 * 100 kB. They are raw state, written straight to the checkpoint: as managed state, Flink would
 * hold their bytes beside the detector, and copy them at each checkpoint.
 */
final class JudgeState {
  private final Iterable<StatePartitionStreamProvider> parts;
  private final ListState<PaneCounts> pending;
  private final ClassLoader classes;

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
    /** Whether the bins of histograms and the length of panes are those of the rules. */
    boolean fits(DetectionRules rules) {
      return paneMillis == rules.paneMillis() && floorNanos == rules.scale().floorNanos();
    }
  }

  JudgeState(StateInitializationContext context, ClassLoader classes) throws Exception {
    this.classes = classes;
    parts = context.getRawOperatorStateInputs();
    pending =
        context
            .getOperatorStateStore()
            .getListState(new ListStateDescriptor<>("judge-pending", PaneCountsCodec.TYPE));
  }

  /** The header of the restored state, if any. */
  Optional<Header> header() throws IOException {
    for (StatePartitionStreamProvider first : parts) {
      return Optional.of((Header) read(first));
    }
    return Optional.empty();
  }

  /** The detector of the restored state. */
  Detector detector(DetectionRules rules) throws IOException {
    List<Serializable> known = new ArrayList<>();
    for (StatePartitionStreamProvider part : parts) {
      known.add(read(part));
    }
    return new Detector(rules, known.subList(1, known.size()));
  }

  /** The panes that were not judged at the last write. */
  Iterable<PaneCounts> pending() throws Exception {
    return pending.get();
  }

  /**
   * Writes everything.
   *
   * @return the bytes of the header and the detector
   */
  long write(
      StateSnapshotContext context, Header header, Detector detector, List<PaneCounts> notJudged)
      throws Exception {
    pending.update(notJudged);
    OperatorStateCheckpointOutputStream out = context.getRawOperatorStateOutput();
    long bytes = write(header, out);
    for (Serializable part : detector.state()) {
      bytes += write(part, out);
    }
    return bytes;
  }

  private static int write(Serializable part, OperatorStateCheckpointOutputStream out)
      throws IOException {
    byte[] bytes = InstantiationUtil.serializeObject(part);
    out.startNewPartition();
    out.write(bytes);
    return bytes.length;
  }

  private Serializable read(StatePartitionStreamProvider part) throws IOException {
    try {
      return InstantiationUtil.deserializeObject(part.getStream(), classes);
    } catch (ClassNotFoundException | InvalidClassException e) {
      throw new IOException("the judge's state was written by another build", e);
    }
  }
}
