package io.tracemill.pipeline.index;

import io.tracemill.analysis.index.IndexedPane;
import io.tracemill.analysis.index.IndexedPane.Kind;
import io.tracemill.analysis.pane.PaneCounts;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.pipeline.aggregate.PaneCountsCodec;
import io.tracemill.pipeline.monitor.EndpointWindow;
import io.tracemill.pipeline.serialization.StateVersion;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;

/** Writes the sums of panes as bytes, for the index. */
final class PaneBytes {
  private PaneBytes() {}

  /** The profile sums of a pane, without the spans of its sample. */
  static IndexedPane of(EndpointWindow pane) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    EndpointAccumulator requests = pane.requests();
    EndpointAccumulator.summary(requests.limits(), List.of(requests))
        .write(new DataOutputStream(bytes));
    return new IndexedPane(
        pane.startMillis(),
        pane.endMillis() - pane.startMillis(),
        pane.endpoint(),
        requests.count(),
        Kind.PROFILE,
        StateVersion.CURRENT,
        bytes.toByteArray());
  }

  /**
   * The counts of a pane.
   *
   * @param lengthMillis length of a pane of change detection
   */
  static IndexedPane of(PaneCounts pane, long lengthMillis) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new PaneCountsCodec().write(pane, new DataOutputStream(bytes));
    return new IndexedPane(
        pane.paneMillis(),
        lengthMillis,
        pane.endpoint(),
        pane.requests(),
        Kind.COUNTS,
        StateVersion.CURRENT,
        bytes.toByteArray());
  }
}
