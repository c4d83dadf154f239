package io.tracemill.analysis.layer;

import io.tracemill.analysis.span.PlainFrames;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** Layers as bytes. */
final class LayerBytes {
  private LayerBytes() {}

  static byte[] of(LayerSums sums) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    sums.write(new DataOutputStream(bytes), PlainFrames::write);
    return bytes.toByteArray();
  }

  static LayerSums read(byte[] bytes) throws IOException {
    return LayerSums.read(new DataInputStream(new ByteArrayInputStream(bytes)), PlainFrames::read);
  }

  static LayerSums readAgain(LayerSums sums) throws IOException {
    return read(of(sums));
  }
}
