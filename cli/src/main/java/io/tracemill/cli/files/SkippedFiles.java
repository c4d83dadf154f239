package io.tracemill.cli.files;

import io.tracemill.store.engine.SkippedFile;
import java.io.PrintWriter;
import java.util.List;

/** Reports what an answer leaves out of a store. */
public final class SkippedFiles {
  private SkippedFiles() {}

  /** Says how many panes of other versions there are, if any. */
  public static void reportOtherVersions(PrintWriter err, int panes) {
    if (panes > 0) {
      err.printf("tracemill: left out %d panes that another version of the job wrote%n", panes);
    }
  }

  /** Says how many there are, and names one. */
  public static void report(PrintWriter err, List<SkippedFile> skipped) {
    if (!skipped.isEmpty()) {
      err.printf(
          "tracemill: skipped %d of the store's files, such as %s: %s%n",
          skipped.size(), skipped.get(0).file(), skipped.get(0).reason());
    }
  }
}
