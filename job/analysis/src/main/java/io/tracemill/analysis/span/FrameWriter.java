package io.tracemill.analysis.span;

import java.io.DataOutput;
import java.io.IOException;

/** Writes a frame as the owner of its names wants it. */
@FunctionalInterface
public interface FrameWriter {
  void write(DataOutput out, Frame frame) throws IOException;
}
