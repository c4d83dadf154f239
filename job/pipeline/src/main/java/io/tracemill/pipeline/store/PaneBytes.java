package io.tracemill.pipeline.store;

import io.tracemill.analysis.pane.PaneCounts;
import io.tracemill.analysis.pane.PaneCountsBytes;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.pipeline.monitor.EndpointWindow;
import io.tracemill.store.layout.StoredPane;
import io.tracemill.store.layout.StoredPane.Kind;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;

/** Writes the sums of panes as bytes, for the store. */
final class PaneBytes {
  private PaneBytes() {}

  /** The profile sums of a pane, without the spans of its sample. */
  static StoredPane of(EndpointWindow pane) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    EndpointAccumulator requests = pane.requests();
    EndpointAccumulator.summary(requests.limits(), List.of(requests))
        .write(new DataOutputStream(bytes));
    return new StoredPane(
        pane.startMillis(),
        pane.endMillis() - pane.startMillis(),
        pane.endpoint(),
        requests.count(),
        Kind.PROFILE,
        StoredPane.VERSION,
        bytes.toByteArray());
  }

  /**
   * The counts of a pane.
   *
   * @param lengthMillis length of a pane of change detection
   */
  static StoredPane of(PaneCounts pane, long lengthMillis) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PaneCountsBytes.write(pane, new DataOutputStream(bytes));
    return new StoredPane(
        pane.paneMillis(),
        lengthMillis,
        pane.endpoint(),
        pane.requests(),
        Kind.COUNTS,
        StoredPane.VERSION,
        bytes.toByteArray());
  }
}
