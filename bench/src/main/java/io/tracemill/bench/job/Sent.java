package io.tracemill.bench.job;

/**
 * What was sent to the job so far.
 *
 * @param spans in records that can be decoded; late ones of good traces count as two
 * @param bulkSpans those of them that are no part of the hostile mix
 * @param bytes of all values
 */
record Sent(long records, long spans, long bulkSpans, long bytes) {
  static final Sent NOTHING = new Sent(0, 0, 0, 0);

  Sent plus(Sent more) {
    return new Sent(
        records + more.records, spans + more.spans, bulkSpans + more.bulkSpans, bytes + more.bytes);
  }

  /** How many spans {@code read} of the records have, all being a mix of the same. */
  long spansOf(long read) {
    return records == 0 ? 0 : Math.round((double) spans * read / records);
  }
}
