package io.tracemill.pipeline.store;

import io.tracemill.pipeline.endpoint.EndpointWindow;
import io.tracemill.store.layout.StoredPane;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** Writes the sums of panes as bytes, for the store. */
final class PaneBytes {
  private PaneBytes() {}

  static StoredPane of(EndpointWindow pane) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    pane.requests().write(new DataOutputStream(bytes));
    return new StoredPane(
        pane.startMillis(),
        pane.endMillis() - pane.startMillis(),
        pane.endpoint(),
        pane.requests().count(),
        StoredPane.VERSION,
        bytes.toByteArray());
  }
}
