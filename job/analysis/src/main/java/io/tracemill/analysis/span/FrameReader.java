package io.tracemill.analysis.span;

import java.io.DataInput;
import java.io.IOException;

/** Reads what a {@link FrameWriter} wrote. */
@FunctionalInterface
public interface FrameReader {
  Frame read(DataInput in) throws IOException;
}
