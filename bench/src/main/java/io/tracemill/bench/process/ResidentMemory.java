package io.tracemill.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The memory that a process has resident, as Linux counts it. */
public record ResidentMemory(long pid) {
  private static final String NOW = "VmRSS:";
  private static final String PEAK = "VmHWM:";

  /** Bytes now; 0 where the system does not say. */
  public long bytes() throws IOException {
    return bytes(NOW);
  }

  /** The most there ever were, bytes; 0 where the system does not say. */
  public long peakBytes() throws IOException {
    return bytes(PEAK);
  }

  private long bytes(String name) throws IOException {
    Path status = Path.of("/proc", Long.toString(pid), "status");
    if (!Files.exists(status)) {
      return 0;
    }
    try (Stream<String> lines = Files.lines(status)) {
      return lines
          .filter(line -> line.startsWith(name))
          .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst()
          .orElse(0);
    }
  }
}
