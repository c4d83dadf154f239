package io.tracemill.pipeline.keep;

import io.tracemill.analysis.sample.KeptSample;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * The sampled requests of a pane, as they are in a checkpoint.
 *
 * @param paneMillis start of the pane, milliseconds since the epoch
 * @param bytes not to be changed
 */
record PaneSample(long paneMillis, byte[] bytes) {
  static PaneSample of(long paneMillis, KeptSample sample) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    sample.write(new DataOutputStream(bytes));
    return new PaneSample(paneMillis, bytes.toByteArray());
  }

  KeptSample sample() throws IOException {
    return KeptSample.read(new DataInputStream(new ByteArrayInputStream(bytes)));
  }
}
