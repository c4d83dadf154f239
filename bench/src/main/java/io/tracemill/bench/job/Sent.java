package io.tracemill.bench.job;

/**
 * The totals sent to the job so far.
 *
 * @param spans in records that can be decoded; a late record of a good trace counts as two
 * @param bytes of all values
 */
record Sent(long records, long spans, long bytes) {
  static final Sent NOTHING = new Sent(0, 0, 0);

  Sent plus(Sent more) {
    return new Sent(records + more.records, spans + more.spans, bytes + more.bytes);
  }

  /** The number of spans in {@code read} of the records, if all records have the same mix. */
  long spansOf(long read) {
    return records == 0 ? 0 : Math.round((double) spans * read / records);
  }
}
