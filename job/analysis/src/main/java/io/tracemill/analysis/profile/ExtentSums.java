package io.tracemill.analysis.profile;

import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.RequestExtent;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Duration and size of entry and async requests. Interior requests are part of these and do not
 * count. Merging is associative and commutative.
 */
public final class ExtentSums {
  private static final long OWN_BYTES = 1000;

  private final Distribution latencyNanos = new Distribution();
  private final Distribution spans = new Distribution();
  private final Distribution frames = new Distribution();
  private final Distribution depth = new Distribution();
  private final Distribution concurrency = new Distribution();
  private final Distribution pathSpans = new Distribution();
  private final Distribution pathFrames = new Distribution();
  private final Distribution[] all = {
    latencyNanos, spans, frames, depth, concurrency, pathSpans, pathFrames
  };

  /** Adds a request unless it is part of another one. */
  public void add(RequestAnalysis request) {
    if (request.role().partOfAnother()) {
      return;
    }
    RequestExtent extent = request.details().extent();
    latencyNanos.add(request.durationNanos());
    spans.add(request.spanCount());
    frames.add(extent.frames());
    depth.add(extent.depth());
    concurrency.add(extent.concurrency());
    pathSpans.add(extent.pathSpans());
    pathFrames.add(extent.pathFrames());
  }

  /** Adds the sums of {@code that}, which does not change. */
  public void merge(ExtentSums that) {
    for (int i = 0; i < all.length; i++) {
      all[i].merge(that.all[i]);
    }
  }

  /** Response times. */
  public Distribution latencyNanos() {
    return latencyNanos;
  }

  /** Number of spans of a request. */
  public Distribution spans() {
    return spans;
  }

  /** As {@link RequestExtent#frames}. */
  public Distribution frames() {
    return frames;
  }

  /** As {@link RequestExtent#depth}. */
  public Distribution depth() {
    return depth;
  }

  /** As {@link RequestExtent#concurrency}. */
  public Distribution concurrency() {
    return concurrency;
  }

  /** As {@link RequestExtent#pathSpans}. */
  public Distribution pathSpans() {
    return pathSpans;
  }

  /** As {@link RequestExtent#pathFrames}. */
  public Distribution pathFrames() {
    return pathFrames;
  }

  /** An upper bound of its heap memory, bytes. */
  long weight() {
    long bytes = OWN_BYTES;
    for (Distribution each : all) {
      bytes += each.weight();
    }
    return bytes;
  }

  /** Writes all distributions; equal contents have equal bytes. */
  public void write(DataOutput out) throws IOException {
    for (Distribution each : all) {
      each.write(out);
    }
  }

  /** Adds what {@link #write} wrote. */
  public void mergeFrom(DataInput in) throws IOException {
    for (Distribution each : all) {
      each.mergeFrom(in);
    }
  }
}
