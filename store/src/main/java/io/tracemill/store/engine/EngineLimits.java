package io.tracemill.store.engine;

import java.time.Duration;

/**
 * What a question may use.
 *
 * @param memoryMegabytes memory of DuckDB
 * @param spillMegabytes disk space for what does not fit; 0 for none
 * @param threads threads of DuckDB
 * @param timeout of each statement
 * @param maxRows maximum number of rows of a statement's result
 */
public record EngineLimits(
    int memoryMegabytes, int spillMegabytes, int threads, Duration timeout, int maxRows) {
  /** 700 MB, 1 GB on disk, all processors, a minute, 100,000 rows. */
  public static final EngineLimits DEFAULT =
      new EngineLimits(
          700, 1000, Runtime.getRuntime().availableProcessors(), Duration.ofMinutes(1), 100_000);

  public EngineLimits withMemory(int megabytes) {
    return new EngineLimits(megabytes, spillMegabytes, threads, timeout, maxRows);
  }

  public EngineLimits withTimeout(Duration longest) {
    return new EngineLimits(memoryMegabytes, spillMegabytes, threads, longest, maxRows);
  }

  public EngineLimits withMaxRows(int rows) {
    return new EngineLimits(memoryMegabytes, spillMegabytes, threads, timeout, rows);
  }
}
