package io.tracemill.bench.endtoend;

/**
 * What the topic holds that is to be read.
 *
 * @param spans in all its records
 * @param bytes of all their values
 */
record Topic(long records, long spans, long bytes) {
  /** How many spans {@code read} records have, all being about as large. */
  long spansOf(long read) {
    return Math.round((double) spans * read / records);
  }
}
