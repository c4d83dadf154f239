package io.tracemill.cli.watch;

import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.results.PublishedRecord;
import java.util.Set;

/** A view of the job's results, for one thread. Text from senders cannot control the terminal. */
interface View {
  /** The streams that it reads. */
  Set<ResultStream> streams();

  /** The number of records from the end of each partition that show the current state. */
  long recentRecords();

  void take(PublishedRecord record);

  /** Whether any record so far was shown. */
  boolean foundAny();

  /**
   * The next output, with its line breaks; empty if there is none.
   *
   * @param settled whether, for now, all records have been taken in
   */
  String news(boolean settled);
}
