package io.tracemill.analysis.sums;

import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Evidence of how far to trust an endpoint's figures, as sums over its requests. Shifts and clips
 * cover only requests in the figures. Incomplete and truncated requests always count.
 */
public final class EvidenceSums {
  private long spans;
  private long requests;
  private long incomplete;
  private long truncated;
  private long corrected;
  private long coarse;
  private long skewNanos;
  private long clippedNanos;

  /** Adds a request that is in the figures. */
  void add(RequestAnalysis request) {
    countFlags(request);
    corrected += request.skewNanos() != 0 ? 1 : 0;
    coarse += request.category().equals(request.shape().category()) ? 0 : 1;
    skewNanos += request.skewNanos();
    clippedNanos += request.clippedNanos();
  }

  /** Counts whether a request is incomplete, and whether it is truncated. */
  void countFlags(RequestAnalysis request) {
    spans += request.spanCount();
    requests++;
    incomplete += request.complete() ? 0 : 1;
    truncated += request.truncated() ? 1 : 0;
  }

  void merge(EvidenceSums other) {
    spans += other.spans;
    requests += other.requests;
    incomplete += other.incomplete;
    truncated += other.truncated;
    corrected += other.corrected;
    coarse += other.coarse;
    skewNanos += other.skewNanos;
    clippedNanos += other.clippedNanos;
  }

  /** Spans of all requests, those of incomplete traces included. */
  public long spans() {
    return spans;
  }

  /** All requests, in the figures or not. */
  public long requests() {
    return requests;
  }

  /** Requests of incomplete traces, in the figures or not. */
  public long incomplete() {
    return incomplete;
  }

  /** Requests of traces that a cap closed, in the figures or not. */
  public long truncated() {
    return truncated;
  }

  /** Requests with at least one shifted span. */
  public long corrected() {
    return corrected;
  }

  /** Requests in the figures whose category ignores numbers of equal calls. */
  public long coarse() {
    return coarse;
  }

  /** Sum of the shifts, nanoseconds. */
  public long skewNanos() {
    return skewNanos;
  }

  /** Sum of the clipped time, nanoseconds. */
  public long clippedNanos() {
    return clippedNanos;
  }

  void write(DataOutput out) throws IOException {
    Varint.write(out, spans);
    Varint.write(out, requests);
    Varint.write(out, incomplete);
    Varint.write(out, truncated);
    Varint.write(out, corrected);
    Varint.write(out, coarse);
    Varint.write(out, skewNanos);
    Varint.write(out, clippedNanos);
  }

  /** Adds the sums that {@link #write} wrote. */
  void mergeFrom(DataInput in) throws IOException {
    spans += Varint.read(in);
    requests += Varint.read(in);
    incomplete += Varint.read(in);
    truncated += Varint.read(in);
    corrected += Varint.read(in);
    coarse += Varint.read(in);
    skewNanos += Varint.read(in);
    clippedNanos += Varint.read(in);
  }
}
