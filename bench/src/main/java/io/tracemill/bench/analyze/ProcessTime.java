package io.tracemill.bench.analyze;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a command took from its start to its end, as the shell's {@code time} tells. */
record ProcessTime(double seconds, double cpuSeconds) {
  private static final String SCRIPT = "TIMEFORMAT='%R %U %S'; LC_ALL=C; time \"$@\" >\"$0\" 2>&1";

  /**
   * Runs a command to its end.
   *
   * @param log gets what it writes
   * @throws IllegalStateException if its exit status is not 0
   */
  static ProcessTime of(List<String> command, Path log) throws IOException, InterruptedException {
    List<String> timed = new ArrayList<>(List.of("bash", "-c", SCRIPT, log.toString()));
    timed.addAll(command);
    Process process = new ProcessBuilder(timed).redirectOutput(Redirect.INHERIT).start();
    String times = new String(process.getErrorStream().readAllBytes(), UTF_8);
    if (process.waitFor() != 0) {
      throw new IllegalStateException("failed: " + command + "\n" + Files.readString(log));
    }
    String[] parts = times.strip().split(" ", -1);
    return new ProcessTime(
        Double.parseDouble(parts[0]), Double.parseDouble(parts[1]) + Double.parseDouble(parts[2]));
  }
}
