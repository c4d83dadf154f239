package io.tracemill.connectors.export;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;

/** A file format of flame graphs. */
public enum FlameGraphFormat {
  /** Brendan Gregg's: a call path, its names separated by semicolons, and its own nanoseconds. */
  FOLDED("folded"),
  /** The gzipped protocol buffer of {@code go tool pprof}. */
  PPROF("pb.gz");

  private final String extension;

  FlameGraphFormat(String extension) {
    this.extension = extension;
  }

  /** The name on the command line. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether it can hold two sets of figures. */
  public boolean showsDifferences() {
    return this == FOLDED;
  }

  /** The file extension, without the dot. */
  public String extension() {
    return extension;
  }

  /** Writes one graph; the stream stays open. */
  public void write(FlameGraph graph, OutputStream out) throws IOException {
    switch (this) {
      case FOLDED -> FoldedStacks.write(graph, out);
      case PPROF -> PprofFile.write(graph, out);
    }
  }
}
