package io.tracemill.cli.watch;

import io.tracemill.cli.screen.PublishedRecord;
import io.tracemill.connectors.output.ResultStream;
import java.util.Set;

/** A way of looking at the job's results, fed in one thread. Its text cannot steer a terminal. */
interface View {
  /** What it has to be fed with. */
  Set<ResultStream> streams();

  /** How many records of each partition, counted from its end, show the state now. */
  long recentRecords();

  void take(PublishedRecord record);

  /** Whether any record so far was one to be shown. */
  boolean foundAny();

  /**
   * What to print next, with its line breaks; empty for nothing.
   *
   * @param settled whether, for the moment, all records have been taken in
   */
  String news(boolean settled);
}
