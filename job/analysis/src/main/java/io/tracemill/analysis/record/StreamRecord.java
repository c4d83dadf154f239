package io.tracemill.analysis.record;

import io.tracemill.analysis.span.Frame;
import java.util.List;

/** A record of an output stream. */
public interface StreamRecord {
  /** The parts of its key; a newer record with the same key replaces an older one. */
  List<String> key();

  /** The endpoints that it is about; empty if it is about none. */
  List<Frame> about();

  /** The number of levels of its deepest call tree; 0 without one. */
  default int depth() {
    return 0;
  }
}
