package io.tracemill.store.sql;

import java.util.Optional;

/**
 * A statement for the process.
 *
 * @param directory of the store
 * @param line the only line to read; empty for all
 * @param fromMillis start of the hours to read, milliseconds since the epoch
 * @param toMillis exclusive
 * @param timeoutMillis longest time of the statement
 */
record SqlRequest(
    String directory,
    String line,
    long fromMillis,
    long toMillis,
    String sql,
    int memoryMegabytes,
    int spillMegabytes,
    int threads,
    long timeoutMillis,
    int maxRows) {
  Optional<String> onlyLine() {
    return line.isEmpty() ? Optional.empty() : Optional.of(line);
  }
}
