package io.tracemill.console.browser;

import io.tracemill.cli.results.CommandLineRun;
import io.tracemill.console.Console;
import io.tracemill.console.DirectoryConsole;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the job finds in a file of traces.
 *
 * @param out the records, a file for each stream
 * @param store the store
 */
record RecordedResults(Path out, Path store) {
  /** Analyses a file into a directory. */
  static RecordedResults of(Path traces, Path directory) throws IOException {
    return of(traces, "{}", directory);
  }

  /** Analyses a file with a configuration into a directory. */
  static RecordedResults of(Path traces, String yaml, Path directory) throws IOException {
    RecordedResults results =
        new RecordedResults(directory.resolve("out"), directory.resolve("store"));
    CommandLineRun.configured(
            Files.createDirectories(directory),
            yaml,
            "analyze",
            traces.toString(),
            "--out",
            results.out.toString(),
            "--store",
            results.store.toString())
        .succeeds();
    return results;
  }

  /** Starts a console over them. */
  Console console() throws Exception {
    return DirectoryConsole.start(out, store.toString(), 0);
  }
}
