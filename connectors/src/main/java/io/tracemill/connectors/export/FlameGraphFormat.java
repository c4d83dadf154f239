package io.tracemill.connectors.export;

import io.tracemill.analysis.callingcontext.PathNode;
import io.tracemill.analysis.callingcontext.TreeDifference;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
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

  /** Writes the sums over all requests of {@code tree}; the stream stays open. */
  public void write(List<? extends PathNode> tree, OutputStream out) throws IOException {
    // A count of one request keeps the sums unchanged.
    TreeDifference sums = TreeDifference.of(0, List.of(), 1, tree);
    switch (this) {
      case FOLDED -> FoldedStacks.write(sums, false, out);
      case PPROF -> PprofFile.write(sums.nodes(), out);
    }
  }
}
