package io.tracemill.analysis.sums;

import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The counts of one place.
 *
 * @param calls number of its spans in all these requests
 * @param failed number of requests in which one of its spans failed
 * @param times by request: its exclusive time on the critical path per call, 0 if it was off the
 *     path; for {@link io.tracemill.analysis.place.Place.Request} the duration
 */
public record PlaceCounts(long calls, long failed, Histogram times) {
  /** The number of requests that have the place, on or off the path. */
  public long requests() {
    return times.count();
  }

  /** The sum of both. */
  public PlaceCounts plus(PlaceCounts other) {
    return new PlaceCounts(calls + other.calls, failed + other.failed, times.plus(other.times));
  }

  void write(DataOutput out) throws IOException {
    Varint.write(out, calls);
    Varint.write(out, failed);
    times.write(out);
  }

  static PlaceCounts read(DataInput in) throws IOException {
    return new PlaceCounts(Varint.read(in), Varint.read(in), Histogram.read(in));
  }
}
