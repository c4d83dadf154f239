package io.tracemill.analysis.sums;

import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Evidence of how far to trust an endpoint's figures, as sums over its requests. */
public final class EvidenceSums {
  /** What is summed up. */
  public enum Sum {
    /** Spans of all requests, those of incomplete traces included. */
    SPANS,
    /** All requests, those of incomplete traces included. */
    REQUESTS,
    /** Requests of incomplete traces, in the figures or not. */
    INCOMPLETE,
    /** Requests of traces that a cap closed, in the figures or not. */
    TRUNCATED,
    /** Requests in the figures with at least one shifted span. */
    CORRECTED,
    /** Requests in the figures whose category ignores numbers of equal calls. */
    COARSE,
    /** Shifts of the requests in the figures, nanoseconds. */
    SKEW_NANOS,
    /** Clipped time of the requests in the figures, nanoseconds. */
    CLIPPED_NANOS
  }

  private final long[] sums = new long[Sum.values().length];

  /** Adds a request that is in the figures. */
  void add(RequestAnalysis request) {
    countFlags(request);
    add(Sum.CORRECTED, request.skewNanos() != 0 ? 1 : 0);
    add(Sum.COARSE, request.category().equals(request.shape().category()) ? 0 : 1);
    add(Sum.SKEW_NANOS, request.skewNanos());
    add(Sum.CLIPPED_NANOS, request.clippedNanos());
  }

  /** Counts whether a request is incomplete, and whether it is truncated. */
  void countFlags(RequestAnalysis request) {
    add(Sum.SPANS, request.spanCount());
    add(Sum.REQUESTS, 1);
    add(Sum.INCOMPLETE, request.complete() ? 0 : 1);
    add(Sum.TRUNCATED, request.truncated() ? 1 : 0);
  }

  private void add(Sum sum, long more) {
    sums[sum.ordinal()] += more;
  }

  public long get(Sum sum) {
    return sums[sum.ordinal()];
  }

  void merge(EvidenceSums other) {
    for (Sum sum : Sum.values()) {
      add(sum, other.get(sum));
    }
  }

  void write(DataOutput out) throws IOException {
    for (long sum : sums) {
      Varint.write(out, sum);
    }
  }

  /** Adds the sums that {@link #write} wrote. */
  void mergeFrom(DataInput in) throws IOException {
    for (Sum sum : Sum.values()) {
      add(sum, Varint.read(in));
    }
  }
}
