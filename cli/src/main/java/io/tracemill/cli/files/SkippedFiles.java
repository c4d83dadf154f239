package io.tracemill.cli.files;

import io.tracemill.store.engine.SkippedFile;
import java.io.PrintWriter;
import java.util.List;

/** Reports the files that an answer leaves out. */
public final class SkippedFiles {
  private SkippedFiles() {}

  /** Says how many there are, and names one. */
  public static void report(PrintWriter err, List<SkippedFile> skipped) {
    if (!skipped.isEmpty()) {
      err.printf(
          "tracemill: skipped %d of the store's files, such as %s: %s%n",
          skipped.size(), skipped.get(0).file(), skipped.get(0).reason());
    }
  }
}
