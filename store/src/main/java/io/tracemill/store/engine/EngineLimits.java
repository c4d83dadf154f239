package io.tracemill.store.engine;

import java.time.Duration;

/**
 * What a question may use.
 *
 * @param memoryMegabytes memory of DuckDB
 * @param spillMegabytes disk space for what does not fit; 0 for none
 * @param threads threads of DuckDB
 * @param timeout of each statement
 * @param maxKept the most kept requests that a view reads
 * @param maxRows maximum number of rows of a statement's result
 */
public record EngineLimits(
    int memoryMegabytes,
    int spillMegabytes,
    int threads,
    Duration timeout,
    int maxRows,
    int maxKept) {
  /** 700 MB, 1 GB on disk, all processors, a minute, 100,000 rows, 20,000 kept requests. */
  public static final EngineLimits DEFAULT =
      new EngineLimits(
          700,
          1000,
          Runtime.getRuntime().availableProcessors(),
          Duration.ofMinutes(1),
          100_000,
          20_000);

  public EngineLimits withMemory(int megabytes) {
    return new EngineLimits(megabytes, spillMegabytes, threads, timeout, maxRows, maxKept);
  }

  public EngineLimits withTimeout(Duration longest) {
    return new EngineLimits(memoryMegabytes, spillMegabytes, threads, longest, maxRows, maxKept);
  }

  public EngineLimits withMaxRows(int rows) {
    return new EngineLimits(memoryMegabytes, spillMegabytes, threads, timeout, rows, maxKept);
  }

  /** The same for a store in which every request is kept, so that answers are exact. */
  public EngineLimits withAllKept() {
    return new EngineLimits(
        memoryMegabytes, spillMegabytes, threads, timeout, maxRows, Integer.MAX_VALUE);
  }
}
