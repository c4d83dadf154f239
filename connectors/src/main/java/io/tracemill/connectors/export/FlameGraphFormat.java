package io.tracemill.connectors.export;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;

/** A file format of flame graphs. */
public enum FlameGraphFormat {
  /** Brendan Gregg's: a call path, its names separated by semicolons, and its own nanoseconds. */
  FOLDED("folded"),
  /** The file format of speedscope.app, as sampled stacks with weights in nanoseconds. */
  SPEEDSCOPE("speedscope.json"),
  /** The gzipped protocol buffer of {@code go tool pprof}. */
  PPROF("pb.gz"),
  /** A data frame for Grafana's flame graph panel, with differential columns if there are any. */
  GRAFANA("grafana.json");

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
    return this == FOLDED || this == GRAFANA;
  }

  /** The file extension, without the dot. */
  public String extension() {
    return extension;
  }

  /** Writes one graph; the stream stays open. */
  public void write(FlameGraph graph, OutputStream out) throws IOException {
    switch (this) {
      case FOLDED -> FoldedStacks.write(graph, out);
      case SPEEDSCOPE -> SpeedscopeFile.write(graph, out);
      case PPROF -> PprofFile.write(graph, out);
      case GRAFANA -> GrafanaFrame.write(graph, out);
    }
  }
}
