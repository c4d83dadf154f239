package io.tracemill.cli.watch;

import io.tracemill.pipeline.results.PublishedRecord;

/** A view of the job's results, for one thread. Text from senders cannot control the terminal. */
interface View {
  /** Takes in a record of one of its streams. */
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
